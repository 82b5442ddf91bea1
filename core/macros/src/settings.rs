//! `settings!`: the table of settings becomes the settings' values in the core, the builder's methods, their description,
//! and macros that give them to the bindings.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Ident, Lit, LitStr, Token, parenthesized};

mod bindings;
mod documentation;

use documentation::{Unit, lines};

use crate::shape::capitalized;

/// `upload_timeout(timeout: Timeout) = 60, phone;`
struct Setting {
    name: Ident,
    argument: Ident,
    kind: Ident,
    default: Option<Lit>,
    because: Option<String>,
    variable: Option<String>,
    /// `client`, if the row says nothing else.
    group: Ident,
    at_least: Option<Lit>,
    method: Option<String>,
    is_phone: bool,
    meaning: String,
}

pub(crate) struct Table(Vec<Setting>);

impl Parse for Table {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut rows = Vec::new();
        while !input.is_empty() {
            rows.push(input.parse()?);
        }
        Ok(Self(rows))
    }
}

impl Parse for Setting {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = Attribute::parse_outer(input)?;
        let lines = crate::calls::doc_lines(&attributes);
        let name = input.parse()?;
        let inner;
        parenthesized!(inner in input);
        let argument = inner.parse()?;
        inner.parse::<Token![:]>()?;
        let mut row = Self {
            name,
            argument,
            kind: inner.parse()?,
            default: None,
            because: None,
            variable: None,
            group: format_ident!("client"),
            at_least: None,
            method: None,
            is_phone: false,
            meaning: lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "),
        };
        if input.parse::<Option<Token![=]>>()?.is_some() {
            row.default = Some(input.parse()?);
        }
        while input.parse::<Option<Token![,]>>()?.is_some() {
            let word: Ident = input.parse()?;
            match word.to_string().as_str() {
                "because" => row.because = Some(input.parse::<LitStr>()?.value()),
                "variable" => row.variable = Some(input.parse::<LitStr>()?.value()),
                "group" => row.group = input.parse()?,
                "at_least" => row.at_least = Some(input.parse()?),
                "method" => row.method = Some(input.parse::<Ident>()?.to_string()),
                "phone" => row.is_phone = true,
                name => return Err(syn::Error::new(word.span(), format!("unknown property `{name}` of a setting"))),
            }
        }
        input.parse::<Token![;]>()?;
        Ok(row)
    }
}

impl Setting {
    fn is(&self, kinds: &[&str]) -> bool {
        kinds.iter().any(|kind| self.kind == kind)
    }

    fn is_time(&self) -> bool {
        self.is(&["Timeout", "Wait"])
    }

    /// Whether the packages use it, and not the core.
    fn is_observed(&self) -> bool {
        self.group == "observe" || self.group == "node"
    }

    /// Whether the core keeps it as a value and the builder has a method that does no more than set it.
    fn is_plain(&self) -> bool {
        self.group == "client" && self.is(&["Text", "Flag", "Count", "Bytes", "Timeout"])
    }

    /// The type of a plain value in Rust. Without a default it is optional.
    fn class(&self) -> TokenStream {
        match self.kind.to_string().as_str() {
            "Text" => quote!(String),
            "Flag" => quote!(bool),
            "Count" => quote!(usize),
            "Bytes" => quote!(u64),
            _ => quote!(::std::time::Duration),
        }
    }

    fn member_class(&self) -> TokenStream {
        let class = self.class();
        if self.default.is_some() { class } else { quote!(Option<#class>) }
    }

    fn initial(&self) -> TokenStream {
        match &self.default {
            Some(default) if self.kind == "Timeout" => quote!(::std::time::Duration::from_secs(#default)),
            Some(default) => quote!(#default),
            None => quote!(None),
        }
    }

    /// The builder's method.
    fn method(&self, is_phone: bool) -> TokenStream {
        let (name, argument, class) = (&self.name, &self.argument, self.class());
        let documentation = lines(&self.documentation(Unit::Typed));
        let (class, value) = match self.kind == "Text" {
            true => (quote!(impl Into<String>), quote!(#argument.into())),
            false => (class, quote!(#argument)),
        };
        let value = if self.default.is_some() { value } else { quote!(Some(#value)) };
        let change = if is_phone {
            quote!(self.builder = self.builder.#name(#argument);)
        } else {
            quote!(self.settings.plain.#name = #value;)
        };
        quote! {
            #documentation
            pub fn #name(mut self, #argument: #class) -> Self {
                #change
                self
            }
        }
    }

    fn check(&self) -> Option<TokenStream> {
        let (field, name) = (&self.name, self.name.to_string());
        if self.kind == "Timeout" {
            // A time, or an optional one.
            return Some(quote! {
                if let Some(time) = Option::<::std::time::Duration>::from(self.#field) {
                    crate::clock::checked_timeout(time).map_err(|reason| crate::error::Error::config(#name, reason))?;
                }
            });
        }
        self.check_least(&quote!(self.#field))
    }

    /// Refuses a number below the smallest value.
    fn check_least(&self, value: &TokenStream) -> Option<TokenStream> {
        let (name, least) = (self.name.to_string(), self.at_least.as_ref()?);
        Some(quote! {
            if #value < #least {
                return Err(crate::error::Error::config(#name, concat!("must be at least ", #least)));
            }
        })
    }

    /// Takes a plain text or an optional time from its variable, unless it is set.
    fn complete(&self) -> Option<TokenStream> {
        let (field, variable) = (&self.name, self.variable.as_ref()?);
        let value = match self.kind == "Text" {
            true => quote!(read(#variable)?),
            false => quote!(read(#variable)?.map(|text| crate::environment::seconds_of(#variable, &text)).transpose()?),
        };
        Some(quote! {
            if self.#field.is_none() {
                self.#field = #value;
            }
        })
    }

    /// Its row of the table that the generator of the packages reads.
    fn describe(&self) -> TokenStream {
        let optional = |text: &Option<String>| text.as_ref().map_or_else(|| quote!(None), |text| quote!(Some(#text)));
        let (name, argument, kind) = (self.name.to_string(), self.argument.to_string(), &self.kind);
        let (variable, default) = (optional(&self.variable), optional(&self.default_text()));
        let group = format_ident!("{}", capitalized(&self.group.to_string()));
        let (is_phone, meaning) = (self.is_phone, &self.meaning);
        let method = self.method.as_ref().unwrap_or(&name);
        let [typed, seconds, milliseconds] =
            [Unit::Typed, Unit::Seconds, Unit::Milliseconds].map(|unit| self.documentation(unit));
        quote! {
            Setting {
                name: #name,
                method: #method,
                argument: #argument,
                kind: SettingKind::#kind,
                group: SettingGroup::#group,
                variable: #variable,
                default: #default,
                is_phone: #is_phone,
                meaning: #meaning,
                documentation: #typed,
                in_seconds: #seconds,
                in_milliseconds: #milliseconds,
            }
        }
    }
}

impl Table {
    pub(crate) fn expand(&self) -> TokenStream {
        let retry_checks = self.of("retry").filter_map(|row| {
            let name = &row.name;
            row.check_least(&quote!(policy.#name))
        });
        let methods = self.plain().map(|row| row.method(false));
        let forwarded = self.plain().filter(|row| row.is_phone).map(|row| row.method(true));
        let rows = self.0.iter().map(Setting::describe);
        let (plain_settings, given) = (self.plain_settings(), self.given());
        quote! {
            #plain_settings

            /// Checks the settings of repetitions, each alone.
            pub(crate) fn check_retry(policy: &crate::policy::RetryPolicy) -> crate::error::Result<()> {
                #(#retry_checks)*
                Ok(())
            }

            // The methods of a builder that set a plain value: of a client's, and of an app's on a phone.
            macro_rules! plain_setters {
                (client) => { #(#methods)* };
                (phone) => { #(#forwarded)* };
            }
            pub(crate) use plain_setters;

            /// Every setting of a client.
            pub const SETTINGS: &[Setting] = &[#(#rows),*];

            #given
        }
    }

    /// The struct of the plain values.
    fn plain_settings(&self) -> TokenStream {
        let names: Vec<_> = self.plain().map(|row| &row.name).collect();
        let classes = self.plain().map(Setting::member_class);
        let about = self.plain().map(|row| lines(&row.meaning));
        let initial = self.plain().map(Setting::initial);
        let checks = self.plain().filter_map(Setting::check);
        let completed = self.plain().filter_map(Setting::complete);
        quote! {
            /// The settings that are no more than a value.
            #[derive(Clone)]
            pub(crate) struct PlainSettings {
                #(#about pub(crate) #names: #classes,)*
            }

            impl Default for PlainSettings {
                fn default() -> Self {
                    Self { #(#names: #initial),* }
                }
            }

            impl PlainSettings {
                /// Checks each alone.
                pub(crate) fn check(&self) -> crate::error::Result<()> {
                    #(#checks)*
                    Ok(())
                }

                /// Takes from the environment what was not set.
                pub(crate) fn complete(
                    &mut self,
                    read: impl Fn(&str) -> crate::error::Result<Option<String>>,
                ) -> crate::error::Result<()> {
                    #(#completed)*
                    Ok(())
                }
            }
        }
    }

    /// The settings that are no more than a value.
    fn plain(&self) -> impl Iterator<Item = &Setting> {
        self.0.iter().filter(|row| row.is_plain())
    }

    /// The settings of a group.
    fn of(&self, group: &'static str) -> impl Iterator<Item = &Setting> {
        self.0.iter().filter(move |row| row.group == group)
    }
}
