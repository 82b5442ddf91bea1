//! Arbitrary JSON is passed token by token, and JavaScript builds the value from them. For small values this is faster than `JSON.parse`.
//!
//! Numbers that JavaScript cannot represent are passed as text, `1e400` as `"1e400"`, and an integer of 20 digits with
//! all of them. Node's parser would round them silently.

use super::Encoder;

/// A double represents every decimal number with this many digits.
const SAFE_DIGITS: usize = 15;

/// The word before each token, as in the decoder of the package. White space between tokens is not passed.
const NULL: u32 = 0;
const FALSE: u32 = 1;
const TRUE: u32 = 2;
const NUMBER: u32 = 3;
const TEXT: u32 = 4;
/// The name of a property that every JavaScript object inherits: an assignment to it would not create a member.
const INHERITED: u32 = 5;
const ARRAY: u32 = 6;
const OBJECT: u32 = 7;
const END: u32 = 8;

/// Writes the tokens of JSON.
pub(super) fn write(json: &str, encoder: &mut Encoder) {
    let mut rest = 0;
    while let Some(byte) = json.as_bytes().get(rest) {
        let start = rest;
        rest += match byte {
            b'"' => {
                let (length, is_escaped) = string(&json[start + 1..]);
                text(&json[start + 1..start + 1 + length], is_escaped, encoder);
                length + 2
            }
            b'-' | b'0'..=b'9' => {
                let length = number_length(&json[start..]);
                let number = &json[start..start + length];
                encoder.word(if is_held(number) { NUMBER } else { TEXT });
                encoder.text(number);
                length
            }
            b'n' => word(NULL, "null", encoder),
            b't' => word(TRUE, "true", encoder),
            b'f' => word(FALSE, "false", encoder),
            b'[' => word(ARRAY, "[", encoder),
            b'{' => word(OBJECT, "{", encoder),
            b']' | b'}' => word(END, "}", encoder),
            _ => 1,
        };
    }
}

/// Writes the name of a member.
pub(super) fn name(name: &str, encoder: &mut Encoder) {
    encoder.word(if is_inherited(name) { INHERITED } else { TEXT });
    encoder.text(name);
}

fn word(word: u32, token: &str, encoder: &mut Encoder) -> usize {
    encoder.word(word);
    token.len()
}

/// Writes the contents of a JSON string.
fn text(text: &str, is_escaped: bool, encoder: &mut Encoder) {
    if !is_escaped {
        return name(text, encoder);
    }
    let units = unescaped(text);
    let text = String::from_utf16(&units);
    encoder.word(if text.is_ok_and(|text| is_inherited(&text)) { INHERITED } else { TEXT });
    encoder.units(&units);
}

/// The text in UTF-16, because an escape may be an unpaired surrogate.
fn unescaped(text: &str) -> Vec<u16> {
    let mut units = Vec::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let escape = if character == '\\' { rest.next() } else { None };
        units.push(match escape {
            None => {
                units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
                continue;
            }
            Some('b') => 0x08,
            Some('f') => 0x0c,
            Some('n') => 0x0a,
            Some('r') => 0x0d,
            Some('t') => 0x09,
            Some('u') => (0..4).fold(0, |unit, _| {
                let digit = rest.next().and_then(|digit| digit.to_digit(16)).unwrap_or_default();
                unit << 4 | digit as u16
            }),
            Some(itself) => itself as u16,
        });
    }
    units
}

/// Whether `Object.prototype` has a property of this name.
fn is_inherited(name: &str) -> bool {
    matches!(
        name,
        "constructor"
            | "hasOwnProperty"
            | "isPrototypeOf"
            | "propertyIsEnumerable"
            | "toLocaleString"
            | "toString"
            | "valueOf"
            | "__defineGetter__"
            | "__defineSetter__"
            | "__lookupGetter__"
            | "__lookupSetter__"
            | "__proto__"
    )
}

/// The distance to the quote that ends a string, and whether there is an escape before it.
fn string(json: &str) -> (usize, bool) {
    let (mut is_escaped, mut after_backslash) = (false, false);
    let end = json.bytes().position(|byte| {
        let ends = byte == b'"' && !after_backslash;
        after_backslash = byte == b'\\' && !after_backslash;
        is_escaped |= after_backslash;
        ends
    });
    (end.unwrap_or(json.len()), is_escaped)
}

fn number_length(json: &str) -> usize {
    json.find(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E')).unwrap_or(json.len())
}

/// Whether JavaScript would write the number unchanged after reading it.
fn is_held(number: &str) -> bool {
    if number.len() <= SAFE_DIGITS && !number.contains(['e', 'E']) {
        return true;
    }
    let Ok(value) = number.parse::<f64>() else { return false };
    // A double is written with the fewest digits that identify it.
    value.is_finite() && digits(number) == digits(&format!("{value:e}"))
}

/// The digits of a number without leading and trailing zeros and without its exponent. If these are equal, so is the
/// magnitude.
fn digits(number: &str) -> String {
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    mantissa.chars().filter(char::is_ascii_digit).collect::<String>().trim_matches('0').to_owned()
}
