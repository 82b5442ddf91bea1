//! Finds mobile phone numbers in texts.

use open_platform::Phone;

/// The digits and signs of a number in any spelling: the core decides which of them are one.
fn is_of_number(c: char) -> bool {
    matches!(c, '+' | '0'..='9' | '\u{6f0}'..='\u{6f9}' | '\u{660}'..='\u{669}' | '\u{ff10}'..='\u{ff19}')
}

/// What may stand between the digits of a number.
fn is_separator(c: char) -> bool {
    matches!(c, ' ' | '-' | '\u{a0}' | '\u{200c}'..='\u{200f}')
}

/// The longest spelling is four groups of digits, such as `+98 912 345 6789`.
const MOST_GROUPS: usize = 5;

/// Replaces each number. `replace` gets its form of the platform and what stood before its last ten digits, such as `+98`.
pub(super) fn replaced(text: &str, mut replace: impl FnMut(&str, &str) -> String) -> String {
    let groups = groups(text);
    let (mut result, mut copied, mut at) = (String::new(), 0, 0);
    while let Some(&(start, _)) = groups.get(at) {
        let last = groups.len().min(at + MOST_GROUPS);
        let found = (at..last).rev().find_map(|to| {
            let end = groups.get(to)?.1;
            let spelling = text.get(start..end)?;
            let is_one = spelling.chars().all(|c| is_of_number(c) || is_separator(c));
            let number = is_one.then(|| Phone::from(spelling).normalized().ok())??;
            Some((to, end, number, prefix(spelling)))
        });
        let Some((to, end, number, prefix)) = found else {
            at += 1;
            continue;
        };
        result.push_str(text.get(copied..start).unwrap_or_default());
        result.push_str(&replace(&number, &prefix));
        (copied, at) = (end, to + 1);
    }
    result.push_str(text.get(copied..).unwrap_or_default());
    result
}

/// The groups of digits that stand between other characters than letters.
fn groups(text: &str) -> Vec<(usize, usize)> {
    let mut groups = Vec::new();
    // Where the current group begins, and whether no letter stands before it.
    let mut begun: Option<(usize, bool)> = None;
    let mut before: Option<char> = None;
    for (index, c) in text.char_indices() {
        match (begun, is_of_number(c)) {
            (None, true) => begun = Some((index, before.is_none_or(|c| !c.is_alphanumeric() && c != '_'))),
            (Some((start, is_free)), false) => {
                if is_free && !c.is_alphabetic() && c != '_' {
                    groups.push((start, index));
                }
                begun = None;
            }
            _ => {}
        }
        before = Some(c);
    }
    if let Some((start, true)) = begun {
        groups.push((start, text.len()));
    }
    groups
}

/// What stands before the last ten digits: `0`, `+98`, `0098` or `98`.
fn prefix(spelling: &str) -> String {
    let digits: Vec<char> = spelling.chars().filter(|c| is_of_number(*c)).collect();
    match digits.len() {
        12 => "98",
        13 => "+98",
        14 => "0098",
        _ => "0",
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_in_every_spelling_and_nothing_else_is() {
        let shown = |text: &str| replaced(text, |number, prefix| format!("<{prefix}|{number}>"));
        for (text, expected) in [
            ("09123456789", "<0|09123456789>"),
            ("call +98 912 345 6789, please", "call <+98|09123456789>, please"),
            ("a:0912-345-6789 500", "a:<0|09123456789> 500"),
            ("500 ۰۹۱۲۳۴۵۶۷۸۹.", "500 <0|09123456789>."),
            ("00989123456789;989123456780", "<0098|09123456789>;<98|09123456780>"),
            ("tel 09123456789 09123456780", "tel <0|09123456789> <0|09123456780>"),
            ("x09123456789 09123456789a _09123456789", "x09123456789 09123456789a _09123456789"),
            ("02112345678 0912345678 1767344400123", "02112345678 0912345678 1767344400123"),
            ("", ""),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
