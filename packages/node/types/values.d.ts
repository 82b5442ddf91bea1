/** An image to upload: the path of a file or its `file:` URL, or the image itself. */
export type ImageInput = string | URL | Uint8Array | ArrayBuffer | Blob;
/** The image as a path or bytes, for the add-on. */
export declare function readable(image: ImageInput): Promise<string | Uint8Array>;
/** Hides a record from `console.log`, so that phone numbers are not logged by accident: only its name is printed. */
export declare function unprinted<T extends object>(name: string, record: T): T;
