/** The platform's JSON: conversion to types and back, checks, and migration of old formats. */
import { checkArgument, writeValue } from './json-forms.js';
import type { BotStart, BusinessToken, ChatMessage, ConversationId, DirectLink, Event, FieldIssue, Image, Json, JsonInput, Migrated, Phone, Post, PostToken, Price, RecordId, Rials, Scope, SubmitSchema, TicketProblem, Tomans, User, UserId, Widget } from './model.js';
export { read } from './json-forms.js';
declare const writeEvent: {
    /** The whole body of a delivery, with the metadata of the subscription if it is given. */
    event: (event: Event, metadata?: JsonInput) => Json;
};
/** Converts a value to the platform's JSON, to store it or to pass it on. */
export declare const write: typeof writeValue & typeof writeEvent;
declare const checkValue: {
    widget: (widget: Widget) => void;
    redirectUri: (uri: string) => void;
    postToken: (token: PostToken) => void;
    conversationId: (id: ConversationId) => void;
    userId: (id: UserId) => void;
    businessToken: (token: BusinessToken) => void;
    /** The id of an add-on or of a semantic record. */
    recordId: (id: RecordId) => void;
    /** The name of an uploaded image, for a widget. */
    image: (image: Image) => void;
    scope: (scope: Scope) => void;
};
/**
 * Checks every limit of a value, as every call does before it sends the value.
 *
 * @throws {@link InvalidInput} with the path of the value, such as `widgets[0].titleRow.text`.
 */
export declare const check: typeof checkArgument & typeof checkValue;
/** The result of a migration. */
export interface Migration extends Migrated {
    /** Paths of the members without a counterpart in the new format. */
    dropped: string[];
    /** Whether a person must check the result: something is missing or unknown. */
    needsAttention: boolean;
}
/**
 * Converts documents from the platform's old formats to the current ones, with a report of the changes
 * (docs/platform.md#versions). A document in the current format stays unchanged.
 *
 * @throws {@link InvalidInput} for a document that is not of the expected format.
 */
export declare const migrate: {
    /** Detects the format of the document. */
    any: (document: JsonInput) => Migration;
    /** An add-on on a post. */
    addon: (document: JsonInput) => Migration;
    /** An add-on on a user. */
    userAddon: (document: JsonInput) => Migration;
    /** A verification, which is a semantic record now. */
    verification: (document: JsonInput) => Migration;
    /** A list of widgets. */
    widgets: (document: JsonInput) => Migration;
    /** One action. */
    action: (document: JsonInput) => Migration;
    /** A chat message. */
    message: (document: JsonInput) => Migration;
    /** The registration of an address for messages, which is a subscription now. */
    listener: (document: JsonInput) => Migration;
    /** The body of a webhook. */
    webhookBody: (document: JsonInput) => Migration;
    /** A request to the start address of the app. */
    startRequest: (document: JsonInput) => Migration;
};
/** The phone number in the platform's format: `09` and nine digits. */
export declare const normalizePhone: (phone: Phone) => string;
/** Parses the query of a direct link of the platform, from a whole address or the query alone. */
export declare const readDirectLink: (link: string) => DirectLink;
/** Parses the text of a chatbot message that starts a conversation from a link; `undefined` for any other text. */
export declare const readBotStart: (text: string) => BotStart | undefined;
/** Whether the response had this member of the post, by its JSON name. `null` counts as absent. */
export declare const postHas: (post: Post, member: string) => boolean;
/**
 * The title of a post, if it has one.
 *
 * @throws {@link DecodeError} if it is not text.
 */
export declare const postTitle: (post: Post) => string | undefined;
/**
 * The description of a post, if it has one.
 *
 * @throws {@link DecodeError} if it is not text.
 */
export declare const postDescription: (post: Post) => string | undefined;
/**
 * Addresses of the images of a post; empty if it has none.
 *
 * @throws {@link DecodeError} if it is not a list of strings.
 */
export declare const postImages: (post: Post) => string[];
/**
 * The price of a post, in toman (1 toman is 10 rial), if it has one.
 *
 * @throws {@link DecodeError} if it is not an object with a mode and an amount.
 */
export declare const postPrice: (post: Post) => Price | undefined;
/** The amount in toman; what is less than one toman is left out. */
export declare const toTomans: (amount: Rials) => Tomans;
/** The amount in rial. 1 toman is 10 rial. */
export declare const toRials: (amount: Tomans) => Rials;
/**
 * Compares two amounts: negative if the first is less, 0 if they are equal, positive if it is more. The operators of JavaScript compare
 * objects: `balance >= cost` is true for any two amounts, and `===` false for two equal ones.
 */
export declare const compareRials: (first: Rials, second: Rials) => number;
/** The sum of two amounts. One beyond 2^53 - 1 is not exact, and no call takes it. */
export declare const addRials: (first: Rials, second: Rials) => Rials;
/** The first amount less the second one. */
export declare const subtractRials: (first: Rials, second: Rials) => Rials;
/**
 * A new id for a payment: a random UUID of version 4. Keep it until the outcome of the payment is known, because a payment is
 * repeated with the same id.
 */
export declare const newPaymentId: () => string;
/**
 * Where an app redirects the user's browser to when the user is done, so that the user is back on the platform
 * (docs/platform.md#completion). It takes no parameters.
 */
export declare const completionUrl: () => string;
/** The documented problem that the message of the error of a refused ticket names, if it is one. */
export declare const ticketProblem: (message: string) => TicketProblem | undefined;
/**
 * What is wrong with the members that depend on the category, by path, such as `category_fields.rooms`: a member that is missing,
 * has the wrong type or is none of the values of the form. Empty if they can be sent.
 */
export declare const submitProblems: (form: SubmitSchema, categoryFields: object) => FieldIssue[];
/** The phone number of a user, from any of the members that may hold it. */
export declare const userPhone: (user: User) => Phone | undefined;
/**
 * Whether an app wrote the message. An app may receive its own messages: an app that responds automatically must skip these, or it
 * responds to itself forever (docs/platform.md#chat-message).
 */
export declare const isFromBot: (message: ChatMessage) => boolean;
