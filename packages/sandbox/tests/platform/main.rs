//! Every endpoint of the platform through the transport without a socket: exact requests and answers.

mod addons;
mod app;
mod assets;
mod backend;
mod chat;
mod clicks;
mod finder;
mod login;
mod own_posts;
mod payments;
mod permissions;
mod posts;
mod subscriptions;
mod switches;
mod tickets;
mod users;
mod worlds;
