//! The authorization request: checks it and makes the redirect to the app. The consent page and [`World::consent`] both
//! use it.

use axum::http::{HeaderValue, Method, header};
use open_platform::api::endpoints;
use open_platform::endpoint::Host;
use open_platform::{Error, Result, Scope, scope};
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::consent_page::{self, Language};
use super::grants::Grant;
use super::pkce;
use super::problem::{PageProblem, RedirectUriProblem};
use super::rules::{Demand, Denial, OAuthRules};
use crate::dispatch::{Call, Exchange};
use crate::known_names;
use crate::response::{PlatformResponse, Refusal};
use crate::state::State;
use crate::world::{World, WorldInner};

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
    /// `ui_locales`: the languages that the app wants for the page.
    ui_locales: String,
    /// `login_hint`: the user who is probably meant.
    pub(super) login_hint: String,
    /// `prompt`: what to ask the user (OpenID Connect Core section 3.1.2.1; assumption: docs/gaps.md).
    prompt: String,
    /// `sandbox_user`: consents without a page, as this user. For tests with a browser.
    sandbox_user: String,
    /// The issuer, at the origin by which the user came.
    issuer: String,
}

/// What the app receives after the user pressed "Allow".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Granted,
    /// The redirect has another `state`.
    WrongState,
    /// The redirect has no `state`.
    NoState,
    /// The code is refused by the token endpoint.
    ExpiredCode,
    /// The redirect has this error.
    Error(&'static str),
}

/// Why the consent page is not shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// The client or redirect URI is unknown, so the user cannot be redirected: an error page is shown.
    Page(PageProblem),
    /// The user is redirected to the app with an error.
    Back { redirect_uri: String, state: String, error: &'static str, description: String },
}

/// Answers `GET /oauth2/auth`: the consent page, an error page, or a redirect.
pub(super) fn show(call: &mut Call<'_>) -> std::result::Result<PlatformResponse, Refusal> {
    let state = &mut *call.state;
    let language = |ui_locales: &str| Language::of(ui_locales, &call.exchange.headers);
    let issuer = issuer(call.world, call.exchange.origin.as_deref());
    Ok(match Request::read(&call.exchange.query, &issuer, state) {
        Ok(request) if !request.sandbox_user.is_empty() => {
            let language = language(&request.ui_locales);
            let decision = Decision::Approve { user: request.sandbox_user.clone() };
            decided(decide(request, &decision, Outcome::Granted, call.world, state), language)
        }
        Ok(request) => {
            let id = state.ids.word(24);
            let html = consent_page::consent(&id, &request, state, language(&request.ui_locales));
            state.oauth.pending.keep(id, request, call.exchange.effective_at);
            html
        }
        Err(problem) => {
            let ui_locales = call.exchange.query("ui_locales").unwrap_or_default();
            problem.answer(issuer, &state.oauth.rules, language(&ui_locales))
        }
    })
}

impl Problem {
    /// The response to the user's browser. The ledger keeps the error in any case.
    fn answer(&self, issuer: String, rules: &OAuthRules, language: Language) -> PlatformResponse {
        match self {
            Self::Page(problem) => refused_page(problem, language),
            Self::Back { redirect_uri, state, error, description } => {
                let target = Redirect { redirect_uri, state: Some(state), rules, issuer };
                let back = target.refused(rules.refused_request, error, description);
                PlatformResponse { refusal: Some(format!("{error}: {description}")), ..redirect(&back) }
            }
        }
    }
}

/// Answers the form of the consent page, `POST /oauth2/consent`, which is not an endpoint for apps.
pub(crate) fn page(world: &WorldInner, state: &mut State, exchange: &Exchange) -> Option<PlatformResponse> {
    if exchange.host != Host::Auth || exchange.path != "/oauth2/consent" || exchange.method != Method::POST {
        return None;
    }
    let language = |ui_locales: &str| Language::of(ui_locales, &exchange.headers);
    let id = exchange.form("request").unwrap_or_default();
    let Some(request) = state.oauth.pending.find(&id) else {
        return Some(refused_page(&PageProblem::Answered, language("")));
    };
    let language = language(&request.ui_locales);
    let user = exchange.form("user").unwrap_or_default();
    let outcome = exchange.form("outcome");
    let decision = match (exchange.form("decision").as_deref(), &outcome) {
        (Some("approve"), None) => Decision::Approve { user },
        // The page always sends an outcome, and then also the scopes that are ticked.
        (Some("approve"), Some(_)) => Decision::ApproveOnly { user, scopes: exchange.form_values("scope") },
        _ => Decision::Deny {},
    };
    let outcome = match outcome {
        None => Outcome::Granted,
        Some(name) => match consent_page::OUTCOMES.iter().find(|(known, _)| *known == name) {
            Some((_, outcome)) => *outcome,
            None => return Some(refused_page(&PageProblem::UnknownOutcome, language)),
        },
    };
    let back = decide(request, &decision, outcome, world, state);
    // After a refused form the page can still be answered.
    if back.is_ok() {
        state.oauth.pending.take(&id);
    }
    Some(decided(back, language))
}

/// The response to the user's browser after a decision.
fn decided(back: std::result::Result<String, PageProblem>, language: Language) -> PlatformResponse {
    match back {
        Ok(url) => redirect(&url),
        Err(problem) => refused_page(&problem, language),
    }
}

fn refused_page(problem: &PageProblem, language: Language) -> PlatformResponse {
    PlatformResponse { refusal: Some(problem.to_string()), ..consent_page::refused(problem, language) }
}

impl World {
    /// How often a user denied access, on the consent page or by [`consent`](Self::consent).
    pub fn denials(&self) -> u64 {
        self.inner.lock().oauth.denials
    }

    /// Simulates the user's browser with an authorization address, and returns the address of the redirect to the app:
    /// with `code` and `state`, or with the form of a denial or a refused request. The ledger has the reason of a
    /// refused request.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] where the platform would show an error page (unknown client, redirect URI that is not
    /// registered), for a user that does not exist, and for scopes that were not asked for.
    pub fn consent(&self, authorize_url: &str, decision: Decision) -> Result<String> {
        let url = Url::parse(authorize_url).map_err(|e| Error::invalid("authorize_url", e.to_string()))?;
        let mut state = self.inner.lock();
        let state = &mut *state;
        let issuer = issuer(&self.inner, Some(&*url.origin().ascii_serialization()).filter(|_| url.has_host()));
        match Request::read(url.query().unwrap_or_default(), &issuer, state) {
            Ok(request) => {
                let back = decide(request, &decision, Outcome::Granted, &self.inner, state).map_err(wrong_decision)?;
                self.inner.clock.notify();
                Ok(back)
            }
            Err(problem) => {
                let response = problem.answer(issuer, &state.oauth.rules, Language::English);
                let (number, position) = (state.ledger.next_number(), state.positions.next());
                let query = url.query().unwrap_or_default();
                let exchange = Exchange::of_browser(endpoints::OAUTH_AUTHORIZE, number, self.inner.clock.now(), query);
                state.ledger.record_response(&exchange, &response, position);
                match problem {
                    Problem::Page(problem) => Err(Error::invalid("authorize_url", problem.to_string())),
                    Problem::Back { .. } => {
                        let location = response.headers.get(header::LOCATION).and_then(|value| value.to_str().ok());
                        Ok(location.unwrap_or_default().to_owned())
                    }
                }
            }
        }
    }
}

/// The error for a decision that the consent page does not offer.
pub(super) fn wrong_decision(problem: PageProblem) -> Error {
    let field = if problem == PageProblem::UnknownUser { "user" } else { "scopes" };
    Error::invalid(field, problem.to_string())
}

impl Request {
    /// Reads and checks a query.
    pub(super) fn read(query: &str, issuer: &str, state: &State) -> std::result::Result<Self, Problem> {
        let get = |name: &str| -> std::result::Result<String, Problem> {
            let mut values = url::form_urlencoded::parse(query.as_bytes()).filter(|(key, _)| key == name);
            let first = values.next().map(|(_, value)| value.into_owned()).unwrap_or_default();
            match values.next() {
                Some(_) => Err(Problem::Page(PageProblem::Repeated(name.to_owned()))),
                None => Ok(first),
            }
        };
        let client_id = get("client_id")?;
        if client_id != state.app.client_id {
            return Err(Problem::Page(PageProblem::UnknownClient));
        }
        let redirect_uri = get("redirect_uri")?;
        RedirectUriProblem::check(&redirect_uri, &state.app.redirect_uris)
            .map_err(|problem| Problem::Page(PageProblem::RedirectUri(problem)))?;
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
            (_, false) if method != "S256" => {
                return Err(back("invalid_request", "code_challenge_method must be S256"));
            }
            (_, false) if !pkce::is_challenge(&challenge) => {
                return Err(back(
                    "invalid_request",
                    "code_challenge must be 43 characters of base64url, without padding",
                ));
            }
            (_, false) => Some(challenge),
        };
        let (prompt, sandbox_user) = (get("prompt")?, get("sandbox_user")?);
        check_prompt(&prompt).map_err(|reason| back("invalid_request", reason))?;
        if !sandbox_user.is_empty() && state.users.get(&sandbox_user).is_none() {
            return Err(Problem::Page(PageProblem::UnknownUser));
        }
        if prompt == "none" && sandbox_user.is_empty() {
            return Err(back("login_required", "nobody is logged in, and prompt=none allows no page"));
        }
        let (ui_locales, login_hint) = (get("ui_locales")?, get("login_hint")?);
        Ok(Self {
            client_id,
            redirect_uri,
            scopes,
            state: echo,
            challenge,
            ui_locales,
            login_hint,
            prompt,
            sandbox_user,
            issuer: issuer.to_owned(),
        })
    }

    /// Whether the app wants the user to choose an account.
    pub(super) fn asks_for_choice(&self) -> bool {
        self.prompt.split(' ').any(|word| word == "select_account")
    }
}

/// The values of `prompt` that OpenID Connect has; `none` stands alone.
fn check_prompt(prompt: &str) -> std::result::Result<(), &'static str> {
    let words = || prompt.split(' ').filter(|word| !word.is_empty());
    if words().any(|word| !["none", "login", "consent", "select_account"].contains(&word)) {
        return Err("prompt must be none, login, consent or select_account");
    }
    if words().count() > 1 && words().any(|word| word == "none") {
        return Err("prompt=none must be the only value");
    }
    Ok(())
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
    // The list of scopes has two of them in upper case, which requests have not (docs/platform.md#contradiction-19).
    if scope.kind().is_none() || scope.as_str() != word {
        let name = word.split('.').next().unwrap_or_default();
        let suggestion = known_names::suggestion(name, scope::ALL.iter().map(|kind| kind.name));
        return Err(format!("the platform has no scope {}{suggestion}", shown(word)));
    }
    scope.check().map_err(|error| match error {
        Error::InvalidInput { reason, .. } => reason,
        other => other.to_string(),
    })
}

/// The beginning of a word, without characters that are not allowed in `error_description` (RFC 6749 section 4.1.2.1).
fn shown(word: &str) -> String {
    word.chars().filter(|c| matches!(c, '!' | '#'..='[' | ']'..='~')).take(64).collect()
}

/// Applies the decision of the user, and returns the address of the redirect to the app.
pub(super) fn decide(
    request: Request,
    decision: &Decision,
    outcome: Outcome,
    world: &WorldInner,
    state: &mut State,
) -> std::result::Result<String, PageProblem> {
    let Request { redirect_uri, state: echo, challenge, issuer, .. } = request;
    let mut echo = Some(echo);
    let (user, scopes) = match decision {
        Decision::Deny {} => {
            state.oauth.denials = state.oauth.denials.saturating_add(1);
            let rules = &state.oauth.rules;
            let target = Redirect { redirect_uri: &redirect_uri, state: echo.as_deref(), rules, issuer };
            return Ok(target.refused(rules.denial, "access_denied", "the user refused"));
        }
        Decision::Approve { user } => (user, request.scopes),
        Decision::ApproveOnly { user, scopes } => {
            if let Some(other) = scopes.iter().find(|scope| !request.scopes.contains(scope)) {
                return Err(PageProblem::NotRequested(other.clone()));
            }
            (user, request.scopes.into_iter().filter(|scope| scopes.contains(scope)).collect())
        }
    };
    if state.users.get(user).is_none() {
        return Err(PageProblem::UnknownUser);
    }
    let oauth = &mut state.oauth;
    let mut rules = oauth.rules.clone();
    match outcome {
        Outcome::Granted => {}
        Outcome::WrongState => echo = Some("a-state-of-somebody-else".into()),
        Outcome::NoState => echo = None,
        Outcome::ExpiredCode => rules.code_seconds = 0,
        Outcome::Error(error) => {
            let target = Redirect { redirect_uri: &redirect_uri, state: echo.as_deref(), rules: &rules, issuer };
            return Ok(target.refused(Denial::ErrorParameter, error, "chosen on the consent page of the sandbox"));
        }
    }
    let grant = Grant {
        user: user.clone(),
        scopes,
        redirect_uri: redirect_uri.clone(),
        made_at: world.clock.now(),
        ended: None,
    };
    let code = oauth.grants.consent(grant, challenge, &rules, &mut state.ids, &mut state.schedule);
    Ok(Redirect { redirect_uri: &redirect_uri, state: echo.as_deref(), rules: &rules, issuer }.granted(&code))
}

/// The redirect to the app, with its parameters.
struct Redirect<'a> {
    redirect_uri: &'a str,
    /// `state` of the authorization request; `None` where the sandbox leaves it out.
    state: Option<&'a str>,
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
        query.extend_pairs(outcome);
        // An empty one is as none: it was not in the request.
        if let Some(state) = self.state.filter(|state| !state.is_empty()) {
            query.append_pair("state", state);
        }
        if self.rules.send_issuer {
            query.append_pair("iss", &self.issuer);
        }
        format!("{}?{}", self.redirect_uri, query.finish())
    }
}

/// The issuer of a world: the address of its authorization server, at the origin by which the user's browser came.
fn issuer(world: &WorldInner, origin: Option<&str>) -> String {
    format!("{}/auth", world.url_at(origin))
}

fn redirect(url: &str) -> PlatformResponse {
    let mut response = PlatformResponse::with_type(303, "text/plain; charset=utf-8", "");
    // Always a valid header: the redirect URI is an absolute address, and the parameters are encoded.
    if let Ok(location) = HeaderValue::from_str(url) {
        response.headers.insert(header::LOCATION, location);
    }
    response.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
