import type { AccessRights, AddonCreated, AssetList, Balance, BotMessage, BotMessageSent, BotStart, BusinessAddon, BusinessList, ConversationRecord, CustomButton, DirectLink, DynamicActionReply, DynamicActionRequest, FoundPosts, Json, LegacyMessage, LegacyPostAddon, LegacyUserAddon, LegacyVerification, MediaUploadUrls, Message, MessageSent, PaymentReport, PhoneNumbers, Post, PostAddon, PostList, PostPayment, PostPricing, PostReordered, PostSearch, ProfileImage, Promotion, PromotionPayment, RecordCreated, SemanticRecord, StartReply, StartRequest, SubmitSchema, Subscription, TicketCheck, Transaction, TransactionPage, TransactionQuery, UploadedImage, User, UserAddon, UserIdSemanticRecord, ValidTicket } from './model.js';
/**
 * Converts JSON in the platform's form to the value of a call. Invalid members are refused.
 *
 * @throws {@link InvalidInput} with the path of the value.
 */
export declare const read: {
    botMessage: (json: Json) => BotMessage;
    businessAddon: (json: Json) => BusinessAddon;
    customButton: (json: Json) => CustomButton;
    dynamicActionReply: (json: Json) => DynamicActionReply;
    legacyMessage: (json: Json) => LegacyMessage;
    legacyPostAddon: (json: Json) => LegacyPostAddon;
    legacyUserAddon: (json: Json) => LegacyUserAddon;
    legacyVerification: (json: Json) => LegacyVerification;
    message: (json: Json) => Message;
    paymentReport: (json: Json) => PaymentReport;
    postAddon: (json: Json) => PostAddon;
    postPayment: (json: Json) => PostPayment;
    postSearch: (json: Json) => PostSearch;
    promotion: (json: Json) => Promotion;
    semanticRecord: (json: Json) => SemanticRecord;
    startReply: (json: Json) => StartReply;
    subscription: (json: Json) => Subscription;
    ticketCheck: (json: Json) => TicketCheck;
    transactionQuery: (json: Json) => TransactionQuery;
    userAddon: (json: Json) => UserAddon;
    userIdSemanticRecord: (json: Json) => UserIdSemanticRecord;
};
/** Converts a value to the platform's JSON. */
export declare const writeValue: {
    accessRights: (value: AccessRights) => Json;
    addonCreated: (value: AddonCreated) => Json;
    assetList: (value: AssetList) => Json;
    balance: (value: Balance) => Json;
    botMessage: (value: BotMessage) => Json;
    botMessageSent: (value: BotMessageSent) => Json;
    botStart: (value: BotStart) => Json;
    businessAddon: (value: BusinessAddon) => Json;
    businessList: (value: BusinessList) => Json;
    conversationRecord: (value: ConversationRecord) => Json;
    customButton: (value: CustomButton) => Json;
    directLink: (value: DirectLink) => Json;
    dynamicActionReply: (value: DynamicActionReply) => Json;
    dynamicActionRequest: (value: DynamicActionRequest) => Json;
    foundPosts: (value: FoundPosts) => Json;
    legacyMessage: (value: LegacyMessage) => Json;
    legacyPostAddon: (value: LegacyPostAddon) => Json;
    legacyUserAddon: (value: LegacyUserAddon) => Json;
    legacyVerification: (value: LegacyVerification) => Json;
    mediaUploadUrls: (value: MediaUploadUrls) => Json;
    message: (value: Message) => Json;
    messageSent: (value: MessageSent) => Json;
    paymentReport: (value: PaymentReport) => Json;
    phoneNumbers: (value: PhoneNumbers) => Json;
    post: (value: Post) => Json;
    postAddon: (value: PostAddon) => Json;
    postList: (value: PostList) => Json;
    postPayment: (value: PostPayment) => Json;
    postPricing: (value: PostPricing) => Json;
    postReordered: (value: PostReordered) => Json;
    postSearch: (value: PostSearch) => Json;
    profileImage: (value: ProfileImage) => Json;
    promotion: (value: Promotion) => Json;
    promotionPayment: (value: PromotionPayment) => Json;
    recordCreated: (value: RecordCreated) => Json;
    semanticRecord: (value: SemanticRecord) => Json;
    startReply: (value: StartReply) => Json;
    startRequest: (value: StartRequest) => Json;
    submitSchema: (value: SubmitSchema) => Json;
    subscription: (value: Subscription) => Json;
    ticketCheck: (value: TicketCheck) => Json;
    transaction: (value: Transaction) => Json;
    transactionPage: (value: TransactionPage) => Json;
    transactionQuery: (value: TransactionQuery) => Json;
    uploadedImage: (value: UploadedImage) => Json;
    user: (value: User) => Json;
    userAddon: (value: UserAddon) => Json;
    userIdSemanticRecord: (value: UserIdSemanticRecord) => Json;
    validTicket: (value: ValidTicket) => Json;
};
/** Checks every limit of an argument. */
export declare const checkArgument: {
    botMessage: (value: BotMessage) => void;
    businessAddon: (value: BusinessAddon) => void;
    customButton: (value: CustomButton) => void;
    dynamicActionReply: (value: DynamicActionReply) => void;
    legacyMessage: (value: LegacyMessage) => void;
    legacyPostAddon: (value: LegacyPostAddon) => void;
    legacyUserAddon: (value: LegacyUserAddon) => void;
    legacyVerification: (value: LegacyVerification) => void;
    message: (value: Message) => void;
    paymentReport: (value: PaymentReport) => void;
    postAddon: (value: PostAddon) => void;
    postPayment: (value: PostPayment) => void;
    postSearch: (value: PostSearch) => void;
    promotion: (value: Promotion) => void;
    semanticRecord: (value: SemanticRecord) => void;
    startReply: (value: StartReply) => void;
    subscription: (value: Subscription) => void;
    ticketCheck: (value: TicketCheck) => void;
    transactionQuery: (value: TransactionQuery) => void;
    userAddon: (value: UserAddon) => void;
    userIdSemanticRecord: (value: UserIdSemanticRecord) => void;
};
