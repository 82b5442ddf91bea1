import type { AddonCreated, LegacyMessage, LegacyPostAddon, LegacyPostEdit, LegacyUploadUrl, LegacyUserAddon, LegacyVerification, MessageSent, Phone, PostAddon, PostToken, RecordCreated } from '../model.js';
import { type CallOptions, type PostAddonOptions } from '../native.js';
/** Deprecated calls with only the API key, which the platform keeps for existing apps. `migrate.any` converts their bodies. */
export declare class Legacy {
    /** Add-ons in deprecated forms. */
    readonly addons: LegacyAddons;
    /** User verifications, replaced by semantic records. */
    readonly verifications: LegacyVerifications;
    /** Addresses for images of posts, replaced by those for images and videos. */
    readonly ownPosts: LegacyOwnPosts;
}
/** Deprecated calls for a user, which the platform keeps for existing apps. `migrate.any` converts their bodies. */
export declare class UserLegacy {
    /** Add-ons in the old widget format. */
    readonly addons: UserLegacyAddons;
    /** User verifications, replaced by semantic records. */
    readonly verifications: UserLegacyVerifications;
    /** Messages in the old format. */
    readonly conversations: UserLegacyConversations;
    /** The old listener for messages. */
    readonly events: UserLegacyEvents;
    /** Edits of posts in the old form. */
    readonly ownPosts: UserLegacyOwnPosts;
}
/** Add-ons in deprecated forms. */
export declare class LegacyAddons {
    #private;
    /**
     * Creates an add-on with images, as an old example of the platform shows: on the second API host, without a user.
     *
     * Key permission `ADD_ON_CREATE`. Source: `docs/platform.md#post-addons-example`.
     *
     * @param post The token of the post.
     * @param addon The add-on. It replaces what the app has shown there so far.
     * @deprecated Use `user.addons.createOnPost`: the same body, for a user.
     */
    createOnPostByKey(post: PostToken, addon: PostAddon, options?: PostAddonOptions): Promise<AddonCreated>;
}
/** User verifications, replaced by semantic records. */
export declare class LegacyVerifications {
    #private;
    /**
     * Deletes the verification of the user with a phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`. Source: `docs/platform.md#legacy-verifications`.
     *
     * @param phone A mobile number, in any usual notation.
     * @deprecated Use `client.semantics.deleteForUser`.
     */
    delete(phone: Phone, options?: CallOptions): Promise<void>;
}
/** Addresses for images of posts, replaced by those for images and videos. */
export declare class LegacyOwnPosts {
    #private;
    /**
     * Reads the address that the next image of a post is uploaded to. It is valid for about 10 minutes.
     *
     * Key permission `UPLOAD_POST_IMAGE`. Source: `docs/platform.md#post-media`.
     *
     * @deprecated Use `client.ownPosts.uploadUrls`.
     */
    imageUploadUrl(options?: CallOptions): Promise<LegacyUploadUrl>;
}
/** Add-ons in the old widget format. */
export declare class UserLegacyAddons {
    #private;
    /**
     * Creates an add-on on a post in the old widget format.
     *
     * Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`. Key permission `ADD_ON_CREATE`.
     * Source: `docs/platform.md#legacy-addons`.
     *
     * @param post The token of the post.
     * @param addon The add-on. It replaces what the app has shown there so far.
     * @deprecated Use `user.addons.createOnPost`; `migrate.addon` converts the body.
     */
    createOnPost(post: PostToken, addon: LegacyPostAddon, options?: PostAddonOptions): Promise<AddonCreated>;
    /**
     * Creates an add-on on the user with a phone number, in the old widget format.
     *
     * Scope `USER_ADDON_CREATE`. Key permission `USER_ADDON_CREATE`. Source: `docs/platform.md#legacy-addons`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param addon The add-on.
     * @deprecated Use `user.addons.createForUser`; `migrate.userAddon` converts the body.
     */
    createForUser(phone: Phone, addon: LegacyUserAddon, options?: CallOptions): Promise<AddonCreated>;
}
/** User verifications, replaced by semantic records. */
export declare class UserLegacyVerifications {
    #private;
    /**
     * Creates a verification of the user with a phone number.
     *
     * Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Source:
     * `docs/platform.md#legacy-verifications`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param verification The facts, under machine-readable names.
     * @deprecated Use `user.semantics.createForUser`; `migrate.verification` converts the body.
     */
    create(phone: Phone, verification: LegacyVerification, options?: CallOptions): Promise<RecordCreated>;
}
/** Messages in the old format. */
export declare class UserLegacyConversations {
    #private;
    /**
     * Sends a message with at most one button for each side.
     *
     * Scope `CHAT_MESSAGE_SEND` with its identifier. Key permission `CHAT_SEND_MESSAGE_OAUTH`. Source:
     * `docs/platform.md#legacy-send`.
     *
     * @param message The message to send.
     * @deprecated Use `user.conversations.send`; `migrate.message` converts the body.
     */
    send(message: LegacyMessage, options?: CallOptions): Promise<MessageSent>;
}
/** The old listener for messages. */
export declare class UserLegacyEvents {
    #private;
    /**
     * Sends the messages of one post to an address, in the old format.
     *
     * Scope `CHAT_POST_CONVERSATIONS_READ` with the post token. Source: `docs/platform.md#legacy-listener`.
     *
     * @param post The token of the post.
     * @param endpoint The address that the platform sends the messages to.
     * @param identificationKey The value that the platform sends in the header `Authorization` to that address.
     * @deprecated Use `user.events.subscribe` with `NEW_MESSAGE_ON_POST`.
     */
    listen(post: PostToken, endpoint: string, identificationKey: string, options?: CallOptions): Promise<void>;
}
/** Edits of posts in the old form. */
export declare class UserLegacyOwnPosts {
    #private;
    /**
     * Replaces title, description and images of a post.
     *
     * Scope `POST_EDIT` with the post token. Key permission `EDIT_POST`. Source: `docs/platform.md#edit-post`.
     *
     * @param post The token of the post.
     * @param edit What is changed.
     * @deprecated Use `user.ownPosts.edit`.
     */
    edit(post: PostToken, edit: LegacyPostEdit, options?: CallOptions): Promise<void>;
}
