// An add-on on a seller's post: the app shows an inspection report on the page of the post.
//
//     the platform opens /?post_token=… ──> consent page ──> /posts/{token}: a form ──> the report is on the post

import Foundation
import OpenPlatform
import Web

@main
struct SellerAddon {
    static func main() async throws {
        let platform = try OpenPlatform.fromEnvironment()
        /// The grants, by session and path of the post.
        let grants = Memory<GrantKey>()

        let login = try LoginRoutes(
            platform: platform,
            scopes: { [Scopes.postAddonCreate(PostToken(String(($0.query["return_to"] ?? "").dropFirst("/posts/".count))))] },
            onDenied: { _ in .reply(page("No report", "<p>You did not let us write on your post. Nothing has changed.</p>")) }
        ) { login, request in
            let session = sessionIn(request.headers, platform) ?? unguessable()
            await grants.set("\(session) \(login.returnTo ?? "")", login.grant)
            return .reply(redirect(login.returnTo ?? "/", headers: sessionCookie(session, platform)))
        }

        /// The grant of this session for a post, if it is valid.
        @Sendable func grant(_ request: Request, _ token: PostToken) async throws -> GrantKey? {
            guard let session = request.session, let grant = await grants["\(session) /posts/\(token)"] else { return nil }
            return try await platform.grants.isUsable(grant) ? grant : nil
        }

        try await serve(platform) { request in
            if let reply = await receive(request.raw, login: login) { return reply }
            switch (request.method, request.segments) {
            case ("GET", []):
                // The platform opens this address when a seller selects the app. Anyone can open it: it is not
                // authenticated.
                guard let token = try readDirectLink(link: request.raw.query).postToken else { throw Missing() }
                return redirect("/posts/\(token)")
            case ("GET", let path) where path.count == 2 && path[0] == "posts":
                let token = PostToken(path[1])
                let post = try await platform.posts.get(token)
                guard try await grant(request, token) != nil else {
                    return redirect("/oauth/login?return_to=/posts/\(token)")
                }
                return page("Inspection", form(try post.title ?? "", token))
            case ("POST", let path) where path.count == 2 && path[0] == "posts":
                // Adds the report to the post. A second call replaces the first report.
                let token = PostToken(path[1])
                guard let grant = try await grant(request, token) else { throw Missing() }
                let form = try await request.form()
                let score = Int32(String(decoding: form["score"] ?? Data(), as: UTF8.self)) ?? -1
                let image = try await platform.images.upload(form["photo"] ?? Data())
                // A name that the platform knows: its value is stored readable, and buyers can search for it.
                let semantic = score >= 50 ? ["inspection_result": "INSPECTION_APPROVED"] : [:]
                try await platform.user(grant).addons.create(on: token, semantic: semantic) {
                    TitleRow(text: "Inspected", hasDivider: true)
                    EventRow(title: "Report", subtitle: "By our engineers, today", image: image)
                    ScoreRow(
                        title: "Condition", percentageScore: score,
                        scoreColor: score < 50 ? .warningPrimary : .successPrimary)
                }
                return redirect(completionUrl())
            case ("POST", let path) where path.count == 3 && path[0] == "posts" && path[2] == "remove":
                // The platform checks whose post it is only when an add-on is created, not when one is removed. So the first
                // call replaces the report by an empty one, which is refused for another user's post; the second removes it.
                let token = PostToken(path[1])
                guard let grant = try await grant(request, token) else { throw Missing() }
                try await platform.user(grant).addons.create(on: token, PostAddon(widgets: [], allowEmpty: true))
                try await platform.addons.delete(fromPost: token)
                return redirect(completionUrl())
            default:
                throw Missing()
            }
        }
    }

    static func form(_ title: String, _ token: PostToken) -> String {
        """
        <p>\(escape(title))</p>
        <form method=post enctype=multipart/form-data>
          <p><label>Score <input name=score type=number min=0 max=100 required></label>
          <p><label>Photo <input name=photo type=file accept=image/jpeg required></label>
          <p><button>Publish the report</button>
        </form>
        <form method=post action="/posts/\(escape(token.rawValue))/remove"><button>Remove the report</button></form>
        """
    }
}
