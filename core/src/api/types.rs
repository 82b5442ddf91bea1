//! The types of arguments and results, for the crates in which [`each_call`](crate::each_call) makes the methods.

pub use crate::id::*;
pub use crate::legacy::*;
pub use crate::model::addon::*;
pub use crate::model::asset::*;
pub use crate::model::chat::*;
pub use crate::model::custom_button::*;
pub use crate::model::event::*;
pub use crate::model::finder::*;
pub use crate::model::image::*;
pub use crate::model::message::*;
pub use crate::model::own_post::*;
pub use crate::model::payment::*;
pub use crate::model::post::*;
pub use crate::model::semantic::*;
pub use crate::model::ticket::*;
pub use crate::model::user::*;
pub use crate::webhook::start::*;
pub use crate::webhook::{Delivery, Event};
