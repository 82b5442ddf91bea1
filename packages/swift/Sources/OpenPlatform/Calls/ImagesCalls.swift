// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import Foundation

/// Image upload.
public struct Images: Sendable {
    let native: any KeyCalls

    /// Uploads an image for use in a widget. The image is temporary: an add-on that uses it makes it permanent, under a
    /// new name.
    ///
    /// The format is JPEG, or PNG if `allowPng` is on. The size is at most `maxImageBytes`. The request carries no
    /// credential: the upload host gets neither key nor token. It may be sent twice if the first outcome is unclear;
    /// that only creates another temporary image.
    ///
    /// Source: `docs/platform.md#image-upload`.
    ///
    /// - Parameters:
    ///   - image: The image. The name of a file is not sent.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for a file that cannot be read, is empty, too large, of
    ///   another format or truncated, or that changes while it is read.
    public func upload(_ image: Data, timeout: Duration? = nil) async throws -> UploadedImage {
        try await traced("images.upload", timeout) {
            try await native.imagesUpload(image: .bytes(bytes: image), options: $0)
        }
    }

    /// Like the other method, with an image in a file.
    public func upload(file: URL, timeout: Duration? = nil) async throws -> UploadedImage {
        try await traced("images.upload", timeout) {
            try await native.imagesUpload(image: .file(path: file.path), options: $0)
        }
    }
}
