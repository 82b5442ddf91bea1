//! `tests/schemas`: the published shapes of the live platform as JSON Schemas, and the known differences from them.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind as Kind;
use open_platform::endpoint::Endpoint;
use open_platform::model::icon::Icon;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};

/// The part of an exchange that a shape describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Query,
    Request,
    Response,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Request => "request",
            Self::Response => "response",
        }
    }
}

/// A schema that is compiled when it is used.
struct Schema {
    schema: Value,
    named: Arc<Map<String, Value>>,
    compiled: OnceLock<Validator>,
}

impl Schema {
    fn new(schema: Value, named: &Arc<Map<String, Value>>) -> Self {
        Self { schema, named: Arc::clone(named), compiled: OnceLock::new() }
    }

    fn validator(&self) -> &Validator {
        self.compiled.get_or_init(|| {
            let mut schema = self.schema.clone();
            schema["$defs"] = Map::clone(&self.named).into();
            jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
        })
    }
}

/// One operation with its schemas.
pub struct Operation {
    pub id: String,
    method: String,
    path: Vec<String>,
    query: Schema,
    request: Schema,
    response: Schema,
}

impl Operation {
    /// The number of equal segments, or `None` if it has another method or path.
    fn matches(&self, method: &str, segments: &[&str]) -> Option<usize> {
        if self.method != method || self.path.len() != segments.len() {
            return None;
        }
        let mut literal = 0;
        for (known, segment) in self.path.iter().zip(segments) {
            match known.starts_with('{') {
                true if segment.is_empty() => return None,
                true => {}
                false if known != segment => return None,
                false => literal += 1,
            }
        }
        Some(literal)
    }
}

/// A difference from the published shape, with its place: `widgets.*.event_row.image_url`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    pub operation: String,
    pub part: &'static str,
    pub at: String,
    pub problem: String,
}

/// The shapes of all operations, and the differences that are known.
pub struct Shapes {
    pub operations: Vec<Operation>,
    error: Schema,
    known: Vec<Finding>,
}

fn read(name: &str) -> Value {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/schemas").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

impl Shapes {
    /// Reads `tests/schemas`.
    pub fn read() -> Self {
        let document = read("live.json");
        let named: Map<String, Value> = document["schemas"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, shape)| {
                let closed = shape.as_object().is_some_and(Map::is_empty);
                let schema =
                    if closed { json!({ "type": "object", "additionalProperties": false }) } else { schema(shape) };
                (name.clone(), schema)
            })
            .collect();
        let named = Arc::new(named);
        let compiled = |schema: Value| Schema::new(schema, &named);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let operations = document["operations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|operation| {
                let body = |name: &str| match &operation[name]["application/json"] {
                    Value::Null => json!({ "type": "null" }),
                    shape => schema(shape),
                };
                Operation {
                    id: text(&operation["id"]),
                    method: text(&operation["method"]),
                    path: text(&operation["path"]).split('/').map(str::to_owned).collect(),
                    query: compiled(query(operation)),
                    request: compiled(body("request")),
                    response: compiled(body("response")),
                }
            })
            .collect();
        let known = read("differences.json")["differences"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|known| {
                assert!(!known["reason"].as_str().unwrap().is_empty(), "{known}");
                let part = [Part::Query, Part::Request, Part::Response];
                let part = part.into_iter().find(|part| known["part"] == part.name()).unwrap().name();
                let operations = known["operations"].as_array().unwrap().clone();
                operations.into_iter().map(move |operation| Finding {
                    operation: text(&operation),
                    part,
                    at: text(&known["at"]),
                    problem: text(&known["problem"]),
                })
            })
            .collect();
        Self { operations, error: compiled(schema(&"#googleRpcStatus".into())), known }
    }

    /// The operation that a request is sent to. `path` has no host.
    pub fn operation(&self, method: &str, path: &str) -> Option<&Operation> {
        let segments: Vec<_> = path.split('/').collect();
        let matching = self.operations.iter().filter_map(|one| Some((one.matches(method, &segments)?, one)));
        matching.max_by_key(|(literal, _)| *literal).map(|(_, operation)| operation)
    }

    /// The operation of a row of the endpoint table.
    pub fn operation_of(&self, row: &Endpoint) -> Option<&Operation> {
        self.operation(row.method.as_str(), row.path)
    }

    /// The findings in a request: its query, and its body if it has one.
    pub fn check_request(&self, operation: &Operation, query: &str, body: &Value) -> Vec<Finding> {
        let mut parameters = Map::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap();
            let value = percent_decode_str(value).decode_utf8().unwrap().into_owned();
            assert!(parameters.insert(name.to_owned(), value.into()).is_none(), "{name} comes twice");
        }
        let mut found = findings(operation, Part::Query, &operation.query, &parameters.into());
        found.extend(findings(operation, Part::Request, &operation.request, body));
        found
    }

    /// The findings in a response.
    pub fn check_response(&self, operation: &Operation, status: u16, body: &Value) -> Vec<Finding> {
        let schema = if status < 400 { &operation.response } else { &self.error };
        findings(operation, Part::Response, schema, body)
    }

    /// Fails where the findings of some parts are not exactly the known differences.
    pub fn assert_known(&self, parts: &[Part], found: BTreeSet<Finding>) {
        let part = |finding: &&Finding| parts.iter().any(|part| part.name() == finding.part);
        let known: BTreeSet<_> = self.known.iter().filter(part).cloned().collect();
        let new: Vec<_> = found.difference(&known).collect();
        let gone: Vec<_> = known.difference(&found).collect();
        assert!(new.is_empty() && gone.is_empty(), "not in differences.json: {new:#?}\nno longer found: {gone:#?}");
    }
}

/// The query as an object whose members are text.
fn query(operation: &Value) -> Value {
    let parameters = operation["parameters"].as_array().into_iter().flatten().filter(|one| one["in"] == "query");
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for parameter in parameters {
        let schema = match parameter["type"].as_str().unwrap() {
            number if number.starts_with("integer") => json!({ "type": "string", "pattern": "^-?[0-9]+$" }),
            _ => json!({ "type": "string" }),
        };
        if parameter["required"] == true {
            required.push(parameter["name"].clone());
        }
        properties.insert(parameter["name"].as_str().unwrap().to_owned(), schema);
    }
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// The JSON Schema of a shape. Members that it does not name are not allowed.
fn schema(shape: &Value) -> Value {
    let members = match shape {
        Value::String(name) => return scalar(name),
        Value::Array(items) => return json!({ "type": "array", "items": schema(&items[0]) }),
        Value::Object(members) => members,
        other => panic!("{other}"),
    };
    if let Some(values) = members.get("enum") {
        return json!({ "enum": values });
    }
    if let Some(count) = members.get("enum_of") {
        assert_eq!(*count, Icon::KNOWN.len());
        return json!({ "enum": Icon::KNOWN.iter().map(Icon::as_str).collect::<Vec<_>>() });
    }
    let (mut properties, mut required) = (Map::new(), Vec::new());
    let mut other = Value::Bool(members.is_empty());
    for (name, shape) in members {
        let plain = name.trim_end_matches('!');
        if plain != name {
            required.push(plain);
        }
        if plain == "*" {
            other = schema(shape);
        } else {
            properties.insert(plain.to_owned(), schema(shape));
        }
    }
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": other })
}

fn scalar(name: &str) -> Value {
    if let Some(name) = name.strip_prefix('#') {
        return json!({ "$ref": format!("#/$defs/{name}") });
    }
    match name {
        "any" => json!({}),
        "boolean" => json!({ "type": "boolean" }),
        "integer:int32" => json!({ "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX }),
        "integer:int64" => json!({ "type": "integer" }),
        "number:double" => json!({ "type": "number" }),
        "string" => json!({ "type": "string" }),
        "string:date-time" => json!({ "type": "string", "format": "date-time" }),
        "string:int64" => json!({ "type": "string", "pattern": "^-?[0-9]{1,19}$" }),
        "string:uint64" => json!({ "type": "string", "pattern": "^[0-9]{1,20}$" }),
        other => panic!("{other}"),
    }
}

/// All differences of a value from a schema.
fn findings(operation: &Operation, part: Part, schema: &Schema, value: &Value) -> Vec<Finding> {
    let mut found = Vec::new();
    for error in schema.validator().iter_errors(value) {
        let place = error.instance_path().to_string();
        let place: Vec<_> =
            place.split('/').skip(1).map(|step| if step.parse::<usize>().is_ok() { "*" } else { step }).collect();
        let (names, problem) = match error.kind() {
            Kind::AdditionalProperties { unexpected } => (unexpected.clone(), "unknown"),
            Kind::Required { property } => (vec![property.as_str().unwrap().to_owned()], "missing"),
            Kind::Enum { .. } => (Vec::new(), "not listed"),
            Kind::Type { .. } => (Vec::new(), "type"),
            Kind::Pattern { .. } | Kind::Format { .. } => (Vec::new(), "form"),
            Kind::Minimum { .. } | Kind::Maximum { .. } => (Vec::new(), "range"),
            other => panic!("{other:?}"),
        };
        let finding = |name: Option<&str>| Finding {
            operation: operation.id.clone(),
            part: part.name(),
            at: place.iter().copied().chain(name).collect::<Vec<_>>().join("."),
            problem: problem.to_owned(),
        };
        if names.is_empty() {
            found.push(finding(None));
        }
        found.extend(names.iter().map(|name| finding(Some(name))));
    }
    found
}
