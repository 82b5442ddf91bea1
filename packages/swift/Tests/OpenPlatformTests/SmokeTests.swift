import OpenPlatform
import Testing

@Test func aValueThatCannotBeSentIsRefusedWithItsPath() async throws {
    let platform = try OpenPlatform { $0.apiKey(key: "key-of-the-app") }
    let user = platform.user(accessToken: "token")
    await #expect {
        try await user.addons.create(on: "gZd7omnS") {
            TitleRow(text: String(repeating: "x", count: 500))
        }
    } throws: { error in
        (error as? OpenPlatformError)?.report?.field == "widgets[0].title_row.text"
    }
}

@Test func aCancelledTaskEndsItsCall() async throws {
    let platform = try OpenPlatform {
        $0.apiKey(key: "key-of-the-app")
        $0.sandbox(url: "http://127.0.0.1:9")
    }
    let task = Task { try await platform.posts.get("gZd7omnS") }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
}
