// An assistant for sellers: answers messages of buyers in the seller's name, until the seller revokes the access.
//
//     /oauth/login ──> consent page ──> /oauth/callback ──> subscribed
//     a buyer writes             ──> POST /hooks/events ──> an answer in the seller's name
//     before a token ends        ──> the keeper refreshes it, and subscribes again
//     the seller removes the app ──> POST /hooks/events ──> the grant is deleted

import OpenPlatform
import Web

@main
struct SellerAssistant {
    static func main() async throws {
        let platform = try OpenPlatform.fromEnvironment()
        /// The grants of the sellers, by user id.
        let sellers = Memory<GrantKey>()

        let login = try LoginRoutes(
            platform: platform,
            scopes: [
                Scopes.offlineAccess, Scopes.userId, Scopes.chatSupplierAllConversationsRead,
                Scopes.chatSupplierAllConversationsMessageSend, Scopes.notificationAccessRevocation,
            ],
            onDenied: { _ in .reply(page("Not now", "<p>The assistant has not been let in.</p>")) }
        ) { login, _ in
            guard let seller = try await login.user.users.me().userId else { throw Missing() }
            // The platform sends the metadata back with every event. It identifies the seller; it must not contain the
            // key of the grant.
            try await login.user.subscriptions.ensure(
                Subscription(eventType: .newMessageOnPost, metadata: ["seller": Json(seller.rawValue)]))
            let old = await sellers[seller.rawValue]
            await sellers.set(seller.rawValue, login.grant)
            if let old, old != login.grant { try await platform.grants.forget(old) }
            return .reply(page("At your service", "<p>From now on the assistant answers your buyers.</p>"))
        }

        /// The grant of the event's seller, by the metadata of the subscription.
        let grantOf: @Sendable (Delivery) async -> GrantKey? = { delivery in
            guard let seller = delivery.metadata?["seller"]?.string else { return nil }
            return await sellers[seller]
        }
        let hooks = try Hooks(platform: platform, grantOf: grantOf)
            .on(.newMessage) { message, context in
                // Messages of the app and of the seller are events, too: answering them would never end.
                guard context.user != nil, message.sender.kind != .bot, message.sender.side == .buyer else { return }
                try await context.reply("Thank you! The seller will write to you soon.")
            }
            .on(.userAccessRevocation) { revocation, _ in
                // The event can be late. The platform is asked which grants have ended: a newer login has not.
                for grant in try await platform.grants.revoked(revocation.userId) where grant.state == .needsReauth {
                    await sellers.removeAll { $0 == grant.key }
                    // Last: if it fails, the event is repeated and finds the grant again.
                    try await platform.grants.forget(grant.key)
                }
            }

        // A subscription ends with its access token, and without buyers the app makes no calls that would refresh it. The
        // keeper refreshes every grant in time, and renews its subscriptions.
        Task {
            do {
                for try await report in platform.keeper() {
                    if case .reauthRequired(let grant, _, _) = report { await sellers.removeAll { $0 == grant } }
                    if case .refreshed = report { continue }
                    standardErrorLog(.warning, "the keeper reports: \(report)")
                }
            } catch {
                standardErrorLog(.error, "the keeper has ended: \(error)")
            }
        }

        try await serve(platform) { request in
            if let reply = await receive(request.raw, hooks: hooks, login: login) { return reply }
            guard request.method == "GET", request.segments.isEmpty else { throw Missing() }
            let count = "<p>It works for \(await sellers.count) sellers."
            return page("Never miss a buyer", "\(count) <a href=/oauth/login>Let it work for me</a></p>")
        }
    }
}
