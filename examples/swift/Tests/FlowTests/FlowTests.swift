// Tests every example end to end: the app runs as a process, the platform is the sandbox, and the test acts as the
// users and their browsers.

import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing
import Web

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.serialized) struct FlowTests {
    @Test func login() async throws {
        let app = try await App.start("Login")
        let phone = try await app.world.user("buyer").phone
        let browser = Browser()
        #expect(try await browser.get(app.url).text.contains("Log in with your phone number"))

        let back = try await app.consent(browser, app.url + "/oauth/login", as: "buyer")
        #expect(try await Browser().get(back).status == 400, "a stolen address")
        #expect(try await browser.get(back).status == 400, "the login is over: whose it was starts again")
        let again = try await app.consent(browser, app.url + "/oauth/login", as: "buyer")
        _ = try await browser.get(again)
        #expect(try await browser.get(app.url).text.contains("You are \(phone)."))
        #expect(try await browser.get(again).status == 400, "the same address again")
        #expect(try await Browser().get(app.url).text.contains("Log in"), "another browser is not logged in")
        _ = try await browser.post(app.url + "/logout")
        #expect(try await browser.get(app.url).text.contains("Log in with your phone number"))

        let denied = try await browser.get(try await app.consent(browser, app.url + "/oauth/login", as: nil))
        #expect(denied.status == 200 && denied.text.contains("We cannot know you"))
        try await app.end()
    }

    @Test func addonOnAPost() async throws {
        let app = try await App.start("SellerAddon")
        let post = try await app.world.posts(of: "seller")[0].token
        let seller = Browser()
        func enter(as user: String?, in browser: Browser) async throws -> Browser.Page {
            let entrance = try await browser.get("\(app.url)/?post_token=\(post)")
            let login = try await browser.get(entrance.location)
            return try await browser.get(try await app.consent(browser, login.location, as: user))
        }
        #expect(try await enter(as: nil, in: seller).text.contains("Nothing has changed"))
        let url = try await enter(as: "seller", in: seller).location
        #expect(try await seller.get(url).text.contains("Publish the report"))

        let refused = try await seller.post(url, report("101", photo))
        #expect(refused.status == 400 && refused.text.contains("percentageScore"))
        #expect(try await seller.post(url, report("87", Data("GIF89a".utf8))).status == 400)
        #expect(try await Browser().post(url, report("1", photo)).status == 404)
        #expect(try await app.world.addons(post).isEmpty)

        #expect(try await seller.post(url, report("87", photo)).location == completionUrl())
        let shown = try await app.world.addons(post)
        #expect(shown[0].widgets[0]["title_row"]?["text"]?.string == "Inspected")
        #expect(shown[0].widgets[2]["score_row"]?["percentage_score"]?.int == 87)
        _ = try await seller.post(url, report("12", photo))
        let now = try await app.world.addons(post)
        #expect(now.count == 1 && now[0].widgets[2]["score_row"]?["score_color"]?.string == "WARNING_PRIMARY")

        #expect(try await Browser().post(url + "/remove").status == 404, "not by anybody else")
        // A user can grant the scope for a post of another user.
        let stranger = Browser()
        _ = try await enter(as: "buyer", in: stranger)
        #expect(try await stranger.post(url + "/remove").status == 403, "not by another user")
        #expect(try await app.world.addons(post).count == 1, "the report is still there")
        #expect(try await seller.post(url + "/remove").location == completionUrl())
        #expect(try await app.world.addons(post).isEmpty)
        #expect(try await Browser().get(app.url).status == 404)
        #expect(try await Browser().get(app.url + "/posts/nosuchpost").status == 404)
        try await app.end()
    }

    @Test func serviceInTheChat() async throws {
        let app = try await App.start("ChatService")
        let world = app.world
        let conversation = try await world.conversations()[0].id
        let before = try await world.messages(conversation).count
        let pick = Admin.Click.chatService(conversation: conversation, user: "seller")

        // The seller opens the app in the chat, and requests a payment.
        let opened = try #require(try await world.click(pick).opens)
        let seller = Browser()
        let login = try await seller.get(opened)
        let landed = try await seller.get(try await app.consent(seller, login.location, as: "seller"))
        #expect(try await seller.get(landed.location).text.contains("Ask for a payment"))
        #expect(try await seller.post(opened, form("toman", "much")).status == 422)
        #expect(try await Browser().post(opened, form("toman", "5")).status == 404, "another browser may not")
        #expect(try await seller.post(opened, form("toman", "150000")).location == completionUrl())
        let asked = try #require(try await world.messages(conversation).last)
        #expect(asked.message["text"]?.string == "Please pay 150000 toman." && asked.author == "seller")
        #expect(try await seller.get(opened).status == 404, "one message for one click")

        // The buyer clicks the button for the buyer, and pays.
        let message = try #require(asked.message["id"]?.string)
        func button(_ user: String) -> Admin.Click { .messageButton(message: message, user: user) }
        let payment = try #require(try await world.click(button("buyer")).opens)
        let buyer = Browser()
        #expect(try await buyer.get(payment).text.contains("150000 toman"))
        // So long that both clicks arrive before the message is sent.
        _ = try await world.addFault(.init(effects: [.delay(milliseconds: 800)], on: .init(endpoint: "conversations.send"), times: 1))
        async let (click, second) = (buyer.post(payment), Browser().post(payment))
        #expect(try await [click.location, second.location] == [completionUrl(), completionUrl()], "two clicks at once")
        #expect(try await buyer.post(payment).location == completionUrl(), "again, by mistake")
        let texts = try await world.messages(conversation).dropFirst(before).map { $0.message["text"]?.string }
        #expect(texts == ["Please pay 150000 toman.", "150000 toman paid."])

        // The seller's button shows the status, also with start requests in the old form.
        try await world.changeSwitches(.init(webhooks: .init(startForm: .v1)))
        let shown = try #require(try await world.click(button("seller")).opens)
        #expect(try await seller.get(shown).text.contains("Paid."))
        // Requests without the key are refused.
        try await world.changeSwitches(.init(webhooks: .init(authorization: .wrong)))
        #expect(try await world.click(pick).status == 401)
        try await app.end()
    }

    @Test func agency() async throws {
        let app = try await App.start("Agency")
        let world = app.world
        try await world.freeze()
        let owner = Browser()
        func enter(as user: String?) async throws -> Browser.Page {
            try await owner.get(try await app.consent(owner, app.url + "/oauth/login", as: user))
        }
        #expect(try await owner.get(app.url).text.contains("Let us submit"))
        #expect(try await enter(as: nil).text.contains("Nothing has changed"))
        #expect(try await owner.get(try await enter(as: "dealer").location).text.contains("Submit"))

        func submit(_ picture: Data) async throws -> Browser.Page {
            try await owner.post(app.url, report("Peugeot 206", picture, name: "title"))
        }
        #expect(try await submit(Data("GIF89a".utf8)).status == 400)
        let url = try await submit(photo).location
        #expect(try await owner.get(url).text.contains("Publish it"))
        #expect(try await Browser().get(url).status == 404)

        // A repetition pays nothing.
        for _ in 0..<2 { #expect(try await owner.post(url + "/pay").location == url) }
        #expect(try await world.requests("payments.publish").count == 1)
        // The amount is credited back: the next click is another payment.
        let first = try await world.money().transactions[0].id
        try await world.settlePayment(payment: first, end: .refunded)
        #expect(try await owner.post(url + "/pay").location == url)
        let paid = try await world.money().transactions.map(\.id)
        #expect(paid.count == 2 && Set(paid).count == 2)
        try await world.advance(seconds: 5)
        #expect(try await owner.get(url).text.contains("waitingForReview"))
        try await world.advance(seconds: 60)
        #expect(try await owner.get(url).text.contains("Published"))

        #expect(try await owner.post(url, form("title", "Peugeot%20206,%20reduced")).location == url)
        try await world.advance(seconds: 86_400)
        let shown = try await owner.get(url).text
        #expect(shown.contains("<h1>Peugeot 206, reduced</h1>") && !shown.contains(" 0 views"))
        try await app.end()
    }

    @Test func assistantForSellers() async throws {
        let app = try await App.start("SellerAssistant")
        let world = app.world
        let conversation = try await world.conversations()[0].id
        let before = try await world.messages(conversation).count
        // The clock of the sandbox is frozen, that of the app runs: with a token lifetime of five seconds it refreshes
        // every four.
        try await world.freeze()
        try await world.changeSwitches(.init(oauth: .init(accessTokenSeconds: 5)))
        func serves(_ sellers: Int) async throws {
            while try await !Browser().get(app.url).text.contains("It works for \(sellers) sellers.") {}
        }
        let seller = Browser()
        func enter() async throws -> Browser.Page {
            try await seller.get(try await app.consent(seller, app.url + "/oauth/login", as: "seller"))
        }
        #expect(try await enter().text.contains("At your service"))
        try await serves(1)
        let id = try await world.user("seller").id
        #expect(try await world.subscriptions()[0].metadata["seller"]?.string == id)
        #expect(try await world.subscriptions()[0].metadata["grant"] == nil)

        // A buyer gets an answer; the seller and the app itself do not.
        try await world.say(in: conversation, as: "buyer", "سلام")
        try await world.runUntilIdle()
        try await world.waitForRequest("conversations.send")
        try await world.runUntilIdle()
        try await world.say(in: conversation, as: "seller", "من هم هستم")
        try await world.runUntilIdle()
        let answer = "Thank you! The seller will write to you soon."
        let texts = try await world.messages(conversation).dropFirst(before).map { $0.message["text"]?.string }
        #expect(texts == ["سلام", answer, "من هم هستم"])

        // The first token and its subscription end. The app has newer ones.
        try await world.advance(seconds: 3)
        let refreshed = try await world.requests("oauth.refresh").count
        try await world.waitForRequest("oauth.refresh", count: refreshed + 2)
        try await world.waitForRequest("events.subscribe", count: refreshed + 3)
        try await world.advance(seconds: 3)
        let tokens = try await world.tokens()
        #expect(tokens.first?.accessTokenWorks == false && tokens.last?.accessTokenWorks == true)
        try await world.say(in: conversation, as: "buyer", "هستید؟")
        try await world.runUntilIdle()
        try await world.waitForRequest("conversations.send", count: 2)
        #expect(try await world.messages(conversation).last?.message["text"]?.string == answer)

        // The seller revokes the access.
        try await world.revokeAccess("seller")
        try await world.runUntilIdle()
        try await serves(0)
        try await app.end()
    }
}

extension FlowTests {
    @Test func lateRevocationEventDoesNotEndANewerLogin() async throws {
        let app = try await App.start("SellerAssistant")
        let world = app.world
        let conversation = try await world.conversations()[0].id
        func enter() async throws {
            let browser = Browser()
            let back = try await app.consent(browser, app.url + "/oauth/login", as: "seller")
            #expect(try await browser.get(back).text.contains("At your service"))
        }
        try await enter()
        try await world.pauseDeliveries()
        try await world.revokeAccess("seller")
        try await enter()
        try await world.resumeDeliveries()
        try await world.waitForDelivery("USER_ACCESS_REVOCATION")
        try await world.say(in: conversation, as: "buyer", "سلام")
        try await world.waitForRequest("conversations.send")
        let answer = try await world.messages(conversation).last?.message["text"]?.string
        #expect(answer == "Thank you! The seller will write to you soon.")
        try await app.end()
    }
}

/// The segments of a minimal JPEG, without image data.
private let photo = Data([0xFF, 0xD8, 0xFF, 0xDB, 0, 2, 0xFF, 0xDA, 0, 2, 0, 0xFF, 0xD9])

/// A form with one field, whose value is encoded already.
private func form(_ name: String, _ value: String) -> (type: String, body: Data) {
    ("application/x-www-form-urlencoded", Data("\(name)=\(value)".utf8))
}

private func report(_ value: String, _ photo: Data, name: String = "score") -> (type: String, body: Data) {
    var body = Data("--b7\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    body += Data("--b7\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n\r\n".utf8)
    return ("multipart/form-data; boundary=b7", body + photo + Data("\r\n--b7--\r\n".utf8))
}

/// An example as a process, in its own world.
private final class App: Sendable {
    let world: World
    let url: String
    private let process: Process
    private let log: URL

    private init(world: World, url: String, process: Process, log: URL) {
        (self.world, self.url, self.process, self.log) = (world, url, process, log)
    }

    deinit { process.terminate() }

    static func start(_ name: String) async throws -> App {
        let world = try await Sandbox.start().world()
        // The redirect URI must be known before the start, so the port is chosen here. Another process may bind it
        // meanwhile.
        let finder = try LocalServer { _ in Reply(status: 404) }
        let url = finder.url
        finder.stop()
        try await world.configure(
            .init(
                dynamicActionUrl: "\(url)/hooks/actions", eventsUrl: "\(url)/hooks/events",
                redirectUris: ["\(url)/oauth/callback"], startUrl: "\(url)/hooks/start"))
        let process = Process()
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = folder.appendingPathComponent(name)
        process.environment = ProcessInfo.processInfo.environment.merging(world.environment) { $1 }
            .merging(["PORT": String(url.split(separator: ":").last ?? "")]) { $1 }
        let log = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID()).log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        let handle = try FileHandle(forWritingTo: log)
        (process.standardOutput, process.standardError) = (handle, handle)
        try process.run()
        let app = App(world: world, url: url, process: process, log: log)
        while try !String(contentsOf: log, encoding: .utf8).contains("listening on \(url)") {
            guard process.isRunning else {
                throw Ended(said: try String(contentsOf: log, encoding: .utf8))
            }
        }
        return app
    }

    /// Opens the consent page, answers it, and returns the address of the redirect to the app.
    func consent(_ browser: Browser, _ address: String, as user: String?) async throws -> String {
        let login = address.hasPrefix(url) ? try await browser.get(address).location : address
        return try await world.consent(login, as: user)
    }

    /// Stops the app, and checks that no credential was misplaced and that no secret and no phone number was logged.
    func end() async throws {
        process.terminate()
        #expect(try await world.credentials().allSatisfy { $0.belongs })
        let said = try String(contentsOf: log, encoding: .utf8)
        let phones = try await world.users().map(\.phone)
        let secrets = [world.app.apiKey, world.app.clientSecret, world.app.identificationKey]
        for secret in phones + secrets + ["ory_"] { #expect(!said.contains(secret)) }
        try FileManager.default.removeItem(at: log)
    }
}

private struct Ended: Error {
    let said: String
}

/// A minimal browser: cookies and redirects.
private final class Browser: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    struct Page {
        let status: Int
        let text: String
        let location: String
    }

    private var cookies: [String: String] = [:]
    private lazy var session: URLSession = {
        let settings = URLSessionConfiguration.ephemeral
        settings.httpCookieStorage = nil
        settings.httpShouldSetCookies = false
        return URLSession(configuration: settings, delegate: self, delegateQueue: nil)
    }()

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func get(_ url: String) async throws -> Page { try await send(url, "GET", nil) }

    func post(_ url: String, _ form: (type: String, body: Data) = ("text/plain", Data())) async throws -> Page {
        try await send(url, "POST", form)
    }

    private func send(_ url: String, _ method: String, _ form: (type: String, body: Data)?) async throws -> Page {
        var request = URLRequest(url: URL(string: url)!)
        request.httpMethod = method
        request.httpBody = form?.body
        if let form { request.setValue(form.type, forHTTPHeaderField: "Content-Type") }
        request.setValue(cookies.map { "\($0)=\($1)" }.joined(separator: "; "), forHTTPHeaderField: "Cookie")
        let (data, response) = try await session.data(for: request)
        let answer = response as! HTTPURLResponse
        if let pair = answer.value(forHTTPHeaderField: "Set-Cookie")?.prefix(while: { $0 != ";" }).split(separator: "=") {
            cookies[String(pair[0])] = String(pair[1])
        }
        let location = answer.value(forHTTPHeaderField: "Location") ?? ""
        return Page(
            status: answer.statusCode, text: String(decoding: data, as: UTF8.self),
            location: location.isEmpty ? "" : URL(string: location, relativeTo: URL(string: url))!.absoluteString)
    }
}
