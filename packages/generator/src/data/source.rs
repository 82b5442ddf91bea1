//! Reads the definitions of the data types from the Rust source.

use std::path::{Path, PathBuf};

use syn::{Attribute, Expr, Fields, GenericArgument, Item, ItemEnum, ItemStruct, Lit, Meta, PathArguments, Type};

use super::{DataType, DataTypes, Member, MemberType, Shape, Variant, Word, macros};
use crate::names::snake;

/// Where data types are defined.
const FOLDERS: &[(&str, bool)] = &[("core/src", true), ("bindings/node/src", false)];

/// All data types of the core and of Node's binding.
pub(crate) fn read() -> DataTypes {
    let mut reader = Reader::default();
    for (folder, is_core) in FOLDERS {
        reader.is_core = *is_core;
        let mut files = Vec::new();
        collect(&crate::root().join(folder), &mut files);
        files.sort();
        for file in files {
            reader.source = file.strip_prefix(crate::root()).unwrap_or(&file).display().to_string();
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            reader.items(&parsed.items);
        }
    }
    let Reader { mut types, texts, documented, limits, .. } = reader;
    check_limits(&types, &limits);
    let strings = texts.into_iter().map(|name| DataType {
        documentation: documented
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, text)| text.clone())
            .unwrap_or_default(),
        name,
        shape: Shape::Alias(MemberType::Text),
        is_core: true,
        source: String::new(),
    });
    types.splice(0..0, strings);
    types.push(DataType {
        name: "Presence".to_owned(),
        documentation: String::new(),
        shape: Shape::Alias(MemberType::Whole),
        is_core: true,
        source: String::new(),
    });
    for (index, data) in types.iter().enumerate() {
        assert!(types[..index].iter().all(|other| other.name != data.name), "there are two data types {}", data.name);
    }
    DataTypes { types }
}

/// The text of a member says its limit, so that all languages say it.
fn check_limits(types: &[DataType], limits: &[(String, String, String)]) {
    for (name, member, most) in limits {
        let Some(Shape::Struct { members, .. }) = types.iter().find(|data| data.name == *name).map(|data| &data.shape)
        else {
            continue;
        };
        let text = members.iter().find(|known| known.name == *member).map(|known| known.documentation.to_lowercase());
        let limit = format!("at most {most} characters");
        assert!(
            text.is_some_and(|text| text.contains(&limit)),
            "{name}.{member}: its limit is {most}, so its documentation must say \"{limit}\""
        );
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        if path.is_dir() && !is_test {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !is_test {
            files.push(path);
        }
    }
}

#[derive(Default)]
struct Reader {
    types: Vec<DataType>,
    /// Types that are strings in other languages.
    texts: Vec<String>,
    /// The documentation of all other structs.
    documented: Vec<(String, String)>,
    is_core: bool,
    source: String,
    /// The definitions of macros in the current file.
    macros: Vec<macros::Definition>,
    /// The limits in `record!`: the type, the member and the largest number of characters.
    limits: Vec<(String, String, String)>,
}

impl Reader {
    fn items(&mut self, items: &[Item]) {
        self.macros.clear();
        items.iter().for_each(|item| self.item(item));
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Struct(item) => match options(&item.attrs) {
                Some(options) => self.structure(item, &options),
                None => self.documented.push((item.ident.to_string(), documentation(&item.attrs))),
            },
            Item::Enum(item) => {
                if let Some(options) = options(&item.attrs) {
                    self.enumeration(item, &options);
                }
            }
            Item::Type(item) if self.is_core && matches!(item.vis, syn::Visibility::Public(_)) => {
                if let Some(MemberType::Map(value)) = member_type(&item.ty) {
                    self.add(&item.ident.to_string(), &item.attrs, Shape::Alias(MemberType::Map(value)));
                }
            }
            Item::Macro(item) => self.invocation(item),
            _ => {}
        }
    }

    fn invocation(&mut self, item: &syn::ItemMacro) {
        let tokens = item.mac.tokens.clone();
        if let Some(name) = &item.ident {
            self.macros.push(macros::Definition { name: name.to_string(), body: tokens });
            return;
        }
        let Some(name) = item.mac.path.segments.last().map(|segment| segment.ident.to_string()) else { return };
        match name.as_str() {
            "open_enum" => {
                let (attributes, name, words) = macros::open_enum(tokens);
                self.add(&name, &attributes, Shape::Words { words, is_open: true });
            }
            "record" => self.limits.extend(macros::limits(tokens)),
            // Each kind of binding has the macro.
            "text" => {
                let names = macros::names_of_texts(tokens).into_iter();
                // A secret is plain text there, without a name of its own.
                let new: Vec<_> = names.filter(|name| name != "Secret" && !self.texts.contains(name)).collect();
                self.texts.extend(new);
            }
            "id" => {
                if let Some((attributes, name)) = macros::id(tokens) {
                    self.documented.push((name, documentation(&attributes)));
                }
            }
            _ => {
                if let Some(definition) = self.macros.iter().find(|known| known.name == name)
                    && let Some(item) = definition.data_enum(&tokens)
                    && let Some(options) = options(&item.attrs)
                {
                    self.enumeration(&item, &options);
                }
            }
        }
    }

    fn add(&mut self, name: &str, attributes: &[Attribute], shape: Shape) {
        let documentation = documentation(attributes);
        let (name, source) = (name.to_owned(), self.source.clone());
        self.types.push(DataType { name, documentation, shape, is_core: self.is_core, source });
    }

    fn structure(&mut self, item: &ItemStruct, options: &Options) {
        let shape = Shape::Struct { members: members(&item.fields), is_options: options.is_options };
        self.add(&item.ident.to_string(), &item.attrs, shape);
    }

    fn enumeration(&mut self, item: &ItemEnum, options: &Options) {
        let is_words = item.variants.iter().all(|variant| variant.fields.is_empty());
        let word = |variant: &syn::Variant| snake(&variant.ident.to_string());
        let shape = if is_words {
            let words = item.variants.iter();
            let words = words
                .map(|variant| Word { word: word(variant), documentation: documentation(&variant.attrs) })
                .collect();
            Shape::Words { words, is_open: false }
        } else {
            let variants = item.variants.iter();
            let variants = variants.map(|variant| Variant {
                word: word(variant),
                documentation: documentation(&variant.attrs),
                members: members(&variant.fields),
            });
            let variants = variants.collect();
            Shape::Variants { tag: options.tag.clone(), variants }
        };
        self.add(&item.ident.to_string(), &item.attrs, shape);
    }
}

/// The arguments of `#[data]` that matter here.
struct Options {
    tag: String,
    is_options: bool,
}

/// The arguments of `#[data]` or of `#[cfg_attr(feature = "ffi", crate::ffi::data)]`, if the item has it.
fn options(attributes: &[Attribute]) -> Option<Options> {
    attributes.iter().find_map(|attribute| {
        let meta = if attribute.path().is_ident("cfg_attr") {
            let parse = syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated;
            attribute.parse_args_with(parse).ok()?.into_iter().nth(1)?
        } else {
            attribute.meta.clone()
        };
        if meta.path().segments.last()?.ident != "data" {
            return None;
        }
        let mut options = Options { tag: "type".to_owned(), is_options: false };
        if let Meta::List(list) = &meta {
            list.parse_nested_meta(|argument| {
                if argument.path.is_ident("tag") {
                    options.tag = argument.value()?.parse::<syn::LitStr>()?.value();
                } else if argument.path.is_ident("options") {
                    options.is_options = true;
                } else if argument.input.peek(syn::Token![=]) {
                    argument.value()?.parse::<Lit>()?;
                }
                Ok(())
            })
            .ok()?;
        }
        Some(options)
    })
}

fn members(fields: &Fields) -> Vec<Member> {
    let member = |field: &syn::Field| {
        Some(Member {
            name: field.ident.as_ref()?.to_string(),
            documentation: documentation(&field.attrs),
            kind: member_type(&field.ty)?,
            is_sent: !has_serde(field, &["skip"]),
            is_required: !has_serde(field, &["skip", "skip_serializing_if", "flatten"]),
            is_wide: mentions(&field.ty, "i64"),
        })
    };
    fields.iter().filter_map(member).collect()
}

/// Whether the name is in the type: `i64` in `Option<i64>`.
fn mentions(ty: &Type, name: &str) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.segments.last().is_some_and(|last| {
        let is_inside = |list: &syn::AngleBracketedGenericArguments| {
            list.args.iter().filter_map(type_in).any(|inner| mentions(inner, name))
        };
        last.ident == name || matches!(&last.arguments, PathArguments::AngleBracketed(list) if is_inside(list))
    })
}

/// Whether the field has `#[serde(…)]` with one of these words.
fn has_serde(field: &syn::Field, words: &[&str]) -> bool {
    field.attrs.iter().filter(|attribute| attribute.path().is_ident("serde")).any(|attribute| {
        let parse = syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated;
        let arguments = attribute.parse_args_with(parse).unwrap_or_default();
        arguments.iter().any(|argument| words.iter().any(|word| argument.path().is_ident(word)))
    })
}

/// The text of the comments `///`.
pub(super) fn documentation(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    lines.map(|line| line.strip_prefix(' ').unwrap_or(&line).to_owned()).collect::<Vec<_>>().join("\n")
}

/// The type of a member.
fn member_type(ty: &Type) -> Option<MemberType> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let arguments: Vec<_> = match &last.arguments {
        PathArguments::AngleBracketed(list) => list.args.iter().filter_map(type_in).collect(),
        _ => Vec::new(),
    };
    let inner = |index: usize| arguments.get(index).and_then(|ty| member_type(ty)).map(Box::new);
    Some(match last.ident.to_string().as_str() {
        "String" | "Secret" => MemberType::Text,
        "bool" => MemberType::Bool,
        "i64" | "i32" | "u32" | "u16" => MemberType::Whole,
        "f64" => MemberType::Number,
        "Json" => MemberType::Json,
        "DateTime" => MemberType::Date,
        "Bytes" => MemberType::Bytes,
        "Vec" if is_byte(arguments.first().copied()) => MemberType::Bytes,
        "Vec" => MemberType::List(inner(0)?),
        "HashMap" => MemberType::Map(inner(1)?),
        "Option" => MemberType::Optional(inner(0)?),
        "Box" => *inner(0)?,
        name => MemberType::Named(name.to_owned()),
    })
}

fn type_in(argument: &GenericArgument) -> Option<&Type> {
    match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

fn is_byte(ty: Option<&Type>) -> bool {
    matches!(ty, Some(Type::Path(path)) if path.path.is_ident("u8"))
}
