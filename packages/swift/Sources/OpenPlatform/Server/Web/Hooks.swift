import Foundation

/// Receives requests of the platform and calls handlers, in any web framework.
///
/// ```swift
/// let hooks = try Hooks(platform: platform)
///     .on(.newChatbotMessage) { message, context in
///         try await context.reply("Got it")
///     }
///     .onStart { request, _ in "https://app.example/start?from=\(request.source)" }
/// ```
///
/// Pass every request under `/hooks` to `receive(method:path:headers:body:)` and send what it returns. If the server has the
/// body as a sequence of bytes or of pieces, pass the sequence: then no more than needed is read, for 8.5 seconds at most (408).
/// Close the connection if ``Reply/close`` is set: then the rest of the body is not read. The addresses for the console are
/// `https://app.example/hooks/events`, `…/start` and `…/actions`.
///
/// A request is answered once its handler has returned: 200, or 500 with an empty body if it threw, so that the platform may
/// send it again. Use an `inbox` for long work: the platform does not document how long it waits
/// (docs/platform.md#webhook-delivery). Requests without the key are refused before the body is read. A repeated event is
/// answered with 200 and not handled again; while it is being handled, with 503. An event whose handler threw
/// `OpenPlatformError.AmbiguousOutcome` is not handled again, because its call may have been executed.
///
/// A handler goes on if the task of its request is cancelled, because the connection was closed. Its event has then been handled.
///
/// Serve it over https only: each request contains the key.
public final class Hooks: Sendable {
    /// The client of the handlers.
    public let platform: OpenPlatform

    let webhooks: Webhooks
    let dedupe: (any Dedupe)?
    let inbox: Inbox?
    let onHook: (@Sendable (ReceivedHook) -> Void)?
    let log: Log
    let handlerTimeout: Duration?
    let receiver: HookReceiver
    let queue: EventQueue
    private let grantOf: @Sendable (Delivery) async throws -> GrantKey?
    private let state = Locked(Handlers())

    /// The handlers of the app.
    struct Handlers {
        var events: [String: @Sendable (HookContext) async throws -> Void] = [:]
        var start: (@Sendable (StartRequest, RequestContext) async throws -> StartReply)?
        var dynamicAction: (@Sendable (DynamicActionRequest, RequestContext) async throws -> DynamicActionReply)?
    }

    /// Creates the receiver. Add handlers to it afterwards.
    ///
    /// - Parameters:
    ///   - platform: The client that `reply`, `user` and `platform` of the handlers use. By default one from the
    ///     environment.
    ///   - keys: The identification keys. By default those of `platform` if it is given, otherwise
    ///     `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
    ///   - bodyLimit: The maximum size of a body in bytes: 256 KiB by default.
    ///   - bodyTimeout: The time limit for reading a body: 8.5 seconds by default. One that takes longer is refused
    ///     with 408. It applies to a body that is passed as a sequence.
    ///   - staleAfter: The age from which on a message is stale: 72 hours by default.
    ///   - rejectStale: Whether stale messages are refused with 403. Off by default: anybody who has the key can set
    ///     any time in a message, and a message that the platform delivers late would be lost.
    ///   - dedupe: Detects repeated events. By default in this process's memory; `nil` switches it off. A repetition is answered
    ///     with 503 while the event is being handled, for at most five minutes: use an `inbox` for handlers that take longer. It must
    ///     not be given with an `inbox`, which detects repeated events itself.
    ///   - inbox: Stores every event before it is acknowledged, and drops repeated ones. Handlers are then called by
    ///     ``run(workers:drainTimeout:)``, which the app must call.
    ///   - allowlist: The addresses that requests may come from, beside the key: from others the response is 403.
    ///   - grantOf: Returns the grant of the event's user, from the subscription's `metadata`, which the platform sends back
    ///     with the event. Called for each event that has a handler, also one without metadata. By default the `grant` of the
    ///     delivery, which is that member of the metadata.
    ///   - onHook: Called with a record of each request, when its response is known. It must not block. See docs/observe.md.
    ///   - handlerTimeout: How long a handler may take; by default without limit. The task of one that takes longer is cancelled,
    ///     and its request is answered with 500, or its event of the inbox is retried later. A handler that ignores the
    ///     cancellation is not waited for. It applies to loops over ``events`` only with an inbox: then the event is retried later.
    ///   - log: The log for refused requests, failed handlers and events without a handler, and for each request at `debug`.
    ///     Standard error by default, without `debug`.
    /// - Throws: ``OpenPlatformError/Config(report:)`` if there is no key, or a key is invalid;
    ///   ``OpenPlatformError/InvalidInput(report:)`` for a negative `bodyLimit`, `staleAfter` or `bodyTimeout`, for a `handlerTimeout`
    ///   that is not above zero, and for `dedupe` together with `inbox`.
    public init(
        platform: OpenPlatform? = nil,
        keys: [IdentificationKey]? = nil,
        bodyLimit: Int? = nil,
        bodyTimeout: Duration? = nil,
        staleAfter: Duration? = nil,
        rejectStale: Bool = false,
        dedupe: (any Dedupe)? = DefaultDedupe(),
        inbox: Inbox? = nil,
        allowlist: IpAllowlist? = nil,
        grantOf: @escaping @Sendable (Delivery) async throws -> GrantKey? = { $0.grant },
        onHook: (@Sendable (ReceivedHook) -> Void)? = nil,
        handlerTimeout: Duration? = nil,
        log: @escaping Log = standardErrorLog
    ) throws {
        Notices.listen
        self.handlerTimeout = try checkedLimit(handlerTimeout)
        if inbox != nil, !(dedupe is DefaultDedupe) { try refuseDedupe() }
        let store: (any Dedupe)? = dedupe is DefaultDedupe ? MemoryDedupe() : dedupe
        let options = WebhookOptions(
            bodyLimit: try checkedBytes(bodyLimit), bodyTimeoutSeconds: try bodyTimeout?.seconds(for: "bodyTimeout"),
            staleAfterSeconds: try staleAfter?.seconds(for: "staleAfter"), rejectStale: rejectStale)
        if let platform {
            webhooks = try platform.native.webhooks(keys: keys, options: options)
        } else if let keys {
            webhooks = try Webhooks(keys: keys, options: options)
        } else {
            webhooks = try Webhooks.fromEnvironment(options: options)
        }
        self.platform = try platform ?? .fromEnvironment()
        (self.dedupe, self.inbox, self.grantOf, self.onHook, self.log) = (store, inbox, grantOf, onHook, log)
        let repetitions: HookDedupe =
            if inbox != nil {
                .inbox
            } else if let memory = store as? MemoryDedupe {
                .memory(memory: memory)
            } else {
                store == nil ? .off : .store
            }
        let receiver = HookReceiver(webhooks: webhooks, dedupe: repetitions, allowlist: allowlist, language: .swift)
        (self.receiver, queue) = (receiver, EventQueue { receiver.takeAllEvents() })
    }

    // MARK: Handlers

    /// Handles the events of a type.
    ///
    /// The old form of a message, `CHAT_MESSAGE`, arrives as `newMessage`. It may be a message of the app itself: check its
    /// `sender`.
    ///
    /// - Throws: ``OpenPlatformError/Config(report:)`` if the type has a handler already.
    @discardableResult
    public func on<Payload, Context>(
        _ type: EventType<Payload, Context>,
        _ handler: @escaping @Sendable (Payload, Context) async throws -> Void
    ) throws -> Hooks {
        try add(type.name) { context in
            guard let (payload, context) = type.open(context) else { return }
            try await handler(payload, context)
        }
    }

    /// Handles events of an unknown type. By default they are logged once per type.
    @discardableResult
    public func onUnknown(_ handler: @escaping @Sendable (UnknownEvent, HookContext) async throws -> Void) throws -> Hooks {
        try add("unknown") { context in
            guard case .unknown(let kind, let body) = context.event else { return }
            try await handler(UnknownEvent(kind: kind, body: body), context)
        }
    }

    /// Handles authentic events that cannot be parsed. By default they are logged once per type.
    @discardableResult
    public func onMalformed(
        _ handler: @escaping @Sendable (MalformedEvent, HookContext) async throws -> Void
    ) throws -> Hooks {
        try add("malformed") { context in
            guard case .malformed(let kind, let reason, let body) = context.event else { return }
            try await handler(MalformedEvent(kind: kind, reason: reason, body: body), context)
        }
    }

    /// Answers start requests: a user clicked and is being sent to the app. Return the https address to open, from your own
    /// configuration, never from an address in the request.
    @discardableResult
    public func onStart(
        _ handler: @escaping @Sendable (StartRequest, RequestContext) async throws -> StartReply
    ) throws -> Hooks {
        try register("start") { $0.start = handler }
    }

    /// Answers start requests with the https address to open.
    @discardableResult
    public func onStart(
        _ handler: @escaping @Sendable (StartRequest, RequestContext) async throws -> String
    ) throws -> Hooks {
        try onStart { StartReply(url: try await handler($0, $1)) }
    }

    /// Answers dynamic actions: a user clicked something whose effect the app decides. Return a text, an action, or both.
    @discardableResult
    public func onDynamicAction(
        _ handler: @escaping @Sendable (DynamicActionRequest, RequestContext) async throws -> DynamicActionReply
    ) throws -> Hooks {
        try register("dynamic_action") { $0.dynamicAction = handler }
    }

    /// Answers dynamic actions with a text for the user.
    @discardableResult
    public func onDynamicAction(
        _ handler: @escaping @Sendable (DynamicActionRequest, RequestContext) async throws -> String
    ) throws -> Hooks {
        try onDynamicAction { DynamicActionReply(textMessage: try await handler($0, $1)) }
    }

    private func add(_ name: String, _ handler: @escaping @Sendable (HookContext) async throws -> Void) throws -> Hooks {
        try register(name) { $0.events[name] = handler }
    }

    private func register(_ name: String, _ set: (inout Handlers) -> Void) throws -> Hooks {
        try state.change { handlers in
            try receiver.register(handler: name)
            set(&handlers)
        }
        return self
    }

    /// The handlers so far.
    var handlers: Handlers { state.value }

    /// The events without a handler, one after the other.
    ///
    /// ```swift
    /// for await incoming in hooks.events {
    ///     switch incoming.event {
    ///     case .newMessage(let message): try await store(message)
    ///     case .unknown(let kind, _): print("new: \(kind)")
    ///     default: break
    ///     }
    /// }
    /// ```
    ///
    /// An event counts as handled when the loop asks for the next one: then its request is answered with 200. If the loop ends
    /// before that, by `break` or an error, the request is answered with 500 and the event may be sent again. Several loops
    /// share the events. Before the first loop, events are logged as events without a handler; after the last one has ended,
    /// and while 1,000 wait, they are answered with 503.
    ///
    /// With an `inbox`, the events come from ``run(workers:drainTimeout:)``, and wait for the first loop. There each of these failures
    /// is a failed attempt, and the event is retried later. Read this property before the call of `run`, because without it events
    /// without a handler are logged and dropped:
    ///
    /// ```swift
    /// let events = hooks.events
    /// let loop = Task { for await incoming in events { print(incoming.event) } }
    /// try await hooks.run()
    /// ```
    public var events: HookEvents {
        // The events of an inbox wait for the first loop.
        if inbox != nil { receiver.takeAllEvents() }
        return HookEvents(queue: queue)
    }

    /// Replaces all keys, from the next request on.
    public func replaceKeys(_ keys: [IdentificationKey]) throws {
        try webhooks.replaceKeys(keys: keys)
    }

    func context(_ delivery: Delivery, keyId: String) async throws -> HookContext {
        let grant = try await grantOf(delivery)
        return HookContext(
            delivery: delivery, keyId: keyId, platform: platform, user: grant.map { platform.user($0) }, webhooks: webhooks)
    }
}
