// Login: the app identifies its users by their phone numbers on the platform.
//
//     GET /oauth/login ──> consent page ──> GET /oauth/callback ──> GET /

import OpenPlatform
import Web

@main
struct Login {
    static func main() async throws {
        let platform = try OpenPlatform.fromEnvironment()
        /// The phone numbers of the logged-in users, by session.
        let visitors = Memory<Phone>()

        let login = try LoginRoutes(
            platform: platform,
            scopes: [Scopes.userPhone, Scopes.userId],
            onDenied: { _ in .reply(page("Not logged in", "<p>We cannot know you without your phone number.</p>")) }
        ) { login, _ in
            let phone = try await login.user.users.me().phone
            // This app only identifies users, so it keeps no tokens.
            try await platform.grants.forget(login.grant)
            // A new session, to prevent session fixation.
            let session = unguessable()
            await visitors.set(session, phone)
            return .reply(redirect("/", headers: sessionCookie(session, platform)))
        }

        try await serve(platform) { request in
            if let reply = await receive(request.raw, login: login) { return reply }
            switch (request.method, request.segments) {
            case ("GET", []):
                guard let session = request.session, let phone = await visitors[session] else {
                    return page("Welcome", "<p><a href=/oauth/login>Log in with your phone number</a></p>")
                }
                let logout = "<form method=post action=/logout><button>Log out</button></form>"
                return page("Welcome", "<p>You are \(escape(phone.rawValue)).</p>\(logout)")
            case ("POST", ["logout"]):
                if let session = request.session { await visitors.set(session, nil) }
                return redirect("/")
            default:
                throw Missing()
            }
        }
    }
}
