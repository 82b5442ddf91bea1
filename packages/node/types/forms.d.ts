/** The platform's JSON: conversion to types and back, checks, and migration of old formats. */
import type { AccessRights, AddonCreated, AssetList, Balance, BotMessage, BotMessageSent, BotStart, BusinessAddon, BusinessList, BusinessToken, ConversationId, ConversationRecord, CustomButton, DirectLink, DynamicActionReply, DynamicActionRequest, Event, FoundPosts, Image, Json, LegacyMessage, LegacyPostAddon, LegacyUserAddon, LegacyVerification, MediaUploadUrls, Message, MessageSent, Migrated, PaymentReport, Phone, PhoneNumbers, Post, PostAddon, PostList, PostPayment, PostPricing, PostReordered, PostSearch, PostToken, Price, ProfileImage, Promotion, PromotionPayment, RecordCreated, RecordId, Rials, Scope, SemanticRecord, StartReply, StartRequest, SubmitSchema, Subscription, TicketCheck, TicketProblem, Tomans, Transaction, TransactionPage, TransactionQuery, UploadedImage, User, UserAddon, UserId, UserIdSemanticRecord, ValidTicket, Widget } from './model.js';
/**
 * Converts JSON in the platform's form to the value of a call. Invalid members are refused.
 *
 * @throws {@link InvalidInput} with the path of the value.
 */
export declare const read: {
    postAddon: (json: Json) => PostAddon;
    userAddon: (json: Json) => UserAddon;
    businessAddon: (json: Json) => BusinessAddon;
    message: (json: Json) => Message;
    botMessage: (json: Json) => BotMessage;
    semanticRecord: (json: Json) => SemanticRecord;
    userIdSemanticRecord: (json: Json) => UserIdSemanticRecord;
    postSearch: (json: Json) => PostSearch;
    subscription: (json: Json) => Subscription;
    paymentReport: (json: Json) => PaymentReport;
    postPayment: (json: Json) => PostPayment;
    promotion: (json: Json) => Promotion;
    transactionQuery: (json: Json) => TransactionQuery;
    ticketCheck: (json: Json) => TicketCheck;
    customButton: (json: Json) => CustomButton;
    startReply: (json: Json) => StartReply;
    dynamicActionReply: (json: Json) => DynamicActionReply;
    legacyPostAddon: (json: Json) => LegacyPostAddon;
    legacyUserAddon: (json: Json) => LegacyUserAddon;
    legacyVerification: (json: Json) => LegacyVerification;
    legacyMessage: (json: Json) => LegacyMessage;
};
/** Converts a value to the platform's JSON, to store it or to pass it on. */
export declare const write: {
    post: (post: Post) => Json;
    user: (user: User) => Json;
    phoneNumbers: (numbers: PhoneNumbers) => Json;
    uploadedImage: (image: UploadedImage) => Json;
    addonCreated: (created: AddonCreated) => Json;
    recordCreated: (created: RecordCreated) => Json;
    messageSent: (sent: MessageSent) => Json;
    botMessageSent: (sent: BotMessageSent) => Json;
    conversation: (conversation: ConversationRecord) => Json;
    balance: (value: Balance) => Json;
    postPricing: (value: PostPricing) => Json;
    postReordered: (value: PostReordered) => Json;
    promotionPayment: (value: PromotionPayment) => Json;
    transaction: (value: Transaction) => Json;
    transactionPage: (value: TransactionPage) => Json;
    paymentReport: (value: PaymentReport) => Json;
    postPayment: (value: PostPayment) => Json;
    promotion: (value: Promotion) => Json;
    transactionQuery: (value: TransactionQuery) => Json;
    validTicket: (value: ValidTicket) => Json;
    ticketCheck: (value: TicketCheck) => Json;
    customButton: (value: CustomButton) => Json;
    /** The whole body of a delivery, with the metadata of the subscription if it is given. */
    event: (event: Event, metadata?: Json) => Json;
    startRequest: (request: StartRequest) => Json;
    dynamicActionRequest: (request: DynamicActionRequest) => Json;
    accessRights: (value: AccessRights) => Json;
    assetList: (value: AssetList) => Json;
    mediaUploadUrls: (value: MediaUploadUrls) => Json;
    submitSchema: (value: SubmitSchema) => Json;
    foundPosts: (value: FoundPosts) => Json;
    businessList: (value: BusinessList) => Json;
    postList: (value: PostList) => Json;
    profileImage: (value: ProfileImage) => Json;
    directLink: (query: DirectLink) => Json;
    botStart: (start: BotStart) => Json;
    postAddon: (addon: PostAddon) => Json;
    userAddon: (addon: UserAddon) => Json;
    businessAddon: (addon: BusinessAddon) => Json;
    message: (message: Message) => Json;
    botMessage: (message: BotMessage) => Json;
    semanticRecord: (record: SemanticRecord) => Json;
    userIdSemanticRecord: (record: UserIdSemanticRecord) => Json;
    postSearch: (search: PostSearch) => Json;
    subscription: (subscription: Subscription) => Json;
};
/**
 * Checks every limit of a value, as every call does before it sends the value.
 *
 * @throws {@link InvalidInput} with the path of the value, such as `widgets[0].titleRow.text`.
 */
export declare const check: {
    widget: (widget: Widget) => void;
    postAddon: (addon: PostAddon) => void;
    userAddon: (addon: UserAddon) => void;
    businessAddon: (addon: BusinessAddon) => void;
    message: (message: Message) => void;
    botMessage: (message: BotMessage) => void;
    semanticRecord: (record: SemanticRecord) => void;
    userIdSemanticRecord: (record: UserIdSemanticRecord) => void;
    postSearch: (search: PostSearch) => void;
    subscription: (subscription: Subscription) => void;
    startReply: (reply: StartReply) => void;
    dynamicActionReply: (reply: DynamicActionReply) => void;
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
    any: (document: Json) => Migration;
    /** An add-on on a post. */
    addon: (document: Json) => Migration;
    /** An add-on on a user. */
    userAddon: (document: Json) => Migration;
    /** A verification, which is a semantic record now. */
    verification: (document: Json) => Migration;
    /** A list of widgets. */
    widgets: (document: Json) => Migration;
    /** One action. */
    action: (document: Json) => Migration;
    /** A chat message. */
    message: (document: Json) => Migration;
    /** The registration of an address for messages, which is a subscription now. */
    listener: (document: Json) => Migration;
    /** The body of a webhook. */
    webhookBody: (document: Json) => Migration;
    /** A request to the start address of the app. */
    startRequest: (document: Json) => Migration;
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
 * A new id for a payment: a random UUID of version 4. Keep it until the outcome of the payment is known, because a payment is
 * repeated with the same id.
 */
export declare const newPaymentId: () => string;
/** The documented problem that the message of the error of a refused ticket names, if it is one. */
export declare const ticketProblem: (message: string) => TicketProblem | undefined;
/** The phone number of a user, from any of the members that may hold it. */
export declare const userPhone: (user: User) => Phone | undefined;
