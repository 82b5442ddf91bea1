/// The items of a list that the platform returns a page at a time, in one sequence: `for try await item in pages`.
///
/// Each iteration begins with the first page. It ends with the first error.
public struct Pages<Element: Sendable>: AsyncSequence, Sendable {
    /// Returns a page and the token of the next one: the first page for `nil`.
    let load: @Sendable (String?) async throws -> ([Element], String?)

    init(load: @escaping @Sendable (String?) async throws -> ([Element], String?)) {
        self.load = load
    }

    /// Begins an iteration. Nothing is sent before the first item is asked for.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(load: load)
    }

    /// An iteration over the items.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let load: @Sendable (String?) async throws -> ([Element], String?)
        private var items = [Element]().makeIterator()
        private var token: String?
        private var isLast = false

        init(load: @escaping @Sendable (String?) async throws -> ([Element], String?)) {
            self.load = load
        }

        /// The next item, or `nil` after the last one.
        public mutating func next() async throws -> Element? {
            while true {
                if let item = items.next() { return item }
                if isLast { return nil }
                // Set before the call, so that nothing follows an error.
                isLast = true
                let (page, next) = try await load(token)
                items = page.makeIterator()
                token = next
                isLast = next?.isEmpty ?? true
            }
        }
    }
}

extension TransactionQuery {
    /// The same query for another page.
    func page(_ token: String) -> TransactionQuery {
        TransactionQuery(pageSize: pageSize, pageToken: token, extra: extra)
    }
}
