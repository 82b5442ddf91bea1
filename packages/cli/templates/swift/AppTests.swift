// Tests the app on the sandbox: as the seller's browser, and as a buyer.

import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

@testable import MyApp

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Test func anAddonAndAnAnswer() async throws {
    let world = try await Sandbox.start().world()
    let app = try App(OpenPlatform(world.settings))
    let server = try LocalServer { await app.answer($0) }
    defer { server.stop() }
    try await world.configure(.init(eventsUrl: "\(server.url)/hooks/events"))
    let browser = Browser()
    let post = try await world.posts(of: "seller")[0].token
    #expect(try await browser.get("\(server.url)/?post_token=\(post)").text.contains("Show the report"))

    let begun = try await browser.get("\(server.url)/oauth/login?post=\(post)&return_to=/posts/\(post)")
    let back = try await world.consent(begun.header("Location"), as: "seller")
    let query = back.split(separator: "?").last ?? ""
    let cookie = begun.header("Set-Cookie").split(separator: ";").first.map(String.init)
    let landed = try await browser.get("\(server.url)/oauth/callback?\(query)", cookie: cookie)
    #expect(landed.header("Location") == "/posts/\(post)")
    #expect(try await world.addons(post)[0].widgets[0]["title_row"]?["text"]?.string == "Inspected")

    let conversation = try await world.conversations()[0].id
    try await world.say(in: conversation, as: "buyer", "Is it still available?")
    try await world.runUntilIdle()
    let answer = try await world.messages(conversation).last?.message["text"]?.string
    #expect(answer == "Thank you! The seller will write to you soon.")

    try await world.revokeAccess("seller")
    try await world.runUntilIdle()
    let home = try await browser.get(server.url)
    #expect(home.response?.statusCode == 200 && home.text.contains("Buyers of 0 sellers"))
}

/// A browser that does not follow redirects.
private final class Browser: NSObject, URLSessionTaskDelegate, Sendable {
    struct Page {
        let text: String
        let response: HTTPURLResponse?
        func header(_ name: String) -> String { response?.value(forHTTPHeaderField: name) ?? "" }
    }

    func get(_ url: String, cookie: String? = nil) async throws -> Page {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        var request = URLRequest(url: URL(string: url)!)
        request.setValue(cookie, forHTTPHeaderField: "Cookie")
        let (data, response) = try await session.data(for: request)
        return Page(text: String(decoding: data, as: UTF8.self), response: response as? HTTPURLResponse)
    }

    func urlSession(
        _: URLSession, task _: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest _: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
