//! Kotlin and Swift: additions to the derives of uniffi.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Fields, Type, parse_quote};

use crate::Options;
use crate::shape::{derives, is_empty_by_default};

/// Gives fields that may be empty a default in the generated constructor.
pub(crate) fn add_defaults(fields: &mut Fields) {
    for field in fields.iter_mut().filter(|field| is_empty_by_default(&field.ty)) {
        field.attrs.push(parse_quote!(#[uniffi(default)]));
    }
}

/// Prints a type like Rust does if it has private values: a type with its own `Debug`, or with phone numbers, which are plain strings in
/// Kotlin and Swift. A type of servers is printed only in the library for servers: the conversions that this needs are large.
pub(crate) fn printing<'a>(
    attributes: &[Attribute],
    fields: impl IntoIterator<Item = &'a Fields>,
    options: &Options,
) -> TokenStream {
    let mut fields = fields.into_iter().flat_map(Fields::iter);
    if derives(attributes, "Debug") && !fields.any(|field| has_phone(&field.ty)) {
        return TokenStream::new();
    }
    if options.server {
        return quote!(#[cfg_attr(feature = "uniffi-server", ::uniffi::export(Debug))]);
    }
    quote!(#[::uniffi::export(Debug)])
}

fn has_phone(field: &Type) -> bool {
    field.to_token_stream().into_iter().any(|token| matches!(token, TokenTree::Ident(name) if name == "Phone"))
}
