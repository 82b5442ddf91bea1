//! `#[calls]` on an `impl` block makes the handle of its calls, their rows of the endpoint table, their descriptions,
//! and a macro that passes them to the bindings.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Expr, FnArg, GenericArgument, Ident, ImplItem, ItemImpl, LitStr, Meta, Pat, PathArguments, ReturnType,
    Token, Type, TypeParamBound,
};

use crate::row::{Row, RowOrName};
use crate::shape::{capitalized, snake, written};

/// `User, legacy.addons`: the type that the handle wraps, and the path of accessors that leads to it.
pub(crate) struct Handle {
    client: Ident,
    path: Vec<Ident>,
}

impl Parse for Handle {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let client = input.parse()?;
        input.parse::<Token![,]>()?;
        let path = Punctuated::<Ident, Token![.]>::parse_separated_nonempty(input)?;
        Ok(Self { client, path: path.into_iter().collect() })
    }
}

impl Handle {
    pub(crate) fn is_user(&self) -> bool {
        self.client == "User"
    }

    /// The method that returns the handle.
    pub(crate) fn accessor(&self) -> &Ident {
        &self.path[self.path.len() - 1]
    }

    /// The type whose method returns the handle: the client, or another handle.
    fn parent(&self) -> TokenStream {
        let client = &self.client;
        match self.path.as_slice() {
            [first, _] => {
                let user = if self.is_user() { "User" } else { "" };
                format_ident!("{user}{}", capitalized(&first.to_string())).into_token_stream()
            }
            _ => quote!(crate::client::#client),
        }
    }

    /// The name of a call in the endpoint table.
    fn name_of(&self, method: &Ident) -> String {
        let mut words: Vec<String> = self.path.iter().map(ToString::to_string).collect();
        words.push(method.to_string());
        words.join(".")
    }
}

/// One call.
struct Call {
    method: Ident,
    endpoint: Ident,
    /// Whether the row is written at this call, and not at another call of the same endpoint.
    row: Option<Row>,
    docs: Vec<String>,
    errors: Vec<String>,
    deprecated: Option<String>,
    parameters: Vec<(Ident, Type)>,
    result: Type,
}

pub(crate) fn expand(handle: &Handle, mut block: ItemImpl) -> syn::Result<TokenStream> {
    let Type::Path(name) = &*block.self_ty else {
        return Err(syn::Error::new_spanned(
            &block.self_ty,
            "`#[calls]` is for the `impl` block of a struct that the macro generates",
        ));
    };
    let name = name.path.require_ident()?.clone();
    let mut calls = Vec::new();
    let mut streams = Vec::new();
    for item in &mut block.items {
        if let ImplItem::Fn(function) = item
            && let Some(index) = function.attrs.iter().position(|attribute| attribute.path().is_ident("endpoint"))
        {
            let attribute = function.attrs.remove(index);
            let call = Call::read(handle, &attribute, &function.attrs, &function.sig)?;
            function.attrs.retain(|attribute| !attribute.path().is_ident("doc"));
            function.attrs.extend(call.documentation());
            streams.extend(call.stream()?);
            calls.push(call);
        }
    }
    block.items.extend(streams);
    let (docs, attributes): (Vec<_>, Vec<_>) = block.attrs.drain(..).partition(|a| a.path().is_ident("doc"));
    block.attrs = attributes;
    let declared = declare(handle, &name, &docs);
    let rows = calls.iter().filter_map(|call| call.row.as_ref().map(|row| row.declare(call, handle)));
    let described = describe(handle, &name, &docs, &calls);
    let boxed = boxed(&name, &calls);
    let given = give(handle, &name, &calls);
    Ok(quote!(#declared #(#rows)* #block #described #boxed #given))
}

impl Call {
    fn read(
        handle: &Handle,
        row: &Attribute,
        attributes: &[Attribute],
        signature: &syn::Signature,
    ) -> syn::Result<Self> {
        let method = signature.ident.clone();
        let name = handle.name_of(&method);
        let constant = Ident::new(&name.replace('.', "_").to_uppercase(), Span::call_site());
        let (endpoint, row) = match row.parse_args()? {
            RowOrName::Name(other) => (other, None),
            RowOrName::Row(row) => (constant, Some(*row)),
        };
        let mut lines = doc_lines(attributes);
        if let Some(most) = row.as_ref().and_then(|row| row.max_total_calls.as_ref()) {
            lines.iter_mut().for_each(|line| *line = line.replace("{max_total_calls}", most.base10_digits()));
        }
        let end = lines.iter().position(|line| line.trim() == "# Errors").unwrap_or(lines.len());
        let (docs, errors) = lines.split_at(end);
        Ok(Self {
            endpoint,
            row,
            docs: docs.to_vec(),
            errors: errors.iter().skip(1).cloned().collect(),
            deprecated: deprecation(attributes),
            parameters: signature
                .inputs
                .iter()
                .filter_map(|input| parameter(input).transpose())
                .collect::<syn::Result<_>>()?,
            result: result(&signature.output)?,
            method,
        })
    }

    /// The method that iterates over the items of all pages, if the call returns a page: `iterate_transactions`. The last parameter
    /// has the member `page_token`, and the result the members `next_page_token` and `issues`.
    fn stream(&self) -> syn::Result<Option<ImplItem>> {
        let Some((items, item)) = self.row.as_ref().and_then(|row| row.pages.as_ref()) else { return Ok(None) };
        let [(query, kind)] = self.parameters.as_slice() else {
            return Err(syn::Error::new_spanned(
                &self.method,
                "a method with `pages` must have exactly one parameter besides `self`",
            ));
        };
        let (method, endpoint, all) = (&self.method, &self.endpoint, format_ident!("iterate_{}", self.method));
        let list = items.to_string();
        let docs = [
            format!(" The {items} of all pages, as a stream: [`{method}`](Self::{method}) for one page after the other."),
            String::new(),
            " Nothing is sent before the stream is polled, and a page only after the items of the page before were taken. The".to_owned(),
            " stream ends after the first error. A page with an item that cannot be read gives the others first, and then the error.".to_owned(),
        ];
        Ok(Some(syn::parse_quote! {
            #(#[doc = #docs])*
            pub fn #all(&self, #query: #kind) -> crate::api::Pages<#item> {
                let handle = self.clone();
                crate::api::Pages::new(move |token| {
                    let (handle, mut query) = (handle.clone(), #query.clone());
                    query.page_token = token.or(query.page_token);
                    Box::pin(async move {
                        let page = handle.#method(query).await?;
                        let checked = crate::api::check_page(#endpoint.name, #list, &page.issues);
                        Ok((page.#items, checked.map(|()| page.next_page_token)))
                    })
                })
            }
        }))
    }

    /// The Rust documentation of the call: its own text, followed by the facts of its row.
    fn documentation(&self) -> Vec<Attribute> {
        let mut lines = self.docs.clone();
        if let Some(row) = &self.row {
            lines.push(String::new());
            lines.extend(row.requirements());
        }
        lines.extend(["", " # Errors"].map(str::to_owned));
        lines.push(format!(" As described at [`crate::api`]{}", if self.errors.is_empty() { "." } else { "; also:" }));
        lines.extend(self.errors.iter().cloned());
        lines.iter().map(|line| syn::parse_quote!(#[doc = #line])).collect()
    }
}

/// The struct of the handle, and the method that returns it.
fn declare(handle: &Handle, name: &Ident, docs: &[Attribute]) -> TokenStream {
    let (client, parent) = (&handle.client, handle.parent());
    let accessor = handle.accessor();
    let from = format!(" From [`{0}`].", written(&quote!(#parent::#accessor)));
    let clone = if handle.path.len() == 1 { quote!(self.clone()) } else { quote!(self.0.clone()) };
    quote! {
        #(#docs)*
        #[doc = ""]
        #[doc = #from]
        #[derive(Clone, Debug)]
        pub struct #name(crate::client::#client);

        impl #parent {
            #(#docs)*
            pub fn #accessor(&self) -> #name {
                #name(#clone)
            }
        }
    }
}

/// The descriptions, which the generator of the packages reads.
fn describe(handle: &Handle, name: &Ident, docs: &[Attribute], calls: &[Call]) -> TokenStream {
    let path = handle.path.iter().map(ToString::to_string);
    let rows = calls.iter().filter(|call| call.row.is_some()).map(|call| &call.endpoint);
    let is_user = handle.is_user();
    let docs = doc_lines(docs).join("\n");
    let text = name.to_string();
    let calls = calls.iter().map(|call| {
        let (method, endpoint) = (call.method.to_string(), &call.endpoint);
        let (docs, errors) = (call.docs.join("\n"), call.errors.join("\n"));
        let deprecated = call.deprecated.as_ref().map_or_else(|| quote!(None), |note| quote!(Some(#note)));
        let parameters = call.parameters.iter().map(|(name, kind)| {
            let (name, kind) = (name.to_string(), written(kind));
            quote!(crate::methods::ParameterDescription { name: #name, kind: #kind, documentation: "" })
        });
        let pages = call.row.as_ref().and_then(|row| row.pages.as_ref()).map_or_else(
            || quote!(None),
            |(items, item)| {
                let (items, item) = (items.to_string(), item.to_string());
                quote!(Some(crate::methods::PagesDescription { items: #items, item: #item }))
            },
        );
        let result = written(&call.result);
        quote!(crate::methods::CallDescription {
            method: #method,
            endpoint: #endpoint,
            documentation: #docs,
            errors: #errors,
            deprecated: #deprecated,
            parameters: &[#(#parameters),*],
            result: #result,
            pages: #pages,
        })
    });
    quote! {
        impl #name {
            pub(super) const ROWS: &[&crate::endpoint::Endpoint] = &[#(#rows),*];

            pub(super) const DESCRIPTION: crate::methods::HandleDescription = crate::methods::HandleDescription {
                name: #text,
                path: &[#(#path),*],
                is_user: #is_user,
                documentation: #docs,
                calls: &[#(#calls),*],
            };
        }
    }
}

/// The calls with boxed futures, for the bindings.
fn boxed(name: &Ident, calls: &[Call]) -> TokenStream {
    let methods = calls.iter().map(|call| {
        let (method, result) = (&call.method, &call.result);
        let (names, kinds): (Vec<_>, Vec<_>) = call.parameters.iter().map(|(name, kind)| (name, kind)).unzip();
        if call.row.as_ref().is_some_and(|row| row.frequent) {
            return quote! {
                #[inline]
                pub async fn #method(self, #(#names: #kinds),*) -> crate::error::Result<#result> {
                    self.0.#method(#(#names),*).await
                }
            };
        }
        quote! {
            #[inline(never)]
            pub fn #method(self, #(#names: #kinds),*) -> crate::api::BoxedCall<#result> {
                Box::pin(async move { self.0.#method(#(#names),*).await })
            }
        }
    });
    quote! {
        #[cfg(feature = "ffi")]
        impl #name {
            /// The calls with boxed futures.
            #[doc(hidden)]
            pub fn boxed(self) -> crate::api::Boxed<Self> {
                crate::api::Boxed(self)
            }
        }

        #[cfg(feature = "ffi")]
        #[allow(deprecated, missing_docs)]
        impl crate::api::Boxed<#name> {
            #(#methods)*
        }
    }
}

/// A macro with the calls, for the bindings: `posts_calls!(server receive)`.
fn give(handle: &Handle, name: &Ident, calls: &[Call]) -> TokenStream {
    let exported = format_ident!("{}_calls", snake(name));
    let server = calls.iter().map(|call| call.given(handle, &[]));
    let class = if handle.is_user() { quote!(PlatformUser) } else { quote!(Platform) };
    let on_phone: Vec<_> =
        calls.iter().filter(|call| call.row.as_ref().is_some_and(|row| row.is_for_phones(handle.is_user()))).collect();
    let user = if handle.is_user() { vec![format_ident!("user")] } else { Vec::new() };
    let phone = if on_phone.is_empty() {
        quote!()
    } else {
        let calls = on_phone.iter().map(|call| call.given(handle, &user));
        quote!($receive! { AppPlatform: #(#calls)* })
    };
    quote! {
        #[doc(hidden)]
        #[macro_export]
        macro_rules! #exported {
            (server $receive:ident) => { $receive! { #class: #(#server)* } };
            (phone $receive:ident) => { #phone };
        }
    }
}

impl Call {
    /// `addons_create_on_post(post: PostToken, addon: PostAddon; repeat_post_addons) -> [AddonCreated] =
    /// "addons.create_on_post" |client| client.addons() => create_on_post;`
    fn given(&self, handle: &Handle, before: &[Ident]) -> TokenStream {
        let endpoint = handle.name_of(&self.method);
        let name = Ident::new(&endpoint.replace('.', "_"), Span::call_site());
        let parameters = self.parameters.iter().map(|(name, kind)| quote!(#name: #kind));
        let option = self.row.as_ref().filter(|row| row.repeatable).map(|_| quote!(; repeat_post_addons));
        let (result, path, method) = (&self.result, before.iter().chain(&handle.path), &self.method);
        quote!(#name(#(#parameters),* #option) -> [#result] = #endpoint |client| client #(.#path())* => #method;)
    }
}

impl Row {
    fn declare(&self, call: &Call, handle: &Handle) -> TokenStream {
        let (constant, name) = (&call.endpoint, handle.name_of(&call.method));
        let purpose = first_sentence(&call.docs);
        self.constant(constant, &name, &purpose, handle.is_user())
    }
}

/// The first sentence for all languages, without links to Rust items.
fn first_sentence(docs: &[String]) -> String {
    let paragraph = docs.iter().take_while(|line| !line.trim().is_empty());
    let text = paragraph.map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    crate::python_docs::without_links(&text[..end]).replace("::", ".")
}

/// `handles!(Users, Posts)`: all handles, in the order of the endpoint table.
pub(crate) struct Handles(Punctuated<Ident, Token![,]>);

impl Parse for Handles {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Punctuated::parse_terminated(input).map(Self)
    }
}

impl Handles {
    pub(crate) fn expand(&self) -> TokenStream {
        let names: Vec<_> = self.0.iter().collect();
        let macros = names.iter().map(|name| format_ident!("{}_calls", snake(name)));
        quote! {
            /// Every handle and its calls, for the generator of the packages.
            pub const HANDLES: &[crate::methods::HandleDescription] = &[#(#names::DESCRIPTION),*];

            const ROWS: &[&[&crate::endpoint::Endpoint]] = &[#(#names::ROWS),*];

            /// Passes every call to a macro: `each_call!(server receive)` the calls of a client and of a user,
            /// `each_call!(phone receive)` the calls that an app on a phone may make.
            #[doc(hidden)]
            #[macro_export]
            macro_rules! each_call {
                ($kind:ident $receive:ident) => { #($crate::#macros!($kind $receive);)* };
            }
        }
    }
}

pub(crate) fn doc_lines(attributes: &[Attribute]) -> Vec<String> {
    let docs = attributes.iter().filter(|attribute| attribute.path().is_ident("doc"));
    docs.filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    })
    .collect()
}

/// The note of `#[deprecated(note = "…")]`.
fn deprecation(attributes: &[Attribute]) -> Option<String> {
    let attribute = attributes.iter().find(|attribute| attribute.path().is_ident("deprecated"))?;
    let mut note = None;
    let read = attribute.parse_nested_meta(|meta| {
        let text = meta.value()?.parse::<LitStr>()?.value();
        note = meta.path.is_ident("note").then_some(text);
        Ok(())
    });
    read.ok().and(note)
}

pub(crate) fn parameter(input: &FnArg) -> syn::Result<Option<(Ident, Type)>> {
    let FnArg::Typed(typed) = input else { return Ok(None) };
    let Pat::Ident(name) = &*typed.pat else {
        return Err(syn::Error::new_spanned(&typed.pat, "the parameter must be a single name"));
    };
    Ok(Some((name.ident.clone(), plain(&typed.ty))))
}

/// `PostToken` of `impl Into<PostToken>`.
fn plain(kind: &Type) -> Type {
    let Type::ImplTrait(bounds) = kind else { return kind.clone() };
    let target = bounds.bounds.iter().find_map(|bound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().and_then(|last| argument(&last.arguments)),
        _ => None,
    });
    target.unwrap_or_else(|| kind.clone())
}

fn argument(arguments: &PathArguments) -> Option<Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(kind) => Some(kind.clone()),
        _ => None,
    })
}

/// `AddonCreated` of `-> Result<AddonCreated>`.
pub(crate) fn result(output: &ReturnType) -> syn::Result<Type> {
    if let ReturnType::Type(_, kind) = output
        && let Type::Path(path) = &**kind
        && let Some(last) = path.path.segments.last()
        && let Some(value) = argument(&last.arguments)
    {
        return Ok(value);
    }
    Err(syn::Error::new_spanned(output, "the method must return a `Result<T>`"))
}
