// Written by scripts/admin-types.mjs.

/** Whether a token serves for an endpoint, and if not, what is missing. */
export type Ability = {
  /** Whether a call can succeed. */
  allowed: boolean;
  /** The granted scopes that serve. Those with an identifier serve for that object alone. */
  by: string[];
  /** Name of the endpoint, such as `addons.create_on_post`. */
  endpoint: string;
  /** The permission that the app's first API key lacks. */
  missing_permission?: string | null;
  /** Any one of these scopes would serve; empty where one was granted or none is needed. */
  missing_scopes: string[];
};

/** What a conversation is about, and who talks. Users go by their names in the sandbox. */
export type About = {
  /** A post. */
  post: {
    /** Who answers it. */
    buyer: string;
    /** Its token. */
    post: string;
    /** Its owner. */
    seller: string;
  };
} | {
  /** The app's chatbot. */
  bot: {
    /** Who talks to it. */
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

/** A subscription of the app (docs/platform.md#subscriptions). It lives as long as the access token it was made with. */
export type ActiveSubscription = {
  /** The consent behind the token. */
  grant: string;
  /** Its id. Apps never see it. */
  id: string;
  /** What the app wants to be told. */
  kind: string;
  /** When it was made. */
  made_at: string;
  /** Comes back with every event. */
  metadata?: unknown;
  /** Where the scopes are tied to posts: these posts. */
  posts?: string[] | null;
  /** The resource it is narrowed to; without one it covers all the scope covers. */
  resource?: string | null;
  /** Name of the user who consented. */
  user: string;
};

/** A rule that was added. */
export type Added = {
  /** Its number in the world. */
  id: number;
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
  api_key?: string | null;
  client_id?: string | null;
  client_secret?: string | null;
  dynamic_action_url?: string | null;
  events_url?: string | null;
  has_logo?: boolean | null;
  identification_key?: string | null;
  other_keys?: ApiKey[] | null;
  permissions?: string[] | null;
  redirect_uris?: string[] | null;
  start_url?: string | null;
};

/** What the developer sets and sees in the platform's console. All credentials are made up. */
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
  /** Start of the app's answer. */
  answer: string;
  /** When, in the world's time. */
  at: string;
  /** Why there was no answer. */
  error?: string | null;
  /** Status of the app's answer, if it answered. */
  status?: number | null;
};

/** What stands in `Authorization` of requests to the app. */
export type Authorization = "right" | "other" | "in_turn" | "wrong" | "both" | "missing";

/** A backend that runs. */
export type BackendInfo = {
  /** The header that names its user. Without it nobody is logged in. */
  session_header: string;
  /** Its address, for the phone. */
  url: string;
};

/** How the backend is to be. */
export type BackendSettings = {
  /** The calls that phones may make although they change something, such as `conversations.send`. */
  allow?: string[];
  /** How long its tokens live, in seconds. */
  lifetime_seconds?: number;
};

/** Whether there was a backend. */
export type BackendStopped = {
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

/** What a user clicks. */
export type Click = {
  /** Place in the row, from 0. */
  column?: number;
  /** Id of the message. */
  message: string;
  on: "message_button";
  /** Row, from 0. */
  row?: number;
  /** Name of the user. */
  user: string;
} | {
  /** Which of the actions in the widgets of the post, from 0, in reading order. */
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
  /** Another action, where the platform handles it or where the app answered with one. */
  action?: unknown;
  /** Why nothing opens: the app did not answer, or its answer cannot be used. */
  error?: string | null;
  /** The address that opens. */
  opens?: string | null;
  /** What the platform sent to the app, if it asked. */
  request?: unknown;
  /** Status of the app's answer, if it answered. */
  status?: number | null;
  /** A text that appears for a moment. */
  text_message?: string | null;
};

/** What the clock shows and does. */
export type ClockStatus = {
  /** Whether it stands still. */
  frozen: boolean;
  /** The world's time. */
  now: string;
  /** What will happen, soonest first; at most 1000 jobs. */
  planned: Fired[];
};

/** What kind of credential was seen. */
export type CredentialKind = "api_key" | "access_token" | "refresh_token" | "client_secret" | "authorization_code";

/** A credential that reached a host. */
export type CredentialSighting = {
  /** The name by which the app reached it, such as `127.0.0.1:4010`. */
  authority: string;
  /** Whether it belongs there. The upload host must see none, and only the auth host the client's secrets. */
  belongs: boolean;
  /** What it was. */
  credential: CredentialKind;
  /** The first 16 hexadecimal digits of its SHA-256: enough to tell two apart. */
  fingerprint: string;
  /** Which of the platform's hosts saw it: `auth`, `base`, `api` or `upload`. */
  host: string;
  /** How often it was seen there. */
  times: number;
};

/** What the user does on the consent page. */
export type Decision = {
  decision: "approve";
  /** Name of the user, such as `seller`. */
  user: string;
} | {
  decision: "approve_only";
  /** The scopes to grant, out of those the app asked for. */
  scopes: string[];
  /** Name of the user. */
  user: string;
} | {
  decision: "deny";
};

/** An event, and every attempt to deliver it. */
export type Delivery = {
  /** The attempts, oldest first. */
  attempts: Attempt[];
  /** What is sent. */
  body: unknown;
  /** Event type, such as `NEW_MESSAGE`. */
  event: string;
  /** Number of the delivery in its world. */
  id: number;
  /** When the event was made. */
  made_at: string;
  /** When the next attempt is planned. */
  next_attempt_at?: string | null;
  /** Number of the delivery that this one repeats, if it does. */
  repeats?: number | null;
  /** Where it stands. */
  state: DeliveryState;
  /** Where it goes. */
  url: string;
};

/** Where a delivery stands. */
export type DeliveryState = "planned" | "held" | "delivered" | "failed" | "no_address";

/** Whether something is asked for. */
export type Demand = "required" | "accepted" | "ignored";

/** How the app learns that a login was refused. */
export type Denial = "missing_code" | "error_parameter";

/** A write that came more than once, with equal method, path, body and caller. */
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
  /** The body as it stands; while empty, an error in the platform's form. */
  body?: string;
  /** Its content type; `application/json` while empty. */
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
  /** How many bytes arrive. The answer announces all of them. */
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
  /** Where to. */
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
  /** How many at least; 1 while left out. */
  count?: number | null;
  /** Name of the endpoint, such as `conversations.send`. */
  endpoint: string;
  for: "request";
  /** Status of the answer, if it matters. */
  status?: number | null;
  /** How long to wait at most, in milliseconds of the machine's clock; 5000 while left out, at most 30000. */
  timeout_milliseconds?: number | null;
} | {
  /** How many at least; 1 while left out. */
  count?: number | null;
  /** Event type, such as `NEW_MESSAGE`. */
  event: string;
  for: "delivery";
  /** As for requests. */
  timeout_milliseconds?: number | null;
};

/** A fault rule: which requests, how often, and what happens to them. The first rule that fires wins. */
export type FaultRule = {
  /** What happens, in order. */
  effects?: Effect[];
  /** A name for people. */
  name?: string;
  /** Fires only on this matching request, counted from 1. */
  nth?: number | null;
  on?: {
    /** Name of the endpoint, such as `oauth.refresh`. */
    endpoint?: string | null;
    /** Name of a header that must be there. */
    header?: string | null;
    /** The value that header must have. */
    header_value?: string | null;
    /** HTTP method, in upper-case letters. */
    method?: string | null;
    /**
     * Path on the host: with `{names}` for segments that may be anything, such as
     * `/v1/open-platform/finder/post/{post_token}`.
     */
    path?: string | null;
    /** Name of the user whose access token, refresh token or code the request carries, such as `seller`. */
    user?: string | null;
  } & Record<string, unknown>;
  /** Fires with this probability, from 0 to 1, drawn from `seed` and the number of the matching request. */
  probability?: number | null;
  /** Makes the draws of `probability` repeatable. */
  seed?: number;
  /** Fires at most so many times. */
  times?: number | null;
};

/** A job that happened, or will. */
export type Fired = Job & {
  /** When, in the world's time. */
  at: string;
};

/** The switches of the endpoints and of what events look like. Start from a profile and turn single ones. */
export type Gaps = {
  /** A widget may name an image that was never uploaded here (assumption). */
  accept_unknown_images?: boolean;
  /**
   * An add-on for a post that does not exist is accepted and never shown, instead of refused with 404
   * (docs/platform.md#post-addons).
   */
  accept_wrong_post_token?: boolean;
  /**
   * Seconds until an accepted post add-on appears on the post; 0 is at once. The documents say
   * "queued" (docs/platform.md#post-addons); how long it takes is an assumption.
   */
  addon_attach_seconds?: number;
  /** A message may carry a media token and no text (docs/platform.md#contradiction-34). */
  allow_media_only?: boolean;
  /** The business add-on answers `{}` instead of `{"id": …}` (docs/platform.md#contradiction-36). */
  business_addon_answers_empty?: boolean;
  /** The chatbot's answer needs the bearer with its scope also in a conversation (docs/platform.md#contradiction-35). */
  chatbot_reply_needs_scope?: boolean;
  /**
   * Limits that no document states and the SDK assumes are checked, too: 4,096 characters of a message, 256 of a button's
   * caption, a resource id or the name of an image, 16 KiB of metadata (assumption).
   */
  check_assumed_limits?: boolean;
  /** Limits of widgets, buttons and texts are checked (docs/platform.md#widgets, #send-message). */
  check_limits?: boolean;
  /**
   * A scope tied to a post serves only for posts of the user who granted it, and a phone number or user id in a path
   * must be that user's (assumption).
   */
  check_ownership?: boolean;
  /**
   * Sending into a conversation that does not exist makes it (docs/platform.md#send-message). With whom it is, is an
   * assumption.
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
  /** People write as `USER` instead of `HUMAN` (docs/platform.md#contradiction-22). */
  human_is_user?: boolean;
  /** Events carry `meta_data` instead of `metadata` (docs/platform.md#contradiction-1). */
  meta_data_key?: boolean;
  /** 64-bit numbers are written as text (docs/platform.md#contradiction-26). */
  numbers_as_text?: boolean;
  /** Transaction events carry `payment_transaction` instead of `transaction` (docs/platform.md#contradiction-24). */
  payment_transaction_key?: boolean;
  /**
   * Members and widgets that the documents do not know are refused, instead of ignored (docs/platform.md#reading,
   * assumption).
   */
  refuse_unknown_members?: boolean;
  /** A user id or phone number that the world does not know is refused with 404 (assumption). */
  refuse_unknown_users?: boolean;
  /** A message must carry `type` (docs/platform.md#contradiction-33). */
  require_message_type?: boolean;
  /**
   * A new subscription takes the place of the one the same consent made for the same thing, instead of standing
   * beside it (docs/platform.md#resubscription).
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
   * members and other content types. For tests alone: does an app stay inside the specification?
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
  /** The largest upload, in bytes; 0: any that the sandbox reads, which is 16 MiB (assumption: the documents name none). */
  upload_max_bytes?: number;
  /** Uploads that are not JPEG are refused. The documents prefer JPEG (docs/platform.md#image-upload): this is stricter. */
  upload_must_be_jpeg?: boolean;
  /** `phone_numbers` also stands in the answer of `GET users`, where it is deprecated (docs/platform.md#users). */
  users_me_phone_numbers?: boolean;
  /** Endpoints that left the platform's documents answer 404 (docs/platform.md#deprecations). */
  withdrawn_endpoints_gone?: boolean;
};

/** What a refresh token is still good for after it was used (docs/platform.md#refresh-rotation). */
export type Grace = "strict" | "fork" | "idempotent" | "latest_wins" | "until_used";

/** What happened. */
export type Happened = {
  /** In order. */
  fired: Fired[];
  /** The world's time after it. */
  now: string;
};

/** Where to move. */
export type Instant = {
  /** The time to show. */
  to: string;
};

/** How an instant is written. */
export type InstantForm = "text" | "micros" | "micros_as_text";

/** A pair of tokens. */
export type Issued = {
  access_token: string;
  expires_at: string;
  /** Its number in the world. */
  pair: number;
  /** Only with the scope `offline_access`. */
  refresh_token?: string | null;
};

/** Something that happens later. */
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
  /** Number of the delivery in this world. */
  delivery: number;
  job: "deliver";
};

/** A kept snapshot. */
export type Kept = {
  /** Its number in the world. */
  snapshot: number;
};

/** A subscription that ended with its token: from then on its events were not delivered. */
export type Lapse = {
  /** Event type it was for. */
  event_type: string;
  /** When it ended. */
  from: string;
  /** Resource it was narrowed to. */
  resource?: string | null;
  /** When the app subscribed to the same thing again, if it did. */
  to?: string | null;
  /** Name of the user who consented. */
  user: string;
};

/** Which limit was passed. */
export type Limit = "minute" | "day";

/** The limits on the app's calls. Only calls with an API key count; refused ones do not (assumption). */
export type LimitRules = {
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
   * Whether 429 carries `Retry-After`, and in which form (assumption: the documents name no header,
   * docs/platform.md#limits).
   */
  retry_after?: RetryAfter;
};

/** A login. */
export type Login = Decision & {
  /** The address to which the app sends the user's browser. */
  authorize_url: string;
};

/** A delivery that was made. */
export type Made = {
  /** Its number in the world. */
  delivery: number;
};

/** Whether the platform acts on the request before the fault shows. */
export type Moment = "before" | "after";

/** A business to add. */
export type NewBusiness = {
  /** Its name. */
  business_name?: string;
  /** `CAR`, `REAL_ESTATE`, `JOBS`, `MARKETPLACE`, `SERVICES` or `PERSONAL` (docs/platform.md#post-record). */
  business_type?: string;
  /** Name of the user who owns it. */
  owner?: string;
  /** Its token; drawn from the seed while empty. */
  token?: string;
};

/** A conversation to add. */
export type NewConversation = {
  /** Its id; drawn from the seed while empty. */
  id?: string;
  /** Token of the post it is about. Empty for a conversation with the app's chatbot. */
  post?: string;
  /** Name of the user who answers the post, or who talks to the chatbot. */
  user?: string;
};

/** A post to add. Everything that is left empty is drawn from the seed or left out. */
export type NewPost = {
  /** Token of the business it belongs to; none while empty. */
  business?: string;
  /** Slug of the category. */
  category?: string;
  /** Whether the owner can be written to. */
  chat_enabled?: boolean;
  /** Slug of the city. */
  city?: string;
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
  /** Where it stands. */
  stage?: Stage;
  /** Whether the platform's sales assistant may answer. */
  supplier_chat_assistant_enabled?: boolean;
  /** Its token; drawn from the seed while empty. */
  token?: string;
};

/** A user to add. Everything that is left empty is drawn from the seed. */
export type NewUser = {
  /** The name by which the sandbox knows the user, such as `seller`. Apps never see it. */
  name?: string;
  /** Mobile number. */
  phone?: string;
};

/** Where a post goes. */
export type NextStage = {
  stage: Stage;
};

/** Why an event has not reached the app. */
export type NotDelivered = "no_subscription" | "other_world" | "subscription_ended" | "other_user" | "other_resource" | "only_with_resource" | "missing_scope" | "not_in_old_form" | "no_address" | "paused" | "clock_frozen" | "failed_so_far" | "failed";

/** The switches of the authorization server. Times are in seconds of the world's clock. */
export type OAuthRules = {
  /** Life of an access token, and the value of `expires_in` (assumption: one hour). */
  access_token_seconds?: number;
  /** The member `code` of a refresh, which holds the current access token (docs/platform.md#token-refresh). */
  code_in_refresh?: Demand;
  /** Whether a code that is used twice ends the grant it made (RFC 6749 section 4.1.2). */
  code_reuse_revokes?: boolean;
  /** Life of an authorization code (assumption: 10 minutes). */
  code_seconds?: number;
  /**
   * A second use of a refresh token within so many seconds of the first is answered once with `invalid_request` and
   * the advice to try again, as two concurrent refreshes can be (docs/platform.md#refresh-rotation). 0 switches it
   * off.
   */
  concurrent_refresh_seconds?: number;
  /** How a login shows that the user refused (docs/platform.md#denied-login, #oauth-errors). */
  denial?: Denial;
  /** What a used refresh token is still good for (assumption: as with Ory Hydra; docs/platform.md#refresh-rotation). */
  grace?: Grace;
  /** Length of the window of `grace`: 120 by the specification (docs/platform.md#grace). */
  grace_seconds?: number;
  /**
   * What becomes of the old access token: the specification lets it live for the window, Ory Hydra does not
   * (docs/platform.md#refresh-rotation).
   */
  old_access_token?: OldAccessToken;
  /** PKCE with S256 (assumption: no document mentions it). */
  pkce?: Demand;
  /** The member `redirect_uri` of a refresh (docs/platform.md#token-refresh). */
  redirect_uri_in_refresh?: Demand;
  /** From when that life counts (assumption; docs/platform.md#token-lifetimes). */
  refresh_life?: RefreshLife;
  /** Life of a refresh token: 30 days by the specification (docs/platform.md#token-lifetimes). */
  refresh_token_seconds?: number;
  /**
   * Whether a `state` of fewer than 8 characters is refused (assumption: Ory Hydra's minimum,
   * docs/platform.md#state).
   */
  refuse_short_state?: boolean;
  /**
   * How a login shows that the authorization server refused the request: an unknown scope, a short `state` (assumption:
   * RFC 6749 section 4.1.2.1; on the live platform a misspelt scope was seen to come back without any hint,
   * docs/platform.md#oauth-errors).
   */
  refused_request?: Denial;
  /** Whether a refresh token that is used after its window ends the whole grant (assumption: Ory Hydra does so). */
  reuse_revokes?: boolean;
  /**
   * Whether the way back carries `iss`, the address of the authorization server (RFC 9207; assumption: no document
   * mentions it). Every world is an issuer of its own.
   */
  send_issuer?: boolean;
};

/** An odd form. */
export type Odd = {
  /** Which. */
  sample: Sample;
};

/** What becomes of the old access token when a pair is replaced. */
export type OldAccessToken = "lives_on" | "dies_at_once";

/** In which order waiting events leave when deliveries are resumed. */
export type Order = "as_made" | "reversed" | "shuffled";

/** A refusal of the admin API. */
export type Problem = {
  /**
   * A stable word: `invalid_input`, `unauthorized`, `forbidden`, `not_found`, `method_not_allowed`, `too_large` or
   * `unsupported_media_type`.
   */
  error: string;
  /** Path of the wrong member, where it is known. */
  field?: string | null;
  /** What is wrong, for people. */
  message: string;
};

/** How the sandbox decides where the documents leave a choice. */
export type Profile = "strict" | "lenient" | "observed";

/** From when the life of a refresh token counts. */
export type RefreshLife = "rolling" | "absolute";

/** One request of the app. */
export type RequestRecord = {
  /** When it arrived, in the world's time. */
  at: string;
  /** Length of the body in bytes. */
  body_bytes: number;
  /** SHA-256 of the body, in hexadecimal digits. */
  body_sha256: string;
  /** Name of the endpoint, such as `posts.get`, or none for a path that the platform does not have. */
  endpoint?: string | null;
  /** Number of the fault rule that acted on it, if one did. */
  fault?: number | null;
  /** Which of the platform's hosts: `auth`, `base`, `api` or `upload`. */
  host: string;
  /** HTTP method. */
  method: string;
  /** Counts the requests of the world, from 1. The answer carries it as `x-request-id`. */
  number: number;
  /** Path on that host, without the query. */
  path: string;
  /**
   * Why it was refused: the message of an error answer, which names a missing scope or permission, or what was wrong
   * with an authorization request.
   */
  refusal?: string | null;
  /** What the endpoint is deprecated for, if it is: the name of its replacement. */
  replacement?: string | null;
  /** Status of the answer. 0 if a fault cut the connection before there was one. */
  status: number;
  /** Whether the endpoint changes something that a second call would do twice. */
  write: boolean;
};

/** How held deliveries go. */
export type Resume = {
  order?: Order;
};

/** How an answer 429 tells when to try again. */
export type RetryAfter = "missing" | "seconds" | "date";

/** An odd form of an event. */
export type Sample = "message_from_user" | "message_from_bot" | "message_without_text" | "message_with_file" | "chatbot_message" | "message_with_meta_data" | "payment_transaction" | "retired_post" | "revocation" | "old_chat_message" | "unknown_type";

/** A business of a world. */
export type SandboxBusiness = {
  /** Its name. */
  business_name: string;
  /** Kind of business. */
  business_type: string;
  /** Name of the user who owns it. */
  owner: string;
  /** Its token. */
  token: string;
};

/** A conversation of a world. */
export type SandboxConversation = {
  /** What it is about. */
  about: About;
  /** Its id. */
  id: string;
};

/** A post of a world. */
export type SandboxPost = {
  business?: SandboxBusiness | null;
  /** Slug of the category. */
  category: string;
  /** Whether the owner can be written to. */
  chat_enabled: boolean;
  /** Slug of the city. */
  city: string;
  /** The attributes of the category. */
  data: Record<string, unknown>;
  /** Slug of the district; empty where there is none. */
  district: string;
  /** When it was first published. */
  first_published_at?: string | null;
  /** Whether the phone number is hidden. */
  is_phone_hidden: boolean;
  /** When it last changed. */
  last_modified_at: string;
  /** Addresses of the images it has before publication. */
  ongoing_images: string[];
  /** Name of the user who owns it. */
  owner: string;
  /** Where it stands. */
  stage: Stage;
  /** Whether the platform's sales assistant may answer. */
  supplier_chat_assistant_enabled: boolean;
  /** Its token. */
  token: string;
};

/** A user of a world. */
export type SandboxUser = {
  /** The id that this app sees. Every app sees a different one. */
  id: string;
  /** The name by which the sandbox knows the user, such as `seller`. Apps never see it. */
  name: string;
  /** Mobile number: `09` and nine digits. */
  phone: string;
};

/** An add-on of the app on a user. */
export type SandboxUserAddon = {
  /** Slugs of the categories it shows in. Empty means all. */
  categories: string[];
  /** In rial. */
  cost?: number | null;
  /** When it was last sent. */
  created_at: string;
  /** When it ends by itself. */
  expires_at: string;
  /** Its id, as its creation answered. */
  id: string;
  /** The semantic data as it is stored. */
  semantic: StoredSemantic;
  /** The payment ticket. */
  ticket_uuid?: string | null;
  /** Name of the user in the sandbox, or the phone number or id of someone the world does not know. */
  user: string;
  /** The widgets, with permanent images. */
  widgets: Record<string, unknown>[];
};

/** What to add, in this order. */
export type Seed = {
  businesses?: NewBusiness[];
  conversations?: NewConversation[];
  posts?: NewPost[];
  users?: NewUser[];
};

/** What was added. */
export type Seeded = {
  businesses: SandboxBusiness[];
  conversations: SandboxConversation[];
  posts: SandboxPost[];
  users: SandboxUser[];
};

/** An add-on of the app on one post. */
export type ShownAddon = {
  /** Whether it appears on the post yet. */
  attached: boolean;
  /** Id of the user or business add-on it was copied from, if it was. */
  copied_from?: string | null;
  /** When it was first sent. */
  created_at: string;
  /** Its id. Apps never see it. */
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

/** Where a post stands (docs/platform.md#post-states). */
export type Stage = "waiting_for_payment" | "in_review" | "published" | "retired" | "archived";

/** The structure of start requests. */
export type StartForm = "v2" | "v2_underscore" | "v2_without_header" | "v1";

/** How far to move. */
export type Step = {
  /** Seconds. */
  seconds: number;
};

/** A semantic record of the app, about a user or a post. */
export type StoredRecord = {
  /** In rial. */
  cost?: number | null;
  /** The data. */
  data: StoredSemantic;
  /** Its id, as its creation answered. */
  id: string;
  /** The payment ticket. */
  ticket_uuid?: string | null;
  /** When it was last sent. */
  written_at: string;
};

/** Semantic data as the platform stores it. */
export type StoredSemantic = {
  /** All other names, with the SHA-256 of the value in hex. The value itself is gone. */
  hashed: Record<string, unknown>;
  /** Known names, with their values. */
  readable: Record<string, unknown>;
};

/** Switches to turn, as they stand in JSON. What is not named stays. */
export type SwitchChange = {
  /** Endpoints, and what events look like. */
  gaps?: Gaps;
  /** How many calls the app may make. */
  limits?: LimitRules;
  /** The authorization server. */
  oauth?: OAuthRules;
  profile?: Profile | null;
  /** When and how the app is called. */
  webhooks?: WebhookRules;
};

/** Every switch of a world. */
export type Switches = {
  /** Endpoints, and what events look like. */
  gaps: Gaps;
  /** How many calls the app may make. */
  limits: LimitRules;
  /** The authorization server. */
  oauth: OAuthRules;
  /** The profile these switches began with. */
  profile: Profile;
  /** When and how the app is called. */
  webhooks: WebhookRules;
};

/** A token to look at. */
export type Token = {
  /** An access or refresh token. */
  token: string;
};

/** What a pair of tokens is, and what it can do. Holds no credential. */
export type TokenReport = {
  /** What it can do, endpoint by endpoint. */
  abilities: Ability[];
  /** When the access token stops or stopped working. */
  access_token_until: string;
  /** Whether the access token works now. */
  access_token_works: boolean;
  /** Why the whole grant ended, if it did. */
  ended?: string | null;
  /** Number of the consent it came from, which survives refreshes. */
  grant: number;
  /** When the pair was made. */
  made_at: string;
  /** Number of the pair in its world. */
  pair: number;
  /** When the refresh token stops or stopped working, unless it was used before; none where there is no such token. */
  refresh_token_until?: string | null;
  /** When the refresh token was first used. */
  refreshed_at?: string | null;
  /** What they granted. */
  scopes: string[];
  /** Name of the user who consented. */
  user: string;
};

/** A transaction to tell of (docs/platform.md#event-payloads). */
export type Transaction = {
  /** In rial. */
  cost_rials?: number;
  /** Text of the app. */
  extra_details?: string;
  /** The UUID that the app chose. */
  id?: string;
  /** Such as `TRANSACTION_STATE_COMPLETED`. */
  state?: string;
  /** Such as `TRANSACTION_TYPE_REORDER`. */
  type?: string;
};

/** An event that has not reached the app, and why. */
export type Undelivered = {
  /** Number of the delivery; none where no delivery was made. */
  delivery?: number | null;
  /** Event type, such as `NEW_MESSAGE`. */
  event: string;
  /** Why, in words, and what to do about it. */
  explanation: string;
  /** When the event was made. */
  made_at: string;
  /** Why. */
  reason: NotDelivered;
  /** Token of the post that it is about, where it is about one. */
  resource?: string | null;
  /** Name of the user whose event it is, where it is known. */
  user?: string | null;
};

/** What came of it. */
export type Waited = {
  /** How many there are. */
  count: number;
  /** Whether there are as many as wanted. */
  met: boolean;
};

/** For whom, and what for. */
export type Wanted = {
  /** The scopes, as if the user had just granted them. */
  scopes: string[];
  /** Name of the user. */
  user: string;
};

/** Where the browser goes. */
export type WayBack = {
  /** The app's address with `code` and `state`, or with what stands for a denial. */
  callback_url: string;
};

/** The switches of the deliverer. */
export type WebhookRules = {
  /** What stands in `Authorization` (docs/platform.md#identification-key). */
  authorization?: Authorization;
  /** The pause after each piece, in milliseconds of the machine's clock. For tests alone. */
  body_pause_milliseconds?: number;
  /**
   * Sends the body of a request to the app in pieces of so many bytes, with pauses; 0: at once. For
   * tests alone.
   */
  body_piece_bytes?: number;
  /** Seconds from an event to the first attempt (assumption: none). */
  delay_seconds?: number;
  /**
   * How many times each event is delivered again as if it were new. For tests alone
   * (docs/platform.md#webhook-delivery).
   */
  duplicates?: number;
  /** The second key, for `other`, `in_turn` and `both`. For tests alone. */
  other_key?: string;
  /** Bytes of padding in a further member of each event, to make it large. For tests alone. */
  padding_bytes?: number;
  /**
   * Seconds after each failed attempt until the next; empty: no retries. Assumption: the documents name no schedule,
   * this is that of the Standard Webhooks specification.
   */
  retry_after_seconds?: number[];
  /**
   * The structure of start requests, and how their header is spelled
   * (docs/platform.md#start-requests, #start-requests-v1).
   */
  start_form?: StartForm;
  /** How long the app may take to answer, in milliseconds of the machine's clock (assumption: 5 seconds). */
  timeout_milliseconds?: number;
};

/** What a user writes. */
export type Words = {
  /** The text. */
  text: string;
  /** Name of the user. */
  user: string;
};

/** A world. */
export type WorldInfo = {
  /** Whether its time stands still. */
  frozen: boolean;
  /** Its name. */
  name: string;
  /** Its time. */
  now: string;
  /** The profile its switches began with. */
  profile: Profile;
  /** The prefix of its four hosts. */
  url: string;
};

/** A message of a conversation, as the sandbox keeps it. */
export type WrittenMessage = {
  /** Name of the user in whose name it was written; empty for the chatbot. */
  author: string;
  /** The message as readers get it. */
  message: Record<string, unknown>;
  /** Buttons that the other side sees. */
  receiver_buttons?: Record<string, unknown> | null;
  /** Buttons that the author's side sees. */
  sender_buttons?: Record<string, unknown> | null;
};
