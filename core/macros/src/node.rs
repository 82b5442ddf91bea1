//! Node: reading and writing a data type. napi's own derive is used for the TypeScript type only: it does not accept
//! objects with absent members, does not report where a value is wrong, and builds objects member by member.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::{Fields, ItemEnum, parse_quote};

use crate::Options;
use crate::shape::{Struct, camel, is_empty_by_default, snake};

pub(crate) fn structure(shape: &Struct<'_>, options: &Options) -> TokenStream {
    let name = shape.name;
    let members: Vec<_> = shape.fields.iter().map(|(field, _)| camel(field)).collect();
    let reads = shape.fields.iter().map(|(field, ty)| read(&camel(field), shape.may_be_absent(ty)));
    let (fields, types): (Vec<_>, Vec<_>) = shape.fields.iter().copied().unzip();
    let known = options.options.then(|| quote!(given.knows_names(&[#(#members),*])?;));
    quote! {
        impl ::open_platform::ffi::node::Value for #name {
            fn read(
                given: ::open_platform::ffi::node::Given,
            ) -> ::std::result::Result<Self, ::open_platform::ffi::node::InvalidValue> {
                let given = given.object()?;
                #known
                Ok(Self { #(#fields: #reads),* })
            }
            fn write(&self, encoder: &mut ::open_platform::ffi::node::Encoder) {
                #(::open_platform::ffi::node::Value::write(&self.#fields, encoder);)*
            }
            fn decode_expression(code: &mut ::open_platform::ffi::node::DecoderScript) -> ::open_platform::ffi::node::DecodeExpression {
                code.function::<Self>(|code| {
                    let members = [#((#members, <#types as ::open_platform::ffi::node::Value>::decode_expression(code))),*];
                    ::open_platform::ffi::node::DecoderScript::object(None, members)
                })
            }
        }
        impl ::napi::bindgen_prelude::ValidateNapiValue for #name {}
        ::open_platform::node_crosses!(#name);
    }
}

/// Sets the TypeScript type of bytes to `Buffer`; napi would use an array of numbers.
pub(crate) fn name_bytes(fields: &mut Fields) {
    for field in fields {
        let ty = &field.ty;
        if matches!(quote!(#ty).to_string().as_str(), "Vec < u8 >" | "Option < Vec < u8 > >") {
            field.attrs.push(parse_quote!(#[napi(ts_type = "Buffer")]));
        }
    }
}

/// An enum with data: an object with a discriminant.
pub(crate) fn enumeration(item: &ItemEnum, tag: &str) -> TokenStream {
    let name = &item.ident;
    let member = c_string(tag);
    let words: Vec<_> = item.variants.iter().map(|variant| snake(&variant.ident)).collect();
    let variants = item.variants.iter().map(|variant| {
        let fields: Vec<_> = match &variant.fields {
            Fields::Named(fields) => {
                fields.named.iter().filter_map(|field| field.ident.as_ref().map(|name| (name, &field.ty))).collect()
            }
            _ => Vec::new(),
        };
        (&variant.ident, fields)
    });
    let (mut reads, mut writes, mut takes) = (Vec::new(), Vec::new(), Vec::new());
    for (number, ((variant, fields), word)) in variants.zip(&words).enumerate() {
        let names: Vec<_> = fields.iter().map(|(field, _)| field).collect();
        let members: Vec<_> = fields.iter().map(|(field, _)| camel(field)).collect();
        let values = fields.iter().map(|(field, ty)| read(&camel(field), is_empty_by_default(ty)));
        reads.push(quote!((#word, |given| Ok(Self::#variant { #(#names: #values),* }))));
        let types = fields.iter().map(|(_, ty)| ty);
        let number = Literal::usize_unsuffixed(number);
        writes.push(quote! {
            Self::#variant { #(#names),* } => {
                __encoder.word(#number);
                #(::open_platform::ffi::node::Value::write(#names, __encoder);)*
            }
        });
        takes.push(quote!({
            let members = [#((#members, <#types as ::open_platform::ffi::node::Value>::decode_expression(code))),*];
            ::open_platform::ffi::node::DecoderScript::object(Some((#tag, #word)), members)
        }));
    }
    quote! {
        impl ::open_platform::ffi::node::Value for #name {
            fn read(
                given: ::open_platform::ffi::node::Given,
            ) -> ::std::result::Result<Self, ::open_platform::ffi::node::InvalidValue> {
                let given = given.object()?;
                given.variant(#member, &[#(#reads),*])?(given)
            }
            // The name must differ from the names of fields.
            fn write(&self, __encoder: &mut ::open_platform::ffi::node::Encoder) {
                match self { #(#writes)* }
            }
            fn decode_expression(code: &mut ::open_platform::ffi::node::DecoderScript) -> ::open_platform::ffi::node::DecodeExpression {
                code.function::<Self>(|code| {
                    let bodies = [#(#takes),*];
                    ::open_platform::ffi::node::DecoderScript::variants(bodies)
                })
            }
        }
        impl ::napi::bindgen_prelude::ValidateNapiValue for #name {}
        ::open_platform::node_crosses!(#name);
    }
}

/// An enum without data: a string.
pub(crate) fn words(item: &ItemEnum) -> TokenStream {
    let name = &item.ident;
    let variants: Vec<_> = item.variants.iter().map(|variant| &variant.ident).collect();
    let words: Vec<_> = variants.iter().map(|variant| snake(variant)).collect();
    let places = (0..words.len()).map(Literal::usize_unsuffixed);
    quote! {
        impl ::open_platform::ffi::node::Value for #name {
            fn read(
                given: ::open_platform::ffi::node::Given,
            ) -> ::std::result::Result<Self, ::open_platform::ffi::node::InvalidValue> {
                given.word(&[#((#words, Self::#variants)),*])
            }
            fn write(&self, encoder: &mut ::open_platform::ffi::node::Encoder) {
                encoder.known_word(match self { #(Self::#variants => #places),* });
            }
            fn decode_expression(code: &mut ::open_platform::ffi::node::DecoderScript) -> ::open_platform::ffi::node::DecodeExpression {
                code.words::<Self>([#(#words),*].into_iter())
            }
        }
        ::open_platform::node_crosses!(#name);
    }
}

fn read(member: &str, may_be_absent: bool) -> TokenStream {
    let member = c_string(member);
    if may_be_absent { quote!(given.member(#member)?.unwrap_or_default()) } else { quote!(given.required(#member)?) }
}

/// Node-API takes names of members as C strings.
fn c_string(name: &str) -> Literal {
    Literal::c_string(&std::ffi::CString::new(name).unwrap_or_default())
}
