package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.scopeBusinessAddonCreate
import io.github.openplatformsdk.ffi.scopeChatPostConversationsRead
import io.github.openplatformsdk.ffi.scopeConversationSendMessage
import io.github.openplatformsdk.ffi.scopeOfflineAccess
import io.github.openplatformsdk.ffi.scopePostAddonCreate
import io.github.openplatformsdk.ffi.scopePostOngoingImagesGet
import io.github.openplatformsdk.ffi.scopeRaw
import io.github.openplatformsdk.ffi.scopeUserId
import io.github.openplatformsdk.ffi.scopeUserPhone

/** What a user can be asked for. `scopes()` lists all, `requiredScopes` finds those that an app needs. */
public object Scopes {
    /** Receive a refresh token, so that the grant outlives its first access token. */
    public val OFFLINE_ACCESS: Scope get() = scopeOfflineAccess()

    /** Read the user's phone number. */
    public val USER_PHONE: Scope get() = scopeUserPhone()

    /** Read the user's id. */
    public val USER_ID: Scope get() = scopeUserId()

    /** Create an add-on on one post. */
    public fun postAddonCreate(post: PostToken): Scope = scopePostAddonCreate(post)

    /** Read the images of one post before it is published. */
    public fun postOngoingImagesGet(post: PostToken): Scope = scopePostOngoingImagesGet(post)

    /** Send messages into one conversation. */
    public fun conversationSendMessage(conversation: ConversationId): Scope = scopeConversationSendMessage(conversation)

    /** Receive the messages of all conversations of one post. */
    public fun chatPostConversationsRead(post: PostToken): Scope = scopeChatPostConversationsRead(post)

    /** Create an add-on on all posts of one business. */
    public fun businessAddonCreate(business: BusinessToken): Scope = scopeBusinessAddonCreate(business)

    /** Any scope, by its full text: also one that this version does not know. */
    public fun of(text: String): Scope = scopeRaw(text)
}
