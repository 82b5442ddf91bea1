//! A sandbox that serves HTTPS, over real connections.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, Method, header};
use open_platform::api::Upload;
use open_platform::error::TransportErrorKind;
use open_platform::model::message::Message;
use open_platform::oauth::LoginOutcome;
use open_platform::transport::{Failure, Http, Request, Response, Transport};
use open_platform::{Error, Secret};
use open_platform_sandbox::{Certificates, Decision, DeliveryState, Effect, FaultRule, Https, Moment, Sandbox};
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

const JPEG: &[u8] = include_bytes!("../src/state/picture.jpg");

async fn started() -> Sandbox {
    Sandbox::builder().https(Https::new()).start().await.unwrap()
}

fn certificates(sandbox: &Sandbox) -> &Certificates {
    sandbox.certificates().unwrap()
}

/// A transport that trusts the CA of a sandbox.
fn trusting(sandbox: &Sandbox) -> Http {
    Http::builder().root_certificates_pem(certificates(sandbox).ca_pem()).build().unwrap()
}

fn port(sandbox: &Sandbox) -> &str {
    sandbox.url().rsplit(':').next().unwrap()
}

fn request(method: Method, url: &str, headers: &[(header::HeaderName, &str)], body: &Value) -> Request {
    let headers = headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap()));
    Request {
        method,
        url: url.to_owned(),
        headers: headers.collect(),
        body: if body.is_null() { Bytes::new() } else { body.to_string().into() },
        timeout: Duration::from_secs(60),
        max_response: 1 << 20,
        progress: None,
    }
}

async fn get(http: &Http, url: &str) -> Result<Response, Failure> {
    http.send(request(Method::GET, url, &[], &Value::Null)).await
}

fn json(response: &Response) -> Value {
    serde_json::from_slice(&response.body).unwrap()
}

#[tokio::test]
async fn a_client_logs_in_reads_uploads_and_writes() {
    let sandbox = started().await;
    assert!(sandbox.url().starts_with("https://127.0.0.1:"), "{}", sandbox.url());
    let world = sandbox.world("w");
    let platform = world.client().build().unwrap();

    let scopes = ["USER_PHONE", "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND", "offline_access"];
    let login = platform.oauth().authorize(scopes, "session").await.unwrap();
    assert!(login.url.starts_with(&format!("{}/worlds/w/auth/", sandbox.url())), "{}", login.url);
    let page = get(&trusting(&sandbox), &login.url).await.unwrap();
    assert_eq!(page.status, 200);
    let back = world.consent(&login.url, Decision::Approve { user: "seller".into() }).unwrap();
    let LoginOutcome::Granted { grant, .. } = platform.oauth().callback(&back, "session").await.unwrap() else {
        panic!("the user has consented")
    };
    let user = platform.user(grant);
    assert!(user.users().me().await.is_ok());

    let post = world.posts()[0].token.clone();
    assert_eq!(platform.posts().get(post.as_str()).await.unwrap().token.as_str(), post);
    platform.images().upload(Upload::bytes(JPEG)).await.unwrap();
    let talk = world.conversations()[0].id.clone();
    user.conversations().send(&talk, Message::text("hello")).await.unwrap();
    let requests = world.ledger();
    for endpoint in ["oauth.exchange", "users.me", "posts.get", "images.upload", "conversations.send"] {
        assert_eq!(requests.requests_to(endpoint).len(), 1, "{endpoint}");
    }
}

#[tokio::test]
async fn addresses_in_responses_are_https_at_the_name_that_the_caller_used() {
    let sandbox = started().await;
    let (world, port) = (sandbox.default_world(), port(&sandbox));
    let key = world.app().api_key;
    let http = trusting(&sandbox);
    let ask = async |origin: &str, host: &str, path: &str| {
        let headers = [(header::HOST, host), (header::HeaderName::from_static("x-api-key"), key.as_str())];
        let url = format!("{origin}{path}");
        http.send(request(Method::GET, &url, &headers, &Value::Null)).await.unwrap()
    };
    let path = "/v1/open-platform/assets/media-upload-urls";
    for origin in [sandbox.url().to_owned(), format!("https://localhost:{port}")] {
        let host = origin.trim_start_matches("https://");
        let text = String::from_utf8(ask(&origin, host, &format!("/base{path}")).await.body.to_vec()).unwrap();
        assert!(text.contains(&format!("\"{origin}/worlds/default/")) && !text.contains("http:"), "{text}");
    }
    // The platform's own names, which the certificate does not have: only in `Host`.
    let text = String::from_utf8(ask(sandbox.url(), &format!("open-api.divar.ir:{port}"), path).await.body.to_vec());
    let text = text.unwrap();
    assert!(text.contains(&format!("\"https://open-api.divar.ir:{port}/")) && !text.contains("http:"), "{text}");
}

#[tokio::test]
async fn a_client_without_the_ca_fails_and_says_which_setting_is_missing() {
    let sandbox = started().await;
    let world = sandbox.default_world();
    let failure = get(&Http::new().unwrap(), sandbox.url()).await.unwrap_err();
    assert_eq!((failure.kind, failure.may_have_arrived), (TransportErrorKind::Tls, false));
    let other = started().await;
    let failed = world.client().transport(Arc::new(trusting(&other))).build().unwrap();
    match failed.posts().get("gZd7omnS").await.unwrap_err() {
        error @ Error::Transport(_) => assert!(error.to_string().contains("root_certificates_pem"), "{error}"),
        other => panic!("{other:?}"),
    }
    assert!(world.ledger().requests().is_empty());
}

#[tokio::test]
async fn a_request_without_tls_is_told_the_address() {
    let sandbox = started().await;
    let answer = get(&Http::new().unwrap(), &format!("http://127.0.0.1:{}/_sandbox/worlds", port(&sandbox))).await;
    let answer = answer.unwrap();
    assert_eq!(answer.status, 400);
    assert_eq!(answer.headers.get(header::CONNECTION).unwrap(), "close");
    let message = json(&answer)["message"].as_str().unwrap().to_owned();
    assert!(message.contains(sandbox.url()), "{message}");

    // What is neither ends the connection.
    let mut stream = TcpStream::connect(("127.0.0.1", port(&sandbox).parse().unwrap())).await.unwrap();
    stream.write_all(b"\x00\x01\x02\x03\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 400"), "{answer:?}");
    // A client that breaks the handshake off, and one that is silent, keep nobody waiting.
    let silent = TcpStream::connect(("127.0.0.1", port(&sandbox).parse().unwrap())).await.unwrap();
    let mut broken = TcpStream::connect(("127.0.0.1", port(&sandbox).parse().unwrap())).await.unwrap();
    broken.write_all(b"\x16\x03").await.unwrap();
    drop(broken);
    assert_eq!(get(&trusting(&sandbox), sandbox.url()).await.unwrap().status, 200);
    drop(silent);
    sandbox.stop().await;
}

#[tokio::test]
async fn the_cookie_of_the_console_is_secure() {
    let cookie = async |builder: open_platform_sandbox::Builder| {
        let sandbox = builder.token("token").start().await.unwrap();
        let ca = sandbox.certificates().map(Certificates::ca_pem);
        let http = ca.into_iter().fold(Http::builder(), |http, pem| http.root_certificates_pem(pem)).build().unwrap();
        let url = format!("{}/_sandbox/session", sandbox.url());
        let sent =
            request(Method::POST, &url, &[(header::CONTENT_TYPE, "application/json")], &json!({"token": "token"}));
        http.send(sent).await.unwrap().headers[header::SET_COOKIE].to_str().unwrap().to_owned()
    };
    let secure = cookie(Sandbox::builder().https(Https::new())).await;
    assert!(secure.contains("; Secure"), "{secure}");
    let plain = cookie(Sandbox::builder()).await;
    assert!(!plain.contains("Secure"), "{plain}");
}

#[tokio::test]
async fn a_fault_cuts_a_connection_with_tls_as_one_without() {
    let lost = async |sandbox: Sandbox| {
        let world = sandbox.default_world();
        let effects = vec![Effect::Drop { moment: Moment::After, reset: false }];
        world.faults().add(FaultRule { effects, ..FaultRule::default() });
        let token =
            world.issue_tokens("seller", ["CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND"]).unwrap().access_token;
        let talk = world.conversations()[0].id.clone();
        let platform = world.client().build().unwrap();
        let sent = platform.user_with_token(token).conversations().send(&talk, Message::text("hello")).await;
        sent.map(drop).map_err(|error| error.code())
    };
    let (plain, encrypted) = (lost(Sandbox::start().await.unwrap()).await, lost(started().await).await);
    assert_eq!((plain, encrypted), (Err("ambiguous_outcome"), Err("ambiguous_outcome")));
}

/// The address of an app that accepts one connection with TLS and answers it, and the head of the request.
async fn app(certificate: &str, key: &Secret) -> (SocketAddr, tokio::task::JoinHandle<String>) {
    let chain = vec![CertificateDer::from_pem_slice(certificate.as_bytes()).unwrap()];
    let key = PrivateKeyDer::from_pem_slice(key.expose().as_bytes()).unwrap();
    let tls = rustls::ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    let (tls, listener) = (TlsAcceptor::from(Arc::new(tls)), TcpListener::bind("127.0.0.1:0").await.unwrap());
    let address = listener.local_addr().unwrap();
    let served = tokio::spawn(async move {
        let Ok(mut stream) = tls.accept(listener.accept().await.unwrap().0).await else { return String::new() };
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}").await.unwrap();
        stream.shutdown().await.unwrap();
        String::from_utf8(head).unwrap()
    });
    (address, served)
}

#[tokio::test]
async fn events_go_to_an_app_with_a_certificate_of_the_same_ca_and_to_no_other() {
    let (sandbox, stranger) = (started().await, started().await);
    let world = sandbox.default_world();
    world.freeze();
    let deliver = async |of: &Sandbox| {
        let (address, served) = app(certificates(of).app_pem(), certificates(of).app_key_pem()).await;
        world.configure_app(|app| app.events_url = format!("https://localhost:{}/hooks/events", address.port()));
        let id = world.send_sample(open_platform_sandbox::Sample::MessageFromUser).unwrap();
        world.advance(Duration::ZERO).await;
        (world.delivery(id).unwrap(), served.await.unwrap())
    };
    let (delivery, head) = deliver(&sandbox).await;
    assert_eq!(delivery.state, DeliveryState::Delivered, "{delivery:?}");
    assert!(head.starts_with("POST /hooks/events "), "{head}");
    let (delivery, head) = deliver(&stranger).await;
    let error = delivery.attempts[0].error.clone().unwrap();
    assert!(head.is_empty() && error.contains("certificate"), "{error}");
}

#[tokio::test]
async fn the_certificate_is_for_the_names_that_are_given_and_no_others() {
    let wanted = Https::new().name("10.0.2.2").name("my-host.test");
    let sandbox = Sandbox::builder().https(wanted).start().await.unwrap();
    let http = trusting(&sandbox);
    // `localhost` may be ::1 first, where nobody listens: the next address is tried.
    for name in ["127.0.0.1", "localhost"] {
        assert_eq!(get(&http, &format!("https://{name}:{}", port(&sandbox))).await.unwrap().status, 200, "{name}");
    }
    let accepted = |name: &str| accepts(certificates(&sandbox), name);
    for name in ["localhost", "127.0.0.1", "::1", "10.0.2.2", "my-host.test"] {
        assert!(accepted(name), "{name}");
    }
    for name in ["10.0.2.3", "other.test", "open-api.divar.ir", "127.0.0.2"] {
        assert!(!accepted(name), "{name}");
    }
    for wrong in ["", "a b", "https://localhost", "localhost:4010", "*.localhost"] {
        let refused = Sandbox::builder().https(Https::new().name(wrong)).start().await;
        assert!(matches!(refused, Err(Error::Config { setting, .. }) if setting == "https"), "{wrong:?}");
    }
}

/// Whether a client that trusts the CA accepts the certificate of the app, which is for the same names, at a name.
fn accepts(certificates: &Certificates, name: &str) -> bool {
    use rustls::client::danger::ServerCertVerifier;
    let der = |pem: &str| CertificateDer::from_pem_slice(pem.as_bytes()).unwrap();
    let mut roots = rustls::RootCertStore::empty();
    roots.add(der(certificates.ca_pem())).unwrap();
    let provider = Arc::new(ring::default_provider());
    let verifier =
        rustls::client::WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build().unwrap();
    let (certificate, name) = (der(certificates.app_pem()), name.try_into().unwrap());
    verifier.verify_server_cert(&certificate, &[], &name, &[], rustls::pki_types::UnixTime::now()).is_ok()
}

async fn kept(directory: &Path, https: Https) -> Result<Sandbox, Error> {
    Sandbox::builder().https(https.keep_ca(directory)).start().await
}

#[tokio::test]
async fn a_kept_ca_signs_for_the_next_sandbox_and_only_for_its_names() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("ca");
    let first = kept(&directory, Https::new().name("10.0.2.2")).await.unwrap();
    let device = trusting(&first);
    let second = kept(&directory, Https::new()).await.unwrap();
    assert_eq!(certificates(&first).ca_pem(), certificates(&second).ca_pem());
    assert_eq!(get(&device, second.url()).await.unwrap().status, 200);
    // Another name would not be accepted by a device that trusts the CA: it is said at the start.
    let error = kept(&directory, Https::new().name("evil.example")).await.unwrap_err().to_string();
    assert!(error.contains("evil.example") && error.contains("delete"), "{error}");

    let key = directory.join("ca-key.pem");
    std::fs::write(&key, "SECRET").unwrap();
    let error = kept(&directory, Https::new()).await.unwrap_err().to_string();
    assert!(error.contains("ca-key.pem") && !error.contains("SECRET"), "{error}");
    // Nothing is replaced.
    std::fs::remove_file(&key).unwrap();
    let error = kept(&directory, Https::new()).await.unwrap_err().to_string();
    assert!(error.contains("ca.pem: its key is missing: delete it"), "{error}");
}

#[tokio::test]
async fn a_start_that_was_interrupted_before_the_certificate_was_written_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    drop(kept(folder.path(), Https::new()).await.unwrap());
    let [ca, key] = ["ca.pem", "ca-key.pem"].map(|name| folder.path().join(name));
    let before = std::fs::read_to_string(&key).unwrap();
    std::fs::remove_file(&ca).unwrap();
    let sandbox = kept(folder.path(), Https::new()).await.unwrap();
    assert_eq!(std::fs::read_to_string(&ca).unwrap(), certificates(&sandbox).ca_pem());
    assert_eq!(std::fs::read_to_string(&key).unwrap(), before);
    assert_eq!(get(&trusting(&sandbox), sandbox.url()).await.unwrap().status, 200);
}

#[tokio::test]
async fn the_files_of_the_certificates_can_be_written_again() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let sandbox = kept(folder.path(), Https::new()).await.unwrap();
        certificates(&sandbox).write(folder.path()).unwrap();
        let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(text("ca.pem"), certificates(&sandbox).ca_pem());
        assert_eq!(text("app.pem"), certificates(&sandbox).app_pem());
        assert_eq!(text("app-key.pem"), certificates(&sandbox).app_key_pem().expose());
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4, "nothing but the four files stays");
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_a_kept_ca() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("ca");
    kept(&directory, Https::new()).await.unwrap();
    let key = directory.join("ca-key.pem");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&directory), mode(&key)), (0o700, 0o600));
    std::fs::set_permissions(&key, PermissionsExt::from_mode(0o644)).unwrap();
    let error = kept(&directory, Https::new()).await.unwrap_err().to_string();
    assert!(error.contains("others can read"), "{error}");
}

#[tokio::test]
async fn the_key_of_a_ca_is_not_kept_and_the_clock_of_a_world_does_not_count() {
    let sandbox = started().await;
    let shown = format!("{sandbox:?}");
    assert!(!shown.contains("PRIVATE KEY"), "{shown}");
    let world = sandbox.default_world();
    world.freeze();
    world.advance(Duration::from_secs(3 * 365 * 86_400)).await;
    assert_eq!(get(&trusting(&sandbox), sandbox.url()).await.unwrap().status, 200);
}
