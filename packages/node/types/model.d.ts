/** Free JSON, as `JSON.parse` gives it, but a number that JavaScript cannot hold exactly is its text. */
export type Json = string | number | boolean | null | Json[] | {
    [member: string]: Json;
};
/**
 * JSON to send. An object may also be the value of an `interface`; its members that are `undefined` are left out. What JSON cannot
 * express, such as a function or a `Map`, is refused with an `InvalidInput` before anything is sent.
 */
export type JsonInput = string | number | boolean | null | object;
/**
 * Public token of a post, such as `gZd7omnS`. Usually 8 or 9 characters, and may become longer
 * (docs/platform.md#post-token).
 */
export type PostToken = string;
/** Id of a conversation: so far a UUID (docs/platform.md#start-requests). */
export type ConversationId = string;
/** Id of a user for one app, stable, and different for each app. Often base64 (docs/platform.md#users). */
export type UserId = string;
/** Token of a business (docs/platform.md#business-addons). */
export type BusinessToken = string;
/** Id of a user add-on or a semantic record, returned by its creation: a UUID (docs/platform.md#user-addons). */
export type RecordId = string;
/** The name of a stored grant: what an app keeps beside its own user. It is no secret. */
export type GrantKey = string;
/**
 * A mobile phone number, in any of the ways people write it: Persian digits, spaces and the prefixes `+98`, `0098` and
 * `98` are understood. On the wire it is always `09` and nine digits.
 */
export type Phone = string;
/** Name of an icon of the platform. `iconNames()` has the known ones; the list grows without notice. */
export type Icon = string;
/** What a user grants, such as `POST_ADDON_CREATE.gZd7omnS`. The members of `scope` make them. */
export type Scope = string;
/**
 * The name of an image: the name that an upload returned, or `logo`.
 *
 * An uploaded image is temporary. When it is used in a widget it becomes permanent, under a new name.
 */
export type Image = string;
/** Members that this version does not know, by name. */
export type Extra = Record<string, Json>;
/** Semantic data: values by name, both text. */
export type Semantic = Record<string, string>;
/**
 * Values of a widget that become readable semantic data: the semantic name and the path of the value inside the widget,
 * such as `color` and `text` (docs/platform.md#widgets). A path consists of member names; array indexes are not
 * allowed.
 */
export type SemanticPaths = Record<string, string>;
/** Which members of a record arrived: for `postHas`. */
export type Presence = number;
/** Where the exchange with the platform failed. */
export type TransportErrorKind = 
/** The host name did not resolve or the connection was refused. */
'connect'
/** The TLS handshake failed. */
 | 'tls'
/** The connection broke, or no data arrived for too long, during the exchange. */
 | 'interrupted'
/** The deadline of the whole call passed. */
 | 'deadline'
/** The response is larger than the limit. */
 | 'too_large'
/** The platform responded with a redirect. Redirects are never followed. */
 | 'redirect'
/** The peer does not speak HTTP. */
 | 'protocol';
/** Why the workers ended an attempt before its handler. */
export type Cutoff = 
/** It took longer than a handler may. It counts as failed. */
'handler_timeout'
/** It was still running when the end of the workers had waited for it long enough. The event was released. */
 | 'drain_timeout';
/** The result of accepting an event. Acknowledge both. */
export type Acceptance = 
/** The event is stored. */
'new'
/** The event was stored before. */
 | 'duplicate';
/** What happens to an event whose handling failed. */
export type NackOutcome = 
/** It is retried later. */
'retry'
/** It had its last attempt and is one of the `deadLetters`. */
 | 'dead_letter'
/** The lease had ended and another worker has the event, whose result decides. */
 | 'lease_lost';
/** What the caller does next for a request. */
export type LoginStep = 
/**
 * Start a login that is bound to `LoginExchange.session_for` and continues at `LoginExchange.return_to`, and `reply`
 * with a redirect to its address.
 */
'authorize'
/** Complete the login with the `query` and the `session`, and report the outcome with `granted` or `denied`. */
 | 'callback'
/** The user granted access: `reply` with what the app says. */
 | 'granted'
/** The user denied access, which is no error: `reply` with what the app says. */
 | 'denied'
/** The login failed: `reply` with what the app says. */
 | 'failed'
/** Send the `answer`. */
 | 'answer';
/** The kind of a change. */
export type ChangeKind = 
/** The member has another name. */
'renamed'
/** The value is in another place now, such as in the path of the request. */
 | 'moved'
/** The member no longer exists. */
 | 'dropped'
/** A person must check it: something is missing or not understood. */
 | 'needs_attention';
/** Whether a scope or a permission is new, in use, or about to end. */
export type Maturity = 
/** It may still change. */
'EXPERIMENTAL'
/** In use. */
 | 'ACTIVE'
/** It will be deprecated. */
 | 'DEPRECATING_SOON'
/** Deprecated. */
 | 'DEPRECATED' | (string & {});
/** An HTTP method. */
export type HttpMethod = 
/** GET. */
'GET'
/** POST. */
 | 'POST'
/** PUT. */
 | 'PUT'
/** DELETE. */
 | 'DELETE'
/** PATCH. */
 | 'PATCH'
/** HEAD. */
 | 'HEAD'
/** OPTIONS. */
 | 'OPTIONS' | (string & {});
/** What a conversation is about. */
export type ConversationType = 
/** A post. */
'POST'
/** The app's chatbot. */
 | 'BOT' | (string & {});
/** The side of a sender in a conversation about a post. Chatbot messages have none. */
export type SenderSide = 
/** Owns the post. */
'SELLER'
/** Contacts the owner about the post. */
 | 'BUYER' | (string & {});
/** Who wrote a message. */
export type SenderType = 
/** A person. Documents also write `USER`. */
'HUMAN'
/** An app, perhaps this one: an app that responds automatically must skip its messages. */
 | 'BOT' | (string & {});
/** Colour of a score or of a section of an evaluation (docs/platform.md#colors). */
export type Color = 
/** The strong colour for a good result. */
'SUCCESS_PRIMARY'
/** The soft colour for a good result. */
 | 'SUCCESS_SECONDARY'
/** The strong colour for a doubtful result. */
 | 'WARNING_PRIMARY'
/** The soft colour for a doubtful result. */
 | 'WARNING_SECONDARY'
/** The colour for a bad result. */
 | 'ERROR_PRIMARY' | (string & {});
/** What a custom button is for. The platform shows its own text for it. */
export type CustomButtonType = 
/** Booking of an accommodation. */
'ACCOMMODATION_BOOKING'
/** A store with products elsewhere. */
 | 'EXTERNAL_PRODUCT_STORE'
/** Sending a résumé. */
 | 'RESUME_SUBMISSION'
/** A call over the internet. */
 | 'ONLINE_CALL' | (string & {});
/** The types of events that an app can subscribe to (docs/platform.md#subscriptions). */
export type SubscriptionType = 
/** New messages on one post, or on all posts of the user. */
'NEW_MESSAGE_ON_POST'
/** New messages to the app's chatbot. Delivered without a subscription on the live platform. */
 | 'NEW_CHATBOT_MESSAGE'
/** A user removed the app's access. Delivered without a subscription on the live platform. */
 | 'USER_ACCESS_REVOCATION'
/** A post changed. */
 | 'POST_UPDATE'
/** A transaction changed. Delivered without a subscription on the live platform. */
 | 'PAYMENT_TRANSACTION' | (string & {});
/** What happened to a post. */
export type PostUpdateType = 
/** It was published, or changed while published. */
'PUBLISH'
/** It is no longer listed. Only the token of the post is sent. */
 | 'RETIRE'
/** It changed before its publication. */
 | 'ONGOING'
/** It was deleted before its publication. Only the token of the post is sent. */
 | 'ARCHIVE' | (string & {});
/** The state of a transaction. */
export type TransactionState = 
/** The amount was taken from the app's balance; the service is not completed yet. */
'TRANSACTION_STATE_PENDING'
/** Completed. */
 | 'TRANSACTION_STATE_COMPLETED'
/** Failed, without effect on the balance. */
 | 'TRANSACTION_STATE_FAILED'
/** The amount was returned. */
 | 'TRANSACTION_STATE_REFUNDED' | (string & {});
/** The service that a transaction paid for. */
export type TransactionType = 
/** Moving a post to the top. */
'TRANSACTION_TYPE_REORDER'
/** Extending a post. */
 | 'TRANSACTION_TYPE_RENEW'
/** Publishing a post. */
 | 'TRANSACTION_TYPE_SUBMIT' | (string & {});
/** The trade of a business in the list of a user's businesses. Posts use other values. */
export type BusinessTrade = 
/** Real estate. */
'REAL_ESTATE_BUSINESS'
/** Cars. */
 | 'CAR_BUSINESS'
/** A shop. */
 | 'MARKETPLACE_BUSINESS'
/** Cars that are sold for their owners. */
 | 'CAR_CONCIERGE_SALE'
/** No business. */
 | 'PERSONAL'
/** Job offers. */
 | 'JOBS_BUSINESS'
/** A business of the premium panel. */
 | 'PREMIUM_PANEL' | (string & {});
/** What a user may do in a business. */
export type BusinessRole = 
/** Administers it. */
'ROLE_ADMIN'
/** Works for it. */
 | 'ROLE_AGENT'
/** Owns it. */
 | 'ROLE_OWNER' | (string & {});
/** The state of a post as its owner sees it. */
export type OwnPostState = 
/** Accepted, and soon published. */
'POST_STATE_IN_PUBLISH_QUEUE'
/** Visible to everyone. */
 | 'POST_STATE_PUBLISHED'
/** The review asks for a change. */
 | 'POST_STATE_WAITING_FOR_EDIT'
/** It is published when it is paid for. */
 | 'POST_STATE_WAITING_FOR_PAYMENT'
/** In review. */
 | 'POST_STATE_WAITING_FOR_REVIEW'
/** Visible in its old form, because the last edit was rejected. */
 | 'POST_STATE_PUBLISHED_AND_EDIT_REJECTED'
/** Rejected. */
 | 'POST_STATE_REJECTED'
/** Deleted. */
 | 'POST_STATE_DELETED'
/** No longer listed. */
 | 'POST_STATE_RETIRED' | (string & {});
/** How exactly the place of a post is shown. */
export type LocationType = 
/** There is no place. */
'LOCATION_TYPE_EMPTY'
/** The exact place. */
 | 'LOCATION_TYPE_EXACT'
/** A place nearby. */
 | 'LOCATION_TYPE_APPROXIMATE' | (string & {});
/** A service of a post that is paid from the user's wallet. */
export type PromotionOperation = 
/** Publishing the post. */
'PROMOTION_OPERATION_PUBLISH'
/** Moving the post to the top of its lists. */
 | 'PROMOTION_OPERATION_REORDER'
/** Extending the post. */
 | 'PROMOTION_OPERATION_RENEW' | (string & {});
/** The state of a payment from the user's wallet. */
export type PayStatus = 
/** Paid. */
'PAY_STATUS_PAID'
/** Failed: nothing was paid. */
 | 'PAY_STATUS_FAILED'
/** The platform does not know yet. Send the same payment with the same id again, later: it is never paid twice. */
 | 'PAY_STATUS_RECONCILING' | (string & {});
/** The state of a post. The examples of the specification do not have it. */
export type PostState = 
/** Visible to everyone. */
'PUBLISHED'
/** Waiting for review. */
 | 'REVIEW_REQ'
/** Waiting for payment. */
 | 'PAYMENT_REQ'
/** No longer listed. */
 | 'RETIRED' | (string & {});
/** The trade of a business user in a post. The list of a user's businesses uses other values. */
export type BusinessType = 
/** Cars. */
'CAR'
/** Real estate. */
 | 'REAL_ESTATE'
/** Job offers. */
 | 'JOBS'
/** A shop. */
 | 'MARKETPLACE'
/** Services. */
 | 'SERVICES'
/** No business. */
 | 'PERSONAL' | (string & {});
/** Why a ticket is refused: the documented errors of the platform. */
export type TicketProblem = 
/** The API key belongs to no app. */
'unknown_app'
/** The request names no user. */
 | 'missing_user'
/** The service costs more than the ticket covers. */
 | 'cost_too_high'
/** The ticket is for another user. */
 | 'other_user'
/** The ticket is for a service of another type than that of the app. */
 | 'other_service'
/** There is no such ticket, or it was used up. */
 | 'unknown_ticket';
/** The state of a grant. */
export type GrantState = 
/** The grant can be used. */
'active'
/** The grant has ended, or ends with its access token. The user has to log in again. */
 | 'needs_reauth';
/**
 * A warning about a refresh token that was not used for long. Each use returns a new refresh token, valid for another
 * 30 days.
 */
export type GrantWarning = 
/** The token is older than 20 days: refresh the grant now, with `Grants.refresh`. */
'idle'
/** The token ends within 7 days. */
 | 'ends_in_a_week'
/** The token ends within a day, or has ended. */
 | 'ends_in_a_day';
/** The status of a wanted subscription. */
export type SubscriptionStatus = 
/** The platform has not accepted it yet, or not since the last refresh. */
'pending'
/** The platform has accepted it. It ends with the access token. */
 | 'active'
/** The user has not granted the scope of this event type. Tried again after the next login or refresh. */
 | 'blocked_scope'
/** The API key lacks the permission `EVENTS_REGISTER_SUBSCRIPTION`. Tried again after the next refresh. */
 | 'blocked_key'
/** The grant has ended. A new login with the same key renews the subscription. */
 | 'grant_lost'
/** Its token has ended and it is not renewed yet: events may be missing. */
 | 'lapsed';
/** The version of a start request, as in the header `API-Version`. */
export type StartVersion = 
/** Before April 2025. Sent without the header. */
'1'
/** The current version. */
 | '2' | (string & {});
/** Where the user came from. */
export type StartSource = 
/** An add-on on a post. One page of the documents misspells it. */
'POST_ADDON'
/** The services in a chat. */
 | 'CHAT'
/** A button of a chat message. */
 | 'CHAT_MESSAGE_ACTION' | (string & {});
/** The place in the platform where the user opened the app. */
export type Touchpoint = 
/** The owner's view of a post. */
'MY_POST'
/** The user's own page. */
 | 'MY_DIVAR'
/** The page of a business. */
 | 'DIVAR_PRO'
/** A chat. */
 | 'CHAT'
/** A post of another user. */
 | 'DEMAND_POST' | (string & {});
/** The side of the user in the conversation. Case is ignored. */
export type UserSide = 
/** The owner of the post. */
'SUPPLY'
/** The user who contacts the owner. */
 | 'DEMAND' | (string & {});
/**
 * What the caller does next for a request of a phone, with the method of `AppExchange` that takes the result. If it
 * fails, `failed` takes the reason.
 */
export type AppStep = {
    step: 'body'; /** Its largest size in bytes. */
    limit: number; /** The time limit of reading it, in seconds. */
    seconds: number;
} | {
    step: 'user';
} | {
    step: 'perform';
} | {
    step: 'answer'; /** The response. */
    reply: Reply; /** What to log, in order. */
    logs: Array<HookLog>;
};
/**
 * What the caller does next for a request, with the method of `HookExchange` that takes the result. If it fails,
 * `failed` takes the reason.
 */
export type HookStep = {
    step: 'body'; /** Its largest size in bytes. */
    limit: number; /** The time limit of reading it, in seconds. */
    seconds: number;
} | {
    step: 'remember'; /** The key. */
    key: string; /** How long to store it. Absent: as long as possible. */
    windowSeconds?: number; /** How long the store may take, in seconds. Then it has failed. */
    timeoutSeconds: number;
} | {
    step: 'forget'; /** The key. */
    key: string; /** How long the store may take, in seconds. Then it has failed. */
    timeoutSeconds: number;
} | {
    step: 'store';
} | {
    step: 'event'; /** The name of the handler. */
    handler: string; /** The event. */
    delivery: Delivery; /** The id of the key that matched. */
    keyId: string;
} | {
    step: 'start'; /** The request. */
    request: StartRequest; /** The id of the key that matched. */
    keyId: string;
} | {
    step: 'dynamic_action'; /** The request. */
    request: DynamicActionRequest; /** The id of the key that matched. */
    keyId: string;
} | {
    step: 'answer'; /** The response. */
    reply: Reply; /** The record of the request. Absent for a path that is not served. */
    record?: ReceivedHook; /** What to log, in order. */
    logs: Array<HookLog>;
};
/** How the handler of an event ended. */
export type Ending = {
    type: 'handled';
} | {
    type: 'failed'; /** The reason, which is stored with the event. It must contain no secrets and no text that users wrote. */
    reason: string; /** The text for the log, such as the reason with the place in the source. It must not contain such data either. */
    detail: string;
} | {
    type: 'given_up'; /** The reason, which is stored with the event. It must contain no secrets and no text that users wrote. */
    reason: string;
} | {
    type: 'interrupted';
};
/** A report of a `Keeper`. */
export type KeeperReport = {
    type: 'refreshed'; /** The grant. */
    grant: GrantKey; /** The app's name for the user, if the login gave one. */
    user?: string; /** The number of the grant's current token pair. */
    generation: number; /** When the new access token ends. */
    accessExpiresAt: Date; /** How many subscriptions are bound to the new token. */
    subscriptions: number;
} | {
    type: 'reauth_soon'; /** The grant. */
    grant: GrantKey; /** The app's name for the user, if the login gave one. */
    user?: string; /** When the grant ends. */
    endsAt: Date; /** `true`: refreshing has failed for weeks, and the grant ends 30 days after the last refresh. `false`: it ends only if the platform counts the 30 days from the login. That is not documented, and no grant in this store has shown the opposite yet by lasting longer. */
    certain: boolean;
} | {
    type: 'reauth_required'; /** The grant. */
    grant: GrantKey; /** The app's name for the user, if the login gave one. */
    user?: string; /** Why it ended. */
    reason: string;
} | {
    type: 'gap'; /** The grant. */
    grant: GrantKey; /** The app's name for the user, if the login gave one. */
    user?: string; /** The type of the events. */
    eventType: SubscriptionType; /** The resource of the subscription, if it has one. */
    eventResourceId?: string; /** The period from when the subscription may have ended until the platform accepted it again. */
    gap: Gap;
} | {
    type: 'blocked'; /** The grant. */
    grant: GrantKey; /** The app's name for the user, if the login gave one. */
    user?: string; /** The type of the events. */
    eventType: SubscriptionType; /** The resource of the subscription, if it has one. */
    eventResourceId?: string; /** The status of the subscription. */
    status: SubscriptionStatus; /** Why it is blocked. */
    reason: string;
} | {
    type: 'late'; /** The grant. */
    grant: GrantKey; /** The app's name for the user, if the login gave one. */
    user?: string; /** When the grant was refreshed. */
    since: Date; /** How many subscriptions are not renewed. */
    subscriptions: number;
} | {
    type: 'failing'; /** The grant. */
    grant: GrantKey; /** The app's name for the user, if the login gave one. */
    user?: string; /** The number of failures in a row. */
    failures: number; /** Why the last attempt failed. */
    reason: string; /** When the access token ends. */
    accessExpiresAt: Date;
} | {
    type: 'stalled'; /** The code of the error. */
    code: string; /** Why. */
    reason: string;
} | {
    type: 'resumed'; /** When it had stalled. */
    since: Date;
};
/** One widget of the old format. Replaced by `Widget`. */
export type LegacyWidget = {
    type: 'title_row'; /** Its members. */
    data: LegacyTitleRow;
} | {
    type: 'subtitle_row'; /** Its members. */
    data: LegacySubtitleRow;
} | {
    type: 'description_row'; /** Its members. */
    data: LegacyDescriptionRow;
} | {
    type: 'wide_button_bar'; /** Its members. */
    data: LegacyWideButtonBar;
} | {
    type: 'selector_row'; /** Its members. */
    data: LegacySelectorRow;
} | {
    type: 'score_row'; /** Its members. */
    data: LegacyScoreRow;
} | {
    type: 'image_carousel_row'; /** Its members. */
    data: LegacyImageCarouselRow;
} | {
    type: 'group_info_row'; /** Its members. */
    data: LegacyGroupInfoRow;
} | {
    type: 'event_row'; /** Its members. */
    data: LegacyEventRow;
} | {
    type: 'evaluation_row'; /** Its members. */
    data: LegacyEvaluationRow;
} | {
    type: 'unknown'; /** Its name, such as `LEGEND_TITLE_ROW`. */
    widgetType: string; /** Its members, with `@type`. */
    data: JsonInput;
};
/** The action of a click (docs/platform.md#actions). In JSON it is an object with exactly one key. */
export type Action = {
    type: 'open_direct_link'; /** An `https` address. */
    url: string;
} | {
    type: 'open_server_link'; /** An object that the app receives as `extraData`. Hooks refuse a body above their limit, 256 KiB by default. The specification allows text values, the live platform any JSON. */
    data: JsonInput;
} | {
    type: 'get_dynamic_action'; /** An object that the app receives as `extraData`. Hooks refuse a body above their limit, 256 KiB by default. */
    data: JsonInput;
} | {
    type: 'open_post_page'; /** The post. */
    postToken: PostToken;
} | {
    type: 'open_post_manage_page'; /** The post. */
    postToken: PostToken;
} | {
    type: 'unknown'; /** The key. */
    kind: string; /** The value under it. */
    value: JsonInput;
};
/** The content of a message: one of seven kinds. */
export type MessageContent = {
    type: 'text'; /** The text; empty if the platform sent none. */
    text: string;
} | {
    type: 'image'; /** The image. */
    image: ImageData;
} | {
    type: 'file'; /** The file. */
    file: FileData;
} | {
    type: 'voice'; /** The recording. */
    voice: VoiceData;
} | {
    type: 'location'; /** The location. */
    location: LocationData;
} | {
    type: 'video'; /** The video. */
    video: VideoData;
} | {
    type: 'contact'; /** The contact. */
    contact: ContactData;
} | {
    type: 'unknown'; /** The `type` as sent; empty if it is missing. */
    kind: string;
};
/** One widget. The functions of `w` make them. */
export type Widget = {
    type: 'title_row'; /** Its members. */
    row: TitleRow;
} | {
    type: 'subtitle_row'; /** Its members. */
    row: SubtitleRow;
} | {
    type: 'description_row'; /** Its members. */
    row: DescriptionRow;
} | {
    type: 'button_bar'; /** Its members. */
    row: ButtonBar;
} | {
    type: 'selector_row'; /** Its members. */
    row: SelectorRow;
} | {
    type: 'event_row'; /** Its members. */
    row: EventRow;
} | {
    type: 'group_info_row'; /** Its members. */
    row: GroupInfoRow;
} | {
    type: 'score_row'; /** Its members. */
    row: ScoreRow;
} | {
    type: 'evaluation_row'; /** Its members. */
    row: EvaluationRow;
} | {
    type: 'image_carousel_row'; /** Its members. */
    row: ImageCarouselRow;
} | {
    type: 'unknown'; /** Name of the widget: its one key in JSON. */
    kind: string; /** The value of that key. */
    value: JsonInput; /** The values that become readable semantic data. */
    semanticPaths: SemanticPaths;
};
/** The user's decision. There are only these two. */
export type LoginOutcome = {
    status: 'granted'; /** The key of the stored grant: for `client.user`. */
    grant: GrantKey; /** The granted scopes. */
    scopes: Array<string>; /** The scopes that were requested and not granted. */
    missingScopes: Array<string>; /** The path that was given as `returnTo` when the login was started. */
    returnTo?: string;
} | {
    status: 'denied';
};
/** A scripted outcome of one request. */
export type ScriptedOutcome = {
    type: 'response'; /** The response. */
    response: ScriptedResponse;
} | {
    type: 'no_response'; /** The failure. */
    failure: NoResponse;
};
/** An event that this version does not know. */
export type UnknownEvent = {
    type: 'unknown'; /** The `type` as sent. */
    kind: string; /** The whole body. */
    body: Json;
};
/** An event that cannot be read. */
export type MalformedEvent = {
    type: 'malformed'; /** The `type` as sent; empty if it is missing. */
    kind: string; /** What is wrong with it. */
    reason: string; /** The whole body. */
    body: Json;
};
/** A webhook event. */
export type Event = {
    type: 'new_message'; /** The message. */
    message: ChatMessage;
} | {
    type: 'new_chatbot_message'; /** The message. */
    message: ChatMessage;
} | {
    type: 'user_access_revocation'; /** The user who removed it. */
    revocation: UserAccessRevocation;
} | {
    type: 'post_update'; /** The change and the post. */
    update: PostUpdate;
} | {
    type: 'payment_transaction'; /** The transaction. */
    transaction: Transaction;
};
/** The successful response to a `RawRequest`. */
export interface RawResponse {
    /** HTTP status. */
    status: number;
    /** Headers by lower-case name. If several have one name, the last. */
    headers: Record<string, string>;
    /** The body. */
    body: Uint8Array;
    /** The request id that the platform returned, or else the one that this client sent. */
    requestId?: string;
    /** How many times the request was sent. */
    attempts: number;
}
/** The options of a gateway, the backend of a mobile app. */
export interface GatewayOptions {
    /**
     * The calls that change something and that phones may make, by their names in the endpoint table, such as
     * `conversations.send`. By default a phone can only read. The owner of a phone can send every request that is
     * allowed, not only those of the app: allow what a user may state (a message), not what the backend guarantees (an
     * add-on that says "Inspected").
     */
    allow?: ReadonlyArray<string> | undefined;
    /** The lifetime of a token: 10 minutes by default, at most an hour, in whole seconds. */
    lifetimeMs?: number | undefined;
    /** The maximum size of a body in bytes: 256 KiB by default. */
    bodyLimit?: number | undefined;
    /** The addresses that phones return to after a login, if they differ from the client's. */
    redirectUris?: ReadonlyArray<string> | undefined;
}
/** Short-lived access to the backend for a phone: a token of the backend, never one of the platform. */
export interface AppAccess {
    /** The token for `Authorization: Bearer …` in requests to the backend. */
    token: string;
    /**
     * The lifetime of the token from now, in seconds: 1 to 3600. Not an instant, because clocks of phones can be wrong.
     */
    expiresIn: number;
    /** In a parsed response to `POST /login`, the granted scopes; otherwise empty. */
    scopes: Array<string>;
    /** The requested scopes that the user did not grant, in the same way. */
    missingScopes: Array<string>;
}
/** The addresses of the platform. Each may have a path; a trailing slash does not matter. */
export interface Hosts {
    /** The authorization server. */
    auth: string;
    /** The main API. */
    base: string;
    /** The second API host, which one legacy call uses. */
    api: string;
    /** The image upload host. It gets no credentials. */
    upload: string;
    /** The upload host for media of chats. It gets upload tokens only. */
    chat: string;
}
/** An endpoint as plain values: `endpoints --json`, and the table in other languages. */
export interface EndpointRow {
    /** The name of the method that calls it, such as `addons.create_on_post`. */
    name: string;
    /** The specification's number, if it has one. */
    number?: string;
    /** HTTP method. */
    method: string;
    /** The host that serves it. */
    host: string;
    /** Path, with `{names}` for the variable segments. */
    path: string;
    /** The credentials of the request. */
    credentials: string;
    /** The format of the body. */
    body: string;
    /** When it may be sent again. */
    retry: string;
    /** The scopes, the narrowest first. `scopeRule` says which of them are needed. */
    scopes: Array<string>;
    /**
     * Which of the scopes are needed: `"none"`, `"one_of"`, `"each"`, if each gives another member of the response, or
     * `"of_event"`, if they depend on the type of the event: then `scopes` is empty.
     */
    scopeRule: string;
    /** The permission that the API key needs. */
    permission?: string;
    /** Set for a deprecated endpoint. */
    deprecation?: Deprecation;
    /** Whether it is current, newer or deprecated: `current`, `newer` or `legacy`. */
    lifecycle: string;
    /** What an app on a phone may do with it. */
    appUse: string;
    /** Its purpose. */
    purpose: string;
    /** The source of its description. */
    source: string;
}
/** When an endpoint was deprecated, and what to use instead. */
export interface Deprecation {
    /** The name of the endpoint to use instead. */
    replacement: string;
    /** The date of the deprecation, if known. */
    since: string;
}
/**
 * An incoming request that was refused.
 *
 * The reason is for the app's own log. `reply` does not contain it, so a caller who guesses keys learns nothing.
 */
export interface Rejection {
    /** HTTP status to respond with: 400, 401, 403, 405, 408, 413 or 415. */
    status: number;
    /** Why it was refused. Contains nothing that was received. */
    reason: string;
}
/** All contents of an `Error` as plain values. Members that its kind does not have are empty. */
export interface ErrorReport {
    /** The stable word of the kind. */
    code: string;
    /** The whole error as a sentence. */
    text: string;
    /** The path of the invalid value, for `invalid_input`. */
    field?: string;
    /** The setting, for `config`; the operation, for `store`; the OAuth error word, for `authorization_refused`. */
    subject?: string;
    /** Why, without the value. For an error response, the platform's message. */
    reason?: string;
    /** HTTP status of the response, or of the refusal for `webhook`. */
    status?: number;
    /** The platform's own code: a gRPC number. */
    platformCode?: number;
    /** Further details, as the platform sent them. */
    details: Array<Json>;
    /** Name of the endpoint, such as `posts.get`. */
    endpoint?: string;
    /** The request id that the platform returned, or else the one that this client sent. */
    requestId?: string;
    /** How many times the request was sent. */
    attempts?: number;
    /** Whether the same call may succeed later, and repeating it cannot have a double effect. */
    isRetryable: boolean;
    /** How long to wait before the next attempt, in seconds, if known. */
    retryAfterSeconds?: number;
    /** The quota that is used up, for `rate_limited`: `minute` or `day`, if the platform says which. */
    quota?: string;
    /** Any one of these scopes is needed, for `missing_scope`. */
    needsScopes: Array<string>;
    /** The permission the API key needs, for `missing_scope`. */
    needsPermission?: string;
    /**
     * Where the exchange failed, for `transport`: `connect`, `tls`, `interrupted`, `deadline`, `too_large`, `redirect` or
     * `protocol`.
     */
    transport?: string;
    /** The path of the value that cannot be read, for `decode`, with the names of the platform's JSON. */
    path?: string;
    /** When the request was sent, for `ambiguous_outcome`. */
    sentAt?: Date;
    /** First 16 hex digits of the SHA-256 of the body, for `ambiguous_outcome`. */
    fingerprint?: string;
    /** The number under which the package keeps the error of the app's own store or token provider. */
    thrown?: number;
}
/** Tokens that were obtained elsewhere and that the SDK keeps valid from now on. */
export interface Adoption {
    /**
     * The tokens. Their previous owner must no longer refresh them. If they name no scopes, those of the grant are not
     * known: then the platform, and not the SDK, refuses an event subscription whose scope the user has not granted.
     */
    tokens: Tokens;
    /** The app's own name for the user, as in `Login.user`. */
    user?: string | undefined;
    /**
     * The redirect URI of the login that returned the tokens. `undefined`: that of the client. Every refresh repeats it.
     */
    redirectUri?: string | undefined;
    /** When the user logged in. `undefined`: now. */
    consentAt?: Date | undefined;
}
/** A stored grant that cannot be read. */
export interface UnreadableGrant {
    /** The key of the grant. */
    key: GrantKey;
    /**
     * The app's name for the user, if the key contains it, as keys of earlier versions do. Otherwise find the user by the
     * key that the app has stored.
     */
    user?: string;
    /** Why it cannot be read: the store key that the record is encrypted with, or the newer version that wrote it. */
    reason: string;
}
/** A page of the stored grants. */
export interface GrantPage {
    /** The grants, in the order of their keys. */
    grants: Array<GrantInfo>;
    /** The value of `after` for the next page. `undefined`: this is the last page. */
    next?: GrantKey;
}
/** A line for the log of the app. It contains no data of users and no key. */
export interface HookLog {
    /** Whether something failed. Otherwise it is a warning. */
    isError: boolean;
    /** The text. It may end with the source of a handler that is missing. */
    text: string;
}
/** The settings of an inbox. All processes of one inbox must use the same. */
export interface InboxOptions {
    /**
     * How long a worker has an event before another may get it: 60 seconds by default, from a second to 24 hours, in
     * whole seconds. The workers of this SDK extend the lease while a handler runs. Your own workers call `Inbox.keep` or
     * `Inbox.extend`.
     */
    leaseMs?: number | undefined;
    /**
     * After how many failed attempts an event becomes a dead letter, 1 to 1,000. 10 by default, which takes about four
     * hours.
     */
    maxAttempts?: number | undefined;
    /** How many events may wait. 100,000 by default. The response to further events is 503. */
    capacity?: number | undefined;
    /**
     * Whether the messages of one conversation are handled one after the other, in the order of their arrival. A message
     * that fails blocks those after it until it is handled or a dead letter. Off by default.
     */
    inOrder?: boolean | undefined;
    /** For how many days a repeated message or transaction is recognized, 1 to 3,650. 30 by default. */
    rememberDays?: number | undefined;
}
/** An event to handle. */
export interface InboxItem {
    /** The id of this attempt, for `ack` and `nack`. */
    id: string;
    /** The event. */
    delivery: Delivery;
    /** The number of this attempt, from 1. */
    attempts: number;
    /** When the event arrived. */
    receivedAt: Date;
    /** The id of the identification key of its request. */
    keyId: string;
    /** When the lease ends. Until then no other worker gets the event. */
    leasedUntil: Date;
    /** Why the previous attempt failed. */
    lastError?: string;
}
/** An event that is not retried automatically any more. */
export interface DeadLetter {
    /** The id of the dead letter, for `retry` and `discard`. */
    id: string;
    /** The event. */
    delivery: Delivery;
    /** How many attempts were made. */
    attempts: number;
    /** When the event arrived. */
    receivedAt: Date;
    /** The id of the identification key of its request. */
    keyId: string;
    /** When it became a dead letter. */
    failedAt: Date;
    /** Why the last attempt failed. */
    reason: string;
}
/** The numbers of events in an inbox. */
export interface InboxCounts {
    /** Events that wait or are being handled. */
    pending: number;
    /** Dead letters. */
    deadLetters: number;
}
/** The settings of the workers of an inbox in one process. */
export interface WorkerOptions {
    /** How many events are handled at once, 1 to 10,000. 4 by default. */
    workers?: number | undefined;
    /**
     * How long a handler may take: more than 0, at most 24 hours. By default there is no limit: a handler that hangs
     * keeps its event and its place. One that takes longer is cancelled if the language can do so, and left behind
     * otherwise; its attempt counts as failed, its later result does not count, and another event takes its place.
     */
    handlerTimeoutMs?: number | undefined;
    /**
     * How long the end of the workers waits for the handlers that run: at most 24 hours. Without limit by default. A
     * handler that runs longer is cancelled or left behind, and its event is released for another worker, without
     * counting as an attempt.
     */
    drainTimeoutMs?: number | undefined;
}
/** A line for the log of the app. */
export interface WorkerLog {
    /** Whether it is an error; otherwise a warning. */
    isError: boolean;
    /** A sentence. It contains no data of users. */
    text: string;
}
/**
 * A member of a response that has the wrong type. It counts as absent, unless only an unpaired surrogate in a text was
 * replaced by U+FFFD. An item of a list, such as `posts[3].title`, is left out of the list; with more than 20 of them
 * the list counts as absent. So does a member with more than 20 unreadable members of its own, and an object without a
 * readable amount or coordinate that it always has, because zero would be wrong: a price without its amount.
 */
export interface FieldIssue {
    /** Path of the member, such as `"business_data.business_type"`. Items of lists are counted as they arrived. */
    path: string;
    /** What is wrong with it, without its value. */
    reason: string;
}
/** The old chat message (docs/platform.md#legacy-send). Replaced by `Message`. */
export interface LegacyMessage {
    /** The sender. */
    userId: UserId;
    /** The post that the chat is about. */
    postToken: PostToken;
    /** The receiver. */
    peerId: UserId;
    /** `TEXT`: the only documented value. */
    messageType: string;
    /** The text. */
    message: string;
    /** The button that the sending side sees. */
    senderBtn?: LegacyButton | undefined;
    /** The button that the receiving side sees. */
    receiverBtn?: LegacyButton | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The old button under a message. */
export interface LegacyButton {
    /** `LINK`: the only documented value. */
    action: string;
    /** Its caption, icon and data. */
    data: LegacyButtonData;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** Caption, icon and data of an old button. */
export interface LegacyButtonData {
    /** The icon. */
    iconName?: Icon | undefined;
    /** An object that the platform sends back in the start request after a click. */
    extraData?: JsonInput | undefined;
    /** The caption. */
    caption: string;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/**
 * The request that the old listener received (docs/platform.md#legacy-listener). Replaced by the `NEW_MESSAGE` event.
 * `Delivery` parses both; this type is for writing one.
 */
export interface LegacyNotification {
    /** `CHAT_MESSAGE`. */
    notificationType: string;
    /** When it was sent, in seconds, as text. */
    timestamp: string;
    /** The message. */
    payload: LegacyNotificationPayload;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The message in a `LegacyNotification`. */
export interface LegacyNotificationPayload {
    /** Id of the message: a UUID. */
    id: string;
    /** Kind of the message, such as `TEXT`. */
    messageType: string;
    /** When it was sent, in microseconds, as text. */
    sentAt: string;
    /** The content. */
    data: LegacyNotificationData;
    /** The sender. */
    sender: LegacyParty;
    /** The receiver. */
    receiver: LegacyParty;
    /** The post that the chat is about. */
    metadata: LegacyNotificationMetadata;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The content of an old message. */
export interface LegacyNotificationData {
    /** The text. */
    text?: string;
    /** Members that this version does not know. */
    extra: Extra;
}
/** One side of an old chat. */
export interface LegacyParty {
    /** Id of the user. */
    id: UserId;
    /** Whether this is the owner of the post. */
    isSupply: boolean;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The post that an old chat is about. */
export interface LegacyNotificationMetadata {
    /** Slug of its category. */
    category: string;
    /** Its token. */
    postToken: PostToken;
    /** Its title. */
    title: string;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The old `widgets` object around a list. */
export interface LegacyWidgets {
    /** The widgets, from top to bottom. */
    widgetList?: ReadonlyArray<LegacyWidget> | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The old body of an add-on on a post (docs/platform.md#legacy-addons). Replaced by `PostAddon`. */
export interface LegacyPostAddon {
    /** The widgets. */
    widgets: LegacyWidgets;
    /** Machine-readable facts, by name. */
    semantic?: Semantic | undefined;
    /** Names in `semantic` to hash. Not in the current form: the platform hashes every name that it does not know. */
    semanticSensitives?: ReadonlyArray<string> | undefined;
    /** Text for the app itself. */
    notes?: string | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The old body of an add-on on a user (docs/platform.md#legacy-addons). Replaced by `UserAddon`. */
export interface LegacyUserAddon {
    /** The widgets. */
    widgets: LegacyWidgets;
    /** The phone number of the user; not sent if empty. Not in the current form, where it is in the path. */
    phone: Phone;
    /** Text for the app itself. Not in the current form. */
    notes?: string | undefined;
    /** Address where the user manages the add-on. Not in the current form. */
    managementPermalink?: string | undefined;
    /** Slugs of the categories in which it is shown; empty means all. */
    categories?: ReadonlyArray<string> | undefined;
    /** The payment ticket to spend: a UUID. */
    ticketUuid?: string | undefined;
    /** What the app charged. Replaced by `cost`. */
    verificationCost?: Rials | undefined;
    /** Machine-readable facts, by name. */
    semantic?: Semantic | undefined;
    /** Names in `semantic` to hash. Not in the current form: the platform hashes every name that it does not know. */
    semanticSensitives?: ReadonlyArray<string> | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The old body of a verification of a user (docs/platform.md#legacy-verifications). Replaced by `SemanticRecord`. */
export interface LegacyVerification {
    /** The phone number of the user; not sent if empty. Not in the current form, where it is in the path. */
    phone: Phone;
    /** Text for the app itself. Not in the current form. */
    notes?: string | undefined;
    /** Machine-readable facts, by name. */
    semantic?: Semantic | undefined;
    /** Names in `semantic` to hash. Not in the current form: the platform hashes every name that it does not know. */
    semanticSensitives?: ReadonlyArray<string> | undefined;
    /** The payment ticket to spend: a UUID. */
    ticketUuid?: string | undefined;
    /** What the app charged. Replaced by `cost`. */
    verificationCost?: Rials | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** Title, description and images of a post, in the old form of an edit. */
export interface LegacyPostEdit {
    /** The new title: 3 to 50 characters. */
    title: string;
    /** The new description. */
    description: string;
    /**
     * All images, which replace the current ones. Whether the current ones stay if there are none here is unknown: send
     * them all.
     */
    imagePaths?: ReadonlyArray<string> | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The address that an image of a post is uploaded to. */
export interface LegacyUploadUrl {
    /** The address. */
    uploadUrl: string;
    /** Members that this version does not know. */
    extra: Extra;
}
/** An old title. */
export interface LegacyTitleRow {
    /** At most 49 characters. */
    text: string;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** An old smaller title. */
export interface LegacySubtitleRow {
    /** At most 200 characters. */
    text: string;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** An old paragraph. */
export interface LegacyDescriptionRow {
    /** At most 200 characters, unless `expandable`. */
    text: string;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** Whether the text is shortened until the user taps it. */
    expandable?: boolean | undefined;
    /** Not in the current format. */
    isPrimary?: boolean | undefined;
    /** Not in the current format. */
    small?: boolean | undefined;
    /** Not in the current format. */
    padded?: boolean | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** An old wide button. Replaced by `button_bar`, without the level of `button`. */
export interface LegacyWideButtonBar {
    /** `PRIMARY` or `SECONDARY`. Not in the current format. */
    style?: string | undefined;
    /** The button. */
    button: LegacyWideButton;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The button in a `LegacyWideButtonBar`. */
export interface LegacyWideButton {
    /** At most 49 characters. */
    title: string;
    /** The action of a click. */
    action: LegacyAction;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** An old selectable row. */
export interface LegacySelectorRow {
    /** At most 200 characters. */
    title: string;
    /** An uploaded image, or the app's logo. Replaced by `imageId`. */
    imageUrl?: Image | undefined;
    /** An icon. Replaced by `iconName`. */
    icon?: LegacyIcon | undefined;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** The action of a click. */
    action?: LegacyAction | undefined;
    /** Not in the current format. */
    description?: string | undefined;
    /** Not in the current format. */
    notificationText?: string | undefined;
    /** Not in the current format. */
    hasNotification?: boolean | undefined;
    /** Not in the current format. */
    hasArrow?: boolean | undefined;
    /** Not in the current format. */
    small?: boolean | undefined;
    /** Not in the current format. */
    style?: string | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** An old score: a percentage or a word, exactly one of the two. */
export interface LegacyScoreRow {
    /** At most 25 characters. */
    title: string;
    /** From 0 to 100. */
    percentageScore?: number | undefined;
    /** At most 17 characters. */
    descriptiveScore?: string | undefined;
    /** Colour of the score. */
    scoreColor?: Color | undefined;
    /** Whether a line is drawn under the row. Written `hasDivider`, as the specification spells it for this widget. */
    hasDivider?: boolean | undefined;
    /** An icon. Replaced by `iconName`. */
    icon?: LegacyIcon | undefined;
    /** The action of a click. */
    action?: LegacyAction | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** An old image carousel. */
export interface LegacyImageCarouselRow {
    /** The images, in order. */
    items?: ReadonlyArray<LegacyCarouselItem> | undefined;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** One image of a `LegacyImageCarouselRow`. */
export interface LegacyCarouselItem {
    /** An uploaded image, or the app's logo. Replaced by `imageId`. */
    imageUrl: Image;
    /** Text under the image. */
    description?: string | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** An old row of two or three facts side by side. */
export interface LegacyGroupInfoRow {
    /** Two or three. */
    items?: ReadonlyArray<GroupInfoItem> | undefined;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** An old title with a subtitle, a label and an image or an icon. */
export interface LegacyEventRow {
    /** At most 24 characters. */
    title: string;
    /** At most 59 characters. */
    subtitle?: string | undefined;
    /** At most 15 characters. */
    label?: string | undefined;
    /** An uploaded image, or the app's logo. Replaced by `imageId`. */
    imageUrl?: Image | undefined;
    /** An icon. Replaced by `iconName`. */
    icon?: LegacyIcon | undefined;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** Not in the current format. */
    padded?: boolean | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** An old scale of three sections with an indicator on it. */
export interface LegacyEvaluationRow {
    /** Text on the indicator. */
    indicatorText: string;
    /** From 0 to 100. */
    indicatorPercentage: number;
    /** Icon of the indicator. Replaced by `iconName`. */
    indicatorIcon?: LegacyIcon | undefined;
    /** Not in the current format. */
    indicatorColor?: Color | undefined;
    /** The left section. */
    left?: LegacyEvaluationSection | undefined;
    /** The middle section. */
    middle?: LegacyEvaluationSection | undefined;
    /** The right section. */
    right?: LegacyEvaluationSection | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** One section of a `LegacyEvaluationRow`. */
export interface LegacyEvaluationSection {
    /** At most 18 characters. */
    text: string;
    /** Not in the current format. */
    textColor?: Color | undefined;
    /** Colour of the section. The old format had more colours than the current one. */
    sectionColor?: Color | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** An old icon. Replaced by its name alone. */
export interface LegacyIcon {
    /** The icon. */
    iconName: Icon;
    /** Not in the current format. */
    iconColor?: Color | undefined;
    /** Not in the current format. */
    imageUrlLight?: string | undefined;
    /** Not in the current format. */
    imageUrlDark?: string | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** An old action that opens an address. Replaced by `open_direct_link`. */
export interface LegacyAction {
    /** `LOAD_WEB_VIEW_PAGE` or `OPEN_WEB_PAGE`. */
    actionType: string;
    /** The address for clients that do not know the action. */
    fallbackLink?: string | undefined;
    /** The address. */
    payload: LegacyActionPayload;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The address in a `LegacyAction`. */
export interface LegacyActionPayload {
    /** The type of the payload. */
    typeUrl: string;
    /** The address, for `LOAD_WEB_VIEW_PAGE`. */
    url?: string | undefined;
    /** The address, for `OPEN_WEB_PAGE`. */
    link?: string | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A migrated document. */
export interface Migrated {
    /** The document in the current format. */
    value: Json;
    /** The changes, in the order in which they were found. Empty for a current document. */
    report: Array<Change>;
    /** The name of the endpoint that accepts it now, such as `addons.create_on_post`, if that is another one. */
    endpoint?: string;
}
/** One change. */
export interface Change {
    /**
     * The path in the old document, such as `widgets.widget_list[0].data.icon.icon_color`. For a value that a person must
     * check it may also be a path that is missing in the new document.
     */
    path: string;
    /** The kind of the change. */
    kind: ChangeKind;
    /** The new form, or why it was dropped. Contains no values of the document, except names and links in widgets. */
    note: string;
}
/** The add-on of an app on one post. Sending another one replaces it. */
export interface PostAddon {
    /** The widgets, from top to bottom. The documents state no maximum number. */
    widgets?: ReadonlyArray<Widget> | undefined;
    /** Machine-readable facts, by name. */
    semantic?: Semantic | undefined;
    /** Text for the app itself. */
    notes?: string | undefined;
    /** Allows an empty add-on, which removes what this app has shown so far. Not part of the JSON. */
    allowEmpty?: boolean | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/**
 * The add-on of an app on a user. It is shown on up to 30 of the user's latest posts and on future ones, for 3 months.
 * Sending another one changes what later posts show, and nothing on the posts that show it already
 * (docs/platform.md#user-addons).
 */
export interface UserAddon {
    /** The widgets, from top to bottom. */
    widgets?: ReadonlyArray<Widget> | undefined;
    /** Slugs of the categories in which it is shown; empty means all in which the app is active. */
    categories?: ReadonlyArray<string> | undefined;
    /** The payment ticket to spend: a UUID. */
    ticketUuid?: string | undefined;
    /** What the app charged. 10 rial are 1 toman. */
    cost?: Rials | undefined;
    /** Machine-readable facts, by name. */
    semantic?: Semantic | undefined;
    /**
     * Allows an empty add-on, with which later posts show nothing. What posts show already stays until the add-on is
     * deleted. Not part of the JSON.
     */
    allowEmpty?: boolean | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The add-on of an app on a business. By invitation only (docs/platform.md#business-addons). */
export interface BusinessAddon {
    /** The widgets, from top to bottom. */
    widgets?: ReadonlyArray<Widget> | undefined;
    /**
     * Allows an empty add-on. Whether posts that show an earlier one then show nothing is not documented. Not part of the
     * JSON.
     */
    allowEmpty?: boolean | undefined;
    /**
     * Members that this version does not know. `notes` is one of them: only the text of the documents has it
     * (docs/platform.md#contradiction-36).
     */
    extra?: object | undefined;
}
/**
 * The response to the creation of an add-on. For a post it is empty: the add-on is checked and queued, and a wrong post
 * token is not reported (docs/platform.md#post-addons).
 */
export interface AddonCreated {
    /** Id of the user add-on, needed to delete it. */
    id?: RecordId;
    /** Members that could not be read and count as absent. The call has succeeded nevertheless. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** One value of a list, such as a city. */
export interface Asset {
    /** The value in posts, searches and paths, such as `tehran`. */
    slug: string;
    /** Its name for people, in Persian. */
    display: string;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A list of values. The platform may change its contents at any time. */
export interface AssetList {
    /** The values, in the order of the platform. Its response has them under a name of their own, such as `cities`. */
    items: Array<Asset>;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A scope that users can grant, or a permission that an API key can have. */
export interface AccessRight {
    /** The name, such as `POST_ADDON_CREATE`. Of `offline_access` and `openid` the platform lists it in capitals. */
    slug: string;
    /** Its name for people, in Persian. */
    display: string;
    /** What it allows, in Persian. */
    description: string;
    /** Whether it is new, in use, or about to end. */
    lifecycleState: Maturity;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The scopes or the permissions of the platform. */
export interface AccessRights {
    /** The scopes or permissions, in the order of the platform. Its response has them under `scopes` or `permissions`. */
    items: Array<AccessRight>;
    /** Members that could not be read and count as absent, and a note for each name that this version does not know. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/**
 * The form with which a post of a category is submitted. A submission that has it as its `schema` is checked against it
 * before it is sent.
 */
export interface SubmitSchema {
    /**
     * The JSON Schema of the members that depend on the category: `type`, `properties` with `title` (the label, in
     * Persian), `enum` and the parallel `enumNames`, and `required`.
     */
    schema: Json;
    /**
     * Members that could not be read and count as absent, and a note for each rule of the schema that is not checked
     * before a post is sent.
     */
    issues?: ReadonlyArray<FieldIssue> | undefined;
    /** Members that this version does not know. */
    extra?: Extra | undefined;
}
/** The address for an upload. */
export interface UploadTarget {
    /** The address. */
    url: string;
    /** The method of the request. */
    httpMethod: HttpMethod;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The addresses for uploads of files of add-ons and posts. */
export interface MediaUploadUrls {
    /** For images of add-ons. */
    addonImages?: UploadTarget;
    /** For images of posts that are submitted. */
    submitPostImages?: UploadTarget;
    /** For videos of posts that are submitted. */
    submitPostVideos?: UploadTarget;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A conversation. */
export interface Conversation {
    /** Its id. */
    id: ConversationId;
    /** What it is about. */
    kind: ConversationType;
    /** The post that it is about. */
    postToken?: PostToken;
    /** Members that this version does not know. */
    extra: Extra;
}
/** Who wrote a message. */
export interface Sender {
    /** The side. Empty for a chatbot. */
    side: SenderSide;
    /** A person or an app. */
    kind: SenderType;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A received message. */
export interface ChatMessage {
    /** Its id: a UUID. */
    id: string;
    /** The conversation in which it was written. */
    conversation: Conversation;
    /** Who wrote it. */
    sender: Sender;
    /** When it was sent. */
    sentAt?: Date;
    /** The content of the message. */
    content: MessageContent;
    /** Members that this version does not know. */
    extra: Extra;
}
/** An image. */
export interface ImageData {
    /** Its address. */
    link: string;
    /** Size in bytes. */
    sizeBytes?: number;
    /** Height in pixels. */
    heightPx?: number;
    /** Width in pixels. */
    widthPx?: number;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A file. */
export interface FileData {
    /** Its address. */
    link: string;
    /** Its name. */
    name: string;
    /** Size in bytes. */
    sizeBytes?: number;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A voice recording. */
export interface VoiceData {
    /** Its address. */
    link: string;
    /** Size in bytes. */
    sizeBytes?: number;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A location. One of which a coordinate cannot be read is absent as a whole. */
export interface LocationData {
    /** Degrees north, -90 to 90. */
    latitude: number;
    /** Degrees east, -180 to 180. */
    longitude: number;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A video. */
export interface VideoData {
    /** Its address. */
    link: string;
    /** Address of a still picture. */
    thumbnailLink: string;
    /** Size in bytes. */
    sizeBytes?: number;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A contact. */
export interface ContactData {
    /** The name, if one is set. */
    name?: string;
    /** The phone number. */
    phone: Phone;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A conversation with its text messages, oldest first (docs/platform.md#read-conversation). */
export interface ConversationRecord {
    /** The conversation. */
    conversation: Conversation;
    /** The messages. */
    messages: Array<ChatMessage>;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The response to a chatbot message. */
export interface BotMessageSent {
    /** The conversation of the message. */
    conversationId?: ConversationId;
    /** Members that could not be read and count as absent. The call has succeeded nevertheless. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A token for one upload of a picture, video, voice or file of a chat (docs/platform.md#chat-media). */
export interface ChatUploadToken {
    /** The token. It is sent as the bearer token of the upload. */
    token: string;
    /** Members that this version does not know. */
    extra: Extra;
}
/** An uploaded picture, video, voice recording or file of a chat. A message names it by its media token. */
export interface UploadedChatMedia {
    /** The token by which a message names it, as its `mediaToken`. */
    mediaToken: string;
    /** `ok`. */
    status: string;
    /** Members that could not be read and count as absent. The file is uploaded nevertheless. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A custom button. */
export interface CustomButton {
    /** What it is for. */
    kind: CustomButtonType;
    /** What a click does. */
    action?: Action | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/**
 * A request for events (docs/platform.md#subscriptions). The subscription lasts as long as the access token of the
 * call.
 */
export interface Subscription {
    /** The type of the events. */
    eventType: SubscriptionType;
    /** The one resource to watch, such as a post token. If it is absent or empty: all resources of the type. */
    eventResourceId?: string | undefined;
    /**
     * An object that the platform sends back with every event. Hooks refuse a body above their limit, 256 KiB by default.
     */
    metadata?: JsonInput | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/**
 * A user removed the app's access. The method `revoked` of grants checks that with the platform and erases the tokens.
 */
export interface UserAccessRevocation {
    /** The id of the user for this app. */
    userId: UserId;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A post changed. These events are frequent and often equal: use the state of the post, not the single event. */
export interface PostUpdate {
    /** What happened. */
    kind: PostUpdateType;
    /** The post. */
    post: Post;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A transaction on the app's balance (docs/platform.md#transactions). */
export interface Transaction {
    /** The id that the app chose: a UUID. */
    id: string;
    /** The slug of the app. Events do not have it. */
    appSlug?: string;
    /** The amount. */
    cost?: Rials;
    /** When it was created. Events do not have it. */
    createdAt?: Date;
    /** The text that the app sent with it. */
    extraDetails?: string;
    /** Its state. */
    state: TransactionState;
    /** The service that it paid for. */
    kind: TransactionType;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A search for published posts. Filters that are not set are left out. */
export interface PostSearch {
    /** Slug of the category, such as `light`. */
    category?: string | undefined;
    /** Slug of the city. */
    city?: string | undefined;
    /** Slugs of districts: a post in any of them is found. */
    districts?: ReadonlyArray<string> | undefined;
    /** Filters of single categories. */
    query?: SearchFilters | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** Filters of a search. Which of them a category has depends on the category. */
export interface SearchFilters {
    /** Brands and models, as in `Assets.brand_models`: any of them. */
    brandModel?: ReadonlyArray<string> | undefined;
    /** The year in which a car was made. */
    productionYear?: NumberRange | undefined;
    /** The distance that a car has been driven, in kilometres. */
    usage?: NumberRange | undefined;
    /** The size of a property, in square metres. */
    size?: NumberRange | undefined;
    /** The monthly rent. 1 toman is 10 rial. */
    rent?: TomanRange | undefined;
    /** The deposit of a rent. */
    credit?: TomanRange | undefined;
    /** Numbers of rooms as Persian words, such as `دو`: any of them. */
    rooms?: ReadonlyArray<string> | undefined;
    /** Only properties with a parking space. */
    onlyWithParking?: boolean | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A range of numbers, with both ends in it. An end that is not set is open. */
export interface NumberRange {
    /** The smallest number. */
    min?: number | undefined;
    /** The largest number. */
    max?: number | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A range of amounts of money, with both ends in it. An end that is not set is open. */
export interface TomanRange {
    /** The smallest amount. */
    min?: Tomans | undefined;
    /** The largest amount. */
    max?: Tomans | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The result of a search: at most the 100 newest posts. There are no further pages. */
export interface FoundPosts {
    /** The posts, newest first. */
    posts: Array<FoundPost>;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A post in the result of a search. `Posts.get` reads the whole post. */
export interface FoundPost {
    /** Its token. */
    token: PostToken;
    /** Slug of the leaf category. */
    category: string;
    /** Slug of the city. */
    city: string;
    /** Its title. */
    title: string;
    /** When it last changed. */
    lastModifiedAt?: Date;
    /** Its price. */
    price?: Price;
    /** What a post of real estate has. Posts of other categories have none of it. */
    realEstateFields?: RealEstateFields;
    /** What a post of a vehicle has. Posts of other categories have none of it. */
    vehiclesFields?: VehicleFields;
    /**
     * Members that this version does not know. Those of other categories, such as `jobs_fields`, are documented as empty.
     */
    extra: Extra;
}
/** What a post of real estate has in the result of a search. */
export interface RealEstateFields {
    /** The size, in square metres. */
    size?: number;
    /** The number of rooms, as a Persian word. */
    rooms: string;
    /** The monthly rent. */
    rent?: Price;
    /** The deposit. */
    credit?: Price;
    /** The rent of a day. 1 toman is 10 rial. */
    dailyRent?: Tomans;
    /** The floor. The ground floor is 0, which the platform leaves out. */
    floor?: number;
    /** The year in which it was built. */
    year?: number;
    /** Whether it has an elevator. */
    hasElevator: boolean;
    /** Whether it has a parking space. */
    hasParking: boolean;
    /** Members that this version does not know. */
    extra: Extra;
}
/** What a post of a vehicle has in the result of a search. */
export interface VehicleFields {
    /** The distance that it has been driven, in kilometres. */
    usage?: number;
    /** How it is sold in instalments. */
    installmentSale: string;
    /** The subtitle. */
    customPostSubtitle: string;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The posts of a user, in all states. */
export interface PostList {
    /** The posts. */
    posts: Array<ListedPost>;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A post in the list of a user's posts. */
export interface ListedPost {
    /** Its token. */
    token: PostToken;
    /** Its title. */
    title: string;
    /** Addresses of the images. */
    images: Array<string>;
    /** Slug of the leaf category. */
    category: string;
    /** Whether the phone number is hidden. */
    isPhoneHidden: boolean;
    /**
     * Whether the seller's chat assistant is on. Only one of the documents has this member
     * (docs/platform.md#contradiction-42).
     */
    supplierChatAssistantEnabled: boolean;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The businesses of a user. */
export interface BusinessList {
    /** The businesses. */
    businesses: Array<Business>;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A business of a user. */
export interface Business {
    /** Its token. */
    businessToken: BusinessToken;
    /** Its trade. */
    businessType: BusinessTrade;
    /** Its name. */
    brandName: string;
    /** What it says about itself. */
    brandDescription: string;
    /** The role of the user. */
    userRole: BusinessRole;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The profile image of a professional user. */
export interface ProfileImage {
    /** The id of the image. Empty if the user has none. */
    imageId: string;
    /** Its address. Empty if the user has none. */
    imageUrl: string;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The response to an upload. */
export interface UploadedImage {
    /** The name to use in a widget. */
    imageName: Image;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A message to a conversation, sent as the user who granted access. It has either a text or a media token. */
export interface Message {
    /** The text. In JSON it is `message`, with `type` beside it. */
    text?: string | undefined;
    /** The token of an image, video, voice recording or file that was uploaded for the chat. */
    mediaToken?: string | undefined;
    /** Buttons that the sending side sees. */
    senderButtons?: ButtonGrid | undefined;
    /** Buttons that the receiving side sees. */
    receiverButtons?: ButtonGrid | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A message of the app's chatbot. It has either a text or a media token. */
export interface BotMessage {
    /** The text. In JSON it is `"text_message"`, with `"type"` beside it. */
    text?: string | undefined;
    /** The token of an image, video, voice recording or file that was uploaded for the chat. */
    mediaToken?: string | undefined;
    /** Buttons under the message. */
    buttons?: ButtonGrid | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** Up to three rows of buttons. */
export interface ButtonGrid {
    /** The rows. */
    rows?: ReadonlyArray<ButtonRow> | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** Up to three buttons side by side. */
export interface ButtonRow {
    /** The buttons. */
    buttons?: ReadonlyArray<Button> | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A button under a message. */
export interface Button {
    /** The action of a click. */
    action: Action;
    /** The icon, under the name in the specification. */
    iconName?: Icon | undefined;
    /** The icon, under the newer name of the live platform (docs/platform.md#contradiction-5). */
    icon?: Icon | undefined;
    /** The caption. */
    caption: string;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The response to a message. */
export interface MessageSent {
    /** A status number whose meaning is not documented. */
    status?: number;
    /** The text that belongs to it. */
    message?: string;
    /** Members that could not be read and count as absent. The call has succeeded nevertheless. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/**
 * An amount in rial. 10 rial are 1 toman. Compare amounts by `.rials` or with `compareRials`: `<` and `===` compare
 * objects, not amounts. A number beyond 2^53 - 1 (9,007,199,254,740,991) that the platform sends is rounded, and one
 * that is given is refused.
 */
export interface Rials {
    /** The amount in rial. */
    rials: number;
}
/**
 * An amount in toman. 1 toman is 10 rial. Compare amounts by `.tomans`: `<` and `===` compare objects, not amounts. The
 * numbers have the limit of those of `Rials`.
 */
export interface Tomans {
    /** The amount in toman. */
    tomans: number;
}
/**
 * Changes of a post. Members that are absent stay unchanged: the request's list of changed members, `"update_mask"`, is
 * made from those that are set.
 */
export interface PostEdit {
    /** The new title. Not blank. */
    title?: string | undefined;
    /** The new description. Not blank. */
    description?: string | undefined;
    /** All images, none of them blank. They replace the current ones. */
    images?: ReadonlyArray<string> | undefined;
    /** Slug of the new city. Not blank. */
    city?: string | undefined;
    /** Slug of the new district. An empty text removes it. */
    district?: string | undefined;
    /** The new latitude in degrees. */
    latitude?: number | undefined;
    /** The new longitude in degrees. */
    longitude?: number | undefined;
    /** How exactly the place is shown from now on. */
    locationType?: LocationType | undefined;
    /** Whether the phone number is hidden from now on. */
    hidePhone?: boolean | undefined;
    /** Whether people can chat with the seller from now on. */
    chatEnabled?: boolean | undefined;
    /** The new video. */
    video?: PostVideo | undefined;
    /** New values of the category, by their names. Others stay. */
    categoryData?: object | undefined;
    /** Members that this version does not know. They are not sent. */
    extra?: object | undefined;
}
/** The video of a post, by the names that its upload returned. */
export interface PostVideo {
    /** The name of the video. Not blank. */
    name: string;
    /** The name of its thumbnail. Not blank. */
    thumbnailName: string;
    /** Its length in seconds, not negative. */
    duration: number;
    /** Members that this version does not know. */
    extra?: Extra | undefined;
}
/** The addresses for uploads of images and videos of posts. */
export interface PostUploadUrls {
    /** For images. */
    image?: UploadTarget;
    /** For videos. */
    video?: UploadTarget;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** An uploaded image of a post. */
export interface UploadedPostImage {
    /** The path by which a post names the image: see `PostDetails.images`. */
    path: string;
    /** The address of the image. */
    photoUrl: string;
    /** The address of its thumbnail. */
    thumbnailUrl: string;
    /** Members that could not be read and count as absent. The file is uploaded nevertheless. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** An uploaded video of a post. Its two names are those of a `PostVideo`. */
export interface UploadedPostVideo {
    /** The name of the video. */
    videoName: string;
    /** The address of the video. */
    videoUrl: string;
    /** The name of its thumbnail. */
    thumbnailName: string;
    /** The address of its thumbnail. */
    thumbnailUrl: string;
    /** Members that could not be read and count as absent. The file is uploaded nevertheless. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The statistics of a post for the last 7 days. */
export interface PostStats {
    /** How often the post was opened. */
    views?: PostCounts;
    /** How often it was shown in a list. */
    impressions?: PostCounts;
    /** How many chats began about it. */
    chats?: PostCounts;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A count for each day, and their sum. */
export interface PostCounts {
    /** The days. The platform omits a count of zero. */
    daily: Array<DailyCount>;
    /** The sum. */
    total: number;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The count of a day. */
export interface DailyCount {
    /** The day, as the platform writes it. */
    date: string;
    /** The count. */
    count: number;
    /** Members that this version does not know. */
    extra: Extra;
}
/**
 * What every post has, whatever its category. A submission needs the category, the title, the description, the city and
 * how exactly the place is shown.
 */
export interface PostDetails {
    /** Slug of the leaf category. Required in a submission, and not blank. */
    categorySlug: string;
    /** The title. Required in a submission, and not blank. */
    title: string;
    /** The description. Required in a submission, and not blank. */
    description: string;
    /** The images: the paths that their uploads returned, none of them blank. */
    images?: ReadonlyArray<string> | undefined;
    /** Slug of the city. Required in a submission, and not blank. */
    city: string;
    /** Slug of the district, if there is one. */
    district?: string | undefined;
    /** Latitude in degrees, from -90 to 90. Only together with the longitude. */
    latitude?: number | undefined;
    /** Longitude in degrees, from -180 to 180. Only together with the latitude. */
    longitude?: number | undefined;
    /** How exactly the place is shown. Required in a submission, also without a place. */
    locationType: LocationType;
    /** Whether the phone number is hidden. */
    hidePhone?: boolean | undefined;
    /** Whether people can chat with the seller. */
    chatEnabled?: boolean | undefined;
    /** The video, if there is one. */
    video?: PostVideo | undefined;
    /** Members that this version does not know. */
    extra?: Extra | undefined;
}
/** A post as its owner sees it. */
export interface OwnPost {
    /** What every post has. */
    generalData: PostDetails;
    /** What the category adds: an object. */
    categoryData: Json;
    /** The business of the post, if it has one. */
    businessData?: BusinessData;
    /** The state. */
    state: OwnPostState;
    /** Why the review rejected it, if it did. */
    rejectReason?: string;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A post to submit. */
export interface PostSubmission {
    /** The business that it belongs to. */
    businessToken: BusinessToken;
    /** What every post has. */
    generalData: PostDetails;
    /** What the category asks for, by its submit schema. */
    categoryFields?: object | undefined;
    /** Landline numbers to show, none of them blank. Only for a post that the app submits as itself, not as a user. */
    landlineNumbers?: ReadonlyArray<string> | undefined;
    /**
     * The form of the category, from `assets.submit_schema`. If it is set, `categoryFields` is checked against it before
     * the post is sent. The form itself is not sent.
     */
    schema?: SubmitSchema | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The response to a submission: the post is waiting for payment or for its review. */
export interface PostSubmitted {
    /** The token of the new post. */
    postToken: PostToken;
    /** Members that could not be read and count as absent. The call has succeeded nevertheless. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** Whether a user may submit posts. */
export interface SubmitPermission {
    /** Whether the user may submit a post now. */
    canSubmit: boolean;
    /** Members that this version does not know. */
    extra: Extra;
}
/**
 * The prices of the paid services of a post. An absent service is not offered for it, or its price could not be read,
 * which is in `issues`.
 */
export interface PostPricing {
    /** Moving the post to the top of its lists. */
    reorder?: ServicePrice;
    /** Publishing the post. */
    submit?: ServicePrice;
    /** Extending the post. */
    renew?: ServicePrice;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The price of a paid service. */
export interface ServicePrice {
    /**
     * The price. It is zero if the platform omits it. A price that cannot be read is not zero: the service is absent
     * then.
     */
    cost: Rials;
    /** Whether the service can be bought now. */
    available: boolean;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A payment for a service of a post, from the app's balance. */
export interface PostPayment {
    /**
     * The id that the app chooses for the transaction: a UUID of version 4, for one payment only. The payment is repeated
     * with the same id, so that nothing is paid twice.
     */
    id: string;
    /** A text of the app, which is returned with the transaction. */
    extraDetails?: string | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The response to a reordering that was paid. */
export interface PostReordered {
    /** The id of the transaction, as the app chose it. */
    id: string;
    /** What was paid. */
    cost?: Rials;
    /** Members that could not be read and count as absent. The call has succeeded nevertheless. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A payment for a service of a post, from the user's wallet. */
export interface Promotion {
    /** The service. */
    operation: PromotionOperation;
    /**
     * The id that the app chooses: a UUID of version 4. The same payment is repeated with the same id, and is never paid
     * twice.
     */
    id: string;
    /**
     * Whether it is paid from the personal wallet of the user, and not from that of a business. The documents do not
     * explain it further.
     */
    isPersonal?: boolean | undefined;
    /**
     * How long to wait for the outcome, in seconds, while the platform reconciles the payment: the call sends the same
     * payment with the same id again, first after 1 s, later every 10 s. More than 0, at most 24 hours. Without it the
     * call returns the first state. The time limit of the call is that of each request, not of the wait. It is not sent.
     */
    waitSeconds?: number | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The outcome of a payment from the user's wallet. */
export interface PromotionPayment {
    /** The state. */
    status: PayStatus;
    /** The id of the platform for the order. */
    orderId?: string;
    /** What was paid. */
    amount?: Rials;
    /** When it was paid. */
    paidAt?: Date;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The balance of the app. */
export interface Balance {
    /** The amount. It is zero if the platform omits it. */
    balance: Rials;
    /** Members that this version does not know. */
    extra: Extra;
}
/** Which transactions to list. Without anything: the newest. */
export interface TransactionQuery {
    /** The number of transactions on a page: 1 to 100. */
    pageSize?: number | undefined;
    /** The `nextPageToken` of the page before. */
    pageToken?: string | undefined;
    /** Members that this version does not know. They are not sent. */
    extra?: object | undefined;
}
/** A page of the app's transactions, the newest first. */
export interface TransactionPage {
    /** The transactions. */
    transactions: Array<Transaction>;
    /** The token of the next page. The last page has none; a page without transactions counts as the last one. */
    nextPageToken?: string;
    /** Members that could not be read and count as absent, and transactions that could not be read and are left out. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A report about a payment that the user made to the app. */
export interface PaymentReport {
    /** What the user paid. */
    amount: Rials;
    /** The app's profit in it. */
    profit: Rials;
    /** The services that the user paid for. */
    services?: ReadonlyArray<string> | undefined;
    /** The app's own id of the payment. It is unique, so a report is repeated with the same id. */
    referenceId: string;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/**
 * A post.
 *
 * The platform omits what is zero, false or empty, so an absent member is read as that value. `postHas` tells whether a
 * member was sent.
 */
export interface Post {
    /** Its token. */
    token: PostToken;
    /** Slug of the leaf category, such as `mobile-phones`. */
    category: string;
    /** Slug of the city. */
    city: string;
    /** Slug of the district. Many cities have none. */
    district: string;
    /** The state of the post. */
    state: PostState;
    /** Whether people can chat with the seller. */
    chatEnabled: boolean;
    /** Whether the seller's chat assistant is on. */
    supplierChatAssistantEnabled: boolean;
    /** Whether the phone number is hidden. Set in events only. */
    isPhoneHidden: boolean;
    /** When the post was first published. */
    firstPublishedAt?: Date;
    /** When it last changed. */
    lastModifiedAt?: Date;
    /** Data that depends on the category: an object with members of any kind. Money in it is in toman. */
    data: Json;
    /** The business of the post, if it has one. */
    businessData?: BusinessData;
    /** The members that were sent: see `postHas`. */
    presence: Presence;
    /** Members that could not be read and count as absent, or were read with a note. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The business of a post. */
export interface BusinessData {
    /** Its trade. */
    businessType: BusinessType;
    /** Its name. */
    businessName: string;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The price in the data of a post. */
export interface Price {
    /** The pricing mode, such as `FIXED`. */
    mode: string;
    /** The amount. 1 toman is 10 rial. */
    value?: Tomans;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A semantic record about a user or a post (docs/platform.md#user-semantics, #post-semantics). */
export interface SemanticRecord {
    /** The data: at least one value. */
    semantic?: Semantic | undefined;
    /** The payment ticket of the record: a UUID. */
    ticketUuid?: string | undefined;
    /** What the app charged. 10 rial are 1 toman. */
    cost?: Rials | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A semantic record about a user identified by id (docs/platform.md#user-semantics). */
export interface UserIdSemanticRecord {
    /** The phone number of the user. */
    phone: Phone;
    /** The data: at least one value. */
    semantic?: Semantic | undefined;
    /** The payment ticket of the record: a UUID. */
    ticketUuid?: string | undefined;
    /** What the app charged. 10 rial are 1 toman. */
    cost?: Rials | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The response to the creation of a semantic record. */
export interface RecordCreated {
    /** The id of the record, if the platform returned one. */
    id?: RecordId;
    /** Members that could not be read and count as absent. The call has succeeded nevertheless. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A request to check whether a payment ticket is valid for a service to a user. */
export interface TicketCheck {
    /** The ticket: a UUID. It arrives in the direct link of the app. */
    ticketUuid: string;
    /** What the service costs, in rial: at most 2,147,483,647, because the platform reads 32 bits. */
    serviceCost: Rials;
    /** The id of the user. Set this, the phone number, or both. */
    userId?: UserId | undefined;
    /** The phone number of the user. Set this, the id, or both. */
    phoneNumber?: Phone | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** The response about a valid ticket. */
export interface ValidTicket {
    /** What the issuer of the ticket put into it: any JSON. `null` if there is nothing. */
    issuerPayload: Json;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The user of an access token. Its members depend on the scopes `USER_PHONE` and `USER_ID`. */
export interface User {
    /** The phone number; needs `USER_PHONE`. */
    phoneNumber?: Phone;
    /** The id of the user for this app; needs `USER_ID`. */
    userId?: UserId;
    /** The older name of `phoneNumber`. */
    phoneNumbers: Array<Phone>;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The phone numbers of a user, in the form of the specification. */
export interface PhoneNumbers {
    /** The numbers. */
    phoneNumbers: Array<Phone>;
    /** Numbers that could not be read and are left out. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A request for the id of the user with a phone number. */
export interface UserIdQuery {
    /** The number. */
    phone: Phone;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The id of the user with a phone number. */
export interface UserIdResponse {
    /** The id of the user for this app. */
    userId?: UserId;
    /** Members that this version does not know. */
    extra: Extra;
}
/** A wide button. */
export interface ButtonBar {
    /** At most 49 characters. */
    title: string;
    /** The action of a click. */
    action: Action;
    /** In JSON this is beside the widget's name, not inside the widget. */
    semanticPaths?: SemanticPaths | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A selectable row, with an image or an icon. */
export interface SelectorRow {
    /** At most 200 characters. */
    title: string;
    /** An uploaded image, or the app's logo. */
    imageId?: Image | undefined;
    /** An icon. */
    iconName?: Icon | undefined;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** The action of a click. */
    action?: Action | undefined;
    /** In JSON this is beside the widget's name, not inside the widget. */
    semanticPaths?: SemanticPaths | undefined;
    /**
     * Members that this version does not know. `label` is one: only one table shows it (docs/platform.md#widget-fields).
     */
    extra?: object | undefined;
}
/**
 * A title with a subtitle, a label and an image or an icon.
 *
 * The image has two names: `"image_url"` in the specification, and `"image_id"` on the live platform, which is newer
 * (docs/platform.md#contradiction-3). They are separate members and are written as given. An argument `image` of a row
 * means the first of them, and errors have its name.
 */
export interface EventRow {
    /** At most 24 characters. */
    title: string;
    /** The text under the title: at most 59 characters. */
    subtitle?: string | undefined;
    /** The text at the end of the row: at most 15 characters. */
    label?: string | undefined;
    /** An uploaded image, or the app's logo, under the name in the specification. */
    imageUrl?: Image | undefined;
    /** An uploaded image, or the app's logo, under the newer name. */
    imageId?: Image | undefined;
    /** An icon. */
    iconName?: Icon | undefined;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** In JSON this is beside the widget's name, not inside the widget. */
    semanticPaths?: SemanticPaths | undefined;
    /**
     * Members that this version does not know. `action` is one: examples show it, the interface description does not have
     * it (docs/platform.md#contradiction-32).
     */
    extra?: object | undefined;
}
/** An image carousel. The maximum number of images is not documented. */
export interface ImageCarouselRow {
    /** The images, in order. */
    items?: ReadonlyArray<CarouselItem> | undefined;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** In JSON this is beside the widget's name, not inside the widget. */
    semanticPaths?: SemanticPaths | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** One image of an `ImageCarouselRow`. */
export interface CarouselItem {
    /** An uploaded image, or the app's logo. */
    imageId: Image;
    /** Text under the image. Its limit is not documented. */
    description?: string | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A score: a percentage or a word, exactly one of the two. */
export interface ScoreRow {
    /** At most 25 characters. */
    title: string;
    /** The score in percent, from 0 to 100. Zero is written: it differs from no score. */
    percentageScore?: number | undefined;
    /** The score in words: at most 17 characters. */
    descriptiveScore?: string | undefined;
    /** Colour of the score. */
    scoreColor?: Color | undefined;
    /** An icon. */
    iconName?: Icon | undefined;
    /** Whether a line is drawn under the row. Written `hasDivider`, as the specification spells it for this widget. */
    hasDivider?: boolean | undefined;
    /** The action of a click. */
    action?: Action | undefined;
    /** In JSON this is beside the widget's name, not inside the widget. */
    semanticPaths?: SemanticPaths | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A scale of three sections with an indicator on it. */
export interface EvaluationRow {
    /** Text on the indicator. Its limit is not documented. */
    indicatorText: string;
    /** Position of the indicator, from 0 (left edge) to 100 (right edge). */
    indicatorPercentage: number;
    /** Icon of the indicator. */
    iconName?: Icon | undefined;
    /** The left section. */
    left?: EvaluationSection | undefined;
    /** The middle section. */
    middle?: EvaluationSection | undefined;
    /** The right section. */
    right?: EvaluationSection | undefined;
    /** In JSON this is beside the widget's name, not inside the widget. */
    semanticPaths?: SemanticPaths | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** One section of an `EvaluationRow`. */
export interface EvaluationSection {
    /** At most 18 characters. */
    text: string;
    /** Colour of the section. */
    sectionColor?: Color | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A title. */
export interface TitleRow {
    /** At most 49 characters. */
    text: string;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** In JSON this is beside the widget's name, not inside the widget. */
    semanticPaths?: SemanticPaths | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A smaller title. */
export interface SubtitleRow {
    /** At most 200 characters. */
    text: string;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** In JSON this is beside the widget's name, not inside the widget. */
    semanticPaths?: SemanticPaths | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A paragraph. */
export interface DescriptionRow {
    /** At most 200 characters, unless `expandable`. */
    text: string;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** Whether the text is shortened until the user taps it. Then the limit of 200 characters does not apply. */
    expandable?: boolean | undefined;
    /** In JSON this is beside the widget's name, not inside the widget. */
    semanticPaths?: SemanticPaths | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** Two or three facts side by side. */
export interface GroupInfoRow {
    /** Two or three. */
    items?: ReadonlyArray<GroupInfoItem> | undefined;
    /** Whether a line is drawn under the row. */
    hasDivider?: boolean | undefined;
    /** In JSON this is beside the widget's name, not inside the widget. */
    semanticPaths?: SemanticPaths | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** One fact of a `GroupInfoRow`. */
export interface GroupInfoItem {
    /** At most 50 characters. */
    title: string;
    /** At most 100 characters. */
    value: string;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A login to start: the scopes to request, and what to store until the user returns. */
export interface Login {
    /**
     * The scopes to request. With that of offline access the grant can be refreshed after its first access token ends.
     */
    scopes?: ReadonlyArray<Scope> | undefined;
    /**
     * A value that binds the login to the browser that starts it: that of a session cookie, or another one that only this
     * browser can present again. The callback must be called with the same value.
     */
    sessionId: string;
    /**
     * The app's own id of the user, such as the primary key of its table of users. The same user and scopes always have
     * the same grant, so that a new login replaces the old one.
     *
     * Do not use a session id, a cookie or another secret: the id is stored with the grant and appears in `GrantInfo` and
     * in reports. Omit it if the app does not know its user yet.
     */
    user?: string | undefined;
    /** The path of the app to continue at after the login. The callback returns it. */
    returnTo?: string | undefined;
    /** A registered redirect URI to use instead of the client's. */
    redirectUri?: string | undefined;
    /**
     * What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none` alone. Like the
     * next two it is a standard parameter that the platform does not document and may ignore.
     */
    prompt?: string | undefined;
    /** The user who is about to log in, such as a phone number, so that the page can fill it in. */
    loginHint?: string | undefined;
    /** The languages of the page in order of preference: tags of BCP 47 separated by spaces, such as `fa en`. */
    uiLocales?: string | undefined;
}
/** A started login. */
export interface Authorization {
    /** The address to redirect the user's browser to. It contains the `state`, so do not log it. */
    url: string;
    /** The `state` in the address. The app does not need it: the client stores it. */
    state: string;
}
/**
 * What the span of a call records. It contains no id of a user or a post, no address of a request, no body and no
 * credential.
 */
export interface CallTrace {
    /**
     * The attributes of the span, which describe the last request: `http.request.method`, `http.request.resend_count`,
     * `http.response.status_code`, `server.address`, `server.port`, `url.template` (the path with the names of its
     * variable segments) and `open_platform.request_id`; `error.type` and `open_platform.error` if the call has failed. A
     * call that has failed before it sent a request has only these two, and so has a cancelled one.
     */
    attributes: Array<TraceAttribute>;
    /** The requests that were sent again, in their order: the events `retry` of the span. */
    retries: Array<TracedRetry>;
}
/** An attribute of a span or an event: a text or a number. */
export interface TraceAttribute {
    /** The name. */
    name: string;
    /** The value, if it is a text. */
    text?: string;
    /** The value, if it is a number. */
    number?: number;
}
/** A request that was sent again. */
export interface TracedRetry {
    /** The attributes of the event: those of a span, and `open_platform.retry` with the reason. */
    attributes: Array<TraceAttribute>;
    /** How long before the end of the call the request ended, in seconds. */
    secondsBeforeEnd: number;
}
/** One request of a call, once its outcome is known. */
export interface Attempt {
    /** Name of the endpoint, such as `posts.get`; `request` for one that has no method here. */
    endpoint: string;
    /** HTTP method. */
    method: string;
    /** Host of the address, and its port where one is set. */
    server: string;
    /**
     * Path of the endpoint with the names of its variable segments, such as `/v1/open-platform/posts/{post_token}`. Empty
     * for an endpoint that has no method here.
     */
    path?: string;
    /** The number of this request in its call, from 1. */
    attempt: number;
    /** HTTP status of the response. Empty if there was none. */
    status?: number;
    /** Why there was no response: `connect`, `tls`, `interrupted`, `deadline`, `too_large`, `redirect` or `protocol`. */
    error?: string;
    /** How long the request took, in seconds. */
    durationSeconds: number;
    /** The id that the platform gave the request, or else the one that was sent with it. */
    requestId?: string;
    /**
     * Why the request is sent again: `server` after a 408 or 5xx, `rate_limited` after a 429, `not_sent` if it never
     * left, `interrupted` if the connection broke, `unauthorized` after a 401, or after a call of a phone whose token
     * lacked a scope, with a newer token. Empty if it is not.
     */
    retry?: string;
    /** How long the client waits before it is sent again, in seconds. Empty if it is not. */
    waitSeconds?: number;
}
/**
 * One request of a token refresh, once its outcome is known. The request itself has an `Attempt`, too, with the
 * endpoint `oauth.refresh`.
 */
export interface Refresh {
    /**
     * `refreshed`; `invalid_grant` if the refresh token is not accepted; `invalid_client` if the app's credentials are
     * not; `refused` for another refusal; `unavailable` if it may work later; `redirect`; `unreadable`.
     */
    outcome: string;
    /** The number of this request in its refresh, from 1. */
    attempt: number;
    /** How long the request took, in seconds. */
    durationSeconds: number;
    /**
     * Why there is a refresh: `due` if the token has ended or is about to, `refused` if the platform has refused it or
     * the app has asked for a new one.
     */
    reason: string;
}
/** One request of the platform to a webhook, once its response is known. */
export interface ReceivedHook {
    /** `event`, `start` or `action`. */
    kind: string;
    /**
     * Name of the event's type, such as `new_message`; `unknown` for a type that this version does not know, `malformed`
     * for an event that cannot be parsed. Empty for other requests, and for a request that was refused.
     */
    eventType?: string;
    /**
     * `handled`: its handler has returned. `stored`: it is in an inbox. `ignored`: it has no handler. `duplicate`: a
     * repetition of an event that was handled or stored before. `in_progress`: a repetition of an event that is being
     * handled. `refused`: it is not authentic or not readable. `failed`: its handler has failed. `unavailable`: it could
     * not be stored or looked up.
     */
    outcome: string;
    /** HTTP status of the response. */
    status: number;
    /** Why it was refused. Empty if it was not. */
    reason?: string;
    /** How long it took until the response was known, in seconds. */
    durationSeconds: number;
}
/** One attempt to handle an event of an inbox, once its end is stored. */
export interface HandledEvent {
    /**
     * Name of the event's type, such as `new_message`; `unknown` for a type that this version does not know, `malformed`
     * for an event that cannot be parsed.
     */
    eventType: string;
    /**
     * `acknowledged`; `retried` if it failed and is handled again later; `dead_letter` if it failed and is not;
     * `released` if its worker stopped and another one handles it.
     */
    outcome: string;
    /** The number of this attempt, from 1. */
    attempt: number;
    /**
     * How long the worker had the event, in seconds, by the clock of the inbox. Empty for an event that was handed out by
     * an earlier version.
     */
    durationSeconds?: number;
    /** How long until the event is handled again, in seconds. Empty if it is not `retried`. */
    waitSeconds?: number;
}
/** The scopes and permissions that calls and events need. */
export interface Requirements {
    /**
     * The smallest scope of each call and event, without duplicates: what to request from the user. A scope of one object
     * is given as a template, such as `POST_ADDON_CREATE.<post_token>`. Of `users.me` both scopes are here, because each
     * gives a member of its own: request only that of the member that the app reads.
     */
    scopes: Array<string>;
    /** Broader scopes that can be used instead. */
    alternatives: Array<Alternative>;
    /** Permissions that the API key needs. They are requested in the console, by ticket. */
    permissions: Array<string>;
}
/** A broader scope that can be used instead of a small one. */
export interface Alternative {
    /** The smallest scope. */
    smallest: string;
    /** The broader scope. */
    broader: string;
}
/** A scope of the table as plain values. */
export interface ScopeRow {
    /** The name in requests, without an identifier. */
    name: string;
    /** The name of the identifier, such as `"post_token"`, if it is tied to an object. */
    identifier?: string;
    /** What it lets the app do. */
    purpose: string;
}
/** The data of a grant, without its secrets. */
export interface GrantInfo {
    /** The key of the grant. */
    key: GrantKey;
    /** The app's name for the user, if the login gave one. */
    user?: string;
    /**
     * The platform's id of the user for this app, as events contain it. Known once `me` was called with this grant, by
     * the app or by a `Keeper`. That call needs the scope `USER_ID`.
     */
    userId?: UserId;
    /** Whether the grant can be used. */
    state: GrantState;
    /** Why the grant ended, if it did. */
    reason?: string;
    /** The granted scopes. */
    scopes: Array<string>;
    /** The scopes that were requested and not granted. */
    missingScopes: Array<string>;
    /** The number of the current token pair of this grant, counted from 1. */
    generation: number;
    /** Whether there is a refresh token. Without one the grant ends with its access token. */
    renewable: boolean;
    /** When the user logged in. */
    consentAt: Date;
    /** When the access token ends. It is refreshed before that. */
    accessExpiresAt: Date;
    /** The platform named no usable lifetime, and 3600 s were assumed. */
    expiryAssumed: boolean;
    /**
     * When the refresh token ends, 30 days after it was issued (docs/platform.md#token-lifetimes). Whether the platform
     * counts from the last refresh, as assumed here, or from the login, is not documented.
     */
    refreshExpiresAt?: Date;
    /**
     * Set when the refresh token gets old, by the same count. A `Keeper` refreshes grants before that. Without a keeper,
     * call `Grants.list` once a day and refresh the idle grants.
     */
    warning?: GrantWarning;
    /** How many refreshes have failed in a row. */
    refreshFailures: number;
    /**
     * The tokens are new and not in the store yet, because it failed. They are kept in memory and stored as soon as
     * possible.
     */
    unsaved: boolean;
}
/** A period in which events may be missing. Read the data of that period from the API instead. */
export interface Gap {
    /** When the old token ended. */
    from: Date;
    /** When the platform accepted the subscription again. */
    to: Date;
}
/** A wanted subscription and its status. */
export interface SubscriptionInfo {
    /** The wanted subscription. */
    subscription: Subscription;
    /** Its status. */
    status: SubscriptionStatus;
    /** The generation of the grant's tokens with which it was last accepted. */
    boundGeneration?: number;
    /** When it was last accepted. */
    boundAt?: Date;
    /** When it ends without a renewal. */
    validUntil?: Date;
    /** Why the last attempt failed, if it did. */
    lastError?: string;
    /** The last period in which events may have been missed. */
    gap?: Gap;
}
/** A failed check of a store or a transport. */
export interface ConformanceFailure {
    /** The name of the check: the expected behaviour. */
    check: string;
    /** What happened instead. */
    problem: string;
}
/** A scripted response of the platform. */
export interface ScriptedResponse {
    /** HTTP status. */
    status: number;
    /** Headers by name. The case of names does not matter. */
    headers: Record<string, string>;
    /** The complete body. */
    body: Uint8Array;
}
/** A scripted failure: the request gets no response. */
export interface NoResponse {
    /** What failed. */
    kind: TransportErrorKind;
    /**
     * Whether the platform may have received the request. By default `false` for `connect` and `tls`, and `true` for the
     * other kinds.
     */
    mayHaveArrived?: boolean | undefined;
}
/** A request as it was sent, including credentials. */
export interface RecordedRequest {
    /** HTTP method, in upper case. */
    method: string;
    /** The absolute address. */
    url: string;
    /** Headers by name in lower case. Repeated headers are joined by `, `. */
    headers: Record<string, string>;
    /** The complete body. Empty if there is none. */
    body: Uint8Array;
    /** The time limit of the exchange, in seconds. */
    timeoutSeconds: number;
}
/** Tokens of the token endpoint. Their text form does not show them. */
export interface Tokens {
    /** The access token, with which a client acts for the user. */
    accessToken: string;
    /** The refresh token. Only if `offline_access` was granted. */
    refreshToken?: string | undefined;
    /**
     * When the access token ends, by the clock of this machine: its lifetime after the time at which the request was
     * sent.
     */
    expiresAt: Date;
    /** Whether the response named no lifetime, so that 3600 s were assumed. */
    expiryAssumed?: boolean | undefined;
    /**
     * The granted scopes. Empty if the response to a code named none. A response to a refresh that names none leaves them
     * unchanged (RFC 6749 section 5.1).
     */
    scopes?: ReadonlyArray<string> | undefined;
}
/** One webhook request from the platform. */
export interface Delivery {
    /** The event. */
    event: Event | UnknownEvent | MalformedEvent;
    /** The object given with the subscription. */
    metadata?: Json;
    /** The grant of the user of the event: the text `grant` in the metadata, where the app has put it. */
    grant?: GrantKey;
    /** Whether it came in the legacy form, `CHAT_MESSAGE`. */
    legacy: boolean;
    /** What was unusual about the body. */
    notes: Array<string>;
    /**
     * Equal for deliveries of the same event. It is made from the id of the message, from the id and the state of the
     * transaction, or else from the SHA-256 of the body without its metadata and the white space between its tokens.
     * Every id of 1 to 256 bytes is used, whether it is a UUID or not. UUIDs are compared without regard to case.
     */
    dedupeKey: string;
    /** How long `dedupeKey` identifies the same event, in seconds; `undefined` means without end. */
    dedupeWindowSeconds?: number;
    /**
     * A checksum of the body without its metadata (XXH3, 128 bits), as 32 hexadecimal digits. If two deliveries have the
     * same `dedupeKey` but different digests, they contradict each other and neither is a repetition. It detects
     * differences, not forgery.
     */
    bodyDigest: string;
    /** Members beside the event that this version does not know. Those of an unknown event are in its body. */
    extra: Extra;
}
/** The options of hooks, the receiver of the platform's requests. */
export interface WebhookOptions {
    /** The maximum size of a body in bytes: 256 KiB by default. */
    bodyLimit?: number | undefined;
    /** The time limit for reading a body: 8.5 seconds by default. One that takes longer is refused with 408. */
    bodyTimeoutMs?: number | undefined;
    /** The age from which on a message is stale: 72 hours by default. */
    staleAfterMs?: number | undefined;
    /**
     * Whether stale messages are refused with 403. Off by default: anybody who has the key can set any time in a message,
     * and a message that the platform delivers late would be lost.
     */
    rejectStale?: boolean | undefined;
}
/** A complete HTTP response for the web framework to send. */
export interface Reply {
    /** HTTP status. */
    status: number;
    /** `Content-Type`, if there is a body. */
    contentType?: string;
    /** Further headers, by name. */
    headers: Record<string, string>;
    /** The complete body. */
    body: Uint8Array;
    /**
     * Whether to close the connection afterwards. There is no header for it here, because some servers (WSGI, HTTP/2)
     * forbid it.
     */
    close: boolean;
}
/**
 * A user opens the app: respond with the address to open, a `StartReply`.
 *
 * Both versions are read into this type; it is written as version 2. Members that the platform omitted are `undefined`.
 */
export interface StartRequest {
    /** The version that was sent. */
    version: StartVersion;
    /** Where the user came from; unknown and empty in version 1. */
    source: StartSource;
    /** The post. */
    postToken?: PostToken;
    /** The conversation. */
    conversationId?: ConversationId;
    /** The user's side in the conversation. In version 1 it is found by comparing `userId` with the two sides. */
    userSide?: UserSide;
    /** The user who clicked, if logged in. */
    userId?: UserId;
    /** The other user of the conversation; version 1 only. */
    peerId?: UserId;
    /** The `data` of the action that was clicked. */
    extraData?: Json;
    /** The location that was shared in the chat; version 1 only. */
    location?: Json;
    /**
     * Where old documents tell the app to send the user at the end. It is untrusted input: check it before a redirect, or
     * preferably send the user to the platform's fixed address (docs/platform.md#completion).
     */
    completionUrl?: string;
    /** What was unusual about the request. */
    notes: Array<string>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The response to a start request. */
export interface StartReply {
    /** The address to open for the user. */
    url: string;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/** A user clicked a button with a dynamic action: respond with what to do, a `DynamicActionReply`. */
export interface DynamicActionRequest {
    /** Where the button is. */
    touchpoint: Touchpoint;
    /** The post. */
    postToken?: PostToken;
    /** The conversation. */
    conversationId?: ConversationId;
    /** The user's side in the conversation. */
    userSide?: UserSide;
    /** The user who clicked. */
    userId?: UserId;
    /** The `data` of the action. */
    extraData?: Json;
    /** Members that could not be read and count as absent. */
    issues: Array<FieldIssue>;
    /** Members that this version does not know. */
    extra: Extra;
}
/** The response to a dynamic action: an action, a short text, or both. */
export interface DynamicActionReply {
    /** The action to carry out. */
    action?: Action | undefined;
    /** A text that is shown for a moment. */
    textMessage?: string | undefined;
    /** Members that this version does not know. */
    extra?: object | undefined;
}
/**
 * A user opened the app's chatbot from another place of the platform. The platform only sends it as the text of an
 * ordinary chatbot message, such as `/start MY_POST gZd7omnS` (docs/platform.md#chatbot-start).
 */
export interface BotStart {
    /** The place. */
    touchpoint: Touchpoint;
    /** The post, if the place is a post. */
    postToken?: PostToken;
    /** The conversation, if the place is a conversation. */
    conversationId?: ConversationId;
}
/**
 * The query of a direct link: the user's browser opens the app's own address (docs/platform.md#direct-links).
 *
 * It is not authenticated: anyone can open the address with any post token.
 */
export interface DirectLink {
    /** The post, if the user came from one. */
    postToken?: PostToken;
    /** Where old documents tell the app to send the user at the end. Check it before a redirect. */
    completionUrl?: string;
    /** A payment ticket. */
    ticketUuid?: string;
    /** The app. */
    appSlug?: string;
    /** Further parameters, which depend on the category. */
    parameters: Record<string, string>;
}
