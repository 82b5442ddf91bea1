import Foundation

/// Image upload. From ``OpenPlatformApp/images``, on servers from `OpenPlatform.images`.
public struct Images: Sendable {
    let native: any ImageUploads

    /// Uploads an image for a widget: JPEG, and PNG with the setting `allowPng`. It is temporary: an add-on that uses it makes
    /// it permanent, under a new name.
    ///
    /// Nothing proves who is calling: the upload host gets neither key nor token. It may be sent twice if the first outcome is
    /// unclear, which only leaves another temporary image. Source: spec 7, facts part 1.2.6.
    ///
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for another format, or what is too large.
    public func upload(_ image: Data, timeout: Duration? = nil) async throws -> UploadedImage {
        try await call(timeout) { try await native.imagesUpload(image: image, options: $0) }
    }

    /// As ``upload(_:timeout:)``, of a file that is read once and whose name is never sent.
    public func upload(file: URL, timeout: Duration? = nil) async throws -> UploadedImage {
        try await call(timeout) { try await native.imagesUploadFile(path: file.path, options: $0) }
    }
}
