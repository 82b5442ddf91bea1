//! Posts.

use super::call;
use crate::client::{OpenPlatform, User};
use crate::endpoint;
use crate::error::Result;
use crate::id::PostToken;
use crate::model::post::Post;

/// Calls about posts that need only the API key. From [`OpenPlatform::posts`].
#[derive(Clone, Debug)]
pub struct Posts(OpenPlatform);

/// Calls about posts for a user. From [`User::posts`].
#[derive(Clone, Debug)]
pub struct UserPosts(User);

impl OpenPlatform {
    /// Posts.
    pub fn posts(&self) -> Posts {
        Posts(self.clone())
    }
}

impl User {
    /// Posts, as the user may see them.
    pub fn posts(&self) -> UserPosts {
        UserPosts(self.clone())
    }
}

impl Posts {
    /// Reads a published post. A member that the answer leaves out is zero, false or empty; [`Post::has`] tells.
    ///
    /// Key permission `GET_POST`. Source: spec 5, facts part 1.1.
    ///
    /// # Errors
    /// As described at [`crate::api`]; `NotFound` for a token that does not exist or a post that is no longer there.
    pub async fn get(&self, post: impl Into<PostToken>) -> Result<Post> {
        let call = call(endpoint::POSTS_GET).segment(post.into().segment()?);
        self.0.run(call).await?.decode()
    }
}

impl UserPosts {
    /// Reads a post with the images it has before publication, in [`Post::images`].
    ///
    /// Scope `POST_ONGOING_IMAGES_GET` with the post token, key permission `GET_POST`. Source: spec 6, facts part 1.1.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn get_with_ongoing_images(&self, post: impl Into<PostToken>) -> Result<Post> {
        let call = call(endpoint::POSTS_GET_WITH_ONGOING_IMAGES).segment(post.into().segment()?);
        self.0.run(call).await?.decode()
    }
}
