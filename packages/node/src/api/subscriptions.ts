import type { Subscription, SubscriptionInfo, SubscriptionType } from '../model.js'
import { call, type CallOptions } from '../native.js'
import type { PlatformUser } from '../native-types.js'

/**
 * The event subscriptions that an app wants for a user with a stored grant. They are kept in the store and made again
 * after every refresh, because on the platform a subscription ends with the token it was made with.
 */
export class UserSubscriptions {
  readonly #native: () => PlatformUser

  /** @internal */
  constructor(native: () => PlatformUser) {
    this.#native = native
  }

  /**
   * Wants a subscription, and makes it. It is renewed after every refresh, until `remove` or the end of the grant.
   * Wanting it again is harmless.
   *
   * That the platform cannot be reached, or has too much to do, is no error: `status` and `lastError` say so, and it is
   * tried again. A refusal is an error. What a login or the console can mend, a missing scope or permission, stays wanted
   * all the same and is tried again after the next refresh; anything else that was never accepted is not wanted any more.
   *
   * @throws {@link ReauthRequired} if the grant has ended.
   * @throws {@link InvalidInput} if the user has not granted the scope of the event type.
   * @throws {@link ApiError} if the platform refuses it for good.
   */
  ensure(subscription: Subscription, options?: CallOptions): Promise<SubscriptionInfo> {
    return call(options, (id, core) => this.#native().subscriptionsEnsure(id, subscription, core))
  }

  /**
   * No longer wants a subscription. Returns whether it was wanted.
   *
   * The platform documents no way to end one: it ends with its token, and is then not renewed.
   */
  remove(eventType: SubscriptionType, eventResourceId?: string, options?: CallOptions): Promise<boolean> {
    return call(options, (id, core) => this.#native().subscriptionsRemove(id, eventType, eventResourceId, core))
  }

  /** The wanted subscriptions, and how they stand. */
  list(options?: CallOptions): Promise<SubscriptionInfo[]> {
    return call(options, (id, core) => this.#native().subscriptionsList(id, core))
  }

  /** Renews what is due. There is no need to call this: it happens after every refresh. */
  renew(options?: CallOptions): Promise<SubscriptionInfo[]> {
    return call(options, (id, core) => this.#native().subscriptionsRenew(id, core))
  }
}
