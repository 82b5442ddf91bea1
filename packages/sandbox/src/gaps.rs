//! The switches for behaviour that the platform does not document, or documents in two ways.
//!
//! The documentation of each switch names its source. What is not documented is marked as an assumption; the live
//! platform may differ.

use serde::{Deserialize, Serialize};

use crate::switches::Profile;

/// How an instant is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum InstantForm {
    /// RFC 3339, as observed on the live platform.
    #[default]
    Text,
    /// Microseconds as a number, as documented.
    Micros,
    /// Microseconds as a string, as sent by the old listener.
    MicrosAsText,
}

/// The switches of endpoints and of the contents of events. Start from a profile and change single switches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Gaps {
    /// Whatever the specification does not have fails: the newer endpoints of the live platform, queries, unknown
    /// members and other content types. For tests only: whether an app stays within the specification.
    pub spec_only: bool,

    /// Seconds until an accepted post add-on appears on the post; 0 means at once. The documents say "queued"
    /// (docs/platform.md#post-addons); how long it takes is an assumption.
    pub addon_attach_seconds: u32,
    /// An add-on for a post that does not exist is accepted and never shown, instead of refused with 404
    /// (docs/platform.md#post-addons).
    pub accept_wrong_post_token: bool,
    /// Limits of widgets, buttons and texts are checked (docs/platform.md#widgets, #send-message).
    pub check_limits: bool,
    /// Limits that no document states and the SDK assumes are checked, too: 4,096 characters of a message, 256 of a button's
    /// caption or the name of an image (assumption).
    pub check_assumed_limits: bool,
    /// The members of a submission that depend on the category are checked by the category's form, which
    /// `assets.submit_schema` returns (docs/platform.md#submit-form). That the platform checks by that form, and its refusal, 400,
    /// are assumptions. A category that the sandbox has no form of is not checked.
    pub check_category_fields: bool,
    /// Members, widgets, actions, colours, icons and types that are not documented are refused instead of ignored
    /// (docs/platform.md#reading, assumption).
    pub refuse_unknown_members: bool,
    /// A widget or a post may name an image, and a message may name media, that were never uploaded here (assumption).
    pub accept_unknown_images: bool,
    /// A key that is not the app's is refused with 412 "could not retrieve app from db" instead of 401: seen on one
    /// endpoint only (docs/platform.md#known-errors).
    pub unknown_key_is_412: bool,
    /// A permission that the key lacks is answered with the bare text seen on the live platform, without a hint
    /// (docs/platform.md#known-errors).
    pub terse_refusals: bool,
    /// A scope for a post is valid only for posts of the user who granted it, and a phone number or user id in a path
    /// must be that user's (assumption).
    pub check_ownership: bool,
    /// An unknown user id or phone number is refused with 404 (assumption).
    pub refuse_unknown_users: bool,
    /// Sending to a conversation that does not exist creates it (docs/platform.md#send-message). The other participant
    /// is an assumption.
    pub create_conversations: bool,
    /// A message must carry `type` (docs/platform.md#contradiction-33).
    pub require_message_type: bool,
    /// A message may carry a media token and no text (docs/platform.md#contradiction-34).
    pub allow_media_only: bool,
    /// A message may have nine buttons for each side instead of nine in all (docs/platform.md#buttons).
    pub buttons_of_each_side: bool,
    /// Calls that the specification lets an app make without a scope, or with `USER_SEMANTIC_CREATE`, need the scope of the
    /// live platform's documents: `USER_ADDON_CREATE`, `USER_VERIFICATION_CREATE`, `CHAT_MESSAGE_SEND`
    /// (docs/platform.md#scopes, #user-addons, #user-semantics, #legacy-send).
    pub scopes_of_live_platform: bool,
    /// The chatbot's answer needs the bearer with its scope also in a conversation (docs/platform.md#contradiction-35).
    pub chatbot_reply_needs_scope: bool,
    /// The business add-on answers `{}` instead of `{"id": …}` (docs/platform.md#contradiction-36).
    pub business_addon_answers_empty: bool,
    /// A post that is not published yet cannot be read without its scope. Its `state` member says that it can
    /// (docs/platform.md#post-record).
    pub hide_ongoing_posts: bool,
    /// An upload answers 201 instead of 200 (docs/platform.md#reading-13).
    pub upload_answers_201: bool,
    /// Uploads that are not JPEG are refused. The documents prefer JPEG (docs/platform.md#image-upload): this is stricter.
    pub upload_must_be_jpeg: bool,
    /// The largest upload, in bytes; 0: the limit of the sandbox, 16 MiB (assumption: no limit is documented).
    pub upload_max_bytes: u32,
    /// A success without content answers with an empty body instead of `{}` (docs/platform.md#reading-11).
    pub empty_success_body: bool,
    /// Endpoints that were removed from the platform's documents answer 404 (docs/platform.md#deprecations).
    pub withdrawn_endpoints_gone: bool,
    /// The answer of `GET users` also has the deprecated member `phone_numbers` (docs/platform.md#users).
    pub users_me_phone_numbers: bool,

    /// A new subscription replaces the one of the same consent for the same event and resource, instead of being added
    /// (docs/platform.md#resubscription).
    pub resubscribing_replaces: bool,
    /// Chatbot messages, revocations and transactions are delivered without a subscription
    /// (docs/platform.md#contradiction-50).
    pub events_without_subscription: bool,
    /// Only the two event types of the generated documents can be subscribed to (docs/platform.md#contradiction-21).
    pub two_subscription_types: bool,
    /// Events carry `meta_data` instead of `metadata` (docs/platform.md#contradiction-1).
    pub meta_data_key: bool,
    /// Transaction events carry `payment_transaction` instead of `transaction` (docs/platform.md#contradiction-24).
    pub payment_transaction_key: bool,
    /// How `sent_at` is written (docs/platform.md#sent-at).
    pub sent_at: InstantForm,
    /// The sender type of people is `USER` instead of `HUMAN` (docs/platform.md#contradiction-22).
    pub human_is_user: bool,
    /// 64-bit numbers are written as strings (docs/platform.md#contradiction-26).
    pub numbers_as_text: bool,
}

impl Gaps {
    /// The switches of a profile.
    pub fn of(profile: Profile) -> Self {
        let strict = profile == Profile::Strict;
        let lenient = profile == Profile::Lenient;
        let observed = profile == Profile::Observed;
        Self {
            spec_only: false,
            addon_attach_seconds: if observed { 2 } else { 0 },
            accept_wrong_post_token: !strict,
            check_limits: !lenient,
            check_assumed_limits: false,
            check_category_fields: !lenient,
            refuse_unknown_members: strict,
            accept_unknown_images: lenient,
            unknown_key_is_412: false,
            terse_refusals: false,
            check_ownership: !lenient,
            refuse_unknown_users: !lenient,
            create_conversations: true,
            require_message_type: false,
            allow_media_only: true,
            buttons_of_each_side: !strict,
            scopes_of_live_platform: observed,
            chatbot_reply_needs_scope: false,
            business_addon_answers_empty: false,
            hide_ongoing_posts: false,
            upload_answers_201: false,
            upload_must_be_jpeg: false,
            upload_max_bytes: if strict { 5 * 1024 * 1024 } else { 0 },
            empty_success_body: false,
            withdrawn_endpoints_gone: false,
            users_me_phone_numbers: observed,
            resubscribing_replaces: !observed,
            events_without_subscription: true,
            two_subscription_types: false,
            meta_data_key: false,
            payment_transaction_key: false,
            sent_at: InstantForm::Text,
            human_is_user: false,
            numbers_as_text: true,
        }
    }
}

impl Default for Gaps {
    fn default() -> Self {
        Self::of(Profile::default())
    }
}
