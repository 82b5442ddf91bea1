//! Vectors of requests from the platform to the app: events, start requests, and which senders are accepted.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use open_platform::Json;
use open_platform::webhook::start::{BotStart, DirectLink, DynamicActionReply, StartReply, StartRequest};
use open_platform::webhook::{Delivery, Event, IdentificationKey, IpAllowlist, KeyRing, Rejection, Reply, Webhooks};
use serde_json::{Value, json};

use crate::{CheckResult, judge, outcome, same};

/// The bytes of a `body` or `text`.
fn bytes(given: &Value) -> Vec<u8> {
    match given.get("text") {
        Some(text) => text.as_str().unwrap().as_bytes().to_vec(),
        None => serde_json::to_vec(&given["body"]).unwrap(),
    }
}

fn headers(given: &Value) -> Vec<(String, String)> {
    serde_json::from_value(given["headers"].clone()).unwrap()
}

/// The fields of a typed value, by the paths of its JSON form.
pub fn fields(written: &Value, expected: &Value) -> CheckResult {
    for (path, expected) in expected.as_object().unwrap() {
        let actual = path.split('.').fold(written, |value, member| &value[member]);
        let actual = match (actual, expected) {
            // Zero, false and empty values are not written.
            (Value::Null, Value::Bool(false)) => &Value::Bool(false),
            (actual, _) => actual,
        };
        let equal = match (actual, expected) {
            (Value::String(text), Value::Number(number)) => text.parse().is_ok_and(|n: i64| number.as_i64() == Some(n)),
            (Value::String(a), Value::String(b)) => a == b || instant(a).is_some_and(|a| Some(a) == instant(b)),
            _ => actual == expected,
        };
        if !equal {
            return Err(format!("{path} is {actual}, expected {expected}"));
        }
    }
    Ok(())
}

fn instant(text: &str) -> Option<DateTime<Utc>> {
    text.parse().ok()
}

fn payload(event: &Event) -> Value {
    let body = event.body(None).unwrap().value();
    let members = body.as_object().unwrap();
    members.iter().find(|(name, _)| *name != "type").map(|(_, payload)| payload.clone()).unwrap_or_default()
}

#[test]
fn events() {
    judge("events", |case| {
        if let Some(second) = case.given.get("second") {
            let first = Delivery::parse(&serde_json::to_vec(&case.given["first"]).unwrap()).unwrap();
            let second = Delivery::parse(&serde_json::to_vec(second).unwrap()).unwrap();
            let actual = json!({
                "same_dedupe_key": first.dedupe_key == second.dedupe_key,
                "window_seconds": first.dedupe_window_seconds,
            });
            return same("deduplication", &actual, &case.expect);
        }
        outcome(Delivery::parse(&bytes(&case.given)), &case.expect, |delivery| event(&delivery, &case.expect))
    });
}

fn event(delivery: &Delivery, expect: &Value) -> CheckResult {
    if let Some(kind) = expect.get("unknown") {
        let is_unknown = matches!(&delivery.event, Event::Unknown { kind: actual, .. } if actual == kind);
        return if is_unknown { Ok(()) } else { Err(format!("{:?}", delivery.event)) };
    }
    if expect.get("malformed").is_some() {
        let is_malformed = matches!(delivery.event, Event::Malformed { .. });
        return if is_malformed { Ok(()) } else { Err(format!("{:?}", delivery.event)) };
    }
    if matches!(delivery.event, Event::Unknown { .. } | Event::Malformed { .. }) {
        return Err(format!("{:?}", delivery.event));
    }
    same("kind", &json!(delivery.event.kind()), &expect["kind"])?;
    if let Some(grant) = expect.get("grant") {
        same("grant", &json!(delivery.grant), grant)?;
    }
    if let Some(metadata) = expect.get("metadata") {
        same("metadata", &json!(delivery.metadata.as_ref().map(|m| m.value())), metadata)?;
    }
    if let Some(legacy) = expect.get("legacy") {
        same("legacy", &json!(delivery.legacy), legacy)?;
    }
    if let Some(noted) = expect.get("noted") {
        same("noted", &json!(!delivery.notes.is_empty()), noted)?;
    }
    if let (Some(from_bot), Event::NewMessage { message } | Event::NewChatbotMessage { message }) =
        (expect.get("from_bot"), &delivery.event)
    {
        same("from_bot", &json!(message.is_from_bot()), from_bot)?;
    }
    expect.get("fields").map_or(Ok(()), |expected| fields(&payload(&delivery.event), expected))
}

/// A receiver with these keys: each a text, or an object if it has an end.
fn receiver(keys: &Value) -> Webhooks {
    let key = |(index, key): (usize, &Value)| {
        let secret = key.as_str().or(key["key"].as_str()).unwrap();
        let not_after = key["not_after"].as_str().map(|end| end.parse().unwrap());
        IdentificationKey { not_after, ..IdentificationKey::new(format!("key-{index}"), secret) }
    };
    Webhooks::new(KeyRing::new(keys.as_array().unwrap().iter().enumerate().map(key)).unwrap())
}

#[test]
fn webhook_requests() {
    judge("webhook_requests", |case| {
        let method = case.given["method"].as_str().unwrap();
        let actual = match receiver(&case.given["keys"]).event(method, &headers(&case.given), &bytes(&case.given)) {
            Err(rejection) => json!({ "rejected": rejection.status }),
            Ok(delivery) if matches!(delivery.event, Event::Malformed { .. }) => json!({ "accepted": null }),
            Ok(delivery) => json!({ "accepted": delivery.event.kind() }),
        };
        same("the answer", &actual, &case.expect)
    });
}

#[test]
fn allowlist() {
    judge("ip_allowlist", |case| {
        outcome(allowed(&case.given), &case.expect, |allowlist| {
            let requests = case.given["requests"].as_array().unwrap();
            let outcomes: Vec<_> = requests.iter().map(|request| checked(&allowlist, request)).collect();
            same("the outcomes", &outcomes.into(), &case.expect["outcomes"])
        })
    });
}

fn texts(given: &Value) -> impl Iterator<Item = &str> {
    given.as_array().into_iter().flatten().map(|text| text.as_str().unwrap())
}

fn allowed(given: &Value) -> open_platform::Result<IpAllowlist> {
    let allowlist = match &given["networks"] {
        Value::String(_) => IpAllowlist::platform(),
        networks => IpAllowlist::new(texts(networks))?,
    };
    let allowlist = allowlist.trusted_proxies(texts(&given["trusted_proxies"]))?;
    match given.get("limit_failures") {
        Some(most) => allowlist.limit_failures(most.as_u64().unwrap() as u32),
        None => Ok(allowlist),
    }
}

/// The outcome of a request. If it was accepted, the status of its response is reported to the allowlist.
fn checked(allowlist: &IpAllowlist, request: &Value) -> Value {
    let headers: Vec<_> = texts(&request["forwarded"]).map(|value| ("X-Forwarded-For", value)).collect();
    let peer: Option<IpAddr> = request["peer"].as_str().map(|peer| peer.parse().unwrap());
    match allowlist.check(peer, &headers) {
        Err(rejection) => json!(rejection.status),
        Ok(address) => {
            if let Some(status) = request.get("answered") {
                allowlist.answered(address, status.as_u64().unwrap() as u16);
            }
            json!(address)
        }
    }
}

#[test]
fn start_requests() {
    const KEY: &str = "identification-key-one";
    judge("start_requests", |case| {
        let mut headers = headers(&case.given);
        headers.push(("Authorization".into(), KEY.into()));
        headers.push(("Content-Type".into(), "application/json".into()));
        let request = match receiver(&json!([KEY])).start("POST", &headers, &bytes(&case.given)) {
            Err(rejection) => return same("the answer", &json!({ "rejected": rejection.status }), &case.expect),
            Ok(request) => request,
        };
        let mut written = serde_json::to_value(&request).unwrap();
        written["version"] = json!(request.version.as_str().parse::<i32>().unwrap());
        if let Some(noted) = case.expect.get("noted") {
            same("noted", &json!(!request.notes.is_empty()), noted)?;
        }
        fields(&written, &case.expect["fields"])
    });
}

#[test]
fn dynamic_actions() {
    const KEY: &str = "identification-key-one";
    judge("dynamic_actions", |case| {
        let headers = [("Authorization", KEY), ("Content-Type", "application/json")];
        match receiver(&json!([KEY])).dynamic_action("POST", &headers, &bytes(&case.given)) {
            Err(rejection) => same("the answer", &json!({ "rejected": rejection.status }), &case.expect),
            Ok(request) => fields(&serde_json::to_value(&request).unwrap(), &case.expect["fields"]),
        }
    });
}

#[test]
fn direct_links() {
    judge("direct_links", |case| {
        let query = DirectLink::parse(case.given["link"].as_str().unwrap());
        same("the query", &serde_json::to_value(&query).unwrap(), &case.expect["value"])
    });
}

#[test]
fn chatbot_starts() {
    judge("chatbot_starts", |case| {
        let start = BotStart::parse(case.given["text"].as_str().unwrap());
        same("the start", &serde_json::to_value(&start).unwrap(), &case.expect["value"])
    });
}

#[test]
fn webhook_replies() {
    judge("webhook_replies", |case| {
        let given = &case.given;
        outcome(webhook_reply(given), &case.expect, |reply| {
            let body = if reply.body.is_empty() { Value::Null } else { serde_json::from_slice(&reply.body).unwrap() };
            let headers: std::collections::HashMap<_, _> = reply.headers.into_iter().collect();
            let actual = json!({
                "status": reply.status,
                "content_type": reply.content_type,
                "headers": headers,
                "body": body,
            });
            same("the answer", &actual, &case.expect)
        })
    });
}

fn webhook_reply(given: &Value) -> open_platform::Result<Reply> {
    let json = || Json::from(given["reply"].clone());
    match given["to"].as_str().unwrap() {
        "event" => Ok(Reply::ok()),
        "event that cannot be stored" => {
            Ok(Reply::unavailable(std::time::Duration::from_secs_f64(given["seconds"].as_f64().unwrap())))
        }
        "refused request" => {
            Ok(Rejection { status: given["status"].as_u64().unwrap() as u16, reason: "a reason".into() }.reply())
        }
        "start request" => {
            let version = given.get("version").map(|version| version.as_str().unwrap());
            let request = StartRequest::parse(&serde_json::to_vec(&given["body"]).unwrap(), version)?;
            Reply::start(&json().to_input::<StartReply>()?, &request)
        }
        "dynamic action" => Reply::dynamic_action(&json().to_input::<DynamicActionReply>()?),
        other => panic!("{other}"),
    }
}
