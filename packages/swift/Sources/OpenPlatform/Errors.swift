// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

extension OpenPlatformError {
    /// All details; `nil` for a cancelled call.
    public var report: ErrorReport? {
        switch self {
        case .InvalidInput(let report), .Config(let report), .Internal(let report), .Rejected(let report),
            .RateLimited(let report), .Unauthorized(let report), .MissingScope(let report), .NotFound(let report),
            .PreconditionFailed(let report), .Server(let report), .StateMismatch(let report), .StateExpired(let report),
            .CallbackRejected(let report), .AuthorizationRefused(let report), .CodeRejected(let report),
            .ReauthRequired(let report), .RefreshUnavailable(let report), .Transport(let report),
            .AmbiguousOutcome(let report), .Decode(let report), .Webhook(let report), .Store(let report):
            return report
        case .Cancelled:
            return nil
        }
    }

    /// A stable word for the kind of failure, the same in every language, such as `"invalid_input"`.
    public var code: String { report?.code ?? "cancelled" }

    /// The reason, without the offending value.
    public var reason: String { report?.reason.flatMap { $0.isEmpty ? nil : $0 } ?? description }

    /// Whether the same call may succeed later, and repeating it cannot apply a change twice: the platform or the store
    /// was not reachable, was busy, or asks to wait. The client has already retried, so wait before the next attempt:
    /// for ``retryAfter``, if it is set.
    public var isRetryable: Bool { report?.isRetryable ?? false }

    /// How long to wait before the next attempt, if known.
    public var retryAfter: Duration? { report?.retryAfterSeconds.map { .seconds($0) } }

    /// The id of the request, for inquiries to the platform, if one was sent: the platform's own id, or else the id
    /// that this client sent.
    public var requestId: String? { report?.requestId }
}
