//! Posts of a user, as their owner sees them.

use open_platform_macros::calls;

use super::call;
use crate::error::{Error, Result};
use crate::id::PostToken;
use crate::media::Upload;
use crate::model::own_post::{
    OwnPost, PostEdit, PostEditBody, PostStats, PostSubmission, PostSubmitted, PostUploadUrls, SubmitPermission,
    UploadedPostImage, UploadedPostVideo,
};

/// Submitting posts and uploading their images and videos, with only the API key.
#[calls(OpenPlatform, own_posts)]
impl OwnPosts {
    /// Submits a post of a business, as the app. It waits for payment: `payments.publish`. The platform offers this call by
    /// invitation only.
    ///
    /// The request is never sent twice, because the platform has no idempotency key for it.
    #[endpoint(
        POST "/experimental/open-platform/posts/new-v2", permission = "SUBMIT_POST", newer, only_backend,
        source = "submit-post"
    )]
    pub async fn submit_as_app(&self, post: PostSubmission) -> Result<PostSubmitted> {
        post.check()?;
        let call = call(OWN_POSTS_SUBMIT_AS_APP).json(&post)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Reads where images and videos of posts are uploaded to. The addresses may change, so read them before an upload.
    #[endpoint(
        GET "/v2/open-platform/post/upload-urls", permission = "UPLOAD_POST_IMAGE", newer, only_backend,
        source = "post-media"
    )]
    pub async fn upload_urls(&self) -> Result<PostUploadUrls> {
        self.0.run(call(OWN_POSTS_UPLOAD_URLS)).await?.decode()
    }

    /// Uploads an image of a post. A post names it by the `path` of the result, in `PostDetails.images`.
    ///
    /// The address is read first, because the platform may change it. The upload has the time limit
    /// [`upload_timeout`](crate::client::Builder::upload_timeout); a limit that is given for the call is that of both requests.
    /// The format is JPEG, or PNG if [`allow_png`](crate::client::Builder::allow_png) is on. The size is at most
    /// [`max_image_bytes`](crate::client::Builder::max_image_bytes).
    ///
    /// The image is never sent twice, because the platform has no idempotency key for it. After an
    /// [`AmbiguousOutcome`](crate::Error::AmbiguousOutcome) it can be uploaded again: the first one is not used by any post.
    ///
    /// # Errors
    /// `InvalidInput` for a file that cannot be read, is empty, too large, of another format or truncated, or that
    /// changes while it is read. `Decode` if the address for the upload is missing or is not on the main API, the only host
    /// that gets the API key.
    #[endpoint(
        POST "/v8/upload/post/live-post-image", body = Jpeg, permission = "UPLOAD_POST_IMAGE", newer, only_backend,
        source = "post-media"
    )]
    pub async fn upload_image(&self, image: Upload) -> Result<UploadedPostImage> {
        let plain = &self.0.inner.config.plain;
        let file = image.image(plain.max_image_bytes, plain.allow_png).await?;
        self.0.upload_media(OWN_POSTS_UPLOAD_IMAGE, ("image", |urls| urls.image), file).await?.decode()
    }

    /// Uploads a video of a post, in MP4. A post names it by `video_name` and `thumbnail_name` of the result, in
    /// `PostVideo`.
    ///
    /// The address is read first, because the platform may change it. The upload has the time limit
    /// [`upload_timeout`](crate::client::Builder::upload_timeout); a limit that is given for the call is that of both requests.
    /// The size is at most [`max_video_bytes`](crate::client::Builder::max_video_bytes).
    ///
    /// The video is never sent twice, because the platform has no idempotency key for it. After an
    /// [`AmbiguousOutcome`](crate::Error::AmbiguousOutcome) it can be uploaded again: the first one is not used by any post.
    ///
    /// # Errors
    /// `InvalidInput` for a file that cannot be read, is empty, too large or of another format, or that changes while it is
    /// read. `Decode` if the address for the upload is missing or is not on the main API, the only host that gets the API
    /// key.
    #[endpoint(
        PUT "/v1/upload-video/", body = Mp4, permission = "UPLOAD_POST_IMAGE", newer, only_backend,
        source = "post-media"
    )]
    pub async fn upload_video(&self, video: Upload) -> Result<UploadedPostVideo> {
        let file = video.video(self.0.inner.config.plain.max_video_bytes).await?;
        self.0.upload_media(OWN_POSTS_UPLOAD_VIDEO, ("video", |urls| urls.video), file).await?.decode()
    }
}

/// The posts of a user: to read, edit, delete and submit.
#[calls(User, own_posts)]
impl UserOwnPosts {
    /// Reads a post of the user, in any state.
    #[endpoint(
        GET "/v1/open-platform/user-post/{post_token}", scopes(USER_POSTS_GET), permission = "GET_USER_POST", newer,
        only_backend, source = "own-posts"
    )]
    pub async fn get(&self, post: impl Into<PostToken>) -> Result<OwnPost> {
        let call = call(OWN_POSTS_GET).segment(post.into().segment("post")?);
        self.0.run(call).await?.decode()
    }

    /// Changes a post of the user. Members that the edit does not set stay unchanged: the client makes `"update_mask"`, the
    /// request's list of changed members, from those that are set. The platform reviews the change before it is visible.
    #[endpoint(
        PUT "/v2/open-platform/post/{post_token}", scopes(POST_EDIT, EDIT_USER_POST), permission = "EDIT_POST", newer,
        only_backend, source = "edit-post"
    )]
    pub async fn edit(&self, post: impl Into<PostToken>, edit: PostEdit) -> Result<()> {
        edit.check()?;
        let call = call(OWN_POSTS_EDIT).segment(post.into().segment("post")?).json(&PostEditBody(edit))?;
        self.0.run(call).await.map(drop)
    }

    /// Deletes a post of the user.
    #[endpoint(
        DELETE "/v1/open-platform/post/{post_token}", scopes(DELETE_USER_POST), permission = "DELETE_USER_POST", newer,
        only_backend, source = "own-posts"
    )]
    pub async fn delete(&self, post: impl Into<PostToken>) -> Result<()> {
        let call = call(OWN_POSTS_DELETE).segment(post.into().segment("post")?);
        self.0.run(call).await.map(drop)
    }

    /// Reads the statistics of a post of the user for the last 7 days.
    #[endpoint(
        GET "/experimental/open-platform/posts/{post_token}/stats", scopes(USER_POSTS_STATS_READ),
        permission = "POST_STATS_RETRIEVE", newer, only_backend, source = "post-stats"
    )]
    pub async fn stats(&self, post: impl Into<PostToken>) -> Result<PostStats> {
        let call = call(OWN_POSTS_STATS).segment(post.into().segment("post")?);
        self.0.run(call).await?.decode()
    }

    /// Whether the user may submit a post now.
    #[endpoint(
        GET "/experimental/open-platform/user-posts/can-submit", scopes(SUBMIT_USER_POST),
        permission = "CAN_USER_SUBMIT_POST", newer, only_backend, source = "submit-post"
    )]
    pub async fn can_submit(&self) -> Result<SubmitPermission> {
        self.0.run(call(OWN_POSTS_CAN_SUBMIT)).await?.decode()
    }

    /// Submits a post of a business as the user. It waits for payment: `payments.publish`. It must have no landline numbers.
    ///
    /// The request is never sent twice, because the platform has no idempotency key for it.
    #[endpoint(
        POST "/experimental/open-platform/user-posts/new", scopes(SUBMIT_USER_POST), permission = "SUBMIT_USER_POST",
        newer, only_backend, source = "submit-post"
    )]
    pub async fn submit(&self, post: PostSubmission) -> Result<PostSubmitted> {
        post.check()?;
        if !post.landline_numbers.is_empty() {
            return Err(Error::invalid(
                "landline_numbers",
                "must be empty: only a post that the app submits as itself can have them",
            ));
        }
        let call = call(OWN_POSTS_SUBMIT).json(&post)?;
        self.0.run(call).await?.decode_or_default()
    }
}
