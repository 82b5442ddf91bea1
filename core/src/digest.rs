//! SHA-256 and its hexadecimal form.

use sha2::{Digest, Sha256};

/// Lower-case hex.
#[inline]
pub fn hex(bytes: &[u8]) -> String {
    let digit = |four: u8| if four < 10 { b'0' + four } else { b'a' - 10 + four };
    let mut text = vec![0; 2 * bytes.len()];
    for (pair, byte) in text.as_chunks_mut::<2>().0.iter_mut().zip(bytes) {
        *pair = [digit(byte >> 4), digit(byte & 15)];
    }
    String::from_utf8(text).unwrap_or_default()
}

/// SHA-256 in hex.
pub fn sha256(data: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(data))
}

/// The first 8 bytes of the SHA-256 in hex: enough to distinguish values, not to protect against forgery.
pub fn short_sha256(data: impl AsRef<[u8]>) -> String {
    hex(Sha256::digest(data).get(..8).unwrap_or_default())
}
