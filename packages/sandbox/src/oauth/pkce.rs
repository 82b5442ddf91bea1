//! PKCE with S256 (RFC 7636): checks the verifier of an exchange against the challenge of the login.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::grants::TokenError;
use super::rules::{Demand, OAuthRules};

/// Whether this can be a challenge: a SHA-256 digest in base64url, without padding (RFC 7636 section 4.2).
pub(super) fn is_challenge(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// Whether this can be a verifier (RFC 7636 section 4.1).
fn is_verifier(text: &str) -> bool {
    (43..=128).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
}

/// Checks a verifier (RFC 7636 section 4.6). That one of a wrong form is `invalid_grant`, too, is as with Ory Hydra (assumption).
pub(super) fn check_verifier(
    challenge: Option<&str>,
    verifier: Option<&str>,
    rules: &OAuthRules,
) -> Result<(), TokenError> {
    let refused = |reason: &str| Err(TokenError::new("invalid_grant", reason));
    match (rules.pkce, challenge, verifier) {
        (Demand::Ignored, ..) | (_, None, None) => Ok(()),
        (_, Some(_), Some(verifier)) if !is_verifier(verifier) => {
            refused("code_verifier must be 43 to 128 Latin letters, digits, `-`, `.`, `_` and `~`")
        }
        (_, Some(challenge), Some(verifier)) if URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)) == challenge => Ok(()),
        (_, Some(_), Some(_)) => refused("code_verifier does not belong to the code_challenge"),
        (_, Some(_), None) => refused("code_verifier is missing"),
        (_, None, Some(_)) => refused("there is a code_verifier, but there was no code_challenge"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pkce_binds_the_code_to_the_caller() {
        // RFC 7636 appendix B.
        let (verifier, challenge): (&str, &str) =
            ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        let rules = OAuthRules::default();
        assert!(check_verifier(Some(challenge), Some(verifier), &rules).is_ok());
        for (challenge, verifier) in [(Some(challenge), None), (Some(challenge), Some("x")), (None, Some(verifier))] {
            assert!(check_verifier(challenge, verifier, &rules).is_err());
        }
        // Their digest is the challenge, but RFC 7636 section 4.1 allows none of them.
        for wrong in ["x".to_owned(), "x".repeat(42), "x".repeat(129), "ü".repeat(43), format!("{verifier}+")] {
            let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&wrong));
            assert!(is_challenge(&challenge));
            let refused = check_verifier(Some(&challenge), Some(&wrong), &rules).unwrap_err();
            assert_eq!((refused.error, refused.description.contains("43 to 128")), ("invalid_grant", true), "{wrong}");
        }
        for wrong in ["", "x", &challenge[1..], &format!("{challenge}="), &verifier.replace('-', "+")] {
            assert!(!is_challenge(wrong), "{wrong}");
        }
    }
}
