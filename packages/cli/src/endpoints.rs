//! `open-platform endpoints`: the endpoint table as text, or as JSON with the calls of the libraries, and which operations of
//! the live platform the libraries have a method for and the sandbox implements.

use std::collections::BTreeSet;

use clap::Args;
use open_platform::api::{HANDLES, endpoints};
use open_platform::endpoint::{Endpoint, EndpointRow};
use open_platform::live::{OPERATIONS, operation_of};
use open_platform::methods::{CallDescription, HandleDescription, LANGUAGES, ParameterDescription};
use serde::Serialize;

use crate::output::{Exit, Failure, Output, columns};

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The endpoint to describe, such as `posts.get`. Without it all endpoints are listed.
    name: Option<String>,
}

/// An endpoint and its calls.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    endpoint: EndpointRow,
    /// The id of the operation in the description of the live platform. Null if the description does not have it.
    operation: Option<&'static str>,
    /// The languages whose library has a method that calls it. Empty for endpoints of logins and webhooks.
    languages: &'static [&'static str],
    /// Whether the sandbox implements it.
    sandbox: bool,
    /// How many times an app may call it in all, if the platform limits that.
    max_total_calls: Option<u32>,
    /// The newer endpoint of the live platform, if there is one beside this one of the specification.
    newer_form: Option<&'static str>,
    /// The methods that call it. Empty for endpoints of logins and webhooks.
    calls: Vec<Call>,
}

/// A method of the libraries.
#[derive(Serialize)]
struct Call {
    /// The name with its handles, such as `user.addons.create_on_post`. Calls that do not begin with `user` need only the API key.
    name: String,
    documentation: String,
    deprecated: Option<String>,
    parameters: Vec<Parameter>,
    /// The type of the result, or null if there is none.
    result: Option<String>,
    /// The errors that are special to the call, besides those that every call can return.
    errors: Vec<String>,
}

/// A parameter, or an option of the call.
#[derive(Serialize)]
struct Parameter {
    #[serde(flatten)]
    description: ParameterDescription,
    optional: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    match &arguments.name {
        Some(name) => {
            let row = row(find(name)?);
            if output.is_json() { output.json(&row)? } else { output.text(&described(&row, output))? }
        }
        None if output.is_json() => {
            output.json(&endpoints::ALL.iter().map(|endpoint| row(endpoint)).collect::<Vec<_>>())?;
        }
        None => output.text(&table(output))?,
    }
    Ok(Exit::Success)
}

fn find(name: &str) -> Result<&'static Endpoint, Failure> {
    endpoints::find(name).ok_or_else(|| {
        let typed = name.to_lowercase();
        let distance = |known: &'static str| (strsim::damerau_levenshtein(known, &typed), known);
        let next = match endpoints::ALL.iter().map(|endpoint| distance(endpoint.name)).min() {
            Some((distance, nearest)) if distance * 3 <= nearest.len() => format!("did you mean {nearest}?"),
            // More than a third of the letters differ.
            _ => "run `open-platform endpoints` for the list".to_owned(),
        };
        Failure::usage(format!("there is no endpoint {name}"), "names look like `addons.create_on_post`", next)
    })
}

fn row(endpoint: &Endpoint) -> Row {
    let mut calls = Vec::new();
    for handle in HANDLES {
        let own = handle.calls.iter().filter(|call| call.endpoint.name == endpoint.name);
        calls.extend(own.flat_map(|call| methods(handle, call)));
    }
    Row {
        endpoint: endpoint.row(),
        operation: operation_of(endpoint).map(|operation| operation.id),
        languages: if calls.is_empty() { &[] } else { &LANGUAGES },
        sandbox: open_platform_sandbox::implements(endpoint),
        max_total_calls: endpoint.max_total_calls,
        newer_form: endpoint.newer_form,
        calls,
    }
}

/// The method of a call, and the one that iterates over the items of all pages, if it returns a page.
fn methods(handle: &HandleDescription, call: &CallDescription) -> Vec<Call> {
    let owner = format!("{}{}", if handle.is_user { "user." } else { "" }, handle.path.join("."));
    let errors = plain(call.errors);
    let method = |name: &str, documentation: String, result: Option<String>| Call {
        name: format!("{owner}.{name}"),
        documentation,
        deprecated: call.deprecated.map(plain),
        parameters: parameters(call),
        result,
        errors: errors.split("\n\n").filter(|text| !text.is_empty()).map(str::to_owned).collect(),
    };
    let result = Some(call.result).filter(|result| *result != "()").map(str::to_owned);
    let iterated = call.pages.as_ref().map(|pages| {
        let documentation = pages.documentation(&format!("`{}`", call.method)).join("\n\n");
        method(&format!("iterate_{}", call.method), documentation, Some(format!("Pages<{}>", pages.item)))
    });
    [method(call.method, plain(call.documentation), result)].into_iter().chain(iterated).collect()
}

/// The parameters of a call: first its own, then the options. A page of a list needs no argument: the default is the first one.
fn parameters(call: &CallDescription) -> Vec<Parameter> {
    let of = |name, kind, optional| Parameter {
        description: ParameterDescription { name, kind, documentation: "" },
        optional,
    };
    let own = call.parameters.iter().map(|parameter| of(parameter.name, parameter.kind, call.pages.is_some()));
    let repeat = call.endpoint.repeatable.then(|| of("repeat_post_addons", "bool", true));
    own.chain([of("timeout", "Duration", true)]).chain(repeat).collect()
}

/// Markdown with links to Rust items replaced by the names of the items.
fn plain(markdown: &str) -> String {
    let text = markdown.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let mut written = String::new();
    let mut rest = text.trim();
    while let Some((before, after)) = rest.split_once('[') {
        let Some((name, after)) = after.split_once(']') else { break };
        let target = after.strip_prefix('(').and_then(|link| link.split_once(')'));
        rest = target.map_or(after, |(_, after)| after);
        written += before;
        written += name;
    }
    (written + rest).replace("Self::", "").replace("::", ".")
}

/// An endpoint as text: its address and rules, then its calls.
fn described(row: &Row, output: Output) -> String {
    let Row { endpoint, calls, .. } = row;
    let mut facts = vec![
        ["  Request", &format!("{} {} at the host {}", endpoint.method, endpoint.path, endpoint.host)],
        ["  Credentials", &endpoint.credentials],
        ["  Body", &endpoint.body],
        ["  Retry class", &endpoint.retry],
        ["  Status", &endpoint.lifecycle],
    ]
    .into_iter()
    .map(|fact| fact.map(str::to_owned))
    .collect::<Vec<_>>();
    let mut add = |name: &str, value: String| facts.push([format!("  {name}"), value]);
    let scopes = endpoint.scopes.join(", ");
    match endpoint.scope_rule.as_str() {
        "none" => {}
        "each" => add("Scopes", format!("each of {scopes}, for its member of the response")),
        "of_event" => add("Scopes", "those of the event type: `open-platform scopes --event TYPE`".to_owned()),
        _ if endpoint.scopes.len() == 1 => add("Scope", scopes),
        _ => add("Scopes", format!("one of {scopes}")),
    }
    if let Some(permission) = &endpoint.permission {
        add("Permission", permission.clone());
    }
    if let Some(deprecation) = &endpoint.deprecation {
        add("Deprecated", format!("since {}: use {}", deprecation.since, deprecation.replacement));
    }
    if let Some(newer) = row.newer_form {
        add("Newer form", newer.to_owned());
    }
    if let Some(most) = row.max_total_calls {
        add("Calls in all", most.to_string());
    }
    if let Some(operation) = row.operation {
        add("Operation", operation.to_owned());
    }
    if !row.languages.is_empty() {
        add("Languages", row.languages.join(", "));
    }
    add("Sandbox", yes_or_no(row.sandbox).to_owned());
    add("Source", endpoint.source.clone());
    let mut text = format!("{}: {}\n\n{}\n", output.bold(&endpoint.name), endpoint.purpose, columns(&facts).join("\n"));
    for call in calls {
        let parameters = call.parameters.iter().map(|parameter| {
            let mark = if parameter.optional { "?" } else { "" };
            format!("{}{mark}: {}", parameter.description.name, parameter.description.kind)
        });
        let result = call.result.as_ref().map_or(String::new(), |result| format!(" -> {result}"));
        let signature = format!("{}({}){result}", call.name, parameters.collect::<Vec<_>>().join(", "));
        text += &format!("\n{}\n", output.bold(&signature));
        for paragraph in [&call.documentation].into_iter().chain(&call.errors) {
            text += &format!("  {}\n", paragraph.replace('\n', "\n  "));
        }
    }
    text
}

fn yes_or_no(it: bool) -> &'static str {
    if it { "yes" } else { "no" }
}

/// What the libraries and the sandbox have of the operations of the live platform, in a sentence.
fn summary(rows: &[Row]) -> String {
    let count = |has: fn(&Row) -> bool| {
        let ids = rows.iter().filter(|row| has(row)).filter_map(|row| row.operation);
        ids.collect::<BTreeSet<_>>().len()
    };
    format!(
        "Of {} operations of the live platform, {} have a method in {} languages ({}), and the sandbox implements {}.",
        OPERATIONS.len(),
        count(|row| !row.calls.is_empty()),
        LANGUAGES.len(),
        LANGUAGES.join(", "),
        count(|row| row.sandbox),
    )
}

fn table(output: Output) -> String {
    let titles = ["", "NAME", "METHOD", "HOST", "PATH", "CREDENTIALS", "LANGUAGES", "SANDBOX", "LIFECYCLE"];
    let mut rows = vec![titles.map(str::to_owned)];
    let described: Vec<_> = endpoints::ALL.iter().map(|endpoint| row(endpoint)).collect();
    rows.extend(endpoints::ALL.iter().zip(&described).map(|(endpoint, row)| {
        let lifecycle = match endpoint.replacement() {
            Some(replacement) => format!("legacy: use {replacement}"),
            None => endpoint.lifecycle.name().to_owned(),
        };
        [
            endpoint.number.unwrap_or_default().to_owned(),
            endpoint.name.to_owned(),
            endpoint.method.to_string(),
            endpoint.host.name().to_owned(),
            endpoint.path.to_owned(),
            endpoint.credentials.name().to_owned(),
            match row.languages.len() {
                0 => String::new(),
                count => count.to_string(),
            },
            yes_or_no(row.sandbox).to_owned(),
            lifecycle,
        ]
    }));
    let lines = columns(&rows);
    let painted = lines.iter().enumerate().map(|(index, line)| match index.checked_sub(1) {
        None => output.bold(line),
        Some(index) if endpoints::ALL.get(index).is_some_and(|e| e.replacement().is_some()) => output.dim(line),
        Some(_) => line.clone(),
    });
    painted.collect::<Vec<_>>().join("\n") + "\n\n" + &summary(&described) + "\n"
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json, to_value};

    use super::*;

    #[test]
    fn a_row_has_every_member() {
        let old = to_value(row(endpoints::find("legacy.conversations.send").unwrap())).unwrap();
        assert_eq!(old["deprecation"], json!({ "replacement": "conversations.send", "since": "2024-11-04" }));
        let current = to_value(row(endpoints::find("addons.create_on_post").unwrap())).unwrap();
        assert_eq!(current["deprecation"], Value::Null);
        assert_eq!(current["scopes"], json!(["POST_ADDON_CREATE.<post_token>", "USER_POSTS_ADDON_CREATE"]));
        assert_eq!(current["path"], "/v2/open-platform/addons/post/{post_token}");
        assert_eq!(
            current["calls"][0]["parameters"],
            json!([
                { "name": "post", "type": "PostToken", "optional": false },
                { "name": "addon", "type": "PostAddon", "optional": false },
                { "name": "timeout", "type": "Duration", "optional": true },
                { "name": "repeat_post_addons", "type": "bool", "optional": true },
            ])
        );
        assert_eq!(current["calls"][0]["result"], "AddonCreated");
    }

    #[test]
    fn a_list_can_be_read_without_an_argument_and_iterated() {
        let row = to_value(row(endpoints::PAYMENTS_TRANSACTIONS)).unwrap();
        let calls = row["calls"].as_array().unwrap();
        let names = calls.iter().map(|call| (call["name"].as_str().unwrap(), call["result"].as_str().unwrap()));
        let expected =
            [("payments.transactions", "TransactionPage"), ("payments.iterate_transactions", "Pages<Transaction>")];
        assert!(names.eq(expected), "{calls:?}");
        for call in calls {
            let query = json!({ "name": "query", "type": "TransactionQuery", "optional": true });
            assert_eq!(call["parameters"][0], query, "{call}");
        }
    }

    #[test]
    fn a_row_says_which_scopes_it_needs_and_what_is_newer() {
        let facts = |name| {
            let row = row(endpoints::find(name).unwrap());
            let text = described(&row, Output::new(true));
            let line = |title: &str| {
                let line = text.lines().find_map(|line| line.trim_start().strip_prefix(title));
                line.map(|line| line.trim_start_matches('s').trim().to_owned())
            };
            (row.endpoint.scope_rule, line("Scope"), line("Newer form"))
        };
        let fact = |rule: &str, scopes: &str, newer: Option<&str>| {
            (rule.to_owned(), Some(scopes.to_owned()), newer.map(str::to_owned))
        };
        assert_eq!(
            facts("users.me"),
            fact("each", "each of USER_ID, USER_PHONE, for its member of the response", None)
        );
        let of_event = "those of the event type: `open-platform scopes --event TYPE`";
        assert_eq!(facts("events.subscribe"), fact("of_event", of_event, None));
        assert_eq!(facts("users.phone_numbers"), fact("one_of", "USER_PHONE", Some("users.me")));
        let one_of = "one of POST_ADDON_CREATE.<post_token>, USER_POSTS_ADDON_CREATE";
        assert_eq!(facts("addons.create_on_post"), fact("one_of", one_of, None));
        assert_eq!(facts("posts.get"), ("none".to_owned(), None, None));
    }

    #[test]
    fn every_operation_of_the_live_platform_is_typed_and_implemented() {
        let rows: Vec<_> = endpoints::ALL.iter().map(|endpoint| row(endpoint)).collect();
        for operation in OPERATIONS.iter() {
            let row = rows.iter().find(|row| row.operation == Some(operation.id) && !row.calls.is_empty());
            let row = row.unwrap_or_else(|| panic!("{} has no method", operation.id));
            assert!(row.sandbox && row.languages == LANGUAGES, "{}", operation.id);
        }
        assert_eq!(
            summary(&rows),
            "Of 60 operations of the live platform, 60 have a method in 5 languages (rust, python, node, kotlin, swift), \
             and the sandbox implements 60."
        );
        let search = to_value(row(endpoints::FINDER_SEARCH)).unwrap();
        assert_eq!((&search["operation"], &search["max_total_calls"]), (&json!("Finder_SearchPostV2"), &json!(100)));
        let event = to_value(row(endpoints::WEBHOOK_EVENT)).unwrap();
        assert_eq!((&event["operation"], &event["languages"]), (&Value::Null, &json!([])));
    }

    #[test]
    fn every_call_is_at_its_endpoint() {
        let listed: usize = endpoints::ALL.iter().map(|endpoint| row(endpoint).calls.len()).sum();
        let described = || HANDLES.iter().flat_map(|handle| handle.calls);
        assert_eq!(listed, described().count() + described().filter(|call| call.pages.is_some()).count());
        for call in endpoints::ALL.iter().flat_map(|endpoint| row(endpoint).calls) {
            assert!(!call.documentation.is_empty(), "{}", call.name);
            let texts = [call.documentation].into_iter().chain(call.errors).chain(call.deprecated);
            for text in texts {
                assert!(!text.contains("::") && !text.contains("[`"), "{}: {text}", call.name);
            }
        }
    }

    #[test]
    fn errors_of_a_call_are_listed() {
        let all = HANDLES.iter().flat_map(|handle| handle.calls).filter(|call| !call.errors.trim().is_empty());
        for call in all {
            let listed = row(call.endpoint).calls.into_iter().filter(|one| one.name.ends_with(call.method));
            assert!(listed.map(|one| one.errors.len()).sum::<usize>() > 0, "{}: {}", call.method, call.errors);
        }
    }
}
