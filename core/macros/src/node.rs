//! Node: reading a struct from an object in which members may be absent, which napi's own derive does not do.

use proc_macro2::TokenStream;
use quote::quote;

use crate::shape::{Struct, camel};

pub(crate) fn structure(shape: &Struct<'_>) -> TokenStream {
    let name = shape.name;
    let members = shape.fields.iter().map(|(field, ty)| {
        let member = camel(field);
        if shape.may_be_absent(ty) {
            quote!(#field: object.get(#member)?.unwrap_or_default())
        } else {
            quote!(#field: crate::ffi::node::required(object.get(#member)?, #member)?)
        }
    });
    quote! {
        impl ::napi::bindgen_prelude::FromNapiValue for #name {
            unsafe fn from_napi_value(
                env: ::napi::sys::napi_env,
                value: ::napi::sys::napi_value,
            ) -> ::napi::Result<Self> {
                let object = unsafe { ::napi::bindgen_prelude::Object::from_napi_value(env, value)? };
                Ok(Self { #(#members),* })
            }
        }
        impl ::napi::bindgen_prelude::ValidateNapiValue for #name {}
    }
}
