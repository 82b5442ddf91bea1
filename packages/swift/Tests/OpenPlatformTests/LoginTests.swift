import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A browser that does not follow redirects and does not store cookies.
final class Browser: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    struct Page: Sendable {
        let status: Int
        let text: String
        let location: String
        let cookie: String?
        let headers: [String: String]
    }

    private lazy var session: URLSession = {
        let settings = URLSessionConfiguration.ephemeral
        settings.httpCookieStorage = nil
        settings.httpShouldSetCookies = false
        return URLSession(configuration: settings, delegate: self, delegateQueue: nil)
    }()

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func get(_ url: String, cookie: String? = nil, method: String = "GET") async throws -> Page {
        var request = URLRequest(url: URL(string: url)!)
        request.httpMethod = method
        if let cookie { request.setValue(cookie, forHTTPHeaderField: "Cookie") }
        let (data, response) = try await session.data(for: request)
        let answer = response as! HTTPURLResponse
        return Page(
            status: answer.statusCode, text: String(decoding: data, as: UTF8.self),
            location: answer.value(forHTTPHeaderField: "Location") ?? "",
            cookie: answer.value(forHTTPHeaderField: "Set-Cookie"),
            headers: answer.allHeaderFields.reduce(into: [:]) { $0["\($1.key)".lowercased()] = "\($1.value)" })
    }
}

/// Hangs until its task is cancelled.
private func hang<T>() async throws -> T {
    try await Task.sleep(for: .seconds(3600))
    throw Wrong("it was not cancelled")
}

@Suite struct LoginTests {
    @Test func aUserLogsInAndAnotherDeniesAccess() async throws {
        let world = try await Sandbox.start().world()
        let routes = Locked<LoginRoutes?>(nil)
        let server = try LocalServer { request in
            await routes.value?.receive(
                method: request.method, path: request.path, query: request.query, headers: request.headers)
                ?? Reply(status: 404)
        }
        try await world.configure(.init(redirectUris: ["\(server.url)/oauth/callback"]))
        let platform = try OpenPlatform(world.settings)
        let (seen, log) = (Locked<[String?]>([]), Locked(""))
        try routes.change {
            $0 = try LoginRoutes(
                platform: platform, scopes: [Scopes.userPhone], log: { _, text in log.change { $0 += text } }
            ) { login, _ in
                let phone = try await login.user.users.me().phone?.rawValue
                seen.change { $0 += [phone, login.returnTo] }
                return nil
            }
        }
        let browser = Browser()
        let start = "\(server.url)/oauth/login?return_to=%2Fposts%2F7%3Fa%3D1"
        let begun = try await browser.get(start)
        #expect(begun.status == 303)
        let cookie = String(try #require(begun.cookie).prefix { $0 != ";" })
        #expect(try #require(begun.cookie).hasSuffix("; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax"))
        let back = try await world.consent(begun.location, as: "seller")
        let stranger = try await browser.get(back)
        #expect(stranger.status == 400 && stranger.text.contains("did not send its cookie"), "another browser")
        #expect(log.value.contains("A login failed: ") && log.value.contains("without the cookie of a login"))

        let again = try await browser.get(start, cookie: "theme=dark; \(cookie)")
        #expect(String(try #require(again.cookie).prefix { $0 != ";" }) == cookie, "the browser keeps its cookie")
        let address = try await world.consent(again.location, as: "seller")
        let landed = try await browser.get(address, cookie: cookie)
        #expect((landed.status, landed.location) == (303, "/posts/7?a=1"))
        let phone = try await world.user("seller").phone
        #expect(seen.value == [phone, "/posts/7?a=1"])
        #expect(try await browser.get(address, cookie: cookie).status == 400, "the same URL again")

        let denied = try await browser.get(
            try await world.consent(try await browser.get(start, cookie: cookie).location, as: nil), cookie: cookie)
        #expect(denied.status == 200 && denied.text.contains("You did not allow this. Nothing has changed."))
        #expect(try await browser.get(start, method: "POST").status == 405)
        #expect(try await browser.get("\(server.url)/oauth/other").status == 404)
        for path in ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"] {
            let escaped = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let answer = try await browser.get("\(server.url)/oauth/login?return_to=\(escaped)")
            #expect((answer.status, answer.location) == (400, ""))
        }
        #expect(!log.value.contains("ory_"))
        server.stop()
    }

    /// Web frameworks cancel the task of a request when the browser closes its connection.
    @Test(arguments: [nil, Duration.seconds(60)])
    func aBrowserThatLeavesDuringTheCallbackLeavesNoGrantThatTheAppDoesNotKnow(limit: Duration?) async throws {
        let world = try await Sandbox.start().world()
        let (phones, log) = (Locked<[String?]>([]), Locked(""))
        let routes = try LoginRoutes(
            platform: try OpenPlatform(world.settings), scopes: [Scopes.userPhone], session: { _ in "the app's session" },
            handlerTimeout: limit, log: { _, text in log.change { $0 += text } }
        ) { login, _ in
            let phone = try await login.user.users.me().phone?.rawValue
            phones.change { $0.append(phone) }
            return nil
        }
        @Sendable func get(_ path: String, _ query: String) async -> Reply? {
            await routes.receive(method: "GET", path: path, query: query, headers: [])
        }
        let location = try #require(await get("/oauth/login", "")?.headers["Location"])
        let back = try await world.consent(location, as: "seller").split(separator: "?")[1]
        let request = Task { await get("/oauth/callback", String(back)) }
        request.cancel()
        #expect(await request.value?.status == 303)
        #expect(phones.value == [try await world.user("seller").phone] && log.value.isEmpty, "\(log.value)")
    }

    @Test func optionsOfALoginAreSentToTheConsentPage() async throws {
        let platform = try OpenPlatform {
            $0.clientId(id: "app")
            $0.redirectUri(uri: "https://app.example/oauth/callback")
            $0.sandbox(url: "http://127.0.0.1:9")
        }
        let routes = try LoginRoutes(
            platform: platform, scopes: [Scopes.userPhone], prompt: { _ in "login" }, loginHint: { $0.query["phone"] },
            uiLocales: { $0.query["locales"] }, log: { _, _ in }
        ) { _, _ in nil }
        func begin(_ query: String) async -> Reply? {
            await routes.receive(method: "GET", path: "/oauth/login", query: query, headers: [])
        }
        let told = try #require(await begin("phone=0912%2B00&locales=fa%20en")?.headers["Location"])
        #expect(told.contains("&prompt=login&login_hint=0912%2B00&ui_locales=fa%20en"))
        let less = try #require(await begin("")?.headers["Location"])
        #expect(less.contains("&prompt=login") && !less.contains("login_hint") && !less.contains("ui_locales"))
        #expect(await begin("locales=f%0Aa")?.status == 400)
        let malformed = try #require(await begin("phone=1&phone=%25FF%+%FF")?.headers["Location"])
        #expect(malformed.contains("&login_hint=%25FF%25%20%EF%BF%BD"))
    }

    @Test func aRedirectAddressToWhichUsersCannotReturnIsAnErrorOfTheRoutes() throws {
        func routes(_ client: String?, _ login: String?) throws -> LoginRoutes {
            let platform = try OpenPlatform {
                $0.clientId(id: "app")
                if let client { $0.redirectUri(uri: client) }
            }
            return try LoginRoutes(platform: platform, scopes: [Scopes.userPhone], redirectUri: login) { _, _ in nil }
        }
        let (good, wrong) = ("https://app.example/oauth/callback", "https://app.example/oauth/back")
        for (client, login) in [(wrong, nil), (good, wrong), (nil, wrong)] as [(String?, String?)] {
            #expect { try routes(client, login) } throws: {
                ($0 as? OpenPlatformError)?.report?.subject == "redirectUri" && "\($0)".contains("must end in `/callback`")
            }
        }
        for (client, login) in [(good, nil), (wrong, good), (nil, nil)] as [(String?, String?)] { _ = try routes(client, login) }
    }

    @Test func aQueryWithoutTheParameterOfTheScopesIsABadRequest() async throws {
        let platform = try OpenPlatform {
            $0.clientId(id: "app")
            $0.redirectUri(uri: "https://app.example/oauth/callback")
            $0.sandbox(url: "http://127.0.0.1:9")
        }
        let routes = try LoginRoutes(
            platform: platform, scopes: { [Scopes.postAddonCreate(PostToken($0.query["post"] ?? ""))] }, log: { _, _ in }
        ) { _, _ in nil }
        for query in ["", "posts=canary", "post=", "post=a%2Fcanary"] {
            let reply = try #require(await routes.receive(method: "GET", path: "/oauth/login", query: query, headers: []))
            #expect(reply.status == 400 && !String(decoding: reply.body, as: UTF8.self).contains("canary"), "\(query)")
        }
    }

    @Test func aFunctionThatHangsFailsAfterItsTimeLimit() async throws {
        let platform = try OpenPlatform {
            $0.clientId(id: "app")
            $0.redirectUri(uri: "https://app.example/oauth/callback")
            $0.sandbox(url: "http://127.0.0.1:9")
        }
        let log = Locked("")
        let write: Log = { _, text in log.change { $0 += text + "\n" } }
        let limit = Duration.milliseconds(50)
        let hanging = [
            try LoginRoutes(platform: platform, scopes: { _ in try await hang() }, handlerTimeout: limit, log: write) { _, _ in nil },
            try LoginRoutes(
                platform: platform, scopes: [Scopes.userPhone], session: { _ in try await hang() }, handlerTimeout: limit, log: write
            ) { _, _ in nil },
            try LoginRoutes(
                platform: platform, scopes: { _ in [] }, handlerTimeout: limit, onError: { _, _ in try await hang() }, log: write
            ) { _, _ in nil },
        ]
        var statuses: [UInt16?] = []
        for routes in hanging {
            statuses.append(await routes.receive(method: "GET", path: "/oauth/login", query: "", headers: [])?.status)
        }
        #expect(statuses == [503, 503, 400])
        #expect(log.value.components(separatedBy: "failed: it took longer than 0.05 s").count == 4, "\(log.value)")
    }

    @Test func wrongArgumentsAreFoundBeforeALogin() async throws {
        let platform = try OpenPlatform { $0.apiKey(key: "key") }
        func field(_ make: () throws -> LoginRoutes) -> String? {
            do {
                _ = try make()
                return nil
            } catch {
                return (error as? OpenPlatformError)?.report?.field
            }
        }
        for limit in [Duration.zero, .seconds(-1)] {
            #expect(
                field { try LoginRoutes(platform: platform, scopes: { _ in [] }, handlerTimeout: limit) { _, _ in nil } }
                    == "handlerTimeout")
        }
        for scopes: [Scope] in [[], ["USER_PHONES"], ["POST_ADDON_CREATE"]] {
            #expect(field { try LoginRoutes(platform: platform, scopes: scopes) { _, _ in nil } }?.hasPrefix("scope") == true)
        }
    }

    @Test func withAnHttpsRedirectURITheCookieIsSecure() async throws {
        let platform = try OpenPlatform {
            $0.clientId(id: "app")
            $0.redirectUri(uri: "https://app.example/oauth/callback")
            $0.sandbox(url: "http://127.0.0.1:9")
        }
        let routes = try LoginRoutes(platform: platform, scopes: [Scopes.userPhone], log: { _, _ in }) { _, _ in nil }
        func get(_ path: String, _ query: String = "", _ cookie: String? = nil) async -> Reply? {
            let headers = cookie.map { [(name: "cookie", value: $0)] } ?? []
            return await routes.receive(method: "GET", path: path, query: query, headers: headers)
        }
        let cookie = try #require(await get("/oauth/login")?.headers["Set-Cookie"])
        let form = /__Host-open-platform-login=s[0-9a-f]{32}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure/
        #expect(cookie.wholeMatch(of: form) != nil)
        // A cookie that another host of the domain has set is ignored.
        let value = cookie.split(separator: "=")[1].prefix { $0 != ";" }
        let other = try #require(await get("/oauth/login", "", "open-platform-login=\(value)")?.headers["Set-Cookie"])
        #expect(!other.contains(value))
    }

    @Test func theAppChoosesTheSessionTheRedirectURIAndTheResponses() async throws {
        let world = try await Sandbox.start().world()
        let address = "https://app.example/other/callback"
        try await world.configure(.init(redirectUris: world.app.redirectUris + [address]))
        let log = Locked<[String]>([])
        let routes = try LoginRoutes(
            platform: try OpenPlatform(world.settings), scopes: [Scopes.userPhone],
            session: { request in request.headers.first { $0.name == "X-Session" }!.value }, redirectUri: address,
            onDenied: { _ in .page("<p>No.</p>") },
            onError: { error, _ in
                if error is Wrong { throw Wrong("canary") }
                return .reply(Reply(status: 418, contentType: "text/plain", headers: ["X-Own": "1"], body: Data("\(error)".utf8)))
            },
            log: { level, text in log.change { $0.append("\(level) \(text)") } }
        ) { login, _ in
            if login.returnTo == "/fail" { throw Wrong("canary") }
            return .reply(Reply(status: 200, headers: ["Set-Cookie": "own=1"]))
        }
        func get(_ path: String, _ query: String, session: String = "one") async throws -> Reply {
            let headers = [(name: "X-Session", value: session)]
            return try #require(await routes.receive(method: "GET", path: path, query: query, headers: headers))
        }
        func login(as user: String?, _ query: String = "") async throws -> String {
            let begun = try await get("/oauth/login", query)
            let location = try #require(begun.headers["Location"])
            #expect(location.contains("redirect_uri=https%3A%2F%2Fapp.example%2Fother%2Fcallback") && begun.headers["Set-Cookie"] == nil)
            let back = try await world.consent(location, as: user)
            #expect(back.hasPrefix(address))
            return String(back.split(separator: "?")[1])
        }
        let granted = try await get("/other/callback", login(as: "seller"))
        #expect(granted.status == 200 && granted.headers["Set-Cookie"] == "own=1" && granted.headers["Cache-Control"] == "no-store")
        let denied = try await get("/other/callback", login(as: nil))
        #expect(denied.status == 200 && String(decoding: denied.body, as: UTF8.self) == "<p>No.</p>")
        let other = try await get("/other/callback", login(as: "seller"), session: "two")
        #expect(other.status == 418 && other.headers["X-Own"] == "1" && other.contentType == "text/plain")
        #expect(other.headers["Referrer-Policy"] == "no-referrer")
        log.change { $0 = [] }
        let failed = try await get("/other/callback", login(as: "seller", "return_to=/fail"))
        #expect(failed.status == 503 && !String(decoding: failed.body, as: UTF8.self).contains("canary"))
        #expect(
            log.value == [
                "error open-platform: A login failed: a function of the app failed: Wrong",
                "error open-platform: The function for failed logins failed: Wrong",
            ])
    }
}

/// The list `login` of `tests/vectors/adapters.json`: a login in a real server, over sockets.
@Suite(.serialized) struct LoginAdapterTests {
    private let called = Locked<[Value]>([])
    private let log = Locked("")

    @Test func vectors() async throws {
        let world = try await Sandbox.start().world()
        let secure = "https://app.example/oauth/callback", plain = "http://localhost:8000/oauth/callback"
        try await world.configure(.init(redirectUris: [secure, plain]))
        let servers = try [secure: listen(world, secure), plain: listen(world, plain)]
        defer { for server in servers.values { server.stop() } }
        var suite = try Conformance("login", servers: ["LocalServer"])
        await suite.judge("LocalServer") { it in
            called.change { $0 = [] }
            try await judge(it, world, try #require(servers[it.given["redirect_uri"]?.string ?? secure]).url)
        }
        #expect(suite.all.count >= 30 && !log.value.contains("canary"))
        try await suite.note()
    }

    /// A server with the app that the README of the vectors describes.
    private func listen(_ world: World, _ redirectUri: String) throws -> LocalServer {
        let (called, log) = (called, log)
        let platform = try OpenPlatform {
            world.settings($0)
            $0.redirectUri(uri: redirectUri)
        }
        let routes = try LoginRoutes(
            platform: platform, scopes: [Scopes.userPhone], log: { _, text in log.change { $0 += text + "\n" } }
        ) { login, _ in
            called.change { $0.append(["function": "granted", "return_to": Value(login.returnTo)]) }
            if login.returnTo == "/fail" { throw Wrong("canary") }
            if login.returnTo == "/whole" { return .reply(Reply(status: 303, headers: ["Location": "/é", "X-Own": "1"])) }
            if login.returnTo == "/header" { return .reply(Reply(status: 200, headers: ["X-Own": "é"])) }
            if login.returnTo == "/page" { return "<!doctype html><p>No.</p>" }
            return login.returnTo == "/elsewhere" ? "/ب?x=a b" : nil
        }
        return try LocalServer { request in
            await routes.receive(
                method: request.method, path: request.path, query: request.query, headers: request.headers)
                ?? Reply(status: 404)
        }
    }

    private func judge(_ it: Case, _ world: World, _ url: String) async throws {
        let page = try await browse(it.given, world, url)
        try same("status", Value(Int64(page.status)), it.expect["status"])
        for (name, value) in it.expect["headers"]?.object ?? [:] {
            try same("header \(name)", Value(page.headers[name.lowercased()]), value)
        }
        if it.expect["consent_page"]?.bool == true {
            try holds(page.location.contains("/oauth2/auth?response_type=code&"), page.location)
        }
        if let says = it.expect["says"]?.string { try holds(page.text.contains(says), page.text) }
        try holds(!page.text.contains("canary"), page.text)
        try compareCookie(page.cookie, it.expect["cookie"] ?? .null)
        try same("calls", .array(called.value), it.expect["called"])
    }

    /// Sends the request of a case, after the login that it begins with.
    private func browse(_ given: Value, _ world: World, _ url: String) async throws -> Browser.Page {
        let browser = Browser()
        var (path, query) = (given["path"]?.string ?? "/oauth/login", given["query"]?.string ?? "")
        var cookie = given["cookie"]?.string
        if given["login"] != nil || given["consent"] != nil {
            let begun = try await browser.get("\(url)/oauth/login?\(given["login"]?.string ?? "")")
            let own = String((begun.cookie ?? "").prefix { $0 != ";" })
            if let consent = given["consent"]?.string {
                let back = try await world.consent(begun.location, as: consent == "deny" ? nil : "buyer")
                (path, query) = ("/oauth/callback", String(back.drop { $0 != "?" }.dropFirst()))
                if given["cookie"] == nil { cookie = own }
            }
            let state = begun.location.split(separator: "&").first { $0.hasPrefix("state=") }?.dropFirst("state=".count)
            query = query.replacingOccurrences(of: "{state}", with: state ?? "")
            cookie = cookie?.replacingOccurrences(of: "{cookie}", with: own)
        }
        if let status = given["token_status"]?.int {
            _ = try await world.addFault(.init(effects: [.status(status: status)], on: .init(endpoint: "oauth.exchange"), times: 1))
        }
        let method = given["method"]?.string ?? "GET"
        for _ in 1..<(given["times"]?.int ?? 1) {
            _ = try await browser.get("\(url)\(path)?\(query)", cookie: cookie, method: method)
        }
        return try await browser.get("\(url)\(path)?\(query)", cookie: cookie, method: method)
    }

    private func compareCookie(_ set: String?, _ expected: Value) throws {
        guard let set, !expected.isNull else { return try same("the cookie", Value(set), expected) }
        let parts = set.components(separatedBy: "; ")
        let pair = parts[0].split(separator: "=", maxSplits: 1).map(String.init)
        try same("the name of the cookie", Value(pair[0]), expected["name"])
        try same("its attributes", parts.dropFirst().sorted(), (expected["attributes"]?.strings ?? []).sorted())
        let (first, value) = (expected["first"]?.string ?? "", pair.count > 1 ? pair[1] : "")
        let hasForm = value.hasPrefix(first) && value.dropFirst(first.count).wholeMatch(of: /[0-9a-f]{32}/) != nil
        let isValue = expected["value"].map { $0.string == value } ?? true
        try holds(hasForm && isValue && expected["not"]?.string != value, "the cookie is \(set)")
    }
}
