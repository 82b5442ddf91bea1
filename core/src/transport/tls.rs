//! Whom to trust over TLS: the bundled roots, and those that the app adds.

use rustls::ClientConfig;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use crate::error::{Error, Result};

/// Verifies against the bundled Mozilla roots and the certificates in `roots`, PEM texts of `setting`.
pub(crate) fn trusting(roots: &[Vec<u8>], setting: &str) -> Result<ClientConfig> {
    let mut store: rustls::RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
    let refused = |reason: String| Error::config(setting, reason);
    for pem in roots {
        let mut found = 0;
        for certificate in CertificateDer::pem_slice_iter(pem) {
            let certificate = certificate.map_err(|_| refused("not PEM text".into()))?;
            store.add(certificate).map_err(|_| refused(format!("certificate {found} is malformed")))?;
            found += 1;
        }
        if found == 0 {
            return Err(refused("holds no certificate".into()));
        }
    }
    // The provider is given, not installed: a library must not decide for the whole process.
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13, &rustls::version::TLS12])
        .map_err(|_| Error::config("transport", "TLS 1.2 and 1.3 cannot be set up"))?
        .with_root_certificates(store)
        .with_no_client_auth();
    Ok(config)
}
