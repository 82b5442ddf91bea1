/** The door: `OpenPlatform` and, for one user, `UserClient`. */
import { Addons, UserAddons } from './api/addons.js'
import { Chatbot, UserChatbot } from './api/chatbot.js'
import { UserConversations } from './api/conversations.js'
import { UserEvents } from './api/events.js'
import { Grants } from './api/grants.js'
import { Images } from './api/images.js'
import { Legacy, UserLegacy } from './api/legacy.js'
import { OAuth } from './api/oauth.js'
import { Posts, UserPosts } from './api/posts.js'
import { type RawRequest, type RawResponse, request } from './api/request.js'
import { Semantics, UserSemantics } from './api/semantics.js'
import { UserSubscriptions } from './api/subscriptions.js'
import { CurrentUser, Users } from './api/users.js'
import { invalidInput } from './errors.js'
import { Inbox } from './inbox.js'
import { Keeper, type KeeperOptions } from './keeper.js'
import type { GrantKey, InboxOptions } from './model.js'
import { call, type CallOptions, calls, drop, guard, native, options as known, text } from './native.js'
import type {
  AppGateway,
  AppGatewayOptions,
  Platform,
  PlatformUser,
  Settings,
  WebhookOptions,
} from './native-types.js'
import { ownStore } from './stores.js'
import { Webhooks } from './webhooks.js'

/**
 * A client of the platform. Make one and keep it: it holds the connections, the store and the retry budget.
 *
 * What is not given here comes from the environment: `OPEN_PLATFORM_API_KEY`, `OPEN_PLATFORM_CLIENT_ID`,
 * `OPEN_PLATFORM_CLIENT_SECRET`, `OPEN_PLATFORM_REDIRECT_URI`, `OPEN_PLATFORM_IDENTIFICATION_KEYS` and
 * `OPEN_PLATFORM_STORE_KEYS` (several by commas), `OPEN_PLATFORM_STORE`, and `OPEN_PLATFORM_SANDBOX_URL`, with which all calls
 * go to the sandbox. Every one may be missing, and an empty one is: a call that needs it says so.
 *
 * All calls can fail in the same ways, so the methods only name what is special: {@link InvalidInput} with the path of the
 * value, before the network; {@link ConfigError} for a credential that is not set; {@link ApiError} for a refusal, on 403 a
 * {@link MissingScope} with what is needed; {@link OAuthError} if the token of a stored grant cannot be refreshed;
 * {@link TransportError} if no answer arrived, for a call that does not change anything; {@link AmbiguousOutcome} if no
 * clear answer arrived, for a call that does; {@link DecodeError} for an answer that cannot be read.
 *
 * ```ts
 * const platform = new OpenPlatform()
 * const post = await platform.posts.get('gZd7omnS')
 * ```
 */
export class OpenPlatform {
  readonly #make: () => Platform
  #made: Platform | undefined

  /** Posts. */
  readonly posts: Posts
  /** Image upload. */
  readonly images: Images
  /** Add-ons, by the API key alone. */
  readonly addons: Addons
  /** The app's chatbot. */
  readonly chatbot: Chatbot
  /** Semantic records, by the API key alone. */
  readonly semantics: Semantics
  /** Users. */
  readonly users: Users
  /** Calls that the platform keeps for old apps. */
  readonly legacy: Legacy
  /** Login. */
  readonly oauth: OAuth
  /** The stored grants. */
  readonly grants: Grants

  /**
   * With `settings`, all is read and checked at once. Without, the environment is read at the first call.
   *
   * @throws {@link ConfigError} naming the setting, never its value.
   */
  constructor(settings?: Settings)
  /** @internal */
  constructor(settings: Settings | undefined | (() => Platform))
  constructor(settings?: Settings | (() => Platform)) {
    if (typeof settings === 'function') {
      this.#make = settings
    } else if (settings === undefined) {
      this.#make = () => guard(() => new native.Platform(calls, {}))
    } else {
      const made = guard(() => new native.Platform(calls, prepared(settings)))
      this.#make = () => made
    }
    const core = () => (this.#made ??= this.#make())
    this.posts = new Posts(core)
    this.images = new Images(core)
    this.addons = new Addons(core)
    this.chatbot = new Chatbot(core)
    this.semantics = new Semantics(core)
    this.users = new Users(core)
    this.legacy = new Legacy(core)
    this.oauth = new OAuth(core, (grant) => this.user(grant))
    this.grants = new Grants(core)
    this.#core = core
  }

  readonly #core: () => Platform

  /**
   * The same as `new OpenPlatform(settings)`, but without settings, too, the environment is read at once.
   *
   * @throws {@link ConfigError} naming the setting, never its value.
   */
  static fromEnvironment(settings: Settings = {}): OpenPlatform {
    return new OpenPlatform(settings)
  }

  /** Acts for one user, by a stored grant: calls carry a fresh token, today and in 29 days. */
  user(grant: GrantKey): UserClient {
    return new UserClient(once(() => this.#core().user(grant)))
  }

  /** Acts for one user, by an access token that the caller keeps fresh. It is checked when a call is made. */
  userWithToken(accessToken: string): UserClient {
    return new UserClient(once(() => this.#core().userWithToken(text('accessToken', accessToken))))
  }

  /** Where users return to after a login, as it was set or as the environment has it. */
  get redirectUri(): string | undefined {
    return guard(() => this.#core().redirectUri) ?? undefined
  }

  /**
   * Finds out whether the settings can work: the API key is set; where one of client id, client secret and redirect address
   * is set, all of them are; the store can be reached and its key opens what is in it; the addresses of the platform answer,
   * whatever they answer. No credential is sent, and nothing changes on the platform. Call it once when the app starts. It
   * takes at most about ten seconds.
   *
   * @throws {@link ConfigError} naming the setting; `check` if there are several faults, and then the text has all of them.
   * @throws {@link StoreError} if only the store cannot be used.
   */
  check(options?: CallOptions): Promise<void> {
    return call(options, (id, core) => this.#core().check(id, core))
  }

  /**
   * Sends a request to an endpoint that has no method here, with the API key, and with the same retries and errors as all
   * others.
   */
  request(it: RawRequest, options?: CallOptions): Promise<RawResponse> {
    return request(this.#core, it, options)
  }

  /**
   * Receives the platform's requests, with the identification keys of this client.
   *
   * @throws {@link ConfigError} if it has none.
   */
  webhooks(options?: WebhookOptions): Webhooks {
    return new Webhooks(() => this.#core().webhooks(options))
  }

  /** Keeps the stored grants fresh without traffic, as long as its reports are asked for. */
  keeper(options: KeeperOptions = {}): Keeper {
    known(options, { signal: true, intervalMs: true, keepAlive: true })
    return new Keeper(guard(() => this.#core().keeper(options.intervalMs)), options)
  }

  /**
   * An inbox for events in the store of this client. All processes of one inbox set the same options.
   *
   * @throws {@link ConfigError} for an option out of range.
   */
  inbox(options: InboxOptions = {}): Inbox {
    return new Inbox(guard(() => this.#core().inbox(options)))
  }

  /**
   * Waits until nothing is under way that must not be cut off: a token refresh, the renewal of subscriptions, new tokens
   * that the store has not taken yet. Call it before the process ends, as on `SIGTERM`. Returns whether all of it was done in
   * time.
   *
   * @param patienceMs how long it waits at most, in milliseconds: 12,000 cover a refresh that has just begun.
   */
  drain(patienceMs = 12_000): Promise<boolean> {
    return call(undefined, (id) => this.#core().drain(id, patienceMs))
  }

  /**
   * The gateway of an app on a phone, over this client.
   *
   * @internal
   */
  appGateway(options: AppGatewayOptions): AppGateway {
    return guard(() => new native.AppGateway(this.#core(), options))
  }

  /** Ends the calls under way, which then fail with a {@link ConfigError}. Later calls are refused. */
  async close(): Promise<void> {
    drop(this.#core().close())
  }

  /** `await using platform = new OpenPlatform()` closes it at the end of the block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}

/** Acts for one user: every call carries the user's access token beside the API key. */
export class UserClient {
  readonly #core: () => PlatformUser

  /** Posts, as the user may see them. */
  readonly posts: UserPosts
  /** Add-ons, created for the user. */
  readonly addons: UserAddons
  /** The user's conversations. */
  readonly conversations: UserConversations
  /** The app's chatbot, with the user's leave to write first. */
  readonly chatbot: UserChatbot
  /** Semantic records, created for the user. */
  readonly semantics: UserSemantics
  /** The user's own data. */
  readonly users: CurrentUser
  /** Events of the user's posts and conversations. */
  readonly events: UserEvents
  /** The event subscriptions that are kept alive for this user. Needs a stored grant. */
  readonly subscriptions: UserSubscriptions
  /** Calls that the platform keeps for old apps. */
  readonly legacy: UserLegacy

  /** @internal */
  constructor(core: () => PlatformUser) {
    this.#core = core
    this.posts = new UserPosts(core)
    this.addons = new UserAddons(core)
    this.conversations = new UserConversations(core)
    this.chatbot = new UserChatbot(core)
    this.semantics = new UserSemantics(core)
    this.users = new CurrentUser(core)
    this.events = new UserEvents(core)
    this.subscriptions = new UserSubscriptions(core)
    this.legacy = new UserLegacy(core)
  }

  /** The grant whose tokens the calls carry, if it is a stored one. */
  get grant(): GrantKey | undefined {
    return this.#core().grant ?? undefined
  }

  /** As `request` of the client, with the user's token beside the API key. */
  request(it: RawRequest, options?: CallOptions): Promise<RawResponse> {
    return request(this.#core, it, options)
  }
}

/**
 * The client that was given to something that needs one, if it is one.
 *
 * @internal
 */
export function clientOf(options: { platform?: OpenPlatform }): OpenPlatform | undefined {
  const { platform } = options
  // By a method, not by its class: a test may give a client of its own making.
  if (typeof platform?.user === 'function') return platform
  if (platform === undefined || platform === null) return undefined
  throw invalidInput('platform', 'must be a client, such as `new OpenPlatform({ apiKey })`')
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** The settings, with a store of the app's own as the core asks it. */
function prepared(settings: Settings): Settings {
  const { store } = settings ?? {}
  if (typeof store !== 'object' || store === null) return settings
  return { ...settings, store: ownStore('store', store) as never }
}
