/** The errors of calls: their classes, members, texts and stacks. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'

import {
  AmbiguousOutcome,
  ApiError,
  ConfigError,
  createAppGateway,
  DecodeError,
  InternalError,
  MissingScope,
  OAuthError,
  OpenPlatform,
  OpenPlatformError,
  RateLimited,
  ReauthRequired,
  TransportError,
  w,
} from 'open-platform'
import { ManualClock, noResponse, Recorder, response } from 'open-platform/testing'

import { client, failure } from './support/client.js'

const TOKEN = 'access-token-of-the-user'

test('errors have their classes and members', async () => {
  const body = { code: 7, message: 'denied', details: [{ reason: 'scope' }] }
  const refused = await failure(client(Recorder.always(response(403, body, { 'x-request-id': 'r-1' })))
    .userWithToken(TOKEN).addons.createOnPost('gZd7omnS', { widgets: [w.titleRow('Inspected')] }))
  assert.ok(refused instanceof MissingScope && refused instanceof ApiError && refused instanceof OpenPlatformError && refused instanceof Error)
  assert.equal(refused.name, 'MissingScope')
  const { code, status, platformCode, reason, endpoint, attempts, details, needsScopes, needsPermission } = refused
  assert.deepEqual(
    { code, status, platformCode, reason, endpoint, attempts, details, needsScopes, needsPermission },
    {
      code: 'missing_scope',
      status: 403,
      platformCode: 7,
      reason: 'denied',
      endpoint: 'addons.create_on_post',
      attempts: 1,
      details: [{ reason: 'scope' }],
      needsScopes: ['POST_ADDON_CREATE.gZd7omnS', 'USER_POSTS_ADDON_CREATE'],
      needsPermission: 'ADD_ON_CREATE',
    },
  )

  const limited = await failure(client(Recorder.always(response(429, {}, { 'retry-after': '7200' }))).posts.get('gZd7omnS'))
  assert.ok(limited instanceof RateLimited)
  assert.equal(limited.retryAfterSeconds, 7200)

  const unclear = await failure(client(Recorder.always(noResponse('interrupted')))
    .userWithToken(TOKEN).conversations.send('c-1', 'Hello'))
  assert.ok(unclear instanceof AmbiguousOutcome)
  assert.ok(unclear.sentAt instanceof Date && /^[0-9a-f]{16}$/.test(unclear.fingerprint))

  const broken = await failure(client(Recorder.always(noResponse('connect')), { retry: { maxAttempts: 1 } }).posts.get('gZd7omnS'))
  assert.ok(broken instanceof TransportError)
  assert.deepEqual([broken.kind, broken.attempts, broken.status], ['connect', 1, undefined])

  const unreadable = await failure(client(Recorder.always(response(200, []))).posts.get('gZd7omnS'))
  assert.ok(unreadable instanceof DecodeError)
  assert.equal(unreadable.path, '.')

  const unknown = await failure(client(Recorder.always(response(200))).user('nobody').users.me())
  assert.ok(unknown instanceof ReauthRequired && unknown instanceof OAuthError)

  const unset = await failure(new OpenPlatform({ transport: Recorder.always(response(200)) }).posts.get('gZd7omnS'))
  assert.ok(unset instanceof ConfigError)
  assert.equal(unset.setting, 'apiKey')
})

test('a fault of the library is an InternalError, without its message', async () => {
  const clock = ManualClock.at(new Date())
  clock.advance(1e13) // To the end of all times: nothing can be added to it.
  const recorder = Recorder.always(response(200, { token: 'gZd7omnS' }))
  const platform = client(recorder, { clientId: 'app', redirectUri: 'https://app.example/callback', clock })
  const gateway = createAppGateway({ platform, keys: [Buffer.alloc(32).toString('base64')], user: () => undefined })
  // Both panic: the first in a task of the library, the second in this thread.
  for (const error of [
    await failure(platform.oauth.authorize({ scopes: ['USER_PHONE'], session: 'session' })),
    await failure((async () => gateway.access('grant'))()),
  ]) {
    assert.ok(error instanceof InternalError && error.name === 'InternalError' && error.code === 'internal')
    assert.equal(error.message, 'a fault in the Open Platform SDK, not in your program: please report it')
  }
  assert.equal((await platform.posts.get('gZd7omnS')).token, 'gZd7omnS')
})

test('the stack of an error includes the caller', async () => {
  const error = await failure(theCaller())
  assert.ok(error instanceof Error)
  assert.match(error.stack!, /^InvalidInput: .*\n(.*\n)*.*theCaller.*errors\.test\.js/)
  assert.doesNotMatch(error.stack!, /native\.js/)

  async function theCaller() {
    return await client(Recorder.always(response(200))).posts.get('..')
  }
})

test('an error has the stack of its caller, however the call is awaited', async () => {
  const platform = client(Recorder.always(response(404, { message: 'gone' })))
  function aCallerOfMine(): Promise<unknown> {
    return platform.posts.get('gZd7omnS')
  }
  const waited = await failure((async () => await aCallerOfMine())())
  const handed = await failure(aCallerOfMine())
  const called = await new Promise<unknown>((resolve) => void aCallerOfMine().then(resolve, resolve))
  for (const error of [waited, handed, called]) {
    assert.ok(error instanceof ApiError)
    assert.match(error.stack!, /^NotFound: posts\.get answered 404: gone .*\n +at .*\n( +at .*\n)*? +at aCallerOfMine .*errors\.test/)
  }
  const limit = Error.stackTraceLimit
  try {
    Error.stackTraceLimit = 0
    const error = await failure(aCallerOfMine())
    assert.match((error as Error).stack!, /^NotFound: [^\n]*$/)
  } finally {
    Error.stackTraceLimit = limit
  }
})
