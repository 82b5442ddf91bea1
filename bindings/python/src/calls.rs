//! The calls: one method for each endpoint. What a call does is in the core's `api`, under the same names.

use bytes::Bytes;
use open_platform::api::Upload;
use open_platform::client::CallOptions;
use open_platform::ffi::nearest_length;
use open_platform::ffi::python::{Given, no_panic};
use open_platform::model::addon::{AddonCreated, BusinessAddon, PostAddon, UserAddon};
use open_platform::model::chat::{BotMessageSent, ConversationRecord};
use open_platform::model::event::Subscription;
use open_platform::model::image::UploadedImage;
use open_platform::model::legacy::{
    LegacyListener, LegacyMessage, LegacyPostAddon, LegacyUserAddon, LegacyVerification,
};
use open_platform::model::message::{BotMessage, Message, MessageSent};
use open_platform::model::post::Post;
use open_platform::model::semantic::{RecordCreated, SemanticRecord, UserIdSemanticRecord};
use open_platform::model::user::{PhoneNumbers, User};
use open_platform::{BusinessToken, ConversationId, Phone, PostToken, RecordId, UserId};
use pyo3::prelude::*;

use crate::call::{Nothing, Typed};
use crate::client::{Platform, PlatformUser};
use crate::errors::{misused, raise};

/// `name(arguments; options) -> result = |client| call`. Every method also takes `timeout`, in seconds.
macro_rules! calls {
    ($class:ident: $(
        $name:ident($($argument:ident: $type:ty),* $(; $option:ident)?) -> $result:ty = |$client:ident| $call:expr;
    )+) => {
        #[no_panic]
        #[pymethods]
        // The old calls are here, too: the package says of each what replaces it.
        #[allow(deprecated)]
        impl $class {$(
            #[pyo3(signature = ($($argument,)* *, timeout = None $(, $option = Given::ABSENT)?))]
            fn $name(
                &self,
                $($argument: $type,)*
                timeout: Option<Given<f64>>,
                $($option: Given<bool>,)?
            ) -> PyResult<Typed<$result>> {
                #[allow(unused_mut)]
                let mut options = options(timeout)?;
                $(options.$option = $option.or_default(stringify!($option))?;)?
                let with = self.with(options);
                Ok(self.call(move |platform| {
                    let $client = with(platform);
                    async move { $call.await.map(Into::into) }
                }))
            }
        )+}
    };
}

/// The options that every call has.
pub(crate) fn options(timeout: Option<Given<f64>>) -> PyResult<CallOptions> {
    let mut options = CallOptions::default();
    if let Some(timeout) = timeout {
        options.timeout = Some(nearest_length(timeout.required("timeout")?));
    }
    options.checked().map_err(raise)
}

calls! { Platform:
    posts_get(post: PostToken) -> Post = |client| client.posts().get(post);
    images_upload(image: Image) -> UploadedImage = |client| client.images().upload(image.0);
    addons_delete_from_post(post: PostToken) -> Nothing = |client| client.addons().delete_from_post(post);
    addons_delete_for_user(id: RecordId) -> Nothing = |client| client.addons().delete_for_user(id);
    semantics_delete_for_user(phone: Phone) -> Nothing = |client| client.semantics().delete_for_user(phone);
    semantics_delete_for_user_id(user: UserId, phone: Phone) -> Nothing =
        |client| client.semantics().delete_for_user_id(user, phone);
    chatbot_reply(conversation: ConversationId, message: BotMessage) -> BotMessageSent =
        |client| client.chatbot().reply(conversation, message);
    users_id_by_phone(phone: Phone) -> UserId = |client| client.users().id_by_phone(phone);
    legacy_addons_create_on_post_by_key(post: PostToken, addon: PostAddon; repeat_post_addons) -> AddonCreated =
        |client| client.legacy().addons().create_on_post_by_key(post, addon);
    legacy_verifications_delete(phone: Phone) -> Nothing = |client| client.legacy().verifications().delete(phone);
}

calls! { PlatformUser:
    posts_get_with_ongoing_images(post: PostToken) -> Post = |user| user.posts().get_with_ongoing_images(post);
    addons_create_on_post(post: PostToken, addon: PostAddon; repeat_post_addons) -> AddonCreated =
        |user| user.addons().create_on_post(post, addon);
    addons_create_for_user(phone: Phone, addon: UserAddon) -> AddonCreated =
        |user| user.addons().create_for_user(phone, addon);
    addons_create_for_user_id(user: UserId, addon: UserAddon) -> AddonCreated =
        |client| client.addons().create_for_user_id(user, addon);
    addons_create_for_business(business: BusinessToken, addon: BusinessAddon) -> AddonCreated =
        |user| user.addons().create_for_business(business, addon);
    semantics_create_for_user(phone: Phone, record: SemanticRecord) -> RecordCreated =
        |user| user.semantics().create_for_user(phone, record);
    semantics_create_for_user_id(user: UserId, record: UserIdSemanticRecord) -> RecordCreated =
        |client| client.semantics().create_for_user_id(user, record);
    semantics_create_for_post(post: PostToken, record: SemanticRecord) -> RecordCreated =
        |user| user.semantics().create_for_post(post, record);
    conversations_send(conversation: ConversationId, message: Message) -> MessageSent =
        |user| user.conversations().send(conversation, message);
    conversations_get(conversation: ConversationId) -> ConversationRecord =
        |user| user.conversations().get(conversation);
    chatbot_send(user: UserId, message: BotMessage) -> BotMessageSent = |client| client.chatbot().send(user, message);
    chatbot_reply(conversation: ConversationId, message: BotMessage) -> BotMessageSent =
        |user| user.chatbot().reply(conversation, message);
    users_me() -> User = |user| user.users().me();
    users_phone_numbers() -> PhoneNumbers = |user| user.users().phone_numbers();
    events_subscribe(subscription: Subscription) -> Nothing = |user| user.events().subscribe(subscription);
    legacy_addons_create_on_post(post: PostToken, addon: LegacyPostAddon; repeat_post_addons) -> AddonCreated =
        |user| user.legacy().addons().create_on_post(post, addon);
    legacy_addons_create_for_user(phone: Phone, addon: LegacyUserAddon) -> AddonCreated =
        |user| user.legacy().addons().create_for_user(phone, addon);
    legacy_verifications_create(phone: Phone, verification: LegacyVerification) -> RecordCreated =
        |user| user.legacy().verifications().create(phone, verification);
    legacy_conversations_send(message: LegacyMessage) -> MessageSent =
        |user| user.legacy().conversations().send(message);
}

#[no_panic]
#[pymethods]
impl PlatformUser {
    #[pyo3(signature = (post, endpoint, identification_key, *, timeout = None))]
    #[allow(deprecated)]
    fn legacy_events_listen(
        &self,
        post: PostToken,
        endpoint: Given<String>,
        identification_key: Given<String>,
        timeout: Option<Given<f64>>,
    ) -> PyResult<Typed<Nothing>> {
        let (endpoint, key) = (endpoint.required("endpoint")?, identification_key.required("identification_key")?);
        let (listener, with) = (LegacyListener::new(post, endpoint, key), self.with(options(timeout)?));
        Ok(self.call(async move |platform| with(platform).legacy().events().listen(listener).await.map(Into::into)))
    }
}

/// An image from memory or from a file.
struct Image(Upload);

impl<'a, 'py> FromPyObject<'a, 'py> for Image {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        // Copied: the object must not be let go of by a thread without the interpreter.
        if let Ok(bytes) = object.extract::<Vec<u8>>() {
            return Ok(Self(Upload::bytes(Bytes::from(bytes))));
        }
        let path = object.extract::<std::path::PathBuf>();
        path.map(|path| Self(Upload::path(path))).map_err(|_| misused("image", "must be a path or bytes"))
    }
}
