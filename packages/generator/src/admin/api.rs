//! The operations on a world, and the types that they need in Kotlin and Swift.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Schemas, is_required, kinds, mark, parts, pascal, properties, reference, variants};

/// The path of a world. What follows it is the path of an operation.
const WORLD: &str = "/_sandbox/worlds/{world}";

/// Operations whose methods are written by hand: a world is made by the sandbox, and `World` keeps the settings of its app. A
/// snapshot is named and compared by the console only, and an open consent page is answered there.
const BY_HAND: &[&str] = &["answer_consent", "make", "change_app", "compare_snapshots", "name_snapshot", "reset"];

/// Operations that `World` has with plain arguments in Python and Node, whose functions cannot have several signatures.
const WITH_PLAIN_ARGUMENTS: &[&str] = &["consent", "issue_tokens", "say"];

/// The operations, and the types that they need.
pub(super) struct Api {
    pub(super) operations: Vec<Operation>,
    pub(super) types: Vec<Type>,
}

pub(super) struct Operation {
    pub(super) name: String,
    /// In upper case.
    pub(super) method: String,
    /// Path in the world, with the name of the parameter in braces: `/posts/{post}`.
    pub(super) path: String,
    pub(super) description: String,
    /// The parameter in the path.
    pub(super) item: Option<Member>,
    /// The optional parameter in the query: the first one that is a text. The others are for the console.
    pub(super) query: Option<Member>,
    pub(super) body: Option<Body>,
    pub(super) result: Option<Content>,
}

/// The body of a request or a response. An object that has one member is passed as this member.
pub(super) enum Content {
    Whole(MemberType),
    Single(Member),
}

pub(super) type Body = Content;

impl Content {
    /// The value as a parameter: its name is that of the member, or of the type.
    pub(super) fn parameter(&self) -> Member {
        match self {
            Self::Single(member) => member.clone(),
            Self::Whole(kind) => Member {
                name: match kind {
                    MemberType::Named(name) => crate::names::snake(name),
                    _ => "body".to_owned(),
                },
                kind: kind.clone(),
                is_required: true,
                description: String::new(),
            },
        }
    }
}

#[derive(Clone)]
pub(super) struct Member {
    /// The name in the JSON.
    pub(super) name: String,
    pub(super) kind: MemberType,
    pub(super) is_required: bool,
    pub(super) description: String,
}

#[derive(Clone, PartialEq, Eq)]
pub(super) enum MemberType {
    Text,
    Integer,
    Number,
    Boolean,
    Time,
    /// Any JSON.
    Any,
    /// An object with any members.
    Object,
    /// An object whose members are texts.
    Texts,
    List(Box<MemberType>),
    Named(String),
}

pub(super) struct Type {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) shape: Shape,
    /// Whether it is a part of a request.
    pub(super) is_sent: bool,
    /// Whether it is a part of an answer.
    pub(super) is_received: bool,
}

pub(super) enum Shape {
    /// One of some words.
    Words(Vec<String>),
    Record(Vec<Member>),
    Choice(Vec<Variant>),
}

/// One of several objects.
pub(super) struct Variant {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) sign: Sign,
    pub(super) members: Vec<Member>,
}

/// What identifies a variant.
pub(super) enum Sign {
    /// A member has this value.
    Tag(String, String),
    /// Its members are inside this member.
    Inside(String),
}

impl Api {
    pub(super) fn read(description: &Value) -> Self {
        let mut reader = Reader { schemas: Schemas(&description["components"]["schemas"]), types: Vec::new() };
        let paths = description["paths"].as_object().expect("the paths of the description");
        let mut operations = Vec::new();
        for (path, methods) in paths {
            let Some(path) = path.strip_prefix(WORLD) else { continue };
            for (method, operation) in methods.as_object().into_iter().flatten() {
                // The live stream is for the console.
                if operation["responses"]["200"]["content"]["application/json"].is_null() {
                    continue;
                }
                operations.push(reader.operation(method, path, operation));
            }
        }
        operations.sort_by(|one, other| one.name.cmp(&other.name));
        let mut types = reader.types;
        types.sort_by(|one, other| one.name.cmp(&other.name));
        let (sent, received) = (reached(&operations, &types, true), reached(&operations, &types, false));
        for one in &mut types {
            (one.is_sent, one.is_received) = (sent.contains(&one.name), received.contains(&one.name));
        }
        types.retain(|one| one.is_sent || one.is_received);
        operations.retain(|operation| !BY_HAND.contains(&operation.name.as_str()));
        Self { operations, types }
    }
}

impl Api {
    /// The operations that are methods with the arguments of the description in Python and Node.
    pub(super) fn with_structured_arguments(&self) -> impl Iterator<Item = &Operation> {
        self.operations.iter().filter(|operation| !WITH_PLAIN_ARGUMENTS.contains(&operation.name.as_str()))
    }
}

impl Operation {
    /// The parameter in the path, the body and the parameter in the query.
    pub(super) fn parameters(&self) -> Vec<Member> {
        let body = self.body.as_ref().map(Content::parameter);
        self.item.iter().cloned().chain(body).chain(self.query.clone()).collect()
    }
}

/// The names of the types in all requests, or in all answers.
fn reached(operations: &[Operation], types: &[Type], is_sent: bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let contents = operations
        .iter()
        .filter_map(|operation| if is_sent { operation.body.as_ref() } else { operation.result.as_ref() });
    let mut open: Vec<MemberType> = contents.map(|content| content.parameter().kind).collect();
    while let Some(kind) = open.pop() {
        match kind {
            MemberType::List(kind) => open.push(*kind),
            MemberType::Named(name) => {
                let of = types.iter().find(|one| one.name == name);
                if found.insert(name) {
                    open.extend(of.into_iter().flat_map(members).map(|member| member.kind.clone()));
                }
            }
            _ => {}
        }
    }
    found
}

fn members(of: &Type) -> Vec<&Member> {
    match &of.shape {
        Shape::Words(_) => Vec::new(),
        Shape::Record(members) => members.iter().collect(),
        Shape::Choice(variants) => variants.iter().flat_map(|variant| &variant.members).collect(),
    }
}

struct Reader<'a> {
    schemas: Schemas<'a>,
    types: Vec<Type>,
}

impl Reader<'_> {
    fn operation(&mut self, method: &str, path: &str, operation: &Value) -> Operation {
        let name = operation["operationId"].as_str().expect("the name of an operation").to_owned();
        // `{item}` is named by what it is in: `/posts/{item}`.
        let owner = path.split_once("s/{item}").map(|(before, _)| before.rsplit('/').next().unwrap_or_default());
        let owner = owner.map(|word| word.strip_suffix("ie").map_or(word.to_owned(), |word| word.to_owned() + "y"));
        let parameter = |name: &str| parts(operation, "parameters").iter().find(move |one| one["name"] == name);
        let item = owner.clone().zip(parameter("item")).map(|(name, found)| self.given(name, found));
        let is_text = |one: &Value| kinds(&one["schema"]).contains(&"string");
        let query = parts(operation, "parameters").iter().find(|one| one["in"] == "query" && is_text(one));
        let query = query.map(|found| self.given(found["name"].as_str().unwrap_or_default().to_owned(), found));
        let json = |place: &Value| place["content"]["application/json"]["schema"].clone();
        let body = Some(json(&operation["requestBody"])).filter(|schema| !schema.is_null());
        let answer = json(&operation["responses"]["200"]);
        // Of several forms of an answer the first one comes without further parameters.
        let answer = parts(&answer, "oneOf").first().cloned().unwrap_or(answer);
        let result = Some(answer).filter(|schema| schema["type"] != "object");
        Operation {
            method: method.to_uppercase(),
            path: owner.map_or(path.to_owned(), |owner| path.replace("{item}", &format!("{{{owner}}}"))),
            description: text(&[&operation["summary"], &operation["description"]]),
            item,
            query,
            body: body.map(|schema| self.content(&name, &schema)),
            result: result.map(|schema| self.content(&name, &schema)),
            name,
        }
    }

    fn given(&mut self, name: String, parameter: &Value) -> Member {
        let description = text(&[&parameter["description"]]);
        let is_required = parameter["in"] == "path";
        Member { kind: self.kind(&pascal(&name), &parameter["schema"]).0, name, is_required, description }
    }

    fn content(&mut self, operation: &str, schema: &Value) -> Content {
        let target = reference(schema).map_or(schema, |name| self.schemas.get(name));
        let members = properties(target);
        if let (Some((name, member)), 1) = (members.iter().next(), members.len()) {
            return Content::Single(self.member(&pascal(operation), target, name, member));
        }
        Content::Whole(self.kind(&pascal(operation), schema).0)
    }

    /// The type of a schema, and whether the value may be `null`. Types are added when something refers to them.
    fn kind(&mut self, name: &str, schema: &Value) -> (MemberType, bool) {
        if let Some(name) = reference(schema) {
            self.define(name, &self.schemas.get(name).clone());
            return (MemberType::Named(name.to_owned()), false);
        }
        if let [one] = parts(schema, "allOf") {
            return self.kind(name, one);
        }
        let (nothing, choices): (Vec<_>, Vec<_>) = parts(schema, "oneOf").iter().partition(|one| one["type"] == "null");
        if let ([one], false) = (choices.as_slice(), nothing.is_empty()) {
            return (self.kind(name, one).0, true);
        }
        let is_own = ["properties", "enum", "oneOf", "allOf"].iter().any(|member| !schema[*member].is_null());
        if is_own {
            self.define(name, schema);
            return (MemberType::Named(name.to_owned()), false);
        }
        let kinds = kinds(schema);
        let kind = match kinds.iter().find(|kind| **kind != "null") {
            Some(&"string") if schema["format"] == "date-time" => MemberType::Time,
            Some(&"string") => MemberType::Text,
            Some(&"integer") => MemberType::Integer,
            Some(&"number") => MemberType::Number,
            Some(&"boolean") => MemberType::Boolean,
            Some(&"array") => MemberType::List(Box::new(self.kind(name, &schema["items"]).0)),
            Some(&"object") if schema["additionalProperties"]["type"] == "string" => MemberType::Texts,
            Some(&"object") => MemberType::Object,
            _ => MemberType::Any,
        };
        (kind, kinds.contains(&"null"))
    }

    fn member(&mut self, owner: &str, of: &Value, name: &str, schema: &Value) -> Member {
        let (kind, is_nullable) = self.kind(&(owner.to_owned() + &pascal(name)), schema);
        let inner = parts(schema, "oneOf").iter().chain(parts(schema, "allOf")).map(|one| &one["description"]);
        let description = [&schema["description"]].into_iter().chain(inner).find(|text| text.is_string());
        Member {
            name: name.to_owned(),
            kind,
            is_required: is_required(of, name) && !is_nullable,
            description: description.map(|found| text(&[found])).unwrap_or_default(),
        }
    }

    fn members(&mut self, owner: &str, of: &Value, members: &Map<String, Value>) -> Vec<Member> {
        let each = members.iter().filter(|(_, schema)| constant(schema).is_none());
        let mut members: Vec<_> = each.map(|(name, schema)| self.member(owner, of, name, schema)).collect();
        members.sort_by_key(|member| !member.is_required);
        members
    }

    fn define(&mut self, name: &str, schema: &Value) {
        if self.types.iter().any(|one| one.name == name) {
            return;
        }
        // First without its members, which may refer to it.
        let place = self.types.len();
        let description = text(&[&schema["description"]]);
        let shape = Shape::Words(parts(schema, "enum").iter().filter_map(Value::as_str).map(str::to_owned).collect());
        self.types.push(Type { name: name.to_owned(), description, shape, is_sent: false, is_received: false });
        let found = variants(self.schemas, schema);
        let is_choice = found.len() > 1;
        let shape = match found.as_slice() {
            _ if !parts(schema, "enum").is_empty() => return,
            [one] if !is_choice && constant_of(one).is_none() => {
                Shape::Record(self.members(name, one, &properties(one)))
            }
            several => Shape::Choice(several.iter().map(|variant| self.variant(name, variant)).collect()),
        };
        self.types[place].shape = shape;
    }

    fn variant(&mut self, owner: &str, schema: &Value) -> Variant {
        let (name, description) = (mark(schema), text(&[&schema["description"]]));
        let whole = owner.to_owned() + &name;
        if let Some((tag, word)) = constant_of(schema) {
            let members = self.members(&whole, schema, &properties(schema));
            return Variant { name, description, sign: Sign::Tag(tag, word), members };
        }
        let all = properties(schema);
        let (member, inner) = all.iter().next().filter(|_| all.len() == 1).expect("the only member of a variant");
        let members = self.members(&whole, inner, &properties(inner));
        Variant { name, description, sign: Sign::Inside(member.clone()), members }
    }
}

/// The only value of a member, if it has only one.
fn constant(schema: &Value) -> Option<&str> {
    match parts(schema, "enum") {
        [Value::String(word)] => Some(word),
        _ => None,
    }
}

fn constant_of(schema: &Value) -> Option<(String, String)> {
    properties(schema).iter().find_map(|(name, member)| Some((name.clone(), constant(member)?.to_owned())))
}

/// Texts as one paragraph.
fn text(texts: &[&Value]) -> String {
    let words = texts.iter().filter_map(|text| text.as_str()).flat_map(str::split_whitespace);
    words.collect::<Vec<_>>().join(" ")
}
