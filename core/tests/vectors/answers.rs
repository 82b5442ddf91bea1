//! Vectors of successful responses: posts, users, and all other results of calls.

use open_platform::Result;
use open_platform::model::payment::TransactionQuery;
use open_platform::model::post::Post;
use serde_json::{Value, json};

use crate::incoming::fields;
use crate::outgoing::platform::{Outcomes, Platform};
use crate::{Case, CheckResult, example, judge, outcome, same};

/// A client that receives the response of the case: a `reply`, or a `body` or `text` with status 200.
fn answered(case: &Case) -> Platform {
    let reply = match (case.given.get("reply"), case.given.get("text")) {
        (Some(reply), _) => reply.clone(),
        (None, Some(text)) => json!({ "status": 200, "text": text }),
        (None, None) => json!({ "status": 200, "body": case.given["body"] }),
    };
    Platform::single_attempt(Outcomes::always(Some(&reply)))
}

/// The paths of the members that could not be parsed.
fn issues<'a>(paths: impl Iterator<Item = &'a str>, expect: &Value) -> CheckResult {
    let mut paths: Vec<_> = paths.collect();
    paths.sort_unstable();
    same("issues", &json!(paths), expect.get("issues").unwrap_or(&json!([])))
}

#[test]
fn posts() {
    judge("posts", |case| {
        let platform = answered(case);
        let post = platform.run(platform.client().posts().get("gZd7omnS"));
        outcome(post, &case.expect, |post| is_post(&post, &case.expect))
    });
}

fn is_post(post: &Post, expect: &Value) -> CheckResult {
    issues(post.issues.iter().map(|issue| issue.path.as_str()), expect)?;
    // A `Value` cannot represent numbers of any size, so free data is compared as text.
    let mut written = post.clone();
    written.data = open_platform::Json::default();
    let written = serde_json::to_value(&written).unwrap();
    fields(&written, expect.get("fields").unwrap_or(&json!({})))?;
    for (member, present) in expect.get("has").and_then(Value::as_object).into_iter().flatten() {
        same(&format!("whether {member} was there"), &json!(post.has(member)), present)?;
    }
    for (member, text) in expect.get("data_text").and_then(Value::as_object).into_iter().flatten() {
        let actual = post.data.get(member);
        same(&format!("data.{member}"), &json!(actual.map(|json| json.as_str().to_owned())), text)?;
    }
    for (shortcut, expected) in expect.get("shortcuts").and_then(Value::as_object).into_iter().flatten() {
        let value = match shortcut.as_str() {
            "title" => shown(post.title()),
            "description" => shown(post.description()),
            "images" => shown(post.images()),
            "price" => shown(post.price()),
            other => panic!("{other}"),
        };
        match expected.get("error") {
            Some(_) => outcome(value, expected, |_| Ok(()))?,
            None => same(shortcut, &value.map_err(|error| error.to_string())?, expected)?,
        }
    }
    Ok(())
}

fn shown(value: Result<impl serde::Serialize>) -> Result<Value> {
    value.map(|value| serde_json::to_value(value).unwrap())
}

#[test]
fn users() {
    judge("users", |case| {
        let platform = answered(case);
        let user = platform.client().user_with_token("access-token-of-the-user");
        match case.given["call"].as_str().unwrap() {
            "users.me" => outcome(platform.run(user.users().me()), &case.expect, |user| {
                issues(user.issues.iter().map(|issue| issue.path.as_str()), &case.expect)?;
                same("phone", &json!(user.phone()), &case.expect["phone"])?;
                fields(&serde_json::to_value(&user).unwrap(), case.expect.get("fields").unwrap_or(&json!({})))
            }),
            "users.phone_numbers" => outcome(platform.run(user.users().phone_numbers()), &case.expect, |numbers| {
                issues(numbers.issues.iter().map(|issue| issue.path.as_str()), &case.expect)?;
                fields(&serde_json::to_value(&numbers).unwrap(), &case.expect["fields"])
            }),
            "users.id_by_phone" => {
                let id = platform.run(platform.client().users().id_by_phone("09123456789"));
                outcome(id, &case.expect, |id| same("value", &json!(id), &case.expect["value"]))
            }
            other => panic!("{other}"),
        }
    });
}

#[test]
fn answers() {
    judge("answers", |case| {
        let call = case.given["call"].as_str().unwrap();
        let result = answered(case).call(call, &example(call).given["arguments"]);
        outcome(result, &case.expect, |value| same("value", &value, &case.expect["value"]))
    });
}

#[test]
fn pages() {
    judge("pages", |case| {
        let platform = Platform::single_attempt(Outcomes::in_order(case.given["outcomes"].as_array().unwrap()));
        let mut ids = Vec::new();
        let result = platform.run(async {
            let mut pages = platform.client().payments().iterate_transactions(TransactionQuery::new());
            while let Some(transaction) = pages.next().await {
                ids.push(transaction?.id);
            }
            Ok(())
        });
        outcome(result, &case.expect, |()| Ok(()))?;
        same("ids", &json!(ids), &case.expect["ids"])?;
        same("number of requests", &json!(platform.sent().len()), &case.expect["requests"])
    });
}
