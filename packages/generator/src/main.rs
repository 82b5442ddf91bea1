//! Generates the parts of the packages and the documentation that follow from the calls, data types, errors, events, scopes and
//! settings of the core. Run it after a change in `core/src/api`, of a type with `#[data]`, in `core/src/error_classes.rs`,
//! `core/src/webhook/known_events.rs`, `core/src/scope.rs`, `core/src/config/table.rs` or the sandbox's admin API.
//!
//! ```text
//! cargo run -p open-platform-generator              writes the files
//! cargo run -p open-platform-generator -- --check   fails if a file is not up to date
//! ```
//!
//! The calls come from [`open_platform::api::HANDLES`], which the attribute `#[calls]` derives from the methods, and the data
//! types from their definitions with `#[data]` (module `data`). Special treatment of an argument type in a language, such as a
//! builder for a message, is in the module of that language.

mod admin;
mod areas;
mod clients;
mod data;
mod decoders;
mod docs;
mod endpoints;
mod errors;
mod events;
mod forms;
mod java;
mod kotlin;
mod kotlin_addons;
mod kotlin_types;
mod methods;
mod model;
mod names;
mod node;
mod options;
mod python;
mod python_names;
mod python_values;
mod runners;
mod scopes;
mod settings;
mod swift;
mod widgets;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A generated file: its path in the repository and its contents.
pub(crate) struct File {
    path: String,
    text: String,
}

impl File {
    pub(crate) fn new(path: impl Into<String>, text: String) -> Self {
        Self { path: path.into(), text: text.trim_end().to_owned() + "\n" }
    }
}

/// Reads a file of the repository of which only a part is generated.
pub(crate) fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn main() -> ExitCode {
    let root = root();
    let check = std::env::args().any(|argument| argument == "--check");
    let types = data::read();
    // One after the other: some files have parts of two modules, and the second reads what the first has written.
    let modules: [&dyn Fn() -> Vec<File>; 21] = [
        &|| python::files(&types),
        &node::files,
        &kotlin::files,
        &swift::files,
        &|| methods::files(&types),
        &|| options::files(&types),
        &errors::files,
        &events::files,
        &scopes::files,
        &settings::files,
        &clients::files,
        &admin::files,
        &endpoints::files,
        &runners::files,
        &|| decoders::files(&types),
        &|| forms::files(&types),
        &|| model::files(&types),
        &|| python_names::files(&types),
        &|| widgets::files(&types),
        &|| kotlin_addons::files(&types),
        &|| java::files(&types),
    ];
    let mut failed = false;
    for file in modules.into_iter().flat_map(|files| files()) {
        let path = root.join(&file.path);
        if std::fs::read_to_string(&path).is_ok_and(|text| text == file.text) {
            continue;
        }
        if check {
            eprintln!("{} is not up to date: run `cargo run -p open-platform-generator`", file.path);
            failed = true;
        } else if let Err(error) = std::fs::write(&path, &file.text) {
            eprintln!("{}: {error}", file.path);
            failed = true;
        } else {
            println!("{}", file.path);
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
