//! Tests of `json`.

use super::*;
use chrono::{DateTime, Utc};

crate::model::open_enum! {
    /// A side.
    pub enum Side { /// Sells.
        Seller = "SELLER" | "SUPPLY" }
}

#[derive(Debug, Default, PartialEq)]
struct Sample {
    name: String,
    cost: Option<i64>,
    enabled: bool,
    side: Side,
    at: Option<DateTime<Utc>>,
    tags: Vec<String>,
    extra: Extra,
    issues: Vec<FieldIssue>,
}
record!(Sample { name | "title", cost, enabled, side, at, tags }, tolerant);

fn sample(text: &str) -> Result<Sample, Unreadable> {
    read(text.as_bytes())
}

#[test]
fn a_byte_order_mark_before_json_text_is_ignored() {
    assert_eq!(Json::parse("\u{feff}[1]").unwrap().as_str(), "[1]");
    assert!(Json::parse("\u{feff}\u{feff}[1]").is_err() && Json::parse("\u{feff}").is_err());
}

#[test]
fn absent_and_null_are_the_default_and_unknown_members_are_kept() {
    let read = sample(r#"{"name":null,"new":{"a":1e400}}"#).unwrap();
    assert_eq!((read.name.as_str(), read.cost, read.enabled), ("", None, false));
    assert_eq!(read.extra["new"].as_str(), r#"{"a":1e400}"#);
}

#[test]
fn integers_are_read_exactly_from_number_or_text() {
    for (text, expected) in
        [("350000", 350_000), ("\"350000\"", 350_000), ("9007199254740993", 9_007_199_254_740_993), ("3600.0", 3600)]
    {
        assert_eq!(sample(&format!("{{\"cost\":{text}}}")).unwrap().cost, Some(expected), "{text}");
    }
}

#[test]
fn a_member_that_would_be_written_twice_is_refused_with_its_path() {
    for text in [
        r#"{"a":{"a":[{"a":":","b":"\\"},{"a":"{\"b\":1,\"b\":2}"}]},"b":{"a":"b"},"c":[]}"#,
        r#"{"\u0061":1,"b":"\u0061","c\"":1e400,"c":"\"c"}"#,
        &format!("{}1{}", r#"{"a":"#.repeat(MAX_DEPTH), "}".repeat(MAX_DEPTH)),
    ] {
        check_once(&Json::parse(text).unwrap()).unwrap();
    }
    for (text, path) in [
        (r#"{"a":1,"b":{"a":2,"c":{},"a" : 3}}"#, "b.a"),
        (r#"{"a":[{"b":1},{"b":"\"","c":[{"b":1}],"b":2}]}"#, "a[1].b"),
        (r#"[{"a":1,"\u0061":1e400}]"#, "[0].a"),
    ] {
        let refused = check_once(&Json::parse(text).unwrap()).unwrap_err();
        assert!(matches!(&refused, Error::InvalidInput { field, .. } if field == path), "{text}: {refused}");
    }
}

#[test]
fn a_member_is_found_by_its_name_however_it_is_written() {
    for (text, found) in [
        (r#"{"a":1,"id":[7]}"#, Some("[7]")),
        (r#"{"\u0069\u0064":7}"#, Some("7")),
        (r#"{"id":1,"id":2}"#, Some("2")),
        (r#"{"a":"id"}"#, None),
        (r#"{"a":1}"#, None),
        (r#"["id"]"#, None),
    ] {
        assert_eq!(Json::parse(text).unwrap().get("id").as_ref().map(Json::as_str), found, "{text}");
    }
}

#[test]
fn an_unreadable_item_of_a_list_is_left_out() {
    let read = sample(r#"{"tags":["a",1,"b",{},"c",[2]],"name":"n","enabled":"?"}"#).unwrap();
    assert_eq!((read.tags.join(""), read.name.as_str(), read.enabled), ("abc".to_owned(), "n", false));
    let mut paths: Vec<&str> = read.issues.iter().map(|issue| issue.path.as_str()).collect();
    paths.sort_unstable();
    assert_eq!(paths, ["enabled", "tags[1]", "tags[3]", "tags[5]"]);
}

#[test]
fn a_list_with_many_unreadable_items_counts_as_absent() {
    let list = |items: usize| format!("{{\"name\":\"n\",\"tags\":[\"a\"{}]}}", ",1".repeat(items));
    let read = sample(&list(MAX_UNREADABLE_ITEMS)).unwrap();
    assert_eq!((read.tags, read.issues.len()), (vec!["a".to_owned()], MAX_UNREADABLE_ITEMS));
    let read = sample(&list(50_000)).unwrap();
    assert_eq!((read.name.as_str(), read.tags.len(), read.issues.len()), ("n", 0, MAX_UNREADABLE_ITEMS + 1));
}

#[test]
fn an_unreadable_member_becomes_an_issue() {
    let long = "9".repeat(5000);
    for (member, value) in [
        ("cost", long.as_str()),
        ("enabled", "\"yes\""),
        ("enabled", "1"),
        ("tags", "\"x\""),
        ("cost", "9223372036854775808"),
    ] {
        let read = sample(&format!("{{\"title\":\"t\",\"{member}\":{value}}}")).unwrap();
        assert_eq!(read.name, "t");
        assert_eq!(read.issues.len(), 1);
        assert_eq!(read.issues[0].path, member);
        assert!(!read.issues[0].reason.contains("yes"));
    }
}

#[test]
fn a_document_that_is_not_one_json_object_is_refused() {
    for text in [
        "",
        "[]",
        "null",
        "{\"cost\":NaN}",
        "{} {}",
        "{\"name\":\"a\",\"name\":\"b\"}",
        "{'name':1}",
        "\u{feff}\u{feff}{}",
    ] {
        assert!(sample(text).is_err(), "{text}");
    }
    assert!(read::<Sample>(b"{\"name\":\"\xff\"}").is_err());
}

#[test]
fn the_own_name_has_priority_over_an_alias_in_any_order() {
    for text in [r#"{"name":"a","title":"b"}"#, r#"{"title":"b","name":"a"}"#] {
        assert_eq!(sample(text).unwrap().name, "a");
    }
}

#[test]
fn an_unknown_enum_value_is_kept() {
    assert_eq!(Side::KNOWN, [Side::Seller]);
    assert_eq!(sample(r#"{"side":"SUPPLY"}"#).unwrap().side, Side::Seller);
    assert_eq!(sample(r#"{"side":3}"#).unwrap().side, Side::Unknown { value: "3".into() });
}

#[test]
fn an_instant_has_three_forms() {
    for text in ["1729429926140000", "\"1729429926140000\"", "\"2024-10-20T13:12:06.140Z\"", "1729429926140"] {
        let at = sample(&format!("{{\"at\":{text}}}")).unwrap().at.unwrap();
        assert_eq!(at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true), "2024-10-20T13:12:06.140Z");
    }
}

/// Reads documents within a document, one of which must be a sample.
#[derive(Debug)]
struct AnyOf;

impl Wire for AnyOf {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let any = Vec::<Json>::read(deserializer)?.iter().any(|json| json.to::<Sample>().is_ok());
        any.then_some(Self).ok_or_else(|| de::Error::custom("none fits"))
    }
}

#[derive(Debug, Default)]
#[expect(dead_code, reason = "only what cannot be read matters")]
struct Outer {
    rows: Vec<Vec<Sample>>,
    named: HashMap<String, Sample>,
    any_of: Vec<AnyOf>,
    extra: Extra,
}
record!(Outer { rows | "lines", named, any_of });

#[test]
fn a_path_has_the_names_of_the_document() {
    for (text, path) in [
        (r#"{"rows":[[],[{"cost":1},{"cost":true}]]}"#, "rows[1][1].cost"),
        (r#"{"lines":[[{"title":1}]]}"#, "lines[0][0].title"),
        (r#"{"rows":[[{"name":"a","name":"b"}]]}"#, "rows[0][0]"),
        (r#"{"named":{"a.b":{"tags":["x",{}]}}}"#, "named.a.b.tags[1]"),
        (r#"{"named":{"a":{"\u0074itle":[]}}}"#, "named.a.title"),
        (r#"{"named":{"a":{"cost":1,}}}"#, "named.a.?"),
        (r#"{"named":{"a":{"cost" 1}}}"#, "named.a"),
        (r#"{"rows":[[{"at":"x"}]"#, "rows[0][0].at"),
        (r#"{"rows":[[] []]}"#, "rows"),
        (r#"{"rows":[]} x"#, "."),
        (r#"{"any_of":[[{"cost":true}]]}"#, "any_of[0]"),
        (r#"{"any_of":[[{"cost":true},{}],[{}],7]}"#, "any_of[2]"),
    ] {
        assert_eq!(read::<Outer>(text.as_bytes()).unwrap_err().path, path, "{text}");
    }
    assert_eq!(STEPS.take(), None);
}

#[test]
fn a_path_is_short_and_printable() {
    let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    let path = sample(&format!("{{\"\\u001b[31m{}\":{deep}}}", "x".repeat(5_000))).unwrap_err().path;
    assert!(path.len() <= MAX_PATH && !path.contains('\u{1b}'), "{path}");
}

#[test]
fn arbitrary_json_is_limited_in_depth() {
    let nested = |depth: usize| Json::parse(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
    assert!(nested(MAX_DEPTH).is_ok());
    assert!(nested(MAX_DEPTH + 1).is_err());
    let wide = format!("[{}{{}}]", "[\"[{[{\"],".repeat(1_000));
    assert!(Json::parse(&wide).is_ok());
}

#[test]
fn an_unpaired_surrogate_replaces_one_character() {
    for (given, expected) in [
        (r#"{"a":"x\ud83d y"}"#, Some(r#"{"a":"x\ufffd y"}"#)),
        (r#"{"a":"\uDC4B\ud83d\udc4b"}"#, Some(r#"{"a":"\ufffd\ud83d\udc4b"}"#)),
        (r#"{"a":"\ud83d\ud83d\udc4b"}"#, Some(r#"{"a":"\ufffd\ud83d\udc4b"}"#)),
        (r#"{"a":"\\\ud83d"}"#, Some(r#"{"a":"\\\ufffd"}"#)),
        (r#"{"a":"\ud83d\u0041\n\ud83d"}"#, Some(r#"{"a":"\ufffd\u0041\n\ufffd"}"#)),
        (r#"{"a":"\ud83d\udc4b"}"#, None),
        (r#"{"a":"\\ud83d"}"#, None),
        (r#"{"a":"\ud7ff \ue000 \udxyz"}"#, None),
        (r#"{"a":"سلام"}"#, None),
    ] {
        assert_eq!(with_whole_characters(given).as_deref(), expected, "{given}");
    }
    // A document that is cut anywhere must not cause a panic.
    let text = r#"{"a":"é\ud83dé\udc4b\\é"}"#;
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        with_whole_characters(&text[..end]);
    }
}

#[test]
fn an_instant_outside_of_the_years_1_to_9999_is_none() {
    for text in ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+00:01", "-99999999999"] {
        assert!(serde_json::from_value::<Read<DateTime<Utc>>>(text.into()).is_err(), "{text}");
    }
    for text in ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59+23:59"] {
        assert!(serde_json::from_value::<Read<DateTime<Utc>>>(text.into()).is_ok(), "{text}");
    }
}

#[test]
fn a_member_that_nests_too_deeply_is_left_out() {
    let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
    for member in ["new", "tags"] {
        let read = sample(&format!(r#"{{"name":"a","{member}":{open}1{close},"newer":1}}"#)).unwrap();
        assert_eq!((read.name.as_str(), read.tags.len(), read.extra.len()), ("a", 0, 1), "{member}");
        assert!(read.issues[0].path.starts_with(member), "{:?}", read.issues);
    }
    assert!(sample(&format!(r#"{{"new":{open}"#)).is_err());
}
