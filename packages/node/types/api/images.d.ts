import type { UploadedImage } from '../model.js';
import { type CallOptions } from '../native.js';
/** Image calls. */
export declare class Images {
    #private;
    /**
     * Uploads an image for use in a widget: a file by its path or `file:` URL, or bytes in memory. It is temporary: an
     * add-on that uses it makes it permanent, under a new name.
     *
     * JPEG, and PNG with the setting `allowPng`. At most `maxImageBytes` of the settings, 5,000,000 by default. Nothing
     * proves who is calling: the upload host gets neither key nor token. A file is read once; its name is never sent. The
     * upload may be sent twice if the first outcome is unclear: that only leaves another temporary image. Source: spec 7,
     * facts part 1.2.6.
     *
     * @throws {@link InvalidInput} for a file that cannot be read, is empty, too large, of another format, cut off, or
     * changes while it is read.
     */
    upload(image: string | URL | Uint8Array | ArrayBuffer | Blob, options?: CallOptions): Promise<UploadedImage>;
}
