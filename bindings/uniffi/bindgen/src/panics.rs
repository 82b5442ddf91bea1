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

/// What a function of Swift that cannot throw does with a panic: after `try!` the process ends. Nobody waits for the end of an object, so
/// there the panic is dropped; and a value that cannot be printed is its type.
const DROPPED: [(&str, &str); 2] = [
    (
        "try! rustCall { uniffi_open_platform_uniffi_fn_free_",
        "_ = try? rustCall { uniffi_open_platform_uniffi_fn_free_",
    ),
    (
        "public var debugDescription: String {
    return try!  FfiConverterString.lift(
        try! rustCall() {",
        "public var debugDescription: String { (try? printed()) ?? \"\\(Self.self)\" }

private func printed() throws -> String {
    return try FfiConverterString.lift(
        try rustCall() {",
    ),
];

/// The functions that may have a `try!`, by their names in the library. They only read or keep a value, or the core catches what happens
/// in them; so do the methods of [`KEEPERS`]. Any other returns a `Result`.
const CANNOT_PANIC: &str = "
    begin_login completion_url default_body_timeout endpoints icon_names known_semantic_names listen_to_notices login_paths
    mismatched_command missing_command reply_headers reply_ok reply_to_rejection reply_unavailable rials_to_tomans scope_raw scopes
    store_conformance time_limit_text tomans_to_rials unexpected_error appexchange_call appplatform_forget_access
    appplatform_max_upload_bytes appplatform_shut_down canceltoken_cancel canceltoken_new gateway_begin hookreceiver_begin
    hookreceiver_new hookreceiver_paths hookreceiver_take_all_events inbox_shut_down ipallowlist_platform lease_end loginexchange_answer
    loginexchange_bind_to loginexchange_failed loginexchange_reply loginexchange_step memorydedupe_new noticelistener_notice
    platform_keeper platform_max_upload_bytes platform_oauth_redirect_uri platform_shut_down platform_user platform_user_with_token
    platformuser_grant uploadobserver_sent workers_count workers_stop";

/// Objects that do no more than to keep values, and those of tests.
const KEEPERS: &str = "
    appaccess appauthorization appcode appsettings attemptlist authorization formpart identificationkey manualclock
    rawresponse recorder settings streamedresponse tokens";

/// Replaces the two places of a source, and checks which functions of Swift end the process.
pub(crate) fn as_errors(source: &mut String) {
    for (ends, instead) in DROPPED {
        *source = source.replace(ends, instead);
    }
    for (_, function) in source.split("try!").filter_map(|part| part.split_once("_uniffi_fn_")) {
        let symbol = function.split('(').next().unwrap_or_default();
        let (kind, name) = symbol.split_once('_').unwrap_or_default();
        let keeps = KEEPERS.split_whitespace().any(|class| name.starts_with(&format!("{class}_")));
        let is_known = kind == "clone" || keeps || CANNOT_PANIC.split_whitespace().any(|known| known == name);
        assert!(is_known, "`{name}` cannot throw in Swift: let it return a `Result`");
    }
    let found: Vec<_> = THROWN.iter().filter(|(thrown, _)| source.matches(thrown).count() == 1).collect();
    assert_eq!(found.len(), 2, "unexpected format of the generated sources: they throw panics elsewhere");
    for (thrown, instead) in found {
        *source = source.replace(thrown, instead);
    }
}
