//! Vectors without requests: identifiers, semantic data, scopes, widgets, messages, migration, `Retry-After`, and settings of a
//! client.

use std::time::Duration;

use open_platform::client::{Builder, CallOptions, Hosts};
use open_platform::json::Extra;
use open_platform::model::addon::PostAddon;
use open_platform::model::asset::SubmitSchema;
use open_platform::model::event::SubscriptionType;
use open_platform::model::image::UploadedImage;
use open_platform::model::message::{BotMessage, Message};
use open_platform::model::money::Rials;
use open_platform::model::own_post::{LocationType, PostDetails, PostSubmission};
use open_platform::model::semantic::{self, Semantic};
use open_platform::model::widget::{EventRow, SelectorRow, Widget};
use open_platform::observe::Level;
use open_platform::policy::RetryPolicy;
use open_platform::transport::Http;
use open_platform::{
    BusinessToken, ConversationId, Error, Json, Phone, PostToken, RecordId, Scope, UserId, migrate, policy,
    required_scopes, scope,
};
use serde_json::{Map, Value, json};

use crate::app::Log;
use crate::outgoing::is_request;
use crate::outgoing::platform::{Outcomes, Platform};
use crate::{Case, CheckResult, judge, outcome, same};

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(text).collect()
}

#[test]
fn phones_and_ids() {
    judge("phones_and_ids", |case| {
        let value = text(&case.given["value"]);
        let checked = match text(&case.given["type"]) {
            "phone" => Phone::from(value).normalized(),
            "post_token" => PostToken::from(value).check().map(|()| value.to_owned()),
            "conversation_id" => ConversationId::from(value).check().map(|()| value.to_owned()),
            "business_token" => BusinessToken::from(value).check().map(|()| value.to_owned()),
            "user_id" => UserId::from(value).check().map(|()| value.to_owned()),
            "id" => RecordId::from(value).check().map(|()| value.to_owned()),
            other => panic!("{other}"),
        };
        outcome(checked, &case.expect, |value| same("value", &json!(value), &case.expect["value"]))
    });
}

#[test]
fn amounts() {
    judge("amounts", |case| {
        let [first, second] = ["first", "second"].map(|name| Rials::new(text(&case.given[name]).parse().unwrap()));
        let order = format!("{:?}", first.cmp(&second)).to_lowercase();
        let (sum, difference) = (first + second, first - second);
        let actual = json!({
            "order": order, "sum": sum.rials.to_string(), "difference": difference.rials.to_string(),
        });
        same("the amounts", &actual, &case.expect)
    });
}

#[test]
fn semantics() {
    judge("semantics", |case| match text(&case.given["operation"]) {
        "mask" => {
            let masked = semantic::mask(text(&case.given["value"]));
            outcome(masked, &case.expect, |value| same("value", &json!(value), &case.expect["value"]))
        }
        "mask_real_estate" => {
            let masked = semantic::mask_real_estate(text(&case.given["document"]), text(&case.given["page"]));
            outcome(masked, &case.expect, |value| same("value", &json!(value), &case.expect["value"]))
        }
        "hashed_names" => {
            let data: Semantic = serde_json::from_value(case.given["semantic"].clone()).unwrap();
            let mut names = semantic::hashed_names(&data);
            names.sort();
            same("names", &json!(names), &case.expect["names"])
        }
        other => panic!("{other}"),
    });
}

#[test]
fn submit_forms() {
    judge("submit_forms", |case| {
        let form = SubmitSchema { schema: case.given["schema"].clone().into(), ..SubmitSchema::default() };
        let fields: Extra = serde_json::from_value(case.given["category_fields"].clone()).unwrap();
        let problems = form.problems(&fields);
        same("problems", &json!(problems), &case.expect["problems"])?;
        let details = PostDetails {
            category_slug: "light".into(),
            title: "Car".into(),
            description: "White".into(),
            city: "tehran".into(),
            location_type: LocationType::Empty,
            ..PostDetails::default()
        };
        let post = PostSubmission { category_fields: fields, ..PostSubmission::new("b1", details) }.schema(form);
        let refused = match post.check() {
            Err(Error::InvalidInput { field, .. }) => Some(field),
            Err(other) => return Err(other.to_string()),
            Ok(()) => None,
        };
        same("the refused field", &json!(refused), &json!(problems.first().map(|first| &first.path)))
    });
}

#[test]
fn scopes() {
    judge("scopes", |case| match text(&case.given["operation"]) {
        "required" => {
            let events: Vec<_> = texts(&case.given["events"]).into_iter().map(SubscriptionType::from).collect();
            outcome(required_scopes(&texts(&case.given["calls"]), &events), &case.expect, |needs| {
                let alternatives: Vec<_> = needs
                    .alternatives
                    .iter()
                    .map(|other| json!({ "scope": other.smallest, "or": other.broader }))
                    .collect();
                let actual = json!({
                    "scope": needs.scopes.join(" "),
                    "scopes": needs.scopes,
                    "alternatives": alternatives,
                    "permissions": needs.permissions,
                });
                same("what is needed", &actual, &case.expect)
            })
        }
        "join" => {
            let scopes: Vec<_> = texts(&case.given["scopes"]).into_iter().map(Scope::from).collect();
            outcome(scope::join(&scopes), &case.expect, |value| same("value", &json!(value), &case.expect["value"]))
        }
        "table" => {
            let rows: Map<_, _> =
                scope::ALL.iter().map(|kind| (kind.name.to_owned(), json!(kind.object.identifier()))).collect();
            same("identifiers", &rows.into(), &case.expect["identifiers"])
        }
        other => panic!("{other}"),
    });
}

#[test]
fn widgets() {
    judge("widgets", |case| {
        let addons = match case.given.get("row") {
            Some(row) => rows_with_an_image(text(row), text(&case.given["image"])),
            None => vec![Json::from(json!({ "widgets": [case.given["widget"]] })).to_input::<PostAddon>()],
        };
        for addon in addons {
            let written = addon.and_then(|addon| {
                addon.check()?;
                Ok(serde_json::to_value(&addon).unwrap())
            });
            outcome(written, &case.expect, |addon| same("the widget", &addon["widgets"][0], &case.expect["value"]))?;
        }
        Ok(())
    });
}

/// Add-ons of one row, with the name of an image and with the response to an upload.
fn rows_with_an_image(row: &str, name: &str) -> Vec<open_platform::Result<PostAddon>> {
    let uploaded = UploadedImage { image_name: name.into(), ..UploadedImage::default() };
    let widgets: [Widget; 2] = match row {
        "event_row" => [EventRow::new("Report").image(name).into(), EventRow::new("Report").image(&uploaded).into()],
        "selector_row" => {
            [SelectorRow::new("Report").image(name).into(), SelectorRow::new("Report").image(&uploaded).into()]
        }
        other => panic!("{other}"),
    };
    widgets.map(|widget| Ok(PostAddon::new().widget(widget))).into()
}

#[test]
fn messages() {
    judge("messages", |case| {
        let message = Json::from(case.given["value"].clone());
        let written = match text(&case.given["kind"]) {
            "message" => message.to_input::<Message>().and_then(|message| {
                message.check()?;
                Ok(serde_json::to_value(&message).unwrap())
            }),
            "bot_message" => message.to_input::<BotMessage>().and_then(|message| {
                message.check()?;
                Ok(serde_json::to_value(&message).unwrap())
            }),
            other => panic!("{other}"),
        };
        outcome(written, &case.expect, |message| same("the message", &message, &case.expect["value"]))
    });
}

#[test]
fn retry_after() {
    judge("retry_after", |case| {
        let now = text(&case.given["now"]).parse().unwrap();
        let wait = policy::retry_after(text(&case.given["header"]), now).map(|wait| wait.as_secs());
        same("seconds", &json!(wait), &case.expect["seconds"])
    });
}

#[test]
fn migration() {
    judge("migration", |case| {
        let value = Json::from(case.given["value"].clone());
        let migrated = match text(&case.given["kind"]) {
            "addon" => migrate::addon(value),
            "user_addon" => migrate::user_addon(value),
            "verification" => migrate::verification(value),
            "widgets" => migrate::widgets(value),
            "action" => migrate::action(value),
            "message" => migrate::message(value),
            "webhook_body" => migrate::webhook_body(value),
            "listener" => migrate::listener(value),
            "start_request" => migrate::start_request(value),
            "any" => migrate::any(value),
            other => panic!("{other}"),
        };
        outcome(migrated, &case.expect, |migrated| {
            let actual = json!({
                "value": migrated.value.value(),
                "endpoint": migrated.endpoint,
                "dropped": migrated.dropped(),
                "needs_attention": migrated.needs_attention(),
            });
            for (name, expected) in case.expect.as_object().unwrap() {
                match name.as_str() {
                    "contains" => contains(&actual["value"], expected)?,
                    _ => same(name, &actual[name], expected)?,
                }
            }
            Ok(())
        })
    });
}

/// Whether `actual` has all members that `expected` has.
fn contains(actual: &Value, expected: &Value) -> CheckResult {
    match expected {
        Value::Object(members) => members.iter().try_for_each(|(name, expected)| contains(&actual[name], expected)),
        expected => same("a member", actual, expected),
    }
}

#[test]
fn environments() {
    judge("environments", |case| {
        let setting = |name: &str| case.given.get(name).map(text);
        let variables = case.given["environment"].as_object().unwrap();
        let make = || {
            Platform::alone(Outcomes::always(None), |builder| {
                let builder = builder.environment(variables.iter().map(|(name, value)| (name, text(value))));
                let builder = setting("api_key").into_iter().fold(builder, Builder::api_key);
                let builder = setting("client_id").into_iter().fold(builder, Builder::client_id);
                let base = setting("base").map(|base| Hosts { base: base.to_owned(), ..Hosts::live() });
                let sandbox = setting("sandbox_url").map(Hosts::sandbox);
                base.into_iter().chain(sandbox).fold(builder, Builder::hosts)
            })
        };
        let get = |platform: &Platform| platform.run(platform.client().posts().get("gZd7omnS"));
        let (result, lines) = Log::of(Level::INFO, || accepted_or_refused(make(), case, get));
        result?;
        let lines: Vec<_> = lines.iter().map(|line| line.trim().replacen("INFO open_platform:", "info", 1)).collect();
        same("lines", &json!(lines), case.expect.get("lines").unwrap_or(&json!([])))
    });
}

/// Uses a client whose settings may be refused: then nothing is sent, and no error contains the word `canary` of a setting.
fn accepted_or_refused<T>(
    platform: Result<Platform, Error>,
    case: &Case,
    call: impl FnOnce(&Platform) -> Result<T, Error>,
) -> CheckResult {
    let (result, sent) = match platform {
        Ok(platform) => (call(&platform), platform.sent()),
        // There is no client that could send.
        Err(error) => (Err(error), Vec::new()),
    };
    if let Err(error) = &result {
        let shown = format!("{error} {error:?}");
        same("a secret in the error", &json!(shown.contains("canary")), &json!(false))?;
    }
    same("number of requests", &json!(sent.len()), &json!(u8::from(result.is_ok())))?;
    outcome(result, &case.expect, |_| match case.expect.get("request") {
        Some(request) => is_request(&sent[0], request),
        None => Ok(()),
    })
}

/// Sets the limits of a case.
pub fn limits(builder: Builder, given: &Value) -> Builder {
    let count = |name: &str| given.get(name).and_then(Value::as_u64);
    let size = |name: &str| count(name).map(|count| usize::try_from(count).unwrap());
    let retry = count("max_attempts")
        .map(|attempts| RetryPolicy { max_attempts: u32::try_from(attempts).unwrap(), ..RetryPolicy::default() });
    let builder = retry.into_iter().fold(builder, Builder::retry);
    let builder = size("max_message_chars").into_iter().fold(builder, Builder::max_message_chars);
    let builder = size("max_caption_chars").into_iter().fold(builder, Builder::max_caption_chars);
    let builder = size("max_image_name_chars").into_iter().fold(builder, Builder::max_image_name_chars);
    let builder = size("max_buttons").into_iter().fold(builder, Builder::max_buttons);
    let builder = count("max_image_bytes").into_iter().fold(builder, Builder::max_image_bytes);
    let builder = count("max_body_bytes").into_iter().fold(builder, Builder::max_body_bytes);
    let builder = count("max_video_bytes").into_iter().fold(builder, Builder::max_video_bytes);
    size("max_pending_logins").into_iter().fold(builder, Builder::max_pending_logins)
}

#[test]
fn configurations() {
    judge("configurations", |case| {
        let setting = |name: &str| case.given.get(name).map(text);
        let length = |name: &str| {
            let seconds = case.given.get(name)?.as_f64().unwrap();
            Some(Duration::try_from_secs_f64(seconds).unwrap_or_default())
        };
        let platform = Platform::configured(Outcomes::always(None), |builder| {
            let builder = setting("api_key").into_iter().fold(builder, Builder::api_key);
            let builder = setting("client_secret").into_iter().fold(builder, Builder::client_secret);
            let builder = setting("client_id").into_iter().fold(builder, Builder::client_id);
            let builder = setting("identification_key").into_iter().fold(builder, Builder::identification_key);
            let builder = length("timeout").into_iter().fold(builder, Builder::timeout);
            let builder = length("upload_timeout").into_iter().fold(builder, Builder::upload_timeout);
            let builder = limits(builder, &case.given);
            let builder = builder.allow_plain_http(case.given["allow_plain_http"] == true);
            let base = setting("base").map(|base| Hosts { base: base.to_owned(), ..Hosts::live() });
            let sandbox = setting("sandbox_url").map(Hosts::sandbox);
            base.into_iter().chain(sandbox).fold(builder, Builder::hosts)
        });
        accepted_or_refused(platform, case, |platform| {
            if setting("identification_key").is_some() {
                let _ = platform.client().webhooks()?;
            }
            if let Some(timeout) = length("connect_timeout") {
                Http::builder().connect_timeout(timeout).build()?;
            }
            let user = platform.client().user_with_token(setting("access_token").unwrap_or("access-token-of-the-user"));
            let user =
                length("call_timeout").into_iter().fold(user, |user, timeout| user.with(CallOptions::timeout(timeout)));
            platform.run(user.posts().get_with_ongoing_images("gZd7omnS"))
        })
    });
}
