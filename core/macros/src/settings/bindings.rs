//! The settings as the bindings need them: Node's options, the setters of Kotlin and Swift, and how a plain value is set by the name of
//! its setting.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::documentation::{Unit, lines};
use super::{Setting, Table};

impl Setting {
    /// The part of a `match` of a name and a value that sets it by a statement about `value`.
    fn by_name(&self, set: &TokenStream) -> Option<TokenStream> {
        let name = self.name.to_string();
        let (variant, value) = match self.kind.to_string().as_str() {
            "Text" | "Credential" | "Certificates" => (quote!(Text), quote!(value)),
            "Flag" => (quote!(Flag), quote!(value)),
            "Count" | "Attempts" | "Bytes" => (quote!(Number), quote!(number(#name, value)?)),
            "Timeout" => (quote!(Seconds), quote!(limit(#name, value)?)),
            "Wait" => (quote!(Seconds), quote!(length(#name, value)?)),
            _ => return None,
        };
        Some(quote! {
            (#name, SettingValue::#variant(value)) => {
                let value = #value;
                #set;
                Ok(())
            }
        })
    }

    /// The type of a plain value in a binding, and the `SettingValue` of the core that it becomes. None for an object, which each
    /// binding sets itself.
    fn plain_value(&self, unit: Unit, value: &Ident) -> Option<(TokenStream, TokenStream)> {
        Some(match (self.kind.to_string().as_str(), unit) {
            ("Flag", _) if self.is_observed() => return None,
            ("Flag", _) => (quote!(bool), quote!(Flag(#value))),
            ("Text" | "Credential" | "Sandbox" | "Certificates", _) => (quote!(String), quote!(Text(#value))),
            ("Texts", _) => (quote!(Vec<String>), quote!(Texts(#value))),
            ("Count" | "Attempts", _) => (quote!(u32), quote!(Number(#value.into()))),
            ("Bytes", Unit::Milliseconds) => (quote!(f64), quote!(Number(#value as u64))),
            ("Bytes", _) => (quote!(u64), quote!(Number(#value))),
            ("Timeout" | "Wait", Unit::Milliseconds) => (quote!(f64), quote!(Seconds(#value / 1000.0))),
            ("Timeout" | "Wait", _) => (quote!(f64), quote!(Seconds(#value))),
            ("Hosts", _) => (quote!(Hosts), quote!(Hosts(#value))),
            ("Variables", _) => (quote!(HashMap<String, String>), quote!(Variables(#value))),
            _ => return None,
        })
    }

    /// A member of Node's settings: `#[doc = "…"] timeout_ms: [Option<f64>] = "timeout" |value| Seconds(value / 1000.0);`, or without
    /// a value for an object.
    fn for_node(&self) -> TokenStream {
        let documentation = lines(&self.documentation(Unit::Milliseconds));
        let (name, member) = (self.name.to_string(), &self.name);
        let member = if self.is_time() { format_ident!("{member}_ms") } else { member.clone() };
        let value = format_ident!("value");
        if let Some((class, plain)) = self.plain_value(Unit::Milliseconds, &value) {
            return quote!(#documentation #member: [Option<#class>] = #name |#value| SettingValue::#plain;);
        }
        let (type_name, class) = match self.kind.to_string().as_str() {
            "Store" => ("string | RecordStore", quote!(StoreSetting)),
            "Transport" => ("Recorder", quote!(Transport)),
            "Clock" => ("ManualClock", quote!(TestClock)),
            "RequestCallback" => ("((attempt: Attempt) => unknown)", quote!(Callback)),
            "RefreshCallback" => ("((refresh: Refresh) => unknown)", quote!(Callback)),
            "HandledEventCallback" => ("((event: HandledEvent) => unknown)", quote!(Callback)),
            "Logger" => ("Logger", quote!(LoggerSetting)),
            _ => ("boolean", quote!(bool)),
        };
        quote!(#documentation #[napi(ts_type = #type_name)] #member: [Option<#class>];)
    }

    /// A method of the settings of Kotlin and Swift: `#[doc = "…"] pkce(on: bool) = Flag(on);`
    fn for_uniffi(&self) -> Option<TokenStream> {
        // These are written by hand there.
        if self.is(&["Sandbox", "Hosts"]) || self.name == "store_keys" {
            return None;
        }
        let documentation = lines(&self.documentation(Unit::Seconds));
        let (name, argument) = (&self.name, &self.argument);
        let (class, plain) = self.plain_value(Unit::Seconds, argument)?;
        Some(quote!(#documentation #name(#argument: #class) = SettingValue::#plain;))
    }
}

impl Table {
    /// Macros with the settings, for the bindings and for what they have in common.
    pub(super) fn given(&self) -> TokenStream {
        let by_name = self.0.iter().filter_map(|row| {
            let name = &row.name;
            row.by_name(&match row.group.to_string().as_str() {
                "client" => quote!($setup.builder = mem::take(&mut $setup.builder).#name(value)),
                "http" => quote!($setup.http = mem::take(&mut $setup.http).#name(value)),
                "retry" => quote!($setup.retry.#name = value),
                _ => return None,
            })
        });
        let of_phone = || self.of("client").filter(|row| row.is_phone);
        let by_name_of_phone = of_phone().filter_map(|row| {
            let name = &row.name;
            row.by_name(&quote!(*$app = mem::take($app).#name(value)))
        });
        let node = self.0.iter().filter(|row| row.group != "retry").map(Setting::for_node);
        let node_retry = self.of("retry").map(Setting::for_node);
        let server = self.0.iter().filter(|row| !row.is_observed()).filter_map(Setting::for_uniffi);
        let phone = of_phone().filter_map(Setting::for_uniffi);
        let about_settings = lines(
            "How a client is set up. What is not given comes from the environment. No credential is required: a call that needs \
             one that is not set says so.",
        );
        quote! {
            // Sets a plain value by the name of its setting: of a client, and of an app on a phone.
            #[cfg(feature = "ffi")]
            macro_rules! set_by_name {
                (client $setup:ident $name:ident $value:ident) => {
                    match ($name, $value) { #(#by_name)* _ => Err(not_plain($name)) }
                };
                (phone $app:ident $name:ident $value:ident) => {
                    match ($name, $value) { #(#by_name_of_phone)* _ => Err(not_plain($name)) }
                };
            }
            #[cfg(feature = "ffi")]
            pub(crate) use set_by_name;

            /// Gives every setting to a macro, in the form of a binding.
            #[doc(hidden)]
            #[macro_export]
            macro_rules! each_setting {
                (node $receive:ident) => {
                    $receive! {
                        /// How often and how long to try again.
                        Retry "retry." { #(#node_retry)* }
                    }
                    $receive! {
                        #about_settings
                        Settings "" {
                            #(#node)*
                            /// How often and how long to try again.
                            retry: [Option<Retry>];
                        }
                    }
                };
                (server $receive:ident $settings:ident) => { $receive! { @plain $settings { #(#server)* } } };
                (phone $receive:ident $settings:ident) => { $receive! { @plain $settings { #(#phone)* } } };
            }
        }
    }
}
