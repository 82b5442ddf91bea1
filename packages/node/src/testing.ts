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

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { OpenPlatform } from './client.js'
import { invalidInput } from './error-reports.js'
import type { ConformanceFailure } from './model.js'
import { call, calls, native, options as known } from './native.js'
import { ownStore, type RecordStore } from './stores.js'
import type * as admin from './testing/admin.js'
import { AdminConnection, SandboxError } from './testing/connection.js'
import { WorldOperations } from './testing/operations.js'

export type * as admin from './testing/admin.js'

export { SandboxError } from './testing/connection.js'
export { ManualClock, noResponse, Recorder, response } from './testing/doubles.js'

export type { ConformanceFailure }

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
export async function storeConformance(handles: readonly RecordStore[]): Promise<ConformanceFailure[]> {
  if (!Array.isArray(handles) || handles.length === 0) throw invalidInput('handles', 'must be an array with at least one store')
  const stores = handles.map((store, index) => ownStore(`handles[${index}]`, store))
  return call(undefined, (id) => calls.storeConformance(id, stores))
}

/** How long the sandbox may take to start, in milliseconds. */
const START_TIMEOUT_MS = 30_000

/** How long it may take to stop before it is killed, in milliseconds. It gives requests in progress 5 seconds. */
const STOP_TIMEOUT_MS = 10_000

/** How long {@link World.waitForRequest} and {@link World.waitForDelivery} wait, in milliseconds. */
const WAIT_TIMEOUT_MS = 30_000

/** The options of a sandbox. */
export interface SandboxOptions {
  /**
   * The command, which must have the version of this package. By default the environment variable `OPEN_PLATFORM_BIN`, then
   * the package `open-platform-cli`, then `open-platform` on the `PATH`.
   */
  binary?: string | undefined
  /** The seed of every id, credential and random choice: the same seed gives the same data. 7 by default. */
  seed?: number | undefined
  /** The behaviour where the platform's documents are ambiguous. `strict` by default. */
  profile?: admin.Profile | undefined
}

/** Starts a sandbox on a free port of this machine. It ends with {@link Sandbox.stop}, and always with this process. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  known(options, { binary: true, seed: true, profile: true })
  const command = options.binary ?? (process.env['OPEN_PLATFORM_BIN'] || installed() || 'open-platform')
  const flags = ['sandbox', '--stop-with-stdin']
  if (options.seed !== undefined) flags.push('--seed', String(options.seed))
  if (options.profile !== undefined) flags.push('--profile', options.profile)
  const child = spawn(command, flags, { stdio: ['pipe', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2000)
  })
  try {
    const started = JSON.parse(await firstLine(child, command, () => stderr)) as { url: string; version?: string }
    const mismatch = native.mismatchedCommand(command, started.version)
    if (mismatch) throw new SandboxError(mismatch)
    const sandbox = new Sandbox(started.url, child)
    // So that a test that does not stop the sandbox can end.
    child.unref()
    // In Bun the pipes have no `unref`, and do not keep a process alive.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as unknown as Partial<Socket>).unref?.()
    return sandbox
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

/** The command of the package `open-platform-cli`, resolved from the working directory or from this package. */
function installed(): string | undefined {
  for (const place of [join(process.cwd(), 'package.json'), __filename]) {
    try {
      return createRequire(place)('open-platform-cli') as string
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw new SandboxError((error as Error).message)
    }
  }
  return undefined
}

/** The sandbox of {@link withWorld}. */
let shared: Promise<Sandbox> | undefined

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
export async function withWorld<T>(test: (world: World, platform: OpenPlatform) => T | Promise<T>): Promise<T> {
  const world = await (await (shared ??= startSandbox())).world()
  try {
    const platform = new OpenPlatform(world.settings)
    try {
      return await test(world, platform)
    } finally {
      await platform.close()
    }
  } finally {
    // If the test has removed the world, or the sandbox is gone, nothing is left to remove.
    await world.remove().catch(() => undefined)
  }
}

function firstLine(child: ChildProcess, command: string, stderr: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (text: string) => {
      clearTimeout(timer)
      reject(new SandboxError(text))
    }
    const notStarted = (reason: string) => `${command} did not start: ${reason}`
    const silence = `it printed nothing for ${START_TIMEOUT_MS / 1000} seconds`
    const timer = setTimeout(() => fail(notStarted(silence)), START_TIMEOUT_MS)
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') fail(native.missingCommand(command))
      else fail(notStarted(error.message))
    })
    // After `close` the whole of stderr has been read.
    child.once('close', (code) => fail(notStarted(stderr().trim() || `it ended with code ${code}`)))
    createInterface({ input: child.stdout! }).once('line', (line) => {
      clearTimeout(timer)
      resolve(line)
    })
  })
}

/** A running sandbox. Its worlds share nothing, so tests can run side by side. */
export class Sandbox {
  /** The address, such as `http://127.0.0.1:4010`. */
  readonly url: string
  readonly #child: ChildProcess
  #worlds = 0

  /** @internal */
  constructor(url: string, child: ChildProcess) {
    this.url = url
    this.#child = child
  }

  /**
   * The world with this name, 1 to 64 Latin letters, digits, `_` and `-`; it is created if it does not exist. Without a name a
   * new world is created. A new world has an app, the users `seller`, `buyer` and `dealer`, six posts and a conversation.
   */
  async world(name = `world-${++this.#worlds}`): Promise<World> {
    const connection = new AdminConnection(`${this.url}/_sandbox/worlds/${encodeURIComponent(name)}`)
    await connection.put('')
    return new World(this.url, name, connection, await connection.get<admin.AppSettings>('/app'))
  }

  /** Stops the sandbox, and returns when its process has ended. */
  async stop(): Promise<void> {
    const child = this.#child
    if (child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    const ended = once(child, 'exit')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    child.stdin!.destroy()
    await ended
    clearTimeout(timer)
  }

  /** `await using sandbox = await startSandbox()` stops it at the end of the block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }
}

/** One world of a sandbox: an app, the platform's users, and a clock. */
export class World extends WorldOperations {
  /** Its name in the sandbox. */
  readonly name: string
  readonly #origin: string
  readonly #admin: AdminConnection
  #app: admin.AppSettings

  /** @internal */
  constructor(origin: string, name: string, connection: AdminConnection, app: admin.AppSettings) {
    super(connection)
    this.#origin = origin
    this.name = name
    this.#admin = connection
    this.#app = app
  }

  /**
   * The settings of this world's app, for `new OpenPlatform(world.settings)`. All credentials are invented. Such a client reads no
   * environment variables, so that no test reaches the store of a real app.
   */
  get settings() {
    const { api_key, client_id, client_secret, redirect_uris, identification_key } = this.#app
    return {
      // An upload carries no credential that identifies the world, so the address has to.
      sandboxUrl: `${this.#origin}/worlds/${this.name}`,
      apiKey: api_key,
      clientId: client_id,
      clientSecret: client_secret,
      redirectUri: redirect_uris[0],
      identificationKeys: [identification_key],
      environment: {} as Record<string, string>,
    }
  }

  /**
   * The same as environment variables, for an app that runs as a separate process. Its store is in memory, unless the test sets
   * another `OPEN_PLATFORM_STORE`.
   */
  get environment(): Record<string, string> {
    const { sandboxUrl, apiKey, clientId, clientSecret, redirectUri, identificationKeys } = this.settings
    return {
      OPEN_PLATFORM_SANDBOX_URL: sandboxUrl,
      OPEN_PLATFORM_API_KEY: apiKey,
      OPEN_PLATFORM_CLIENT_ID: clientId,
      OPEN_PLATFORM_CLIENT_SECRET: clientSecret,
      OPEN_PLATFORM_REDIRECT_URI: redirectUri ?? '',
      OPEN_PLATFORM_IDENTIFICATION_KEYS: identificationKeys.join(','),
      OPEN_PLATFORM_STORE: 'memory:',
    }
  }

  /** Changes settings of the app, as its developer would in the platform's console: addresses, credentials, permissions. */
  async configure(change: admin.AppChange): Promise<admin.AppSettings> {
    this.#app = await this.#admin.patch('/app', change)
    return this.#app
  }

  /** Changes switches: the behaviour where the platform's documents say nothing or contradict each other. */
  override switches(change: admin.SwitchChange = {}): Promise<admin.Switches> {
    return this.changeSwitches(change)
  }

  /** Resets the world to its initial state. The app keeps its credentials and addresses; the clock runs, at the machine's time. */
  async reset(): Promise<void> {
    await this.#admin.post('/reset')
    this.#app = await this.appSettings()
  }

  /** Saves the current state. The returned function restores it. */
  async snapshot(): Promise<() => Promise<void>> {
    const snapshot = await this.takeSnapshot()
    return async () => {
      await this.restoreSnapshot(snapshot)
      this.#app = await this.appSettings()
    }
  }

  /** The user with this name in the sandbox, such as `seller`. */
  async user(name: string): Promise<admin.SandboxUser> {
    const user = (await this.users()).find((user) => user.name === name)
    if (!user) throw new SandboxError(`there is no user ${JSON.stringify(name)} in the world`)
    return user
  }

  /** All posts that are not archived, or those of one user. */
  override async posts(owner?: string): Promise<admin.SandboxPost[]> {
    const posts = await super.posts()
    return owner === undefined ? posts : posts.filter((post) => post.owner === owner)
  }

  /** Sends a text message as a user. The app gets an event if it has subscribed to such messages. */
  say(conversation: string, user: string, text: string): Promise<admin.WrittenMessage> {
    return this.#admin.post(`/conversations/${encodeURIComponent(conversation)}/messages`, { user, text })
  }

  /**
   * Acts as a user's browser on the consent page, and returns the callback address that the browser is redirected to.
   *
   * @param user the user who grants access; or another decision, such as `{ decision: 'deny' }`.
   */
  async consent(authorizeUrl: string, user: string | admin.Decision): Promise<string> {
    const decision = typeof user === 'string' ? { decision: 'approve', user } : user
    const result = await this.#admin.post<admin.Redirect>('/consent', { authorize_url: authorizeUrl, ...decision })
    return result.callback_url
  }

  /** Issues tokens without a login. */
  issueTokens(user: string, scopes: readonly string[]): Promise<admin.TokenPair> {
    return this.#admin.post('/tokens', { user, scopes })
  }

  /** Adds a fault rule: which requests, and what happens to them. The returned function removes it. */
  async fault(rule: admin.FaultRule): Promise<() => Promise<void>> {
    const added = await this.addFault(rule)
    return () => this.removeFault(added)
  }

  /** Waits until the app has sent `count` requests to an endpoint that got the status 200. */
  async waitForRequest(endpoint: string, count = 1): Promise<void> {
    await this.#wait({ for: 'request', endpoint, status: 200, count })
  }

  /** Waits until the app has acknowledged `count` events of a type, such as `NEW_MESSAGE`. */
  async waitForDelivery(event: string, count = 1): Promise<void> {
    await this.#wait({ for: 'delivery', event, count })
  }

  async #wait(expectation: admin.Expectation): Promise<void> {
    const wanted = { ...expectation, timeout_milliseconds: WAIT_TIMEOUT_MS }
    const { met, count } = await this.waitFor(wanted)
    if (met) return
    const what = expectation.for === 'request' ? `requests of ${expectation.endpoint}` : `events ${expectation.event}`
    throw new SandboxError(`after ${WAIT_TIMEOUT_MS / 1000} s there are ${count} of ${expectation.count} ${what}`)
  }
}
