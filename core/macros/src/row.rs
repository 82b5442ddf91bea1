//! `#[endpoint(…)]` on a call: its row of the endpoint table.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseBuffer, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, LitInt, LitStr, Token, parenthesized};

/// A row, or the name of the constant of a row that another call has.
pub(crate) enum RowOrName {
    Row(Box<Row>),
    Name(Ident),
}

/// `POST "/v2/open-platform/addons/post/{post_token}"` and the values that differ from the defaults.
#[derive(Default)]
pub(crate) struct Row {
    method: String,
    path: String,
    number: Option<LitStr>,
    host: Option<Ident>,
    credentials: Option<Ident>,
    body: Option<Ident>,
    retry: Option<Ident>,
    scopes: Vec<Ident>,
    each_scope: bool,
    permission: Option<LitStr>,
    legacy: Option<(LitStr, LitStr)>,
    newer_form: Option<LitStr>,
    newer: bool,
    only_backend: bool,
    /// How many times an app may make the call in all. Stands for `{max_total_calls}` in its documentation.
    pub(crate) max_total_calls: Option<LitInt>,
    /// Whether its future is compiled for speed in the bindings.
    pub(crate) frequent: bool,
    /// Whether a caller may allow a retry after an unclear outcome.
    pub(crate) repeatable: bool,
    /// The member of the response that has the items of a page, and the type of an item.
    pub(crate) pages: Option<(Ident, Ident)>,
    source: String,
}

impl Parse for RowOrName {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let method: Ident = input.parse()?;
        if input.is_empty() {
            return Ok(Self::Name(method));
        }
        let path = input.parse::<LitStr>()?.value();
        let mut row = Row { method: method.to_string(), path, ..Row::default() };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if !input.is_empty() {
                row.take(input)?;
            }
        }
        if row.source.is_empty() {
            return Err(input.error("`source = \"…\"` is missing"));
        }
        Ok(Self::Row(Box::new(row)))
    }
}

/// The contents of parentheses.
fn list(input: ParseStream<'_>) -> syn::Result<ParseBuffer<'_>> {
    let content;
    parenthesized!(content in input);
    Ok(content)
}

impl Row {
    fn take(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let word: Ident = input.parse()?;
        match word.to_string().as_str() {
            "newer" => self.newer = true,
            "each_scope" => self.each_scope = true,
            "repeatable" => self.repeatable = true,
            "only_backend" => self.only_backend = true,
            "frequent" => self.frequent = true,
            "scopes" => {
                let names = Punctuated::<Ident, Token![,]>::parse_terminated(&list(input)?)?;
                self.scopes = names.into_iter().collect();
            }
            "pages" => {
                let content = list(input)?;
                let items = content.parse()?;
                content.parse::<Token![:]>()?;
                self.pages = Some((items, content.parse()?));
            }
            "legacy" => {
                let content = list(input)?;
                let replacement = content.parse()?;
                content.parse::<Token![,]>()?;
                self.legacy = Some((replacement, content.parse()?));
            }
            name => {
                input.parse::<Token![=]>()?;
                match name {
                    "number" => self.number = Some(input.parse()?),
                    "permission" => self.permission = Some(input.parse()?),
                    "newer_form" => self.newer_form = Some(input.parse()?),
                    "source" => self.source = input.parse::<LitStr>()?.value(),
                    "host" => self.host = Some(input.parse()?),
                    "credentials" => self.credentials = Some(input.parse()?),
                    "body" => self.body = Some(input.parse()?),
                    "retry" => self.retry = Some(input.parse()?),
                    "max_total_calls" => self.max_total_calls = Some(input.parse()?),
                    _ => return Err(syn::Error::new(word.span(), format!("unknown property `{name}` of an endpoint"))),
                }
            }
        }
        Ok(())
    }

    /// Whether an app on a phone may make the call: through its backend, or at a host that needs no credentials.
    pub(crate) fn is_for_phones(&self, is_user: bool) -> bool {
        match self.host.as_ref().map(ToString::to_string).as_deref() {
            Some("Upload") => true,
            Some(_) => false,
            None => self.legacy.is_none() && !self.only_backend && (is_user || self.method == "GET"),
        }
    }

    /// The constant of the row.
    pub(crate) fn constant(&self, constant: &Ident, name: &str, purpose: &str, is_user: bool) -> TokenStream {
        let Self { method, path, scopes, source, repeatable, only_backend, .. } = self;
        let option = |text: &Option<LitStr>| text.as_ref().map_or_else(|| quote!(None), |text| quote!(Some(#text)));
        let or = |given: &Option<Ident>, usual: &str| given.clone().unwrap_or_else(|| format_ident!("{usual}"));
        let (method, sends) = (format_ident!("{method}"), method == "POST" || method == "PUT");
        let host = or(&self.host, "Base");
        let credentials = or(&self.credentials, if is_user { "KeyAndBearer" } else { "Key" });
        let body = or(&self.body, if sends { "Json" } else { "None" });
        let retry = or(&self.retry, if sends { "NotProcessed" } else { "Safe" });
        let (number, permission) = (option(&self.number), option(&self.permission));
        let newer_form = option(&self.newer_form);
        let max_total_calls = self.max_total_calls.as_ref().map_or_else(|| quote!(None), |calls| quote!(Some(#calls)));
        let scope_rule = match (self.each_scope, scopes.is_empty()) {
            (true, _) => quote!(Each),
            (false, true) => quote!(None),
            (false, false) => quote!(OneOf),
        };
        let lifecycle = match (&self.legacy, self.newer) {
            (Some((replacement, since)), _) => quote!(Legacy { replacement: #replacement, since: #since }),
            (None, true) => quote!(Newer),
            (None, false) => quote!(Current),
        };
        quote! {
            #[doc = #purpose]
            pub const #constant: &crate::endpoint::Endpoint = &crate::endpoint::Endpoint {
                name: #name,
                number: #number,
                method: ::http::Method::#method,
                host: crate::endpoint::Host::#host,
                path: #path,
                credentials: crate::endpoint::Credentials::#credentials,
                body: crate::endpoint::Body::#body,
                retry: crate::endpoint::RetryClass::#retry,
                scopes: &[#(&crate::scope::#scopes),*],
                scope_rule: crate::endpoint::ScopeRule::#scope_rule,
                permission: #permission,
                lifecycle: crate::endpoint::Lifecycle::#lifecycle,
                newer_form: #newer_form,
                repeatable: #repeatable,
                only_backend: #only_backend,
                max_total_calls: #max_total_calls,
                purpose: #purpose,
                source: #source,
            };
        }
    }

    /// The requirements of the call, for Rust's documentation.
    pub(crate) fn requirements(&self) -> Vec<String> {
        let mut needs = Vec::new();
        if !self.scopes.is_empty() {
            let names: Vec<_> = self.scopes.iter().map(|scope| format!("`{scope}`")).collect();
            needs.push(match self.each_scope {
                true => format!("Scopes: {}, each for its member of the response.", names.join(" and ")),
                false => format!("Scope: {}.", names.join(" or ")),
            });
        }
        if let Some(permission) = &self.permission {
            needs.push(format!("Key permission: `{}`.", permission.value()));
        }
        if self.newer {
            needs.push("Newer than the specification.".to_owned());
        }
        needs.push(format!("Source: `docs/platform.md#{}`.", self.source));
        vec![format!(" {}", needs.join(" "))]
    }
}
