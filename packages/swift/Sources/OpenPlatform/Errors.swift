import Foundation

extension OpenPlatformError {
    /// All that is known, as plain values; `nil` for a call that was cancelled.
    public var report: ErrorReport? {
        switch self {
        case .InvalidInput(let report), .Config(let report), .RateLimited(let report), .Unauthorized(let report),
            .MissingScope(let report), .NotFound(let report), .PreconditionFailed(let report), .Server(let report),
            .Rejected(let report), .StateMismatch(let report), .StateExpired(let report),
            .CallbackRejected(let report), .CodeRejected(let report), .ReauthRequired(let report),
            .RefreshUnavailable(let report), .Transport(let report), .AmbiguousOutcome(let report),
            .Decode(let report), .Webhook(let report), .Store(let report):
            return report
        case .Cancelled:
            return nil
        }
    }

    /// A stable word for the kind of failure, the same in every language.
    public var code: String { report?.code ?? "cancelled" }
}
