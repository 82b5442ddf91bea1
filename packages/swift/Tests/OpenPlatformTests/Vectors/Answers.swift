import Foundation
import OpenPlatform

/// Vectors of successful responses.
let answers: [String: CaseCheck] = [
    "posts": { it in
        guard let post = try await outcome(it.expect, { try await answered(it).client.posts.get("gZd7omnS") }) else {
            return
        }
        let issues = post.issues.map(\.path).sorted()
        try same("issues", Value(strings: issues), it.expect["issues"] ?? [])
        let written = try Value(writePost(value: post))
        try fields(written, it.expect["fields"])
        for (member, present) in it.expect["has"]?.object ?? [:] {
            try same("whether \(member) was there", .bool(post.has(member)), present)
        }
        for (member, text) in it.expect["data_text"]?.object ?? [:] {
            try same("data.\(member)", written["data"]?[member]?.text, text.string)
        }
        for (shortcut, expected) in it.expect["shortcuts"]?.object ?? [:] {
            guard let read = shortcuts[shortcut] else { throw Wrong("there is no shortcut \(shortcut)") }
            guard let value = try await outcome(expected, { try read(post) }) else { continue }
            try same(shortcut, value, expected)
        }
    },
    "users": { it in
        let platform = try answered(it)
        switch it.given["call"]?.string {
        case "users.me":
            guard let user = try await outcome(it.expect, { try await platform.user.users.me() }) else { return }
            try same("issues", Value(strings: user.issues.map(\.path).sorted()), it.expect["issues"] ?? [])
            try same("phone", Value(user.phone?.rawValue), it.expect["phone"])
            try fields(Value(writeUser(value: user)), it.expect["fields"])
        case "users.phone_numbers":
            guard let numbers = try await outcome(it.expect, { try await platform.user.users.phoneNumbers() }) else { return }
            try same("issues", Value(strings: numbers.issues.map(\.path).sorted()), it.expect["issues"] ?? [])
            try fields(Value(writePhoneNumbers(value: numbers)), it.expect["fields"])
        default:
            guard let id = try await outcome(it.expect, { try await platform.client.users.id(byPhone: "09123456789") })
            else { return }
            try same("value", Value(id.rawValue), it.expect["value"])
        }
    },
    "answers": { it in
        let call = it.given["call"]?.string ?? ""
        let value = try await outcome(it.expect) {
            try await answered(it).call(call, example(call).given["arguments"] ?? .null)
        }
        if it.expect["error"] == nil { try same("value", value, it.expect["value"]) }
    },
    "pages": { it in
        let platform = try Vectors(script: it.given["outcomes"]?.array ?? [], once)
        var ids: [String] = []
        _ = try await outcome(it.expect) {
            for try await transaction in platform.client.payments.iterateTransactions() { ids.append(transaction.id) }
        }
        try same("ids", Value(strings: ids), it.expect["ids"])
        try same("number of requests", Value(Int64(platform.sent.count)), it.expect["requests"])
    },
]

/// A client that receives the response of the case: a `reply`, or a `body` or `text` with status 200.
private func answered(_ it: Case) throws -> Vectors {
    if let reply = it.given["reply"] { return try Vectors(always: reply, once) }
    if let text = it.given["text"] { return try Vectors(always: ["status": 200, "text": text], once) }
    return try Vectors(always: ["status": 200, "body": it.given["body"] ?? .null], once)
}

private let shortcuts: [String: @Sendable (Post) throws -> Value] = [
    "title": { Value(try $0.title) },
    "description": { Value(try $0.text) },
    "images": { Value(strings: try $0.images) },
    "price": { post in
        guard let price = try post.price else { return .null }
        var members: [String: Value] = try price.extra.mapValues { try Value($0) }
        if !price.mode.isEmpty { members["mode"] = .string(price.mode) }
        if let value = price.value { members["value"] = Value(value.tomans) }
        return .object(members)
    },
]
