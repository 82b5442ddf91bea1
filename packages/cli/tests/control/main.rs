//! The commands that control a running sandbox, as processes.

mod app;
mod data;
mod doctor;
mod drive;
mod fault;
mod https;
#[cfg(unix)]
mod logs;
mod sandbox;
mod state;
mod trigger;
