import { type Buttons } from '../messages.js';
import type { ConversationId, ConversationRecord, Message, MessageSent } from '../model.js';
import { type CallOptions } from '../native.js';
/** What a message may have beside its text. At most 3 rows of 3 buttons for each side. */
export interface SendOptions extends CallOptions {
    /** Buttons that the sending side sees: rows of buttons. */
    sender?: Buttons | undefined;
    /** Buttons that the receiving side sees: rows of buttons. */
    receiver?: Buttons | undefined;
}
/** Calls about conversations for a user. */
export declare class UserConversations {
    #private;
    /**
     * Sends a message into a conversation, as the user, with the app's name above it: a text, or a message made by
     * `message`. A conversation that does not exist yet begins with it.
     *
     * It is never sent twice: the platform has no idempotency key. After an {@link AmbiguousOutcome} the app's own message
     * arrives as an event if it was sent.
     *
     * Scope `CONVERSATION_SEND_MESSAGE` with the conversation id, or `CHAT_POST_CONVERSATIONS_MESSAGE_SEND` with the post
     * token, or `CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND`; key permission `CHAT_SEND_MESSAGE_OAUTH`. Source: spec 14,
     * facts part 1.6.1.
     *
     * ```ts
     * await user.conversations.send(id, 'Your courier is ready.', { receiver: [[button.link('Pay', 'https://app.example/7')]] })
     * ```
     *
     * @throws {@link PreconditionFailed} if the recipient does not take messages.
     */
    send(conversation: ConversationId, message: string | Message, options?: SendOptions): Promise<MessageSent>;
    /**
     * Reads the text messages of a conversation, oldest first.
     *
     * Scope `CHAT_CONVERSATION_READ` with the conversation id, key permission `CHAT_READ_CONVERSATION`. Newer than the
     * specification. Source: facts part 1.6.3.
     */
    get(conversation: ConversationId, options?: CallOptions): Promise<ConversationRecord>;
}
