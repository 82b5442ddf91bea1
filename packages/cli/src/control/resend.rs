//! `open-platform resend`: lets a running sandbox deliver an event again.

use clap::Args;
use http::Method;

use super::Place;
use crate::output::{Exit, Failure, Output};

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Number of the delivery. By default the last one.
    delivery: Option<i64>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let admin = arguments.place.admin()?;
    let delivery = match arguments.delivery {
        Some(delivery) => delivery,
        None => {
            let deliveries = admin.in_world(Method::GET, "/deliveries", None)?;
            let last = deliveries.as_array().and_then(|all| all.last()).and_then(|last| last["id"].as_i64());
            last.ok_or_else(|| {
                let why = "no event was made for the app";
                Failure::input("there is no delivery", why, "let a user do something first, such as send a message")
            })?
        }
    };
    let again = admin.in_world(Method::POST, &format!("/deliveries/{delivery}/redeliver"), None)?;
    if output.is_json() {
        output.line(&again)?;
    } else {
        output.text(&format!("delivery {delivery} is sent again as delivery {}\n", again["delivery"]))?;
    }
    Ok(Exit::Success)
}
