//! The documentation of methods whose code is written by hand in the packages, because their arguments and results differ between
//! the languages: those of `client.oauth` and of `IpAllowlist`. The text is the core's.

use open_platform::methods::MethodDescription;
use open_platform::oauth::OAuth;
use open_platform::webhook::IpAllowlist;

use super::errors;
use crate::File;
use crate::areas::TIMEOUT;
use crate::data::DataTypes;
use crate::docs::{self, Style, above, block_comment};
use crate::names::{camel, capitalized, uncapitalized};
use crate::swift::comment;
use crate::{kotlin, node, python, swift};

/// The name of a parameter, and its text in Markdown.
type Parameter = (String, String);

pub(super) fn files(types: &DataTypes) -> Vec<File> {
    let members = types.members("Login").iter();
    let login: Vec<_> = members.map(|member| (member.name.clone(), member.documentation.clone())).collect();
    let parameters = |method: &MethodDescription| {
        let own = method.parameters.iter().map(|given| (given.name.to_owned(), given.documentation.to_owned()));
        if method.name == "authorize" { login.clone() } else { own.collect() }
    };
    let changed = |path: &str, change: &dyn Fn(String, &MethodDescription) -> String| {
        File::new(path, OAuth::DESCRIPTION.methods.iter().fold(crate::read(path), change))
    };
    let mut files = vec![
        changed("packages/python/src/open_platform/_async/oauth.py", &|text, method| {
            inside(&text, &format!("    async def {}(", method.name), &of_python(method, &parameters(method)))
        }),
        changed("packages/node/src/api/oauth.ts", &|text, method| {
            let (text, given) = match method.name {
                "authorize" => (login.iter().fold(text, node_member), Vec::new()),
                _ => (text, parameters(method)),
            };
            above(&text, &format!("  async {}(", method.name), &of_node(method, &given))
        }),
        changed("packages/kotlin/core/src/server/kotlin/io/github/openplatformsdk/OAuth.kt", &|text, method| {
            above(&text, &format!("    public suspend fun {}(", method.name), &of_kotlin(method, &parameters(method)))
        }),
        changed("packages/swift/Sources/OpenPlatform/Server/OAuth.swift", &|text, method| {
            above(&text, &format!("    public func {}(", method.name), &of_swift(method, &parameters(method)))
        }),
    ];
    files.extend(allowlist());
    files
}

/// Swift has the methods of the binding, whose comments become its documentation.
fn allowlist() -> [File; 4] {
    let parameters = |method: &MethodDescription| -> Vec<Parameter> {
        let described = method.parameters.iter().filter(|given| !given.documentation.is_empty());
        described.map(|given| (given.name.to_owned(), given.documentation.to_owned())).collect()
    };
    let changed = |path: &str, class: &str, change: &dyn Fn(String, &MethodDescription) -> String| {
        let text = crate::read(path);
        let Some(start) = text.find(class) else { panic!("{path}: there is no {class}") };
        let (before, rest) = text.split_at(start);
        File::new(path, before.to_owned() + &IpAllowlist::DESCRIPTION.methods.iter().fold(rest.to_owned(), change))
    };
    [
        changed("packages/python/src/open_platform/_open_platform.pyi", "class IpAllowlist:", &|text, method| {
            let name = if method.name == "new" { "__new__" } else { method.name };
            inside(&text, &format!("    def {name}("), &of_python(method, &parameters(method)))
        }),
        changed("packages/node/src/ip-allowlist.ts", "export class IpAllowlist", &|text, method| {
            let line = match method.name {
                "new" => "  constructor(networks: readonly string[])\n".to_owned(),
                "platform" => "  static platform(".to_owned(),
                name => format!("  {}(", camel(name)),
            };
            above(&text, &line, &of_node(method, &parameters(method)))
        }),
        changed(
            "packages/kotlin/core/src/server/kotlin/io/github/openplatformsdk/HookContext.kt",
            "public class IpAllowlist",
            &|text, method| match method.name {
                "new" => above(&text, "    public constructor(", &of_kotlin(method, &parameters(method))),
                "platform" => {
                    let comment =
                        block_comment("        ", &docs::translate(method.documentation, &kotlin::STYLE), &[]);
                    above(&text, "        @JvmStatic\n        public fun platform(", &comment)
                }
                name => {
                    above(&text, &format!("    public fun {}(", camel(name)), &of_kotlin(method, &parameters(method)))
                }
            },
        ),
        changed("bindings/uniffi/src/server/webhooks.rs", "impl IpAllowlist {", &|text, method| {
            let attribute =
                if ["new", "platform"].contains(&method.name) { "    #[uniffi::constructor]\n" } else { "" };
            let line = format!("{attribute}    fn {}(", method.name);
            above(&text, &line, &of_swift(method, &parameters(method)))
        }),
    ]
}

/// A text in one paragraph.
fn line(text: &str, style: &Style) -> String {
    docs::translate(text, style).join(" ")
}

/// Whether it is a call of a client, which has a time limit.
fn is_call(method: &MethodDescription) -> bool {
    OAuth::DESCRIPTION.methods.iter().any(|call| call.name == method.name)
}

fn of_python(method: &MethodDescription, parameters: &[Parameter]) -> String {
    let style = &python::STYLE;
    let given = parameters.iter().map(|(name, text)| format!(":param {name}: {}", uncapitalized(&line(text, style))));
    let raised = errors(method, style).into_iter().map(|(error, when)| format!(":raises {}: {when}", error.name));
    let timeout = is_call(method).then(|| python::TIMEOUT.to_owned());
    let fields: Vec<_> = given.chain(timeout).chain(raised).collect();
    python::docstring("        ", &docs::translate(method.documentation, style), &fields)
}

/// Node has the parameters of a login as an interface.
fn node_member(file: String, (name, text): &Parameter) -> String {
    let name = if name == "session_id" { "session".to_owned() } else { camel(name) };
    let mark = if file.contains(&format!("\n  {name}?: ")) { "?" } else { "" };
    above(&file, &format!("  {name}{mark}: "), &block_comment("  ", &docs::translate(text, &node::STYLE), &[]))
}

fn of_node(method: &MethodDescription, parameters: &[Parameter]) -> String {
    let style = &node::STYLE;
    let given = parameters.iter().map(|(name, text)| match (method.name, name.as_str(), line(text, style)) {
        ("callback", "url_or_query", text) => {
            format!("@param address {text} Of a request of a web framework only the query of its `url` is used.")
        }
        ("callback", "session_id", text) => format!("@param options `session`: {}", uncapitalized(&text)),
        ("check", "headers", text) => {
            format!("@param headers {text} A flat list, as `request.rawHeaders`: name, value, name, value.")
        }
        (.., text) => format!("@param {} {text}", camel(name)),
    });
    let errors = errors(method, style).into_iter();
    let thrown = errors.map(|(error, when)| format!("@throws {} {when}", (style.error)(error)));
    block_comment("  ", &docs::translate(method.documentation, style), &given.chain(thrown).collect::<Vec<_>>())
}

fn of_kotlin(method: &MethodDescription, parameters: &[Parameter]) -> String {
    let style = &kotlin::STYLE;
    let given = parameters.iter().map(|(name, text)| format!("@param {} {}", camel(name), line(text, style)));
    let given = given.chain(is_call(method).then(|| format!("@param timeout {TIMEOUT}")));
    let errors = errors(method, style).into_iter();
    let thrown =
        errors.map(|(error, when)| format!("@throws {} {when}", (style.error)(error).trim_matches(['[', ']'])));
    block_comment("    ", &docs::translate(method.documentation, style), &given.chain(thrown).collect::<Vec<_>>())
}

fn of_swift(method: &MethodDescription, parameters: &[Parameter]) -> String {
    let style = &swift::STYLE;
    let given = parameters.iter().map(|(name, text)| format!("{}: {}", camel(name), line(text, style)));
    let given: Vec<_> = given.chain(is_call(method).then(|| format!("timeout: {TIMEOUT}"))).collect();
    let errors = errors(method, style).into_iter();
    let thrown: Vec<_> = errors.map(|(error, when)| capitalized(&format!("{} {when}", (style.error)(error)))).collect();
    comment("    ", &docs::translate(method.documentation, style), &given, &thrown)
}

/// Replaces the docstring of the function whose first line begins with `line`.
fn inside(file: &str, line: &str, docstring: &str) -> String {
    let parts = file.split_once(line).and_then(|(before, rest)| {
        let (signature, rest) = rest.split_once("\"\"\"")?;
        Some((before, signature, rest.split_once("\"\"\"")?.1))
    });
    let Some((before, signature, after)) = parts else { panic!("there is no docstring after `{line}`") };
    format!("{before}{line}{signature}{}{after}", docstring.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_comment_of_the_line_is_replaced() {
        let file = "\n  /** One. */\n  one()\n\n  /**\n   * Two.\n   *\n   * More.\n   */\n  two()\n  three()\n";
        let file = above(file, "  two(", "  /** Other. */\n");
        assert_eq!(file, "\n  /** One. */\n  one()\n\n  /** Other. */\n  two()\n  three()\n");
        assert_eq!(above(&file, "  two(", "  /** Other. */\n"), file);
        let file = above(&file, "  three(", "  /// New.\n");
        assert_eq!(file, "\n  /** One. */\n  one()\n\n  /** Other. */\n  two()\n  /// New.\n  three()\n");
    }

    #[test]
    fn only_the_docstring_of_the_function_is_replaced() {
        let file = "    def one():\n        \"\"\"One.\"\"\"\n\n    def two():\n        \"\"\"Two.\n\n        More.\n        \"\"\"\n        pass\n";
        let file = inside(file, "    def two(", "        \"\"\"Other.\"\"\"\n");
        assert_eq!(
            file,
            "    def one():\n        \"\"\"One.\"\"\"\n\n    def two():\n        \"\"\"Other.\"\"\"\n        pass\n"
        );
    }
}
