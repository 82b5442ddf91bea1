//! Every operation of the live platform in its published description, whether [`ALL`](crate::api::endpoints::ALL) has
//! a row for it or not.

use std::sync::LazyLock;

use http::Method;

use crate::endpoint::{Endpoint, Host};

/// An operation of the live platform, on its base host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its id in the platform's description, such as `Payment_GetBalance`.
    pub id: &'static str,
    /// HTTP method.
    pub method: Method,
    /// Path, with `{names}` for the variable segments.
    pub path: &'static str,
    /// `stable`, `experimental` or `deprecated`.
    pub lifecycle: &'static str,
    /// The permission that the API key needs.
    pub permission: Option<&'static str>,
    /// The accepted scopes, as templates such as `POST_EDIT.<post_token>`: any one is enough. Empty if none is needed.
    pub scopes: Vec<&'static str>,
}

/// All operations, in the order of the description.
pub static OPERATIONS: LazyLock<Vec<Operation>> =
    LazyLock::new(|| include_str!("live.tsv").lines().skip(1).filter_map(row).collect());

/// Columns: id, method, path, lifecycle, permission, scopes separated by spaces.
fn row(line: &'static str) -> Option<Operation> {
    let mut columns = line.split('\t');
    let mut column = || columns.next();
    Some(Operation {
        id: column()?,
        method: column()?.parse().ok()?,
        path: column()?,
        lifecycle: column()?,
        permission: column().filter(|name| !name.is_empty()),
        scopes: column()?.split_whitespace().collect(),
    })
}

/// The operation that a row of the endpoint table calls, if the description has it. Two rows may call the same operation.
pub fn operation_of(row: &Endpoint) -> Option<&'static Operation> {
    OPERATIONS.iter().find(|one| row.host == Host::Base && one.method == row.method && is_same(one.path, row.path))
}

/// Whether two paths differ in nothing but the names of their variables, which the table and the description name differently.
fn is_same(path: &str, other: &str) -> bool {
    let (mut parts, mut others) = (path.split('/'), other.split('/'));
    loop {
        match (parts.next(), others.next()) {
            (None, None) => return true,
            (Some(part), Some(other)) if part == other || part.starts_with('{') && other.starts_with('{') => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::endpoints::ALL;
    use crate::endpoint::Lifecycle;

    #[test]
    fn every_line_is_an_operation() {
        assert_eq!(OPERATIONS.len(), include_str!("live.tsv").lines().count() - 1);
        for operation in OPERATIONS.iter() {
            assert!(operation.id.contains('_') && operation.path.starts_with('/'), "{operation:?}");
            assert!(["stable", "experimental", "deprecated"].contains(&operation.lifecycle), "{operation:?}");
        }
    }

    #[test]
    fn every_newer_endpoint_of_the_base_host_is_an_operation() {
        // The addresses of uploads are in the documents only (docs/platform.md#post-media).
        let uploads = ["own_posts.upload_image", "own_posts.upload_video"];
        let newer = |row: &&&Endpoint| row.lifecycle == Lifecycle::Newer && row.host == Host::Base;
        for row in ALL.iter().filter(newer).filter(|row| !uploads.contains(&row.name)) {
            assert!(operation_of(row).is_some(), "{}", row.name);
        }
    }

    #[test]
    fn every_operation_has_a_row() {
        for operation in OPERATIONS.iter() {
            assert!(ALL.iter().any(|row| operation_of(row) == Some(operation)), "{}", operation.id);
        }
    }
}
