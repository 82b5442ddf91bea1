//! Arguments that Python also takes by their members: `send(id, "Hello", sender_buttons=…)`. The functions that make the value
//! are in `_values.py`.

use crate::File;
use crate::data::{DataTypes, Member, MemberType};
use crate::docs;
use crate::names::uncapitalized;
use crate::python::{STYLE, class, layout};

const FILE: &str = "packages/python/src/open_platform/_values.py";

/// A type that may be given by its members.
pub(crate) struct ByMembers {
    kind: &'static str,
    /// The function that makes the value.
    pub(crate) function: &'static str,
    /// What a complete value is called in errors.
    noun: &'static str,
    /// The member that is given by position, instead of a complete value.
    first: Option<First>,
    documentation: &'static str,
}

struct First {
    member: &'static str,
    kind: &'static str,
    is_optional: bool,
}

const ADDON: &str = "The given add-on, or a new one with these members.";
const MESSAGE: &str = "The given message, or a new one with these members.";
const TEXT: First = First { member: "text", kind: "str", is_optional: true };

const FORMS: &[ByMembers] = &[
    ByMembers { kind: "PostAddon", function: "post_addon", noun: "addon", first: None, documentation: ADDON },
    ByMembers { kind: "UserAddon", function: "user_addon", noun: "addon", first: None, documentation: ADDON },
    ByMembers {
        kind: "BusinessAddon",
        function: "business_addon",
        noun: "addon",
        first: None,
        documentation: "The given add-on, or a new one with these widgets.",
    },
    ByMembers {
        kind: "SemanticRecord",
        function: "semantic_record",
        noun: "record",
        first: Some(First { member: "semantic", kind: "Mapping[str, str]", is_optional: false }),
        documentation: "The given record, or a new one with these members.",
    },
    ByMembers { kind: "Message", function: "message", noun: "message", first: Some(TEXT), documentation: MESSAGE },
    ByMembers {
        kind: "BotMessage",
        function: "bot_message",
        noun: "message",
        first: Some(TEXT),
        documentation: MESSAGE,
    },
];

/// Members whose type or description in Python says more than that of the core.
const SPECIAL: &[(&str, &str, &str)] = &[
    ("widgets", "Sequence[AnyWidget]", "the widgets, from top to bottom."),
    ("semantic", "Mapping[str, str]", "facts under machine-readable names, see :mod:`open_platform.semantic`."),
    ("notes", "str", "a note of the app for itself."),
    ("categories", "Sequence[str]", "the categories in which it is shown. By default all where the app is active."),
    ("ticket_uuid", "str", "the UUID of the payment ticket."),
    ("cost", "Rials", "the price that the app charged. 10 rial are 1 toman."),
    ("media_token", "str", "a picture, video, voice or file that was uploaded for the chat, instead of a text."),
    (
        "sender_buttons",
        "_values.Buttons",
        "rows of buttons that the sender sees, at most 3 rows of 3: ``[[Button.link(\"Open\", url=url)]]``.",
    ),
    ("receiver_buttons", "_values.Buttons", "rows of buttons that the receiver sees."),
    ("buttons", "_values.Buttons", "rows of buttons, at most 3 rows of 3."),
];

impl ByMembers {
    /// The form of a type, if it has one.
    pub(crate) fn of(kind: &str) -> Option<&'static Self> {
        FORMS.iter().find(|form| form.kind == kind)
    }

    /// Name, type, whether it has a default, and description of the complete value or its first member.
    pub(crate) fn positional(&self, name: &str) -> (String, String, bool, String) {
        let (is_optional, words) = match (&self.first, self.noun) {
            (None, _) => (true, "a complete add-on, instead of its members."),
            (Some(first), "record") => (
                first.is_optional,
                "a mapping from names to values, both text; or a complete record instead of all members.",
            ),
            (Some(first), _) => (first.is_optional, "the text, or a complete message instead of all members."),
        };
        (name.to_owned(), self.given(), is_optional, words.to_owned())
    }

    /// The type of the complete value or its first member.
    fn given(&self) -> String {
        match &self.first {
            None => format!("{} | None", self.kind),
            Some(First { kind, is_optional: true, .. }) => format!("{} | {kind} | None", self.kind),
            Some(First { kind, .. }) => format!("{} | {kind}", self.kind),
        }
    }

    /// Name, type and description of the other members. An empty add-on has to be a complete one.
    pub(crate) fn members(&self, types: &DataTypes) -> Vec<(String, String, String)> {
        let first = self.first.as_ref().map(|first| first.member);
        let members = types.members(self.kind).iter();
        let members = members.filter(|member| member.is_sent && member.name != "extra" && Some(&*member.name) != first);
        members.map(describe).collect()
    }
}

fn describe(member: &Member) -> (String, String, String) {
    let special = SPECIAL.iter().find(|(name, ..)| *name == member.name);
    let (kind, words) = special.map_or_else(
        || (type_of(&member.kind), uncapitalized(&docs::line(&member.documentation.replace('\n', " "), &STYLE))),
        |(_, kind, words)| ((*kind).to_owned(), (*words).to_owned()),
    );
    (member.name.clone(), kind, words)
}

fn type_of(kind: &MemberType) -> String {
    match kind {
        MemberType::Text => "str".to_owned(),
        MemberType::Bool => "bool".to_owned(),
        MemberType::Whole => "int".to_owned(),
        MemberType::Number => "float".to_owned(),
        MemberType::Json => "Any".to_owned(),
        MemberType::Date => "datetime".to_owned(),
        MemberType::Bytes => "bytes".to_owned(),
        MemberType::Named(name) => class(name).to_owned(),
        MemberType::List(item) => format!("Sequence[{}]", type_of(item)),
        MemberType::Map(value) => format!("Mapping[str, {}]", type_of(value)),
        MemberType::Optional(value) => type_of(value),
    }
}

/// `_values.py` with the functions that make the values.
pub(crate) fn file(types: &DataTypes) -> File {
    let functions: String = FORMS.iter().map(|form| function(form, types)).collect();
    let start = "# What follows is made by open-platform-generator.\n";
    let text = crate::read(FILE);
    let Some((own, _)) = text.split_once(start) else { panic!("{FILE}: no place for what is made") };
    File::new(FILE, format!("{own}{start}{functions}"))
}

fn function(form: &ByMembers, types: &DataTypes) -> String {
    let (kind, noun) = (form.kind, form.noun);
    let members = form.members(types);
    let name = if form.first.as_ref().is_some_and(|first| first.is_optional) { "content" } else { noun };
    let mut signature = vec![format!("{name}: {}", form.given())];
    signature.extend(members.iter().map(|(name, kind, _)| format!("{name}: {} | None", kind.replace("_values.", ""))));
    let entries: Vec<_> = members.iter().map(|(name, ..)| format!("\"{name}\": {name}")).collect();
    let mut text = String::from("\n\n");
    text += &layout("", &format!("def {}(", form.function), &signature, &format!(") -> {kind}:"));
    text += &format!("    \"\"\"{}\"\"\"\n", form.documentation);
    text += &layout("    ", "members = {", &entries, "}");
    text + &match &form.first {
        None => format!(
            "    _one_of(\"{noun}\", {name}, members)\n    return {kind}(**_given(members)) if {name} is None else {name}\n"
        ),
        Some(first) => {
            let check =
                if first.kind == TEXT.kind { format!("    _text_or(\"{kind}\", {name})\n") } else { String::new() };
            format!(
                "    if isinstance({name}, {kind}):\n        _one_of(\"{noun}\", {name}, members)\n        return {name}\n{check}    return {kind}({name}, **_given(members))\n"
            )
        }
    }
}
