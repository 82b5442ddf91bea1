#if os(macOS) || os(Linux)
import OpenPlatform

/// The sandbox of ``withWorld(isolation:_:)``, which ends with the process.
private let shared = Task { try await Sandbox.start() }

/// Runs a test in a world of its own, with a client of the world's app, in any test framework. Closes the client and deletes the world
/// when the test has ended.
///
/// ```swift
/// @Test func aPostIsRead() async throws {
///     try await withWorld { world, platform in
///         let token = PostToken(try await world.posts(of: "seller")[0].token)
///         #expect(try await platform.posts.get(token).token == token)
///     }
/// }
/// ```
///
/// All these tests of a process share a sandbox, which starts with the first of them and ends with the process.
public func withWorld<T: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ test: (_ world: World, _ platform: OpenPlatform) async throws -> T
) async throws -> T {
    let world = try await shared.value.world()
    let result: Result<T, any Error>
    do {
        let platform = try OpenPlatform(world.settings)
        defer { platform.close() }
        result = .success(try await test(world, platform))
    } catch { result = .failure(error) }
    // In a task of its own, because that of the test may be cancelled, such as by its time limit. If the test has removed the world, or
    // the sandbox is gone, nothing is left to remove.
    _ = await Task { try await world.remove() }.result
    return try result.get()
}
#endif
