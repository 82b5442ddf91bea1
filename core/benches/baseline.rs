//! Programs with which `tests/bench.py` measures the packages of all languages: the server that they call, and the same calls with
//! bare reqwest and with this crate.
//!
//!     baseline serve [MILLISECONDS]            prints its origin; ends with its standard input; responds after a delay
//!     baseline reqwest ORIGIN IN_FLIGHT        prints {"micro_seconds": CPU per call}
//!     baseline open-platform ORIGIN IN_FLIGHT
//!     baseline over-reqwest ORIGIN IN_FLIGHT   this crate with the transport over a `reqwest::Client`
//!     baseline reqwest-message ORIGIN          the same for a message with three buttons
//!     baseline open-platform-message ORIGIN

mod by_hand;
mod cpu;
#[path = "by_hand/message.rs"]
mod message;
mod server;

use std::time::Duration;

use cpu::cpu;
use open_platform::client::{Builder, Hosts};
use open_platform::model::action::Action;
use open_platform::model::message::{Button, Message};
use open_platform::{OpenPlatform, Secret};
use tokio::task::JoinSet;

/// The durations of the warm-up and of the measurement.
const WARM_UP: Duration = Duration::from_millis(300);
const MEASURED: Duration = Duration::from_millis(1_000);
/// The number of calls between two readings of the clock.
const BATCH: u32 = 320;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["serve"] => serve(0),
        ["serve", milliseconds] => serve(milliseconds.parse().expect("a number")),
        ["reqwest", origin, in_flight] => {
            let client: &'static _ = Box::leak(Box::new(by_hand::Client::new(origin)));
            measure(in_flight, || client.get());
        }
        ["open-platform", origin, in_flight] => {
            measure_package(in_flight, builder(origin));
        }
        ["over-reqwest", origin, in_flight] => {
            rustls::crypto::ring::default_provider().install_default().expect("the first provider");
            let client = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build();
            measure_package(in_flight, builder(origin).reqwest(client.expect("a client")));
        }
        ["reqwest-message", origin] => {
            let sender: &'static _ = Box::leak(Box::new(message::Sender::new(origin)));
            measure("1", || sender.send());
        }
        ["open-platform-message", origin] => {
            let platform = builder(origin).build().expect("valid");
            let user: &'static _ = Box::leak(Box::new(platform.user_with_token(Secret::new("bench-token"))));
            measure("1", || async {
                let open = Button::new("Open", Action::direct_link("https://app.example/report/7"));
                let server = |caption, id| Button::server(caption, serde_json::json!({ "id": id }));
                let rows = vec![vec![open, server("Accept", "7")], vec![server("Refuse", "8")]];
                let message = Message::text("Your report is ready").to_receiver(rows);
                let sent = user.conversations().send("b1946ac9", message).await.expect("a result");
                assert_eq!(sent.status, Some(200));
            });
        }
        _ => {
            panic!("baseline serve | reqwest | open-platform | over-reqwest | reqwest-message | open-platform-message")
        }
    }
}

fn builder(origin: &str) -> Builder {
    OpenPlatform::builder().api_key("bench-key-0123456789").hosts(Hosts::sandbox(origin))
}

fn measure_package(in_flight: &str, builder: Builder) {
    let platform: &'static _ = Box::leak(Box::new(builder.build().expect("valid")));
    measure(in_flight, || async {
        let post = platform.posts().get("gZd7omnS").await.expect("a post");
        assert_eq!(post.token.as_str(), "gZd7omnS");
    });
}

fn serve(milliseconds: u64) {
    println!("{}", server::start(Duration::from_millis(milliseconds)));
    std::io::copy(&mut std::io::stdin(), &mut std::io::sink()).expect("standard input");
}

/// CPU time per call of this thread, which does all the work.
fn measure<F: Future<Output = ()> + Send + 'static>(in_flight: &str, call: impl Fn() -> F + Copy + Send + 'static) {
    let in_flight: u32 = in_flight.parse().expect("a number");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("runtime");
    let run = |budget: Duration| {
        let (start, mut calls) = (cpu(), 0);
        while cpu() - start < budget {
            runtime.block_on(async {
                let mut workers = JoinSet::new();
                for _ in 0..in_flight {
                    workers.spawn(async move {
                        for _ in 0..BATCH / in_flight {
                            call().await;
                        }
                    });
                }
                workers.join_all().await;
            });
            calls += BATCH / in_flight * in_flight;
        }
        (cpu() - start).as_secs_f64() * 1e6 / f64::from(calls)
    };
    run(WARM_UP);
    println!("{{\"micro_seconds\": {:.3}}}", run(MEASURED));
}
