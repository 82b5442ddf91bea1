//! Every operation of the live platform in its published description, whether [`ALL`](crate::api::endpoints::ALL) has
//! a row for it or not.

use std::sync::LazyLock;

use http::Method;

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

#[cfg(test)]
mod tests {
    use super::super::{Endpoint, Host, Lifecycle};
    use super::*;
    use crate::api::endpoints::ALL;

    /// A path without the names of its variables, because the table and the description name them differently.
    fn shape(path: &str) -> String {
        path.split('/').map(|part| if part.starts_with('{') { "{}" } else { part }).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn every_line_is_an_operation() {
        assert_eq!(OPERATIONS.len(), include_str!("live.tsv").lines().count() - 1);
        assert_eq!(OPERATIONS.len(), 60);
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
            let same = |one: &&Operation| one.method == row.method && shape(one.path) == shape(row.path);
            assert!(OPERATIONS.iter().find(same).is_some(), "{}", row.name);
        }
    }
}
