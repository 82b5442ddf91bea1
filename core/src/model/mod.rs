//! Data types. No I/O.

pub mod action;
pub mod addon;
pub mod asset;
pub mod chat;
pub mod color;
mod delivery;
pub mod event;
pub mod icon;
mod icon_names;
pub mod image;
pub mod legacy;
pub mod message;
mod open_enum;
pub mod post;
pub mod semantic;
pub mod start;
pub mod token;
pub mod user;
pub mod widget;

pub(crate) use open_enum::open_enum;
