//! Random bodies of webhook requests, with the result of parsing them in the core: other languages must parse them in the same
//! way (HTTP-16). `tests/run random_bodies` uses them.

use std::fmt::Write as _;
use std::io::{BufWriter, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use open_platform::webhook::Delivery;
use serde_json::{Map, Value, json};

use crate::{cases, describe};

/// A random number generator with a seed (splitmix64).
struct Rng(u64);

impl Rng {
    /// A number less than `most`.
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % most as u64) as usize
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// JSON values that replace others. Some of them cannot be represented in some languages.
const ODD: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-0.0",
    "1",
    "-1",
    "1.0",
    "0.1",
    "1e2",
    "1E-7",
    "1e400",
    "-1e400",
    "5e-324",
    "2147483648",
    "9007199254740991",
    "9007199254740993",
    "-9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "123456789012345678901234567890",
    "1.7976931348623157e308",
    "0.30000000000000004",
    "1729429926140000",
    "1729429926",
    "253402300800000000",
    "-62135596800000001",
    "\"\"",
    "\" \"",
    "\"0\"",
    "\"350000\"",
    "\"-1\"",
    "\"1e3\"",
    "\"9223372036854775808\"",
    "\"true\"",
    "\"2024-10-20T13:12:06.14Z\"",
    "\"2024-10-20T13:12:06.140000001+03:30\"",
    "\"0000-00-00\"",
    "\"2016-12-31T23:59:60Z\"",
    "\"TEXT\"",
    "\"SELLER\"",
    "\"text\"",
    "\"UNKNOWN_OF_TOMORROW\"",
    "\"09123456789\"",
    "\"۰۹۱۲۳۴۵۶۷۸۹\"",
    "\"سلام\\u200c!\"",
    "\"🙂\"",
    "\"\\ud83d\\ude42\"",
    "\"\\ud800\"",
    "\"\\udc00\\ud800\"",
    "\"a\\u0000b\"",
    "\"\\u2028\\u2029\"",
    "\"__proto__\"",
    "\"e7a08a2c-8ee4-11ef-af85-0242ac120002\"",
    "\"not a uuid\"",
    "[]",
    "[[]]",
    "[null]",
    "[1,\"a\",{}]",
    "{}",
    "{\"\":0}",
    "{\"__proto__\":{\"a\":1}}",
    "{\"constructor\":1,\"toString\":2}",
    "{\"a\":1,\"a\":2}",
    "{\"$serde_json::private::Number\":\"1\"}",
    "{\"$serde_json::private::RawValue\":\"1\"}",
    "NaN",
    "Infinity",
    "01",
    "+1",
    "1.",
    ".5",
    "'a'",
    "undefined",
    "\"\\x\"",
    "\"unclosed",
    "{\"a\":1,}",
    "// a",
];

/// New names of members: names of other members, and names that are special in some language.
const NAMES: &[&str] = &[
    "type",
    "new_message",
    "new_chatbot_message",
    "user_access_revocation",
    "post_update",
    "transaction",
    "payment_transaction",
    "payload",
    "timestamp",
    "metadata",
    "meta_data",
    "extra",
    "issues",
    "id",
    "text",
    "state",
    "sent_at",
    "conversation",
    "sender",
    "data",
    "kind",
    "body",
    "__proto__",
    "constructor",
    "toJSON",
    "then",
    "class",
    "self",
    "None",
    "default",
    "",
    "a b",
    "é",
    "\\u0000",
    "\\ud800",
    "$ref",
    "length",
    "hash_code",
];

/// A document that is mutated, as text, because it may become invalid JSON.
struct Maker<'a> {
    rng: Rng,
    seeds: &'a [Value],
}

impl Maker<'_> {
    fn document(mut self) -> Vec<u8> {
        let seed = self.rng.one(self.seeds).clone();
        // One document in ten is unchanged, and most have one or two changes.
        let changes = *self.rng.one(&[0, 1, 1, 1, 1, 2, 2, 2, 3, 6]);
        let nodes = count(&seed);
        let mut at: Vec<_> = (0..changes).map(|_| self.rng.below(nodes)).collect();
        at.sort_unstable();
        let mut text = String::new();
        self.write(&seed, &at, &mut 0, &mut text);
        let mut bytes = text.into_bytes();
        if self.rng.below(12) == 0 {
            self.damage(&mut bytes);
        }
        bytes
    }

    /// Writes a value and mutates the nodes `at`.
    fn write(&mut self, value: &Value, at: &[usize], node: &mut usize, text: &mut String) {
        let changed = at.contains(node);
        *node += 1;
        if changed {
            match self.rng.below(8) {
                0..=4 => return text.push_str(self.rng.one::<&str>(ODD)),
                5 => {
                    let other = self.rng.one(self.seeds).clone();
                    let part = self.part(&other);
                    let _ = write!(text, "{part}");
                    return;
                }
                6 => {
                    // A number becomes a string, and a string a number.
                    let turned = match value {
                        Value::Number(number) => Value::String(number.to_string()),
                        Value::String(written) => written.parse::<i64>().map_or(json!([written]), Value::from),
                        other => json!([other]),
                    };
                    let _ = write!(text, "{turned}");
                    return;
                }
                // Its members are mutated instead.
                _ => {}
            }
        }
        match value {
            Value::Object(members) => self.members(members, changed, at, node, text),
            Value::Array(elements) => {
                text.push('[');
                for (index, element) in elements.iter().enumerate() {
                    text.push_str(if index > 0 { "," } else { "" });
                    self.write(element, at, node, text);
                }
                text.push(']');
            }
            other => {
                let _ = write!(text, "{other}");
            }
        }
    }

    fn members(
        &mut self,
        members: &Map<String, Value>,
        changed: bool,
        at: &[usize],
        node: &mut usize,
        text: &mut String,
    ) {
        let victim = if changed && !members.is_empty() { self.rng.below(members.len()) } else { usize::MAX };
        let mut written = Vec::new();
        for (index, (name, value)) in members.iter().enumerate() {
            let mut one = String::new();
            self.write(value, at, node, &mut one);
            let name = json!(name).to_string();
            if index != victim {
                written.push(format!("{name}:{one}"));
                continue;
            }
            match self.rng.below(4) {
                // Removed.
                0 => {}
                1 => written.push(format!("\"{}\":{one}", self.rng.one(NAMES))),
                2 => written.extend([format!("{name}:{one}"), format!("{name}:{}", self.rng.one(ODD))]),
                _ => written
                    .extend([format!("\"{}\":{}", self.rng.one(NAMES), self.rng.one(ODD)), format!("{name}:{one}")]),
            }
        }
        let _ = write!(text, "{{{}}}", written.join(if self.rng.below(8) == 0 { " ,\n\t" } else { "," }));
    }

    /// A random part of a value.
    fn part<'b>(&mut self, value: &'b Value) -> &'b Value {
        let parts: Vec<_> = match value {
            Value::Object(members) => members.values().collect(),
            Value::Array(elements) => elements.iter().collect(),
            _ => Vec::new(),
        };
        if parts.is_empty() || self.rng.below(3) == 0 {
            return value;
        }
        let next = parts[self.rng.below(parts.len())];
        self.part(next)
    }

    /// Changes random bytes.
    fn damage(&mut self, bytes: &mut Vec<u8>) {
        let at = self.rng.below(bytes.len());
        match self.rng.below(6) {
            0 => bytes.truncate(at),
            1 => bytes[at] = self.rng.below(256) as u8,
            2 => bytes.insert(at, self.rng.below(256) as u8),
            3 => bytes.splice(0..0, *b"\xef\xbb\xbf").for_each(drop),
            4 => bytes.extend_from_within(at..),
            _ => bytes.splice(at..at, b"[".repeat(self.rng.below(200))).for_each(drop),
        }
    }
}

/// The number of values in a value, including itself.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Object(members) => members.values().map(count).sum(),
        Value::Array(elements) => elements.iter().map(count).sum(),
        _ => 0,
    }
}

/// The bodies in the vectors: events, and posts, which become parts of events.
fn seeds() -> Vec<Value> {
    let events = cases("events")
        .into_iter()
        .flat_map(|case| ["body", "first", "second"].map(|name| case.given.get(name).cloned()).into_iter().flatten());
    let posts = cases("posts").into_iter().filter_map(|case| {
        let post = case.given.get("body")?.clone();
        Some(json!({"type": "POST_UPDATE", "post_update": {"type": "PUBLISH", "post": post}}))
    });
    events.chain(posts).filter(|seed| seed.to_string().len() < 4096).collect()
}

/// The result of parsing a body, in the form that all languages write.
fn reading(body: &[u8]) -> String {
    let delivery = match Delivery::parse(body) {
        Ok(delivery) => delivery,
        Err(error) => {
            let described = describe(&error);
            return json!({"error": [described["code"], described["field"]]}).to_string();
        }
    };
    let event = delivery.event.body(delivery.metadata.as_ref()).unwrap();
    let rest = json!([delivery.legacy, delivery.notes, delivery.dedupe_key, delivery.dedupe_window_seconds]);
    // Not as a `Value`, which cannot represent every number.
    format!("{{\"event\":{},\"rest\":{rest}}}", event.as_str())
}

/// Random bodies from number `FROM` on, `OPEN_PLATFORM_ROUNDS` of them, into the file `RANDOM_BODIES`: each line has the body in
/// base64 and the result of parsing it.
#[test]
#[ignore = "writes the bodies of tests/run random_bodies"]
fn write_random_bodies() {
    let number = |name: &str| std::env::var(name).unwrap().parse::<u64>().unwrap();
    let seeds = seeds();
    assert!(seeds.len() > 50, "{}", seeds.len());
    let mut file = BufWriter::new(std::fs::File::create(std::env::var("RANDOM_BODIES").unwrap()).unwrap());
    for number in number("FROM")..number("FROM") + number("OPEN_PLATFORM_ROUNDS") {
        let body = Maker { rng: Rng(number << 20), seeds: &seeds }.document();
        writeln!(file, "{} {}", BASE64.encode(&body), reading(&body).replace('\n', " ")).unwrap();
    }
    file.into_inner().unwrap();
}
