import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// The server of the package, with requests that a client of HTTP would not send.
@Suite struct LocalServerTests {
    /// A server that answers with the length of the body, or of its beginning.
    private func counting(limit: Int) throws -> LocalServer {
        try LocalServer { request in
            guard let body = try? await request.body(limit: limit) else { return Reply(status: 400) }
            return Reply(status: 200, headers: ["X-Length": String(body.count)])
        }
    }

    @Test func chunksOfAnyLengthAreRead() async throws {
        let server = try counting(limit: 10)
        let endless = String(repeating: "0", count: 100 * 1024)
        for (body, expected) in [
            ("-5\r\nhello\r\n", "HTTP/1.1 400"), ("5\r\nhello\r\n0\r\n\r\n", "X-Length: 5\r\n"),
            ("7fffffffffffffff\r\nhello, this is long", "X-Length: 11\r\n"), ("5;a=b\r\nhello\r\n0\r\n\r\n", "X-Length: 5\r\n"),
            ("+5\r\nhello\r\n0\r\n\r\n", "HTTP/1.1 400"), ("5\r\nhello more\r\n0\r\n\r\n", "HTTP/1.1 400"),
            ("\r\n", "HTTP/1.1 400"), (endless, "HTTP/1.1 400"), ("5;\(endless)", "HTTP/1.1 400"),
        ] {
            let answer = try await sent("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\(body)", to: server)
            #expect(answer.contains(expected), "\(body.prefix(20)): \(answer)")
        }
        server.stop()
    }

    @Test func anyLimitIsALimit() async throws {
        for (limit, length) in [(Int.max, 5), (.max - 1, 5), (-1, 1), (.min, 1)] {
            let server = try counting(limit: limit)
            let answer = try await sent("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", to: server)
            #expect(answer.contains("X-Length: \(length)\r\n"), "\(limit): \(answer)")
            server.stop()
        }
    }

    /// Where readers of a head could see different headers, it is refused.
    @Test func aSpaceInTheNameOfAHeaderIsRefused() async throws {
        let server = try counting(limit: 10)
        for header in ["Content-Length : 5", "X-One: 1\r\n Content-Length: 5", "\tX-One: 1", "X One: 1"] {
            let answer = try await sent("POST / HTTP/1.1\r\n\(header)\r\n\r\nhello", to: server)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(header): \(answer)")
        }
        server.stop()
    }

    @Test func aHeadThatTakesTooLongIsRefused() async throws {
        let server = try LocalServer(headTimeout: .seconds(2)) { _ in Reply(status: 200) }
        let began = ContinuousClock.now
        let answer = try await sent("GET / HTTP/1.1\r\nX-One: ", to: server, drips: true)
        #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
        #expect(try await sent("", to: server).isEmpty, "a client that sends nothing is not answered")
        #expect(ContinuousClock.now - began < .seconds(20))
        // The body is not limited by that.
        #expect(try await sent("GET / HTTP/1.1\r\n\r\n", to: server).hasPrefix("HTTP/1.1 200 "))
        #expect(defaultBodyTimeout() == 8.5)
        server.stop()
    }

    @Test func aClientThatWaitsIsAskedForItsBodyOnlyIfTheBodyIsRead() async throws {
        let (reads, refuses) = (try counting(limit: 10), try LocalServer { _ in Reply(status: 401) })
        let head = "Content-Length: 1\r\nExpect: 100-continue\r\n\r\n"
        #expect(try await sent("POST / HTTP/1.1\r\n\(head)", to: refuses).hasPrefix("HTTP/1.1 401 "))
        let answer = try await sent("POST / HTTP/1.1\r\n\(head)", to: reads, drips: true)
        #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 ") && answer.contains("X-Length: 1\r\n"), "\(answer)")
        #expect(try await sent("POST / HTTP/1.0\r\n\(head)a", to: reads).hasPrefix("HTTP/1.1 200 "))
        for server in [reads, refuses] { server.stop() }
    }

    @Test func aResponseHasOnlyItsOwnHeaders() async throws {
        let server = try LocalServer { request in
            switch request.path {
            case "/value": Reply(status: 200, headers: ["X-One": "1\r\nX-Two: 2"])
            case "/name": Reply(status: 200, headers: ["X-One\n": "1"])
            default: Reply(status: 204, contentType: "text/plain", body: Data("none".utf8))
            }
        }
        for path in ["/value", "/name"] {
            let answer = try await sent("GET \(path) HTTP/1.1\r\n\r\n", to: server)
            #expect(answer.hasPrefix("HTTP/1.1 500 ") && !answer.contains("X-"), "\(answer)")
        }
        let answer = try await sent("GET / HTTP/1.1\r\n\r\n", to: server)
        #expect(answer.hasPrefix("HTTP/1.1 204 ") && answer.hasSuffix("\r\n\r\n"), "\(answer)")
        #expect(!answer.contains("Content-Length"), "\(answer)")
        server.stop()
    }

    @Test func aBodyCannotBeReadAfterTheResponse() async throws {
        let kept = Locked<LocalRequest?>(nil)
        let server = try LocalServer { request in
            kept.change { $0 = request }
            return Reply(status: 200)
        }
        #expect(try await sent("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", to: server).hasPrefix("HTTP/1.1 200 "))
        await #expect(throws: (any Error).self) { try await kept.value?.body(limit: 10) }
        server.stop()
    }

    #if canImport(Glibc)
    /// The number of its socket belongs to another one then.
    @Test func stoppingAServerAgainClosesNothingElse() async throws {
        let server = try counting(limit: 10)
        let number = try #require((0..<1024).first { listens($0, at: server.url) })
        server.stop()
        for _ in 0..<10_000 where listens(number, at: server.url) { try await Task.sleep(for: .milliseconds(1)) }
        // Another socket has the number of the one that listened.
        var pair: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        if !pair.contains(number) { pair.append(fcntl(pair[0], F_DUPFD, number)) }
        defer { for socket in Set(pair) { close(socket) } }
        try #require(pair.contains(number), "\(pair) and not \(number)")
        server.stop()
        var byte: UInt8 = 0
        let other = pair[1] == number ? pair[0] : pair[1]
        #expect(send(number, "a", 1, Int32(MSG_NOSIGNAL)) == 1 && recv(other, &byte, 1, 0) == 1 && byte == UInt8(ascii: "a"))
    }

    /// Whether a file descriptor is the socket that listens at an address.
    private func listens(_ descriptor: Int32, at url: String) -> Bool {
        var (listens, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens == 1 else { return false }
        var address = sockaddr_in()
        size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
        }
        return isNamed && url.hasSuffix(":\(UInt16(bigEndian: address.sin_port))")
    }
    #endif

    @Test func requestsArePrintedWithoutTheirQueryAndTheirHeaders() async throws {
        let shown = Locked("")
        let platform = try OpenPlatform {
            $0.clientId(id: "app")
            $0.clientSecret(secret: "secret")
            $0.redirectUri(uri: "https://app.example/oauth/callback")
        }
        let note: @Sendable (Any) -> Void = { value in
            let text = printed(value)
            shown.change { $0 += text }
        }
        let login = try LoginRoutes(
            platform: platform, scopes: [Scopes.userPhone], session: { note($0); return "own" }, log: { _, _ in }) { _, _ in nil }
        let gateway = try AppGateway(platform: platform, keys: [Data(count: 32).base64EncodedString()]) { note($0); return nil }
        let server = try LocalServer { request in
            note(request)
            let (method, headers) = (request.method, request.headers)
            _ = await login.receive(method: method, path: "/oauth/callback", query: request.query, headers: headers)
            return await gateway.receive(method: "POST", path: "/access", headers: headers, body: request.body(limit:))
        }
        let answer = try await sent("GET /a?code=canary HTTP/1.1\r\nAuthorization: canary\r\nCookie: a=canary\r\n\r\n", to: server)
        for name in ["LocalRequest(GET /a)", "LoginRequest", "AppUserRequest(POST /access)"] {
            #expect(shown.value.contains(name), "\(answer) \(shown.value)")
        }
        #expect(!shown.value.contains("canary"), "\(shown.value)")
        server.stop()
    }

    /// Many sequences end in a cancelled task as if the body had ended.
    @Test func aBodyThatIsNotReadToItsEndIsAnError() async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        body.yield(Data(#"{"type": "#.utf8))
        let reading = Task { try await beginning(of: pieces, limit: 100) }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    /// A server frames messages, which needs numbers and headers, but a status or a limit of time of its own is in one place.
    @Test func theServerForTestsDecidesOnlyWhatIsListed() throws {
        let file = "\(repository)/packages/swift/Sources/OpenPlatformTesting/LocalServer.swift"
        let source = try String(contentsOfFile: file, encoding: .utf8)
        let list = try #require(source.firstMatch(of: /\nprivate enum Own \{\n(?: .*\n)+\}\n/))
        let decided = try Regex(
            // A status, a time, an attribute of a cookie, or the name of a header other than those of the framing.
            #"\b[2-5][0-9]{2}\b|\.(seconds|milliseconds|minutes)\([0-9]|Interval: [0-9]|Max-Age|SameSite|HttpOnly|__Host-|; *Secure|"#
                + #""[^"]*\b("# + "Allow|Authorization|Cookie|Location|(Cache|Referrer|Retry|Set|WWW|X)-[a-z-]*|Content-(?!Length)[a-z-]*"
                + #")(\b|["\\])"#
        ).ignoresCase()
        #expect(list.output.matches(of: decided).count == 6, "\(list.output)")
        for line in source.replacing(list.output, with: "").components(separatedBy: "\n")
        where !line.drop(while: { $0 == " " }).hasPrefix("//") {
            #expect(line.firstMatch(of: decided) == nil, "\(line)")
        }
    }
}
