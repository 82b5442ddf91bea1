// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type {
  AddonCreated,
  BusinessAddon,
  BusinessToken,
  Phone,
  PostAddon,
  PostToken,
  RecordId,
  UserAddon,
  UserId,
} from '../model.js'
import { callEndpoint, type CallOptions, POST_ADDON_OPTIONS, type PostAddonOptions } from '../native.js'
import type { Platform, PlatformUser } from '../native-types.js'

/** Calls about add-ons that need only the API key. */
export class Addons {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    this.#native = native
  }

  /**
   * Removes this app's add-ons from a post. The platform does not check whose post it is. A grant with the scope for a
   * post does not prove that its user owns the post.
   *
   * Key permission `ADD_ON_DELETE`. Newer than the specification. Source: `docs/platform.md#addon-deletion`.
   *
   * @param post The token of the post.
   */
  deleteFromPost(post: PostToken, options?: CallOptions): Promise<void> {
    return callEndpoint('addons.delete_from_post', this.#native, options, (native, callId, core) =>
      native.addonsDeleteFromPost(callId, post, core))
  }

  /**
   * Removes a user add-on and its copies on posts. The id is the one that the creation returned.
   *
   * Key permission `USER_ADDON_DELETE`. Newer than the specification. Source: `docs/platform.md#addon-deletion`.
   *
   * @param id The id that the creation of the add-on returned, or that the app chose for the transaction.
   */
  deleteForUser(id: RecordId, options?: CallOptions): Promise<void> {
    return callEndpoint('addons.delete_for_user', this.#native, options, (native, callId, core) =>
      native.addonsDeleteForUser(callId, id, core))
  }
}

/** Calls about add-ons for a user. */
export class UserAddons {
  readonly #native: () => PlatformUser

  /** @internal */
  constructor(native: () => PlatformUser) {
    this.#native = native
  }

  /**
   * Creates or replaces this app's add-on on a post.
   *
   * Success means that the add-on is well-formed and queued. It is attached later, and a post token that does not exist
   * is not reported. An image of the add-on becomes permanent under a new name. An empty add-on would replace the
   * existing one by nothing, so it is refused unless its `allowEmpty` is true. `Addons.deleteFromPost` removes an
   * add-on.
   *
   * Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`. Key permission `ADD_ON_CREATE`.
   * Source: `docs/platform.md#post-addons`.
   *
   * ```ts
   * await user.addons.createOnPost(post.token, { widgets: [w.titleRow('Inspected')] })
   * ```
   *
   * @param post The token of the post.
   * @param addon The add-on. It replaces what the app has shown there so far.
   */
  createOnPost(post: PostToken, addon: PostAddon, options?: PostAddonOptions): Promise<AddonCreated> {
    return callEndpoint('addons.create_on_post', this.#native, options, (native, callId, core) =>
      native.addonsCreateOnPost(callId, post, addon, core), POST_ADDON_OPTIONS)
  }

  /**
   * Creates or updates this app's add-on on the user with a phone number. It appears on the user's future posts and on
   * up to 30 of the latest, in the categories of the add-on or, if it has none, in all categories in which the app is
   * active. The platform removes it after 3 months. Its `cost` is in rial.
   *
   * An update applies to later posts only: posts that show the add-on already do not change. `Addons.deleteForUser`
   * removes it from all posts.
   *
   * Scope `USER_ADDON_CREATE`. Key permission `USER_ADDON_CREATE`. Source: `docs/platform.md#user-addons`.
   *
   * @param phone A mobile number, in any usual notation.
   * @param addon The add-on.
   */
  createForUser(phone: Phone, addon: UserAddon, options?: CallOptions): Promise<AddonCreated> {
    return callEndpoint('addons.create_for_user', this.#native, options, (native, callId, core) =>
      native.addonsCreateForUser(callId, phone, addon, core))
  }

  /**
   * Like `createForUser`, by the user's id.
   *
   * Scope `USER_ADDON_CREATE`. Key permission `USER_ADDON_CREATE`. Newer than the specification. Source:
   * `docs/platform.md#user-addons`.
   *
   * @param user The id of the user, which is different for every app.
   * @param addon The add-on.
   */
  createForUserId(user: UserId, addon: UserAddon, options?: CallOptions): Promise<AddonCreated> {
    return callEndpoint('addons.create_for_user_id', this.#native, options, (native, callId, core) =>
      native.addonsCreateForUserId(callId, user, addon, core))
  }

  /**
   * Creates or updates this app's add-on on all posts of a business. The platform offers this call by invitation only,
   * and documents no call that removes such an add-on.
   *
   * Scope `BUSINESS_ADDON_CREATE` with the business token. Key permission `BUSINESS_ADDON_CREATE`. Newer than the
   * specification. Source: `docs/platform.md#business-addons`.
   *
   * @param business The token of the business.
   * @param addon The add-on.
   */
  createForBusiness(business: BusinessToken, addon: BusinessAddon, options?: CallOptions): Promise<AddonCreated> {
    return callEndpoint('addons.create_for_business', this.#native, options, (native, callId, core) =>
      native.addonsCreateForBusiness(callId, business, addon, core))
  }
}
