import type { Action, BotMessage, Button, Icon, Message, PostToken } from './model.js';
import { type CallOptions } from './native.js';
/** Rows of buttons: at most 3 rows of 3. */
export type Buttons = ReadonlyArray<readonly Button[]>;
/** The options of a message. At most 3 rows of 3 buttons for each side. */
export interface SendOptions extends CallOptions {
    /** Buttons that the sending side sees: rows of buttons. */
    sender?: Buttons | undefined;
    /** Buttons that the receiving side sees: rows of buttons. */
    receiver?: Buttons | undefined;
}
/** The options of a chatbot message. At most 3 rows of 3 buttons. */
export interface BotSendOptions extends CallOptions {
    /** Buttons under the message: rows of buttons. */
    buttons?: Buttons | undefined;
}
/** The options of a button. */
export interface ButtonOptions {
    /** The icon, in the specification's spelling of the member. */
    iconName?: Icon | undefined;
    /** The icon, in the newer spelling of the live platform (docs/platform.md#contradiction-5). */
    icon?: Icon | undefined;
}
/** Buttons under a message: a caption, and everything else by name. A caption has at most 256 characters: an assumption, the platform states no limit. */
export declare const button: {
    /** Opens an `https` address. */
    link: (caption: string, options: ButtonOptions & {
        url: string;
    }) => Button;
    /** Opens an address that the app chooses: it gets `data` in a start request. */
    server: (caption: string, options: ButtonOptions & {
        data: object;
    }) => Button;
    /** The app decides what happens: it gets `data` at its address for dynamic actions. */
    dynamic: (caption: string, options: ButtonOptions & {
        data: object;
    }) => Button;
    /** Opens a post. */
    postPage: (caption: string, options: ButtonOptions & {
        post: PostToken;
    }) => Button;
    /** Opens the page where the owner manages a post. */
    postManagePage: (caption: string, options: ButtonOptions & {
        post: PostToken;
    }) => Button;
    /** Performs any action. */
    action: (caption: string, options: ButtonOptions & {
        action: Action;
    }) => Button;
};
/** A message: a text, or the content of another message, with buttons for each side. */
export declare function message(content: string | Message, buttons?: {
    sender?: Buttons | undefined;
    receiver?: Buttons | undefined;
}): Message;
/** A message of the chatbot: a text, or the content of another message, with buttons under it. */
export declare function botMessage(content: string | BotMessage, options?: {
    buttons?: Buttons | undefined;
}): BotMessage;
