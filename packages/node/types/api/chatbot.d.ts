import { type BotSendOptions } from '../messages.js';
import type { BotMessage, BotMessageSent, ConversationId, UserId } from '../model.js';
/** Calls of the chatbot that need only the API key. */
export declare class Chatbot {
    #private;
    /**
     * Answers in a conversation that a user began with the bot.
     *
     * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
     *
     * @param conversation The id of the conversation.
     * @param message What is sent.
     */
    reply(conversation: ConversationId, message: string | BotMessage, options?: BotSendOptions): Promise<BotMessageSent>;
}
/** Calls of the chatbot for a user. */
export declare class UserChatbot {
    #private;
    /**
     * Lets the bot write to the user first. A conversation that does not exist yet begins with it.
     *
     * Scope `CHAT_BOT_USER_MESSAGE_SEND`. Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source:
     * `docs/platform.md#chatbot`.
     *
     * @param user The id of the user, which is different for every app.
     * @param message What is sent.
     */
    send(user: UserId, message: string | BotMessage, options?: BotSendOptions): Promise<BotMessageSent>;
    /**
     * As `Chatbot.reply`, with the user's token beside the key: one description of the platform asks for both.
     *
     * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
     *
     * @param conversation The id of the conversation.
     * @param message What is sent.
     */
    reply(conversation: ConversationId, message: string | BotMessage, options?: BotSendOptions): Promise<BotMessageSent>;
}
