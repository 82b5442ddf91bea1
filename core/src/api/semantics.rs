//! Semantic records: facts about a user or a post that machines understand.

use super::call;
use crate::client::{OpenPlatform, User};
use crate::endpoint;
use crate::error::Result;
use crate::id::{Phone, PostToken, UserId};
use crate::model::semantic::{RecordCreated, SemanticRecord, UserIdSemanticRecord};

/// Calls about semantic records that need only the API key. From [`OpenPlatform::semantics`].
#[derive(Clone, Debug)]
pub struct Semantics(OpenPlatform);

/// Calls about semantic records for a user. From [`User::semantics`].
#[derive(Clone, Debug)]
pub struct UserSemantics(User);

impl OpenPlatform {
    /// Semantic records.
    pub fn semantics(&self) -> Semantics {
        Semantics(self.clone())
    }
}

impl User {
    /// Semantic records, created for the user.
    pub fn semantics(&self) -> UserSemantics {
        UserSemantics(self.clone())
    }
}

impl Semantics {
    /// Deletes the semantic record of the user with a phone number.
    ///
    /// Key permission `USER_SEMANTIC_DELETE`, which the platform gives by ticket. Source: spec 12, facts part 1.4.4.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn delete_for_user(&self, phone: impl Into<Phone>) -> Result<()> {
        let call = call(endpoint::SEMANTICS_DELETE_FOR_USER).segment(phone.into().segment()?);
        self.0.run(call).await.map(drop)
    }

    /// Deletes the semantic record of the user with an id, who has this phone number.
    ///
    /// Key permission `USER_SEMANTIC_DELETE`. Newer than the specification. Source: facts part 1.4.4.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn delete_for_user_id(&self, user: impl Into<UserId>, phone: impl Into<Phone>) -> Result<()> {
        let call = call(endpoint::SEMANTICS_DELETE_FOR_USER_ID)
            .segment(user.into().segment()?)
            .query("phone", phone.into().normalized()?);
        self.0.run(call).await.map(drop)
    }
}

impl UserSemantics {
    /// Creates or replaces the semantic record of the user with a phone number.
    ///
    /// A name that is not [known](crate::model::semantic::known_names) is stored hashed and cannot be read back.
    ///
    /// Scope `USER_VERIFICATION_CREATE`; key permission `USER_SEMANTIC_CREATE`, which the platform gives by ticket.
    /// Source: spec 11, facts part 1.4.4.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn create_for_user(&self, phone: impl Into<Phone>, record: SemanticRecord) -> Result<RecordCreated> {
        record.check()?;
        let call = call(endpoint::SEMANTICS_CREATE_FOR_USER).segment(phone.into().segment()?).json(&record)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// As [`create_for_user`](Self::create_for_user), by the user's id. The record also names the phone number.
    ///
    /// Scope `USER_VERIFICATION_CREATE`, key permission `USER_SEMANTIC_CREATE`. Newer than the specification.
    /// Source: facts part 1.4.4.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn create_for_user_id(
        &self,
        user: impl Into<UserId>,
        record: UserIdSemanticRecord,
    ) -> Result<RecordCreated> {
        record.check()?;
        let call = call(endpoint::SEMANTICS_CREATE_FOR_USER_ID).segment(user.into().segment()?).json(&record)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Creates or replaces the semantic record of a post.
    ///
    /// Scope `POST_SEMANTIC_CREATE` with the post token, key permission `POST_SEMANTIC_CREATE`. Newer than the
    /// specification, and marked experimental by the platform. Source: facts part 1.4.4.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn create_for_post(&self, post: impl Into<PostToken>, record: SemanticRecord) -> Result<RecordCreated> {
        record.check()?;
        let call = call(endpoint::SEMANTICS_CREATE_FOR_POST).segment(post.into().segment()?).json(&record)?;
        self.0.run(call).await?.decode_or_default()
    }
}
