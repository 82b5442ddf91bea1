#if os(macOS) || os(Linux)
import Foundation
import OpenPlatform

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A request to a ``LocalServer``.
public struct LocalRequest: Sendable {
    /// As received.
    public let method: String
    /// The path without the query.
    public let path: String
    /// The query without the question mark; empty if there is none.
    public let query: String
    /// The headers, as received.
    public let headers: [(name: String, value: String)]
    /// The IP address of the other end of the connection: the server listens on this machine only.
    public let peer = "127.0.0.1"
    /// The body in pieces. Can be read once, here or with ``body(limit:)``.
    public let stream: AsyncThrowingStream<Data, any Error>

    init(_ head: Head, _ connection: Connection) {
        method = head.method
        let parts = head.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        query = parts.count > 1 ? String(parts[1]) : ""
        headers = head.headers
        stream = AsyncThrowingStream {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    // A blocking read, which must not use a thread of Swift concurrency.
                    Thread.detachNewThread { continuation.resume(with: Result { try connection.piece() }) }
                }
            } onCancel: {
                connection.stopReading()
            }
        }
    }

    /// Reads the whole body, or its beginning if it exceeds the limit. Can be called once.
    public func body(limit: Int) async throws -> Data {
        var body = Data()
        for try await piece in stream {
            body += piece.prefix(limit + 1 - body.count)
            if body.count > limit { break }
        }
        return body
    }
}

/// A small HTTP/1.1 server on this machine, for tests and experiments without a web framework: one request per connection, no
/// TLS. It stops with ``stop()`` and when its last reference is released.
///
/// ```swift
/// let server = try LocalServer { request in
///     await hooks.receive(
///         method: request.method, path: request.path, headers: request.headers, peer: request.peer, body: request.body(limit:))
///         ?? Reply(status: 404)
/// }
/// ```
public final class LocalServer: Sendable {
    /// Its address, such as `http://127.0.0.1:49152`.
    public let url: String
    private let listener: Int32

    /// Starts to listen.
    ///
    /// - Parameter port: 0 for any free one.
    /// - Throws: `POSIXError` if it cannot listen there.
    public init(port: UInt16 = 0, _ handler: @escaping @Sendable (LocalRequest) async -> Reply) throws {
        let listener = socket(AF_INET, streamSocket, 0)
        guard listener >= 0 else { throw failure() }
        self.listener = listener
        var on: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 128) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard listens else {
            defer { close(listener) }
            throw failure()
        }
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread {
            while true {
                let socket = accept(listener, nil, nil)
                if socket < 0 {
                    if errno == EINTR || errno == ECONNABORTED { continue }
                    close(listener)
                    return
                }
                Thread.detachNewThread { serve(Connection(socket), handler) }
            }
        }
    }

    deinit { stop() }

    /// Stops listening. Requests in progress are still answered.
    public func stop() {
        // Wakes the thread that accepts, which closes it.
        shutdown(listener, Int32(SHUT_RDWR))
    }
}

#if canImport(Glibc)
private let streamSocket = Int32(SOCK_STREAM.rawValue)
private let noSignal = Int32(MSG_NOSIGNAL)
#else
private let streamSocket = SOCK_STREAM
private let noSignal: Int32 = 0
#endif

private func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

private func serve(_ connection: Connection, _ handler: @escaping @Sendable (LocalRequest) async -> Reply) {
    let head: Head
    do {
        guard let read = try connection.head() else { return connection.end() }
        head = read
    } catch {
        connection.send(Reply(status: 400), to: "GET")
        return connection.end()
    }
    if head.expectsContinue { connection.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
    Task {
        let reply = await handler(LocalRequest(head, connection))
        Thread.detachNewThread {
            connection.send(reply, to: head.method)
            connection.end()
        }
    }
}

/// The head of a request.
struct Head: Sendable {
    enum Length { case bytes(Int), chunked }

    let method: String
    let target: String
    let headers: [(name: String, value: String)]
    let length: Length

    struct Malformed: Error {}

    var expectsContinue: Bool { values("expect").contains { $0.lowercased() == "100-continue" } }

    init(_ lines: [String]) throws {
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { throw Malformed() }
        (method, target) = (String(words[0]), String(words[1]))
        headers = try lines.dropFirst().map { line in
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { throw Malformed() }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return (String(line[..<colon]), value)
        }
        let all = headers
        func values(_ name: String) -> [String] { all.filter { $0.name.lowercased() == name }.map(\.value) }
        let (lengths, encodings) = (values("content-length"), values("transfer-encoding"))
        if !encodings.isEmpty {
            // With both headers the end of the body is ambiguous.
            guard lengths.isEmpty, encodings.count == 1, encodings[0].lowercased() == "chunked" else { throw Malformed() }
            length = .chunked
        } else if let first = lengths.first {
            guard lengths.count == 1, first.allSatisfy({ $0.isASCII && $0.isNumber }), let bytes = Int(first) else {
                throw Malformed()
            }
            length = .bytes(bytes)
        } else {
            length = .bytes(0)
        }
    }

    private func values(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name }.map(\.value)
    }
}

/// A connection. Only one thread at a time uses it, so it needs no lock.
final class Connection: @unchecked Sendable {
    private let socket: Int32
    private var buffer = Data()
    private var isAtEnd = false
    /// The remaining bytes of the body, and of its current chunk.
    private var rest = Head.Length.bytes(0)
    private var chunk = 0

    private static let headLimit = 64 * 1024

    init(_ socket: Int32) {
        self.socket = socket
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// `nil` if no byte was received.
    func head() throws -> Head? {
        let end = Data("\r\n\r\n".utf8)
        var found = buffer.range(of: end)
        while found == nil {
            guard buffer.count <= Self.headLimit else { throw Head.Malformed() }
            guard more() else {
                if buffer.isEmpty { return nil }
                throw Head.Malformed()
            }
            found = buffer.range(of: end)
        }
        let text = String(decoding: buffer[..<found!.lowerBound], as: UTF8.self)
        buffer = Data(buffer[found!.upperBound...])
        let head = try Head(text.components(separatedBy: "\r\n"))
        rest = head.length
        return head
    }

    /// The next piece of the body, or `nil` at its end.
    func piece() throws -> Data? {
        if case .chunked = rest, chunk == 0 {
            guard let size = Int(try line().split(separator: ";").first ?? "", radix: 16), size >= 0 else {
                throw Head.Malformed()
            }
            if size == 0 { rest = .bytes(0) } else { chunk = size }
        }
        let expected = if case .bytes(let bytes) = rest { bytes } else { chunk }
        if expected == 0 { return nil }
        if buffer.isEmpty { guard more() else { throw Head.Malformed() } }
        let piece = Data(buffer.prefix(expected))
        buffer = Data(buffer.dropFirst(piece.count))
        if case .bytes = rest {
            rest = .bytes(expected - piece.count)
        } else {
            chunk -= piece.count
            if chunk == 0 { _ = try line() }
        }
        return piece
    }

    private func line() throws -> String {
        let end = Data("\r\n".utf8)
        var found = buffer.range(of: end)
        while found == nil {
            guard more() else { throw Head.Malformed() }
            found = buffer.range(of: end)
        }
        defer { buffer = Data(buffer[found!.upperBound...]) }
        return String(decoding: buffer[..<found!.lowerBound], as: UTF8.self)
    }

    private func more() -> Bool {
        guard !isAtEnd else { return false }
        var piece = [UInt8](repeating: 0, count: 16 * 1024)
        let count = recv(socket, &piece, piece.count, 0)
        if count <= 0 { isAtEnd = true } else { buffer.append(contentsOf: piece[..<count]) }
        return count > 0
    }

    func send(_ reply: Reply, to method: String) {
        var head = "HTTP/1.1 \(reply.status) \(reply.status)\r\nConnection: close\r\n"
        for (name, value) in reply.headers { head += "\(name): \(value)\r\n" }
        if let type = reply.contentType { head += "Content-Type: \(type)\r\n" }
        head += "Content-Length: \(reply.body.count)\r\n\r\n"
        write(Data(head.utf8) + (method == "HEAD" ? Data() : reply.body))
    }

    func write(_ data: Data) {
        var rest = data
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { platformSend(socket, $0.baseAddress, $0.count, noSignal) }
            if sent <= 0 { return }
            rest = Data(rest.dropFirst(sent))
        }
    }

    /// Ends the reading side, which wakes a waiting read. The answer can still be sent.
    func stopReading() { shutdown(socket, Int32(SHUT_RD)) }

    /// Closes the connection when the other side has closed it, or after two seconds: closing at once with unread data could
    /// discard the answer.
    func end() {
        shutdown(socket, Int32(SHUT_WR))
        var timeout = timeval(tv_sec: 2, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        let end = ContinuousClock.now + .seconds(2)
        while more(), ContinuousClock.now < end { buffer.removeAll() }
        close(socket)
    }
}

private func platformSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(socket, bytes, count, flags)
}
#endif
