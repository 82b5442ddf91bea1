// Code that the example apps share: the server, forms, the session cookie, pages and
// error pages. A real app uses a web framework such as Vapor or Hummingbird instead.

import Foundation
import OpenPlatform
import OpenPlatformTesting

private let environment = ProcessInfo.processInfo.environment
private let port = UInt16(environment["PORT"] ?? "") ?? 8000

/// The public address of the app.
public let publicURL = environment["PUBLIC_URL"] ?? "http://127.0.0.1:\(port)"

/// The address does not exist.
public struct Missing: Error {
    public init() {}
}

/// A request to the pages of an example.
public struct Request: Sendable {
    public let raw: LocalRequest
    let platform: OpenPlatform

    public var method: String { raw.method }
    /// The segments of the path, decoded.
    public var segments: [String] { raw.path.split(separator: "/").map { $0.removingPercentEncoding ?? "" } }
    /// The session of the browser, if it has one.
    public var session: String? { sessionIn(raw.headers, platform) }

    /// The members of a form.
    public func form() async throws -> [String: Data] {
        let body = try await raw.body(limit: 5_000_000)
        let type = raw.headers.last { $0.name.lowercased() == "content-type" }?.value ?? ""
        guard let mark = type.range(of: "boundary=") else {
            let pairs = String(decoding: body, as: UTF8.self).split(separator: "&").map { pair in
                pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                    $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
                }
            }
            return Dictionary(pairs.map { ($0[0], Data(($0.count > 1 ? $0[1] : "").utf8)) }, uniquingKeysWith: { $1 })
        }
        return parts(of: body, boundary: String(type[mark.upperBound...]))
    }

    private func parts(of body: Data, boundary: String) -> [String: Data] {
        let (line, end) = (Data("--\(boundary)".utf8), Data("\r\n\r\n".utf8))
        var members: [String: Data] = [:]
        var rest = body[...]
        while let start = rest.range(of: line), let head = rest[start.upperBound...].range(of: end),
            let next = rest[head.upperBound...].range(of: line)
        {
            let text = String(decoding: rest[start.upperBound..<head.lowerBound], as: UTF8.self)
            if let name = text.firstMatch(of: /[; ]name="([^"]*)"/)?.1 {
                members[String(name)] = Data(rest[head.upperBound..<next.lowerBound].dropLast(2))
            }
            rest = rest[next.lowerBound...]
        }
        return members
    }
}

/// Serves pages until the process ends. Errors are shown as pages.
public func serve(_ platform: OpenPlatform, _ handler: @escaping @Sendable (Request) async throws -> Reply) async throws {
    let server = try LocalServer(port: port) { raw in
        do {
            return try await handler(Request(raw: raw, platform: platform))
        } catch {
            return explain(error)
        }
    }
    FileHandle.standardOutput.write(Data("listening on \(server.url)\n".utf8))
    while true { try await Task.sleep(for: .seconds(3600)) }
}

/// Receives requests of the platform and of logins.
public func receive(_ request: LocalRequest, hooks: Hooks? = nil, login: LoginRoutes? = nil) async -> Reply? {
    if request.path.hasPrefix("/hooks/"), let hooks {
        return await hooks.receive(
            method: request.method, path: request.path, headers: request.headers, body: request.body(limit:))
    }
    guard request.path.hasPrefix("/oauth/"), let login else { return nil }
    return await login.receive(
        method: request.method, path: request.path, query: request.query, headers: request.headers)
}

/// An unguessable text of 128 random bits, for session ids and secret addresses.
public func unguessable() -> String {
    UUID().uuidString.lowercased().filter { $0 != "-" }
}

extension OpenPlatform {
    fileprivate var isSecure: Bool { oauth.redirectUri?.hasPrefix("https:") ?? false }
    /// Over https the prefix `__Host-` makes browsers refuse a cookie that was set by another host of the domain.
    fileprivate var cookieName: String { isSecure ? "__Host-session" : "session" }
}

/// The session in the headers of a request, if there is one.
public func sessionIn(_ headers: [(name: String, value: String)], _ platform: OpenPlatform) -> String? {
    let cookieName = platform.cookieName
    let cookies = headers.filter { $0.name.lowercased() == "cookie" }.flatMap { $0.value.split(separator: ";") }
    let pairs = cookies.map { $0.drop { $0 == " " }.split(separator: "=", maxSplits: 1) }
    return pairs.first { $0.count == 2 && $0[0] == cookieName && $0[1].count == 32 }.map { String($0[1]) }
}

/// The header `Set-Cookie` for a session. `HttpOnly` makes it unreadable for scripts. With `SameSite=Lax` it is not
/// sent with forms of other sites, but it is sent with the redirect from the platform.
public func sessionCookie(_ session: String, _ platform: OpenPlatform) -> [String: String] {
    let secure = platform.isSecure ? "; Secure" : ""
    return ["Set-Cookie": "\(platform.cookieName)=\(session); Path=/; HttpOnly; SameSite=Lax\(secure)"]
}

/// A page. `body` is HTML: `escape` all other text in it.
public func page(_ title: String, _ body: String, status: UInt16 = 200) -> Reply {
    let html = """
        <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
        <title>\(title)</title><h1>\(title)</h1>\(body)</html>
        """
    return Reply(status: status, contentType: "text/html; charset=utf-8", body: Data(html.utf8))
}

/// Redirects the browser.
public func redirect(_ location: String, headers: [String: String] = [:]) -> Reply {
    Reply(status: 303, headers: headers.merging(["Location": location]) { $1 })
}

/// Escapes text for HTML, also inside quotes.
public func escape(_ text: String) -> String {
    text.unicodeScalars.map { "&<>\"'".unicodeScalars.contains($0) ? "&#\($0.value);" : String($0) }.joined()
}

/// Converts an error to a page that says what the user can do. Details are logged: the texts of the platform's errors
/// have no credentials.
public func explain(_ error: any Error) -> Reply {
    func sorry(_ status: UInt16, _ sentence: String) -> Reply { page("Sorry", "<p>\(escape(sentence))</p>", status: status) }
    switch error {
    case is Missing, OpenPlatformError.NotFound:
        return sorry(404, "There is nothing here.")
    default:
        standardErrorLog(.error, "\(error)")
    }
    switch error {
    case OpenPlatformError.InvalidInput(let report):
        return sorry(400, "This cannot be sent. \(report.text).")
    case OpenPlatformError.MissingScope:
        return sorry(403, "You may not do this.")
    case OpenPlatformError.RefreshUnavailable:
        return sorry(503, "The platform is not available. Please try again later.")
    case OpenPlatformError.ReauthRequired, OpenPlatformError.CodeRejected, OpenPlatformError.StateMismatch:
        return sorry(400, "Please log in again.")
    case OpenPlatformError.AmbiguousOutcome:
        return sorry(502, "It is not certain whether that worked. Please look before you do it again.")
    default:
        return sorry(502, "The platform did not do it. Please try again later.")
    }
}

/// A map in place of a database.
public actor Memory<Value: Sendable> {
    private var held: [String: Value] = [:]

    public init() {}

    public var count: Int { held.count }
    public var values: [Value] { Array(held.values) }
    public subscript(key: String) -> Value? { held[key] }
    public func set(_ key: String, _ value: Value?) { held[key] = value }
    /// Changes a value, and returns the old one; `nil` if there is none.
    public func change(_ key: String, _ body: @Sendable (inout Value) -> Void) -> Value? {
        guard let old = held[key] else { return nil }
        var value = old
        body(&value)
        held[key] = value
        return old
    }
    public func take(_ key: String) -> Value? { held.removeValue(forKey: key) }
    public func removeAll(where isGone: @Sendable (Value) -> Bool) { held = held.filter { !isGone($0.value) } }
}
