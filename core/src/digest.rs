//! SHA-256 and how it is written.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// Lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// SHA-256 in hex.
pub(crate) fn sha256(data: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(data))
}

/// The first 8 bytes of it: enough to tell things apart that nobody forges.
pub(crate) fn short_sha256(data: impl AsRef<[u8]>) -> String {
    hex(Sha256::digest(data).get(..8).unwrap_or_default())
}
