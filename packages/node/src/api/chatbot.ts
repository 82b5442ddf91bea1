// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import { botMessage as buildBot, type BotSendOptions } from '../messages.js'
import type { BotMessage, BotMessageSent, ChatUploadToken, ConversationId, UserId } from '../model.js'
import { callEndpoint, type CallOptions } from '../native.js'
import type { Platform, PlatformUser } from '../native-types.js'

/** Calls of the chatbot that need only the API key. */
export class Chatbot {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    this.#native = native
  }

  /**
   * Sends a message into a conversation that a user started with the bot.
   *
   * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
   *
   * @param conversation The id of the conversation.
   * @param message The message to send.
   */
  reply(conversation: ConversationId, message: string | BotMessage, options?: BotSendOptions): Promise<BotMessageSent> {
    return callEndpoint('chatbot.reply', this.#native, options, (native, callId, core) =>
      native.chatbotReply(callId, conversation, buildBot(message, options), core))
  }

  /**
   * Creates a token for one upload of a picture, video, voice or file. The upload returns the `mediaToken` of a
   * message.
   *
   * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
   */
  createUploadToken(options?: CallOptions): Promise<ChatUploadToken> {
    return callEndpoint('chatbot.create_upload_token', this.#native, options, (native, callId, core) =>
      native.chatbotCreateUploadToken(callId, core))
  }
}

/** Calls of the chatbot for a user. */
export class UserChatbot {
  readonly #native: () => PlatformUser

  /** @internal */
  constructor(native: () => PlatformUser) {
    this.#native = native
  }

  /**
   * Sends a message of the bot to a user. If there is no conversation yet, the message starts it.
   *
   * Scope `CHAT_BOT_USER_MESSAGE_SEND`. Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source:
   * `docs/platform.md#chatbot`.
   *
   * @param user The id of the user, which is different for every app.
   * @param message The message to send.
   */
  send(user: UserId, message: string | BotMessage, options?: BotSendOptions): Promise<BotMessageSent> {
    return callEndpoint('chatbot.send', this.#native, options, (native, callId, core) =>
      native.chatbotSend(callId, user, buildBot(message, options), core))
  }

  /**
   * Like `Chatbot.reply`, with the user's token beside the API key: one document of the platform requires both.
   *
   * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
   *
   * @param conversation The id of the conversation.
   * @param message The message to send.
   */
  reply(conversation: ConversationId, message: string | BotMessage, options?: BotSendOptions): Promise<BotMessageSent> {
    return callEndpoint('chatbot.reply', this.#native, options, (native, callId, core) =>
      native.chatbotReply(callId, conversation, buildBot(message, options), core))
  }
}
