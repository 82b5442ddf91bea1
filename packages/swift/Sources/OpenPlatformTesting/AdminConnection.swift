#if os(macOS) || os(Linux)
import Foundation
import OpenPlatform

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The admin API of one world, over HTTP.
struct AdminConnection: Sendable {
    let url: String

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-_."))) ?? ""
    }

    /// A query of one parameter; empty without a value.
    static func query(_ name: String, _ value: String?) -> String {
        value.map { "?\(name)=\(escaped($0))" } ?? ""
    }

    /// Sends a request, and decodes the answer.
    func send<Answer: Decodable>(_ method: String, _ path: String, _ body: (any Encodable & Sendable)? = nil) async throws -> Answer {
        try decoded(Answer.self, from: try await answer(method, path, body))
    }

    /// Sends a request, and decodes a member of the answer.
    func send<Answer: Decodable>(
        _ method: String, _ path: String, _ body: (any Encodable & Sendable)? = nil, member: String
    ) async throws -> Answer {
        let answer = try Json(text: String(decoding: try await answer(method, path, body), as: UTF8.self))
        return try decoded(Answer.self, from: Data((answer[member] ?? .null).text.utf8))
    }

    /// Sends a request whose answer says nothing.
    func perform(_ method: String, _ path: String, _ body: (any Encodable & Sendable)? = nil) async throws {
        _ = try await answer(method, path, body)
    }

    private func answer(_ method: String, _ path: String, _ body: (any Encodable & Sendable)?) async throws -> Data {
        var request = URLRequest(url: URL(string: url + path)!)
        request.httpMethod = method
        if let body {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            request.httpBody = try encoder.encode(body)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if (200..<300).contains(status) { return data }
        let problem = try Json(text: String(decoding: data, as: UTF8.self))
        let message = problem["message"]?.string ?? problem.text
        throw SandboxError(
            "\(method) \(path.isEmpty ? "/" : path): \(message)", status: status, field: problem["field"]?.string)
    }

    private func decoded<Answer: Decodable>(_ type: Answer.Type, from data: Data) throws -> Answer {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom(Self.date)
        return try decoder.decode(type, from: data)
    }

    /// Times have a fraction of a second or none.
    private static func date(from decoder: any Decoder) throws -> Date {
        let text = try decoder.singleValueContainer().decode(String.self)
        let format = ISO8601DateFormatter()
        format.formatOptions = text.contains(".") ? [.withInternetDateTime, .withFractionalSeconds] : [.withInternetDateTime]
        if let date = format.date(from: text) { return date }
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "\(text) is not a time"))
    }
}
#endif
