//! Logins without a browser, and tokens.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::data::check_user;
use super::extract::{InWorld, Item, Json};
use super::problem::{Problem, Refusals};
use crate::oauth::{Decision, IssuedTokens, PendingConsent, TokenReport};

/// A login.
#[derive(Deserialize, ToSchema)]
pub(super) struct Login {
    /// The address to which the app sends the user's browser.
    authorize_url: String,
    /// The decision of the user.
    #[serde(flatten)]
    decision: Decision,
}

/// The redirect to the app.
#[derive(Serialize, ToSchema)]
pub(super) struct Redirect {
    /// The app's address with `code` and `state`, or with the form of a denial.
    callback_url: String,
}

/// Simulates the user's browser with an authorization address.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/consent", params(("world" = String, Path, example = "default")),
    request_body = Login, responses((status = 200, body = Redirect), Refusals))]
pub(super) async fn consent(InWorld(world): InWorld, Json(login): Json<Login>) -> Result<Json<Redirect>, Problem> {
    Ok(Json(Redirect { callback_url: world.consent(&login.authorize_url, login.decision)? }))
}

/// The logins that wait for the user: open consent pages, oldest first.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/consents", operation_id = "pending_consents",
    params(("world" = String, Path, example = "default")), responses((status = 200, body = Vec<PendingConsent>), Refusals))]
pub(super) async fn consents(InWorld(world): InWorld) -> Json<Vec<PendingConsent>> {
    Json(world.pending_consents())
}

/// Answers a login that waits for the user, as the buttons of its consent page do. The page in the browser does not change: open
/// the address in the response.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/consents/{item}", operation_id = "answer_consent",
    params(("world" = String, Path, example = "default"), ("item" = String, Path)),
    request_body = Decision, responses((status = 200, body = Redirect), Refusals))]
pub(super) async fn answer(
    InWorld(world): InWorld,
    Item(id): Item,
    Json(decision): Json<Decision>,
) -> Result<Json<Redirect>, Problem> {
    let callback_url = world.answer_consent(&id, &decision)?;
    let callback_url = callback_url.ok_or_else(|| Problem::not_found("no consent page with this id is open"))?;
    Ok(Json(Redirect { callback_url }))
}

/// Every pair of tokens of this world, without the tokens.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/tokens", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<TokenReport>), Refusals))]
pub(super) async fn tokens(InWorld(world): InWorld) -> Json<Vec<TokenReport>> {
    Json(world.tokens())
}

/// The user and the scopes of new tokens.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TokenRequest {
    /// Name of the user.
    user: String,
    /// The scopes, as if the user had just granted them.
    scopes: Vec<String>,
}

/// A pair of tokens.
#[derive(Serialize, ToSchema)]
pub(super) struct TokenPair {
    /// Its number in the world.
    pair: i64,
    /// The access token.
    access_token: String,
    /// The refresh token. Only with the scope `offline_access`.
    refresh_token: Option<String>,
    /// When the access token expires.
    expires_at: DateTime<Utc>,
}

impl From<IssuedTokens> for TokenPair {
    fn from(issued: IssuedTokens) -> Self {
        Self {
            pair: issued.pair,
            access_token: issued.access_token.expose().to_owned(),
            refresh_token: issued.refresh_token.map(|token| token.expose().to_owned()),
            expires_at: issued.expires_at,
        }
    }
}

/// Issues tokens without a login.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/tokens",
    operation_id = "issue_tokens", params(("world" = String, Path, example = "default")),
    request_body = TokenRequest, responses((status = 200, body = TokenPair), Refusals))]
pub(super) async fn issue(
    InWorld(world): InWorld,
    Json(wanted): Json<TokenRequest>,
) -> Result<Json<TokenPair>, Problem> {
    Ok(Json(world.issue_tokens(&wanted.user, wanted.scopes)?.into()))
}

/// Replaces a pair of tokens as if another process of the app had just refreshed it, and returns the new pair.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/tokens/{item}/rotate",
    operation_id = "rotate_tokens",
    params(("world" = String, Path, example = "default"), ("item" = i64, Path)), responses((status = 200, body = TokenPair), Refusals))]
pub(super) async fn rotate(InWorld(world): InWorld, item: Item) -> Result<Json<TokenPair>, Problem> {
    let pair = item.number()?;
    if !world.has_tokens(pair) {
        return Err(no_pair(&item));
    }
    Ok(Json(world.rotate_tokens(pair)?.into()))
}

fn no_pair(Item(number): &Item) -> Problem {
    Problem::none("pair of tokens", number, "tokens")
}

/// A token to inspect.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Token {
    /// An access or refresh token.
    token: String,
}

/// The report of a token.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/tokens/report",
    operation_id = "token_report", params(("world" = String, Path, example = "default")),
    request_body = Token, responses((status = 200, body = TokenReport), Refusals))]
pub(super) async fn report(InWorld(world): InWorld, Json(token): Json<Token>) -> Result<Json<TokenReport>, Problem> {
    let report = world.token_report(&token.token);
    report.map(Json).ok_or_else(|| Problem::not_found("this world has not issued such a token"))
}

/// Expires the access token of a pair.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/tokens/{item}/expire",
    operation_id = "expire_access_token",
    params(("world" = String, Path, example = "default"), ("item" = i64, Path)), responses((status = 200, body = Object), Refusals))]
pub(super) async fn expire(InWorld(world): InWorld, item: Item) -> Result<Json<Value>, Problem> {
    match world.expire_access_token(item.number()?) {
        true => Ok(Json(json!({}))),
        false => Err(no_pair(&item)),
    }
}

/// Revokes the app's access for a user.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/users/{item}/revoke",
    operation_id = "revoke_access",
    params(("world" = String, Path, example = "default"), ("item" = String, Path, example = "seller")), responses((status = 200, body = Object), Refusals))]
pub(super) async fn revoke(InWorld(world): InWorld, Item(user): Item) -> Result<Json<Value>, Problem> {
    check_user(&world, &user)?;
    world.revoke_access(&user)?;
    Ok(Json(json!({})))
}
