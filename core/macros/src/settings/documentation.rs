//! What the documentation of a setting says in each language.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Lit;

use super::Setting;
use crate::shape::capitalized;

/// How a language measures time.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Unit {
    Typed,
    Seconds,
    Milliseconds,
}

impl Setting {
    /// The default as documents write it: `20,000`.
    pub(super) fn default_text(&self) -> Option<String> {
        match self.default.as_ref()? {
            Lit::Bool(on) => Some(if on.value { "on" } else { "off" }.to_owned()),
            Lit::Int(number) => Some(grouped(number.base10_digits())),
            Lit::Float(number) => Some(number.base10_digits().to_owned()),
            Lit::Str(text) => Some(text.value()),
            _ => None,
        }
    }

    /// What the documentation of a language says: meaning, unit, default, limits.
    pub(super) fn documentation(&self, unit: Unit) -> String {
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

/// Documentation, in lines that fit where a language shows them as they are.
pub(super) fn lines(text: &str) -> TokenStream {
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
