/// Keeps stored grants alive without traffic, and tells what an app should know. From ``OpenPlatform/keeper(interval:)``.
///
/// ```swift
/// for try await report in platform.keeper() {
///     switch report {
///     case .reauthRequired(_, let user, _): await remind(user)
///     case .gap(_, let user, _, _, let gap): await readWhatChanged(for: user, in: gap)
///     default: break
///     }
/// }
/// ```
///
/// What a keeper has met itself it reports at once. What it finds in the store, such as the end of a grant that a call has
/// met, also one of this process, it reports one to two minutes later, unless another keeper has by then.
///
/// It works as long as somebody waits for its reports: run the loop in a task of its own. A report counts as handled when
/// the next one is asked for. The loop ends when its task is cancelled, and throws ``OpenPlatformError/Config(report:)`` when
/// the client is closed. One keeper for a store is enough; several do not disturb each other.
public struct GrantKeeper: AsyncSequence, Sendable {
    let native: Keeper

    /// One loop over the reports.
    public func makeAsyncIterator() -> Iterator { Iterator(native: native) }

    /// One loop over the reports.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let native: Keeper

        /// Works until there is something to report; `nil` when the task is cancelled.
        public mutating func next() async throws -> KeeperReport? {
            try await untilCancelled { [native] in try await native.next(cancel: $0) }
        }
    }
}

extension OpenPlatform {
    /// Refreshes the stored grants and renews their subscriptions, as long as somebody waits for its reports.
    ///
    /// - Parameter interval: How often the store is looked through: 60 seconds by default.
    public func keeper(interval: Duration? = nil) -> GrantKeeper {
        GrantKeeper(native: native.keeper(interval: interval?.seconds))
    }

    /// Waits for refreshes under way and for tokens that are not saved yet, before the process ends. Returns whether nothing
    /// is left. 12 seconds are enough for what can be expected. It works after ``close()``, too.
    @discardableResult
    public func drain(patience: Duration = .seconds(12)) async -> Bool {
        await native.drain(patience: patience.seconds)
    }
}

/// Runs something that waits, and ends it with its task: then it gives `nil`.
func untilCancelled<T: Sendable>(_ body: (CancelToken) async throws -> T) async throws -> T? {
    let token = CancelToken()
    return try await withTaskCancellationHandler {
        do {
            return try await body(token)
        } catch OpenPlatformError.Cancelled {
            return nil
        }
    } onCancel: {
        token.cancel()
    }
}
