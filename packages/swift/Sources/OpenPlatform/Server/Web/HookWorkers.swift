import Foundation

extension Inbox {
    /// Waits for the next event and leases it: no other worker gets it until the lease ends. A handler that may take longer than the
    /// lease needs ``keeping(_:isolation:_:)``.
    ///
    /// - Throws: ``OpenPlatformError/Store(report:)`` if the store has failed for five seconds: call it again;
    ///   ``OpenPlatformError/Config(report:)`` after `shutDown()`, and when the client is closed; a `CancellationError` if the task is
    ///   cancelled: then no event is leased.
    public func next() async throws -> InboxItem {
        Notices.listen
        return try await call { try await self.next(cancel: $0.cancel) }
    }

    /// Extends the lease of an event while `body` runs. ``Hooks/run(workers:drainTimeout:)`` does this for its handlers.
    ///
    /// ```swift
    /// let item = try await inbox.next()
    /// try await inbox.keeping(item.id) { try await handle(item) }
    /// _ = try await inbox.ack(id: item.id)
    /// ```
    ///
    /// - Throws: What `body` throws; ``OpenPlatformError/InvalidInput(report:)`` for a malformed id.
    public func keeping<T: Sendable>(
        _ id: String, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
    ) async throws -> T {
        let lease = try keep(id: id)
        defer { lease.end() }
        return try await body()
    }

    /// The oldest dead letters, up to 100: the first page of `deadLetters(after:)`.
    public func deadLetters() async throws -> [DeadLetter] { try await deadLetters(after: nil) }
}

extension Hooks {
    /// Handles the events of the inbox until the task is cancelled: run it in its own task, in any number of processes.
    ///
    /// If a handler throws, the event is retried later, and becomes a dead letter after the last attempt. When the task is
    /// cancelled, no further event is taken, and this ends when the handlers that run have ended. Events that wait for a loop over
    /// ``events`` are left to another worker.
    ///
    /// - Parameters:
    ///   - workers: How many events are handled at once, 1 to 10,000. 4 by default.
    ///   - drainTimeout: How long the end waits for the handlers that run; without limit by default. Those that take longer are
    ///     cancelled and no longer waited for, and their events are handled by another worker.
    /// - Throws: ``OpenPlatformError/Config(report:)`` if there is no inbox, or no handler of events and no use of ``events``, or when
    ///   the inbox is shut down;
    ///   ``OpenPlatformError/InvalidInput(report:)`` for a number or time out of range.
    public func run(workers: Int? = nil, drainTimeout: Duration? = nil) async throws {
        guard let inbox else { throw OpenPlatformError.config("inbox", "these hooks have none: give one to Hooks") }
        let workers = try inbox.workers(
            receiver: receiver,
            options: WorkerOptions(
                workers: workers.map(Int64.init), handlerTimeoutSeconds: handlerTimeout?.seconds,
                drainTimeoutSeconds: drainTimeout?.seconds))
        let logging = Task { [log] in
            while let lines = try await workers.logs() {
                for line in lines { log(line.isError ? .error : .warning, "open-platform: \(line.text)") }
            }
        }
        let working = Task { [self] in try await handleEvents(of: workers) }
        let outcome = await withTaskCancellationHandler {
            await working.result
        } onCancel: {
            working.cancel()
            Task { try await workers.drain() }
        }
        _ = try await workers.drain()
        try await logging.value
        try outcome.get()
    }

    private func handleEvents(of workers: Workers) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            // One more than may handle an event: one always waits for the next, and learns that the client was closed.
            for _ in 0...workers.count() {
                group.addTask { [self] in
                    while let leased = try await workers.next() { await handle(leased.item, leased.attempt) }
                }
            }
            do {
                while try await group.next() != nil {}
            } catch {
                // The client is closed: the end is the same as for a cancellation.
                group.cancelAll()
                _ = try await workers.drain()
                throw error
            }
        }
    }

    /// Handles an event, until the attempt has ended. A handler that ignores the end of its time is no longer waited for.
    private func handle(_ item: InboxItem, _ attempt: InboxAttempt) async {
        // In a task of its own, so that it goes on after the cancellation of the workers.
        let handling = Task { [self] in await callHandler(of: item, attempt) }
        let isForLoop = handlers.events[item.delivery.event.name] == nil
        await withTaskCancellationHandler {
            if (try? await attempt.ended()) != nil { handling.cancel() }
        } onCancel: {
            // It takes back an event that no loop has taken yet.
            if isForLoop { handling.cancel() }
        }
    }

    private func callHandler(of item: InboxItem, _ attempt: InboxAttempt) async {
        do {
            let context = try await self.context(item.delivery, keyId: item.keyId)
            // The workers hand out only events that a handler or a loop takes.
            if let handler = handlers.events[item.delivery.event.name] {
                try await handler(context)
            } else {
                try await offer(context)
            }
            try await attempt.end(ending: .handled)
        } catch {
            // Also another error than `CancellationError`: `URLSession` throws `URLError.cancelled` in a cancelled task.
            let ending: Ending = Task.isCancelled ? .interrupted : .failed(reason: kind(of: error), detail: detail(of: error))
            // If not even that can be reported, another worker gets the event when its lease has ended.
            try? await attempt.end(ending: ending)
        }
    }

    /// Passes an event to the loops over ``events``.
    private func offer(_ context: HookContext) async throws {
        switch await queue.offer(context) {
        case .handled: break
        case .notHandled: throw LoopError.ended
        case .notTaken: throw LoopError.noLoop
        }
    }
}
