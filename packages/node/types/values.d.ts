/** An image to upload: the path of a file or its `file:` URL, or the image itself. */
export type ImageInput = string | URL | Uint8Array | ArrayBuffer | Blob;
/** The image as the add-on takes it. */
export declare function readable(image: ImageInput): Promise<string | Uint8Array>;
/** Phone numbers do not show in a log by accident: `console.log` of the record says only what it is. */
export declare function unprinted<T extends object>(name: string, record: T): T;
