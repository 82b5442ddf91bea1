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
    ///   - onProgress: Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
    ///     0 if the file is sent once more. It runs on a thread of the client and must not block.
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for a file that cannot be read, is empty, too large, of
    ///   another format or truncated, or that changes while it is read.
    public func upload(
        _ image: Data,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedImage {
        try await traced("images.upload", timeout) {
            try await native.imagesUpload(image: .bytes(bytes: image, observer: observer(onProgress)), options: $0)
        }
    }

    /// Like the other method, with an image in a file.
    public func upload(
        file: URL,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedImage {
        try await traced("images.upload", timeout) {
            try await native.imagesUpload(image: source(file, onProgress), options: $0)
        }
    }

    /// Like the other methods, with an image from a stream of chunks, which is read first.
    public func upload<Chunks: AsyncSequence>(
        stream: Chunks,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedImage where Chunks.Element: Sequence<UInt8> {
        let content = try await collected(stream, atMost: native.maxUploadBytes())
        return try await upload(content, timeout: timeout, onProgress: onProgress)
    }
}
