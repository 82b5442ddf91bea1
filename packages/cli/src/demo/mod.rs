//! `open-platform demo`: an app lives its life on a local platform, in one process and over real HTTP.
//!
//! Here are the command and the order of the flows. `stage` builds the platform, the app and the browser; `story` prints;
//! each other file is one flow, in the calls that an app makes, and can be read on its own. Begin with `login`.

mod app_server;
mod assistant;
mod browser;
mod buyer_tool;
mod chat;
mod chatbot;
mod closing;
mod login;
mod migration;
mod seller_addon;
mod stage;
mod story;
mod verification;

use std::time::{Duration, Instant};

use clap::Args;

use self::stage::Stage;
use self::story::{Stop, Story, Wrong};
use crate::output::{Answer, Failure, Output};
use crate::signal;

/// How long stopping may take.
const GRACE: Duration = Duration::from_secs(5);

/// Nothing to choose yet.
#[derive(Args, Debug)]
pub struct Arguments {}

/// Runs the command.
pub fn run(_: &Arguments, output: Output) -> Result<Answer, Failure> {
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|e| Failure::environment("cannot start", e, "look at the limits of this machine"))?;
    runtime.block_on(async {
        let interrupted = signal::stop()?;
        let begun = Instant::now();
        let stage = Stage::set().await.map_err(|Wrong(reason)| {
            Failure::environment("the stage cannot be set", reason, "see whether this machine allows local ports")
        })?;
        let mut story = Story::new(output);
        let answer = tokio::select! {
            played = play(&stage, &mut story, begun) => match played {
                Ok(()) => Ok(Answer::Yes),
                Err(Stop::Step) => Ok(Answer::No),
                Err(Stop::Output(failure)) => Err(failure),
            },
            () = interrupted => Ok(Answer::Interrupted),
        };
        // Whatever is still under way after the grace period ends with the process.
        let _ = tokio::time::timeout(GRACE, stage.strike()).await;
        answer
    })
}

async fn play(stage: &Stage, story: &mut Story, begun: Instant) -> Result<(), Stop> {
    story.remark(&format!("The platform listens at {}, the time is {}.", stage.url(), stage.world.now()))?;
    login::play(stage, story).await?;
    seller_addon::play(stage, story).await?;
    buyer_tool::play(stage, story).await?;
    chat::play(stage, story).await?;
    chatbot::play(stage, story).await?;
    assistant::play(stage, story).await?;
    verification::play(stage, story).await?;
    migration::play(stage, story).await?;
    closing::play(stage, story).await?;
    story.remark(&format!(
        "\n{} steps held, {} requests sent, {} refresh, {} deliveries, {:.1} s",
        story.steps(),
        stage.requests(),
        stage.requests_to("oauth.refresh"),
        stage.world.deliveries().len(),
        begun.elapsed().as_secs_f64(),
    ))
}
