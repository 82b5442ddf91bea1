//! Generates what each language has for the widgets: Node's `w`, Kotlin's builder and paths of JSON texts, Swift's conversions.
//!
//! The first required member of a row is given by position, the others by name. A required member is one that is always
//! written. The first image of a row is its `image` in all languages, and may be the response to an upload.

use std::collections::BTreeSet;

use crate::File;
use crate::data::{DataTypes, Member, MemberType, Shape};
use crate::docs::{self, WIDTH, block_comment};
use crate::kotlin_types::{default_of, type_of as kotlin_type};
use crate::model::{Origin, type_of};
use crate::names::{camel, with_article};
use crate::settings::replace;
use crate::{kotlin, node};

/// Names in Kotlin's builder that are shorter than those of the members.
const SHORT: &[(&str, &str, &str)] = &[
    ("ScoreRow", "percentage_score", "percentage"),
    ("ScoreRow", "descriptive_score", "words"),
    ("EvaluationRow", "indicator_text", "text"),
    ("EvaluationRow", "indicator_percentage", "percentage"),
];

/// Rows whose block in Kotlin is not left out, because the required members do not suffice.
const NEEDS_BLOCK: &[&str] = &["ScoreRow"];

/// A widget with the members of its row, without `semantic_paths` and `extra`.
struct Row<'a> {
    name: &'a str,
    /// Its key in JSON.
    word: &'a str,
    documentation: &'a str,
    members: Vec<&'a Member>,
}

pub(crate) fn files(types: &DataTypes) -> Vec<File> {
    let rows = rows(types);
    let kotlin = "packages/kotlin/core/src/main/kotlin/io/github/openplatformsdk";
    let swift = "packages/swift/Sources/OpenPlatform";
    vec![
        node(types, &rows, "packages/node/src/widgets.ts"),
        kotlin_builder(types, &rows, format!("{kotlin}/Widgets.kt")),
        kotlin_paths(&rows, format!("{kotlin}/JsonPaths.kt")),
        swift_conversions(&rows, format!("{swift}/Widgets.swift")),
        swift_index(&rows, format!("{swift}/OpenPlatform.docc/OpenPlatform.md")),
    ]
}

fn rows(types: &DataTypes) -> Vec<Row<'_>> {
    let Shape::Variants { variants, .. } = &types.get("Widget").shape else { return Vec::new() };
    variants
        .iter()
        .filter_map(|variant| {
            let [Member { kind: MemberType::Named(name), .. }] = variant.members.as_slice() else { return None };
            let members = types.members(name).iter().filter(|member| member.is_sent && member.name != "extra");
            Some(Row { name, word: &variant.word, documentation: &variant.documentation, members: members.collect() })
        })
        .collect()
}

impl<'a> Row<'a> {
    /// The member that is given by position.
    fn first(&self) -> &'a Member {
        self.required().next().unwrap_or_else(|| panic!("{}: no member is required", self.name))
    }

    fn required(&self) -> impl Iterator<Item = &'a Member> {
        self.members.iter().copied().filter(|member| member.is_required)
    }

    /// The other required members.
    fn others(&self) -> Vec<&'a Member> {
        self.required().skip(1).collect()
    }

    fn optional(&self) -> impl Iterator<Item = &'a Member> {
        self.members.iter().copied().filter(|member| !member.is_required)
    }

    /// The first of the images that may be given.
    fn image(&self) -> Option<&'a Member> {
        self.optional().find(|member| is_named(&member.kind, "Image"))
    }

    /// The type of the items, if the row is a list.
    fn item(&self) -> Option<&'a str> {
        match &self.first().kind {
            MemberType::List(item) => match &**item {
                MemberType::Named(name) => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    /// `titleRow`
    fn method(&self) -> String {
        camel(self.word)
    }
}

fn is_named(kind: &MemberType, wanted: &str) -> bool {
    match kind {
        MemberType::Named(name) => name == wanted,
        MemberType::Optional(kind) => is_named(kind, wanted),
        _ => false,
    }
}

/// The required members of the items of a list.
fn item_members<'a>(types: &'a DataTypes, item: &str) -> Vec<&'a Member> {
    types.members(item).iter().filter(|member| member.is_required).collect()
}

fn node(types: &DataTypes, rows: &[Row<'_>], path: &str) -> File {
    let text = crate::read(path);
    let methods: Vec<_> = rows.iter().map(|row| node_method(types, row)).collect();
    let text = replace(
        &text,
        path,
        "  // The rows are made by open-platform-generator.\n",
        "\n  /** A section of",
        &methods.join("\n"),
    );
    let mut names: BTreeSet<_> =
        ["CarouselItem", "EvaluationSection", "Image", "UploadedImage", "Widget"].map(str::to_owned).into();
    for row in rows {
        names.insert(row.name.to_owned());
        names.extend(row.others().iter().filter_map(|member| match &member.kind {
            MemberType::Named(name) => Some(name.clone()),
            _ => None,
        }));
    }
    let imports: String = names.iter().map(|name| format!("  {name},\n")).collect();
    File::new(path, replace(&text, path, "import type {\n", "} from './model.js'", &imports))
}

/// The method of `w` for a row.
fn node_method(types: &DataTypes, row: &Row<'_>) -> String {
    let first = row.first();
    let (name, method, word) = (camel(&first.name), row.method(), row.word);
    let (given, kind, value) = match row.item() {
        Some(item) if item_members(types, item).iter().any(|member| is_named(&member.kind, "Image")) => (
            "images".to_owned(),
            "ReadonlyArray<ImageSource | CarouselPicture>".to_owned(),
            format!("{name}: pictures(images)"),
        ),
        Some(item) => {
            let members = item_members(types, item).into_iter();
            let members: Vec<_> = members
                .map(|member| format!("{}: {}", camel(&member.name), type_of(&member.kind, Origin::Given)))
                .collect();
            (name.clone(), format!("ReadonlyArray<{{ {} }}>", members.join("; ")), name.clone())
        }
        None => (name.clone(), type_of(&first.kind, Origin::Given), name.clone()),
    };
    let others = row.others();
    let omitted = row.required().chain(row.image()).map(|member| format!("'{}'", camel(&member.name)));
    let mut options = format!("Options<{}, {}>", row.name, omitted.collect::<Vec<_>>().join(" | "));
    if !others.is_empty() {
        let members: Vec<_> = others
            .iter()
            .map(|member| format!("{}: {}", camel(&member.name), type_of(&member.kind, Origin::Given)))
            .collect();
        options += &format!(" & {{ {} }}", members.join("; "));
    }
    if row.image().is_some() {
        options += " & { image?: ImageSource | undefined }";
    }
    let mark = if others.is_empty() { "?" } else { "" };
    let signature = [format!("{given}: {kind}"), format!("options{mark}: {options}")];
    let about = node_documentation(row);
    let Some(image) = row.image() else {
        let body = format!("({{ type: '{word}', row: row({{ {value}, ...options }}) }})");
        return about + &node_function(&method, &signature, &body);
    };
    format!(
        "{about}  {method}: ({}): Widget => {{\n    const {{ image, ...rest }} = options ?? {{}}\n    \
         return {{ type: '{word}', row: row({{ {value}, {}: name(image), ...rest }}) }}\n  }},\n",
        signature.join(", "),
        camel(&image.name)
    )
}

fn node_documentation(row: &Row<'_>) -> String {
    let mut paragraphs = docs::translate(row.documentation, &node::STYLE);
    let images: Vec<_> = row.optional().filter(|member| is_named(&member.kind, "Image")).collect();
    if let [image, other, ..] = images.as_slice() {
        paragraphs.push(format!(
            "`image` is sent in the member `{}`; `{}` is a member of its own.",
            image.name,
            camel(&other.name)
        ));
    }
    if let Some(image) = row.image() {
        paragraphs.push(format!("Errors name the `image` as `{}`.", camel(&image.name)));
    }
    block_comment("  ", &paragraphs, &[])
}

/// A function in one line, with the value in a line of its own, or with a parameter per line.
fn node_function(method: &str, signature: &[String], value: &str) -> String {
    const LINE: usize = 136;
    let head = format!("  {method}: ({}): Widget =>", signature.join(", "));
    if head.len() + value.len() + 2 <= LINE {
        return format!("{head} {value},\n");
    }
    if head.len() <= LINE {
        return format!("{head}\n    {value},\n");
    }
    let each: String = signature.iter().map(|item| format!("    {item},\n")).collect();
    format!("  {method}: (\n{each}  ): Widget => {value},\n")
}

/// The name of a member in Kotlin's builder.
fn short(row: &Row<'_>, member: &Member) -> String {
    if let Some((.., name)) = SHORT.iter().find(|(owner, name, _)| *owner == row.name && *name == member.name) {
        return (*name).to_owned();
    }
    if row.image().is_some_and(|image| image.name == member.name) {
        return "image".to_owned();
    }
    for (kind, name) in [("Icon", "icon"), ("Color", "color")] {
        if is_named(&member.kind, kind) {
            return name.to_owned();
        }
    }
    camel(&member.name)
}

/// The members in the block of Kotlin's builder, beside those that all rows have.
fn own<'a>(row: &Row<'a>) -> Vec<&'a Member> {
    row.optional().filter(|member| member.name != "has_divider").collect()
}

/// The class of the block: `EventBuilder`.
fn kotlin_class(row: &Row<'_>) -> String {
    if own(row).is_empty() { "RowBuilder".to_owned() } else { format!("{}Builder", row.name.trim_end_matches("Row")) }
}

fn kotlin_builder(types: &DataTypes, rows: &[Row<'_>], path: String) -> File {
    let text = crate::read(&path);
    let methods: Vec<_> = rows.iter().map(|row| kotlin_method(types, row)).collect();
    let start = "    // The rows are made by open-platform-generator.\n\n";
    let end = "}\n\n// The builders of add-ons";
    let text = replace(&text, &path, start, end, &methods.join("\n"));
    let start = "// The blocks of the rows are made by open-platform-generator.\n";
    let Some((head, _)) = text.split_once(start) else { panic!("{path}: no place for the classes") };
    let classes: String = rows.iter().filter(|row| !own(row).is_empty()).map(kotlin_members).collect();
    File::new(path, format!("{head}{start}{classes}"))
}

/// The method of the builder for a row.
fn kotlin_method(types: &DataTypes, row: &Row<'_>) -> String {
    let (class, first) = (kotlin_class(row), row.first());
    let others = row.others();
    let by_name: Vec<_> =
        others.iter().map(|member| format!("{}: {}", short(row, member), kotlin_type(member))).collect();
    let (given, made) = match row.item() {
        None => (format!("{}: {}", short(row, first), kotlin_type(first)), short(row, first)),
        Some(item) => kotlin_items(types, item, &camel(&first.name)),
    };
    let default = if NEEDS_BLOCK.contains(&row.name) { "" } else { " = {}" };
    let block = format!("build: {class}.() -> Unit{default}");
    let mut signature = vec![given];
    if !by_name.is_empty() {
        signature.push("vararg byName: ByName".to_owned());
        signature.extend(by_name);
    }
    signature.push(block);
    let mut values = vec![format!("{} = {made}", camel(&first.name))];
    for member in row.members.iter().filter(|member| member.name != first.name) {
        values.push(format!("{} = {}", camel(&member.name), short(row, member)));
    }
    values.push("semanticPaths = semanticPaths".to_owned());
    let one = format!("                val row = {}({})\n", row.name, values.join(", "));
    let row_value = if one.len() <= WIDTH + 16 {
        one
    } else {
        let each: String = values.iter().map(|value| format!("                    {value},\n")).collect();
        format!("                val row = {}(\n{each}                )\n", row.name)
    };
    format!(
        "{}    public fun {}({}): Unit =\n        widget(\n            {class}().apply(build).run {{\n{row_value}                Widget.{}(row)\n            }},\n        )\n",
        block_comment("    ", &kotlin_documentation(row), &[]),
        row.method(),
        signature.join(", "),
        row.name
    )
}

/// The items of a list by position: pairs if an item is two texts, otherwise the items themselves.
fn kotlin_items(types: &DataTypes, item: &str, name: &str) -> (String, String) {
    let members = item_members(types, item);
    match members.as_slice() {
        [Member { kind: MemberType::Text, name: left, .. }, Member { kind: MemberType::Text, name: right, .. }] => {
            let (left, right) = (camel(left), camel(right));
            let made = format!("{name}.map {{ ({left}, {right}) -> {item}({left} = {left}, {right} = {right}) }}");
            (format!("vararg {name}: Pair<String, String>"), made)
        }
        members => {
            let is_image = members.iter().any(|member| is_named(&member.kind, "Image"));
            let name = if is_image { "images" } else { name };
            (format!("vararg {name}: {item}"), format!("{name}.asList()"))
        }
    }
}

fn kotlin_documentation(row: &Row<'_>) -> Vec<String> {
    let mut paragraphs = docs::translate(row.documentation, &kotlin::STYLE);
    for paragraph in &mut paragraphs {
        for member in &row.members {
            let name = short(row, member);
            let link = if member.is_required { name } else { format!("{}.{name}", kotlin_class(row)) };
            *paragraph = paragraph.replace(&format!("`{}`", camel(&member.name)), &format!("[{link}]"));
        }
    }
    if let Some(first) = paragraphs.first_mut() {
        *first = format!("Adds {}{}", first[..1].to_lowercase(), &first[1..]);
    }
    paragraphs
}

/// A property has one type, so a function takes the response to an upload.
const KOTLIN_UPLOADED: &str = "
    /** Sets [image] to an image that was uploaded. */
    public fun image(uploaded: UploadedImage) {
        image = uploaded.imageName
    }
";

/// The class with the members of a row that its block sets.
fn kotlin_members(row: &Row<'_>) -> String {
    let about = with_article(&row.word.replace('_', " "));
    let members: Vec<_> = own(row)
        .into_iter()
        .map(|member| {
            let (name, kind, default) = (short(row, member), kotlin_type(member), default_of(member));
            let mut text = docs::translate(&member.documentation, &kotlin::STYLE);
            if is_named(&member.kind, "Icon") {
                text.push("[iconNames] has the known ones.".to_owned());
            }
            if name != camel(&member.name) {
                text.push(format!("Errors name it `{}`.", camel(&member.name)));
            }
            let documentation = block_comment("    ", &[text.join(" ")], &[]);
            let uploaded = if name == "image" { KOTLIN_UPLOADED } else { "" };
            format!("{documentation}    public var {name}: {kind} = {default}\n{uploaded}")
        })
        .collect();
    format!(
        "\n/** The members of {about}. */\npublic class {} internal constructor() : RowBuilder() {{\n{}}}\n",
        kotlin_class(row),
        members.join("\n")
    )
}

/// The paths of the JSON texts in a row: those of its actions, and of the members that this version does not know.
fn kotlin_paths(rows: &[Row<'_>], path: String) -> File {
    let text = crate::read(&path);
    let line = |row: &Row<'_>| {
        let case = format!("        is Widget.{} ->", row.name);
        let at = format!("$path.{}.", row.method());
        let actions = row.members.iter().filter(|member| is_named(&member.kind, "Action"));
        let actions: Vec<_> = actions.map(|member| camel(&member.name)).collect();
        if actions.is_empty() {
            return format!("{case} widget.row.extra.texts(\"{at}\")\n");
        }
        let of_actions: String = actions.iter().map(|name| format!("{name}.texts(\"{at}{name}\") + ")).collect();
        let value = format!("widget.row.run {{ {of_actions}extra.texts(\"{at}\") }}");
        let one = format!("{case} {value}\n");
        if one.len() <= WIDTH + 1 { one } else { format!("{case}\n            {value}\n") }
    };
    let lines: String = rows.iter().map(line).collect();
    let end = "        is Widget.Unknown -> sequenceOf(";
    File::new(&path, replace(&text, &path, "        // The rows are made by open-platform-generator.\n", end, &lines))
}

fn swift_conversions(rows: &[Row<'_>], path: String) -> File {
    let text = crate::read(&path);
    let line = |row: &Row<'_>| {
        format!(
            "/// As the widget with this row.\nextension {}: WidgetConvertible {{ public var widget: Widget {{ .{}(row: self) }} }}\n",
            row.name,
            row.method()
        )
    };
    let lines: String = rows.iter().map(|row| line(row) + &swift_image(row)).collect();
    let start = "// The rows are made by open-platform-generator.\n";
    File::new(&path, replace(&text, &path, start, "\n/// Builds widgets in the order", &lines))
}

/// Initializers that take the image of a row as `image`: by its name, and as the response to an upload.
fn swift_image(row: &Row<'_>) -> String {
    let Some(image) = row.image() else { return String::new() };
    let name = |member: &Member| if member.name == image.name { "image".to_owned() } else { camel(&member.name) };
    let initializer = |kind: &str, passed: &dyn Fn(&Member) -> String| {
        let parameters = row.members.iter().map(|member| {
            let kind = if member.name == image.name { kind.to_owned() } else { swift_parameter(&member.kind) };
            format!("        {}: {kind},\n", name(member))
        });
        let passed: Vec<_> = row.members.iter().map(|member| passed(member)).collect();
        format!(
            "    public init(\n{}        semanticPaths: [String: String] = [:]\n    ) {{\n        \
             self.init(\n            {},\n            semanticPaths: semanticPaths)\n    }}\n",
            parameters.collect::<String>(),
            passed.join(",\n            ")
        )
    };
    let by_name = initializer("Image?", &|member| format!("{}: {}", camel(&member.name), name(member)));
    let uploaded = initializer("UploadedImage", &|member| {
        let value = if member.name == image.name { "image.imageName".to_owned() } else { name(member) };
        format!("{}: {value}", name(member))
    });
    format!(
        "extension {} {{\n    /// A row with an uploaded image, or the app's logo, which is sent in the member `{}`. Errors name it `{}`.\n\
         {by_name}\n    /// The same with the response to the upload.\n{uploaded}}}\n",
        row.name,
        image.name,
        camel(&image.name)
    )
}

/// The type of a member in Swift, with its default.
fn swift_parameter(kind: &MemberType) -> String {
    match kind {
        MemberType::Text => "String".to_owned(),
        MemberType::Bool => "Bool = false".to_owned(),
        MemberType::Named(name) => name.clone(),
        MemberType::Optional(value) => format!("{}? = nil", swift_parameter(value)),
        other => panic!("{other:?} has no type in Swift here"),
    }
}

/// The rows in the index of the documentation.
fn swift_index(rows: &[Row<'_>], path: String) -> File {
    let text = crate::read(&path);
    let lines: String = rows.iter().map(|row| format!("- ``{}``\n", row.name)).collect();
    File::new(&path, replace(&text, &path, "- ``WidgetConvertible``\n", "- ``Image``\n", &lines))
}
