//! The settings of a client, from the table in `core/src/config/table.rs`: their documentation and types in Python, the
//! methods of Kotlin's settings, and `docs/settings.md`. Node's and Swift's are made with the bindings.

use open_platform::client::{SETTINGS, Setting, SettingGroup, SettingKind};

use crate::File;
use crate::docs::{self, WIDTH, block_comment, wrap};
use crate::kotlin::STYLE as KOTLIN;
use crate::names::camel;
use crate::python::STYLE as PYTHON;

pub(crate) fn files() -> Vec<File> {
    let python = "packages/python/src/open_platform";
    let kotlin = "io/github/openplatformsdk";
    vec![
        File::new("docs/settings.md", document()),
        File::new(format!("{python}/_settings.py"), python_types(format!("{python}/_settings.py"))),
        File::new(format!("{python}/_async/client.py"), python_documentation(format!("{python}/_async/client.py"))),
        kotlin_class(&format!("packages/kotlin/core/src/server/kotlin/{kotlin}/OpenPlatform.kt"), |_| true),
        kotlin_class(&format!("packages/kotlin/core/src/main/kotlin/{kotlin}/App.kt"), |row| row.is_phone),
    ]
}

/// A file that is written by hand but for what stands between two lines.
pub(crate) fn between(path: impl AsRef<str>, start: &str, end: &str, made: &str) -> String {
    replace(&crate::read(path.as_ref()), path.as_ref(), start, end, made)
}

/// A text with another part between two lines.
pub(crate) fn replace(text: &str, path: &str, start: &str, end: &str, made: &str) -> String {
    let parts = text.split_once(start).and_then(|(head, rest)| Some((head, rest.split_once(end)?.1)));
    let Some((head, tail)) = parts else { panic!("{path}: the lines around the generated part are missing") };
    format!("{head}{start}{made}{end}{tail}")
}

/// How a program uses a new API key or client secret without a restart.
const CHANGED_SECRETS: &str = "**A changed `api_key` or `client_secret` without a restart:** Python also takes a function that returns the \
    current one. Rust has `api_key_provider` and `client_secret_provider`, and `api_key_source` and `client_secret_source` for a \
    source that may take time. Node, Kotlin and Swift take only a text: create a second client with the new one, use it for all \
    further calls, and close the first when its calls have ended. Both can use one store at the same time, unless it is in memory. \
    `identification_keys` are several, so that the old and the new one are accepted during a change.";

fn document() -> String {
    let about = format!(
        "Python takes settings by keyword under these names. Node, Kotlin and Swift write them `inCamelCase`; Node's times end in `Ms` \
         and are in milliseconds. In Kotlin and Swift they are methods: {}, while their `store` takes a custom store. The settings of \
         repetitions are members of `retry` in Node and parameters of `retries` in Kotlin. Swift's times \
         are in seconds, Python's in seconds or a `timedelta`, Rust's and Kotlin's have a type. A setting that code does not give comes from its variable of the \
         environment; an empty variable is not set. A phone also has settings of its own: `redirect_uri`, `backend`, `tokens` and \
         `max_attempts`, see [mobile apps](mobile.md).",
        other_methods()
    );
    let mut text = format!(
        "# Settings of a client

Made from the table in `core/src/config/table.rs` by `cargo run -p open-platform-generator`. Do not edit.

{}

{}

| Setting | Kind | Default | Phones | Meaning |
|---|---|---|---|---|
",
        wrap(&about, 132, 132).join("\n"),
        wrap(CHANGED_SECRETS, 132, 132).join("\n")
    );
    for row in SETTINGS {
        let unit = if matches!(row.kind, SettingKind::Timeout | SettingKind::Wait) { " s" } else { "" };
        let default = row.default.map(|default| format!("{default}{unit}")).unwrap_or_default();
        let variable = row.variable.map(|variable| format!("<br>`{variable}`")).unwrap_or_default();
        let phones = match (row.group, row.kind) {
            (_, SettingKind::RequestCallback | SettingKind::RefreshCallback | SettingKind::HandledEventCallback) => "",
            (SettingGroup::Observe, _) => "only in Python and Node",
            (SettingGroup::Node, _) => "only in Node",
            _ if row.is_phone => "yes",
            _ => "",
        };
        text += &format!(
            "| `{}`{variable} | {} | {default} | {phones} | {} |\n",
            row.name,
            kind(row.kind),
            linked(row.documentation)
        );
    }
    text
}

/// A text with links to the pages in `docs` that it names.
fn linked(text: &str) -> String {
    let mut parts = text.split("docs/");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find([')', ',', ' ', ';']).unwrap_or_else(|| part.trim_end_matches('.').len());
        let (page, rest) = part.split_at(end);
        written += &format!("[{}]({page}){rest}", page.split('#').next().unwrap_or_default());
    }
    written
}

/// The methods of Kotlin and Swift whose names differ from those of their settings.
fn other_methods() -> String {
    let differs = |row: &&Setting| row.method != row.name;
    let each = SETTINGS.iter().filter(differs).map(|row| {
        let what = if row.kind == SettingKind::Store { "the address of a " } else { "" };
        format!("`{}` for {what}`{}`", camel(row.method), row.name)
    });
    each.collect::<Vec<_>>().join(", ")
}

fn kind(kind: SettingKind) -> &'static str {
    match kind {
        SettingKind::Text => "text",
        SettingKind::Certificates => "text, in a variable the path of a file",
        SettingKind::Texts => "texts, in a variable by commas",
        SettingKind::Credential => "secret",
        SettingKind::Flag => "on or off",
        SettingKind::Count | SettingKind::Attempts => "whole number",
        SettingKind::Bytes => "bytes",
        SettingKind::Timeout | SettingKind::Wait => "time",
        SettingKind::Sandbox => "address",
        SettingKind::Hosts => "five addresses",
        SettingKind::Store => "address, or an object",
        SettingKind::Variables => "names and texts",
        SettingKind::RequestCallback | SettingKind::RefreshCallback | SettingKind::HandledEventCallback => "function",
        SettingKind::Logger => "an object",
        _ => "for tests",
    }
}

fn python_settings() -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter().filter(|row| row.group != SettingGroup::Node)
}

/// The keyword arguments of the constructor, for type checkers.
fn python_types(path: String) -> String {
    let mut made = String::new();
    for row in python_settings() {
        let class = match row.kind {
            SettingKind::Texts => "Sequence[str]",
            SettingKind::Credential => "str | Callable[[], str]",
            SettingKind::Flag => "bool",
            SettingKind::Count | SettingKind::Attempts | SettingKind::Bytes => "int",
            SettingKind::Timeout | SettingKind::Wait => "float | timedelta",
            SettingKind::Hosts => "Hosts",
            SettingKind::Store => "str | RecordStore",
            SettingKind::Variables => "Mapping[str, str]",
            SettingKind::RequestCallback => "Callable[[Attempt], object]",
            SettingKind::RefreshCallback => "Callable[[Refresh], object]",
            SettingKind::HandledEventCallback => "Callable[[HandledEvent], object]",
            SettingKind::Transport => "Recorder",
            SettingKind::Clock => "ManualClock",
            _ => "str",
        };
        made += &format!("    {}: {class} | None\n", row.name);
    }
    let start = "\"\"\"The keyword arguments of the client's constructor. Made from the core by ``open-platform-generator``.\"\"\"\n\n";
    between(path, start, "\n\nclass InboxSettings", &made)
}

/// The docstring of the client, and the list of variables.
fn python_documentation(path: String) -> String {
    let item = |text: &str, indent: &str| {
        let width = WIDTH - indent.len();
        let lines = wrap(text, width, width - 2);
        lines
            .iter()
            .enumerate()
            .fold(String::new(), |item, (index, line)| item + indent + if index == 0 { "" } else { "  " } + line + "\n")
    };
    let mut settings = String::new();
    let mut variables = String::new();
    for row in python_settings() {
        let more = match row.kind {
            SettingKind::Credential => " Or a function that returns the current one.",
            SettingKind::Hosts => " By name: ``auth``, ``base``, ``api``, ``upload`` and ``chat``.",
            SettingKind::Store => " See :mod:`open_platform.stores`.",
            SettingKind::Transport | SettingKind::Clock => " See :mod:`open_platform.testing`.",
            SettingKind::RequestCallback => {
                " Called on the thread of a call, or one of the client: it must not make calls. What it raises goes to ``sys.unraisablehook``."
            }
            _ => "",
        };
        let meaning = docs::line(&uncapitalized(row.in_seconds), &PYTHON);
        settings += &item(&format!("- ``{}``: {meaning}{more}", row.name), "    ");
        if let Some(variable) = row.variable {
            let form = match row.kind {
                SettingKind::Texts => ", several by commas",
                SettingKind::Certificates => ", the path of a file",
                _ => "",
            };
            variables += &item(&format!("- ``{variable}``: ``{}``{form}", row.name), "        ");
        }
    }
    let start = "    an error that names it.\n\n";
    let end = "\n    :raises ConfigError: naming the setting, never its value.\n";
    let text = between(&path, start, end, &settings);
    let (head, tail) = text.split_once("    def from_env").unwrap_or_default();
    let start = "Every variable is optional. An empty variable counts as not set.\n\n";
    let parts = tail.split_once(start).and_then(|(head, rest)| Some((head, rest.split_once("\n        :raises")?.1)));
    let Some((before, after)) = parts else { panic!("{path}: the lines around the variables are missing") };
    format!("{head}    def from_env{before}{start}{variables}\n        :raises{after}")
}

/// `The store` becomes `the store`, and `CA certificates` stays.
fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain([second]).chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

/// The methods of one class of settings of Kotlin.
fn kotlin_class(path: &str, has: fn(&Setting) -> bool) -> File {
    let is_method = |row: &&Setting| matches!(row.group, SettingGroup::Client | SettingGroup::Http) && has(row);
    let methods = SETTINGS.iter().filter(is_method).filter_map(kotlin_method);
    let made = methods.collect::<Vec<_>>().join("\n");
    let start = "    // Made from the core's table by `cargo run -p open-platform-generator`. Do not edit.\n";
    File::new(path, between(path, start, "    // End of what is made.\n", &made))
}

fn kotlin_method(row: &Setting) -> Option<String> {
    let (name, argument) = (camel(row.name), row.argument);
    let (parameter, value) = match row.kind {
        SettingKind::Text | SettingKind::Credential | SettingKind::Certificates => {
            (format!("{argument}: String"), argument.to_owned())
        }
        SettingKind::Texts if row.name != "store_keys" => {
            (format!("vararg {argument}: String"), format!("{argument}.asList()"))
        }
        SettingKind::Flag => (format!("{argument}: Boolean = true"), argument.to_owned()),
        SettingKind::Count => (format!("{argument}: Int"), format!("count(\"{name}\", {argument})")),
        SettingKind::Bytes => (format!("{argument}: Long"), format!("size(\"{name}\", {argument})")),
        SettingKind::Timeout => (format!("{argument}: Duration"), format!("{argument}.toSeconds()")),
        SettingKind::Variables => (format!("{argument}: Map<String, String>"), argument.to_owned()),
        _ => return None,
    };
    let documentation = block_comment("    ", &[docs::line(row.documentation, &KOTLIN)], &[]);
    let open = format!("    public fun {name}({parameter}): Unit =");
    let call = format!("native.{name}({value})\n");
    let one = format!("{open} {call}");
    Some(documentation + &if one.len() <= WIDTH { one } else { format!("{open}\n        {call}") })
}
