import { type UploadOptions } from './native.js';
/**
 * A file to upload: the path of a file or its `file:` URL, the bytes themselves, or a stream of bytes, such as a `ReadableStream` or
 * the stream of an incoming request. A stream is read before anything is sent, and the time limit of the call begins after that.
 */
export type UploadInput = string | URL | Uint8Array | ArrayBuffer | Blob | AsyncIterable<Uint8Array>;
/** The file as a path or bytes, for the native library. `field` is its name in errors. */
export declare function readable(input: UploadInput, field: string, client: () => {
    readonly maxUploadBytes: number;
}, options: UploadOptions | undefined): Promise<string | Uint8Array | {
    observed: string | Uint8Array;
}>;
/** Hides a record from `console.log`, so that a phone number, code or cookie is not logged by accident: only its name is printed. */
export declare function unprinted<T extends object>(name: string, record: T): T;
