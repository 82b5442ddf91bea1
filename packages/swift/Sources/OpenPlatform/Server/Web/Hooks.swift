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
/// Hand every request under `/hooks` to `receive(method:path:headers:body:)` and send what it returns. Where the server has
/// the body as a sequence of bytes or of pieces, hand on that: then no more of it is read than is needed, for 10 seconds at
/// most (408). Close the connection where ``Reply/close`` says so: the rest of the body is not read.
/// In the console the addresses of this app are then `https://app.example/hooks/events`, `…/start` and `…/actions`.
///
/// A request is answered once its handler has returned: 200, or 500 with an empty body if it threw, so that the platform
/// may send it again. What takes long goes into a queue: the platform does not say how long it waits
/// (docs/platform.md#webhook-delivery). Whoever does not know the key is refused from the head alone, before the body
/// is read. An event that arrives again is answered with 200 and not handled again; while it is being handled, with
/// 503.
///
/// Serve it over https only: the key stands in the open in each request.
public final class Hooks: Sendable {
    /// The client of the handlers.
    public let platform: OpenPlatform

    private let webhooks: Webhooks
    private let dedupe: (any Dedupe)?
    private let inbox: Inbox?
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

    /// Makes the receiver. Handlers are added to it afterwards.
    ///
    /// - Parameters:
    ///   - platform: The client that `reply`, `user` and `platform` of the handlers use. By default one from the
    ///     environment.
    ///   - keys: The identification keys. By default those of `platform` if it is given, otherwise
    ///     `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
    ///   - bodyLimit: How many bytes a body may have: 256 KiB by default.
    ///   - bodyTimeout: How long a body that is streamed may take to arrive before it is refused with 408: 10 seconds by
    ///     default.
    ///   - staleAfter: From which age on a message is stale: 72 hours by default.
    ///   - rejectStale: Whether stale messages are refused with 403. Off by default: one that is delivered late would
    ///     be lost.
    ///   - dedupe: What drops repeated events. In this process's memory by default; `nil` switches it off. An event counts as
    ///     being handled for at most 5 minutes, so a handler that takes longer belongs behind an `inbox`.
    ///   - inbox: Stores every event before it is acknowledged, and drops repeated ones. Handlers then run from the inbox:
    ///     in ``run(workers:)``, which the app must call.
    ///   - grantOf: The grant of the user whose event it is, by an id of your own in the subscription's `metadata`, which
    ///     goes to the platform and comes back. By default what its member `grant` says.
    ///   - log: Where refusals, failures of handlers and events without a handler are noted. Standard error by default.
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
        self.log = log
    }

    /// The grant that the app put into the metadata of its subscription, as `["grant": …]`.
    public static let grantInMetadata: @Sendable (Delivery) async throws -> GrantKey? = { delivery in
        delivery.metadata?["grant"]?.string.map { GrantKey($0) }
    }

    // MARK: Handlers

    /// Handles the events of a type.
    ///
    /// The old form of a message, `CHAT_MESSAGE`, arrives as `newMessage`. A message to a conversation of the app's user
    /// may be the app's own: look at its `sender`.
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

    /// Handles events of a type that this version does not know. By default they are noted once per type.
    @discardableResult
    public func onUnknown(_ handler: @escaping @Sendable (UnknownEvent, HookContext) async throws -> Void) throws -> Hooks {
        try add("unknown") { context in
            guard case .unknown(let kind, let body) = context.event else { return }
            try await handler(UnknownEvent(kind: kind, body: body), context)
        }
    }

    /// Handles authentic events that cannot be read. By default they are noted once per type.
    @discardableResult
    public func onMalformed(
        _ handler: @escaping @Sendable (MalformedEvent, HookContext) async throws -> Void
    ) throws -> Hooks {
        try add("malformed") { context in
            guard case .malformed(let kind, let reason, let body) = context.event else { return }
            try await handler(MalformedEvent(kind: kind, reason: reason, body: body), context)
        }
    }

    /// Answers start requests: a user clicked and is on the way to the app. Return the https address to open, made from
    /// your own configuration, never from an address in the request.
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

    /// Answers dynamic actions: a user clicked something whose effect the app decides now. Return a text, an action, or
    /// both.
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

    /// The events that have no handler of their own, one after the other.
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
    /// An event counts as handled when the loop asks for the next one: then its request is answered with 200. Where the
    /// loop is left before, by `break` or an error, the request is answered with 500 and the event may come again. Several
    /// loops share the events between them. As long as there has been none, events are noted as without a handler; after
    /// the last one has ended, and while 1,000 wait, they are answered with 503.
    public var events: HookEvents { HookEvents(queue: queue) }

    /// Handles the events of the inbox until the task is cancelled: run it in a task of its own, in as many processes as
    /// there are.
    ///
    /// A handler that throws is called again later, and after the last attempt the event is a dead letter of the inbox. An
    /// event that is being handled when the task is cancelled is finished if its handler does not mind the cancellation;
    /// otherwise another worker gets it.
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
                // It has tried for some seconds, and is asked again.
                log(.error, "open-platform: the inbox cannot be read: \(report.text)")
            }
        }
        return nil
    }

    /// What the inbox has to say: each sentence names the type of the event and its dedupe key, and nothing of its content.
    private func warn(_ warnings: [String]) {
        for warning in warnings { log(.warning, "open-platform: \(warning)") }
    }

    private func handle(_ item: InboxItem, of inbox: Inbox) async {
        let (event, label) = (item.delivery.event, deliveryLabel(delivery: item.delivery))
        do {
            // The library extends the lease until the end is stored.
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
                // Its text may hold what the event held.
                _ = try await inbox.nack(id: item.id, reason: String(describing: type(of: error)))
                return
            }
            _ = try await inbox.ack(id: item.id)
        } catch {
            log(.error, "open-platform: the inbox cannot be written, and the event comes again (\(error)): \(label)")
        }
    }

    /// Puts other keys in place of all present ones, from the next request on.
    public func replaceKeys(_ keys: [IdentificationKey]) throws {
        try webhooks.replaceKeys(keys: keys)
    }

    // MARK: Requests

    /// Receives one request whose body was read already, and returns what to answer; `nil` for an address that is none of
    /// `…/events`, `…/start` and `…/actions`. It never throws: a failure is noted and answered with 500.
    ///
    /// - Parameters:
    ///   - method: As it arrived.
    ///   - path: The path without the query. Its last segment says what arrives.
    ///   - headers: All of them, as they arrived: two with one name are two.
    ///   - body: The bytes as they arrived, not what a parser made of them.
    public func receive(
        method: String,
        path: String,
        headers: some Sequence<(name: String, value: String)>,
        body: Data
    ) async -> Reply? {
        await receive(method, path, headers) { _ in body }
    }

    /// As `receive(method:path:headers:body:)`, for a server that streams the body in pieces, such as `[UInt8]` or `Data`.
    /// Nothing is read before the head is accepted, no piece more than is needed to see that the body is too large, and none
    /// once it has taken too long: that is answered with 408. The answer says in ``Reply/close`` whether to close the
    /// connection, because not all was read.
    public func receive<Body: AsyncSequence & Sendable>(
        method: String,
        path: String,
        headers: some Sequence<(name: String, value: String)>,
        body: Body
    ) async -> Reply? where Body.Element: Sequence<UInt8> {
        await receive(method: method, path: path, headers: headers) { try await beginning(of: body, limit: $0) }
    }

    /// As `receive(method:path:headers:body:)`, for a server that streams in a way of its own: `body` is called once the head
    /// is accepted, and never before. It returns all of the body, or its beginning if that has more bytes than the limit
    /// it is given. A body that takes too long is answered with 408: then the task of `body` is cancelled, and must end.
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
        let receive: (Accepted, Data) async throws -> Reply
        switch path.split(separator: "/", omittingEmptySubsequences: false).last {
        case "events": receive = event
        case "start": receive = started
        case "actions": receive = acted
        default: return nil
        }
        do {
            let accepted = try webhooks.authenticate(method: method, headers: headers)
            return try await receive(accepted, try await body(accepted))
        } catch OpenPlatformError.Webhook(let report) {
            log(.warning, "open-platform: a request was \(report.text)")
            return replyToRejection(status: UInt16(clamping: report.status ?? 400), reason: report.reason ?? "")
        } catch {
            log(.error, "open-platform: a request to \(path) was answered with 500: \(error)")
            return Reply(status: 500)
        }
    }

    private func event(_ accepted: Accepted, _ body: Data) async throws -> Reply {
        // It drops repeated events itself, and answers 503 where it cannot store one.
        if let inbox {
            defer { warn(inbox.tryWarnings()) }
            return await inbox.receive(accepted: accepted, body: body)
        }
        let delivery = try accepted.event(body: body)
        let (name, label) = (delivery.event.name, deliveryLabel(delivery: delivery))
        var noted = delivery
        let handler = state.value.handlers[name]
        guard handler != nil || queue.isUsed else {
            tellOnce(delivery.event)
            return replyOk()
        }
        do {
            switch try await dedupe?.progress(of: delivery) ?? .new {
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
            // Acknowledged, the event would be lost; handled, it may be for the second time.
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

    private func started(_ accepted: Accepted, _ body: Data) async throws -> Reply {
        let request = try accepted.start(body: body)
        guard let handler = state.value.start else {
            return noHandler(
                "start requests", #"try hooks.onStart { request, context in "https://app.example/start" }"#)
        }
        let answer = try await handler(request, RequestContext(keyId: accepted.keyId(), platform: platform))
        return try replyToStart(answer: answer, request: request)
    }

    private func acted(_ accepted: Accepted, _ body: Data) async throws -> Reply {
        let request = try accepted.dynamicAction(body: body)
        guard let handler = state.value.dynamicAction else {
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

    /// Says once per type what arrived, and how to handle it.
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
            // Whoever has the key can invent types without end.
            state.told.count < mostHints && state.told.insert(key).inserted
        }
        if isNew { log(.warning, "open-platform: \(text)\n") }
    }
}

/// How long the platform is asked to wait while an event cannot be taken, in seconds.
private let retryAfterSeconds: TimeInterval = 30

/// How many types of events are spoken of.
private let mostHints = 100

private func twice(_ what: String) -> OpenPlatformError {
    .config("hooks", "\(what) has a handler already")
}

extension Event {
    /// The name of its type, as `tests/vectors` and the other packages have it.
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

    /// A handler to paste.
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
