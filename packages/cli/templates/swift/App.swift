// A first app: shows an add-on on a seller's post, and answers the seller's buyers.
//
//     the platform opens /?post_token=… ──> login ──> the add-on is on the post
//     a buyer writes in the chat        ──> POST /hooks/events ──> an answer
//
//     open-platform exec --open -- swift run

import Foundation
import OpenPlatform
import OpenPlatformTesting

@main
struct App: Sendable {
    let platform: OpenPlatform
    let sellers: Sellers
    let login: LoginRoutes
    let hooks: Hooks

    static func main() async throws {
        let platform = try OpenPlatform.fromEnvironment()
        let app = try App(platform)
        let port = UInt16(ProcessInfo.processInfo.environment["PORT"] ?? "") ?? 8000
        // A small server for a start. A real app has a web framework such as Vapor or Hummingbird.
        let server = try LocalServer(port: port) { await app.answer($0) }
        print(server.url)
        // Refreshes tokens and renews subscriptions before they end.
        for try await report in platform.keeper() { print(report) }
    }

    init(_ platform: OpenPlatform) throws {
        let sellers = Sellers()
        (self.platform, self.sellers) = (platform, sellers)

        login = try LoginRoutes(
            platform: platform,
            scopes: { request in
                [
                    Scopes.postAddonCreate(PostToken(request.query["post"] ?? "")),
                    Scopes.chatSupplierAllConversationsRead,
                    Scopes.chatSupplierAllConversationsMessageSend,
                    Scopes.userId,
                    Scopes.offlineAccess,
                ]
            }
        ) { login, _ in
            // The seller has allowed the access: puts the add-on on the post, and subscribes to the messages of buyers.
            let post = PostToken((login.returnTo ?? "").replacingOccurrences(of: "/posts/", with: ""))
            try await login.user.addons.create(on: post) {
                TitleRow(text: "Inspected")
                EventRow(title: "Report", subtitle: "By our engineers")
            }
            guard let seller = try await login.user.users.me().userId else { return nil }
            await sellers.add(seller.rawValue, login.grant)
            // The platform returns the metadata with every event.
            try await login.user.subscriptions.ensure(
                Subscription(eventType: .newMessageOnPost, metadata: ["seller": Json(seller.rawValue)]))
            return nil
        }

        // Answers buyers. Messages of the seller and of the app itself are events, too.
        hooks = try Hooks(platform: platform, grantOf: { await sellers.grant($0.metadata?["seller"]?.string) })
            .on(.newMessage) { message, context in
                guard context.user != nil, message.sender.side == .buyer, message.sender.kind != .bot else { return }
                try await context.reply("Thank you! The seller will write to you soon.")
            }
    }

    /// Answers a request.
    func answer(_ request: LocalRequest) async -> Reply {
        let (method, path, headers) = (request.method, request.path, request.headers)
        if path.hasPrefix("/hooks/") {
            return await hooks.receive(method: method, path: path, headers: headers, body: request.body(limit:)) ?? Reply(status: 404)
        }
        if path.hasPrefix("/oauth/") {
            return await login.receive(method: method, path: path, query: request.query, headers: headers) ?? Reply(status: 404)
        }
        do {
            let page = path.hasPrefix("/posts/") ? "<h1>The report is on the post</h1>" : try await home(request.query)
            return Reply(status: 200, contentType: "text/html; charset=utf-8", body: Data(page.utf8))
        } catch {
            standardErrorLog(.error, "\(error)")
            return Reply(status: 502)
        }
    }

    /// The platform opens this page for a post. Anyone can open it: it is not authenticated.
    private func home(_ query: String) async throws -> String {
        if let token = try readDirectLink(link: query).postToken {
            let post = try await platform.posts.get(token).token.rawValue
            return "<a href='/oauth/login?post=\(post)&amp;return_to=/posts/\(post)'>Show the report on \(post)</a>"
        }
        for (seller, grant) in await sellers.grants {
            do {
                // A call for each seller, which refreshes an access token that has ended.
                _ = try await platform.user(grant).users.me()
            } catch OpenPlatformError.ReauthRequired {
                // The seller has withdrawn the access.
                await sellers.remove(seller, grant)
            }
        }
        return "<h1>At your service</h1><p>Buyers of \(await sellers.grants.count) sellers get an answer."
    }
}

/// The grant of each seller, by user id. A real app has a database instead.
actor Sellers {
    private(set) var grants: [String: GrantKey] = [:]

    func add(_ seller: String, _ grant: GrantKey) { grants[seller] = grant }
    /// Removes this grant, not one of a newer login.
    func remove(_ seller: String, _ grant: GrantKey) { if grants[seller] == grant { grants[seller] = nil } }
    func grant(_ seller: String?) -> GrantKey? { seller.flatMap { grants[$0] } }
}
