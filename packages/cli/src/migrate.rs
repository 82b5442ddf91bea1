//! `open-platform migrate`: converts a document from an old form to the current form, with a report of the changes.

use std::fs::File;
use std::io::Read;

use clap::{Args, ValueEnum};
use open_platform::Json;
use open_platform::migrate::{self, ChangeKind, Migrated};
use serde_json::json;

use crate::output::{Exit, Failure, Output, columns};
use crate::stdin;

/// The largest document that is read.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// The arguments of the command.
#[derive(Args, Debug)]
#[command(after_help = "\
The new form is written to standard output, the report to standard error. With --json both are one object on standard output.
The exit code is 1 when a change needs attention: then the result is not complete and must be checked by a person.")]
pub struct Arguments {
    /// The kind of the document.
    #[arg(long, value_enum, default_value_t = FormKind::Any)]
    kind: FormKind,
    /// The file with the document; `-` is standard input.
    #[arg(default_value = "-")]
    file: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
#[value(rename_all = "snake_case")]
enum FormKind {
    /// Detect it by its members.
    Any,
    /// The body of a post add-on.
    Addon,
    /// The body of a user add-on.
    UserAddon,
    /// The body of a verification, which becomes a semantic record.
    Verification,
    /// A list of widgets.
    Widgets,
    /// The action of a widget.
    Action,
    /// A chat message.
    Message,
    /// The registration of a listener for the messages of a post, which becomes a subscription.
    Listener,
    /// The body of a webhook request.
    WebhookBody,
    /// A start request.
    StartRequest,
}

impl FormKind {
    fn migrate(self, document: Json) -> open_platform::Result<Migrated> {
        match self {
            Self::Any => migrate::any(document),
            Self::Addon => migrate::addon(document),
            Self::UserAddon => migrate::user_addon(document),
            Self::Verification => migrate::verification(document),
            Self::Widgets => migrate::widgets(document),
            Self::Action => migrate::action(document),
            Self::Message => migrate::message(document),
            Self::Listener => migrate::listener(document),
            Self::WebhookBody => migrate::webhook_body(document),
            Self::StartRequest => migrate::start_request(document),
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let next = "see `open-platform migrate --help` for the kinds of documents";
    let cannot = |why: open_platform::Error| Failure::input("the document cannot be migrated", why, next);
    let document = Json::parse(&read(&arguments.file, output)?).map_err(cannot)?;
    let migrated = arguments.kind.migrate(document).map_err(cannot)?;
    if output.is_json() {
        output.json(&report(&migrated))?;
    } else {
        output.text(&format!("{}\n", migrated.value.as_str()))?;
        output.note(&remarks(&migrated, output))?;
    }
    Ok(if migrated.needs_attention() { Exit::Negative } else { Exit::Success })
}

fn read(file: &str, output: Output) -> Result<String, Failure> {
    let unreadable = |error: std::io::Error| {
        Failure::environment(format!("{file} cannot be read"), error, "name a file, or `-` for standard input")
    };
    let text = match file {
        "-" => stdin::read("a JSON document in an old form", MAX_BYTES, output)?,
        path => {
            let mut text = Vec::new();
            File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut text)).map_err(unreadable)?;
            text
        }
    };
    let name = if file == "-" { "standard input" } else { file };
    let refused =
        |why: &str| Failure::input(format!("{name} is not a JSON document"), why, "give one JSON document in UTF-8");
    if text.len() as u64 > MAX_BYTES {
        return Err(refused("it has more than 16 MiB"));
    }
    if text.trim_ascii().is_empty() {
        return Err(refused("it is empty"));
    }
    String::from_utf8(text).map_err(|_| refused("it is not UTF-8"))
}

fn report(migrated: &Migrated) -> impl serde::Serialize {
    let changes: Vec<_> = migrated
        .report
        .iter()
        .map(|change| json!({ "path": change.path, "kind": name(change.kind), "note": change.note }))
        .collect();
    // The document is not put into a `json!` value, which would lose digits of large numbers.
    let members = [
        ("value", migrated.value.clone()),
        ("endpoint", Json::from(json!(migrated.endpoint))),
        ("changes", Json::from(json!(changes))),
        ("needs_attention", Json::from(json!(migrated.needs_attention()))),
    ];
    std::collections::BTreeMap::from(members)
}

fn remarks(migrated: &Migrated, output: Output) -> String {
    if migrated.report.is_empty() {
        return "no changes: the document has the current form\n".to_owned();
    }
    let rows: Vec<_> = migrated
        .report
        .iter()
        .map(|change| [name(change.kind).replace('_', " "), change.path.clone(), change.note.clone()])
        .collect();
    let mut text = String::new();
    for (line, change) in columns(&rows).iter().zip(&migrated.report) {
        let line = if change.kind == ChangeKind::NeedsAttention { output.warning(line) } else { line.clone() };
        text += &format!("{line}\n");
    }
    if let Some(endpoint) = &migrated.endpoint {
        text += &format!("send it with {endpoint}\n");
    }
    text
}

fn name(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Renamed => "renamed",
        ChangeKind::Moved => "moved",
        ChangeKind::Dropped => "dropped",
        ChangeKind::NeedsAttention => "needs_attention",
    }
}
