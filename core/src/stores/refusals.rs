//! Ends the repetition of a write or a deletion that a store refuses although the record has the expected version.

use crate::error::StoreError;

/// After how many such refusals in a row a repetition ends. A store that returns old records, or compares versions wrongly, would refuse
/// without end.
const MOST: u32 = 100;

/// The refusals of one loop that reads a record, and writes or deletes it by its version.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    /// The version that the last write expected; `None`: that there is no record.
    version: Option<i64>,
    count: u32,
}

impl Refusals {
    /// Returns whether a write or a deletion over `version` was done, for the loop to end.
    ///
    /// # Errors
    /// After [`MOST`] refusals over the same version. With another version, another writer was first.
    pub(crate) fn noted(
        &mut self,
        is_done: bool,
        operation: &'static str,
        version: Option<i64>,
    ) -> Result<bool, StoreError> {
        if self.version != version {
            *self = Self { version, count: 0 };
        }
        self.count += u32::from(!is_done);
        if self.count < MOST {
            return Ok(is_done);
        }
        let what = if operation == "delete" { "deletions" } else { "writes" };
        let reason = format!("{MOST} {what} in a row were refused over the version that the store has itself");
        Err(StoreError::new(operation, reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_refusals_over_the_same_version_end_a_repetition() {
        let mut refusals = Refusals::default();
        for version in 1..=1000 {
            assert!(!refusals.noted(false, "put", Some(version)).unwrap(), "another writer was first");
        }
        for version in [None, Some(2000)] {
            for _ in 1..MOST {
                assert!(!refusals.noted(false, "put", version).unwrap());
            }
            let error = refusals.noted(false, "put", version).unwrap_err().to_string();
            assert!(error.contains("100 writes in a row were refused"), "{error}");
        }
        assert!(Refusals::default().noted(true, "delete", Some(1)).unwrap());
    }
}
