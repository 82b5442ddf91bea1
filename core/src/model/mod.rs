//! Data, without I/O.

pub mod event;
