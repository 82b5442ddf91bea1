//! Stores over TLS: real handshakes with PostgreSQL and Redis, with certificates made by the tests.

#![cfg(all(feature = "postgres", feature = "redis"))]

mod support;

use std::path::PathBuf;

use open_platform::OpenPlatform;
use open_platform::error::Error;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa, KeyPair};
use support::servers::{Server, Tls, host};
use tempfile::TempDir;

const KEY: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";
/// The host name for PostgreSQL. Its IP address is given separately.
const NAME: &str = "db.example";

/// A certificate authority.
struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new(name: &str) -> Self {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    fn pem(&self) -> String {
        self.0.pem()
    }

    /// The certificate of a server with these names. It requests no client certificate.
    fn server(&self, names: &[&str]) -> Tls {
        let key = KeyPair::generate().unwrap();
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        let certificate = CertificateParams::new(names).unwrap().signed_by(&key, &self.0).unwrap();
        Tls { certificate: certificate.pem(), key: key.serialize_pem(), clients: None }
    }

    /// The certificate and the key of the database user `app`.
    fn client(&self) -> (String, String) {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, "app");
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
        (params.signed_by(&key, &self.0).unwrap().pem(), key.serialize_pem())
    }
}

/// The certificate files that the parameters of an address name.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    fn trusting(&self, authority: &Authority) -> String {
        format!("sslrootcert={}", self.write("ca.pem", &authority.pem()).display())
    }

    fn known_by(&self, (certificate, key): (String, String)) -> String {
        let [certificate, key] = [("client.pem", certificate), ("client.key", key)]
            .map(|(name, text)| self.write(name, &text).display().to_string());
        format!("sslcert={certificate}&sslkey={key}")
    }
}

/// The address of a server with the name `NAME`.
fn postgres(server: &Server, parameters: &str) -> String {
    let (host, port) = server.address().split_once(':').unwrap();
    format!("postgres://app@{NAME}:{port}/postgres?hostaddr={host}&{parameters}")
}

fn redis(server: &Server, parameters: &str) -> String {
    format!("rediss://{}?{parameters}", server.address())
}

/// Why the store at an address cannot be used, or `None`. `roots` is the setting of the client.
async fn refusal(address: &str, roots: Option<&Authority>) -> Option<String> {
    let mut builder = OpenPlatform::builder().api_key("any").store_url(address).store_keys([KEY]);
    if let Some(roots) = roots {
        builder = builder.root_certificates_pem(roots.pem());
    }
    match builder.build().unwrap().grants().list().await {
        Ok(grants) => {
            assert!(grants.is_empty());
            None
        }
        Err(Error::Store(error)) => Some(error.reason),
        Err(other) => panic!("{other}"),
    }
}

#[track_caller]
fn assert_refused(refusal: Option<String>, expected: &str) {
    let refusal = refusal.expect("it is refused");
    assert!(refusal.contains(expected), "{refusal:?} does not contain {expected:?}");
}

#[tokio::test]
async fn postgres_is_verified_by_its_authority_and_name() {
    let (authority, other, files) = (Authority::new("servers"), Authority::new("others"), Files::new());
    let server = Server::postgres_over_tcp(Some(&authority.server(&[NAME])));
    let trusting = files.trusting(&authority);
    let with = |mode: &str| postgres(&server, &format!("{trusting}&sslmode={mode}"));
    for mode in ["require", "verify-full", "prefer"] {
        assert_eq!(refusal(&with(mode), None).await, None, "{mode}");
    }
    let bare = postgres(&server, "sslmode=require");
    assert_eq!(refusal(&bare, Some(&authority)).await, None, "the setting has the same effect as the parameter");

    // The `sslmode` words with which libpq verifies nothing do not switch off the verification.
    for mode in ["require", "prefer", "allow", "verify-ca"] {
        assert_refused(refusal(&postgres(&server, &format!("sslmode={mode}")), None).await, "UnknownIssuer");
    }
    assert_refused(refusal(&bare, Some(&other)).await, "UnknownIssuer");

    let elsewhere = Server::postgres_over_tcp(Some(&authority.server(&["elsewhere.example"])));
    for mode in ["require", "verify-ca"] {
        let address = postgres(&elsewhere, &format!("sslmode={mode}"));
        assert_refused(refusal(&address, Some(&authority)).await, "not valid for name");
    }
}

#[tokio::test]
async fn a_postgres_without_tls_is_used_only_if_the_address_allows_it() {
    let authority = Authority::new("servers");
    let server = Server::postgres_over_tcp(None);
    for parameters in ["", "sslmode=require", "sslmode=prefer", "sslmode=allow"] {
        let refusal = refusal(&postgres(&server, parameters), Some(&authority)).await;
        assert_refused(refusal, "does not support TLS. Turn it on there, or add sslmode=disable to the address");
    }
    assert_eq!(refusal(&postgres(&server, "sslmode=disable"), None).await, None);
}

#[tokio::test]
async fn postgres_accepts_the_client_certificate_that_it_demands() {
    let (authority, clients, files) = (Authority::new("servers"), Authority::new("others"), Files::new());
    let server = Tls { clients: Some(clients.pem()), ..authority.server(&[NAME]) };
    let server = Server::postgres_over_tcp(Some(&server));
    let known = |known: &str| postgres(&server, &format!("sslmode=require&{known}"));
    assert_eq!(refusal(&known(&files.known_by(clients.client())), Some(&authority)).await, None);
    assert_refused(refusal(&known(""), Some(&authority)).await, "valid client certificate");
    assert_refused(refusal(&known(&files.known_by(authority.client())), Some(&authority)).await, "alert");
}

#[tokio::test]
async fn redis_is_verified_by_its_authority_and_name() {
    let (authority, other, files) = (Authority::new("servers"), Authority::new("others"), Files::new());
    let server = Server::redis_over_tcp(Some(&authority.server(&[&host()])));
    assert_eq!(refusal(&redis(&server, &files.trusting(&authority)), None).await, None);
    assert_eq!(
        refusal(&redis(&server, ""), Some(&authority)).await,
        None,
        "the setting has the same effect as the parameter"
    );

    assert_refused(refusal(&redis(&server, ""), None).await, "UnknownIssuer");
    assert_refused(refusal(&redis(&server, ""), Some(&other)).await, "UnknownIssuer");

    let elsewhere = Server::redis_over_tcp(Some(&authority.server(&["elsewhere.example"])));
    assert_refused(refusal(&redis(&elsewhere, ""), Some(&authority)).await, "not valid for name");
}

#[tokio::test]
async fn a_redis_without_tls_is_not_used_by_a_rediss_address() {
    let authority = Authority::new("servers");
    let server = Server::redis_over_tcp(None);
    assert_refused(refusal(&redis(&server, ""), Some(&authority)).await, "no response within 5 s");
    let plain = format!("redis://{}", server.address());
    assert_eq!(refusal(&plain, None).await, None);
}

#[tokio::test]
async fn redis_accepts_the_client_certificate_that_it_demands() {
    let (authority, clients, files) = (Authority::new("servers"), Authority::new("others"), Files::new());
    let server = Tls { clients: Some(clients.pem()), ..authority.server(&[&host()]) };
    let server = Server::redis_over_tcp(Some(&server));
    assert_eq!(refusal(&redis(&server, &files.known_by(clients.client())), Some(&authority)).await, None);
    assert_refused(refusal(&redis(&server, ""), Some(&authority)).await, "ertificate");
    assert_refused(refusal(&redis(&server, &files.known_by(authority.client())), Some(&authority)).await, "alert");
}
