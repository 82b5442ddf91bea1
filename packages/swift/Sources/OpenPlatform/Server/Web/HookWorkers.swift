import Foundation

extension Hooks {
    /// Handles the events of the inbox until the task is cancelled: run it in its own task, in any number of processes.
    ///
    /// If a handler throws, the event is retried later, and becomes a dead letter after the last attempt. When the task is
    /// cancelled, handlers that ignore the cancellation are completed; the events of the others are handled by another worker.
    ///
    /// - Parameter workers: How many events are handled at the same time, 4 by default.
    /// - Throws: ``OpenPlatformError/Config(report:)`` if there is no inbox, or when it is shut down.
    public func run(workers: Int = Int(defaultWorkers())) async throws {
        guard let inbox else { throw OpenPlatformError.config("inbox", "these hooks have none: give one to Hooks") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<max(workers, 1) {
                group.addTask { [self] in
                    while let item = try await next(inbox) { await handle(item, of: inbox) }
                }
            }
            group.addTask { [self] in
                while let warnings = try await untilCancelled({ try await inbox.warnings(cancel: $0) }) { warn(warnings) }
            }
            try await group.waitForAll()
        }
    }

    private func next(_ inbox: Inbox) async throws -> InboxItem? {
        while !Task.isCancelled {
            do {
                return try await untilCancelled { try await inbox.next(cancel: $0) }
            } catch OpenPlatformError.Store(let report) {
                // The core has retried for some seconds. Try again.
                log(.error, "open-platform: the inbox cannot be read: \(report.text)")
            }
        }
        return nil
    }

    /// Logs the warnings of the inbox. They have the type of the event and its dedupe key, and none of its content.
    private func warn(_ warnings: [String]) {
        for warning in warnings { log(.warning, "open-platform: \(warning)") }
    }

    private func handle(_ item: InboxItem, of inbox: Inbox) async {
        let (event, label) = (item.delivery.event, deliveryLabel(delivery: item.delivery))
        do {
            // The core extends the lease until the result is stored.
            let lease = try await inbox.keep(id: item.id)
            defer { lease.end() }
            do {
                if let handler = handlers.events[event.name] {
                    try await handler(try await context(item.delivery, keyId: item.keyId))
                } else {
                    write(receiver.withoutHandler(event: event).map { [$0] } ?? [])
                    if case .malformed(_, let reason, _) = event {
                        _ = try await inbox.giveUp(id: item.id, reason: "it cannot be read: \(reason)")
                        return
                    }
                }
            } catch is CancellationError where Task.isCancelled {
                _ = try await inbox.release(id: item.id)
                return
            } catch {
                log(.error, "open-platform: a handler failed, attempt \(item.attempts) of \(label): \(kind(of: error))")
                _ = try await inbox.nack(id: item.id, reason: kind(of: error))
                return
            }
            _ = try await inbox.ack(id: item.id)
        } catch {
            log(.error, "open-platform: the inbox cannot be written, and the event comes again (\(error)): \(label)")
        }
    }
}

extension Event {
    /// The name of its type, as in `tests/vectors` and the other packages.
    var name: String {
        switch self {
        case .newMessage: "new_message"
        case .newChatbotMessage: "new_chatbot_message"
        case .userAccessRevocation: "user_access_revocation"
        case .postUpdate: "post_update"
        case .paymentTransaction: "payment_transaction"
        case .unknown: "unknown"
        case .malformed: "malformed"
        }
    }
}
