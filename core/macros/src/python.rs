//! Python: frozen classes with keyword construction, `==`, `repr`, `match`, pickle and copy.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Fields, ItemEnum};

use crate::Options;
use crate::shape::{Struct, is_option, snake};

/// The attribute that makes a class of an enum.
pub(crate) fn enum_class(options: &Options) -> TokenStream {
    let input = (!options.payload).then(|| quote!(from_py_object,));
    quote!(#[::pyo3::pyclass(frozen, eq, #input module = "open_platform")])
}

pub(crate) fn structure(shape: &Struct<'_>) -> TokenStream {
    let name = shape.name;
    let fields: Vec<_> = shape.fields.iter().map(|(field, _)| field).collect();
    let types = shape.fields.iter().map(|(_, ty)| ty);
    let names = fields.iter().map(ToString::to_string);
    // Python knows no required parameter after an optional one, except by keyword.
    let (mut has_default, mut by_keyword) = (false, false);
    let parameters: Vec<_> = shape
        .fields
        .iter()
        .map(|(field, ty)| {
            let may_be_absent = shape.may_be_absent(ty);
            by_keyword |= has_default && !may_be_absent;
            has_default |= may_be_absent;
            match (may_be_absent, is_option(ty)) {
                (false, _) => quote!(#field),
                (true, true) => quote!(#field = None),
                (true, false) => quote!(#field = Default::default()),
            }
        })
        .collect();
    let star = if by_keyword { quote!(*,) } else { quote!() };
    let to_dict = shape.is_serialize.then(to_dict);
    quote! {
        #[::pyo3::pymethods]
        #[allow(clippy::too_many_arguments, missing_docs)]
        impl #name {
            #[new]
            #[pyo3(signature = (#star #(#parameters),*))]
            fn __python_new(#(#fields: #types),*) -> Self {
                Self { #(#fields),* }
            }
            #[classattr]
            fn __match_args__(
                py: ::pyo3::Python<'_>,
            ) -> ::pyo3::PyResult<::pyo3::Bound<'_, ::pyo3::types::PyTuple>> {
                ::pyo3::types::PyTuple::new(py, [#(#names),*])
            }
            fn __repr__(&self) -> String {
                format!("{self:?}")
            }
            fn __copy__(slf: ::pyo3::Py<Self>) -> ::pyo3::Py<Self> {
                slf
            }
            fn __deepcopy__(slf: ::pyo3::Py<Self>, _memo: &::pyo3::Bound<'_, ::pyo3::PyAny>) -> ::pyo3::Py<Self> {
                slf
            }
            fn __reduce__<'py>(
                &self,
                py: ::pyo3::Python<'py>,
            ) -> ::pyo3::PyResult<::pyo3::Bound<'py, ::pyo3::types::PyTuple>> {
                let members = ::pyo3::types::PyDict::new(py);
                #(crate::ffi::python::put(&members, stringify!(#fields), &self.#fields)?;)*
                crate::ffi::python::rebuilt_by(py.get_type::<Self>().as_any(), members)
            }
            #to_dict
        }
    }
}

pub(crate) fn enumeration(item: &ItemEnum, options: &Options) -> TokenStream {
    let name = &item.ident;
    let arms = item.variants.iter().map(|variant| {
        let variant_name = &variant.ident;
        let word = variant_name.to_string();
        let fields: Vec<_> = match &variant.fields {
            Fields::Named(fields) => fields.named.iter().filter_map(|field| field.ident.as_ref()).collect(),
            _ => Vec::new(),
        };
        quote! {
            Self::#variant_name { #(#fields),* } => {
                #(crate::ffi::python::put(&members, stringify!(#fields), #fields)?;)*
                #word
            }
        }
    });
    let to_dict = options.wire.then(to_dict);
    let from_payload = options.payload.then(|| from_payload(item));
    quote! {
        #[::pyo3::pymethods]
        #[allow(missing_docs)]
        impl #name {
            fn __repr__(&self) -> String {
                format!("{self:?}")
            }
            fn __copy__(slf: ::pyo3::Py<Self>) -> ::pyo3::Py<Self> {
                slf
            }
            fn __deepcopy__(slf: ::pyo3::Py<Self>, _memo: &::pyo3::Bound<'_, ::pyo3::PyAny>) -> ::pyo3::Py<Self> {
                slf
            }
            fn __reduce__<'py>(
                &self,
                py: ::pyo3::Python<'py>,
            ) -> ::pyo3::PyResult<::pyo3::Bound<'py, ::pyo3::types::PyTuple>> {
                let members = ::pyo3::types::PyDict::new(py);
                let variant = match self { #(#arms)* };
                let class = ::pyo3::types::PyAnyMethods::getattr(py.get_type::<Self>().as_any(), variant)?;
                crate::ffi::python::rebuilt_by(&class, members)
            }
            #to_dict
        }
        #from_payload
    }
}

/// Takes a variant, or the one field of a variant.
fn from_payload(item: &ItemEnum) -> TokenStream {
    let name = &item.ident;
    let payloads = item.variants.iter().filter(|variant| variant.fields.len() == 1).filter_map(|variant| {
        let field = variant.fields.iter().next()?;
        let (variant, field, ty) = (&variant.ident, field.ident.as_ref()?, &field.ty);
        Some(quote! {
            if let Ok(payload) = object.cast::<#ty>() {
                return Ok(Self::#variant { #field: payload.get().clone() });
            }
        })
    });
    quote! {
        impl<'a, 'py> ::pyo3::FromPyObject<'a, 'py> for #name {
            type Error = ::pyo3::PyErr;
            fn extract(object: ::pyo3::Borrowed<'a, 'py, ::pyo3::PyAny>) -> Result<Self, Self::Error> {
                if let Ok(value) = object.cast::<Self>() {
                    return Ok(value.get().clone());
                }
                #(#payloads)*
                Err(crate::ffi::python::wrong_type(stringify!(#name), &object))
            }
        }
    }
}

fn to_dict() -> TokenStream {
    quote! {
        /// The value as the platform reads and writes it.
        fn to_dict(&self) -> ::pyo3::PyResult<crate::json::Json> {
            crate::ffi::python::to_dict(self)
        }
    }
}

/// An enum without data crosses as its word.
pub(crate) fn words(item: &ItemEnum) -> TokenStream {
    let name = &item.ident;
    let variants: Vec<_> = item.variants.iter().map(|variant| &variant.ident).collect();
    let words: Vec<_> = variants.iter().map(|variant| snake(variant)).collect();
    quote! {
        impl<'py> ::pyo3::IntoPyObject<'py> for #name {
            type Target = ::pyo3::types::PyString;
            type Output = ::pyo3::Bound<'py, Self::Target>;
            type Error = ::std::convert::Infallible;
            fn into_pyobject(self, py: ::pyo3::Python<'py>) -> Result<Self::Output, Self::Error> {
                Ok(::pyo3::types::PyString::intern(py, match self { #(Self::#variants => #words),* }))
            }
        }
        impl<'a, 'py> ::pyo3::FromPyObject<'a, 'py> for #name {
            type Error = ::pyo3::PyErr;
            fn extract(object: ::pyo3::Borrowed<'a, 'py, ::pyo3::PyAny>) -> Result<Self, Self::Error> {
                match object.extract::<::std::borrow::Cow<'_, str>>()?.as_ref() {
                    #(#words => Ok(Self::#variants),)*
                    _ => Err(crate::ffi::python::no_such_word(&[#(#words),*])),
                }
            }
        }
    }
}
