import Foundation

/// The events of ``Hooks/events``.
public struct HookEvents: AsyncSequence, Sendable {
    let queue: EventQueue

    /// One loop over the events.
    public func makeAsyncIterator() -> Iterator { Iterator(loop: EventLoop(queue: queue)) }

    /// One loop over the events.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let loop: EventLoop

        /// The next event; `nil` when the task is cancelled.
        public mutating func next() async -> HookContext? { await loop.next() }
    }
}

/// One loop. It ends with the last reference to it.
final class EventLoop: Sendable {
    private let queue: EventQueue
    private let current = Locked<EventQueue.Item?>(nil)

    init(queue: EventQueue) {
        self.queue = queue
        queue.join()
    }

    deinit {
        current.value?.settle(.notHandled)
        queue.leave()
    }

    func next() async -> HookContext? {
        current.value?.settle(.handled)
        let item = await queue.take()
        current.change { $0 = item }
        return item?.context
    }
}

/// Why an event that was passed to the loops has not been handled.
enum LoopError: Error {
    case ended, noLoop

    /// What is logged.
    var reason: String {
        switch self {
        case .ended: "the loop over the events ended"
        case .noLoop: "no loop over the events takes it"
        }
    }
}

/// A queue of events from requests and the inbox to loops.
final class EventQueue: Sendable {
    enum Outcome { case handled, notHandled, notTaken }

    /// An event, and the request or worker that waits for its result.
    final class Item: Sendable {
        let id: UUID
        let context: HookContext
        private let waiting = Locked<CheckedContinuation<Outcome, Never>?>(nil)

        init(_ id: UUID, _ context: HookContext, _ continuation: CheckedContinuation<Outcome, Never>) {
            (self.id, self.context) = (id, context)
            waiting.change { $0 = continuation }
        }

        func settle(_ outcome: Outcome) {
            waiting.change { waiting in defer { waiting = nil }; return waiting }?.resume(returning: outcome)
        }
    }

    private struct State {
        /// Whether there has been a loop.
        var isJoined = false
        var loops = 0
        var items: [Item] = []
        var takers: [(id: UUID, continuation: CheckedContinuation<Item?, Never>)] = []
    }

    private static let mostItems = 1000
    private let state = Locked(State())
    private let isJoined: @Sendable () -> Void

    /// - Parameter isJoined: Called when a loop begins.
    init(_ isJoined: @escaping @Sendable () -> Void) { self.isJoined = isJoined }

    func join() {
        state.change { state in
            state.loops += 1
            state.isJoined = true
        }
        isJoined()
    }

    func leave() {
        let left = state.change { state -> [Item] in
            state.loops -= 1
            guard state.loops == 0 else { return [] }
            defer { state.items = [] }
            return state.items
        }
        for item in left { item.settle(.notTaken) }
    }

    /// Passes an event to a loop, and waits for the result. When the task is cancelled, an event that no loop has taken yet is taken
    /// back.
    func offer(_ context: HookContext) async -> Outcome {
        let id = UUID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in pass(Item(id, context, continuation)) }
        } onCancel: {
            let item = state.change { state in
                state.items.firstIndex { $0.id == id }.map { state.items.remove(at: $0) }
            }
            item?.settle(.notTaken)
        }
    }

    private func pass(_ item: Item) {
        let taker = state.change { state -> CheckedContinuation<Item?, Never>?? in
            // An event of an inbox may come before the first loop. Others do not: until then they have no handler.
            let hasTaker = state.loops > 0 || !state.isJoined
            guard !Task.isCancelled, hasTaker, state.items.count < Self.mostItems else { return .none }
            if state.takers.isEmpty {
                state.items.append(item)
                return .some(nil)
            }
            return .some(state.takers.removeFirst().continuation)
        }
        switch taker {
        case .none: item.settle(.notTaken)
        case .some(let taker): taker?.resume(returning: item)
        }
    }

    /// The next event; `nil` when the task is cancelled.
    func take() async -> Item? {
        let id = UUID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let item = state.change { state -> Item?? in
                    if Task.isCancelled { return .some(nil) }
                    if !state.items.isEmpty { return .some(state.items.removeFirst()) }
                    state.takers.append((id, continuation))
                    return .none
                }
                if case .some(let item) = item { continuation.resume(returning: item) }
            }
        } onCancel: {
            let taker = state.change { state in
                state.takers.firstIndex { $0.id == id }.map { state.takers.remove(at: $0).continuation }
            }
            taker?.resume(returning: nil)
        }
    }
}
