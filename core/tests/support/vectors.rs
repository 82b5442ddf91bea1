//! Reads the files of `tests/vectors`. What they may contain is described in the README there.

// Not every test program reads every member.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::{Map, Value};

/// One case of a file.
pub struct Case {
    /// Its name.
    pub name: String,
    /// The input.
    pub given: Value,
    /// The outcome.
    pub expect: Value,
}

/// `tests/vectors`.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors")
}

/// The cases of a file, with all abbreviations expanded.
pub fn cases(file: &str) -> Vec<Case> {
    cases_of(file, "cases")
}

/// Another list of cases of a file. `defaults` apply to `cases` alone.
pub fn cases_of(file: &str, list: &str) -> Vec<Case> {
    let document = document(file);
    let shared = &document["shared"];
    let defaults = if list == "cases" { document["defaults"].as_object() } else { None };
    let cases: Vec<_> = document[list]
        .as_array()
        .unwrap()
        .iter()
        .map(|case| {
            let name = case["name"].as_str().unwrap();
            let members: BTreeSet<_> = case.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(members, ["expect", "given", "name", "source"].into(), "{file}: {name}");
            assert!(!case["source"].as_str().unwrap().is_empty(), "{file}: {name} has no source");
            let mut given = defaults.cloned().unwrap_or_default();
            given.extend(case["given"].as_object().unwrap().clone());
            Case {
                name: name.to_owned(),
                given: expand(&given.into(), shared),
                expect: expand(&case["expect"], shared),
            }
        })
        .collect();
    let names: BTreeSet<_> = cases.iter().map(|case| &case.name).collect();
    assert_eq!(names.len(), cases.len(), "{file}: two cases have the same name");
    cases
}

fn document(file: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(format!("{file}.json"))).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    for member in document.as_object().unwrap().keys() {
        let is_known =
            MEMBERS.contains(&member.as_str()) || file == "adapters" && OF_ADAPTERS.contains(&member.as_str());
        assert!(is_known, "{file}: {member}");
    }
    document
}

const MEMBERS: [&str; 4] = ["about", "defaults", "shared", "cases"];
const OF_ADAPTERS: [&str; 5] = ["slow", "login", "gateway", "impossible", "added_headers"];

/// The cases of a list of `adapters.json` that one of these servers makes impossible, by the names of server and case, with what is
/// expected there instead, if anything is.
pub fn impossible(list: &str, servers: &[&str]) -> BTreeMap<(String, String), Option<Value>> {
    let document = document("adapters");
    let names = |value: &Value| -> Vec<String> { serde_json::from_value(value.clone()).unwrap() };
    let cases: BTreeSet<_> = cases_of("adapters", list).into_iter().map(|case| case.name).collect();
    let mut found = BTreeMap::new();
    for row in document["impossible"].as_array().unwrap() {
        let (language, of) = (row["language"].as_str().unwrap(), row["list"].as_str().unwrap());
        assert!(["rust", "python", "node", "kotlin", "swift"].contains(&language), "{row}");
        assert!(
            ["cases", "slow", "login", "gateway"].contains(&of) && !row["reason"].as_str().unwrap().is_empty(),
            "{row}"
        );
        if of != list {
            continue;
        }
        for case in names(&row["cases"]) {
            assert!(cases.contains(&case), "`impossible` has an unknown case: {case}");
            for server in names(&row["servers"]).into_iter().filter(|_| language == "rust") {
                assert!(servers.contains(&server.as_str()), "`impossible` has an unknown server: {server}");
                let instead = row.get("instead").map(|instead| expand(instead, &document["shared"]));
                assert!(found.insert((server, case.clone()), instead).is_none(), "`impossible` has this twice: {case}");
            }
        }
    }
    found
}

/// Expands `{"repeat": {"prefix": …, "text": …, "times": …, "suffix": …}}` and
/// `{"use": …, "with": {…}, "without": […]}`.
fn expand(value: &Value, shared: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| expand(item, shared)).collect(),
        Value::Object(members) => match (members.get("repeat"), members.get("use").and_then(Value::as_str)) {
            (Some(repeat), _) if members.len() == 1 => {
                let part = |name: &str| repeat[name].as_str().unwrap_or_default();
                let times = usize::try_from(repeat["times"].as_u64().unwrap()).unwrap();
                Value::String([part("prefix"), &part("text").repeat(times), part("suffix")].concat())
            }
            (_, Some(name)) => {
                let mut used = expand(shared.get(name).unwrap_or_else(|| panic!("nothing is named {name}")), shared);
                for name in members.get("without").and_then(Value::as_array).into_iter().flatten() {
                    used.as_object_mut().unwrap().remove(name.as_str().unwrap()).unwrap();
                }
                for (name, value) in members.get("with").and_then(Value::as_object).into_iter().flatten() {
                    used[name] = expand(value, shared);
                }
                used
            }
            _ => {
                members.iter().map(|(name, value)| (name.clone(), expand(value, shared))).collect::<Map<_, _>>().into()
            }
        },
        other => other.clone(),
    }
}

/// The first case of a call in `requests.json`, whose arguments and reply other files use.
pub fn example(call: &str) -> Case {
    cases("requests").into_iter().find(|case| case.given["call"] == call).unwrap()
}
