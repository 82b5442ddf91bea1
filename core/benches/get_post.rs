//! CPU of the client's thread per `posts().get`, beside bare reqwest and serde on the same server in the same run.
//!
//! Target: at most 1.15 times bare reqwest.

mod meter;

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};

use chrono::{DateTime, Utc};
use meter::{Contender, cpu, report};
use open_platform::OpenPlatform;
use open_platform::client::Hosts;
use serde::Deserialize;

const POST: &str = include_str!("post.json");
const CALLS: u32 = 1_000;
const ROUNDS: usize = 15;

/// What an expert would write by hand for the same members.
#[derive(Deserialize)]
#[allow(dead_code)]
struct BarePost {
    token: String,
    category: String,
    city: String,
    #[serde(default)]
    district: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    chat_enabled: bool,
    #[serde(default)]
    supplier_chat_assistant_enabled: bool,
    first_published_at: Option<DateTime<Utc>>,
    last_modified_at: Option<DateTime<Utc>>,
    data: HashMap<String, serde_json::Value>,
    business_data: Option<HashMap<String, String>>,
}

/// A server that answers every request on a kept connection with the same post.
fn serve(stream: TcpStream) -> std::io::Result<()> {
    let mut answer = stream.try_clone()?;
    let reply =
        format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{POST}", POST.len());
    let mut empty_lines = BufReader::new(stream).lines();
    while let Some(line) = empty_lines.next().transpose()? {
        if line.is_empty() {
            answer.write_all(reply.as_bytes())?;
        }
    }
    Ok(())
}

fn main() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let origin = format!("http://{}", listener.local_addr().expect("bound"));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            stream.set_nodelay(true).expect("TCP");
            std::thread::spawn(move || serve(stream));
        }
    });

    let hosts = Hosts { auth: origin.clone(), base: origin.clone(), api: origin.clone(), upload: origin.clone() };
    let platform = OpenPlatform::builder().api_key("bench-key-0123456789").hosts(hosts).build().expect("valid");
    rustls::crypto::ring::default_provider().install_default().expect("the first provider");
    let bare = reqwest::Client::builder().no_proxy().build().expect("client");
    let url = format!("{origin}/v1/open-platform/finder/post/gZd7omnS");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("runtime");

    let (mut by_hand, mut by_sdk) = (Contender::new("reqwest + serde"), Contender::new("open-platform"));
    let one_by_hand = async || {
        let answer = bare.get(&url).header("x-api-key", "bench-key-0123456789").send().await.expect("answer");
        let body = answer.bytes().await.expect("body");
        let post: BarePost = serde_json::from_slice(&body).expect("a post");
        assert_eq!(post.token, "gZd7omnS");
    };
    let one_by_sdk = async || {
        let post = platform.posts().get("gZd7omnS").await.expect("a post");
        assert_eq!(post.token.as_str(), "gZd7omnS");
    };
    runtime.block_on(async {
        for round in 0..=ROUNDS {
            let start = cpu();
            for _ in 0..CALLS {
                one_by_hand().await;
            }
            let middle = cpu();
            for _ in 0..CALLS {
                one_by_sdk().await;
            }
            // The first round warms up.
            if round > 0 {
                by_hand.note(middle - start, CALLS);
                by_sdk.note(cpu() - middle, CALLS);
            }
        }
    });
    report("GET post, typed, sequential, CPU per call", &[by_hand, by_sdk], "open-platform", 1.15);
}
