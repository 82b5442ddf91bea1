//! Checks the API key and its permissions, and the access token and its scopes, by the endpoint table. A refusal names
//! what is missing.

use axum::http::header;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use open_platform::Phone;
use open_platform::api::endpoints;
use open_platform::endpoint::{Credentials, Endpoint};
use open_platform::scope::{self, Object, ScopeKind};
use serde_json::{Value, json};

use crate::dispatch::Call;
use crate::gaps::Gaps;
use crate::oauth::Access;
use crate::response::{Code, Refusal};
use crate::state::conversations::About;

/// The response of the live platform to a key without the permission (docs/platform.md#known-errors).
const NOT_AUTHORIZED: &str = "could not check authorization";

/// Endpoints that were removed from the platform's documents (docs/platform.md#deprecations).
const WITHDRAWN: &[&str] = &[
    "users.phone_numbers",
    "semantics.create_for_user",
    "semantics.delete_for_user",
    "legacy.addons.create_on_post_by_key",
    "legacy.addons.create_on_post",
    "legacy.addons.create_for_user",
    "legacy.verifications.create",
    "legacy.verifications.delete",
    "legacy.conversations.send",
    "legacy.events.listen",
];

/// Checks the credentials of a call, and records the caller.
pub(crate) fn check(call: &mut Call<'_>) -> Result<(), Refusal> {
    let row = call.endpoint;
    if call.state.gaps.withdrawn_endpoints_gone && WITHDRAWN.contains(&row.name) {
        return Err(Refusal::not_found(
            "this path was removed from the platform's documents, and the switch gaps.withdrawn_endpoints_gone of the world is on",
        ));
    }
    let missing_permission = missing_permission(call)?;
    call.access = match row.credentials {
        Credentials::KeyAndBearer => Some(bearer(call)?),
        Credentials::KeyAndOptionalBearer if call.exchange.headers.contains_key(header::AUTHORIZATION) => {
            Some(bearer(call)?)
        }
        _ => None,
    };
    if row.name == "chatbot.reply" && call.state.gaps.chatbot_reply_needs_scope {
        call.access = Some(bearer(call)?);
    }
    let scopes = scopes(row, &call.state.gaps);
    if row.name == endpoints::POSTS_GET_WITH_ONGOING_IMAGES.name
        && let Some(access) = &call.access
        && (!missing_scopes(call, access, scopes)?.is_empty() || is_for_other_posts(call, access))
    {
        // Any caller may read a post: without the scope for it, it has no images before publication
        // (docs/platform.md#ongoing-images).
        call.access = None;
    }
    let foreign = someone_elses(call)?;
    let missing_scopes = match &call.access {
        // For data of another user no scope of this user is sufficient.
        Some(access) if foreign.is_none() => missing_scopes(call, access, scopes)?,
        _ => Vec::new(),
    };
    if missing_permission.is_none() && missing_scopes.is_empty() && foreign.is_none() {
        return Ok(());
    }
    Err(lacks(call, missing_permission, &missing_scopes, foreign))
}

/// The scopes of which an endpoint needs one. For some endpoints of the specification only the live platform's documents
/// name a scope.
pub(crate) fn scopes(row: &Endpoint, gaps: &Gaps) -> &'static [&'static ScopeKind] {
    match row.name {
        "chatbot.reply" if gaps.chatbot_reply_needs_scope => &[&scope::CHAT_BOT_USER_MESSAGE_SEND],
        "addons.create_for_user" | "legacy.addons.create_for_user" | "legacy.conversations.send"
            if !gaps.scopes_of_live_platform =>
        {
            &[]
        }
        "semantics.create_for_user" | "legacy.verifications.create" if !gaps.scopes_of_live_platform => {
            &[&scope::USER_SEMANTIC_CREATE, &scope::USER_VERIFICATION_CREATE]
        }
        _ => row.scopes,
    }
}

/// Checks the API key. Returns the permission that it lacks, if it lacks one.
fn missing_permission(call: &Call<'_>) -> Result<Option<&'static str>, Refusal> {
    let mut sent = call.exchange.headers.get_all("x-api-key").iter();
    let key = match (sent.next(), sent.next()) {
        (Some(key), None) => key.to_str().unwrap_or_default(),
        (None, _) => return Err(Refusal::new(Code::Unauthenticated, "the header x-api-key is missing")),
        (Some(_), Some(_)) => return Err(Refusal::new(Code::Unauthenticated, "x-api-key was sent twice")),
    };
    let Some(permissions) = call.state.app.permissions_of(key) else {
        // This endpoint documents it (docs/platform.md#known-errors).
        let is_412 =
            call.state.gaps.unknown_key_is_412 || call.endpoint.name == endpoints::PAYMENTS_VALIDATE_TICKET.name;
        return Err(if is_412 {
            Refusal::new(Code::FailedPrecondition, "could not retrieve app from db")
        } else {
            Refusal::new(Code::Unauthenticated, "the API key is not one of this app's")
        });
    };
    Ok(call.endpoint.permission.filter(|permission| !permissions.contains(*permission)))
}

/// The access token that was sent, if it is usable.
fn bearer(call: &Call<'_>) -> Result<std::sync::Arc<Access>, Refusal> {
    let unauthenticated = |reason: &str| Refusal::new(Code::Unauthenticated, reason);
    if call.exchange.headers.get_all(header::AUTHORIZATION).iter().count() > 1 {
        return Err(unauthenticated("Authorization was sent twice"));
    }
    let token = call
        .exchange
        .bearer()
        .ok_or_else(|| unauthenticated("the access token is missing: send Authorization: Bearer <access token>"))?;
    call.state
        .oauth
        .access(token, call.now())
        .ok_or_else(|| Refusal::invalid_token("the access token is unknown, expired or revoked"))
}

/// The scopes of which one is needed and none was granted. Empty: one was.
fn missing_scopes(call: &Call<'_>, access: &Access, any_of: &[&ScopeKind]) -> Result<Vec<String>, Refusal> {
    let mut missing = Vec::new();
    for kind in any_of {
        let (identifier, needed) = match kind.object {
            Object::None => (String::new(), kind.name.to_owned()),
            object => match object_of(call, object)? {
                Some(id) => (id.clone(), format!("{}.{id}", kind.name)),
                None => continue,
            },
        };
        match access.has(kind, &identifier) {
            true if serves(call, kind) => return Ok(Vec::new()),
            // Granted, but for another object: it is not reported as missing.
            true => {}
            false => missing.push(needed),
        }
    }
    Ok(missing)
}

/// Whether the scope for images before publication was granted without a post, which is for the user's own posts, and this one is
/// another user's.
fn is_for_other_posts(call: &Call<'_>, access: &Access) -> bool {
    let token = call.exchange.params.first();
    let named = format!("{}.{token}", scope::POST_ONGOING_IMAGES_GET.name);
    let is_foreign = call.state.posts.get(token).is_some_and(|post| post.owner != access.user);
    call.state.gaps.check_ownership && is_foreign && !access.scopes.contains(&named)
}

/// Whether a scope without an object is valid for the object of this call: some are valid only for the user's own posts.
fn serves(call: &Call<'_>, kind: &ScopeKind) -> bool {
    if *kind == scope::USER_POSTS_ADDON_CREATE {
        return call.state.posts.get(call.exchange.params.first()).is_none_or(|post| post.owner == call.user());
    }
    if *kind == scope::CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND {
        let conversation = call.state.conversations.get(call.exchange.params.first());
        return conversation.is_none_or(
            |conversation| matches!(&conversation.about, About::Post { seller, .. } if seller == call.user()),
        );
    }
    true
}

/// The identifier that a scope must be tied to for this call. `None`: the call has no object of that kind.
fn object_of(call: &Call<'_>, object: Object) -> Result<Option<String>, Refusal> {
    let params = &call.exchange.params;
    let of_path = |name: &str| Some(params.get(name).to_owned()).filter(|id| !id.is_empty());
    let body = || call.body::<Value>();
    Ok(match object {
        Object::None | Object::App => None,
        Object::Conversation => of_path("conversation_id"),
        Object::Business => of_path("business_token"),
        Object::Post => match (of_path("post_token"), of_path("conversation_id")) {
            (Some(token), _) => Some(token),
            (None, Some(id)) => {
                call.state.conversations.get(&id).and_then(|conversation| conversation.post()).map(str::to_owned)
            }
            (None, None) => match super::text(&body()?, "post_token") {
                "" => return Err(Refusal::field("post_token", "is required")),
                token => Some(token.to_owned()),
            },
        },
        Object::Chat => {
            let body = body()?;
            let part = |name| super::text(&body, name);
            let parties = format!("{}:{}:{}", part("user_id"), part("post_token"), part("peer_id"));
            Some(STANDARD.encode(parties))
        }
    })
}

/// 403 with everything that is missing.
fn lacks(call: &Call<'_>, permission: Option<&str>, any_of: &[String], foreign: Option<Foreign>) -> Refusal {
    if call.state.gaps.terse_refusals {
        return Refusal::new(Code::PermissionDenied, NOT_AUTHORIZED);
    }
    let mut message = NOT_AUTHORIZED.to_owned();
    let mut detail = json!({ "@type": "type.googleapis.com/open_platform.sandbox.MissingAccess" });
    if let Some(permission) = permission {
        message.push_str(&format!(": the API key lacks {permission}"));
        detail["missing_permission"] = permission.into();
    }
    if !any_of.is_empty() {
        message.push_str(&format!(": the user has not granted {}", any_of.join(" or ")));
        detail["missing_scope"] = any_of.into();
    }
    if let Some(Foreign { what, owner }) = foreign {
        let user = call.user();
        message.push_str(&format!(": {what} is {owner}'s, and the access was granted by {user}"));
        detail["not_yours"] = json!({ "what": what, "owner": owner, "granted_by": user });
    }
    Refusal::new(Code::PermissionDenied, message).detail(detail)
}

/// Refuses a call whose token lacks all of these scopes: for endpoints whose scopes depend on the body.
pub(super) fn require(call: &Call<'_>, any_of: &[String]) -> Result<(), Refusal> {
    let granted = call.access.as_deref().map_or(&[][..], |access| &access.scopes);
    if any_of.iter().any(|scope| granted.contains(scope)) { Ok(()) } else { Err(lacks(call, None, any_of, None)) }
}

/// An object that does not belong to the user of the token.
struct Foreign {
    what: &'static str,
    /// Whose it is, by the names of the world.
    owner: String,
}

/// The object of the call, if it does not belong to the user of the token (assumption: users can grant access to their own
/// objects only).
fn someone_elses(call: &Call<'_>) -> Result<Option<Foreign>, Refusal> {
    if !call.state.gaps.check_ownership || call.access.is_none() {
        return Ok(None);
    }
    let (params, user) = (&call.exchange.params, call.user());
    let post = match call.endpoint.name {
        "legacy.events.listen" => super::text(&call.body::<Value>()?, "post_token").to_owned(),
        _ => params.get("post_token").to_owned(),
    };
    if let Some(post) = call.state.posts.get(&post)
        && post.owner != user
    {
        return Ok(Some(Foreign { what: "the post", owner: post.owner.clone() }));
    }
    if let Some(conversation) = call.state.conversations.get(params.get("conversation_id"))
        && !conversation.has(user)
    {
        let owner = match &conversation.about {
            About::Post { seller, buyer, .. } => format!("{seller} and {buyer}"),
            About::Bot { user } => user.clone(),
        };
        return Ok(Some(Foreign { what: "the conversation", owner }));
    }
    if let Some(business) = call.state.users.business(params.get("business_token"))
        && business.role_of(user).is_none()
    {
        return Ok(Some(Foreign { what: "the business", owner: business.owner.clone() }));
    }
    let users = &call.state.users;
    let by_phone = || users.by_phone(&Phone::from(params.get("phone")).normalized().ok()?);
    if let Some(account) = users.by_id(params.get("user_id")).or_else(by_phone)
        && account.name != user
    {
        return Ok(Some(Foreign { what: "this account", owner: account.name.clone() }));
    }
    Ok(None)
}

/// 403: the object belongs to someone else.
pub(super) fn not_yours(call: &Call<'_>, what: &'static str, owner: &str) -> Refusal {
    lacks(call, None, &[], Some(Foreign { what, owner: owner.to_owned() }))
}
