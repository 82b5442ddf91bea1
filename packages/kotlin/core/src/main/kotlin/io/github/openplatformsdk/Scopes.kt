// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.scopeRaw

/**
 * The scopes that an app can request from users. `scopes()` returns them as a table, and [requiredScopes] finds those that an
 * app needs (docs/platform.md#scopes).
 */
public object Scopes {
    /** Create an add-on on one post. */
    @JvmStatic
    public fun postAddonCreate(post: PostToken): Scope = "POST_ADDON_CREATE.$post"

    /** Create an add-on on any post of the user. */
    public const val USER_POSTS_ADDON_CREATE: Scope = "USER_POSTS_ADDON_CREATE"

    /** Create an add-on on the user. */
    public const val USER_ADDON_CREATE: Scope = "USER_ADDON_CREATE"

    /** Create an add-on on all posts of one business. */
    @JvmStatic
    public fun businessAddonCreate(business: BusinessToken): Scope = "BUSINESS_ADDON_CREATE.$business"

    /** Create a semantic record of the user. */
    public const val USER_VERIFICATION_CREATE: Scope = "USER_VERIFICATION_CREATE"

    /** Create a semantic record of the user, as the specification names it. */
    public const val USER_SEMANTIC_CREATE: Scope = "USER_SEMANTIC_CREATE"

    /** Delete a semantic record of the user, as the specification names it. */
    public const val USER_SEMANTIC_DELETE: Scope = "USER_SEMANTIC_DELETE"

    /** Create a semantic record of one post. */
    @JvmStatic
    public fun postSemanticCreate(post: PostToken): Scope = "POST_SEMANTIC_CREATE.$post"

    /** Read the user's phone number. */
    public const val USER_PHONE: Scope = "USER_PHONE"

    /** Read the user's id, which is different for every app. */
    public const val USER_ID: Scope = "USER_ID"

    /** Read the user's own posts and receive their changes. */
    public const val USER_POSTS_GET: Scope = "USER_POSTS_GET"

    /** Read the statistics of the user's posts. */
    public const val USER_POSTS_STATS_READ: Scope = "USER_POSTS_STATS_READ"

    /** Read the businesses of the user. */
    public const val USER_BUSINESSES_READ: Scope = "USER_BUSINESSES_READ"

    /** Read the profile image of a professional user. */
    public const val PRO_USER_PROFILE_IMAGE_READ: Scope = "PRO_USER_PROFILE_IMAGE_READ"

    /** Read the images of one post before it is published. */
    @JvmStatic
    public fun postOngoingImagesGet(post: PostToken): Scope = "POST_ONGOING_IMAGES_GET.$post"

    /** Edit one post. */
    @JvmStatic
    public fun postEdit(post: PostToken): Scope = "POST_EDIT.$post"

    /** Edit any post of the user. */
    public const val EDIT_USER_POST: Scope = "EDIT_USER_POST"

    /** Delete any post of the user. */
    public const val DELETE_USER_POST: Scope = "DELETE_USER_POST"

    /** Submit a post as the user, and pay for its publication. */
    public const val SUBMIT_USER_POST: Scope = "SUBMIT_USER_POST"

    /** Send messages into one conversation. */
    @JvmStatic
    public fun conversationSendMessage(conversation: ConversationId): Scope = "CONVERSATION_SEND_MESSAGE.$conversation"

    /** Read one conversation. */
    @JvmStatic
    public fun chatConversationRead(conversation: ConversationId): Scope = "CHAT_CONVERSATION_READ.$conversation"

    /** Receive the messages of all conversations of one post. */
    @JvmStatic
    public fun chatPostConversationsRead(post: PostToken): Scope = "CHAT_POST_CONVERSATIONS_READ.$post"

    /** Send messages into all conversations of one post. */
    @JvmStatic
    public fun chatPostConversationsMessageSend(post: PostToken): Scope = "CHAT_POST_CONVERSATIONS_MESSAGE_SEND.$post"

    /** Receive the messages of all conversations in which the user sells. */
    public const val CHAT_SUPPLIER_ALL_CONVERSATIONS_READ: Scope = "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ"

    /** Send messages into all conversations in which the user sells. */
    public const val CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND: Scope = "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND"

    /** Let the app's chatbot write to the user first. */
    public const val CHAT_BOT_USER_MESSAGE_SEND: Scope = "CHAT_BOT_USER_MESSAGE_SEND"

    /** Send messages by the legacy endpoint. `chat` is base64 of `user_id:post_token:peer_id`. */
    @JvmStatic
    public fun chatMessageSend(chat: String): Scope = "CHAT_MESSAGE_SEND.$chat"

    /** Learn when the user removes the app's access. */
    public const val NOTIFICATION_ACCESS_REVOCATION: Scope = "NOTIFICATION_ACCESS_REVOCATION"

    /** Belongs to an endpoint that the platform has withdrawn. */
    public const val SEND_EVENT: Scope = "SEND_EVENT"

    /** Read the prices of paid services. */
    public const val PAYMENT_ALL_POSTS_PRICING_READ: Scope = "PAYMENT_ALL_POSTS_PRICING_READ"

    /** Move posts to the top of their lists, paid from the app's balance. */
    public const val PAYMENT_ALL_POSTS_REORDER: Scope = "PAYMENT_ALL_POSTS_REORDER"

    /** Extend posts, paid from the app's balance. */
    public const val PAYMENT_ALL_POSTS_RENEW: Scope = "PAYMENT_ALL_POSTS_RENEW"

    /** Pay for promotions from the user's wallet. */
    public const val PAY_USER_POST_PROMOTION: Scope = "PAY_USER_POST_PROMOTION"

    /** Report a payment that the user made to the app. */
    public const val SUBMIT_USER_PAYMENT: Scope = "SUBMIT_USER_PAYMENT"

    /** Set a custom button on a post of the user. */
    public const val USER_SET_CUSTOMIZED_BUTTON: Scope = "USER_SET_CUSTOMIZED_BUTTON"

    /** Set a custom button for one business. */
    @JvmStatic
    public fun businessCreateCustomizedButton(business: BusinessToken): Scope =
        "BUSINESS_CREATE_CUSTOMIZED_BUTTON.$business"

    /** Read one app of the console. `app` is its id. */
    @JvmStatic
    public fun managementAppsRead(app: String): Scope = "MANAGEMENT_APPS_READ.$app"

    /** Change one app of the console. `app` is its id. */
    @JvmStatic
    public fun managementAppsWrite(app: String): Scope = "MANAGEMENT_APPS_WRITE.$app"

    /** Receive a refresh token. */
    public const val OFFLINE_ACCESS: Scope = "offline_access"

    /** OpenID Connect. */
    public const val OPENID: Scope = "openid"

    /** A scope from its full text, for new scopes of the platform that this version does not know. */
    @JvmStatic
    public fun of(text: String): Scope = translated { scopeRaw(text) }
}
