//! Requests of browsers, phones and the platform to an app: nothing that is logged meanwhile shows a secret.

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use open_platform::app::AppGateway;
use open_platform::hooks::ChatbotMessage;
use open_platform::inbox::HandlerError;
use open_platform::login::{LoginGranted, LoginReply};
use open_platform::webhook::IpAllowlist;
use open_platform::webhook::start::StartReply;
use tower_service::Service;

use super::*;

const SESSION: &str = "canary-session-of-the-app-90b6e2";
const START: &str = "canary-in-the-address-of-a-start-51d3aa";

/// Sends a request with these headers, to any of the services.
async fn send<S>(
    service: &S,
    method: &str,
    target: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (Response<()>, String)
where
    S: Service<Request<Full<Bytes>>, Response = Response<Full<Bytes>>, Error = std::convert::Infallible> + Clone,
{
    let request = headers
        .iter()
        .fold(Request::builder().method(method).uri(target), |request, (name, value)| request.header(*name, *value));
    let response = service.clone().call(request.body(Full::from(body.to_owned())).unwrap()).await.unwrap();
    let (head, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    (Response::from_parts(head, ()), String::from_utf8_lossy(&body).into_owned())
}

fn header<'a>(response: &'a Response<()>, name: &str) -> &'a str {
    response.headers()[name].to_str().unwrap()
}

fn parameter(address: &str, name: &str) -> String {
    let (_, query) = address.split_once('?').unwrap();
    url::form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == name).unwrap().1.into_owned()
}

impl Setup {
    fn consent(&mut self, address: &str) -> String {
        self.canaries.add("state", &parameter(address, "state"));
        let back = self.fixture.world.consent(address, Decision::Approve { user: "anna".into() }).unwrap();
        self.canaries.add("code", &parameter(&back, "code"));
        back
    }

    /// Logins of browsers: complete ones, and ones that fail at every step.
    async fn browsers(&mut self) {
        let granted = async |login: LoginGranted, _| match login.return_to.as_deref() {
            Some("/fail") => Err(HandlerError::new("the app failed")),
            Some("/wrong") => Ok(LoginReply::redirect(SESSION)),
            _ => Ok(LoginReply::Default),
        };
        let service = self.platform.login(["USER_PHONE"], granted).unwrap().service();
        for (path, status) in [("/orders", 303), ("/fail", 503), ("/wrong", 503)] {
            let (begun, _) =
                send(&service, "GET", &format!("/login?return_to={path}"), &[("cookie", SESSION)], "").await;
            let cookie = header(&begun, "set-cookie").split(';').next().unwrap();
            self.canaries.add("login cookie", cookie.split_once('=').unwrap().1);
            self.collect().await;
            let back = self.consent(header(&begun, "location"));
            let target = format!("/callback?{}", back.split_once('?').unwrap().1);
            assert_eq!(send(&service, "GET", &target, &[("cookie", cookie)], "").await.0.status(), status, "{path}");
            for cookie in [cookie, SESSION] {
                assert_eq!(send(&service, "GET", &target, &[("cookie", cookie)], "").await.0.status(), 400);
            }
            assert_eq!(send(&service, "POST", &target, &[("cookie", cookie)], TEXT).await.0.status(), 405);
            self.collect().await;
        }
    }

    /// A phone: logins, tokens and calls, accepted and refused.
    async fn phones(&mut self) {
        let gateway = AppGateway::new(&self.platform, ["6b".repeat(32)]).unwrap();
        let service = gateway.service(async |request| match request.headers.get("x-session") {
            Some(session) if session == SESSION => Ok(Some("user-7".to_owned())),
            Some(_) => Err(HandlerError::new("the app failed")),
            None => Ok(None),
        });
        let session = [("x-session", SESSION), ("content-type", "application/json"), ("cookie", SESSION)];
        let begun = self.platform.oauth().start(Login::new(SCOPES.iter().copied(), SESSION)).await.unwrap();
        self.collect().await;
        let (redirect_uri, back) = (parameter(&begun.url, "redirect_uri"), self.consent(&begun.url));
        let verifier = self.canaries.newest("verifier");
        let login = json!({ "code": parameter(&back, "code"), "redirect_uri": redirect_uri, "scopes": SCOPES, "verifier": verifier });
        let invented = json!({ "code": TEXT, "redirect_uri": redirect_uri, "scopes": SCOPES, "verifier": verifier });
        for (body, is_granted) in [(login.to_string(), true), (invented.to_string(), false), (TEXT.to_owned(), false)] {
            let (reply, text) = send(&service, "POST", "/login", &session, &body).await;
            assert_eq!(reply.status().is_success(), is_granted, "{text}");
        }
        let (_, access) = send(&service, "POST", "/access", &session, "").await;
        let token = serde_json::from_str::<Value>(&access).unwrap()["token"].as_str().unwrap().to_owned();
        self.canaries.add("token of the gateway", &token);
        assert_eq!(send(&service, "POST", "/access", &[("cookie", SESSION)], "").await.0.status(), 401);
        assert_eq!(send(&service, "POST", "/access", &[("x-session", TEXT)], "").await.0.status(), 500);
        let bearer = format!("Bearer {token}");
        for (call, authorization, is_answered) in [
            (format!("/api/v1/open-platform/finder/post/{}", self.post), bearer.as_str(), true),
            (format!("/api/v1/open-platform/finder/post/{}", self.post), TEXT, false),
            ("/api/v1/open-platform/finder/post/nothing1".to_owned(), &bearer, false),
            ("/api/v1/open-platform/nothing".to_owned(), &bearer, false),
        ] {
            let headers = [("authorization", authorization), ("cookie", SESSION)];
            let (reply, _) = send(&service, "GET", &call, &headers, "").await;
            assert_eq!(reply.status().is_success(), is_answered, "{call}: {}", reply.status());
        }
        self.collect().await;
    }

    /// Events, start requests and dynamic actions, accepted and refused.
    async fn hooks(&mut self) {
        let keys = KeyRing::new([IdentificationKey::new("id", IDENTIFICATION_KEY)]).unwrap();
        let hooks = open_platform::hooks::Hooks::new(Webhooks::new(keys))
            .on(async |_: ChatbotMessage, _| Err(HandlerError::new("the app failed")))
            .on_start(async |_, _| Ok(StartReply::new(format!("https://app.example/?{START}"))));
        let (open, guarded) = (hooks.clone().service(), hooks.allowlist(IpAllowlist::platform()).service());
        let message = json!({
            "type": "NEW_MESSAGE",
            "new_message": {
                "id": "e7a08a2c-8ee4-11ef-af85-0242ac120002",
                "conversation": { "id": "7b91eb48-2b2b-4c17-a9a1-1f6a4e4b5c6d", "type": "POST", "post_token": "gZd7omnS" },
                "sender": { "side": "SELLER", "type": "HUMAN" },
                "type": "TEXT", "sent_at": 1_729_429_926_140_000_i64, "text": TEXT,
            },
        });
        let mut chatbot = message.clone();
        chatbot["type"] = json!("NEW_CHATBOT_MESSAGE");
        let members = chatbot.as_object_mut().unwrap();
        let payload = members.remove("new_message").unwrap();
        members.insert("new_chatbot_message".to_owned(), payload);
        for (path, key, body) in [
            ("/events", IDENTIFICATION_KEY, message.to_string()),
            ("/events", IDENTIFICATION_KEY, chatbot.to_string()),
            ("/events", IDENTIFICATION_KEY, json!({ "type": "OTHER", "phone": PHONE }).to_string()),
            ("/events", IDENTIFICATION_KEY, json!({ "type": "NEW_MESSAGE", "new_message": PHONE }).to_string()),
            ("/events", IDENTIFICATION_KEY, TEXT.to_owned()),
            ("/events", TEXT, message.to_string()),
            ("/start", IDENTIFICATION_KEY, json!({ "source": "CHAT", "user_id": PHONE }).to_string()),
            ("/actions", IDENTIFICATION_KEY, json!({ "extra_data": { "text": TEXT } }).to_string()),
        ] {
            let headers = [("authorization", key), ("content-type", "application/json"), ("cookie", SESSION)];
            for service in [&open, &guarded] {
                send(service, "POST", path, &headers, &body).await;
            }
        }
        let headers = [("authorization", IDENTIFICATION_KEY), ("content-type", "application/json")];
        let (reply, body) = send(&open, "POST", "/start", &headers, "{}").await;
        assert!(reply.status() == 200 && body.contains(START), "{body}");
    }
}

#[tokio::test]
async fn requests_to_the_app_disclose_nothing() {
    listen();
    let mut setup = Setup::new().await;
    setup.canaries.add("session of the app", SESSION);
    setup.canaries.add("address of a start", START);
    let (_, from) = logged_since(0);
    setup.browsers().await;
    setup.phones().await;
    setup.hooks().await;
    let (log, _) = logged_since(from);
    assert!(log.contains("A login failed") && log.contains("was dropped: it has no handler"), "{log}");
    assert_eq!(setup.canaries.find(&log), None);
}
