//! Every operation of the live platform, by the core's table of its description: what is refused without a credential, a
//! permission or a scope and to another user, and that fault rules apply to it.

use std::collections::BTreeSet;
use std::time::Duration;

use open_platform::api::endpoints;
use open_platform::live::{OPERATIONS, Operation, operation_of};
use open_platform_sandbox::{ApiKey, Effect, Moment, NewConversation, Sandbox, World};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use crate::{Reply, try_send};

/// A scope that is enough for no operation.
const USELESS: &str = "NOTIFICATION_ACCESS_REVOCATION";

/// A call of an operation, by the users and objects of a new world.
struct Case {
    world: World,
    operation: &'static Operation,
    /// Name of the row of the endpoint table.
    row: &'static str,
    path: String,
    body: Value,
    /// Any one of them is enough. Empty if none is needed.
    scopes: Vec<String>,
    /// The user that the objects belong to, and one that has no part in them.
    users: [&'static str; 2],
    /// Whether it is about an object of a user.
    has_owner: bool,
}

impl Case {
    /// The calls of an operation: one, and two for subscriptions, whose scopes depend on the type of event.
    fn of(sandbox: &Sandbox, operation: &'static Operation) -> Vec<Self> {
        let (chat, posts): (Vec<&str>, Vec<&str>) = operation.scopes.iter().partition(|name| name.starts_with("CHAT"));
        match operation.id {
            "Events_RegisterEventSubscription" => {
                vec![
                    Self::new(sandbox, operation, &chat, "NEW_MESSAGE_ON_POST"),
                    Self::new(sandbox, operation, &posts, "POST_UPDATE"),
                ]
            }
            _ => vec![Self::new(sandbox, operation, &operation.scopes, "")],
        }
    }

    fn new(sandbox: &Sandbox, operation: &'static Operation, scopes: &[&str], event: &str) -> Self {
        let world = sandbox.world(&format!("{}{event}", operation.id));
        world.freeze();
        // As the published description has it, where other documents ask for less.
        world.set_gaps(|gaps| (gaps.scopes_of_live_platform, gaps.chatbot_reply_needs_scope) = (true, true));
        let row = endpoints::ALL.iter().find(|row| operation_of(row) == Some(operation));
        let row = row.unwrap_or_else(|| panic!("{} has no row", operation.id)).name;
        let talk = world.conversations().into_iter().find(|talk| talk.post().is_some()).unwrap();
        let post = talk.post().unwrap().to_owned();
        let new = NewConversation { user: "seller".into(), ..NewConversation::default() };
        let bot = world.add_conversation(new).unwrap();
        let conversation = if operation.path.contains("/chat/bot/") { bot.id } else { talk.id };
        let business = world.businesses()[0].token.clone();
        let seller = world.user("seller").unwrap();
        let objects = [
            ("post_token", post.as_str()),
            ("token", &post),
            ("conversation_id", &conversation),
            ("business_token", &business),
            ("user_id", &seller.id),
            ("divar_user_id", &seller.id),
            ("phone", &seller.phone),
            ("category", "light"),
            ("category_slug", "light"),
            ("city_slug", "tehran"),
            ("id", "3fa85f64-5717-4562-b3fc-2c963f66afa6"),
        ];
        let is_of_user = |name: &str| !["category", "category_slug", "city_slug", "id"].contains(&name);
        let (mut path, mut has_owner) = (operation.path.to_owned(), !event.is_empty());
        let mut scopes: Vec<_> = scopes.iter().map(|scope| (*scope).to_owned()).collect();
        for (name, value) in objects {
            has_owner |= path.contains(&format!("{{{name}}}")) && is_of_user(name);
            path = path.replace(&format!("{{{name}}}"), &utf8_percent_encode(value, NON_ALPHANUMERIC).to_string());
            scopes.iter_mut().for_each(|scope| *scope = scope.replace(&format!("<{name}>"), value));
        }
        let body = match operation.id {
            "Events_RegisterEventSubscription" => json!({ "event_type": event, "event_resource_id": post }),
            "Post_SubmitUserPost" => submission(&business),
            "Addons_CreatePostAddonV2" => json!({ "widgets": [] }),
            _ => json!({}),
        };
        let is_of_business = body.get("business_token").is_some() || path.contains("/business/");
        let users = if is_of_business { ["dealer", "seller"] } else { ["seller", "dealer"] };
        has_owner |= is_of_business;
        Self { world, operation, row, path, body, scopes, users, has_owner }
    }

    async fn try_send(&self, sandbox: &Sandbox, key: Option<&str>, token: Option<&str>) -> Option<Reply> {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(key.map(|key| ("x-api-key", key)));
        headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
        let body = if self.operation.method == "GET" { String::new() } else { self.body.to_string() };
        let path = format!("/worlds/{}/base{}", self.world.name(), self.path);
        try_send(sandbox, self.operation.method.as_str(), &path, &headers, body.as_bytes()).await
    }

    /// Sends the call with the app's key and, if scopes are given, with a token of this user.
    async fn send(&self, sandbox: &Sandbox, user: &str, scopes: Option<&[String]>) -> Reply {
        let token = scopes.map(|scopes| self.token(user, scopes));
        self.try_send(sandbox, Some(&self.world.app().api_key), token.as_deref()).await.unwrap()
    }

    fn token(&self, user: &str, scopes: &[String]) -> String {
        self.world.issue_tokens(user, scopes.to_vec()).unwrap().access_token.expose().to_owned()
    }

    /// The call as it is allowed.
    async fn send_allowed(&self, sandbox: &Sandbox) -> Reply {
        self.send(sandbox, self.users[0], (!self.scopes.is_empty()).then_some(&self.scopes)).await
    }

    /// Checks that a reply is a refusal of this kind, and returns its first detail.
    fn refused(&self, reply: &Reply, status: u16, code: i64) -> Value {
        let body = reply.json();
        assert_eq!((reply.status, &body["code"]), (status, &json!(code)), "{} {reply:?}", self.operation.id);
        body["details"][0].clone()
    }
}

/// A submission for a business, with members that its check needs.
fn submission(business: &str) -> Value {
    json!({
        "business_token": business,
        "general_data": {
            "category_slug": "services", "title": "Plumber", "description": "Pipes", "images": [], "city": "tehran",
            "location_type": "LOCATION_TYPE_EMPTY", "hide_phone": false, "chat_enabled": true,
        },
        "category_fields": {},
    })
}

/// The calls of all operations.
fn all(sandbox: &Sandbox) -> Vec<Case> {
    let cases: Vec<_> = OPERATIONS.iter().flat_map(|operation| Case::of(sandbox, operation)).collect();
    assert_eq!(cases.len(), 61);
    cases
}

#[tokio::test]
async fn a_call_without_a_good_key_is_refused() {
    let sandbox = Sandbox::start().await.unwrap();
    for case in all(&sandbox) {
        let token = case.token(case.users[0], &case.scopes);
        let reply = case.try_send(&sandbox, None, Some(&token)).await.unwrap();
        case.refused(&reply, 401, 16);
        let reply = case.try_send(&sandbox, Some("wrong"), Some(&token)).await.unwrap();
        // Only this operation documents it.
        let (status, code) = if case.operation.id == "PaymentTicket_Validate" { (412, 9) } else { (401, 16) };
        case.refused(&reply, status, code);
    }
}

#[tokio::test]
async fn a_key_without_the_permission_is_refused() {
    let sandbox = Sandbox::start().await.unwrap();
    for case in all(&sandbox) {
        let all = case.world.app().permissions;
        let but = |without: Option<&str>| -> BTreeSet<_> {
            all.iter().filter(|name| Some(name.as_str()) != without).cloned().collect()
        };
        case.world.configure_app(|app| {
            app.other_keys = vec![
                ApiKey { key: "key_without".into(), permissions: but(case.operation.permission) },
                ApiKey { key: "key_of_nothing".into(), permissions: BTreeSet::new() },
            ];
        });
        let token = (!case.scopes.is_empty()).then(|| case.token(case.users[0], &case.scopes));
        for key in ["key_without", "key_of_nothing"] {
            let reply = case.try_send(&sandbox, Some(key), token.as_deref()).await.unwrap();
            match case.operation.permission {
                Some(permission) => {
                    let detail = case.refused(&reply, 403, 7);
                    assert_eq!(detail["missing_permission"], permission, "{}", case.operation.id);
                }
                // The description names no permission for it; other documents name that of its newer form.
                None if case.operation.id == "Addons_CreateUserAddonV22" => {}
                None => assert_eq!(reply.status, 200, "{} {reply:?}", case.operation.id),
            }
        }
    }
}

#[tokio::test]
async fn a_call_needs_one_of_its_scopes_for_its_object() {
    let sandbox = Sandbox::start().await.unwrap();
    let mut needing = 0;
    for case in all(&sandbox).iter().filter(|case| !case.scopes.is_empty()) {
        needing += 1;
        let (id, user) = (case.operation.id, case.users[0]);
        case.refused(&case.send(&sandbox, user, None).await, 401, 16);
        let detail = case.refused(&case.send(&sandbox, user, Some(&[USELESS.into()])).await, 403, 7);
        let missing = detail["missing_scope"].as_array().unwrap_or_else(|| panic!("{id} {detail}"));
        let mut missing: Vec<_> = missing.iter().map(|scope| scope.as_str().unwrap()).collect();
        let mut needed: Vec<_> = case.scopes.iter().map(String::as_str).collect();
        missing.sort_unstable();
        needed.sort_unstable();
        assert_eq!(missing, needed, "{id}");
        for scope in &case.scopes {
            if let Some((kind, _)) = scope.split_once('.') {
                let other = [format!("{kind}.another1")];
                case.refused(&case.send(&sandbox, user, Some(&other)).await, 403, 7);
            }
            // Each is enough. A deletion is left for the last one.
            let reply = case.send(&sandbox, user, Some(std::slice::from_ref(scope))).await;
            assert!(![401, 403].contains(&reply.status), "{id} {scope} {reply:?}");
        }
    }
    assert_eq!(needing, 32);
}

#[tokio::test]
async fn a_call_about_an_object_of_another_user_is_refused() {
    let sandbox = Sandbox::start().await.unwrap();
    let mut refused = 0;
    for case in all(&sandbox).iter().filter(|case| case.has_owner && !case.scopes.is_empty()) {
        let reply = case.send(&sandbox, case.users[1], Some(&case.scopes)).await;
        let detail = case.refused(&reply, 403, 7);
        assert_eq!(detail["not_yours"]["granted_by"], case.users[1], "{} {reply:?}", case.operation.id);
        refused += 1;
    }
    assert_eq!(refused, 26);
}

#[tokio::test]
async fn calls_without_an_object_answer_for_the_user_of_the_token_only() {
    let sandbox = Sandbox::start().await.unwrap();
    for id in ["Finder_GetUser", "Finder_GetUserPosts", "Finder_GetUserBusinesses", "Finder_GetProUserProfileImage"] {
        let operation = OPERATIONS.iter().find(|operation| operation.id == id).unwrap();
        let case = Case::new(&sandbox, operation, &operation.scopes, "");
        let mut answers = Vec::new();
        for user in ["seller", "dealer"] {
            let reply = case.send(&sandbox, user, Some(&case.scopes)).await;
            assert_eq!(reply.status, 200, "{id} {reply:?}");
            answers.push(reply.body);
        }
        assert_ne!(answers[0], answers[1], "{id}");
    }
}

#[tokio::test]
async fn faults_apply_to_every_operation() {
    let sandbox = Sandbox::start().await.unwrap();
    for case in all(&sandbox) {
        let id = case.operation.id;
        let status =
            Effect::Status { status: 503, body: String::new(), content_type: String::new(), moment: Moment::Before };
        case.world.faults().once(case.row, status);
        assert_eq!(case.send_allowed(&sandbox).await.status, 503, "{id}");

        case.world.faults().once(case.row, Effect::Drop { moment: Moment::Before, reset: false });
        let token = case.token(case.users[0], &case.scopes);
        let token = (!case.scopes.is_empty()).then_some(token.as_str());
        assert!(case.try_send(&sandbox, Some(&case.world.app().api_key), token).await.is_none(), "{id} answered");

        // The frozen clock is moved by the delay, so that the test does not wait.
        case.world.faults().once(case.row, Effect::Delay { milliseconds: 30_000, moment: Moment::Before });
        let before = case.world.now();
        let delayed = case.send_allowed(&sandbox).await;
        assert_eq!((case.world.now() - before).to_std().unwrap(), Duration::from_secs(30), "{id}");
        assert!(delayed.status < 500 && ![401, 403].contains(&delayed.status), "{id} {delayed:?}");

        let fired: Vec<_> = case.world.faults().rules().iter().map(|rule| rule.fired).collect();
        assert_eq!(fired, [1, 1, 1], "{id}");
    }
}
