// A process of an app with an inbox, for InboxScenarioTests: `InboxProcess STORE COPIES HANDLES`.
//
// It says `ready`, and after a line on its standard input it receives COPIES copies of an event about the post `p`, and says how many
// it has acknowledged. Then it is a worker of the inbox, unless HANDLES is `nothing`; its handler says the token of the post. HANDLES can
// also be the step in which it halts to be killed: `before the response`, `after the response`, `in the handler` or `after the handler`.
// In the last one its handler first waits for another line, and says `handled` before it returns; so it does if HANDLES is
// `all until the end`. Then the process ends in order with SIGTERM, and says `ending`.

import Foundation
import OpenPlatform

@main
struct InboxProcess {
    static func main() async throws {
        let (store, copies, handles) = (CommandLine.arguments[1], Int(CommandLine.arguments[2]) ?? 0, CommandLine.arguments[3])
        // The lease of a killed process ends soon; that of the next one lasts, also on a slow machine.
        let options = InboxOptions(leaseSeconds: handles.hasSuffix("the handler") ? 1 : 3600)
        let hooks = try Hooks(
            platform: OpenPlatform { _ in }, keys: [IdentificationKey(id: "one", key: "identification-key-one")],
            inbox: Inbox.open(address: store, keys: ["unencrypted"], options: options))
        try hooks.on(.postUpdate) { update, _ in
            say(update.post.token.rawValue)
            if handles == "in the handler" { try await Task.sleep(for: .seconds(86_400)) }
            if ["after the handler", "all until the end"].contains(handles) {
                _ = readLine()
                say("handled")
            }
        }
        say("ready")
        _ = readLine()
        let headers = [("Authorization", "identification-key-one"), ("Content-Type", "application/json")]
        let body: Json = ["type": "POST_UPDATE", "post_update": ["post": ["token": "p"]]]
        var acknowledged = 0
        while acknowledged < copies {
            let reply = await hooks.receive(
                method: "POST", path: "/hooks/events", headers: headers.map { (name: $0.0, value: $0.1) },
                body: Data(body.text.utf8))
            // What a busy store does not take in time, the platform sends again.
            guard let reply, [200, 503].contains(reply.status) else { fatalError("\(String(describing: reply))") }
            if reply.status == 200 { acknowledged += 1 }
        }
        if handles == "before the response" { try await Task.sleep(for: .seconds(86_400)) }
        say("\(acknowledged)")
        if ["nothing", "after the response"].contains(handles) { try await Task.sleep(for: .seconds(86_400)) }
        // As in the README.
        let handling = Task { try await hooks.run(workers: 1) }
        signal(SIGTERM, SIG_IGN)
        let end = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
        end.setEventHandler {
            say("ending")
            handling.cancel()
        }
        if handles == "all until the end" { end.resume() } else { signal(SIGTERM, SIG_DFL) }
        try await handling.value
    }

    static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
