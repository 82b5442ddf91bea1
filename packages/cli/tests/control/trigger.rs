//! `trigger`.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::app::App;
use crate::sandbox::Sandbox;

const EVENTS: [&str; 6] = [
    "NEW_MESSAGE",
    "NEW_CHATBOT_MESSAGE",
    "USER_ACCESS_REVOCATION",
    "POST_UPDATE",
    "PAYMENT_TRANSACTION",
    "EVENT_OF_THE_FUTURE",
];

fn sandbox_of(app: &App) -> Sandbox {
    let [events, start, action] = ["/events", "/start", "/actions"].map(|path| format!("{}{path}", app.url));
    Sandbox::with(&["--freeze", "--events-url", &events, "--start-url", &start, "--dynamic-action-url", &action])
}

#[test]
fn every_event_reaches_the_app_of_the_sandbox() {
    let app = App::start(200, "");
    let sandbox = sandbox_of(&app);
    for event in EVENTS {
        let name = if event == "EVENT_OF_THE_FUTURE" { "unknown" } else { event };
        let result = sandbox.json(&["trigger", name]);
        assert_eq!((&result["accepted"], &result["status"]), (&true.into(), &200.into()), "{result}");
    }
    let seen = app.seen();
    let received: Vec<_> = seen.iter().map(|request| request.body["type"].as_str().unwrap()).collect();
    assert_eq!(received, EVENTS);
    let key = sandbox.environment.iter().find(|(name, _)| name == "OPEN_PLATFORM_IDENTIFICATION_KEYS").unwrap();
    assert!(seen.iter().all(|request| request.path == "/events" && request.headers["authorization"] == key.1));
    // The message is about the post of a conversation of this sandbox.
    assert_ne!(seen[0].body["new_message"]["conversation"]["post_token"], "gZsample");
}

#[test]
fn a_second_event_of_a_post_is_another_event() {
    let app = App::start(200, "");
    let sandbox = sandbox_of(&app);
    for _ in 0..2 {
        sandbox.text(&["trigger", "POST_UPDATE"]);
    }
    assert_ne!(app.seen()[0].body, app.seen()[1].body);
}

#[test]
fn start_requests_and_dynamic_actions_show_what_the_user_sees() {
    let app = App::start(200, r#"{ "url": "https://app.example/order", "text_message": "Done" }"#);
    let sandbox = sandbox_of(&app);
    let start = sandbox.text(&["trigger", "start"]);
    assert!(start.contains("200, the user goes to https://app.example/order"), "{start}");
    let action = sandbox.text(&["trigger", "DYNAMIC_ACTION"]);
    assert!(action.contains("the user reads \"Done\""), "{action}");
    let seen = app.seen();
    assert_eq!((&*seen[0].path, &seen[0].headers["api-version"]), ("/start", &"2".parse().unwrap()));
    assert_eq!(seen[0].body["source"], "POST_ADDON");
    assert!(seen[0].body.get("conversation_id").is_none(), "a user who opens the app from a post has no conversation");
    assert_eq!((&*seen[1].path, &seen[1].body["touchpoint"]), ("/actions", &Value::from("CHAT")));
}

#[test]
fn a_refusal_is_explained_and_is_code_1() {
    for (status, said) in [
        (401, "refuses the identification key"),
        (404, "no handler at this address"),
        (500, "see the app's log"),
        (302, "the platform does not follow"),
    ] {
        let app = App::start(status, "");
        let sandbox = sandbox_of(&app);
        for event in ["NEW_MESSAGE", "START"] {
            let output = sandbox.run(&["trigger", event]);
            assert_eq!(output.status.code(), Some(1), "{status}");
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.contains(said), "{status} {event}: {text}");
        }
    }
    let app = App::start(201, r#"{ "url": "https://app.example/order", "text_message": "Done" }"#);
    let sandbox = sandbox_of(&app);
    for (event, code, said) in
        [("START", 1, "it must answer 200"), ("ACTION", 1, "it must answer 200"), ("NEW_MESSAGE", 0, "is accepted")]
    {
        let output = sandbox.run(&["trigger", event]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.code() == Some(code) && text.contains(said), "{event}: {text}");
    }
    let app = App::start(200, "{}");
    let text = String::from_utf8(sandbox_of(&app).run(&["trigger", "START"]).stdout).unwrap();
    assert!(text.contains("url"), "the answer needs an address: {text}");
}

#[test]
fn without_an_address_the_error_says_how_to_set_it() {
    let sandbox = Sandbox::start();
    for (event, option) in
        [("NEW_MESSAGE", "--events-url"), ("START", "--start-url"), ("ACTION", "--dynamic-action-url")]
    {
        let output = sandbox.run(&["trigger", event]);
        assert_eq!(output.status.code(), Some(3));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(option) && error.contains("--to"), "{error}");
    }
}

#[test]
fn any_local_address_can_be_called_without_a_sandbox() {
    let app = App::start(200, "");
    let run = |to: &str| {
        Command::new(env!("CARGO_BIN_EXE_open-platform"))
            .args(["trigger", "post-update", "--to", to])
            .env("OPEN_PLATFORM_IDENTIFICATION_KEYS", "old-key-of-the-app, another")
            .stdin(Stdio::null())
            .output()
            .unwrap()
    };
    assert_eq!(run(&format!("{}/hooks?token=secret", app.url)).status.code(), Some(0));
    let seen = app.seen();
    assert_eq!(seen[0].headers["authorization"], "old-key-of-the-app");
    assert_eq!(run("http://app.example/hooks").status.code(), Some(2), "the key would be sent unencrypted");
    let output = run("http://127.0.0.1:1/hooks?token=secret");
    assert_eq!(output.status.code(), Some(5));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("no app at http://127.0.0.1:1/hooks") && !error.contains("secret"), "{error}");
}
