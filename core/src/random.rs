//! Unguessable secrets from the random number generator of the operating system.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use zeroize::Zeroizing;

use crate::digest::hex;
use crate::error::{Error, Result};
use crate::secret::Secret;

/// 256 random bits in 43 URL-safe characters.
///
/// # Errors
/// [`Error::Config`] if the system has no random numbers. There is no weaker fallback.
pub(crate) fn random_text() -> Result<Secret> {
    text_from(getrandom::fill)
}

/// A random UUID of version 4.
///
/// # Errors
/// As [`random_text`].
pub(crate) fn random_uuid() -> Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|_| Error::config("randomness", "the system gave no random bytes"))?;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits = hex(&bytes);
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &digits[part]);
    Ok(parts.join("-"))
}

fn text_from<E>(fill: impl FnOnce(&mut [u8]) -> Result<(), E>) -> Result<Secret> {
    let mut bytes = Zeroizing::new([0_u8; 32]);
    fill(bytes.as_mut_slice()).map_err(|_| Error::config("randomness", "the system gave no random bytes"))?;
    Ok(Secret::new(URL_SAFE_NO_PAD.encode(bytes.as_slice())))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn random_texts_are_43_url_safe_characters_and_unique() {
        let mut seen = HashSet::new();
        for _ in 0..20_000 {
            let state = random_text().unwrap();
            assert_eq!(state.expose().len(), 43);
            assert!(state.expose().bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)));
            assert!(seen.insert(state.expose().to_owned()));
        }
    }

    /// Pearson's chi-square for the 256 values of each of the 32 bytes. Of uniform bytes it is 255 on average and above 1,000 with a
    /// probability below 10^-80, so that this test does not fail by chance. A byte with one bit that never changes has 20,000 more.
    #[test]
    fn every_byte_of_a_random_text_has_all_values_equally_often() {
        const TEXTS: u32 = 20_000;
        let mut counts = vec![[0_u32; 256]; 32];
        for _ in 0..TEXTS {
            let bytes = URL_SAFE_NO_PAD.decode(random_text().unwrap().expose()).unwrap();
            assert_eq!(bytes.len(), counts.len());
            bytes.iter().zip(&mut counts).for_each(|(byte, counts)| counts[usize::from(*byte)] += 1);
        }
        let expected = f64::from(TEXTS) / 256.0;
        for (place, counts) in counts.iter().enumerate() {
            let chi_square: f64 = counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
            assert!(chi_square < 1_000.0, "byte {place}: {chi_square}");
        }
    }

    #[test]
    fn missing_randomness_is_an_error_without_fallback() {
        assert!(matches!(text_from(|_| Err("broken")), Err(Error::Config { .. })));
    }
}
