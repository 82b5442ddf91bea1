import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A model of an app with text, on the main actor as in views.
@MainActor private final class Model {
    var title = "Inspected"

    func add(_ user: UserClient) async throws {
        try await user.addons.create(on: "gZd7omnS") {
            TitleRow(text: title)
            if title.isEmpty { SubtitleRow(text: title) }
        }
    }
}

/// The same in an actor.
private actor Workshop {
    var title = "Checked"

    func add(_ user: UserClient) async throws {
        try await user.addons.create(on: "gZd7omnS") { TitleRow(text: title) }
    }
}

@Suite struct AppTests {
    @Test func anAddonCanBeBuiltOnTheMainActorAndOnAnActor() async throws {
        let recorder = Recorder.always(outcome: .json(200, [:]))
        let platform = try OpenPlatform {
            $0.apiKey(key: "key-of-the-app")
            $0.transport(transport: recorder)
        }
        let user = platform.user(accessToken: "token")
        try await Model().add(user)
        try await Workshop().add(user)
        let bodies = recorder.requests().map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies.count == 2 && bodies[0].contains("Inspected") && bodies[1].contains("Checked"))
    }

    @Test func theErrorOfTheTokenProviderIsTheCause() async throws {
        let failure = Locked<(any Error)?>(Wrong("canary"))
        let app = try OpenPlatformApp {
            $0.clientId(id: "my-app")
            $0.redirectUri(uri: "https://app.example/back")
            $0.backend(address: "https://app.example/open-platform")
            $0.transport(transport: .always(outcome: .json(200, ["token": "gZd7omnS"])))
            $0.tokens {
                if let failure = failure.value { throw failure }
                return AppAccess(token: "access", expiresIn: 600)
            }
        }
        func refusal() async throws -> OpenPlatformError {
            do {
                _ = try await app.user.users.me()
            } catch let error as OpenPlatformError {
                return error
            }
            throw Wrong("there was access")
        }
        let busy = try await refusal()
        #expect(busy.code == "refresh_unavailable" && busy.description.contains("Wrong"))
        #expect(!busy.description.contains("canary"))
        #expect("\(try #require(busy.cause as? Wrong))".contains("canary"))
        failure.change { $0 = AppTokenError.LoginRequired(reason: "nobody is logged in") }
        let ended = try await refusal()
        #expect(ended.code == "reauth_required" && ended.description.contains("nobody is logged in"))
        #expect("\(try #require(ended.cause as? AppTokenError))" == "the user must log in: nobody is logged in")
        failure.change { $0 = AppTokenError.Unavailable(reason: "the backend is restarted") }
        let soon = try await refusal()
        #expect(soon.code == "refresh_unavailable" && soon.description.contains("the backend is restarted"))
        #expect(soon.cause is AppTokenError)
        failure.change { $0 = CancellationError() }
        #expect(try await refusal().cause is CancellationError, "a task of the provider was cancelled, not the call")
        failure.change { $0 = nil }
        _ = try await app.posts.get("gZd7omnS")
    }

    @Test func aCustomSchemeIsAcceptedAsRedirectURIOnlyWithPKCE() throws {
        func app(pkce: Bool) throws -> OpenPlatformApp {
            try OpenPlatformApp {
                $0.clientId(id: "my-app")
                $0.redirectUri(uri: "com.example.app:/oauth")
                $0.backend(address: "https://app.example/open-platform")
                $0.pkce(on: pkce)
                $0.tokens { throw AppTokenError.LoginRequired(reason: "nobody is logged in") }
            }
        }
        #expect { try app(pkce: false) } throws: { ($0 as? OpenPlatformError)?.report?.subject == "redirectUri" }
        let login = try app(pkce: true).authorize([Scopes.userPhone])
        #expect(login.url().contains("redirect_uri=com.example.app%3A%2Foauth"))
    }

    @Test func ofAFailingFunctionForTheUserTheClassIsLogged() async throws {
        let log = Locked<[String]>([])
        let platform = try OpenPlatform { $0.clientId(id: "app") }
        let key = Data(repeating: 7, count: 32).base64EncodedString()
        let gateway = try AppGateway(
            platform: platform, keys: [key], log: { level, text in log.change { $0.append("\(level) \(text)") } }
        ) { _ in throw Wrong("canary") }
        let reply = await gateway.receive(method: "POST", path: "/access", headers: []) { _ in Data() }
        #expect(reply.status == 500 && reply.body.isEmpty)
        #expect(log.value == ["error open-platform: A request of a phone was answered with 500: Wrong"])
    }

    @Test func aFunctionForTheUserThatHangsFailsAfterItsTimeLimit() async throws {
        let log = Locked<[String]>([])
        let platform = try OpenPlatform { $0.clientId(id: "app") }
        let key = Data(repeating: 7, count: 32).base64EncodedString()
        func gateway(_ limit: Duration) throws -> AppGateway {
            try AppGateway(platform: platform, keys: [key], handlerTimeout: limit, log: { _, text in log.change { $0.append(text) } }) { _ in
                try await Task.sleep(for: .seconds(3600))
                return nil
            }
        }
        let reply = try await gateway(.milliseconds(50)).receive(method: "POST", path: "/access", headers: []) { _ in Data() }
        #expect(reply.status == 500)
        #expect(log.value == ["open-platform: A request of a phone was answered with 500: it took longer than 0.05 s"])
        #expect { try gateway(.zero) } throws: { ($0 as? OpenPlatformError)?.report?.field == "handlerTimeout" }
    }

    @Test func aBackendIssuesAccessForAGrantAndForAUser() async throws {
        let recorder = Recorder.always(outcome: .json(200, ["token": "gZd7omnS"]))
        let platform = try OpenPlatform {
            $0.clientId(id: "app")
            $0.apiKey(key: "key-of-the-app")
            $0.redirectUri(uri: "https://app.example/callback")
            $0.transport(transport: recorder)
        }
        let tokens = Tokens(
            accessToken: "token-of-the-user", refreshToken: nil, expiresAt: .now.addingTimeInterval(3600), scopes: ["USER_PHONE"])
        let grant = try await platform.grants.adopt(tokens, user: "user-7").key
        let key = Data(repeating: 7, count: 32).base64EncodedString()
        let gateway = try AppGateway(platform: platform, keys: [key]) { _ in nil }
        for access in [try gateway.access(grant), try await gateway.accessOf(user: "user-7")] {
            #expect(access.expiresIn() == 600)
            let headers = [(name: "Authorization", value: "Bearer \(access.token())")]
            let reply = await gateway.receive(
                method: "GET", path: "/api/v1/open-platform/finder/post/gZd7omnS", headers: headers
            ) { _ in Data() }
            #expect(reply.status == 200)
        }
        #expect(recorder.requests().count == 2)
        await #expect { try await gateway.accessOf(user: "user-8") } throws: {
            ($0 as? OpenPlatformError)?.code == "reauth_required"
        }
        #expect { try gateway.access("") } throws: { ($0 as? OpenPlatformError)?.code == "invalid_input" }
    }

    /// A mobile app, the developer's backend and the platform: login, calls, a call that is not allowed, the end of the grant.
    @Test func aMobileAppMakesItsCallsThroughTheBackend() async throws {
        let world = try await Sandbox.start().world()
        let platform = try OpenPlatform(world.settings)
        let log = Locked("")
        let key = Data(repeating: 7, count: 32).base64EncodedString()
        let gateway = try AppGateway(
            platform: platform, keys: [key], allow: ["conversations.send"],
            log: { _, text in log.change { $0 += text } }
        ) { $0.header("X-Session") }
        let server = try LocalServer { request in
            await gateway.receive(
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
            $0.clientId(id: world.app.clientId)
            $0.redirectUri(uri: world.app.redirectUris[0])
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
        let access = try AppAccess.parse(body: try await send("/login", code.body()))
        #expect(access.scopes().contains("USER_PHONE") && access.missingScopes().isEmpty)
        #expect(!printed(login, code, app).contains(login.pending()))

        let phone = try await world.user("seller").phone
        #expect(try await app.user.users.me().phone?.rawValue == phone)
        let post = PostToken(try await world.posts(of: "seller")[0].token)
        #expect(try await app.posts.get(post).token == post)
        let before = asked.value
        #expect(try await app.posts.get(post).token == post)
        #expect(asked.value == before, "concurrent calls share one token")
        let conversation = ConversationId(try await world.conversations()[0].id)
        try await app.user.conversations.send(conversation, "From a phone")
        #expect(try await world.messages(conversation.rawValue).last?.message["text"]?.string == "From a phone")
        do {
            try await app.user.addons.create(on: post) { TitleRow(text: "Inspected") }
            Issue.record("the backend does not allow this")
        } catch OpenPlatformError.MissingScope {
        }

        let refusal = try app.authorize([Scopes.userPhone])
        let denied = try await world.consent(refusal.url(), as: nil)
        let opened = try #require(URL(string: denied))
        guard case .denied = try app.callback(opened, pending: refusal.pending()) else { throw Wrong("granted") }
        #expect(throws: OpenPlatformError.self) { try app.callback(back, pending: refusal.pending()) }
        app.close()
        await #expect(throws: OpenPlatformError.self) { try await app.posts.get(post) }
        // No credential was sent to the wrong place, and the mobile app had none.
        let sightings = try await world.credentials()
        #expect(!sightings.isEmpty && sightings.allSatisfy { $0.belongs })
        server.stop()
    }
}
