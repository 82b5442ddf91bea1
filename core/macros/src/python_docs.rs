//! The documentation of Rust in words of Python, for `help()` and the type stubs.

use syn::{Attribute, parse_quote};

use crate::calls::doc_lines;

/// What the documentation names, with its name in Python.
const NAMES: [(&str, &str); 6] = [
    ("Debug", "repr"),
    ("Error", "OpenPlatformError"),
    ("Error::code", "OpenPlatformError.code"),
    ("Message::media", "Message.media_token"),
    ("false", "False"),
    ("true", "True"),
];

/// The groups of calls that the documentation of data types names: in Python they are properties of a client.
const GROUPS: [&str; 3] = ["Assets", "Grants", "Posts"];

/// Makes the documentation of an item that of Python.
pub(crate) fn translate(attributes: &mut Vec<Attribute>) {
    let is_doc = |attribute: &Attribute| attribute.path().is_ident("doc");
    let lines = doc_lines(attributes);
    // Something else than lines, such as the text of a file, is left as it is.
    if lines.is_empty() || lines.len() < attributes.iter().filter(|attribute| is_doc(attribute)).count() {
        return;
    }
    let lines: Vec<_> = lines.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    attributes.retain(|attribute| !is_doc(attribute));
    for line in in_python(&lines.join("\n")).lines() {
        let line = format!(" {line}");
        attributes.push(parse_quote!(#[doc = #line]));
    }
}

/// The text without its examples and links, and with the names of Python.
fn in_python(text: &str) -> String {
    let text = without_links(&without_examples(text));
    let (mut written, mut rest) = (String::new(), text.as_str());
    while let Some((before, code, after)) =
        rest.split_once('`').and_then(|(before, rest)| rest.split_once('`').map(|(code, after)| (before, code, after)))
    {
        // The names of words are the words themselves in Python.
        match before.strip_suffix(": ") {
            Some(before) if code.ends_with("::name") => written.push_str(before),
            _ => written = written + before + "`" + &name(code) + "`",
        }
        rest = after;
    }
    written + rest
}

fn without_examples(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut is_example = false;
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        is_example ^= is_fence;
        let is_gap = line.trim().is_empty() && lines.last().is_none_or(|last| last.trim().is_empty());
        if !is_fence && !is_example && !is_gap {
            lines.push(line);
        }
    }
    lines.join("\n").trim_end().to_owned()
}

/// "[`has`](Self::has)" and "[`has`]" become "`has`", and "[known](Self::Known)" becomes "known". Links to pages stay.
pub(crate) fn without_links(text: &str) -> String {
    let (mut written, mut rest) = (String::new(), text);
    while let Some((head, after)) = rest.split_once(']') {
        rest = after;
        let Some((before, inner)) = head.rsplit_once('[') else {
            written = written + head + "]";
            continue;
        };
        let is_code = inner.len() > 2 && inner.starts_with('`') && inner.ends_with('`');
        let target = after.strip_prefix('(').and_then(|after| after.split_once(')'));
        let target = target.filter(|(target, _)| is_code || target.contains("::"));
        if is_code || target.is_some() {
            written = written + before + inner;
            rest = target.map_or(after, |(_, after)| after);
        } else {
            written = written + head + "]";
        }
    }
    written + rest
}

/// The name of an item of Rust: `client.posts.get` for `Posts::get`.
fn name(code: &str) -> String {
    if let Some((_, name)) = NAMES.iter().find(|(rust, _)| *rust == code) {
        return (*name).to_owned();
    }
    let code = code.strip_suffix(".into()").unwrap_or(code).replace("::new(", "(");
    let Some((owner, member)) = code.rsplit_once("::") else { return code };
    let owner = owner.rsplit("::").next().unwrap_or(owner);
    match owner {
        "Self" => member.to_owned(),
        _ if GROUPS.contains(&owner) => format!("client.{}.{member}", owner.to_lowercase()),
        _ => format!("{owner}.{member}"),
    }
}

#[cfg(test)]
mod tests {
    use super::in_python;

    #[test]
    fn links_and_names_are_those_of_python() {
        for (rust, python) in [
            ("As [`has`](Self::has) and\n[`Inbox::keep`].", "As `has` and\n`Inbox.keep`."),
            ("From [`Posts::get`](crate::api::Posts::get).", "From `client.posts.get`."),
            ("The [code](crate::Error::code) is `true`.", "The code is `True`."),
            ("See [the page](https://a.example), [2] `x[0]`.", "See [the page](https://a.example), [2] `x[0]`."),
            ("A list of [a [`b`](c::b)].", "A list of [a `b`]."),
            ("The host: [`Host::name`].", "The host."),
            ("`TitleRow::new(\"a\").into()` is one.", "`TitleRow(\"a\")` is one."),
            ("One.\n\n```\nlet a = b;\n```\n\nTwo.\n\n```no_run\n```", "One.\n\nTwo."),
        ] {
            assert_eq!(in_python(rust), python);
        }
    }
}
