//! `logs` and `listen`.

use serde_json::Value;

use crate::app::App;
use crate::sandbox::Sandbox;

const POST: &str = "/base/v1/open-platform/finder/post/nope";

#[test]
fn the_past_is_printed_and_then_everything_that_happens() {
    let sandbox = Sandbox::start();
    for _ in 0..3 {
        sandbox.request("GET", POST, "");
    }
    assert_eq!(sandbox.text(&["logs"]).lines().count(), 3);
    let last = sandbox.text(&["logs", "-n", "1"]);
    assert!(last.contains("GET    404 posts.get") && last.lines().count() == 1, "{last}");

    let archive: Value = serde_json::from_str(&sandbox.text(&["logs", "--har", "-"])).unwrap();
    let statuses: Vec<_> =
        archive["log"]["entries"].as_array().unwrap().iter().map(|entry| &entry["response"]["status"]).collect();
    assert_eq!(statuses, [404, 404, 404]);

    let mut following = sandbox.start_command(&["logs", "--follow", "-n", "1"]);
    following.until("posts.get");
    sandbox.request("POST", "/base/v1/open-platform/add-ons/post/nope", "{}");
    assert!(following.until("POST").contains("deprecated: use"));
    assert_eq!(following.stop(), Some(0));

    let line: Value = serde_json::from_str(sandbox.text(&["--json", "logs", "-n", "1"]).trim()).unwrap();
    assert_eq!(line["request"]["number"], 4);
}

#[test]
fn a_reset_and_a_snapshot_do_not_silence_the_log() {
    let app = App::start(200, "");
    let sandbox = Sandbox::with(&["--events-url", &format!("{}/events", app.url)]);
    let world = "/_sandbox/worlds/default";
    for _ in 0..2 {
        sandbox.request("GET", POST, "");
    }
    sandbox.text(&["trigger", "POST_UPDATE"]);
    let mut following = sandbox.start_command(&["logs", "-f"]);
    following.until("event  200 POST_UPDATE");
    sandbox.request("POST", &format!("{world}/snapshots"), "");
    for end in ["reset", "snapshots/1/restore"] {
        sandbox.request("POST", &format!("{world}/{end}"), "");
        // The number of each is not larger than those that were printed.
        sandbox.request("GET", "/base/v1/open-platform/assets/city", "");
        following.until("assets.cities");
        sandbox.text(&["trigger", "NEW_MESSAGE"]);
        following.until("event  200 NEW_MESSAGE");
    }
    sandbox.request("POST", &format!("{world}/snapshots/1/restore"), "");
    sandbox.request("GET", "/base/v1/open-platform/nothing", "");
    let line = following.until("");
    assert!(line.contains("unknown endpoint"), "what the snapshot has is not printed again: {line}");
    assert_eq!(following.stop(), Some(0));
}

#[test]
fn a_request_that_waited_is_printed_after_those_that_overtook_it() {
    let sandbox = Sandbox::with(&[]);
    let faults = "/_sandbox/worlds/default/faults";
    let delay =
        r#"{"on":{"endpoint":"posts.get"},"effects":[{"kind":"delay","milliseconds":600000},{"kind":"rate_limit"}]}"#;
    sandbox.request("POST", faults, delay);
    let mut following = sandbox.start_command(&["logs", "-f"]);
    std::thread::scope(|threads| {
        threads.spawn(|| sandbox.request("GET", POST, ""));
        while !sandbox.request("GET", faults, "").contains(r#""fired":1"#) {}
        sandbox.request("GET", "/base/v1/open-platform/assets/city", "");
        following.until("assets.cities");
        sandbox.text(&["clock", "advance", "11m"]);
        assert!(following.until("posts.get").contains("429"));
    });
    assert_eq!(following.stop(), Some(0));
}

#[test]
fn the_end_of_the_sandbox_ends_the_log() {
    let sandbox = Sandbox::start();
    let mut following = sandbox.start_command(&["--json", "logs", "-f"]);
    sandbox.request("GET", POST, "");
    following.until("posts.get");
    drop(sandbox);
    assert_eq!(following.ended(), Some(0));
}

#[test]
fn listen_sends_events_to_an_app_and_restores_its_address() {
    let app = App::start(200, "");
    let sandbox = Sandbox::with(&["--events-url", "http://127.0.0.1:9/before"]);
    let mut listening = sandbox.start_command(&["listen", &format!("{}/events", app.url)]);
    // It prints nothing before the first delivery, so the address tells when it has begun.
    while !sandbox.request("GET", "/_sandbox/worlds/default/app", "").contains(&format!("{}/events", app.url)) {}
    sandbox.text(&["trigger", "POST_UPDATE"]);
    assert!(listening.until("POST_UPDATE").contains("event  200"));
    assert_eq!(app.seen()[0].body["type"], "POST_UPDATE");
    assert_eq!(listening.stop(), Some(0));
    assert!(sandbox.request("GET", "/_sandbox/worlds/default/app", "").contains("http://127.0.0.1:9/before"));
    assert_eq!(sandbox.run(&["listen", "https://app.example/events"]).status.code(), Some(2), "not of this machine");
}
