//! The secrets and personal values of a recording, each with its placeholder.

use std::collections::{BTreeMap, BTreeSet};

use open_platform::Phone;

use super::ORIGIN;
use super::kind::{Kind, is_placeholder};
use super::phones;

/// A shorter value is replaced only where its kind is known, because any text may contain it by chance.
const SHORTEST_IN_TEXT: usize = 8;

/// Values and their placeholders. It has no `Debug`.
#[derive(Default)]
pub(super) struct Vault {
    /// By the value, phone numbers in the form of the platform.
    known: BTreeMap<String, String>,
    counts: BTreeMap<Kind, usize>,
    /// The addresses by which the proxy was reached.
    origins: BTreeSet<String>,
}

impl Vault {
    /// An address that stands for [`ORIGIN`].
    pub(super) fn add_origin(&mut self, origin: &str) {
        self.origins.insert(origin.to_owned());
    }

    /// The placeholder of a value of this kind: always the same one for the same value.
    pub(super) fn value(&mut self, kind: Kind, value: &str) -> String {
        if value.is_empty() || is_placeholder(value) {
            return value.to_owned();
        }
        if kind == Kind::Phone && Phone::from(value).normalized().is_ok() {
            return self.phones(value);
        }
        self.known(kind, value)
    }

    /// A text with the placeholders of all values that are known so far, and of all phone numbers.
    pub(super) fn text(&mut self, text: &str) -> String {
        let origins = self.origins.iter().map(|origin| (origin.as_str(), ORIGIN));
        let values = self.known.iter().map(|(value, placeholder)| (value.as_str(), placeholder.as_str()));
        let values = values.filter(|(value, _)| value.len() >= SHORTEST_IN_TEXT);
        let mut found: Vec<_> = origins.chain(values).filter(|(value, _)| text.contains(value)).collect();
        // Longer ones first: one value may contain another.
        found.sort_by_key(|(value, _)| std::cmp::Reverse(value.len()));
        let replaced = replaced(text, &found);
        self.phones(&replaced)
    }

    fn phones(&mut self, text: &str) -> String {
        phones::replaced(text, |number, prefix| {
            let placeholder = if is_placeholder(number) { number.to_owned() } else { self.known(Kind::Phone, number) };
            format!("{prefix}{}", placeholder.strip_prefix('0').unwrap_or(&placeholder))
        })
    }

    fn known(&mut self, kind: Kind, value: &str) -> String {
        if let Some(placeholder) = self.known.get(value) {
            return placeholder.clone();
        }
        let count = self.counts.entry(kind).or_default();
        *count += 1;
        let placeholder = kind.placeholder(*count);
        self.known.insert(value.to_owned(), placeholder.clone());
        placeholder
    }
}

/// A text with other texts for these, of which the first one that fits counts at each place. What it gets is not searched again: a
/// placeholder may contain another value.
fn replaced(text: &str, values: &[(&str, &str)]) -> String {
    let (mut new, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(first) = rest.chars().next() {
        match values.iter().find_map(|(value, new)| Some((rest.strip_prefix(value)?, new))) {
            Some((behind, placeholder)) => {
                new.push_str(placeholder);
                rest = behind;
            }
            None => {
                new.push(first);
                rest = rest.get(first.len_utf8()..).unwrap_or_default();
            }
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_inside_a_placeholder_is_not_replaced() {
        let mut vault = Vault::default();
        assert_eq!(vault.value(Kind::AccessToken, "redacted"), "redacted-access-token-1");
        assert_eq!(vault.value(Kind::RefreshToken, "a-long-token"), "redacted-refresh-token-1");
        assert_eq!(vault.text("a-long-token redacted"), "redacted-refresh-token-1 redacted-access-token-1");
    }

    #[test]
    fn a_value_has_one_placeholder_everywhere() {
        let mut vault = Vault::default();
        vault.add_origin("http://127.0.0.1:9");
        assert_eq!(vault.value(Kind::AccessToken, "token-of-anna"), "redacted-access-token-1");
        assert_eq!(vault.value(Kind::AccessToken, "token-of-anna-2"), "redacted-access-token-2");
        assert_eq!(vault.value(Kind::Code, "token-of-anna"), "redacted-access-token-1", "the code of a refresh");
        assert_eq!(vault.value(Kind::UserId, ""), "");
        assert_eq!(vault.value(Kind::Phone, "+989123456789"), "+989700000001");
        assert_eq!(vault.value(Kind::Phone, "0912 345 6789"), "09700000001");
        assert_eq!(
            vault.text("token-of-anna-2 token-of-anna http://127.0.0.1:9/base/x ۰۹۱۲۳۴۵۶۷۸۹ 09700000001"),
            "redacted-access-token-2 redacted-access-token-1 http://platform.invalid/base/x 09700000001 09700000001"
        );
        assert_eq!(vault.value(Kind::AccessToken, "redacted-access-token-2"), "redacted-access-token-2");
    }
}
