import type { Subscription, SubscriptionInfo, SubscriptionType } from '../model.js';
import { type CallOptions } from '../native.js';
/**
 * The event subscriptions that an app wants for a user with a stored grant. They are kept in the store and made again
 * after every refresh, because on the platform a subscription ends with the token it was made with.
 */
export declare class UserSubscriptions {
    #private;
    /**
     * Wants a subscription, and makes it. It is renewed after every refresh, until `remove` or the end of the grant.
     * Wanting it again is harmless. What the platform refuses is in the answer: `status` and `lastError`.
     *
     * @throws {@link ReauthRequired} if the grant has ended.
     */
    ensure(subscription: Subscription, options?: CallOptions): Promise<SubscriptionInfo>;
    /**
     * No longer wants a subscription. Returns whether it was wanted.
     *
     * The platform documents no way to end one: it ends with its token, and is then not renewed.
     */
    remove(eventType: SubscriptionType, eventResourceId?: string, options?: CallOptions): Promise<boolean>;
    /** The wanted subscriptions, and how they stand. */
    list(options?: CallOptions): Promise<SubscriptionInfo[]>;
    /** Renews what is due. There is no need to call this: it happens after every refresh. */
    renew(options?: CallOptions): Promise<SubscriptionInfo[]>;
}
