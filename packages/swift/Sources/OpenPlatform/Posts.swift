import Foundation

extension Post {
    /// Whether the answer had a member, by its name on the wire: one that it leaves out is zero, false or empty here.
    public func has(_ member: String) -> Bool { postHas(post: self, member: member) }
    /// `nil` where one of them cannot be read: its own function then says so.
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

/// What the data of a post says, read once: copies of the post share it. It is no part of what makes posts equal.
final class KeptShortcuts: @unchecked Sendable, Hashable {
    /// One lock for all posts, because most are never asked, and a lock for each costs more than the rest of it.
    private static let lock = NSLock()
    private var kept: PostShortcuts??

    func of(_ data: Json) -> PostShortcuts? {
        if let kept = Self.lock.withLock({ kept }) { return kept }
        let read = postShortcuts(data: data)
        Self.lock.withLock { kept = .some(read) }
        return read
    }

    static func == (_: KeptShortcuts, _: KeptShortcuts) -> Bool { true }
    func hash(into _: inout Hasher) {}
}
