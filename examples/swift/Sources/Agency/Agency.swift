// An agency: the app submits posts of a business, pays for them from its balance, and shows how they do.
//
//     /oauth/login ──> consent page ──> GET /: a form ──> POST /: submitted ──> /posts/{token}/pay ──> review ──> published
//     /posts/{token}: state and views   POST /posts/{token}: a new title

import Foundation
import OpenPlatform
import Web

@main
struct Agency {
    static let scopes = [
        Scopes.offlineAccess, Scopes.userBusinessesRead, Scopes.submitUserPost, Scopes.userPostsGet, Scopes.editUserPost,
        Scopes.userPostsStatsRead,
    ]

    static func main() async throws {
        let platform = try OpenPlatform.fromEnvironment()
        /// The grants, by session.
        let grants = Memory<GrantKey>()
        /// The id of the payment of each post. It is kept before the post is paid for: a payment whose outcome is unknown is
        /// repeated with the same id, so that nothing is paid twice.
        let payments = Memory<String>()

        let login = try LoginRoutes(platform: platform, scopes: scopes, onDenied: { _ in denied }) { login, _ in
            guard login.missingScopes.isEmpty else { return denied }
            // A new session, to prevent session fixation.
            let session = unguessable()
            await grants.set(session, login.grant)
            return .reply(redirect("/", headers: sessionCookie(session, platform)))
        }

        /// The client of the user who logged in with this session, if the grant is valid.
        @Sendable func owner(_ request: Request) async throws -> UserClient? {
            guard let session = request.session, let grant = await grants[session] else { return nil }
            return try await platform.grants.isUsable(grant) ? platform.user(grant) : nil
        }

        try await serve(platform) { request in
            if let reply = await receive(request.raw, login: login) { return reply }
            let (path, user) = (request.segments, try await owner(request))
            if request.method == "GET", path.isEmpty, user == nil {
                return page("Agency", "<p><a href=/oauth/login>Let us submit posts of your business</a></p>")
            }
            guard let user else { throw Missing() }
            if path.isEmpty {
                if request.method == "GET" { return page("New post", form) }
                guard request.method == "POST" else { throw Missing() }
                let token = try await submit(try await request.form(), platform, user)
                await payments.set(token.rawValue, try newPaymentId())
                return redirect("/posts/\(token)")
            }
            guard path.count >= 2, path[0] == "posts" else { throw Missing() }
            let token = PostToken(path[1])
            switch (request.method, path.dropFirst(2)) {
            case ("GET", []):
                return try await follow(token, user)
            case ("POST", []):
                // Changes the title. The change is visible after its review.
                let title = String(decoding: try await request.form()["title"] ?? Data(), as: UTF8.self)
                try await user.ownPosts.edit(token, PostEdit(title: title))
            case ("POST", ["pay"]):
                guard let id = await payments[token.rawValue] else { throw Missing() }
                let earlier = try await transaction(id, platform)
                let isCreditedBack = earlier?.state == .failed || earlier?.state == .refunded
                if isCreditedBack {
                    // That is another payment: the same one for two clicks at once.
                    let another = try newPaymentId()
                    _ = await payments.change(token.rawValue) { if $0 == id { $0 = another } }
                }
                if earlier == nil || isCreditedBack, let id = await payments[token.rawValue] {
                    _ = try await user.payments.publish(token, PostPayment(id: id))
                }
            default:
                throw Missing()
            }
            return redirect("/posts/\(token)")
        }
    }

    static let denied = LoginResponse.reply(
        page("No post", "<p>You did not let us submit posts. Nothing has changed.</p>"))

    static let form = """
        <form method=post enctype=multipart/form-data>
          <p><label>Title <input name=title required></label>
          <p><label>Photo <input name=photo type=file accept=image/jpeg required></label>
          <p><button>Submit</button>
        </form>
        """

    /// Submits a post with an image. It waits for its payment.
    static func submit(_ form: [String: Data], _ platform: OpenPlatform, _ user: UserClient) async throws -> PostToken {
        guard let business = try await user.users.businesses().businesses.first else { throw Missing() }
        let image = try await platform.ownPosts.uploadImage(form["photo"] ?? Data())
        let details = PostDetails(
            categorySlug: "light", title: String(decoding: form["title"] ?? Data(), as: UTF8.self),
            description: "White, with one owner", images: [image.path], city: "tehran", locationType: .empty,
            chatEnabled: true)
        let post = PostSubmission(
            businessToken: business.businessToken, generalData: details,
            // The members that the form of the category asks for: platform.assets.submitSchema("light").
            categoryFields: [
                "brand_model": "Peugeot 206 5", "color": "سفید", "production_year": 1398, "usage": 61_000, "price": 780_000_000,
            ])
        return try await user.ownPosts.submit(post).postToken
    }

    /// The state of a post, and how often it was viewed. The platform refuses to show them to anyone but the owner.
    static func follow(_ token: PostToken, _ user: UserClient) async throws -> Reply {
        let post = try await user.ownPosts.get(token)
        switch post.state {
        case .waitingForPayment:
            let publish = "<form method=post action=\"/posts/\(escape(token.rawValue))/pay\"><button>Publish it</button></form>"
            return page(escape(post.generalData.title), publish)
        case .published:
            let views = try await user.ownPosts.stats(token).views?.total ?? 0
            let edit = "<form method=post><input name=title required><button>Change the title</button></form>"
            return page(
                escape(post.generalData.title), "<p>Published, with \(views) views in the last week.</p>\(edit)")
        default:
            return page(escape(post.generalData.title), "<p>\(escape("\(post.state)"))</p>")
        }
    }

    /// The payment with this id, if it exists: the answer to an earlier attempt may have been lost.
    static func transaction(_ id: String, _ platform: OpenPlatform) async throws -> Transaction? {
        do {
            return try await platform.payments.transaction(RecordId(id))
        } catch OpenPlatformError.NotFound {
            return nil
        }
    }
}
