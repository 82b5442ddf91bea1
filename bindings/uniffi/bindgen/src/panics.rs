//! Changes the generated sources so that a panic of the library is an error of the package: the fixed text, or that of an argument that
//! cannot be converted, which also arrives this way. The words of a panic may hold values of the caller.

/// What the sources throw with the words, or without if there is no memory for them; and what they throw instead.
const THROWN: [(&str, &str); 4] = [
    (
        "throw UniffiException(FfiConverterString.lift(status.error_buf))",
        "throw io.github.openplatformsdk.unexpected(FfiConverterString.lift(status.error_buf))",
    ),
    ("throw UniffiException(\"Rust panic\")", "throw io.github.openplatformsdk.unexpected(\"\")"),
    (
        "throw UniffiInternalError.rustPanic(try FfiConverterString.lift(callStatus.errorBuf))",
        "throw OpenPlatformError.unexpected(try FfiConverterString.lift(callStatus.errorBuf))",
    ),
    ("throw UniffiInternalError.rustPanic(\"Rust panic\")", "throw OpenPlatformError.unexpected(\"\")"),
];

/// Replaces the two places of a source.
pub(crate) fn as_errors(source: &mut String) {
    let found: Vec<_> = THROWN.iter().filter(|(thrown, _)| source.matches(thrown).count() == 1).collect();
    assert_eq!(found.len(), 2, "unexpected format of the generated sources: they throw panics elsewhere");
    for (thrown, instead) in found {
        *source = source.replace(thrown, instead);
    }
}
