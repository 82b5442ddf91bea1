/** Decodes a string of the add-on, with the byte arrays in it. */
export type Decoder = (string: string, byteArrays?: Uint8Array[]) => unknown;
/**
 * The decoder of a type: of a data type by its name, `[item]` for an array, `value?` for what may be absent.
 *
 * @returns nothing if there is none whose layout has the fingerprint: the add-on was made from other types than this package.
 */
export declare function findDecoder(fingerprint: string, type: string): Decoder | undefined;
