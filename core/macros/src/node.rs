//! Node: reading and writing a data type. napi's own derive is used for the TypeScript type only: it does not accept
//! objects with absent members, does not report where a value is wrong, and builds objects member by member.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{Fields, Ident, ItemEnum, Type, parse_quote};

use crate::Options;
use crate::shape::{Struct, camel, is_empty_by_default, is_received, snake, written};

pub(crate) fn structure(shape: &Struct<'_>, options: &Options) -> TokenStream {
    let name = shape.name;
    let is_time = |field: &Ident| options.options && field.to_string().ends_with("_seconds");
    let known = shape.fields.iter().map(|(field, _)| {
        let name = camel(field);
        match name.strip_suffix("Seconds").filter(|_| is_time(field)) {
            Some(name) => c_string(&format!("{name}Ms")),
            None => c_string(&name),
        }
    });
    let known = quote!(&[#(#known),*]);
    let reads = shape.fields.iter().enumerate().map(|(place, (field, ty))| {
        let value = if shape.is_required(field) {
            let place = Literal::usize_unsuffixed(place);
            quote!(given.required_unless_received(#place)?)
        } else {
            read(place, shape.may_be_absent(ty))
        };
        let value = if is_time(field) { in_seconds(&value, ty) } else { value };
        quote!(#field: #value)
    });
    if options.options {
        // Options are arguments only.
        return value(
            name,
            &quote! {
                let given = given.members(#known)?;
                given.all_options()?;
                Ok(Self { #(#reads),* })
            },
            &quote!(::open_platform::node_only_reads!();),
        );
    }
    let received = is_received(shape, options).then(|| quote!(.received()));
    let writes = shape.fields.iter().map(|(field, _)| write(&quote!(&self.#field)));
    let members = members(&shape.fields);
    value(
        name,
        &quote! {
            let given = given #received .members(#known)?;
            let value = Self { #(#reads),* };
            given.all_known()?;
            Ok(value)
        },
        &quote! {
            fn write(&self, __encoder: &mut ::open_platform::ffi::node::Encoder) {
                #(#writes)*
            }
            fn layout(layout: &mut ::open_platform::ffi::node::Layout) {
                layout.data(stringify!(#name), "", &[("", #members)]);
            }
        },
    )
}

/// A time that is given in milliseconds. Whole seconds are rounded up.
fn in_seconds(value: &TokenStream, ty: &Type) -> TokenStream {
    if written(ty) == "Option<i64>" {
        return quote!(Option::map(#value, |milliseconds: i64| {
            milliseconds.div_euclid(1000) + i64::from(milliseconds.rem_euclid(1000) > 0)
        }));
    }
    quote!(Option::map(#value, |milliseconds: f64| milliseconds / 1000.0))
}

/// Sets the TypeScript type of bytes to `Buffer`; napi would use an array of numbers.
pub(crate) fn name_bytes(fields: &mut Fields) {
    for field in fields {
        let ty = &field.ty;
        if matches!(written(ty).as_str(), "Bytes" | "Vec<u8>" | "Option<Vec<u8>>") {
            field.attrs.push(parse_quote!(#[napi(ts_type = "Buffer")]));
        }
    }
}

/// The parts of an enum's conversion that belong to one variant.
struct Variant {
    /// The word of the discriminant, and the function that reads the object.
    read: TokenStream,
    /// The arm that writes it.
    write: TokenStream,
    /// The word of the discriminant, and the members.
    layout: TokenStream,
}

impl Variant {
    /// `discriminant` is the name of the first member, and `number` the place of the variant.
    fn of(variant: &syn::Variant, number: usize, discriminant: &Literal) -> Self {
        let fields: Vec<_> =
            variant.fields.iter().filter_map(|field| field.ident.as_ref().map(|name| (name, &field.ty))).collect();
        let (name, word) = (&variant.ident, snake(&variant.ident));
        let names: Vec<_> = fields.iter().map(|(field, _)| field).collect();
        // JSON has no member `row`: in the errors of the core there is the name of the widget.
        let renamed = match &names[..] {
            [only] if camel(only) == "row" => {
                let word = camel(&format_ident!("{word}"));
                quote!(.map_err(|wrong: ::open_platform::ffi::node::InvalidValue| wrong.renamed("row", #word)))
            }
            _ => quote!(),
        };
        let values = fields.iter().enumerate().map(|(place, (_, ty))| read(place + 1, is_empty_by_default(ty)));
        let known = names.iter().map(|field| c_string(&camel(field)));
        let read = quote!((#word, |given| {
            let given = given.members_of_variant(&[#discriminant, #(#known),*]);
            let read = || {
                let value = Self::#name { #(#names: #values),* };
                given.all_known()?;
                Ok(value)
            };
            read() #renamed
        }));
        let number = Literal::usize_unsuffixed(number);
        let written = names.iter().map(|name| write(&quote!(#name)));
        let write = quote! {
            Self::#name { #(#names),* } => {
                __encoder.word(#number);
                #(#written)*
            }
        };
        let members = members(&fields);
        Self { read, write, layout: quote!((#word, #members)) }
    }
}

/// An enum with data: an object with a discriminant.
pub(crate) fn enumeration(item: &ItemEnum, options: &Options) -> TokenStream {
    let (name, tag) = (&item.ident, &options.tag);
    let member = c_string(tag);
    let received = options.received.then(|| quote!(.received()));
    let variants: Vec<_> =
        item.variants.iter().enumerate().map(|(number, variant)| Variant::of(variant, number, &member)).collect();
    let reads = variants.iter().map(|variant| &variant.read);
    let writes = variants.iter().map(|variant| &variant.write);
    let layouts = variants.iter().map(|variant| &variant.layout);
    value(
        name,
        &quote! {
            let given = given.object()? #received;
            given.variant(#member, &[#(#reads),*])?(given)
        },
        // The name of the encoder must differ from the names of fields.
        &quote! {
            fn write(&self, __encoder: &mut ::open_platform::ffi::node::Encoder) {
                match self { #(#writes)* }
            }
            fn layout(layout: &mut ::open_platform::ffi::node::Layout) {
                layout.data(stringify!(#name), #tag, &[#(#layouts),*]);
            }
        },
    )
}

/// An enum without data: a string.
pub(crate) fn words(item: &ItemEnum) -> TokenStream {
    let name = &item.ident;
    let variants: Vec<_> = item.variants.iter().map(|variant| &variant.ident).collect();
    let words: Vec<_> = variants.iter().map(|variant| snake(variant)).collect();
    let places = (0..words.len()).map(Literal::usize_unsuffixed);
    conversion(
        name,
        &quote!(given.word(&[#((#words, Self::#variants)),*])),
        &quote! {
            fn write(&self, encoder: &mut ::open_platform::ffi::node::Encoder) {
                encoder.known_word(match self { #(Self::#variants => #places),* });
            }
            fn layout(layout: &mut ::open_platform::ffi::node::Layout) {
                layout.words(stringify!(#name), [#(#words),*].into_iter());
            }
        },
    )
}

/// The conversion of a type that is an object in Node.
fn value(name: &Ident, read: &TokenStream, write: &TokenStream) -> TokenStream {
    let conversion = conversion(name, read, write);
    quote! {
        #conversion
        impl ::napi::bindgen_prelude::ValidateNapiValue for #name {}
    }
}

fn conversion(name: &Ident, read: &TokenStream, write: &TokenStream) -> TokenStream {
    quote! {
        impl ::open_platform::ffi::node::Value for #name {
            fn read(
                given: ::open_platform::ffi::node::Given,
            ) -> ::std::result::Result<Self, ::open_platform::ffi::node::InvalidValue> {
                #read
            }
            #write
        }
        ::open_platform::node_crosses!(#name);
    }
}

/// The members of a struct or a variant, for its layout.
fn members(fields: &[(&Ident, &Type)]) -> TokenStream {
    let members = fields.iter().map(|(field, ty)| {
        let member = camel(field);
        quote!((#member, <#ty as ::open_platform::ffi::node::Value>::layout))
    });
    quote!(&[#(#members),*])
}

fn write(field: &TokenStream) -> TokenStream {
    quote!(::open_platform::ffi::node::Value::write(#field, __encoder);)
}

/// Reads the member at this place of the known names.
fn read(place: usize, may_be_absent: bool) -> TokenStream {
    let place = Literal::usize_unsuffixed(place);
    if may_be_absent { quote!(given.member(#place)?.unwrap_or_default()) } else { quote!(given.required(#place)?) }
}

/// Node-API takes names of members as C strings.
fn c_string(name: &str) -> Literal {
    Literal::c_string(&std::ffi::CString::new(name).unwrap_or_default())
}
