/** The client `OpenPlatform`, and `UserClient`, which acts for one user. */
import { Addons, UserAddons } from './api/addons.js';
import { Assets } from './api/assets.js';
import { Chatbot, UserChatbot } from './api/chatbot.js';
import { UserConversations } from './api/conversations.js';
import { CustomButtons, UserCustomButtons } from './api/custom-buttons.js';
import { UserEvents } from './api/events.js';
import { Finder } from './api/finder.js';
import { Images } from './api/images.js';
import { Legacy, UserLegacy } from './api/legacy.js';
import { OwnPosts, UserOwnPosts } from './api/own-posts.js';
import { Payments, UserPayments } from './api/payments.js';
import { Posts, UserPosts } from './api/posts.js';
import { Semantics, UserSemantics } from './api/semantics.js';
import { Users, CurrentUser } from './api/users.js';
import { Grants } from './api/grants.js';
import { OAuth } from './api/oauth.js';
import { type RawRequest, type RawResponse, type StreamedResponse } from './api/request.js';
import { UserSubscriptions } from './api/subscriptions.js';
import { Inbox } from './inbox.js';
import { Keeper, type KeeperOptions } from './keeper.js';
import type { GrantKey, InboxOptions, WebhookOptions } from './model.js';
import { type CallOptions } from './native.js';
import type { IdentificationKey, Settings } from './native-types.js';
import { Webhooks } from './webhooks.js';
/**
 * A client of the platform. Create one per program: it holds the connections, the store and the limit of retries.
 *
 * Settings that are not given are read from the environment: `OPEN_PLATFORM_API_KEY`, `OPEN_PLATFORM_CLIENT_ID`,
 * `OPEN_PLATFORM_CLIENT_SECRET`, `OPEN_PLATFORM_REDIRECT_URI`, `OPEN_PLATFORM_IDENTIFICATION_KEYS` and
 * `OPEN_PLATFORM_STORE_KEYS` (separated by commas), `OPEN_PLATFORM_STORE`, `OPEN_PLATFORM_ASSET_MAX_AGE` (in seconds),
 * `OPEN_PLATFORM_ROOT_CERTIFICATES_PEM` (the path of a file), and `OPEN_PLATFORM_SANDBOX_URL`, with which all calls go to
 * the sandbox. Every variable is optional, and an empty variable counts as not set. A call that needs a missing setting fails
 * with an error that names it.
 *
 * All calls can fail in the same ways, so the methods document only additional errors: {@link InvalidInput} with the path of
 * the value, before anything is sent; {@link ConfigError} for a credential that is not set; {@link ApiError} for a refusal, on
 * 403 a {@link MissingScope} with the needed scopes; {@link OAuthError} if the token of a stored grant cannot be refreshed;
 * {@link TransportError} if no response arrived, for a call that changes nothing; {@link AmbiguousOutcome} if the outcome is
 * unknown, for a call that changes something; {@link DecodeError} for a response that cannot be parsed.
 *
 * ```ts
 * const platform = new OpenPlatform()
 * const post = await platform.posts.get('gZd7omnS')
 * ```
 */
export declare class OpenPlatform {
    #private;
    /** Calls about users that need only the API key. */
    readonly users: Users;
    /** Calls about posts that need only the API key. */
    readonly posts: Posts;
    /** Image upload. */
    readonly images: Images;
    /** Calls about add-ons that need only the API key. */
    readonly addons: Addons;
    /** Calls about semantic records that need only the API key. */
    readonly semantics: Semantics;
    /** Calls of the chatbot that need only the API key. */
    readonly chatbot: Chatbot;
    /** The platform's lists of values: categories, cities, scopes and others. */
    readonly assets: Assets;
    /** The app's balance and its transactions. */
    readonly payments: Payments;
    /** Calls about custom buttons that need only the API key. */
    readonly customButtons: CustomButtons;
    /** Search over the posts of the platform. */
    readonly finder: Finder;
    /** Submitting posts and uploading their images and videos, with only the API key. */
    readonly ownPosts: OwnPosts;
    /** Calls that the platform keeps for existing apps. */
    readonly legacy: Legacy;
    /** Login. */
    readonly oauth: OAuth;
    /** The stored grants. */
    readonly grants: Grants;
    /**
     * With `settings`, everything is read and checked at once. Without, the environment is read at the first call.
     *
     * @throws {@link ConfigError} naming the setting, never its value.
     */
    constructor(settings?: Settings);
    /**
     * The same as `new OpenPlatform(settings)`, but the environment is read at once even without settings.
     *
     * @throws {@link ConfigError} naming the setting, never its value.
     */
    static fromEnvironment(settings?: Settings): OpenPlatform;
    /** A client for one user, with a stored grant: calls carry a valid token, which is refreshed when it is due. */
    user(grant: GrantKey): UserClient;
    /** A client for one user, with an access token that the caller refreshes. It is checked when a call is made. */
    userWithToken(accessToken: string): UserClient;
    /** The redirect address of logins, from the settings or the environment. */
    get redirectUri(): string | undefined;
    /**
     * Checks whether the settings can work. Call it once when the app starts.
     *
     * It checks that the API key is set; that client id, client secret and redirect address are all set if one of them is;
     * that the store can be reached and decrypted with its keys; and that the addresses of the platform respond, with any
     * status. No credential is sent, and nothing changes on the platform. It takes at most about ten seconds.
     *
     * @throws {@link ConfigError} naming the setting; `check` if there are several faults, and then the text lists all of them.
     * @throws {@link StoreError} if the store is the only fault.
     */
    check(options?: CallOptions): Promise<void>;
    /**
     * Sends a request to an endpoint that this client has no method for, with the API key, and with the same retries and
     * errors as all others.
     */
    request(it: RawRequest, options?: CallOptions): Promise<RawResponse>;
    /**
     * As {@link request}, but resolves when the response begins, and receives its body in the pieces in which it arrives.
     *
     * ```ts
     * const request = { method: 'GET', segments: ['v1', 'open-platform', 'export'], maxResponse: 2 ** 30 }
     * for await (const chunk of await platform.stream(request)) file.write(chunk)
     * ```
     *
     * Until the response begins, everything is as for all calls: credentials, a refresh after a 401, retries, and the errors for
     * responses that are no success. After that nothing is sent again: see {@link StreamedResponse} for the errors. The response
     * is not compressed.
     *
     * @param options `timeoutMs` limits the time until the response begins, with all attempts; after that, each wait for the
     * next bytes. Neither the time between two reads nor the whole time is limited.
     */
    stream(it: RawRequest, options?: CallOptions): Promise<StreamedResponse>;
    /**
     * Receives the platform's requests.
     *
     * @param keys the identification keys, as in {@link Webhooks}. By default those of this client.
     * @throws {@link ConfigError} if there is none, or one is invalid.
     */
    webhooks(options?: WebhookOptions, keys?: string | readonly IdentificationKey[]): Webhooks;
    /** Refreshes the stored grants in time even without calls, as long as the app iterates over its reports. */
    keeper(options?: KeeperOptions): Keeper;
    /**
     * An inbox for events in the store of this client. All processes that share an inbox must use the same options.
     *
     * @throws {@link ConfigError} for an option out of range.
     */
    inbox(options?: InboxOptions): Inbox;
    /**
     * Waits for work that must not be interrupted: logins, token refreshes, renewals of subscriptions, and new tokens that are not
     * stored yet. Call it before the process ends, as on `SIGTERM`. Returns whether all of it was done in time.
     *
     * @param timeoutMs how long to wait at most, in milliseconds: 12,000 are enough for a refresh that has just begun.
     */
    drain(timeoutMs?: number): Promise<boolean>;
    /**
     * Closes the client. Pending and later calls fail with a {@link ConfigError}. Handlers of events that run are not affected: their
     * results are stored. The callbacks and the logger of the settings are not called any more.
     */
    close(): Promise<void>;
    /** `await using platform = new OpenPlatform()` closes it at the end of the block. */
    [Symbol.asyncDispose](): Promise<void>;
}
/** A client for one user: every call carries the user's access token beside the API key. */
export declare class UserClient {
    #private;
    /** Calls about the user who granted access. */
    readonly users: CurrentUser;
    /** Calls about posts for a user. */
    readonly posts: UserPosts;
    /** Calls about add-ons for a user. */
    readonly addons: UserAddons;
    /** Calls about semantic records for a user. */
    readonly semantics: UserSemantics;
    /** Calls about conversations for a user. */
    readonly conversations: UserConversations;
    /** Calls of the chatbot for a user. */
    readonly chatbot: UserChatbot;
    /** Calls about events for a user. */
    readonly events: UserEvents;
    /** Payments for the posts of a user. */
    readonly payments: UserPayments;
    /** Calls about custom buttons for a user. */
    readonly customButtons: UserCustomButtons;
    /** The posts of a user: to read, edit, delete and submit. */
    readonly ownPosts: UserOwnPosts;
    /** Calls that the platform keeps for existing apps. */
    readonly legacy: UserLegacy;
    /** The event subscriptions of this user, which are renewed automatically. Needs a stored grant. */
    readonly subscriptions: UserSubscriptions;
    /** The stored grant whose tokens the calls carry, if there is one. */
    get grant(): GrantKey | undefined;
    /** As `request` of the client, with the user's token beside the API key. */
    request(it: RawRequest, options?: CallOptions): Promise<RawResponse>;
    /** As `stream` of the client, with the user's token beside the API key. */
    stream(it: RawRequest, options?: CallOptions): Promise<StreamedResponse>;
}
