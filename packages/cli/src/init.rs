//! `open-platform init`: writes a small app with a test, from templates in `templates`.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::output::{Exit, Failure, Output};

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The language of the app.
    #[arg(value_enum)]
    language: Language,
    /// The directory of the app. It is made if it does not exist. No file is overwritten.
    #[arg(default_value = ".", value_name = "DIR")]
    directory: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Language {
    /// With the standard library only.
    Python,
    /// JavaScript with `node:http`.
    Node,
    /// Ktor, built with Maven.
    Kotlin,
    /// axum.
    Rust,
    /// Swift 6, with the library from a checkout of its repository.
    Swift,
}

/// The copy of the repository in which this program was compiled, if it is still there.
fn checkout() -> Option<&'static Path> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?;
    repository.join("packages/python").is_dir().then_some(repository)
}

/// The command that names a copy of the repository of the library, and what there is to say about it.
fn export(checkout: Option<&Path>) -> (String, &'static str) {
    match checkout {
        Some(path) => (
            format!("export OPEN_PLATFORM_CHECKOUT={}", quoted(path)),
            "The library is not published yet: it is installed from a copy of its repository.",
        ),
        None => (
            "export OPEN_PLATFORM_CHECKOUT=…".to_owned(),
            "The library is not published yet: put the path of a copy of its repository in place of `…`.",
        ),
    }
}

/// A path as one word of a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}

/// A file of a template: its path in the app, and its text.
type File = (&'static str, &'static str);

/// `file!("python/app.py", "app.py")`: a file of `templates`, and its path in the app.
macro_rules! file {
    ($source:literal, $path:literal) => {
        ($path, include_str!(concat!("../templates/", $source)))
    };
}

impl Language {
    fn files(self) -> &'static [File] {
        match self {
            Self::Python => &[
                file!("python/app.py", "app.py"),
                file!("python/test_app.py", "test_app.py"),
                file!("python/requirements.txt", "requirements.txt"),
            ],
            Self::Node => &[
                file!("node/app.js", "app.js"),
                file!("node/app.test.js", "app.test.js"),
                file!("node/package.json", "package.json"),
            ],
            Self::Kotlin => &[
                file!("kotlin/App.kt", "src/main/kotlin/App.kt"),
                file!("kotlin/AppTest.kt", "src/test/kotlin/AppTest.kt"),
                file!("kotlin/pom.xml", "pom.xml"),
            ],
            Self::Rust => &[
                file!("rust/src/main.rs", "src/main.rs"),
                file!("rust/src/tests.rs", "src/tests.rs"),
                file!("rust/Cargo.toml.in", "Cargo.toml"),
            ],
            Self::Swift => &[
                file!("swift/App.swift", "Sources/MyApp/App.swift"),
                file!("swift/AppTests.swift", "Tests/MyAppTests/AppTests.swift"),
                file!("swift/Package.swift", "Package.swift"),
            ],
        }
    }

    /// The commands that install the library, run the app, and run its test. The library is not published yet, so it is installed
    /// from the copy of its repository that [`export`] names.
    fn commands(self) -> [&'static str; 3] {
        match self {
            Self::Python => [
                "pip install -r requirements.txt \"$OPEN_PLATFORM_CHECKOUT/packages/python\"",
                "open-platform exec --open -- python app.py",
                "python -m pytest",
            ],
            Self::Node => [
                "\"$OPEN_PLATFORM_CHECKOUT/packages/node/scripts/package.sh\" && npm install \"$OPEN_PLATFORM_CHECKOUT\"/target/node/*.tgz",
                "open-platform exec --open -- node app.js",
                "npm test",
            ],
            Self::Kotlin => [
                "mvn --file \"$OPEN_PLATFORM_CHECKOUT/packages/kotlin\" -DskipTests install",
                "open-platform exec --open -- mvn --quiet compile exec:java",
                "mvn test",
            ],
            Self::Rust => [
                "cargo add --features axum --path \"$OPEN_PLATFORM_CHECKOUT/core\" && cargo add --dev --path \"$OPEN_PLATFORM_CHECKOUT/packages/sandbox\"",
                "open-platform exec --open -- cargo run",
                "cargo test",
            ],
            Self::Swift => [
                "\"$OPEN_PLATFORM_CHECKOUT/packages/swift/scripts/prepare.sh\"",
                "open-platform exec --open -- swift run",
                "swift test",
            ],
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let Arguments { language, directory } = arguments;
    let files = language.files();
    // Checked first, so that no half of an app is written.
    let existing: Vec<_> = files.iter().map(|(path, _)| directory.join(path)).filter(|path| path.exists()).collect();
    if let Some(path) = existing.first() {
        return Err(exists(path));
    }
    for (path, text) in files {
        write(&directory.join(path), text)?;
    }
    let [install, run, test] = language.commands();
    let (export, about) = export(checkout());
    if output.is_json() {
        let install = format!("{export} && {install}");
        let paths: Vec<_> = files.iter().map(|(path, _)| path).collect();
        output
            .line(&json!({ "directory": directory, "files": paths, "install": install, "run": run, "test": test }))?;
    } else {
        let written: String = files.iter().map(|(path, _)| format!("  {}\n", directory.join(path).display())).collect();
        let enter = match directory.as_path() {
            here if here == Path::new(".") => String::new(),
            _ => format!("  cd {}\n", quoted(directory)),
        };
        output.text(&format!(
            "Written:\n{written}\n{about}\n\
             Install the library, run the app with a sandbox, run its test:\n\
             {enter}  {export}\n  {install}\n  {run}\n  {test}\n"
        ))?;
    }
    Ok(Exit::Success)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let cannot = |e: std::io::Error| {
        let next = "choose a directory that you may write to";
        Failure::environment(format!("{} cannot be written", path.display()), e, next)
    };
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(cannot)?;
    }
    let mut file = match OpenOptions::new().write(true).create_new(true).open(path) {
        Err(e) if e.kind() == ErrorKind::AlreadyExists => return Err(exists(path)),
        other => other.map_err(cannot)?,
    };
    file.write_all(text.as_bytes()).map_err(cannot)
}

fn exists(path: &Path) -> Failure {
    let what = format!("{} exists already", path.display());
    Failure::environment(
        what,
        "no file is overwritten",
        "name another directory, such as `open-platform init python my-app`",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_of_the_repository_is_named_if_it_is_there() {
        let repository = checkout().unwrap();
        assert!(repository.join("core/src/lib.rs").exists(), "{}", repository.display());
        assert_eq!(export(Some(Path::new("/sdk"))).0, "export OPEN_PLATFORM_CHECKOUT='/sdk'");
        assert_eq!(export(Some(Path::new("/a'b"))).0, r"export OPEN_PLATFORM_CHECKOUT='/a'\''b'");
        let (export, about) = export(None);
        assert!(export.ends_with("=…") && about.contains("`…`"), "{export} {about}");
    }
}
