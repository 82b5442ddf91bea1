// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import { message as build, SEND_OPTIONS, type SendOptions } from '../messages.js'
import type { ConversationId, ConversationRecord, Message, MessageSent } from '../model.js'
import { callEndpoint, type CallOptions } from '../native.js'
import type { PlatformUser } from '../native-types.js'

/** Calls about conversations for a user. */
export class UserConversations {
  readonly #native: () => PlatformUser

  /** @internal */
  constructor(native: () => PlatformUser) {
    this.#native = native
  }

  /**
   * Sends a message into a conversation, as the user, with the app's name above it. If the conversation does not exist
   * yet, the message starts it.
   *
   * The request is never sent twice, because the platform has no idempotency key. After an {@link AmbiguousOutcome},
   * the app receives its own message as an event if it was sent.
   *
   * At most 3 rows of 3 buttons for each side, and 9 buttons in all unless `maxButtons` is set.
   *
   * Scope `CONVERSATION_SEND_MESSAGE` with the conversation id, `CHAT_POST_CONVERSATIONS_MESSAGE_SEND` with the post
   * token, or `CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND`. Key permission `CHAT_SEND_MESSAGE_OAUTH`. Source:
   * `docs/platform.md#send-message`.
   *
   * ```ts
   * await user.conversations.send(id, 'Your courier is ready.', { receiver: [[button.link('Pay', { url: 'https://app.example/7' })]] })
   * ```
   *
   * @param conversation The id of the conversation.
   * @param message The message to send.
   * @throws {@link PreconditionFailed} if the recipient does not accept messages.
   */
  send(conversation: ConversationId, message: string | Message, options?: SendOptions): Promise<MessageSent> {
    return callEndpoint('conversations.send', this.#native, options, (native, callId, core) =>
      native.conversationsSend(callId, conversation, build(message, options), core), SEND_OPTIONS)
  }

  /**
   * Reads the text messages of a conversation, oldest first.
   *
   * Scope `CHAT_CONVERSATION_READ` with the conversation id. Key permission `CHAT_READ_CONVERSATION`. Newer than the
   * specification. Source: `docs/platform.md#read-conversation`.
   *
   * @param conversation The id of the conversation.
   */
  get(conversation: ConversationId, options?: CallOptions): Promise<ConversationRecord> {
    return callEndpoint('conversations.get', this.#native, options, (native, callId, core) =>
      native.conversationsGet(callId, conversation, core))
  }
}
