//! What the default transport does where TLS, HTTP/2 or a proxy is between it and the platform: real handshakes with
//! certificates made here.

use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method};
use open_platform::error::TransportErrorKind as Kind;
use open_platform::transport::{Failure, Http, HttpBuilder, Request, Response, Transport};
use rcgen::{CertificateParams, CertifiedIssuer, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

const HELLO: &str = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello";

/// Makes certificates for servers.
struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    /// A transport that trusts it.
    fn trusted(&self) -> HttpBuilder {
        Http::builder().root_certificates_pem(self.0.pem())
    }

    fn server(&self, name: &str, protocol: &str) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new([name.to_owned()]).unwrap().signed_by(&key, &self.0).unwrap();
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)
            .unwrap();
        config.alpn_protocols = vec![protocol.into()];
        Arc::new(config).into()
    }
}

fn request(url: &str) -> Request {
    Request {
        method: Method::GET,
        url: url.into(),
        headers: HeaderMap::new(),
        body: Bytes::new(),
        timeout: Duration::from_secs(10),
        max_response: 1 << 20,
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

/// Accepts TLS connections and answers one request on each.
async fn serve(acceptor: TlsAcceptor) -> (u16, Arc<Mutex<Vec<String>>>) {
    let (listener, port) = listen().await;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let heads = Arc::clone(&seen);
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let head = read_head(&mut stream).await;
            heads.lock().unwrap().push(head);
            stream.write_all(HELLO.as_bytes()).await.unwrap();
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
async fn a_server_is_trusted_with_a_certificate_of_a_known_authority_for_its_name() {
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
async fn a_name_that_does_not_resolve_and_a_server_that_never_answers_are_told_apart() {
    let transport = Http::builder().connect_timeout(Duration::from_millis(100)).build().unwrap();
    refused(transport.send(request("http://nothing.invalid/")).await, Kind::Connect, "did not resolve");
    // Accepts, and then never says hello: TLS counts as connecting.
    let (_listener, port) = listen().await;
    refused(transport.send(request(&format!("https://127.0.0.1:{port}/"))).await, Kind::Connect, "too long");
    for url in ["", "/v1/x", "ftp://127.0.0.1/", "http://"] {
        refused(transport.send(request(url)).await, Kind::Connect, "not a URL");
    }
}

/// A connection of HTTP/2 on which every request is looked at by `answer`.
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
async fn http2_is_spoken_where_it_is_offered_and_a_refused_stream_never_arrived() {
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
    refused(send("/refused").await, Kind::Interrupted, "unprocessed");
    let broken = send("/broken").await.unwrap_err();
    assert_eq!((broken.kind, broken.may_have_arrived), (Kind::Interrupted, true));
    assert_eq!(send("/two").await.unwrap().body, "/two");
}

/// Calls an address as the environment of a process of its own says.
#[test]
#[ignore = "run by a_proxy_of_the_environment_is_obeyed_only_when_asked_for"]
fn call_by_environment() {
    let variable = |name| std::env::var(name).unwrap();
    let mut builder = Http::builder().environment_proxy(variable("OBEY") == "yes");
    if let Ok(pem) = std::env::var("PEM") {
        builder = builder.root_certificates_pem(pem);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let result = runtime.block_on(builder.build().unwrap().send(request(&variable("TARGET"))));
    println!("\nRESULT {:?}", result.map(|answer| String::from_utf8(answer.body.into()).unwrap()));
}

async fn called(target: &str, variables: &[(&str, &str)]) -> String {
    let mut command = tokio::process::Command::new(std::env::current_exe().unwrap());
    command
        .args(["call_by_environment", "--exact", "--ignored", "--nocapture"])
        .env("TARGET", target)
        .env("OBEY", "yes");
    let output = command.envs(variables.iter().copied()).stderr(Stdio::inherit()).output().await.unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    output.lines().find_map(|line| line.strip_prefix("RESULT ")).unwrap_or_else(|| panic!("{output}")).to_owned()
}

/// A proxy that forwards nothing but leads every tunnel to one server, and answers all else itself.
async fn proxy(leads_to: u16) -> (String, Arc<Mutex<Vec<String>>>) {
    let (listener, port) = listen().await;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let heads = Arc::clone(&seen);
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let head = read_head(&mut stream).await;
            heads.lock().unwrap().push(head.clone());
            if head.starts_with("CONNECT forbidden") {
                stream.write_all(b"HTTP/1.1 403 Forbidden\r\n\r\n").await.unwrap();
            } else if head.starts_with("CONNECT") {
                stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
                let mut server = TcpStream::connect(("127.0.0.1", leads_to)).await.unwrap();
                tokio::spawn(async move { tokio::io::copy_bidirectional(&mut stream, &mut server).await });
            } else {
                stream.write_all(HELLO.as_bytes()).await.unwrap();
            }
        }
    });
    (format!("http://user:pass%40word@127.0.0.1:{port}"), seen)
}

#[tokio::test]
async fn a_proxy_of_the_environment_is_obeyed_only_when_asked_for() {
    let authority = Authority::new();
    let (server, at_server) = serve(authority.server("shop.invalid", "http/1.1")).await;
    let (proxy, at_proxy) = proxy(server).await;
    let basic = "proxy-authorization: basic dxnlcjpwyxnzqhdvcmq=\r\n";
    let taken = || at_proxy.lock().unwrap().drain(..).map(|head| head.to_ascii_lowercase()).collect::<Vec<_>>();

    for variable in ["HTTP_PROXY", "ALL_PROXY"] {
        assert_eq!(called("http://shop.invalid/x?y=1", &[(variable, &proxy)]).await, "Ok(\"hello\")");
        let [head] = &taken()[..] else { panic!("one request") };
        assert!(head.starts_with("get http://shop.invalid/x?y=1 http/1.1\r\n") && head.contains(basic), "{head}");
        assert!(head.contains("host: shop.invalid\r\n"), "{head}");
    }

    let pem = authority.0.pem();
    assert_eq!(called("https://shop.invalid/x", &[("HTTPS_PROXY", &proxy), ("PEM", &pem)]).await, "Ok(\"hello\")");
    let [head] = &taken()[..] else { panic!("one tunnel") };
    assert!(head.starts_with("connect shop.invalid:443 http/1.1\r\n") && head.contains(basic), "{head}");
    let [head] = &at_server.lock().unwrap().drain(..).collect::<Vec<_>>()[..] else { panic!("one request") };
    assert!(head.starts_with("GET /x HTTP/1.1\r\n") && !head.to_ascii_lowercase().contains("proxy"), "{head}");

    // A certificate that is not trusted, and a proxy that refuses.
    let untrusted = called("https://shop.invalid/x", &[("HTTPS_PROXY", &proxy)]).await;
    assert!(untrusted.contains("kind: Tls, may_have_arrived: false"), "{untrusted}");
    let forbidden = called("https://forbidden.invalid/", &[("HTTPS_PROXY", &proxy)]).await;
    assert!(forbidden.contains("kind: Connect, may_have_arrived: false"), "{forbidden}");
    assert_eq!((taken().len(), at_server.lock().unwrap().len()), (2, 0));

    // Not asked for, excepted, for other addresses, of a kind that is not spoken.
    let direct: [&[(&str, &str)]; 4] = [
        &[("HTTP_PROXY", &proxy), ("OBEY", "no")],
        &[("ALL_PROXY", &proxy), ("NO_PROXY", "other.example, shop.invalid")],
        &[("HTTPS_PROXY", &proxy)],
        &[("HTTP_PROXY", &proxy.replace("http:", "socks5:"))],
    ];
    for variables in direct {
        let result = called("http://shop.invalid/x", variables).await;
        assert!(result.contains("kind: Connect, may_have_arrived: false"), "{result}");
        assert!(!result.contains("pass"), "{result}");
    }
    assert!(taken().is_empty());
}
