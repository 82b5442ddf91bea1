//! Users: who they are.

use super::call;
use crate::client::{OpenPlatform, User};
use crate::endpoint;
use crate::error::Result;
use crate::id::{Phone, UserId};
use crate::model::user::{PhoneNumbers, User as UserRecord, UserIdFound, UserIdQuery};

/// Calls about users that need only the API key. From [`OpenPlatform::users`].
#[derive(Clone, Debug)]
pub struct Users(OpenPlatform);

/// Calls about the user who granted access. From [`User::users`].
#[derive(Clone, Debug)]
pub struct UserUsers(User);

impl OpenPlatform {
    /// Users.
    pub fn users(&self) -> Users {
        Users(self.clone())
    }
}

impl User {
    /// The user's own data.
    pub fn users(&self) -> UserUsers {
        UserUsers(self.clone())
    }
}

impl Users {
    /// Finds the id of the user with a phone number. The id is different for every app.
    ///
    /// Key permission `GET_USER_ID_BY_PHONE`. Source: facts part 1.5.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn id_by_phone(&self, phone: impl Into<Phone>) -> Result<UserId> {
        let query = UserIdQuery::new(phone);
        query.check()?;
        let reply = self.0.run(call(endpoint::USERS_ID_BY_PHONE).json(&query)?).await?;
        let found: UserIdFound = reply.decode()?;
        found.user_id.ok_or_else(|| reply.missing("user_id"))
    }
}

impl UserUsers {
    /// Reads the user's id and phone number: the id with scope `USER_ID`, the number with `USER_PHONE`, each absent
    /// without its scope.
    ///
    /// With a stored grant, the id is kept beside it: [`GrantInfo::user_id`](crate::grants::GrantInfo::user_id).
    ///
    /// Key permission `USER_RETRIEVE`. Newer than the specification. Source: facts part 1.5.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn me(&self) -> Result<UserRecord> {
        let user: UserRecord = self.0.run(call(endpoint::USERS_ME)).await?.decode()?;
        if let (Some(key), Some(id)) = (self.0.grant(), &user.user_id) {
            let inner = &self.0.platform.inner;
            inner.sessions.learn_user(inner, key, id).await;
        }
        Ok(user)
    }

    /// Reads the user's phone numbers, in the specification's form. The live platform has replaced it with
    /// [`me`](Self::me).
    ///
    /// The body is an empty JSON object: the specification shows none, old clients sent this one.
    /// Scope `USER_PHONE`, key permission `USER_RETRIEVE`. Source: spec 4, facts part 1.5.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn phone_numbers(&self) -> Result<PhoneNumbers> {
        let call = call(endpoint::USERS_PHONE_NUMBERS).json(&serde_json::Map::new())?;
        self.0.run(call).await?.decode()
    }
}
