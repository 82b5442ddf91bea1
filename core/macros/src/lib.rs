//! `#[data]`: one word on a data type of `open-platform`, and it crosses into Python, Node, Kotlin and Swift.
//! `#[calls]`: the same for the calls of the platform.
//!
//! Why a macro of our own, and not the attributes of the three generators: they would put three lines on each of some
//! eighty types and one on most fields, would want every field listed a second time for the Python constructor, and
//! would leave JavaScript no way to leave out a member. Here the rules stand once:
//!
//! - a field that may be empty has a default in every language, so that `TitleRow(text="Inspected")` is enough;
//! - a struct is a frozen class in Python, a plain object in Node, a record in Kotlin and Swift;
//! - an enum with data is a class with a subclass per variant, an object with the discriminant `type`, a sealed class;
//! - an enum of words is a string, and an enum in Kotlin and Swift.
//!
//! How single values cross is not decided here but in `open_platform::ffi`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Item, parse_macro_input};

mod calls;
mod node;
mod panics;
mod python;
mod row;
mod settings;
mod shape;
mod uniffi;

/// Makes a data type cross into the languages whose features are on.
///
/// An enum may say more: `tag = "status"`, the name of its discriminant in Node in place of `type`; `wire`, that it is
/// `Serialize` (of a struct the derive tells); and `payload`, that Python may give the one field of a variant in place of
/// the variant: `widgets=[TitleRow("Inspected")]`. A struct may say `list`, that Python may give a list in place of it,
/// which is its first field: `buttons=[[button]]`; and `options`, that JavaScript may give no members but its fields.
#[proc_macro_attribute]
pub fn data(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let mut options = Options { tag: "type".to_owned(), wire: false, payload: false, list: false, options: false };
    let read = syn::meta::parser(|argument| options.take(&argument));
    parse_macro_input!(arguments with read);
    match parse_macro_input!(item as Item) {
        Item::Struct(item) => structure(item, &options),
        Item::Enum(item) => enumeration(item, &options),
        other => syn::Error::new_spanned(other, "only a struct or an enum is data").to_compile_error(),
    }
    .into()
}

/// Has a function, or each function of an `impl` block, catch its panics: the caller gets an `InternalError`. pyo3 would raise
/// its `PanicException`, which no `except Exception` catches. Stands above `#[pymethods]` or `#[pyfunction]`.
#[proc_macro_attribute]
pub fn no_panic(_: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    match parse_macro_input!(item as Item) {
        Item::Fn(mut function) => {
            panics::catch(&mut function.sig, &mut function.block);
            function.into_token_stream()
        }
        Item::Impl(mut block) => {
            for item in &mut block.items {
                if let syn::ImplItem::Fn(function) = item {
                    panics::catch(&mut function.sig, &mut function.block);
                }
            }
            block.into_token_stream()
        }
        other => syn::Error::new_spanned(other, "only a function or an impl block can panic").to_compile_error(),
    }
    .into()
}

/// Makes an `impl` block the calls of one area: `#[calls(User, legacy.addons)]`, where the first word is what the calls need
/// and the second the accessors that lead to them. Each method that says `#[endpoint(…)]` is a call:
///
/// ```text
/// #[endpoint(POST "/v2/open-platform/addons/post/{post_token}", number = "8", scopes(POST_ADDON_CREATE),
///     permission = "ADD_ON_CREATE", source = "…")]
/// ```
///
/// From these come the struct of the handle and the method that returns it, the rows of the endpoint table with the part of
/// the documentation that a row knows, the descriptions that the packages are written from, and a macro that gives the calls
/// to the bindings. Usual and so left out: the main host, the key (and the user's token), a JSON body for POST and PUT, and
/// that only GET and DELETE may be sent again.
#[proc_macro_attribute]
pub fn calls(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let handle = parse_macro_input!(arguments as calls::Handle);
    let block = parse_macro_input!(item as syn::ItemImpl);
    calls::expand(&handle, block).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// All handles that [`macro@calls`] has made, in the order of the endpoint table: `handles!(Users, Posts)`.
#[proc_macro]
pub fn handles(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    parse_macro_input!(input as calls::Handles).expand().into()
}

/// Makes the settings of a client from their table. A row is
///
/// ```text
/// /// The time limit of an image upload.
/// upload_timeout(timeout: Timeout) = 60, phone;
/// ```
///
/// its meaning, its name, the name and the kind of its value, its default, and: `because "…"` why that is the default,
/// `variable "…"` of the environment, `at_least` a number, `phone` where an app on a phone has it too, `group retry` or
/// `group http` where the policy of retries or the transport holds it. From these come the plain values and their checks, the
/// methods of the builders, the description that the packages are written from, and a macro that gives them to the bindings.
#[proc_macro]
pub fn settings(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    parse_macro_input!(input as settings::Table).expand().into()
}

/// What a type says beside its fields or variants.
pub(crate) struct Options {
    pub(crate) tag: String,
    pub(crate) wire: bool,
    pub(crate) payload: bool,
    pub(crate) list: bool,
    pub(crate) options: bool,
}

impl Options {
    fn take(&mut self, argument: &syn::meta::ParseNestedMeta<'_>) -> syn::Result<()> {
        let word = argument.path.require_ident()?.to_string();
        match word.as_str() {
            "tag" => self.tag = argument.value()?.parse::<syn::LitStr>()?.value(),
            "wire" => self.wire = true,
            "payload" => self.payload = true,
            "list" => self.list = true,
            "options" => self.options = true,
            _ => return Err(argument.error("says nothing: there are `tag`, `wire`, `payload`, `list` and `options`")),
        }
        Ok(())
    }
}

fn structure(mut item: syn::ItemStruct, options: &Options) -> TokenStream {
    let shape = match shape::Struct::of(&item) {
        Ok(shape) => shape,
        Err(error) => return error.to_compile_error(),
    };
    let (mut attributes, mut items) = (TokenStream::new(), TokenStream::new());
    if cfg!(feature = "python") {
        attributes.extend(python::class());
        items.extend(python::structure(&shape, options));
    }
    if cfg!(feature = "node") {
        attributes.extend(quote!(#[::napi_derive::napi(object, object_from_js = false, object_to_js = false)]));
        items.extend(node::structure(&shape, options));
        node::name_bytes(&mut item.fields);
    }
    if cfg!(feature = "uniffi") {
        attributes.extend(uniffi::printing(&item.attrs, [&item.fields]));
        attributes.extend(quote!(#[derive(::uniffi::Record)]));
        uniffi::add_defaults(&mut item.fields);
    }
    if cfg!(feature = "python") {
        python::unlink(&mut item.attrs);
        item.fields.iter_mut().for_each(|field| python::unlink(&mut field.attrs));
        items.extend(python::getters(&item.ident, &mut item.fields));
    }
    quote!(#attributes #item #items)
}

fn enumeration(mut item: syn::ItemEnum, options: &Options) -> TokenStream {
    let is_words = item.variants.iter().all(|variant| variant.fields.is_empty());
    let (mut attributes, mut items) = (TokenStream::new(), TokenStream::new());
    if cfg!(feature = "python") {
        if is_words {
            items.extend(python::words(&item));
        } else {
            attributes.extend(python::class());
            items.extend(python::enumeration(&item, options));
            python::unlink(&mut item.attrs);
            for variant in &mut item.variants {
                python::unlink(&mut variant.attrs);
                variant.fields.iter_mut().for_each(|field| python::unlink(&mut field.attrs));
            }
        }
    }
    if cfg!(feature = "node") {
        let tag = &options.tag;
        let case = if is_words { quote!(string_enum) } else { quote!(discriminant = #tag, discriminant_case) };
        attributes
            .extend(quote!(#[::napi_derive::napi(#case = "snake_case", object_from_js = false, object_to_js = false)]));
        items.extend(if is_words { node::words(&item) } else { node::enumeration(&item, tag) });
    }
    if cfg!(feature = "uniffi") {
        attributes.extend(uniffi::printing(&item.attrs, item.variants.iter().map(|variant| &variant.fields)));
        attributes.extend(quote!(#[derive(::uniffi::Enum)]));
    }
    quote!(#attributes #item #items)
}
