import { type BotSendOptions } from '../messages.js';
import type { BotMessage, BotMessageSent, ChatUploadToken, ConversationId, UserId } from '../model.js';
import { type CallOptions } from '../native.js';
/** Calls of the chatbot that need only the API key. */
export declare class Chatbot {
    #private;
    /**
     * Sends a message into a conversation that a user started with the bot.
     *
     * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
     *
     * @param conversation The id of the conversation.
     * @param message The message to send.
     */
    reply(conversation: ConversationId, message: string | BotMessage, options?: BotSendOptions): Promise<BotMessageSent>;
    /**
     * Creates a token for one upload of a picture, video, voice or file. The upload returns the `mediaToken` of a
     * message.
     *
     * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
     */
    createUploadToken(options?: CallOptions): Promise<ChatUploadToken>;
}
/** Calls of the chatbot for a user. */
export declare class UserChatbot {
    #private;
    /**
     * Sends a message of the bot to a user. If there is no conversation yet, the message starts it.
     *
     * Scope `CHAT_BOT_USER_MESSAGE_SEND`. Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source:
     * `docs/platform.md#chatbot`.
     *
     * @param user The id of the user, which is different for every app.
     * @param message The message to send.
     */
    send(user: UserId, message: string | BotMessage, options?: BotSendOptions): Promise<BotMessageSent>;
    /**
     * Like `Chatbot.reply`, with the user's token beside the API key: one document of the platform requires both.
     *
     * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
     *
     * @param conversation The id of the conversation.
     * @param message The message to send.
     */
    reply(conversation: ConversationId, message: string | BotMessage, options?: BotSendOptions): Promise<BotMessageSent>;
}
