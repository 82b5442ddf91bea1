//! The limits that rows share. Each error names the member; the caller puts the path before it.

use super::SemanticPaths;
use crate::error::{Error, Result};
use crate::model::icon::Icon;

/// Refuses text of more than `max` characters. Assumption: a character is a Unicode code point, as servers of this
/// kind usually count (docs/platform.md#widget-fields).
pub(crate) fn text(member: &str, value: &str, max: usize) -> Result<()> {
    match value.chars().count() {
        count if count > max => {
            Err(Error::invalid(member, format!("must have at most {max} characters, but has {count}")))
        }
        _ => Ok(()),
    }
}

pub(crate) fn percentage(member: &str, value: i32) -> Result<()> {
    match value {
        0..=100 => Ok(()),
        _ => Err(Error::invalid(member, format!("must be from 0 to 100, but is {value}"))),
    }
}

/// Checks that exactly one of the two scores is set.
pub(crate) fn one_score(in_percent: bool, in_words: bool) -> Result<()> {
    match (in_percent, in_words) {
        (true, true) => Err(Error::invalid("", "has both `percentage_score` and `descriptive_score`: keep one")),
        (false, false) => Err(Error::invalid("", "needs a score: `percentage_score` or `descriptive_score`")),
        _ => Ok(()),
    }
}

pub(crate) fn icon(member: &str, icon: Option<&Icon>) -> Result<()> {
    icon.map_or(Ok(()), Icon::check).map_err(|e| e.under(member))
}

/// Checks the names and the paths. A path consists of member names, without array indexes (docs/platform.md#widgets).
pub(super) fn semantic_paths(paths: &SemanticPaths) -> Result<()> {
    // The first by name, so that the error is deterministic.
    let first_bad = paths.iter().filter(|(name, path)| name.is_empty() || !is_member_path(path)).min();
    match first_bad {
        None => Ok(()),
        Some((name, _)) if name.is_empty() => Err(Error::invalid("", "a semantic name must not be empty")),
        Some((name, _)) => {
            Err(Error::invalid(name, "must be a path of member names such as text or action.open_direct_link"))
        }
    }
}

fn is_member_path(path: &str) -> bool {
    path.split('.').all(|member| {
        member.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && member.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
    })
}
