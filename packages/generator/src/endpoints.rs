//! `docs/endpoints.md`: the endpoint table as a document.

use open_platform::api::endpoints;
use open_platform::endpoint::{Endpoint, Host, Standing};

use crate::File;

pub(crate) fn files() -> Vec<File> {
    vec![File::new("docs/endpoints.md", markdown())]
}

/// The document with both columns: what the specification says, and what the live platform has now.
fn markdown() -> String {
    let mut text = String::from(INTRODUCTION);
    text +=
        "\n## Every operation, in both forms\n\n| | Specification | Newer form on the live platform |\n|---|---|---|\n";
    for endpoint in endpoints::ALL.iter().filter(|e| e.number.is_some() && e.replacement().is_none()) {
        let newer = endpoint.newer_form.and_then(endpoints::find).map_or("the same".to_owned(), form);
        text += &format!("| {} | {} | {newer} |\n", endpoint.number.unwrap_or_default(), form(endpoint));
    }
    let paired: Vec<_> = endpoints::ALL.iter().filter_map(|e| e.newer_form).collect();
    for endpoint in endpoints::ALL.iter().filter(|e| e.standing == Standing::Newer && !paired.contains(&e.name)) {
        text += &format!("| | not there | {} |\n", form(endpoint));
    }
    text += "\n## Old forms, kept for old apps\n\n| | Old form | Since | Use instead |\n|---|---|---|---|\n";
    for endpoint in endpoints::ALL.iter() {
        if let Standing::Legacy { replacement, since } = endpoint.standing {
            let number = endpoint.number.unwrap_or_default();
            text += &format!("| {number} | {} | {since} | `{replacement}` |\n", form(endpoint));
        }
    }
    text += MEMBERS;
    text += "\n## What each call needs\n\n| Call | Credentials | Any one of these scopes | Permission of the API key | Body | Retry |\n|---|---|---|---|---|---|\n";
    for endpoint in endpoints::ALL.iter() {
        let scopes: Vec<_> = endpoint.scope_templates().iter().map(|scope| format!("`{scope}`")).collect();
        let permission = endpoint.permission.map(|permission| format!("`{permission}`")).unwrap_or_default();
        text += &format!(
            "| `{}` | {} | {} | {permission} | {} | {} |\n",
            endpoint.name,
            endpoint.credentials.name(),
            scopes.join(", "),
            endpoint.body.name(),
            endpoint.retry.name(),
        );
    }
    text + RETRY
}

fn form(endpoint: &Endpoint) -> String {
    format!("`{}`<br>`{} {}`<br>{}", endpoint.name, endpoint.method, address(endpoint), endpoint.purpose)
}

/// The path behind its host. The addresses of the app are place-holders already.
fn address(endpoint: &Endpoint) -> String {
    match endpoint.host {
        Host::App => endpoint.path.to_owned(),
        host => format!("{{{}}}{}", host.name(), endpoint.path),
    }
}

const INTRODUCTION: &str = "\
# Endpoints

Made from the endpoint table in `core/src/api` by `cargo run -p open-platform-generator`. Do not edit.
Numbers are those of the specification. `{auth}`, `{base}`, `{api}` and `{upload}` are the platform's hosts, all
configurable.
";

const MEMBERS: &str = "
## Members with two spellings

| Where | Specification | Newer form | Written | Read |
|---|---|---|---|---|
| `event_row` | `image_url` | `image_id` | as you set it | both, kept apart |
| `score_row` | `hasDivider` | `has_divider` | `hasDivider`; all other widgets `has_divider` | both |
| message button | `icon_name` | `icon` | as you set it | both, kept apart |
| subscription and event | `metadata`, `meta_data` in the migration text | `metadata` | `metadata` | both; `metadata` wins |
| payment event | `transaction` | `transaction` or `payment_transaction` | by the platform | both |
| user | `phone_numbers` | `phone_number`, `user_id`, `phone_numbers` | by the platform | all |
| start request | header `API_VERSION` | header `API-Version` | by the platform | both; `API-Version` wins |
";

const RETRY: &str = "
## What the retry classes mean

| Class | The request is sent again |
|---|---|
| safe | after any failure that may pass, also when the outcome is unclear: doing it twice is the same as once |
| safe_once | as `safe`, once at most |
| unsent | only when the platform provably did not act: no byte was sent, or it answered 401 or 429 |
| never_answered | only when no byte was sent |
| protocol | by the token refresh protocol alone |
| not_sent | never by this SDK: a browser or the platform sends it |
";

#[cfg(test)]
mod tests {
    use super::*;

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
