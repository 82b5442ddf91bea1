//! Users: ids and phone numbers.

use open_platform_macros::calls;

use super::call;
use crate::error::Result;
use crate::id::{Phone, UserId};
use crate::model::finder::{BusinessList, ProfileImage};
use crate::model::user::{PhoneNumbers, User, UserIdQuery, UserIdResponse};

/// Calls about users that need only the API key.
#[calls(OpenPlatform, users)]
impl Users {
    /// Finds the id of the user with a phone number. The id is different for every app.
    #[endpoint(
        POST "/v1/open-platform/get-user-id-by-phone", retry = Safe, permission = "GET_USER_ID_BY_PHONE", newer,
        source = "user-id-by-phone"
    )]
    pub async fn id_by_phone(&self, phone: impl Into<Phone>) -> Result<UserId> {
        let query = UserIdQuery::new(phone);
        query.check()?;
        let reply = self.0.run(call(USERS_ID_BY_PHONE).json(&query)?).await?;
        // A response without the id is a decode error.
        let found: UserIdResponse = reply.decode()?;
        Ok(found.user_id.unwrap_or_default())
    }
}

/// Calls about the user who granted access.
#[calls(User, users)]
impl CurrentUser {
    /// Reads the user's id and phone number. The id needs the scope `USER_ID`, the number needs `USER_PHONE`; each is
    /// absent without its scope.
    ///
    /// With a stored grant, the id is stored with it: [`GrantInfo::user_id`](crate::grants::GrantInfo::user_id).
    #[endpoint(
        GET "/v1/open-platform/users", scopes(USER_ID, USER_PHONE), each_scope, permission = "USER_RETRIEVE", newer,
        source = "users"
    )]
    pub async fn me(&self) -> Result<User> {
        let mut user: User = self.0.run(call(USERS_ME)).await?.decode()?;
        user.user_id = user.user_id.filter(|id| !id.as_str().is_empty());
        user.phone_number = user.phone_number.filter(|number| !number.as_str().is_empty());
        if let (Some(key), Some(id)) = (self.0.grant(), &user.user_id) {
            let inner = &self.0.platform.inner;
            inner.sessions.store_user_id(inner, key, id).await;
        }
        Ok(user)
    }

    /// Lists the businesses of the user, with the user's role in each.
    #[endpoint(
        GET "/v1/open-platform/user/businesses", scopes(USER_BUSINESSES_READ), permission = "GET_USER_BUSINESSES",
        newer, source = "businesses"
    )]
    pub async fn businesses(&self) -> Result<BusinessList> {
        self.0.run(call(USERS_BUSINESSES)).await?.decode()
    }

    /// Reads the profile image of a professional user.
    #[endpoint(
        GET "/v1/open-platform/pro-user/profile-image", scopes(PRO_USER_PROFILE_IMAGE_READ),
        permission = "GET_PRO_USER_PROFILE_IMAGE", newer, source = "profile-image"
    )]
    pub async fn profile_image(&self) -> Result<ProfileImage> {
        self.0.run(call(USERS_PROFILE_IMAGE)).await?.decode()
    }

    /// Reads the user's phone numbers, in the form of the specification. The live platform has replaced this call with
    /// [`me`](Self::me).
    ///
    /// The body is an empty JSON object. The specification shows no body; old clients sent this one.
    #[endpoint(
        POST "/v1/open-platform/users", number = "4", retry = Safe, scopes(USER_PHONE),
        permission = "USER_RETRIEVE", newer_form = "users.me", source = "users"
    )]
    pub async fn phone_numbers(&self) -> Result<PhoneNumbers> {
        let call = call(USERS_PHONE_NUMBERS).json(&serde_json::Map::new())?;
        self.0.run(call).await?.decode()
    }
}
