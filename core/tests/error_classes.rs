//! Checks that the table of the classes of errors is complete: it has every code and every member of a report.

use std::collections::BTreeSet;

use open_platform::error_classes::{BASES, CLASSES, ErrorMember, ErrorMemberKind, internal_report};

/// The words that a method of a type returns, read from the source, so that a new one is among them.
fn words(source: &'static str, method: &str) -> BTreeSet<&'static str> {
    let body = source.split_once(method).and_then(|(_, rest)| rest.split_once("\n    }\n")).unwrap().0;
    body.split("=> \"").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect()
}

fn words_of(kind: ErrorMemberKind) -> BTreeSet<&'static str> {
    match kind {
        ErrorMemberKind::Words(words) | ErrorMemberKind::OptionalWords(words) => words.iter().copied().collect(),
        _ => BTreeSet::new(),
    }
}

fn member(class: &str, name: &str) -> &'static ErrorMember {
    let class = CLASSES.iter().find(|it| it.name == class).unwrap();
    class.members.iter().find(|it| it.name == name).unwrap()
}

const ERROR: &str = include_str!("../src/error.rs");
const CODE: &str = "pub fn code(&self) -> &'static str {";
const CODE_OF_KIND: &str = "pub fn code(self) -> &'static str {";

#[test]
fn every_code_of_the_core_has_one_class_and_every_class_has_a_code() {
    let (of_api, of_transport) = ERROR.split_once("impl TransportErrorKind {").unwrap();
    let mut codes = words(of_api, CODE);
    codes.extend(words(of_api, CODE_OF_KIND));
    codes.extend(words(include_str!("../src/error/oauth.rs"), CODE));
    assert!(codes.contains("store") && codes.contains("not_found") && codes.contains("code_rejected"), "{codes:?}");
    codes.insert("internal");
    let all: Vec<&str> = CLASSES.iter().map(|class| class.code.unwrap().0).collect();
    assert_eq!(all.iter().copied().collect::<BTreeSet<_>>(), codes);
    assert_eq!(all.len(), codes.len());
    assert_eq!(internal_report().code, "internal");
    let kinds = words(of_transport, CODE_OF_KIND);
    assert_eq!(words_of(member("TransportError", "kind").kind), kinds);
    let quotas = words(include_str!("../src/error/quota.rs"), "pub fn as_str(self) -> &'static str {");
    assert_eq!(words_of(member("RateLimited", "quota").kind), quotas);
}

#[test]
fn every_member_of_a_report_is_one_of_a_class_and_the_reverse() {
    let report = serde_json::to_value(internal_report()).unwrap();
    let mut members: BTreeSet<&str> = report.as_object().unwrap().keys().map(String::as_str).collect();
    // The text is the text of the error itself, and the number stands for its cause.
    assert!(members.remove("text") && members.remove("thrown"));
    let read: BTreeSet<&str> =
        BASES.iter().chain(CLASSES).flat_map(|class| class.members).map(|member| member.source).collect();
    assert_eq!(read, members);
}

#[test]
fn every_base_is_a_class_that_is_described_before() {
    let mut known = Vec::new();
    for class in BASES.iter().chain(CLASSES) {
        assert!(class.base.is_none_or(|base| known.contains(&base)), "{class:?}");
        assert!(!known.contains(&class.name), "{class:?}");
        known.push(class.name);
    }
}
