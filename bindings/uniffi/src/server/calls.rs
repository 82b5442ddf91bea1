//! The calls: one method for each row of the endpoint table that an app sends, under the name the table has for it.

#![allow(deprecated, reason = "old forms cross too, for old apps")]

use open_platform::api::Upload;
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

use super::client::{Platform, PlatformUser};
use crate::calling::{CallOptions, calls};
use crate::errors::Result;

calls! {
    Platform {
        posts_get(post: PostToken) -> Post = |it| it.posts().get(post);
        images_upload(image: Vec<u8>) -> UploadedImage = |it| it.images().upload(Upload::bytes(image));
        images_upload_file(path: String) -> UploadedImage = |it| it.images().upload(Upload::path(path));
        addons_delete_from_post(post: PostToken) -> () = |it| it.addons().delete_from_post(post);
        addons_delete_for_user(id: RecordId) -> () = |it| it.addons().delete_for_user(id);
        users_id_by_phone(phone: Phone) -> UserId = |it| it.users().id_by_phone(phone);
        semantics_delete_for_user(phone: Phone) -> () = |it| it.semantics().delete_for_user(phone);
        semantics_delete_for_user_id(user: UserId, phone: Phone) -> () =
            |it| it.semantics().delete_for_user_id(user, phone);
        chatbot_reply(conversation: ConversationId, message: BotMessage) -> BotMessageSent =
            |it| it.chatbot().reply(conversation, message);
        legacy_addons_create_on_post_by_key(post: PostToken, addon: PostAddon) -> AddonCreated =
            |it| it.legacy().addons().create_on_post_by_key(post, addon);
        legacy_verifications_delete(phone: Phone) -> () = |it| it.legacy().verifications().delete(phone);
    }
}

calls! {
    PlatformUser {
        users_me() -> User = |it| it.users().me();
        users_phone_numbers() -> PhoneNumbers = |it| it.users().phone_numbers();
        posts_get_with_ongoing_images(post: PostToken) -> Post = |it| it.posts().get_with_ongoing_images(post);
        addons_create_on_post(post: PostToken, addon: PostAddon) -> AddonCreated =
            |it| it.addons().create_on_post(post, addon);
        addons_create_for_user(phone: Phone, addon: UserAddon) -> AddonCreated =
            |it| it.addons().create_for_user(phone, addon);
        addons_create_for_user_id(user: UserId, addon: UserAddon) -> AddonCreated =
            |it| it.addons().create_for_user_id(user, addon);
        addons_create_for_business(business: BusinessToken, addon: BusinessAddon) -> AddonCreated =
            |it| it.addons().create_for_business(business, addon);
        semantics_create_for_user(phone: Phone, record: SemanticRecord) -> RecordCreated =
            |it| it.semantics().create_for_user(phone, record);
        semantics_create_for_user_id(user: UserId, record: UserIdSemanticRecord) -> RecordCreated =
            |it| it.semantics().create_for_user_id(user, record);
        semantics_create_for_post(post: PostToken, record: SemanticRecord) -> RecordCreated =
            |it| it.semantics().create_for_post(post, record);
        conversations_send(conversation: ConversationId, message: Message) -> MessageSent =
            |it| it.conversations().send(conversation, message);
        conversations_get(conversation: ConversationId) -> ConversationRecord =
            |it| it.conversations().get(conversation);
        chatbot_send(user: UserId, message: BotMessage) -> BotMessageSent = |it| it.chatbot().send(user, message);
        chatbot_reply(conversation: ConversationId, message: BotMessage) -> BotMessageSent =
            |it| it.chatbot().reply(conversation, message);
        events_subscribe(subscription: Subscription) -> () = |it| it.events().subscribe(subscription);
        legacy_addons_create_on_post(post: PostToken, addon: LegacyPostAddon) -> AddonCreated =
            |it| it.legacy().addons().create_on_post(post, addon);
        legacy_addons_create_for_user(phone: Phone, addon: LegacyUserAddon) -> AddonCreated =
            |it| it.legacy().addons().create_for_user(phone, addon);
        legacy_verifications_create(phone: Phone, verification: LegacyVerification) -> RecordCreated =
            |it| it.legacy().verifications().create(phone, verification);
        legacy_conversations_send(message: LegacyMessage) -> MessageSent =
            |it| it.legacy().conversations().send(message);
        legacy_events_listen(post: PostToken, endpoint: String, identification_key: String) -> () =
            |it| it.legacy().events().listen(LegacyListener::new(post, endpoint, identification_key));
    }
}
