// An app on a phone, against the sandbox whose address it is given: login, calls through the sandbox's `backend`, and what
// the backend does not allow. It ends with an error where something is not as it should be.
import Foundation
import OpenPlatform

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Wrong: Error {
    let what: String
}

func holds(_ truth: Bool, _ what: String) throws {
    guard truth else { throw Wrong(what: what) }
    print("ok     \(what)")
}

/// Asks the sandbox or the backend something, as the backend's user `seller-1`.
@Sendable func ask(_ method: String, _ url: String, _ body: String? = nil) async throws -> Data {
    var request = URLRequest(url: URL(string: url)!)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("seller-1", forHTTPHeaderField: "X-Session")
    return try await URLSession.shared.data(for: request).0
}

func json(_ method: String, _ url: String, _ body: Json? = nil) async throws -> Json {
    try Json(text: String(decoding: try await ask(method, url, body?.text), as: UTF8.self))
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
    $0.tokens { try AppAccess.parse(body: try await ask("POST", "\(backend)/access", "{}")) }
}
do {
    _ = try await app.user.users.me()
    throw Wrong(what: "somebody is logged in before the login")
} catch let error as OpenPlatformError {
    try holds(["reauth_required", "refresh_unavailable"].contains(error.code), "before the login a call says so")
}

let login = try app.authorize([Scopes.userPhone, "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND"])
let consent: Json = ["authorize_url": Json(login.url()), "decision": "approve", "user": "seller"]
let back = try await json("POST", "\(admin)/consent", consent)["callback_url"]?.string ?? ""
guard case .granted(let code) = try app.callback(back, pending: login.pending()) else { throw Wrong(what: "denied") }
_ = try AppAccess.parse(body: try await ask("POST", "\(backend)/login", code.body()))

let seller = try await json("GET", "\(admin)/users").array?.first { $0["name"]?.string == "seller" }
try holds(try await app.user.users.me().phone?.rawValue == seller?["phone"]?.string, "the user who logged in is the seller")
let post = PostToken(try await json("GET", "\(admin)/posts")[0]?["token"]?.string ?? "")
try holds(try await app.posts.get(post).token == post, "a post is read")
let conversation = ConversationId(try await json("GET", "\(admin)/conversations")[0]?["id"]?.string ?? "")
try await app.user.conversations.send(conversation, "From a phone", receiver: [[.link("Open", "https://app.example")]])
let messages = try await json("GET", "\(admin)/conversations/\(conversation)/messages").array
try holds(messages?.last?["message"]?["text"]?.string == "From a phone", "a message is sent")
do {
    try await app.user.addons.create(on: post) { TitleRow(text: "Inspected") }
    throw Wrong(what: "an add-on was made, which the backend does not allow")
} catch OpenPlatformError.MissingScope {
    print("ok     what the backend does not allow is refused")
}
app.close()
