//! `open-platform sandbox`: runs the sandbox as a process, for tests in any language.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use clap::{Args, ValueEnum};
use open_platform::Secret;
use open_platform_sandbox::{Builder, Profile, Sandbox};
use serde_json::{Value, json};

use crate::output::{Answer, Failure, Output};
use crate::signal;

/// The time limit for requests in progress after the signal to stop.
const GRACE: Duration = Duration::from_secs(5);

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Port to listen on; 0 selects a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Seed of all ids, credentials and random choices: the same seed gives the same data.
    #[arg(long, default_value_t = 7)]
    seed: u64,
    /// How to behave where the documentation of the platform is not definite.
    #[arg(long, value_enum, default_value_t = Choice::Strict)]
    profile: Choice,
    /// Address to listen on. An address other than loopback needs --token-env.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    bind: IpAddr,
    /// Environment variable with the token that requests to the admin API must send.
    #[arg(long, value_name = "NAME")]
    token_env: Option<String>,
    /// Stop also when standard input ends, so that the sandbox ends with the process that started it through a pipe.
    #[arg(long)]
    stop_with_stdin: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Choice {
    /// Refuse what the documentation does not allow.
    Strict,
    /// Accept every request that can be interpreted.
    Lenient,
    /// Behave as the live platform was observed to.
    Observed,
}

impl From<Choice> for Profile {
    fn from(choice: Choice) -> Self {
        match choice {
            Choice::Strict => Self::Strict,
            Choice::Lenient => Self::Lenient,
            Choice::Observed => Self::Observed,
        }
    }
}

/// Runs the command: one line of JSON on standard output, then it serves until Ctrl-C or SIGTERM.
pub fn run(arguments: &Arguments, output: Output) -> Result<Answer, Failure> {
    let builder = settings(arguments)?;
    let runtime = tokio::runtime::Runtime::new().map_err(|e| {
        Failure::environment(
            "the asynchronous runtime cannot start",
            e,
            "check the limits of this machine: threads, file descriptors",
        )
    })?;
    runtime.block_on(async {
        // Before the line is written: its reader may send the signal at once.
        let stop = signal::stop()?;
        let sandbox = builder.start().await.map_err(|e| {
            let next = "choose another --port or --bind; --port 0 takes a free port";
            let place = SocketAddr::new(arguments.bind, arguments.port);
            Failure::environment(format!("the sandbox cannot start at {place}"), e, next)
        })?;
        output.line(&description(&sandbox))?;
        tokio::select! {
            () = stop => {}
            () = end_of_stdin(), if arguments.stop_with_stdin => {}
        }
        // Requests still in progress after the grace period end with the process.
        let _ = tokio::time::timeout(GRACE, sandbox.stop()).await;
        Ok(Answer::Yes)
    })
}

/// Reads standard input to its end on a thread: a blocking read of tokio would delay the end of the process.
async fn end_of_stdin() {
    let (ended, end) = tokio::sync::oneshot::channel::<()>();
    std::thread::spawn(move || {
        // An error counts as the end, too.
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        drop(ended);
    });
    let _ = end.await;
}

fn settings(arguments: &Arguments) -> Result<Builder, Failure> {
    let Arguments { port, seed, profile, bind, token_env, stop_with_stdin: _ } = arguments;
    let builder = Sandbox::builder().bind(SocketAddr::new(*bind, *port)).seed(*seed).profile(Profile::from(*profile));
    let Some(name) = token_env else {
        if bind.is_loopback() {
            return Ok(builder);
        }
        return Err(Failure::usage(
            format!("{bind} can be reached from other machines"),
            "the admin API would be open to them",
            "set a token in an environment variable and name the variable with --token-env, or omit --bind",
        ));
    };
    match std::env::var(name) {
        Ok(token) if !token.is_empty() => Ok(builder.token(Secret::new(token))),
        _ => Err(Failure::usage(
            format!("the environment variable {name} is not set, empty or not Unicode"),
            "--token-env names the variable that holds the token",
            format!("set {name}, or omit --token-env on loopback"),
        )),
    }
}

/// What a test needs: the addresses, and the generated credentials of the default world.
fn description(sandbox: &Sandbox) -> Value {
    let url = sandbox.url();
    let app = sandbox.default_world().app();
    json!({
        // The packages of other languages check that the command has their own version.
        "version": env!("CARGO_PKG_VERSION"),
        "url": url,
        "hosts": {
            "auth": format!("{url}/auth"),
            "base": format!("{url}/base"),
            "api": format!("{url}/api"),
            "upload": format!("{url}/upload"),
        },
        "admin": format!("{url}/_sandbox"),
        "environment": {
            "OPEN_PLATFORM_SANDBOX_URL": url,
            "OPEN_PLATFORM_API_KEY": app.api_key,
            "OPEN_PLATFORM_CLIENT_ID": app.client_id,
            "OPEN_PLATFORM_CLIENT_SECRET": app.client_secret,
            "OPEN_PLATFORM_IDENTIFICATION_KEYS": app.identification_key,
            "OPEN_PLATFORM_REDIRECT_URI": app.redirect_uris.first(),
        },
    })
}
