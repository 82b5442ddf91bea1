//! One request of a browser, from its head to its answer.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use percent_encoding::{AsciiSet, utf8_percent_encode};
use url::{Url, form_urlencoded};

use super::cookie::Session;
use super::paths::{check_redirect_uri, kind};
use super::response::{LoginHttpResponse, LoginReply, check_header, page, page_of, redirect};
use crate::error::Result;
use crate::error_classes::INTERNAL_TEXT;
use crate::hooks::HookLog;
use crate::logins::session::join;
use crate::webhook::{Headers, Reply, decode_letters};

/// What the user reads.
const DENIED: &str = "You did not allow this. Nothing has changed.";
const FAILED: &str = "The login did not work. Please start it again.";
const NO_COOKIE: &str =
    "The login did not work, because your browser did not send its cookie. Please allow cookies, and start it again.";
const UNAVAILABLE: &str = "The login does not work at the moment. Please try again later.";

/// The codes of errors after which only a new login can succeed.
const FINAL: [&str; 7] = [
    "authorization_refused",
    "callback_rejected",
    "code_rejected",
    "invalid_input",
    "reauth_required",
    "state_expired",
    "state_mismatch",
];

/// What the caller does next for a request.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginStep {
    /// Start a login that is bound to [`LoginExchange::session_for`] and continues at [`LoginExchange::return_to`], and
    /// [`reply`](LoginExchange::reply) with a redirect to its address.
    Authorize,
    /// Complete the login with the [`query`](LoginExchange::query) and the [`session`](LoginExchange::session), and report the
    /// outcome with [`granted`](LoginExchange::granted) or [`denied`](LoginExchange::denied).
    Callback,
    /// The user granted access: [`reply`](LoginExchange::reply) with what the app says.
    Granted,
    /// The user denied access, which is no error: [`reply`](LoginExchange::reply) with what the app says.
    Denied,
    /// The login failed: [`reply`](LoginExchange::reply) with what the app says.
    Failed,
    /// Send the [`answer`](LoginExchange::answer).
    Answer,
}

/// Begins the reason of a failed login that is due to the app.
pub(super) const OF_THE_APP: &str = "a function of the app failed: ";

/// A request of a browser: see [the module](super). A method that does not belong to the current step has no effect.
#[must_use]
pub struct LoginExchange {
    state: State,
    query: String,
    /// The session of the app that logins are bound to instead of the cookie.
    own_session: Option<String>,
    /// The headers that the app gave with its reply.
    headers: Vec<(String, String)>,
    logs: Vec<HookLog>,
}

enum State {
    Authorize { sessions: Vec<Session>, is_set: bool },
    Callback { session: Option<String> },
    Granted { return_to: Option<String> },
    Denied,
    Failed { status: u16, sentence: &'static str },
    Answer(Reply),
}

impl LoginExchange {
    /// Whether the path is one of the two. [`begin`](Self::begin) responds to any other one with 404.
    pub fn serves(path: &str) -> bool {
        matches!(kind(&decode_letters(path)), "login" | "callback")
    }

    /// A request. The last segment of `path` says what it is: `login` or `callback`. `query` is as received, without the
    /// question mark. Only GET is accepted.
    pub fn begin(method: &str, path: &str, query: &str, headers: &(impl Headers + ?Sized)) -> Self {
        let state = State::Answer(Reply { close: true, ..Reply::not_found() });
        let mut exchange =
            Self { state, query: query.to_owned(), own_session: None, headers: Vec::new(), logs: Vec::new() };
        exchange.or_failed(|exchange| {
            let sessions = Session::of(headers);
            exchange.state = match kind(&decode_letters(path)) {
                "login" | "callback" if method != "GET" => {
                    let headers = HashMap::from([("Allow".to_owned(), "GET".to_owned())]);
                    State::Answer(Reply { status: 405, headers, close: true, ..Reply::default() })
                }
                "login" => State::Authorize { sessions, is_set: false },
                "callback" => State::Callback { session: join(sessions.iter().map(Session::value)) },
                _ => return,
            };
        });
        exchange
    }

    /// Does a part of the work. After a panic the answer is 500; its words are not logged, because they may hold data of users.
    fn or_failed(&mut self, work: impl FnOnce(&mut Self)) {
        if catch_unwind(AssertUnwindSafe(|| work(self))).is_err() {
            self.headers.clear();
            self.log(true, INTERNAL_TEXT.to_owned());
            self.state = State::Answer(Reply { close: true, ..Reply::failed() });
        }
    }

    /// What comes next.
    pub fn step(&self) -> LoginStep {
        match self.state {
            State::Authorize { .. } => LoginStep::Authorize,
            State::Callback { .. } => LoginStep::Callback,
            State::Granted { .. } => LoginStep::Granted,
            State::Denied => LoginStep::Denied,
            State::Failed { .. } => LoginStep::Failed,
            State::Answer(_) => LoginStep::Answer,
        }
    }

    /// The path to continue at after the login, as the browser asks for it: the last value of the parameter `return_to`, with spaces
    /// and everything outside ASCII percent-encoded. It is checked when the login is started.
    pub fn return_to(&self) -> Option<String> {
        // Control characters stay, so that the check refuses them.
        const ENCODED: &AsciiSet = &AsciiSet::EMPTY.add(b' ');
        let path = query_parameters(&self.query).remove("return_to")?;
        Some(utf8_percent_encode(&path, ENCODED).to_string())
    }

    /// The query, with its question mark, for [`OAuth::callback`](crate::oauth::OAuth::callback).
    pub fn query(&self) -> String {
        format!("?{}", self.query)
    }

    /// Binds the login to a session of the app, such as the id in its own cookie, instead of a cookie of this module.
    pub fn bind_to(&mut self, session: impl Into<String>) {
        self.own_session = Some(session.into());
    }

    /// The session that binds a new login to the browser. The response sets its cookie.
    ///
    /// `redirect_uri` is the address that the login returns to: it shows whether users reach the app over https. Without one the
    /// cookie is for https.
    ///
    /// # Errors
    /// [`Error::Config`](crate::Error::Config) for an address that [`check_redirect_uri`](super::check_redirect_uri) refuses, and if
    /// the system has no random numbers.
    pub fn session_for(&mut self, redirect_uri: Option<&str>) -> Result<String> {
        redirect_uri.map_or(Ok(()), check_redirect_uri)?;
        if let Some(own) = &self.own_session {
            return Ok(own.clone());
        }
        let is_secure = redirect_uri.and_then(|uri| Url::parse(uri).ok()).is_none_or(|uri| uri.scheme() != "http");
        let known = match &self.state {
            State::Authorize { sessions, .. } => {
                sessions.iter().find(|session| session.is_secure() == is_secure).cloned()
            }
            _ => None,
        };
        let session = known.map_or_else(|| Session::new(is_secure), Ok)?;
        let value = session.value().to_owned();
        if let State::Authorize { .. } = self.state {
            self.state = State::Authorize { sessions: vec![session], is_set: true };
        }
        Ok(value)
    }

    /// The session of the browser that returns. If it has sent several cookies, because other hosts of its domain have set some,
    /// the value has all of them, and [`OAuth::callback`](crate::oauth::OAuth::callback) accepts the one of its login. `None`: it sent
    /// no cookie, so [`OAuth::callback_without_session`](crate::oauth::OAuth::callback_without_session) is to be called.
    pub fn session(&self) -> Option<&str> {
        match (&self.own_session, &self.state) {
            (Some(own), _) => Some(own),
            (None, State::Callback { session }) => session.as_deref(),
            (None, _) => None,
        }
    }

    /// The user granted access. `return_to` is what the login returned.
    pub fn granted(&mut self, return_to: Option<String>) {
        if let State::Callback { .. } = self.state {
            self.state = State::Granted { return_to };
        }
    }

    /// The user denied access.
    pub fn denied(&mut self) {
        if let State::Callback { .. } = self.state {
            self.state = State::Denied;
        }
    }

    /// The step has failed. `code` is that of an error of this SDK: it decides whether the login was refused for good (400) or
    /// may succeed later (503). `None`: a function of the app failed with another error. `text` is logged, so it must not contain
    /// data of users.
    pub fn failed(&mut self, code: Option<&str>, text: &str) {
        let has_cookie = self.own_session.is_some() || !matches!(self.state, State::Callback { session: None });
        match self.state {
            State::Answer(_) => {}
            State::Failed { .. } => {
                self.log(true, format!("The function for failed logins failed: {text}"));
                self.reply(LoginReply::Default);
            }
            _ => {
                let is_final = code.is_some_and(|code| FINAL.contains(&code));
                let whose = if code.is_none() { OF_THE_APP } else { "" };
                self.log(!is_final, format!("A login failed: {whose}{text}"));
                let (status, sentence) = match (is_final, code) {
                    (true, Some("state_mismatch")) if !has_cookie => (400, NO_COOKIE),
                    (true, _) => (400, FAILED),
                    (false, _) => (503, UNAVAILABLE),
                };
                self.state = State::Failed { status, sentence };
            }
        }
    }

    /// The status of a failed login: 400 or 503. `None` in another step.
    pub fn failure_status(&self) -> Option<u16> {
        match self.state {
            State::Failed { status, .. } => Some(status),
            _ => None,
        }
    }

    /// What the app replies in this step. The response gets the headers that keep the address, which contains a code, out of
    /// caches and of the header `Referer`, unless the app has set them. A header that cannot be sent is a failure of the app, as is a
    /// redirect to something that is no address.
    pub fn reply(&mut self, reply: LoginReply) {
        self.or_failed(|exchange| exchange.replied(reply));
    }

    fn replied(&mut self, mut reply: LoginReply) {
        if !matches!(self.state, State::Answer(_))
            && let Err(reason) = self.check(&mut reply)
        {
            self.headers.clear();
            self.failed(None, &reason);
            return self.reply(LoginReply::Default);
        }
        let (status, sentence, return_to) = match &self.state {
            State::Answer(_) => return,
            State::Granted { return_to } => (200, "", return_to.as_deref().or(Some("/"))),
            State::Denied => (200, DENIED, None),
            State::Failed { status, sentence } => (*status, *sentence, None),
            State::Authorize { .. } | State::Callback { .. } => (503, UNAVAILABLE, None),
        };
        let mut reply = match (reply, return_to) {
            (LoginReply::Whole { reply }, _) => reply,
            (LoginReply::Page { html }, _) => page(status, html),
            (LoginReply::Redirect { location }, _) => redirect(&location),
            (LoginReply::Default, Some(return_to)) => redirect(return_to),
            (LoginReply::Default, None) => page(status, page_of(sentence)),
        };
        if let State::Authorize { sessions, is_set: true } = &self.state
            && let [session] = &sessions[..]
        {
            reply.headers.insert("Set-Cookie".to_owned(), session.header());
        }
        for (name, value) in [("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer")] {
            if !reply.headers.keys().any(|own| own.eq_ignore_ascii_case(name)) {
                reply.headers.insert(name.to_owned(), value.to_owned());
            }
        }
        self.state = State::Answer(reply);
    }

    /// Refuses what cannot be sent, and encodes the addresses of redirects.
    fn check(&mut self, reply: &mut LoginReply) -> Result<(), String> {
        reply.check()?;
        self.headers.iter_mut().try_for_each(|(name, value)| check_header(name, value))
    }

    /// Like [`reply`](Self::reply), with further headers, such as a session cookie of the app. A header of the app replaces one of
    /// the same name, except `Set-Cookie`.
    pub fn reply_with(&mut self, reply: LoginReply, headers: Vec<(String, String)>) {
        if !matches!(self.state, State::Answer(_)) {
            self.headers = headers;
            self.reply(reply);
        }
    }

    /// The response, and what to log. `None` before the last step.
    pub fn answer(&self) -> Option<LoginHttpResponse> {
        let State::Answer(reply) = &self.state else { return None };
        let is_replaced = |name: &str| {
            !name.eq_ignore_ascii_case("set-cookie")
                && self.headers.iter().any(|(own, _)| own.eq_ignore_ascii_case(name))
        };
        let ours = reply.header_list().into_iter().filter(|(name, _)| !is_replaced(name));
        let headers = ours.chain(self.headers.iter().cloned()).collect();
        Some(LoginHttpResponse { reply: reply.clone(), headers, logs: self.logs.clone() })
    }

    fn log(&mut self, is_error: bool, text: String) {
        self.logs.push(HookLog { is_error, text });
    }
}

/// The decoded parameters of a query, which is without its question mark. Of a repeated one the last value. Bytes that are not UTF-8
/// become U+FFFD, and a `%` without two hexadecimal digits stays as it is.
pub fn query_parameters(query: &str) -> HashMap<String, String> {
    form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Error, OAuthError};
    use crate::oauth::{Login, LoginOutcome};
    use crate::session::tests::platform::Platform;
    use crate::webhook::Unreadable;

    const NO_HEADERS: [(&str, &str); 0] = [];

    fn begin(path: &str, query: &str) -> LoginExchange {
        LoginExchange::begin("GET", path, query, &NO_HEADERS)
    }

    fn answer(exchange: &LoginExchange) -> LoginHttpResponse {
        exchange.answer().expect("an answer")
    }

    #[test]
    fn a_step_that_does_not_fit_changes_nothing() {
        let mut exchange = begin("/login", "");
        exchange.granted(None);
        exchange.denied();
        assert_eq!((exchange.step(), exchange.session()), (LoginStep::Authorize, None));
        exchange.reply(LoginReply::redirect("https://platform.example"));
        let before = answer(&exchange);
        exchange.failed(None, "late");
        exchange.reply(LoginReply::page("late"));
        assert_eq!(answer(&exchange), before);
    }

    #[test]
    fn without_a_session_of_this_module_no_cookie_is_set() {
        let mut exchange = begin("/oauth/login", "return_to=%2Fa&return_to=%2Fb+c");
        assert_eq!(exchange.return_to().as_deref(), Some("/b%20c"));
        exchange.reply(LoginReply::redirect("https://platform.example"));
        assert!(!answer(&exchange).reply.headers.contains_key("Set-Cookie"));
    }

    #[test]
    fn after_a_panic_a_request_is_answered_with_500_without_its_words() {
        let mut replying = begin("/callback", "");
        replying.or_failed(|_| panic!("words of a user"));
        for mut exchange in [LoginExchange::begin("GET", "/login", "", &Unreadable), replying] {
            exchange.failed(None, "late");
            let LoginHttpResponse { reply, logs, .. } = answer(&exchange);
            assert_eq!((reply.status, reply.close), (500, true));
            assert_eq!(logs, [HookLog::error(INTERNAL_TEXT.to_owned())]);
        }
    }

    #[test]
    fn a_malformed_query_has_parameters() {
        let expected = [("a", "5%"), ("b", "%zz"), ("c d", "\u{fffd}"), ("e", ""), ("", "f=g")];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(query_parameters("a=5%&b=%zz&&c+d=%ff&e&=f=g"), HashMap::from(expected));
    }

    #[test]
    fn the_cookie_follows_the_redirect_address() {
        for (uri, name) in [
            (Some("https://app.example/callback"), "__Host-open-platform-login=s"),
            (Some("HTTP://localhost:8000/callback"), "open-platform-login=p"),
            (None, "__Host-open-platform-login=s"),
        ] {
            let mut exchange = begin("/login", "");
            let session = exchange.session_for(uri).unwrap();
            assert_eq!(exchange.session_for(uri).unwrap(), session);
            exchange.reply(LoginReply::redirect("https://platform.example"));
            assert!(answer(&exchange).reply.headers["Set-Cookie"].starts_with(name), "{uri:?}");
        }
    }

    #[test]
    fn a_failing_function_for_failures_gets_the_default_page() {
        let mut exchange = begin("/callback", "");
        exchange.failed(Some("store"), "the store failed");
        assert_eq!((exchange.step(), exchange.failure_status()), (LoginStep::Failed, Some(503)));
        exchange.failed(None, "it panicked");
        let LoginHttpResponse { reply, logs, .. } = answer(&exchange);
        assert_eq!((reply.status, logs[1].is_error), (503, true));
        let texts: Vec<_> = logs.iter().map(|log| &*log.text).collect();
        assert_eq!(texts, ["A login failed: the store failed", "The function for failed logins failed: it panicked"]);
        assert!(String::from_utf8(reply.body).unwrap().contains(UNAVAILABLE));
    }

    #[test]
    fn headers_of_the_app_are_kept_and_a_location_is_a_valid_header() {
        let mut exchange = begin("/callback", "");
        exchange.granted(Some("/orders/7".to_owned()));
        let headers = HashMap::from([("cache-control".to_owned(), "private".to_owned())]);
        exchange.reply(LoginReply::whole(Reply { status: 200, headers, ..Reply::default() }));
        let reply = answer(&exchange).reply;
        assert_eq!((reply.headers.len(), &*reply.headers["cache-control"]), (2, "private"));

        let mut exchange = begin("/callback", "");
        exchange.granted(None);
        exchange.reply(LoginReply::redirect("/é\r\nX: 1"));
        assert_eq!(answer(&exchange).reply.headers["Location"], "/%C3%A9%0D%0AX:%201");
    }

    #[test]
    fn a_redirect_to_something_else_is_a_failure_of_the_app() {
        for location in ["", "orders", "<!doctype html><p>No.</p>", "javascript://x"] {
            let mut exchange = begin("/callback", "");
            exchange.granted(None);
            exchange.reply_with(LoginReply::redirect(location), vec![("Set-Cookie".to_owned(), "a=1".to_owned())]);
            let LoginHttpResponse { headers, logs, .. } = answer(&exchange);
            assert!(!headers.iter().any(|(name, _)| name == "Location" || name == "Set-Cookie"), "{location}");
            assert!(logs[0].text.starts_with("A login failed: a function of the app failed: it must return a path"));
        }
    }

    #[test]
    fn the_app_adds_headers_of_which_several_have_one_name() {
        let mut exchange = begin("/callback", "");
        exchange.granted(None);
        let own = [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), ("cache-control", "private")];
        let own: Vec<_> = own.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        exchange.reply_with(LoginReply::redirect("/orders"), own.clone());
        exchange.reply_with(LoginReply::Default, Vec::new());
        let mut headers = answer(&exchange).headers;
        assert_eq!(headers.split_off(2), own);
        headers.sort();
        let ours = [("Location", "/orders"), ("Referrer-Policy", "no-referrer")];
        assert_eq!(headers, ours.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[tokio::test]
    async fn a_browser_with_several_cookies_completes_its_login() {
        let platform = Platform::new();
        let client = platform.client();
        let planted = "open-platform-login=p0123456789abcdef0123456789abcdef";
        for (uri, is_first) in [("https", true), ("https", false), ("http", true), ("http", false)] {
            let mut login = begin("/login", "");
            let session = login.session_for(Some(&format!("{uri}://app.example/callback"))).unwrap();
            let started = client.oauth().start(Login::new(["USER_PHONE"], session)).await.unwrap();
            login.reply(LoginReply::redirect(started.url));
            let set = answer(&login).reply.headers["Set-Cookie"].split(';').next().unwrap().to_owned();
            let cookies = if is_first { format!("{planted}; {set}") } else { format!("{set}; {planted}") };
            let query = format!("code={}&state={}", platform.code("USER_PHONE"), started.state.expose());
            let callback = LoginExchange::begin("GET", "/callback", &query, &[("Cookie", cookies)]);
            let outcome = client.oauth().callback(callback.query(), callback.session().unwrap()).await;
            assert!(matches!(outcome, Ok(LoginOutcome::Granted { .. })), "{uri}, {is_first}: {outcome:?}");
        }
        let started = client.oauth().start(Login::new(["USER_PHONE"], "sid")).await.unwrap();
        let query = format!("code=x&state={}", started.state.expose());
        let cookies = format!("{planted}; open-platform-login=p00000000000000000000000000000000");
        let callback = LoginExchange::begin("GET", "/callback", &query, &[("Cookie", cookies)]);
        let outcome = client.oauth().callback(callback.query(), callback.session().unwrap()).await;
        assert!(matches!(outcome, Err(Error::OAuth(OAuthError::StateMismatch))), "{outcome:?}");
    }

    #[test]
    fn two_addresses_are_served() {
        for path in ["/oauth/login", "/callback", "login", "/oauth/callback/"] {
            assert!(LoginExchange::serves(path), "{path}");
        }
        for path in ["/", "", "/oauth/logins", "/login/now"] {
            assert!(!LoginExchange::serves(path), "{path}");
        }
    }
}
