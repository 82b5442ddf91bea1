import Foundation
import OpenPlatform
import OpenPlatformTesting

/// Vectors of requests.
let outgoing: [String: CaseCheck] = [
    "requests": { it in
        let platform = try Vectors(always: it.given["reply"])
        let address = try await outcome(it.expect) {
            try await platform.call(it.given["call"]?.string ?? "", it.given["arguments"] ?? .null)
        }
        if it.expect["error"] != nil { return try same("requests", platform.sent.count, 0) }
        if let expected = it.expect["authorization_url"] { return try authorizationURL(address?.string ?? "", expected) }
        try isRequest(try last(of: platform, it.expect), it.expect["request"] ?? .null)
    },
    "errors": { it in
        let platform = try Vectors(always: it.given["reply"], once)
        let call = it.given["call"]?.string ?? ""
        _ = try await outcome(it.expect) { try await platform.call(call, example(call).given["arguments"] ?? .null) }
    },
    "retry": { it in
        let call = it.given["call"]?.string ?? ""
        let example = try example(call)
        let reply = example.given["reply"] ?? defaultResponse
        let script = (it.given["outcomes"]?.array ?? []).map { $0 == ["status": 200] ? reply : $0 }
        let platform = try Vectors(script: script)
        let make = { try await platform.call(call, example.given["arguments"] ?? .null) }
        for _ in 1..<max(1, it.given["calls"]?.int ?? 1) {
            _ = try? await make()
            platform.clock.advance(by: it.given["seconds_between"]?.double ?? 0)
        }
        if it.expect["error"] != nil || it.expect["result"] != nil {
            _ = try await outcome(it.expect, make)
        } else {
            _ = try? await make()
        }
        try same("requests", Value(Int64(platform.sent.count)), it.expect["requests"])
        let waits = platform.clock.waits()
        if let least = it.expect["waits_at_least"]?.array {
            let enough = waits.count == least.count && zip(waits, least).allSatisfy { $0 >= $1.double ?? .infinity }
            try holds(enough, "waited \(waits) s, expected \(least.map(\.text)) s at least")
        }
        try platform.recorded(it.expect)
    },
    "raw_requests": { it in
        let outcomes = it.given["outcomes"]?.array ?? [defaultResponse]
        let platform = try Vectors(script: outcomes)
        let host = it.given["host"]?.string
        let query = (it.given["query"]?.array ?? []).map { pair in
            QueryParameter(name: pair.array?[0].string ?? "", value: pair.array?[1].string ?? "")
        }
        let classes: [String: RawRetry] = ["safe": .safe, "safe_once": .safeOnce, "not_processed": .notProcessed]
        let retry = it.given["retry"]?.string.flatMap { classes[$0] }
        let content = it.given["content_base64"]?.string.flatMap { Data(base64Encoded: $0) }
        let form = it.given["form"]?.array.map { parts in
            parts.map { part in
                FormPart(
                    name: part["name"]?.string ?? "",
                    content: part["content_base64"]?.string.flatMap { Data(base64Encoded: $0) }
                        ?? Data((part["text"]?.string ?? "").utf8),
                    fileName: part["file_name"]?.string, contentType: part["content_type"]?.string)
            }
        }
        let answer = try await outcome(it.expect) { () -> (UInt16, Data) in
            let request = try RawRequest(
                method: it.given["method"]?.string ?? "", segments: it.given["segments"]?.strings ?? [],
                host: host.flatMap { rawHosts[$0] }, query: query, body: try it.given["json"]?.json, content: content,
                contentType: it.given["content_type"]?.string, form: form, retry: retry,
                maxResponse: it.given["max_response"]?.int.map(Int64.init))
            let isApp = it.given["as"]?.string == "app"
            guard it.given["stream"]?.bool == true else {
                let answer =
                    isApp ? try await platform.client.request(request) : try await platform.user.request(request)
                // `json` ignores a byte order mark.
                return (answer.status(), (try? answer.json()).map { Data($0.text.utf8) } ?? answer.body())
            }
            let stream = isApp ? try await platform.client.stream(request) : try await platform.user.stream(request)
            var body = Data()
            for try await chunk in stream { body += chunk }
            return (stream.status(), body)
        }
        if let requests = it.expect["requests"] {
            try same("requests", Value(Int64(platform.sent.count)), requests)
        } else if it.expect["error"] != nil {
            try same("requests", platform.sent.count, 0)
        }
        try holds(platform.sent.count <= outcomes.count, "more requests than outcomes")
        if let request = it.expect["request"] { try isRequest(platform.sent[0], request) }
        if let answer, let expected = it.expect["response"] {
            try same("status", Value(Int64(answer.0)), expected["status"])
            try same("body", try Value(text: String(decoding: answer.1, as: UTF8.self)), expected["body"])
        }
    },
    "images": { it in
        let platform = try Vectors(always: it.given["reply"]) { settings in
            if let limit = it.given["max_image_bytes"]?.int { settings.maxImageBytes(bytes: UInt64(limit)) }
            if let on = it.given["allow_png"]?.bool { settings.allowPng(on: on) }
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let uploaded = try await outcome(it.expect) {
            if let base64 = it.given["image_base64"]?.string {
                let image = (Data(base64Encoded: base64) ?? Data()) + Data(count: it.given["zeros_behind"]?.int ?? 0)
                return try await platform.client.images.upload(image)
            }
            var file = URL(fileURLWithPath: it.given["path"]?.string ?? "")
            if let bytes = it.given["file_bytes"]?.int {
                // A sparse file: only its length matters, and it is not read.
                file = folder.appendingPathComponent("image.jpg")
                _ = FileManager.default.createFile(atPath: file.path, contents: nil)
                let handle = try FileHandle(forWritingTo: file)
                try handle.truncate(atOffset: UInt64(bytes))
                try handle.close()
            }
            return try await platform.client.images.upload(file: file)
        }
        if let uploaded {
            try same("bytes sent", Value(Int64(platform.sent[0].body.count)), it.expect["bytes_sent"])
            if let mediaType = it.expect["content_type"] {
                try same("media type", Value(platform.sent[0].headers["content-type"]), mediaType)
            }
            try same("value", try Value(writeUploadedImage(value: uploaded)), it.expect["value"])
        } else if it.expect["error"]?["code"]?.string == "invalid_input" {
            try same("requests", platform.sent.count, 0)
        }
    },
    "credentials": { it in
        let example = try example(it.given["call"]?.string ?? "")
        let platform = try Vectors(always: example.given["reply"])
        _ = try await platform.call(it.given["call"]?.string ?? "", example.given["arguments"] ?? .null)
        let request = try last(of: platform, it.expect)
        let url = URLComponents(string: request.url)
        try same("origin", Value("\(url?.scheme ?? "")://\(url?.host ?? "")"), it.expect["origin"])
        let body = String(decoding: request.body, as: UTF8.self)
        let everything = ([request.url, body] + request.headers.values).joined(separator: "\n")
        let secrets = [
            ("api_key", "key-of-the-app", request.headers["x-api-key"] == "key-of-the-app"),
            (
                "access_token", "access-token-of-the-user",
                request.headers["authorization"] == "Bearer access-token-of-the-user"
            ),
            ("client_secret", "client-secret-of-the-app", body.contains("client_secret=client-secret-of-the-app")),
        ]
        let carried = secrets.filter { everything.contains($0.1) }.map(\.0)
        try same("credentials", Value(strings: carried), it.expect["carries"])
        for (name, _, isAtPlace) in secrets { try same("\(name) at its place", isAtPlace, carried.contains(name)) }
    },
]

/// The hosts of a raw request. The `switch` does not compile if one is missing.
private let rawHosts: [String: RawHost] = {
    func name(_ host: RawHost) -> String {
        switch host {
        case .base: "base"
        case .api: "api"
        case .upload: "upload"
        case .auth: "auth"
        }
    }
    return Dictionary(uniqueKeysWithValues: [RawHost.base, .api, .upload, .auth].map { (name($0), $0) })
}()

/// Compares a request with the expectation of a case.
func isRequest(_ request: RecordedRequest, _ expected: Value) throws {
    try same("method", Value(request.method), expected["method"])
    try same("url", Value(request.url), expected["url"])
    for (name, value) in expected["headers"]?.object ?? [:] {
        try same("header \(name)", Value(request.headers[name]), value)
    }
    for name in expected["absent_headers"]?.strings ?? [] {
        try holds(request.headers[name] == nil, "the header \(name) was sent")
    }
    let body = String(decoding: request.body, as: UTF8.self)
    if let text = expected["body_text"] { try same("body", Value(body), text) }
    if let json = expected["body"] { try same("body", try Value(text: body), json) }
    if let form = expected["form_body"]?.string {
        let parts = (request.headers["content-type"] ?? "").components(separatedBy: "multipart/form-data; boundary=")
        try holds(parts.count == 2 && parts[0].isEmpty && parts[1].count >= 43, "the media type is \(parts)")
        let boundary = parts.last ?? ""
        try same("form", Value(body), Value(form.replacingOccurrences(of: "{boundary}", with: boundary)))
    }
    if let form = expected["form"] {
        let sent = parameters(body)
        try same("form", Value.object(Dictionary(sent.map { ($0.0, .string($0.1)) }, uniquingKeysWith: { $1 })), form)
        try same("members of the form", sent.count, form.object?.count ?? 0)
    }
    if let base64 = expected["body_base64"] { try same("body", Value(request.body.base64EncodedString()), base64) }
}

/// Compares the URL of the consent page with the expectation of a case.
func authorizationURL(_ address: String, _ expected: Value) throws {
    try holds(address.hasPrefix(expected["prefix"]?.string ?? "?"), address)
    for part in expected["contains"]?.strings ?? [] { try holds(address.contains(part), "\(address) lacks \(part)") }
    let query = parameters(String(address.drop { $0 != "?" }.dropFirst()))
    var members = Dictionary(query.map { ($0.0, Value.string($0.1)) }, uniquingKeysWith: { $1 })
    try same("number of parameters", query.count, members.count)
    try holds((members["state"]?.string ?? "").count >= expected["state_min_length"]?.int ?? .max, "the state is too short")
    for name in expected["other_parameters"]?.strings ?? [] {
        try holds(members.removeValue(forKey: name) != nil, "\(address) lacks \(name)")
    }
    try same("query", .object(members), expected["query"])
}

/// The parameters of a query or form, decoded.
func parameters(_ query: String) -> [(String, String)] {
    query.split(separator: "&").map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let plain = parts.map { $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? "" }
        return (plain[0], plain.count > 1 ? plain[1] : "")
    }
}

/// The last of the requests of a call. A call sends one, unless the case says how many.
private func last(of platform: Vectors, _ expect: Value) throws -> RecordedRequest {
    try same("requests", platform.sent.count, expect["requests"]?.int ?? 1)
    return platform.sent[platform.sent.count - 1]
}
