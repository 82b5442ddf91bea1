import Foundation

/// Image upload. From ``OpenPlatformApp/images``, on servers from `OpenPlatform.images`.
public struct Images: Sendable {
    let native: any ImageUploads

    /// Uploads a JPEG image for a widget. It is temporary until a widget uses it. Source: spec 7, facts part 1.2.
    ///
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for what is no JPEG image or too large.
    public func upload(_ image: Data, timeout: Duration? = nil) async throws -> UploadedImage {
        try await call(timeout) { try await native.imagesUpload(image: image, options: $0) }
    }

    /// As ``upload(_:timeout:)``, of a file that is read once and whose name is never sent.
    public func upload(file: URL, timeout: Duration? = nil) async throws -> UploadedImage {
        try await call(timeout) { try await native.imagesUploadFile(path: file.path, options: $0) }
    }
}
