import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

@Suite struct UnclearReplyTests {
    @Test func anEventWhoseReplyMayHaveBeenSentIsNotHandledAgain() async throws {
        let (log, calls) = (Locked(""), Locked(0))
        let platform = try OpenPlatform {
            $0.apiKey(key: "key")
            $0.transport(transport: Recorder.always(outcome: .noResponse(.interrupted)))
        }
        let key = "identification-key-one"
        let hooks = try Hooks(platform: platform, keys: [IdentificationKey(id: "one", key: key)], log: { _, text in
            log.change { $0 += text }
        })
        try hooks.on(.newChatbotMessage) { _, context in
            calls.change { $0 += 1 }
            try await context.reply("Hello")
        }
        let message: Json = ["id": "m-1", "sender": ["type": "HUMAN"], "conversation": ["id": "c-1", "type": "BOT"]]
        let event: Json = ["type": "NEW_CHATBOT_MESSAGE", "new_chatbot_message": message]
        let headers = [(name: "Authorization", value: key), (name: "Content-Type", value: "application/json")]
        for _ in 0..<2 {
            let reply = await hooks.receive(method: "POST", path: "/hooks/events", headers: headers, body: Data(event.text.utf8))
            #expect(reply?.status == 200)
        }
        #expect(calls.value == 1)
        #expect(log.value.contains("because a call may have been executed: OpenPlatformError ambiguous_outcome"))
    }
}
