//! The checks of streamed responses.

use super::*;

/// The status and the complete body of a streamed response.
async fn collected(transport: &Handle, request: Request) -> Result<(u16, Vec<u8>), Failure> {
    let mut response = transport.stream(request).await?;
    let mut body = Vec::new();
    while let Some(bytes) = response.body.next().await? {
        body.extend_from_slice(&bytes);
    }
    Ok((response.status, body))
}

/// The status of a streamed response that is complete.
pub(super) fn streaming(transport: Handle, request: Request) -> Status {
    Box::pin(async move { Ok(collected(&transport, request).await?.0) })
}

pub(super) async fn streamed(transport: Handle) -> CheckResult {
    for status in [200, 404] {
        let peer = Peer::start(Reply::answer(status, "", &"x".repeat(MAX_RESPONSE)))?;
        let (seen, body) = answered(collected(&transport, get(&peer)).await)?;
        expect(seen == status, || format!("{status} came as {seen}"))?;
        expect(body.len() == MAX_RESPONSE, || format!("the body has {} bytes", body.len()))?;
        sent_once(&peer)?;
    }
    Ok(())
}

pub(super) async fn streamed_in_part(transport: Handle) -> CheckResult {
    for reply in ["content-length: 900\r\n\r\n{}", "transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n"] {
        let peer = Peer::start(Reply::Raw(format!("HTTP/1.1 200 OK\r\n{reply}").into_bytes()))?;
        failed(collected(&transport, get(&peer)).await)?;
    }
    Ok(())
}

pub(super) async fn silent_stream(transport: Handle) -> CheckResult {
    let peer = Peer::start(Reply::Silent)?;
    let begin = Instant::now();
    failed(collected(&transport, Request { timeout: SHORT, ..get(&peer) }).await)?;
    on_time(begin.elapsed())
}

pub(super) async fn connecting_stream(transport: Handle) -> CheckResult {
    let peer = Peer::start(Reply::Silent)?;
    for request in without_tls(&peer) {
        let begin = Instant::now();
        not_arrived(collected(&transport, request).await)?;
        on_time(begin.elapsed())?;
    }
    Ok(())
}
