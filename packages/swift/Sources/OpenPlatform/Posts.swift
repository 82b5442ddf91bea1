import Foundation

extension Post {
    /// Whether the answer had a member, by its name in JSON. Members that are left out are zero, false or empty here.
    public func has(_ member: String) -> Bool { (try? postHas(post: self, member: member)) ?? false }
    /// `nil` if one of them cannot be parsed: its own function throws the error.
    private var shortcuts: PostShortcuts? { kept.of(data) }

    /// The title.
    public var title: String? { get throws { try shortcuts.map { $0.title } ?? postTitle(post: self) } }
    /// The text of the post.
    public var text: String? { get throws { try shortcuts.map { $0.description } ?? postDescription(post: self) } }
    /// The addresses of its images.
    public var images: [String] { get throws { try shortcuts.map { $0.images } ?? postImages(post: self) } }
    /// The price.
    public var price: Price? { get throws { try shortcuts.map { $0.price } ?? postPrice(post: self) } }
}

/// The parsed data of a post, shared by its copies. Not compared by `==`.
final class KeptShortcuts: @unchecked Sendable, Hashable {
    /// One lock for all posts, because a lock for each costs more, and most are not used.
    private static let lock = NSLock()
    private var kept: PostShortcuts??

    func of(_ data: Json) -> PostShortcuts? {
        if let kept = Self.lock.withLock({ kept }) { return kept }
        let read = try? postShortcuts(data: data)
        Self.lock.withLock { kept = .some(read) }
        return read
    }

    static func == (_: KeptShortcuts, _: KeptShortcuts) -> Bool { true }
    func hash(into _: inout Hasher) {}
}
