//! Errors in the spelling of languages whose names are in camel case.

use crate::config::SETTINGS;
use crate::error::Error;

/// Members that are maps with keys of the caller. The path below them is not changed.
const MAPS: [&str; 5] = ["category_data", "category_fields", "extra", "semantic", "semantic_paths"];
/// Actions with free JSON in `data`.
const FREE_DATA: [&str; 2] = ["open_server_link", "get_dynamic_action"];

/// Members that have another name in JavaScript, where the name of a time that an app sets ends in its unit.
const IN_JAVASCRIPT: [(&str, &str); 7] = [
    ("session_id", "session"),
    ("body_timeout", "bodyTimeoutMs"),
    ("drain_timeout_seconds", "drainTimeoutMs"),
    ("handler_timeout_seconds", "handlerTimeoutMs"),
    ("lease_seconds", "leaseMs"),
    ("lifetime", "lifetimeMs"),
    ("stale_after", "staleAfterMs"),
];

impl Error {
    /// The same error for JavaScript: [`in_camel_case`](Self::in_camel_case), and with the names that only JavaScript has.
    #[must_use]
    pub fn in_javascript(self) -> Self {
        let renamed = |name: &mut String| {
            if let Some((_, other)) = IN_JAVASCRIPT.iter().find(|(known, _)| *known == name.as_str()) {
                (*other).clone_into(name);
            }
        };
        let mut error = self;
        match &mut error {
            Self::InvalidInput { field, .. } => renamed(field),
            Self::Config { setting, .. } => renamed(setting),
            _ => {}
        }
        error.in_camel_case()
    }

    /// The same error for a language in which members and settings are in camel case. Changes the field, the setting,
    /// and names of settings and members in the text, which are in backticks there. Names and values of the caller are
    /// not changed, nor is the path of [`Decode`](Self::Decode), which is one in the platform's JSON.
    #[must_use]
    pub fn in_camel_case(self) -> Self {
        match self {
            Self::InvalidInput { field, reason } => {
                Self::InvalidInput { field: path(&field), reason: sentence(&reason, path) }
            }
            other => other.with_settings(path),
        }
    }

    /// The same error for Kotlin and Swift, in which settings are methods: with the names of those, such as `sandbox` for
    /// `sandbox_url`, before they are put in camel case.
    #[must_use]
    pub fn naming_methods(self) -> Self {
        self.with_settings(|name| {
            let row = SETTINGS.iter().find(|row| row.name == name);
            row.map_or(name, |row| row.method).to_owned()
        })
    }

    /// The same error with other names of settings: in [`Config`](Self::Config), whose text has those of others in backticks.
    fn with_settings(self, rename: impl Fn(&str) -> String) -> Self {
        match self {
            Self::Config { setting, reason, cause } => {
                Self::Config { setting: rename(&setting), reason: sentence(&reason, rename), cause }
            }
            other => other,
        }
    }
}

/// `widgets[0].title_row.has_divider` becomes `widgets[0].titleRow.hasDivider`.
fn path(path: &str) -> String {
    let (mut written, mut rest, mut parent) = (String::with_capacity(path.len()), path, "");
    loop {
        let (step, behind) = rest.split_once('.').map_or((rest, None), |(step, behind)| (step, Some(behind)));
        // In brackets there is an index, or a name of the caller.
        let (name, key) = step.split_at(step.find('[').unwrap_or(step.len()));
        written.extend([&camel_case(name), key]);
        let Some(behind) = behind else { return written };
        written.push('.');
        if MAPS.contains(&step) || (step == "data" && FREE_DATA.contains(&parent)) {
            return written + behind;
        }
        (rest, parent) = (behind, step);
    }
}

/// Changes names in backticks, and nothing else of the text.
fn sentence(text: &str, rename: impl Fn(&str) -> String) -> String {
    let is_name = |part: &str| part.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.'));
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(i, part)| if i % 2 == 1 && is_name(part) { rename(part) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}

/// `image_url` becomes `imageUrl`. A name with a capital letter, such as an environment variable, is not changed.
pub fn camel_case(snake: &str) -> String {
    if snake.contains(|letter: char| letter.is_uppercase()) {
        return snake.to_owned();
    }
    let mut words = snake.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |mut name, word| {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name.push_str(letters.as_str());
        name
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_in_camel_case_and_names_of_the_caller_are_not() {
        for (snake, camel) in [
            ("widgets[0].title_row.has_divider", "widgets[0].titleRow.hasDivider"),
            ("receiver_buttons.rows[0].buttons[0].icon_name", "receiverButtons.rows[0].buttons[0].iconName"),
            ("semantic.payment_method", "semantic.payment_method"),
            ("category_fields.brand_model", "categoryFields.brand_model"),
            ("widgets[1].semantic_paths.a_b.c_d", "widgets[1].semanticPaths.a_b.c_d"),
            ("action.open_server_link.data.my_id", "action.openServerLink.data.my_id"),
            ("widget_list[0].data.image_url", "widgetList[0].data.imageUrl"),
            ("query[access_token]", "query[access_token]"),
            ("timeout_ms", "timeoutMs"),
            ("", ""),
            ("image", "image"),
        ] {
            let error = Error::invalid(snake, "must not be empty").in_camel_case();
            assert_eq!(error.report().field.as_deref(), Some(camel));
            assert_eq!(error.to_string(), format!("{camel}: must not be empty"));
        }
    }

    #[test]
    fn settings_and_names_in_texts_are_in_camel_case() {
        let error =
            Error::config("upload_timeout", "`max_retry_after` is not a_value, nor `My_Value` nor `two words_x`");
        assert_eq!(
            error.in_camel_case().to_string(),
            "configuration of uploadTimeout: `maxRetryAfter` is not a_value, nor `My_Value` nor `two words_x`"
        );
        let variable = Error::config("OPEN_PLATFORM_API_KEY", "is not Unicode text").in_camel_case();
        assert_eq!(variable.report().subject.as_deref(), Some("OPEN_PLATFORM_API_KEY"));
    }

    #[test]
    fn a_member_with_another_name_in_javascript_has_that_name_in_errors() {
        let error = || Error::invalid("session_id", "must not be empty");
        assert_eq!(error().in_javascript().report().field.as_deref(), Some("session"));
        assert_eq!(error().in_camel_case().report().field.as_deref(), Some("sessionId"));
        let time = Error::config("lease_seconds", "must be from 1 to 86400 seconds").in_javascript();
        assert_eq!(time.report().subject.as_deref(), Some("leaseMs"));
        let other = Error::invalid("return_to", "must be a path").in_javascript();
        assert_eq!(other.report().field.as_deref(), Some("returnTo"));
    }

    #[test]
    fn errors_name_the_methods_of_settings() {
        let method =
            |setting: &str| Error::config(setting, "").naming_methods().in_camel_case().report().subject.unwrap();
        assert_eq!(method("sandbox_url"), "sandbox");
        assert_eq!(method("store"), "storeUrl");
        assert_eq!(method("store_keys"), "storeKeys");
        assert_eq!(method("hosts.auth"), "hosts.auth");
        let several =
            Error::config("check", "`store`: is wrong; `api_key`: is missing").naming_methods().in_camel_case();
        assert_eq!(several.report().reason.unwrap(), "`storeUrl`: is wrong; `apiKey`: is missing");
        let value = Error::invalid("store", "`store` is wrong").naming_methods();
        assert_eq!(value.to_string(), "store: `store` is wrong", "an invalid value is no setting");
    }

    #[test]
    fn a_path_in_a_response_is_not_changed() {
        let error = Error::from(crate::error::DecodeError::of_document("posts.get", "phone_numbers[0]", "is no text"));
        assert_eq!(error.in_camel_case().report().path.as_deref(), Some("phone_numbers[0]"));
    }
}
