//! Vectors of requests: their content, retries, and errors.

pub mod platform;

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use open_platform::api::endpoints;
use open_platform::api::{FormPart, RawRequest, RawResponse, StreamedResponse, Upload};
use open_platform::endpoint::{Endpoint, Host};
use open_platform::testing::RecordedRequest;
use serde_json::{Map, Value, json};

use self::platform::{Outcomes, Platform};
use crate::{CheckResult, error_is, example, judge, outcome, same};

#[test]
fn requests() {
    judge("requests", |case| {
        let platform = Platform::new(Outcomes::always(case.given.get("reply")));
        let result = platform.call(case.given["call"].as_str().unwrap(), &case.given["arguments"]);
        let sent = platform.sent();
        if case.expect.get("error").is_some() && !sent.is_empty() {
            return Err(format!("{} request(s) left", sent.len()));
        }
        outcome(result, &case.expect, |address| match case.expect.get("authorization_url") {
            Some(expected) => authorization_url(address.as_str().unwrap(), expected),
            None => is_request(last_of(&sent, &case.expect)?, &case.expect["request"]),
        })
    });
}

/// The last of the requests of a call. A call sends one, unless the case says how many.
fn last_of<'a>(sent: &'a [RecordedRequest], expect: &Value) -> Result<&'a RecordedRequest, String> {
    same("number of requests", &json!(sent.len()), expect.get("requests").unwrap_or(&json!(1)))?;
    sent.last().ok_or_else(|| "nothing was sent".to_owned())
}

/// Compares a request with the expectation of a case.
pub fn is_request(request: &RecordedRequest, expected: &Value) -> CheckResult {
    same("method", &json!(request.method.as_str()), &expected["method"])?;
    same("url", &json!(request.url), &expected["url"])?;
    for (name, value) in expected["headers"].as_object().unwrap() {
        same(&format!("header {name}"), &json!(request.header(name)), value)?;
    }
    for name in expected["absent_headers"].as_array().into_iter().flatten() {
        if request.header(name.as_str().unwrap()).is_some() {
            return Err(format!("the header {name} was sent"));
        }
    }
    if let Some(text) = expected.get("body_text") {
        same("body", &json!(String::from_utf8_lossy(&request.body)), text)?;
    }
    if let Some(body) = expected.get("body") {
        same("body", &serde_json::from_slice(&request.body).unwrap_or_default(), body)?;
    }
    if let Some(form) = expected.get("form") {
        let members: Vec<(String, String)> = url::form_urlencoded::parse(&request.body).into_owned().collect();
        let object: Map<_, _> = members.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        same("members of the form", &json!(members.len()), &json!(object.len()))?;
        same("form", &object.into(), form)?;
    }
    if let Some(form) = expected.get("form_body") {
        let media_type = &request.headers["content-type"];
        let boundary = media_type.strip_prefix("multipart/form-data; boundary=").ok_or(media_type)?;
        same("length of the boundary", &json!(boundary.len() >= 43), &json!(true))?;
        let body = String::from_utf8_lossy(&request.body).into_owned();
        same("form", &json!(body), &json!(form.as_str().unwrap().replace("{boundary}", boundary)))?;
    }
    match expected.get("body_base64") {
        Some(body) => same("body", &json!(STANDARD.encode(&request.body)), body),
        None => Ok(()),
    }
}

/// Compares the URL of the consent page with the expectation of a case.
pub fn authorization_url(address: &str, expected: &Value) -> CheckResult {
    let has = |what: &Value, holds: bool| if holds { Ok(()) } else { Err(format!("{address} lacks {what}")) };
    has(&expected["prefix"], address.starts_with(expected["prefix"].as_str().unwrap()))?;
    for part in expected["contains"].as_array().unwrap() {
        has(part, address.contains(part.as_str().unwrap()))?;
    }
    let url: url::Url = address.parse().unwrap();
    let mut query: Map<_, _> = url.query_pairs().map(|(name, value)| (name.into_owned(), json!(value))).collect();
    same("number of parameters", &json!(url.query_pairs().count()), &json!(query.len()))?;
    let state = query.get("state").and_then(Value::as_str).unwrap_or_default().len();
    has(&json!("a state that is long enough"), state as u64 >= expected["state_min_length"].as_u64().unwrap())?;
    for name in expected["other_parameters"].as_array().unwrap() {
        has(name, query.remove(name.as_str().unwrap()).is_some())?;
    }
    same("query", &query.into(), &expected["query"])
}

#[test]
fn errors() {
    judge("errors", |case| {
        let call = case.given["call"].as_str().unwrap();
        let platform = Platform::single_attempt(Outcomes::always(case.given.get("reply")));
        match platform.call(call, &example(call).given["arguments"]) {
            Err(error) => error_is(&error, &case.expect["error"]),
            Ok(_) => Err("was accepted".into()),
        }
    });
}

#[test]
fn retry() {
    judge("retry", |case| {
        let call = case.given["call"].as_str().unwrap();
        let example = example(call);
        let mut outcomes = case.given["outcomes"].as_array().unwrap().clone();
        for outcome in &mut outcomes {
            if *outcome == json!({ "status": 200 }) {
                *outcome = example.given.get("reply").cloned().unwrap_or_else(platform::default_response);
            }
        }
        let platform = Platform::new(Outcomes::in_order(&outcomes));
        for _ in 1..case.given["calls"].as_u64().unwrap_or(1) {
            let _ = platform.call(call, &example.given["arguments"]);
            platform.clock().advance(Duration::from_secs(case.given["seconds_between"].as_u64().unwrap_or_default()));
        }
        let result = platform.call(call, &example.given["arguments"]);
        same("number of requests", &json!(platform.sent().len()), &case.expect["requests"])?;
        if let Some(least) = case.expect["waits_at_least"].as_array() {
            let waits = platform.waits();
            let enough = |(wait, least): (&f64, &Value)| *wait >= least.as_f64().unwrap();
            if waits.len() != least.len() || !waits.iter().zip(least).all(enough) {
                return Err(format!("waited {waits:?} s, expected {least:?} s at least"));
            }
        }
        if let Some(attempts) = case.expect.get("attempts") {
            same("attempts", &platform.attempts(), attempts)?;
        }
        match case.expect.get("result").or(case.expect.get("error")) {
            Some(_) => outcome(result, &case.expect, |_| Ok(())),
            None => Ok(()),
        }
    });
}

#[test]
fn raw_requests() {
    judge("raw_requests", |case| {
        let given = &case.given;
        let outcomes = given["outcomes"].as_array().cloned().unwrap_or_else(|| vec![platform::default_response()]);
        let platform = Platform::new(Outcomes::in_order(&outcomes));
        let request = raw_request(given);
        let result = match given["as"].as_str().unwrap() {
            "app" if given.get("stream").is_some() => {
                platform.run(async { collected(platform.client().stream(request?).await?).await })
            }
            "app" => platform.run(async { platform.client().request(request?).await }),
            "user" => {
                let user = platform.client().user_with_token("access-token-of-the-user");
                platform.run(async {
                    if given.get("stream").is_some() {
                        return collected(user.stream(request?).await?).await;
                    }
                    user.request(request?).await
                })
            }
            other => panic!("{other}"),
        };
        let sent = platform.sent();
        if let Some(requests) = case.expect.get("requests") {
            same("number of requests", &json!(sent.len()), requests)?;
        } else if case.expect.get("error").is_some() && !sent.is_empty() {
            return Err(format!("{} request(s) left", sent.len()));
        }
        if let Some(expected) = case.expect.get("request") {
            is_request(sent.first().ok_or("nothing was sent")?, expected)?;
        }
        outcome(result, &case.expect, |response| {
            let Some(expected) = case.expect.get("response") else { return Ok(()) };
            same("status", &json!(response.status), &expected["status"])?;
            let body = response.json().map_err(|error| error.to_string())?;
            same("body", &body.value(), &expected["body"])
        })
    });
}

/// The response with the whole body.
async fn collected(mut response: StreamedResponse) -> open_platform::Result<RawResponse> {
    let mut body = Vec::new();
    while let Some(chunk) = response.next_chunk().await? {
        body.extend_from_slice(&chunk);
    }
    let StreamedResponse { status, headers, request_id, attempts, .. } = response;
    Ok(RawResponse { status, headers, body: body.into(), request_id, attempts })
}

fn raw_request(given: &Value) -> open_platform::Result<RawRequest> {
    let segments = given["segments"].as_array().unwrap().iter().map(|segment| segment.as_str().unwrap());
    let mut request = RawRequest::new(given["method"].as_str().unwrap(), segments);
    if let Some(host) = given.get("host") {
        let all = [Host::Auth, Host::Base, Host::Api, Host::Upload];
        request = request.host(all.into_iter().find(|known| host == known.name()).unwrap());
    }
    for pair in given["query"].as_array().into_iter().flatten() {
        request = request.query(pair[0].as_str().unwrap(), pair[1].as_str().unwrap());
    }
    let text = |name: &str| given.get(name).map(|value| value.as_str().unwrap());
    let content = text("content_base64").map(|content| STANDARD.decode(content).unwrap());
    let json = given.get("json").cloned().map(Into::into);
    let form = given.get("form").map(|parts| parts.as_array().unwrap().iter().map(form_part).collect());
    if let Some(bytes) = given.get("max_response") {
        request = request.max_response_of(bytes.as_i64().unwrap())?;
    }
    request = request.body_of(json, content, text("content_type").map(str::to_owned), form)?;
    match text("retry") {
        Some(class) => request.retry_named(class),
        None => Ok(request),
    }
}

fn form_part(given: &Value) -> FormPart {
    let text = |name: &str| given.get(name).map(|value| value.as_str().unwrap().to_owned());
    let content = text("content_base64").map(|content| STANDARD.decode(content).unwrap());
    let mut part = FormPart::new(text("name").unwrap(), content.unwrap_or_else(|| text("text").unwrap().into()));
    (part.file_name, part.content_type) = (text("file_name"), text("content_type"));
    part
}

#[test]
fn images() {
    judge("images", |case| {
        let given = &case.given;
        let platform = Platform::configured(Outcomes::always(given.get("reply")), |builder| {
            match given.get("max_image_bytes") {
                Some(bytes) => builder.max_image_bytes(bytes.as_u64().unwrap()),
                None => builder,
            }
            .allow_png(given.get("allow_png").is_some_and(|on| on == true))
        });
        let platform = platform.map_err(|error| error.to_string())?;
        let file = std::env::temp_dir().join(format!("open-platform-vectors-{}.jpg", std::process::id()));
        let upload = match (given.get("image_base64"), given.get("file_bytes")) {
            (Some(image), _) => {
                let mut image = STANDARD.decode(image.as_str().unwrap()).unwrap();
                image.resize(image.len() + given["zeros_behind"].as_u64().unwrap_or_default() as usize, 0);
                Upload::bytes(image)
            }
            (None, Some(size)) => {
                // A sparse file: only its length matters, and it is not read.
                std::fs::File::create(&file).unwrap().set_len(size.as_u64().unwrap()).unwrap();
                Upload::path(&file)
            }
            (None, None) => Upload::path(given["path"].as_str().unwrap()),
        };
        let result = platform.run(platform.client().images().upload(upload));
        let _ = std::fs::remove_file(&file);
        let sent = platform.sent();
        if case.expect.get("error").is_some_and(|error| error["code"] == "invalid_input") && !sent.is_empty() {
            return Err(format!("{} request(s) left", sent.len()));
        }
        outcome(result, &case.expect, |uploaded| {
            same("bytes sent", &json!(sent[0].body.len()), &case.expect["bytes_sent"])?;
            if let Some(media_type) = case.expect.get("content_type") {
                same("media type", &json!(sent[0].headers["content-type"]), media_type)?;
            }
            same("value", &serde_json::to_value(&uploaded).unwrap(), &case.expect["value"])
        })
    });
}

#[test]
fn credentials() {
    const SECRETS: [(&str, &str); 3] = [
        ("api_key", "key-of-the-app"),
        ("access_token", "access-token-of-the-user"),
        ("client_secret", "client-secret-of-the-app"),
    ];
    let mut seen = Vec::new();
    judge("credentials", |case| {
        let call = case.given["call"].as_str().unwrap();
        seen.push(call.to_owned());
        let example = example(call);
        let platform = Platform::new(Outcomes::always(example.given.get("reply")));
        platform.call(call, &example.given["arguments"]).map_err(|error| error.to_string())?;
        let sent = platform.sent();
        let request = last_of(&sent, &case.expect)?;
        let origin = request.url.split('/').take(3).collect::<Vec<_>>().join("/");
        same("origin", &json!(origin), &case.expect["origin"])?;
        let carries: Vec<_> =
            SECRETS.iter().filter(|(_, secret)| holds(request, secret)).map(|(name, _)| name).collect();
        same("credentials", &json!(carries), &case.expect["carries"])?;
        let at_place = [
            request.header("x-api-key") == Some("key-of-the-app"),
            request.header("authorization") == Some("Bearer access-token-of-the-user"),
            String::from_utf8_lossy(&request.body).contains("client_secret=client-secret-of-the-app"),
        ];
        let expected = SECRETS.map(|(name, _)| case.expect["carries"].as_array().unwrap().contains(&json!(name)));
        same("credentials at their place", &json!(at_place), &json!(expected))
    });
    let sends = |endpoint: &&&Endpoint| endpoint.host != Host::App && endpoint.name != "oauth.authorize";
    for endpoint in endpoints::ALL.iter().filter(sends) {
        assert!(seen.iter().any(|call| call == endpoint.name), "{} has no row in credentials.json", endpoint.name);
    }
}

/// Whether a request contains a secret.
fn holds(request: &RecordedRequest, secret: &str) -> bool {
    request.url.contains(secret)
        || request.headers.values().any(|value| value.contains(secret))
        || String::from_utf8_lossy(&request.body).contains(secret)
}
