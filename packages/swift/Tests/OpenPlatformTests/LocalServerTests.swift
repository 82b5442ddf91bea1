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
        let number = dup(0)
        close(number)
        let server = try counting(limit: 10)
        server.stop()
        for _ in 0..<1000 where fcntl(number, F_GETFD) != -1 { try await Task.sleep(for: .milliseconds(1)) }
        let pairs = (0..<20).map { _ in
            var pair: [Int32] = [-1, -1]
            #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
            return pair
        }
        server.stop()
        for pair in pairs {
            #expect(send(pair[0], "a", 1, Int32(MSG_NOSIGNAL)) == 1)
            for socket in pair { close(socket) }
        }
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
}
