// Tests an app on a phone against a sandbox, whose address is the argument: login, calls through the sandbox's `backend`, and
// a call that the backend does not allow. It exits with an error if a check fails.
import Foundation
import OpenPlatform

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct CheckFailed: Error {
    let check: String
}

func check(_ condition: Bool, _ description: String) throws {
    guard condition else { throw CheckFailed(check: description) }
    print("ok     \(description)")
}

/// Sends a request to the sandbox or the backend, as the backend's user `seller-1`.
@Sendable func send(_ method: String, _ url: String, _ body: String? = nil) async throws -> Data {
    var request = URLRequest(url: URL(string: url)!)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("seller-1", forHTTPHeaderField: "X-Session")
    return try await URLSession.shared.data(for: request).0
}

func json(_ method: String, _ url: String, _ body: Json? = nil) async throws -> Json {
    try Json(text: String(decoding: try await send(method, url, body?.text), as: UTF8.self))
}

let sandbox = CommandLine.arguments[1]
let admin = "\(sandbox)/_sandbox/worlds/phone"
_ = try await json("PUT", admin)
let settings = try await json("GET", "\(admin)/app")
let backend = try await json("PUT", "\(admin)/backend", ["allow": ["conversations.send"]])["url"]?.string ?? ""

let app = try OpenPlatformApp {
    $0.clientId(id: settings["client_id"]?.string ?? "")
    $0.redirectUri(uri: settings["redirect_uris"]?[0]?.string ?? "")
    $0.sandbox(url: "\(sandbox)/worlds/phone")
    $0.backend(address: backend)
    $0.tokens { try AppAccess.parse(body: try await send("POST", "\(backend)/access", "{}")) }
}
do {
    _ = try await app.user.users.me()
    throw CheckFailed(check: "a call before the login fails")
} catch let error as OpenPlatformError {
    try check(["reauth_required", "refresh_unavailable"].contains(error.code), "a call before the login fails")
}

let login = try app.authorize([Scopes.userPhone, "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND"])
let consent: Json = ["authorize_url": Json(login.url()), "decision": "approve", "user": "seller"]
let back = try await json("POST", "\(admin)/consent", consent)["callback_url"]?.string ?? ""
guard case .granted(let code) = try app.callback(back, pending: login.pending()) else { throw CheckFailed(check: "the login is granted") }
_ = try AppAccess.parse(body: try await send("POST", "\(backend)/login", code.body()))

let seller = try await json("GET", "\(admin)/users").array?.first { $0["name"]?.string == "seller" }
try check(try await app.user.users.me().phone?.rawValue == seller?["phone"]?.string, "the user who logged in is the seller")
let post = PostToken(try await json("GET", "\(admin)/posts")[0]?["token"]?.string ?? "")
try check(try await app.posts.get(post).token == post, "a post is read")
let conversation = ConversationId(try await json("GET", "\(admin)/conversations")[0]?["id"]?.string ?? "")
try await app.user.conversations.send(conversation, "From a phone", receiver: [[.link("Open", url: "https://app.example")]])
let messages = try await json("GET", "\(admin)/conversations/\(conversation)/messages").array
try check(messages?.last?["message"]?["text"]?.string == "From a phone", "a message is sent")
do {
    try await app.user.addons.create(on: post) { TitleRow(text: "Inspected") }
    throw CheckFailed(check: "a call that the backend does not allow is refused")
} catch OpenPlatformError.MissingScope {
    print("ok     a call that the backend does not allow is refused")
}
app.close()
