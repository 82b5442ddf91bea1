//! The login of `adapters.json`, behind axum and over real sockets, with the sandbox as the platform.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use open_platform::login::{LoginGranted, LoginReply, LoginRoutes};
use open_platform::webhook::Reply;
use open_platform_sandbox::{Decision, Effect, Sandbox, World};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::adapters::{Response, answer_is, send, serve};
use crate::{CheckResult, judge_servers, same};

const REDIRECT_URIS: [&str; 2] = ["https://app.example/oauth/callback", "http://localhost:8000/oauth/callback"];

type Calls = Arc<Mutex<Vec<Value>>>;

fn routes(world: &World, redirect_uri: &str, calls: &Calls) -> LoginRoutes {
    let platform = world.client().redirect_uri(redirect_uri).build().unwrap();
    let calls = Arc::clone(calls);
    let routes = platform.login(["USER_PHONE"], move |login: LoginGranted, _| {
        calls.lock().unwrap().push(json!({ "function": "granted", "return_to": login.return_to }));
        async move {
            match login.return_to.as_deref() {
                Some("/fail") => panic!("canary"),
                Some("/elsewhere") => Ok(LoginReply::redirect("/ب?x=a b")),
                Some("/whole") => Ok(whole(303, &[("Location", "/é"), ("X-Own", "1")])),
                Some("/header") => Ok(whole(200, &[("X-Own", "é")])),
                Some("/page") => Ok(LoginReply::redirect("<!doctype html><p>No.</p>")),
                _ => Ok(LoginReply::Default),
            }
        }
    });
    routes.unwrap()
}

fn whole(status: u16, headers: &[(&str, &str)]) -> LoginReply {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    LoginReply::whole(Reply { status, headers, ..Reply::default() })
}

/// A way to mount a login in axum.
type Mount = fn(&LoginRoutes) -> Router;

const MOUNTS: &[(&str, Mount)] = &[
    ("a tower service", |login| Router::new().nest_service("/oauth", login.service())),
    ("a router of axum", |login| Router::new().nest("/oauth", login.router())),
];

#[test]
fn login() {
    let runtime = Runtime::new().unwrap();
    let sandbox = runtime.block_on(Sandbox::start()).unwrap();
    let world = sandbox.default_world();
    world.configure_app(|app| app.redirect_uris = REDIRECT_URIS.map(str::to_owned).into());
    let servers: Vec<_> = MOUNTS
        .iter()
        .map(|(name, app)| {
            let calls = Calls::default();
            let addresses = REDIRECT_URIS.map(|uri| (uri, serve(&runtime, app(&routes(&world, uri, &calls)))));
            (*name, (addresses, calls))
        })
        .collect();
    judge_servers("login", &servers, |(addresses, calls), case| {
        let uri = case.given["redirect_uri"].as_str().unwrap_or(REDIRECT_URIS[0]);
        let (_, address) = addresses.iter().find(|(other, _)| *other == uri).unwrap();
        let result = judge(&world, *address, &case.given, &case.expect);
        let calls = std::mem::take(&mut *calls.lock().unwrap());
        result.and_then(|()| same("the calls", &Value::from(calls), &case.expect["called"]))
    });
}

fn judge(world: &World, address: SocketAddr, given: &Value, expect: &Value) -> CheckResult {
    let text = |name: &str| given[name].as_str();
    let (mut path, mut query) = (text("path").unwrap_or("/oauth/login"), text("query").unwrap_or_default().to_owned());
    let mut cookie = text("cookie").map(str::to_owned);
    if text("login").or(text("consent")).is_some() {
        let begun = get(address, "GET", "/oauth/login", text("login").unwrap_or_default(), None);
        let (location, set) = (header(&begun, "Location").unwrap(), header(&begun, "Set-Cookie").unwrap());
        let set = set.split(';').next().unwrap();
        if let Some(consent) = text("consent") {
            let approve = || Decision::Approve { user: "buyer".into() };
            let decision = if consent == "deny" { Decision::Deny {} } else { approve() };
            let back = world.consent(location, decision).unwrap();
            (path, query) = ("/oauth/callback", back.split_once('?').unwrap().1.to_owned());
            cookie = if given.get("cookie").is_some() { cookie } else { Some(set.to_owned()) };
        }
        query = query.replace("{state}", state_in(location));
        cookie = cookie.map(|cookie| cookie.replace("{cookie}", set));
    }
    if let Some(status) = given["token_status"].as_u64() {
        let status = u16::try_from(status).unwrap();
        let (body, content_type) = (String::new(), String::new());
        world
            .faults()
            .once("oauth.exchange", Effect::Status { status, body, content_type, moment: Default::default() });
    }
    let method = text("method").unwrap_or("GET");
    let mut response = get(address, method, path, &query, cookie.as_deref());
    for _ in 1..given["times"].as_u64().unwrap_or(1) {
        response = get(address, method, path, &query, cookie.as_deref());
    }
    answer_is(&response, expect)?;
    if let Some(is_page) = expect.get("consent_page") {
        let is = header(&response, "Location").is_some_and(|to| to.contains("/oauth2/auth?response_type=code&"));
        same("whether it redirects to the consent page", &json!(is), is_page)?;
    }
    let body = String::from_utf8_lossy(&response.body);
    if expect["says"].as_str().is_some_and(|part| !body.contains(part)) {
        return Err(format!("it says {body}"));
    }
    cookie_is(header(&response, "Set-Cookie"), &expect["cookie"])
}

/// The `state` in the address of the consent page.
fn state_in(location: &str) -> &str {
    location.split(['?', '&']).find_map(|pair| pair.strip_prefix("state=")).unwrap()
}

fn get(address: SocketAddr, method: &str, path: &str, query: &str, cookie: Option<&str>) -> Response {
    let cookie = cookie.map_or_else(String::new, |cookie| format!("Cookie: {cookie}\r\n"));
    let query = if query.is_empty() { String::new() } else { format!("?{query}") };
    let head = format!("{method} {path}{query} HTTP/1.1\r\nHost: app.example\r\nConnection: close\r\n{cookie}\r\n");
    send(address, head.as_bytes())
}

fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    response.headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
}

fn cookie_is(set: Option<&str>, expected: &Value) -> CheckResult {
    let (Some(set), false) = (set, expected.is_null()) else { return same("the cookie", &json!(set), expected) };
    let (pair, attributes) = set.split_once("; ").ok_or("no attributes")?;
    let (name, value) = pair.split_once('=').ok_or("no value")?;
    same("the name of the cookie", &json!(name), &expected["name"])?;
    let sorted = |attributes: Vec<&str>| {
        let mut attributes = attributes;
        attributes.sort_unstable();
        json!(attributes)
    };
    let wanted = expected["attributes"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    same("the attributes", &sorted(attributes.split("; ").collect()), &sorted(wanted))?;
    let digits = value.strip_prefix(expected["first"].as_str().unwrap()).unwrap_or_default();
    let has_form = digits.len() == 32 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let is_value = expected.get("value").is_none_or(|wanted| wanted == value);
    if has_form && is_value && expected["not"] != value { Ok(()) } else { Err(format!("the cookie is {set}")) }
}
