//! Changes values in a JSON document, and leaves everything else as it was sent: spaces, the order of members, the form of numbers.

use serde::de::IgnoredAny;

/// A value that can be replaced.
pub(super) enum Value<'a> {
    Text(&'a str),
    /// As it is written. Another number takes its place.
    Number(&'a str),
}

/// Replaces texts and numbers of a document. `replace` gets the name of the member that has the value, also for the items of an array in
/// it; for a name itself it gets none. `None` if the text is not JSON.
pub(super) fn replaced(text: &str, mut replace: impl FnMut(Option<&str>, Value<'_>) -> String) -> Option<String> {
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    let (mut result, mut rest) = (String::with_capacity(text.len()), text);
    let mut open: Vec<Open> = Vec::new();
    while let Some(c) = rest.chars().next() {
        if c == '"' {
            let (literal, after) = rest.split_at(end_of_text(rest)?);
            let value: String = serde_json::from_str(literal).ok()?;
            let new = match open.last_mut() {
                Some(Open { is_object: true, expects_name, name }) if *expects_name => {
                    *name = Some(value.clone());
                    replace(None, Value::Text(&value))
                }
                Some(Open { name, .. }) => replace(name.as_deref(), Value::Text(&value)),
                None => replace(None, Value::Text(&value)),
            };
            if new == value {
                result.push_str(literal)
            } else {
                result.push_str(&serde_json::to_string(&new).ok()?)
            }
            rest = after;
            continue;
        }
        if c == '-' || c.is_ascii_digit() {
            let is_of_number = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
            let (number, after) = rest.split_at(rest.find(|c| !is_of_number(c)).unwrap_or(rest.len()));
            result.push_str(&replace(open.last().and_then(|open| open.name.as_deref()), Value::Number(number)));
            rest = after;
            continue;
        }
        match c {
            '{' => open.push(Open { is_object: true, expects_name: true, name: None }),
            '[' => {
                let name = open.last().and_then(|outer| outer.name.clone());
                open.push(Open { is_object: false, expects_name: false, name });
            }
            '}' | ']' => drop(open.pop()),
            ':' | ',' => {
                if let Some(Open { is_object: true, expects_name, .. }) = open.last_mut() {
                    *expects_name = c == ',';
                }
            }
            _ => {}
        }
        result.push(c);
        rest = rest.get(c.len_utf8()..)?;
    }
    Some(result)
}

/// An object or array that has begun.
struct Open {
    is_object: bool,
    /// Whether the next text is the name of a member.
    expects_name: bool,
    /// The name of the current member; in an array that of the member that has the array.
    name: Option<String>,
}

/// The length of the text at the beginning, with both quotation marks.
fn end_of_text(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return Some(index + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_values_change() {
        let text = r#" { "b" : [ "x", {"b":"y", "c\"":"x"}, "x" ], "a":1.0e2, "n":null,"b":"\u0078" , "d":["x"], "c":[-1.5E+3]} "#;
        let changed = replaced(text, |name, value| match (name, value) {
            (Some("b"), Value::Text("x")) => "new\n".to_owned(),
            (Some("c"), Value::Number(_)) => "0".to_owned(),
            (None, Value::Text("a")) => "A".to_owned(),
            (_, Value::Text(value) | Value::Number(value)) => value.to_owned(),
        });
        let expected = r#" { "b" : [ "new\n", {"b":"y", "c\"":"x"}, "new\n" ], "A":1.0e2, "n":null,"b":"new\n" , "d":["x"], "c":[0]} "#;
        assert_eq!(changed.as_deref(), Some(expected));
        assert_eq!(replaced(r#""x""#, |_, _| "y".into()).as_deref(), Some(r#""y""#));
        assert_eq!(replaced("12", |_, _| "3".into()).as_deref(), Some("3"));
        assert_eq!(replaced(r#"{"a":"x""#, |_, _| "y".into()), None);
    }
}
