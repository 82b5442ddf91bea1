//! `open-platform demo`: runs an example app end to end against the sandbox, in one process and over HTTP.
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
mod post_sync;
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

/// How to play it.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Wait this long after each step, to read along: milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=60_000))]
    pace: u64,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Answer, Failure> {
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|e| Failure::environment("cannot start", e, "look at the limits of this machine"))?;
    runtime.block_on(async {
        let interrupted = signal::stop()?;
        let begun = Instant::now();
        let stage = Stage::set().await.map_err(|Wrong(reason)| {
            Failure::environment("the stage cannot be set", reason, "see whether this machine allows local ports")
        })?;
        let mut story = Story::new(output, Duration::from_millis(arguments.pace));
        let answer = tokio::select! {
            played = play(&stage, &mut story) => match played {
                Ok(()) => story.remark(&summary(&stage, &story, begun)).map(|()| Answer::Yes),
                Err(Stop::Step) => story.remark("\nThe demo ends here: a step did not hold.").map(|()| Answer::No),
                Err(Stop::Output(failure)) => Err(failure),
            },
            () = interrupted => Ok(Answer::Interrupted),
        };
        // Whatever is still under way after the grace period ends with the process.
        let _ = tokio::time::timeout(GRACE, stage.strike()).await;
        answer
    })
}

async fn play(stage: &Stage, story: &mut Story) -> Result<(), Stop> {
    story.remark(&format!("The platform listens at {}, the time is {}.", stage.url(), stage.world.now()))?;
    login::play(stage, story).await?;
    seller_addon::play(stage, story).await?;
    buyer_tool::play(stage, story).await?;
    chat::play(stage, story).await?;
    chatbot::play(stage, story).await?;
    assistant::play(stage, story).await?;
    verification::play(stage, story).await?;
    post_sync::play(stage, story).await?;
    migration::play(stage, story).await?;
    closing::play(stage, story).await
}

fn summary(stage: &Stage, story: &Story, begun: Instant) -> String {
    format!(
        "\n{} steps held. Requests sent: {}, refreshes: {}, deliveries: {}, time: {:.1} s.",
        story.steps(),
        stage.requests(),
        stage.requests_to("oauth.refresh"),
        stage.world.deliveries().len(),
        begun.elapsed().as_secs_f64(),
    )
}
