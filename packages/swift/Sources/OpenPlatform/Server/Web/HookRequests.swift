import Foundation

extension Hooks {
    /// Receives one request whose body was already read, and returns the answer; `nil` for an address other than `…/events`,
    /// `…/start` and `…/actions`. It never throws: an error is logged and answered with 500.
    ///
    /// - Parameters:
    ///   - method: As received.
    ///   - path: The path without the query. Its last segment selects the kind of request.
    ///   - headers: All headers, as received, also repeated ones.
    ///   - peer: The IP address of the other end of the connection, which the `allowlist` of these hooks needs.
    ///   - body: The unparsed bytes.
    public func receive(
        method: String,
        path: String,
        headers: some Sequence<(name: String, value: String)>,
        peer: String? = nil,
        body: Data
    ) async -> Reply? {
        await receive(method, path, headers, peer) { _, _ in body }
    }

    /// As `receive(method:path:headers:body:)`, for a server that streams the body in pieces, such as `[UInt8]` or `Data`. The
    /// body is read only after the head was accepted, up to its limit of size and of time (408). ``Reply/close`` says whether
    /// to close the connection because the body was not read completely.
    public func receive<Body: AsyncSequence & Sendable>(
        method: String,
        path: String,
        headers: some Sequence<(name: String, value: String)>,
        peer: String? = nil,
        body: Body
    ) async -> Reply? where Body.Element: Sequence<UInt8> {
        await receive(method: method, path: path, headers: headers, peer: peer) { try await beginning(of: body, limit: $0) }
    }

    /// As `receive(method:path:headers:body:)`, for a server with another form of streaming: `body` is called only after the
    /// head was accepted. It returns all of the body, or its beginning if that has more bytes than the limit it is given. A
    /// body that takes too long is answered with 408: then the task of `body` is cancelled, and must end.
    public func receive(
        method: String,
        path: String,
        headers: some Sequence<(name: String, value: String)>,
        peer: String? = nil,
        body: @escaping @Sendable (_ limit: Int) async throws -> Data
    ) async -> Reply? {
        await receive(method, path, headers, peer) { limit, seconds in try await within(seconds) { try await body(limit) } }
    }

    /// Receives a request. `body` gets the limits of the body in bytes and seconds, and returns `nil` if it took longer.
    private func receive(
        _ method: String,
        _ path: String,
        _ headers: some Sequence<(name: String, value: String)>,
        _ peer: String?,
        body: @escaping @Sendable (Int, Double) async throws -> Data?
    ) async -> Reply? {
        let headers = headers.map { Header(name: $0.name, value: $0.value) }
        let begun = receiver.begin(method: method, path: path, headers: headers, peer: peer)
        return await uninterrupted { [self] in
            var step = begun.step
            while true {
                if case .answer(let reply, let record, let lines) = step {
                    write(lines, to: log)
                    guard let record else { return nil }
                    if let text = try? hookText(record: record) { log(.debug, "open-platform: \(text)") }
                    onHook?(record)
                    return reply
                }
                do {
                    step = try await next(step, begun.exchange, body)
                } catch {
                    // This throws only for a request that is answered.
                    step = try! begun.exchange.failed(error: detail(of: error))
                }
            }
        }
    }

    /// Does what the receiver asks for, and returns what it asks for next.
    private func next(
        _ step: HookStep, _ exchange: HookExchange, _ body: (Int, Double) async throws -> Data?
    ) async throws -> HookStep {
        switch step {
        case .body(let limit, let seconds):
            guard let body = try await body(Int(limit), seconds) else { return try exchange.tooSlow() }
            return try exchange.read(body: body)
        case .remember(let key, let windowSeconds, let timeoutSeconds):
            let isNew = try await limited(.seconds(timeoutSeconds)) { [dedupe] in
                try await dedupe?.remember(key: key, windowSeconds: windowSeconds) ?? true
            }
            return try exchange.remembered(isNew: isNew)
        case .forget(let key, let timeoutSeconds):
            try await limited(.seconds(timeoutSeconds)) { [dedupe] in try await dedupe?.forget(key: key) }
            return try exchange.done()
        case .store:
            return try await exchange.store(inbox: inbox!)
        case .event(let name, let delivery, let keyId):
            guard let handler = handlers.events[name] else {
                return try await offer(try await context(delivery, keyId: keyId), exchange)
            }
            try await limited(handlerTimeout) { [self] in try await handler(try await context(delivery, keyId: keyId)) }
            return try exchange.done()
        case .start(let request, let keyId):
            let (handler, context) = (handlers.start!, RequestContext(keyId: keyId, platform: platform))
            let answer = try await limited(handlerTimeout) { try await handler(request, context) }
            return try exchange.started(answer: answer)
        case .dynamicAction(let request, let keyId):
            let (handler, context) = (handlers.dynamicAction!, RequestContext(keyId: keyId, platform: platform))
            let answer = try await limited(handlerTimeout) { try await handler(request, context) }
            return try exchange.acted(answer: answer)
        case .answer:
            return step
        }
    }

    /// Passes an event to the loops over ``events``.
    private func offer(_ context: HookContext, _ exchange: HookExchange) async throws -> HookStep {
        switch await queue.offer(context) {
        case .handled: try exchange.done()
        case .notHandled: throw LoopError.ended
        case .notTaken: try exchange.notTaken()
        }
    }
}

/// Logs lines of the core.
func write(_ lines: [HookLog], to log: Log) {
    for line in lines {
        log(line.isError ? .error : .warning, "open-platform: \(line.text)")
    }
}

/// What is logged of an error that a handler or a store of the app has thrown: its class. Its text may contain data of users, except
/// that of a ``OpenPlatformError/Config(report:)``, which names a setting and not its value.
func detail(of error: any Error) -> String {
    guard let error = error as? OpenPlatformError, error.code == "config", error.report?.subject?.isEmpty == false else {
        return kind(of: error)
    }
    return "\(kind(of: error)): \(error)"
}

/// The class of an error that a handler or a store of the app has thrown, which is stored with an event.
func kind(of error: any Error) -> String {
    if let error = error as? HandlerTimeout { return error.reason }
    if let error = error as? LoopError { return error.reason }
    guard let error = error as? OpenPlatformError else { return String(describing: type(of: error)) }
    return "OpenPlatformError \(error.code)"
}
