//! The classes of errors of the other languages, each described once: here.
//!
//! From a row come the class with its documentation and members in Python, Node and Kotlin, the case in Swift, and the
//! conversion of an [`ErrorReport`] to it in each binding. The members are read from the report.

use crate::error::ErrorReport;

/// A class of errors.
#[derive(Debug)]
pub struct ErrorClass {
    /// The name, as in Python and Node. In Kotlin it ends in `Exception`.
    pub name: &'static str,
    /// The word by which a report refers to it, and the name of its case in Swift; none for a class that only has subclasses.
    pub code: Option<(&'static str, &'static str)>,
    /// The name of its base class; none for the base class of all.
    pub base: Option<&'static str>,
    /// What has happened, in Markdown.
    pub documentation: &'static str,
    /// The members that its base class does not have, or of another type.
    pub members: &'static [ErrorMember],
}

/// A member of a class of errors.
#[derive(Debug)]
pub struct ErrorMember {
    /// The name, in snake case.
    pub name: &'static str,
    /// What its value is.
    pub kind: ErrorMemberKind,
    /// The member of the [`ErrorReport`] that has the value.
    pub source: &'static str,
    /// What it means, in Markdown. The name of another member is in brackets, as a link.
    pub documentation: &'static str,
}

/// What the value of a member is.
#[derive(Clone, Copy, Debug)]
pub enum ErrorMemberKind {
    /// A text that every report has.
    Text,
    /// A text. This one stands for a report without it.
    TextOr(&'static str),
    /// A text, or else the whole text of the error.
    TextOrAll,
    /// A text, if known.
    OptionalText,
    /// One of these words, or one of a newer version.
    Words(&'static [&'static str]),
    /// One of these words, if known.
    OptionalWords(&'static [&'static str]),
    /// Yes or no.
    Flag,
    /// A number of at most 32 bits. This one stands for a report without it.
    NumberOr(u16),
    /// A number of at most 32 bits, if known.
    OptionalNumber,
    /// A number of the platform, if known.
    OptionalCode,
    /// A time to wait, if known: in seconds, or of the language's type for durations.
    OptionalDuration,
    /// A moment, if known.
    OptionalTime,
    /// Texts.
    Texts,
    /// JSON values.
    Values,
}

/// The text of an error whose cause is a fault of this library, such as a panic. Its own message is never part of it: it may
/// have a value of the caller.
pub const INTERNAL_TEXT: &str = "a fault in the Open Platform SDK, not in your program: please report it";

/// The report of such an error.
pub fn internal_report() -> ErrorReport {
    ErrorReport { code: "internal".to_owned(), text: INTERNAL_TEXT.to_owned(), ..ErrorReport::default() }
}

/// Makes [`ErrorClass`]es of rows.
macro_rules! classes {
    ($(
        $(#[doc = $about:literal])+
        $($code:literal $case:ident =>)? $name:ident $(($base:ident))? {
            $($(#[doc = $meaning:literal])+ $member:ident: $kind:ident $(($argument:expr))? from $source:ident;)*
        }
    )+) => {
        [$(ErrorClass {
            name: stringify!($name),
            // The first of one or two.
            code: [$(Some(($code, stringify!($case))),)? None][0],
            base: [$(Some(stringify!($base)),)? None][0],
            documentation: concat!($($about, "\n"),+),
            members: &[$(ErrorMember {
                name: stringify!($member),
                kind: ErrorMemberKind::$kind $(($argument))?,
                source: stringify!($source),
                documentation: concat!($($meaning, "\n"),+),
            }),*],
        }),+]
    };
}

/// The classes that only have subclasses.
pub const BASES: &[ErrorClass] = &classes! {
    /// The base class of all errors of this package. Each subclass stands for a different reaction of the caller.
    ///
    /// A user who denies access is no failure but a normal outcome of a login. No error holds a credential, a request body or a
    /// response body.
    OpenPlatformError {
        /// A stable word for the kind of failure, the same in every language, such as `"invalid_input"`.
        code: Text from code;
        /// The reason, without the offending value.
        reason: TextOrAll from reason;
        /// Whether the same call may succeed later, and repeating it cannot apply a change twice: the platform or the store
        /// was not reachable, was busy, or asks to wait. The client has already retried, so wait before the next attempt: for
        /// [`retry_after`], if it is set.
        is_retryable: Flag from is_retryable;
        /// How long to wait before the next attempt, if known.
        retry_after: OptionalDuration from retry_after_seconds;
        /// The id of the request, for inquiries to the platform, if one was sent: the platform's own id, or else the id that
        /// this client sent.
        request_id: OptionalText from request_id;
    }

    /// The common members of errors of calls.
    CallError(OpenPlatformError) {
        /// Name of the endpoint, such as `posts.get`.
        endpoint: TextOr("") from endpoint;
        /// How many times the request was sent.
        attempts: NumberOr(0) from attempts;
        /// HTTP status, if a response arrived.
        status: OptionalNumber from status;
    }

    /// Login or token refresh failed.
    OAuthError(OpenPlatformError) {}
};

/// Passes the classes that are errors themselves to a macro, each as `"code" Case => Class(Base) { members }`.
#[doc(hidden)]
#[macro_export]
macro_rules! each_error_class {
    ($receive:ident) => {
        $receive! {
            /// A value of the caller is invalid. Nothing was sent.
            "invalid_input" InvalidInput => InvalidInput(OpenPlatformError) {
                /// Path of the value, such as `widgets[2].score_row.percentage_score`. Names that the app has chosen, such as
                /// that of a semantic value, are unchanged in it.
                field: TextOr("") from field;
            }

            /// The configuration is wrong, such as a missing key.
            "config" Config => ConfigError(OpenPlatformError) {
                /// The name of the setting, such as `upload_timeout`; never its value.
                setting: TextOr("") from subject;
            }

            /// A fault in this package, not in your program. Please report it.
            "internal" Internal => InternalError(OpenPlatformError) {}

            /// The platform responded with an error. The reason is the platform's own message, if it has sent one.
            "rejected" Rejected => ApiError(CallError) {
                /// HTTP status.
                status: NumberOr(0) from status;
                /// The platform's own message, cut to 1,000 characters.
                message: TextOr("") from reason;
                /// The platform's own code: a gRPC number, not an HTTP status.
                platform_code: OptionalCode from platform_code;
                /// Further details, as sent.
                details: Values from details;
            }

            /// 429: a quota is exhausted.
            "rate_limited" RateLimited => RateLimited(ApiError) {
                /// Which quota, if the platform says so. The client does not wait for the quota of a day.
                quota: OptionalWords(&["minute", "day"]) from quota;
            }

            /// 401: the API key or the access token is not accepted.
            "unauthorized" Unauthorized => Unauthorized(ApiError) {}

            /// 403: the user's scope or the API key's permission is missing, or the object is another user's: the message tells.
            "missing_scope" MissingScope => MissingScope(ApiError) {
                /// The scopes of which the user must grant one. Empty if the user has granted one, or if no scope of the call is
                /// known: then the API key lacks the permission, or the object is another user's.
                needs_scopes: Texts from needs_scopes;
                /// The permission the API key needs.
                needs_permission: OptionalText from needs_permission;
            }

            /// 404: the object does not exist.
            "not_found" NotFound => NotFound(ApiError) {}

            /// 412: the platform refuses the request in the current state, such as for a blocked recipient.
            "precondition_failed" PreconditionFailed => PreconditionFailed(ApiError) {}

            /// 5xx: the platform failed.
            "server" Server => ServerError(ApiError) {}

            /// The login belongs to another session: start it again. Or it was already completed: then ignore the repetition.
            "state_mismatch" StateMismatch => StateMismatch(OAuthError) {}

            /// The login took longer than its lifetime, which is a setting. Start it again.
            "state_expired" StateExpired => StateExpired(OAuthError) {}

            /// The address the user returned to is malformed or was tampered with.
            "callback_rejected" CallbackRejected => CallbackRejected(OAuthError) {}

            /// The platform refused the login itself, such as for a scope that the app may not request. This is not a denial by
            /// the user; the text says what to do.
            "authorization_refused" AuthorizationRefused => AuthorizationRefused(OAuthError) {
                /// The OAuth error code, such as `"invalid_scope"`.
                oauth_error: TextOr("") from subject;
                /// The platform's description, cut to 300 characters of printable ASCII. It arrived through the user's browser:
                /// show it to developers, not to users.
                description: OptionalText from reason;
            }

            /// The authorization code is not accepted, or was sent before and may be used up. Codes work once: start the login again.
            "code_rejected" CodeRejected => CodeRejected(OAuthError) {}

            /// Permanent: the grant has ended. Only a new login by the user helps.
            "reauth_required" ReauthRequired => ReauthRequired(OAuthError) {}

            /// Temporary: the token could not be refreshed, but the grant is intact. Try again later; no attempt is made before
            /// the time to wait is over.
            "refresh_unavailable" RefreshUnavailable => RefreshUnavailable(OAuthError) {}

            /// No usable response arrived, and sending the request again is either harmless or pointless.
            "transport" Transport => TransportError(CallError) {
                /// The kind of failure. A deadline is the time limit of the whole call.
                kind: Words(&["connect", "tls", "interrupted", "deadline", "too_large", "redirect", "protocol"])
                    from transport;
            }

            /// A write may or may not have happened. The text says what to do: send a request with an id of the app, such as a
            /// payment, again with the same id; check the effect of any other before you repeat it.
            "ambiguous_outcome" AmbiguousOutcome => AmbiguousOutcome(CallError) {
                /// When the request was sent.
                sent_at: OptionalTime from sent_at;
                /// First 16 hex digits of the SHA-256 of the body, to identify the write.
                fingerprint: TextOr("") from fingerprint;
            }

            /// A response arrived that cannot be parsed.
            "decode" Decode => DecodeError(CallError) {
                /// Path of the value, such as `phone_numbers[0]`, with the names of the platform's JSON; `.` is the whole
                /// document.
                path: TextOr(".") from path;
            }

            /// An incoming request was refused.
            "webhook" Webhook => WebhookRejected(OpenPlatformError) {
                /// HTTP status of the response to send.
                status: NumberOr(400) from status;
            }

            /// The store failed. The error that a custom store has thrown is its cause.
            "store" Store => StoreError(OpenPlatformError) {
                /// The operation, such as `put`.
                operation: TextOr("") from subject;
            }
        }
    };
}

/// The classes that are errors themselves.
pub const CLASSES: &[ErrorClass] = &each_error_class!(classes);
