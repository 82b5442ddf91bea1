import type { AddonCreated, BusinessAddon, BusinessToken, Phone, PostAddon, PostToken, RecordId, UserAddon, UserId } from '../model.js';
import { type CallOptions, type PostAddonOptions } from '../native.js';
/** Calls about add-ons that need only the API key. */
export declare class Addons {
    #private;
    /**
     * Removes this app's add-ons from a post.
     *
     * Key permission `ADD_ON_DELETE`. Newer than the specification. Source: facts part 1.3.5.
     */
    deleteFromPost(post: PostToken, options?: CallOptions): Promise<void>;
    /**
     * Removes a user add-on, with its copies on posts, by the id that its creation returned.
     *
     * Key permission `USER_ADDON_DELETE`. Newer than the specification. Source: facts part 1.3.5.
     */
    deleteForUser(addon: RecordId, options?: CallOptions): Promise<void>;
}
/** Calls about add-ons for a user. */
export declare class UserAddons {
    #private;
    /**
     * Creates or replaces this app's add-on on a post.
     *
     * Success means that the add-on is well-formed and queued. Attaching happens later, and a token of no post is not
     * noticed. An image of the add-on becomes permanent under a new name.
     *
     * Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`; key permission `ADD_ON_CREATE`.
     * Source: spec 8, facts part 1.3.1.
     *
     * ```ts
     * await user.addons.createOnPost(post.token, { widgets: [w.titleRow('Inspected')] })
     * ```
     */
    createOnPost(post: PostToken, addon: PostAddon, options?: PostAddonOptions): Promise<AddonCreated>;
    /**
     * Creates or replaces this app's add-on on the user with a phone number: on future posts and up to the 30 latest. It
     * ends by itself after 3 months. `cost` is in rial.
     *
     * Scope `USER_ADDON_CREATE`, key permission `USER_ADDON_CREATE`. Source: spec 9, facts part 1.3.2.
     */
    createForUser(phone: Phone, addon: UserAddon, options?: CallOptions): Promise<AddonCreated>;
    /**
     * As `createForUser`, by the user's id.
     *
     * Scope `USER_ADDON_CREATE`, key permission `USER_ADDON_CREATE`. Newer than the specification. Source: facts part
     * 1.3.2.
     */
    createForUserId(user: UserId, addon: UserAddon, options?: CallOptions): Promise<AddonCreated>;
    /**
     * Creates this app's add-on on all posts of a business. The platform opens this call by invitation only.
     *
     * Scope `BUSINESS_ADDON_CREATE` with the business token, key permission `BUSINESS_ADDON_CREATE`. Newer than the
     * specification. Source: facts part 1.3.3.
     */
    createForBusiness(business: BusinessToken, addon: BusinessAddon, options?: CallOptions): Promise<AddonCreated>;
}
