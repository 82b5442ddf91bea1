//! `settings!`: the table of settings becomes the settings' values in the core, the builder's methods, their description,
//! and macros that give them to the bindings.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Ident, Lit, LitStr, Token, parenthesized};

/// `upload_timeout(timeout: Timeout) = 60, phone;`
struct Setting {
    name: Ident,
    argument: Ident,
    kind: Ident,
    default: Option<Lit>,
    because: Option<String>,
    variable: Option<String>,
    group: Option<Ident>,
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
            group: None,
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
                "group" => row.group = Some(input.parse()?),
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

/// How a language measures time.
#[derive(Clone, Copy, PartialEq)]
enum Unit {
    Typed,
    Seconds,
    Milliseconds,
}

impl Setting {
    fn is(&self, kinds: &[&str]) -> bool {
        kinds.iter().any(|kind| self.kind == kind)
    }

    fn is_time(&self) -> bool {
        self.is(&["Timeout", "Wait"])
    }

    /// Whether the core keeps it as a value and the builder has a method that does no more than set it.
    fn is_plain(&self) -> bool {
        self.group.is_none() && self.is(&["Text", "Flag", "Count", "Bytes", "Timeout"])
    }

    /// The default as documents write it: `20,000`.
    fn default_text(&self) -> Option<String> {
        match self.default.as_ref()? {
            Lit::Bool(on) => Some(if on.value { "on" } else { "off" }.to_owned()),
            Lit::Int(number) => Some(grouped(number.base10_digits())),
            Lit::Float(number) => Some(number.base10_digits().to_owned()),
            Lit::Str(text) => Some(text.value()),
            _ => None,
        }
    }

    /// What the documentation of a language says: meaning, unit, default, limits.
    fn documentation(&self, unit: Unit) -> String {
        let mut text = self.meaning.clone();
        let because = self.because.as_ref().map(|because| format!(": {because}")).unwrap_or_default();
        if let Some(default) = self.default_text() {
            let default = match unit {
                _ if !self.is_time() => capitalized(&default),
                Unit::Typed => format!("{default} s"),
                Unit::Seconds => format!("In seconds, {default}"),
                Unit::Milliseconds => format!("In milliseconds, {}", grouped(&self.milliseconds().to_string())),
            };
            text += &format!(" {default} by default{because}");
            if self.kind == "Timeout" {
                text += "; more than 0, at most 24 hours";
            }
            if let Some(Lit::Int(least)) = &self.at_least {
                text += &format!("; at least {least}");
            }
            text.push('.');
        } else if self.kind == "Timeout" {
            text += match unit {
                Unit::Typed => " More than 0, at most 24 hours.",
                Unit::Seconds => " In seconds; more than 0, at most 24 hours.",
                Unit::Milliseconds => " In milliseconds; more than 0, at most 24 hours.",
            };
        }
        text
    }

    fn milliseconds(&self) -> u64 {
        match &self.default {
            Some(Lit::Int(seconds)) => seconds.base10_parse::<u64>().unwrap_or_default() * 1000,
            Some(Lit::Float(seconds)) => (seconds.base10_parse::<f64>().unwrap_or_default() * 1000.0) as u64,
            _ => 0,
        }
    }

    /// Whether it is a time without a default: what it limits is off until it is set.
    fn is_optional_time(&self) -> bool {
        self.kind == "Timeout" && self.default.is_none()
    }

    /// The type of a plain value in Rust.
    fn class(&self) -> TokenStream {
        match self.kind.to_string().as_str() {
            "Flag" => quote!(bool),
            "Count" => quote!(usize),
            "Bytes" => quote!(u64),
            "Timeout" if self.is_optional_time() => quote!(Option<::std::time::Duration>),
            "Timeout" => quote!(::std::time::Duration),
            _ => quote!(Option<String>),
        }
    }

    fn initial(&self) -> TokenStream {
        let default = &self.default;
        match self.kind.to_string().as_str() {
            "Timeout" if self.is_optional_time() => quote!(None),
            "Timeout" => quote!(::std::time::Duration::from_secs(#default)),
            "Text" => quote!(None),
            _ => quote!(#default),
        }
    }

    /// The builder's method.
    fn method(&self, is_phone: bool) -> TokenStream {
        let (name, argument, class) = (&self.name, &self.argument, self.class());
        let documentation = lines(&self.documentation(Unit::Typed));
        let (class, value) = match self.kind.to_string().as_str() {
            "Text" => (quote!(impl Into<String>), quote!(Some(#argument.into()))),
            "Timeout" if self.is_optional_time() => (quote!(::std::time::Duration), quote!(Some(#argument))),
            _ => (class, quote!(#argument)),
        };
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
        if self.is_optional_time() {
            return Some(quote! {
                if let Some(time) = self.#field {
                    crate::clock::checked_timeout(time).map_err(|reason| crate::error::Error::config(#name, reason))?;
                }
            });
        }
        if self.kind == "Timeout" {
            return Some(quote! {
                crate::clock::checked_timeout(self.#field).map_err(|reason| crate::error::Error::config(#name, reason))?;
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

    /// Takes a plain text or a time without a default from its variable, unless it is set.
    fn complete(&self) -> Option<TokenStream> {
        let (field, variable) = (&self.name, self.variable.as_ref()?);
        let value = match self.kind.to_string().as_str() {
            "Text" => quote!(read(#variable)?),
            "Timeout" if self.is_optional_time() => {
                quote!(read(#variable)?.map(|text| crate::environment::seconds_of(#variable, &text)).transpose()?)
            }
            _ => return None,
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
        let group = match &self.group {
            Some(group) => format_ident!("{}", capitalized(&group.to_string())),
            None => format_ident!("Client"),
        };
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

    /// A member of Node's settings: `#[doc = "…"] timeout_ms: [Option<f64>] = Timeout Client timeout;`
    fn for_node(&self) -> TokenStream {
        let documentation = lines(&self.documentation(Unit::Milliseconds));
        let name = &self.name;
        let member = if self.is_time() { format_ident!("{name}_ms") } else { name.clone() };
        let (attribute, class) = match self.kind.to_string().as_str() {
            "Flag" => (quote!(), quote!(bool)),
            "Count" | "Attempts" => (quote!(), quote!(u32)),
            "Bytes" | "Timeout" | "Wait" => (quote!(), quote!(f64)),
            "Texts" => (quote!(), quote!(Vec<String>)),
            "Hosts" => (quote!(), quote!(Hosts)),
            "Variables" => (quote!(), quote!(HashMap<String, String>)),
            "Store" => (quote!(#[napi(ts_type = "string | RecordStore")]), quote!(StoreSetting)),
            "Transport" => (quote!(#[napi(ts_type = "Recorder")]), quote!(Transport)),
            "Clock" => (quote!(#[napi(ts_type = "ManualClock")]), quote!(TestClock)),
            "RequestCallback" => (quote!(#[napi(ts_type = "((attempt: Attempt) => unknown)")]), quote!(Callback)),
            "RefreshCallback" => (quote!(#[napi(ts_type = "((refresh: Refresh) => unknown)")]), quote!(Callback)),
            "WorkCallback" => (quote!(#[napi(ts_type = "((event: HandledEvent) => unknown)")]), quote!(Callback)),
            "Logger" => (quote!(#[napi(ts_type = "Logger")]), quote!(LoggerSetting)),
            _ => (quote!(), quote!(String)),
        };
        let (kind, group) = (&self.kind, self.group.clone().unwrap_or_else(|| format_ident!("client")));
        quote!(#documentation #attribute #member: [Option<#class>] = #kind #group #name;)
    }

    /// A method of the settings of Kotlin and Swift: `#[doc = "…"] pkce(on: bool) = |builder| builder.pkce(on);`
    fn for_uniffi(&self) -> Option<TokenStream> {
        let documentation = lines(&self.documentation(Unit::Seconds));
        let (name, argument) = (&self.name, &self.argument);
        let (class, value) = match self.kind.to_string().as_str() {
            "Text" | "Credential" => (quote!(String), quote!(#argument)),
            "Texts" if self.name != "store_keys" => (quote!(Vec<String>), quote!(#argument)),
            "Variables" => (quote!(HashMap<String, String>), quote!(#argument)),
            "Flag" => (quote!(bool), quote!(#argument)),
            "Count" => (quote!(u32), quote!(#argument as usize)),
            "Bytes" => (quote!(u64), quote!(#argument)),
            "Timeout" => (quote!(f64), quote!(open_platform::ffi::nearest_length(#argument))),
            "Attempts" => return Some(quote!(#documentation #name(#argument: u32) = Attempts;)),
            "Wait" => return Some(quote!(#documentation #name(#argument: f64) = Wait;)),
            _ => return None,
        };
        Some(quote!(#documentation #name(#argument: #class) = |builder| builder.#name(#value);))
    }
}

impl Table {
    pub(crate) fn expand(&self) -> TokenStream {
        let plain: Vec<_> = self.0.iter().filter(|row| row.is_plain()).collect();
        let names: Vec<_> = plain.iter().map(|row| &row.name).collect();
        let classes = plain.iter().map(|row| row.class());
        let about = plain.iter().map(|row| lines(&row.meaning));
        let initial = plain.iter().map(|row| row.initial());
        let checks = plain.iter().filter_map(|row| row.check());
        let of_retry = self.0.iter().filter(|row| row.group.as_ref().is_some_and(|group| group == "retry"));
        let retry_checks = of_retry.filter_map(|row| {
            let name = &row.name;
            row.check_least(&quote!(policy.#name))
        });
        let completed = plain.iter().filter_map(|row| row.complete());
        let methods = plain.iter().map(|row| row.method(false));
        let forwarded = plain.iter().filter(|row| row.is_phone).map(|row| row.method(true));
        let rows = self.0.iter().map(Setting::describe);
        let given = self.given();
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

    /// A macro with the settings, for the bindings.
    fn given(&self) -> TokenStream {
        let is_in = |row: &&Setting, groups: &[&str]| {
            row.group.as_ref().is_none_or(|group| groups.iter().any(|it| group == it))
        };
        let python = self.0.iter().filter(|row| is_in(row, &["retry", "http", "observe"]));
        let kinds = python.map(|row| {
            let (name, kind, group) =
                (&row.name, &row.kind, row.group.clone().unwrap_or_else(|| format_ident!("client")));
            quote!(#name: #kind #group;)
        });
        let of = |group: Option<&'static str>| {
            self.0.iter().filter(move |row| row.group.as_ref().map(ToString::to_string).as_deref() == group)
        };
        let node = self.0.iter().filter(|row| is_in(row, &["http", "observe", "node"])).map(Setting::for_node);
        let node_retry = of(Some("retry")).map(Setting::for_node);
        let server = of(None).filter_map(Setting::for_uniffi);
        let phone = of(None).filter(|row| row.is_phone).filter_map(Setting::for_uniffi);
        let (http, retry) =
            (of(Some("http")).filter_map(Setting::for_uniffi), of(Some("retry")).filter_map(Setting::for_uniffi));
        quote! {
            /// Gives every setting to a macro, in the form of a binding.
            #[doc(hidden)]
            #[macro_export]
            macro_rules! each_setting {
                (python $receive:ident) => { $receive! { #(#kinds)* } };
                (node $receive:ident) => { $receive! { settings { #(#node)* } retry { #(#node_retry)* } } };
                (server $receive:ident $settings:ident { $($own:tt)* }) => {
                    $receive! { @each $settings { $($own)* #(#server)* } }
                    $receive! { @http $settings { #(#http)* } }
                    $receive! { @retry $settings { #(#retry)* } }
                };
                (phone $receive:ident $settings:ident { $($own:tt)* }) => {
                    $receive! { @each $settings { $($own)* #(#phone)* } }
                };
            }
        }
    }
}

/// `20000` becomes `20,000`.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|letter| letter.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Documentation, in lines that fit where a language shows them as they are.
fn lines(text: &str) -> TokenStream {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if lines[last].len() + word.len() > 115 {
            lines.push(String::new());
        }
        let last = lines.len() - 1;
        lines[last] += &format!(" {word}");
    }
    quote!(#(#[doc = #lines])*)
}
