//! `docs/endpoints.md`: the endpoint table as a document.

use open_platform::api::endpoints;
use open_platform::endpoint::{Endpoint, Host, Lifecycle, ScopeRule};

use crate::File;

pub(crate) fn files() -> Vec<File> {
    vec![File::new("docs/endpoints.md", markdown())]
}

/// The document, which compares the specification with the live platform.
fn markdown() -> String {
    let mut text = String::from(INTRODUCTION);
    text += "\n## All operations in both versions\n\n| | Specification | Newer version on the live platform |\n|---|---|---|\n";
    for endpoint in endpoints::ALL.iter().filter(|e| e.number.is_some() && e.replacement().is_none()) {
        let newer = endpoint.newer_form.and_then(endpoints::find).map_or("the same".to_owned(), form);
        text += &format!("| {} | {} | {newer} |\n", endpoint.number.unwrap_or_default(), form(endpoint));
    }
    let paired: Vec<_> = endpoints::ALL.iter().filter_map(|e| e.newer_form).collect();
    for endpoint in endpoints::ALL.iter().filter(|e| e.lifecycle == Lifecycle::Newer && !paired.contains(&e.name)) {
        text += &format!("| | does not exist | {} |\n", form(endpoint));
    }
    text += "\n## Deprecated operations, kept for existing apps\n\n| | Deprecated operation | Since | Replacement |\n|---|---|---|---|\n";
    for endpoint in endpoints::ALL.iter() {
        if let Lifecycle::Legacy { replacement, since } = endpoint.lifecycle {
            let number = endpoint.number.unwrap_or_default();
            text += &format!("| {number} | {} | {since} | `{replacement}` |\n", form(endpoint));
        }
    }
    text += MEMBERS;
    text += "\n## Requirements of each call\n\n| Call | Credentials | Scopes | Permission of the API key | Body | Retry |\n|---|---|---|---|---|---|\n";
    for endpoint in endpoints::ALL.iter() {
        let permission = endpoint.permission.map(|permission| format!("`{permission}`")).unwrap_or_default();
        text += &format!(
            "| `{}` | {} | {} | {permission} | {} | {} |\n",
            endpoint.name,
            endpoint.credentials.name(),
            scopes(endpoint),
            endpoint.body.name(),
            endpoint.retry.name(),
        );
    }
    text + RETRY
}

/// The scopes, and which of them are needed.
fn scopes(endpoint: &Endpoint) -> String {
    let names: Vec<_> = endpoint.scope_templates().iter().map(|scope| format!("`{scope}`")).collect();
    match endpoint.scope_rule {
        ScopeRule::OneOf if names.len() > 1 => format!("one of {}", names.join(", ")),
        ScopeRule::OneOf | ScopeRule::None => names.concat(),
        ScopeRule::Each => format!("{}, each for its member of the response", names.join(" and ")),
        ScopeRule::OfEvent => "those of the event type".to_owned(),
    }
}

fn form(endpoint: &Endpoint) -> String {
    format!("`{}`<br>`{} {}`<br>{}", endpoint.name, endpoint.method, address(endpoint), endpoint.purpose)
}

/// The path after its host. Addresses of the app are already placeholders.
fn address(endpoint: &Endpoint) -> String {
    match endpoint.host {
        Host::App => endpoint.path.to_owned(),
        host => format!("{{{}}}{}", host.name(), endpoint.path),
    }
}

const INTRODUCTION: &str = "\
# Endpoints

Made from the endpoint table in `core/src/api` by `cargo run -p open-platform-generator`. Do not edit.
The numbers are those of the specification. `{auth}`, `{base}`, `{api}`, `{upload}` and `{chat}` are the platform's hosts, which
are configurable.
";

const MEMBERS: &str = "
## Members with two names

| Object | Specification | Newer version | Name that is sent | Names that are read |
|---|---|---|---|---|
| `event_row` | `image_url` | `image_id` | as set | both, as separate members |
| `score_row` | `hasDivider` | `has_divider` | `hasDivider`; all other widgets `has_divider` | both |
| message button | `icon_name` | `icon` | as set | both, as separate members |
| subscription and event | `metadata`, `meta_data` in the migration text | `metadata` | `metadata` | both; `metadata` wins |
| payment event | `transaction` | `transaction` or `payment_transaction` | by the platform | both |
| user | `phone_numbers` | `phone_number`, `user_id`, `phone_numbers` | by the platform | all |
| start request | header `API_VERSION` | header `API-Version` | by the platform | both; `API-Version` wins |
";

const RETRY: &str = "
## Retry classes

| Class | When the request is retried |
|---|---|
| safe | after any temporary failure, even if the outcome is unknown, because the request is idempotent |
| safe_once | as `safe`, but at most once |
| with_id | as `safe`, because the request has an id of the app that is executed once at most; if the outcome stays unclear, that is the error |
| not_processed | only if it is certain that the platform did not execute it: no byte was sent, or the response was 401 or 429 |
| nothing_sent | only if no byte was sent |
| protocol | only by the token refresh protocol |
| not_sent | never: not this SDK but a browser or the platform sends the request |
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_says_which_scopes_are_needed() {
        let of = |name| scopes(endpoints::find(name).unwrap());
        assert_eq!(of("users.me"), "`USER_ID` and `USER_PHONE`, each for its member of the response");
        assert_eq!(of("addons.create_on_post"), "one of `POST_ADDON_CREATE.<post_token>`, `USER_POSTS_ADDON_CREATE`");
        assert_eq!([of("addons.create_for_user"), of("posts.get")], ["`USER_ADDON_CREATE`", ""]);
        assert_eq!(of("events.subscribe"), "those of the event type");
    }

    #[test]
    fn the_document_names_every_endpoint() {
        let text = markdown();
        for endpoint in endpoints::ALL.iter() {
            assert!(text.contains(&format!("| `{}` |", endpoint.name)), "{}", endpoint.name);
            let written = format!("`{} {}`", endpoint.method, address(endpoint));
            assert!(text.contains(&written), "{written}");
        }
    }
}
