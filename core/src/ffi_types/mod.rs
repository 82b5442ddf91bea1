//! Additions to single data types in other languages beside `#[data]`: types that are strings there, and the methods
//! of the Python classes. Also the functions and methods that every language has, and the settings of a client by name.

#[cfg(any(feature = "node", feature = "uniffi"))]
pub mod documents;
mod forms;
mod functions;
mod methods;
#[cfg(feature = "python")]
mod python;
pub mod settings;

use crate::model::icon::Icon;
#[cfg(any(feature = "node", feature = "uniffi"))]
use crate::model::image::Image;
use crate::scope::Scope;

crate::ffi::text!(Icon = "icon_name", Scope = "scopes");
#[cfg(feature = "node")]
crate::ffi::node::text!(Image);

#[cfg(feature = "uniffi")]
crate::ffi::uniffi::text!(Icon, Image);
#[cfg(feature = "uniffi")]
uniffi::custom_type!(Scope, String, {
    try_lift: |text| Ok(Scope::from(text)),
    lower: |value| value.to_text(),
});
