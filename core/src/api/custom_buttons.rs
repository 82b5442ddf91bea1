//! Custom buttons on posts and of businesses.

use open_platform_macros::calls;

use super::call;
use crate::error::Result;
use crate::id::{BusinessToken, PostToken};
use crate::model::custom_button::{CustomButton, CustomButtonBody};

/// Calls about custom buttons that need only the API key.
#[calls(OpenPlatform, custom_buttons)]
impl CustomButtons {
    /// Removes the custom button of a business.
    #[endpoint(
        DELETE "/experimental/open-platform/business/{business_token}/customized-button",
        permission = "BUSINESS_CUSTOMIZED_BUTTON_CREATE", newer, only_backend, source = "custom-buttons"
    )]
    pub async fn remove_from_business(&self, business: impl Into<BusinessToken>) -> Result<()> {
        let call = call(CUSTOM_BUTTONS_REMOVE_FROM_BUSINESS).segment(business.into().segment("business")?);
        self.0.run(call).await.map(drop)
    }
}

/// Calls about custom buttons for a user.
#[calls(User, custom_buttons)]
impl UserCustomButtons {
    /// Sets the custom button on a post of the user.
    #[endpoint(
        POST "/experimental/open-platform/posts/{post_token}/customized-button", scopes(USER_SET_CUSTOMIZED_BUTTON),
        permission = "SET_CUSTOMIZED_BUTTON", newer, only_backend, source = "custom-buttons"
    )]
    pub async fn set_on_post(&self, post: impl Into<PostToken>, button: CustomButton) -> Result<()> {
        button.check()?;
        let body = CustomButtonBody { customized_button: button };
        let call = call(CUSTOM_BUTTONS_SET_ON_POST).segment(post.into().segment("post")?).json(&body)?;
        self.0.run(call).await.map(drop)
    }

    /// Removes the custom button from a post of the user.
    #[endpoint(
        DELETE "/experimental/open-platform/posts/{post_token}/customized-button", scopes(USER_SET_CUSTOMIZED_BUTTON),
        permission = "SET_CUSTOMIZED_BUTTON", newer, only_backend, source = "custom-buttons"
    )]
    pub async fn remove_from_post(&self, post: impl Into<PostToken>) -> Result<()> {
        let call = call(CUSTOM_BUTTONS_REMOVE_FROM_POST).segment(post.into().segment("post")?);
        self.0.run(call).await.map(drop)
    }

    /// Sets the custom button of a business of the user, which is on all of its posts.
    #[endpoint(
        POST "/experimental/open-platform/business/{business_token}/customized-button",
        scopes(BUSINESS_CREATE_CUSTOMIZED_BUTTON), permission = "BUSINESS_CUSTOMIZED_BUTTON_CREATE", newer,
        only_backend, source = "custom-buttons"
    )]
    pub async fn set_on_business(&self, business: impl Into<BusinessToken>, button: CustomButton) -> Result<()> {
        button.check()?;
        let body = CustomButtonBody { customized_button: button };
        let call = call(CUSTOM_BUTTONS_SET_ON_BUSINESS).segment(business.into().segment("business")?).json(&body)?;
        self.0.run(call).await.map(drop)
    }
}
