import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

/// The list `gateway` of `tests/vectors/adapters.json`: a gateway in a real server, over sockets.
@Suite struct GatewayAdapterTests {
    /// The form in which the server passes the body.
    enum Form: String, CaseIterable { case pieces, called }

    @Test func vectors() async throws {
        let platform = try Vectors(always: nil)
        _ = try await platform.adopt()
        let gateway = try AppGateway(
            platform: platform.client, keys: [String(repeating: "6b", count: 32)],
            allow: ["conversations.send"], log: { _, _ in }
        ) { $0.header("X-Session") }
        var suite = try Conformance("gateway", servers: Form.allCases.map(\.rawValue))
        for form in Form.allCases {
            let server = try listen(gateway, form)
            defer { server.stop() }
            let access = try await asked(server.url, suite.all[0].given)
            let token = try #require(try Value(text: access.body)["token"]?.string)
            await suite.judge(form.rawValue) { it in
                let values = (it.given["authorization"]?.strings ?? []).map { $0.replacingOccurrences(of: "{token}", with: token) }
                let given = (it.given.object ?? [:]).merging(["authorization": Value(strings: values)]) { $1 }
                try compare(try await asked(server.url, .object(given)), it.expect)
            }
        }
        try await suite.note()
    }

    private func listen(_ gateway: AppGateway, _ form: Form) throws -> LocalServer {
        let prefix = "/open-platform"
        return try LocalServer { request in
            guard request.path.hasPrefix("\(prefix)/") else { return Reply(status: 404) }
            let (method, path, headers) = (request.method, String(request.path.dropFirst(prefix.count)), request.headers)
            return switch form {
            case .pieces: await gateway.receive(method: method, path: path, headers: headers, body: request.stream)
            case .called: await gateway.receive(method: method, path: path, headers: headers, body: request.body(limit:))
            }
        }
    }
}
