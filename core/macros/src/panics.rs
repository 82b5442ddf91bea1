//! Functions for Python that convert their panics into errors.

use syn::{Block, ReturnType, Signature, Type, parse_quote};

/// Catches panics in the body of a function. The function then returns a `PyResult`, even if it has no other errors.
pub(crate) fn catch(signature: &mut Signature, body: &mut Block) {
    let result: Type = match &signature.output {
        ReturnType::Type(_, result) => (**result).clone(),
        ReturnType::Default => parse_quote!(()),
    };
    let fails =
        matches!(&result, Type::Path(path) if path.path.segments.last().is_some_and(|name| name.ident == "PyResult"));
    if fails {
        *body = parse_quote!({ ::open_platform::ffi::python::caught(move || -> #result #body) });
    } else {
        *body = parse_quote!({
            let function = move || -> #result #body;
            ::open_platform::ffi::python::caught(move || Ok(function()))
        });
        signature.output = parse_quote!(-> ::pyo3::PyResult<#result>);
    }
}
