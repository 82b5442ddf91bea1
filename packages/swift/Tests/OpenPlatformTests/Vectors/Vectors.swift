import Foundation
import OpenPlatform
import OpenPlatformTesting

let redirectURI = "https://app.example/oauth/callback"
let now = date("2026-11-20T12:00:00Z")!

/// The client of the vectors, what it sent, and its clock.
struct Vectors: Sendable {
    let recorder: Recorder
    let clock = ManualClock(now: now)
    let client: OpenPlatform

    init(always reply: Value?, _ configure: (Settings) throws -> Void = { _ in }) throws {
        try self.init(Recorder.always(outcome: outcome(of: reply ?? ["status": 200, "body": [:]])), configure)
    }

    init(script: [Value], _ configure: (Settings) throws -> Void = { _ in }) throws {
        try self.init(Recorder.script(outcomes: script.map(outcome(of:))), configure)
    }

    private init(_ recorder: Recorder, _ configure: (Settings) throws -> Void) throws {
        self.recorder = recorder
        let clock = clock
        client = try OpenPlatform {
            $0.environment(variables: [:])
            $0.apiKey(key: "key-of-the-app")
            $0.clientId(id: "my-app")
            $0.clientSecret(secret: "client-secret-of-the-app")
            $0.redirectUri(uri: redirectURI)
            $0.hosts(auth: "https://auth.example", base: "https://base.example", api: "https://api.example",
                upload: "https://upload.example")
            try configure($0)
            $0.transport(transport: recorder)
            $0.clock(clock: clock)
        }
    }

    var user: UserClient { client.user(accessToken: "access-token-of-the-user") }
    var sent: [RecordedRequest] { recorder.requests() }

    /// Makes a call of the endpoint table. The value is what it returns, in its written form.
    func call(_ name: String, _ given: Value) async throws -> Value {
        guard let call = calls[name] else { throw Wrong("\(name) has no runner") }
        return try await call(client, user, given)
    }
}

/// One attempt.
let once: @Sendable (Settings) throws -> Void = { $0.maxAttempts(attempts: 1) }

/// The first case of a call in `requests.json`: where other files take its arguments and its reply from.
func example(_ call: String) throws -> Case {
    guard let found = try cases("requests").first(where: { $0.given["call"]?.string == call }) else {
        throw Wrong("there is no example of \(call)")
    }
    return found
}

/// What the platform answers, as a case writes it.
func outcome(of it: Value) -> Outcome {
    if let failure = it["failure"]?.string {
        let kind: TransportErrorKind = failure == "connect" ? .connect : .interrupted
        return .noAnswer(kind, mayHaveArrived: it["may_have_arrived"]?.bool)
    }
    let headers = (it["headers"]?.object ?? [:]).compactMapValues(\.string)
    let status = UInt16(it["status"]?.int ?? 200)
    if let body = it["body"] {
        let headers = ["content-type": "application/json"].merging(headers) { $1 }
        return .answer(status, Data(body.text.utf8), headers: headers)
    }
    return .answer(status, Data((it["text"]?.string ?? "").utf8), headers: headers)
}

/// A pair whose access token ended an hour ago.
func tokens(_ access: String, _ refresh: String?) -> Tokens {
    Tokens(
        accessToken: access, refreshToken: refresh, expiresAt: date("2026-11-20T11:00:00Z")!,
        scopes: ["USER_PHONE", "offline_access"])
}

private typealias Call = @Sendable (OpenPlatform, UserClient, Value) async throws -> Value

extension Value {
    /// A text of the arguments, as any type of text.
    fileprivate func value<T: TextValue>(_ member: String) -> T { T(self[member]?.string ?? "") }
    fileprivate func json(_ member: String) throws -> Json { try (self[member] ?? .null).json }
}

/// The rows of the endpoint table that have a call here.
var calledEndpoints: Set<String> { Set(calls.keys) }

private let calls: [String: Call] = [
    "oauth.authorize": { platform, _, given in
        let scopes = (given["scopes"]?.strings ?? []).map { Scope($0) }
        let login = try await platform.oauth.authorize(scopes, sessionID: given["session_id"]?.string ?? "")
        return Value(login.url())
    },
    "oauth.exchange": { platform, _, given in
        _ = try await platform.oauth.exchange(
            code: given["code"]?.string ?? "", redirectURI: given["redirect_uri"]?.string ?? "")
        return .null
    },
    "oauth.refresh": { platform, _, given in
        let pair = tokens(given["access_token"]?.string ?? "", given["refresh_token"]?.string)
        _ = try await platform.oauth.refresh(pair, redirectURI: given["redirect_uri"]?.string ?? "")
        return .null
    },
    "users.phone_numbers": { _, user, _ in
        try Value(writePhoneNumbers(value: try await user.users.phoneNumbers()))
    },
    "users.me": { _, user, _ in try Value(writeUser(value: try await user.users.me())) },
    "users.id_by_phone": { platform, _, given in
        Value(try await platform.users.id(byPhone: given.value("phone")).rawValue)
    },
    "posts.get": { platform, _, given in
        try Value(writePost(value: try await platform.posts.get(given.value("post_token"))))
    },
    "posts.get_with_ongoing_images": { _, user, given in
        try Value(writePost(value: try await user.posts.getWithOngoingImages(given.value("post_token"))))
    },
    "images.upload": { platform, _, given in
        let image = Data(base64Encoded: given["image_base64"]?.string ?? "") ?? Data()
        return try Value(writeUploadedImage(value: try await platform.images.upload(image)))
    },
    "addons.create_on_post": { _, user, given in
        let addon = try readPostAddon(json: given.json("addon"))
        let repeats = given["repeat"]?.bool ?? false
        return try Value(
            writeAddonCreated(value: try await user.addons.create(on: given.value("post_token"), addon, repeat: repeats)))
    },
    "addons.create_for_user": { _, user, given in
        let addon = try readUserAddon(json: given.json("addon"))
        return try Value(writeAddonCreated(value: try await user.addons.create(forUser: given.value("phone"), addon)))
    },
    "addons.create_for_user_id": { _, user, given in
        let addon = try readUserAddon(json: given.json("addon"))
        return try Value(writeAddonCreated(value: try await user.addons.create(forUserID: given.value("user_id"), addon)))
    },
    "addons.create_for_business": { _, user, given in
        let addon = try readBusinessAddon(json: given.json("addon"))
        let created = try await user.addons.create(forBusiness: given.value("business_token"), addon)
        return try Value(writeAddonCreated(value: created))
    },
    "addons.delete_from_post": { platform, _, given in
        try await platform.addons.delete(fromPost: given.value("post_token"))
        return .null
    },
    "addons.delete_for_user": { platform, _, given in
        try await platform.addons.delete(forUser: given.value("id"))
        return .null
    },
    "semantics.create_for_user": { _, user, given in
        let record = try readSemanticRecord(json: given.json("record"))
        return try Value(writeRecordCreated(value: try await user.semantics.create(forUser: given.value("phone"), record)))
    },
    "semantics.create_for_user_id": { _, user, given in
        let record = try readUserIdSemanticRecord(json: given.json("record"))
        let created = try await user.semantics.create(forUserID: given.value("user_id"), record)
        return try Value(writeRecordCreated(value: created))
    },
    "semantics.create_for_post": { _, user, given in
        let record = try readSemanticRecord(json: given.json("record"))
        let created = try await user.semantics.create(forPost: given.value("post_token"), record)
        return try Value(writeRecordCreated(value: created))
    },
    "semantics.delete_for_user": { platform, _, given in
        try await platform.semantics.delete(forUser: given.value("phone"))
        return .null
    },
    "semantics.delete_for_user_id": { platform, _, given in
        try await platform.semantics.delete(forUserID: given.value("user_id"), phone: given.value("phone"))
        return .null
    },
    "conversations.send": { _, user, given in
        let message = try readMessage(json: given.json("message"))
        return try Value(
            writeMessageSent(value: try await user.conversations.send(given.value("conversation_id"), message)))
    },
    "conversations.get": { _, user, given in
        try Value(writeConversation(value: try await user.conversations.get(given.value("conversation_id"))))
    },
    "chatbot.reply": { platform, _, given in
        let message = try readBotMessage(json: given.json("message"))
        let sent = try await platform.chatbot.reply(given.value("conversation_id"), message)
        return try Value(writeBotMessageSent(value: sent))
    },
    "chatbot.send": { _, user, given in
        let message = try readBotMessage(json: given.json("message"))
        return try Value(writeBotMessageSent(value: try await user.chatbot.send(given.value("user_id"), message)))
    },
    "events.subscribe": { _, user, given in
        try await user.events.subscribe(readSubscription(json: given.json("subscription")))
        return .null
    },
    "legacy.addons.create_on_post_by_key": { platform, _, given in
        let addon = try readPostAddon(json: given.json("addon"))
        let created = try await platform.legacy.addons.create(onPostByKey: given.value("post_token"), addon)
        return try Value(writeAddonCreated(value: created))
    },
    "legacy.addons.create_on_post": { _, user, given in
        let addon = try readLegacyPostAddon(json: given.json("addon"))
        return try Value(writeAddonCreated(value: try await user.legacy.addons.create(on: given.value("post_token"), addon)))
    },
    "legacy.addons.create_for_user": { _, user, given in
        let addon = try readLegacyUserAddon(json: given.json("addon"))
        return try Value(writeAddonCreated(value: try await user.legacy.addons.create(forUser: given.value("phone"), addon)))
    },
    "legacy.verifications.create": { _, user, given in
        let verification = try readLegacyVerification(json: given.json("verification"))
        let created = try await user.legacy.verifications.create(given.value("phone"), verification)
        return try Value(writeRecordCreated(value: created))
    },
    "legacy.verifications.delete": { platform, _, given in
        try await platform.legacy.verifications.delete(given.value("phone"))
        return .null
    },
    "legacy.conversations.send": { _, user, given in
        let message = try readLegacyMessage(json: given.json("message"))
        return try Value(writeMessageSent(value: try await user.legacy.conversations.send(message)))
    },
    "legacy.events.listen": { _, user, given in
        let listener = given["listener"] ?? .null
        try await user.legacy.events.listen(
            listener.value("post_token"), endpoint: listener["endpoint"]?.string ?? "",
            identificationKey: listener["identification_key"]?.string ?? "")
        return .null
    },
]
