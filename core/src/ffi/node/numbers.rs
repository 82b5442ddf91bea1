//! Numbers in free JSON that JavaScript cannot hold. Node's parser would round them without a word, so they cross as
//! their text: `1e400` as `"1e400"`, and an integer of 20 digits with all of them.

use std::borrow::Cow;

/// Every decimal number of so many digits is told from its neighbours by a double.
const SAFE_DIGITS: usize = 15;

/// The same JSON, with what a double cannot hold as text.
pub(super) fn held(json: &str) -> Cow<'_, str> {
    let mut held = String::new();
    let mut copied = 0;
    let mut rest = 0;
    while let Some(found) = json[rest..].bytes().position(|byte| matches!(byte, b'"' | b'-' | b'0'..=b'9')) {
        let start = rest + found;
        rest = if json.as_bytes()[start] == b'"' { end_of_string(json, start) } else { end_of_number(json, start) };
        let token = &json[start..rest];
        if !token.starts_with('"') && !is_held(token) {
            held.push_str(&json[copied..start]);
            held.extend(["\"", token, "\""]);
            copied = rest;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(json);
    }
    held.push_str(&json[copied..]);
    Cow::Owned(held)
}

fn end_of_string(json: &str, start: usize) -> usize {
    let mut escaped = false;
    let end = json.bytes().skip(start + 1).position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or(json.len(), |length| start + length + 2)
}

fn end_of_number(json: &str, start: usize) -> usize {
    let length = json[start..].find(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E'));
    length.map_or(json.len(), |length| start + length)
}

/// Whether JavaScript writes the number that it reads here as the same number again.
fn is_held(number: &str) -> bool {
    if number.len() <= SAFE_DIGITS && !number.contains(['e', 'E']) {
        return true;
    }
    let Ok(value) = number.parse::<f64>() else { return false };
    // A double is written with the fewest digits that tell it from all others.
    value.is_finite() && digits(number) == digits(&format!("{value:e}"))
}

/// The digits of a number without the zeros at both ends, and without its exponent: the magnitude is right wherever
/// these are.
fn digits(number: &str) -> String {
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    mantissa.chars().filter(char::is_ascii_digit).collect::<String>().trim_matches('0').to_owned()
}
