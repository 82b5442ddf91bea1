// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import { BOT_SEND_OPTIONS, botMessage as buildBot, type BotSendOptions } from '../messages.js'
import type { BotMessage, BotMessageSent, ChatUploadToken, ConversationId, UploadedChatMedia, UserId } from '../model.js'
import { callEndpoint, type CallOptions, text, UPLOAD_OPTIONS, type UploadOptions } from '../native.js'
import type { Platform, PlatformUser } from '../native-types.js'
import { readable, type UploadInput } from '../values.js'

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
      native.chatbotReply(callId, conversation, buildBot(message, options), core), BOT_SEND_OPTIONS)
  }

  /**
   * Creates a token for one upload of a picture, video, voice or file. `uploadImage`, `uploadVideo`, `uploadVoice` and
   * `uploadFile` create it themselves.
   *
   * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
   */
  createUploadToken(options?: CallOptions): Promise<ChatUploadToken> {
    return callEndpoint('chatbot.create_upload_token', this.#native, options, (native, callId, core) =>
      native.chatbotCreateUploadToken(callId, core))
  }

  /**
   * Uploads a picture for a chat: JPEG or PNG, at most 5,000,000 bytes. A message, of the chatbot or of a user, names
   * it by the `mediaToken` of the result.
   *
   * The call creates an upload token first, and sends the picture with it to the upload host of chats, which gets no
   * other credential. The upload has the time limit `uploadTimeoutMs`; a limit that is given for the call is that of
   * both requests.
   *
   * The picture is never sent twice. After an {@link AmbiguousOutcome} it can be uploaded again: no message names the
   * first one.
   *
   * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
   *
   * @param image The image. The name of a file is not sent.
   * @throws {@link InvalidInput} for a file that cannot be read, is empty, too large, of another format or truncated,
   *   or that changes while it is read.
   * @throws {@link Unauthorized} if the upload token is no longer valid: call again, each call creates a new one.
   */
  async uploadImage(image: UploadInput, options?: UploadOptions): Promise<UploadedChatMedia> {
    const source = await readable(image, 'image', this.#native, options)
    return callEndpoint('chatbot.upload_image', this.#native, options, (native, callId, core) =>
      native.chatbotUploadImage(callId, source, core), UPLOAD_OPTIONS)
  }

  /**
   * Uploads a video for a chat: MP4, at most 50,000,000 bytes. A message, of the chatbot or of a user, names it by the
   * `mediaToken` of the result.
   *
   * The call creates an upload token first, and sends the video with it to the upload host of chats, which gets no
   * other credential. The upload has the time limit `uploadTimeoutMs`; a limit that is given for the call is that of
   * both requests.
   *
   * The video is never sent twice. After an {@link AmbiguousOutcome} it can be uploaded again: no message names the
   * first one.
   *
   * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
   *
   * @param video The video. The name of a file is not sent.
   * @throws {@link InvalidInput} for a file that cannot be read, is empty, too large or of another format, or that
   *   changes while it is read.
   * @throws {@link Unauthorized} if the upload token is no longer valid: call again, each call creates a new one.
   */
  async uploadVideo(video: UploadInput, options?: UploadOptions): Promise<UploadedChatMedia> {
    const source = await readable(video, 'video', this.#native, options)
    return callEndpoint('chatbot.upload_video', this.#native, options, (native, callId, core) =>
      native.chatbotUploadVideo(callId, source, core), UPLOAD_OPTIONS)
  }

  /**
   * Uploads a voice recording for a chat: M4A or 3GP, at most 1,500,000 bytes. A message, of the chatbot or of a user,
   * names it by the `mediaToken` of the result.
   *
   * The call creates an upload token first, and sends the recording with it to the upload host of chats, which gets no
   * other credential. The upload has the time limit `uploadTimeoutMs`; a limit that is given for the call is that of
   * both requests.
   *
   * The recording is never sent twice. After an {@link AmbiguousOutcome} it can be uploaded again: no message names the
   * first one.
   *
   * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
   *
   * @param voice The voice recording. The name of a file is not sent.
   * @throws {@link InvalidInput} for a file that cannot be read, is empty, too large or of another format, or that
   *   changes while it is read.
   * @throws {@link Unauthorized} if the upload token is no longer valid: call again, each call creates a new one.
   */
  async uploadVoice(voice: UploadInput, options?: UploadOptions): Promise<UploadedChatMedia> {
    const source = await readable(voice, 'voice', this.#native, options)
    return callEndpoint('chatbot.upload_voice', this.#native, options, (native, callId, core) =>
      native.chatbotUploadVoice(callId, source, core), UPLOAD_OPTIONS)
  }

  /**
   * Uploads a document for a chat: PDF, DOC, DOCX, XLS, XLSX, PPT or PPTX, at most 5,000,000 bytes. A message, of the
   * chatbot or of a user, names it by the `mediaToken` of the result.
   *
   * The name is what the recipient sees. Its ending says the format, as in `contract.pdf`; it has at most 255
   * characters, no slash and no control character. The name of a file on disk is not sent.
   *
   * The call creates an upload token first, and sends the document with it to the upload host of chats, which gets no
   * other credential. The upload has the time limit `uploadTimeoutMs`; a limit that is given for the call is that of
   * both requests.
   *
   * The document is never sent twice. After an {@link AmbiguousOutcome} it can be uploaded again: no message names the
   * first one.
   *
   * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
   *
   * @param file The document. The name of a file is not sent.
   * @param name The name of the document as the recipient sees it, such as `contract.pdf`.
   * @throws {@link InvalidInput} for a file that cannot be read, is empty, too large or of another format than its name
   *   says, or that changes while it is read.
   * @throws {@link Unauthorized} if the upload token is no longer valid: call again, each call creates a new one.
   */
  async uploadFile(file: UploadInput, name: string, options?: UploadOptions): Promise<UploadedChatMedia> {
    const source = await readable(file, 'file', this.#native, options)
    return callEndpoint('chatbot.upload_file', this.#native, options, (native, callId, core) =>
      native.chatbotUploadFile(callId, source, text('name', name), core), UPLOAD_OPTIONS)
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
      native.chatbotSend(callId, user, buildBot(message, options), core), BOT_SEND_OPTIONS)
  }

  /**
   * Like `Chatbot.reply`, with the user's token beside the API key: one document of the platform requires both, and the
   * scope `CHAT_BOT_USER_MESSAGE_SEND`.
   *
   * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
   *
   * @param conversation The id of the conversation.
   * @param message The message to send.
   */
  reply(conversation: ConversationId, message: string | BotMessage, options?: BotSendOptions): Promise<BotMessageSent> {
    return callEndpoint('chatbot.reply', this.#native, options, (native, callId, core) =>
      native.chatbotReply(callId, conversation, buildBot(message, options), core), BOT_SEND_OPTIONS)
  }
}
