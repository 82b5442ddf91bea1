import Foundation
import OpenPlatform

extension ScriptedOutcome {
    /// A response of the platform with a JSON body, for a ``OpenPlatform/Recorder``.
    public static func json(_ status: UInt16, _ body: Json, headers: [String: String] = [:]) -> ScriptedOutcome {
        let headers = ["content-type": "application/json"].merging(headers) { $1 }
        return .response(response: ScriptedResponse(status: status, headers: headers, body: Data(body.text.utf8)))
    }

    /// A response of the platform with any bytes as its body.
    public static func response(_ status: UInt16, _ body: Data = Data(), headers: [String: String] = [:]) -> ScriptedOutcome {
        .response(response: ScriptedResponse(status: status, headers: headers, body: body))
    }

    /// A request without a response: `connect` for a refused connection, `interrupted` for a connection that was closed when
    /// the request may have taken effect. `mayHaveArrived` is by default `false` for `connect` and `tls`, and `true` for the other
    /// kinds.
    public static func noResponse(_ kind: TransportErrorKind, mayHaveArrived: Bool? = nil) -> ScriptedOutcome {
        .noResponse(failure: NoResponse(kind: kind, mayHaveArrived: mayHaveArrived))
    }
}
