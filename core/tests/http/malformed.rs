//! Responses that are malformed, too large, compressed or redirected.

use std::collections::BTreeSet;

use super::*;

/// Heads after which two parsers could see the end of the response in different places. A body of five bytes follows.
const UNCLEAR: [&str; 17] = [
    "content-length: 5\r\ncontent-length: 6\r\n",
    "content-length: 5\r\ncontent-length: 5\r\n",
    "content-length: 5, 5\r\n",
    "content-length: 5, 6\r\n",
    "content-length: -5\r\n",
    "content-length: +5\r\n",
    "content-length: 0x5\r\n",
    "content-length: 5 5\r\n",
    "content-length: five\r\n",
    "content-length:\r\n",
    "content-length: 18446744073709551616\r\n",
    "content-length: 5\r\ntransfer-encoding: identity\r\n",
    "transfer-encoding: identity\r\n",
    "transfer-encoding: gzip\r\n",
    "transfer-encoding: xchunked\r\n",
    "transfer-encoding: chunked, identity\r\n",
    "transfer-encoding: \x0bchunked\r\n",
];

/// Heads with chunked encoding and a contradicting header. A valid chunked body follows.
const UNCLEAR_CHUNKS: [&str; 6] = [
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 15\r\ntransfer-encoding: chunked\r\n",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked, chunked\r\n",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: identity\r\ntransfer-encoding: chunked\r\n",
    "HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n",
];

/// Invalid chunked bodies.
const NO_CHUNKS: [&str; 8] = [
    "zz\r\nhello\r\n0\r\n\r\n",
    "-5\r\nhello\r\n0\r\n\r\n",
    "0x5\r\nhello\r\n0\r\n\r\n",
    "fffffffffffffffff\r\nhello\r\n0\r\n\r\n",
    "\r\nhello\r\n0\r\n\r\n",
    "4\r\nhello\r\n0\r\n\r\n",
    "5\nhello\n0\n\n",
    "5 5\r\nhello\r\n0\r\n\r\n",
];

/// Bytes that are not a response.
const NO_ANSWERS: [&str; 14] = [
    "hello",
    "\x15\x03\x03\x00\x02\x02\x28",
    "HTTP/2.0 200 OK\r\n\r\n",
    "HTTP/0.9 200 OK\r\n\r\n",
    "HTTP/1.1 2000 OK\r\n\r\n",
    "HTTP/1.1 099 Odd\r\n\r\n",
    "HTTP/1.1 abc OK\r\n\r\n",
    "HTTP/1.1 101 Switching\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n",
    "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length : 5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\n: nameless\r\n\r\n",
    "HTTP/1.1 200 OK\r\nx: 1\r\n folded\r\n\r\n",
    "HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n",
    "HTTP/1.1 200 OK\r\nx: a\rb\r\n\r\n",
];

#[tokio::test]
async fn a_malformed_response_is_refused_at_once() {
    let chunked = |body: &str| format!("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{body}");
    let unclear = UNCLEAR.map(|head| format!("HTTP/1.1 200 OK\r\n{head}\r\nhello"));
    let unclear_chunks = UNCLEAR_CHUNKS.map(|head| format!("{head}\r\n5\r\nhello\r\n0\r\n\r\n"));
    let corpus = unclear.into_iter().chain(unclear_chunks).chain(NO_ANSWERS.map(str::to_owned));
    let transport = Http::new().unwrap();
    for broken in corpus.chain(NO_CHUNKS.map(chunked)) {
        // The connection stays open, so only the received bytes can end the wait.
        let peer = Peer::start([Step::Answer(broken.clone().into_bytes()), json(200, "{}")]).await;
        let failure = transport.send(get(&peer.url)).await.map(|answer| answer.body).expect_err(&broken);
        assert!(failure.may_have_arrived, "{broken:?}: {failure:?}");
        let refused = matches!(failure.kind, TransportErrorKind::Protocol | TransportErrorKind::Interrupted);
        assert!(refused && !failure.reason.contains("hello"), "{broken:?}: {failure:?}");
        assert_eq!(&*transport.send(get(&peer.url)).await.unwrap().body, b"{}", "{broken:?}");
        assert_eq!(peer.connections(), 2, "{broken:?}");
    }
    for cut in [
        "",
        "HTTP/1.1 200",
        "HTTP/1.1 200 OK\r\ncontent-le",
        "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhello",
        &chunked("5\r\nhel"),
        &chunked("5\r\nhello\r\n"),
        &chunked("5\r\nhello\r\n0\r\n"),
    ] {
        let peer = Peer::start([Step::AnswerAndClose(cut.into())]).await;
        let failure = transport.send(get(&peer.url)).await.map(|answer| answer.body).expect_err(cut);
        assert_eq!((failure.kind, failure.may_have_arrived), (TransportErrorKind::Interrupted, true), "{cut:?}");
    }
}

#[tokio::test]
async fn an_unsolicited_response_is_not_taken_for_the_next_one() {
    let two = [answer(200, "", "first"), answer(200, "", "smuggled")].concat();
    let peer = Peer::start([Step::Answer(two), Step::Answer(answer(200, "", "second"))]).await;
    let transport = Http::new().unwrap();
    assert_eq!(&*transport.send(get(&peer.url)).await.unwrap().body, b"first");
    assert_eq!(&*transport.send(get(&peer.url)).await.unwrap().body, b"second");
}

#[tokio::test]
async fn a_few_interim_responses_are_skipped_and_a_flood_is_refused() {
    let interim = "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n";
    let transport = Http::new().unwrap();
    let few = [interim.repeat(16).into_bytes(), answer(200, "", "hello")].concat();
    let peer = Peer::start([Step::Answer(few)]).await;
    assert_eq!(&*transport.send(get(&peer.url)).await.unwrap().body, b"hello");
    // The response never comes.
    let peer = Peer::start([Step::Answer(interim.repeat(17).into_bytes())]).await;
    let failure = transport.send(get(&peer.url)).await.unwrap_err();
    assert_eq!((failure.kind, failure.may_have_arrived), (TransportErrorKind::Protocol, true), "{failure:?}");
}

#[tokio::test]
async fn a_redirect_is_never_followed() {
    let other = Peer::start([json(200, POST)]).await;
    let (mut refused, mut most, mut followed) = (BTreeSet::new(), 0, 0);
    for status in [301, 302, 303, 307, 308] {
        for target in [format!("{}/x", other.url), "/v1/elsewhere".into(), "http://192.0.2.1/x".into()] {
            let step = Step::Answer(answer(status, &format!("location: {target}\r\n"), ""));
            let peer = Peer::start([step]).await;
            let (platform, _) = peer.client();
            let read = platform.posts().get("gZd7omnS").await.map(drop);
            let requests_of_read = peer.seen().len();
            let write = send(&platform).await;
            let requests_of_write = peer.seen().len() - requests_of_read;
            most = most.max(requests_of_read).max(requests_of_write);
            followed += peer.seen().iter().filter(|request| request.contains("/v1/elsewhere")).count();
            for result in [read, write] {
                if result.is_err_and(|error| transport(&error) == TransportErrorKind::Redirect) {
                    refused.insert(status);
                } else {
                    followed += 1;
                }
            }
        }
    }
    let elsewhere = other.seen().len();
    measured("F36", "", &[("statuses", refused.len() as f64), ("redirects followed", followed as f64)]);
    measured("F36", "", &[("requests of one call", most as f64), ("requests at the other origin", elsewhere as f64)]);
    assert_eq!((refused.len(), followed, most, elsewhere), (5, 0, 1, 0));
}

#[tokio::test]
async fn an_endless_response_stops_at_the_limit() {
    let chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n".to_vec();
    let announced = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", 1_u64 << 30).into_bytes();
    for head in [chunked, announced] {
        let peer = Peer::start([Step::Flood(head)]).await;
        let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
        assert_eq!(transport(&error), TransportErrorKind::TooLarge);
        assert_eq!(peer.seen().len(), 1);
    }
}

#[tokio::test]
async fn a_decompression_bomb_stops_at_the_limit() {
    let headers = "content-type: application/json\r\ncontent-encoding: gzip\r\n";
    let padded = |spaces| gzip(format!("{POST}{}", " ".repeat(spaces)).as_bytes());
    // One with a much higher ratio than JSON can have, and one with a ratio of JSON that exceeds the maximum size.
    let numbers = (0..400_000).map(|number| number.to_string()).collect::<String>();
    for (body, reason) in [(padded(16 << 20), "bomb"), (gzip(numbers.as_bytes()), "larger than 2097152 bytes")] {
        let peer = Peer::start([Step::Answer(answer(200, headers, body))]).await;
        let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
        assert_eq!(transport(&error), TransportErrorKind::TooLarge);
        assert!(error.to_string().contains(reason), "{error}");
    }
    // A high ratio, but small.
    let peer = Peer::start([Step::Answer(answer(200, headers, padded(60_000)))]).await;
    peer.client().0.posts().get("gZd7omnS").await.unwrap();
}

#[tokio::test]
async fn a_compressed_response_is_read_in_pieces_of_any_size() {
    let (first, second) = POST.as_bytes().split_at(20);
    let file = [gzip(first), gzip(second)].concat();
    let headers = "content-type: application/json\r\ncontent-encoding: GZIP\r\n";
    let mut chunked = format!("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n{headers}\r\n").into_bytes();
    chunked.extend(file.iter().flat_map(|&byte| [b'1', b'\r', b'\n', byte, b'\r', b'\n']));
    chunked.extend_from_slice(b"0\r\n\r\n");
    for whole in [answer(200, headers, &file), chunked] {
        let peer = Peer::start([Step::Answer(whole)]).await;
        let request = Request { max_response: POST.len(), ..get(&peer.url) };
        let transport = Http::new().unwrap();
        let read = transport.send(request.clone()).await.unwrap();
        assert_eq!(read.body, POST);
        assert!(!read.headers.contains_key("content-encoding") && !read.headers.contains_key("content-length"));
        let short = Request { max_response: POST.len() - 1, ..request };
        assert_eq!(transport.send(short).await.unwrap_err().kind, TransportErrorKind::TooLarge);
    }
    let damaged = [file[..4].to_vec(), file[..file.len() - 1].to_vec(), [file, b"more".to_vec()].concat(), POST.into()];
    for file in damaged {
        let peer = Peer::start([Step::Answer(answer(200, headers, file))]).await;
        let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
        assert_eq!(transport(&error), TransportErrorKind::Interrupted);
        assert_eq!(peer.seen().len(), 2);
    }
}

#[tokio::test]
async fn a_response_with_too_many_or_too_large_headers_is_refused() {
    let many = |count: usize| (0..count).map(|index| format!("x-{index}: y\r\n")).collect::<String>();
    // The peer adds the header of the length.
    let peer = Peer::start([Step::Answer(answer(200, &many(99), POST))]).await;
    peer.client().0.posts().get("gZd7omnS").await.unwrap();
    let large = format!("x: {}\r\n", "y".repeat(64 << 10));
    for (headers, kind) in [(many(100), TransportErrorKind::Protocol), (large, TransportErrorKind::TooLarge)] {
        let peer = Peer::start([Step::Answer(answer(200, &headers, POST))]).await;
        assert_eq!(transport(&peer.client().0.posts().get("gZd7omnS").await.unwrap_err()), kind);
    }
}

#[tokio::test]
async fn only_gzip_is_requested_and_accepted() {
    let peer = Peer::start([Step::Answer(answer(200, "content-encoding: br\r\n", "x"))]).await;
    let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
    assert_eq!(transport(&error), TransportErrorKind::Protocol);
    assert!(peer.seen()[0].to_lowercase().contains("accept-encoding: gzip\r\n"));

    let twice = "content-encoding: gzip\r\ncontent-encoding: gzip\r\n";
    let peer = Peer::start([Step::Answer(answer(200, twice, gzip(&gzip(POST.as_bytes()))))]).await;
    let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
    assert_eq!(transport(&error), TransportErrorKind::Protocol);
}
