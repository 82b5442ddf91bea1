import Foundation
import OpenPlatform
import Testing

#if canImport(Glibc)
import Glibc
private let stream = Int32(SOCK_STREAM.rawValue)
#else
import Darwin
private let stream = SOCK_STREAM
#endif

/// Responses in pieces, from a server that the test drives chunk by chunk.
@Suite struct StreamingTests {
    @Test func aChunkIsReceivedBeforeTheNextOneIsSent() async throws {
        let (response, connection) = try await opened()
        #expect(connection.request.contains("x-api-key: key\r\n"))
        #expect((response.status(), response.requestId(), response.attempts()) == (200, "r7", 1))
        #expect(response.headers()["transfer-encoding"] == "chunked")
        try connection.send("first")
        var received: [String] = []
        for try await chunk in response {
            received.append(String(decoding: chunk, as: UTF8.self))
            try connection.send(received.count == 1 ? "second" : "")
        }
        #expect(received == ["first", "second"])
    }

    @Test func aBodyThatExceedsItsLimitIsAnError() async throws {
        let (response, connection) = try await opened(maxResponse: 5)
        try connection.send("123456")
        #expect(try await failure(of: response).contains("larger than 5 bytes"))
    }

    @Test func aConnectionThatBreaksInTheMiddleIsAnErrorThatSaysSo() async throws {
        let (response, connection) = try await opened()
        try connection.send("half")
        var chunks = response.makeAsyncIterator()
        #expect(try await chunks.next() == Data("half".utf8))
        connection.end()
        #expect(try await failure(of: response).contains("before the response was complete"))
    }

    @Test func aResponseThatIsReleasedClosesTheConnection() async throws {
        var (response, connection): (StreamedResponse?, Connection) = try await opened()
        #expect(response?.status() == 200)
        response = nil
        let closed = try await aside { [connection] in connection.isClosed() }
        #expect(closed)
    }

    @Test func aWaitForBytesEndsWithItsTask() async throws {
        let (response, connection) = try await opened()
        let waiting = Task {
            var chunks = response.makeAsyncIterator()
            return try await chunks.next()
        }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
        try connection.send("text")
        var chunks = response.makeAsyncIterator()
        #expect(try await chunks.next() == Data("text".utf8))
    }

    /// A response that has begun, and the server's side of it.
    private func opened(maxResponse: Int64? = nil) async throws -> (StreamedResponse, Connection) {
        let server = try Server()
        let platform = try OpenPlatform {
            $0.apiKey(key: "key")
            $0.sandbox(url: "http://127.0.0.1:\(server.port)")
        }
        let request = try RawRequest(method: "GET", segments: ["v1", "export"], maxResponse: maxResponse)
        async let connection = aside { try server.accept() }
        let response = try await platform.stream(request)
        return (response, try await connection)
    }

    /// The text of the error with which a body ends.
    private func failure(of response: StreamedResponse) async throws -> String {
        do {
            for try await _ in response {}
        } catch OpenPlatformError.Transport(let report) {
            return report.text
        }
        throw Wrong("the body was complete")
    }
}

/// Runs what waits, because Swift's concurrency has few threads.
private func aside<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

private final class Server: Sendable {
    let port: UInt16
    private let listener: Int32

    init() throws {
        listener = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        try holds(bound, "no server: \(errno)")
    }

    deinit { close(listener) }

    /// Waits for a request, and sends the head of its response.
    func accept() throws -> Connection {
        #if canImport(Glibc)
        try Connection(Glibc.accept(listener, nil, nil))
        #else
        try Connection(Darwin.accept(listener, nil, nil))
        #endif
    }
}

private final class Connection: Sendable {
    let request: String
    private let socket: Int32

    init(_ accepted: Int32) throws {
        socket = accepted
        var timeout = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(accepted, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var head = Data()
        var byte: UInt8 = 0
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard recv(accepted, &byte, 1, 0) == 1 else { throw Wrong("no request: \(errno)") }
            head.append(byte)
        }
        request = String(decoding: head, as: UTF8.self).lowercased()
        try write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nx-request-id: r7\r\n\r\n")
    }

    deinit { close(socket) }

    func send(_ text: String) throws {
        try write("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
    }

    /// Sends no more.
    func end() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Waits until the client has closed the connection.
    func isClosed() -> Bool {
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, 0)
        return count == 0 || (count < 0 && errno == ECONNRESET)
    }

    private func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        let sent = bytes.withUnsafeBytes {
            #if canImport(Glibc)
            Glibc.send(socket, $0.baseAddress, $0.count, 0)
            #else
            Darwin.send(socket, $0.baseAddress, $0.count, 0)
            #endif
        }
        try holds(sent == bytes.count, "the bytes were not taken: \(errno)")
    }
}
