//! CPU of the client's thread per `posts().get`, beside bare reqwest and serde on the same server in the same run.
//!
//! Target: at most 1.15 times bare reqwest.

mod by_hand;
mod comparison;
mod cpu;
mod server;
mod target_result;

use std::time::Duration;

use comparison::{Contender, report};
use cpu::cpu;
use open_platform::OpenPlatform;
use open_platform::client::Hosts;
use target_result::TargetResult;

const CALLS: u32 = 1_000;
const ROUNDS: usize = 15;

fn main() -> TargetResult {
    let origin = server::start(Duration::ZERO);
    let host = || origin.clone();
    let hosts = Hosts { auth: host(), base: host(), api: host(), upload: host(), chat: host() };
    let platform = OpenPlatform::builder().api_key("bench-key-0123456789").hosts(hosts.clone()).build().expect("valid");
    let observed = OpenPlatform::builder().api_key("bench-key-0123456789").hosts(hosts);
    let observed = observed.on_request(|it| _ = std::hint::black_box(it.status)).build().expect("valid");
    let bare = by_hand::Client::new(&origin);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("runtime");

    let (mut by_hand, mut by_sdk) = (Contender::new("reqwest + serde"), Contender::new("open-platform"));
    let mut by_observed = Contender::new("open-platform with on_request");
    let one_by_sdk = async |platform: &OpenPlatform| {
        let post = platform.posts().get("gZd7omnS").await.expect("a post");
        assert_eq!(post.token.as_str(), "gZd7omnS");
    };
    runtime.block_on(async {
        for round in 0..=ROUNDS {
            let start = cpu();
            for _ in 0..CALLS {
                bare.get().await;
            }
            let middle = cpu();
            for _ in 0..CALLS {
                one_by_sdk(&platform).await;
            }
            let end = cpu();
            for _ in 0..CALLS {
                one_by_sdk(&observed).await;
            }
            // The first round warms up.
            if round > 0 {
                by_hand.note(middle - start, CALLS);
                by_sdk.note(end - middle, CALLS);
                by_observed.note(cpu() - end, CALLS);
            }
        }
    });
    report("GET post, typed, sequential, CPU per call", &[by_hand, by_sdk, by_observed], "open-platform", 1.15)
}
