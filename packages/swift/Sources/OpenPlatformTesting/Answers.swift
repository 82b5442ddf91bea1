import Foundation
import OpenPlatform

extension Outcome {
    /// An answer of the platform with a JSON body, for a ``OpenPlatform/Recorder``.
    public static func json(_ status: UInt16, _ body: Json, headers: [String: String] = [:]) -> Outcome {
        let headers = ["content-type": "application/json"].merging(headers) { $1 }
        return .answer(answer: Answer(status: status, headers: headers, body: Data(body.text.utf8)))
    }

    /// An answer of the platform with any bytes.
    public static func answer(_ status: UInt16, _ body: Data = Data(), headers: [String: String] = [:]) -> Outcome {
        .answer(answer: Answer(status: status, headers: headers, body: body))
    }

    /// No answer: `connect` for a refused connection, `interrupted` for a connection that was closed when the request may have
    /// taken effect.
    public static func noAnswer(_ kind: TransportErrorKind, mayHaveArrived: Bool? = nil) -> Outcome {
        .noAnswer(failure: NoAnswer(kind: kind, mayHaveArrived: mayHaveArrived ?? (kind == .interrupted)))
    }
}
