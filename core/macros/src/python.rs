//! Python: frozen classes with keyword construction, `==`, `hash`, `repr`, `match`, pickle and copy. The conversion of
//! single values is in `open_platform::ffi::python`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Fields, Ident, ItemEnum, Type, parse_quote};

use crate::Options;
use crate::shape::{Struct, derives, is_named, is_received, snake, written};

/// Prefix of the constructors of variants, until `open_platform::ffi::python` assigns each to its class.
const NEW: &str = "__new__";

/// The attribute that makes a class. Values whose type in Rust has an order can be compared by it.
pub(crate) fn class(attributes: &[syn::Attribute]) -> TokenStream {
    let order = derives(attributes, "PartialOrd").then(|| quote!(ord,));
    quote!(#[::pyo3::pyclass(frozen, eq, #order module = "open_platform")])
}

/// Adds the class to the native module. `variants` are the names of an enum's variants.
pub(crate) fn exported(name: &Ident, variants: &[String]) -> TokenStream {
    quote! {
        ::pyo3::inventory::submit! {
            crate::ffi::python::Class {
                name: stringify!(#name),
                add: |module| ::pyo3::types::PyModuleMethods::add_class::<#name>(module),
                variants: &[#(#variants),*],
            }
        }
    }
}

/// The parts of a class that have an item for each member.
#[derive(Default)]
struct Members {
    /// The arguments of the constructor, in the order of the parameters.
    arguments: Vec<Ident>,
    /// The parameters of the constructor.
    parameters: Vec<TokenStream>,
    /// The same in the signature that Python shows.
    documented: Vec<String>,
    /// The values of the fields, from the parameters.
    reads: Vec<TokenStream>,
    /// Those that `repr` shows.
    shown: Vec<TokenStream>,
}

impl Members {
    fn of(shape: &Struct<'_>, options: &Options) -> Self {
        let mut members = Self::default();
        let is_received = is_received(shape, options);
        // A struct with its own `Debug` contains private values: only its numbers and flags are shown.
        let is_shown =
            |ty| shape.is_debug || ["bool", "u16", "i32", "i64", "f64"].iter().any(|number| is_named(ty, number));
        let is_image = |ty: &Type| options.image && *ty == parse_quote!(Option<Image>);
        let image = shape.fields.iter().find(|(_, ty)| is_image(ty)).map(|(field, _)| *field);
        for (field, ty) in &shape.fields {
            let word = python_name(field);
            let given = format_ident!("{word}");
            if image == Some(field) {
                members.parameters.push(quote!(image = crate::ffi::python::Argument::ABSENT));
                members.documented.push("image=None".to_owned());
                members.arguments.push(format_ident!("image"));
            }
            members.arguments.push(given.clone());
            let may_be_absent = shape.may_be_absent(ty) && (is_received || !shape.is_required(field));
            members.shown.extend(is_shown(ty).then(|| shown(&word, ty, may_be_absent)));
            if may_be_absent {
                members.parameters.push(quote!(#given = crate::ffi::python::Argument::ABSENT));
                members.documented.push(format!("{word}={}", default_of(ty)));
                let read =
                    if image == Some(field) { quote!(or_image(image, #word)) } else { quote!(or_default(#word)) };
                members.reads.push(quote!(#field: #given.#read?));
            } else {
                members.parameters.push(quote!(#given));
                members.reads.push(quote!(#field: #given.required(#word)?));
                members.documented.push(word);
            }
        }
        by_keyword(options.by_position, &mut members.parameters, &mut members.documented);
        members
    }
}

/// A member that `repr` shows. The bits of a `Presence` are only read by `has`.
fn shown(name: &str, ty: &Type, may_be_absent: bool) -> TokenStream {
    let kind = written(ty);
    if kind == "Presence" {
        return TokenStream::new();
    }
    quote!(crate::ffi::python::ShownMember { name: #name, kind: #kind, may_be_absent: #may_be_absent },)
}

/// For a struct that contains one list: it is read from a list, too.
fn from_list(field: &Ident, ty: &Type) -> TokenStream {
    let word = python_name(field);
    quote! {
        use ::pyo3::types::PyAnyMethods as _;
        if crate::ffi::python::is_list(object) {
            let #field = <#ty as crate::ffi::python::Value>::read(object).map_err(|refused| refused.under(#word))?;
            return Ok(Self { #field, ..Self::default() });
        }
        if !object.is_instance_of::<Self>() {
            return Err(crate::ffi::python::Refused::wrong_type(concat!("a list of ", #word), object));
        }
    }
}

/// For the type stubs: the members of each variant, and the types that are accepted instead of an instance. Not in release builds.
fn hints(variants: &[TokenStream], accepted: &[&Type]) -> TokenStream {
    let accepted = accepted.iter().map(written);
    quote! {
        #[cfg(debug_assertions)]
        #[staticmethod]
        fn __hints__() -> crate::ffi::python::Hints {
            (vec![#(#variants),*], vec![#(#accepted),*])
        }
    }
}

pub(crate) fn structure(shape: &Struct<'_>, options: &Options) -> TokenStream {
    let name = shape.name;
    let fields: Vec<_> = shape.fields.iter().map(|(field, _)| field).collect();
    let types: Vec<_> = shape.fields.iter().map(|(_, ty)| *ty).collect();
    let names: Vec<_> = fields.iter().map(|field| python_name(field)).collect();
    let Members { arguments, parameters, documented, reads, shown } = Members::of(shape, options);
    let text_signature = format!("({})", documented.join(", "));
    let to_dict = shape.is_serialize.then(to_dict);
    let common = common(name, &quote!((stringify!(#name), &[#(#shown)*])));
    let from_list = options.list.then(|| from_list(fields[0], types[0]));
    let kinds = types.iter().map(written);
    let hints = hints(&[quote!(("", vec![#((#names, #kinds)),*]))], &types[..usize::from(options.list)]);
    let field = snake(name);
    quote! {
        #[crate::ffi::python::no_panic]
        #[::pyo3::pymethods]
        #[allow(clippy::too_many_arguments, missing_docs)]
        impl #name {
            #[new]
            #[pyo3(signature = (#(#parameters),*), text_signature = #text_signature)]
            fn __python_new(#(#arguments: crate::ffi::python::Argument<'_, '_>),*) -> ::pyo3::PyResult<Self> {
                Ok(Self { #(#reads),* })
            }
            #[classattr]
            fn __match_args__(
                py: ::pyo3::Python<'_>,
            ) -> ::pyo3::PyResult<::pyo3::Bound<'_, ::pyo3::types::PyTuple>> {
                ::pyo3::types::PyTuple::new(py, [#(#names),*])
            }
            #hints
            #common
            #to_dict
        }
        impl crate::ffi::python::Value for #name {
            fn read(object: &::pyo3::Bound<'_, ::pyo3::PyAny>) -> Result<Self, crate::ffi::python::Refused> {
                #from_list
                crate::ffi::python::read_instance(object)
            }
            fn hash(&self, state: &mut dyn ::std::hash::Hasher) {
                #(crate::ffi::python::Value::hash(&self.#fields, state);)*
            }
        }
        crate::ffi::python::argument!(#name, #field);
    }
}

/// Lets only the first parameters be passed by position, mostly one: several have the same type, and could be exchanged by accident.
fn by_keyword(by_position: usize, parameters: &mut Vec<TokenStream>, documented: &mut Vec<String>) {
    if parameters.len() > by_position {
        parameters.insert(by_position, quote!(*));
        documented.insert(by_position, "*".to_owned());
    }
}

/// The parts of an enum's class that belong to one variant.
struct Variant {
    /// The arm with its name, and the members that `repr` shows.
    show: TokenStream,
    /// The arm that hashes it.
    hash: TokenStream,
    constructor: TokenStream,
    /// The name, and the types of the members.
    hint: TokenStream,
}

impl Variant {
    /// `hides_json`: arbitrary JSON is not shown.
    fn of(of: &Ident, variant: &syn::Variant, hides_json: bool) -> Self {
        let name = &variant.ident;
        let word = name.to_string();
        let fields: Vec<_> = match &variant.fields {
            Fields::Named(fields) => {
                fields.named.iter().filter_map(|field| Some((field.ident.as_ref()?, &field.ty))).collect()
            }
            _ => Vec::new(),
        };
        let names: Vec<_> = fields.iter().map(|(field, _)| field).collect();
        let words: Vec<_> = names.iter().map(ToString::to_string).collect();
        let public = format!("{of}.{word}");
        let visible = fields.iter().filter(|(_, ty)| !hides_json || !is_named(ty, "Json"));
        let shown = visible.map(|(field, ty)| shown(&field.to_string(), ty, false));
        let show = quote!(Self::#name { .. } => (#public, &[#(#shown)*] as &[_]),);
        let hash = quote! {
            Self::#name { #(#names),* } => {
                std::hash::Hasher::write(state, #word.as_bytes());
                #(crate::ffi::python::Value::hash(#names, state);)*
            }
        };
        let kinds = fields.iter().map(|(_, ty)| written(ty));
        let hint = quote!((#word, vec![#((#words, #kinds)),*]));
        let (constructor, public) = (format_ident!("__python_new_{}", snake(name)), format!("{NEW}{word}"));
        let (mut parameters, mut documented) = (names.iter().map(|name| quote!(#name)).collect(), words.clone());
        by_keyword(1, &mut parameters, &mut documented);
        let text_signature = format!("({})", [&["cls".to_owned()], documented.as_slice()].concat().join(", "));
        let constructor = quote! {
            #[staticmethod]
            #[pyo3(name = #public, signature = (_class, #(#parameters),*), text_signature = #text_signature)]
            fn #constructor(
                _class: &::pyo3::Bound<'_, ::pyo3::PyAny>,
                #(#names: crate::ffi::python::Argument<'_, '_>),*
            ) -> ::pyo3::PyResult<Self> {
                Ok(Self::#name { #(#names: #names.required(#words)?),* })
            }
        };
        Self { show, hash, constructor, hint }
    }
}

pub(crate) fn enumeration(item: &ItemEnum, options: &Options) -> TokenStream {
    let name = &item.ident;
    // An enum with its own `Debug` hides its arbitrary JSON.
    let hides_json = !derives(&item.attrs, "Debug");
    let variants: Vec<_> = item.variants.iter().map(|variant| Variant::of(name, variant, hides_json)).collect();
    let shows = variants.iter().map(|variant| &variant.show);
    let hashes = variants.iter().map(|variant| &variant.hash);
    let constructors = variants.iter().map(|variant| &variant.constructor);
    let to_dict = options.wire.then(to_dict);
    let payloads: Vec<_> = options.payload.then(|| payloads(item)).into_iter().flatten().collect();
    let from_payload = payloads.iter().map(|(variant, field, ty)| {
        quote! {
            if let Ok(payload) = object.cast::<#ty>() {
                return Ok(Self::#variant { #field: payload.get().clone() });
            }
        }
    });
    let accepted: Vec<_> = payloads.iter().map(|(_, _, ty)| *ty).collect();
    let hints = hints(&variants.iter().map(|variant| variant.hint.clone()).collect::<Vec<_>>(), &accepted);
    let common = common(name, &quote!(match slf.get() { #(#shows)* }));
    let field = snake(name);
    quote! {
        #[crate::ffi::python::no_panic]
        #[::pyo3::pymethods]
        #[allow(missing_docs)]
        impl #name {
            #hints
            #(#constructors)*
            #common
            #to_dict
        }
        impl crate::ffi::python::Value for #name {
            fn read(object: &::pyo3::Bound<'_, ::pyo3::PyAny>) -> Result<Self, crate::ffi::python::Refused> {
                #(#from_payload)*
                crate::ffi::python::read_instance(object)
            }
            fn hash(&self, state: &mut dyn ::std::hash::Hasher) {
                match self { #(#hashes)* }
            }
        }
        crate::ffi::python::argument!(#name, #field);
    }
}

/// The only field of each variant, if the enum accepts it instead of the variant.
fn payloads(item: &ItemEnum) -> Vec<(&Ident, &Ident, &Type)> {
    let single = item.variants.iter().filter(|variant| variant.fields.len() == 1);
    single
        .filter_map(|variant| {
            let field = variant.fields.iter().next()?;
            Some((&variant.ident, field.ident.as_ref()?, &field.ty))
        })
        .collect()
}

/// A member that Python could not name gets a `_`, as Python does it itself.
fn python_name(field: &Ident) -> String {
    let name = field.to_string();
    if matches!(name.as_str(), "from" | "import" | "class" | "is" | "global" | "pass" | "with") {
        name + "_"
    } else {
        name
    }
}

/// Makes every field readable under its name in Python. Instants have a method of their own, because pyo3's conversion
/// takes longer than that of all other members of a message.
pub(crate) fn getters(class: &Ident, fields: &mut Fields) -> TokenStream {
    let mut methods = Vec::new();
    for field in fields {
        let Some(ident) = &field.ident else { continue };
        let name = python_name(ident);
        let instant = if field.ty == parse_quote!(DateTime<Utc>) {
            quote!(crate::ffi::python::Instant(&self.#ident))
        } else if field.ty == parse_quote!(Option<DateTime<Utc>>) {
            quote!(self.#ident.as_ref().map(crate::ffi::python::Instant))
        } else {
            field.attrs.push(parse_quote!(#[pyo3(get, name = #name)]));
            continue;
        };
        let docs = field.attrs.iter().filter(|attribute| attribute.path().is_ident("doc"));
        let (name, method) = (format_ident!("{name}"), format_ident!("__python_get_{name}"));
        methods.push(quote! {
            #(#docs)*
            #[getter(#name)]
            fn #method<'py>(
                &self,
                py: ::pyo3::Python<'py>,
            ) -> ::pyo3::PyResult<::pyo3::Bound<'py, ::pyo3::PyAny>> {
                ::pyo3::IntoPyObjectExt::into_bound_py_any(#instant, py)
            }
        });
    }
    if methods.is_empty() {
        return TokenStream::new();
    }
    quote! {
        #[crate::ffi::python::no_panic]
        #[::pyo3::pymethods]
        impl #class {
            #(#methods)*
        }
    }
}

/// Methods that structs and enums share. `shown` has the name and the members that `repr` shows.
fn common(name: &Ident, shown: &TokenStream) -> TokenStream {
    let seed = name.to_string();
    quote! {
        fn __repr__(slf: &::pyo3::Bound<'_, Self>) -> ::pyo3::PyResult<String> {
            let (name, members) = #shown;
            crate::ffi::python::repr(slf.as_any(), name, members)
        }
        fn __hash__(&self) -> u64 {
            crate::ffi::python::hashed(#seed, &|state| crate::ffi::python::Value::hash(self, state))
        }
        fn __reduce__<'py>(
            slf: &::pyo3::Bound<'py, Self>,
        ) -> ::pyo3::PyResult<::pyo3::Bound<'py, ::pyo3::types::PyTuple>> {
            crate::ffi::python::reduce(slf.as_any())
        }
        fn __copy__(slf: ::pyo3::Py<Self>) -> ::pyo3::Py<Self> {
            slf
        }
        fn __deepcopy__(slf: ::pyo3::Py<Self>, _memo: &::pyo3::Bound<'_, ::pyo3::PyAny>) -> ::pyo3::Py<Self> {
            slf
        }
    }
}

fn to_dict() -> TokenStream {
    quote! {
        /// The value in the platform's JSON form.
        fn to_dict(&self) -> ::pyo3::PyResult<crate::json::Json> {
            crate::ffi::python::to_dict(self)
        }
    }
}

/// A default as shown in the signature.
fn default_of(ty: &Type) -> &'static str {
    if *ty == parse_quote!(Vec<u8>) {
        return "b''";
    }
    for (name, shown) in
        [("Option", "None"), ("bool", "False"), ("String", "''"), ("Vec", "[]"), ("i64", "0"), ("i32", "0")]
    {
        if is_named(ty, name) {
            return shown;
        }
    }
    for name in ["HashMap", "Extra", "Semantic", "SemanticPaths"] {
        if is_named(ty, name) {
            return "{}";
        }
    }
    "..."
}

/// An enum without data is a string.
pub(crate) fn words(item: &ItemEnum) -> TokenStream {
    let name = &item.ident;
    let variants: Vec<_> = item.variants.iter().map(|variant| &variant.ident).collect();
    let words: Vec<_> = variants.iter().map(|variant| snake(variant)).collect();
    let field = snake(name);
    quote! {
        crate::ffi::python::crosses!(#name as ::pyo3::types::PyString, |value, py| {
            Ok(::pyo3::types::PyString::intern(py, match value { #(#name::#variants => #words),* }))
        });
        impl crate::ffi::python::Value for #name {
            fn read(object: &::pyo3::Bound<'_, ::pyo3::PyAny>) -> Result<Self, crate::ffi::python::Refused> {
                let place = crate::ffi::python::read_word(&[#(#words),*], object)?;
                Ok([#(Self::#variants),*][place])
            }
            fn hash(&self, state: &mut dyn ::std::hash::Hasher) {
                state.write_u8(*self as u8);
            }
        }
        crate::ffi::python::argument!(#name, #field);
    }
}
