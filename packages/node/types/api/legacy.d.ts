import type { AddonCreated, LegacyMessage, LegacyPostAddon, LegacyUserAddon, LegacyVerification, MessageSent, Phone, PostAddon, PostToken, RecordCreated } from '../model.js';
import { type CallOptions, type PostAddonOptions } from '../native.js';
import type { LegacyListener } from '../native-types.js';
/** Calls that the platform keeps for old apps, by the API key alone. Bodies are converted by `migrate`. */
export declare class Legacy {
    /** Add-ons in old ways. */
    readonly addons: LegacyAddons;
    /** User verifications, today semantic records. */
    readonly verifications: LegacyVerifications;
}
/** Calls that the platform keeps for old apps, for a user. Bodies are converted by `migrate`. */
export declare class UserLegacy {
    /** Add-ons in the old widget format. */
    readonly addons: UserLegacyAddons;
    /** User verifications, today semantic records. */
    readonly verifications: UserLegacyVerifications;
    /** Messages in the old form. */
    readonly conversations: UserLegacyConversations;
    /** The old way to listen to messages. */
    readonly events: UserLegacyEvents;
}
/** Add-ons in old ways. */
export declare class LegacyAddons {
    #private;
    /**
     * Creates an add-on with images in the form of one old example: on the second API host, without a user.
     *
     * Key permission `ADD_ON_CREATE`. Source: spec 8a, facts part 2 row 2.
     *
     * @deprecated Use `user.addons.createOnPost`: the same body, for a user.
     */
    createOnPostByKey(post: PostToken, addon: PostAddon, options?: PostAddonOptions): Promise<AddonCreated>;
}
/** User verifications, today semantic records. */
export declare class LegacyVerifications {
    #private;
    /**
     * Deletes the verification of the user with a phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`. Source: spec 13, facts part 1.13.
     *
     * @deprecated Use `platform.semantics.deleteForUser`.
     */
    delete(phone: Phone, options?: CallOptions): Promise<void>;
}
/** Add-ons in the old widget format. */
export declare class UserLegacyAddons {
    #private;
    /**
     * Creates an add-on on a post in the old widget format.
     *
     * Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`; key permission `ADD_ON_CREATE`.
     * Source: spec 10, facts part 1.2.5.
     *
     * @deprecated Use `user.addons.createOnPost`; `migrate.addon` converts the body.
     */
    createOnPost(post: PostToken, addon: LegacyPostAddon, options?: PostAddonOptions): Promise<AddonCreated>;
    /**
     * Creates an add-on on the user with a phone number, in the old widget format.
     *
     * Scope `USER_ADDON_CREATE`, key permission `USER_ADDON_CREATE`. Source: spec 10, facts part 1.2.5.
     *
     * @deprecated Use `user.addons.createForUser`; `migrate.userAddon` converts the body.
     */
    createForUser(phone: Phone, addon: LegacyUserAddon, options?: CallOptions): Promise<AddonCreated>;
}
/** User verifications, today semantic records. */
export declare class UserLegacyVerifications {
    #private;
    /**
     * Creates a verification of the user with a phone number.
     *
     * Scope `USER_VERIFICATION_CREATE`, key permission `USER_SEMANTIC_CREATE`. Source: spec 13, facts part 1.13.
     *
     * @deprecated Use `user.semantics.createForUser`; `migrate.verification` converts the body.
     */
    create(phone: Phone, verification: LegacyVerification, options?: CallOptions): Promise<RecordCreated>;
}
/** Messages in the old form. */
export declare class UserLegacyConversations {
    #private;
    /**
     * Sends a message with at most one button for each side. Never sent twice.
     *
     * Scope `CHAT_MESSAGE_SEND` with its identifier, key permission `CHAT_SEND_MESSAGE_OAUTH`. Source: spec 15, facts
     * part 1.13.
     *
     * @deprecated Use `user.conversations.send`; `migrate.message` converts the body.
     */
    send(message: LegacyMessage, options?: CallOptions): Promise<MessageSent>;
}
/** The old way to listen to messages. */
export declare class UserLegacyEvents {
    #private;
    /**
     * Has the messages of one post sent to an address, in the old form.
     *
     * Scope `CHAT_POST_CONVERSATIONS_READ` with the post token. Source: spec 17, facts part 1.13.
     *
     * @deprecated Use `user.events.subscribe` with `NEW_MESSAGE_ON_POST`.
     */
    listen(listener: LegacyListener, options?: CallOptions): Promise<void>;
}
