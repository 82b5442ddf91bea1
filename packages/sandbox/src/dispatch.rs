//! The dispatch of every request of an app: address, world, row of the endpoint table, faults, credentials and
//! permissions, handler, ledger.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State as Shares};
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use open_platform::api::endpoints;
use open_platform::endpoint::{Body, Credentials, Endpoint, Host};
use serde_json::json;

use crate::address::{self, Address};
use crate::body::{self, Unreadable};
use crate::connection;
use crate::encrypted;
use crate::ledger::ScopeCheck;
use crate::live::{Change, Topic};
use crate::oauth::Access;
use crate::platform::permission;
use crate::response::{Code, PlatformResponse, Refusal};
use crate::routes::{self, Match, Params};
use crate::sandbox::Shared;
use crate::state::State;
use crate::world::WorldInner;
use crate::{admin, backend, console, faults, oauth};

/// The largest body that is read. The platform documents no limit (assumption).
pub(crate) const MAX_BODY: usize = 16 * 1024 * 1024;
/// The largest body of an upload of a video, with the form around it. In chats, videos have at most 50 MB
/// (docs/platform.md#chat-media).
pub(crate) const MAX_VIDEO: usize = 51 * 1024 * 1024;

/// The handler of an endpoint. It runs while the world is locked, and does not block.
pub(crate) type Handler = fn(&mut Call<'_>) -> Result<PlatformResponse, Refusal>;

/// A request of an app, with its row of the endpoint table.
pub(crate) struct Exchange {
    /// Number of the request in its world, from 1.
    pub(crate) number: i64,
    /// The time of its arrival, on the world's clock.
    pub(crate) at: DateTime<Utc>,
    /// When it takes effect, which is later than its arrival if a fault delays it.
    pub(crate) effective_at: DateTime<Utc>,
    /// The row of the table, or `None` for an unknown path.
    pub(crate) endpoint: Option<&'static Endpoint>,
    pub(crate) host: Host,
    pub(crate) method: Method,
    /// The path on the host, still percent-encoded, without the prefix of the world.
    pub(crate) path: String,
    pub(crate) params: Params,
    /// The raw query, or an empty string.
    pub(crate) query: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// The host that the app used, such as `127.0.0.1:4010`.
    pub(crate) authority: String,
    /// The origin that the app used, such as `http://127.0.0.1:4010`, if it is one.
    pub(crate) origin: Option<String>,
    /// Whether the app named the platform's host by its real name.
    pub(crate) by_real_name: bool,
    /// When it arrived, on the machine's clock.
    pub(crate) started: Instant,
    /// Name of the user whose token or code it carries.
    pub(crate) user: Option<String>,
    /// Whether its access token was enough. None where no valid token was needed and sent.
    pub(crate) scope_check: Option<ScopeCheck>,
}

impl Exchange {
    /// The authorization request of a user's browser, where there is no browser.
    pub(crate) fn of_browser(endpoint: &'static Endpoint, number: i64, at: DateTime<Utc>, query: &str) -> Self {
        Self {
            number,
            at,
            effective_at: at,
            endpoint: Some(endpoint),
            host: endpoint.host,
            method: endpoint.method.clone(),
            path: endpoint.path.to_owned(),
            params: Params::default(),
            query: query.to_owned(),
            headers: HeaderMap::new(),
            body: Bytes::new(),
            authority: String::new(),
            origin: None,
            by_real_name: false,
            started: Instant::now(),
            user: None,
            scope_check: None,
        }
    }

    /// The bearer token, without its scheme.
    pub(crate) fn bearer(&self) -> Option<&str> {
        let value = self.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        let (scheme, token) = value.split_once(' ')?;
        (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
    }

    /// A parameter of the query, decoded.
    pub(crate) fn query(&self, name: &str) -> Option<String> {
        parameter(self.query.as_bytes(), name)
    }

    /// A parameter of a form body, decoded.
    pub(crate) fn form(&self, name: &str) -> Option<String> {
        parameter(&self.body, name)
    }

    /// Every value of a parameter of a form body, decoded.
    pub(crate) fn form_values(&self, name: &str) -> Vec<String> {
        let pairs = url::form_urlencoded::parse(&self.body).filter(|(key, _)| key == name);
        pairs.map(|(_, value)| value.into_owned()).collect()
    }
}

/// A parameter of a query or form. The last one wins, as in most servers.
fn parameter(encoded: &[u8], name: &str) -> Option<String> {
    url::form_urlencoded::parse(encoded).filter(|(key, _)| key == name).last().map(|(_, value)| value.into_owned())
}

/// The input of a handler: the request, the caller, and the locked state.
pub(crate) struct Call<'a> {
    pub(crate) exchange: &'a Exchange,
    pub(crate) endpoint: &'static Endpoint,
    pub(crate) world: &'a WorldInner,
    pub(crate) state: &'a mut State,
    /// The access token that was sent, checked.
    pub(crate) access: Option<Arc<Access>>,
}

impl Call<'_> {
    /// The time of the call, on the world's clock.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.exchange.effective_at
    }

    /// The prefix of the world's hosts, at the origin that the app used.
    pub(crate) fn url(&self) -> String {
        self.world.url_at(self.exchange.origin.as_deref())
    }

    /// The address of an endpoint in this world, for this app.
    pub(crate) fn address(&self, row: &Endpoint) -> String {
        let real = self.exchange.origin.as_deref().filter(|_| self.exchange.by_real_name);
        match real.and_then(|origin| address::with_real_name(origin, row.host)) {
            Some(origin) => format!("{origin}{}", row.path),
            None => format!("{}/{}{}", self.url(), row.host.name(), row.path),
        }
    }
}

/// All HTTP routes of a sandbox.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let router = Router::new()
        .nest("/_sandbox", admin::router(Arc::clone(&shared)))
        .route("/worlds/{world}/backend/{*path}", any(backend::answer))
        .route("/worlds/{world}/media/{item}", admin::media())
        .fallback(answer)
        .with_state(Arc::clone(&shared));
    match shared.is_https() {
        true => router.layer(from_fn_with_state(shared, encrypted::refuse_plain)),
        false => router,
    }
}

async fn answer(Shares(shared): Shares<Arc<Shared>>, request: Request) -> Response {
    let cutter = request.extensions().get::<ConnectInfo<connection::ConnectionCutter>>().map(|info| info.0.clone());
    let (parts, body) = request.into_parts();
    let wants_head = parts.method == Method::HEAD;
    let Some(address) = Address::of(&parts.uri, &parts.headers) else {
        return console::file(parts.uri.path(), &parts.headers).unwrap_or_else(|| shared.index_page(&parts.uri));
    };
    let most = if is_of_video(&address) { MAX_VIDEO } else { MAX_BODY };
    let body = match body::read(body, most).await {
        Ok(body) => body,
        Err(unreadable) => return refused_body(unreadable, most),
    };
    let Some(world) = shared.world_of(address.world, &parts.uri, &parts.headers, &body) else {
        return PlatformResponse::from(no_such_world(address.world)).into_response();
    };
    let origin = address::origin(&parts.uri, &parts.headers, shared.is_https());
    let found = read(&address, parts.method, &parts.uri, parts.headers, body, origin);
    let mut response = world.answer(found).await;
    if let Ok(name) = HeaderValue::from_str(&world.name) {
        // An upload carries no key, so the response names its world.
        response.headers_mut().insert("x-sandbox-world", name);
    }
    if wants_head {
        response = without_body(response);
    }
    if let (Some(hangup), Some(cutter)) = (response.extensions().get::<faults::Hangup>(), cutter) {
        cutter.cut(*hangup);
    }
    response
}

/// Whether this is the address of an upload of a video.
fn is_of_video(address: &Address<'_>) -> bool {
    [endpoints::OWN_POSTS_UPLOAD_VIDEO, endpoints::CHATBOT_UPLOAD_VIDEO]
        .iter()
        .any(|row| address.host == row.host && address.path == row.path)
}

/// The response to HEAD: that of GET, without the body (RFC 9110 section 9.3.2).
fn without_body(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    if let Some(length) = axum::body::HttpBody::size_hint(&body).exact() {
        parts.headers.entry(header::CONTENT_LENGTH).or_insert_with(|| HeaderValue::from(length));
    }
    Response::from_parts(parts, axum::body::Body::empty())
}

/// The response to a body that was not read.
pub(crate) fn refused_body(unreadable: Unreadable, most: usize) -> Response {
    let refusal = match unreadable {
        Unreadable::Malformed => {
            Refusal::new(Code::InvalidArgument, "the body is incomplete, or its chunked encoding is not valid")
        }
        Unreadable::TooLarge => {
            let refusal = Refusal::new(Code::InvalidArgument, format!("the body is larger than {most} bytes"));
            Refusal { status: Some(413), ..refusal }
        }
    };
    PlatformResponse::from(refusal).into_response()
}

fn no_such_world(name: Option<&str>) -> Refusal {
    let name = name.unwrap_or_default();
    Refusal::not_found(format!("there is no world {name:?} in this sandbox: make it with the admin API"))
}

/// A parsed request and its match in the endpoint table.
pub(crate) struct ParsedRequest {
    exchange: Exchange,
    outcome: Match,
}

fn read(
    address: &Address<'_>,
    method: Method,
    uri: &Uri,
    headers: HeaderMap,
    body: Bytes,
    origin: Option<String>,
) -> ParsedRequest {
    let sends_token = headers.contains_key(header::AUTHORIZATION);
    let refreshes =
        address.host == Host::Auth && parameter(&body, "grant_type").is_some_and(|grant| grant == "refresh_token");
    // HEAD is GET without the body.
    let asked = if method == Method::HEAD { &Method::GET } else { &method };
    let outcome = routes::find(address.host, asked, address.path, sends_token, refreshes);
    let authority = match headers.get(header::HOST).and_then(|host| host.to_str().ok()) {
        Some(host) => host.to_owned(),
        None => uri.authority().map(ToString::to_string).unwrap_or_default(),
    };
    let exchange = Exchange {
        number: 0,
        at: DateTime::UNIX_EPOCH,
        effective_at: DateTime::UNIX_EPOCH,
        endpoint: None,
        host: address.host,
        method,
        path: address.path.to_owned(),
        params: Params::default(),
        query: uri.query().unwrap_or_default().to_owned(),
        origin,
        by_real_name: address.by_real_name,
        headers,
        body,
        authority,
        started: Instant::now(),
        user: None,
        scope_check: None,
    };
    ParsedRequest { exchange, outcome }
}

/// The refusal of a request that no handler takes.
struct RefusedRoute {
    refusal: Refusal,
    /// The header `Allow`, for 405.
    allow: Option<HeaderValue>,
}

impl From<Refusal> for RefusedRoute {
    fn from(refusal: Refusal) -> Self {
        Self { refusal, allow: None }
    }
}

/// The route of a request, which gets its endpoint and the parameters of its path.
fn route_of(outcome: Match, exchange: &mut Exchange) -> Result<&'static routes::Route, RefusedRoute> {
    if let Some(encoding) = body::encoding(&exchange.headers) {
        let text = format!("the body is encoded with {encoding}: send it as it is");
        return Err(Refusal { status: Some(415), ..Refusal::new(Code::InvalidArgument, text) }.into());
    }
    match outcome {
        Match::Found(route, params) => {
            exchange.endpoint = Some(route.endpoint);
            exchange.params = params;
            Ok(route)
        }
        Match::WrongMethod(allowed) => {
            let text = format!("{} is not allowed on this path: use {}", exchange.method, allowed.join(" or "));
            let refusal = Refusal { status: Some(405), ..Refusal::new(Code::Unimplemented, text) };
            Err(RefusedRoute { refusal, allow: HeaderValue::from_str(&allowed.join(", ")).ok() })
        }
        Match::Unknown => {
            let text = "this path is neither in the specification nor among the published operations of the platform";
            Err(Refusal::not_found(text).into())
        }
    }
}

/// The response with the number of its request.
fn with_headers(mut response: Response, number: i64, allow: Option<HeaderValue>) -> Response {
    if let (405, Some(allow)) = (response.status().as_u16(), allow) {
        response.headers_mut().insert(header::ALLOW, allow);
    }
    response.headers_mut().insert("x-request-id", HeaderValue::from(number));
    response
}

impl WorldInner {
    /// Answers a request, applies faults, and records it in the ledger.
    async fn answer(self: &Arc<Self>, found: ParsedRequest) -> Response {
        let ParsedRequest { mut exchange, outcome } = found;
        let route = route_of(outcome, &mut exchange);
        let plan = {
            let state = &mut *self.lock();
            exchange.at = self.clock.now();
            exchange.number = state.ledger.next_number();
            exchange.user = faults::user_of(&exchange, &state.oauth.grants).map(str::to_owned);
            state.faults.plan(&exchange, &state.oauth.grants)
        };
        if let Some(plan) = &plan
            && let Some(response) = plan.before(self).await
        {
            {
                let state = &mut *self.lock();
                state.ledger.record_fault(&exchange, plan.rule(), &response, state.positions.next());
            }
            self.notify();
            self.tell_of_fault(&exchange);
            return response;
        }
        let allow = route.as_ref().err().and_then(|refused| refused.allow.clone());
        let response = self.record_answer(route, &mut exchange);
        self.notify();
        self.tell_of_answer(&exchange, response.status);
        let response = with_headers(response.into_response(), exchange.number, allow);
        let Some(plan) = plan else { return response };
        let response = plan.after(self, &exchange, response).await;
        // The status is the final one now, for which a test may wait.
        self.clock.notify();
        self.tell_of_fault(&exchange);
        response
    }

    /// The response of the handler, or the refusal, and its record in the ledger.
    fn record_answer(
        &self,
        route: Result<&'static routes::Route, RefusedRoute>,
        exchange: &mut Exchange,
    ) -> PlatformResponse {
        let state = &mut *self.lock();
        exchange.effective_at = self.clock.now();
        let response = match route {
            Ok(route) => {
                let (outcome, scope_check) = self.handle(state, route, exchange);
                exchange.scope_check = scope_check;
                outcome.unwrap_or_else(PlatformResponse::from)
            }
            Err(refused) => oauth::page(self, state, exchange).unwrap_or_else(|| refused.refusal.into()),
        };
        let position = state.positions.next();
        state.ledger.record_response(exchange, &response, position);
        response
    }

    /// Tells the console of a request, and of the data that it has changed.
    fn tell_of_answer(&self, exchange: &Exchange, status: u16) {
        self.live.add(Change::Request(exchange.number));
        if status < 400
            && let Some(row) = exchange.endpoint
            && (row.is_write() || exchange.method != Method::GET)
        {
            self.live.add_data(Topic::of_endpoint(row.name));
        }
    }

    /// Tells the console of a request that a fault was applied to.
    fn tell_of_fault(&self, exchange: &Exchange) {
        self.live.add(Change::Request(exchange.number));
        self.live.add_data(&[Topic::Faults]);
    }

    /// Calls the handler of an endpoint, and says whether the access that the user granted was enough.
    fn handle(
        &self,
        state: &mut State,
        route: &'static routes::Route,
        exchange: &Exchange,
    ) -> (Result<PlatformResponse, Refusal>, Option<ScopeCheck>) {
        let row = route.endpoint;
        if state.gaps.spec_only
            && let Err(refusal) = spec_only(row, exchange)
        {
            return (Err(refusal), None);
        }
        let needs_key = !matches!(row.credentials, Credentials::None | Credentials::Client | Credentials::UploadToken);
        let mut call = Call { exchange, endpoint: row, world: self, state, access: None };
        let allowed = if needs_key { permission::check(&mut call) } else { Ok(()) };
        if needs_key
            && allowed.is_ok()
            && let Some(exceeded) = call.state.limits.exceeded(row.name, exchange.effective_at)
        {
            return (Ok(exceeded), None);
        }
        let outcome = allowed.and_then(|()| (route.handler)(&mut call));
        // A refused call does not count. The documents do not say whether it does (assumption).
        if needs_key && outcome.is_ok() {
            call.state.limits.count(row.name, exchange.effective_at);
        }
        let scope_check = call.access.is_some().then(|| match &outcome {
            Err(refusal) if refusal.code == Code::PermissionDenied => ScopeCheck::Refused,
            _ => ScopeCheck::Passed,
        });
        (outcome, scope_check)
    }
}

/// Refuses what the specification does not have. For the switch `spec_only`.
fn spec_only(row: &Endpoint, exchange: &Exchange) -> Result<(), Refusal> {
    if row.number.is_none() {
        let text = format!("spec_only: the specification has no {}", row.name);
        return Err(Refusal::new(Code::Unimplemented, text));
    }
    if matches!(row.host, Host::Base | Host::Api) && !exchange.query.is_empty() {
        return Err(Refusal::new(Code::InvalidArgument, "spec_only: no endpoint of the specification has a query"));
    }
    let kind = exchange.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if row.body == Body::Json && !exchange.body.is_empty() && !kind.starts_with("application/json") {
        return Err(Refusal::new(Code::InvalidArgument, "spec_only: the body must be application/json"));
    }
    Ok(())
}

impl Shared {
    /// The response for unknown addresses: names the addresses that exist.
    fn index_page(&self, uri: &Uri) -> Response {
        if uri.path() == "/" {
            return PlatformResponse::json(&json!({
                "sandbox": env!("CARGO_PKG_VERSION"),
                "hosts": { "auth": "/auth", "base": "/base", "api": "/api", "upload": "/upload", "chat": "/chat" },
                "admin": "/_sandbox",
            }))
            .into_response();
        }
        let text = "this address leads to none of the platform's hosts: paths begin with /auth, /base, /api, /upload, /chat, \
                    /worlds/{name}/… or /_sandbox";
        PlatformResponse::from(Refusal::not_found(text)).into_response()
    }
}
