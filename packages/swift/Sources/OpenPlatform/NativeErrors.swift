import Foundation

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

    /// The error for a text of the native library or of the generated code: an argument cannot be converted, or the library has a fault.
    static func unexpected(_ text: String) -> OpenPlatformError {
        let report = unexpectedError(message: text)
        return report.code == "invalid_input" ? .InvalidInput(report: report) : .Internal(report: report)
    }
}
