//! `#[methods]` on an `impl` block makes the descriptions of the methods that every language has, and a macro that passes
//! them to the bindings.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Ident, ImplItem, ItemImpl, Type, parse_quote};

use crate::calls::{Handle, doc_lines, parameter, result};
use crate::shape::{snake, written};

/// How the bindings get an object: what `#[methods]` is given.
pub(crate) enum Object {
    /// `#[methods]`: its methods are written by hand in each binding.
    ByHand,
    /// `#[methods(own)]`: they have a class for it.
    Own,
    /// `#[methods(OpenPlatform, grants)]`: from a client or a user.
    Of(Handle),
}

impl Parse for Object {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        mod words {
            syn::custom_keyword!(own);
        }
        if input.is_empty() {
            return Ok(Self::ByHand);
        }
        if input.peek(words::own) {
            input.parse::<words::own>().map(|_| Self::Own)
        } else {
            input.parse().map(Self::Of)
        }
    }
}

/// One method.
struct Method {
    name: Ident,
    /// Whether it changes something.
    changes: bool,
    docs: Vec<String>,
    parameters: Vec<Parameter>,
    /// Each error, and when it happens.
    errors: Vec<(String, String)>,
    result: Type,
}

struct Parameter {
    name: Ident,
    kind: Type,
    docs: String,
}

pub(crate) fn expand(object: &Object, mut block: ItemImpl) -> syn::Result<TokenStream> {
    let Type::Path(name) = &*block.self_ty else {
        return Err(syn::Error::new_spanned(&block.self_ty, "`#[methods]` is for the `impl` block of a struct"));
    };
    let name = name.path.require_ident()?.clone();
    let mut methods = Vec::new();
    for item in &mut block.items {
        if let ImplItem::Fn(function) = item
            && let Some(index) = function.attrs.iter().position(|attribute| attribute.path().is_ident("method"))
        {
            let attribute = function.attrs.remove(index);
            let is_given = !matches!(object, Object::ByHand);
            methods.push(Method::read(&attribute, &function.attrs, &function.sig, is_given)?);
        }
    }
    let (handle, is_given) = match object {
        Object::ByHand => (None, false),
        Object::Own => (None, true),
        Object::Of(handle) => (Some(handle), true),
    };
    let described = describe(handle, &name, &doc_lines(&block.attrs).join("\n"), &methods);
    let given = is_given.then(|| give(handle, &name, &methods));
    Ok(quote!(#block #described #given))
}

impl Method {
    /// `is_given`: the bindings get the method, and not only its description.
    fn read(
        attribute: &Attribute,
        attributes: &[Attribute],
        signature: &syn::Signature,
        is_given: bool,
    ) -> syn::Result<Self> {
        let changes = match &attribute.meta {
            syn::Meta::Path(_) => false,
            _ if attribute.parse_args::<Ident>()? == "changes" => true,
            other => return Err(syn::Error::new_spanned(other, "there is only `changes`")),
        };
        let lines = doc_lines(attributes);
        let wrong = |text: &str| syn::Error::new_spanned(&signature.ident, text);
        let mut about = Vec::new();
        for item in items(section(&lines, "# Arguments")) {
            let named = item.strip_prefix('`').and_then(|item| item.split_once("`: "));
            let (name, text) = named.ok_or_else(|| wrong("an argument is described as - `name`: text"))?;
            about.push((name.to_owned(), text.to_owned()));
        }
        let mut parameters = Vec::new();
        for input in &signature.inputs {
            let Some((name, kind)) = parameter(input)? else { continue };
            let position = about.iter().position(|(known, _)| name == known);
            let docs = position.map(|position| about.remove(position).1).unwrap_or_default();
            parameters.push(Parameter { name, kind, docs });
        }
        if let Some((name, _)) = about.first() {
            return Err(wrong(&format!("there is no argument `{name}`")));
        }
        let mut errors = Vec::new();
        for item in items(section(&lines, "# Errors")) {
            let linked = item.strip_prefix("[`").and_then(|item| item.split_once("`]"));
            let (name, rest) = linked.ok_or_else(|| wrong("an error is described as - [`Name`] when it happens"))?;
            let when = if rest.starts_with('(') { rest.split_once(')').map_or("", |(_, when)| when) } else { rest };
            errors.push((name.to_owned(), when.trim().to_owned()));
        }
        let end = lines.iter().position(|line| line.trim().starts_with("# ")).unwrap_or(lines.len());
        let result = if is_given { result(&signature.output)? } else { parse_quote!(()) };
        Ok(Self { name: signature.ident.clone(), changes, docs: lines[..end].to_vec(), parameters, errors, result })
    }

    /// `grants_of_user(user: String) -> Vec<GrantInfo> = |client| client.grants().of_user(&user);`, or without a handle
    /// `ack(id: String) -> bool = |object| object.ack(id);`
    fn given(&self, accessor: Option<&Ident>) -> TokenStream {
        let (method, result) = (&self.name, &self.result);
        let (docs, name, object) = match accessor {
            Some(accessor) => (None, format_ident!("{accessor}_{method}"), quote!(|client| client.#accessor())),
            None => (Some(self.documentation()), method.clone(), quote!(|object| object)),
        };
        let taken = self.parameters.iter().map(|Parameter { name, kind, .. }| {
            let kind = match written(kind).as_str() {
                "&str" => quote!(String),
                "Option<usize>" => quote!(Option<u32>),
                _ => quote!(#kind),
            };
            quote!(#name: #kind)
        });
        let passed = self.parameters.iter().map(|Parameter { name, kind, .. }| match written(kind).as_str() {
            "&str" => quote!(&#name),
            "Option<usize>" => quote!(#name.map(|number| number as usize)),
            _ => quote!(#name),
        });
        quote!(#docs #name(#(#taken),*) -> #result = #object.#method(#(#passed),*);)
    }

    /// What the method does, and what its arguments are, without links.
    fn documentation(&self) -> TokenStream {
        let described = self.parameters.iter().filter(|parameter| !parameter.docs.is_empty());
        let arguments = described.map(|Parameter { name, docs, .. }| format!(" - `{name}`: {docs}"));
        let lines: Vec<_> = self.docs.iter().cloned().chain(arguments).collect();
        let text = crate::python_docs::without_links(lines.join("\n").trim_end());
        let lines = text.lines();
        quote!(#(#[doc = #lines])*)
    }
}

/// The lines of a section of a documentation.
fn section<'a>(lines: &'a [String], title: &str) -> &'a [String] {
    let Some(start) = lines.iter().position(|line| line.trim() == title) else { return &[] };
    let rest = &lines[start + 1..];
    &rest[..rest.iter().position(|line| line.trim().starts_with("# ")).unwrap_or(rest.len())]
}

/// The items of a list, without their marks and line ends.
fn items(lines: &[String]) -> Vec<String> {
    let text = lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
    let list = format!("\n{text}");
    list.split("\n- ").skip(1).map(|item| item.trim().replace('\n', " ")).collect()
}

/// The description, which the generator of the packages reads.
fn describe(handle: Option<&Handle>, name: &Ident, docs: &str, methods: &[Method]) -> TokenStream {
    let is_user = handle.is_some_and(Handle::is_user);
    let accessor = handle.map(|handle| handle.accessor().to_string());
    let accessor = accessor.map_or_else(|| quote!(None), |name| quote!(Some(#name)));
    let class = name.to_string();
    let methods = methods.iter().map(|method| {
        let (name, changes, docs) = (method.name.to_string(), method.changes, method.docs.join("\n"));
        let parameters = method.parameters.iter().map(|Parameter { name, kind, docs }| {
            let (name, kind) = (name.to_string(), written(kind));
            quote!(crate::methods::ParameterDescription { name: #name, kind: #kind, documentation: #docs })
        });
        let errors = method.errors.iter().map(|(name, when)| quote!((#name, #when)));
        let result = written(&method.result);
        quote!(crate::methods::MethodDescription {
            name: #name,
            changes: #changes,
            documentation: #docs,
            parameters: &[#(#parameters),*],
            errors: &[#(#errors),*],
            result: #result,
        })
    });
    quote! {
        impl #name {
            /// The methods that every language has, for the generator of the packages.
            #[doc(hidden)]
            pub const DESCRIPTION: crate::methods::ObjectDescription = crate::methods::ObjectDescription {
                name: #class,
                accessor: #accessor,
                is_user: #is_user,
                documentation: #docs,
                methods: &[#(#methods),*],
            };
        }
    }
}

/// A macro with the methods, for the bindings: `grants_methods!(receive Platform)`.
fn give(handle: Option<&Handle>, name: &Ident, methods: &[Method]) -> TokenStream {
    let exported = Ident::new(&format!("{}_methods", snake(name)), Span::call_site());
    let methods = methods.iter().map(|method| method.given(handle.map(Handle::accessor)));
    quote! {
        #[doc(hidden)]
        #[macro_export]
        macro_rules! #exported {
            ($receive:ident $class:ident) => { $receive! { $class { #(#methods)* } } };
        }
    }
}
