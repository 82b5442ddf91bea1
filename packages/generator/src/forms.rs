//! Generates what follows from the types with a JSON form: the lists of the bindings, and the functions of Node and Kotlin.
//! These are the types of arguments and results of calls, and of what an app receives and answers.

use std::collections::BTreeMap;

use open_platform::api::HANDLES;

use crate::File;
use crate::areas::is_for_phones;
use crate::data::{DataType, DataTypes, Shape};
use crate::names::{camel, snake};

const HEAD: &str = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.\n";

/// What an app answers to the platform, which checks it like an argument.
const REPLIES: &[&str] = &["DynamicActionReply", "StartReply"];

/// What an app receives beside results of calls, and whether a phone receives it.
const RECEIVED: &[(&str, bool)] =
    &[("BotStart", false), ("DirectLink", true), ("DynamicActionRequest", false), ("StartRequest", false)];

/// A type with a JSON form.
struct Form {
    name: String,
    is_argument: bool,
    is_for_phones: bool,
}

impl Form {
    /// `readPostAddon` or `read_post_addon`.
    fn function(&self, verb: &str) -> String {
        format!("{verb}_{}", snake(&self.name))
    }
}

pub(crate) fn files(types: &DataTypes) -> Vec<File> {
    let forms = forms(types);
    let kotlin = "packages/kotlin/core/src";
    vec![
        File::new("core/src/ffi_types/forms.rs", lists(&forms)),
        File::new("packages/node/src/json-forms.ts", node(&forms)),
        File::new(
            format!("{kotlin}/main/kotlin/io/github/openplatformsdk/JsonForms.kt"),
            kotlin_functions(forms.iter().filter(|form| form.is_for_phones)),
        ),
        File::new(
            format!("{kotlin}/server/kotlin/io/github/openplatformsdk/api/ServerJsonForms.kt"),
            kotlin_functions(forms.iter().filter(|form| !form.is_for_phones)),
        ),
    ]
}

/// All types with a JSON form, by name.
fn forms(types: &DataTypes) -> Vec<Form> {
    let calls = HANDLES.iter().flat_map(|handle| handle.calls);
    let in_calls = calls.flat_map(|call| {
        let arguments = call.parameters.iter().map(|given| (given.kind, true));
        arguments.chain([(call.result, false)]).map(|(name, is_argument)| (name, is_argument, is_for_phones(call)))
    });
    let replies = REPLIES.iter().map(|name| (*name, true, false));
    let received = RECEIVED.iter().map(|(name, is_for_phones)| (*name, false, *is_for_phones));
    let mut found: BTreeMap<&str, Form> = BTreeMap::new();
    for (name, is_argument, is_for_phones) in in_calls.chain(replies).chain(received) {
        if types.iter().any(|data| data.name == name && has_members(data)) {
            let new = || Form { name: name.to_owned(), is_argument: false, is_for_phones: false };
            let form = found.entry(name).or_insert_with(new);
            form.is_argument |= is_argument;
            form.is_for_phones |= is_for_phones;
        }
    }
    found.into_values().collect()
}

fn has_members(data: &DataType) -> bool {
    matches!(data.shape, Shape::Struct { .. } | Shape::Variants { .. })
}

/// The macros that pass the types to the bindings.
fn lists(forms: &[Form]) -> String {
    let list = |is_argument: bool, for_phones: bool| {
        let listed = forms.iter().filter(|form| form.is_argument == is_argument && form.is_for_phones == for_phones);
        let verbs: &[&str] = if is_argument { &["read", "write", "check"] } else { &["write"] };
        let lines = listed.map(|form| {
            let functions: Vec<_> = verbs.iter().map(|verb| form.function(verb)).collect();
            format!("            {}: {},\n", functions.join(", "), form.name)
        });
        lines.collect::<String>()
    };
    let definition = |name: &str, about: &str, is_argument: bool| {
        format!(
            "/// Passes {about} to a macro: `{name}!(phone receive)` those of apps on phones,\n\
             /// `{name}!(server receive)` all others.\n#[macro_export]\nmacro_rules! {name} {{\n    (phone $receive:ident) => {{\n        $receive! {{\n{}        }}\n    \
             }};\n    (server $receive:ident) => {{\n        $receive! {{\n{}        }}\n    }};\n}}\n",
            list(is_argument, true),
            list(is_argument, false),
        )
    };
    format!(
        "{HEAD}//! The types with a JSON form, for the bindings, and the names of the functions that convert and check them.\n\n{}\n{}\n\
         #[cfg(any(feature = \"node\", feature = \"python\", feature = \"uniffi\"))]\npub(crate) use each_argument;\n\
         #[cfg(any(feature = \"node\", feature = \"uniffi\"))]\npub(crate) use each_result;\n",
        definition("each_argument", "each type of an argument", true),
        definition("each_result", "each type that is only a result", false),
    )
}

fn node(forms: &[Form]) -> String {
    let imports: String = forms.iter().map(|form| format!("  {},\n", form.name)).collect();
    let object = |name: &str, about: &str, member: &dyn Fn(&Form) -> Option<String>| {
        let lines: String = forms.iter().filter_map(member).collect();
        format!("\n{about}export const {name} = {{\n{lines}}}\n")
    };
    let key = |form: &Form| camel(&snake(&form.name));
    let read = |form: &Form| {
        let function = camel(&form.function("read"));
        let line = format!("  {}: (json: JsonInput): {} => native.{function}(json),\n", key(form), form.name);
        form.is_argument.then_some(line)
    };
    let write = |form: &Form| {
        let function = camel(&form.function("write"));
        Some(format!("  {}: (value: {}): Json => native.{function}(value),\n", key(form), form.name))
    };
    let check = |form: &Form| {
        let function = camel(&form.function("check"));
        let line = format!("  {}: (value: {}): void => native.{function}(value),\n", key(form), form.name);
        form.is_argument.then_some(line)
    };
    let about_read = "/**\n * Converts JSON in the platform's form to the value of a call. Invalid members are refused.\n *\n \
                      * @throws {@link InvalidInput} with the path of the value.\n */\n";
    let imports = imports.replacen("  Legacy", "  Json,\n  JsonInput,\n  Legacy", 1);
    format!(
        "{HEAD}import type {{\n{imports}}} from './model.js'\nimport {{ native }} from './native.js'\n{}{}{}",
        object("read", about_read, &read),
        object("writeValue", "/** Converts a value to the platform's JSON. */\n", &write),
        object("checkArgument", "/** Checks every limit of an argument. */\n", &check),
    )
}

fn kotlin_functions<'a>(forms: impl Iterator<Item = &'a Form>) -> String {
    let mut text = format!("{HEAD}package io.github.openplatformsdk\n\nimport io.github.openplatformsdk.ffi.*\n");
    for form in forms {
        let name = &form.name;
        let article = if name.starts_with(['A', 'E', 'I', 'O']) { "an" } else { "a" };
        let [read, write, check] = ["read", "write", "check"].map(|verb| camel(&form.function(verb)));
        if form.is_argument {
            text += &format!(
                "\n/** Reads {article} [{name}] from the platform's JSON. */\n\
                 public fun {name}.Companion.fromJson(json: Json): {name} = translated {{ {read}(json) }}\n\
                 \n/** Checks every limit of {article} [{name}]. */\n\
                 public fun {name}.check(): Unit = translated {{ {check}(this) }}\n"
            );
        }
        text += &format!(
            "\n/** Writes {article} [{name}] as the platform's JSON. */\n\
             public fun {name}.toJson(): Json = translated {{ {write}(this) }}\n"
        );
    }
    text
}
