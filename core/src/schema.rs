//! Checks the fields of a post that depend on its category against the form of the category, before the post is sent.
//!
//! A form is a JSON Schema in a dialect of the platform (docs/platform.md#submit-form), with types of its own such as
//! `float`, which a standard validator refuses. So this module reads the keywords of the dialect and other common ones. A
//! keyword that it does not read is noted and never stops a submission, because the platform checks again. A test compares it
//! with a standard validator (`tests/submit_form.rs`).

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::error::{Error, Result, sanitize};
use crate::json::{Extra, FieldIssue};
use crate::model::asset::SubmitSchema;

/// Most problems that one error lists besides the first.
const MAX_LISTED: usize = 10;
/// Most values that one problem lists.
const MAX_CHOICES: usize = 10;
/// Keywords that a standard validator checks and this module does not.
const NOT_CHECKED: &[&str] = &[
    "$dynamicRef",
    "$ref",
    "additionalItems",
    "allOf",
    "anyOf",
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "maxProperties",
    "minProperties",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

impl SubmitSchema {
    /// What is wrong with the members that depend on the category, by path, such as `category_fields.rooms`: a member that is
    /// missing, has the wrong type or is none of the values of the form. Empty if they can be sent.
    pub fn problems(&self, category_fields: &Extra) -> Vec<FieldIssue> {
        let fields = category_fields.iter().map(|(name, value)| (name.clone(), value.value())).collect();
        let mut problems = Vec::new();
        Rule::of(&self.schema.value()).check(&Value::Object(fields), "category_fields", &mut problems);
        problems.sort_by(|a, b| a.path.cmp(&b.path));
        problems
    }

    /// Checks the members that depend on the category.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the path of the first [problem](Self::problems); its reason lists the others.
    pub fn check(&self, category_fields: &Extra) -> Result<()> {
        let problems = self.problems(category_fields);
        let Some((first, others)) = problems.split_first() else { return Ok(()) };
        let mut reason = first.reason.clone();
        for other in others.iter().take(MAX_LISTED) {
            reason += &format!("; `{}`: {}", other.path, other.reason);
        }
        if others.len() > MAX_LISTED {
            reason += &format!("; and {} more", others.len() - MAX_LISTED);
        }
        Err(Error::invalid(first.path.clone(), reason))
    }

    /// The form with a note for each rule that is not checked.
    pub(crate) fn with_unchecked_rules_noted(mut self) -> Self {
        Rule::read(&self.schema.value(), "schema", &mut self.issues);
        self
    }
}

/// A type of values, of those that forms name.
#[derive(Clone, Copy, PartialEq)]
enum ValueType {
    Text,
    Integer,
    Number,
    Flag,
    List,
    Object,
    Null,
}

impl ValueType {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "string" => Self::Text,
            "integer" => Self::Integer,
            "float" | "number" => Self::Number,
            "boolean" => Self::Flag,
            "array" => Self::List,
            "object" => Self::Object,
            "null" => Self::Null,
            _ => return None,
        })
    }

    fn has(self, value: &Value) -> bool {
        match self {
            Self::Text => value.is_string(),
            // As in JSON Schema, 1.0 is an integer.
            Self::Integer => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|it| it.fract() == 0.0),
            Self::Number => value.is_number(),
            Self::Flag => value.is_boolean(),
            Self::List => value.is_array(),
            Self::Object => value.is_object(),
            Self::Null => value.is_null(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Integer => "a whole number",
            Self::Number => "a number",
            Self::Flag => "true or false",
            Self::List => "a list",
            Self::Object => "an object",
            Self::Null => "null",
        }
    }
}

/// A form, or a part of it. What is absent is not limited.
#[derive(Default)]
struct Rule {
    kinds: Vec<ValueType>,
    choices: Option<Vec<Value>>,
    only: Option<Vec<Value>>,
    at_least: Option<f64>,
    at_most: Option<f64>,
    more_than: Option<f64>,
    less_than: Option<f64>,
    min_chars: Option<u64>,
    max_chars: Option<u64>,
    min_items: Option<u64>,
    max_items: Option<u64>,
    unique: bool,
    items: Option<Box<Rule>>,
    members: BTreeMap<String, Rule>,
    required: Vec<String>,
    closed: bool,
}

impl Rule {
    /// Reads a form.
    fn of(schema: &Value) -> Self {
        Self::read(schema, "", &mut Vec::new())
    }

    /// Reads a form, and notes each rule that is not checked.
    fn read(schema: &Value, path: &str, notes: &mut Vec<FieldIssue>) -> Self {
        let mut rule = Self::default();
        let Value::Object(schema) = schema else {
            if *schema != Value::Bool(true) {
                notes.push(FieldIssue {
                    path: path.to_owned(),
                    reason: "is not a JSON Schema, and is not checked".to_owned(),
                });
            }
            return rule;
        };
        for (name, value) in schema {
            let path = format!("{path}.{}", sanitize(name, 64));
            if rule.take(name, value, &path, notes).is_none() {
                notes.push(FieldIssue { path, reason: "is not checked by this version".to_owned() });
            }
        }
        rule
    }

    /// Takes one keyword. `None` if it should be checked and cannot be read.
    fn take(&mut self, name: &str, value: &Value, path: &str, notes: &mut Vec<FieldIssue>) -> Option<()> {
        match name {
            "type" => self.kinds = kinds(value)?,
            "enum" => self.choices = Some(value.as_array()?.clone()),
            "const" => self.only = Some(vec![value.clone()]),
            "minimum" => self.at_least = Some(value.as_f64()?),
            "maximum" => self.at_most = Some(value.as_f64()?),
            "exclusiveMinimum" => self.more_than = Some(value.as_f64()?),
            "exclusiveMaximum" => self.less_than = Some(value.as_f64()?),
            "minLength" => self.min_chars = Some(value.as_u64()?),
            "maxLength" => self.max_chars = Some(value.as_u64()?),
            "minItems" => self.min_items = Some(value.as_u64()?),
            "maxItems" => self.max_items = Some(value.as_u64()?),
            "uniqueItems" => self.unique = value.as_bool()?,
            "items" if value.is_object() => self.items = Some(Box::new(Self::read(value, path, notes))),
            "properties" => {
                for (name, member) in value.as_object()? {
                    let rule = Self::read(member, &format!("{path}.{}", sanitize(name, 64)), notes);
                    self.members.insert(name.clone(), rule);
                }
            }
            "required" => {
                let names = value.as_array()?.iter().map(|name| name.as_str().map(str::to_owned));
                self.required = names.collect::<Option<_>>()?;
            }
            "additionalProperties" => self.closed = !value.as_bool()?,
            "items" => return None,
            _ if NOT_CHECKED.contains(&name) => return None,
            // Other keywords, such as `title`, are for people.
            _ => {}
        }
        Some(())
    }

    /// Adds what is wrong with a value.
    fn check(&self, value: &Value, path: &str, problems: &mut Vec<FieldIssue>) {
        let mut add = |reason: String| problems.push(FieldIssue { path: path.to_owned(), reason });
        if !self.kinds.is_empty() && !self.kinds.iter().any(|kind| kind.has(value)) {
            let names: Vec<_> = self.kinds.iter().map(|kind| kind.name()).collect();
            return add(format!("must be {}", names.join(" or ")));
        }
        for choices in [&self.choices, &self.only].into_iter().flatten() {
            if !choices.iter().any(|choice| same(choice, value)) {
                return add(one_of(choices));
            }
        }
        match value {
            Value::Number(number) => self.check_number(number.as_f64().unwrap_or_default(), add),
            Value::String(text) => self.check_text(text, add),
            Value::Array(items) => self.check_list(items, path, problems),
            Value::Object(members) => self.check_object(members, path, problems),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn check_number(&self, number: f64, mut add: impl FnMut(String)) {
        if let Some(least) = self.at_least.filter(|least| number < *least) {
            add(format!("must be at least {least}"));
        }
        if let Some(most) = self.at_most.filter(|most| number > *most) {
            add(format!("must be at most {most}"));
        }
        if let Some(end) = self.more_than.filter(|end| number <= *end) {
            add(format!("must be more than {end}"));
        }
        if let Some(end) = self.less_than.filter(|end| number >= *end) {
            add(format!("must be less than {end}"));
        }
    }

    fn check_text(&self, text: &str, mut add: impl FnMut(String)) {
        let characters = text.chars().count() as u64;
        if let Some(least) = self.min_chars.filter(|least| characters < *least) {
            add(format!("must have at least {least} characters"));
        }
        if let Some(most) = self.max_chars.filter(|most| characters > *most) {
            add(format!("must have at most {most} characters"));
        }
    }

    fn check_list(&self, items: &[Value], path: &str, problems: &mut Vec<FieldIssue>) {
        let mut add = |reason: String| problems.push(FieldIssue { path: path.to_owned(), reason });
        let count = items.len() as u64;
        if let Some(least) = self.min_items.filter(|least| count < *least) {
            add(format!("must have at least {least} items"));
        }
        if let Some(most) = self.max_items.filter(|most| count > *most) {
            add(format!("must have at most {most} items"));
        }
        if self.unique && items.iter().enumerate().any(|(n, item)| items[..n].iter().any(|other| same(item, other))) {
            add("must have no item twice".to_owned());
        }
        for (index, item) in items.iter().enumerate() {
            if let Some(rule) = &self.items {
                rule.check(item, &format!("{path}[{index}]"), problems);
            }
        }
    }

    fn check_object(&self, members: &Map<String, Value>, path: &str, problems: &mut Vec<FieldIssue>) {
        let at = |name: &str| format!("{path}.{}", sanitize(name, 64));
        for name in self.required.iter().filter(|name| !members.contains_key(*name)) {
            problems.push(FieldIssue { path: at(name), reason: "is required".to_owned() });
        }
        for (name, value) in members {
            match self.members.get(name) {
                Some(rule) => rule.check(value, &at(name), problems),
                None if self.closed => {
                    problems.push(FieldIssue { path: at(name), reason: "is not in the form".to_owned() });
                }
                None => {}
            }
        }
    }
}

/// The types of a form. `None` if one of them is unknown.
fn kinds(value: &Value) -> Option<Vec<ValueType>> {
    match value {
        Value::Array(words) => words.iter().map(|word| ValueType::of(word.as_str()?)).collect(),
        word => Some(vec![ValueType::of(word.as_str()?)?]),
    }
}

/// Whether two values are equal. 1 equals 1.0, as in JSON Schema.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => x == y || x.as_f64() == y.as_f64(),
        (Value::Array(x), Value::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y)),
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(name, x)| y.get(name).is_some_and(|y| same(x, y)))
        }
        _ => a == b,
    }
}

/// What a value must be one of. The values are the platform's, not the user's.
fn one_of(choices: &[Value]) -> String {
    if choices.len() > MAX_CHOICES {
        return format!("must be one of the {} values of the form", choices.len());
    }
    let listed: Vec<_> = choices.iter().map(|choice| sanitize(&choice.to_string(), 64)).collect();
    match listed.as_slice() {
        [only] => format!("must be {only}"),
        _ => format!("must be one of {}", listed.join(", ")),
    }
}
