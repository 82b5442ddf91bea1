//! The commands that drive a running sandbox, as processes.

mod app;
mod drive;
mod sandbox;
mod trigger;
