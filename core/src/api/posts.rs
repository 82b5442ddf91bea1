//! Posts.

use open_platform_macros::calls;

use super::call;
use crate::error::Result;
use crate::id::PostToken;
use crate::model::finder::PostList;
use crate::model::post::Post;

/// Calls about posts that need only the API key.
#[calls(OpenPlatform, posts)]
impl Posts {
    /// Reads a published post. A member that the response omits is zero, false or empty; [`Post::has`] tells whether
    /// it was there. Money in [`Post::data`] is in toman.
    ///
    /// # Errors
    /// `NotFound` if the token does not exist or the post is no longer published.
    #[endpoint(
        GET "/v1/open-platform/finder/post/{post_token}", number = "5", permission = "GET_POST",
        frequent, source = "read-post"
    )]
    pub async fn get(&self, post: impl Into<PostToken>) -> Result<Post> {
        let call = call(POSTS_GET).segment(post.into().segment("post")?);
        self.0.run(call).await?.decode()
    }
}

/// Calls about posts for a user.
#[calls(User, posts)]
impl UserPosts {
    /// Lists the user's posts, in all states.
    #[endpoint(
        GET "/v1/open-platform/finder/user-posts", scopes(USER_POSTS_GET), permission = "GET_USER_POSTS", newer,
        source = "user-posts"
    )]
    pub async fn list(&self) -> Result<PostList> {
        self.0.run(call(POSTS_LIST)).await?.decode()
    }

    /// Reads a post with the images that it has before publication, in [`Post::images`].
    #[endpoint(
        GET "/v1/open-platform/finder/post/{post_token}", number = "6", scopes(POST_ONGOING_IMAGES_GET),
        permission = "GET_POST", source = "ongoing-images"
    )]
    pub async fn get_with_ongoing_images(&self, post: impl Into<PostToken>) -> Result<Post> {
        let call = call(POSTS_GET_WITH_ONGOING_IMAGES).segment(post.into().segment("post")?);
        self.0.run(call).await?.decode()
    }
}
