//! Image upload.

use open_platform_macros::calls;

use super::call;
use super::post_media::payload;
use crate::error::Result;
use crate::media::Upload;
use crate::model::image::UploadedImage;

/// Image upload.
///
/// ```no_run
/// use open_platform::api::Upload;
/// use open_platform::model::{addon::PostAddon, widget::EventRow};
///
/// # async fn run(platform: open_platform::OpenPlatform, user: open_platform::client::User) -> open_platform::Result<()> {
/// let image = platform.images().upload(Upload::path("report.jpg")).await?;
/// let addon = PostAddon::new().widget(EventRow::new("Report").image(&image));
/// user.addons().create_on_post("gZd7omnS", addon).await?;
/// # Ok(()) }
/// ```
#[calls(OpenPlatform, images)]
impl Images {
    /// Uploads an image for use in a widget. The image is temporary: an add-on that uses it makes it permanent, under
    /// a new name.
    ///
    /// The format is JPEG, or PNG if [`allow_png`](crate::client::Builder::allow_png) is on. The size is at most
    /// [`max_image_bytes`](crate::client::Builder::max_image_bytes). The request carries no credential: the upload
    /// host gets neither key nor token. It may be sent twice if the first outcome is unclear; that only creates
    /// another temporary image.
    ///
    /// # Errors
    /// `InvalidInput` for a file that cannot be read, is empty, too large, of another format or truncated, or that
    /// changes while it is read.
    #[endpoint(
        PUT "/v2/image-service/open-platform/image.jpg", number = "7", host = Upload, credentials = None,
        body = Jpeg, retry = SafeOnce, source = "image-upload"
    )]
    pub async fn upload(&self, image: Upload) -> Result<UploadedImage> {
        let config = &self.0.inner.config;
        let image = image.image(config.plain.max_image_bytes, config.plain.allow_png).await?;
        let mut call = call(IMAGES_UPLOAD);
        call.payload = payload(image);
        self.0.run(call).await?.decode()
    }
}
