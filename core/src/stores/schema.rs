//! Shared code of the stores of this crate: forward migrations of the schema, and ranges of keys.

use crate::error::StoreError;

/// The version of the schema after these steps.
pub(super) fn version(steps: &[&str]) -> i64 {
    i64::try_from(steps.len()).unwrap_or(i64::MAX)
}

/// The steps that a schema of version `found` lacks.
pub(super) fn due<'a>(steps: &'a [&'a str], found: Option<i64>) -> Result<&'a [&'a str], StoreError> {
    let known = version(steps);
    match usize::try_from(found.unwrap_or(0)).ok().and_then(|done| steps.get(done..)) {
        Some(missing) => Ok(missing),
        None => Err(StoreError::new(
            "open",
            format!("the store has schema {}, newer than this version's {known}: update the SDK", found.unwrap_or(0)),
        )),
    }
}

/// The lowest key in byte order that is greater than all keys with this prefix. `None`: there is none.
pub(super) fn after(prefix: &str) -> Option<Vec<u8>> {
    let mut bytes = prefix.as_bytes().to_vec();
    // No byte of UTF-8 is 255, so the last one can be increased.
    *bytes.last_mut()? += 1;
    Some(bytes)
}

/// The range of keys with this prefix that are greater than `behind`: the first key in it, and the first key after it.
#[cfg(any(feature = "sqlite", feature = "postgres"))]
pub(super) fn range(prefix: &str, behind: Option<&str>) -> (Vec<u8>, Vec<u8>) {
    let from = match behind.filter(|behind| *behind >= prefix) {
        Some(behind) => [behind.as_bytes(), b"\0"].concat(),
        None => prefix.as_bytes().to_vec(),
    };
    (from, after(prefix).unwrap_or_else(|| vec![255]))
}
