//! Data types. No I/O.

pub mod action;
pub mod addon;
pub mod asset;
pub mod chat;
pub mod color;
pub mod custom_button;
pub mod event;
pub mod finder;
pub mod icon;
mod icon_names;
pub mod image;
pub mod message;
pub mod money;
mod open_enum;
pub mod own_post;
pub mod payment;
pub mod post;
pub(crate) mod rule;
pub mod semantic;
pub mod ticket;
pub mod token;
pub mod user;
pub mod widget;

pub(crate) use open_enum::open_enum;
