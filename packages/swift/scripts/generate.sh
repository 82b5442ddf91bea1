#!/usr/bin/env bash
# Generates the Swift sources and C headers of a library, and adapts them:
#
#     packages/swift/scripts/generate.sh GENERATOR LIBRARY FOLDER
set -euo pipefail

"$1" generate --language swift --no-format --out-dir "$3" "$2"

# For callbacks from Rust, the generated code passes closures to a task that are not marked `@Sendable`. Swift 6 rejects this,
# and its compiler of version 6.0 crashes. Only that task calls such a closure, so the unchecked wrapper is safe.
perl -0pi -e '
    s/    let task = Task \{\n(.*?)\n    \}\n(    let handle = UNIFFI)/    let work = UniffiWork {\n$1\n    }\n    let task = Task { await work.run() }\n$2/sg;
    # The text of an error of the app may contain secrets, so only its type is passed to Rust.
    s/String\(describing: error\)/String(describing: type(of: error))/g;
    $_ .= "\nprivate struct UniffiWork: \@unchecked Sendable {\n    let run: () async -> Void\n}\n";
' "$3/OpenPlatformFunctions.swift"
test "$(grep -c "let task = Task { await work.run() }" "$3/OpenPlatformFunctions.swift")" -ge 1

# A post caches the members of its data after the first read: see `KeptShortcuts`.
perl -0pi -e 's/^(public struct Post: [^{]*\{\n)/$1    let kept = KeptShortcuts()\n/m' "$3/OpenPlatformCore.swift"
grep -q "let kept = KeptShortcuts()" "$3/OpenPlatformCore.swift"

# Integers and strings are read in place, without generic copies and intermediate arrays.
for file in "$3"/*.swift; do
    perl -0pi -e '
        s/    var value: T = 0\n    let _ = withUnsafeMutableBytes\(of: &value, \{ reader\.data\.copyBytes\(to: \$0, from: range\)\}\)\n/    let value = reader.data.withUnsafeBytes { \$0.loadUnaligned(fromByteOffset: range.lowerBound, as: T.self) }\n/;
        s/String\(decoding: try readBytes\(&buf, count: Int\(len\)\), as: UTF8\.self\)/try readText(&buf, count: Int(len))/;
        s/(    public static func lower\(_ value: String\) -> RustBuffer \{\n).*?\n    \}\n/$1        var text = value\n        return text.withUTF8 { RustBuffer.from(\$0) }\n    }\n/s;
        $_ .= q[
fileprivate func readText(_ reader: inout (data: Data, offset: Data.Index), count: Int) throws -> String {
    let range = reader.offset..<(reader.offset + count)
    guard reader.data.count >= range.upperBound else {
        throw UniffiInternalError.bufferOverflow
    }
    reader.offset = range.upperBound
    return reader.data.withUnsafeBytes { String(decoding: UnsafeRawBufferPointer(rebasing: $0[range]), as: UTF8.self) }
}
];
    ' "$file"
    test "$(grep -cE "loadUnaligned|try readText|text.withUTF8" "$file")" -eq 3
done
