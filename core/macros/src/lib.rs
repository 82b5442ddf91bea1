//! `#[data]` exports a data type of `open-platform` to Python, Node, Kotlin and Swift. `#[calls]` does the same for
//! the calls of the platform.
//!
//! There is a macro instead of the attributes of the three generators for these reasons: they would need three lines
//! on each of about eighty types and one on most fields, the Python constructor would list every field a second time,
//! and JavaScript could not omit a member. The macro implements these rules:
//!
//! - A field that may be empty has a default in every language, so that `TitleRow(text="Inspected")` is enough. A text that is always
//!   sent has none in Python and Node: an app that forgets it gets an error, and not an empty text.
//! - A struct is a frozen class in Python, a plain object in Node, a record in Kotlin and Swift.
//! - An enum with data is a class with a subclass per variant, an object with the discriminant `type`, a sealed class.
//! - An enum without data is a string, and an enum in Kotlin and Swift.
//!
//! The conversion of single values is in `open_platform::ffi`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Item, parse_macro_input};

mod calls;
mod methods;
mod node;
mod panics;
mod python;
mod python_docs;
mod row;
mod settings;
mod shape;
mod uniffi;

/// Exports a data type to the languages whose features are on.
///
/// Options of an enum: `tag = "status"` is the name of its discriminant in Node instead of `type`; `wire` means that it is
/// `Serialize` (not needed where a struct derives it); with `payload` Python accepts the only field of a variant instead of the
/// variant: `widgets=[TitleRow("Inspected")]`. Options of a struct: with `list` Python accepts a list instead of it, which is its
/// first field: `buttons=[[button]]`; with `by_position = 2` Python takes the first two fields by position, and not only the
/// first; with `image` Python takes the first image that may be absent also as `image`; with `options` an unknown member in
/// JavaScript is an unknown option, and a time in `_seconds` is one in milliseconds there, whose name ends in `Ms`. For both,
/// `received` means that it comes from the platform, as a struct with `issues` does: an app may have put members of its own into
/// it in JavaScript, which are an error in all other types. `server` means that no call of an app on a phone has the type.
#[proc_macro_attribute]
pub fn data(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let mut options = Options { tag: "type".to_owned(), by_position: 1, ..Options::default() };
    let read = syn::meta::parser(|argument| options.take(&argument));
    parse_macro_input!(arguments with read);
    match parse_macro_input!(item as Item) {
        Item::Struct(item) => structure(item, &options),
        Item::Enum(item) => enumeration(item, &options),
        other => syn::Error::new_spanned(other, "`#[data]` can be put on a struct or an enum only").to_compile_error(),
    }
    .into()
}

/// Makes a function, or each function of an `impl` block, catch its panics: the caller gets an `InternalError`. pyo3
/// would raise its `PanicException`, which `except Exception` does not catch. Their documentation becomes that of Python.
/// Must be above `#[pymethods]` or `#[pyfunction]`.
#[proc_macro_attribute]
pub fn no_panic(_: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    match parse_macro_input!(item as Item) {
        Item::Fn(mut function) => {
            panics::catch(&mut function.sig, &mut function.block);
            python_docs::translate(&mut function.attrs);
            function.into_token_stream()
        }
        Item::Impl(mut block) => {
            for item in &mut block.items {
                if let syn::ImplItem::Fn(function) = item {
                    panics::catch(&mut function.sig, &mut function.block);
                    python_docs::translate(&mut function.attrs);
                }
            }
            block.into_token_stream()
        }
        other => syn::Error::new_spanned(other, "`#[no_panic]` can be put on a function or an `impl` block only")
            .to_compile_error(),
    }
    .into()
}

/// Makes an `impl` block the calls of one area: `#[calls(User, legacy.addons)]`. The first word is the type that the
/// calls need, the second the accessors that lead to them. Each method with `#[endpoint(…)]` is a call:
///
/// ```text
/// #[endpoint(POST "/v2/open-platform/addons/post/{post_token}", number = "8", scopes(POST_ADDON_CREATE),
///     permission = "ADD_ON_CREATE", source = "…")]
/// ```
///
/// It generates the struct of the handle and the method that returns it, the rows of the endpoint table, the part of
/// the documentation that follows from a row, the descriptions for the packages, and a macro that passes the calls to
/// the bindings. Defaults: the main host, the API key (and the user's token), a JSON body for POST and PUT, and
/// retries for GET and DELETE only. `frequent` is for a call whose speed counts more than its size: see `open_platform::api::Boxed`.
#[proc_macro_attribute]
pub fn calls(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let handle = parse_macro_input!(arguments as calls::Handle);
    let block = parse_macro_input!(item as syn::ItemImpl);
    calls::expand(&handle, block).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Describes methods that every language has, of an object that a client or a user has: `#[methods(OpenPlatform, grants)]` on its
/// `impl` block, and `#[method]` on each of them; `#[method(changes)]` if it does more than to read, so that its result may be
/// ignored. `#[methods(own)]` is for an object for which each binding has a class, `#[methods]` alone for one whose methods are
/// written by hand in each binding.
///
/// The documentation for the other languages is that of the `impl` block and of the methods. Its section `# Arguments` is a list with
/// an item for each argument that needs a description of its own, and `# Errors` one with an item for each error:
///
/// ```text
/// - `limit`: The maximum number of grants.
/// - [`Error::Store`] if the store failed.
/// ```
///
/// It generates the description for the packages, and a macro that passes the methods to the bindings, except for `#[methods]`
/// alone.
#[proc_macro_attribute]
pub fn methods(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let object = parse_macro_input!(arguments as methods::Object);
    let block = parse_macro_input!(item as syn::ItemImpl);
    methods::expand(&object, block).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// All handles of [`macro@calls`], in the order of the endpoint table: `handles!(Users, Posts)`.
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
/// with its meaning, its name, the name and the kind of its argument, and its default. Optional are `because "…"`, the reason for the
/// default; `variable "…"`, the environment variable; `at_least` with a number; `phone` if an app on a phone also has it; `group retry` or
/// `group http` if it belongs to the retry policy or to the transport. The macro generates the plain values and their checks, the methods
/// of the builders, the description for the packages, and a macro that passes the settings to the bindings.
#[proc_macro]
pub fn settings(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    parse_macro_input!(input as settings::Table).expand().into()
}

/// The options of a type.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) tag: String,
    pub(crate) wire: bool,
    pub(crate) payload: bool,
    pub(crate) list: bool,
    pub(crate) image: bool,
    pub(crate) by_position: usize,
    pub(crate) options: bool,
    pub(crate) received: bool,
    pub(crate) server: bool,
}

impl Options {
    fn take(&mut self, argument: &syn::meta::ParseNestedMeta<'_>) -> syn::Result<()> {
        let word = argument.path.require_ident()?.to_string();
        match word.as_str() {
            "tag" => self.tag = argument.value()?.parse::<syn::LitStr>()?.value(),
            "wire" => self.wire = true,
            "payload" => self.payload = true,
            "list" => self.list = true,
            "image" => self.image = true,
            "by_position" => self.by_position = argument.value()?.parse::<syn::LitInt>()?.base10_parse()?,
            "options" => self.options = true,
            "received" => self.received = true,
            "server" => self.server = true,
            _ => {
                let known =
                    "`tag`, `wire`, `payload`, `list`, `by_position`, `image`, `options`, `received` and `server`";
                return Err(argument.error(format!("unknown option: there are {known}")));
            }
        }
        Ok(())
    }
}

fn structure(mut item: syn::ItemStruct, options: &Options) -> TokenStream {
    let shape = match shape::Struct::of(&item, options) {
        Ok(shape) => shape,
        Err(error) => return error.to_compile_error(),
    };
    let (mut attributes, mut items) = (TokenStream::new(), TokenStream::new());
    if cfg!(feature = "python") {
        attributes.extend(python::class(&item.attrs));
        items.extend(python::structure(&shape, options));
        items.extend(python::exported(&item.ident, &[]));
    }
    if cfg!(feature = "node") {
        attributes.extend(quote!(#[::napi_derive::napi(object, object_from_js = false, object_to_js = false)]));
        items.extend(node::structure(&shape, options));
        node::name_bytes(&mut item.fields);
    }
    if cfg!(feature = "uniffi") {
        attributes.extend(uniffi::printing(&item.attrs, [&item.fields], options));
        attributes.extend(quote!(#[derive(::uniffi::Record)]));
        uniffi::add_defaults(&mut item.fields);
    }
    if cfg!(feature = "python") {
        python_docs::translate(&mut item.attrs);
        item.fields.iter_mut().for_each(|field| python_docs::translate(&mut field.attrs));
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
            attributes.extend(python::class(&item.attrs));
            items.extend(python::enumeration(&item, options));
            let variants: Vec<_> = item.variants.iter().map(|variant| variant.ident.to_string()).collect();
            items.extend(python::exported(&item.ident, &variants));
            python_docs::translate(&mut item.attrs);
            for variant in &mut item.variants {
                python_docs::translate(&mut variant.attrs);
                variant.fields.iter_mut().for_each(|field| python_docs::translate(&mut field.attrs));
            }
        }
    }
    if cfg!(feature = "node") {
        let tag = &options.tag;
        let case = if is_words { quote!(string_enum) } else { quote!(discriminant = #tag, discriminant_case) };
        attributes
            .extend(quote!(#[::napi_derive::napi(#case = "snake_case", object_from_js = false, object_to_js = false)]));
        items.extend(if is_words { node::words(&item) } else { node::enumeration(&item, options) });
    }
    if cfg!(feature = "uniffi") {
        attributes.extend(uniffi::printing(&item.attrs, item.variants.iter().map(|variant| &variant.fields), options));
        attributes.extend(quote!(#[derive(::uniffi::Enum)]));
    }
    quote!(#attributes #item #items)
}
