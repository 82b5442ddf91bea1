//! Checks that the README's table of switches is generated from the code: names and values from the profiles,
//! descriptions from the OpenAPI description of the admin API.
//!
//! After a change: `UPDATE_README=1 cargo test -p open-platform-sandbox --test readme`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use http::Method;
use open_platform::transport::Request;
use open_platform_sandbox::{Profile, Sandbox, Switches};
use serde_json::Value;

const BEGIN: &str = "<!-- switches: made by tests/readme.rs -->\n";
const END: &str = "<!-- end of switches -->\n";

/// The groups of switches, and the schema that describes each.
const GROUPS: [(&str, &str); 4] =
    [("gaps", "Gaps"), ("oauth", "OAuthRules"), ("webhooks", "WebhookRules"), ("limits", "LimitRules")];

async fn schemas() -> Value {
    let sandbox = Sandbox::builder().build();
    let request = Request {
        method: Method::GET,
        url: format!("{}/_sandbox/openapi.json", sandbox.url()),
        headers: Default::default(),
        body: Default::default(),
        timeout: Duration::from_secs(60),
        max_response: 1 << 22,
        progress: None,
    };
    let answer = sandbox.transport().send(request).await.unwrap();
    let mut description: Value = serde_json::from_slice(&answer.body).unwrap();
    description["components"]["schemas"].take()
}

fn values(profile: Profile) -> Value {
    serde_json::to_value(Switches::of(profile)).unwrap()
}

fn cell(value: &Value) -> String {
    match value {
        Value::Bool(true) => "on".into(),
        Value::Bool(false) => "off".into(),
        Value::String(word) if word.is_empty() => "none".into(),
        Value::String(word) => format!("`{word}`"),
        Value::Array(items) if items.is_empty() => "none".into(),
        Value::Array(items) => items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// The values of a switch that is an enumeration.
fn choices(schemas: &Value, property: &Value) -> String {
    let Some(reference) = property["$ref"].as_str() else { return String::new() };
    let schema = &schemas[reference.rsplit('/').next().unwrap()];
    let listed = schema["enum"].as_array().map(|words| words.iter().map(cell).collect::<Vec<_>>());
    let described = schema["oneOf"]
        .as_array()
        .map(|all| all.iter().flat_map(|one| one["enum"].as_array()).flatten().map(cell).collect());
    let words: Vec<String> = listed.or(described).unwrap();
    format!(" One of {}.", words.join(", "))
}

fn table(schemas: &Value) -> String {
    let profiles = [Profile::Strict, Profile::Lenient, Profile::Observed].map(values);
    let mut text = String::from(
        "| Switch | What it sets, and its source | strict | lenient | observed |\n|---|---|---|---|---|\n",
    );
    for (group, schema) in GROUPS {
        let properties = &schemas[schema]["properties"];
        for name in profiles[0][group].as_object().unwrap().keys() {
            let property = &properties[name.as_str()];
            let words = property["description"].as_str().unwrap_or_else(|| panic!("{group}.{name} has no doc comment"));
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
            let sourced = ["docs/platform.md#", "the specification", "RFC", "ssumption", "tests only"];
            assert!(sourced.iter().any(|word| words.contains(word)), "{group}.{name} names no source: {words}");
            let [strict, lenient, observed] = profiles.each_ref().map(|all| cell(&all[group][name.as_str()]));
            let choices = choices(schemas, property);
            writeln!(text, "| `{group}.{name}` | {words}{choices} | {strict} | {lenient} | {observed} |").unwrap();
        }
    }
    text
}

#[tokio::test]
async fn the_table_of_switches_is_current() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = readme.split_once(BEGIN).unwrap();
    let (found, after) = rest.split_once(END).unwrap();
    let made = table(&schemas().await);
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{made}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(found, made, "run it again with UPDATE_README=1");
}
