//! Data types whose definition is the result of a macro in the source.

use std::collections::HashMap;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Ident, ItemEnum, LitStr, Token, braced};

use super::Word;
use super::source::documentation;

/// `/// … pub enum Side { /// … Seller = "SELLER" | "seller" }`
pub(super) fn open_enum(tokens: TokenStream) -> (Vec<Attribute>, String, Vec<Word>) {
    let parse = |input: ParseStream<'_>| {
        let attributes = input.call(Attribute::parse_outer)?;
        input.parse::<Token![pub]>()?;
        input.parse::<Token![enum]>()?;
        let name: Ident = input.parse()?;
        let content;
        braced!(content in input);
        let words = content.parse_terminated(OpenWord::parse, Token![,])?;
        Ok((attributes, name.to_string(), words.into_iter().map(|word| word.0).collect()))
    };
    parse.parse2(tokens).unwrap_or_else(|error| panic!("open_enum!: {error}"))
}

struct OpenWord(Word);

impl Parse for OpenWord {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        input.parse::<Ident>()?;
        input.parse::<Token![=]>()?;
        let word = input.parse::<LitStr>()?.value();
        while input.parse::<Option<Token![|]>>()?.is_some() {
            input.parse::<LitStr>()?;
        }
        Ok(Self(Word { word, documentation: documentation(&attributes) }))
    }
}

/// The types of `text!(crate::id::PostToken = "post_token", Scope = "scopes")`: the last name before each `=`, or at the end.
pub(super) fn names_of_texts(tokens: TokenStream) -> Vec<String> {
    let (mut names, mut last) = (Vec::new(), None);
    for token in tokens {
        match token {
            TokenTree::Ident(name) => last = Some(name.to_string()),
            TokenTree::Punct(sign) if matches!(sign.as_char(), '=' | ',') => names.extend(last.take()),
            _ => {}
        }
    }
    names.extend(last);
    names
}

/// The limits of `record!(checked(WidgetLimits) TitleRow { text: chars(49), … })`: the type, the member and the number in
/// `chars(…)` of its rule.
pub(super) fn limits(tokens: TokenStream) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    let mut name = String::new();
    for token in tokens {
        match token {
            TokenTree::Ident(word) => name = word.to_string(),
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let members = group.stream().to_string();
                found.extend(members.split(',').filter_map(|line| {
                    let (member, rule) = line.split_once(':')?;
                    let member = member.split_whitespace().next()?.to_owned();
                    let most = rule.split_once("chars")?.1.trim_start().strip_prefix('(')?;
                    let digits: String = most.trim_start().chars().take_while(char::is_ascii_digit).collect();
                    (!digits.is_empty()).then(|| (name.clone(), member, digits))
                }));
            }
            _ => {}
        }
    }
    found
}

/// `/// … PostToken, "post_token"`
pub(super) fn id(tokens: TokenStream) -> Option<(Vec<Attribute>, String)> {
    let parse = |input: ParseStream<'_>| {
        let attributes = input.call(Attribute::parse_outer)?;
        let name: Ident = input.parse()?;
        input.parse::<TokenStream>()?;
        Ok((attributes, name.to_string()))
    };
    parse.parse2(tokens).ok()
}

/// `macro_rules! name { ($($(#[$doc:meta])* $name:ident = $key:literal),+) => { … } }`, a macro with one rule, whose
/// arguments are repeated.
pub(super) struct Definition {
    pub(super) name: String,
    pub(super) body: TokenStream,
}

/// What the variables of a rule stand for in one of the repeated arguments. The names are those of the rule.
type Bound = HashMap<String, Vec<TokenStream>>;

impl Definition {
    /// The enum with `#[data]` that an invocation makes.
    pub(super) fn data_enum(&self, arguments: &TokenStream) -> Option<ItemEnum> {
        let mut groups = self.body.clone().into_iter().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        });
        let (matcher, body) = (groups.next()?, groups.next()?);
        let mut variables = Vec::new();
        variables_of(matcher, &mut variables);
        let each: Vec<Bound> = entries(arguments).iter().map(|entry| bind(entry, &variables)).collect();
        let definition = enum_in(body)?;
        syn::parse2(transcribe(definition, &each, None)).ok()
    }
}

/// The names of the variables with their kinds, in order.
fn variables_of(matcher: TokenStream, found: &mut Vec<(String, String)>) {
    let tokens: Vec<_> = matcher.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match (token, tokens.get(index + 1), tokens.get(index + 3)) {
            (TokenTree::Punct(sign), Some(TokenTree::Ident(name)), Some(TokenTree::Ident(kind)))
                if sign.as_char() == '$' =>
            {
                found.push((name.to_string(), kind.to_string()));
            }
            (TokenTree::Group(group), ..) => variables_of(group.stream(), found),
            _ => {}
        }
    }
}

/// The repeated arguments: each ends with a comma or semicolon after its literals, and begins with its attributes.
fn entries(arguments: &TokenStream) -> Vec<Vec<TokenTree>> {
    let mut entries = vec![Vec::new()];
    for token in arguments.clone() {
        let begins = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '#');
        let has_value =
            entries.last().is_some_and(|entry: &Vec<_>| entry.iter().any(|t| matches!(t, TokenTree::Literal(_))));
        if begins && has_value {
            entries.push(Vec::new());
        }
        if let Some(entry) = entries.last_mut() {
            entry.push(token);
        }
    }
    entries
}

/// Binds attributes, identifiers and literals in the order in which they are in an argument.
fn bind(entry: &[TokenTree], variables: &[(String, String)]) -> Bound {
    let mut values: HashMap<&str, Vec<TokenStream>> = HashMap::new();
    for token in entry {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                values.entry("meta").or_default().push(group.stream());
            }
            TokenTree::Group(group) => values.entry("ident").or_default().push(group.stream()),
            TokenTree::Ident(_) => values.entry("ident").or_default().push(token.clone().into()),
            TokenTree::Literal(_) => values.entry("literal").or_default().push(token.clone().into()),
            TokenTree::Punct(_) => {}
        }
    }
    let mut bound = Bound::new();
    for (name, kind) in variables {
        let of_kind = values.entry(kind).or_default();
        let taken =
            if kind == "meta" { std::mem::take(of_kind) } else { of_kind.drain(..of_kind.len().min(1)).collect() };
        bound.insert(name.clone(), taken);
    }
    bound
}

/// The first enum in the body, with its attributes.
fn enum_in(body: TokenStream) -> Option<TokenStream> {
    let tokens: Vec<_> = body.into_iter().collect();
    let end = tokens.iter().position(|token| matches!(token, TokenTree::Ident(word) if word == "enum"))? + 2;
    Some(tokens.into_iter().take(end + 1).collect())
}

/// Repeats `$( … )+` for each argument, and `$( … )*` in it for each attribute.
fn transcribe(template: TokenStream, each: &[Bound], bound: Option<&Bound>) -> TokenStream {
    let mut made = TokenStream::new();
    let mut tokens = template.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_dollar = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '$');
        match (token, is_dollar.then(|| tokens.next()).flatten(), bound) {
            (_, Some(TokenTree::Ident(name)), Some(bound)) => {
                made.extend(bound.get(&name.to_string()).into_iter().flatten().cloned());
            }
            (_, Some(TokenTree::Group(group)), bound) => {
                tokens.next();
                match bound {
                    None => made.extend(each.iter().map(|entry| transcribe(group.stream(), each, Some(entry)))),
                    Some(bound) => {
                        for attribute in bound.values().flatten().filter(|value| is_documentation(value)) {
                            let one = bound.iter().map(|(name, values)| {
                                let is_repeated = values.iter().any(is_documentation);
                                (name.clone(), if is_repeated { vec![attribute.clone()] } else { values.clone() })
                            });
                            made.extend(transcribe(group.stream(), each, Some(&one.collect())));
                        }
                    }
                }
            }
            (TokenTree::Group(group), ..) => {
                let inner = transcribe(group.stream(), each, bound);
                made.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            (token, ..) => made.extend([token]),
        }
    }
    made
}

fn is_documentation(value: &TokenStream) -> bool {
    matches!(value.clone().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc")
}
