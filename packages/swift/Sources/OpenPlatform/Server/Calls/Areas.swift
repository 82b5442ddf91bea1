// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

extension OpenPlatform {
    /// Calls about users that need only the API key.
    public var users: Users { Users(native: native) }
    /// Calls about posts that need only the API key.
    public var posts: Posts { Posts(native: native) }
    /// Image upload.
    public var images: Images { Images(native: native) }
    /// Calls about add-ons that need only the API key.
    public var addons: Addons { Addons(native: native) }
    /// Calls about semantic records that need only the API key.
    public var semantics: Semantics { Semantics(native: native) }
    /// Calls of the chatbot that need only the API key.
    public var chatbot: Chatbot { Chatbot(native: native) }
    /// The platform's lists of values: categories, cities, scopes and others.
    public var assets: Assets { Assets(native: native) }
    /// The app's balance and its transactions.
    public var payments: Payments { Payments(native: native) }
    /// Calls about custom buttons that need only the API key.
    public var customButtons: CustomButtons { CustomButtons(native: native) }
    /// Search over the posts of the platform.
    public var finder: Finder { Finder(native: native) }
    /// Submitting posts and uploading their images and videos, with only the API key.
    public var ownPosts: OwnPosts { OwnPosts(native: native) }
    /// Calls that the platform keeps for existing apps.
    public var legacy: Legacy { Legacy(native: native) }
}

extension UserClient {
    /// Calls about the user who granted access.
    public var users: CurrentUser { CurrentUser(native: native) }
    /// Calls about posts for a user.
    public var posts: UserPosts { UserPosts(native: native) }
    /// Calls about add-ons for a user.
    public var addons: UserAddons { UserAddons(native: native) }
    /// Calls about semantic records for a user.
    public var semantics: UserSemantics { UserSemantics(native: native) }
    /// Calls about conversations for a user.
    public var conversations: UserConversations { UserConversations(native: native) }
    /// Calls of the chatbot for a user.
    public var chatbot: UserChatbot { UserChatbot(native: native) }
    /// Calls about events for a user.
    public var events: UserEvents { UserEvents(native: native) }
    /// Payments for the posts of a user.
    public var payments: UserPayments { UserPayments(native: native) }
    /// Calls about custom buttons for a user.
    public var customButtons: UserCustomButtons { UserCustomButtons(native: native) }
    /// The posts of a user: to read, edit, delete and submit.
    public var ownPosts: UserOwnPosts { UserOwnPosts(native: native) }
    /// Calls that the platform keeps for existing apps.
    public var legacy: UserLegacy { UserLegacy(native: native) }
}
