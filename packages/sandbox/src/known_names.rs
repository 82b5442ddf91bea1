//! Checks names against a list, and suggests the nearest known name.

use open_platform::{Error, Result};

/// Checks that a word is in the list.
///
/// # Errors
/// [`Error::InvalidInput`] with the field.
pub(crate) fn check<'a>(
    field: &str,
    what: &str,
    word: &str,
    known: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
) -> Result<()> {
    let known = known.into_iter();
    if known.clone().any(|one| one == word) {
        return Ok(());
    }
    let reason = format!("there is no such {what}{}", suggestion(word, known));
    Err(Error::invalid(field, reason))
}

/// `: did you mean …?` with the known word that was probably meant, or nothing.
pub(crate) fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let typed = word.to_lowercase();
    let nearest = known.into_iter().map(|one| (strsim::damerau_levenshtein(&one.to_lowercase(), &typed), one)).min();
    match nearest {
        // Too different: more than a third of the letters.
        Some((distance, one)) if distance * 3 <= one.len() => format!(": did you mean {one}?"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_word_is_refused_with_a_suggestion() {
        let known = ["oauth.refresh", "posts.get"];
        assert!(check("endpoint", "endpoint", "posts.get", known).is_ok());
        let reason = |word| check("endpoint", "endpoint", word, known).unwrap_err().to_string();
        assert!(reason("oauth.refersh").contains("endpoint: there is no such endpoint: did you mean oauth.refresh?"));
        assert!(!reason("something.else").contains("did you mean"));
    }
}
