/** The client of the vectors: its settings, its transport and clock, and every call of the endpoint table by its name. */
import {
  type Attempt,
  type GrantInfo,
  OpenPlatform,
  type PostAddonOptions,
  type Refresh,
  type ScriptedOutcome,
  type Settings,
  Tokens,
  type UserClient,
} from 'open-platform'
import { ManualClock, noResponse, Recorder, response } from 'open-platform/testing'

import { CALLS } from './calls.js'
import { type Case, cases, type Value } from './cases.js'

export const REDIRECT_URI = 'https://app.example/oauth/callback'
export const NOW = new Date('2026-11-20T12:00:00Z')
/** The response of a case that has none. */
export const DEFAULT_RESPONSE = { status: 200, body: { token: 'gZd7omnS' } }

/** The client, what it sent, and its clock. */
export class Vectors {
  readonly recorder: Recorder
  readonly clock = ManualClock.at(NOW)
  readonly client: OpenPlatform
  /** What the callbacks were called with. */
  readonly attempts: Attempt[] = []
  readonly refreshes: Refresh[] = []

  constructor(outcomes: Value[] | { always: Value }, settings: Settings = {}) {
    this.recorder = Array.isArray(outcomes)
      ? Recorder.script(outcomes.map(outcome))
      : Recorder.always(outcome(outcomes.always ?? DEFAULT_RESPONSE))
    const host = (name: string) => `https://${name}.example`
    this.client = new OpenPlatform({
      environment: {},
      apiKey: 'key-of-the-app',
      clientSecret: 'client-secret-of-the-app',
      clientId: 'my-app',
      redirectUri: REDIRECT_URI,
      hosts: { auth: host('auth'), base: host('base'), api: host('api'), upload: host('upload'), chat: host('chat') },
      onRequest: (attempt) => this.attempts.push(attempt),
      onRefresh: (refresh) => this.refreshes.push(refresh),
      ...settings,
      transport: this.recorder,
      clock: this.clock,
    })
  }

  get user(): UserClient {
    return this.client.userWithToken('access-token-of-the-user')
  }

  get sent() {
    return this.recorder.requests()
  }

  /** Makes a call of the endpoint table. The value is what it returns, in its written form. */
  call(name: string, given: Value, options?: PostAddonOptions): Promise<Value> {
    const call = CALLS[name] ?? LOGIN[name]
    if (!call) throw new Error(`${name} has no runner`)
    return call({ platform: this.client, user: this.user, given, options })
  }
}

/** Adopts a grant of the user `user-7`, whose access token ends in a day. */
export function adopt({ client }: Vectors): Promise<GrantInfo> {
  const expiresAt = new Date(NOW.getTime() + 24 * 3600 * 1000)
  const tokens = new Tokens({ accessToken: 'access-token-of-the-user', expiresAt, scopes: ['USER_PHONE'] })
  return client.grants.adopt(tokens, { user: 'user-7' })
}

/** One attempt. */
export const ONCE: Settings = { retry: { maxAttempts: 1 } }

/** The first case of a call in `requests.json`: where other files take its arguments and its reply from. */
export function example(call: string): Case {
  return cases('requests').find(({ given }) => given.call === call)!
}

/** What the platform answers, as a case writes it. */
function outcome(it: Value): ScriptedOutcome {
  if (it.failure) return noResponse(it.failure, it.may_have_arrived)
  if ('body' in it) return response(it.status, it.body, it.headers)
  return response(it.status, new TextEncoder().encode(it.text ?? ''), it.headers)
}

/** A pair whose access token ended an hour ago. */
export function tokens(accessToken: string, refreshToken: string): Tokens {
  const expiresAt = new Date('2026-11-20T11:00:00Z')
  return new Tokens({ accessToken, refreshToken, expiresAt, scopes: ['USER_PHONE', 'offline_access'] })
}

/** The calls of login, which have no method of an area. */
const LOGIN: typeof CALLS = {
  'oauth.authorize': async ({ platform, given }) =>
    (await platform.oauth.authorize({ scopes: given.scopes, session: given.session_id })).url,
  'oauth.exchange': async ({ platform, given }) => void (await platform.oauth.exchange(given.code, given.redirect_uri)),
  'oauth.refresh': async ({ platform, given }) =>
    void (await platform.oauth.refresh(tokens(given.access_token, given.refresh_token), given.redirect_uri)),
}
