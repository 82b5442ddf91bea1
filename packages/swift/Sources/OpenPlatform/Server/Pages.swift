/// The items of a list that the platform returns a page at a time, in one sequence: `for try await item in pages`.
///
/// Each iteration begins with the first page. It ends with the first error.
public struct Pages<Element: Sendable>: AsyncSequence, Sendable {
    /// Returns a page, the first one for `nil`, and the token of the next one, or the error that comes after the page's items.
    typealias Load = @Sendable (String?) async throws -> ([Element], Result<String?, any Error>)

    let load: Load

    init(load: @escaping Load) {
        self.load = load
    }

    /// Begins an iteration. Nothing is sent before the first item is asked for.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(load: load)
    }

    /// An iteration over the items.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let load: Load
        private var items = [Element]().makeIterator()
        /// The token of the next page; `nil` after the last page.
        private var following: Result<String?, any Error>? = .success(nil)

        init(load: @escaping Load) {
            self.load = load
        }

        /// The next item, or `nil` after the last one.
        public mutating func next() async throws -> Element? {
            while true {
                if let item = items.next() { return item }
                guard let current = following else { return nil }
                // Set before the call, so that nothing follows an error.
                following = nil
                let (page, next) = try await load(current.get())
                items = page.makeIterator()
                if case .success(let token) = next, token?.isEmpty ?? true { continue }
                following = next
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
