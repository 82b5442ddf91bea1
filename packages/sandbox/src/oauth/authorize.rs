//! The authorization request: checks it and makes the redirect to the app. The consent page and [`World::consent`] both
//! use it.

use std::collections::VecDeque;

use axum::http::{HeaderValue, Method, header};
use open_platform::api::endpoints;
use open_platform::endpoint::Host;
use open_platform::{Error, Result, Scope, scope};
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::consent_page;
use super::grants::Grant;
use super::rules::{Demand, Denial, OAuthRules};
use crate::answer::{Answer, Refusal};
use crate::dispatch::{Call, Exchange};
use crate::known;
use crate::state::State;
use crate::world::{World, WorldInner};

/// The number of open consent pages in a world. The oldest is removed first.
const MOST_PENDING: usize = 256;

/// The shortest `state` that is accepted while the rule is on (docs/platform.md#state).
const SHORTEST_STATE: usize = 8;

/// The decision of the user on the consent page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "decision", rename_all = "snake_case", deny_unknown_fields)]
pub enum Decision {
    /// Grants all requested scopes.
    Approve {
        /// Name of the user, such as `seller`.
        user: String,
    },
    /// Grants some of the requested scopes. The platform's own page has no such choice; this is for tests.
    ApproveOnly {
        /// Name of the user.
        user: String,
        /// The scopes to grant, out of the requested ones.
        scopes: Vec<String>,
    },
    /// Refuses.
    Deny {},
}

/// A valid authorization request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) client_id: String,
    pub(super) redirect_uri: String,
    pub(super) scopes: Vec<String>,
    pub(super) state: String,
    challenge: Option<String>,
    pub(super) language: String,
}

/// Requests that wait on a consent page.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending(VecDeque<(String, Request)>);

impl Pending {
    fn keep(&mut self, id: String, request: Request) {
        if self.0.len() >= MOST_PENDING {
            self.0.pop_front();
        }
        self.0.push_back((id, request));
    }

    fn take(&mut self, id: &str) -> Option<Request> {
        let index = self.0.iter().position(|(known, _)| known == id)?;
        self.0.remove(index).map(|(_, request)| request)
    }
}

/// Why the consent page is not shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// The client or redirect URI is unknown, so the user cannot be redirected: an error page is shown.
    Page(String),
    /// The user is redirected to the app with an error.
    Back { redirect_uri: String, state: String, error: &'static str, description: String },
}

/// Answers `GET /oauth2/auth`: the consent page, an error page, or a redirect.
pub(super) fn show(call: &mut Call<'_>) -> std::result::Result<Answer, Refusal> {
    let state = &mut *call.state;
    Ok(match Request::read(&call.exchange.query, state) {
        Ok(request) => {
            let id = state.ids.word(24);
            let html = consent_page::consent(&id, &request, state.users.all());
            state.oauth.pending.keep(id, request);
            html
        }
        Err(problem) => problem.answer(call.world, &state.oauth.rules),
    })
}

impl Problem {
    /// The answer to the user's browser. The ledger keeps the error in any case.
    fn answer(&self, world: &WorldInner, rules: &OAuthRules) -> Answer {
        match self {
            Self::Page(reason) => Answer { refusal: Some(reason.clone()), ..consent_page::refused(reason) },
            Self::Back { redirect_uri, state, error, description } => {
                let target = Redirect { redirect_uri, state, rules, issuer: issuer(world) };
                let back = target.refused(rules.refused_request, error, description);
                Answer { refusal: Some(format!("{error}: {description}")), ..redirect(&back) }
            }
        }
    }
}

/// Answers the form of the consent page, `POST /oauth2/consent`, which is not an endpoint for apps.
pub(crate) fn page(world: &WorldInner, state: &mut State, exchange: &Exchange) -> Option<Answer> {
    if exchange.host != Host::Auth || exchange.path != "/oauth2/consent" || exchange.method != Method::POST {
        return None;
    }
    let Some(request) = state.oauth.pending.take(&exchange.form("request").unwrap_or_default()) else {
        return Some(consent_page::refused(
            "this consent page was already answered: go back to the app and start again",
        ));
    };
    let user = exchange.form("user").unwrap_or_default();
    let decision = match exchange.form("decision").as_deref() {
        Some("approve") => Decision::Approve { user },
        _ => Decision::Deny {},
    };
    Some(match decide(request, &decision, world, state) {
        Ok(url) => redirect(&url),
        Err(error) => consent_page::refused(&error.to_string()),
    })
}

impl World {
    /// Simulates the user's browser with an authorization address, and returns the address of the redirect to the app:
    /// with `code` and `state`, or with the form of a denial or a refused request. The ledger has the reason of a
    /// refused request.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] where the platform would show an error page (unknown client, redirect URI that is not
    /// registered), for a user that does not exist, and for scopes that were not asked for.
    pub fn consent(&self, authorize_url: &str, decision: Decision) -> Result<String> {
        let url = Url::parse(authorize_url).map_err(|e| refused("authorize_url", e.to_string()))?;
        let mut state = self.inner.lock();
        let state = &mut *state;
        match Request::read(url.query().unwrap_or_default(), state) {
            Ok(request) => {
                let back = decide(request, &decision, &self.inner, state)?;
                self.inner.clock.notify();
                Ok(back)
            }
            Err(problem) => {
                let answer = problem.answer(&self.inner, &state.oauth.rules);
                let number = state.ledger.next_number();
                let query = url.query().unwrap_or_default();
                let exchange = Exchange::of_browser(endpoints::OAUTH_AUTHORIZE, number, self.inner.clock.now(), query);
                state.ledger.record_answer(&exchange, &answer);
                match problem {
                    Problem::Page(reason) => Err(refused("authorize_url", reason)),
                    Problem::Back { .. } => {
                        let location = answer.headers.get(header::LOCATION).and_then(|value| value.to_str().ok());
                        Ok(location.unwrap_or_default().to_owned())
                    }
                }
            }
        }
    }
}

fn refused(field: &str, reason: impl Into<String>) -> Error {
    Error::InvalidInput { field: field.to_owned(), reason: reason.into() }
}

impl Request {
    /// Reads and checks a query.
    pub(super) fn read(query: &str, state: &State) -> std::result::Result<Self, Problem> {
        let get = |name: &str| -> std::result::Result<String, Problem> {
            let mut values = url::form_urlencoded::parse(query.as_bytes()).filter(|(key, _)| key == name);
            let first = values.next().map(|(_, value)| value.into_owned()).unwrap_or_default();
            match values.next() {
                Some(_) => Err(Problem::Page(format!("{name} stands in the address twice"))),
                None => Ok(first),
            }
        };
        let client_id = get("client_id")?;
        if client_id != state.app.client_id {
            return Err(Problem::Page("client_id is not the slug of an app".into()));
        }
        let redirect_uri = get("redirect_uri")?;
        check_redirect_uri(&redirect_uri, &state.app.redirect_uris)?;
        let echo = get("state")?;
        let back = |error, description: &str| Problem::Back {
            redirect_uri: redirect_uri.clone(),
            state: echo.clone(),
            error,
            description: description.to_owned(),
        };
        if get("response_type")? != "code" {
            return Err(back("unsupported_response_type", "response_type must be code"));
        }
        if state.oauth.rules.refuse_short_state && echo.chars().count() < SHORTEST_STATE {
            return Err(back("invalid_state", "state must have at least 8 characters"));
        }
        let scopes = check_scopes(&get("scope")?).map_err(|reason| back("invalid_scope", &reason))?;
        let (challenge, method) = (get("code_challenge")?, get("code_challenge_method")?);
        let challenge = match (state.oauth.rules.pkce, challenge.is_empty()) {
            (Demand::Ignored, _) => None,
            (Demand::Required, true) => return Err(back("invalid_request", "code_challenge is missing")),
            (_, true) => None,
            (_, false) if method == "S256" => Some(challenge),
            (_, false) => return Err(back("invalid_request", "code_challenge_method must be S256")),
        };
        Ok(Self { client_id, redirect_uri, scopes, state: echo, challenge, language: get("ui_locales")? })
    }
}

/// The address must be equal to a registered one, and have no query (docs/platform.md#authorization).
fn check_redirect_uri(uri: &str, registered: &[String]) -> std::result::Result<(), Problem> {
    if uri.is_empty() {
        return Err(Problem::Page("redirect_uri is missing".into()));
    }
    if !registered.iter().any(|known| known == uri) {
        return Err(Problem::Page("redirect_uri is not one of the addresses that are registered for the app".into()));
    }
    match Url::parse(uri) {
        Ok(url) if url.query().is_some() => Err(Problem::Page("redirect_uri must have no query of its own".into())),
        Ok(url) if url.fragment().is_some() => Err(Problem::Page("redirect_uri must have no fragment".into())),
        Ok(_) => Ok(()),
        Err(_) => Err(Problem::Page("redirect_uri is not an absolute address".into())),
    }
}

/// Every scope must be in the platform's list, with an identifier if it is for an object. One unknown scope refuses the
/// request (docs/platform.md#oauth-errors).
fn check_scopes(text: &str) -> std::result::Result<Vec<String>, String> {
    let mut scopes: Vec<String> = Vec::new();
    for word in text.split_ascii_whitespace() {
        check_scope(word)?;
        if !scopes.iter().any(|known| known == word) {
            scopes.push(word.to_owned());
        }
    }
    if scopes.is_empty() { Err("scope is missing".into()) } else { Ok(scopes) }
}

/// Checks one scope: it must be in the platform's list, with an identifier if it is for an object.
pub(super) fn check_scope(word: &str) -> std::result::Result<(), String> {
    let scope = Scope::from(word);
    if scope.kind().is_none() {
        let name = word.split('.').next().unwrap_or_default();
        let suggestion = known::suggestion(name, scope::ALL.iter().map(|kind| kind.name));
        return Err(format!("the platform has no scope {}{suggestion}", shown(word)));
    }
    scope.check().map_err(|error| error.to_string())
}

/// The beginning of a word, without characters that are not allowed in `error_description` (RFC 6749 section 4.1.2.1).
fn shown(word: &str) -> String {
    word.chars().filter(|c| matches!(c, '!' | '#'..='[' | ']'..='~')).take(64).collect()
}

/// Applies the decision of the user, and returns the address of the redirect.
fn decide(request: Request, decision: &Decision, world: &WorldInner, state: &mut State) -> Result<String> {
    let Request { redirect_uri, state: echo, challenge, .. } = request;
    let (user, scopes) = match decision {
        Decision::Deny {} => {
            let rules = &state.oauth.rules;
            let target = Redirect { redirect_uri: &redirect_uri, state: &echo, rules, issuer: issuer(world) };
            return Ok(target.refused(rules.denial, "access_denied", "the user refused"));
        }
        Decision::Approve { user } => (user, request.scopes),
        Decision::ApproveOnly { user, scopes } => {
            if let Some(index) = scopes.iter().position(|scope| !request.scopes.contains(scope)) {
                return Err(refused(&format!("scopes[{index}]"), "the app did not ask for it"));
            }
            (user, request.scopes.into_iter().filter(|scope| scopes.contains(scope)).collect())
        }
    };
    if state.users.get(user).is_none() {
        return Err(refused("user", "there is no user of this name in the world"));
    }
    let grant = Grant {
        user: user.clone(),
        scopes,
        redirect_uri: redirect_uri.clone(),
        made_at: world.clock.now(),
        ended: None,
    };
    let oauth = &mut state.oauth;
    let code = oauth.grants.consent(grant, challenge, &oauth.rules, &mut state.ids, &mut state.schedule);
    let target = Redirect { redirect_uri: &redirect_uri, state: &echo, rules: &oauth.rules, issuer: issuer(world) };
    Ok(target.granted(&code))
}

/// The redirect to the app, with its parameters.
struct Redirect<'a> {
    redirect_uri: &'a str,
    state: &'a str,
    rules: &'a OAuthRules,
    issuer: String,
}

impl Redirect<'_> {
    fn granted(&self, code: &str) -> String {
        self.with(&[("code", code)])
    }

    fn refused(&self, shown: Denial, error: &str, description: &str) -> String {
        match shown {
            Denial::ErrorParameter => self.with(&[("error", error), ("error_description", description)]),
            Denial::MissingCode => self.with(&[]),
        }
    }

    fn with(&self, outcome: &[(&str, &str)]) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(outcome).append_pair("state", self.state);
        if self.rules.send_issuer {
            query.append_pair("iss", &self.issuer);
        }
        format!("{}?{}", self.redirect_uri, query.finish())
    }
}

/// The issuer of a world: the address of its authorization server.
fn issuer(world: &WorldInner) -> String {
    format!("{}/auth", world.url())
}

fn redirect(url: &str) -> Answer {
    let mut answer = Answer::with_type(303, "text/plain; charset=utf-8", "");
    // Always a valid header: the redirect URI is an absolute address, and the parameters are encoded.
    if let Ok(location) = HeaderValue::from_str(url) {
        answer.headers.insert(header::LOCATION, location);
    }
    answer.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}
