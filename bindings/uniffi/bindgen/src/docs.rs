//! Changes the documentation in the generated sources, which is that of the Rust items: links and examples in Rust mean nothing to
//! readers of Kotlin and Swift.

/// Replaces the links to items of Rust by their names, in camel case, and removes the examples.
pub(crate) fn without_rust(source: &mut String) {
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
        changed.push(without_links(line));
    }
    *source = changed.join("\n") + "\n";
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
