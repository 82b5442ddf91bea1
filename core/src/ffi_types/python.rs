//! Methods of the Python classes: those of the core types, under the same names.

use std::hash::{Hash, Hasher};

use chrono::{DateTime, Utc};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString};

use super::forms::each_argument;
use crate::api::types::*;
use crate::ffi::python::{Given, Refused, Value, argument, crosses, no_panic, read_text};
use crate::id::{Phone, PostToken};
use crate::json::{Extra, FieldIssue, Json};
use crate::migrate::Migrated;
use crate::model::action::Action;
use crate::model::image::Image;
use crate::model::money::{Rials, Tomans};
use crate::model::post::Price;
use crate::model::widget::Widget;
use crate::oauth::{Authorization, LoginOutcome};

macro_rules! checked {
    ($($name:ident),+ $(,)?) => {$(
        #[no_panic]
        #[pymethods]
        impl $name {
            /// Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
            /// invalid value.
            #[pyo3(name = "check")]
            fn __python_check(&self) -> PyResult<()> {
                Ok(self.check()?)
            }
        }
    )+};
}
checked!(Action, Button, Widget);

macro_rules! readable {
    ($($name:ident),+ $(,)?) => {$(
        #[no_panic]
        #[pymethods]
        impl $name {
            /// Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value.
            #[staticmethod]
            fn from_dict(value: Given<Json>) -> PyResult<Self> {
                Ok(value.required("value")?.to_input()?)
            }
        }
    )+};
}
readable!(Action, ChatMessage, Post, User, Widget);

macro_rules! arguments {
    ($($read:ident, $write:ident, $check:ident: $name:ident),+ $(,)?) => {
        checked!($($name),+);
        readable!($($name),+);
    };
}
each_argument!(phone arguments);
each_argument!(server arguments);

/// The methods of classes that only call those of the core with the same names: `method "name" own(object, arguments) -> result =
/// expression;`, `get name own(object) -> …` for a property and `class "name" own(arguments) -> …` for a method of the class.
/// `own` is the name in Rust, where the core's method has the other one.
macro_rules! methods {
    ($($class:ident { $(
        $(#[$about:meta])* $kind:ident $name:tt $own:ident($($arguments:tt)*) -> $result:ty = $value:expr;
    )+ })+) => {$($(
        methods!(@$kind $class, ($(#[$about])*), $name, $own, ($($arguments)*), $result, $value);
    )+)+};
    (@get $class:ident, ($($about:tt)*), $name:tt, $own:ident, ($object:ident), $result:ty, $value:expr) => {
        #[no_panic]
        #[pymethods]
        impl $class {
            $($about)*
            #[getter($name)]
            fn $own(&self) -> PyResult<$result> {
                let $object = self;
                Ok($value)
            }
        }
    };
    (
        @method $class:ident, ($($about:tt)*), $name:tt, $own:ident, ($object:ident $(, $argument:ident: $type:ty)*),
        $result:ty, $value:expr
    ) => {
        #[no_panic]
        #[pymethods]
        impl $class {
            $($about)*
            #[pyo3(name = $name)]
            fn $own(&self, $($argument: Given<$type>),*) -> PyResult<$result> {
                $(let $argument = $argument.required(stringify!($argument))?;)*
                let $object = self;
                Ok($value)
            }
        }
    };
    (
        @class $class:ident, ($($about:tt)*), $name:tt, $own:ident, ($($argument:ident: $type:ty),*), $result:ty,
        $value:expr
    ) => {
        #[no_panic]
        #[pymethods]
        impl $class {
            $($about)*
            #[staticmethod]
            #[pyo3(name = $name)]
            fn $own($($argument: Given<$type>),*) -> PyResult<$result> {
                $(let $argument = $argument.required(stringify!($argument))?;)*
                Ok($value)
            }
        }
    };
}

/// The sum and the difference of amounts of one unit. For another operand Python raises a `TypeError`.
macro_rules! amounts {
    ($($name:ident),+) => {$(
        #[no_panic]
        #[pymethods]
        impl $name {
            fn __add__(&self, other: &Self) -> Self {
                *self + *other
            }

            fn __sub__(&self, other: &Self) -> Self {
                *self - *other
            }
        }
    )+};
}
amounts!(Rials, Tomans);

methods! {
    Rials {
        /// The amount in toman; what is less than one toman is left out.
        method "to_tomans" __to_tomans(amount) -> Tomans = amount.to_tomans();
    }
    Tomans {
        /// The amount in rial. 1 toman is 10 rial.
        method "to_rials" __to_rials(amount) -> Rials = amount.to_rials();
    }
    SubmitSchema {
        /// What is wrong with the members that depend on the category, by path, such as `category_fields.rooms`: a member that
        /// is missing, has the wrong type or is none of the values of the form. Empty if they can be sent.
        method "problems" __problems(form, category_fields: Extra) -> Vec<FieldIssue> = form.problems(&category_fields);
    }
    Action {
        /// Opens an `https` address.
        class "direct_link" __direct_link(url: String) -> Action = Self::direct_link(url);

        /// Opens a post.
        class "post_page" __post_page(post_token: PostToken) -> Action = Self::post_page(post_token);

        /// Opens the page where the owner manages a post.
        class "post_manage_page" __post_manage_page(post_token: PostToken) -> Action = Self::post_manage_page(post_token);

        /// The key of the action in JSON, such as `open_direct_link`.
        get kind __kind(action) -> &str = action.kind();
    }
    Widget {
        /// Name of the widget: its one key in JSON, such as `title_row`.
        get kind __kind(widget) -> &str = widget.kind();
    }
    BotStart {
        /// Parses the text of a chatbot message; `None` if it is not a start. Any user can type such a text: do not trust
        /// it.
        class "parse" __parse(text: String) -> Option<BotStart> = Self::parse(&text);
    }
    DirectLink {
        /// Parses an address or its query. If a parameter occurs twice, the first is used.
        class "parse" __parse(url_or_query: String) -> DirectLink = Self::parse(&url_or_query);
    }
    Subscription {
        /// A subscription to new messages on all posts of the user.
        class "new_messages" __new_messages() -> Subscription = Self::new_messages();

        /// A subscription to changes of all posts of the user. The end of a post is only sent to subscriptions of that one
        /// post (docs/platform.md#event-payloads).
        class "post_updates" __post_updates() -> Subscription = Self::post_updates();
    }
    SemanticRecord {
        /// The same record about the user with this phone number, for the calls that take the user's id.
        method "about" __about(record, phone: Phone) -> UserIdSemanticRecord = record.clone().about(phone);
    }
    Post {
        /// Whether the response had this member, by its name in JSON. `null` counts as absent.
        method "has" __has(post, member: String) -> bool = post.has(&member);

        /// The title, if the post has one. Raises `DecodeError` if it is not text.
        get title __title(post) -> Option<String> = post.title()?;

        /// The description, if the post has one. Raises `DecodeError` if it is not text.
        get description __description(post) -> Option<String> = post.description()?;

        /// Addresses of the images; empty if there are none. Raises `DecodeError` if they are not a list of texts.
        get images __images(post) -> Vec<String> = post.images()?;

        /// The price, if the post has one. Raises `DecodeError` if it is not an object with a mode and an amount.
        get price __price(post) -> Option<Price> = post.price()?;
    }
    User {
        /// The user's phone number, from whichever member has it.
        get phone __phone(user) -> Option<Phone> = user.phone().cloned();
    }
    ChatMessage {
        /// The text, if this is a text message.
        get text __text(message) -> Option<&str> = message.text();

        /// Whether an app wrote it. An app that responds to its own messages responds to itself forever.
        get is_from_bot __is_from_bot(message) -> bool = message.is_from_bot();
    }
    MessageContent {
        /// The `type` in JSON, such as `TEXT`.
        get kind __kind(content) -> &str = content.kind();
    }
    Event {
        /// The `type` in JSON, such as `NEW_MESSAGE`.
        get kind __kind(event) -> &str = event.kind();

        /// The message, if the event is about one.
        get message __message(event) -> Option<ChatMessage> = event.message().cloned();
    }
    Delivery {
        /// When the event happened, if known.
        get sent_at __sent_at(delivery) -> Option<DateTime<Utc>> = delivery.sent_at();
    }
    Migrated {
        /// Paths of members that have no place in the new form.
        get dropped __dropped(migrated) -> Vec<String> = migrated.dropped();

        /// Whether a person should check the result.
        get needs_attention __needs_attention(migrated) -> bool = migrated.needs_attention();
    }
}

/// The data of a button: one object, or its members by keyword.
fn data(data: Option<Given<Json>>, members: Option<&Bound<'_, PyDict>>) -> PyResult<Json> {
    match (data, members) {
        (Some(data), None) => data.required("data"),
        (None, Some(members)) => Ok(Json::read(members.as_any()).map_err(|refused| refused.under("data"))?),
        (None, None) => Ok(serde_json::json!({}).into()),
        (Some(_), Some(_)) => Err(Refused::new("give either one object or its members").under("data").into()),
    }
}

#[no_panic]
#[pymethods]
impl Action {
    /// Sends `data` to the app, which responds with the address to open. `data` is an object, or its members by
    /// keyword, and arrives as `extra_data`.
    #[staticmethod]
    #[pyo3(name = "server_link", signature = (data = None, /, **members))]
    fn __python_server_link(data: Option<Given<Json>>, members: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Ok(Self::server_link(self::data(data, members)?))
    }

    /// Sends `data` to the app, which responds with what to do. `data` is an object, or its members by keyword, and
    /// arrives as `extra_data`.
    #[staticmethod]
    #[pyo3(name = "dynamic", signature = (data = None, /, **members))]
    fn __python_dynamic(data: Option<Given<Json>>, members: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Ok(Self::dynamic(self::data(data, members)?))
    }
}

#[no_panic]
#[pymethods]
impl Button {
    /// A button that opens an `https` address.
    #[staticmethod]
    #[pyo3(name = "link", signature = (caption, *, url))]
    fn __python_link(caption: Given<String>, url: Given<String>) -> PyResult<Self> {
        Ok(Self::new(caption.required("caption")?, Action::direct_link(url.required("action.open_direct_link")?)))
    }

    /// A button that sends `data` to the app in a start request. The app responds with the address to open. `data` is
    /// an object, or its members by keyword.
    #[staticmethod]
    #[pyo3(name = "server", signature = (caption, data = None, /, **members))]
    fn __python_server(
        caption: Given<String>,
        data: Option<Given<Json>>,
        members: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        Ok(Self::server(caption.required("caption")?, self::data(data, members)?))
    }

    /// A button that sends `data` to the app in a dynamic action. The app responds with what to do. `data` is an object,
    /// or its members by keyword.
    #[staticmethod]
    #[pyo3(name = "dynamic", signature = (caption, data = None, /, **members))]
    fn __python_dynamic(
        caption: Given<String>,
        data: Option<Given<Json>>,
        members: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        Ok(Self::new(caption.required("caption")?, Action::dynamic(self::data(data, members)?)))
    }

    /// A button that opens a post.
    #[staticmethod]
    #[pyo3(name = "post_page", signature = (caption, *, post))]
    fn __python_post_page(caption: Given<String>, post: Given<PostToken>) -> PyResult<Self> {
        Ok(Self::new(
            caption.required("caption")?,
            Action::post_page(post.required("action.open_post_page.post_token")?),
        ))
    }

    /// A button that opens the page where the owner manages a post.
    #[staticmethod]
    #[pyo3(name = "post_manage_page", signature = (caption, *, post))]
    fn __python_post_manage_page(caption: Given<String>, post: Given<PostToken>) -> PyResult<Self> {
        let post = post.required("action.open_post_manage_page.post_token")?;
        Ok(Self::new(caption.required("caption")?, Action::post_manage_page(post)))
    }
}

#[no_panic]
#[pymethods]
impl Authorization {
    /// `url, state = …`
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        (&self.url, &self.state).into_pyobject(py)?.try_iter()
    }
}

// What the package makes its `Granted` of, or `None` for `Denied`.
crosses!(LoginOutcome as PyAny, PyErr, |outcome, py| match outcome {
    LoginOutcome::Granted { grant, scopes, missing_scopes, return_to } => {
        (grant, scopes, missing_scopes, return_to).into_bound_py_any(py)
    }
    LoginOutcome::Denied => py.None().into_bound_py_any(py),
});

/// The name of an image, or the response to its upload.
impl Value for Image {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        match object.cast::<UploadedImage>() {
            Ok(uploaded) => Ok(Self::from(uploaded.get())),
            Err(_) => read_text(object).map(Self::from),
        }
    }

    fn hash(&self, mut state: &mut dyn Hasher) {
        Hash::hash(self.as_str(), &mut state);
    }
}

argument!(Image, "image_name");

crosses!(Image as PyString, |image, py| Ok(PyString::new(py, image.as_str())));
