import Foundation
import OpenPlatform
import Testing

@Suite struct JsonTests {
    @Test func theMembersOfADocumentAreAsTheyAreWritten() throws {
        let texts = [
            "12345678901234567890", "1.0", "1E5", "-0.12345678901234567890123", "1e-300", "true", "null", #""a,]\"{:\\""#, "[]", "{}",
            "[1.0,[2.50]]", #"{"x":{"y":1.0}}"#,
        ]
        let list = try Json(text: "[ \(texts.joined(separator: " ,\r\n\t")) ]")
        #expect(list.array?.map(\.text) == texts)
        #expect(list[1]?.text == "1.0" && list[10]?[1]?[0]?.text == "2.50" && list[texts.count] == nil)
        let members = texts.enumerated().map { "\"m\($0)\" : \($1)" }.joined(separator: ", ")
        let object = try Json(text: " {\(members)} ")
        #expect(object.object?.mapValues(\.text) == Dictionary(uniqueKeysWithValues: texts.enumerated().map { ("m\($0)", $1) }))
        #expect(object["m0"]?.text == texts[0] && object["m11"]?["x"]?["y"]?.text == "1.0" && object["m"] == nil)
        #expect(try Json(text: #"{"\u06f1\"":1,"":2,"a":3,"a":4}"#).object == ["۱\"": 1, "": 2, "a": 4])
        for text in texts.dropLast() where !text.hasPrefix("{") { #expect(try Json(text: text).object == nil && list["m"] == nil) }
        #expect(object.array == nil && object[0] == nil && list.object == nil && Json("[1]").array == nil)
        let (empty, none) = (try Json(text: "[ ]"), try Json(text: "{\n}"))
        #expect(empty.array == [] && none.object == [:])
    }

    @Test func numbersInTypesOfTheAppKeepTheirValue() throws {
        struct Own: Codable { let values: [Json] }
        let texts = ["12345678901234567890", "-9223372036854775808", "0.1", "0.12345678901234567890123", "1e+300", "1e-300", "1.5"]
        let document = try Json(text: #"{"values":[\#(texts.joined(separator: ","))]}"#)
        let own = try document.decode(Own.self)
        #expect(own.values.map(\.text) == texts)
        let encoded = try Json(encoding: own)
        #expect(encoded["values"]?.array?.map(\.text) == texts)
        #expect(throws: EncodingError.self) { try Json(encoding: ["a": Json(floatLiteral: .infinity)]) }
    }
}
