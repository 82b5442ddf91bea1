//! `open-platform token`: issues tokens of a running sandbox without a login.

use clap::Args;
use http::Method;
use serde_json::json;

use super::Place;
use crate::output::{Exit, Failure, Output};

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Name of the user: `seller`, `buyer`, `dealer`, or one that was added.
    #[arg(long)]
    user: String,
    /// The scopes, as if the user had just granted them. With `offline_access` there is a refresh token, too.
    #[arg(long = "scope", value_name = "SCOPE", num_args = 1.., required = true)]
    scopes: Vec<String>,
}

/// Runs the command: it writes the access token only, or everything with `--json`.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let body = json!({ "user": arguments.user, "scopes": arguments.scopes });
    let issued = arguments.place.admin()?.in_world(Method::POST, "/tokens", Some(&body))?;
    if output.is_json() {
        output.line(&issued)?;
    } else {
        output.text(&format!("{}\n", issued["access_token"].as_str().unwrap_or_default()))?;
    }
    Ok(Exit::Success)
}
