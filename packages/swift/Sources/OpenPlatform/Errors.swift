import Foundation

extension OpenPlatformError {
    /// All details; `nil` for a cancelled call.
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

    /// A stable code of the error, the same in every language.
    public var code: String { report?.code ?? "cancelled" }

    /// The reason, without the invalid value.
    public var reason: String { report?.reason ?? description }

    /// Whether the same call may succeed later, and can be repeated without a second effect: the platform or the store could
    /// not be reached, was busy, or asks to wait. The client has retried already, so wait before the next attempt: for
    /// ``retryAfter``, if it is set.
    public var isRetryable: Bool { report?.isRetryable ?? false }

    /// How long to wait before the next attempt, if known.
    public var retryAfter: Duration? { report?.retryAfterSeconds.map { .seconds($0) } }

    /// The id of the request, for support of the platform: the one of the platform, or else the one that this client sent.
    public var requestId: String? { report?.requestId }
}

extension OpenPlatformError {
    /// The error that a custom store or, on a phone, the token provider threw, if the call failed because of it. Read it soon:
    /// only the last 100 such errors are kept.
    public var cause: (any Error)? { report?.thrown.flatMap(Causes.find) }
}

/// The errors that custom stores and token providers threw last. The core passes on only their numbers. Several calls may fail
/// because of the same error, so an error is kept until 100 newer ones have arrived.
enum Causes {
    private static let capacity = 100
    private static let last = Locked<(number: Int64, errors: [Int64: any Error])>((0, [:]))

    /// Keeps an error, and returns its number.
    static func keep(_ error: any Error) -> Int64 {
        last.change {
            $0.number += 1
            $0.errors[$0.number] = error
            $0.errors[$0.number - Int64(capacity)] = nil
            return $0.number
        }
    }

    /// Returns the error with this number, or `nil` if it is no longer kept.
    static func find(_ number: Int64) -> (any Error)? { last.value.errors[number] }
}

extension OpenPlatformError: CustomStringConvertible {
    /// What happened and what to do next. `localizedDescription` is the same text.
    public var description: String { report?.text ?? "the call was cancelled" }
}

extension AppTokenError: CustomStringConvertible {
    /// The description of the error.
    public var description: String {
        switch self {
        case .LoginRequired(let reason): "the user must log in: \(reason)"
        case .Unavailable(let reason): "no access now: \(reason)"
        case .Thrown(let reason, _, _): reason
        }
    }
}

extension OpenPlatformError {
    /// A configuration error of this package, in the form of the core's errors.
    static func config(_ setting: String, _ reason: String) -> OpenPlatformError {
        .Config(
            report: ErrorReport(
                code: "config", text: "configuration of \(setting): \(reason)", subject: setting, reason: reason))
    }

    /// An error for an invalid argument, in the form of the core's errors.
    static func invalidInput(_ field: String, _ reason: String) -> OpenPlatformError {
        .InvalidInput(
            report: ErrorReport(code: "invalid_input", text: "\(field): \(reason)", field: field, reason: reason))
    }

    /// The error of the generated code for a value that cannot be converted, or for a defect of this library.
    static func unexpected(_ error: any Error) -> OpenPlatformError {
        let report = unexpectedError(message: error.localizedDescription)
        return report.code == "invalid_input" ? .InvalidInput(report: report) : .Rejected(report: report)
    }
}
