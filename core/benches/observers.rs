//! CPU of a call without observers, beside the same call with a callback and with one that wants no records. The transport
//! responds from memory, so that the share of the records in the call is as large as it can be.
//!
//! Targets: a call without observers costs at most 1.01 times one whose callback wants no records, which makes none, and at most
//! 0.98 times one with records. The first says that what is unused costs nothing measurable, the second that the
//! measurement would show it.

mod comparison;
mod cpu;
mod target_result;

use std::hint::black_box;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use comparison::{Contender, report};
use cpu::cpu;
use http::HeaderMap;
use open_platform::OpenPlatform;
use open_platform::client::Builder;
use open_platform::transport::{Failure, Request, Response, Transport};
use target_result::TargetResult;

const CALLS: u32 = 2_000;
const ROUNDS: usize = 31;
const POST: &[u8] = include_bytes!("post.json");

/// Responds to every request with the same post.
#[derive(Debug)]
struct Memory;

#[async_trait]
impl Transport for Memory {
    async fn send(&self, _: Request) -> Result<Response, Failure> {
        Ok(Response { status: 200, headers: HeaderMap::new(), body: Bytes::from_static(POST) })
    }
}

fn main() -> TargetResult {
    let client = |observed: fn(Builder) -> Builder| {
        let builder = OpenPlatform::builder().api_key("bench-key-0123456789").transport(Arc::new(Memory));
        observed(builder).build().expect("valid")
    };
    let clients = [
        ("with on_request", client(|it| it.on_request(|it| _ = black_box(it.status)))),
        ("with a callback that wants no records", client(|it| it.on_request_if(|| black_box(false), |_| ()))),
        ("without observers", client(|it| it)),
    ];
    let mut contenders = clients.each_ref().map(|(name, _)| Contender::new(name));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("runtime");
    runtime.block_on(async {
        for round in 0..=ROUNDS {
            for (index, (_, platform)) in clients.iter().enumerate() {
                let start = cpu();
                for _ in 0..CALLS {
                    let post = platform.posts().get("gZd7omnS").await.expect("a post");
                    assert_eq!(post.token.as_str(), "gZd7omnS");
                }
                // The first round warms up.
                if round > 0 {
                    contenders[index].note(cpu() - start, CALLS);
                }
            }
        }
    });
    let [observed, unwanted, unused] = contenders;
    let (title, subject) = ("A call without observers, by one whose callback wants no records", "without observers");
    let is_free = report(title, &[unwanted, unused.clone()], subject, 1.01);
    is_free.and(report("A call without observers, by one with records", &[observed, unused], subject, 0.98))
}
