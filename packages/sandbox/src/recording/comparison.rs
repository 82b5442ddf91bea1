//! What makes a request equal to a recorded one: method, path, query, access token and body, as a list of named values.

use std::collections::BTreeMap;

use axum::http::Method;
use open_platform::Phone;
use open_platform::endpoint::Host;
use percent_encoding::percent_decode_str;
use serde_json::Value;
use url::form_urlencoded;

use super::ORIGIN;
use super::content::{Content, Part, PartValue};
use super::kind::{Kind, is_placeholder};
use super::phones;
use super::redaction::endpoint;
use crate::redact;

/// The parts of a request that are compared.
pub(super) struct Wire<'a> {
    pub(super) method: &'a Method,
    pub(super) host: Host,
    pub(super) path: &'a str,
    pub(super) query: &'a str,
    /// The header `Authorization`, if it is not empty.
    pub(super) authorization: Option<&'a str>,
    pub(super) is_form: bool,
    pub(super) content: &'a Content,
    /// The address by which the client reached the replay.
    pub(super) origin: &'a str,
}

/// A value of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Leaf {
    /// Set for a value that a recording has a placeholder for.
    kind: Option<Kind>,
    value: String,
}

/// The values of a request by their place, such as `query.page` or `body.rows[0].caption`.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    leaves: BTreeMap<String, Leaf>,
    /// Whether the archive has no body of the request, so that every body is equal to it.
    is_body_unknown: bool,
}

/// A place where two requests differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) place: String,
    text: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.place, self.text)
    }
}

/// The longest part of a value in a text.
const SHOWN: usize = 60;

impl Leaf {
    /// Whether a sent value is the recorded one. What a recording has no placeholder for, such as a token of another run, is any
    /// value of its kind.
    fn fits(&self, sent: &Self) -> bool {
        match (self.kind, sent.kind) {
            (None, None) => self.value == sent.value,
            (Some(kind), Some(_)) => !kind.is_compared() || self.value == sent.value || !is_placeholder(&sent.value),
            _ => false,
        }
    }

    /// A text for messages, without the values of the client that a recording would replace. Of a long value it has the part where
    /// it differs from another one.
    fn shown(&self, other: Option<&Self>) -> String {
        if self.kind.is_some() && !is_placeholder(&self.value) {
            return "a value that is not in the recording".to_owned();
        }
        let other = other.map_or("", |other| &other.value);
        let equal = self.value.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
        let length = self.value.chars().count();
        let skipped = if length > SHOWN { equal.saturating_sub(SHOWN / 2) } else { 0 };
        let part: String = self.value.chars().skip(skipped).take(SHOWN).collect();
        let mark = |is_cut| if is_cut { "…" } else { "" };
        format!("{}{part}{}", mark(skipped > 0), mark(length > skipped + SHOWN))
    }
}

impl Values {
    /// The values of a request.
    pub(super) fn of(wire: &Wire<'_>) -> Self {
        let mut values = Self::default();
        values.add("method", None, wire.method.as_str());
        values.path(wire);
        values.form("query", wire.query, wire.origin);
        if let Some(authorization) = wire.authorization {
            let token = match authorization.split_once(' ') {
                Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token,
                _ => authorization,
            };
            values.add("authorization", Some(Kind::AccessToken), token);
        }
        match wire.content {
            Content::Text(text) if text.is_empty() => {}
            Content::Text(text) if wire.is_form => values.form("body", text, wire.origin),
            Content::Text(text) => match serde_json::from_str(text) {
                Ok(document) => values.json("body".to_owned(), "", &document, wire.origin),
                // A secret in it could not be found, so it is not shown.
                Err(_) if redact::may_leak(text) => values.add("body", Some(Kind::Other), ""),
                Err(_) => values.add("body", None, &plain(text, wire.origin)),
            },
            Content::Parts(parts) => parts.iter().enumerate().for_each(|(at, part)| values.part(at, part, wire.origin)),
            Content::Binary(digest) => {
                values.add("body", None, &format!("{} bytes, SHA-256 {}", digest.bytes, digest.sha256))
            }
            Content::Unknown => values.is_body_unknown = true,
        }
        values
    }

    fn add(&mut self, place: &str, kind: Option<Kind>, value: &str) {
        let number = if kind == Some(Kind::Phone) { Phone::from(value).normalized().ok() } else { None };
        let value = number.unwrap_or_else(|| value.to_owned());
        self.leaves.insert(place.to_owned(), Leaf { kind, value });
    }

    /// The path, with the name of a variable in place of a phone number or the id of a user.
    fn path(&mut self, wire: &Wire<'_>) {
        let template = endpoint(wire.host, wire.method, wire.path).map(|row| row.path).unwrap_or_default();
        let mut names = template.split('/');
        let mut path = format!("/{}", wire.host.name());
        for (at, segment) in wire.path.split('/').enumerate() {
            let name = names.next().unwrap_or_default();
            let decoded = percent_decode_str(segment).decode_utf8_lossy();
            if at > 0 {
                path.push('/');
            }
            match Kind::in_path(name.trim_matches(['{', '}'])) {
                Some(kind) => {
                    path.push_str(name);
                    self.add(&format!("path.{}", name.trim_matches(['{', '}'])), Some(kind), &decoded);
                }
                None => path.push_str(&plain(&decoded, wire.origin)),
            }
        }
        self.add("path", None, &path);
    }

    fn form(&mut self, at: &str, text: &str, origin: &str) {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(text.as_bytes()) {
            let count = counts.entry(name.to_string()).or_default();
            let place = if *count == 0 { format!("{at}.{name}") } else { format!("{at}.{name}[{count}]") };
            *count += 1;
            let kind = Kind::in_form(&name);
            let value = if kind.is_some() { value.into_owned() } else { plain(&value, origin) };
            self.add(&place, kind, &value);
        }
    }

    fn json(&mut self, place: String, name: &str, value: &Value, origin: &str) {
        match value {
            Value::Object(members) if !members.is_empty() => {
                for (name, member) in members {
                    self.json(format!("{place}.{name}"), name, member, origin);
                }
            }
            Value::Array(items) if !items.is_empty() => {
                for (at, item) in items.iter().enumerate() {
                    self.json(format!("{place}[{at}]"), name, item, origin);
                }
            }
            Value::String(text) => match Kind::in_json(name) {
                Some(kind) => self.add(&place, Some(kind), text),
                None => {
                    let text = plain(text, origin);
                    self.add(&place, None, &Value::from(text).to_string());
                }
            },
            Value::Number(number) => match Kind::in_json(name) {
                // A recording has 0 for it.
                Some(_) => self.add(&place, Some(Kind::Other), ""),
                None => self.add(&place, None, &plain(&number.to_string(), origin)),
            },
            other => self.add(&place, None, &other.to_string()),
        }
    }

    fn part(&mut self, at: usize, part: &Part, origin: &str) {
        let place = format!("body[{at}].{}", part.name);
        let kind = Kind::in_form(&part.name);
        match &part.value {
            PartValue::Text(text) if kind.is_some() => self.add(&place, kind, text),
            PartValue::Text(text) => self.add(&place, None, &plain(text, origin)),
            PartValue::File(digest) => {
                self.add(&place, None, &format!("{} bytes, SHA-256 {}", digest.bytes, digest.sha256));
            }
        }
        for (name, value) in [("filename", &part.file_name), ("content_type", &part.content_type)] {
            if let Some(value) = value {
                self.add(&format!("{place}.{name}"), None, &plain(value, origin));
            }
        }
    }

    /// The value at a place that does not depend on the run, such as `query.redirect_uri`.
    pub(super) fn get(&self, place: &str) -> Option<&str> {
        self.leaves.get(place).map(|leaf| leaf.value.as_str())
    }

    /// The values of `state` in the query.
    pub(super) fn state(&self) -> Option<&str> {
        self.get("query.state")
    }

    /// Whether a sent request is equal to this recorded one.
    pub(super) fn fit(&self, sent: &Self) -> bool {
        let mut sent = sent.leaves.iter().filter(|(place, _)| self.compares(place));
        let fit =
            |(place, leaf): (&String, &Leaf)| sent.next().is_some_and(|(at, sent)| place == at && leaf.fits(sent));
        self.leaves.iter().all(fit) && sent.next().is_none()
    }

    /// Whether a value of a sent request matters.
    fn compares(&self, place: &str) -> bool {
        !(self.is_body_unknown && place.starts_with("body"))
    }

    /// Where a sent request differs from this recorded one.
    pub(super) fn differences(&self, sent: &Self) -> Vec<Difference> {
        let recorded = self.leaves.iter().filter_map(|(place, leaf)| match sent.leaves.get(place) {
            Some(other) if leaf.fits(other) => None,
            Some(other) => Some((place, format!("is {} and was {}", other.shown(Some(leaf)), leaf.shown(Some(other))))),
            None => Some((place, format!("is missing and was {}", leaf.shown(None)))),
        });
        let new = sent.leaves.iter().filter(|(place, _)| self.compares(place) && !self.leaves.contains_key(*place));
        let new = new.map(|(place, leaf)| (place, format!("is {} and was missing", leaf.shown(None))));
        let all = recorded.chain(new).map(|(place, text)| Difference { place: place.clone(), text });
        let mut all: Vec<_> = all.collect();
        all.sort_by(|a, b| a.place.cmp(&b.place));
        all
    }

    /// How far a sent request is from this recorded one: another path counts more than another method, and that more than all else.
    pub(super) fn distance(&self, sent: &Self) -> (usize, bool, usize) {
        let segments = |values: &Self| -> Vec<String> {
            values.get("path").unwrap_or_default().split('/').map(str::to_owned).collect()
        };
        let (here, there) = (segments(self), segments(sent));
        let unequal = here.iter().zip(&there).filter(|(a, b)| a != b).count() + here.len().abs_diff(there.len());
        (unequal, self.get("method") != sent.get("method"), self.differences(sent).len())
    }

    /// A short name of the request for messages.
    pub(super) fn title(&self) -> String {
        format!("{} {}", self.get("method").unwrap_or_default(), self.get("path").unwrap_or_default())
    }
}

/// A text as it is compared: with one address for all runs, and without phone numbers, which a recording replaces in all texts.
fn plain(text: &str, origin: &str) -> String {
    phones::replaced(&text.replace(origin, ORIGIN), |_, _| "{phone}".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(path: &str, query: &str, token: Option<&str>, body: &str) -> Values {
        Values::of(&Wire {
            method: &Method::POST,
            host: Host::Base,
            path,
            query,
            authorization: token,
            is_form: false,
            content: &Content::Text(body.to_owned()),
            origin: "http://127.0.0.1:9",
        })
    }

    fn shown(recorded: &Values, sent: &Values) -> Vec<String> {
        assert_eq!(recorded.fit(sent), recorded.differences(sent).is_empty());
        recorded.differences(sent).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_order_of_members_and_parameters_does_not_matter_and_that_of_items_does() {
        let recorded = values("/x", "a=1&b=2&a=3", None, r#"{"a":[1,{}],"b":"x"}"#);
        assert!(shown(&recorded, &values("/x", "b=2&a=1&a=3", None, r#"{ "b": "x", "a": [1, {}] }"#)).is_empty());
        assert_eq!(
            shown(&recorded, &values("/x", "a=1&a=3&c=4", None, r#"{"a":[{},1],"b":"x"}"#)),
            [
                "body.a[0] is {} and was 1",
                "body.a[1] is 1 and was {}",
                "query.b is missing and was 2",
                "query.c is 4 and was missing"
            ]
        );
    }

    #[test]
    fn of_a_long_text_the_part_that_differs_is_shown() {
        let text = |end: &str| values("/x", "", None, &format!("{}{end}", "a".repeat(100)));
        let equal = "a".repeat(30);
        let expected = format!("body is …{equal}{}… and was …{equal}c", "b".repeat(30));
        assert_eq!(shown(&text("c"), &text(&"b".repeat(50))), [expected]);
    }

    #[test]
    fn placeholders_differ_from_one_another_and_fit_values_of_another_run() {
        let path = "/v2/open-platform/addons/user/09700000001";
        let recorded = values(path, "", Some("Bearer redacted-access-token-1"), r#"{"user_id":"redacted-user-id-1"}"#);
        let other = "/v2/open-platform/addons/user/+989700000002";
        let sent = values(other, "", Some("Bearer redacted-access-token-2"), r#"{"user_id":"redacted-user-id-2"}"#);
        let places: Vec<_> = recorded.differences(&sent).into_iter().map(|difference| difference.place).collect();
        assert_eq!(places, ["authorization", "body.user_id", "path.phone"]);
        let foreign = values("/v2/open-platform/addons/user/09123456789", "", Some("Bearer t"), r#"{"user_id":"u"}"#);
        assert!(shown(&recorded, &foreign).is_empty());
        let without = values("/v2/open-platform/addons/user/09123456789", "", None, r#"{"user_id":"secret","a":1}"#);
        assert_eq!(
            shown(&recorded, &without),
            ["authorization is missing and was redacted-access-token-1", "body.a is 1 and was missing"]
        );
    }

    #[test]
    fn texts_are_equal_with_any_phone_number_and_any_address_of_the_server() {
        let recorded =
            values("/x", "", None, r#"{"t":["call 09700000001","09700000001"],"u":"http://platform.invalid/base/y"}"#);
        let sent =
            values("/x", "", None, r#"{"t":["call ۰۹۱۲۳۴۵۶۷۸۹","09700000002"],"u":"http://127.0.0.1:9/base/y"}"#);
        assert!(shown(&recorded, &sent).is_empty());
    }
}
