// Made from the sandbox by `cargo run -p open-platform-generator`. Do not edit.

/** Whether a token can be used for an endpoint, and if not, what is missing. */
export type Ability = {
  /** Whether a call is allowed. */
  allowed: boolean;
  /** The granted scopes that allow it. Those with an identifier allow it for that object only. */
  by: string[];
  /** Name of the endpoint, such as `addons.create_on_post`. */
  endpoint: string;
  /** The permission that the app's first API key lacks. */
  missing_permission: string | null;
  /** The scopes of which one is needed. Empty if one was granted or none is needed. */
  missing_scopes: string[];
};

/** What a conversation is about, and its participants, by their names in the sandbox. */
export type About = {
  /** A post. */
  post: {
    /** Name of the user who writes to the owner. */
    buyer: string;
    /** Its token. */
    post: string;
    /** Its owner. */
    seller: string;
  };
} | {
  /** The app's chatbot. */
  bot: {
    /** Name of the user who writes to it. */
    user: string;
  };
};

/** A rule in force, with its counters. */
export type ActiveFault = {
  /** How many times it fired. */
  fired: number;
  /** Number of the rule in its world. */
  id: number;
  /** How many requests it matched. */
  matched: number;
  /** The rule. */
  rule: FaultRule;
};

/** A subscription of the app (docs/platform.md#subscriptions). It ends with the access token it was made with. */
export type ActiveSubscription = {
  /** The consent behind the token. */
  grant: string;
  /** Its id. Apps do not receive it. */
  id: string;
  /** The event type. */
  kind: string;
  /** When it was made. */
  made_at: string;
  /** The metadata that is sent with every event. */
  metadata: unknown;
  /** The posts of the scopes, if the scopes are for posts. */
  posts: string[] | null;
  /** The resource it is limited to; without one it covers all that the scopes cover. */
  resource: string | null;
  /** Name of the user who consented. */
  user: string;
};

/** The data that was added. */
export type AddedData = {
  /** The businesses, with their tokens. */
  businesses: SandboxBusiness[];
  /** The conversations, with their ids. */
  conversations: SandboxConversation[];
  /** The posts, with their tokens. */
  posts: SandboxPost[];
  /** The users, with their ids. */
  users: SandboxUser[];
};

/** An API key and what it may do. */
export type ApiKey = {
  /** The key. */
  key: string;
  /** Its permissions. */
  permissions: string[];
};

/** The settings to change; the others stay. */
export type AppChange = {
  /** The API key. */
  api_key?: string | null;
  /** The slug, which is the client id. */
  client_id?: string | null;
  /** The secret for the token endpoint. */
  client_secret?: string | null;
  /** Where dynamic actions are sent; empty for none. */
  dynamic_action_url?: string | null;
  /** Where events are sent; empty for none. */
  events_url?: string | null;
  /** Whether the app has a logo, which widgets name `logo`. */
  has_logo?: boolean | null;
  /** What the platform sends in `Authorization` when it calls the app. */
  identification_key?: string | null;
  /** Further API keys. */
  other_keys?: ApiKey[] | null;
  /** What the API key may do, such as `GET_POST`. */
  permissions?: string[] | null;
  /** Where users may return to after login. */
  redirect_uris?: string[] | null;
  /** Where start requests are sent; empty for none. */
  start_url?: string | null;
};

/** The settings of the app in the platform's console. All credentials are generated. */
export type AppSettings = {
  /** The API key. */
  api_key: string;
  /** The slug, which is the client id. */
  client_id: string;
  /** The secret for the token endpoint. */
  client_secret: string;
  /** Where dynamic actions are sent; none while empty. */
  dynamic_action_url: string;
  /** Where events are sent; none while empty. */
  events_url: string;
  /** Whether the app has a logo, which widgets name `logo`. */
  has_logo: boolean;
  /** What the platform sends in `Authorization` when it calls the app. */
  identification_key: string;
  /** Further API keys, with fewer permissions: one for each service of the app. */
  other_keys: ApiKey[];
  /** What the API key may do, such as `GET_POST`. A new world has every permission of the endpoint table. */
  permissions: string[];
  /** Where users may return to after login. Compared character by character. */
  redirect_uris: string[];
  /** Where start requests are sent; none while empty. */
  start_url: string;
};

/** One attempt to deliver an event. */
export type Attempt = {
  /** Beginning of the app's answer. */
  answer: string;
  /** The time, on the world's clock. */
  at: string;
  /** Why there was no answer. */
  error: string | null;
  /** How long the app took, in milliseconds of the machine's clock. */
  latency_ms: number;
  /** Its place in the order in which its world recorded requests, delivery attempts and events without a delivery. */
  position: number;
  /** Status of the app's answer, if it answered. */
  status: number | null;
};

/** The value of `Authorization` in requests to the app. */
export type Authorization = "right" | "other" | "in_turn" | "wrong" | "both" | "missing";

/** A backend that runs. */
export type BackendInfo = {
  /** The header that names the user. Without it no user is logged in. */
  session_header: string;
  /** Its address, for the phone. */
  url: string;
};

/** The settings of the backend. */
export type BackendSettings = {
  /** The writing calls that phones may make, such as `conversations.send`. */
  allow?: string[];
  /** Lifetime of its tokens, in seconds. */
  lifetime_seconds?: number;
};

/** Whether there was a backend. */
export type BackendStopped = {
  /** Whether a backend was running. */
  stopped: boolean;
};

/** A block between two users. */
export type Block = {
  /** Name of the user who is blocked. */
  blocked: string;
  /** Name of the user who blocks. */
  blocker: string;
  /** `false` ends the block. */
  on: boolean;
};

/** A quota of one use of the platform: these calls together. */
export type CallQuota = {
  /** Calls in the time. */
  calls: number;
  /** Names of the endpoints, such as `addons.create_on_post`. */
  endpoints: string[];
  /** The time. It begins with the minute, hour or day of UTC; a week has 7 days and begins on a Thursday (assumption). */
  per: Limit;
};

/** What messages may contain beside text. */
export type ChatMediumKind = "image" | "video" | "voice" | "file";

/** What a user clicks. */
export type Click = {
  /** Position in the row, from 0. */
  column?: number;
  /** Id of the message. */
  message: string;
  on: "message_button";
  /** Row, from 0. */
  row?: number;
  /** Name of the user. */
  user: string;
} | {
  /** Index of the action among all widgets of the post, in document order, from 0. */
  action?: number;
  on: "widget";
  /** Token of the post. */
  post: string;
  /** Name of the user. */
  user: string;
} | {
  /** Id of the conversation. */
  conversation: string;
  on: "chat_service";
  /** Name of the user. */
  user: string;
};

/** What the user sees after a click. */
export type ClickOutcome = {
  /** An action that the platform handles, or that the app answered with. */
  action: unknown;
  /** Why nothing opens: the app did not answer, or its answer is not valid. */
  error: string | null;
  /** The address that opens. */
  opens: string | null;
  /**
   * The body of the request to the app, if there was one. If the app answered a dynamic action with a link to itself, that of
   * the start request.
   */
  request: unknown;
  /** Status of the app's answer, if it answered. */
  status: number | null;
  /** A text that is shown briefly. */
  text_message: string | null;
};

/** The state of the clock. */
export type ClockStatus = {
  /** Whether it is frozen. */
  frozen: boolean;
  /** The clock of a world. */
  now: string;
  /** The planned jobs, earliest first; at most 1000. */
  planned: Fired[];
};

/** What differs between two snapshots. */
export type Comparison = {
  /** The differences, at most 500. */
  differences: Difference[];
  /** Whether there are more. */
  has_more: boolean;
};

/** The counts in the statistics of a post for a whole day. During a day they grow with the clock. */
export type CountsPerDay = {
  /** How many conversations about it began. */
  chats?: number;
  /** How often it was shown in a list. */
  impressions?: number;
  /** How often the post was opened. */
  views?: number;
};

/** The kind of a credential. */
export type CredentialKind = "api_key" | "access_token" | "refresh_token" | "client_secret" | "authorization_code";

/** A credential that a host received. */
export type CredentialSighting = {
  /** The host name that the app used, such as `127.0.0.1:4010`. */
  authority: string;
  /** Whether the host may receive it. The upload host may receive none, and only the auth host the client's secrets. */
  belongs: boolean;
  /** The kind of the credential. */
  credential: CredentialKind;
  /** The first 16 hexadecimal digits of its SHA-256. */
  fingerprint: string;
  /** The host of the platform that received it: `auth`, `base`, `api`, `upload` or `chat`. */
  host: string;
  /** How often the host received it. */
  times: number;
};

/** A custom button to set or to remove. Exactly one of the tokens is given. */
export type CustomButtonChange = {
  /** The token of the business. */
  business?: string | null;
  /** The button in the platform's form, with `type` and `action`. Absent: the button is removed. */
  button?: Record<string, unknown> | null;
  /** The token of the post. */
  post?: string | null;
};

/** The decision of the user on the consent page. */
export type Decision = {
  decision: "approve";
  /** Name of the user, such as `seller`. */
  user: string;
} | {
  decision: "approve_only";
  /** The scopes to grant, out of the requested ones. */
  scopes: string[];
  /** Name of the user. */
  user: string;
} | {
  decision: "deny";
};

/** An event, and all attempts to deliver it. */
export type Delivery = {
  /** The attempts, oldest first. */
  attempts: Attempt[];
  /** The body. */
  body: unknown;
  /** Event type, such as `NEW_MESSAGE`. */
  event: string;
  /** The headers of the last attempt. The key is `[redacted]`. */
  headers: RecordedHeader[];
  /** Number of the delivery in its world. */
  id: number;
  key: KeySent | null;
  /** How long the app took for the last attempt, in milliseconds of the machine's clock. */
  latency_ms: number | null;
  /** When the event was created. */
  made_at: string;
  /** When the next attempt is planned. */
  next_attempt_at: string | null;
  /** Number of the delivery that this one repeats, if any. */
  repeats: number | null;
  /** Status of the app's answer to the last attempt. */
  response_status: number | null;
  /** Its stage. */
  state: DeliveryState;
  /** The address. */
  url: string;
};

/** The number of a new delivery. */
export type DeliveryNumber = {
  /** Its number in the world. */
  delivery: number;
};

/** The state of a delivery. */
export type DeliveryState = "planned" | "held" | "delivered" | "failed" | "no_address";

/** Whether a parameter is required. */
export type Demand = "required" | "accepted" | "ignored";

/** How a redirect reports that a login was refused. */
export type Denial = "missing_code" | "error_parameter";

/** A value that differs. */
export type Difference = {
  /** The value in the second one. */
  after: unknown;
  /** The value in the first one. Absent if it is only in the second. Credentials are `[redacted]`. */
  before: unknown;
  /** Its path, such as `posts.by_token.AbCd1234.stage`. */
  path: string;
};

/**
 * A write that was received more than once, with the same method, path, body and caller, so that it can have had its effect twice.
 *
 * A request that was answered 401 or 429 does not count, because the platform has not acted on it. Neither does a call with an id of
 * the app, such as a payment: the platform acts on each id once at most.
 */
export type DuplicateWrite = {
  /** SHA-256 of the body, in hexadecimal digits. */
  body_sha256: string;
  /** Name of the endpoint. */
  endpoint: string;
  /** Path on its host. */
  path: string;
  /** Numbers of the requests, at least two. */
  requests: number[];
};

/** What a fault does. */
export type Effect = {
  /** The body; if empty, an error in the platform's format. */
  body?: string;
  /** Its content type; `application/json` if empty. */
  content_type?: string;
  kind: "status";
  /** Before or after the request takes effect. */
  moment?: Moment;
  /** HTTP status. */
  status: number;
} | {
  /** Writes `Retry-After` as a date of the world's clock. */
  as_date?: boolean;
  kind: "rate_limit";
  /** Which limit the body names. */
  limit?: Limit;
  /** Seconds for `Retry-After`; without it the header is left out. */
  retry_after_seconds?: number | null;
} | {
  kind: "delay";
  /** How long, in milliseconds; at most ten minutes. */
  milliseconds: number;
  /** Before or after the request takes effect. */
  moment?: Moment;
} | {
  kind: "drop";
  /** Before or after the request takes effect. */
  moment?: Moment;
  /** Resets the connection instead of closing it. */
  reset?: boolean;
} | {
  /** The number of bytes that are sent. `Content-Length` has the full length. */
  bytes: number;
  kind: "truncate";
} | {
  /** Bytes in a piece. */
  bytes: number;
  kind: "slow_drip";
  /** Pause after each piece, in milliseconds. */
  milliseconds: number;
} | {
  kind: "gzip_bomb";
  /** Its size in MiB after decompression; at most 1024. */
  mebibytes: number;
} | {
  kind: "endless_body";
} | {
  kind: "redirect";
  /** The address. */
  location: string;
  /** 301, 302, 303, 307 or 308. */
  status: number;
} | {
  kind: "bad_json";
} | {
  kind: "patch";
  /** The patch. */
  merge: unknown;
};

/** Any event. */
export type Event = {
  /** The body to deliver. */
  body: unknown;
};

/** What to wait for. */
export type Expectation = {
  /** The minimum number; 1 by default. */
  count?: number | null;
  /** Name of the endpoint, such as `conversations.send`. */
  endpoint: string;
  for: "request";
  /** Status of the answer, if it matters. */
  status?: number | null;
  /** The longest wait, in milliseconds of the machine's clock; 5000 by default, at most 30000. */
  timeout_milliseconds?: number | null;
} | {
  /** The minimum number; 1 by default. */
  count?: number | null;
  /** Event type, such as `NEW_MESSAGE`. */
  event: string;
  for: "delivery";
  /** As for requests. */
  timeout_milliseconds?: number | null;
};

/** The number of a new rule. */
export type FaultNumber = {
  /** Its number in the world. */
  id: number;
};

/** The numbers of new rules. */
export type FaultNumbers = {
  /** Their numbers in the world. */
  ids: number[];
};

/** A named set of fault rules. */
export type FaultPreset = {
  /** What happens. */
  about: string;
  /** Its name in the path, such as `lost_token_answer`. */
  name: string;
  /** The rules that it adds, in this order. */
  rules: FaultRule[];
};

/** A fault rule: which requests, how often, and what happens to them. The first rule that fires is used. */
export type FaultRule = {
  /** What happens, in order. */
  effects?: Effect[];
  /** A label. */
  name?: string;
  /** Fires only on this matching request, counted from 1. */
  nth?: number | null;
  /** Which requests. Empty: all. */
  on?: RequestMatch;
  /** Fires with this probability, from 0 to 1. It depends only on `seed` and the number of the matching request. */
  probability?: number | null;
  /** The seed of `probability`. */
  seed?: number;
  /** Fires at most this many times. */
  times?: number | null;
};

/** A job that ran, or is planned. */
export type Fired = Job & {
  /** The time, on the world's clock. */
  at: string;
};

/** The jobs that ran. */
export type FiredJobs = {
  /** In order. */
  fired: Fired[];
  /** The time after it. */
  now: string;
};

/** The switches of endpoints and of the contents of events. Start from a profile and change single switches. */
export type Gaps = {
  /** A widget or a post may name an image, and a message may name media, that were never uploaded here (assumption). */
  accept_unknown_images?: boolean;
  /**
   * An add-on for a post that does not exist is accepted and never shown, instead of refused with 404
   * (docs/platform.md#post-addons).
   */
  accept_wrong_post_token?: boolean;
  /**
   * Seconds until an accepted post add-on appears on the post; 0 means at once. The documents say "queued"
   * (docs/platform.md#post-addons); how long it takes is an assumption.
   */
  addon_attach_seconds?: number;
  /** A message may carry a media token and no text (docs/platform.md#contradiction-34). */
  allow_media_only?: boolean;
  /** The business add-on answers `{}` instead of `{"id": …}` (docs/platform.md#contradiction-36). */
  business_addon_answers_empty?: boolean;
  /** A message may have nine buttons for each side instead of nine in all (docs/platform.md#buttons). */
  buttons_of_each_side?: boolean;
  /** The chatbot's answer needs the bearer with its scope also in a conversation (docs/platform.md#contradiction-35). */
  chatbot_reply_needs_scope?: boolean;
  /**
   * Limits that no document states and the SDK assumes are checked, too: 4,096 characters of a message, 256 of a button's
   * caption or the name of an image (assumption).
   */
  check_assumed_limits?: boolean;
  /**
   * The members of a submission that depend on the category are checked by the category's form, which
   * `assets.submit_schema` returns (docs/platform.md#submit-form). That the platform checks by that form, and its refusal, 400,
   * are assumptions. A category that the sandbox has no form of is not checked.
   */
  check_category_fields?: boolean;
  /** Limits of widgets, buttons and texts are checked (docs/platform.md#widgets, #send-message). */
  check_limits?: boolean;
  /**
   * A scope for a post is valid only for posts of the user who granted it, and a phone number or user id in a path
   * must be that user's (assumption).
   */
  check_ownership?: boolean;
  /**
   * Sending to a conversation that does not exist creates it (docs/platform.md#send-message). The other participant
   * is an assumption.
   */
  create_conversations?: boolean;
  /** A success without content answers with an empty body instead of `{}` (docs/platform.md#reading-11). */
  empty_success_body?: boolean;
  /**
   * Chatbot messages, revocations and transactions are delivered without a subscription
   * (docs/platform.md#contradiction-50).
   */
  events_without_subscription?: boolean;
  /**
   * A post that is not published yet cannot be read without its scope. Its `state` member says that it can
   * (docs/platform.md#post-record).
   */
  hide_ongoing_posts?: boolean;
  /** The sender type of people is `USER` instead of `HUMAN` (docs/platform.md#contradiction-22). */
  human_is_user?: boolean;
  /** Events carry `meta_data` instead of `metadata` (docs/platform.md#contradiction-1). */
  meta_data_key?: boolean;
  /** 64-bit numbers are written as strings (docs/platform.md#contradiction-26). */
  numbers_as_text?: boolean;
  /** Transaction events carry `payment_transaction` instead of `transaction` (docs/platform.md#contradiction-24). */
  payment_transaction_key?: boolean;
  /**
   * Members, widgets, actions, colours, icons and types that are not documented are refused instead of ignored
   * (docs/platform.md#reading, assumption).
   */
  refuse_unknown_members?: boolean;
  /** An unknown user id or phone number is refused with 404 (assumption). */
  refuse_unknown_users?: boolean;
  /** A message must carry `type` (docs/platform.md#contradiction-33). */
  require_message_type?: boolean;
  /**
   * A new subscription replaces the one of the same consent for the same event and resource, instead of being added
   * (docs/platform.md#resubscription).
   */
  resubscribing_replaces?: boolean;
  /**
   * Calls that the specification lets an app make without a scope, or with `USER_SEMANTIC_CREATE`, need the scope of the
   * live platform's documents: `USER_ADDON_CREATE`, `USER_VERIFICATION_CREATE`, `CHAT_MESSAGE_SEND`
   * (docs/platform.md#scopes, #user-addons, #user-semantics, #legacy-send).
   */
  scopes_of_live_platform?: boolean;
  /** How `sent_at` is written (docs/platform.md#sent-at). */
  sent_at?: InstantForm;
  /**
   * Whatever the specification does not have fails: the newer endpoints of the live platform, queries, unknown
   * members and other content types. For tests only: whether an app stays within the specification.
   */
  spec_only?: boolean;
  /**
   * A permission that the key lacks is answered with the bare text seen on the live platform, without a hint
   * (docs/platform.md#known-errors).
   */
  terse_refusals?: boolean;
  /** Only the two event types of the generated documents can be subscribed to (docs/platform.md#contradiction-21). */
  two_subscription_types?: boolean;
  /**
   * A key that is not the app's is refused with 412 "could not retrieve app from db" instead of 401: seen on one
   * endpoint only (docs/platform.md#known-errors).
   */
  unknown_key_is_412?: boolean;
  /** An upload answers 201 instead of 200 (docs/platform.md#reading-13). */
  upload_answers_201?: boolean;
  /** The largest upload, in bytes; 0: the limit of the sandbox, 16 MiB (assumption: no limit is documented). */
  upload_max_bytes?: number;
  /** Uploads that are not JPEG are refused. The documents prefer JPEG (docs/platform.md#image-upload): this is stricter. */
  upload_must_be_jpeg?: boolean;
  /** The answer of `GET users` also has the deprecated member `phone_numbers` (docs/platform.md#users). */
  users_me_phone_numbers?: boolean;
  /** Endpoints that were removed from the platform's documents answer 404 (docs/platform.md#deprecations). */
  withdrawn_endpoints_gone?: boolean;
};

/** What happens when a refresh token is used again (docs/platform.md#refresh-rotation). */
export type Grace = "strict" | "fork" | "idempotent" | "latest_wins" | "until_used";

/** The time to set. */
export type Instant = {
  /** The new time. */
  to: string;
};

/** How an instant is written. */
export type InstantForm = "text" | "micros" | "micros_as_text";

/** A job that runs at a later time. */
export type Job = {
  /** Id of the add-on. */
  id: string;
  job: "attach_addon";
} | {
  /** Id of the add-on. */
  id: string;
  job: "expire_user_addon";
} | {
  /** Number of the code in this world. */
  code: number;
  job: "expire_code";
} | {
  job: "expire_access_token";
  /** Number of the pair of tokens in this world. */
  pair: number;
} | {
  job: "end_grace";
  /** Number of the pair of tokens in this world. */
  pair: number;
} | {
  job: "expire_refresh_token";
  /** Number of the pair of tokens in this world. */
  pair: number;
} | {
  /** The id that the app chose. */
  id: string;
  job: "settle_payment";
} | {
  job: "review_post";
  /** Token of the post. */
  post: string;
} | {
  /** Number of the delivery in this world. */
  delivery: number;
  job: "deliver";
};

/** A kept snapshot. */
export type KeptSnapshot = {
  /** Its number in the world, as the text that the other operations take. */
  snapshot: string;
};

/** Which key a delivery sent. */
export type KeySent = "right" | "other" | "wrong" | "both" | "missing";

/** A subscription that ended with its access token. Its events are not delivered afterwards. */
export type Lapse = {
  /** Event type it was for. */
  event_type: string;
  /** When it ended. */
  from: string;
  /** Resource it was limited to. */
  resource: string | null;
  /** When the app subscribed again, if it did. */
  to: string | null;
  /** Name of the user who consented. */
  user: string;
};

/** The limit that was exceeded. */
export type Limit = "minute" | "hour" | "day" | "week";

/** The limits on the app's calls. Only calls with an API key count; refused ones do not (assumption). */
export type LimitRules = {
  /**
   * Seconds for which the address of the deprecated `image-upload-url` can be used; 0: for ever
   * (docs/platform.md#limits). The refusal, 403, is an assumption.
   */
  image_upload_url_seconds?: number;
  /**
   * Reads of the addresses for uploads (`assets.media_upload_urls`) in a day; 0: any number. The documents ask for "about
   * one" (docs/platform.md#limits); that more are refused is an assumption.
   */
  media_upload_urls_per_day?: number;
  /**
   * Calls in a day of the world's clock, which begins at midnight UTC (assumption); 0: any number
   * (docs/platform.md#limits).
   */
  per_day?: number;
  /**
   * Calls in a minute of the world's clock; 0: any number. The platform's value is shown only in its console
   * (docs/platform.md#limits).
   */
  per_minute?: number;
  /**
   * Quotas of single uses, besides those of all calls. The platform's values are shown only in its console
   * (docs/platform.md#limits).
   */
  quotas?: CallQuota[];
  /**
   * The quotas that the documents named in 2024: 100 add-ons on posts, 10,000 reads of posts and 10,000 searches a week
   * (docs/platform.md#limits).
   */
  quotas_of_2024?: boolean;
  /**
   * Whether 429 carries `Retry-After`, and in which form (assumption: the documents name no header,
   * docs/platform.md#limits).
   */
  retry_after?: RetryAfter;
  /** Posts in the result of a search, the newest; 0: any number (docs/platform.md#limits). */
  search_results?: number;
  /** Searches in all, whose count is never reset; 0: any number (docs/platform.md#limits). */
  searches?: number;
  /** Days in the statistics of a post (docs/platform.md#limits). */
  stats_days?: number;
  /**
   * Posts that are not archived which the world may have before another can be added to it; 0: any number. A test app has
   * 10 test posts (docs/platform.md#limits). Posts that the app submits are not refused (assumption).
   */
  test_posts?: number;
  /**
   * Posts that can be added to the world in a day; 0: any number. The documents name no number for test posts
   * (docs/platform.md#limits).
   */
  test_posts_per_day?: number;
  /**
   * Posts that can be added to the world in an hour; 0: any number. The documents name no number for test posts
   * (docs/platform.md#limits).
   */
  test_posts_per_hour?: number;
  /** Transactions on a page; 0: any number (docs/platform.md#limits). */
  transactions_on_page?: number;
};

/** How much of a limit is used. */
export type LimitUse = {
  /** Whether 80 % are used: of a daily quota the platform then sends an e-mail (docs/platform.md#limits). */
  is_near: boolean;
  /**
   * The limit: `requests per minute`, `requests per day`, `searches`, `added posts per hour`, `added posts per day`, or a
   * quota such as `posts.get per week`.
   */
  limit: string;
  /** The limit; 0: any number. */
  most: number;
  /** How much of it is used. */
  used: number;
};

/** A login. */
export type Login = Decision & {
  /** The address to which the app sends the user's browser. */
  authorize_url: string;
};

/** Whether the request takes effect before the fault. */
export type Moment = "before" | "after";

/** The money of a world. */
export type Money = {
  /** The app's balance in rial. */
  balance_rials: number;
  /** The names of the users who must not submit posts. */
  barred: string[];
  /** The ids of the payments that the app reported. */
  reports: string[];
  /** What payments cost, and how they end. */
  rules: PaymentRules;
  /** The payment tickets. */
  tickets: PaymentTicket[];
  /** The transactions on the app's balance, newest first. */
  transactions: SandboxTransaction[];
  /** The payments from wallets of users. */
  wallet_payments: WalletPayment[];
  /** The balances of the wallets of users in rial, by the user's name. Those that are not here have 20,000,000. */
  wallets: Record<string, unknown>;
};

/** A change of the money of a world. What is absent stays. */
export type MoneyChange = {
  /** The app's balance in rial. */
  balance_rials?: number | null;
  /** The names of the users who must not submit posts, instead of those before. */
  barred?: string[] | null;
  rules?: PaymentRules | null;
  /** Payment tickets to add. One with the UUID of another replaces it. */
  tickets?: PaymentTicket[];
  /** The balance of the wallet of a user in rial, by the user's name. */
  wallets?: Record<string, unknown>;
};

/** A business to add. */
export type NewBusiness = {
  /** Names of the users who administer it. */
  admins?: string[];
  /** Names of the users who work for it. */
  agents?: string[];
  /** Its name. */
  business_name?: string;
  /** `CAR`, `REAL_ESTATE`, `JOBS`, `MARKETPLACE`, `SERVICES` or `PERSONAL` (docs/platform.md#post-record). */
  business_type?: string;
  /** What it says about itself. */
  description?: string;
  /** Name of the user who owns it. */
  owner?: string;
  /** Id of its profile image; made from its token if empty. */
  profile_image?: string;
  /** Its token; generated from the seed if empty. One with the token of another replaces it. */
  token?: string;
};

/** A conversation to add. */
export type NewConversation = {
  /** Its id; generated from the seed if empty. */
  id?: string;
  /** Token of the post it is about. Empty for a conversation with the app's chatbot. */
  post?: string;
  /** Name of the user who answers the post, or who talks to the chatbot. */
  user?: string;
};

/** A post to add. Empty members are generated from the seed or left out. */
export type NewPost = {
  /** Token of the business it belongs to; none while empty. */
  business?: string;
  /** Slug of the category. */
  category?: string;
  /** Whether the owner can be written to. */
  chat_enabled?: boolean;
  /** Slug of the city. */
  city?: string;
  counts_per_day?: CountsPerDay | null;
  /** The attributes of the category, with `title`, `description` and `images`. */
  data?: Record<string, unknown>;
  /** Slug of the district. */
  district?: string;
  /** Whether the phone number is hidden. */
  is_phone_hidden?: boolean;
  /** Addresses of the images it has before publication. */
  ongoing_images?: string[];
  /** Name of the user who owns it. */
  owner?: string;
  /** Its stage. */
  stage?: Stage;
  /** Whether the platform's sales assistant may answer. */
  supplier_chat_assistant_enabled?: boolean;
  /** Its token; generated from the seed if empty. */
  token?: string;
};

/** A user to add. Empty members are generated from the seed. */
export type NewUser = {
  /** The name of the user in the sandbox, such as `seller`. Apps do not receive it. */
  name?: string;
  /** Mobile number. */
  phone?: string;
};

/** The next stage of a post. */
export type NextStage = {
  /** The new stage. */
  stage: Stage;
};

/** Why an event has not reached the app. */
export type NotDelivered = "no_subscription" | "other_world" | "subscription_ended" | "other_user" | "other_resource" | "only_with_resource" | "missing_scope" | "not_in_old_form" | "no_address" | "paused" | "clock_frozen" | "failed_so_far" | "failed";

/** The switches of the authorization server. Times are in seconds of the world's clock. */
export type OAuthRules = {
  /** Lifetime of an access token, and the value of `expires_in` (assumption: one hour). */
  access_token_seconds?: number;
  /** The member `code` of a refresh, which holds the current access token (docs/platform.md#token-refresh). */
  code_in_refresh?: Demand;
  /** Whether using a code twice ends its grant (RFC 6749 section 4.1.2). */
  code_reuse_revokes?: boolean;
  /** Lifetime of an authorization code (assumption: 10 minutes). */
  code_seconds?: number;
  /**
   * A second use of a refresh token within this many seconds of the first is answered once with `invalid_request`
   * and a request to retry, as can happen with two concurrent refreshes (docs/platform.md#refresh-rotation). 0:
   * never.
   */
  concurrent_refresh_seconds?: number;
  /** How the redirect reports that the user denied the login (docs/platform.md#denied-login, #oauth-errors). */
  denial?: Denial;
  /**
   * What happens when a refresh token is used again (assumption: as with Ory Hydra;
   * docs/platform.md#refresh-rotation).
   */
  grace?: Grace;
  /** Length of the grace period: 120 by the specification (docs/platform.md#grace). */
  grace_seconds?: number;
  /**
   * What happens to the old access token: in the specification it stays valid for the grace period, with Ory Hydra
   * it does not (docs/platform.md#refresh-rotation).
   */
  old_access_token?: OldAccessToken;
  /** PKCE with S256 (assumption: it is not documented). */
  pkce?: Demand;
  /** The member `redirect_uri` of a refresh (docs/platform.md#token-refresh). */
  redirect_uri_in_refresh?: Demand;
  /** From when that lifetime counts (assumption; docs/platform.md#token-lifetimes). */
  refresh_life?: RefreshLife;
  /** Lifetime of a refresh token: 30 days by the specification (docs/platform.md#token-lifetimes). */
  refresh_token_seconds?: number;
  /**
   * Whether a `state` of fewer than 8 characters is refused (assumption: Ory Hydra's minimum,
   * docs/platform.md#state).
   */
  refuse_short_state?: boolean;
  /**
   * How the redirect reports that the authorization server refused the request: an unknown scope, a short `state`
   * (assumption: RFC 6749 section 4.1.2.1; on the live platform a misspelt scope was observed to give a redirect
   * without an error, docs/platform.md#oauth-errors).
   */
  refused_request?: Denial;
  /** Whether using a refresh token after its grace period ends the whole grant (assumption: as with Ory Hydra). */
  reuse_revokes?: boolean;
  /**
   * Whether the redirect has `iss`, the issuer (RFC 9207; assumption: it is not documented). Every world is its own
   * issuer.
   */
  send_issuer?: boolean;
};

/** What happens to the old access token when a pair is replaced. */
export type OldAccessToken = "stays_valid" | "ends_at_once";

/** The order of paused deliveries when they are resumed. */
export type Order = "as_made" | "reversed" | "shuffled";

/** A post as its owner sees it. */
export type OwnView = {
  /** What `own_posts.get` returns. */
  record: Record<string, unknown>;
  /** What `own_posts.stats` returns. */
  stats: Record<string, unknown>;
};

/** How a payment ends. */
export type PaymentDecision = {
  /** The end. A payment from a wallet fails unless it is completed. */
  end: PaymentEnd;
};

/** How a payment ends. */
export type PaymentEnd = "completed" | "failed" | "refunded";

/** What payments cost in a world, and how they end. */
export type PaymentRules = {
  /** How transactions on the app's balance end, and payments that are reconciled: those fail unless they are completed. */
  end?: PaymentEnd;
  /** Whether a payment from a user's wallet is first being reconciled. */
  reconciles?: boolean;
  /** What the owner is told about a post or an edit that a review did not accept. */
  reject_reason?: string;
  /** The price of an extension, in rial. */
  renew_rials?: number;
  /** The price of a reordering, in rial. */
  reorder_rials?: number;
  /** How reviews of posts and of edits end. */
  review?: ReviewEnd;
  /** Seconds that a review takes. */
  reviewed_after?: number;
  /** Seconds until a transaction ends, and until a payment that is being reconciled is paid or has failed. */
  settles_after?: number;
  /** The price of a publication, in rial. */
  submit_rials?: number;
};

/** A payment ticket of a world. Tests add it; the app asks whether it is good. */
export type PaymentTicket = {
  /** What the issuer put into it. */
  issuer_payload?: Record<string, unknown>;
  /** Whether it is for a service of another type than the app's. */
  other_service?: boolean;
  /** What it covers, in rial. */
  sponsored_rials?: number;
  /** Name of the user it is for. */
  user?: string;
  /** Its UUID. */
  uuid?: string;
};

/** A login that waits for the user: a consent page that is open in a browser. */
export type PendingConsent = {
  /** Its id, by which it can be answered. */
  id: string;
  /** The user whom the app expects, if it says so. */
  login_hint: string | null;
  /** When the page was opened, on the world's clock. */
  opened_at: string;
  /** Where the user returns to. */
  redirect_uri: string;
  /** The scopes that the app asks for. */
  scopes: string[];
};

/** What to change of a post. Members that are not given stay. */
export type PostChange = {
  /** Token of the business it belongs to; empty for none. */
  business?: string | null;
  /** Slug of the category. */
  category?: string | null;
  /** Whether the owner can be written to. */
  chat_enabled?: boolean | null;
  /** Slug of the city. */
  city?: string | null;
  counts_per_day?: CountsPerDay | null;
  /** Attributes to set; `null` removes one. */
  data?: Record<string, unknown>;
  /** Slug of the district; empty for none. */
  district?: string | null;
  /** Whether the phone number is hidden. */
  is_phone_hidden?: boolean | null;
  /** Addresses of the images it has before publication. */
  ongoing_images?: string[] | null;
  stage?: Stage | null;
  /** Whether the platform's sales assistant may answer. */
  supplier_chat_assistant_enabled?: boolean | null;
};

/** A post in review, or one whose last review did not accept it or its edit. */
export type PostReview = {
  /** The members of the category that the edit in review sets. */
  category: Record<string, unknown>;
  /** The general members that the edit in review sets. */
  general: Record<string, unknown>;
  /** Whether the post is new, and not published yet. */
  is_new: boolean;
  /** Whether a review is in progress. Otherwise the last one did not accept the post or its edit. */
  is_open: boolean;
  /** Name of its owner. */
  owner: string;
  /** Token of the post. */
  post: string;
  /** What the owner was told, if it was not accepted. */
  reject_reason: string | null;
  /** The word of `state` for its owner, such as `POST_STATE_WAITING_FOR_REVIEW`. */
  state: string;
};

/** A refusal of the admin API. */
export type Problem = {
  /**
   * A stable word: `invalid_input`, `unauthorized`, `forbidden`, `not_found`, `method_not_allowed`, `too_large` or
   * `unsupported_media_type`.
   */
  error: string;
  /** Path of the invalid member, if known. */
  field: string | null;
  /** The error as text. */
  message: string;
};

/** A set of values for all switches. */
export type Profile = "strict" | "lenient" | "observed";

/** A header of a request or an answer. */
export type RecordedHeader = {
  /** Its name, in lower case. */
  name: string;
  /** Its value; `[redacted]` for a secret. */
  value: string;
};

/** One side of an exchange: the request or the answer. */
export type RecordedMessage = {
  /**
   * The body as text, with `[redacted]` for secrets. Absent if it is not text, is larger than 64 KiB, a fault has changed
   * it, or its secrets cannot be found.
   */
  body: string | null;
  /** The length of the body in bytes. Absent if a fault answered or changed it. */
  body_bytes: number | null;
  /** The headers, in order. Secrets are `[redacted]`. */
  headers: RecordedHeader[];
};

/** The redirect to the app. */
export type Redirect = {
  /** The app's address with `code` and `state`, or with the form of a denial. */
  callback_url: string;
};

/** From when the lifetime of a refresh token counts. */
export type RefreshLife = "rolling" | "absolute";

/** One request, with what went over the wire. Secrets are `[redacted]`. */
export type RequestDetails = RequestRecord & {
  /** The query without `?`; empty if there was none. */
  query: string;
  request: RecordedMessage | null;
  response: RecordedMessage | null;
};

/** The requests of a rule. All given members must match. */
export type RequestMatch = {
  /** Name of the endpoint, such as `oauth.refresh`. */
  endpoint?: string | null;
  /** Name of a header that must be there. */
  header?: string | null;
  /** The value that header must have. */
  header_value?: string | null;
  /** HTTP method, in upper-case letters. */
  method?: string | null;
  /** Path on the host, with `{names}` for variable segments, such as `/v1/open-platform/finder/post/{post_token}`. */
  path?: string | null;
  /** Name of the user whose access token, refresh token or code the request carries, such as `seller`. */
  user?: string | null;
};

/** A page of requests. */
export type RequestPage = {
  /** The requests, newest first. */
  items: RequestRecord[];
  /** The value of `before` for the next page. Absent on the last one. */
  next: number | null;
};

/** One request of the app. */
export type RequestRecord = {
  /** The time of its arrival, on the world's clock. */
  at: string;
  /** Length of the body in bytes. */
  body_bytes: number;
  /** SHA-256 of the body, in hexadecimal digits. */
  body_sha256: string;
  /** From its arrival to its answer, in milliseconds of the machine's clock. */
  duration_ms: number;
  /** Name of the endpoint, such as `posts.get`, or none for an unknown path. */
  endpoint: string | null;
  /** Number of the fault rule that acted on it, if one did. */
  fault: number | null;
  /** Which of the platform's hosts: `auth`, `base`, `api`, `upload` or `chat`. */
  host: string;
  /** HTTP method. */
  method: string;
  /** Number of the request in its world, from 1. The answer has it in `x-request-id`. */
  number: number;
  /** Path on that host, without the query. */
  path: string;
  /**
   * Its place in the order in which its world recorded requests, delivery attempts and events without a delivery. Unlike the
   * number, it does not begin again after a reset.
   */
  position: number;
  /** Why it was refused: the message of the error answer, or the error of an authorization request. */
  refusal: string | null;
  /** The replacement of a deprecated endpoint. */
  replacement: string | null;
  scope_check: ScopeCheck | null;
  /** Status of the answer. 0 if a fault cut the connection before there was one. */
  status: number;
  /** The header `traceparent`, if it came. */
  traceparent: string | null;
  /** Name of the user whose token or code it carried. */
  user: string | null;
  /** Whether the endpoint is a write that is not idempotent. */
  write: boolean;
};

/** The order of paused deliveries. */
export type Resume = {
  /** In which order they are sent. */
  order?: Order;
};

/** How an answer 429 says when to retry. */
export type RetryAfter = "missing" | "seconds" | "date";

/** How a review ends. */
export type ReviewDecision = {
  /** The end. */
  end: ReviewEnd;
  /** What the owner is told if it is not accepted; absent: the reason of the rules of payments. */
  reason?: string | null;
};

/** How a review ends. */
export type ReviewEnd = "accepted" | "rejected" | "needs_edit";

/** A documented form of an event that differs from the observed one. */
export type Sample = "message_from_user" | "message_from_bot" | "message_without_text" | "message_with_file" | "chatbot_message" | "message_with_meta_data" | "payment_transaction" | "retired_post" | "revocation" | "old_chat_message" | "unknown_type";

/** The sample to send. */
export type SampleChoice = {
  /** The sample. */
  sample: Sample;
};

/** A business of a world. */
export type SandboxBusiness = {
  /** Names of the users who administer it. */
  admins: string[];
  /** Names of the users who work for it. */
  agents: string[];
  /** Its name. */
  business_name: string;
  /** Kind of business. */
  business_type: string;
  /** What it says about itself. */
  description: string;
  /** Name of the user who owns it. */
  owner: string;
  /** Id of its profile image. */
  profile_image: string;
  /** Its token. */
  token: string;
};

/** A file that the app uploaded for messages of chats. */
export type SandboxChatMedium = {
  /** Its size. */
  bytes: number;
  /** The name under which its bytes are kept, as one of the images. */
  file: string;
  /** What it is. */
  kind: ChatMediumKind;
  /** The token that the upload returned, for the `media_token` of a message. */
  media_token: string;
  /** The name of the file that the app sent. */
  name: string;
  /** When it was uploaded. */
  uploaded_at: string;
};

/** A conversation of a world. */
export type SandboxConversation = {
  /** What it is about. */
  about: About;
  /** Its id. */
  id: string;
};

/** A custom button of the app: on a post, or of a business. */
export type SandboxCustomButton = {
  /** The token of the business. */
  business: string | null;
  /** The button in the platform's form, with `type` and `action`. */
  button: Record<string, unknown>;
  /** The token of the post. */
  post: string | null;
};

/** An upload of the app. */
export type SandboxImage = {
  /** Its size. */
  bytes: number;
  /** The name that the upload returned. */
  name: string;
  /** The name since a widget shows it, if one does. */
  permanent_name: string | null;
  /** When it was uploaded. */
  uploaded_at: string;
};

/** A post of a world. */
export type SandboxPost = {
  business: SandboxBusiness | null;
  /** Slug of the category. */
  category: string;
  /** Whether the owner can be written to. */
  chat_enabled: boolean;
  /** Slug of the city. */
  city: string;
  counts_per_day: CountsPerDay | null;
  /** The attributes of the category. */
  data: Record<string, unknown>;
  /** Slug of the district; empty where there is none. */
  district: string;
  /** When it was first published. */
  first_published_at: string | null;
  /** Whether the phone number is hidden. */
  is_phone_hidden: boolean;
  /** When it last changed. */
  last_modified_at: string;
  /** Addresses of the images it has before publication. */
  ongoing_images: string[];
  /** Name of the user who owns it. */
  owner: string;
  /** When it was last renewed. */
  renewed_at: string | null;
  /** Its stage. */
  stage: Stage;
  /** Whether the platform's sales assistant may answer. */
  supplier_chat_assistant_enabled: boolean;
  /** Its token. */
  token: string;
};

/** A transaction on the app's balance. */
export type SandboxTransaction = {
  /** In rial. */
  cost_rials: number;
  /** When it was created. */
  created_at: string;
  /** Text of the app. */
  extra_details: string;
  /** The UUID that the app chose. */
  id: string;
  /** The post. */
  post: string;
  /** What was bought. */
  service: Service;
  /** Such as `TRANSACTION_STATE_PENDING`. */
  state: string;
};

/** A user of a world. */
export type SandboxUser = {
  /** The id that this app sees. Every app sees a different one. */
  id: string;
  /** The name of the user in the sandbox, such as `seller`. Apps do not receive it. */
  name: string;
  /** Mobile number: `09` and nine digits. */
  phone: string;
};

/** An add-on of the app on a user. */
export type SandboxUserAddon = {
  /** Slugs of the categories it shows in. Empty means all. */
  categories: string[];
  /** In rial. */
  cost: number | null;
  /** When it was last sent. */
  created_at: string;
  /** When it expires. */
  expires_at: string;
  /** Its id, as its creation answered. */
  id: string;
  /** The semantic data as it is stored. */
  semantic: StoredSemantic;
  /** The payment ticket. */
  ticket_uuid: string | null;
  /** Name of the user in the sandbox, or the phone number or id of someone the world does not know. */
  user: string;
  /** The widgets, with permanent images. */
  widgets: Record<string, unknown>[];
};

/** An endpoint for which a scope is enough. */
export type ScopeCall = {
  /** Its name, such as `addons.create_on_post`. */
  endpoint: string;
  /** Whether a narrower scope is enough for it, too. */
  is_broad: boolean;
  /** The permission that the API key needs. */
  permission: string | null;
};

/** Whether the access that a user granted was enough for a request. */
export type ScopeCheck = "passed" | "refused";

/** A scope of the platform. */
export type ScopeInfo = {
  /** The endpoints for which it is enough. */
  calls: ScopeCall[];
  /** The identifier that it is tied to, such as `post_token`. */
  identifier: string | null;
  /** Its name, such as `POST_ADDON_CREATE`. */
  name: string;
  /** What it lets the app do. */
  purpose: string;
  /** With the identifier in angle brackets, such as `POST_ADDON_CREATE.<post_token>`. */
  template: string;
};

/** The data to add, in this order. */
export type Seed = {
  /** Businesses of users. */
  businesses?: NewBusiness[];
  /** Conversations about posts or with the chatbot. */
  conversations?: NewConversation[];
  /** Posts of users. */
  posts?: NewPost[];
  /** Users. Each needs a name. */
  users?: NewUser[];
};

/** A paid service of a post. */
export type Service = "reorder" | "submit" | "renew";

/** Whether the admin API needs a token. */
export type Session = {
  /** Whether the sandbox has a token. */
  needs_token: boolean;
};

/** The token of the sandbox. */
export type SessionRequest = {
  /** The token. */
  token: string;
};

/** An add-on of the app on one post. */
export type ShownAddon = {
  /** Whether it appears on the post yet. */
  attached: boolean;
  /** Id of the user or business add-on it was copied from, if it was. */
  copied_from: string | null;
  /** When it was first sent. */
  created_at: string;
  /** Its id. Apps do not receive it. */
  id: string;
  /** When it was last sent. */
  modified_at: string;
  /** Text of the app. */
  notes: string;
  /** Token of the post. */
  post: string;
  /** The semantic data as it is stored. */
  semantic: StoredSemantic;
  /** The widgets, with permanent images. */
  widgets: Record<string, unknown>[];
};

/** A kept snapshot, and what is in it. */
export type SnapshotInfo = {
  /** The time of the world. */
  at: string;
  /** The number of conversations. */
  conversations: number;
  /** Whether the clock was frozen. */
  frozen: boolean;
  /** Its name, if it has one. */
  name: string | null;
  /** Its number in the world. */
  number: number;
  /** The number of posts. */
  posts: number;
  /** The number of users. */
  users: number;
};

/** The stage of a post (docs/platform.md#post-states). */
export type Stage = "waiting_for_payment" | "in_review" | "published" | "retired" | "archived";

/** The structure of start requests. */
export type StartForm = "v2" | "v2_underscore" | "v2_without_header" | "v1";

/** The duration to advance. */
export type Step = {
  /** Seconds. */
  seconds: number;
};

/** A semantic record of the app, about a user or a post. */
export type StoredRecord = {
  /** In rial. */
  cost: number | null;
  /** The data. */
  data: StoredSemantic;
  /** Its id, as its creation answered. */
  id: string;
  /** The payment ticket. */
  ticket_uuid: string | null;
  /** When it was last sent. */
  written_at: string;
};

/** Semantic data as the platform stores it. */
export type StoredSemantic = {
  /** All other names, with the SHA-256 of the value in hexadecimal digits. The value is not stored. */
  hashed: Record<string, unknown>;
  /** Known names, with their values. */
  readable: Record<string, unknown>;
};

/** Switches to change, in JSON. The others keep their values. */
export type SwitchChange = {
  /** Endpoints, and the contents of events. */
  gaps?: Gaps;
  /** Rate limits. */
  limits?: LimitRules;
  /** The authorization server. */
  oauth?: OAuthRules;
  profile?: Profile | null;
  /** Requests to the app. */
  webhooks?: WebhookRules;
};

/** Every switch of a world. */
export type Switches = {
  /** Endpoints, and the contents of events. */
  gaps: Gaps;
  /** Rate limits. */
  limits: LimitRules;
  /** The authorization server. */
  oauth: OAuthRules;
  /** The profile these switches began with. */
  profile: Profile;
  /** Requests to the app. */
  webhooks: WebhookRules;
};

/** A token to inspect. */
export type Token = {
  /** An access or refresh token. */
  token: string;
};

/** A pair of tokens. */
export type TokenPair = {
  /** The access token. */
  access_token: string;
  /** When the access token expires. */
  expires_at: string;
  /** Its number in the world. */
  pair: number;
  /** The refresh token. Only with the scope `offline_access`. */
  refresh_token: string | null;
};

/** The state and the permissions of a pair of tokens, without the tokens. */
export type TokenReport = {
  /** For each endpoint, whether the token can be used. */
  abilities: Ability[];
  /** When the access token expires or expired. */
  access_token_until: string;
  /** Whether the access token is valid now. */
  access_token_works: boolean;
  /** Why the whole grant ended, if it did. */
  ended: string | null;
  /** Number of the consent, which stays the same across refreshes. */
  grant: number;
  /** When the pair was issued. */
  made_at: string;
  /** Number of the pair in its world. */
  pair: number;
  /** When the refresh token expires or expired, unless it was used before. Absent without a refresh token. */
  refresh_token_until: string | null;
  /** When the refresh token was first used. */
  refreshed_at: string | null;
  /** The granted scopes. */
  scopes: string[];
  /** Name of the user who consented. */
  user: string;
};

/** The user and the scopes of new tokens. */
export type TokenRequest = {
  /** The scopes, as if the user had just granted them. */
  scopes: string[];
  /** Name of the user. */
  user: string;
};

/** A transaction to send an event of (docs/platform.md#event-payloads). */
export type Transaction = {
  /** In rial. */
  cost_rials?: number;
  /** Text of the app. */
  extra_details?: string;
  /** The UUID that the app chose. */
  id: string;
  /** Such as `TRANSACTION_STATE_COMPLETED`. */
  state: string;
  /** Such as `TRANSACTION_TYPE_REORDER`. */
  type?: string;
};

/** An event that has not reached the app, and why. */
export type Undelivered = {
  /** Number of the delivery; absent if no delivery was made. */
  delivery: number | null;
  /** Event type, such as `NEW_MESSAGE`. */
  event: string;
  /** The reason as text, with what to do. */
  explanation: string;
  /** When the event was created. */
  made_at: string;
  /**
   * Its place in the order in which its world recorded requests, delivery attempts and events without a delivery. Absent if a
   * delivery was made, whose attempts have one.
   */
  position: number | null;
  /** The reason. */
  reason: NotDelivered;
  /** Token of the post of the event, if there is one. */
  resource: string | null;
  /** Name of the user of the event, if known. */
  user: string | null;
};

/** Something that happens when the clock reaches its time. */
export type Upcoming = {
  /** What it is about: the name of the user, the token of the post, or the event type. */
  about: string;
  /** The time, on the world's clock. */
  at: string;
  /** The kind of the job. */
  kind: UpcomingKind;
  /** Number of the pair of tokens, the code or the delivery. */
  number: number | null;
};

/** The kind of a planned job. */
export type UpcomingKind = "attach_addon" | "deliver" | "end_grace" | "expire_access_token" | "expire_code" | "expire_refresh_token" | "expire_user_addon" | "review_post" | "settle_payment";

/** How much of the limits is used. */
export type UsedLimits = {
  /** The number by the name of the limit, such as `searches`. The others stay. */
  used: Record<string, unknown>;
};

/** A message of a user. */
export type UserMessage = {
  /** The text. */
  text: string;
  /** Name of the user. */
  user: string;
};

/** The result. */
export type WaitResult = {
  /** The number at the end. */
  count: number;
  /** Whether the minimum number was reached. */
  met: boolean;
};

/** A payment from a user's wallet. */
export type WalletPayment = {
  /** In rial. */
  amount_rials: number;
  /** The UUID that the app chose. */
  id: string;
  /** The id of the platform. */
  order_id: string;
  /** When it was paid. */
  paid_at: string | null;
  /** The post. */
  post: string;
  /** What was bought. */
  service: Service;
  /** Such as `PAY_STATUS_PAID`. */
  status: string;
  /** Name of the user. */
  user: string;
};

/** The switches of requests to the app. */
export type WebhookRules = {
  /** The value of `Authorization` (docs/platform.md#identification-key). */
  authorization?: Authorization;
  /** The pause after each piece, in milliseconds of the machine's clock. For tests only. */
  body_pause_milliseconds?: number;
  /** Sends the body of a request to the app in pieces of this many bytes, with pauses; 0: at once. For tests only. */
  body_piece_bytes?: number;
  /** Seconds from an event to the first attempt (assumption: none). */
  delay_seconds?: number;
  /** The number of additional deliveries of each event. For tests only (docs/platform.md#webhook-delivery). */
  duplicates?: number;
  /** The second key, for `other`, `in_turn` and `both`. For tests only. */
  other_key?: string;
  /** Bytes of padding in an additional member of each event. For tests only. */
  padding_bytes?: number;
  /**
   * Seconds after each failed attempt until the next; empty: no retries. Assumption: no schedule is documented; this
   * is the one of the Standard Webhooks specification.
   */
  retry_after_seconds?: number[];
  /**
   * The structure of start requests, and the spelling of their header (docs/platform.md#start-requests,
   * #start-requests-v1).
   */
  start_form?: StartForm;
  /** The time limit for the app's answer, in milliseconds of the machine's clock (assumption: 5 seconds). */
  timeout_milliseconds?: number;
};

/** What is wrong with widgets, and their current form. */
export type WidgetCheck = {
  /** The widgets in the current form, without those that cannot be read. */
  current: unknown[];
  /** The widgets in the old form, as they were sent. Empty for those in the current form. */
  legacy: unknown[];
  /** What is wrong; at most one problem for each widget. */
  problems: WidgetProblem[];
};

/** The form of widgets. */
export type WidgetForm = "current" | "legacy";

/** Something wrong with a widget. */
export type WidgetProblem = {
  /** What is wrong. */
  message: string;
  /** The path, such as `[0].score_row.percentage_score`. */
  path: string;
};

/** Widgets to check. */
export type WidgetsToCheck = {
  /** Their form; the current one by default. */
  form?: WidgetForm;
  /** The widgets, from top to bottom. */
  widgets: unknown[];
};

/** A world. */
export type WorldInfo = {
  /** Whether its clock is frozen. */
  frozen: boolean;
  /** Its name. */
  name: string;
  /** Its time. */
  now: string;
  /** The profile of its switches. */
  profile: Profile;
  /** The prefix of its hosts: `auth`, `base`, `api`, `upload` and `chat` follow. */
  url: string;
};

/** A message of a conversation, as the sandbox keeps it. */
export type WrittenMessage = {
  /** Name of the user in whose name it was written; empty for the chatbot. */
  author: string;
  /** The message in the form that is read. */
  message: Record<string, unknown>;
  /** Buttons that the other side sees. */
  receiver_buttons: Record<string, unknown> | null;
  /** Buttons that the author's side sees. */
  sender_buttons: Record<string, unknown> | null;
};
