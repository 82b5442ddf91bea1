// The receiver of the test `a_flood_is_accepted_or_refused_in_bounded_memory_and_no_acknowledged_event_is_lost` in
// core/tests/inbox/limits.rs, which describes its variables: the local server of the package with an inbox.

import Foundation
import OpenPlatform
import OpenPlatformTesting

@main
struct Flood {
    static func main() async throws {
        let variables = ProcessInfo.processInfo.environment
        let options = InboxOptions(capacity: Int64(variables["CAPACITY"] ?? ""))
        let inbox = try Inbox.open(address: variables["STORE"] ?? "", keys: [variables["STORE_KEY"] ?? ""], options: options)
        let key = IdentificationKey(id: "now", key: variables["IDENTIFICATION_KEY"] ?? "")
        let hooks = try Hooks(platform: OpenPlatform { _ in }, keys: [key], inbox: inbox)
        let server = try LocalServer(port: UInt16(variables["PORT"] ?? "") ?? 0) { request in
            await hooks.receive(
                method: request.method, path: request.path, headers: request.headers, peer: request.peer,
                body: request.body(limit:)) ?? Reply(status: 404)
        }
        FileHandle.standardOutput.write(Data("READY \(ProcessInfo.processInfo.processIdentifier)\n".utf8))
        while readLine() != nil {}
        server.stop()
    }
}
