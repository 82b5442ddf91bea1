/**
 * The sandbox, a local test server of the platform, with `node:test`, Vitest, Jest or without a test framework.
 *
 * ```ts
 * import { startSandbox } from 'open-platform/testing'
 *
 * await using sandbox = await startSandbox()
 * const world = await sandbox.world()
 * const platform = new OpenPlatform(world.settings)
 * ```
 *
 * {@link withWorld} does this for a single test.
 *
 * The sandbox is the command `open-platform sandbox`, a separate process: every endpoint, the consent page, webhooks, a clock that
 * can be moved, and faults on demand. Arguments and results have the form of its admin API, described at
 * `{url}/_sandbox/openapi.json`. Users are identified by their names in the sandbox: `seller`, `buyer`, `dealer`.
 */
import { OpenPlatform } from './client.js';
import type { ConformanceFailure } from './model.js';
import { type RecordStore } from './stores.js';
import type * as admin from './testing/admin.js';
import { WorldOperations } from './testing/operations.js';
export type * as admin from './testing/admin.js';
export { SandboxError } from './testing/connection.js';
export { ManualClock, noResponse, Recorder, response } from './testing/doubles.js';
export type { ConformanceFailure };
/**
 * Runs every check on a custom store, and returns those that failed.
 *
 * The handles are handles of one and the same store, as several processes would have them; one is enough. The records of
 * the checks have separate keys and are deleted at the end, so that the records of a store in use are not touched.
 *
 * ```ts
 * assert.deepEqual(await storeConformance([new MyStore(database), new MyStore(database)]), [])
 * ```
 */
export declare function storeConformance(handles: readonly RecordStore[]): Promise<ConformanceFailure[]>;
/** The options of a sandbox. */
export interface SandboxOptions {
    /**
     * The command, which must have the version of this package. By default the environment variable `OPEN_PLATFORM_BIN`, then
     * the package `open-platform-cli`, then `open-platform` on the `PATH`.
     */
    binary?: string | undefined;
    /** The seed of every id, credential and random choice: the same seed gives the same data. 7 by default. */
    seed?: number | undefined;
    /** The behaviour where the platform's documents are ambiguous. `strict` by default. */
    profile?: admin.Profile | undefined;
}
/** Starts a sandbox on a free port of this machine. It ends with {@link Sandbox.stop}, and always with this process. */
export declare function startSandbox(options?: SandboxOptions): Promise<Sandbox>;
/**
 * Runs a test in a world of its own, with a client of the world's app, in any test framework. Closes the client and deletes the world
 * when the test has ended.
 *
 * ```ts
 * import { test } from 'node:test' // Or Vitest, Jest …
 * import { withWorld } from 'open-platform/testing'
 *
 * test('a post is read', () => withWorld(async (world, platform) => {
 *   const [post] = await world.posts('seller')
 *   assert.equal((await platform.posts.get(post!.token)).token, post!.token)
 * }))
 * ```
 *
 * All these tests of a process share a sandbox, which starts with the first of them and ends with the process. Jest loads modules for each
 * file of tests anew: there the tests of a file share one.
 *
 * @param test the test. An app with settings of its own makes its client with `new OpenPlatform({ ...world.settings, … })`.
 * @returns what the test returns.
 */
export declare function withWorld<T>(test: (world: World, platform: OpenPlatform) => T | Promise<T>): Promise<T>;
/** A running sandbox. Its worlds share nothing, so tests can run side by side. */
export declare class Sandbox {
    #private;
    /** The address, such as `http://127.0.0.1:4010`. */
    readonly url: string;
    /**
     * The world with this name, 1 to 64 Latin letters, digits, `_` and `-`; it is created if it does not exist. Without a name a
     * new world is created. A new world has an app, the users `seller`, `buyer` and `dealer`, six posts and a conversation.
     */
    world(name?: string): Promise<World>;
    /** Stops the sandbox, and returns when its process has ended. */
    stop(): Promise<void>;
    /** `await using sandbox = await startSandbox()` stops it at the end of the block. */
    [Symbol.asyncDispose](): Promise<void>;
}
/** One world of a sandbox: an app, the platform's users, and a clock. */
export declare class World extends WorldOperations {
    #private;
    /** Its name in the sandbox. */
    readonly name: string;
    /**
     * The settings of this world's app, for `new OpenPlatform(world.settings)`. All credentials are invented. Such a client reads no
     * environment variables, so that no test reaches the store of a real app.
     */
    get settings(): {
        sandboxUrl: string;
        apiKey: string;
        clientId: string;
        clientSecret: string;
        redirectUri: string | undefined;
        identificationKeys: string[];
        environment: Record<string, string>;
    };
    /**
     * The same as environment variables, for an app that runs as a separate process. Its store is in memory, unless the test sets
     * another `OPEN_PLATFORM_STORE`.
     */
    get environment(): Record<string, string>;
    /** Changes settings of the app, as its developer would in the platform's console: addresses, credentials, permissions. */
    configure(change: admin.AppChange): Promise<admin.AppSettings>;
    /** Changes switches: the behaviour where the platform's documents say nothing or contradict each other. */
    switches(change?: admin.SwitchChange): Promise<admin.Switches>;
    /** Resets the world to its initial state. The app keeps its credentials and addresses; the clock runs, at the machine's time. */
    reset(): Promise<void>;
    /** Saves the current state. The returned function restores it. */
    snapshot(): Promise<() => Promise<void>>;
    /** The user with this name in the sandbox, such as `seller`. */
    user(name: string): Promise<admin.SandboxUser>;
    /** All posts that are not archived, or those of one user. */
    posts(owner?: string): Promise<admin.SandboxPost[]>;
    /** Sends a text message as a user. The app gets an event if it has subscribed to such messages. */
    say(conversation: string, user: string, text: string): Promise<admin.WrittenMessage>;
    /**
     * Acts as a user's browser on the consent page, and returns the callback address that the browser is redirected to.
     *
     * @param user the user who grants access; or another decision, such as `{ decision: 'deny' }`.
     */
    consent(authorizeUrl: string, user: string | admin.Decision): Promise<string>;
    /** Issues tokens without a login. */
    issueTokens(user: string, scopes: readonly string[]): Promise<admin.TokenPair>;
    /** Adds a fault rule: which requests, and what happens to them. The returned function removes it. */
    fault(rule: admin.FaultRule): Promise<() => Promise<void>>;
    /** Waits until the app has sent `count` requests to an endpoint that got the status 200. */
    waitForRequest(endpoint: string, count?: number): Promise<void>;
    /** Waits until the app has acknowledged `count` events of a type, such as `NEW_MESSAGE`. */
    waitForDelivery(event: string, count?: number): Promise<void>;
}
