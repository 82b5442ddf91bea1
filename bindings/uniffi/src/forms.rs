//! Conversion between types and the platform's JSON.

use open_platform::model::addon::{AddonCreated, BusinessAddon, PostAddon, UserAddon};
use open_platform::model::chat::ConversationRecord;
use open_platform::model::finder::{BusinessList, PostList, ProfileImage};
use open_platform::model::image::UploadedImage;
use open_platform::model::message::{Message, MessageSent};
use open_platform::model::post::{Post, Price};
use open_platform::model::semantic::{RecordCreated, SemanticRecord, UserIdSemanticRecord};
use open_platform::model::start::DirectLink;
use open_platform::model::user::{PhoneNumbers, User};
use open_platform::{Json, Phone};

use crate::errors::Result;

/// Exports two functions for each type: one reads it from JSON, one writes it as JSON.
macro_rules! forms {
    ($($read:ident, $write:ident: $type:ty),+ $(,)?) => {$(
        /// Reads the value from the platform's JSON.
        #[uniffi::export]
        fn $read(json: Json) -> Result<$type> {
            Ok(json.to_input()?)
        }

        $crate::forms::written!($write: $type);
    )+};
}

/// Exports a function for each type that writes it as JSON.
macro_rules! written {
    ($($write:ident: $type:ty),+ $(,)?) => {$(
        /// Writes the value as the platform's JSON.
        #[uniffi::export]
        fn $write(value: $type) -> Result<Json> {
            Ok(Json::from_value(&value)?)
        }
    )+};
}

#[cfg(feature = "server")]
pub(crate) use forms;
pub(crate) use written;

forms!(
    read_post_addon, write_post_addon: PostAddon,
    read_user_addon, write_user_addon: UserAddon,
    read_business_addon, write_business_addon: BusinessAddon,
    read_message, write_message: Message,
    read_semantic_record, write_semantic_record: SemanticRecord,
    read_user_id_semantic_record, write_user_id_semantic_record: UserIdSemanticRecord,
);

written!(
    write_post: Post,
    write_user: User,
    write_phone_numbers: PhoneNumbers,
    write_uploaded_image: UploadedImage,
    write_addon_created: AddonCreated,
    write_record_created: RecordCreated,
    write_message_sent: MessageSent,
    write_conversation: ConversationRecord,
    write_direct_link: DirectLink,
    write_business_list: BusinessList,
    write_post_list: PostList,
    write_profile_image: ProfileImage,
);

/// Reads the parameters that the platform adds to a direct link. `link` is the whole address or its query.
#[uniffi::export]
fn read_direct_link(link: String) -> DirectLink {
    DirectLink::parse(&link)
}

/// Whether the response contained a member, by its JSON name.
#[uniffi::export]
fn post_has(post: Post, member: String) -> bool {
    post.has(&member)
}

/// The common members of the data of a post.
#[derive(uniffi::Record)]
pub struct PostShortcuts {
    /// The title.
    title: Option<String>,
    /// The text of the post.
    description: Option<String>,
    /// The URLs of the images.
    images: Vec<String>,
    /// The price.
    price: Option<Price>,
}

/// Reads all of these members at once. Returns none if one of them cannot be read: the function of that member then returns
/// the error.
#[uniffi::export]
pub(crate) fn post_shortcuts(data: Json) -> Option<PostShortcuts> {
    let post = Post { data, ..Post::default() };
    let (title, description) = (post.title().ok()?, post.description().ok()?);
    Some(PostShortcuts { title, description, images: post.images().ok()?, price: post.price().ok()? })
}

/// The title.
#[uniffi::export]
fn post_title(post: Post) -> Result<Option<String>> {
    Ok(post.title()?)
}

/// The text of the post.
#[uniffi::export]
fn post_description(post: Post) -> Result<Option<String>> {
    Ok(post.description()?)
}

/// The URLs of the images.
#[uniffi::export]
fn post_images(post: Post) -> Result<Vec<String>> {
    Ok(post.images()?)
}

/// The price.
#[uniffi::export]
fn post_price(post: Post) -> Result<Option<Price>> {
    Ok(post.price()?)
}

/// The phone number: the platform uses two names for this member, and either is read.
#[uniffi::export]
fn user_phone(user: User) -> Option<Phone> {
    user.phone().cloned()
}
