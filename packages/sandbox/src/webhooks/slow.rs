//! Sends a request with a slow body over a plain TCP connection, because an HTTP client sends bodies without pauses.

use axum::http::HeaderMap;
use bytes::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use url::{Position, Url};

use super::sender::{DeliveryOutcome, MAX_ANSWER, failed};
use crate::faults::script::Step;

/// Sends a POST request to an `http` address in the given steps, and reads the response until the connection is closed.
pub(super) async fn over_http(url: &Url, headers: &HeaderMap, steps: Vec<Step>) -> DeliveryOutcome {
    if url.scheme() != "http" {
        return failed("a slow body goes only to http addresses");
    }
    match exchange(url, headers, steps).await {
        Ok(response) => read(&response).unwrap_or_else(|| failed("the answer is not HTTP")),
        Err(error) => failed(&error.to_string()),
    }
}

async fn exchange(url: &Url, headers: &HeaderMap, steps: Vec<Step>) -> std::io::Result<Vec<u8>> {
    let authority = &url[Position::BeforeHost..Position::AfterPort];
    let length: usize = steps.iter().map(|step| if let Step::Send(bytes) = step { bytes.len() } else { 0 }).sum();
    let mut head = format!(
        "POST {} HTTP/1.1\r\nhost: {authority}\r\ncontent-length: {length}\r\nconnection: close\r\n",
        &url[Position::BeforePath..Position::AfterQuery]
    )
    .into_bytes();
    for (name, value) in headers {
        head.extend_from_slice(name.as_str().as_bytes());
        head.extend_from_slice(b": ");
        head.extend_from_slice(value.as_bytes());
        head.extend_from_slice(b"\r\n");
    }
    head.extend_from_slice(b"\r\n");
    let address = (url.host_str().unwrap_or_default().trim_matches(['[', ']']), url.port().unwrap_or(80));
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    stream.write_all(&head).await?;
    for step in steps {
        match step {
            Step::Send(bytes) | Step::SendForever(bytes) => stream.write_all(&bytes).await?,
            Step::Wait(pause) => tokio::time::sleep(pause).await,
            Step::Break => break,
        }
    }
    let mut response = Vec::new();
    let most = u64::try_from(MAX_ANSWER).unwrap_or(u64::MAX);
    stream.take(most).read_to_end(&mut response).await?;
    Ok(response)
}

/// The status and the body. A chunked body is not decoded: it is only logged.
fn read(response: &[u8]) -> Option<DeliveryOutcome> {
    let end = response.windows(4).position(|part| part == b"\r\n\r\n")?;
    let (head, body) = response.split_at_checked(end + 4)?;
    let status = std::str::from_utf8(head).ok()?.split(' ').nth(1)?.parse().ok()?;
    Some(DeliveryOutcome::Answered { status, body: Bytes::copy_from_slice(body) })
}
