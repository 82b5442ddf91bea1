//! Semantic records: machine-readable facts about a user or a post.

use open_platform_macros::calls;

use super::call;
use crate::error::Result;
use crate::id::{Phone, PostToken, UserId};
use crate::model::semantic::{RecordCreated, SemanticRecord, UserIdSemanticRecord};

/// Calls about semantic records that need only the API key.
#[calls(OpenPlatform, semantics)]
impl Semantics {
    /// Deletes the semantic record of the user with a phone number.
    #[endpoint(
        DELETE "/v1/open-platform/semantic/user/{phone}", number = "12", permission = "USER_SEMANTIC_DELETE",
        newer_form = "semantics.delete_for_user_id", source = "user-semantics"
    )]
    pub async fn delete_for_user(&self, phone: impl Into<Phone>) -> Result<()> {
        let call = call(SEMANTICS_DELETE_FOR_USER).segment(phone.into().segment()?);
        self.0.run(call).await.map(drop)
    }

    /// Deletes the semantic record of the user with an id and this phone number.
    #[endpoint(
        DELETE "/v1/open-platform/semantic/users/{user_id}", permission = "USER_SEMANTIC_DELETE", newer,
        source = "user-semantics"
    )]
    pub async fn delete_for_user_id(&self, user: impl Into<UserId>, phone: impl Into<Phone>) -> Result<()> {
        let call = call(SEMANTICS_DELETE_FOR_USER_ID)
            .segment(user.into().segment("user")?)
            .query("phone", phone.into().normalized()?);
        self.0.run(call).await.map(drop)
    }
}

/// Calls about semantic records for a user.
#[calls(User, semantics)]
impl UserSemantics {
    /// Creates or replaces the semantic record of the user with a phone number.
    ///
    /// A name that is not [known](crate::model::semantic::known_names) is stored hashed and cannot be read back.
    #[endpoint(
        POST "/v1/open-platform/semantic/user/{phone}", number = "11", scopes(USER_VERIFICATION_CREATE),
        permission = "USER_SEMANTIC_CREATE", newer_form = "semantics.create_for_user_id",
        source = "user-semantics"
    )]
    pub async fn create_for_user(&self, phone: impl Into<Phone>, record: SemanticRecord) -> Result<RecordCreated> {
        record.check()?;
        let call = call(SEMANTICS_CREATE_FOR_USER).segment(phone.into().segment()?).json(&record)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Like [`create_for_user`](Self::create_for_user), by the user's id. The record also contains the phone number.
    #[endpoint(
        POST "/v1/open-platform/semantic/users/{user_id}", scopes(USER_VERIFICATION_CREATE),
        permission = "USER_SEMANTIC_CREATE", newer, source = "user-semantics"
    )]
    pub async fn create_for_user_id(
        &self,
        user: impl Into<UserId>,
        record: UserIdSemanticRecord,
    ) -> Result<RecordCreated> {
        record.check()?;
        let call = call(SEMANTICS_CREATE_FOR_USER_ID).segment(user.into().segment("user")?).json(&record)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Creates or replaces the semantic record of a post.
    #[endpoint(
        POST "/experimental/open-platform/semantic/post/{post_token}", scopes(POST_SEMANTIC_CREATE),
        permission = "POST_SEMANTIC_CREATE", newer, source = "post-semantics"
    )]
    pub async fn create_for_post(&self, post: impl Into<PostToken>, record: SemanticRecord) -> Result<RecordCreated> {
        record.check()?;
        let call = call(SEMANTICS_CREATE_FOR_POST).segment(post.into().segment("post")?).json(&record)?;
        self.0.run(call).await?.decode_or_default()
    }
}
