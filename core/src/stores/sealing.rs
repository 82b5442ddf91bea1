//! Encryption with one of several keys, so that a key can be replaced: XChaCha20-Poly1305.
//!
//! Sealed data consist of the id of the key (8 bytes), a random nonce (24 bytes), and the ciphertext with its tag.

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::digest::hex;
use crate::secret::Secret;

/// The length of the id of a key.
pub(super) const ID: usize = 8;
const NONCE: usize = 24;
const TAG: usize = 16;

/// How to make a key, for errors.
pub(crate) const MAKE_KEY: &str = "make one with `openssl rand -base64 32`";

/// A key, and its id in the data that it seals.
pub(crate) struct SealingKey {
    id: [u8; ID],
    cipher: XChaCha20Poly1305,
}

impl SealingKey {
    /// A key with the id that `digest` begins with, so that keys need no numbers.
    pub(crate) fn new(digest: &[u8; 32], bytes: &[u8; 32]) -> Self {
        let mut id = [0; ID];
        id.copy_from_slice(&digest[..ID]);
        Self { id, cipher: XChaCha20Poly1305::new(bytes.into()) }
    }

    /// The id, for people.
    pub(crate) fn name(&self) -> String {
        hex(&self.id)
    }

    /// Whether it has sealed this.
    pub(super) fn has_sealed(&self, sealed: &[u8]) -> bool {
        sealed.starts_with(&self.id)
    }

    /// `form`, and behind it the encrypted `value`. It can be opened only for the same `place`.
    pub(crate) fn seal(&self, form: &[u8], place: &[u8], value: &[u8]) -> Result<Vec<u8>, &'static str> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|_| "the operating system gives no random numbers")?;
        let payload = Payload { msg: value, aad: place };
        let encrypted = self.cipher.encrypt(&XNonce::from(nonce), payload);
        let encrypted = encrypted.map_err(|_| "the value is too long to be encrypted")?;
        Ok([form, &self.id, &nonce, &encrypted].concat())
    }
}

/// Why sealed data cannot be opened.
pub(crate) enum NotOpened {
    CutOff,
    /// None of the keys has the id, which is in hexadecimal form.
    UnknownKey(String),
    /// They were changed, or belong to another place.
    Changed,
}

/// The value that one of the keys has sealed for this place.
pub(crate) fn open(keys: &[SealingKey], place: &[u8], sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, NotOpened> {
    let (id, rest) = sealed.split_at_checked(ID).ok_or(NotOpened::CutOff)?;
    let (nonce, msg) = rest.split_first_chunk::<NONCE>().ok_or(NotOpened::CutOff)?;
    if msg.len() < TAG {
        return Err(NotOpened::CutOff);
    }
    let key = keys.iter().find(|key| key.id == id).ok_or_else(|| NotOpened::UnknownKey(hex(id)))?;
    let value = key.cipher.decrypt(&XNonce::from(*nonce), Payload { msg, aad: place });
    value.map(Zeroizing::new).map_err(|_| NotOpened::Changed)
}

/// The keys in these texts. `make` makes one of its bytes. An error says which text is no key.
pub(crate) fn read_keys(texts: &[Secret], make: fn(&[u8; 32]) -> SealingKey) -> Result<Vec<SealingKey>, String> {
    let read = |(index, text)| match key_bytes(text) {
        Some(bytes) => Ok(make(&bytes)),
        None => Err(format!("key {} is not 32 bytes in base64 or hexadecimal: {MAKE_KEY}", index + 1)),
    };
    texts.iter().enumerate().map(read).collect()
}

/// The digest of a key for one use, which the label tells from others.
pub(crate) fn digest_for(label: &str, bytes: &[u8; 32]) -> Zeroizing<[u8; 32]> {
    let mut digest = Sha256::new();
    digest.update(label);
    digest.update(bytes);
    Zeroizing::new(digest.finalize().into())
}

/// The 32 bytes of a key in base64 or as hexadecimal digits.
pub(crate) fn key_bytes(text: &Secret) -> Option<Zeroizing<[u8; 32]>> {
    let bytes = match text.expose() {
        hex if hex.len() == 64 => from_hex(hex)?,
        base64 => from_base64(base64)?,
    };
    Some(Zeroizing::new(bytes.as_slice().try_into().ok()?))
}

fn from_hex(text: &str) -> Option<Zeroizing<Vec<u8>>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let byte = |pair: &[u8]| u8::try_from(digit(pair[0])? * 16 + digit(pair[1])?).ok();
    text.as_bytes().chunks_exact(2).map(byte).collect::<Option<Vec<u8>>>().map(Zeroizing::new)
}

/// Accepts both alphabets, with or without padding.
fn from_base64(text: &str) -> Option<Zeroizing<Vec<u8>>> {
    let lenient = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engines = [&alphabet::STANDARD, &alphabet::URL_SAFE].map(|alphabet| GeneralPurpose::new(alphabet, lenient));
    engines.iter().find_map(|engine| engine.decode(text).ok()).map(Zeroizing::new)
}
