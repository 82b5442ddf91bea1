/** The contexts that handlers get beside their event or request. */
import type { OpenPlatform, UserClient } from './client.js'
import type { BotSendOptions, SendOptions } from './messages.js'
import type { BotMessage, Delivery, Event, GrantKey, Json, Message } from './model.js'
import { native } from './native.js'
import type { Freshness, Webhooks } from './webhooks.js'

/** A type of event that this version knows: its JSON name in lower case. */
export type EventType = Event['type']

/** The event of a type. */
export type EventOf<T extends EventType> = Extract<Event, { type: T }>

/** The context of every handler, passed beside its event or request. */
export interface RequestContext {
  /** The id of the identification key that the request carried. */
  readonly keyId: string
  /** The client of the hooks, or one from the environment. */
  readonly platform: OpenPlatform
}

/** The context of an event handler. */
export interface HookContext extends RequestContext {
  /** The whole delivery. */
  readonly delivery: Delivery
  /** The metadata of the subscription. */
  readonly metadata: Json | undefined
  /** The age of a message. Other events have no time. */
  readonly freshness: Freshness
  /** A client for the event's user. `undefined` if `grantOf` returns no grant. */
  readonly user: UserClient | undefined
}

/** The context of a handler of messages. */
export interface MessageContext<M = Message, O = SendOptions> extends HookContext {
  /**
   * Replies in the conversation of the message: as the bot to a message to the chatbot, otherwise as the event's user.
   *
   * @throws {@link ConfigError} if the event's user is not known: see `grantOf` in {@link HooksOptions}.
   */
  reply(message: string | M, options?: O): Promise<void>
}

/** The context of the handler of an event type. */
export type ContextOf<T extends EventType> = T extends 'new_message'
  ? MessageContext
  : T extends 'new_chatbot_message' ? MessageContext<BotMessage, BotSendOptions> : HookContext

/** The context of an event. */
export function contextOf(delivery: Delivery, request: RequestContext, grant: GrantKey | undefined, webhooks: Webhooks): HookContext {
  const user = grant === undefined ? undefined : request.platform.user(grant)
  return new EventContext(delivery, request, user, webhooks)
}

/** A class, because an object literal with a getter takes longer to make. */
class EventContext implements HookContext {
  readonly delivery: Delivery
  readonly keyId: string
  readonly platform: OpenPlatform
  readonly user: UserClient | undefined
  readonly metadata: Json | undefined
  /** Only for messages. */
  readonly reply: unknown
  readonly #webhooks: Webhooks

  constructor(delivery: Delivery, { keyId, platform }: RequestContext, user: UserClient | undefined, webhooks: Webhooks) {
    this.delivery = delivery
    this.keyId = keyId
    this.platform = platform
    this.user = user
    this.metadata = delivery.metadata
    this.reply = replyIn(delivery.event, platform, user)
    this.#webhooks = webhooks
  }

  get freshness(): Freshness {
    return this.#webhooks.freshness(this.delivery)
  }
}

function replyIn(event: Delivery['event'], platform: OpenPlatform, user: UserClient | undefined) {
  switch (event.type) {
    case 'new_chatbot_message':
      return async (message: string | BotMessage, options?: BotSendOptions) => {
        await platform.chatbot.reply(event.message.conversation.id, message, options)
      }
    case 'new_message':
      return async (message: string | Message, options?: SendOptions) => {
        native.checkReply(event, user !== undefined)
        await user!.conversations.send(event.message.conversation.id, message, options)
      }
    default:
      return undefined
  }
}
