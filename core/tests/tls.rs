//! The default transport with TLS, HTTP/2 or a proxy between it and the platform: real handshakes with certificates made by
//! the tests.

#[path = "support/faults.rs"]
mod faults;
#[path = "support/paused_clock.rs"]
mod paused_clock;
#[path = "tls/proxies.rs"]
mod proxies;

use std::collections::BTreeSet;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use faults::measured;
use http::{HeaderMap, Method};
use open_platform::error::TransportErrorKind as Kind;
use open_platform::transport::{Failure, Http, HttpBuilder, Request, Response, Transport};
use paused_clock::PausedClock;
use rcgen::{
    BasicConstraints, Certificate, CertificateParams, CertifiedIssuer, CidrSubnet, CustomExtension, DnType,
    ExtendedKeyUsagePurpose, GeneralSubtree, IsCa, Issuer, KeyPair, NameConstraints, date_time_ymd,
};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// Longer than any operation here, including key generation.
const TIMEOUT: Duration = Duration::from_secs(60);

const HELLO: &str = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello";

/// A certificate authority for servers.
struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    /// A transport that trusts the authority.
    fn trusted(&self) -> HttpBuilder {
        Http::builder().root_certificates_pem(self.0.pem()).connect_timeout(TIMEOUT)
    }

    fn server(&self, name: &str, protocol: &str) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        acceptor(&[&named(name).signed_by(&key, &self.0).unwrap()], &key, protocol)
    }
}

fn named(name: &str) -> CertificateParams {
    CertificateParams::new([name.to_owned()]).unwrap()
}

/// Accepts any key as that of the certificate.
fn acceptor(chain: &[&Certificate], key: &KeyPair, protocol: &str) -> TlsAcceptor {
    let provider = rustls::crypto::ring::default_provider();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let key = provider.key_provider.load_private_key(key).unwrap();
    let chain = chain.iter().map(|certificate| certificate.der().clone()).collect();
    let mut config = ServerConfig::builder_with_provider(Arc::new(provider))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(SingleCertAndKey::from(CertifiedKey::new(chain, key))));
    config.alpn_protocols = vec![protocol.into()];
    Arc::new(config).into()
}

fn request(url: &str) -> Request {
    Request {
        method: Method::GET,
        url: url.into(),
        headers: HeaderMap::new(),
        body: Bytes::new(),
        timeout: TIMEOUT,
        max_response: 1 << 20,
        progress: None,
    }
}

async fn listen() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

async fn read_head(stream: &mut (impl AsyncReadExt + Unpin)) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    String::from_utf8(head).unwrap()
}

/// Accepts TLS connections and responds to one request on each.
async fn serve(acceptor: TlsAcceptor) -> (u16, Arc<Mutex<Vec<String>>>) {
    respond(acceptor, HELLO.to_owned()).await
}

async fn respond(acceptor: TlsAcceptor, response: String) -> (u16, Arc<Mutex<Vec<String>>>) {
    let (listener, port) = listen().await;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let heads = Arc::clone(&seen);
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let head = read_head(&mut stream).await;
            heads.lock().unwrap().push(head);
            stream.write_all(response.as_bytes()).await.unwrap();
        }
    });
    (port, seen)
}

#[track_caller]
fn refused(result: Result<Response, Failure>, kind: Kind, reason: &str) {
    let failure = result.unwrap_err();
    assert_eq!((failure.kind, failure.may_have_arrived), (kind, false), "{failure:?}");
    assert!(failure.reason.contains(reason), "{failure:?}");
}

#[tokio::test]
async fn a_certificate_of_a_trusted_authority_for_the_right_name_is_accepted() {
    let authority = Authority::new();
    let (port, seen) = serve(authority.server("127.0.0.1", "http/1.1")).await;
    let url = format!("https://127.0.0.1:{port}/x");
    let answer = authority.trusted().build().unwrap().send(request(&url)).await.unwrap();
    assert_eq!((answer.status, &*answer.body), (200, b"hello".as_slice()));
    assert!(seen.lock().unwrap()[0].starts_with("GET /x HTTP/1.1\r\n"));

    let stranger = Authority::new().trusted().build().unwrap();
    refused(stranger.send(request(&url)).await, Kind::Tls, "certificate");
    let (port, others) = serve(authority.server("elsewhere.example", "http/1.1")).await;
    let transport = authority.trusted().build().unwrap();
    refused(transport.send(request(&format!("https://127.0.0.1:{port}/"))).await, Kind::Tls, "certificate");
    assert_eq!((seen.lock().unwrap().len(), others.lock().unwrap().len()), (1, 0));
}

#[tokio::test]
async fn a_redirect_to_plain_http_is_not_followed() {
    let authority = Authority::new();
    let transport = authority.trusted().build().unwrap();
    let (plain, plain_port) = listen().await;
    let mut exchanges = Vec::new();
    for status in [301, 302, 303, 307, 308] {
        let to = format!("location: http://127.0.0.1:{plain_port}/x\r\ncontent-length: 0");
        let moved = format!("HTTP/1.1 {status} Moved\r\n{to}\r\n\r\n");
        let (port, seen) = respond(authority.server("127.0.0.1", "http/1.1"), moved).await;
        let answer = transport.send(request(&format!("https://127.0.0.1:{port}/"))).await;
        exchanges.push((status, answer.map(|answer| answer.status), seen.lock().unwrap().len()));
    }
    let statuses: BTreeSet<_> = exchanges.iter().filter_map(|(_, answered, _)| answered.as_ref().ok()).collect();
    // Does not wait for a connection.
    let connected = plain.into_std().unwrap().accept().is_ok();
    let met = [("statuses", statuses.len() as f64), ("requests at the other origin", f64::from(u8::from(connected)))];
    measured("F36", "https to http", &met);
    assert!(!connected);
    for (status, answered, requests) in exchanges {
        assert_eq!((answered.unwrap(), requests), (status, 1));
    }
}

/// Servers at 127.0.0.1 whose certificate chains must not be trusted.
fn bad_servers(authority: &Authority) -> Vec<(&'static str, TlsAcceptor)> {
    let changed = |change: &dyn Fn(&mut CertificateParams)| {
        let key = KeyPair::generate().unwrap();
        let mut params = named("127.0.0.1");
        change(&mut params);
        acceptor(&[&params.signed_by(&key, &authority.0).unwrap()], &key, "http/1.1")
    };
    // Issued by another certificate, which the authority has signed.
    let below = |change: &dyn Fn(&mut CertificateParams)| {
        let (middle_key, key) = (KeyPair::generate().unwrap(), KeyPair::generate().unwrap());
        let mut middle = CertificateParams::default();
        middle.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        change(&mut middle);
        let signed = middle.signed_by(&middle_key, &authority.0).unwrap();
        let server = named("127.0.0.1").signed_by(&key, &Issuer::new(middle, middle_key)).unwrap();
        acceptor(&[&server, &signed], &key, "http/1.1")
    };
    let own = KeyPair::generate().unwrap();
    let self_signed = named("127.0.0.1").self_signed(&own).unwrap();
    let signed = named("127.0.0.1").signed_by(&own, &authority.0).unwrap();
    let only_10 = NameConstraints {
        permitted_subtrees: vec![GeneralSubtree::IpAddress(CidrSubnet::V4([10, 0, 0, 0], [255, 0, 0, 0]))],
        excluded_subtrees: Vec::new(),
    };
    vec![
        ("that has expired", changed(&|params| params.not_after = date_time_ymd(2001, 1, 1))),
        ("that is not valid yet", changed(&|params| params.not_before = date_time_ymd(2500, 1, 1))),
        ("for another address", changed(&|params| params.subject_alt_names = named("127.0.0.2").subject_alt_names)),
        (
            "for a name instead of the address",
            changed(&|params| params.subject_alt_names = named("api.example").subject_alt_names),
        ),
        (
            "with the address only in the subject",
            changed(&|params| {
                params.subject_alt_names.clear();
                params.distinguished_name.push(DnType::CommonName, "127.0.0.1");
            }),
        ),
        ("for clients", changed(&|params| params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth])),
        (
            "with an unknown critical extension",
            changed(&|params| {
                let mut demand = CustomExtension::from_oid_content(&[1, 3, 6, 1, 4, 1, 99999, 1], vec![5, 0]);
                demand.set_criticality(true);
                params.custom_extensions.push(demand);
            }),
        ),
        ("signed by itself", acceptor(&[&self_signed], &own, "http/1.1")),
        ("of an unknown authority", Authority::new().server("127.0.0.1", "http/1.1")),
        ("without its key", acceptor(&[&signed], &KeyPair::generate().unwrap(), "http/1.1")),
        ("signed by a certificate that is no authority", below(&|middle| middle.is_ca = IsCa::ExplicitNoCa)),
        ("of an authority for other addresses", below(&|middle| middle.name_constraints = Some(only_10.clone()))),
        ("of an authority that has expired", below(&|middle| middle.not_after = date_time_ymd(2001, 1, 1))),
    ]
}

#[tokio::test]
async fn a_server_that_is_not_trusted_receives_no_request() {
    let authority = Authority::new();
    let transport = authority.trusted().build().unwrap();
    let ask = async |port: u16| {
        let mut request = request(&format!("https://127.0.0.1:{port}/canary"));
        request.headers.insert("x-api-key", "canary".parse().unwrap());
        request.body = "canary".into();
        transport.send(request).await
    };
    for (server, acceptor) in bad_servers(&authority) {
        let (port, seen) = serve(acceptor).await;
        let failure = ask(port).await.map(|answer| answer.status).expect_err(server);
        assert_eq!((failure.kind, failure.may_have_arrived), (Kind::Tls, false), "{server}: {failure:?}");
        assert!(seen.lock().unwrap().is_empty(), "{server}");
    }
    // Handshakes that do not reach a certificate: TLS 1.1 with a cipher that was usual then, and no TLS.
    let hello = [&[0x16, 3, 2, 0, 42, 2, 0, 0, 38, 3, 2], &[7; 32][..], &[0, 0, 0x2f, 0]].concat();
    for answer in [&hello[..], b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", b"\x15\x03\x02\x00\x02\x02\x46", b""] {
        let (listener, port) = listen().await;
        let answer = answer.to_vec();
        let seen = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut seen = vec![0; 4096];
            let length = stream.read(&mut seen).await.unwrap();
            seen.truncate(length);
            stream.write_all(&answer).await.unwrap();
            stream.shutdown().await.unwrap();
            let _ = stream.read_to_end(&mut seen).await;
            seen
        });
        let failure = ask(port).await.map(|answer| answer.status).unwrap_err();
        assert!(matches!(failure.kind, Kind::Tls | Kind::Connect) && !failure.may_have_arrived, "{failure:?}");
        let seen = seen.await.unwrap();
        assert!(!seen.is_empty() && !seen.windows(6).any(|window| window == b"canary"));
    }
}

#[tokio::test]
async fn an_unresolved_name_and_a_silent_server_have_different_errors() {
    let transport = Http::builder().connect_timeout(TIMEOUT).build().unwrap();
    refused(transport.send(request("http://nothing.invalid/")).await, Kind::Connect, "did not resolve");
    // Accepts connections, and then never sends a handshake: TLS counts as connecting.
    let (_listener, port) = listen().await;
    let transport = Http::builder().connect_timeout(Duration::from_millis(100)).build().unwrap();
    refused(transport.send(request(&format!("https://127.0.0.1:{port}/"))).await, Kind::Connect, "too long");
    for url in ["", "/v1/x", "ftp://127.0.0.1/", "http://"] {
        refused(transport.send(request(url)).await, Kind::Connect, "not a URL");
    }
}

/// Serves an HTTP/2 connection, with `answer` for each request.
async fn serve_http2(
    stream: TlsStream<TcpStream>,
    answer: impl Fn(&http::Request<h2::RecvStream>, h2::server::SendResponse<Bytes>),
) {
    let mut connection = h2::server::handshake(stream).await.unwrap();
    while let Some(Ok((request, respond))) = connection.accept().await {
        answer(&request, respond);
    }
}

#[tokio::test]
async fn http2_is_used_if_offered_and_a_refused_stream_has_not_arrived() {
    let authority = Authority::new();
    let acceptor = authority.server("127.0.0.1", "h2");
    let (listener, port) = listen().await;
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        serve_http2(acceptor.accept(stream).await.unwrap(), |request, mut respond| match request.uri().path() {
            "/refused" => respond.send_reset(h2::Reason::REFUSED_STREAM),
            "/broken" => respond.send_reset(h2::Reason::INTERNAL_ERROR),
            path => {
                assert_eq!(request.version(), http::Version::HTTP_2);
                let mut body = respond.send_response(http::Response::new(()), false).unwrap();
                body.send_data(Bytes::from(path.to_owned()), true).unwrap();
            }
        })
        .await;
    });
    // All on one connection.
    let transport = authority.trusted().build().unwrap();
    let send = |path: &str| transport.send(request(&format!("https://127.0.0.1:{port}{path}")));
    assert_eq!(send("/one").await.unwrap().body, "/one");
    refused(send("/refused").await, Kind::Interrupted, "without processing");
    let broken = send("/broken").await.unwrap_err();
    assert_eq!((broken.kind, broken.may_have_arrived), (Kind::Interrupted, true));
    assert_eq!(send("/two").await.unwrap().body, "/two");
}

/// An HTTP/2 server that writes its frames itself.
struct Frames(TlsStream<TcpStream>);

impl Frames {
    const HEADERS: u8 = 1;
    const PING: u8 = 6;

    async fn accept(listener: &TcpListener, acceptor: &TlsAcceptor) -> Self {
        let (stream, _) = listener.accept().await.unwrap();
        let mut frames = Self(acceptor.accept(stream).await.unwrap());
        let mut preface = [0; 24];
        frames.0.read_exact(&mut preface).await.unwrap();
        frames.send(4, 0, 0, b"").await;
        frames
    }

    async fn send(&mut self, kind: u8, flags: u8, stream: u32, payload: &[u8]) {
        let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
        let head = [&length[1..], &[kind, flags], &stream.to_be_bytes()].concat();
        self.0.write_all(&[&head, payload].concat()).await.unwrap();
    }

    /// Reads until a request has arrived, and returns its stream.
    async fn request(&mut self) -> u32 {
        self.until(Self::HEADERS).await.unwrap()
    }

    /// Reads until a frame of this kind has arrived, and returns its stream; or until the connection ends.
    async fn until(&mut self, wanted: u8) -> std::io::Result<u32> {
        loop {
            let mut head = [0; 9];
            self.0.read_exact(&mut head).await?;
            let [_, high, low, kind, _, stream @ ..] = head;
            let mut payload = vec![0; usize::from(u16::from_be_bytes([high, low]))];
            self.0.read_exact(&mut payload).await?;
            if kind == wanted {
                return Ok(u32::from_be_bytes(stream));
            }
        }
    }

    /// Sends the head of a response with status 200, and a part of its body.
    async fn begin(&mut self, stream: u32, body: &[u8]) {
        self.send(Self::HEADERS, 4, stream, &[0x88]).await;
        self.send(0, 0, stream, body).await;
    }

    async fn reset(&mut self, stream: u32, reason: u32) {
        self.send(3, 0, stream, &reason.to_be_bytes()).await;
    }

    /// Sends a GOAWAY frame: no stream after `last` was processed.
    async fn go_away(&mut self, last: u32, reason: u32) {
        self.send(7, 0, 0, &[last.to_be_bytes(), reason.to_be_bytes()].concat()).await;
    }
}

#[tokio::test]
async fn only_unprocessed_http2_streams_count_as_not_arrived() {
    const REFUSED_STREAM: u32 = 7;
    const INTERNAL_ERROR: u32 = 2;
    let authority = Authority::new();
    let acceptor = authority.server("127.0.0.1", "h2");
    let (listener, port) = listen().await;
    let (arrived, mut arrivals) = tokio::sync::mpsc::unbounded_channel();
    let server = tokio::spawn(async move {
        let mut frames = Frames::accept(&listener, &acceptor).await;
        let first = frames.request().await;
        frames.begin(first, b"first").await;
        frames.send(0, 1, first, b"").await;
        // Four streams: two responses are interrupted, the third is complete, and the fourth is not processed.
        let mut fourth = 0;
        for _ in 0..4 {
            fourth = frames.request().await;
            arrived.send(fourth).unwrap();
        }
        frames.begin(fourth - 6, b"half").await;
        frames.reset(fourth - 6, INTERNAL_ERROR).await;
        frames.begin(fourth - 4, b"half").await;
        frames.reset(fourth - 4, REFUSED_STREAM).await;
        frames.go_away(fourth - 2, 0).await;
        frames.begin(fourth - 2, b"whole").await;
        frames.send(0, 1, fourth - 2, b"").await;
        // GOAWAY during processed requests, without and with an error.
        for reason in [0, INTERNAL_ERROR] {
            let mut frames = Frames::accept(&listener, &acceptor).await;
            let stream = frames.request().await;
            frames.go_away(stream, reason).await;
            frames.0.shutdown().await.unwrap();
        }
        let mut frames = Frames::accept(&listener, &acceptor).await;
        let last = frames.request().await;
        frames.begin(last, b"last").await;
        frames.send(0, 1, last, b"").await;
        frames
    });
    let transport = Arc::new(authority.trusted().build().unwrap());
    let request = request(&format!("https://127.0.0.1:{port}/"));
    let send = || {
        let (transport, request) = (Arc::clone(&transport), request.clone());
        tokio::spawn(async move {
            match transport.send(request).await {
                Ok(answer) => String::from_utf8(answer.body.into()).unwrap(),
                Err(failure) => format!("{:?} {}", failure.kind, failure.may_have_arrived),
            }
        })
    };
    assert_eq!(send().await.unwrap(), "first");
    // One after the other, so that it is known which stream is whose.
    let mut calls = Vec::new();
    for _ in 0..4 {
        calls.push(send());
        arrivals.recv().await.unwrap();
    }
    let mut outcomes = Vec::new();
    for call in calls {
        outcomes.push(call.await.unwrap());
    }
    for _ in 0..2 {
        outcomes.push(send().await.unwrap());
    }
    assert_eq!(send().await.unwrap(), "last");
    server.await.unwrap();
    let unprocessed = outcomes.remove(3);
    let unsent = outcomes.iter().filter(|outcome| outcome.ends_with("false")).count();
    let unclear = usize::from(unprocessed.ends_with("true"));
    let wrong = [
        ("processed streams that count as unsent", unsent as f64),
        ("unprocessed streams that count as unclear", unclear as f64),
    ];
    measured("F40", "streams cut off", &wrong);
    assert_eq!(unprocessed, "Interrupted false");
    assert_eq!(outcomes, ["Interrupted true", "Interrupted true", "whole", "Interrupted true", "Interrupted true"]);
}

#[tokio::test]
async fn a_dead_http2_peer_is_detected_by_an_unanswered_ping() {
    let authority = Authority::new();
    let acceptor = authority.server("127.0.0.1", "h2");
    let (listener, port) = listen().await;
    let pinged = Arc::new(Mutex::new(None));
    tokio::spawn({
        let pinged = Arc::clone(&pinged);
        async move {
            let mut frames = Frames::accept(&listener, &acceptor).await;
            let first = frames.request().await;
            frames.begin(first, b"first").await;
            frames.send(0, 1, first, b"").await;
            // Answers nothing.
            while frames.until(Frames::PING).await.is_ok() {
                *pinged.lock().unwrap() = Some(tokio::time::Instant::now());
            }
        }
    });
    let transport = authority.trusted().build().unwrap();
    let request = request(&format!("https://127.0.0.1:{port}/"));
    let _clock = PausedClock::begin();
    assert_eq!(transport.send(request.clone()).await.unwrap().body, "first");
    let started = tokio::time::Instant::now();
    let call = tokio::spawn(async move { transport.send(request).await });
    while !call.is_finished() {
        tokio::time::advance(Duration::from_secs(1)).await;
        // At each second, both ends do what they can.
        for _ in 0..1000 {
            tokio::task::yield_now().await;
        }
    }
    let (elapsed, waited) = (started.elapsed().as_secs(), pinged.lock().unwrap().unwrap().elapsed().as_secs_f64());
    measured("F40", "dead peer", &[("seconds that a ping waits for its answer", waited)]);
    let failure = call.await.unwrap().unwrap_err();
    assert_eq!((failure.kind, failure.may_have_arrived), (Kind::Interrupted, true), "{failure:?}");
    assert!(failure.reason.contains("stopped responding"), "{failure:?}");
    assert!((29..=32).contains(&elapsed), "{elapsed} s: a ping after 20 s, and 10 s for its answer");
    assert!((9.0..=11.0).contains(&waited), "{waited} s for its answer");
}
