import Foundation

extension OpenPlatformError {
    /// All that is known, as plain values; `nil` for a call that was cancelled.
    public var report: ErrorReport? {
        switch self {
        case .InvalidInput(let report), .Config(let report), .RateLimited(let report), .Unauthorized(let report),
            .MissingScope(let report), .NotFound(let report), .PreconditionFailed(let report), .Server(let report),
            .Rejected(let report), .StateMismatch(let report), .StateExpired(let report),
            .CallbackRejected(let report), .AuthorizationRefused(let report), .CodeRejected(let report),
            .ReauthRequired(let report), .RefreshUnavailable(let report), .Transport(let report),
            .AmbiguousOutcome(let report), .Decode(let report), .Webhook(let report), .Store(let report):
            return report
        case .Cancelled:
            return nil
        }
    }

    /// A stable word for the kind of failure, the same in every language.
    public var code: String { report?.code ?? "cancelled" }

    /// Why, without the offending value.
    public var reason: String { report?.reason ?? description }

    /// Whether the same call may succeed later, and repeating it cannot do twice what was asked: the platform or the store
    /// was not reachable, was busy, or asks to wait. The client has tried again by itself already, so wait before the next
    /// try: for ``retryAfter``, if there is one.
    public var isRetryable: Bool { report?.isRetryable ?? false }

    /// How long to wait before the next try, where that is known.
    public var retryAfter: Duration? { report?.retryAfterSeconds.map { .seconds($0) } }

    /// The id of the request for a question to the platform, if there was one: that which the platform gave, or else the one
    /// this client sent.
    public var requestId: String? { report?.requestId }
}

extension OpenPlatformError: CustomStringConvertible {
    /// What happened and what to do next. `localizedDescription` is the same text.
    public var description: String { report?.text ?? "the call was cancelled" }
}

extension AppTokenError: CustomStringConvertible {
    /// What happened.
    public var description: String {
        switch self {
        case .LoginRequired(let reason): "the user must log in: \(reason)"
        case .Unavailable(let reason): "no access now: \(reason)"
        }
    }
}

extension OpenPlatformError {
    /// An error of the app's own set-up, in the form of the core's.
    static func config(_ setting: String, _ reason: String) -> OpenPlatformError {
        .Config(
            report: ErrorReport(
                code: "config", text: "configuration of \(setting): \(reason)", subject: setting, reason: reason))
    }

    /// An error of a value that the app has given, in the form of the core's.
    static func invalidInput(_ field: String, _ reason: String) -> OpenPlatformError {
        .InvalidInput(
            report: ErrorReport(code: "invalid_input", text: "\(field): \(reason)", field: field, reason: reason))
    }

    /// What the generated code throws for a value that cannot cross, or for a defect of this library.
    static func unexpected(_ error: any Error) -> OpenPlatformError {
        let report = unexpectedError(message: error.localizedDescription)
        return report.code == "invalid_input" ? .InvalidInput(report: report) : .Rejected(report: report)
    }
}
