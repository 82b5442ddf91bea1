import Foundation

extension Settings {
    /// A custom store, instead of `storeUrl`. It requires `storeKeys`.
    ///
    /// If a call fails because the store throws an error, that error is the ``OpenPlatformError/cause``. Only its type is in the
    /// text of the call's error, because its own text may contain secrets. Of a ``StoreFailure`` the reason is in the text.
    public func store(store: any RecordStore) {
        customStore(store: StoreAdapter(store: store))
    }
}

extension RecordStore {
    /// No time: each process measures by its own clock which of them refreshes a grant. A store whose clock all processes share,
    /// such as that of a database server, returns its current time instead.
    public func now() async throws -> Date? { nil }
}

extension Inbox {
    /// Opens an inbox in a custom store. The single key `unencrypted` turns encryption off. If the store throws an error, that
    /// error is the ``OpenPlatformError/cause`` of the error of the inbox, as with the store of the settings.
    public static func over(store: any RecordStore, keys: [String], options: InboxOptions? = nil) throws -> Inbox {
        try overCustom(store: StoreAdapter(store: store), keys: keys, options: options)
    }
}

/// A store that keeps the errors of a custom store in `Causes`.
private final class StoreAdapter: RecordStore {
    private let store: any RecordStore

    init(store: any RecordStore) { self.store = store }

    func get(kind: String, key: String) async throws -> StoredRecord? {
        try await withCause { try await store.get(kind: kind, key: key) }
    }

    func put(kind: String, key: String, expected: Int64?, value: Data) async throws -> Bool {
        try await withCause { try await store.put(kind: kind, key: key, expected: expected, value: value) }
    }

    func delete(kind: String, key: String, expected: Int64) async throws -> Bool {
        try await withCause { try await store.delete(kind: kind, key: key, expected: expected) }
    }

    func scan(kind: String, prefix: String, after: String?, limit: Int32) async throws -> [StoredRecord] {
        try await withCause { try await store.scan(kind: kind, prefix: prefix, after: after, limit: limit) }
    }

    func now() async throws -> Date? {
        try await withCause { try await store.now() }
    }

    private func withCause<T>(_ call: () async throws -> T) async throws -> T {
        do {
            return try await call()
        } catch let error as CancellationError where Task.isCancelled {
            throw error
        } catch {
            var reason = "the store failed with \(type(of: error))"
            if case .Failed(let given)? = error as? StoreFailure { reason = given }
            throw StoreFailure.Thrown(reason: reason, number: Causes.keep(error))
        }
    }
}
