//! The consent page and the error page: plain HTML without scripts and without requests to anywhere. All values are
//! escaped. `ui_locales=fa` gives Persian, from right to left.

use axum::http::{HeaderValue, header};
use open_platform::Scope;

use super::authorize::Request;
use crate::answer::Answer;
use crate::state::users::SandboxUser;

/// Logical properties only (`inline`, `block`), for both directions of writing.
const STYLE: &str = "
:root{color-scheme:light dark;font:1rem/1.6 system-ui,Vazirmatn,Tahoma,sans-serif;
--back:#f4f4f5;--card:#fff;--text:#18181b;--soft:#52525b;--line:#d4d4d8;--edge:#71717a;--yes:#9f1d1d;--tag:#fde68a;--tag-text:#451a03;--focus:#1d4ed8}
@media(prefers-color-scheme:dark){:root{--back:#18181b;--card:#27272a;--text:#fafafa;--soft:#d4d4d8;--line:#52525b;--edge:#a1a1aa;--yes:#b91c1c;--focus:#93c5fd}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text)}
main{max-inline-size:30rem;margin-inline:auto;padding:2rem 1rem}
form,section{background:var(--card);border:1px solid var(--line);border-radius:1rem;overflow:hidden;box-shadow:0 1px 3px #0002}
.tag{margin:0;padding:.625rem 1.5rem;background:var(--tag);color:var(--tag-text);font-size:.9375rem}
.in{padding:1.25rem 1.5rem 1.5rem}
h1{font-size:1.5rem;line-height:1.3;margin-block:0 .25rem}
p{margin-block:0 .75rem}
ul{list-style:none;margin-block:0 1.25rem;padding:0}
li{padding-block:.625rem;border-block-end:1px solid var(--line)}
li code{display:block;color:var(--soft);font-size:.8125rem;text-align:match-parent}
code,bdi,strong{overflow-wrap:anywhere}
fieldset{margin:0;padding:.25rem .875rem .5rem;border:1px solid var(--edge);border-radius:.625rem;min-inline-size:0}
legend{padding-inline:.375rem;font-weight:600}
label{display:flex;align-items:center;gap:.625rem;min-block-size:2.75rem;cursor:pointer}
label small{margin-inline-start:auto;color:var(--soft);font-size:.875rem}
input[type=radio]{inline-size:1.125rem;block-size:1.125rem;margin:0;accent-color:var(--yes)}
.do{display:flex;flex-wrap:wrap;gap:.75rem;margin-block-start:1.25rem}
button{flex:1 1 8rem;font:inherit;font-weight:600;min-block-size:3rem;border-radius:.625rem;border:1px solid var(--edge);
background:var(--card);color:var(--text);cursor:pointer}
button.yes{background:var(--yes);border-color:var(--yes);color:#fff}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
";

/// The texts of the page.
struct Words {
    language: &'static str,
    direction: &'static str,
    title: &'static str,
    asks: &'static str,
    user: &'static str,
    approve: &'static str,
    deny: &'static str,
    /// The first text: says that this is a sandbox.
    tag: &'static str,
}

const ENGLISH: Words = Words {
    language: "en",
    direction: "ltr",
    title: "Allow access?",
    asks: "This app asks for:",
    user: "Log in as",
    approve: "Allow",
    deny: "Deny",
    tag: "Local sandbox: nothing here reaches the real platform.",
};

const PERSIAN: Words = Words {
    language: "fa",
    direction: "rtl",
    title: "دسترسی داده شود؟",
    asks: "این برنامه این دسترسی‌ها را می‌خواهد:",
    user: "ورود با نام",
    approve: "اجازه می‌دهم",
    deny: "اجازه نمی‌دهم",
    tag: "محیط آزمایشی محلی (sandbox): هیچ چیز به سکوی واقعی نمی‌رسد.",
};

/// The consent page. `id` names the request in the form.
pub(super) fn consent<'a>(id: &str, request: &Request, users: impl Iterator<Item = &'a SandboxUser>) -> Answer {
    let wants_persian = request.language.split([' ', '-']).next() == Some("fa");
    let words = if wants_persian { PERSIAN } else { ENGLISH };
    let scopes: String = request.scopes.iter().map(|scope| scope_item(scope)).collect();
    let choices: String = users.enumerate().map(|(index, user)| user_choice(user, index == 0)).collect();
    let Words { title, asks, user, approve, deny, tag, .. } = words;
    let body = format!(
        r#"<form method="post" action="consent"><p class="tag">{tag}</p><div class="in"><h1>{title}</h1>
<p><strong dir="auto">{client}</strong></p><p id="asks">{asks}</p><ul aria-labelledby="asks">{scopes}</ul>
<fieldset><legend>{user}</legend>{choices}</fieldset>
<input type="hidden" name="request" value="{id}"><input type="hidden" name="client_id" value="{client}">
<div class="do"><button class="yes" name="decision" value="approve">{approve}</button>
<button class="no" name="decision" value="deny" formnovalidate>{deny}</button></div></div></form>"#,
        client = escape(&request.client_id),
        id = escape(id),
    );
    html(200, &words, &body)
}

/// The page for users who cannot be redirected to an app (assumption: the platform shows one too,
/// docs/platform.md#oauth-errors).
pub(super) fn refused(reason: &str) -> Answer {
    let body = format!(
        r#"<section><p class="tag">{}</p><div class="in" role="alert"><h1>The login cannot go on</h1><p>{}</p></div></section>"#,
        ENGLISH.tag,
        escape(reason)
    );
    html(400, &ENGLISH, &body)
}

fn scope_item(scope: &str) -> String {
    let purpose = Scope::from(scope).kind().map(|kind| kind.purpose).unwrap_or_default();
    format!(r#"<li><span lang="en" dir="ltr">{}</span> <code dir="ltr">{}</code></li>"#, escape(purpose), escape(scope))
}

fn user_choice(user: &SandboxUser, first: bool) -> String {
    let checked = if first { " checked" } else { "" };
    let (name, phone) = (escape(&user.name), escape(&user.phone));
    format!(
        r#"<label><input type="radio" name="user" value="{name}" required{checked}> <bdi>{name}</bdi> <small><bdi>{phone}</bdi></small></label>"#
    )
}

fn html(status: u16, words: &Words, body: &str) -> Answer {
    let Words { language, direction, title, .. } = words;
    let page = format!(
        r#"<!doctype html><html lang="{language}" dir="{direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>{title} (sandbox)</title><style>{STYLE}</style></head>
<body><main>{body}</main></body></html>"#
    );
    let mut answer = Answer::with_type(status, "text/html; charset=utf-8", page);
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        answer.headers.insert(name, HeaderValue::from_static(value));
    }
    answer
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
        let page = String::from_utf8(refused("<img src=x>").body.to_vec()).unwrap();
        assert!(page.contains("&lt;img src=x&gt;") && !page.contains("<img"));
    }
}
