//! Changes the documentation in the generated sources, which is that of the Rust items: links and examples in Rust mean nothing to
//! readers of Kotlin and Swift.

use std::collections::BTreeSet;

/// Replaces the links to items of Rust by their names, in camel case, and removes the examples. Names of members that are no links are
/// in camel case, too; those of the platform's JSON have quotes, `"image_url"`, and stay as they are.
pub(crate) fn without_rust(source: &mut String) {
    let members = declared(source, &["var", "val", "let"]);
    let (mut changed, mut is_documentation, mut is_example) = (Vec::new(), false, false);
    for line in source.lines() {
        let text = line.trim();
        is_documentation |= text.starts_with("/**");
        if !is_documentation {
            changed.push(line.to_owned());
            continue;
        }
        is_documentation = !text.ends_with("*/");
        let is_fence = text.starts_with("* ```");
        is_example ^= is_fence;
        if is_fence || (is_example && is_documentation) {
            continue;
        }
        // The empty line before an example.
        if text == "*/" && changed.last().is_some_and(|last: &String| last.trim() == "*") {
            changed.pop();
        }
        changed.push(with_members(&without_links(line), &members));
    }
    *source = changed.join("\n") + "\n";
    let missing = undeclared(source);
    assert!(missing.is_empty(), "the documentation names members that their types do not have: {missing:?}");
}

/// The names in the documentation like `` `Message.media` `` whose type is declared here, and whose member is not.
fn undeclared(source: &str) -> Vec<String> {
    let types = declared(source, &["class", "struct", "enum", "interface", "protocol", "object"]);
    let members = declared(source, &["var", "val", "let", "fun", "func", "case"]);
    let is_name = |text: &str| text.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let is_documentation = |line: &&str| ["/**", "*", "///"].iter().any(|mark| line.trim_start().starts_with(mark));
    let parts = source.lines().filter(is_documentation).flat_map(|line| line.split('`').skip(1).step_by(2));
    let is_missing = |part: &&str| {
        part.split_once('.').is_some_and(|(owner, member)| {
            types.contains(owner) && is_name(member) && !types.contains(member) && !members.contains(member)
        })
    };
    parts.filter(is_missing).map(str::to_owned).collect()
}

/// The names after these words: `nextPageToken` of ``var `nextPageToken`: String?`` and of `public var nextPageToken: String?`.
fn declared<'a>(source: &'a str, keywords: &[&str]) -> BTreeSet<&'a str> {
    let words = |line: &'a str| line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let names = source.lines().flat_map(|line| {
        let words: Vec<&str> = words(line).filter(|word| !word.is_empty()).collect();
        let pairs: Vec<_> = words.windows(2).filter(|pair| keywords.contains(&pair[0])).map(|pair| pair[1]).collect();
        pairs
    });
    names.collect()
}

/// ``[`list`](crate::grants::Grants::list)`` becomes `` `list` ``.
fn without_links(line: &str) -> String {
    let (mut written, mut rest) = (String::with_capacity(line.len()), line);
    while let Some((before, link)) = rest.split_once('[') {
        written.push_str(before);
        let Some((text, behind)) = link.split_once(']') else { return written + "[" + link };
        let target = behind.strip_prefix('(').and_then(|target| target.split_once(')'));
        let code = text.strip_prefix('`').and_then(|text| text.strip_suffix('`'));
        rest = target.map_or(behind, |(_, behind)| behind);
        match (code, target) {
            (Some(code), _) => written.push_str(&format!("`{}`", name(code))),
            (None, Some((item, _))) if item.contains("::") => written.push_str(text),
            _ => {
                written.push_str(&format!("[{text}]"));
                rest = behind;
            }
        }
    }
    written + rest
}

/// Changes names of members in backticks to camel case.
fn with_members(line: &str, members: &BTreeSet<&str>) -> String {
    let spelled = |part: &str| {
        let names: Vec<_> = part.split('.').map(name).collect();
        let are_members = part.contains('_') && names.iter().all(|name| members.contains(name.as_str()));
        if are_members { names.join(".") } else { part.to_owned() }
    };
    let parts = line.split('`').enumerate();
    parts.map(|(i, part)| if i % 2 == 1 { spelled(part) } else { part.to_owned() }).collect::<Vec<_>>().join("`")
}

/// The name of an item: `Inbox::dead_letters` becomes `Inbox.deadLetters`, and `crate::mask` becomes `mask`.
fn name(code: &str) -> String {
    let (owner, member) = code.rsplit_once("::").unwrap_or(("", code));
    if member.contains(|letter: char| letter.is_uppercase()) {
        return member.to_owned();
    }
    let mut words = member.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    let member = words.fold(first, |name, word| {
        let (head, tail) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        name + &head.to_uppercase() + tail
    });
    let owner = owner.rsplit("::").next().unwrap_or_default();
    // `Self` and modules are no types.
    let is_type = owner != "Self" && owner.starts_with(|letter: char| letter.is_uppercase());
    if is_type { format!("{owner}.{member}") } else { member }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_in_camel_case_and_names_of_the_wire_are_not() {
        for declared in [
            "    var `pageToken`: kotlin.String?,",
            "    public var pageToken: String?",
            "    public let pageToken: String",
        ] {
            let text = "/** The `page_token`; in JSON `\"page_token\"`; `invalid_input`, page_token. */";
            let mut source = format!("{text}\n{declared}\n");
            without_rust(&mut source);
            let text = "/** The `pageToken`; in JSON `\"page_token\"`; `invalid_input`, page_token. */";
            assert_eq!(source, format!("{text}\n{declared}\n"));
        }
    }

    #[test]
    fn a_member_that_its_type_does_not_have_is_found() {
        let declared = "public struct Message {\n    public var mediaToken: String\n}\n";
        for (text, missing) in [("Message.media", true), ("Message.mediaToken", false), ("Other.media", false)] {
            let source = format!("/**\n * See `{text}`, Message.media.\n */\n{declared}");
            assert_eq!(undeclared(&source), if missing { vec![text] } else { Vec::new() });
        }
    }

    #[test]
    fn links_become_names_and_examples_are_removed() {
        let mut source = "\
/**
 * The result of [`required_scopes`]. [`Inbox::keep`] or [`retry`](Inbox::retry); see [`Grants::list`](crate::grants::Grants::list)
 * and [`has`](Self::has), [`Self::sent_at`], `image_id` and [the rules](https://app.example), a[0], its [code](Error::code).
 *
 * ```
 * use open_platform::Message;
 * let codes = [`a`];
 * ```
 */
struct A { let a = [`b`] }
/** The kind: [`Error::code`]. */
/** A value. */
"
        .to_owned();
        without_rust(&mut source);
        assert_eq!(
            source,
            "\
/**
 * The result of `requiredScopes`. `Inbox.keep` or `retry`; see `Grants.list`
 * and `has`, `sentAt`, `image_id` and [the rules](https://app.example), a[0], its code.
 */
struct A { let a = [`b`] }
/** The kind: `Error.code`. */
/** A value. */
"
        );
    }
}
