//! HTTPS: a local certificate authority (CA), and the certificates of the sandbox and of the app that it signs.

use std::fs::{self, DirBuilder};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Datelike, Days, Utc};
use open_platform::digest::hex;
use open_platform::{Error, Result, Secret};
use rcgen::{
    BasicConstraints, Certificate, CertificateParams, CidrSubnet, DnType, ExtendedKeyUsagePurpose, GeneralSubtree,
    IsCa, Issuer, KeyPair, KeyUsagePurpose, NameConstraints, date_time_ymd,
};
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{RootCertStore, ServerConfig};
use tempfile::NamedTempFile;

/// The file with the certificate of the CA, in the directory of [`Https::keep_ca`].
const CA_FILE: &str = "ca.pem";
/// The file with its key.
const CA_KEY_FILE: &str = "ca-key.pem";

/// How long the certificate of the CA is valid, in days. Without its key, which is usually gone at once, it signs nothing.
const CA_DAYS: u64 = 3650;
/// How long a certificate is valid, in days of the machine's clock: Apple's systems refuse more than 825.
const DAYS: u64 = 820;

/// How a sandbox serves HTTPS: with a certificate for `localhost`, 127.0.0.1, ::1 and the address that it is bound to.
///
/// A CA signs the certificate. By default it is made at the start and its key is forgotten at once, so it can never sign another
/// certificate. It is constrained to these names and those below them, such as `a.localhost`: nobody can use it for other sites.
#[derive(Clone, Debug, Default)]
#[must_use = "settings of HTTPS are for `Builder::https`"]
pub struct Https {
    names: Vec<String>,
    directory: Option<PathBuf>,
}

impl Https {
    /// HTTPS with a new CA.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a host name or an IP address to the certificate, such as 10.0.2.2, at which the emulator of Android reaches this machine.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.names.push(name.into());
        self
    }

    /// Keeps the CA in this directory, in the files `ca.pem` and `ca-key.pem`, so that a device that trusts it also trusts the
    /// next sandbox. The directory is made if it does not exist; only its owner can read the files. The CA can sign certificates for
    /// the names that were given when it was made and for those below them, and for no others.
    pub fn keep_ca(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directory = Some(directory.into());
        self
    }

    /// All names of the certificate.
    fn all_names(&self, bound: IpAddr) -> Result<Vec<String>> {
        let mut names = vec!["localhost".to_owned()];
        let addresses = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST), bound];
        names.extend(addresses.iter().map(IpAddr::to_string));
        for name in &self.names {
            server_name(name)?;
            names.push(name.clone());
        }
        let mut known = Vec::new();
        names.retain(|name| {
            !known.contains(name) && {
                known.push(name.clone());
                true
            }
        });
        Ok(names)
    }

    /// The certificates for a sandbox that is bound to this address, and its TLS.
    pub(crate) fn issue(&self, bound: IpAddr) -> Result<(Certificates, Arc<ServerConfig>)> {
        let names = self.all_names(bound)?;
        let (ca_pem, key) = match &self.directory {
            Some(directory) => kept_ca(directory, &names)?,
            None => {
                let key = KeyPair::generate().map_err(refused)?;
                (certificate_of_ca(&names, &key)?, key)
            }
        };
        let issuer = Issuer::new(params_of_ca(&names, &key), key);
        let (of_sandbox, key) = signed(&names, &issuer)?;
        let (of_app, key_of_app) = signed(&names, &issuer)?;
        check(&of_sandbox, &ca_pem, &names)?;
        let tls = server(&of_sandbox, &key)?;
        let certificates =
            Certificates { ca_pem, app_pem: of_app.pem(), app_key_pem: Secret::new(key_of_app.serialize_pem()) };
        Ok((certificates, tls))
    }
}

/// The certificates of a sandbox that serves HTTPS.
#[derive(Clone, Debug)]
pub struct Certificates {
    ca_pem: String,
    app_pem: String,
    app_key_pem: Secret,
}

impl Certificates {
    /// The certificate of the CA, as PEM text: for the setting `root_certificates_pem` of a client.
    pub fn ca_pem(&self) -> &str {
        &self.ca_pem
    }

    /// A certificate for the server of the app, as PEM text. It is for the same names, and the sandbox accepts it when it sends
    /// events.
    pub fn app_pem(&self) -> &str {
        &self.app_pem
    }

    /// The key of [`app_pem`](Self::app_pem), as PEM text.
    pub fn app_key_pem(&self) -> &Secret {
        &self.app_key_pem
    }

    /// Writes the files `ca.pem`, `app.pem` and `app-key.pem` into a directory. Only their owner can read them. Those for the app replace
    /// files of these names; the CA of [`Https::keep_ca`] is there already.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, directory: impl AsRef<Path>) -> io::Result<()> {
        let directory = directory.as_ref();
        let ca = directory.join(CA_FILE);
        if !ca.exists() {
            private_file(directory, &self.ca_pem)?.persist(ca)?;
        }
        private_file(directory, &self.app_pem)?.persist(directory.join("app.pem"))?;
        private_file(directory, self.app_key_pem.expose())?.persist(directory.join("app-key.pem"))?;
        Ok(())
    }
}

fn refused(reason: impl std::fmt::Display) -> Error {
    Error::Config { setting: "https".to_owned(), reason: reason.to_string(), cause: None }
}

fn server_name(name: &str) -> Result<ServerName<'_>> {
    ServerName::try_from(name).map_err(|_| refused(format!("{name:?} is neither a host name nor an IP address")))
}

fn params(name: &str, days: u64) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, name);
    // From yesterday, for devices whose clock is a little behind. The machine's clock counts, not that of a world.
    let now = Utc::now();
    let beginning_of_day = |at: DateTime<Utc>| {
        let (month, day) = (u8::try_from(at.month()).unwrap_or(1), u8::try_from(at.day()).unwrap_or(1));
        date_time_ymd(at.year(), month, day)
    };
    params.not_before = beginning_of_day(now - Days::new(1));
    params.not_after = beginning_of_day(now + Days::new(days));
    params
}

/// What a CA for these names is. Its own name comes from its key, so that a client tells a new CA from an earlier one, and the
/// certificate of a kept CA needs not be read to sign with its key.
fn params_of_ca(names: &[String], key: &KeyPair) -> CertificateParams {
    let mut params = params("", CA_DAYS);
    let id: String = hex(&params.key_identifier(key)).chars().take(8).collect();
    params.distinguished_name.push(DnType::CommonName, format!("Open Platform sandbox CA {id}"));
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    let subtree = |name: &String| match name.parse() {
        Ok(IpAddr::V4(address)) if address.is_loopback() => {
            GeneralSubtree::IpAddress(CidrSubnet::from_v4_prefix([127, 0, 0, 0], 8))
        }
        Ok(address @ IpAddr::V4(_)) => GeneralSubtree::IpAddress(CidrSubnet::from_addr_prefix(address, 32)),
        Ok(address) => GeneralSubtree::IpAddress(CidrSubnet::from_addr_prefix(address, 128)),
        Err(_) => GeneralSubtree::DnsName(name.clone()),
    };
    let permitted_subtrees = names.iter().map(subtree).collect();
    params.name_constraints = Some(NameConstraints { permitted_subtrees, excluded_subtrees: Vec::new() });
    params
}

/// The certificate of a CA for these names, as PEM text.
fn certificate_of_ca(names: &[String], key: &KeyPair) -> Result<String> {
    params_of_ca(names, key).self_signed(key).map(|certificate| certificate.pem()).map_err(refused)
}

/// A certificate for a server with these names, and its key.
fn signed(names: &[String], issuer: &Issuer<'_, KeyPair>) -> Result<(Certificate, KeyPair)> {
    let mut of_server = params("Open Platform sandbox", DAYS);
    of_server.subject_alt_names = CertificateParams::new(names).map_err(refused)?.subject_alt_names;
    of_server.use_authority_key_identifier_extension = true;
    of_server.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    of_server.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    let key = KeyPair::generate().map_err(refused)?;
    let certificate = of_server.signed_by(&key, issuer).map_err(refused)?;
    Ok((certificate, key))
}

/// TLS for HTTP/1.1. The provider is passed, not installed: a library must not set it for the whole process.
fn server(certificate: &Certificate, key: &KeyPair) -> Result<Arc<ServerConfig>> {
    let key = PrivateKeyDer::try_from(key.serialize_der()).map_err(refused)?;
    let mut tls = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|tls| tls.with_no_client_auth().with_single_cert(vec![certificate.der().clone()], key))
        .map_err(refused)?;
    tls.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(tls))
}

/// Checks that a client that trusts the CA accepts the certificate at each name: a kept CA may have expired, or be for fewer names.
fn check(certificate: &Certificate, ca_pem: &str, names: &[String]) -> Result<()> {
    let unfit = |error: rustls::Error| {
        let next = "delete its files or choose another directory, and let the devices trust the new CA";
        refused(format!("the CA cannot be used for {} ({error}): {next}", names.join(", ")))
    };
    let mut roots = RootCertStore::empty();
    let ca = CertificateDer::from_pem_slice(ca_pem.as_bytes()).map_err(refused)?;
    roots.add(ca).map_err(unfit)?;
    let verifier =
        WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::new(ring::default_provider())).build();
    let verifier = verifier.map_err(refused)?;
    for name in names {
        let verified = verifier.verify_server_cert(certificate.der(), &[], &server_name(name)?, &[], UnixTime::now());
        verified.map_err(unfit)?;
    }
    Ok(())
}

/// The CA in a directory, which is made if it is not there.
fn kept_ca(directory: &Path, names: &[String]) -> Result<(String, KeyPair)> {
    let (ca, key) = (directory.join(CA_FILE), directory.join(CA_KEY_FILE));
    let at = |path: &Path, reason: &dyn std::fmt::Display| refused(format!("{}: {reason}", path.display()));
    make_private(directory).map_err(|error| at(directory, &error))?;
    let pair = if key.exists() {
        if is_open_to_others(&key).map_err(|error| at(&key, &error))? {
            return Err(at(&key, &"others can read the key: let only its owner read it, or delete the CA"));
        }
        let pem = fs::read_to_string(&key).map(Secret::new).map_err(|error| at(&key, &error))?;
        // The error of the library is left out, as it may have a part of the key.
        KeyPair::from_pem(pem.expose()).map_err(|_| at(&key, &"is not the key of a CA"))?
    } else if ca.exists() {
        return Err(at(&ca, &"its key is missing: delete it, and let the devices trust the new CA"));
    } else {
        let pair = KeyPair::generate().map_err(refused)?;
        let secret = Secret::new(pair.serialize_pem());
        let written = private_file(directory, secret.expose()).and_then(|file| Ok(file.persist_noclobber(&key)?));
        written.map_err(|error| at(&key, &error))?;
        pair
    };
    if ca.exists() {
        return Ok((fs::read_to_string(&ca).map_err(|error| at(&ca, &error))?, pair));
    }
    // The key is new, or the start that made it was interrupted.
    let pem = certificate_of_ca(names, &pair)?;
    let written = private_file(directory, &pem).and_then(|file| Ok(file.persist_noclobber(&ca)?));
    written.map_err(|error| at(&ca, &error))?;
    Ok((pem, pair))
}

fn make_private(directory: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)
}

/// A file with this content that has no name yet, so that nobody sees a part of it. Only its owner can read it.
fn private_file(directory: &Path, content: &str) -> io::Result<NamedTempFile> {
    let mut file = NamedTempFile::new_in(directory)?;
    file.write_all(content.as_bytes())?;
    Ok(file)
}

#[cfg(unix)]
fn is_open_to_others(path: &Path) -> io::Result<bool> {
    Ok(std::os::unix::fs::PermissionsExt::mode(&fs::metadata(path)?.permissions()) & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_: &Path) -> io::Result<bool> {
    Ok(false)
}
