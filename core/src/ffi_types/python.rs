//! Methods of the Python classes: those of the core types, under the same names.

use std::hash::{Hash, Hasher};

use chrono::{DateTime, Utc};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::api::types::*;
use crate::ffi::each_argument;
use crate::ffi::python::{
    Aliases, Direction, Given, Refused, Value, argument, crosses, no_panic, read_text, show_text,
};
use crate::id::Phone;
use crate::json::{Extra, FieldIssue, Json};
use crate::migrate::Migrated;
use crate::model::action::Action;
use crate::model::image::Image;
use crate::model::money::{Rials, Tomans};
use crate::model::post::Price;
use crate::model::widget::Widget;

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

#[no_panic]
#[pymethods]
impl Rials {
    /// The amount in toman; what is less than one toman is left out.
    #[pyo3(name = "to_tomans")]
    fn __python_to_tomans(&self) -> Tomans {
        self.to_tomans()
    }
}

#[no_panic]
#[pymethods]
impl Tomans {
    /// The amount in rial. 1 toman is 10 rial.
    #[pyo3(name = "to_rials")]
    fn __python_to_rials(&self) -> Rials {
        self.to_rials()
    }
}

#[no_panic]
#[pymethods]
impl SubmitSchema {
    /// What is wrong with the members that depend on the category, by path, such as `category_fields.rooms`: a member that
    /// is missing, has the wrong type or is none of the values of the form. Empty if they can be sent.
    #[pyo3(name = "problems")]
    fn __python_problems(&self, category_fields: Given<Extra>) -> PyResult<Vec<FieldIssue>> {
        Ok(self.problems(&category_fields.required("category_fields")?))
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
    /// Opens an `https` address.
    #[staticmethod]
    #[pyo3(name = "direct_link")]
    fn __python_direct_link(url: Given<String>) -> PyResult<Self> {
        Ok(Self::direct_link(url.required("url")?))
    }

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

    /// Opens a post.
    #[staticmethod]
    #[pyo3(name = "post_page")]
    fn __python_post_page(post_token: crate::PostToken) -> Self {
        Self::post_page(post_token)
    }

    /// Opens the page where the owner manages a post.
    #[staticmethod]
    #[pyo3(name = "post_manage_page")]
    fn __python_post_manage_page(post_token: crate::PostToken) -> Self {
        Self::post_manage_page(post_token)
    }

    /// The key of the action in JSON, such as `open_direct_link`.
    #[getter(kind)]
    fn __python_kind(&self) -> &str {
        self.kind()
    }
}

#[no_panic]
#[pymethods]
impl Button {
    /// A button that opens an `https` address.
    #[staticmethod]
    #[pyo3(name = "link", signature = (caption, *, url))]
    fn __python_link(caption: Given<String>, url: Given<String>) -> PyResult<Self> {
        Ok(Self::link(caption.required("caption")?, url.required("action.open_direct_link")?))
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
}

#[no_panic]
#[pymethods]
impl Widget {
    /// Name of the widget: its one key in JSON, such as `title_row`.
    #[getter(kind)]
    fn __python_kind(&self) -> &str {
        self.kind()
    }
}

#[no_panic]
#[pymethods]
impl BotStart {
    /// Parses the text of a chatbot message; `None` if it is not a start. Any user can type such a text: do not trust
    /// it.
    #[staticmethod]
    #[pyo3(name = "parse")]
    fn __python_parse(text: Given<String>) -> PyResult<Option<Self>> {
        Ok(Self::parse(&text.required("text")?))
    }
}

#[no_panic]
#[pymethods]
impl DirectLink {
    /// Parses an address or its query. If a parameter occurs twice, the first is used.
    #[staticmethod]
    #[pyo3(name = "parse")]
    fn __python_parse(url_or_query: Given<String>) -> PyResult<Self> {
        Ok(Self::parse(&url_or_query.required("url_or_query")?))
    }
}

#[no_panic]
#[pymethods]
impl Subscription {
    /// A subscription to new messages on all posts of the user.
    #[staticmethod]
    #[pyo3(name = "new_messages")]
    fn __python_new_messages() -> Self {
        Self::new_messages()
    }

    /// A subscription to changes of all posts of the user. The end of a post is only sent to subscriptions of that one
    /// post (docs/platform.md#event-payloads).
    #[staticmethod]
    #[pyo3(name = "post_updates")]
    fn __python_post_updates() -> Self {
        Self::post_updates()
    }
}

#[no_panic]
#[pymethods]
impl SemanticRecord {
    /// The same record about the user with this phone number, for the calls that take the user's id.
    #[pyo3(name = "about")]
    fn __python_about(&self, phone: Phone) -> UserIdSemanticRecord {
        self.clone().about(phone)
    }
}

#[no_panic]
#[pymethods]
impl Post {
    /// Whether the response had this member, by its name in JSON. `null` counts as absent.
    #[pyo3(name = "has")]
    fn __python_has(&self, member: Given<String>) -> PyResult<bool> {
        Ok(self.has(&member.required("member")?))
    }

    /// The title, if the post has one. Raises `DecodeError` if it is not text.
    #[getter(title)]
    fn __python_title(&self) -> PyResult<Option<String>> {
        Ok(self.title()?)
    }

    /// The description, if the post has one. Raises `DecodeError` if it is not text.
    #[getter(description)]
    fn __python_description(&self) -> PyResult<Option<String>> {
        Ok(self.description()?)
    }

    /// Addresses of the images; empty if there are none. Raises `DecodeError` if they are not a list of texts.
    #[getter(images)]
    fn __python_images(&self) -> PyResult<Vec<String>> {
        Ok(self.images()?)
    }

    /// The price, if the post has one. Raises `DecodeError` if it is not an object with a mode and an amount.
    #[getter(price)]
    fn __python_price(&self) -> PyResult<Option<Price>> {
        Ok(self.price()?)
    }
}

#[no_panic]
#[pymethods]
impl User {
    /// The user's phone number, from whichever member has it.
    #[getter(phone)]
    fn __python_phone(&self) -> Option<Phone> {
        self.phone().cloned()
    }
}

#[no_panic]
#[pymethods]
impl ChatMessage {
    /// The text, if this is a text message.
    #[getter(text)]
    fn __python_text(&self) -> Option<&str> {
        self.text()
    }

    /// Whether an app wrote it. An app that responds to its own messages responds to itself forever.
    #[getter(is_from_bot)]
    fn __python_is_from_bot(&self) -> bool {
        self.is_from_bot()
    }
}

#[no_panic]
#[pymethods]
impl MessageContent {
    /// The `type` in JSON, such as `TEXT`.
    #[getter(kind)]
    fn __python_kind(&self) -> &str {
        self.kind()
    }
}

#[no_panic]
#[pymethods]
impl Event {
    /// The `type` in JSON, such as `NEW_MESSAGE`.
    #[getter(kind)]
    fn __python_kind(&self) -> &str {
        self.kind()
    }

    /// The message, if the event is about one.
    #[getter(message)]
    fn __python_message(&self) -> Option<ChatMessage> {
        self.message().cloned()
    }
}

#[no_panic]
#[pymethods]
impl Delivery {
    /// When the event happened, if known.
    #[getter(sent_at)]
    fn __python_sent_at(&self) -> Option<DateTime<Utc>> {
        self.sent_at()
    }
}

#[no_panic]
#[pymethods]
impl Migrated {
    /// Paths of members that have no place in the new form.
    #[getter(dropped)]
    fn __python_dropped(&self) -> Vec<String> {
        self.dropped()
    }

    /// Whether a person should check the result.
    #[getter(needs_attention)]
    fn __python_needs_attention(&self) -> bool {
        self.needs_attention()
    }
}

/// The name of an image, or the response to its upload.
impl Value for Image {
    fn hint(direction: Direction, _: &mut Aliases) -> String {
        if direction == Direction::Given { "str | UploadedImage" } else { "str" }.into()
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        match object.cast::<UploadedImage>() {
            Ok(uploaded) => Ok(Self::from(uploaded.get())),
            Err(_) => read_text(object).map(Self::from),
        }
    }

    fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()> {
        show_text(self.as_str(), py, to)
    }

    fn is_nothing(&self) -> bool {
        self.as_str().is_empty()
    }

    fn hash(&self, mut state: &mut dyn Hasher) {
        Hash::hash(self.as_str(), &mut state);
    }
}

argument!(Image, "image_name");

crosses!(Image as PyString, |image, py| Ok(PyString::new(py, image.as_str())));
