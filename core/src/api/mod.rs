//! One file per area of the platform. Each method describes its call: what it does, its parameters, and its row of the
//! [endpoint table](endpoints). The bindings and the packages of the other languages are generated from it.
//!
//! The sources that the methods name, such as `docs/platform.md#users`, are sections of a page in the SDK's repository.
//!
//! Calls that need only the API key start at [`OpenPlatform`]; calls for a user start at [`User`]. A body is checked
//! before anything is sent. All calls can fail in these ways; the methods name only what is special:
//!
//! - [`Error::InvalidInput`](crate::Error::InvalidInput) with the path of the value, before anything is sent
//! - [`Error::Config`](crate::Error::Config) for a credential that is not set
//! - [`Error::Api`](crate::Error::Api) for an error response; for 403 it says which scope or permission is needed
//! - [`Error::OAuth`](crate::Error::OAuth) if the token of a stored grant cannot be refreshed
//! - [`Error::Transport`](crate::Error::Transport) if no response arrived to a call that changes nothing
//! - [`Error::AmbiguousOutcome`](crate::Error::AmbiguousOutcome) if it is unknown whether a call that changes something
//!   succeeded
//! - [`Error::Decode`](crate::Error::Decode) for a response that cannot be read, or that lacks the member that identifies
//!   its value, such as the token of a post

use crate::call::{Bearer, Call, Payload, Running};
use crate::client::{OpenPlatform, User};
use crate::endpoint::Endpoint;
use crate::error::Result;
use crate::json::{ReceivedBody, SentBody};

mod addons;
mod assets;
#[cfg(feature = "ffi")]
mod boxed;
mod chat_media;
mod chatbot;
mod conversations;
mod custom_buttons;
pub mod endpoints;
mod events;
mod finder;
mod images;
mod legacy;
mod own_posts;
mod pages;
mod payments;
mod post_media;
mod posts;
mod raw;
mod semantics;
#[cfg(feature = "stream")]
mod stream;
#[doc(hidden)]
pub mod types;
mod users;

pub use crate::media::{Upload, UploadProgress};
pub use crate::multipart::FormPart;
pub use addons::{Addons, UserAddons};
pub use assets::Assets;
#[cfg(feature = "ffi")]
#[doc(hidden)]
pub use boxed::{Boxed, BoxedCall};
pub use chatbot::{Chatbot, UserChatbot};
pub use conversations::UserConversations;
pub use custom_buttons::{CustomButtons, UserCustomButtons};
pub use events::UserEvents;
pub use finder::Finder;
pub use images::Images;
pub use legacy::{
    Legacy, LegacyAddons, LegacyOwnPosts, LegacyVerifications, UserLegacy, UserLegacyAddons, UserLegacyConversations,
    UserLegacyEvents, UserLegacyOwnPosts, UserLegacyVerifications,
};
pub use own_posts::{OwnPosts, UserOwnPosts};
pub use pages::Pages;
#[doc(hidden)]
pub use pages::check_page;
pub use payments::{Payments, UserPayments};
pub use posts::{Posts, UserPosts};
pub use raw::{RawBody, RawRequest, RawResponse};
pub use semantics::{Semantics, UserSemantics};
#[cfg(feature = "stream")]
pub use stream::{SharedStream, StreamedResponse};
pub use users::{CurrentUser, Users};

open_platform_macros::handles!(
    CurrentUser,
    Users,
    Posts,
    UserPosts,
    Images,
    UserAddons,
    Addons,
    UserSemantics,
    Semantics,
    UserConversations,
    Chatbot,
    UserChatbot,
    UserEvents,
    Assets,
    Payments,
    UserPayments,
    CustomButtons,
    UserCustomButtons,
    Finder,
    OwnPosts,
    UserOwnPosts,
    LegacyAddons,
    UserLegacyAddons,
    UserLegacyVerifications,
    LegacyVerifications,
    UserLegacyConversations,
    UserLegacyEvents,
    LegacyOwnPosts,
    UserLegacyOwnPosts,
);

/// A call of an endpoint, without path segments, body and user.
fn call(endpoint: &'static Endpoint) -> Call {
    Call { endpoint, segments: Vec::new(), query: Vec::new(), payload: Payload::None, bearer: Bearer::None }
}

impl Call {
    /// Fills the next placeholder of the path with a checked and encoded value.
    fn segment(mut self, segment: String) -> Self {
        self.segments.push(segment);
        self
    }

    fn query(mut self, name: &'static str, value: String) -> Self {
        self.query.push((name, value));
        self
    }

    fn json(mut self, body: &impl SentBody) -> Result<Self> {
        self.payload = Payload::Json(body.to_json()?);
        Ok(self)
    }
}

impl OpenPlatform {
    #[inline]
    fn run(&self, call: Call) -> Running<'_> {
        self.inner.call(call, &self.options)
    }

    /// Reads a list of values, or uses a response again that is young enough.
    async fn asset<T: ReceivedBody>(&self, call: Call) -> Result<T> {
        self.inner.call_cached(call, &self.options).await
    }
}

impl User {
    #[inline]
    fn run(&self, mut call: Call) -> Running<'_> {
        call.bearer = self.bearer.clone();
        self.platform.run(call)
    }
}
