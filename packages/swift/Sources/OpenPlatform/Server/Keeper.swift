/// Refreshes stored grants before they expire, and reports what an app should handle. From ``OpenPlatform/keeper(interval:)``.
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
/// A keeper reports its own results at once. What it finds in the store, such as a grant that ended during a call, also of this
/// process, it reports one to two minutes later, unless another keeper has reported it.
///
/// It runs while a loop waits for its reports: run the loop in its own task. A report counts as handled when the next one is
/// requested. The loop ends when its task is cancelled, and throws ``OpenPlatformError/Config(report:)`` when the client is
/// closed. One keeper for a store is enough; several can run at the same time.
public struct GrantKeeper: AsyncSequence, Sendable {
    let native: Result<Keeper, any Error>

    /// One loop over the reports.
    public func makeAsyncIterator() -> Iterator { Iterator(native: native) }

    /// One loop over the reports.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let native: Result<Keeper, any Error>

        /// The next report; `nil` when the task is cancelled.
        public mutating func next() async throws -> KeeperReport? {
            let keeper = try native.get()
            return try await untilCancelled { try await keeper.next(cancel: $0) }
        }
    }
}

extension OpenPlatform {
    /// Refreshes the stored grants and renews their subscriptions, while a loop waits for the reports.
    ///
    /// - Parameter interval: The time between two scans of the store: 60 seconds by default. If it is negative, the loop throws
    ///   ``OpenPlatformError/InvalidInput(report:)``.
    public func keeper(interval: Duration? = nil) -> GrantKeeper {
        GrantKeeper(native: Result { native.keeper(interval: try interval?.seconds(for: "interval")) })
    }

    /// Waits for work that must not be interrupted, before the process ends: logins that are being completed, token refreshes, renewals
    /// of subscriptions, and new tokens that are not stored yet. Returns whether all are completed. 12 seconds are enough in normal
    /// operation. It can be called after ``close()``, too.
    @discardableResult
    public func drain(timeout: Duration = .seconds(12)) async -> Bool {
        (try? await native.drain(timeout: timeout.seconds)) ?? false
    }
}

/// Runs an operation that ends when its task is cancelled: then returns `nil`.
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
