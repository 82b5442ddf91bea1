//! Kotlin and Swift: what the derives of uniffi do not find out by themselves.

use syn::{Fields, parse_quote};

use crate::shape::is_empty_by_default;

/// Gives fields that may be empty a default in the generated constructor.
pub(crate) fn add_defaults(fields: &mut Fields) {
    for field in fields.iter_mut().filter(|field| is_empty_by_default(&field.ty)) {
        field.attrs.push(parse_quote!(#[uniffi(default)]));
    }
}
