import Foundation

/// How much of a file has been sent.
public struct UploadProgress: Sendable, Hashable {
    /// The bytes of the file that the connection has taken.
    public let sent: Int
    /// The size of the file, in bytes.
    public let total: Int
}

/// Calls a function of the app.
private final class ProgressCallback: UploadObserver {
    private let callback: @Sendable (UploadProgress) -> Void

    init(_ callback: @escaping @Sendable (UploadProgress) -> Void) { self.callback = callback }

    func sent(sent: Int64, total: Int64) { callback(UploadProgress(sent: Int(sent), total: Int(total))) }
}

func observer(_ onProgress: (@Sendable (UploadProgress) -> Void)?) -> (any UploadObserver)? {
    onProgress.map(ProgressCallback.init)
}

/// The file at this address, which is refused if it is that of a page or another address without a file.
func source(_ file: URL, _ onProgress: (@Sendable (UploadProgress) -> Void)?) throws -> UploadSource {
    guard file.isFileURL else {
        throw OpenPlatformError.invalidInput(
            "file", "must be a file URL, such as `URL(fileURLWithPath:)` makes: download what is at another address first")
    }
    return .file(path: file.path, observer: observer(onProgress))
}

/// The content of a stream, or at least one byte more than `most` of it, which is enough for the error of the core.
func collected<Chunks: AsyncSequence>(_ stream: Chunks, atMost most: Int64) async throws -> Data
where Chunks.Element: Sequence<UInt8> {
    var content = Data()
    for try await chunk in stream {
        content.append(contentsOf: chunk)
        if content.count > most { break }
    }
    return content
}
