import type { Subscription, SubscriptionInfo, SubscriptionType } from '../model.js'
import { call, type CallOptions } from '../native.js'
import type { PlatformUser } from '../native-types.js'

/**
 * The event subscriptions that an app wants for a user with a stored grant. They are stored, and created again after every
 * refresh, because the platform ends a subscription when the token expires that it was created with.
 */
export class UserSubscriptions {
  readonly #native: () => PlatformUser

  /** @internal */
  constructor(native: () => PlatformUser) {
    this.#native = native
  }

  /**
   * Stores a subscription as wanted, and creates it at once. It is renewed after every refresh, until `remove` or the end of
   * the grant. Calling it again for the same subscription changes its metadata.
   *
   * If the platform cannot be reached or is overloaded, no error is thrown: `status` and `lastError` say so, and the attempt
   * is repeated. A refusal is an error. After a refusal that a login or the console can fix (a missing scope or permission)
   * the subscription stays wanted, and the attempt is repeated after the next refresh; after any other refusal a subscription
   * that was never accepted is no longer wanted.
   *
   * @throws {@link ReauthRequired} if the grant has ended.
   * @throws {@link InvalidInput} if the user has not granted the scope of the event type.
   * @throws {@link ApiError} if the platform refuses it permanently.
   */
  ensure(subscription: Subscription, options?: CallOptions): Promise<SubscriptionInfo> {
    return call(options, (id, core) => this.#native().subscriptionsEnsure(id, subscription, core))
  }

  /**
   * Stops renewing a subscription. Returns whether it was wanted.
   *
   * The platform documents no way to end a subscription: it ends with its token, and is then not renewed.
   */
  remove(eventType: SubscriptionType, eventResourceId?: string, options?: CallOptions): Promise<boolean> {
    return call(options, (id, core) => this.#native().subscriptionsRemove(id, eventType, eventResourceId, core))
  }

  /** The wanted subscriptions and their status. */
  list(options?: CallOptions): Promise<SubscriptionInfo[]> {
    return call(options, (id, core) => this.#native().subscriptionsList(id, core))
  }

  /** Renews the subscriptions that are due. Normally there is no need to call this: it happens after every refresh. */
  renew(options?: CallOptions): Promise<SubscriptionInfo[]> {
    return call(options, (id, core) => this.#native().subscriptionsRenew(id, core))
  }
}
