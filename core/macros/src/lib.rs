//! `#[data]`: one word on a data type of `open-platform`, and it crosses into Python, Node, Kotlin and Swift.
//!
//! Why a macro of our own, and not the attributes of the three generators: they would put three lines on each of some
//! eighty types and one on most fields, would want every field listed a second time for the Python constructor, and
//! would leave JavaScript no way to leave out a member. Here the rules stand once:
//!
//! - a field that may be empty has a default in every language, so that `TitleRow(text="Inspected")` is enough;
//! - a struct is a frozen class in Python, a plain object in Node, a record in Kotlin and Swift;
//! - an enum with data is a class with a subclass per variant, an object with the discriminant `type`, a sealed class;
//! - an enum of words is a string, and an enum in Kotlin and Swift.
//!
//! How single values cross is not decided here but in `open_platform::ffi`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Item, parse_macro_input};

mod node;
mod python;
mod shape;
mod uniffi;

/// Makes a data type cross into the languages whose features are on.
///
/// An enum may say more: `wire`, that it is `Serialize` (of a struct the derive tells), and `payload`, that Python may give
/// the one field of a variant in place of the variant: `widgets=[TitleRow("Inspected")]`.
#[proc_macro_attribute]
pub fn data(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let arguments = arguments.to_string();
    let has = |word| arguments.split(", ").any(|argument| argument == word);
    match parse_macro_input!(item as Item) {
        Item::Struct(item) => structure(item),
        Item::Enum(item) => enumeration(&item, &Options { wire: has("wire"), payload: has("payload") }),
        other => syn::Error::new_spanned(other, "only a struct or an enum is data").to_compile_error(),
    }
    .into()
}

/// What an enum says beside its variants.
pub(crate) struct Options {
    pub(crate) wire: bool,
    pub(crate) payload: bool,
}

fn structure(mut item: syn::ItemStruct) -> TokenStream {
    let shape = match shape::Struct::of(&item) {
        Ok(shape) => shape,
        Err(error) => return error.to_compile_error(),
    };
    let (mut attributes, mut items) = (TokenStream::new(), TokenStream::new());
    if cfg!(feature = "python") {
        attributes.extend(quote!(#[::pyo3::pyclass(frozen, get_all, eq, from_py_object, module = "open_platform")]));
        items.extend(python::structure(&shape));
    }
    if cfg!(feature = "node") {
        attributes.extend(quote!(#[::napi_derive::napi(object, object_from_js = false)]));
        items.extend(node::structure(&shape));
    }
    if cfg!(feature = "uniffi") {
        attributes.extend(quote!(#[derive(::uniffi::Record)]));
        uniffi::add_defaults(&mut item.fields);
    }
    quote!(#attributes #item #items)
}

fn enumeration(item: &syn::ItemEnum, options: &Options) -> TokenStream {
    let is_words = item.variants.iter().all(|variant| variant.fields.is_empty());
    let (mut attributes, mut items) = (TokenStream::new(), TokenStream::new());
    if cfg!(feature = "python") {
        if is_words {
            items.extend(python::words(item));
        } else {
            attributes.extend(python::enum_class(options));
            items.extend(python::enumeration(item, options));
        }
    }
    if cfg!(feature = "node") {
        attributes.extend(if is_words {
            quote!(#[::napi_derive::napi(string_enum = "snake_case")])
        } else {
            quote!(#[::napi_derive::napi(discriminant = "type", discriminant_case = "snake_case")])
        });
    }
    if cfg!(feature = "uniffi") {
        attributes.extend(quote!(#[derive(::uniffi::Enum)]));
    }
    quote!(#attributes #item #items)
}
