//! The custom buttons of a world, by this app.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Custom buttons in the platform's form.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Buttons {
    /// By the token of the post.
    pub(crate) on_posts: BTreeMap<String, Value>,
    /// By the token of the business.
    pub(crate) on_businesses: BTreeMap<String, Value>,
}
