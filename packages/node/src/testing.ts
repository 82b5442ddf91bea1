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

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { invalidInput } from './errors.js'
import type { Json, Outcome, TransportErrorKind } from './model.js'
import { call, calls, guard, native, options as known } from './native.js'
import type * as core from './native-types.js'
import { ownStore, type RecordStore } from './stores.js'
import type * as admin from './testing/admin.js'

export type * as admin from './testing/admin.js'

/**
 * A transport that sends nothing: it keeps every request, and answers from a script. `new OpenPlatform({ apiKey: 'any',
 * transport: Recorder.always(answer(200, { token: 'gZd7omnS' })) })` is a whole client without a socket.
 */
export type Recorder = core.Recorder
export const Recorder = {
  /** The same outcome for every request. */
  always: (outcome: Outcome): Recorder => guard(() => native.Recorder.always(outcome)),
  /** One outcome after the other. A request too many fails with an error that says so. */
  script: (outcomes: Outcome[]): Recorder => guard(() => native.Recorder.script(outcomes)),
}

/** An answer of the platform, for a {@link Recorder}: with a JSON body, or with any bytes. */
export function answer(status: number, body?: Json | Uint8Array, headers: Record<string, string> = {}): Outcome {
  if (body === undefined || body instanceof Uint8Array) {
    return { type: 'answer', answer: { status, headers, body: body ?? new Uint8Array() } }
  }
  const json = new TextEncoder().encode(written(body))
  return { type: 'answer', answer: { status, headers: { 'content-type': 'application/json', ...headers }, body: json } }
}

function written(body: Json): string {
  try {
    const json = JSON.stringify(body)
    if (typeof json === 'string') return json
  } catch {
    // What it says may hold a value.
  }
  throw invalidInput('body', 'must be a value that JSON can express, or bytes')
}

/**
 * No answer, for a {@link Recorder}: `connect` for a connection that was refused, `interrupted` for one that broke when the
 * platform may have acted on the request already.
 */
export function noAnswer(kind: TransportErrorKind, mayHaveArrived = kind === 'interrupted'): Outcome {
  return { type: 'no_answer', failure: { kind, mayHaveArrived } }
}

/** A clock that stands still until it is moved. Whoever waits on it waits no time, and moves it on. */
export type ManualClock = core.ManualClock
export const ManualClock = {
  /** A clock that stands at an instant. */
  at: (now: Date): ManualClock => {
    const clock = guard(() => native.ManualClock.at(now))
    const { advance } = clock
    return Object.defineProperty(clock, 'advance', { value: (by: number) => guard(() => advance.call(clock, by)) })
  },
}

/** A check that a store did not pass: what is expected of a store, and what happened instead. */
export type StoreFlaw = core.StoreFlaw

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
export async function storeConformance(handles: RecordStore[]): Promise<StoreFlaw[]> {
  if (!Array.isArray(handles) || handles.length === 0) throw invalidInput('handles', 'must be an array with at least one store')
  const stores = handles.map((store, index) => ownStore(`handles[${index}]`, store))
  return call(undefined, (id) => calls.storeConformance(id, stores))
}

/** The version of this package, which is that of the command that belongs to it. */
const { version: VERSION } = require('../package.json') as { version: string }

/** How long the sandbox may take to start, in milliseconds. */
const START_TIMEOUT_MS = 30_000

/** How long it may take to stop before it is killed, in milliseconds. It gives requests under way 5 seconds. */
const STOP_TIMEOUT_MS = 10_000

/** How long {@link World.waitForRequest} and {@link World.waitForDelivery} wait, in milliseconds. */
const PATIENCE_MS = 30_000

/** How to run a sandbox. */
export interface SandboxOptions {
  /**
   * The command, of the version of this package. By default the environment variable `OPEN_PLATFORM_BIN`, then the package
   * `open-platform-cli`, then `open-platform` on the `PATH`.
   */
  binary?: string
  /** Makes every id, credential and random choice: the same seed, the same platform. 7 by default. */
  seed?: number
  /** How to decide where the platform's documents leave a choice. `strict` by default. */
  profile?: admin.Profile
}

/** The sandbox did not start, or refused what it was asked. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'

  constructor(
    message: string,
    /** HTTP status of the refusal, if it was one. */
    readonly status?: number,
    /** Path of the wrong member, where it is known. */
    readonly field?: string,
  ) {
    super(message)
  }
}

/** Starts a sandbox on a free port of this machine. It ends with {@link Sandbox.stop}, and always with this process. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  known(options, { binary: true, seed: true, profile: true })
  const command = options.binary ?? (process.env['OPEN_PLATFORM_BIN'] || installed() || 'open-platform')
  const flags = ['sandbox', '--stop-with-stdin']
  if (options.seed !== undefined) flags.push('--seed', String(options.seed))
  if (options.profile !== undefined) flags.push('--profile', options.profile)
  const child = spawn(command, flags, { stdio: ['pipe', 'pipe', 'pipe'] })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-2000)
  })
  try {
    const said = JSON.parse(await firstLine(child, command, () => complaints)) as { url: string; version?: string }
    if (said.version !== VERSION) {
      const next = `\`npm install --save-dev open-platform-cli@${VERSION}\`, or name another by \`binary\` or OPEN_PLATFORM_BIN`
      throw new SandboxError(`${command} is of version ${said.version ?? 'unknown'}, but this package of ${VERSION}: ${next}`)
    }
    const sandbox = new Sandbox(said.url, child)
    // A test that forgets to stop it must still be able to end.
    child.unref()
    // The pipes of Bun have no such method, and do not keep a process alive.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as unknown as Partial<Socket>).unref?.()
    return sandbox
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

/** The command of the package `open-platform-cli`, where this process runs or beside this package. */
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

function firstLine(child: ChildProcess, command: string, complaints: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer)
      reject(new SandboxError(`${command} did not start: ${reason}`))
    }
    const timer = setTimeout(() => fail(`it said nothing for ${START_TIMEOUT_MS / 1000} seconds`), START_TIMEOUT_MS)
    child.once('error', (error: NodeJS.ErrnoException) => {
      const next = '`npm install --save-dev open-platform-cli`, or name one by `binary` or OPEN_PLATFORM_BIN'
      fail(error.code === 'ENOENT' ? `there is no such command; ${next}` : error.message)
    })
    // After `close` all of its complaints have been read.
    child.once('close', (code) => fail(complaints().trim() || `it ended with code ${code}`))
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
   * The world of this name, 1 to 64 Latin letters, digits, `_` and `-`; it is made if there is none. Without a name it is
   * a new one: an app with the users `seller`, `buyer` and `dealer`, six posts and a conversation.
   */
  async world(name = `world-${++this.#worlds}`): Promise<World> {
    const api = new Admin(`${this.url}/_sandbox/worlds/${encodeURIComponent(name)}`)
    await api.put('')
    return new World(this.url, name, api, await api.get<admin.AppSettings>('/app'))
  }

  /** Stops it, and returns when it has ended. */
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
export class World {
  /** Its name in the sandbox. */
  readonly name: string
  readonly #origin: string
  readonly #admin: Admin
  #app: admin.AppSettings

  /** @internal */
  constructor(origin: string, name: string, api: Admin, app: admin.AppSettings) {
    this.#origin = origin
    this.name = name
    this.#admin = api
    this.#app = app
  }

  /** The settings of this world's app, for `new OpenPlatform(world.settings)`. All credentials are made up. */
  get settings() {
    const { api_key, client_id, client_secret, redirect_uris, identification_key } = this.#app
    return {
      // The address of this world: the image host gets no credentials that would tell it.
      sandboxUrl: `${this.#origin}/worlds/${this.name}`,
      apiKey: api_key,
      clientId: client_id,
      clientSecret: client_secret,
      redirectUri: redirect_uris[0],
      identificationKeys: [identification_key],
    }
  }

  /** The same as environment variables, for an app that runs as a process of its own. */
  get environment(): Record<string, string> {
    const { sandboxUrl, apiKey, clientId, clientSecret, redirectUri, identificationKeys } = this.settings
    return {
      OPEN_PLATFORM_SANDBOX_URL: sandboxUrl,
      OPEN_PLATFORM_API_KEY: apiKey,
      OPEN_PLATFORM_CLIENT_ID: clientId,
      OPEN_PLATFORM_CLIENT_SECRET: clientSecret,
      OPEN_PLATFORM_REDIRECT_URI: redirectUri ?? '',
      OPEN_PLATFORM_IDENTIFICATION_KEYS: identificationKeys.join(','),
    }
  }

  /** Changes settings of the app, as its developer does in the platform's console: addresses, credentials, permissions. */
  async configure(change: admin.AppChange): Promise<admin.AppSettings> {
    this.#app = await this.#admin.patch('/app', change)
    return this.#app
  }

  /** Turns switches: what the platform does where its documents are silent or disagree. */
  switches(change: admin.SwitchChange = {}): Promise<admin.Switches> {
    return this.#admin.patch('/switches', change)
  }

  /** Makes the world as new. Its credentials stay the same. */
  async reset(): Promise<void> {
    await this.#admin.post('/reset')
    this.#app = await this.#admin.get('/app')
  }

  /** Keeps everything as it is now. The function that comes back restores it. */
  async snapshot(): Promise<() => Promise<void>> {
    const { snapshot } = await this.#admin.post<admin.Kept>('/snapshots')
    return async () => {
      await this.#admin.post(`/snapshots/${snapshot}/restore`)
    }
  }

  /** Adds users, businesses, posts and conversations. */
  add(seed: admin.Seed): Promise<admin.Seeded> {
    return this.#admin.post('/seed', seed)
  }

  /** All users. */
  users(): Promise<admin.SandboxUser[]> {
    return this.#admin.get('/users')
  }

  /** The user of this name in the sandbox, such as `seller`. */
  async user(name: string): Promise<admin.SandboxUser> {
    const user = (await this.users()).find((user) => user.name === name)
    if (!user) throw new SandboxError(`there is no user ${JSON.stringify(name)} in the world`)
    return user
  }

  /** All posts that are not archived, or those of one user. */
  async posts(owner?: string): Promise<admin.SandboxPost[]> {
    const posts = await this.#admin.get<admin.SandboxPost[]>('/posts')
    return owner === undefined ? posts : posts.filter((post) => post.owner === owner)
  }

  /** The post of this token. */
  post(token: string): Promise<admin.SandboxPost> {
    return this.#admin.get(`/posts/${encodeURIComponent(token)}`)
  }

  /** Moves a post to another stage of its life. */
  movePost(token: string, stage: admin.Stage): Promise<admin.SandboxPost> {
    return this.#admin.put(`/posts/${encodeURIComponent(token)}/stage`, { stage })
  }

  /** The add-ons that the page of a post shows. */
  addons(post: string): Promise<admin.ShownAddon[]> {
    return this.#admin.get(`/posts/${encodeURIComponent(post)}/addons`)
  }

  /** The app's add-ons on users. */
  userAddons(): Promise<admin.SandboxUserAddon[]> {
    return this.#admin.get('/user-addons')
  }

  /** All conversations. */
  conversations(): Promise<admin.SandboxConversation[]> {
    return this.#admin.get('/conversations')
  }

  /** The messages of a conversation, oldest first, with the buttons of both sides. */
  messages(conversation: string): Promise<admin.WrittenMessage[]> {
    return this.#admin.get(`/conversations/${encodeURIComponent(conversation)}/messages`)
  }

  /** Writes a text as a user. The app hears of it if it subscribed to that. */
  say(conversation: string, user: string, text: string): Promise<admin.WrittenMessage> {
    return this.#admin.post(`/conversations/${encodeURIComponent(conversation)}/messages`, { user, text })
  }

  /** The subscriptions whose access token still lives. */
  subscriptions(): Promise<admin.ActiveSubscription[]> {
    return this.#admin.get('/subscriptions')
  }

  /**
   * Does what a user's browser does on the consent page, and returns the address of the app to which it comes back.
   *
   * @param user who logs in; or what else happens there, such as `{ decision: 'deny' }`.
   */
  async consent(authorizeUrl: string, user: string | admin.Decision): Promise<string> {
    const decision = typeof user === 'string' ? { decision: 'approve', user } : user
    const way = await this.#admin.post<admin.WayBack>('/consent', { authorize_url: authorizeUrl, ...decision })
    return way.callback_url
  }

  /** Tokens without a login. */
  issueTokens(user: string, scopes: string[]): Promise<admin.Issued> {
    return this.#admin.post('/tokens', { user, scopes })
  }

  /** Every pair of tokens of this world, without the tokens. */
  tokens(): Promise<admin.TokenReport[]> {
    return this.#admin.get('/tokens')
  }

  /** The user removes the app's access. */
  async revokeAccess(user: string): Promise<void> {
    await this.#admin.post(`/users/${encodeURIComponent(user)}/revoke`)
  }

  /** Stops the world's time. From now on nothing happens by itself. */
  freeze(): Promise<admin.ClockStatus> {
    return this.#admin.post('/clock/freeze')
  }

  /** Lets the world's time run on. */
  unfreeze(): Promise<admin.ClockStatus> {
    return this.#admin.post('/clock/unfreeze')
  }

  /** Moves the world's time on, and lets everything happen that falls due on the way. Returns when it has. */
  advance(seconds: number): Promise<admin.Happened> {
    return this.#admin.post('/clock/advance', { seconds })
  }

  /** Moves the world's time on until no delivery and no late add-on is left. */
  runUntilIdle(): Promise<admin.Happened> {
    return this.#admin.post('/clock/run-until-idle')
  }

  /** Delivers any body as an event, to the app's `events_url`. Returns the number of the delivery. */
  async deliver(body: unknown): Promise<number> {
    return (await this.#admin.post<admin.Made>('/deliveries', { body })).delivery
  }

  /** Delivers one of the odd events that the platform's documents print. Returns the number of the delivery. */
  async deliverSample(sample: admin.Sample): Promise<number> {
    return (await this.#admin.post<admin.Made>('/deliveries/samples', { sample })).delivery
  }

  /** Delivers an event once more. */
  async redeliver(delivery: number): Promise<number> {
    return (await this.#admin.post<admin.Made>(`/deliveries/${delivery}/redeliver`)).delivery
  }

  /** Every event for the app, with every attempt to deliver it. */
  deliveries(): Promise<admin.Delivery[]> {
    return this.#admin.get('/deliveries')
  }

  /** Every event that has not reached the app, and why: no subscription, no address, a delivery that waits. */
  undelivered(): Promise<admin.Undelivered[]> {
    return this.#admin.get('/undelivered')
  }

  /** A user clicks; returns what the user sees. */
  click(click: admin.Click): Promise<admin.ClickOutcome> {
    return this.#admin.post('/clicks', click)
  }

  /** Adds a fault rule: which requests, and what happens to them. The function that comes back removes it. */
  async fault(rule: admin.FaultRule): Promise<() => Promise<void>> {
    const { id } = await this.#admin.post<admin.Added>('/faults', rule)
    return async () => {
      await this.#admin.delete(`/faults/${id}`)
    }
  }

  /** The fault rules in force, with how often each has fired. */
  faults(): Promise<admin.ActiveFault[]> {
    return this.#admin.get('/faults')
  }

  /** The latest 10,000 requests of the app, oldest first; or those to one endpoint, such as `oauth.refresh`. */
  requests(endpoint?: string): Promise<admin.RequestRecord[]> {
    return this.#admin.get(`/requests${endpoint === undefined ? '' : `?endpoint=${encodeURIComponent(endpoint)}`}`)
  }

  /** Writes that came more than once. */
  duplicates(): Promise<admin.DuplicateWrite[]> {
    return this.#admin.get('/duplicates')
  }

  /** Which host saw which credential, and whether it belongs there. */
  credentials(): Promise<admin.CredentialSighting[]> {
    return this.#admin.get('/credentials')
  }

  /** Waits until the app has made so many requests of an endpoint that were answered with 200. */
  async waitForRequest(endpoint: string, count = 1): Promise<void> {
    await this.#wait({ for: 'request', endpoint, status: 200, count })
  }

  /** Waits until the app has taken so many events of a type, such as `NEW_MESSAGE`. */
  async waitForDelivery(event: string, count = 1): Promise<void> {
    await this.#wait({ for: 'delivery', event, count })
  }

  async #wait(expectation: admin.Expectation): Promise<void> {
    const wanted = { ...expectation, timeout_milliseconds: PATIENCE_MS }
    const { met, count } = await this.#admin.post<admin.Waited>('/wait', wanted)
    if (met) return
    const what = expectation.for === 'request' ? `requests of ${expectation.endpoint}` : `events ${expectation.event}`
    throw new SandboxError(`after ${PATIENCE_MS / 1000} s there are ${count} of ${expectation.count} ${what}`)
  }
}

/** The admin API of one world. */
class Admin {
  constructor(readonly url: string) {}

  get<T>(path: string): Promise<T> {
    return this.#send('GET', path)
  }

  put<T>(path: string, body?: unknown): Promise<T> {
    return this.#send('PUT', path, body)
  }

  post<T>(path: string, body?: unknown): Promise<T> {
    return this.#send('POST', path, body)
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.#send('PATCH', path, body)
  }

  delete<T>(path: string): Promise<T> {
    return this.#send('DELETE', path)
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(this.url + path, { method, ...(body !== undefined && json) })
    if (answer.ok) return (await answer.json()) as T
    const { message, field } = (await answer.json()) as admin.Problem
    throw new SandboxError(`${method} ${path || '/'}: ${message}`, answer.status, field ?? undefined)
  }
}
