import { type Buttons } from '../messages.js';
import type { BotMessage, BotMessageSent, ConversationId, UserId } from '../model.js';
import { type CallOptions } from '../native.js';
/** What a message of the chatbot may have beside its text. At most 3 rows of 3 buttons. */
export interface BotSendOptions extends CallOptions {
    /** Buttons under the message: rows of buttons. */
    buttons?: Buttons | undefined;
}
/** Calls of the chatbot that need only the API key. */
export declare class Chatbot {
    #private;
    /**
     * Answers in a conversation that a user began with the bot. Never sent twice.
     *
     * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: facts part 1.6.2.
     */
    reply(conversation: ConversationId, message: string | BotMessage, options?: BotSendOptions): Promise<BotMessageSent>;
}
/** Calls of the chatbot for a user. */
export declare class UserChatbot {
    #private;
    /**
     * Lets the bot write to the user first. A conversation that does not exist yet begins with it. Never sent twice.
     *
     * Scope `CHAT_BOT_USER_MESSAGE_SEND`, key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source:
     * facts part 1.6.2.
     */
    send(user: UserId, message: string | BotMessage, options?: BotSendOptions): Promise<BotMessageSent>;
    /**
     * As `reply` of the app's chatbot, with the user's token beside the key: one description of the platform asks for both.
     *
     * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: facts part 1.6.2.
     */
    reply(conversation: ConversationId, message: string | BotMessage, options?: BotSendOptions): Promise<BotMessageSent>;
}
