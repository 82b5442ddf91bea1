//! Translates the documentation of Rust to the names and the link syntax of another language.

use open_platform::api::HANDLES;
use open_platform::client::{SETTINGS, SettingKind};
use open_platform::error_classes::{BASES, CLASSES, ErrorClass, ErrorMemberKind};
use open_platform::methods::CallDescription;

use crate::areas::ERRORS;
use crate::names::{camel, capitalized, is_snake, snake};

/// How a language writes code in its documentation.
pub(crate) struct Style {
    /// The quotes around code: one or two backticks.
    pub(crate) quote: &'static str,
    /// Whether names are `inCamelCase`.
    pub(crate) is_camel: bool,
    /// The end of the names of settings that are times.
    pub(crate) times: &'static str,
    /// Makes a link to a class of errors.
    pub(crate) error: fn(&ErrorClass) -> String,
    /// What the language has for `None`.
    pub(crate) none: &'static str,
    /// The expression for the client of a user: `user`.
    pub(crate) user: &'static str,
    /// Returns the name of a call's method if it is not derived from the name in Rust: `create(on:)`.
    pub(crate) method: Option<fn(&CallDescription) -> String>,
    /// Returns the function that converts a legacy form: `migrate.addon`.
    pub(crate) migrate: fn(&str) -> String,
}

/// Translates Markdown to paragraphs: links to items of the crate become code, names in code become those of the language,
/// and examples in Rust are removed.
pub(crate) fn translate(markdown: &str, style: &Style) -> Vec<String> {
    let mut is_example = false;
    let lines = markdown.lines().map(str::trim).filter(|line| {
        let is_fence = line.starts_with("```");
        is_example ^= is_fence;
        !is_fence && !is_example
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.trim().replace('\n', " "));
    paragraphs.filter(|paragraph| !paragraph.is_empty()).map(|paragraph| line(&paragraph, style)).collect()
}

/// Translates the errors of a call to a paragraph for each: the sentences about an error begin with its name.
pub(crate) fn errors(markdown: &str, style: &Style) -> Vec<String> {
    let text = markdown.split_whitespace().collect::<Vec<_>>().join(" ");
    translate(&text.replace(". `", ".\n\n`"), style)
}

/// Translates one line, or one paragraph.
pub(crate) fn line(text: &str, style: &Style) -> String {
    let mut written = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let (before, after) = rest.split_at(start);
        let Some(end) = after[1..].find('`') else { break };
        let code = &after[1..=end];
        let mut tail = &after[end + 2..];
        // `[`code`]`, `[`code`](target)`
        let is_link = before.ends_with('[') && tail.starts_with(']');
        written.push_str(if is_link { &before[..before.len() - 1] } else { before });
        if is_link {
            tail = &tail[1..];
            if tail.starts_with('(')
                && let Some(close) = tail.find(')')
            {
                tail = &tail[close + 1..];
            }
        }
        match error(code) {
            Some(class) => written.push_str(&(style.error)(class)),
            None => written.push_str(&format!("{quote}{}{quote}", name(code, style), quote = style.quote)),
        }
        rest = tail;
    }
    written.push_str(rest);
    // A link whose text is not code: `[known](crate::…)`.
    let mut from = 0;
    while let Some(middle) = written[from..].find("](").map(|middle| from + middle) {
        let (Some(end), Some(start)) = (written[middle..].find(')'), written[..middle].rfind('[')) else { break };
        from = middle + 2;
        if written[middle..middle + end].contains("::") {
            written = format!("{}{}{}", &written[..start], &written[start + 1..middle], &written[middle + end + 1..]);
            from = middle - 1;
        }
    }
    written
}

/// Changes the names in backticks that are those of a member to camel case. A name of the platform's JSON is written with quotes,
/// `"image_url"`, and stays as it is.
pub(crate) fn members_in_camel_case(text: &str, is_member: impl Fn(&str) -> bool) -> String {
    let spelled = |part: &str| match part.split('.').all(&is_member) && part.contains('_') {
        true => part.split('.').map(camel).collect::<Vec<_>>().join("."),
        false => part.to_owned(),
    };
    let lines = text.split('\n').map(|line| {
        let parts = line.split('`').enumerate();
        parts.map(|(i, part)| if i % 2 == 1 { spelled(part) } else { part.to_owned() }).collect::<Vec<_>>().join("`")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The class of errors that a name in Rust refers to: `NotFound`, or with the type before it, such as `Error::Store`.
pub(crate) fn error(code: &str) -> Option<&'static ErrorClass> {
    let (owner, plain) = code.rsplit_once("::").unwrap_or(("", code));
    let is_error = ERRORS.contains(&plain) || owner.ends_with("Error") || code == "Rejection";
    let plain = if code == "Rejection" { "WebhookRejected" } else { plain };
    let is_class = |class: &&ErrorClass| [plain, &format!("{plain}Error")].contains(&class.name);
    if is_error { CLASSES.iter().find(is_class) } else { None }
}

/// A name in the spelling of the language.
fn name(code: &str, style: &Style) -> String {
    let word = |word: &str| match style.method.zip(call_named(word)) {
        Some((method, call)) => method(call),
        None if word == "None" => style.none.to_owned(),
        // As Python's `None`.
        None if ["false", "true"].contains(&word) && style.none == "None" => capitalized(word),
        None if !style.times.is_empty() && is_time(word) => camel(word) + style.times,
        None if !style.times.is_empty() && is_wait_of_error(word) => camel(word) + "Seconds",
        None if style.is_camel && is_snake(word) => camel(word),
        None => word.to_owned(),
    };
    let spell = |words: &str| words.replace("()", "").split('.').map(word).collect::<Vec<_>>().join(".");
    let Some((owner, member)) = code.rsplit_once("::") else { return spell(code) };
    let owner = owner.rsplit("::").next().unwrap_or(owner);
    match owner {
        // The other languages have it as a function of the tables alone.
        "SubscriptionType" if member == "scopes" => spell("required_scopes"),
        // Node's values are objects without methods: it has functions instead.
        "Post" if member == "has" && style.times == "Ms" => spell("post_has"),
        "Error" | "Builder" | "Self" => spell(member),
        "User" => format!("{}.{}", style.user, spell(member)),
        "OpenPlatform" => format!("client.{}", spell(member)),
        "migrate" => (style.migrate)(&spell(member)),
        _ if owner.chars().next().is_some_and(char::is_lowercase) => spell(member),
        _ => format!("{owner}.{}", spell(member)),
    }
}

/// Whether a setting with this name is a time.
fn is_time(name: &str) -> bool {
    SETTINGS.iter().any(|row| row.name == name && matches!(row.kind, SettingKind::Timeout | SettingKind::Wait))
}

/// Whether errors have a member of this name that is a time, which a language without a type for times has in seconds.
pub(crate) fn is_wait_of_error(name: &str) -> bool {
    let mut members = BASES.iter().chain(CLASSES).flat_map(|class| class.members);
    members.any(|member| member.name == name && matches!(member.kind, ErrorMemberKind::OptionalDuration))
}

/// The first call whose method has this name, if the name has several words. Methods of the same name have the same labels.
fn call_named(method: &str) -> Option<&'static CallDescription> {
    let mut calls = HANDLES.iter().flat_map(|handle| handle.calls);
    if is_snake(method) { calls.find(|call| call.method == method) } else { None }
}

/// The name of the file with the example of a handle (`user_addons`) or of a call (`user_addons.create_on_post`).
fn example_name(handle: &str, call: Option<&str>) -> String {
    let handle = snake(handle);
    call.map_or(handle.clone(), |call| format!("{handle}.{call}"))
}

/// The example of a handle or a call in a language, if there is one in `examples/`.
pub(crate) fn example(handle: &str, call: Option<&str>, extension: &str) -> Option<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let path = folder.join(format!("{}.{extension}", example_name(handle, call)));
    std::fs::read_to_string(path).ok().map(|text| text.trim_end().to_owned())
}

/// Breaks a paragraph into lines of at most `width` characters; `first` is the width of the first line.
pub(crate) fn wrap(text: &str, first: usize, width: usize) -> Vec<String> {
    let (mut lines, mut current, mut room) = (Vec::new(), String::new(), first);
    for word in words(text) {
        if !current.is_empty() && current.chars().count() + 1 + word.chars().count() > room {
            lines.push(std::mem::take(&mut current));
            room = width;
        }
        if !current.is_empty() {
            current.push(' ');
        }
        current.push_str(&word);
    }
    if !current.is_empty() {
        lines.push(current);
    }
    lines
}

/// The words of a text. Code that contains spaces is one word.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut inside = false;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let ticks = word.matches('`').count() % 2 == 1 && !word.contains("``");
        if inside {
            let last = words.len() - 1;
            words[last] = format!("{} {word}", words[last]);
        } else {
            words.push(word.to_owned());
        }
        inside ^= ticks;
    }
    words
}

/// The maximum length of a line in generated files.
pub(crate) const WIDTH: usize = 120;

/// The lines of paragraphs, with an empty line between two. Code is not wrapped.
pub(crate) fn wrapped(paragraphs: &[String], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in paragraphs {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        if paragraph.starts_with("```") {
            lines.extend(paragraph.lines().map(str::to_owned));
        } else {
            lines.extend(wrap(paragraph, width, width));
        }
    }
    lines
}

/// Replaces the comment above the first line that begins with `line`.
pub(crate) fn above(file: &str, line: &str, comment: &str) -> String {
    let Some(end) = file.find(&format!("\n{line}")) else { panic!("there is no line `{line}`") };
    let is_comment = |line: &&str| ["/**", "*", "///"].iter().any(|mark| line.trim_start().starts_with(mark));
    let written: usize = file[..=end].split_inclusive('\n').rev().take_while(is_comment).map(str::len).sum();
    format!("{}{comment}{}", &file[..=end - written], &file[end + 1..])
}

/// A comment for Node and Kotlin: paragraphs, then tags such as `@param`.
pub(crate) fn block_comment(indent: &str, paragraphs: &[String], tags: &[String]) -> String {
    let width = WIDTH - indent.len() - 3;
    let mut lines = wrapped(paragraphs, width);
    if !tags.is_empty() {
        lines.push(String::new());
    }
    for tag in tags {
        lines.extend(
            wrap(tag, width, width - 2)
                .into_iter()
                .enumerate()
                .map(|(i, line)| if i == 0 { line } else { format!("  {line}") }),
        );
    }
    if let [line] = lines.as_slice()
        && line.len() + 7 + indent.len() <= WIDTH
    {
        return format!("{indent}/** {line} */\n");
    }
    let each: String = lines.iter().map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n").collect();
    format!("{indent}/**\n{each}{indent} */\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::kotlin::STYLE as KOTLIN;
    use crate::node::STYLE as NODE;
    use crate::python::STYLE as PYTHON;
    use crate::swift::STYLE as SWIFT;

    #[test]
    fn members_are_in_camel_case_and_names_of_the_wire_are_not() {
        let text =
            "The `page_token` of `page.page_token`, not page_token.\nIn JSON `\"page_token\"`, as `too_large`, `page`.";
        assert_eq!(
            members_in_camel_case(text, |name| ["page_token", "page"].contains(&name)),
            "The `pageToken` of `page.pageToken`, not page_token.\nIn JSON `\"page_token\"`, as `too_large`, `page`."
        );
    }

    #[test]
    fn each_error_of_a_call_is_a_paragraph() {
        let text =
            "`Decode` for a file, or\nthat of `x`. It changes. `NotFound` if\nit fails.\n\n`RateLimited` if `y`.";
        let expected = [
            "[DecodeException] for a file, or that of `x`. It changes.",
            "[NotFoundException] if it fails.",
            "[RateLimitedException] if `y`.",
        ];
        assert_eq!(errors(text, &KOTLIN), expected);
    }

    #[test]
    fn links_to_items_of_rust_become_code_of_the_language() {
        let text = "As [`create_for_user`](Self::create_for_user), see [`User::subscriptions`](crate::client::User::subscriptions).";
        assert_eq!(translate(text, &PYTHON), ["As ``create_for_user``, see ``client.user(grant).subscriptions``."]);
        assert_eq!(translate(text, &NODE), ["As `createForUser`, see `user.subscriptions`."]);
    }

    #[test]
    fn methods_of_rust_alone_become_what_the_languages_have() {
        let text = "See [`SubscriptionType::scopes`](crate::model::event::SubscriptionType::scopes).";
        assert_eq!(translate(text, &PYTHON), ["See ``required_scopes``."]);
        assert_eq!(translate(text, &NODE), ["See `requiredScopes`."]);
        let text = "See [`Post::has`](crate::model::post::Post::has).";
        assert_eq!(translate(text, &PYTHON), ["See ``Post.has``."]);
        assert_eq!(translate(text, &NODE), ["See `postHas`."]);
    }

    #[test]
    fn conversions_of_legacy_forms_have_the_names_of_the_language() {
        let text = "[`migrate::user_addon`](crate::migrate::user_addon) converts the body";
        for (style, name) in [
            (PYTHON, "``migrate.user_addon``"),
            (NODE, "`migrate.userAddon`"),
            (KOTLIN, "`Migrate.userAddon`"),
            (SWIFT, "`migrateUserAddon`"),
        ] {
            assert_eq!(translate(text, &style), [format!("{name} converts the body")]);
        }
    }

    #[test]
    fn errors_become_links() {
        let text = "After an [`AmbiguousOutcome`](crate::Error::AmbiguousOutcome) or `NotFound`.";
        assert_eq!(translate(text, &PYTHON), ["After an :class:`AmbiguousOutcome` or :class:`NotFound`."]);
        assert_eq!(translate(text, &NODE), ["After an {@link AmbiguousOutcome} or {@link NotFound}."]);
        let text = "[`Error::Store`] if it failed, `None` if nothing is stored.";
        assert_eq!(translate(text, &PYTHON), [":class:`StoreError` if it failed, ``None`` if nothing is stored."]);
        assert_eq!(translate(text, &NODE), ["{@link StoreError} if it failed, `undefined` if nothing is stored."]);
        assert_eq!(translate("`Decode` if it is missing.", &KOTLIN), ["[DecodeException] if it is missing."]);
    }

    #[test]
    fn examples_in_rust_are_left_out() {
        assert_eq!(translate("Images.\n\n```no_run\nuse a::b;\n\nlet c = d;\n```", &NODE), ["Images."]);
    }

    #[test]
    fn lines_fit_and_code_is_not_broken() {
        assert_eq!(wrap("one two `three four` five", 10, 12), ["one two", "`three four`", "five"]);
    }
}
