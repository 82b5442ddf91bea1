#if os(macOS) || os(Linux)
import Foundation
import OpenPlatform

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What a server decides by itself, because no request has reached the core, or its response is known: statuses and limits of time.
/// Everything else is decided in the core.
private enum Own {
    /// The responses to a head that cannot be read, and to one that takes too long.
    static let malformed = Reply(status: 400), tooSlow = Reply(status: 408)
    /// In place of a response that cannot be sent.
    static let unsendable = Reply(status: 500)
    /// Responses with these statuses have no body (RFC 9110 15.3.5, 15.4.5).
    static let withoutBody: Set<UInt16> = [204, 304]
    /// How long the client may take to close the connection after a response.
    static let closing = Duration.seconds(2)
    /// How long it waits for a free file descriptor, in seconds.
    static let pause = 0.05
}

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
        stream = AsyncThrowingStream { try await connection.nextPiece() }
    }

    /// Reads the whole body, or its beginning if it exceeds the limit. Can be called once.
    public func body(limit: Int) async throws -> Data {
        try await beginning(of: stream, limit: limit)
    }
}

/// Prints nothing of the query and the headers, which have codes, cookies and credentials.
extension LocalRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the path.
    public var description: String { "LocalRequest(\(method) \(path))" }
    /// Empty.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A small HTTP/1.1 server on this machine, for tests and experiments without a web framework: one request per connection, no
/// TLS. A head that takes longer than the core gives a body is refused with 408. It stops with ``stop()`` and when its last
/// reference is released.
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
    private let listener: Listener

    /// Starts to listen.
    ///
    /// - Parameter port: 0 for any free one.
    /// - Throws: `POSIXError` if it cannot listen there.
    public convenience init(port: UInt16 = 0, _ handler: @escaping @Sendable (LocalRequest) async -> Reply) throws {
        try self.init(port: port, headTimeout: .seconds(defaultBodyTimeout()), handler)
    }

    /// With another time limit for the head of a request.
    package init(
        port: UInt16 = 0, headTimeout: Duration, _ handler: @escaping @Sendable (LocalRequest) async -> Reply
    ) throws {
        let listener = socket(AF_INET, streamSocket, 0)
        guard listener >= 0 else { throw failure() }
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
        self.listener = Listener(listener)
        Thread.detachNewThread { [listener = self.listener] in
            while let connection = listener.next() {
                Thread.detachNewThread { serve(connection, headTimeout, handler) }
            }
        }
    }

    deinit { stop() }

    /// Stops listening. Requests in progress are still answered.
    public func stop() { listener.stop() }
}

/// A socket that listens. Its number may belong to another file once it is closed, so it is not used any more then.
private final class Listener: Sendable {
    private let socket: Int32
    private let isStopped = Locked(false)

    init(_ socket: Int32) { self.socket = socket }

    /// Waits for the next connection; `nil` when it was stopped.
    func next() -> Connection? {
        while true {
            let connection = accept(socket, nil, nil)
            let problem = errno
            if connection >= 0 { return Connection(connection) }
            if isStopped.value {
                close(socket)
                return nil
            }
            // The connection has ended already, or the process has no free file descriptor now.
            if problem != EINTR && problem != ECONNABORTED { Thread.sleep(forTimeInterval: Own.pause) }
        }
    }

    /// Wakes the thread that waits, which closes the socket.
    func stop() {
        isStopped.change { isStopped in
            if !isStopped { shutdown(socket, Int32(SHUT_RDWR)) }
            isStopped = true
        }
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

private func serve(
    _ connection: Connection, _ headTimeout: Duration, _ handler: @escaping @Sendable (LocalRequest) async -> Reply
) {
    let head: Head
    do {
        guard let read = try connection.head(within: headTimeout) else { return connection.end() }
        head = read
    } catch {
        connection.send(error is Head.TooSlow ? Own.tooSlow : Own.malformed, to: "GET")
        return connection.end()
    }
    Task { connection.answer(await handler(LocalRequest(head, connection)), to: head.method) }
    connection.work()
    connection.end()
}

/// The head of a request.
struct Head: Sendable {
    enum Length { case bytes(Int), chunked }

    let method: String
    let target: String
    let headers: [(name: String, value: String)]
    let length: Length
    /// Whether the client waits for a response `100` before it sends the body.
    let expectsContinue: Bool

    struct Malformed: Error {}
    struct TooSlow: Error {}

    init(_ lines: [String]) throws {
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { throw Malformed() }
        (method, target) = (String(words[0]), String(words[1]))
        headers = try lines.dropFirst().map { line in
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { throw Malformed() }
            // Some readers see another name where there is a space: also at the beginning of a line that continues a header.
            let name = line[..<colon]
            guard !name.contains(where: \.isWhitespace) else { throw Malformed() }
            return (String(name), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        let all = headers
        func values(_ name: String) -> [String] { all.filter { $0.name.lowercased() == name }.map(\.value) }
        expectsContinue = words[2] != "HTTP/1.0" && values("expect").contains { $0.lowercased() == "100-continue" }
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
}

/// A connection. One thread of its own reads and writes, because both block and must not use a thread of Swift concurrency.
final class Connection: @unchecked Sendable {
    private let socket: Int32
    private var buffer = Data()
    private var isAtEnd = false
    /// The remaining bytes of the body, and of its current chunk.
    private var rest = Head.Length.bytes(0)
    private var chunk = 0
    private var mustContinue = false

    /// Protects the three below, which other threads use, too.
    private let condition = NSCondition()
    private var jobs: [() -> Void] = []
    private var isAnswered = false
    private var isClosed = false

    /// The limit of the head, and of each line of a chunked body, in bytes.
    private static let headLimit = 64 * 1024

    init(_ socket: Int32) {
        self.socket = socket
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// `nil` if no byte was received.
    func head(within limit: Duration) throws -> Head? {
        let end = Data("\r\n\r\n".utf8)
        let deadline = ContinuousClock.now + limit
        defer { limitReads(.zero) }
        var found = buffer.range(of: end)
        while found == nil {
            guard buffer.count <= Self.headLimit else { throw Head.Malformed() }
            let rest = deadline - .now
            if rest > .zero { limitReads(rest) }
            guard rest > .zero, more() else {
                if buffer.isEmpty { return nil }
                throw isAtEnd ? Head.Malformed() : Head.TooSlow()
            }
            found = buffer.range(of: end)
        }
        let text = String(decoding: buffer[..<found!.lowerBound], as: UTF8.self)
        buffer = Data(buffer[found!.upperBound...])
        let head = try Head(text.components(separatedBy: "\r\n"))
        (rest, mustContinue) = (head.length, head.expectsContinue)
        return head
    }

    /// The next piece of the body, or `nil` at its end.
    func nextPiece() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isAdded = add { [self] in continuation.resume(with: Result { try piece() }) }
                if !isAdded { continuation.resume(throwing: Head.Malformed()) }
            }
        } onCancel: {
            stopReading()
        }
    }

    /// Sends the response, after which the thread has no work.
    func answer(_ reply: Reply, to method: String) {
        _ = add(isLast: true) { [self] in send(reply, to: method) }
    }

    /// Adds work for the thread. Returns whether the request was not answered before.
    private func add(isLast: Bool = false, _ job: @escaping () -> Void) -> Bool {
        condition.withLock {
            if isAnswered { return false }
            jobs.append(job)
            isAnswered = isLast
            condition.signal()
            return true
        }
    }

    /// Does the work of the thread, up to the response.
    func work() {
        while true {
            let (job, isLast) = condition.withLock {
                while jobs.isEmpty { condition.wait() }
                return (jobs.removeFirst(), jobs.isEmpty && isAnswered)
            }
            job()
            if isLast { return }
        }
    }

    private func piece() throws -> Data? {
        if mustContinue, buffer.isEmpty { write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
        mustContinue = false
        if case .chunked = rest, chunk == 0 {
            let digits = try line().split(separator: ";", omittingEmptySubsequences: false)[0]
            guard digits.allSatisfy(\.isHexDigit), let size = Int(digits, radix: 16) else { throw Head.Malformed() }
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
            if chunk == 0, try !line().isEmpty { throw Head.Malformed() }
        }
        return piece
    }

    private func line() throws -> String {
        let end = Data("\r\n".utf8)
        var found = buffer.range(of: end)
        while found == nil {
            guard buffer.count <= Self.headLimit, more() else { throw Head.Malformed() }
            found = buffer.range(of: end)
        }
        defer { buffer = Data(buffer[found!.upperBound...]) }
        return String(decoding: buffer[..<found!.lowerBound], as: UTF8.self)
    }

    private func more() -> Bool {
        guard !isAtEnd else { return false }
        var piece = [UInt8](repeating: 0, count: 16 * 1024)
        let count = recv(socket, &piece, piece.count, 0)
        let hasTimedOut = count < 0 && errno == EAGAIN
        if count > 0 { buffer.append(contentsOf: piece[..<count]) } else { isAtEnd = !hasTimedOut }
        return count > 0
    }

    /// Limits how long each read may take; zero is no limit.
    private func limitReads(_ limit: Duration) {
        let (seconds, attoseconds) = limit.components
        // Less than a microsecond would be no limit.
        let microseconds = max(attoseconds / 1_000_000_000_000, limit > .zero ? 1 : 0)
        var timeout = timeval(tv_sec: time_t(seconds), tv_usec: suseconds_t(microseconds))
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    func send(_ reply: Reply, to method: String) {
        let headers = replyHeaders(reply: reply)
        // Such a value would be read as further headers.
        let isEnd = { (scalar: Unicode.Scalar) in ["\r", "\n", "\0"].contains(scalar) }
        guard !headers.contains(where: { "\($0.name)\($0.value)".unicodeScalars.contains(where: isEnd) }) else {
            return send(Own.unsendable, to: method)
        }
        var head = "HTTP/1.1 \(reply.status) \(reply.status)\r\nConnection: close\r\n"
        for header in headers { head += "\(header.name): \(header.value)\r\n" }
        let hasBody = !Own.withoutBody.contains(reply.status)
        if hasBody { head += "Content-Length: \(reply.body.count)\r\n" }
        write(Data("\(head)\r\n".utf8) + (hasBody && method != "HEAD" ? reply.body : Data()))
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
    private func stopReading() {
        condition.withLock { if !isClosed { shutdown(socket, Int32(SHUT_RD)) } }
    }

    /// Closes the connection when the other side has closed it, or after a time: closing at once with unread data could discard the
    /// answer.
    func end() {
        shutdown(socket, Int32(SHUT_WR))
        limitReads(Own.closing)
        let end = ContinuousClock.now + Own.closing
        while more(), ContinuousClock.now < end { buffer.removeAll() }
        condition.withLock {
            isClosed = true
            close(socket)
        }
    }
}

private func platformSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(socket, bytes, count, flags)
}
#endif
