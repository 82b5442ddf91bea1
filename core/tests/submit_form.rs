//! The check of a category's fields against its form, compared with a JSON Schema validator for the keywords that both read.

mod recorder;

use open_platform::Error;
use open_platform::json::Extra;
use open_platform::model::asset::SubmitSchema;
use open_platform::model::own_post::{LocationType, PostDetails, PostSubmission};
use proptest::prelude::*;
use recorder::Recorder;
use serde_json::{Value, json};

fn schema(schema: Value) -> SubmitSchema {
    SubmitSchema { schema: schema.into(), ..SubmitSchema::default() }
}

fn fields(fields: Value) -> Extra {
    serde_json::from_value(fields).unwrap()
}

fn submission() -> PostSubmission {
    let details = PostDetails {
        category_slug: "light".into(),
        title: "Car".into(),
        description: "White".into(),
        city: "tehran".into(),
        location_type: LocationType::Empty,
        ..PostDetails::default()
    };
    PostSubmission::new("b1", details)
}

#[tokio::test]
async fn a_submission_with_its_form_is_checked_before_it_is_sent() {
    let form =
        r#"{"schema":{"properties":{"usage":{"type":"integer"},"rooms":{"enum":["one"]}},"required":["rooms"]}}"#;
    let recorder = Recorder::new([(200, form), (200, r#"{"post_token":"new"}"#), (200, r#"{"post_token":"new"}"#)]);
    let platform = recorder::builder(recorder.clone()).build().unwrap();
    let form = platform.assets().submit_schema("light").await.unwrap();
    assert!(form.issues.is_empty());

    let user = platform.user_with_token("token");
    let bad = submission().category_field("usage", json!("many")).schema(form.clone());
    let error = user.own_posts().submit(bad.clone()).await.unwrap_err();
    let Error::InvalidInput { field, reason } = &error else { panic!("{error}") };
    assert_eq!(field, "category_fields.rooms");
    assert_eq!(reason, "is required; `category_fields.usage`: must be a whole number");
    platform.own_posts().submit_as_app(bad).await.unwrap_err();
    assert_eq!(recorder.requests().len(), 1);

    let good = submission().category_field("usage", json!(7)).category_field("rooms", json!("one"));
    user.own_posts().submit(good.clone().schema(form)).await.unwrap();
    user.own_posts().submit(good).await.unwrap();
    let requests = recorder.requests();
    // The form itself is not sent.
    assert_eq!(requests[1].body, requests[2].body);
}

#[tokio::test]
async fn rules_of_a_form_that_are_not_checked_are_noted() {
    let form = r#"{"schema":{"title":"Form","properties":{
        "a":{"type":"uuid","enumNames":["x"]},"b":{"pattern":"^x$","format":"date"},"c":{"items":{"oneOf":[]}},"d":7}}}"#;
    let platform = recorder::builder(Recorder::new([(200, form)])).build().unwrap();
    let form = platform.assets().submit_schema("light").await.unwrap();
    let mut paths: Vec<_> = form.issues.iter().map(|issue| issue.path.as_str()).collect();
    paths.sort_unstable();
    let noted = ["a.type", "b.pattern", "c.items.oneOf", "d"].map(|path| format!("schema.properties.{path}"));
    assert_eq!(paths, noted);
    assert!(form.problems(&fields(json!({ "a": 1, "b": "y", "c": [1], "d": null }))).is_empty());
}

#[test]
fn an_error_lists_at_most_ten_more_problems() {
    let names: Vec<_> = (0..20).map(|n| format!("field_{n:02}")).collect();
    let form = schema(json!({ "required": names }));
    assert_eq!(form.problems(&Extra::new()).len(), 20);
    let Err(Error::InvalidInput { field, reason }) = form.check(&Extra::new()) else { panic!() };
    assert_eq!(field, "category_fields.field_00");
    assert!(reason.contains("field_10`: is required") && !reason.contains("field_11"), "{reason}");
    assert!(reason.ends_with("; and 9 more"), "{reason}");
}

#[test]
fn a_problem_does_not_show_the_value_of_the_user() {
    let form =
        schema(json!({ "properties": { "a": { "type": "integer" }, "b": { "enum": [1] }, "c": { "maxLength": 3 } } }));
    let problems = form.problems(&fields(json!({ "a": "canary", "b": "canary", "c": "canary" })));
    assert_eq!(problems.len(), 3);
    assert!(!format!("{problems:?}").contains("canary"));
}

/// A value of a field.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..4).prop_map(Value::from),
        (-6_i32..7).prop_map(|half| Value::from(f64::from(half) / 2.0)),
        "[ab\u{6f1}]{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::hash_map("[ab]", inner, 0..3).prop_map(|members| json!(members)),
        ]
    })
}

/// A schema of keywords that both read.
fn rule() -> impl Strategy<Value = Value> {
    let kind = prop::sample::select(vec!["string", "integer", "number", "boolean", "array", "object", "null"]);
    let keyword = prop_oneof![
        kind.clone().prop_map(|kind| ("type", json!(kind))),
        prop::collection::hash_set(kind, 1..3).prop_map(|kinds| ("type", json!(kinds))),
        prop::collection::vec(value(), 1..3).prop_map(|choices| ("enum", json!(choices))),
        value().prop_map(|only| ("const", only)),
        (prop::sample::select(vec!["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]), -2_i64..3)
            .prop_map(|(name, end)| (name, json!(end))),
        (prop::sample::select(vec!["minLength", "maxLength", "minItems", "maxItems"]), 0_u64..3)
            .prop_map(|(name, count)| (name, json!(count))),
        any::<bool>().prop_map(|unique| ("uniqueItems", json!(unique))),
        any::<bool>().prop_map(|open| ("additionalProperties", json!(open))),
        prop::collection::hash_set("[ab]", 0..3).prop_map(|names| ("required", json!(names))),
    ];
    let keywords = prop::collection::vec(keyword, 0..4);
    let leaf = keywords.prop_map(|keywords| json!(keywords.into_iter().collect::<std::collections::HashMap<_, _>>()));
    leaf.prop_recursive(2, 6, 2, |inner| {
        (inner.clone(), inner.clone(), prop::collection::hash_map("[ab]", inner, 0..3)).prop_map(
            |(mut rule, items, members)| {
                rule["items"] = items;
                rule["properties"] = json!(members);
                rule
            },
        )
    })
}

proptest! {
    #[test]
    fn the_check_agrees_with_a_json_schema_validator(rule in rule(), members in prop::collection::hash_map("[abc]", value(), 0..4)) {
        let validator = jsonschema::validator_for(&rule).unwrap();
        let members = json!(members);
        let problems = schema(rule.clone()).problems(&fields(members.clone()));
        prop_assert_eq!(problems.is_empty(), validator.is_valid(&members), "{} by {}: {:?}", members, rule, problems);
    }
}
