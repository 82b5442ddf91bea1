//! `open-platform demo`: runs an example app end to end against the sandbox, in one process and over HTTP.
//!
//! This file has the command and the order of the flows. `context` starts the platform, the app and the browser; `runner`
//! runs and prints the steps. Each other file is one flow, written with the calls that an app makes, and can be read on its
//! own. Begin with `login`.

mod agency;
mod app_server;
mod assistant;
mod browser;
mod buyer_tool;
mod chat;
mod chatbot;
mod context;
mod ledger;
mod login;
mod migration;
mod post_sync;
mod runner;
mod search_bot;
mod seller_addon;
mod verification;

use std::time::{Duration, Instant};

use clap::Args;

use self::context::Context;
use self::runner::{DemoError, Runner, StepError};
use crate::output::{Exit, Failure, Output};
use crate::sandbox::runtime;
use crate::signal;

/// The time limit for stopping.
const GRACE: Duration = Duration::from_secs(5);

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Wait after each step, in milliseconds, to read the output while it runs.
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=60_000))]
    pace: u64,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    runtime()?.block_on(async {
        let interrupted = signal::stop()?;
        let begun = Instant::now();
        let context = Context::start().await.map_err(|StepError(reason)| {
            Failure::environment("the demo cannot start", reason, "check whether this machine allows programs to listen on local ports")
        })?;
        let mut runner = Runner::new(output, Duration::from_millis(arguments.pace));
        let answer = tokio::select! {
            result = run_flows(&context, &mut runner) => match result {
                Ok(()) => runner.print_line(&summary(&context, &runner, begun)).map(|()| Exit::Success),
                Err(DemoError::StepFailed) => runner.print_line("\nThe demo ends here: a step failed.").map(|()| Exit::Negative),
                Err(DemoError::Output(failure)) => Err(failure),
            },
            () = interrupted => Ok(Exit::Interrupted),
        };
        // What has not stopped after the grace period ends with the process.
        let _ = tokio::time::timeout(GRACE, context.stop()).await;
        answer
    })
}

async fn run_flows(context: &Context, runner: &mut Runner) -> Result<(), DemoError> {
    runner.print_line(&format!("The platform listens at {}, the time is {}.", context.url(), context.world.now()))?;
    login::run(context, runner).await?;
    seller_addon::run(context, runner).await?;
    buyer_tool::run(context, runner).await?;
    chat::run(context, runner).await?;
    chatbot::run(context, runner).await?;
    assistant::run(context, runner).await?;
    verification::run(context, runner).await?;
    post_sync::run(context, runner).await?;
    agency::run(context, runner).await?;
    search_bot::run(context, runner).await?;
    migration::run(context, runner).await?;
    ledger::run(context, runner).await
}

fn summary(context: &Context, runner: &Runner, begun: Instant) -> String {
    format!(
        "\n{} steps passed. Requests sent: {}, refreshes: {}, deliveries: {}, time: {:.1} s.",
        runner.steps(),
        context.requests(),
        context.requests_to("oauth.refresh"),
        context.world.deliveries().len(),
        begun.elapsed().as_secs_f64(),
    )
}
