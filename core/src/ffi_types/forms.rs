// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
//! The types with a JSON form, for the bindings, and the names of the functions that convert and check them.

/// Passes each type of an argument to a macro: `each_argument!(phone receive)` those of apps on phones,
/// `each_argument!(server receive)` all others.
#[macro_export]
macro_rules! each_argument {
    (phone $receive:ident) => {
        $receive! {
            read_business_addon, write_business_addon, check_business_addon: BusinessAddon,
            read_message, write_message, check_message: Message,
            read_post_addon, write_post_addon, check_post_addon: PostAddon,
            read_semantic_record, write_semantic_record, check_semantic_record: SemanticRecord,
            read_user_addon, write_user_addon, check_user_addon: UserAddon,
            read_user_id_semantic_record, write_user_id_semantic_record, check_user_id_semantic_record: UserIdSemanticRecord,
        }
    };
    (server $receive:ident) => {
        $receive! {
            read_bot_message, write_bot_message, check_bot_message: BotMessage,
            read_custom_button, write_custom_button, check_custom_button: CustomButton,
            read_dynamic_action_reply, write_dynamic_action_reply, check_dynamic_action_reply: DynamicActionReply,
            read_legacy_message, write_legacy_message, check_legacy_message: LegacyMessage,
            read_legacy_post_addon, write_legacy_post_addon, check_legacy_post_addon: LegacyPostAddon,
            read_legacy_post_edit, write_legacy_post_edit, check_legacy_post_edit: LegacyPostEdit,
            read_legacy_user_addon, write_legacy_user_addon, check_legacy_user_addon: LegacyUserAddon,
            read_legacy_verification, write_legacy_verification, check_legacy_verification: LegacyVerification,
            read_payment_report, write_payment_report, check_payment_report: PaymentReport,
            read_post_edit, write_post_edit, check_post_edit: PostEdit,
            read_post_payment, write_post_payment, check_post_payment: PostPayment,
            read_post_search, write_post_search, check_post_search: PostSearch,
            read_post_submission, write_post_submission, check_post_submission: PostSubmission,
            read_promotion, write_promotion, check_promotion: Promotion,
            read_start_reply, write_start_reply, check_start_reply: StartReply,
            read_subscription, write_subscription, check_subscription: Subscription,
            read_ticket_check, write_ticket_check, check_ticket_check: TicketCheck,
            read_transaction_query, write_transaction_query, check_transaction_query: TransactionQuery,
        }
    };
}

/// Passes each type that is only a result to a macro: `each_result!(phone receive)` those of apps on phones,
/// `each_result!(server receive)` all others.
#[macro_export]
macro_rules! each_result {
    (phone $receive:ident) => {
        $receive! {
            write_addon_created: AddonCreated,
            write_business_list: BusinessList,
            write_conversation_record: ConversationRecord,
            write_direct_link: DirectLink,
            write_message_sent: MessageSent,
            write_phone_numbers: PhoneNumbers,
            write_post: Post,
            write_post_list: PostList,
            write_profile_image: ProfileImage,
            write_record_created: RecordCreated,
            write_uploaded_image: UploadedImage,
            write_user: User,
        }
    };
    (server $receive:ident) => {
        $receive! {
            write_access_rights: AccessRights,
            write_asset_list: AssetList,
            write_balance: Balance,
            write_bot_message_sent: BotMessageSent,
            write_bot_start: BotStart,
            write_chat_upload_token: ChatUploadToken,
            write_dynamic_action_request: DynamicActionRequest,
            write_found_posts: FoundPosts,
            write_legacy_upload_url: LegacyUploadUrl,
            write_media_upload_urls: MediaUploadUrls,
            write_own_post: OwnPost,
            write_post_pricing: PostPricing,
            write_post_reordered: PostReordered,
            write_post_stats: PostStats,
            write_post_submitted: PostSubmitted,
            write_post_upload_urls: PostUploadUrls,
            write_promotion_payment: PromotionPayment,
            write_start_request: StartRequest,
            write_submit_permission: SubmitPermission,
            write_submit_schema: SubmitSchema,
            write_transaction: Transaction,
            write_transaction_page: TransactionPage,
            write_uploaded_chat_media: UploadedChatMedia,
            write_uploaded_post_image: UploadedPostImage,
            write_uploaded_post_video: UploadedPostVideo,
            write_valid_ticket: ValidTicket,
        }
    };
}

#[cfg(any(feature = "node", feature = "python", feature = "uniffi"))]
pub(crate) use each_argument;
#[cfg(any(feature = "node", feature = "uniffi"))]
pub(crate) use each_result;
