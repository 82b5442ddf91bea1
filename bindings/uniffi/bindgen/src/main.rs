//! UniFFI's generator, in the version of the library whose interface it reads. It also adapts the
//! generated Kotlin, and the documentation of both languages.

mod calls;
mod docs;
mod memory;
mod panics;
mod records;

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    uniffi::uniffi_bindgen_main();
    let arguments: Vec<String> = std::env::args().collect();
    let value_of = |name: &str| arguments.iter().skip_while(|argument| *argument != name).nth(1);
    if let (Some(language), Some(folder)) = (value_of("--language"), value_of("--out-dir")) {
        for file in source_files(Path::new(folder)) {
            let mut source = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            docs::without_rust(&mut source);
            let mut source = if language == "kotlin" { changed(&source) } else { source };
            panics::as_errors(&mut source);
            fs::write(&file, source).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        }
    }
}

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry of a folder can be read").path());
    paths
        .flat_map(|path| if path.is_dir() { source_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "kt" || extension == "swift"))
        .collect()
}

/// The first line of the generated callback with which Rust continues an asynchronous call.
const CONTINUATION: &str =
    "internal object uniffiRustFutureContinuationCallbackImpl: UniffiRustFutureContinuationCallback {\n";

fn changed(source: &str) -> String {
    // By default JNA attaches the Rust thread to the JVM for each callback, which costs more than the call. With this initializer
    // it is attached once, as a daemon that does not keep the JVM alive, until it ends.
    let attached = format!(
        "{CONTINUATION}    init {{\n        \
         Native.setCallbackThreadInitializer(this, com.sun.jna.CallbackThreadInitializer(true, false))\n    }}\n\n"
    );
    let mut source = source.replace(CONTINUATION, &attached);
    // A post caches the members of its data after the first read.
    if let Some(post) = source.find("data class Post (")
        && let Some(end) = source[post..].find("    companion object")
    {
        source.insert_str(
            post + end,
            "    internal val shortcuts by lazy(LazyThreadSafetyMode.PUBLICATION) {\n        \
             io.github.openplatformsdk.ffi.postShortcuts(data)\n    }\n\n",
        );
    }
    // As data classes, amounts of two units would be compared by `==`. Value classes are not, and Java needs them exposed as objects.
    for unit in ["Rials", "Tomans"] {
        let value_class = "@OptIn(ExperimentalStdlibApi::class)\n@JvmExposeBoxed\n@JvmInline\nvalue class";
        source = source.replace(&format!("\ndata class {unit} ("), &format!("\n{value_class} {unit} ("));
    }
    // The error of the generated code. An app gets an `InternalException` of the package instead of it.
    source = source.replace("InternalException", "UniffiException");
    memory::freed_after_each_call(&mut source);
    calls::by_jni(&mut source);
    records::by_name(&mut source);
    // A frame of a distributed computation or a session of a web server may store an exception, with its report.
    records::serializable(&mut source, "ErrorReport");
    // A variant without members is an object. As a `data object` its `toString` is its name and not an address.
    let printable = |line: &str| match line.strip_prefix("    object ") {
        Some(rest) if rest.ends_with("()") => format!("    data object {rest}"),
        _ => line.to_owned(),
    };
    source.lines().map(|line| printable(line) + "\n").collect()
}
