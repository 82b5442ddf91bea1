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
        if let cookie { request.setValue("theme=dark; \(cookie)", forHTTPHeaderField: "Cookie") }
        let (data, response) = try await session.data(for: request)
        let answer = response as! HTTPURLResponse
        return Page(
            status: answer.statusCode, text: String(decoding: data, as: UTF8.self),
            location: answer.value(forHTTPHeaderField: "Location") ?? "",
            cookie: answer.value(forHTTPHeaderField: "Set-Cookie"))
    }
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
        try await world.change(.init(redirectUris: ["\(server.url)/oauth/callback"]))
        let platform = try OpenPlatform { world.configure($0) }
        let (seen, log) = (Locked<[String?]>([]), Locked(""))
        routes.change {
            $0 = LoginRoutes(
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
        #expect(try await browser.get(back).status == 400, "another browser")
        #expect(log.value.contains("without the cookie of a login"))

        let again = try await browser.get(start, cookie: cookie)
        #expect(String(try #require(again.cookie).prefix { $0 != ";" }) == cookie, "the browser keeps its cookie")
        let address = try await world.consent(again.location, as: "seller")
        let landed = try await browser.get(address, cookie: cookie)
        #expect((landed.status, landed.location) == (303, "/posts/7?a=1"))
        let phone = try await world.user("seller").phone
        #expect(seen.value == [phone, "/posts/7?a=1"])
        #expect(try await browser.get(address, cookie: cookie).status == 400, "the same URL again")

        let denied = try await browser.get(
            try await world.consent(try await browser.get(start, cookie: cookie).location, as: nil), cookie: cookie)
        #expect((denied.status, denied.text) == (200, "You did not allow this. Nothing has changed."))
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

    @Test func optionsOfALoginAreSentToTheConsentPage() async throws {
        let platform = try OpenPlatform {
            $0.clientId(id: "app")
            $0.redirectUri(uri: "https://app.example/oauth/callback")
            $0.sandbox(url: "http://127.0.0.1:9")
        }
        let routes = LoginRoutes(
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
    }

    @Test func withAnHttpsRedirectURITheCookieIsSecure() async throws {
        let platform = try OpenPlatform {
            $0.clientId(id: "app")
            $0.redirectUri(uri: "https://app.example/oauth/callback")
            $0.sandbox(url: "http://127.0.0.1:9")
        }
        let routes = LoginRoutes(platform: platform, scopes: [Scopes.userPhone], log: { _, _ in }) { _, _ in nil }
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
}
