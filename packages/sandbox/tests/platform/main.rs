//! Every endpoint of the platform, over the wire but without a socket: exact requests, exact answers.

mod addons;
mod app;
mod backend;
mod chat;
mod clicks;
mod login;
mod permissions;
mod posts;
mod subscriptions;
mod switches;
mod users;
mod worlds;
