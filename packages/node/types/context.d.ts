/** The contexts that handlers get beside their event or request. */
import type { OpenPlatform, UserClient } from './client.js';
import type { BotSendOptions, SendOptions } from './messages.js';
import type { BotMessage, Delivery, Event, GrantKey, Json, Message } from './model.js';
import type { Freshness, Webhooks } from './webhooks.js';
/** A type of event that this version knows: its JSON name in lower case. */
export type EventType = Event['type'];
/** The event of a type. */
export type EventOf<T extends EventType> = Extract<Event, {
    type: T;
}>;
/** The context of every handler, passed beside its event or request. */
export interface RequestContext {
    /** The id of the identification key that the request carried. */
    readonly keyId: string;
    /** The client of the hooks, or one from the environment. */
    readonly platform: OpenPlatform;
}
/** The context of an event handler. */
export interface HookContext extends RequestContext {
    /** The whole delivery. */
    readonly delivery: Delivery;
    /** The metadata of the subscription. */
    readonly metadata: Json | undefined;
    /** The age of a message. Other events have no time. */
    readonly freshness: Freshness;
    /** A client for the event's user. `undefined` if `grantOf` returns no grant. */
    readonly user: UserClient | undefined;
}
/** The context of a handler of messages. */
export interface MessageContext<M = Message, O = SendOptions> extends HookContext {
    /**
     * Replies in the conversation of the message: as the bot to a message to the chatbot, otherwise as the event's user.
     *
     * @throws {@link ConfigError} if the event's user is not known: see `grantOf` in {@link HooksOptions}.
     */
    reply(message: string | M, options?: O): Promise<void>;
}
/** The context of the handler of an event type. */
export type ContextOf<T extends EventType> = T extends 'new_message' ? MessageContext : T extends 'new_chatbot_message' ? MessageContext<BotMessage, BotSendOptions> : HookContext;
/** The context of an event. */
export declare function contextOf(delivery: Delivery, request: RequestContext, grant: GrantKey | undefined, webhooks: Webhooks): HookContext;
