// Measures the CPU time of a call that reads a post, with one of two clients:
//
//     Calls CLIENT ORIGIN IN_FLIGHT          prints {"micro_seconds": CPU time per call}
//     Calls CLIENT ORIGIN IN_FLIGHT --all    the same, and reads title, text, images and price of the post
//
// CLIENT is `package` for this package, or `urlsession` for URLSession with Codable. Both parse the post into types. IN_FLIGHT
// is the number of concurrent calls.

import Foundation
import Measure
import OpenPlatform

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

let token = "gZd7omnS"
let key = "bench-key-0123456789"
let batch = 320

struct Post: Decodable {
    var token: String
    var category: String
    var city: String
    var district: String?
    var state: String?
    var chatEnabled: Bool?
    var supplierChatAssistantEnabled: Bool?
    var firstPublishedAt: Date?
    var lastModifiedAt: Date?
    var data: Content
    var businessData: [String: String]?

    struct Content: Decodable {
        var title: String
        var description: String
        var images: [String]
        var price: Price
    }

    struct Price: Decodable {
        var mode: String
        var value: Int
    }
}

struct Unexpected: Error {}

func microSeconds(_ inFlight: Int, _ get: @escaping @Sendable () async throws -> Void) async throws -> Double {
    let each = batch / inFlight
    return try await microSeconds {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<inFlight {
                group.addTask { for _ in 0..<each { try await get() } }
            }
            try await group.waitForAll()
        }
        return inFlight * each
    }
}

func openPlatform(_ origin: String, _ all: Bool) throws -> @Sendable () async throws -> Void {
    let platform = try OpenPlatform {
        $0.apiKey(key: key)
        $0.sandbox(url: origin)
    }
    return {
        let post = try await platform.posts.get(PostToken(token))
        guard post.token == PostToken(token) else { throw Unexpected() }
        guard all else { return }
        let read = try (post.title, post.text, post.images, post.price)
        guard read.0 != nil, read.1 != nil, read.2.count == 3, read.3?.value?.tomans == 350_000_000 else { throw Unexpected() }
    }
}

func urlSession(_ origin: String, _ inFlight: Int) -> @Sendable () async throws -> Void {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = inFlight
    configuration.urlCache = nil
    let session = URLSession(configuration: configuration)
    var request = URLRequest(url: URL(string: "\(origin)/v1/open-platform/finder/post/\(token)")!)
    request.setValue(key, forHTTPHeaderField: "x-api-key")
    request.setValue("application/json", forHTTPHeaderField: "accept")
    let sentRequest = request
    return {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            return try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
        let post = try decoder.decode(Post.self, from: try await session.data(for: sentRequest).0)
        guard post.token == token, post.data.images.count == 3 else { throw Unexpected() }
    }
}

let arguments = CommandLine.arguments
let inFlight = Int(arguments[3])!
let get =
    switch arguments[1] {
    case "package": try openPlatform(arguments[2], arguments.contains("--all"))
    case "urlsession": urlSession(arguments[2], inFlight)
    default: fatalError("Calls package | urlsession")
    }
print("{\"micro_seconds\": \(try await microSeconds(inFlight, get))}")
exit(0)
