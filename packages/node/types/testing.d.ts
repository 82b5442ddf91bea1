/**
 * A local Open Platform for tests, with `node:test`, Vitest, Jest or none of them.
 *
 * ```ts
 * import { startSandbox } from 'open-platform/testing'
 *
 * await using sandbox = await startSandbox()
 * const world = await sandbox.world()
 * const platform = new OpenPlatform(world.settings)
 * ```
 *
 * It is the command `open-platform sandbox`, a process of its own: every endpoint, the consent page, webhooks, a clock
 * that can be moved, and faults on demand. What it is asked and what it tells has the form of its admin API, described
 * at `{url}/_sandbox/openapi.json`. Names of users are those of the sandbox: `seller`, `buyer`, `dealer`.
 */
import type { Json, Outcome, TransportErrorKind } from './model.js';
import type * as core from './native-types.js';
import { type RecordStore } from './stores.js';
import type * as admin from './testing/admin.js';
export type * as admin from './testing/admin.js';
/**
 * A transport that sends nothing: it keeps every request, and answers from a script. `new OpenPlatform({ apiKey: 'any',
 * transport: Recorder.always(answer(200, { token: 'gZd7omnS' })) })` is a whole client without a socket.
 */
export type Recorder = core.Recorder;
export declare const Recorder: {
    /** The same outcome for every request. */
    always: (outcome: Outcome) => Recorder;
    /** One outcome after the other. A request too many fails with an error that says so. */
    script: (outcomes: Outcome[]) => Recorder;
};
/** An answer of the platform, for a {@link Recorder}: with a JSON body, or with any bytes. */
export declare function answer(status: number, body?: Json | Uint8Array, headers?: Record<string, string>): Outcome;
/**
 * No answer, for a {@link Recorder}: `connect` for a connection that was refused, `interrupted` for one that broke when the
 * platform may have acted on the request already.
 */
export declare function noAnswer(kind: TransportErrorKind, mayHaveArrived?: boolean): Outcome;
/** A clock that stands still until it is moved. Whoever waits on it waits no time, and moves it on. */
export type ManualClock = core.ManualClock;
export declare const ManualClock: {
    /** A clock that stands at an instant. */
    at: (now: Date) => ManualClock;
};
/** A check that a store did not pass: what is expected of a store, and what happened instead. */
export type StoreFlaw = core.StoreFlaw;
/**
 * Runs every check on a store of your own, and returns those that it did not pass.
 *
 * The handles are different ways to reach one and the same store, as several processes would have them; one is enough. The
 * records of the checks have keys of their own and are deleted at the end, so that a store in use is not disturbed.
 *
 * ```ts
 * assert.deepEqual(await storeConformance([new MyStore(database), new MyStore(database)]), [])
 * ```
 */
export declare function storeConformance(handles: RecordStore[]): Promise<StoreFlaw[]>;
/** How to run a sandbox. */
export interface SandboxOptions {
    /**
     * The command, of the version of this package. By default the environment variable `OPEN_PLATFORM_BIN`, then the package
     * `open-platform-cli`, then `open-platform` on the `PATH`.
     */
    binary?: string;
    /** Makes every id, credential and random choice: the same seed, the same platform. 7 by default. */
    seed?: number;
    /** How to decide where the platform's documents leave a choice. `strict` by default. */
    profile?: admin.Profile;
}
/** The sandbox did not start, or refused what it was asked. */
export declare class SandboxError extends Error {
    /** HTTP status of the refusal, if it was one. */
    readonly status?: number | undefined;
    /** Path of the wrong member, where it is known. */
    readonly field?: string | undefined;
    readonly name = "SandboxError";
    constructor(message: string, 
    /** HTTP status of the refusal, if it was one. */
    status?: number | undefined, 
    /** Path of the wrong member, where it is known. */
    field?: string | undefined);
}
/** Starts a sandbox on a free port of this machine. It ends with {@link Sandbox.stop}, and always with this process. */
export declare function startSandbox(options?: SandboxOptions): Promise<Sandbox>;
/** A running sandbox. Its worlds share nothing, so tests can run side by side. */
export declare class Sandbox {
    #private;
    /** The address, such as `http://127.0.0.1:4010`. */
    readonly url: string;
    /**
     * The world of this name, 1 to 64 Latin letters, digits, `_` and `-`; it is made if there is none. Without a name it is
     * a new one: an app with the users `seller`, `buyer` and `dealer`, six posts and a conversation.
     */
    world(name?: string): Promise<World>;
    /** Stops it, and returns when it has ended. */
    stop(): Promise<void>;
    /** `await using sandbox = await startSandbox()` stops it at the end of the block. */
    [Symbol.asyncDispose](): Promise<void>;
}
/** One world of a sandbox: an app, the platform's users, and a clock. */
export declare class World {
    #private;
    /** Its name in the sandbox. */
    readonly name: string;
    /** The settings of this world's app, for `new OpenPlatform(world.settings)`. All credentials are made up. */
    get settings(): {
        sandboxUrl: string;
        apiKey: string;
        clientId: string;
        clientSecret: string;
        redirectUri: string | undefined;
        identificationKeys: string[];
    };
    /** The same as environment variables, for an app that runs as a process of its own. */
    get environment(): Record<string, string>;
    /** Changes settings of the app, as its developer does in the platform's console: addresses, credentials, permissions. */
    configure(change: admin.AppChange): Promise<admin.AppSettings>;
    /** Turns switches: what the platform does where its documents are silent or disagree. */
    switches(change?: admin.SwitchChange): Promise<admin.Switches>;
    /** Makes the world as new. Its credentials stay the same. */
    reset(): Promise<void>;
    /** Keeps everything as it is now. The function that comes back restores it. */
    snapshot(): Promise<() => Promise<void>>;
    /** Adds users, businesses, posts and conversations. */
    add(seed: admin.Seed): Promise<admin.Seeded>;
    /** All users. */
    users(): Promise<admin.SandboxUser[]>;
    /** The user of this name in the sandbox, such as `seller`. */
    user(name: string): Promise<admin.SandboxUser>;
    /** All posts that are not archived, or those of one user. */
    posts(owner?: string): Promise<admin.SandboxPost[]>;
    /** The post of this token. */
    post(token: string): Promise<admin.SandboxPost>;
    /** Moves a post to another stage of its life. */
    movePost(token: string, stage: admin.Stage): Promise<admin.SandboxPost>;
    /** The add-ons that the page of a post shows. */
    addons(post: string): Promise<admin.ShownAddon[]>;
    /** The app's add-ons on users. */
    userAddons(): Promise<admin.SandboxUserAddon[]>;
    /** All conversations. */
    conversations(): Promise<admin.SandboxConversation[]>;
    /** The messages of a conversation, oldest first, with the buttons of both sides. */
    messages(conversation: string): Promise<admin.WrittenMessage[]>;
    /** Writes a text as a user. The app hears of it if it subscribed to that. */
    say(conversation: string, user: string, text: string): Promise<admin.WrittenMessage>;
    /** The subscriptions whose access token still lives. */
    subscriptions(): Promise<admin.ActiveSubscription[]>;
    /**
     * Does what a user's browser does on the consent page, and returns the address of the app to which it comes back.
     *
     * @param user who logs in; or what else happens there, such as `{ decision: 'deny' }`.
     */
    consent(authorizeUrl: string, user: string | admin.Decision): Promise<string>;
    /** Tokens without a login. */
    issueTokens(user: string, scopes: string[]): Promise<admin.Issued>;
    /** Every pair of tokens of this world, without the tokens. */
    tokens(): Promise<admin.TokenReport[]>;
    /** The user removes the app's access. */
    revokeAccess(user: string): Promise<void>;
    /** Stops the world's time. From now on nothing happens by itself. */
    freeze(): Promise<admin.ClockStatus>;
    /** Lets the world's time run on. */
    unfreeze(): Promise<admin.ClockStatus>;
    /** Moves the world's time on, and lets everything happen that falls due on the way. Returns when it has. */
    advance(seconds: number): Promise<admin.Happened>;
    /** Moves the world's time on until no delivery and no late add-on is left. */
    runUntilIdle(): Promise<admin.Happened>;
    /** Delivers any body as an event, to the app's `events_url`. Returns the number of the delivery. */
    deliver(body: unknown): Promise<number>;
    /** Delivers one of the odd events that the platform's documents print. Returns the number of the delivery. */
    deliverSample(sample: admin.Sample): Promise<number>;
    /** Delivers an event once more. */
    redeliver(delivery: number): Promise<number>;
    /** Every event for the app, with every attempt to deliver it. */
    deliveries(): Promise<admin.Delivery[]>;
    /** Every event that has not reached the app, and why: no subscription, no address, a delivery that waits. */
    undelivered(): Promise<admin.Undelivered[]>;
    /** A user clicks; returns what the user sees. */
    click(click: admin.Click): Promise<admin.ClickOutcome>;
    /** Adds a fault rule: which requests, and what happens to them. The function that comes back removes it. */
    fault(rule: admin.FaultRule): Promise<() => Promise<void>>;
    /** The fault rules in force, with how often each has fired. */
    faults(): Promise<admin.ActiveFault[]>;
    /** The latest 10,000 requests of the app, oldest first; or those to one endpoint, such as `oauth.refresh`. */
    requests(endpoint?: string): Promise<admin.RequestRecord[]>;
    /** Writes that came more than once. */
    duplicates(): Promise<admin.DuplicateWrite[]>;
    /** Which host saw which credential, and whether it belongs there. */
    credentials(): Promise<admin.CredentialSighting[]>;
    /** Waits until the app has made so many requests of an endpoint that were answered with 200. */
    waitForRequest(endpoint: string, count?: number): Promise<void>;
    /** Waits until the app has taken so many events of a type, such as `NEW_MESSAGE`. */
    waitForDelivery(event: string, count?: number): Promise<void>;
}
