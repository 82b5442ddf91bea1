//! Data, without I/O.

pub mod action;
pub mod color;
pub mod event;
pub mod icon;
mod icon_names;
