import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct AppTests {
    /// A phone, the developer's backend and the platform: login, calls, what the backend does not allow, the end of access.
    @Test func aPhoneMakesItsCallsThroughTheBackend() async throws {
        let world = try await Sandbox.start().world()
        let platform = try OpenPlatform { world.configure($0) }
        let log = Locked("")
        let key = Data(repeating: 7, count: 32).base64EncodedString()
        let routes = try AppRoutes(
            platform: platform, keys: [key], options: AppGatewayOptions(allow: ["conversations.send"]),
            log: { _, text in log.change { $0 += text } }
        ) { $0.header("X-Session") }
        let server = try LocalServer { request in
            await routes.receive(
                method: request.method, path: request.path, headers: request.headers, body: request.body(limit:))
        }
        let send: @Sendable (String, String) async throws -> Data = { path, body in
            var request = URLRequest(url: URL(string: server.url + path)!)
            request.httpMethod = "POST"
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.setValue("seller-1", forHTTPHeaderField: "X-Session")
            return try await URLSession.shared.data(for: request).0
        }
        let asked = Locked(0)
        let app = try OpenPlatformApp {
            $0.clientId(id: world.app["client_id"]?.string ?? "")
            $0.redirectUri(uri: world.app["redirect_uris"]?[0]?.string ?? "")
            $0.sandbox(url: world.url)
            $0.allowPlainHttp(on: true)
            $0.backend(address: server.url)
            $0.tokens {
                asked.change { $0 += 1 }
                return try AppAccess.parse(body: try await send("/access", "{}"))
            }
        }
        await #expect { try await app.user.users.me() } throws: {
            ["reauth_required", "refresh_unavailable"].contains(($0 as? OpenPlatformError)?.code)
        }

        let login = try app.authorize([Scopes.userPhone, "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND"])
        let back = try await world.consent(login.url(), as: "seller")
        guard case .granted(let code) = try app.callback(back, pending: login.pending()) else { throw Wrong("denied") }
        _ = try AppAccess.parse(body: try await send("/login", code.body()))
        #expect(!printed(login, code, app).contains(login.pending()))

        let phone = try await world.user("seller")["phone"]?.string
        #expect(try await app.user.users.me().phone?.rawValue == phone)
        let post = PostToken(try await world.posts(of: "seller")[0]["token"]?.string ?? "")
        #expect(try await app.posts.get(post).token == post)
        let before = asked.value
        #expect(try await app.posts.get(post).token == post)
        #expect(asked.value == before, "one access for many calls")
        let conversation = ConversationId(try await world.conversations()[0]["id"]?.string ?? "")
        try await app.user.conversations.send(conversation, "From a phone")
        #expect(try await world.messages(in: conversation).last?["message"]?["text"]?.string == "From a phone")
        do {
            try await app.user.addons.create(on: post) { TitleRow(text: "Inspected") }
            Issue.record("the backend does not allow this")
        } catch OpenPlatformError.MissingScope {
        }

        let refusal = try app.authorize([Scopes.userPhone])
        let denied = try await world.consent(refusal.url(), as: nil)
        guard case .denied = try app.callback(denied, pending: refusal.pending()) else { throw Wrong("granted") }
        #expect(throws: OpenPlatformError.self) { try app.callback(back, pending: refusal.pending()) }
        app.close()
        await #expect(throws: OpenPlatformError.self) { try await app.posts.get(post) }
        // No credential went where it does not belong, and the phone had none at all.
        #expect(try await world.credentials().filter { $0["belongs"]?.bool == false }.isEmpty)
        server.stop()
    }
}
