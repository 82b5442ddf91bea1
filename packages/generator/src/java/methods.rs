//! The classes with the methods of stored grants, event subscriptions and an inbox.

use open_platform::methods::{MethodDescription, ObjectDescription};
use open_platform::oauth::OAuth;

use super::{FOLDER, function, future};
use crate::File;
use crate::areas::TIMEOUT;
use crate::data::DataTypes;
use crate::docs::{self, above, block_comment};
use crate::kotlin::STYLE;
use crate::methods::kotlin::{named, typed};
use crate::methods::{CoreType, OBJECTS, about, are_calls, base, class, errors, parameter};
use crate::names::camel;
use crate::settings::replace;

pub(super) fn files(built: &[&str]) -> Vec<File> {
    OBJECTS.iter().map(|object| file(object, built)).collect()
}

fn file(object: &ObjectDescription, built: &[&str]) -> File {
    let name = class(object);
    let from = if object.is_user { "UserClientAsync" } else { "OpenPlatformAsync" };
    let from = format!("[{from}.{}]", object.accessor.unwrap_or_default());
    let documentation: Vec<_> = about(object, &STYLE, &from, "")
        .into_iter()
        .map(|text| match text.strip_prefix("The base class of `") {
            Some(rest) => format!("The base class of `{}Async`.", rest.trim_end_matches("`.")),
            None => text,
        })
        .collect();
    let kind = if base(object).is_some() { "abstract class" } else { "class" };
    let methods: Vec<_> = object.methods.iter().flat_map(|it| methods(object, it, built)).collect();
    let body = format!(
        "{}public {kind} {name}Async internal constructor(private val calls: {name}, private val futures: Futures) {{\n{}}}\n",
        block_comment("", &documentation, &[]),
        methods.join("\n")
    );
    super::file(&format!("{name}Async"), "", &body)
}

fn methods(object: &ObjectDescription, method: &MethodDescription, built: &[&str]) -> Vec<String> {
    let (mut signature, mut values, mut tags) = (Vec::new(), Vec::new(), Vec::new());
    let mut builder = None;
    for given in method.parameters {
        let name = named(method, given.name);
        let default = if CoreType::of(given.kind).is_optional() { " = null" } else { "" };
        if built.contains(&CoreType::of(given.kind).name()) {
            builder = Some((signature.len(), CoreType::of(given.kind).name(), name.clone()));
        }
        signature.push(format!("{name}: {}{default}", typed(given.kind)));
        tags.push(format!("@param {name} {}", parameter(method, given, &STYLE)));
        values.push(name);
    }
    if are_calls(object) {
        signature.push("timeout: Duration? = null".to_owned());
        values.push("timeout.inKotlin()".to_owned());
        tags.push(format!("@param timeout {TIMEOUT}"));
    }
    let paragraphs = paragraphs(method);
    let name = camel(method.name);
    let (maker, kind) = future(&typed(method.result));
    let written = |signature: &[String], values: &[String]| {
        function(&name, signature, &kind, &format!("futures.{maker} {{ calls.{name}({}) }}", values.join(", ")))
    };
    let mut all = vec![block_comment("    ", &paragraphs, &tags) + &written(&signature, &values)];
    if let Some((at, class, argument)) = builder {
        signature[at] = format!("{argument}: Consumer<{class}Builder>");
        values[at] = format!("{class}Builder().built({argument})");
        let words = format!("Like the other [{name}], but builds `{argument}`.");
        all.push(block_comment("    ", &[words], &[]) + &written(&signature, &values));
    }
    all
}

/// The documentation of a method. A future does not throw, it ends with an error.
fn paragraphs(method: &MethodDescription) -> Vec<String> {
    let errors = errors(method, &STYLE).into_iter();
    let ends = errors.map(|(error, when)| format!("It ends with {} {when}", (STYLE.error)(error)));
    docs::translate(method.documentation, &STYLE).into_iter().chain(ends).collect()
}

/// The documentation of the calls of logins, and their options.
pub(super) fn login(types: &DataTypes) -> File {
    let path = format!("{FOLDER}/OAuthAsync.kt");
    let members: Vec<_> = types.members("Login").iter().collect();
    let line = |text: &str| docs::translate(text, &STYLE).join(" ");
    let (given, options): (Vec<_>, Vec<_>) =
        members.into_iter().partition(|member| ["scopes", "session_id"].contains(&member.name.as_str()));
    let text = OAuth::DESCRIPTION.methods.iter().fold(crate::read(&path), |text, method| {
        let mut tags: Vec<_> = match method.name {
            "authorize" => given
                .iter()
                .map(|member| format!("@param {} {}", camel(&member.name), line(&member.documentation)))
                .chain(["@param options What else it may have.".to_owned()])
                .collect(),
            _ => {
                let given = method.parameters.iter();
                given.map(|given| format!("@param {} {}", camel(given.name), line(given.documentation))).collect()
            }
        };
        tags.push(format!("@param timeout {TIMEOUT}"));
        let comment = block_comment("    ", &paragraphs(method), &tags);
        above(&text, &format!("    @JvmOverloads\n    public fun {}(", camel(method.name)), &comment)
    });
    let option = |name: String, about: String| {
        let comment = block_comment("    ", &[about], &[]);
        format!(
            "    internal var {name}: String? = null
        private set

{comment}    public fun {name}({name}: String): LoginOptions = apply {{ this.{name} = {name} }}\n"
        )
    };
    let made: Vec<_> = options.iter().map(|member| option(camel(&member.name), line(&member.documentation))).collect();
    let start = "    // Made from the core by `cargo run -p open-platform-generator`. Do not edit.\n";
    File::new(&path, replace(&text, &path, start, "    // End of what is made.\n", &made.join("\n")))
}
