/** Documents in the form of the wire: from JSON to types and back, checks, and from old forms to new ones. */
import type { AddonCreated, BotMessage, BotMessageSent, BotStart, BusinessAddon, BusinessToken, ConversationId, ConversationRecord, DynamicActionReply, DynamicActionRequest, Event, FallbackQuery, Image, Json, LegacyMessage, LegacyPostAddon, LegacyUserAddon, LegacyVerification, Message, MessageSent, Migrated, Phone, PhoneNumbers, Post, PostAddon, PostToken, Price, RecordCreated, RecordId, Scope, SemanticRecord, StartReply, StartRequest, Subscription, UploadedImage, User, UserAddon, UserId, UserIdSemanticRecord, Widget } from './model.js';
/**
 * Reads JSON that the app has from elsewhere, in the form of the wire, for a call. What does not fit is refused.
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
    subscription: (json: Json) => Subscription;
    startReply: (json: Json) => StartReply;
    dynamicActionReply: (json: Json) => DynamicActionReply;
    legacyPostAddon: (json: Json) => LegacyPostAddon;
    legacyUserAddon: (json: Json) => LegacyUserAddon;
    legacyVerification: (json: Json) => LegacyVerification;
    legacyMessage: (json: Json) => LegacyMessage;
};
/** Writes a value in the form of the wire: JSON as the platform itself reads and writes it, to store or to pass on. */
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
    /** The whole body of a delivery, with the metadata of the subscription if there is any. */
    event: (event: Event, metadata?: Json) => Json;
    startRequest: (request: StartRequest) => Json;
    dynamicActionRequest: (request: DynamicActionRequest) => Json;
    directLink: (query: FallbackQuery) => Json;
    botStart: (start: BotStart) => Json;
    postAddon: (addon: PostAddon) => Json;
    userAddon: (addon: UserAddon) => Json;
    businessAddon: (addon: BusinessAddon) => Json;
    message: (message: Message) => Json;
    botMessage: (message: BotMessage) => Json;
    semanticRecord: (record: SemanticRecord) => Json;
    userIdSemanticRecord: (record: UserIdSemanticRecord) => Json;
    subscription: (subscription: Subscription) => Json;
};
/**
 * Checks every limit of what is sent, as every call does before the network.
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
    /** The name of an uploaded image, as a widget takes it. */
    image: (image: Image) => void;
    scope: (scope: Scope) => void;
};
/** What became of an old document. */
export interface Migration extends Migrated {
    /** Paths of the members that exist no longer. */
    dropped: string[];
    /** Whether a person must look: something is missing, or is not understood. */
    needsAttention: boolean;
}
/**
 * Brings documents from old forms to the present one, with a report of what changed (docs/platform.md#versions). A
 * document that is current already stays as it is.
 *
 * @throws {@link InvalidInput} for what is no document of the form.
 */
export declare const migrate: {
    /** Finds out by itself what the document is. */
    any: (document: Json) => Migration;
    /** An add-on on a post. */
    addon: (document: Json) => Migration;
    /** An add-on on a user. */
    userAddon: (document: Json) => Migration;
    /** A verification: today a semantic record. */
    verification: (document: Json) => Migration;
    /** The widgets alone. */
    widgets: (document: Json) => Migration;
    /** An action alone. */
    action: (document: Json) => Migration;
    /** A message into a chat. */
    message: (document: Json) => Migration;
    /** An order to listen to messages: today a subscription. */
    listener: (document: Json) => Migration;
    /** The body of a webhook. */
    webhookBody: (document: Json) => Migration;
    /** A request to the start address of the app. */
    startRequest: (document: Json) => Migration;
};
/** The number as the platform writes it: `09` and nine digits. */
export declare const normalizePhone: (phone: Phone) => string;
/** Reads the query that a direct link of the platform has brought to the app, from a whole address or the query alone. */
export declare const readDirectLink: (link: string) => FallbackQuery;
/** Reads the text of a chatbot message that begins a conversation from a link; `undefined` for any other text. */
export declare const readBotStart: (text: string) => BotStart | undefined;
/** Whether the answer had this member of a post, by its name in JSON. `null` counts as absent. */
export declare const postHas: (post: Post, member: string) => boolean;
/**
 * The title of a post, where it has one.
 *
 * @throws {@link DecodeError} if it is not text.
 */
export declare const postTitle: (post: Post) => string | undefined;
/**
 * The description of a post, where it has one.
 *
 * @throws {@link DecodeError} if it is not text.
 */
export declare const postDescription: (post: Post) => string | undefined;
/**
 * Addresses of the images of a post; none where it has none.
 *
 * @throws {@link DecodeError} if it is not a list of texts.
 */
export declare const postImages: (post: Post) => string[];
/**
 * The price of a post, in toman (1 toman is 10 rial), where it has one.
 *
 * @throws {@link DecodeError} if it is not an object with a mode and an amount.
 */
export declare const postPrice: (post: Post) => Price | undefined;
/** The phone number of a user, from whichever member has it. */
export declare const userPhone: (user: User) => Phone | undefined;
