//! OAuth scopes: the table of scopes, and [`Scope`] with its checks.
//!
//! Source: docs/platform.md#scope-forms and #scopes. The table has all 38 scopes of the live platform, and the two of
//! the specification that the live platform has only as permissions of the API key.

use std::collections::BTreeSet;
use std::fmt;

use crate::error::{Error, Result};
use crate::id::{BusinessToken, ConversationId, MAX_IN_URL, PostToken};

mod events;

pub(crate) use events::name_scopes;

/// The kind of object that a scope is tied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Object {
    /// No object.
    None,
    /// One post, by its token.
    Post,
    /// One conversation, by its id.
    Conversation,
    /// One business, by its token.
    Business,
    /// Base64 of `user_id:post_token:peer_id`, for the legacy message endpoint.
    Chat,
    /// One app of the console, by its id.
    App,
}

impl Object {
    /// The name of the identifier, such as `"post_token"`.
    pub fn identifier(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Post => Some("post_token"),
            Self::Conversation => Some("conversation_id"),
            Self::Business => Some("business_token"),
            Self::Chat => Some("base64(user_id:post_token:peer_id)"),
            Self::App => Some("app_id"),
        }
    }
}

/// One row of the scope table.
#[derive(Debug, PartialEq, Eq)]
pub struct ScopeKind {
    /// The name in requests, without an identifier.
    pub name: &'static str,
    /// The kind of object that it is tied to.
    pub object: Object,
    /// What it lets the app do.
    pub purpose: &'static str,
}

/// A scope of the table as plain values.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeRow {
    /// The name in requests, without an identifier.
    pub name: String,
    /// The name of the identifier, such as `"post_token"`, if it is tied to an object.
    pub identifier: Option<String>,
    /// What it lets the app do.
    pub purpose: String,
}

impl ScopeKind {
    /// The scope as plain values.
    pub fn row(&self) -> ScopeRow {
        let identifier = self.object.identifier().map(str::to_owned);
        ScopeRow { name: self.name.to_owned(), identifier, purpose: self.purpose.to_owned() }
    }
}

macro_rules! scopes {
    ($($constant:ident = $name:literal, $object:ident, $purpose:literal;)*) => {
        $(#[doc = $purpose] pub const $constant: ScopeKind = ScopeKind { name: $name, object: Object::$object, purpose: $purpose };)*

        /// Every scope of the platform.
        pub const ALL: &[&ScopeKind] = &[$(&$constant),*];
    };
}

scopes! {
    POST_ADDON_CREATE = "POST_ADDON_CREATE", Post, "Create an add-on on one post.";
    USER_POSTS_ADDON_CREATE = "USER_POSTS_ADDON_CREATE", None, "Create an add-on on any post of the user.";
    USER_ADDON_CREATE = "USER_ADDON_CREATE", None, "Create an add-on on the user.";
    BUSINESS_ADDON_CREATE = "BUSINESS_ADDON_CREATE", Business, "Create an add-on on all posts of one business.";
    USER_VERIFICATION_CREATE = "USER_VERIFICATION_CREATE", None, "Create a semantic record of the user.";
    USER_SEMANTIC_CREATE = "USER_SEMANTIC_CREATE", None, "Create a semantic record of the user, as the specification names it.";
    USER_SEMANTIC_DELETE = "USER_SEMANTIC_DELETE", None, "Delete a semantic record of the user, as the specification names it.";
    POST_SEMANTIC_CREATE = "POST_SEMANTIC_CREATE", Post, "Create a semantic record of one post.";
    USER_PHONE = "USER_PHONE", None, "Read the user's phone number.";
    USER_ID = "USER_ID", None, "Read the user's id, which is different for every app.";
    USER_POSTS_GET = "USER_POSTS_GET", None, "Read the user's own posts and receive their changes.";
    USER_POSTS_STATS_READ = "USER_POSTS_STATS_READ", None, "Read the statistics of the user's posts.";
    USER_BUSINESSES_READ = "USER_BUSINESSES_READ", None, "Read the businesses of the user.";
    PRO_USER_PROFILE_IMAGE_READ = "PRO_USER_PROFILE_IMAGE_READ", None, "Read the profile image of a professional user.";
    POST_ONGOING_IMAGES_GET = "POST_ONGOING_IMAGES_GET", Post, "Read the images of one post before it is published.";
    POST_EDIT = "POST_EDIT", Post, "Edit one post.";
    EDIT_USER_POST = "EDIT_USER_POST", None, "Edit any post of the user.";
    DELETE_USER_POST = "DELETE_USER_POST", None, "Delete any post of the user.";
    SUBMIT_USER_POST = "SUBMIT_USER_POST", None, "Submit a post as the user, and pay for its publication.";
    CONVERSATION_SEND_MESSAGE = "CONVERSATION_SEND_MESSAGE", Conversation, "Send messages into one conversation.";
    CHAT_CONVERSATION_READ = "CHAT_CONVERSATION_READ", Conversation, "Read one conversation.";
    CHAT_POST_CONVERSATIONS_READ = "CHAT_POST_CONVERSATIONS_READ", Post, "Receive the messages of all conversations of one post.";
    CHAT_POST_CONVERSATIONS_MESSAGE_SEND = "CHAT_POST_CONVERSATIONS_MESSAGE_SEND", Post, "Send messages into all conversations of one post.";
    CHAT_SUPPLIER_ALL_CONVERSATIONS_READ = "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ", None, "Receive the messages of all conversations in which the user sells.";
    CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND = "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND", None, "Send messages into all conversations in which the user sells.";
    CHAT_BOT_USER_MESSAGE_SEND = "CHAT_BOT_USER_MESSAGE_SEND", None, "Let the app's chatbot write to the user first.";
    CHAT_MESSAGE_SEND = "CHAT_MESSAGE_SEND", Chat, "Send messages by the legacy endpoint.";
    NOTIFICATION_ACCESS_REVOCATION = "NOTIFICATION_ACCESS_REVOCATION", None, "Learn when the user removes the app's access.";
    SEND_EVENT = "SEND_EVENT", None, "Belongs to an endpoint that the platform has withdrawn.";
    PAYMENT_ALL_POSTS_PRICING_READ = "PAYMENT_ALL_POSTS_PRICING_READ", None, "Read the prices of paid services.";
    PAYMENT_ALL_POSTS_REORDER = "PAYMENT_ALL_POSTS_REORDER", None, "Move posts to the top of their lists, paid from the app's balance.";
    PAYMENT_ALL_POSTS_RENEW = "PAYMENT_ALL_POSTS_RENEW", None, "Extend posts, paid from the app's balance.";
    PAY_USER_POST_PROMOTION = "PAY_USER_POST_PROMOTION", None, "Pay for promotions from the user's wallet.";
    SUBMIT_USER_PAYMENT = "SUBMIT_USER_PAYMENT", None, "Report a payment that the user made to the app.";
    USER_SET_CUSTOMIZED_BUTTON = "USER_SET_CUSTOMIZED_BUTTON", None, "Set a custom button on a post of the user.";
    BUSINESS_CREATE_CUSTOMIZED_BUTTON = "BUSINESS_CREATE_CUSTOMIZED_BUTTON", Business, "Set a custom button for one business.";
    MANAGEMENT_APPS_READ = "MANAGEMENT_APPS_READ", App, "Read one app of the console.";
    MANAGEMENT_APPS_WRITE = "MANAGEMENT_APPS_WRITE", App, "Change one app of the console.";
    OFFLINE_ACCESS = "offline_access", None, "Receive a refresh token.";
    OPENID = "openid", None, "OpenID Connect.";
}

/// A scope to request from a user, with its identifier if it needs one.
///
/// ```
/// use open_platform::Scope;
/// use open_platform::scope::{self, CHAT_CONVERSATION_READ};
///
/// let scopes = [Scope::post_addon_create("gZd7omnS"), Scope::on(&CHAT_CONVERSATION_READ, "c-1"), Scope::offline_access()];
/// assert_eq!(scope::join(&scopes)?, "POST_ADDON_CREATE.gZd7omnS CHAT_CONVERSATION_READ.c-1 offline_access");
///
/// // The scopes of users and the permissions of the API key that an app needs, by the calls that it makes.
/// let needs = open_platform::required_scopes(&["conversations.send"], &[])?;
/// assert_eq!(needs.scopes, ["CONVERSATION_SEND_MESSAGE.<conversation_id>"]);
/// assert_eq!(needs.permissions, ["CHAT_SEND_MESSAGE_OAUTH"]);
/// # Ok::<(), open_platform::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scope {
    text: String,
    /// Whether it is requested unchanged, although it does not fit the table.
    is_raw: bool,
}

/// The prefix of a raw scope in languages in which a scope is a plain text, such as Python and JavaScript. No scope
/// contains a space.
const RAW: &str = "raw ";

/// Scopes that the specification also uses without the object that they are tied to (docs/platform.md#scope-forms).
const BARE: [&str; 2] = [CONVERSATION_SEND_MESSAGE.name, POST_ONGOING_IMAGES_GET.name];

/// Least similarity of two names for the suggestion that one is a misspelling of the other; 1 means equal.
const MIN_SIMILARITY: f64 = 0.8;

impl Scope {
    /// Receive a refresh token, so that the grant outlives its first access token.
    pub fn offline_access() -> Self {
        Self::of(&OFFLINE_ACCESS)
    }

    /// Read the user's phone number.
    pub fn user_phone() -> Self {
        Self::of(&USER_PHONE)
    }

    /// Read the user's id.
    pub fn user_id() -> Self {
        Self::of(&USER_ID)
    }

    /// Create an add-on on one post.
    pub fn post_addon_create(post: impl Into<PostToken>) -> Self {
        Self::on(&POST_ADDON_CREATE, post.into())
    }

    /// Read the images of one post before it is published.
    pub fn post_ongoing_images_get(post: impl Into<PostToken>) -> Self {
        Self::on(&POST_ONGOING_IMAGES_GET, post.into())
    }

    /// Send messages into one conversation.
    pub fn conversation_send_message(conversation: impl Into<ConversationId>) -> Self {
        Self::on(&CONVERSATION_SEND_MESSAGE, conversation.into())
    }

    /// Receive the messages of all conversations of one post.
    pub fn chat_post_conversations_read(post: impl Into<PostToken>) -> Self {
        Self::on(&CHAT_POST_CONVERSATIONS_READ, post.into())
    }

    /// Create an add-on on all posts of one business.
    pub fn business_addon_create(business: impl Into<BusinessToken>) -> Self {
        Self::on(&BUSINESS_ADDON_CREATE, business.into())
    }

    /// A scope of the table, without an identifier.
    pub fn of(kind: &ScopeKind) -> Self {
        Self { text: kind.name.to_owned(), is_raw: false }
    }

    /// A scope of the table, tied to one object.
    pub fn on(kind: &ScopeKind, identifier: impl fmt::Display) -> Self {
        Self { text: format!("{}.{identifier}", kind.name), is_raw: false }
    }

    /// Any scope, by its full text, even if this version does not know it: new scopes of the platform can be used at
    /// once. Only its characters are checked. In contrast, a text that [`From`] converts must fit the table of known
    /// scopes.
    pub fn raw(text: impl Into<String>) -> Self {
        let scope = Self::named(text.into());
        let is_raw = scope.check().is_err();
        Self { is_raw, ..scope }
    }

    /// `OFFLINE_ACCESS` and `OPENID`, as the assets call spells them, become the words that requests use
    /// (docs/platform.md#contradiction-19).
    fn named(text: String) -> Self {
        match text.as_str() {
            "OFFLINE_ACCESS" => Self::of(&OFFLINE_ACCESS),
            "OPENID" => Self::of(&OPENID),
            _ => Self { text, is_raw: false },
        }
    }

    /// The text in requests.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text for languages in which a scope is a plain text: the text in requests, with the prefix `raw ` if the
    /// scope is raw. [`From`] reads it.
    pub fn to_text(&self) -> String {
        let mark = if self.is_raw { RAW } else { "" };
        format!("{mark}{}", self.text)
    }

    /// The row of the table; `None` if the platform's list did not contain this scope when this version was made.
    pub fn kind(&self) -> Option<&'static ScopeKind> {
        let name = self.text.split('.').next().unwrap_or_default();
        ALL.iter().copied().find(|kind| kind.name == name)
    }

    /// The identifier, if there is one.
    pub fn identifier(&self) -> Option<&str> {
        self.text.split_once('.').map(|(_, identifier)| identifier)
    }

    /// Checks the characters (RFC 6749 section 3.3). Unless the scope is [raw](Self::raw), also checks that it is in
    /// the table, and that it has an identifier if it is tied to an object. Two scopes may omit the identifier:
    /// `CONVERSATION_SEND_MESSAGE` and `POST_ONGOING_IMAGES_GET`.
    ///
    /// # Errors
    /// [`Error::InvalidInput`]. For an unknown scope it suggests the most similar known one.
    pub fn check(&self) -> Result<()> {
        let fail = |reason: String| Err(Error::invalid("scopes", reason));
        if self.text.is_empty() {
            return fail("a scope must not be empty".into());
        }
        if self.text.len() > MAX_IN_URL {
            return fail(format!("a scope must have at most {MAX_IN_URL} characters"));
        }
        if !self.text.bytes().all(|b| matches!(b, 0x21 | 0x23..=0x5b | 0x5d..=0x7e)) {
            return fail("a scope may have only printable ASCII without space, quote and backslash".into());
        }
        if self.is_raw {
            return Ok(());
        }
        match (self.kind(), self.identifier()) {
            (None, _) => fail(self.unknown_reason()),
            (Some(ScopeKind { name, .. }), None) if BARE.contains(name) => Ok(()),
            (Some(ScopeKind { name, object, .. }), None) if object.identifier().is_some() => {
                let identifier = object.identifier().unwrap_or_default();
                fail(format!("{name} is tied to one object: write {name}.<{identifier}>"))
            }
            (Some(ScopeKind { name, object: Object::None, .. }), Some(_)) => {
                fail(format!("{name} takes no identifier"))
            }
            (Some(kind), Some(_)) if self.text == kind.template() => {
                fail(format!("{} is a template: write the identifier in place of <…>", self.text))
            }
            (_, Some("")) => fail("the identifier of a scope must not be empty".into()),
            (Some(kind), Some(id)) => match kind.object {
                Object::Post => PostToken::from(id).check(),
                Object::Conversation => ConversationId::from(id).check(),
                Object::Business => BusinessToken::from(id).check(),
                _ => Ok(()),
            }
            .map_err(|e| e.under("scopes")),
            _ => Ok(()),
        }
    }
}

impl AsRef<str> for Scope {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl Scope {
    /// The error text for a scope that is not in the table.
    fn unknown_reason(&self) -> String {
        let (name, identifier) = match self.text.split_once('.') {
            Some((name, identifier)) => (name, format!(".{identifier}")),
            None => (self.text.as_str(), String::new()),
        };
        let capital = name.to_ascii_uppercase();
        let similarity = |kind: &ScopeKind| strsim::normalized_levenshtein(&capital, &kind.name.to_ascii_uppercase());
        let best = ALL.iter().max_by(|one, other| similarity(one).total_cmp(&similarity(other)));
        let advice = match best {
            Some(kind) if similarity(kind) >= MIN_SIMILARITY => format!("did you mean {}{identifier}?", kind.name),
            _ => "a scope that is newer than this version can be requested as a raw scope".to_owned(),
        };
        format!("{name} is not a scope of the platform: {advice}")
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The scope with this text: a known one, or a raw one if the text has the prefix `raw `.
impl From<&str> for Scope {
    fn from(text: &str) -> Self {
        match text.strip_prefix(RAW) {
            Some(text) => Self::raw(text),
            None => Self::named(text.to_owned()),
        }
    }
}

impl From<String> for Scope {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

/// Joins scopes for a request: separated by spaces, in the given order, without duplicates.
///
/// # Errors
/// [`Error::InvalidInput`] for a scope that cannot be requested, or for an empty list.
pub fn join(scopes: &[Scope]) -> Result<String> {
    if scopes.is_empty() {
        return Err(Error::invalid("scopes", "at least one scope is needed"));
    }
    let mut seen = BTreeSet::new();
    let mut joined = Vec::new();
    for scope in scopes {
        scope.check()?;
        if seen.insert(scope.as_str()) {
            joined.push(scope.as_str());
        }
    }
    Ok(joined.join(" "))
}

/// These scopes, or none if the user has granted one: then the API key lacks the permission, or the object is another user's.
pub(crate) fn unless_granted(needed: Vec<String>, granted: &[String]) -> Vec<String> {
    // A scope that was granted without an identifier is for every object.
    let covers =
        |one: &String, scope: &String| one == scope || scope.split_once('.').is_some_and(|(name, _)| one == name);
    let is_granted = needed.iter().any(|scope| granted.iter().any(|one| covers(one, scope)));
    if is_granted { Vec::new() } else { needed }
}

impl ScopeKind {
    /// The scope with a placeholder for its identifier.
    pub fn template(&self) -> String {
        self.of(None)
    }

    /// The scope for the object with this identifier, or with a placeholder if it is not known.
    pub(crate) fn of(&self, identifier: Option<&str>) -> String {
        match (self.object.identifier(), identifier) {
            (Some(_), Some(identifier)) => format!("{}.{identifier}", self.name),
            (Some(name), None) => format!("{}.<{name}>", self.name),
            (None, _) => self.name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_granted_scope_covers_the_needed_one_also_without_an_identifier() {
        let needed = || vec!["CONVERSATION_SEND_MESSAGE.c1".to_owned(), "USER_PHONE".to_owned()];
        for (granted, is_covered) in [
            ("CONVERSATION_SEND_MESSAGE.c1", true),
            ("CONVERSATION_SEND_MESSAGE", true),
            ("USER_PHONE", true),
            ("CONVERSATION_SEND_MESSAGE.c2", false),
            ("CONVERSATION_SEND", false),
        ] {
            assert_eq!(unless_granted(needed(), &[granted.to_owned()]).is_empty(), is_covered, "{granted}");
        }
        assert_eq!(unless_granted(needed(), &[]), needed());
    }

    #[test]
    fn a_template_is_no_scope() {
        for template in ALL.iter().filter(|kind| kind.object != Object::None).map(|kind| kind.template()) {
            let error = Scope::from(template.as_str()).check().unwrap_err().to_string();
            assert!(error.contains(&format!("{template} is a template")), "{error}");
        }
    }

    #[test]
    fn offline_access_and_openid_are_lower_case_in_requests() {
        let scopes = ["OFFLINE_ACCESS", "OPENID", "USER_PHONE", "offline_access"].map(Scope::from);
        assert_eq!(join(&scopes).unwrap(), "offline_access openid USER_PHONE");
        assert_eq!(Scope::raw("OPENID"), Scope::from("OPENID"));
        assert_eq!(Scope::raw("OPENID").kind(), Some(&OPENID));
        assert_eq!(Scope::from("user_phone").kind(), None);
    }

    #[test]
    fn the_error_for_an_unknown_scope_suggests_a_known_one() {
        for (wrong, meant) in [
            ("USER_PHON", "did you mean USER_PHONE?"),
            ("user_phone", "did you mean USER_PHONE?"),
            ("Offline_Access", "did you mean offline_access?"),
            ("CONVERSATION_SENT_MESSAGE.c-1", "did you mean CONVERSATION_SEND_MESSAGE.c-1?"),
            ("BRAND_NEW_SCOPE", "requested as a raw scope"),
        ] {
            let Err(Error::InvalidInput { field, reason }) = Scope::from(wrong).check() else { panic!("{wrong}") };
            assert_eq!(field, "scopes");
            assert!(reason.contains(meant) && reason.contains("is not a scope"), "{reason}");
        }
    }

    #[test]
    fn a_raw_scope_is_unchanged_and_keeps_its_prefix_as_text() {
        for text in ["BRAND_NEW_SCOPE.x", "POST_EDIT", "USER_PHONE.x"] {
            let scope = Scope::raw(text);
            assert_eq!(scope.check().ok(), Some(()));
            assert_eq!((scope.as_str(), scope.to_string()), (text, text.to_owned()));
            assert_eq!(scope.to_text(), format!("raw {text}"));
            assert_eq!(Scope::from(scope.to_text()), scope);
            assert!(Scope::from(text).check().is_err());
        }
        assert_eq!(Scope::raw("USER_PHONE").to_text(), "USER_PHONE", "nothing about it is unknown");
        for wrong in ["", "A B", "A\"B", &"X".repeat(MAX_IN_URL + 1)] {
            assert!(Scope::raw(wrong).check().is_err(), "{wrong}");
        }
    }
}
