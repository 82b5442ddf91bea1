//! `docs/errors.md`: every error, with its name in each language.

use open_platform::error_classes::{BASES, CLASSES, ErrorClass, ErrorMember};

use super::{bases, kotlin};
use crate::File;
use crate::docs::wrap;

/// Of an error that means that a code may be used up.
const EXCEPT_LOGINS: &str = "yes; not if it was the end of a login, whose code may be used up";

/// By code: whether the same call may succeed later without a second effect, and what to do.
const ADVICE: &[(&str, &str, &str)] = &[
    ("invalid_input", "no", "Correct the value that `field` names."),
    ("config", "no", "Correct the setting that `setting` names: see [settings](settings.md)."),
    ("internal", "no", "Report it, with its text."),
    ("rejected", "no", "Read the platform's `message`, and correct the request."),
    (
        "rate_limited",
        "yes",
        "Wait for `retry_after`, or for a minute if it is not known. The quota of a day ends later.",
    ),
    (
        "unauthorized",
        "no",
        "Check the API key: `open-platform doctor` does. After a call for a user, see whether the grant is usable. \
         Repeat an upload for a chat: each call makes a new upload token.",
    ),
    (
        "missing_scope",
        "no",
        "Ask the user for one of `needs_scopes` in a login. If it is empty, a new login does not help: request `needs_permission` for the \
         API key in the console, or check whose object it is.",
    ),
    ("not_found", "no", "Check the id. The object may have been deleted."),
    ("precondition_failed", "no", "Do not repeat the call before the state that `message` names has changed."),
    ("server", EXCEPT_LOGINS, "Repeat the call later. If it was the end of a login, start the login again."),
    ("state_mismatch", "no", "Ignore it if the login was completed; otherwise start the login again."),
    ("state_expired", "no", "Start the login again."),
    ("callback_rejected", "no", "Start the login again."),
    ("authorization_refused", "no", "Check the scopes and the redirect address that the app requests."),
    ("code_rejected", "no", "Start the login again."),
    ("reauth_required", "no", "Ask the user to log in again."),
    ("refresh_unavailable", "yes", "Try again later. The user stays logged in."),
    (
        "transport",
        "unless `kind` is `tls`, `redirect` or `too_large`; if it was the end of a login, only if `kind` is `connect`",
        "Repeat the call later; otherwise check proxy and certificates. Of a login the text says what to do.",
    ),
    (
        "ambiguous_outcome",
        "no",
        "Of a payment, or of a report about one: repeat the call with the same id, never with a new one. If the id is then refused as used, \
         an earlier request has arrived: read the payment by `payments.transaction`. That nothing is found there proves nothing, and the \
         same id remains the only safe one. Of any other call: see whether the change has happened, and repeat it only if it has not.",
    ),
    ("decode", "no", "Report it, with `path` and `request_id`. A change may have happened."),
    ("webhook", "no", "Respond with `status`."),
    ("store", "yes", "Check the store, then repeat the call."),
];

pub(super) fn file() -> File {
    let about = "Every failure of a call is one of these errors. Python's and Node's classes have the first name, Kotlin's exceptions the \
                 second. In Swift it is a case of `OpenPlatformError`. Node, Kotlin and Swift write members `inCamelCase`; in Swift they \
                 are members of the case's `report`. A user who denies access is no error. No error has a credential, or the body of \
                 a request or response.";
    let mut text = format!(
        "# Errors

Made from the table in `core/src/error_classes.rs` by `cargo run -p open-platform-generator`. Do not edit.

{}

Every error has:

| Member | Meaning |
|---|---|
",
        wrap(about, 132, 132).join("\n")
    );
    for member in BASES[0].members {
        text += &format!("| `{}` | {} |\n", member.name, line(member.documentation));
    }
    text += "\nThe errors, with their further members:\n\n| Code | Python and Node, Kotlin | Swift | Rust | What has happened | Members | \
             May be repeated | What to do |\n|---|---|---|---|---|---|---|---|\n";
    for class in CLASSES {
        let (code, case) = class.code.unwrap_or_default();
        let (_, may_repeat, advice) = advice(code);
        text += &format!(
            "| `{code}` | `{}`<br>`{}` | `.{case}` | {} | {} | {} | {may_repeat} | {advice} |\n",
            class.name,
            kotlin::name(class),
            in_rust(class, case),
            line(class.documentation),
            members(class).join(", "),
        );
    }
    File::new("docs/errors.md", text)
}

fn advice(code: &str) -> &'static (&'static str, &'static str, &'static str) {
    ADVICE
        .iter()
        .find(|row| row.0 == code)
        .unwrap_or_else(|| panic!("what is to be done about `{code}`? Write it here"))
}

/// One line of Markdown, without links to members.
fn line(markdown: &str) -> String {
    markdown.split_whitespace().collect::<Vec<_>>().join(" ").replace("[`", "`").replace("`]", "`")
}

/// The variant in Rust. A fault of the library is a panic there.
fn in_rust(class: &ErrorClass, case: &str) -> String {
    match (class.base, class.name) {
        (_, "InternalError") => String::new(),
        (Some("ApiError"), _) | (_, "ApiError") => format!("`ApiErrorKind::{case}`"),
        (Some("OAuthError"), _) => format!("`OAuthError::{case}`"),
        _ => format!("`Error::{case}`"),
    }
}

/// The members that not every error has, each once.
fn members(class: &ErrorClass) -> Vec<String> {
    let has_those_of_rejected = class.base == Some("ApiError");
    let inherited = bases(class).into_iter().filter(|base| base.base.is_some() && !has_those_of_rejected);
    let mut names: Vec<String> = Vec::new();
    for ErrorMember { name, .. } in class.members.iter().chain(inherited.flat_map(|base| base.members)) {
        let name = format!("`{name}`");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.extend(has_those_of_rejected.then(|| "those of `rejected`".to_owned()));
    names
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The test vectors say of many errors whether they may be repeated.
    #[test]
    fn the_page_says_the_same_as_the_library() {
        let mut compared = 0;
        for file in ["errors", "token_errors"] {
            let vectors: Value = serde_json::from_str(&crate::read(&format!("tests/vectors/{file}.json"))).unwrap();
            for case in vectors["cases"].as_array().unwrap() {
                let error = &case["expect"]["error"];
                let (Some(code), Some(expected)) = (error["code"].as_str(), error["is_retryable"].as_bool()) else {
                    continue;
                };
                let is_login = ["exchange", "callback"].iter().any(|flow| case["given"]["flow"] == *flow);
                match advice(code).1 {
                    "yes" => assert!(expected, "{case}"),
                    EXCEPT_LOGINS => assert_eq!(expected, !is_login, "{case}"),
                    "no" => assert!(!expected, "{case}"),
                    _ => continue,
                }
                compared += 1;
            }
        }
        assert!(compared > 10, "{compared}");
    }

    #[test]
    fn every_advice_is_about_an_error() {
        let codes: Vec<_> = CLASSES.iter().filter_map(|class| class.code).map(|(code, _)| code).collect();
        assert_eq!(codes.len(), ADVICE.len());
        assert!(ADVICE.iter().all(|(code, ..)| codes.contains(code)));
    }
}
