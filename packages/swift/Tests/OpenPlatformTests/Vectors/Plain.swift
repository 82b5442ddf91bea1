import Foundation
import OpenPlatform
import OpenPlatformTesting

/// Vectors without requests.
let plain: [String: CaseCheck] = [
    "phones_and_ids": { it in
        let text = it.given["value"]?.string ?? ""
        let value = try await outcome(it.expect) { () throws -> String in
            switch it.given["type"]?.string {
            case "phone": return try normalizePhone(phone: Phone(text))
            case "post_token": try checkPostToken(value: PostToken(text))
            case "conversation_id": try checkConversationId(value: ConversationId(text))
            case "user_id": try checkUserId(value: UserId(text))
            case "business_token": try checkBusinessToken(value: BusinessToken(text))
            case "id": try checkRecordId(value: RecordId(text))
            case let type: throw Wrong("there is no type \(type ?? "")")
            }
            return text
        }
        if let value { try same("value", Value(value), it.expect["value"]) }
    },
    "semantics": { it in
        switch it.given["operation"]?.string {
        case "mask":
            let masked = try await outcome(it.expect) { try mask(value: it.given["value"]?.string ?? "") }
            if let masked { try same("value", Value(masked), it.expect["value"]) }
        case "mask_real_estate":
            let (document, page) = (it.given["document"]?.string ?? "", it.given["page"]?.string ?? "")
            let masked = try await outcome(it.expect) { try maskRealEstate(document: document, page: page) }
            if let masked { try same("value", Value(masked), it.expect["value"]) }
        case "hashed_names":
            let semantic = (it.given["semantic"]?.object ?? [:]).compactMapValues(\.string)
            try same("names", Value(strings: hashedNames(semantic: semantic).sorted()), it.expect["names"])
        case let operation:
            throw Wrong("there is no operation \(operation ?? "")")
        }
    },
    "amounts": { it in
        let amount = { (name: String) in Rials(rials: Int64(it.given[name]?.string ?? "") ?? 0) }
        let (first, second) = (amount("first"), amount("second"))
        let order = first < second ? "less" : first == second ? "equal" : "greater"
        try same("order", Value(order), it.expect["order"])
        try same("sum", Value(String((first + second).rials)), it.expect["sum"])
        try same("difference", Value(String((first - second).rials)), it.expect["difference"])
    },
    "submit_forms": { it in
        let form = SubmitSchema(schema: try it.given["schema"]?.json ?? Json(text: "null"))
        let fields = try (it.given["category_fields"]?.object ?? [:]).mapValues { try $0.json }
        let problems = try form.problems(in: fields)
        let found = problems.map { Value.object(["path": .string($0.path), "reason": .string($0.reason)]) }
        try same("problems", Value.array(found), it.expect["problems"])
        let details = PostDetails(
            categorySlug: "light", title: "Car", description: "White", city: "tehran", locationType: .empty)
        let post = PostSubmission(
            businessToken: BusinessToken("b1"), generalData: details, categoryFields: fields, schema: form)
        var refused: String?
        do {
            try checkPostSubmission(value: post)
        } catch let error as OpenPlatformError {
            refused = error.report?.field
        }
        let first = problems.first?.path.replacingOccurrences(of: "category_fields", with: "categoryFields")
        try same("the refused field", refused, first)
    },
    "scopes": { it in
        switch it.given["operation"]?.string {
        case "required":
            let needs = try await outcome(it.expect) { () throws -> Requirements in
                let events = try (it.given["events"]?.strings ?? []).map {
                    try readSubscription(json: ["event_type": Json($0)]).eventType
                }
                return try requiredScopes(calls: it.given["calls"]?.strings ?? [], events: events)
            }
            guard let needs else { return }
            let actual: Value = [
                "scope": Value(needs.scopes.joined(separator: " ")),
                "scopes": Value(strings: needs.scopes),
                "alternatives": .array(
                    needs.alternatives.map { ["scope": Value($0.smallest), "or": Value($0.broader)] }),
                "permissions": Value(strings: needs.permissions),
            ]
            try same("what is needed", actual, it.expect)
        case "join":
            let scopes = (it.given["scopes"]?.strings ?? []).map { Scope($0) }
            if let value = try await outcome(it.expect, { try joinScopes(scopes: scopes) }) {
                try same("value", Value(value), it.expect["value"])
            }
        case "table":
            let table = Dictionary(uniqueKeysWithValues: scopes().map { ($0.name, Value($0.identifier)) })
            try same("identifiers", .object(table), it.expect["identifiers"])
        case let operation:
            throw Wrong("there is no operation \(operation ?? "")")
        }
    },
    "widgets": { it in
        let written = try await outcome(it.expect) { () throws -> [Value] in
            let image = it.given["image"]?.string ?? ""
            let addons =
                if let row = it.given["row"]?.string {
                    try rows(row, image: image)
                } else {
                    [try readPostAddon(json: ["widgets": [(it.given["widget"] ?? .null).json]])]
                }
            return try addons.map { addon in
                try checkPostAddon(value: addon)
                return try Value(writePostAddon(value: addon))
            }
        }
        for addon in written ?? [] { try same("the widget", addon["widgets"]?.array?.first, it.expect["value"]) }
    },
    "messages": { it in
        let given = try (it.given["value"] ?? .null).json
        let written = try await outcome(it.expect) { () throws -> Value in
            if it.given["kind"]?.string == "message" {
                let message = try readMessage(json: given)
                try checkMessage(value: message)
                return try Value(writeMessage(value: message))
            }
            let message = try readBotMessage(json: given)
            try checkBotMessage(value: message)
            return try Value(writeBotMessage(value: message))
        }
        if let written { try same("the message", written, it.expect["value"]) }
    },
    "retry_after": { it in
        let seconds = try retryAfterSeconds(header: it.given["header"]?.string ?? "", now: date(it.given["now"]?.string)!)
        try same("seconds", Value(seconds), it.expect["seconds"])
    },
    "migration": { it in
        guard let migrate = migrations[it.given["kind"]?.string ?? ""] else { throw Wrong("nothing migrates this") }
        let value = try (it.given["value"] ?? .null).json
        guard let migrated = try await outcome(it.expect, path: { $0 }, { try migrate(value) }) else { return }
        for (name, wanted) in it.expect.object ?? [:] {
            switch name {
            case "value": try same(name, try Value(migrated.value), wanted)
            case "contains": try contains(try Value(migrated.value), wanted)
            case "endpoint": try same(name, Value(migrated.endpoint), wanted)
            case "dropped": try same(name, Value(strings: try migratedDropped(migrated: migrated)), wanted)
            case "needs_attention": try same(name, .bool(migratedNeedsAttention(migrated: migrated)), wanted)
            default: throw Wrong("there is no expectation \(name)")
            }
        }
    },
    "environments": { it in
        let recorder = Recorder.always(outcome: outcome(of: defaultResponse))
        let lines = Locked<[Value]>([])
        let post = try await outcome(it.expect) {
            do {
                let platform = try OpenPlatform { settings in
                    settings.log { level, _, text, _ in lines.change { $0.append(Value("\(level.rawValue) \(text)")) } }
                    settings.environment(variables: (it.given["environment"]?.object ?? [:]).mapValues { $0.string ?? "" })
                    if let key = it.given["api_key"]?.string { settings.apiKey(key: key) }
                    if let id = it.given["client_id"]?.string { settings.clientId(id: id) }
                    if let url = it.given["sandbox_url"]?.string { settings.sandbox(url: url) }
                    if let base = it.given["base"]?.string {
                        settings.hosts(
                            auth: "https://auth.example", base: base, api: "https://api.example",
                            upload: "https://upload.example", chat: "https://chat.example")
                    }
                    settings.transport(transport: recorder)
                }
                return try await platform.posts.get("gZd7omnS")
            } catch {
                try holds(!printed(error).contains("canary"), printed(error))
                throw error
            }
        }
        try same("requests", recorder.requests().count, post == nil ? 0 : 1)
        if post != nil { try isRequest(recorder.requests()[0], it.expect["request"] ?? .null) }
        try same("lines", .array(lines.value), it.expect["lines"] ?? [])
    },
    "configurations": { it in
        let recorder = Recorder.always(outcome: outcome(of: defaultResponse))
        let post = try await outcome(it.expect) {
            do {
                let platform = try Vectors(recorder) { settings in
                    settings.allowPlainHttp(on: it.given["allow_plain_http"]?.bool ?? false)
                    if let key = it.given["api_key"]?.string { settings.apiKey(key: key) }
                    if let id = it.given["client_id"]?.string { settings.clientId(id: id) }
                    if let secret = it.given["client_secret"]?.string { settings.clientSecret(secret: secret) }
                    if let key = it.given["identification_key"]?.string { settings.identificationKeys(keys: [key]) }
                    if let url = it.given["sandbox_url"]?.string { settings.sandbox(url: url) }
                    if let seconds = it.given["timeout"]?.double { settings.timeout(timeout: seconds) }
                    if let seconds = it.given["upload_timeout"]?.double { settings.uploadTimeout(timeout: seconds) }
                    limits(settings, it.given)
                    if let base = it.given["base"]?.string {
                        settings.hosts(
                            auth: "https://auth.example", base: base, api: "https://api.example",
                            upload: "https://upload.example", chat: "https://chat.example")
                    }
                }
                if it.given["identification_key"] != nil { _ = try Hooks(platform: platform.client) }
                let user = platform.client.user(accessToken: it.given["access_token"]?.string ?? "access-token-of-the-user")
                if let seconds = it.given["connect_timeout"]?.double {
                    _ = try OpenPlatform { $0.environment(variables: [:]); $0.connectTimeout(timeout: seconds) }
                }
                let timeout = it.given["call_timeout"]?.double.map { Duration.seconds($0) }
                return try await user.posts.getWithOngoingImages("gZd7omnS", timeout: timeout)
            } catch {
                try holds(!printed(error).contains("canary"), printed(error))
                throw error
            }
        }
        try same("requests", recorder.requests().count, post == nil ? 0 : 1)
    },
]

/// Sets the limits of a case.
func limits(_ settings: Settings, _ given: Value) {
    func count(_ name: String) -> UInt32? { given[name]?.double.map { UInt32($0) } }
    if let attempts = count("max_attempts") { settings.maxAttempts(attempts: attempts) }
    if let characters = count("max_message_chars") { settings.maxMessageChars(characters: characters) }
    if let characters = count("max_caption_chars") { settings.maxCaptionChars(characters: characters) }
    if let characters = count("max_image_name_chars") { settings.maxImageNameChars(characters: characters) }
    if let buttons = count("max_buttons") { settings.maxButtons(buttons: buttons) }
    if let bytes = count("max_image_bytes") { settings.maxImageBytes(bytes: UInt64(bytes)) }
    if let bytes = count("max_body_bytes") { settings.maxBodyBytes(bytes: UInt64(bytes)) }
    if let bytes = count("max_video_bytes") { settings.maxVideoBytes(bytes: UInt64(bytes)) }
    if let logins = count("max_pending_logins") { settings.maxPendingLogins(logins: logins) }
}

private let migrations: [String: @Sendable (Json) throws -> Migrated] = [
    "any": migrateAny(value:),
    "addon": migrateAddon(value:),
    "user_addon": migrateUserAddon(value:),
    "verification": migrateVerification(value:),
    "widgets": migrateWidgets(value:),
    "action": migrateAction(value:),
    "message": migrateMessage(value:),
    "listener": migrateListener(value:),
    "webhook_body": migrateWebhookBody(value:),
    "start_request": migrateStartRequest(value:),
]

/// Add-ons of one row, with the name of an image and with the response to an upload.
private func rows(_ row: String, image: String) throws -> [PostAddon] {
    let (name, uploaded) = (Image(image), UploadedImage(imageName: Image(image)))
    let rows: [any WidgetConvertible] =
        switch row {
        case "event_row": [EventRow(title: "Report", image: name), EventRow(title: "Report", image: uploaded)]
        case "selector_row": [SelectorRow(title: "Report", image: name), SelectorRow(title: "Report", image: uploaded)]
        default: throw Wrong("\(row) is no row with an image")
        }
    return rows.map { PostAddon(widgets: [$0.widget]) }
}

private func contains(_ actual: Value, _ expected: Value) throws {
    guard let members = expected.object else { return try same("a member", actual, expected) }
    for (name, member) in members { try contains(actual[name] ?? .null, member) }
}
