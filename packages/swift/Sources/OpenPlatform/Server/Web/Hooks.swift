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
/// body as a sequence of bytes or of pieces, pass the sequence: then no more than needed is read, for 10 seconds at most (408).
/// Close the connection if ``Reply/close`` is set: then the rest of the body is not read. The addresses for the console are
/// `https://app.example/hooks/events`, `…/start` and `…/actions`.
///
/// A request is answered once its handler has returned: 200, or 500 with an empty body if it threw, so that the platform may
/// send it again. Use a queue for long work: the platform does not document how long it waits
/// (docs/platform.md#webhook-delivery). Requests without the key are refused before the body is read. A repeated event is
/// answered with 200 and not handled again; while it is being handled, with 503.
///
/// Serve it over https only: each request contains the key.
public final class Hooks: Sendable {
    /// The client of the handlers.
    public let platform: OpenPlatform

    private let webhooks: Webhooks
    private let dedupe: (any Dedupe)?
    private let inbox: Inbox?
    private let onHook: (@Sendable (ReceivedHook) -> Void)?
    private let grantOf: @Sendable (Delivery) async throws -> GrantKey?
    private let log: Log
    private let queue = EventQueue()
    private let state = Locked(State())

    private struct State {
        var handlers: [String: @Sendable (HookContext) async throws -> Void] = [:]
        var start: (@Sendable (StartRequest, RequestContext) async throws -> StartReply)?
        var dynamicAction: (@Sendable (DynamicActionRequest, RequestContext) async throws -> DynamicActionReply)?
        var told: Set<String> = []
    }

    /// Creates the receiver. Add handlers to it afterwards.
    ///
    /// - Parameters:
    ///   - platform: The client that `reply`, `user` and `platform` of the handlers use. By default one from the
    ///     environment.
    ///   - keys: The identification keys. By default those of `platform` if it is given, otherwise
    ///     `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
    ///   - bodyLimit: The largest body, in bytes: 256 KiB by default.
    ///   - bodyTimeout: The time limit for a streamed body, which is refused with 408 afterwards: 10 seconds by default.
    ///   - staleAfter: The age from which a message is stale: 72 hours by default.
    ///   - rejectStale: Whether stale messages are refused with 403. Off by default: messages that are delivered late would be
    ///     lost.
    ///   - dedupe: Detects repeated events. By default in this process's memory; `nil` switches it off. An event counts as
    ///     being handled for at most 5 minutes: use an `inbox` for handlers that take longer.
    ///   - inbox: Stores every event before it is acknowledged, and drops repeated ones. Handlers are then called by
    ///     ``run(workers:)``, which the app must call.
    ///   - grantOf: Returns the grant of the event's user, from the subscription's `metadata`, which the platform sends back
    ///     with the event. By default its member `grant`.
    ///   - onHook: Called with a record of each request, when its response is known. It must not block. See docs/observe.md.
    ///   - log: The log for refused requests, failed handlers and events without a handler, and for each request at `debug`.
    ///     Standard error by default, without `debug`.
    /// - Throws: ``OpenPlatformError/Config(report:)`` if there is no key, or one that is no protection;
    ///   ``OpenPlatformError/InvalidInput(report:)`` for a negative `staleAfter` or `bodyTimeout`.
    public init(
        platform: OpenPlatform? = nil,
        keys: [IdentificationKey]? = nil,
        bodyLimit: Int? = nil,
        bodyTimeout: Duration? = nil,
        staleAfter: Duration? = nil,
        rejectStale: Bool = false,
        dedupe: (any Dedupe)? = MemoryDedupe(),
        inbox: Inbox? = nil,
        grantOf: @escaping @Sendable (Delivery) async throws -> GrantKey? = Hooks.grantInMetadata,
        onHook: (@Sendable (ReceivedHook) -> Void)? = nil,
        log: @escaping Log = standardErrorLog
    ) throws {
        let options = WebhookOptions(
            bodyLimit: bodyLimit.map { UInt32(clamping: $0) }, staleAfter: try staleAfter?.seconds(for: "staleAfter"),
            rejectStale: rejectStale, bodyTimeout: try bodyTimeout?.seconds(for: "bodyTimeout"))
        if let keys {
            webhooks = try Webhooks(keys: keys, options: options)
        } else if let platform {
            webhooks = try platform.native.webhooks(options: options)
        } else {
            webhooks = try Webhooks.fromEnvironment(options: options)
        }
        self.platform = try platform ?? .fromEnvironment()
        self.dedupe = dedupe
        self.inbox = inbox
        self.grantOf = grantOf
        self.onHook = onHook
        self.log = log
    }

    /// The grant that the app put into the metadata of its subscription, as `["grant": …]`.
    public static let grantInMetadata: @Sendable (Delivery) async throws -> GrantKey? = { delivery in
        delivery.metadata?["grant"]?.string.map { GrantKey($0) }
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
        try state.change { state in
            guard state.start == nil else { throw twice("onStart") }
            state.start = handler
        }
        return self
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
        try state.change { state in
            guard state.dynamicAction == nil else { throw twice("onDynamicAction") }
            state.dynamicAction = handler
        }
        return self
    }

    /// Answers dynamic actions with a text for the user.
    @discardableResult
    public func onDynamicAction(
        _ handler: @escaping @Sendable (DynamicActionRequest, RequestContext) async throws -> String
    ) throws -> Hooks {
        try onDynamicAction { DynamicActionReply(textMessage: try await handler($0, $1)) }
    }

    private func add(_ name: String, _ handler: @escaping @Sendable (HookContext) async throws -> Void) throws -> Hooks {
        try state.change { state in
            guard state.handlers[name] == nil else { throw twice(name) }
            state.handlers[name] = handler
        }
        return self
    }

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
    public var events: HookEvents { HookEvents(queue: queue) }

    /// Handles the events of the inbox until the task is cancelled: run it in its own task, in any number of processes.
    ///
    /// If a handler throws, the event is retried later, and becomes a dead letter after the last attempt. When the task is
    /// cancelled, handlers that ignore the cancellation are completed; the events of the others are handled by another worker.
    ///
    /// - Parameter workers: How many events are handled at the same time.
    /// - Throws: ``OpenPlatformError/Config(report:)`` if there is no inbox, or when it is shut down.
    public func run(workers: Int = 4) async throws {
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
                if let handler = state.value.handlers[event.name] {
                    try await handler(try await context(item.delivery, keyId: item.keyId))
                } else if case .malformed(_, let reason, _) = event {
                    tellOnce(event)
                    _ = try await inbox.giveUp(id: item.id, reason: "it cannot be read: \(reason.prefix(200))")
                    return
                } else {
                    tellOnce(event)
                }
            } catch is CancellationError where Task.isCancelled {
                _ = try await inbox.release(id: item.id)
                return
            } catch {
                log(.error, "open-platform: a handler failed, attempt \(item.attempts) of \(label): \(error)")
                // Its text may contain data of the event.
                _ = try await inbox.nack(id: item.id, reason: String(describing: type(of: error)))
                return
            }
            _ = try await inbox.ack(id: item.id)
        } catch {
            log(.error, "open-platform: the inbox cannot be written, and the event comes again (\(error)): \(label)")
        }
    }

    /// Replaces all keys, from the next request on.
    public func replaceKeys(_ keys: [IdentificationKey]) throws {
        try webhooks.replaceKeys(keys: keys)
    }

    // MARK: Requests

    /// Receives one request whose body was already read, and returns the answer; `nil` for an address other than `…/events`,
    /// `…/start` and `…/actions`. It never throws: an error is logged and answered with 500.
    ///
    /// - Parameters:
    ///   - method: As received.
    ///   - path: The path without the query. Its last segment selects the kind of request.
    ///   - headers: All headers, as received, also repeated ones.
    ///   - body: The unparsed bytes.
    public func receive(
        method: String,
        path: String,
        headers: some Sequence<(name: String, value: String)>,
        body: Data
    ) async -> Reply? {
        await receive(method, path, headers) { _ in body }
    }

    /// As `receive(method:path:headers:body:)`, for a server that streams the body in pieces, such as `[UInt8]` or `Data`. The
    /// body is read only after the head was accepted, up to its limit of size and of time (408). ``Reply/close`` says whether
    /// to close the connection because the body was not read completely.
    public func receive<Body: AsyncSequence & Sendable>(
        method: String,
        path: String,
        headers: some Sequence<(name: String, value: String)>,
        body: Body
    ) async -> Reply? where Body.Element: Sequence<UInt8> {
        await receive(method: method, path: path, headers: headers) { try await beginning(of: body, limit: $0) }
    }

    /// As `receive(method:path:headers:body:)`, for a server with another form of streaming: `body` is called only after the
    /// head was accepted. It returns all of the body, or its beginning if that has more bytes than the limit it is given. A
    /// body that takes too long is answered with 408: then the task of `body` is cancelled, and must end.
    public func receive(
        method: String,
        path: String,
        headers: some Sequence<(name: String, value: String)>,
        body: @escaping @Sendable (_ limit: Int) async throws -> Data
    ) async -> Reply? {
        await receive(method, path, headers) { accepted in
            let limit = Int(accepted.bodyLimit())
            if let body = try await within(accepted.bodySeconds(), { try await body(limit) }) { return body }
            try accepted.tooSlow()
            return Data()  // Never: that threw.
        }
    }

    private func receive(
        _ method: String,
        _ path: String,
        _ headers: some Sequence<(name: String, value: String)>,
        body: (Accepted) async throws -> Data
    ) async -> Reply? {
        let headers = headers.map { Header(name: $0.name, value: $0.value) }
        let (kind, receive): (String, (Accepted, Data, inout Known) async throws -> Reply)
        switch path.split(separator: "/", omittingEmptySubsequences: false).last {
        case "events": (kind, receive) = ("event", event)
        case "start": (kind, receive) = ("start", started)
        case "actions": (kind, receive) = ("action", acted)
        default: return nil
        }
        let began = ContinuousClock.now
        var known = Known()
        let reply = await answer(path, &known) { known in
            let accepted = try webhooks.authenticate(method: method, headers: headers)
            return try await receive(accepted, try await body(accepted), &known)
        }
        let record = webhooks.answered(
            request: Answered(
                kind: kind, status: Int64(reply.status), durationSeconds: (ContinuousClock.now - began) / .seconds(1),
                eventType: known.eventType, reason: known.reason, progress: known.progress, isStored: known.isStored,
                isIgnored: known.isIgnored))
        log(.debug, record.message)
        onHook?(record)
        return reply
    }

    /// What is known of a request, for its record.
    private struct Known {
        var eventType: String?
        var reason: String?
        var progress: DedupeProgress?
        var isStored = false
        var isIgnored = false
    }

    /// The response to a request. What becomes known of the request is added to `known`.
    private func answer(
        _ path: String, _ known: inout Known, _ respond: (inout Known) async throws -> Reply
    ) async -> Reply {
        do {
            return try await respond(&known)
        } catch OpenPlatformError.Webhook(let report) {
            known.reason = report.reason ?? ""
            log(.warning, "open-platform: a request was \(report.text)")
            return replyToRejection(status: UInt16(clamping: report.status ?? 400), reason: report.reason ?? "")
        } catch {
            log(.error, "open-platform: a request to \(path) was answered with 500: \(error)")
            return Reply(status: 500)
        }
    }

    private func event(_ accepted: Accepted, _ body: Data, _ known: inout Known) async throws -> Reply {
        // It drops repeated events itself, and answers 503 if an event cannot be stored.
        if let inbox {
            defer { warn(inbox.tryWarnings()) }
            let receipt = await inbox.receiveEvent(accepted: accepted, body: body)
            (known.eventType, known.reason, known.progress) = (receipt.eventType, receipt.reason, receipt.progress)
            known.isStored = receipt.progress != nil
            return receipt.reply
        }
        let delivery = try accepted.event(body: body)
        let (name, label) = (delivery.event.name, deliveryLabel(delivery: delivery))
        var noted = delivery
        known.eventType = name
        let handler = state.value.handlers[name]
        guard handler != nil || queue.isUsed else {
            known.isIgnored = true
            tellOnce(delivery.event)
            return replyOk()
        }
        do {
            known.progress = try await dedupe?.progress(of: delivery)
            switch known.progress ?? .new {
            case .new: break
            case .conflict:
                log(.warning, "open-platform: \(conflictNote()): \(label)")
                noted = deliveryInConflict(delivery: delivery)
            case .inProgress:
                log(.warning, "open-platform: an event came again while it is handled, answered with 503: \(label)")
                return replyInProgress()
            case .seen: return replyOk()
            }
        } catch {
            // If it were acknowledged, the event would be lost; if it is handled, it may be handled twice.
            log(.error, "open-platform: the memory of events failed with \(type(of: error)), answered with 503: \(label)")
            return replyUnavailable(retryAfter: retryAfterSeconds)
        }
        do {
            let context = try await context(noted, keyId: accepted.keyId())
            if let handler {
                try await handler(context)
                await settled(delivery, label, isHandled: true)
                return replyOk()
            }
            switch await queue.offer(context) {
            case .handled:
                await settled(delivery, label, isHandled: true)
                return replyOk()
            case .notHandled:
                await settled(delivery, label, isHandled: false)
                return Reply(status: 500)
            case .notTaken:
                await settled(delivery, label, isHandled: false)
                log(.warning, "open-platform: no loop takes events, answered with 503: \(label)")
                return replyUnavailable(retryAfter: retryAfterSeconds)
            }
        } catch {
            await settled(delivery, label, isHandled: false)
            throw error
        }
    }

    /// Where the memory of events fails now, the event is handled again when it comes again.
    private func settled(_ delivery: Delivery, _ label: String, isHandled: Bool) async {
        do {
            if !isHandled {
                try await dedupe?.notHandled(delivery)
            } else if try await dedupe?.handled(delivery) == true {
                log(.warning, "open-platform: \(conflictNote()): \(label)")
            }
        } catch {
            log(.error, "open-platform: the memory of events failed with \(type(of: error)): \(label)")
        }
    }

    private func started(_ accepted: Accepted, _ body: Data, _ known: inout Known) async throws -> Reply {
        let request = try accepted.start(body: body)
        guard let handler = state.value.start else {
            known.isIgnored = true
            return noHandler(
                "start requests", #"try hooks.onStart { request, context in "https://app.example/start" }"#)
        }
        let answer = try await handler(request, RequestContext(keyId: accepted.keyId(), platform: platform))
        return try replyToStart(answer: answer, request: request)
    }

    private func acted(_ accepted: Accepted, _ body: Data, _ known: inout Known) async throws -> Reply {
        let request = try accepted.dynamicAction(body: body)
        guard let handler = state.value.dynamicAction else {
            known.isIgnored = true
            return noHandler("dynamic actions", #"try hooks.onDynamicAction { request, context in "Done" }"#)
        }
        let answer = try await handler(request, RequestContext(keyId: accepted.keyId(), platform: platform))
        return try replyToDynamicAction(answer: answer)
    }

    private func context(_ delivery: Delivery, keyId: String) async throws -> HookContext {
        let grant = try await grantOf(delivery)
        return HookContext(
            delivery: delivery, keyId: keyId, platform: platform, user: grant.map { platform.user($0) }, webhooks: webhooks)
    }

    // MARK: Hints

    private func noHandler(_ what: String, _ hint: String) -> Reply {
        once(what, "\(what) arrive, and nothing answers them; the platform gets 404. To answer them:\n\n\(hint)")
        return Reply(status: 404)
    }

    /// Logs once per type that an event has no handler, and how to add one.
    private func tellOnce(_ event: Event) {
        let (said, kind) = said(event)
        once("\(event.name) \(kind)", "\(said) It was answered with 200. To handle it:\n\n\(event.hint)")
    }

    private func said(_ event: Event) -> (String, String) {
        switch event {
        case .unknown(let kind, _):
            let kind = Json(String(kind.prefix(64))).text
            return ("an event of a type that this version does not know arrived, \(kind).", kind)
        case .malformed(let kind, let reason, _):
            let kind = Json(String(kind.prefix(64))).text
            return ("an event that cannot be read arrived, \(kind): \(reason.prefix(200)).", kind)
        default:
            return ("an event of the type \(event.name) arrived, and nothing handles it.", event.name)
        }
    }

    private func once(_ key: String, _ text: String) {
        let isNew = state.change { state in
            // Limits the number of logged types.
            state.told.count < mostHints && state.told.insert(key).inserted
        }
        if isNew { log(.warning, "open-platform: \(text)\n") }
    }
}

/// The value of `Retry-After` while an event cannot be accepted, in seconds.
private let retryAfterSeconds: TimeInterval = 5

/// The number of event types that are logged.
private let mostHints = 100

private func twice(_ what: String) -> OpenPlatformError {
    .config("hooks", "\(what) has a handler already")
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

    /// The code of a handler, for the log.
    fileprivate var hint: String {
        switch self {
        case .newMessage: handler("on(.newMessage)", "message", "message.content")
        case .newChatbotMessage: handler("on(.newChatbotMessage)", "message", "message.content")
        case .userAccessRevocation: handler("on(.userAccessRevocation)", "revocation", "revocation.userId")
        case .postUpdate: handler("on(.postUpdate)", "update", "update.kind")
        case .paymentTransaction: handler("on(.paymentTransaction)", "transaction", "transaction.state")
        case .unknown: handler("onUnknown", "event", "event.kind, event.body")
        case .malformed: handler("onMalformed", "event", "event.kind, event.reason")
        }
    }

    private func handler(_ call: String, _ name: String, _ shown: String) -> String {
        "try hooks.\(call) { \(name), context in\n    print(\(shown))\n}"
    }
}
