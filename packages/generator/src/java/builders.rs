//! Builders of the data types that an app sends: `EventRowBuilder`. Java has no arguments by name, and no defaults.

use open_platform::api::HANDLES;

use super::file;
use crate::File;
use crate::data::{DataTypes, Member, MemberType, Shape};
use crate::docs::{self, WIDTH, block_comment};
use crate::kotlin::STYLE;
use crate::kotlin_types::type_of;
use crate::methods::{CoreType, OBJECTS};
use crate::names::{camel, capitalized, uncapitalized, with_article};

/// Arguments of what is no call.
const OTHERS: &[&str] = &["StartReply", "DynamicActionReply", "InboxOptions"];

/// Types that are only received, although one that is sent has them.
const RECEIVED: &[&str] = &["SubmitSchema"];

/// The structs that have a builder: those that a call takes, and their parts.
pub(super) fn built(types: &DataTypes) -> Vec<&str> {
    let calls = HANDLES.iter().flat_map(|handle| handle.calls).flat_map(|call| call.parameters);
    let methods = OBJECTS.iter().flat_map(|object| object.methods).flat_map(|method| method.parameters);
    let kinds = calls.map(|given| given.kind).chain(methods.map(|given| CoreType::of(given.kind).name()));
    let mut found = Vec::new();
    for kind in kinds.chain(OTHERS.iter().copied()) {
        collect(types, kind, &mut found);
    }
    // Those of deprecated calls have constructors.
    found.retain(|name| matches!(types.get(name).shape, Shape::Struct { .. }) && !name.starts_with("Legacy"));
    found.sort_unstable();
    found
}

fn collect<'a>(types: &'a DataTypes, name: &str, found: &mut Vec<&'a str>) {
    let Some(data) = types.iter().find(|data| data.name == name) else { return };
    if found.contains(&data.name.as_str()) || RECEIVED.contains(&name) || is_money(name) {
        return;
    }
    found.push(&data.name);
    let members: Vec<_> = match &data.shape {
        Shape::Struct { members, .. } => members.iter().collect(),
        Shape::Variants { variants, .. } => variants.iter().flat_map(|variant| &variant.members).collect(),
        _ => Vec::new(),
    };
    for member in members {
        if let Some(name) = named(&member.kind) {
            collect(types, name, found);
        }
    }
}

fn is_money(name: &str) -> bool {
    ["Rials", "Tomans"].contains(&name)
}

/// The name of the type of a value, of the items of a list, or of the values of a map.
fn named(kind: &MemberType) -> Option<&str> {
    match kind {
        MemberType::Named(name) => Some(name),
        MemberType::Optional(kind) | MemberType::List(kind) | MemberType::Map(kind) => named(kind),
        _ => None,
    }
}

pub(super) fn files(types: &DataTypes) -> Vec<File> {
    let built = built(types);
    let classes: Vec<_> = built.iter().map(|name| Class { types, built: &built, name }.written()).collect();
    let exposes = "@file:OptIn(ExperimentalStdlibApi::class)\n\n";
    vec![file("Builders", exposes, &classes.join("\n")), file("Amounts", exposes, &amounts(types))]
}

/// The amounts of money of data types. Their members are value classes, whose methods Java cannot name.
fn amounts(types: &DataTypes) -> String {
    let mut functions = Vec::new();
    for data in types.iter().filter(|data| data.is_core) {
        let Shape::Struct { members, .. } = &data.shape else { continue };
        for member in members.iter().filter(|member| named(&member.kind).is_some_and(is_money)) {
            let (class, name, kind) = (&data.name, camel(&member.name), type_of(member));
            let comment = block_comment("    ", &docs::translate(&member.documentation, &STYLE), &[]);
            functions.push(format!(
                "{comment}    @JvmStatic\n    @JvmExposeBoxed\n    public fun {name}(of: {class}): {kind} = of.{name}\n"
            ));
        }
    }
    format!(
        "/** Reads the amounts of money in data types: `Amounts.value(price).getTomans()`. */\npublic object Amounts {{\n{}}}\n",
        functions.join("\n")
    )
}

struct Class<'a> {
    types: &'a DataTypes,
    built: &'a [&'a str],
    name: &'a str,
}

impl Class<'_> {
    fn written(&self) -> String {
        let name = self.name;
        let members: Vec<_> = self.types.members(name).iter().filter(|member| self.is_given(member)).collect();
        let fields: String = members.iter().map(|member| self.field(member)).collect();
        let mut methods: Vec<_> = members.iter().flat_map(|member| self.methods(member)).collect();
        if name == "ButtonRow" {
            methods.push(BUTTONS.to_owned());
        }
        let values: String = members
            .iter()
            .map(|member| format!("        {} = {},\n", camel(&member.name), self.value(member)))
            .collect();
        format!(
            "/** Builds {} [{name}]. */
public class {name}Builder {{
{fields}
{}
    /**
     * Returns the [{name}].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): {name} = {name}(
{values}    )

    internal fun built(by: Consumer<{name}Builder>): {name} = also(by::accept).build()
}}
",
            with_article(&name.to_lowercase()).split(' ').next().unwrap_or_default().to_lowercase(),
            methods.join("\n"),
        )
    }

    fn is_given(&self, member: &Member) -> bool {
        !matches!(&member.kind, MemberType::Named(name) if name == "Presence")
    }

    fn kind<'b>(&'b self, member: &'b Member) -> &'b MemberType {
        self.types.resolve(&member.kind)
    }

    /// Whether it has an empty value, which it has if it is not given.
    fn default(&self, member: &Member) -> Option<&'static str> {
        match self.kind(member) {
            MemberType::Bool => Some("false"),
            MemberType::Text if !member.is_required => Some("\"\""),
            _ => None,
        }
    }

    fn field(&self, member: &Member) -> String {
        let (name, kind) = (camel(&member.name), type_of(member));
        match self.kind(member) {
            MemberType::List(_) => {
                let item = kind.trim_start_matches("List<").trim_end_matches('>');
                format!("    private val {name} = mutableListOf<{item}>()\n")
            }
            MemberType::Map(value) => {
                let value = value_of(value);
                format!("    private val {name} = mutableMapOf<String, {value}>()\n")
            }
            MemberType::Optional(_) => format!("    private var {name}: {kind} = null\n"),
            _ => match self.default(member) {
                Some(value) => format!("    private var {name}: {kind} = {value}\n"),
                None => format!("    private var {name}: {kind}? = null\n"),
            },
        }
    }

    fn value(&self, member: &Member) -> String {
        let name = camel(&member.name);
        match self.kind(member) {
            MemberType::List(_) => format!("{name}.toList()"),
            MemberType::Map(_) => format!("{name}.toMap()"),
            MemberType::Optional(_) => name,
            _ if self.default(member).is_some() => name,
            _ => format!("needed({name}, \"{}.{name}\")", self.name),
        }
    }

    /// The methods that set a member.
    fn methods(&self, member: &Member) -> Vec<String> {
        let (name, kind) = (camel(&member.name), type_of(member));
        let about = docs::translate(&member.documentation, &STYLE);
        let about = if about.is_empty() { vec![format!("Sets `{name}`.")] } else { about };
        let method = |about: &[String], parameters: &str, body: &str| self.method(&name, about, parameters, body);
        let built = named(&member.kind).filter(|name| self.built.contains(name));
        let mut all = Vec::new();
        match self.kind(member) {
            MemberType::List(_) => {
                let all_of_them = [about[0].clone(), "It replaces those that were given before.".to_owned()].join(" ");
                let body = format!("this.{name}.clear(); this.{name} += {name}");
                all.push(method(&[all_of_them], &format!("{name}: {kind}"), &body));
                let one = name.strip_suffix('s').unwrap_or(&name);
                if let Some(item) = built {
                    let body = format!("{name} += {item}Builder().built({one})");
                    let words = format!("Adds an item to `{name}`.");
                    all.push(self.method(one, &[words], &format!("{one}: Consumer<{item}Builder>"), &body));
                } else if let Some(widget @ "Widget") = named(&member.kind) {
                    let words = "Adds a widget.".to_owned();
                    all.push(self.method(one, &[words], &format!("{one}: {widget}"), &format!("{name} += {one}")));
                    all.extend(self.widgets(widget));
                }
            }
            MemberType::Map(value) => {
                let value = value_of(value);
                all.push(method(&about, &format!("{name}: Map<String, {value}>"), &format!("this.{name} += {name}")));
                let words = format!("Adds a member to `{name}`.");
                all.push(method(&[words], &format!("name: String, value: {value}"), &format!("{name}[name] = value")));
            }
            _ => {
                let given = kind.trim_end_matches('?');
                all.push(method(&about, &format!("{name}: {given}"), &format!("this.{name} = {name}")));
                if let Some(part) = built {
                    let body = format!("this.{name} = {part}Builder().built({name})");
                    let words = format!("Like the other [{name}], but builds it.");
                    all.push(method(&[words], &format!("{name}: Consumer<{part}Builder>"), &body));
                }
                if given == "Image" {
                    let words = format!("Like the other [{name}], with an image that was uploaded.");
                    all.push(method(&[words], "uploaded: UploadedImage", &format!("{name} = uploaded.imageName")));
                }
            }
        }
        all
    }

    /// A method of the builder.
    fn method(&self, name: &str, about: &[String], parameters: &str, body: &str) -> String {
        let comment = block_comment("    ", about, &[]);
        let exposed = match parameters.split_once(": ") {
            Some((_, kind)) if is_money(kind) => "    @JvmExposeBoxed\n",
            _ => "",
        };
        let open = format!("    public fun {name}({parameters}): {}Builder =", self.name);
        let one = format!("{open} apply {{ {body} }}\n");
        let code = if one.len() <= WIDTH + 1 { one } else { format!("{open}\n        apply {{ {body} }}\n") };
        format!("{comment}{exposed}{code}")
    }

    /// For each widget a method that builds its row, and one that takes the first text of the row.
    fn widgets(&self, widget: &str) -> Vec<String> {
        let Shape::Variants { variants, .. } = &self.types.get(widget).shape else { return Vec::new() };
        let mut all = Vec::new();
        for variant in variants {
            let [Member { kind: MemberType::Named(row), .. }] = variant.members.as_slice() else { continue };
            let (method, class) = (camel(&variant.word.to_lowercase()), self.name);
            let case = capitalized(&method);
            let about = docs::translate(&variant.documentation, &STYLE);
            let comment = block_comment("    ", &[format!("Adds {}", uncapitalized(&about.join(" ")))], &[]);
            all.push(format!(
                "{comment}    public fun {method}(row: Consumer<{row}Builder>): {class}Builder =
        apply {{ widgets += {widget}.{case}({row}Builder().built(row)) }}\n"
            ));
            let first = self.types.members(row).iter().find(|member| member.is_required);
            let Some(first) = first.filter(|first| *self.kind(first) == MemberType::Text) else { continue };
            let (text, kind) = (camel(&first.name), type_of(first));
            let comment = block_comment("    ", &[format!("Like the other [{method}], with its `{text}`.")], &[]);
            all.push(format!(
                "{comment}    @JvmOverloads
    public fun {method}({text}: {kind}, row: Consumer<{row}Builder> = Consumer {{}}): {class}Builder =
        apply {{ widgets += {widget}.{case}({row}Builder().{text}({text}).built(row)) }}\n"
            ));
        }
        all
    }
}

/// The type of the values of a map.
fn value_of(kind: &MemberType) -> &str {
    match kind {
        MemberType::Json => "Json",
        MemberType::Text => "String",
        other => panic!("a map of {other:?} has no builder"),
    }
}

/// What a row of buttons has besides.
const BUTTONS: &str = r#"    /** Adds a button that opens a page. */
    public fun link(caption: String, url: String): ButtonRowBuilder = action(caption, Action.OpenDirectLink(url))

    /** Adds a button that asks the app for an address to open. The start request contains [data]: texts, numbers, lists and maps. */
    public fun server(caption: String, data: Map<String, Any?>): ButtonRowBuilder =
        action(caption, Action.OpenServerLink(jsonText(data)))

    /** Adds a button that asks the app for an action. The request contains [data]: texts, numbers, lists and maps. */
    public fun dynamic(caption: String, data: Map<String, Any?>): ButtonRowBuilder =
        action(caption, Action.GetDynamicAction(jsonText(data)))

    /** Adds a button that opens the page of a post. */
    public fun postPage(caption: String, post: PostToken): ButtonRowBuilder = action(caption, Action.OpenPostPage(post))

    /** Adds a button that opens the page where the owner manages a post. */
    public fun postManagePage(caption: String, post: PostToken): ButtonRowBuilder =
        action(caption, Action.OpenPostManagePage(post))

    /** Adds a button with an action. */
    public fun action(caption: String, action: Action): ButtonRowBuilder = button { it.caption(caption).action(action) }
"#;
