// Made by scripts/types.mjs from the Rust core. Do not edit: `npm run types` writes it anew.

import type {
  Acceptance,
  AccessRights,
  AddonCreated,
  Adoption,
  AppAccess,
  AppStep,
  AssetList,
  Attempt,
  Authorization,
  Balance,
  BotMessage,
  BotMessageSent,
  BotStart,
  BusinessAddon,
  BusinessList,
  CallTrace,
  ChatMessage,
  ChatUploadToken,
  ConformanceFailure,
  ConversationRecord,
  CustomButton,
  DeadLetter,
  Delivery,
  DirectLink,
  DynamicActionReply,
  DynamicActionRequest,
  Ending,
  EndpointRow,
  ErrorReport,
  Event,
  FieldIssue,
  FoundPosts,
  GatewayOptions,
  GrantInfo,
  GrantKey,
  GrantPage,
  HandledEvent,
  HookLog,
  HookStep,
  Hosts,
  Image,
  InboxCounts,
  InboxItem,
  InboxOptions,
  Json,
  JsonInput,
  KeeperReport,
  LegacyMessage,
  LegacyPostAddon,
  LegacyPostEdit,
  LegacyUploadUrl,
  LegacyUserAddon,
  LegacyVerification,
  Login,
  LoginOutcome,
  LoginStep,
  MediaUploadUrls,
  Message,
  MessageSent,
  Migrated,
  NackOutcome,
  OwnPost,
  PaymentReport,
  Phone,
  PhoneNumbers,
  Post,
  PostAddon,
  PostEdit,
  PostList,
  PostPayment,
  PostPricing,
  PostReordered,
  PostSearch,
  PostStats,
  PostSubmission,
  PostSubmitted,
  PostUploadUrls,
  Price,
  ProfileImage,
  Promotion,
  PromotionPayment,
  RawResponse,
  ReceivedHook,
  RecordCreated,
  RecordedRequest,
  Refresh,
  Reply,
  Requirements,
  Rials,
  Scope,
  ScopeRow,
  ScriptedOutcome,
  Semantic,
  SemanticRecord,
  StartReply,
  StartRequest,
  SubmitPermission,
  SubmitSchema,
  Subscription,
  SubscriptionInfo,
  SubscriptionType,
  TicketCheck,
  TicketProblem,
  Tokens,
  Tomans,
  Transaction,
  TransactionPage,
  TransactionQuery,
  UnreadableGrant,
  UploadedChatMedia,
  UploadedImage,
  UploadedPostImage,
  UploadedPostVideo,
  User,
  UserAddon,
  UserId,
  UserIdSemanticRecord,
  ValidTicket,
  WebhookOptions,
  Widget,
  WorkerLog,
  WorkerOptions,
} from './model.js'
import type { Logger } from './observe.js'
import type { RecordStore } from './stores.js'

/** The return value of a method that has started a call: nothing. The result arrives later. */
export type Call<T> = void | { readonly value: T }

/** An argument of a native function. */
type Argument<T> = T extends Array<infer Item> ? readonly Item[] : T

/** An image: its bytes, or the path of its file. */
export type UploadSource = Uint8Array | string

/** A line of the log. */
export interface LogLine {
  /** The method of the logger: `debug`, `info` or `warn`. */
  level: string
  text: string
}

/** A request to an endpoint that the client has no method for. */
export interface RawRequest {
  /** HTTP method, such as `GET`. */
  method: string
  /** The segments of the path, as plain text: they are checked and percent-encoded. */
  segments?: ReadonlyArray<string> | undefined
  /**
   * The host: `base` by default, `api`, `upload` or `auth`. Requests to the last two carry neither key nor token. The host of
   * chat media takes only uploads with a token of their own: `chatbot.uploadImage` and its like.
   */
  host?: 'base' | 'api' | 'upload' | 'auth' | undefined
  /** Query parameters, as pairs of plain text. */
  query?: ReadonlyArray<readonly [string, string]> | undefined
  /** The body, as JSON. */
  body?: JsonInput | undefined
  /** The body, as bytes that are sent as they are, in place of `body`: an image. */
  content?: Uint8Array | undefined
  /** The media type of `content`. */
  contentType?: string | undefined
  /** The body, as a form with fields and files (`multipart/form-data`), in place of `body`. Names are escaped as browsers do. */
  form?: ReadonlyArray<FormPart> | undefined
  /** When it may be sent again: by default `safe` for GET and HEAD, and `not_processed` for all others. */
  retry?: 'safe' | 'safe_once' | 'not_processed' | undefined
  /** The largest body of the response, in bytes: 2 MiB by default, and 64 KiB from the authorization server. */
  maxResponse?: number | undefined
}

/** A field or a file of a form (`multipart/form-data`). */
export interface FormPart {
  /** The name of the field. */
  name: string
  /** The value of the field, or the whole file. Bytes are sent unchanged, and text is sent in UTF-8. */
  content: string | Uint8Array
  /** The name of the file. A part without one is a field. */
  fileName?: string | undefined
  /** The media type of the part: by default `application/octet-stream` for a file, and none for a field, which means text. */
  contentType?: string | undefined
}

/** What one call may have of its own. */
export interface CallOptions {
  /**
   * How long the whole call may take, in milliseconds: refresh, all attempts and the waits between them. More than 0, at
   * most 24 hours.
   */
  timeoutMs?: number | undefined
  /** Whether an add-on on a post may be sent again after an unclear outcome. */
  repeatPostAddons?: boolean | undefined
  /** Whether the records of its requests are delivered before its result. */
  collects?: boolean | undefined
  /** The header `traceparent` of its requests, if it collects their records. */
  traceparent?: string | undefined
  /** The header `tracestate` of its requests. */
  tracestate?: string | undefined
}

/** How often and how long to try again. */
export interface Retry {
  /**
   * The maximum number of attempts per request, including the first. 1 turns retries off. A request that changes
   * something is only sent again if the platform provably did not act on it. 3 by default; at least 1.
   */
  maxAttempts?: number | undefined
  /**
   * The base of the backoff after a connection failure or a 5xx: the wait before the n-th retry is random, up to this
   * times 2^(n-1). In milliseconds, 100 by default.
   */
  transientBaseMs?: number | undefined
  /** The base of the backoff after a 429. In milliseconds, 1,000 by default. */
  throttledBaseMs?: number | undefined
  /** The maximum backoff. In milliseconds, 5,000 by default. */
  maxBackoffMs?: number | undefined
  /**
   * The maximum `Retry-After` that is waited for. If it is longer, the call fails at once, and the error says how long
   * to wait. In milliseconds, 60,000 by default.
   */
  maxRetryAfterMs?: number | undefined
}

/**
 * How a client is set up. What is not given comes from the environment. No credential is required: a call that needs
 * one that is not set says so.
 */
export interface Settings {
  /** The API key of the app, sent as `x-api-key`. */
  apiKey?: string | undefined
  /** The slug of the app in the console. It is no secret. */
  clientId?: string | undefined
  /** The client secret of the app. */
  clientSecret?: string | undefined
  /**
   * The redirect address of logins. It must equal one of the addresses allowed in the console, byte for byte: `https`,
   * or `http` on a loopback address; no query, no fragment, no user name.
   */
  redirectUri?: string | undefined
  /** The keys with which the platform authenticates its requests. During a key change set the old and the new one. */
  identificationKeys?: ReadonlyArray<string> | undefined
  /**
   * The addresses of the platform: authorization server, main API, second API host, image upload, upload of media of
   * chats. The live platform by default.
   */
  hosts?: Hosts | undefined
  /** The address of a sandbox, instead of the hosts of the platform. All requests are sent there. */
  sandboxUrl?: string | undefined
  /**
   * Whether `http://` addresses are allowed that are not loopback. Everyone on the network path can then read the
   * credentials. For a sandbox in another container or beside an emulator, never for the live platform. Off by default.
   */
  allowPlainHttp?: boolean | undefined
  /**
   * Whether logins use PKCE (RFC 7636, S256), without which an intercepted authorization code can be used. Off by
   * default: the platform does not document it. On by default on a phone.
   */
  pkce?: boolean | undefined
  /**
   * Whether a refresh request omits `code`, the current access token. Off by default: the specification requires it,
   * RFC 6749 does not define it (docs/platform.md#contradiction-15).
   */
  omitRefreshCode?: boolean | undefined
  /**
   * The time limit of a call, including a token refresh, all attempts and the waits between them. In milliseconds,
   * 15,000 by default; more than 0, at most 24 hours.
   */
  timeoutMs?: number | undefined
  /** The time limit of an upload. In milliseconds, 60,000 by default; more than 0, at most 24 hours. */
  uploadTimeoutMs?: number | undefined
  /**
   * The maximum size of an uploaded image of an add-on or a post, in bytes. 5,000,000 by default: an assumption, the
   * platform states a limit only for images in chats (docs/platform.md#chat-media); at least 1.
   */
  maxImageBytes?: number | undefined
  /**
   * The maximum size of an uploaded video of a post, in bytes. 50,000,000 by default: an assumption, the platform
   * states a limit only for videos in chats (docs/platform.md#chat-media); at least 1.
   */
  maxVideoBytes?: number | undefined
  /**
   * Whether images of add-ons and posts may be PNG, too. Off by default: the platform prefers JPEG, and its documents
   * do not say how it treats other formats (docs/platform.md#image-upload).
   */
  allowPng?: boolean | undefined
  /**
   * The maximum length of a message, in characters. 4,096 by default: an assumption, the platform states no limit; at
   * least 1.
   */
  maxMessageChars?: number | undefined
  /**
   * The maximum length of a button's caption, in characters. 256 by default: an assumption, the platform states no
   * limit; at least 1.
   */
  maxCaptionChars?: number | undefined
  /**
   * The maximum length of an image name in an add-on, in characters. 256 by default: an assumption, the platform states
   * no limit; at least 1.
   */
  maxImageNameChars?: number | undefined
  /**
   * The maximum size of the JSON body of a call, in bytes. Texts and objects in it for which the platform states no
   * limit have no other one. Uploads and raw requests do not have this limit. Hooks and gateways refuse more than their
   * own limit of a body, by default 256 KiB. 1,048,576 by default: a choice of the SDK that only stops mistakes; at
   * least 1.
   */
  maxBodyBytes?: number | undefined
  /**
   * The maximum number of buttons of a message, both sides together. 9 by default: the specification says so. Newer
   * documents allow nine for each side, which is 18 (docs/platform.md#send-message).
   */
  maxButtons?: number | undefined
  /**
   * The maximum time between the start of a login and the user's return. In milliseconds, 600,000 by default: a choice
   * of the SDK, the platform states no limit; more than 0, at most 24 hours.
   */
  loginLifetimeMs?: number | undefined
  /**
   * The maximum number of pending logins in the store. If there are more, the oldest are deleted, and their users have
   * to start again, so that login requests without end cannot fill the store. For a short time there may be a tenth
   * more. Logins that nobody completed are deleted in the background, about 20 minutes after their start. 20,000 by
   * default: about 12 MB; at least 1.
   */
  maxPendingLogins?: number | undefined
  /**
   * How long the platform's lists of values are used again without a request: the responses of the calls of `assets`,
   * at most 256 of them. Off by default: each call sends a request. In milliseconds; more than 0, at most 24 hours.
   */
  assetMaxAgeMs?: number | undefined
  /**
   * The store of grants and pending logins: an address such as `sqlite:///var/lib/app/grants.db`,
   * `postgres://app@db/app` or `redis://cache/0`, or a custom store. By default the store is in memory: after a restart
   * all users have to log in again.
   */
  store?: string | RecordStore | undefined
  /**
   * The keys that encrypt the store: 32 random bytes each in base64, as `openssl rand -base64 32` prints them. The
   * first encrypts, all decrypt. The single word `unencrypted` turns encryption off.
   */
  storeKeys?: ReadonlyArray<string> | undefined
  /**
   * CA certificates to trust in addition to the bundled ones, as PEM text: for all requests, and on a server also for
   * the connection to the store.
   */
  rootCertificatesPem?: string | undefined
  /** The time limit of connecting, including TLS. In milliseconds, 3,000 by default; more than 0, at most 24 hours. */
  connectTimeoutMs?: number | undefined
  /** The maximum number of idle connections per host. 128 by default: ideally the number of concurrent calls. */
  maxIdlePerHost?: number | undefined
  /**
   * Whether `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` are used. Off by default: a proxy sees the
   * destination of calls, and over plain HTTP the credentials, too.
   */
  environmentProxy?: boolean | undefined
  /**
   * Called with an `Attempt` for each request of a call, when its outcome is known. It must not block. An exception in
   * it does not change the call. See docs/observe.md.
   */
  onRequest?: ((attempt: Attempt) => unknown) | undefined
  /** Called with a `Refresh` for each request of a token refresh, in the same way. */
  onRefresh?: ((refresh: Refresh) => unknown) | undefined
  /** Called with a `HandledEvent` for each event of an inbox that a worker has handled, in the same way. */
  onHandledEvent?: ((event: HandledEvent) => unknown) | undefined
  /**
   * Where requests and refreshes are logged: an object with the methods `debug`, `info`, `warn` and `error`, such as
   * `console`.
   */
  logger?: Logger | undefined
  /** Whether calls are spans of OpenTelemetry and send `traceparent`, if the program uses OpenTelemetry. On by default. */
  tracing?: boolean | undefined
  /**
   * For tests: the environment variables to read instead of those of the process. Without any the client is independent
   * of its environment.
   */
  environment?: Record<string, string> | undefined
  /** For tests: the transport of requests, instead of HTTP. */
  transport?: Recorder | undefined
  /** For tests: the source of the current time. */
  clock?: ManualClock | undefined
  /** How often and how long to try again. */
  retry?: Retry | undefined
}

/** An operation for a store. */
export interface StoreRequest {
  /** The id of the operation, to be returned with the response. */
  id: number
  /** `get`, `put`, `delete`, `scan` or `now`. */
  operation: string
  /** The kind of the record. */
  kind: string
  /** The key, or for `scan` the prefix of the keys. */
  key: string
  /** The key that those of a scan are greater than. */
  after?: string
  /** The maximum number of records of a scan. */
  limit: number
  /** The version that the record must have. */
  expected?: number
  /** The new content. */
  value?: Uint8Array
}

/** A stored record. */
export interface StoredRecord {
  /** Its key, unique within its kind. */
  key: string
  /** Changes with every write. 1 for a new record. */
  version: number
  /** The encrypted content. */
  value: Uint8Array
}

/**
 * The result of an operation: records for `get` and `scan`, `done` for `put` and `delete`, the time for `now`, or the reason
 * of a failure.
 */
export interface StoreResponse {
  /** The found records. */
  records: Array<StoredRecord>
  /** Whether the record was written or deleted. */
  done: boolean
  /** The current time of the store. */
  now?: Date
  /** The reason of a failure; never a stored value. */
  failure?: string
  /** The number by which the package keeps the thrown error. */
  thrown?: number
}

/** An identification key. */
export interface IdentificationKey {
  /** A name for logs. It is not secret. */
  id: string
  /** The key itself. */
  key: string
  /** The time from which on it is refused. */
  notAfter?: Date | undefined
}

/** The backend routes that an app on a phone calls. */
export interface AppGateway {
  /** Issues a token for the phone of the grant's user. */
  access(grant: GrantKey): AppAccess
  /** Issues a token for the phone of a user, with the user's newest usable grant. */
  accessOf(id: number, user: string): Call<AppAccess>
  /** Accepts or refuses a request by its head. The second value is the first step. */
  begin(method: string, path: string, headers: string | ReadonlyArray<string>): [AppExchange, AppStep]
}

/** One request of a phone. The methods return the next step. */
export interface AppExchange {
  /** The body. */
  read(body: Uint8Array): AppStep
  /** Performs the request. */
  perform(id: number): Call<AppStep>
  /** The name of the relayed call, if it is one, until the request is answered. */
  call(): string | null
  /** The body did not arrive in time. */
  tooSlow(): AppStep
  /** The length of the body is unknown, and the server does not tell where it ends. */
  noLength(): AppStep
  /** The app's own id of the user who is logged in to the app; none if nobody is. */
  user(user?: string | undefined | null): AppStep
  /**
  * The body could not be read, or the user could not be found, or the caller was cancelled. `error` is logged, so it
  * must not contain data of users.
  */
  failed(error: string): AppStep
}

/**
 * The calls of one environment: the main thread or a worker. Results and records arrive as one flat array: number, kind and
 * value of each.
 */
export interface Calls {
  /**
  * Cancels a call: it has no result any more. A token refresh that it waited for continues. Returns whether it was
  * pending.
  */
  cancel(id: number): boolean
  /**
  * Says which records of every client are wanted from now on: the sum of 1 for requests, 2 for
  * refreshes and 4 for events of inboxes.
  */
  subscribe(records: number): void
  /** The number of pending calls. */
  get pending(): number
  /** Runs every conformance check of the core on a store, with at least one handle of it. */
  storeConformance(id: number, handles: ReadonlyArray<JsStore>): Call<Array<ConformanceFailure>>
}

/** A client. */
export interface Platform {
  /** The number that records of this client arrive with. */
  get number(): number
  get note(): LogLine | null
  user(grant: GrantKey): PlatformUser
  userWithToken(token: string): PlatformUser
  /** The size of the largest file that any upload takes. */
  get maxUploadBytes(): number
  /** The redirect address of logins, if it is set. */
  get redirectUri(): string | null
  /** A receiver with the clock and the limits of this client, and with the keys of `keysOf`, if it is given. */
  webhooks(keysOf: Webhooks | undefined | null, options: Argument<WebhookOptions | undefined | null>): Webhooks
  keeper(intervalMs?: number | undefined | null): Keeper
  inbox(options: Argument<InboxOptions>): Inbox
  /** Waits at most `timeout_ms` for work that must not be interrupted, even after `close`. */
  drain(id: number, timeoutMs: number): Call<boolean>
  /** Cancels the pending calls and returns their ids. Later calls are refused. */
  close(): Array<number>
  usersIdByPhone(callId: number, phone: Argument<any>, options?: CallOptions | undefined | null): Call<UserId>
  postsGet(callId: number, post: Argument<any>, options?: CallOptions | undefined | null): Call<Post>
  imagesUpload(callId: number, image: Argument<any>, options?: CallOptions | undefined | null): Call<UploadedImage>
  addonsDeleteFromPost(callId: number, post: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  addonsDeleteForUser(callId: number, id: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  semanticsDeleteForUser(callId: number, phone: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  semanticsDeleteForUserId(callId: number, user: Argument<any>, phone: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  chatbotReply(callId: number, conversation: Argument<any>, message: Argument<any>, options?: CallOptions | undefined | null): Call<BotMessageSent>
  chatbotCreateUploadToken(callId: number, options?: CallOptions | undefined | null): Call<ChatUploadToken>
  chatbotUploadImage(callId: number, image: Argument<any>, options?: CallOptions | undefined | null): Call<UploadedChatMedia>
  chatbotUploadVideo(callId: number, video: Argument<any>, options?: CallOptions | undefined | null): Call<UploadedChatMedia>
  chatbotUploadVoice(callId: number, voice: Argument<any>, options?: CallOptions | undefined | null): Call<UploadedChatMedia>
  chatbotUploadFile(callId: number, file: Argument<any>, name: Argument<any>, options?: CallOptions | undefined | null): Call<UploadedChatMedia>
  assetsCategories(callId: number, options?: CallOptions | undefined | null): Call<AssetList>
  assetsCities(callId: number, options?: CallOptions | undefined | null): Call<AssetList>
  assetsDistricts(callId: number, city: Argument<any>, options?: CallOptions | undefined | null): Call<AssetList>
  assetsDistrictsOfCity(callId: number, city: Argument<any>, options?: CallOptions | undefined | null): Call<AssetList>
  assetsBrandModels(callId: number, category: Argument<any>, options?: CallOptions | undefined | null): Call<AssetList>
  assetsColors(callId: number, category: Argument<any>, options?: CallOptions | undefined | null): Call<AssetList>
  assetsBodyStatuses(callId: number, options?: CallOptions | undefined | null): Call<AssetList>
  assetsInternalStorages(callId: number, options?: CallOptions | undefined | null): Call<AssetList>
  assetsRamMemories(callId: number, options?: CallOptions | undefined | null): Call<AssetList>
  assetsServiceTypes(callId: number, options?: CallOptions | undefined | null): Call<AssetList>
  assetsOauthScopes(callId: number, options?: CallOptions | undefined | null): Call<AccessRights>
  assetsPermissions(callId: number, options?: CallOptions | undefined | null): Call<AccessRights>
  assetsSubmitSchema(callId: number, category: Argument<any>, options?: CallOptions | undefined | null): Call<SubmitSchema>
  assetsMediaUploadUrls(callId: number, options?: CallOptions | undefined | null): Call<MediaUploadUrls>
  paymentsBalance(callId: number, options?: CallOptions | undefined | null): Call<Balance>
  paymentsTransactions(callId: number, query: Argument<any>, options?: CallOptions | undefined | null): Call<TransactionPage>
  paymentsTransaction(callId: number, id: Argument<any>, options?: CallOptions | undefined | null): Call<Transaction>
  paymentsValidateTicket(callId: number, ticket: Argument<any>, options?: CallOptions | undefined | null): Call<ValidTicket>
  customButtonsRemoveFromBusiness(callId: number, business: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  finderSearch(callId: number, search: Argument<any>, options?: CallOptions | undefined | null): Call<FoundPosts>
  ownPostsSubmitAsApp(callId: number, post: Argument<any>, options?: CallOptions | undefined | null): Call<PostSubmitted>
  ownPostsUploadUrls(callId: number, options?: CallOptions | undefined | null): Call<PostUploadUrls>
  ownPostsUploadImage(callId: number, image: Argument<any>, options?: CallOptions | undefined | null): Call<UploadedPostImage>
  ownPostsUploadVideo(callId: number, video: Argument<any>, options?: CallOptions | undefined | null): Call<UploadedPostVideo>
  legacyAddonsCreateOnPostByKey(callId: number, post: Argument<any>, addon: Argument<any>, options?: CallOptions | undefined | null): Call<AddonCreated>
  legacyVerificationsDelete(callId: number, phone: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  legacyOwnPostsImageUploadUrl(callId: number, options?: CallOptions | undefined | null): Call<LegacyUploadUrl>
  /** Whether calls are spans, if the program uses OpenTelemetry. */
  get tracing(): boolean
  /** Prepares a raw request whose response is read in pieces. */
  stream(request: RawRequest, options?: CallOptions | undefined | null): ResponseStream
  request(callId: number, request: Argument<RawRequest>, options?: CallOptions | undefined | null): Call<RawResponse>
  oauthAuthorize(callId: number, login: Argument<Login>, options?: CallOptions | undefined | null): Call<Authorization>
  oauthCallback(callId: number, urlOrQuery: Argument<string>, sessionId: Argument<string>, options?: CallOptions | undefined | null): Call<LoginOutcome>
  oauthCallbackWithoutSession(callId: number, urlOrQuery: Argument<string>, options?: CallOptions | undefined | null): Call<LoginOutcome>
  oauthExchange(callId: number, code: Argument<string>, redirectUri: Argument<string>, options?: CallOptions | undefined | null): Call<Tokens>
  oauthRefresh(callId: number, tokens: Argument<Tokens>, redirectUri: Argument<string>, options?: CallOptions | undefined | null): Call<Tokens>
  grantsAdopt(callId: number, adoption: Argument<Adoption>, options?: CallOptions | undefined | null): Call<GrantInfo>
  check(callId: number, options?: CallOptions | undefined | null): Call<undefined>
  grantsPage(callId: number, after: Argument<GrantKey | undefined | null>, limit: Argument<number | undefined | null>, options?: CallOptions | undefined | null): Call<GrantPage>
  grantsList(callId: number, options?: CallOptions | undefined | null): Call<Array<GrantInfo>>
  grantsOfUser(callId: number, user: Argument<string>, options?: CallOptions | undefined | null): Call<Array<GrantInfo>>
  grantsUnreadable(callId: number, options?: CallOptions | undefined | null): Call<Array<UnreadableGrant>>
  grantsInfo(callId: number, grant: Argument<GrantKey>, options?: CallOptions | undefined | null): Call<GrantInfo | undefined | null>
  grantsIsUsable(callId: number, grant: Argument<GrantKey>, options?: CallOptions | undefined | null): Call<boolean>
  grantsRefresh(callId: number, grant: Argument<GrantKey>, options?: CallOptions | undefined | null): Call<GrantInfo>
  grantsRevoked(callId: number, user: Argument<UserId>, options?: CallOptions | undefined | null): Call<Array<GrantInfo>>
  grantsForget(callId: number, grant: Argument<GrantKey>, options?: CallOptions | undefined | null): Call<boolean>
}

/** A handle for one user. */
export interface PlatformUser {
  /** The stored grant whose tokens the calls carry, if there is one. */
  get grant(): string | null
  usersMe(callId: number, options?: CallOptions | undefined | null): Call<User>
  usersBusinesses(callId: number, options?: CallOptions | undefined | null): Call<BusinessList>
  usersProfileImage(callId: number, options?: CallOptions | undefined | null): Call<ProfileImage>
  usersPhoneNumbers(callId: number, options?: CallOptions | undefined | null): Call<PhoneNumbers>
  postsList(callId: number, options?: CallOptions | undefined | null): Call<PostList>
  postsGetWithOngoingImages(callId: number, post: Argument<any>, options?: CallOptions | undefined | null): Call<Post>
  addonsCreateOnPost(callId: number, post: Argument<any>, addon: Argument<any>, options?: CallOptions | undefined | null): Call<AddonCreated>
  addonsCreateForUser(callId: number, phone: Argument<any>, addon: Argument<any>, options?: CallOptions | undefined | null): Call<AddonCreated>
  addonsCreateForUserId(callId: number, user: Argument<any>, addon: Argument<any>, options?: CallOptions | undefined | null): Call<AddonCreated>
  addonsCreateForBusiness(callId: number, business: Argument<any>, addon: Argument<any>, options?: CallOptions | undefined | null): Call<AddonCreated>
  semanticsCreateForUser(callId: number, phone: Argument<any>, record: Argument<any>, options?: CallOptions | undefined | null): Call<RecordCreated>
  semanticsCreateForUserId(callId: number, user: Argument<any>, record: Argument<any>, options?: CallOptions | undefined | null): Call<RecordCreated>
  semanticsCreateForPost(callId: number, post: Argument<any>, record: Argument<any>, options?: CallOptions | undefined | null): Call<RecordCreated>
  conversationsSend(callId: number, conversation: Argument<any>, message: Argument<any>, options?: CallOptions | undefined | null): Call<MessageSent>
  conversationsGet(callId: number, conversation: Argument<any>, options?: CallOptions | undefined | null): Call<ConversationRecord>
  chatbotSend(callId: number, user: Argument<any>, message: Argument<any>, options?: CallOptions | undefined | null): Call<BotMessageSent>
  chatbotReply(callId: number, conversation: Argument<any>, message: Argument<any>, options?: CallOptions | undefined | null): Call<BotMessageSent>
  eventsSubscribe(callId: number, subscription: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  paymentsPricing(callId: number, post: Argument<any>, options?: CallOptions | undefined | null): Call<PostPricing>
  paymentsReorder(callId: number, post: Argument<any>, payment: Argument<any>, options?: CallOptions | undefined | null): Call<PostReordered>
  paymentsRenew(callId: number, post: Argument<any>, payment: Argument<any>, options?: CallOptions | undefined | null): Call<Transaction>
  paymentsPublish(callId: number, post: Argument<any>, payment: Argument<any>, options?: CallOptions | undefined | null): Call<Transaction>
  paymentsPayPromotion(callId: number, post: Argument<any>, payment: Argument<any>, options?: CallOptions | undefined | null): Call<PromotionPayment>
  paymentsReport(callId: number, report: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  customButtonsSetOnPost(callId: number, post: Argument<any>, button: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  customButtonsRemoveFromPost(callId: number, post: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  customButtonsSetOnBusiness(callId: number, business: Argument<any>, button: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  ownPostsGet(callId: number, post: Argument<any>, options?: CallOptions | undefined | null): Call<OwnPost>
  ownPostsEdit(callId: number, post: Argument<any>, edit: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  ownPostsDelete(callId: number, post: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  ownPostsStats(callId: number, post: Argument<any>, options?: CallOptions | undefined | null): Call<PostStats>
  ownPostsCanSubmit(callId: number, options?: CallOptions | undefined | null): Call<SubmitPermission>
  ownPostsSubmit(callId: number, post: Argument<any>, options?: CallOptions | undefined | null): Call<PostSubmitted>
  legacyAddonsCreateOnPost(callId: number, post: Argument<any>, addon: Argument<any>, options?: CallOptions | undefined | null): Call<AddonCreated>
  legacyAddonsCreateForUser(callId: number, phone: Argument<any>, addon: Argument<any>, options?: CallOptions | undefined | null): Call<AddonCreated>
  legacyVerificationsCreate(callId: number, phone: Argument<any>, verification: Argument<any>, options?: CallOptions | undefined | null): Call<RecordCreated>
  legacyConversationsSend(callId: number, message: Argument<any>, options?: CallOptions | undefined | null): Call<MessageSent>
  legacyEventsListen(callId: number, post: Argument<any>, endpoint: Argument<any>, identificationKey: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  legacyOwnPostsEdit(callId: number, post: Argument<any>, edit: Argument<any>, options?: CallOptions | undefined | null): Call<undefined>
  /** Whether calls are spans, if the program uses OpenTelemetry. */
  get tracing(): boolean
  /** Prepares a raw request whose response is read in pieces. */
  stream(request: RawRequest, options?: CallOptions | undefined | null): ResponseStream
  request(callId: number, request: Argument<RawRequest>, options?: CallOptions | undefined | null): Call<RawResponse>
  subscriptionsEnsure(callId: number, subscription: Argument<Subscription>, options?: CallOptions | undefined | null): Call<SubscriptionInfo>
  subscriptionsRemove(callId: number, eventType: Argument<SubscriptionType>, eventResourceId: Argument<string | undefined | null>, options?: CallOptions | undefined | null): Call<boolean>
  subscriptionsList(callId: number, options?: CallOptions | undefined | null): Call<Array<SubscriptionInfo>>
  subscriptionsRenew(callId: number, options?: CallOptions | undefined | null): Call<Array<SubscriptionInfo>>
}

/** Decides what happens to requests of the platform. */
export interface HookReceiver {
  /** Accepts or refuses a request by its head. `peer` is its IP address. The step `body`, always the same, is nothing if `knows_body`. */
  begin(request: HookRequest, method: string, path: string, headers: string | ReadonlyArray<string>, peer: string | undefined | null, knowsBody: boolean): HookStep | null
  /**
  * Notes that there is a handler with this name: that of an event's type, `start` or `dynamic_action`. A second one of a
  * name is refused.
  */
  register(handler: string): void
  /** The paths that are served, relative to the mount point. */
  paths(): Array<string>
}

/** One request at a time. After its answer the object is used for another one, because a new one is more work than an event. */
export interface HookRequest {
  /** The body. */
  read(body: Uint8Array): HookStep
  /** As `done`. An answer of 200 without logs is nothing, which is faster if nobody gets its record. */
  handled(): HookStep | null
  /** The body did not arrive in time. */
  tooSlow(): HookStep
  /** The length of the body is unknown, and the server does not tell where it ends. */
  noLength(): HookStep
  /** The dedupe store has the key now. `is_new`: it was not there before. */
  remembered(isNew: boolean): HookStep
  /** The dedupe store has deleted the key, or the handler of the event has returned. */
  done(): HookStep
  /** The event was not handled, because nothing takes it now. */
  notTaken(): HookStep
  /** The handler of start requests has returned this. */
  started(answer: StartReply): HookStep
  /** The handler of dynamic actions has returned this. */
  acted(answer: DynamicActionReply): HookStep
  /**
  * Reading the body, the dedupe store or the handler has failed, or was cancelled. `error` is logged, so it must not
  * contain data of users: the class of the error is enough.
  */
  failed(error: string): HookStep
}

/** An inbox, in the store of a client or in another store. */
export interface Inbox {
  /** Stores the event of a request. */
  store(id: number, request: HookRequest): Call<HookStep>
  /** Stores an event, and then returns the response to send. */
  receive(id: number, accepted: Accepted, body: Uint8Array): Call<Reply>
  accept(id: number, accepted: Accepted, body: Uint8Array): Call<Acceptance>
  /** Waits for the next event and leases it. */
  next(id: number, holdsProcess: boolean): Call<InboxItem>
  /** Extends the lease of an item until the returned object is ended or garbage-collected. */
  keep(attempt: string): Lease
  workers(receiver: HookReceiver, options: WorkerOptions): Workers
  /** The next event, or `undefined` if none is due now. For tests, and for workers that run periodically. */
  tryNext(callId: number): Call<InboxItem | undefined | null>
  /**
  * Acknowledges an event: it was handled. It is deleted, and repetitions of it are still recognized. Returns `false` if
  * the lease had ended and another worker has the event, or if the event had ended before.
  */
  ack(callId: number, id: string): Call<boolean>
  /**
  * Negative acknowledgement: the handling of an event failed. The event is retried later, or becomes a dead letter.
  *
  * - `reason`: Why it failed, for logs and dead letters, cut to 1,000 characters. It must not contain secrets.
  */
  nack(callId: number, id: string, reason: string): Call<NackOutcome>
  /** Makes an event a dead letter at once, because no further attempt can succeed. Returns the same as `ack`. */
  giveUp(callId: number, id: string, reason: string): Call<boolean>
  /**
  * Releases an event as if it had not been handed out: for a worker that stops. Returns the same as
  * `ack`.
  */
  release(callId: number, id: string): Call<boolean>
  /**
  * Extends the lease to its full length from now, for a handler that takes longer. Returns `false` if another worker has the
  * event, or if the attempt has ended.
  */
  extend(callId: number, id: string): Call<boolean>
  /**
  * The dead letters, the oldest arrival first, up to 100. An empty list means that none are left. Those that cannot be
  * read are left out: encrypted with a lost key, or written by a newer version.
  *
  * - `after`: The id of the last dead letter of the previous page. By default the first page.
  */
  deadLetters(callId: number, after?: string | undefined | null): Call<Array<DeadLetter>>
  /**
  * Queues a dead letter again, for the full number of attempts. Returns whether there was one. If it becomes a dead letter
  * again, that one has another id. It continues when the caller is cancelled. Several retries of one dead letter, by any number
  * of processes and while workers run, have the effect of one.
  */
  retry(callId: number, id: string): Call<boolean>
  /** Deletes a dead letter. Returns whether there was one. */
  discard(callId: number, id: string): Call<boolean>
  /** The number of events that wait or are being handled, and of dead letters. */
  counts(callId: number): Call<InboxCounts>
}

/** Extends the lease of an item while it is handled. */
export interface Lease {
  /** Stops extending the lease. */
  end(): void
}

/**
 * The workers of an inbox in this environment. After the client was closed there is no next event, but attempts still end as their
 * handlers do.
 */
export interface Workers {
  /** How many loops call `next`. */
  get count(): number
  /** Waits for the next event. Nothing: the workers were stopped. It does not keep the process alive. */
  next(id: number): Call<InboxItem | undefined | null>
  /** Ends the attempt at an item. Returns whether that was its first end. */
  end(id: number, item: string, ending: Ending): Call<boolean>
  /** Waits for the end of the attempt at an item. Returns whether the workers have ended it before its handler. */
  ended(id: number, item: string): Call<boolean>
  /** Makes `next` return nothing, and waits for the attempts that run. Returns how many were cut off. */
  drain(id: number): Call<number>
  /** Waits for lines of the log. Nothing: the workers were drained. */
  logs(id: number): Call<Array<WorkerLog> | undefined | null>
}

/** Refreshes stored grants and renews their subscriptions while `next` is pending. */
export interface Keeper {
  /** Works until there is something to report. */
  next(id: number, holdsProcess: boolean): Call<KeeperReport>
}

/** One request of a browser. `step` says what comes next. */
export interface LoginExchange {
  /** What the app replies: a redirect, or else the default of the step. */
  reply(location?: string | undefined | null): void
  /** The app replies with a response of its own. `headers` are names and values in turn, of which several may have one name. */
  replyWhole(reply: Reply, headers: ReadonlyArray<string>): void
  /** The response, in the last step. */
  answer(): Reply | null
  /** All headers of the response, in the last step: names and values in turn. */
  headers(): Array<string>
  /** What to log, in the last step. */
  logs(): Array<HookLog>
  /** What comes next. */
  step(): LoginStep
  /** Binds the login to a session of the app, such as the id in its own cookie, instead of a cookie that the response sets. */
  bindTo(session: string): void
  /**
  * The step has failed. `code` is that of an error of this SDK; none: a function of the app failed with another error.
  * `error` is logged, so it must not contain data of users.
  */
  failed(code: string | undefined | null, error: string): void
  /** The path to continue at after the login, as the browser asks for it. */
  returnTo(): string | null
  /** The query, with its question mark. */
  query(): string
  /** The session of the browser that returns. */
  session(): string | null
  /** The session that binds a new login to the browser. `redirect_uri` is the address that the login returns to. */
  sessionFor(redirectUri?: string | undefined | null): string
  /** The user granted access. `return_to` is what the login returned. */
  granted(returnTo?: string | undefined | null): void
  /** The user denied access. */
  denied(): void
}

/** A custom store of this JavaScript thread. */
export interface JsStore {

}

/** A raw request whose response is read in pieces. The response ends when this object is collected. */
export interface ResponseStream {
  /** Sends the request, once, and waits until the response begins: it has no body yet. */
  open(id: number): Call<RawResponse>
  /** The next bytes of the body, or nothing after the last. */
  next(id: number): Call<Uint8Array | undefined | null>
  /** Ends the response and closes its connection, if it has not ended. */
  close(): void
}

/** A transport that sends nothing: it records every request, and returns scripted responses. */
export interface Recorder {
  /** The requests so far, each attempt separately, including those after the last outcome. */
  requests(): Array<RecordedRequest>
}

/** A clock that stands still until it is moved. A wait on it returns at once, and moves it forward. */
export interface ManualClock {
  /** Moves it forward, by seconds. */
  advance(by: number): void
  /** The current time of the clock. */
  now(): Date
  /** The waits of the client so far, in order, in seconds. */
  waits(): Array<number>
}

/**
 * Receives requests of the platform. Headers are passed as they arrived, flat, as in `request.rawHeaders`: name, value,
 * name, value.
 */
export interface Webhooks {
  /** Replaces all keys, from the next request on. */
  replaceKeys(keys: ReadonlyArray<IdentificationKey>): void
  /** Accepts or refuses a request by its head, before its body is read. */
  authenticate(method: string, headers: string | ReadonlyArray<string>): Accepted
  /**
  * The function that receives events. It returns a string that `deliveryReader` parses. It is a function, because a
  * method would look up its object at every call. Without a method it is `POST`, which then need not be passed.
  */
  receiver(): (method: string | null, headers: string | ReadonlyArray<string>, body: Uint8Array) => string
  start(method: string, headers: string | ReadonlyArray<string>, body: Uint8Array): StartRequest
  dynamicAction(method: string, headers: string | ReadonlyArray<string>, body: Uint8Array): DynamicActionRequest
  /**
  * The age of a message: `fresh`, `stale`, `future` or `unknown`, and its age in seconds or, for `future`, the seconds
  * ahead.
  */
  freshness(delivery: Delivery): [state: string, seconds: number | null]
}

/** A request whose head was accepted. Its body may now be read. */
export interface Accepted {
  /** The id of the key that matched. */
  get keyId(): string
  /** The maximum size of the body in bytes. Read one byte more to detect a longer body. */
  get bodyLimit(): number
  /** The time limit for reading the body, in seconds. */
  get bodySeconds(): number
  /** Refuses a body that exceeded the time limit: it throws. */
  tooSlow(): void
  /** Returns a string that `deliveryReader` parses. */
  event(body: Uint8Array): string
  start(body: Uint8Array): StartRequest
  dynamicAction(body: Uint8Array): DynamicActionRequest
}

/** Remembers in memory which events were handled. */
export interface MemoryDedupe {
  /** Stores `key` for a number of seconds; without it as long as there is room. Returns whether it is new. */
  remember(key: string, windowSeconds: Argument<number | undefined | null>): boolean
  forget(key: string): void
}

/** The IP addresses that requests may come from: an additional check beside the key, never a replacement. */
export interface IpAllowlist {
  /** A copy that also trusts the entries of these proxies in `X-Forwarded-For`. */
  trustedProxies(networks: ReadonlyArray<string>): IpAllowlist
  /** A copy that refuses an address for the rest of a minute after `perMinute` requests without the key. */
  limitFailures(perMinute: Argument<number>): IpAllowlist
  /** Reports the status of a response, for the limit of failures. */
  answered(source: Argument<string>, status: Argument<number>): void
  /** Checks the address of a request, and returns the address of the client. */
  check(peer: string | undefined | null, headers: string | ReadonlyArray<string>): string
}

/** The native library. */
export interface Native {
  /** The error of the calls that `Platform.close` has cancelled. */
  closedMeanwhile(): ErrorReport
  /** The version of this add-on, which must be that of the package. */
  version(): string
  /**
   * Registers the function that finds the decoder of a type: `[GrantInfo]` for a list. It throws if there is none whose
   * layout has the fingerprint.
   */
  useDecoders(find: (fingerprint: string, type: string) => (text: string, bytes?: Uint8Array[]) => unknown): void
  /** All endpoints, in the order of the specification. */
  endpoints(): Array<EndpointRow>
  /** All scopes of the platform. */
  scopes(): Array<ScopeRow>
  /** Joins scopes with spaces, as in the authorization request: each once, in the given order. */
  joinScopes(scopes: Argument<Array<Scope>>): string
  /**
   * The scopes and API key permissions that an app needs for these calls and events. `calls` are names of the
   * endpoint table, such as `addons.create_on_post`.
   */
  requiredScopes(calls: Argument<Array<string>>, events: Argument<Array<SubscriptionType>>): Requirements
  /**
   * Hashes a value as the platform requires: Persian and Arabic digits are converted to ASCII, Latin letters to
   * upper case, and surrounding spaces are removed; the result is the SHA-256 in lower-case hex. An empty value is
   * refused, and one that still has Persian or Arabic letters.
   */
  mask(value: Argument<string>): string
  /**
   * Hashes the value of `old_real_estate_id`, for an old title deed: the number of the register (`document`) and of
   * the page in it.
   */
  maskRealEstate(document: Argument<string>, page: Argument<string>): string
  /**
   * The semantic names whose values stay readable, each with its documented values; an empty list means any value
   * (docs/platform.md#semantic-names). The platform may add names and values.
   */
  knownSemanticNames(): Record<string, Array<string>>
  /**
   * The names in `semantic` whose values the platform stores hashed, sorted: they cannot be read back. A
   * misspelled known name is among them.
   */
  hashedNames(semantic: Argument<Semantic>): Array<string>
  /** The known names in `semantic` whose value is not one of the documented values, sorted. */
  unlistedValues(semantic: Argument<Semantic>): Array<string>
  /** The known icons. The live platform may add icons. */
  iconNames(): Array<string>
  /** Parses a `Retry-After` header to the seconds to wait; none if it is invalid. */
  retryAfterSeconds(header: Argument<string>, now: Argument<Date>): number | null
  /**
   * Checks a redirect address of logins: absolute, `https` or on this machine, without query, fragment and user
   * name.
   */
  checkRedirectUri(redirectUri: Argument<string>): void
  /** The number as the platform writes it: `09` and nine digits. */
  normalizePhone(phone: Argument<Phone>): string
  /** The documented problem that the message of a refused ticket names, if it is one. */
  ticketProblem(message: Argument<string>): TicketProblem | null
  /**
   * A new id for a payment: a random UUID of version 4. Keep it until the outcome of the payment is known, because a
   * payment is repeated with the same id.
   */
  newPaymentId(): string
  /**
   * Where an app redirects the user's browser to when the user is done, so that the user is back on the platform
   * (docs/platform.md#completion). It takes no parameters.
   */
  completionUrl(): string
  /** The text of the error if the command `open-platform`, which test helpers start, does not exist. */
  missingCommand(command: Argument<string>): string
  /** The text of the error if that command is of another version than this library; none if the versions are the same. */
  mismatchedCommand(command: Argument<string>, version: Argument<string | undefined | null>): string | null
  /** Fails if an item of a page, or the token of the next page, could not be read, so that an iteration leaves out nothing. */
  checkPage(call: Argument<string>, items: Argument<string>, issues: Argument<Array<FieldIssue>>): void
  /** What the span of a call with these requests records. `error` is the code of its error, if it has failed. */
  callTrace(attempts: Argument<Array<Attempt>>, error: Argument<string | undefined | null>): CallTrace
  /**
   * Checks that an app may reply to an event: to a message that no app wrote, as its user or as the chatbot. `has_user` is
   * whether the user of the event is known.
   */
  checkReply(event: Argument<Event>, hasUser: Argument<boolean>): void
  /** Checks the time limit of an app's functions, whose name is `field` in the app's language. */
  checkHandlerTimeout(handlerTimeoutSeconds: Argument<number>, field: Argument<string>): void
  /** The reason of a failure: a function of the app took longer than this limit. It is the same in all logs and records. */
  timeLimitText(seconds: Argument<number>): string
  /** Refuses a choice of `dedupe` beside an inbox. */
  refuseDedupe(): void
  /** The paths that login routes serve, relative to the mount point. */
  loginPaths(): Array<string>
  /** Refuses a redirect address of login routes that is not one of the paths they serve. */
  checkLoginRedirectUri(redirectUri: Argument<string>): void
  /** The response to an event that was stored or handled: 200 without a body. */
  replyOk(): Reply
  /** The response to a start request: the address to open for the user. */
  replyToStart(answer: Argument<StartReply>, request: Argument<StartRequest>): Reply
  /** The response to a dynamic action. */
  replyToDynamicAction(answer: Argument<DynamicActionReply>): Reply
  /** The paths that a gateway serves, relative to the mount point. One that ends in `/` includes everything below. */
  appPaths(): Array<string>
  /** Checks an identifier of the kind `post_token`, `conversation_id`, `user_id`, `business_token` or `id`. */
  checkId(kind: Argument<string>, value: Argument<string>): void
  /** Reads the parameters that the platform adds to a direct link. `link` is the whole address or its query. */
  readDirectLink(link: Argument<string>): DirectLink
  /** Whether the response contained a member, by its JSON name. */
  postHas(post: Argument<Post>, member: Argument<string>): boolean
  /** The title. */
  postTitle(post: Argument<Post>): string | null
  /** The text of the post. */
  postDescription(post: Argument<Post>): string | null
  /** The URLs of the images. */
  postImages(post: Argument<Post>): Array<string>
  /** The price. */
  postPrice(post: Argument<Post>): Price | null
  /** The phone number: the platform uses two names for this member, and either is read. */
  userPhone(user: Argument<User>): Phone | null
  /** The amount in toman; what is less than one toman is left out. */
  rialsToTomans(amount: Argument<Rials>): Tomans
  /** The amount in rial. 1 toman is 10 rial. */
  tomansToRials(amount: Argument<Tomans>): Rials
  /**
   * Whether an app wrote the message. An app may receive its own messages: an app that responds automatically must skip
   * these, or it responds to itself forever (docs/platform.md#chat-message).
   */
  messageIsFromBot(message: Argument<ChatMessage>): boolean
  /**
   * What is wrong with the members that depend on the category, by path, such as `category_fields.rooms`; empty if
   * they can be sent.
   */
  submitProblems(form: Argument<SubmitSchema>, categoryFields: object): Array<FieldIssue>
  /**
   * Reads the text of the chatbot message that a start link sends; none for any other text. Users can type it
   * themselves, so it proves nothing.
   */
  readBotStart(text: Argument<string>): BotStart | null
  /** Writes the body of the webhook request that delivers this event. */
  eventBody(event: Argument<Event>, metadata: Argument<JsonInput | undefined | null>): Json
  /** The response if an event cannot be stored now: 503 with `Retry-After`, in seconds. */
  replyUnavailable(retryAfter: Argument<number>): Reply
  /** The response to a request that was rejected. */
  replyToRejection(status: Argument<number>, reason: Argument<string>): Reply
  /** Names of the members that no longer exist, sorted, each once. */
  migratedDropped(migrated: Argument<Migrated>): Array<string>
  /** Whether the result needs a manual check. */
  migratedNeedsAttention(migrated: Argument<Migrated>): boolean
  /** Reads the value from the platform's JSON. */
  readBusinessAddon(json: Argument<JsonInput>): BusinessAddon
  /** Reads the value from the platform's JSON. */
  readMessage(json: Argument<JsonInput>): Message
  /** Reads the value from the platform's JSON. */
  readPostAddon(json: Argument<JsonInput>): PostAddon
  /** Reads the value from the platform's JSON. */
  readSemanticRecord(json: Argument<JsonInput>): SemanticRecord
  /** Reads the value from the platform's JSON. */
  readUserAddon(json: Argument<JsonInput>): UserAddon
  /** Reads the value from the platform's JSON. */
  readUserIdSemanticRecord(json: Argument<JsonInput>): UserIdSemanticRecord
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkBusinessAddon(value: Argument<BusinessAddon>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkMessage(value: Argument<Message>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkPostAddon(value: Argument<PostAddon>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkSemanticRecord(value: Argument<SemanticRecord>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkUserAddon(value: Argument<UserAddon>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkUserIdSemanticRecord(value: Argument<UserIdSemanticRecord>): void
  /** Writes the value as the platform's JSON. */
  writeBusinessAddon(value: Argument<BusinessAddon>): Json
  /** Writes the value as the platform's JSON. */
  writeMessage(value: Argument<Message>): Json
  /** Writes the value as the platform's JSON. */
  writePostAddon(value: Argument<PostAddon>): Json
  /** Writes the value as the platform's JSON. */
  writeSemanticRecord(value: Argument<SemanticRecord>): Json
  /** Writes the value as the platform's JSON. */
  writeUserAddon(value: Argument<UserAddon>): Json
  /** Writes the value as the platform's JSON. */
  writeUserIdSemanticRecord(value: Argument<UserIdSemanticRecord>): Json
  /** Reads the value from the platform's JSON. */
  readBotMessage(json: Argument<JsonInput>): BotMessage
  /** Reads the value from the platform's JSON. */
  readCustomButton(json: Argument<JsonInput>): CustomButton
  /** Reads the value from the platform's JSON. */
  readDynamicActionReply(json: Argument<JsonInput>): DynamicActionReply
  /** Reads the value from the platform's JSON. */
  readLegacyMessage(json: Argument<JsonInput>): LegacyMessage
  /** Reads the value from the platform's JSON. */
  readLegacyPostAddon(json: Argument<JsonInput>): LegacyPostAddon
  /** Reads the value from the platform's JSON. */
  readLegacyPostEdit(json: Argument<JsonInput>): LegacyPostEdit
  /** Reads the value from the platform's JSON. */
  readLegacyUserAddon(json: Argument<JsonInput>): LegacyUserAddon
  /** Reads the value from the platform's JSON. */
  readLegacyVerification(json: Argument<JsonInput>): LegacyVerification
  /** Reads the value from the platform's JSON. */
  readPaymentReport(json: Argument<JsonInput>): PaymentReport
  /** Reads the value from the platform's JSON. */
  readPostEdit(json: Argument<JsonInput>): PostEdit
  /** Reads the value from the platform's JSON. */
  readPostPayment(json: Argument<JsonInput>): PostPayment
  /** Reads the value from the platform's JSON. */
  readPostSearch(json: Argument<JsonInput>): PostSearch
  /** Reads the value from the platform's JSON. */
  readPostSubmission(json: Argument<JsonInput>): PostSubmission
  /** Reads the value from the platform's JSON. */
  readPromotion(json: Argument<JsonInput>): Promotion
  /** Reads the value from the platform's JSON. */
  readStartReply(json: Argument<JsonInput>): StartReply
  /** Reads the value from the platform's JSON. */
  readSubscription(json: Argument<JsonInput>): Subscription
  /** Reads the value from the platform's JSON. */
  readTicketCheck(json: Argument<JsonInput>): TicketCheck
  /** Reads the value from the platform's JSON. */
  readTransactionQuery(json: Argument<JsonInput>): TransactionQuery
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkBotMessage(value: Argument<BotMessage>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkCustomButton(value: Argument<CustomButton>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkDynamicActionReply(value: Argument<DynamicActionReply>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkLegacyMessage(value: Argument<LegacyMessage>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkLegacyPostAddon(value: Argument<LegacyPostAddon>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkLegacyPostEdit(value: Argument<LegacyPostEdit>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkLegacyUserAddon(value: Argument<LegacyUserAddon>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkLegacyVerification(value: Argument<LegacyVerification>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkPaymentReport(value: Argument<PaymentReport>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkPostEdit(value: Argument<PostEdit>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkPostPayment(value: Argument<PostPayment>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkPostSearch(value: Argument<PostSearch>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkPostSubmission(value: Argument<PostSubmission>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkPromotion(value: Argument<Promotion>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkStartReply(value: Argument<StartReply>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkSubscription(value: Argument<Subscription>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkTicketCheck(value: Argument<TicketCheck>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkTransactionQuery(value: Argument<TransactionQuery>): void
  /** Writes the value as the platform's JSON. */
  writeBotMessage(value: Argument<BotMessage>): Json
  /** Writes the value as the platform's JSON. */
  writeCustomButton(value: Argument<CustomButton>): Json
  /** Writes the value as the platform's JSON. */
  writeDynamicActionReply(value: Argument<DynamicActionReply>): Json
  /** Writes the value as the platform's JSON. */
  writeLegacyMessage(value: Argument<LegacyMessage>): Json
  /** Writes the value as the platform's JSON. */
  writeLegacyPostAddon(value: Argument<LegacyPostAddon>): Json
  /** Writes the value as the platform's JSON. */
  writeLegacyPostEdit(value: Argument<LegacyPostEdit>): Json
  /** Writes the value as the platform's JSON. */
  writeLegacyUserAddon(value: Argument<LegacyUserAddon>): Json
  /** Writes the value as the platform's JSON. */
  writeLegacyVerification(value: Argument<LegacyVerification>): Json
  /** Writes the value as the platform's JSON. */
  writePaymentReport(value: Argument<PaymentReport>): Json
  /** Writes the value as the platform's JSON. */
  writePostEdit(value: Argument<PostEdit>): Json
  /** Writes the value as the platform's JSON. */
  writePostPayment(value: Argument<PostPayment>): Json
  /** Writes the value as the platform's JSON. */
  writePostSearch(value: Argument<PostSearch>): Json
  /** Writes the value as the platform's JSON. */
  writePostSubmission(value: Argument<PostSubmission>): Json
  /** Writes the value as the platform's JSON. */
  writePromotion(value: Argument<Promotion>): Json
  /** Writes the value as the platform's JSON. */
  writeStartReply(value: Argument<StartReply>): Json
  /** Writes the value as the platform's JSON. */
  writeSubscription(value: Argument<Subscription>): Json
  /** Writes the value as the platform's JSON. */
  writeTicketCheck(value: Argument<TicketCheck>): Json
  /** Writes the value as the platform's JSON. */
  writeTransactionQuery(value: Argument<TransactionQuery>): Json
  /** Writes the value as the platform's JSON. */
  writeAddonCreated(value: Argument<AddonCreated>): Json
  /** Writes the value as the platform's JSON. */
  writeBusinessList(value: Argument<BusinessList>): Json
  /** Writes the value as the platform's JSON. */
  writeConversationRecord(value: Argument<ConversationRecord>): Json
  /** Writes the value as the platform's JSON. */
  writeDirectLink(value: Argument<DirectLink>): Json
  /** Writes the value as the platform's JSON. */
  writeMessageSent(value: Argument<MessageSent>): Json
  /** Writes the value as the platform's JSON. */
  writePhoneNumbers(value: Argument<PhoneNumbers>): Json
  /** Writes the value as the platform's JSON. */
  writePost(value: Argument<Post>): Json
  /** Writes the value as the platform's JSON. */
  writePostList(value: Argument<PostList>): Json
  /** Writes the value as the platform's JSON. */
  writeProfileImage(value: Argument<ProfileImage>): Json
  /** Writes the value as the platform's JSON. */
  writeRecordCreated(value: Argument<RecordCreated>): Json
  /** Writes the value as the platform's JSON. */
  writeUploadedImage(value: Argument<UploadedImage>): Json
  /** Writes the value as the platform's JSON. */
  writeUser(value: Argument<User>): Json
  /** Writes the value as the platform's JSON. */
  writeAccessRights(value: Argument<AccessRights>): Json
  /** Writes the value as the platform's JSON. */
  writeAssetList(value: Argument<AssetList>): Json
  /** Writes the value as the platform's JSON. */
  writeBalance(value: Argument<Balance>): Json
  /** Writes the value as the platform's JSON. */
  writeBotMessageSent(value: Argument<BotMessageSent>): Json
  /** Writes the value as the platform's JSON. */
  writeBotStart(value: Argument<BotStart>): Json
  /** Writes the value as the platform's JSON. */
  writeChatUploadToken(value: Argument<ChatUploadToken>): Json
  /** Writes the value as the platform's JSON. */
  writeDynamicActionRequest(value: Argument<DynamicActionRequest>): Json
  /** Writes the value as the platform's JSON. */
  writeFoundPosts(value: Argument<FoundPosts>): Json
  /** Writes the value as the platform's JSON. */
  writeLegacyUploadUrl(value: Argument<LegacyUploadUrl>): Json
  /** Writes the value as the platform's JSON. */
  writeMediaUploadUrls(value: Argument<MediaUploadUrls>): Json
  /** Writes the value as the platform's JSON. */
  writeOwnPost(value: Argument<OwnPost>): Json
  /** Writes the value as the platform's JSON. */
  writePostPricing(value: Argument<PostPricing>): Json
  /** Writes the value as the platform's JSON. */
  writePostReordered(value: Argument<PostReordered>): Json
  /** Writes the value as the platform's JSON. */
  writePostStats(value: Argument<PostStats>): Json
  /** Writes the value as the platform's JSON. */
  writePostSubmitted(value: Argument<PostSubmitted>): Json
  /** Writes the value as the platform's JSON. */
  writePostUploadUrls(value: Argument<PostUploadUrls>): Json
  /** Writes the value as the platform's JSON. */
  writePromotionPayment(value: Argument<PromotionPayment>): Json
  /** Writes the value as the platform's JSON. */
  writeStartRequest(value: Argument<StartRequest>): Json
  /** Writes the value as the platform's JSON. */
  writeSubmitPermission(value: Argument<SubmitPermission>): Json
  /** Writes the value as the platform's JSON. */
  writeSubmitSchema(value: Argument<SubmitSchema>): Json
  /** Writes the value as the platform's JSON. */
  writeTransaction(value: Argument<Transaction>): Json
  /** Writes the value as the platform's JSON. */
  writeTransactionPage(value: Argument<TransactionPage>): Json
  /** Writes the value as the platform's JSON. */
  writeUploadedChatMedia(value: Argument<UploadedChatMedia>): Json
  /** Writes the value as the platform's JSON. */
  writeUploadedPostImage(value: Argument<UploadedPostImage>): Json
  /** Writes the value as the platform's JSON. */
  writeUploadedPostVideo(value: Argument<UploadedPostVideo>): Json
  /** Writes the value as the platform's JSON. */
  writeValidTicket(value: Argument<ValidTicket>): Json
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkImage(value: Argument<Image>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkScope(value: Argument<Scope>): void
  /** Checks every limit of the value. The error has the path of the invalid member. */
  checkWidget(value: Argument<Widget>): void
  /** Compares two amounts: negative, 0 or positive. */
  compareRials(first: Argument<Rials>, second: Argument<Rials>): number
  /** The sum of two amounts. */
  addRials(first: Argument<Rials>, second: Argument<Rials>): Rials
  /** The difference of two amounts. */
  subtractRials(first: Argument<Rials>, second: Argument<Rials>): Rials
  /** Parses the body of a start request of a version, `1` or `2`. Without it, the version is detected from the body. */
  readStartRequest(body: Uint8Array, version?: string | undefined | null): StartRequest
  readDelivery(body: Uint8Array): Delivery
  /** Migrates a document of the named format; `any` detects the format. */
  migrate(form: string, value: JsonInput): Migrated
  /** The reason of the error for an unknown option. */
  unknownName(name: string, known: ReadonlyArray<string>): string
  /** Refuses a second handler with a name, before there is a receiver. */
  refuseSecondHandler(handler: string): void
  /** Checks the options of workers, before there are any. */
  checkWorkerOptions(options: WorkerOptions): void
  /** Calls `listener` with each further notice. Only the first listener of a process is used. It must not throw. */
  listenToNotices(listener: (text: string) => void): void
  /** The text of the line of the log for a request of the platform, which has the level `debug`. */
  hookText(record: ReceivedHook): string
  /** The body of a response as JSON. */
  responseJson(response: RawResponse): Json
  /** Returns the result of an operation. It is dropped if the caller has stopped waiting. */
  answerForStore(id: number, response: StoreResponse): void
  /** The function that parses deliveries. */
  deliveryReader(): (text: string) => Delivery
  /** The response if a handler failed: 500 without a body. */
  replyFailed(): Reply
  /** The header with which a server closes the connection after a response. */
  closeHeader(): [name: string, value: string]
  /** The name of the header for the content type of a response. */
  contentTypeHeader(): string
  /** The response for a path that is not served: 404 without a body. */
  replyNotFound(): Reply
  AppGateway: { new (platform: Platform, keys: Argument<Array<string> | undefined | null>, options: GatewayOptions): AppGateway }
  AppExchange: {  }
  Calls: { new (answer: (batch: unknown[]) => void): Calls }
  Platform: { new (calls: Calls, settings: Settings): Platform }
  PlatformUser: {  }
  HookReceiver: { new (webhooks: Webhooks, dedupe: 'store' | 'inbox' | 'off', memory?: MemoryDedupe | undefined | null, allowlist?: IpAllowlist | undefined | null): HookReceiver }
  HookRequest: { new (): HookRequest }
  Inbox: { open(calls: Calls, store: string | JsStore, storeKeys: ReadonlyArray<string>, options: Argument<InboxOptions>): Inbox }
  Lease: {  }
  Workers: {  }
  Keeper: {  }
  LoginExchange: { new (method: string, path: string, query: string, headers: string | ReadonlyArray<string>): LoginExchange; serves(path: string): boolean }
  JsStore: { new (perform: (request: StoreRequest) => void, hasClock: boolean): JsStore }
  ResponseStream: {  }
  Recorder: { always(outcome: ScriptedOutcome): Recorder; script(outcomes: ReadonlyArray<ScriptedOutcome>): Recorder }
  ManualClock: { at(now: Date): ManualClock }
  Webhooks: { new (keys: ReadonlyArray<IdentificationKey>, options: Argument<WebhookOptions | undefined | null>): Webhooks; fromList(keys: string, options: Argument<WebhookOptions | undefined | null>): Webhooks; fromEnv(options: Argument<WebhookOptions | undefined | null>): Webhooks }
  Accepted: {  }
  MemoryDedupe: { new (capacity: Argument<number | undefined | null>): MemoryDedupe }
  IpAllowlist: { new (networks: ReadonlyArray<string>): IpAllowlist; platform(): IpAllowlist }
}
