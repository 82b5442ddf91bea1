//! The platform's lists of values.

use open_platform_macros::calls;

use super::{call, endpoints};
use crate::call::Call;
use crate::error::Result;
use crate::id::segment_of;
use crate::model::asset::{AccessRights, AssetList, MediaUploadUrls, SubmitSchema};
use crate::scope;

/// The platform's lists of values: categories, cities, scopes and others. Their contents may change at any time, so an app
/// reads them again, about once a day. With the setting `asset_max_age` a response is used again until it has that age.
#[calls(OpenPlatform, assets)]
impl Assets {
    /// Lists the categories of posts.
    #[endpoint(GET "/v1/open-platform/assets/category", newer, only_backend, source = "assets")]
    pub async fn categories(&self) -> Result<AssetList> {
        self.0.asset(call(ASSETS_CATEGORIES)).await
    }

    /// Lists the cities.
    #[endpoint(GET "/v1/open-platform/assets/city", newer, only_backend, source = "assets")]
    pub async fn cities(&self) -> Result<AssetList> {
        self.0.asset(call(ASSETS_CITIES)).await
    }

    /// Lists the districts of a city, with the city in the query. With an empty `city` the query is left out.
    #[endpoint(GET "/v1/open-platform/assets/district", newer, only_backend, source = "assets")]
    pub async fn districts(&self, city: impl Into<String>) -> Result<AssetList> {
        let city = city.into();
        let mut call = call(ASSETS_DISTRICTS);
        if !city.is_empty() {
            call = call.query("city_slug", city);
        }
        self.0.asset(call).await
    }

    /// Lists the districts of a city, with the city in the path. Many cities have none.
    #[endpoint(GET "/v1/open-platform/assets/district/{city}", newer, only_backend, source = "assets")]
    pub async fn districts_of_city(&self, city: impl Into<String>) -> Result<AssetList> {
        self.0.asset(call(ASSETS_DISTRICTS_OF_CITY).slug("city", &city.into())?).await
    }

    /// Lists the brands and models of a category. Only `light` (cars) and `mobile-phones` have them.
    #[endpoint(GET "/v1/open-platform/assets/brand-model/{category}", newer, only_backend, source = "assets")]
    pub async fn brand_models(&self, category: impl Into<String>) -> Result<AssetList> {
        self.0.asset(call(ASSETS_BRAND_MODELS).slug("category", &category.into())?).await
    }

    /// Lists the colors of a category. Only `light` (cars) and `mobile-phones` have them.
    #[endpoint(GET "/v1/open-platform/assets/color/{category}", newer, only_backend, source = "assets")]
    pub async fn colors(&self, category: impl Into<String>) -> Result<AssetList> {
        self.0.asset(call(ASSETS_COLORS).slug("category", &category.into())?).await
    }

    /// Lists the conditions of a car's body.
    #[endpoint(GET "/v1/open-platform/assets/body-status", newer, only_backend, source = "assets")]
    pub async fn body_statuses(&self) -> Result<AssetList> {
        self.0.asset(call(ASSETS_BODY_STATUSES)).await
    }

    /// Lists the sizes of the internal storage of phones.
    #[endpoint(GET "/v1/open-platform/assets/internal-storage", newer, only_backend, source = "assets")]
    pub async fn internal_storages(&self) -> Result<AssetList> {
        self.0.asset(call(ASSETS_INTERNAL_STORAGES)).await
    }

    /// Lists the sizes of the memory of phones.
    #[endpoint(GET "/v1/open-platform/assets/ram-memory", newer, only_backend, source = "assets")]
    pub async fn ram_memories(&self) -> Result<AssetList> {
        self.0.asset(call(ASSETS_RAM_MEMORIES)).await
    }

    /// Lists the kinds of service that an app may offer, such as the inspection of cars.
    #[endpoint(GET "/v1/open-platform/assets/service-type", newer, only_backend, source = "assets")]
    pub async fn service_types(&self) -> Result<AssetList> {
        self.0.asset(call(ASSETS_SERVICE_TYPES)).await
    }

    /// Lists the scopes that users can grant. A scope that this version does not know is noted in `issues`.
    #[endpoint(GET "/v1/open-platform/assets/oauth-scope", newer, only_backend, source = "assets")]
    pub async fn oauth_scopes(&self) -> Result<AccessRights> {
        let mut rights: AccessRights = self.0.asset(call(ASSETS_OAUTH_SCOPES)).await?;
        rights.note_unknown(|name| scope::ALL.iter().any(|kind| kind.name.eq_ignore_ascii_case(name)));
        Ok(rights)
    }

    /// Lists the permissions that an API key can have. One that no call of this version needs is noted in `issues`.
    #[endpoint(GET "/v1/open-platform/assets/permission", newer, only_backend, source = "assets")]
    pub async fn permissions(&self) -> Result<AccessRights> {
        let mut rights: AccessRights = self.0.asset(call(ASSETS_PERMISSIONS)).await?;
        rights.note_unknown(|name| endpoints::ALL.iter().any(|row| row.permission == Some(name)));
        Ok(rights)
    }

    /// Reads the form with which a post of a category is submitted.
    #[endpoint(GET "/v1/open-platform/assets/submit-schema/{category}", newer, only_backend, source = "assets")]
    pub async fn submit_schema(&self, category: impl Into<String>) -> Result<SubmitSchema> {
        self.0.asset(call(ASSETS_SUBMIT_SCHEMA).slug("category", &category.into())?).await
    }

    /// Reads the addresses for uploads of files of add-ons and posts. They may change without notice, so an app reads them
    /// about once a day.
    #[endpoint(GET "/v1/open-platform/assets/media-upload-urls", newer, only_backend, source = "assets")]
    pub async fn media_upload_urls(&self) -> Result<MediaUploadUrls> {
        self.0.asset(call(ASSETS_MEDIA_UPLOAD_URLS)).await
    }
}

impl Call {
    /// Fills the next placeholder of the path with the slug of a category or city. An error names `parameter`.
    fn slug(self, parameter: &str, slug: &str) -> Result<Self> {
        Ok(self.segment(segment_of(slug, parameter)?))
    }
}
