// A service in the chat: the seller requests a payment from the buyer, and both see its status.
//
//     seller picks the app    ──> POST /hooks/start ──> /requests/{id}: consent, amount ──> a message with a button for each side
//     buyer clicks "Pay"      ──> POST /hooks/start ──> /payments/{id}: pays            ──> a message that it is paid
//     seller clicks "Status"  ──> POST /hooks/start ──> /payments/{id}

import Foundation
import OpenPlatform
import Web

struct PaymentRequest {
    let conversation: ConversationId
    /// The seller's session, and its grant to send messages to the conversation.
    var session: String?
    var grant: GrantKey?
}

struct Payment {
    let conversation: ConversationId
    let grant: GrantKey
    let toman: Int
    var isPaid = false
}

@main
struct ChatService {
    static func main() async throws {
        let platform = try OpenPlatform.fromEnvironment()
        /// Payment requests that are not sent yet, and payments.
        let (requests, payments) = (Memory<PaymentRequest>(), Memory<Payment>())

        // The address to open: `extra_data` is set after a click on a button of the app; otherwise the user opened the
        // app in a chat.
        let hooks = try Hooks(platform: platform).onStart { request, _ -> String in
            if let payment = request.extraData?["payment"]?.string { return "\(publicURL)/payments/\(payment)" }
            guard let conversation = request.conversationId else { throw Missing() }
            // The address is unguessable and does not contain the conversation.
            let id = unguessable()
            await requests.set(id, PaymentRequest(conversation: conversation))
            return "\(publicURL)/requests/\(id)"
        }

        let login = try LoginRoutes(
            platform: platform,
            scopes: { request in
                let id = String((request.query["return_to"] ?? "").dropFirst("/requests/".count))
                guard let asked = await requests[id] else { throw Missing() }
                return [Scopes.conversationSendMessage(asked.conversation)]
            },
            onDenied: { _ in
                .reply(page("No payment", "<p>You did not let us write into the chat. Nothing was sent.</p>"))
            }
        ) { login, _ in
            let session = unguessable()
            let id = String((login.returnTo ?? "").dropFirst("/requests/".count))
            let request = await requests.change(id) { ($0.session, $0.grant) = (session, login.grant) }
            return request == nil ? nil : .reply(redirect("/requests/\(id)", headers: sessionCookie(session, platform)))
        }

        try await serve(platform) { request in
            if let reply = await receive(request.raw, hooks: hooks, login: login) { return reply }
            guard request.segments.count == 2 else { throw Missing() }
            let id = request.segments[1]
            switch (request.method, request.segments[0]) {
            case ("GET", "requests"):
                // Asks the seller for the scope for this conversation, then for the amount.
                guard let asked = await requests[id] else { throw Missing() }
                guard asked.grant != nil, asked.session == request.session else {
                    return redirect("/oauth/login?return_to=/requests/\(id)")
                }
                return page(
                    "Ask for a payment",
                    "<form method=post><label>Toman <input name=toman type=number min=1 required></label><button>Ask</button></form>")
            case ("POST", "requests"):
                // Sends the request to the chat, with different buttons for the two sides.
                guard let asked = await requests[id], let grant = asked.grant, asked.session == request.session else {
                    throw Missing()
                }
                let text = String(decoding: try await request.form()["toman"] ?? Data(), as: UTF8.self)
                guard let toman = Int(text), toman > 0 else { return page("How much?", "", status: 422) }
                // Removed first, so that two clicks send one request.
                guard await requests.take(id) != nil else { throw Missing() }
                let payment = unguessable()
                await payments.set(payment, Payment(conversation: asked.conversation, grant: grant, toman: toman))
                try await platform.user(grant).conversations.send(
                    asked.conversation, "Please pay \(toman) toman.",
                    sender: [[.server("Status", data: ["payment": Json(payment)])]],
                    receiver: [[.server("Pay", data: ["payment": Json(payment)])]])
                return redirect(completionUrl())
            case ("GET", "payments"):
                guard let payment = await payments[id] else { throw Missing() }
                let state = payment.isPaid ? "<p>Paid." : "<form method=post><button>Pay</button></form>"
                return page("Payment", "<p>\(payment.toman) toman</p>\(state)")
            case ("POST", "payments"):
                // A real app would redirect the buyer to a payment provider. The payment is valid even if the message
                // cannot be sent.
                guard let payment = await payments[id] else { throw Missing() }
                // Only one of two clicks at once finds it unpaid, so that one message is sent.
                if await payments.change(id, { $0.isPaid = true })?.isPaid == false {
                    do {
                        try await platform.user(payment.grant).conversations.send(
                            payment.conversation, "\(payment.toman) toman paid.")
                    } catch {
                        standardErrorLog(.warning, "the receipt was not sent: \(error)")
                    }
                }
                return redirect(completionUrl())
            default:
                throw Missing()
            }
        }
    }
}
