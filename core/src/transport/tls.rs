//! The TLS configuration: the bundled root certificates, those that the app adds, and a client certificate.

use rustls::ClientConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::error::{Error, Result};

/// A client certificate and its key, as PEM text.
#[derive(Clone)]
pub(crate) struct ClientCertificate {
    pub(crate) certificate: Vec<u8>,
    pub(crate) key: zeroize::Zeroizing<Vec<u8>>,
}

/// Trusts the bundled Mozilla roots and the certificates in `roots`, which are the PEM texts of `setting`.
#[cfg(feature = "http")]
pub(crate) fn trusting(roots: &[Vec<u8>], setting: &str) -> Result<ClientConfig> {
    trusting_as(roots, None, setting)
}

/// As [`trusting`], with a client certificate for servers that request one.
pub(crate) fn trusting_as(
    roots: &[Vec<u8>],
    client: Option<&ClientCertificate>,
    setting: &str,
) -> Result<ClientConfig> {
    let mut store: rustls::RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
    let refused = |reason: String| Error::config(setting, reason);
    for pem in roots {
        let mut found = 0;
        for certificate in CertificateDer::pem_slice_iter(pem) {
            let certificate = certificate.map_err(|_| refused("is not PEM text".into()))?;
            store.add(certificate).map_err(|_| refused(format!("certificate {found} is malformed")))?;
            found += 1;
        }
        if found == 0 {
            return Err(refused("contains no certificate".into()));
        }
    }
    // The provider is passed, not installed: a library must not set it for the whole process.
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13, &rustls::version::TLS12])
        .map_err(|_| Error::config("transport", "TLS 1.2 and 1.3 cannot be set up"))?
        .with_root_certificates(store);
    let Some(client) = client else { return Ok(config.with_no_client_auth()) };
    let chain: Vec<_> = CertificateDer::pem_slice_iter(&client.certificate)
        .collect::<Result<_, _>>()
        .map_err(|_| refused("the client certificate is not PEM text".into()))?;
    let key = PrivateKeyDer::from_pem_slice(&client.key)
        .map_err(|_| refused("the key of the client certificate is not PEM text".into()))?;
    config
        .with_client_auth_cert(chain, key)
        .map_err(|_| refused("the client certificate and its key cannot be used together".into()))
}
