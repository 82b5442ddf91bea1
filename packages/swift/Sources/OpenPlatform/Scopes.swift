/// What a user can be asked for. `scopes()` lists all, `requiredScopes(calls:events:)` finds those that an app needs.
public enum Scopes {
    /// Receive a refresh token, so that the grant outlives its first access token.
    public static var offlineAccess: Scope { scopeOfflineAccess() }
    /// Read the user's phone number.
    public static var userPhone: Scope { scopeUserPhone() }
    /// Read the user's id.
    public static var userID: Scope { scopeUserId() }
    /// Create an add-on on one post.
    public static func postAddonCreate(_ post: PostToken) -> Scope { scopePostAddonCreate(post: post) }
    /// Read the images of one post before it is published.
    public static func postOngoingImagesGet(_ post: PostToken) -> Scope { scopePostOngoingImagesGet(post: post) }
    /// Send messages into one conversation.
    public static func conversationSendMessage(_ conversation: ConversationId) -> Scope {
        scopeConversationSendMessage(conversation: conversation)
    }
    /// Receive the messages of all conversations of one post.
    public static func chatPostConversationsRead(_ post: PostToken) -> Scope {
        scopeChatPostConversationsRead(post: post)
    }
    /// Create an add-on on all posts of one business.
    public static func businessAddonCreate(_ business: BusinessToken) -> Scope {
        scopeBusinessAddonCreate(business: business)
    }
}
