// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// The scopes that an app can request from users. `scopes()` returns them as a table, and `requiredScopes(calls:events:)`
/// finds those that an app needs (docs/platform.md#scopes).
public enum Scopes {
    /// Create an add-on on one post.
    public static func postAddonCreate(_ post: PostToken) -> Scope { "POST_ADDON_CREATE.\(post)" }
    /// Create an add-on on any post of the user.
    public static var userPostsAddonCreate: Scope { "USER_POSTS_ADDON_CREATE" }
    /// Create an add-on on the user.
    public static var userAddonCreate: Scope { "USER_ADDON_CREATE" }
    /// Create an add-on on all posts of one business.
    public static func businessAddonCreate(_ business: BusinessToken) -> Scope { "BUSINESS_ADDON_CREATE.\(business)" }
    /// Create a semantic record of the user.
    public static var userVerificationCreate: Scope { "USER_VERIFICATION_CREATE" }
    /// Create a semantic record of the user, as the specification names it.
    public static var userSemanticCreate: Scope { "USER_SEMANTIC_CREATE" }
    /// Delete a semantic record of the user, as the specification names it.
    public static var userSemanticDelete: Scope { "USER_SEMANTIC_DELETE" }
    /// Create a semantic record of one post.
    public static func postSemanticCreate(_ post: PostToken) -> Scope { "POST_SEMANTIC_CREATE.\(post)" }
    /// Read the user's phone number.
    public static var userPhone: Scope { "USER_PHONE" }
    /// Read the user's id, which is different for every app.
    public static var userId: Scope { "USER_ID" }
    /// Read the user's own posts and receive their changes.
    public static var userPostsGet: Scope { "USER_POSTS_GET" }
    /// Read the statistics of the user's posts.
    public static var userPostsStatsRead: Scope { "USER_POSTS_STATS_READ" }
    /// Read the businesses of the user.
    public static var userBusinessesRead: Scope { "USER_BUSINESSES_READ" }
    /// Read the profile image of a professional user.
    public static var proUserProfileImageRead: Scope { "PRO_USER_PROFILE_IMAGE_READ" }
    /// Read the images of one post before it is published.
    public static func postOngoingImagesGet(_ post: PostToken) -> Scope { "POST_ONGOING_IMAGES_GET.\(post)" }
    /// Edit one post.
    public static func postEdit(_ post: PostToken) -> Scope { "POST_EDIT.\(post)" }
    /// Edit any post of the user.
    public static var editUserPost: Scope { "EDIT_USER_POST" }
    /// Delete any post of the user.
    public static var deleteUserPost: Scope { "DELETE_USER_POST" }
    /// Submit a post as the user, and pay for its publication.
    public static var submitUserPost: Scope { "SUBMIT_USER_POST" }
    /// Send messages into one conversation.
    public static func conversationSendMessage(_ conversation: ConversationId) -> Scope {
        "CONVERSATION_SEND_MESSAGE.\(conversation)"
    }
    /// Read one conversation.
    public static func chatConversationRead(_ conversation: ConversationId) -> Scope {
        "CHAT_CONVERSATION_READ.\(conversation)"
    }
    /// Receive the messages of all conversations of one post.
    public static func chatPostConversationsRead(_ post: PostToken) -> Scope { "CHAT_POST_CONVERSATIONS_READ.\(post)" }
    /// Send messages into all conversations of one post.
    public static func chatPostConversationsMessageSend(_ post: PostToken) -> Scope {
        "CHAT_POST_CONVERSATIONS_MESSAGE_SEND.\(post)"
    }
    /// Receive the messages of all conversations in which the user sells.
    public static var chatSupplierAllConversationsRead: Scope { "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ" }
    /// Send messages into all conversations in which the user sells.
    public static var chatSupplierAllConversationsMessageSend: Scope { "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND" }
    /// Let the app's chatbot write to the user first.
    public static var chatBotUserMessageSend: Scope { "CHAT_BOT_USER_MESSAGE_SEND" }
    /// Send messages by the legacy endpoint. `chat` is base64 of `user_id:post_token:peer_id`.
    public static func chatMessageSend(_ chat: String) -> Scope { "CHAT_MESSAGE_SEND.\(chat)" }
    /// Learn when the user removes the app's access.
    public static var notificationAccessRevocation: Scope { "NOTIFICATION_ACCESS_REVOCATION" }
    /// Belongs to an endpoint that the platform has withdrawn.
    public static var sendEvent: Scope { "SEND_EVENT" }
    /// Read the prices of paid services.
    public static var paymentAllPostsPricingRead: Scope { "PAYMENT_ALL_POSTS_PRICING_READ" }
    /// Move posts to the top of their lists, paid from the app's balance.
    public static var paymentAllPostsReorder: Scope { "PAYMENT_ALL_POSTS_REORDER" }
    /// Extend posts, paid from the app's balance.
    public static var paymentAllPostsRenew: Scope { "PAYMENT_ALL_POSTS_RENEW" }
    /// Pay for promotions from the user's wallet.
    public static var payUserPostPromotion: Scope { "PAY_USER_POST_PROMOTION" }
    /// Report a payment that the user made to the app.
    public static var submitUserPayment: Scope { "SUBMIT_USER_PAYMENT" }
    /// Set a custom button on a post of the user.
    public static var userSetCustomizedButton: Scope { "USER_SET_CUSTOMIZED_BUTTON" }
    /// Set a custom button for one business.
    public static func businessCreateCustomizedButton(_ business: BusinessToken) -> Scope {
        "BUSINESS_CREATE_CUSTOMIZED_BUTTON.\(business)"
    }
    /// Read one app of the console. `app` is its id.
    public static func managementAppsRead(_ app: String) -> Scope { "MANAGEMENT_APPS_READ.\(app)" }
    /// Change one app of the console. `app` is its id.
    public static func managementAppsWrite(_ app: String) -> Scope { "MANAGEMENT_APPS_WRITE.\(app)" }
    /// Receive a refresh token.
    public static var offlineAccess: Scope { "offline_access" }
    /// OpenID Connect.
    public static var openid: Scope { "openid" }
    /// A scope from its full text, for new scopes of the platform that this version does not know.
    public static func of(_ text: String) -> Scope { scopeRaw(text: text) }
}
