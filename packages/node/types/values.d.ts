/** A file to upload: the path of a file or its `file:` URL, or the bytes themselves. */
export type ImageInput = string | URL | Uint8Array | ArrayBuffer | Blob;
/** The file as a path or bytes, for the add-on. `field` is its name in errors. */
export declare function readable(image: ImageInput, field: string): Promise<string | Uint8Array>;
/** Hides a record from `console.log`, so that phone numbers are not logged by accident: only its name is printed. */
export declare function unprinted<T extends object>(name: string, record: T): T;
