//! The custom buttons of a world, by this app.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A custom button of the app: on a post, or of a business.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SandboxCustomButton {
    /// The token of the post.
    pub post: Option<String>,
    /// The token of the business.
    pub business: Option<String>,
    /// The button in the platform's form, with `type` and `action`.
    #[schema(value_type = Object)]
    pub button: Value,
}

/// A custom button to set or to remove. Exactly one of the tokens is given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CustomButtonChange {
    /// The token of the post.
    pub post: Option<String>,
    /// The token of the business.
    pub business: Option<String>,
    /// The button in the platform's form, with `type` and `action`. Absent: the button is removed.
    #[schema(value_type = Option<Object>)]
    pub button: Option<Value>,
}

/// Custom buttons in the platform's form.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Buttons {
    /// By the token of the post.
    pub(crate) on_posts: BTreeMap<String, Value>,
    /// By the token of the business.
    pub(crate) on_businesses: BTreeMap<String, Value>,
}

impl Buttons {
    /// All buttons: those on posts, then those of businesses, by their tokens.
    pub(crate) fn all(&self) -> impl Iterator<Item = SandboxCustomButton> {
        let token = |token: &String| Some(token.clone());
        let posts = self.on_posts.iter().map(move |(post, button)| (token(post), None, button));
        let businesses = self.on_businesses.iter().map(move |(business, button)| (None, token(business), button));
        posts.chain(businesses).map(|(post, business, button)| SandboxCustomButton {
            post,
            business,
            button: button.clone(),
        })
    }
}
