//! Responses and received requests with a member of an unexpected type, made from those of the vectors: none fails because of it,
//! except for a member that the result of a call is useless without.

use std::collections::{BTreeMap, BTreeSet};

use open_platform::webhook::Delivery;
use open_platform::webhook::start::{DynamicActionRequest, StartRequest};
use serde_json::{Value, json};

use crate::outgoing::platform::{Outcomes, Platform};
use crate::{cases, example};

/// The members without which the result of a call would be wrong or useless, with everything below them: they identify it, or are all
/// that was asked for.
const NEEDED: &[(&str, &[&str])] = &[
    ("assets.submit_schema", &["schema"]),
    ("chatbot.create_upload_token", &["token"]),
    ("chatbot.upload_file", &["id", "token"]),
    ("chatbot.upload_image", &["id", "token"]),
    ("chatbot.upload_video", &["id", "token"]),
    ("chatbot.upload_voice", &["id", "token"]),
    ("conversations.get", &["conversation", "conversation.id"]),
    ("images.upload", &["image_name"]),
    ("legacy.own_posts.image_upload_url", &["upload_url"]),
    ("own_posts.can_submit", &["can_submit"]),
    ("own_posts.upload_image", &["path", "image", "image.url"]),
    ("own_posts.upload_video", &["video_name", "video", "video.url"]),
    ("payments.balance", &["balance_rials"]),
    ("payments.transaction", &["transaction", "transaction.id"]),
    ("posts.get", &["token"]),
    ("posts.get_with_ongoing_images", &["token"]),
    ("users.id_by_phone", &["user_id"]),
    ("users.phone_numbers", &["phone_number", "phone_numbers"]),
];

fn odd_values() -> [Value; 7] {
    [json!(null), json!([]), json!({}), json!(5), json!(-0.5), json!("x"), json!(true)]
}

/// The successful responses of the vectors by their call. Those with very many members are left out, and those with tokens: an
/// unclear one is refused.
fn responses() -> BTreeMap<String, Vec<Value>> {
    let mut found = BTreeMap::<String, Vec<Value>>::new();
    let mut add = |call: &Value, body: &Value| {
        let is_login = call.as_str().unwrap().starts_with("oauth.");
        if !is_login && body.as_object().is_some_and(|body| !body.is_empty()) && paths(body).len() < 200 {
            found.entry(call.as_str().unwrap().to_owned()).or_default().push(body.clone());
        }
    };
    for case in cases("answers").iter().filter(|case| case.expect.get("error").is_none()) {
        add(&case.given["call"], &case.given["reply"]["body"]);
    }
    for case in cases("requests").iter().filter(|case| case.expect.get("error").is_none()) {
        add(&case.given["call"], &case.given["reply"]["body"]);
    }
    for case in cases("users").iter().filter(|case| case.expect.get("error").is_none()) {
        add(&case.given["call"], &case.given["body"]);
    }
    for case in cases("posts").iter().filter(|case| case.expect.get("error").is_none()) {
        add(&json!("posts.get"), &case.given["body"]);
    }
    found
}

/// The JSON pointers of all members and items.
fn paths(value: &Value) -> Vec<String> {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(name, value)| (format!("/{name}"), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(index, value)| (format!("/{index}"), value)).collect(),
        _ => Vec::new(),
    };
    let below = |(step, value): &(String, &Value)| {
        let deeper = paths(value).into_iter().map(|path| format!("{step}{path}"));
        std::iter::once(step.clone()).chain(deeper).collect::<Vec<_>>()
    };
    children.iter().flat_map(below).collect()
}

/// The value with each of its members and items replaced by each odd value: the path of the member, and the new value.
fn variations(value: &Value) -> impl Iterator<Item = (String, Value)> {
    let of_path = |path: String| {
        odd_values().map(|odd| {
            let mut changed = value.clone();
            *changed.pointer_mut(&path).unwrap() = odd;
            (path[1..].replace('/', "."), changed)
        })
    };
    paths(value).into_iter().flat_map(of_path)
}

#[test]
fn a_member_of_another_type_fails_no_call_that_can_do_without_it() {
    let (mut wrong, mut tried, mut needed) = (BTreeSet::new(), 0, BTreeSet::new());
    for (call, bodies) in responses() {
        let arguments = example(&call).given["arguments"].clone();
        let members = NEEDED.iter().find(|(name, _)| *name == call).map_or(&[][..], |(_, members)| members);
        for (path, changed) in bodies.iter().flat_map(variations) {
            let reply = json!({ "status": 200, "body": changed });
            tried += 1;
            match Platform::single_attempt(Outcomes::always(Some(&reply))).call(&call, &arguments) {
                Err(error) if members.contains(&path.as_str()) && error.code() == "decode" => {
                    needed.insert((call.clone(), path));
                }
                Err(error) => drop(wrong.insert(format!("{call}, {path}: {changed}: {error}"))),
                Ok(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.into_iter().collect::<Vec<_>>().join("\n"));
    assert!(tried > 3_000, "{tried}");
    let listed =
        NEEDED.iter().flat_map(|(call, members)| members.iter().map(|it| ((*call).to_owned(), (*it).to_owned())));
    assert_eq!(needed, listed.collect(), "members without which a call failed, and those that are listed");
}

#[test]
fn a_member_of_another_type_fails_no_received_request() {
    let is_read = |file: &str, body: &[u8]| match file {
        "events" => Delivery::parse(body).is_ok(),
        "start_requests" => StartRequest::parse(body, None).is_ok(),
        _ => DynamicActionRequest::parse(body).is_ok(),
    };
    for file in ["events", "start_requests", "dynamic_actions"] {
        let mut tried = 0;
        for body in cases(file).iter().filter_map(|case| case.given.get("body").filter(|body| body.is_object())) {
            for (path, changed) in variations(body) {
                tried += 1;
                assert!(is_read(file, changed.to_string().as_bytes()), "{file}, {path}: {changed}");
            }
        }
        assert!(tried > 50, "{file}: {tried}");
    }
}
