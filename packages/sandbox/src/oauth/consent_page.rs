//! The consent page and the error page: plain HTML without scripts and without requests to anywhere. All values are
//! escaped. In English and Persian, which is written from right to left.

use std::sync::LazyLock;

use axum::http::{HeaderValue, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use open_platform::Scope;
use sha2::{Digest, Sha256};
use url::Url;

use super::authorize::{Outcome, Request};
use super::problem::PageProblem;
use crate::response::PlatformResponse;
use crate::state::State;
use crate::state::conversations::About;
use crate::state::users::SandboxUser;

mod words;

pub(super) use words::Language;
use words::Words;

/// Logical properties only (`inline`, `block`), for both directions of writing.
const STYLE: &str = include_str!("consent_page/style.css");

/// The page may have this one style, and load nothing. `form-action` is not limited: browsers apply it to the redirects
/// after the form too, and an app may redirect to any other address.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let style = STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!("default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; frame-ancestors 'none'");
    HeaderValue::from_maybe_shared(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
});

/// The names of the outcomes in the form. The texts of [`Words`] have the same order.
pub(super) const OUTCOMES: [(&str, Outcome); 6] = [
    ("granted", Outcome::Granted),
    ("wrong_state", Outcome::WrongState),
    ("no_state", Outcome::NoState),
    ("expired_code", Outcome::ExpiredCode),
    ("access_denied", Outcome::Error("access_denied")),
    ("server_error", Outcome::Error("server_error")),
];

/// The consent page. `id` names the request in the form.
pub(super) fn consent(id: &str, request: &Request, state: &State, language: Language) -> PlatformResponse {
    let words = language.words();
    let scopes: String = request.scopes.iter().map(|scope| scope_item(scope, state, language)).collect();
    let chosen = chosen_user(request, state);
    let choices: String = state.users.all().map(|user| user_choice(user, chosen == Some(&user.name))).collect();
    let Words { title, asks: [before, after], user, approve, deny, returns, tag, .. } = words;
    let body = format!(
        r#"<form method="post" action="consent"><p class="tag">{tag}</p><div class="in"><h1>{title}</h1>
<p id="asks">{before} <strong dir="auto">{client}</strong> {after}</p><ul aria-labelledby="asks">{scopes}</ul>
<fieldset><legend>{user}</legend><div class="users">{choices}</div></fieldset>
<input type="hidden" name="request" value="{id}"><input type="hidden" name="client_id" value="{client}">
<div class="do"><button class="yes" name="decision" value="approve">{approve}</button>
<button class="no" name="decision" value="deny" formnovalidate>{deny}</button></div>
<p class="back">{returns} <bdi dir="ltr">{place}</bdi></p></div>{what_if}</form>"#,
        client = escape(&request.client_id),
        id = escape(id),
        place = escape(&place_of(&request.redirect_uri)),
        what_if = what_if(request, words),
    );
    html(200, words, &body)
}

/// The page for users who cannot be redirected to an app (assumption: the platform shows one too,
/// docs/platform.md#oauth-errors).
pub(super) fn refused(problem: &PageProblem, language: Language) -> PlatformResponse {
    let words = language.words();
    let body = format!(
        r#"<section><p class="tag">{}</p><div class="in" role="alert"><h1>{}</h1><p dir="auto">{}</p></div></section>"#,
        words.tag,
        words.refused,
        escape(&language.reason(problem))
    );
    html(400, words, &body)
}

/// The user who is chosen at first: the one that `login_hint` names, or else the first. With `prompt=select_account`
/// nobody.
fn chosen_user<'a>(request: &Request, state: &'a State) -> Option<&'a String> {
    let hint = request.login_hint.as_str();
    let hinted = state.users.all().find(|user| [&user.name, &user.id, &user.phone].iter().any(|known| *known == hint));
    let first = state.users.all().next().filter(|_| !request.asks_for_choice());
    hinted.or(first).map(|user| &user.name)
}

/// Where the user returns to: the host of the app, or the scheme of an app on a phone.
fn place_of(redirect_uri: &str) -> String {
    let Ok(url) = Url::parse(redirect_uri) else { return String::new() };
    match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (Some(host), None) if !host.is_empty() => host.to_owned(),
        _ => url.scheme().to_owned(),
    }
}

/// A scope in words, with the object that it is tied to.
fn scope_item(scope: &str, state: &State, language: Language) -> String {
    let kind = Scope::from(scope).kind();
    let object = match (kind, scope.split_once('.')) {
        (Some(kind), Some((_, id))) => {
            let named = object_name(id, state).map(|name| format!(" «{}»", escape(&name))).unwrap_or_default();
            format!("<small>{}:<bdi>{named}</bdi> <bdi>{}</bdi></small>", language.object(kind.object), escape(id))
        }
        _ => String::new(),
    };
    let purpose = escape(language.purpose(scope));
    format!(r#"<li><span>{purpose}</span>{object}<code dir="ltr">{}</code></li>"#, escape(scope))
}

/// The title of a post, the participants of a conversation, or the name of a business.
fn object_name(id: &str, state: &State) -> Option<String> {
    if let Some(post) = state.posts.get_with_archived(id) {
        return post.data.get("title")?.as_str().map(str::to_owned);
    }
    if let Some(conversation) = state.conversations.get(id) {
        return Some(match &conversation.about {
            About::Post { seller, buyer, .. } => format!("{buyer}, {seller}"),
            About::Bot { user } => user.clone(),
        });
    }
    state.users.business(id).map(|business| business.business_name.clone())
}

fn user_choice(user: &SandboxUser, is_chosen: bool) -> String {
    let checked = if is_chosen { " checked" } else { "" };
    let (name, phone) = (escape(&user.name), escape(&user.phone));
    format!(
        r#"<label><input type="radio" name="user" value="{name}" required{checked}> <bdi>{name}</bdi> <small><bdi>{phone}</bdi></small></label>"#
    )
}

/// The choices of the sandbox: which scopes are granted, and what is returned to the app.
fn what_if(request: &Request, words: &Words) -> String {
    let scopes: String = request
        .scopes
        .iter()
        .map(|scope| escape(scope))
        .map(|scope| {
            format!(
                r#"<label><input type="checkbox" name="scope" value="{scope}" checked> <code dir="ltr">{scope}</code></label>"#
            )
        })
        .collect();
    let outcomes: String = OUTCOMES
        .iter()
        .zip(words.outcomes)
        .map(|((name, outcome), text)| {
            let checked = if *outcome == Outcome::Granted { " checked" } else { "" };
            format!(r#"<label><input type="radio" name="outcome" value="{name}"{checked}> {text}</label>"#)
        })
        .collect();
    let Words { sandbox, sandbox_about, granted, outcome, .. } = words;
    format!(
        "<details><summary>{sandbox}</summary><p>{sandbox_about}</p><fieldset><legend>{granted}</legend>{scopes}</fieldset>\
         <fieldset><legend>{outcome}</legend>{outcomes}</fieldset></details>"
    )
}

fn html(status: u16, words: &Words, body: &str) -> PlatformResponse {
    let Words { language, direction, title, .. } = words;
    let page = format!(
        r#"<!doctype html><html lang="{language}" dir="{direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>{title} (sandbox)</title><style>{STYLE}</style></head>
<body><main>{body}</main></body></html>"#
    );
    let mut response = PlatformResponse::with_type(status, "text/html; charset=utf-8", page);
    response.headers.insert(header::CONTENT_SECURITY_POLICY, POLICY.clone());
    response.insert(header::CONTENT_LANGUAGE, language);
    response.insert(header::REFERRER_POLICY, "no-referrer");
    response.insert(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    response.insert(header::CACHE_CONTROL, "no-store");
    response
}

/// Escapes text for an element or a quoted attribute.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped() {
        assert_eq!(escape(r#""><script>'&"#), "&quot;&gt;&lt;script&gt;&#39;&amp;");
        let problem = PageProblem::Repeated("<img src=x>".into());
        for language in [Language::English, Language::Persian] {
            let page = String::from_utf8(refused(&problem, language).body.to_vec()).unwrap();
            assert!(page.contains("&lt;img src=x&gt;") && !page.contains("<img"));
        }
    }

    #[test]
    fn the_policy_allows_this_style_only() {
        let policy = POLICY.to_str().unwrap();
        assert!(policy.contains("style-src 'sha256-") && !policy.contains("unsafe"), "{policy}");
    }

    #[test]
    fn the_place_to_return_to_is_a_host_or_a_scheme() {
        assert_eq!(place_of("http://127.0.0.1:8000/oauth/callback"), "127.0.0.1:8000");
        assert_eq!(place_of("https://app.example/back"), "app.example");
        assert_eq!(place_of("com.example.app:/back"), "com.example.app");
    }
}
