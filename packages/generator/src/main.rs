//! Writes what the packages and documents hold of the core's calls and scopes: one command, after a change in
//! `core/src/api` or `core/src/scope.rs`.
//!
//! ```text
//! cargo run -p open-platform-generator              writes the files
//! cargo run -p open-platform-generator -- --check   fails where a file is not as it would be written
//! ```
//!
//! The calls come from [`open_platform::api::HANDLES`], which the attribute `#[calls]` makes of the methods. What a language
//! does with a type of argument, such as a builder for a message, is in the module of the language, once for each type.

mod areas;
mod docs;
mod endpoints;
mod kotlin;
mod names;
mod node;
mod python;
mod runners;
mod scopes;
mod swift;

use std::path::Path;
use std::process::ExitCode;

/// A file of the repository, and what has to be in it.
pub(crate) struct File {
    path: String,
    text: String,
}

impl File {
    pub(crate) fn new(path: impl Into<String>, text: String) -> Self {
        Self { path: path.into(), text: text.trim_end().to_owned() + "\n" }
    }
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let check = std::env::args().any(|argument| argument == "--check");
    let files = [
        python::files(),
        node::files(),
        kotlin::files(),
        swift::files(),
        scopes::files(),
        endpoints::files(),
        runners::files(),
    ];
    let mut failed = false;
    for file in files.into_iter().flatten() {
        let path = root.join(&file.path);
        if std::fs::read_to_string(&path).is_ok_and(|text| text == file.text) {
            continue;
        }
        if check {
            eprintln!("{} is not as the core says: run `cargo run -p open-platform-generator`", file.path);
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
