//! PKCE with S256 (RFC 7636): checks the verifier of an exchange against the challenge of the login.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::grants::TokenError;
use super::rules::{Demand, OAuthRules};

/// Checks a verifier (RFC 7636 section 4.6).
pub(super) fn check_verifier(
    challenge: Option<&str>,
    verifier: Option<&str>,
    rules: &OAuthRules,
) -> Result<(), TokenError> {
    let refused = |reason: &str| Err(TokenError::new("invalid_grant", reason));
    match (rules.pkce, challenge, verifier) {
        (Demand::Ignored, ..) | (_, None, None) => Ok(()),
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
        let (verifier, challenge) =
            ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        let rules = OAuthRules::default();
        assert!(check_verifier(Some(challenge), Some(verifier), &rules).is_ok());
        for (challenge, verifier) in [(Some(challenge), None), (Some(challenge), Some("x")), (None, Some(verifier))] {
            assert!(check_verifier(challenge, verifier, &rules).is_err());
        }
    }
}
