//! The consent page and the error page: plain HTML without scripts and without requests to anywhere. All values are
//! escaped. `ui_locales=fa` gives Persian, from right to left.

use axum::http::{HeaderValue, header};
use open_platform::Scope;

use super::authorize::Request;
use crate::answer::Answer;

/// Logical properties only (`inline`, `block`), so that one sheet serves both directions of writing.
const STYLE: &str = "
:root{color-scheme:light dark;font:1rem/1.6 system-ui,Vazirmatn,Tahoma,sans-serif}
body{margin:0;background:#f4f4f5;color:#18181b}
main{max-inline-size:32rem;margin-inline:auto;padding:2rem 1rem}
form,section{background:#fff;border:1px solid #71717a;border-radius:.75rem;padding:1.5rem}
h1{font-size:1.375rem;margin-block:0 .5rem}
li{margin-block:.375rem}code{overflow-wrap:anywhere}
fieldset{border:1px solid #71717a;border-radius:.5rem;margin-block:1rem}
label{display:block;padding-block:.375rem}
.note{color:#52525b;font-size:.9375rem}
.do{display:flex;flex-wrap:wrap;gap:.75rem;margin-block-start:1.25rem}
button{flex:1 1 8rem;font:inherit;min-block-size:2.75rem;border-radius:.5rem;border:1px solid #18181b;cursor:pointer}
button.yes{background:#a62626;border-color:#a62626;color:#fff}button.no{background:#fff;color:#18181b}
:focus-visible{outline:3px solid #1d4ed8;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#18181b;color:#fafafa}form,section{background:#27272a}
.note{color:#d4d4d8}button.no{background:#27272a;color:#fafafa;border-color:#fafafa}}
";

/// The words of the page.
struct Words {
    language: &'static str,
    direction: &'static str,
    title: &'static str,
    asks: &'static str,
    user: &'static str,
    approve: &'static str,
    deny: &'static str,
    note: &'static str,
}

const ENGLISH: Words = Words {
    language: "en",
    direction: "ltr",
    title: "Allow access?",
    asks: "This app asks for:",
    user: "Log in as",
    approve: "Allow",
    deny: "Deny",
    note: "This is a local sandbox. Nothing here reaches the real platform.",
};

const PERSIAN: Words = Words {
    language: "fa",
    direction: "rtl",
    title: "دسترسی داده شود؟",
    asks: "این برنامه این دسترسی‌ها را می‌خواهد:",
    user: "ورود با نام",
    approve: "اجازه می‌دهم",
    deny: "اجازه نمی‌دهم",
    note: "این یک محیط آزمایشی محلی است و هیچ چیز به سکوی واقعی نمی‌رسد.",
};

/// The consent page. `id` names the request in the form.
pub(super) fn consent<'a>(id: &str, request: &Request, users: impl Iterator<Item = &'a str>) -> Answer {
    let wants_persian = request.language.split([' ', '-']).next() == Some("fa");
    let words = if wants_persian { PERSIAN } else { ENGLISH };
    let scopes: String = request.scopes.iter().map(|scope| scope_item(scope)).collect();
    let choices: String = users.enumerate().map(|(index, user)| user_choice(user, index == 0)).collect();
    let Words { title, asks, user, approve, deny, note, .. } = words;
    let body = format!(
        r#"<form method="post" action="consent"><h1>{title}</h1>
<p><strong dir="auto">{client}</strong></p><p id="asks">{asks}</p><ul aria-labelledby="asks">{scopes}</ul>
<fieldset><legend>{user}</legend>{choices}</fieldset>
<input type="hidden" name="request" value="{id}"><input type="hidden" name="client_id" value="{client}">
<p class="note">{note}</p><div class="do"><button class="yes" name="decision" value="approve">{approve}</button>
<button class="no" name="decision" value="deny" formnovalidate>{deny}</button></div></form>"#,
        client = escape(&request.client_id),
        id = escape(id),
    );
    html(200, &words, &body)
}

/// The page a user sees who cannot be sent back to an app (assumption: the platform shows one too, facts part 1.11.4).
pub(super) fn refused(reason: &str) -> Answer {
    let body = format!(r#"<section role="alert"><h1>The login cannot go on</h1><p>{}</p></section>"#, escape(reason));
    html(400, &ENGLISH, &body)
}

fn scope_item(scope: &str) -> String {
    let purpose = Scope::from(scope).kind().map(|kind| kind.purpose).unwrap_or_default();
    format!(r#"<li><span lang="en" dir="ltr">{}</span> <code dir="ltr">{}</code></li>"#, escape(purpose), escape(scope))
}

fn user_choice(user: &str, first: bool) -> String {
    let checked = if first { " checked" } else { "" };
    let user = escape(user);
    format!(r#"<label><input type="radio" name="user" value="{user}" required{checked}> <bdi>{user}</bdi></label>"#)
}

fn html(status: u16, words: &Words, body: &str) -> Answer {
    let Words { language, direction, title, .. } = words;
    let page = format!(
        r#"<!doctype html><html lang="{language}" dir="{direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>{title}</title><style>{STYLE}</style></head>
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

/// Text for an element or a quoted attribute.
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
    fn values_cannot_leave_their_place() {
        assert_eq!(escape(r#""><script>'&"#), "&quot;&gt;&lt;script&gt;&#39;&amp;");
        let page = String::from_utf8(refused("<img src=x>").body.to_vec()).unwrap();
        assert!(page.contains("&lt;img src=x&gt;") && !page.contains("<img"));
    }
}
