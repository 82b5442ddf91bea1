// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type { Subscription, SubscriptionInfo, SubscriptionType } from '../model.js'
import { call, type CallOptions } from '../native.js'
import type { PlatformUser } from '../native-types.js'

/**
 * The event subscriptions of a stored grant. They are renewed after every refresh and login.
 *
 * The platform ends a subscription when the token expires that it was created with. The subscriptions that the app
 * wants are therefore stored beside the grant, and created again with each new token.
 */
export class UserSubscriptions {
  readonly #native: () => PlatformUser

  /** @internal */
  constructor(native: () => PlatformUser) {
    this.#native = native
  }

  /**
   * Subscribes, and keeps the subscription active from now on.
   *
   * Calling it again replaces the stored metadata, which is sent now and with each renewal. Whether the platform then
   * goes on to deliver events with the earlier metadata, too, until the token expires, is not documented.
   *
   * An omitted resource id and an empty one are two different subscriptions: the documents use the empty one for "all
   * posts of the user".
   *
   * It is not an error if the platform cannot be reached or is overloaded: the returned status shows it, and the
   * request is repeated in the background, and again after the next refresh. A refusal is an error, also if it is
   * called again. If a login or a setting in the developer console can resolve it (a missing scope or permission), the
   * subscription stays wanted and is requested again after the next refresh. After any other refusal, a subscription
   * that was never accepted is no longer wanted.
   *
   * @param subscription The type of the events and the object that they are about.
   * @throws {@link InvalidInput} for a subscription that cannot be sent, one whose scope the user has not granted, and
   *   a user without a stored grant.
   * @throws {@link ApiError} if the platform refuses it.
   * @throws {@link ReauthRequired} if the grant has ended.
   * @throws {@link ConfigError} if a credential is missing or refused, or its source fails: the subscription stays
   *   wanted.
   * @throws {@link StoreError} if the store failed.
   */
  ensure(subscription: Subscription, options?: CallOptions): Promise<SubscriptionInfo> {
    return call(options, (callId, core) => this.#native().subscriptionsEnsure(callId, subscription, core))
  }

  /**
   * Stops renewing a subscription. Returns whether it was wanted.
   *
   * The platform documents no way to end a subscription: it ends with its token, and is then not renewed.
   *
   * @param eventType The type of its events.
   * @param eventResourceId The id of the object of its events, as in `ensure`.
   * @throws {@link StoreError} if the store failed.
   */
  remove(eventType: SubscriptionType, eventResourceId?: string, options?: CallOptions): Promise<boolean> {
    return call(options, (callId, core) => this.#native().subscriptionsRemove(callId, eventType, eventResourceId, core))
  }

  /**
   * The wanted subscriptions and their status. Subscriptions whose record cannot be read are left out.
   *
   * @throws {@link StoreError} if the store failed, also if there are subscriptions and none of them can be read.
   */
  list(options?: CallOptions): Promise<SubscriptionInfo[]> {
    return call(options, (callId, core) => this.#native().subscriptionsList(callId, core))
  }

  /**
   * Renews the subscriptions that are due. This also happens after every refresh, so apps need not call it. A renewal
   * that fails for now is repeated in the background.
   *
   * @throws {@link ReauthRequired} if the grant has ended.
   * @throws {@link RefreshUnavailable} if its token cannot be refreshed now.
   * @throws {@link StoreError} if the store failed.
   */
  renew(options?: CallOptions): Promise<SubscriptionInfo[]> {
    return call(options, (callId, core) => this.#native().subscriptionsRenew(callId, core))
  }
}
