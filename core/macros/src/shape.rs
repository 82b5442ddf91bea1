//! Properties of a struct that the generators need.

use quote::ToTokens;
use syn::{Attribute, Field, Fields, Ident, ItemStruct, Type};

use crate::Options;

/// A struct with named fields.
pub(crate) struct Struct<'a> {
    pub(crate) name: &'a Ident,
    pub(crate) fields: Vec<(&'a Ident, &'a Type)>,
    /// The texts and amounts that are always written: the platform needs them.
    required: Vec<&'a Ident>,
    /// Whether every field has a default.
    pub(crate) is_default: bool,
    /// Whether it can be written as the platform's JSON.
    pub(crate) is_serialize: bool,
    /// Whether all of it may be printed.
    pub(crate) is_debug: bool,
}

impl<'a> Struct<'a> {
    pub(crate) fn of(item: &'a ItemStruct, options: &Options) -> syn::Result<Self> {
        let Fields::Named(fields) = &item.fields else {
            return Err(syn::Error::new_spanned(item, "`#[data]` needs named fields"));
        };
        let is_serialize = options.wire || derives(&item.attrs, "Serialize");
        let named = |field: &'a Field| field.ident.as_ref().map(|name| (name, &field.ty));
        Ok(Self {
            name: &item.ident,
            fields: fields.named.iter().filter_map(named).collect(),
            required: if is_serialize { fields.named.iter().filter_map(always_written).collect() } else { Vec::new() },
            is_default: derives(&item.attrs, "Default"),
            is_serialize,
            is_debug: derives(&item.attrs, "Debug"),
        })
    }

    /// Whether a field may be omitted.
    pub(crate) fn may_be_absent(&self, field: &Type) -> bool {
        self.is_default || is_empty_by_default(field)
    }

    /// Whether an app must give the value, which is empty or zero only if the app says so. What was received may lack it.
    pub(crate) fn is_required(&self, field: &Ident) -> bool {
        self.required.contains(&field)
    }
}

/// The name of a text, an image or an amount of money that serde never leaves out.
fn always_written(field: &Field) -> Option<&Ident> {
    let is_skipped = |attribute: &Attribute| {
        attribute.path().is_ident("serde") && attribute.meta.to_token_stream().to_string().contains("skip")
    };
    let is_needed = ["String", "Image", "Rials"].iter().any(|name| is_named(&field.ty, name));
    field.ident.as_ref().filter(|_| is_needed && !field.attrs.iter().any(is_skipped))
}

/// Whether it comes from the platform. Only what was received has notes about what was wrong with it.
pub(crate) fn is_received(shape: &Struct<'_>, options: &Options) -> bool {
    options.received || shape.fields.iter().any(|(field, _)| *field == "issues")
}

/// Whether the type has a value that means "nothing" in every language.
pub(crate) fn is_empty_by_default(field: &Type) -> bool {
    const TYPES: &[&str] = &["bool", "String", "Option", "Vec", "HashMap", "Extra", "Semantic", "SemanticPaths"];
    TYPES.iter().any(|name| is_named(field, name))
}

pub(crate) fn is_named(field: &Type, name: &str) -> bool {
    let Type::Path(path) = field else { return false };
    path.path.segments.last().is_some_and(|last| last.ident == name)
}

/// Whether `#[derive(…)]` names the trait. The derive must be below `#[data]`; otherwise it is already removed.
pub(crate) fn derives(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| {
        let list = attribute.meta.to_token_stream().to_string();
        list.split(|c: char| !c.is_alphanumeric()).any(|word| word == name)
    })
}

/// A name in camel case: `has_divider` becomes `hasDivider`.
pub(crate) fn camel(name: &Ident) -> String {
    let name = name.to_string();
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |camel, word| camel + &capitalized(word))
}

/// A word with a capital letter.
pub(crate) fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|letter| letter.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// A type as it is written, without spaces.
pub(crate) fn written(kind: &impl ToTokens) -> String {
    kind.to_token_stream().to_string().replace(' ', "")
}

/// The name of a variant in snake case: `NeedsReauth` becomes `needs_reauth`.
pub(crate) fn snake(name: &Ident) -> String {
    name.to_string().chars().enumerate().fold(String::new(), |mut word, (index, letter)| {
        if letter.is_ascii_uppercase() && index > 0 {
            word.push('_');
        }
        word.push(letter.to_ascii_lowercase());
        word
    })
}
