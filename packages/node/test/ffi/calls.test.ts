/** Calls under way: many at once, ended early, closed, refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { AmbiguousOutcome, ConfigError, NotFound, OpenPlatform, OpenPlatformError, TransportError } from 'open-platform'
import { startSandbox } from 'open-platform/testing'

import { measured } from '../support/faults.js'
import { silence } from './helpers.js'

test('five hundred concurrent calls each get their own response', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const tokens = (await world.posts()).map((post) => post.token)
  const platform = new OpenPlatform(world.settings)
  const asked = Array.from({ length: 500 }, (_, i) => (i % 7 === 6 ? `missing${i}` : tokens[i % tokens.length]!))
  const answers = await Promise.allSettled(asked.map((token) => platform.posts.get(token)))
  for (const [i, answer] of answers.entries()) {
    if (answer.status === 'fulfilled') assert.equal(answer.value.token, asked[i])
    else assert.ok(asked[i]!.startsWith('missing') && answer.reason instanceof NotFound, String(answer.reason))
  }
  assert.equal(answers.filter((answer) => answer.status === 'rejected').length, 71)
})

test('a signal aborts a call with its reason, before and during the call', async () => {
  await using peer = await silence()
  const platform = new OpenPlatform({ apiKey: 'any', sandboxUrl: peer.url })
  const reason = new Error('the user went away')
  await assert.rejects(platform.posts.get('gZd7omnS', { signal: AbortSignal.abort(reason) }), reason)

  const controller = new AbortController()
  const visit = peer.visit()
  const call = platform.posts.get('gZd7omnS', { signal: controller.signal })
  await visit
  controller.abort(reason)
  await assert.rejects(call, reason)
  await assert.rejects(platform.posts.get('gZd7omnS', { signal: AbortSignal.timeout(20) }), { name: 'TimeoutError' })
})

test('a thousand calls aborted at random moments leave the client intact', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const [post] = await world.posts()
  const platform = new OpenPlatform(world.settings)
  // The same numbers in every run (Numerical Recipes' generator).
  let number = 7
  const random = () => (number = (Math.imul(number, 1664525) + 1013904223) >>> 0) / 2 ** 32
  let ended = 0
  const worker = async () => {
    for (let i = 0; i < 50; i++) {
      const controller = new AbortController()
      // One third ends at once, one at any moment, one never: how fast this machine is does not matter.
      const timer = i % 3 === 1 ? setTimeout(() => controller.abort(), random() * 8) : undefined
      const call = platform.posts.get(post!.token, { signal: controller.signal })
      if (i % 3 === 0) controller.abort()
      try {
        assert.equal((await call).token, post!.token)
      } catch (error) {
        assert.equal((error as Error).name, 'AbortError')
        ended += 1
      } finally {
        clearTimeout(timer)
      }
    }
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  assert.ok(ended >= 340 && ended <= 680, `${ended} of 1000 were ended`)
  assert.equal((await platform.posts.get(post!.token)).token, post!.token)
})

test('a closed client refuses, and closing it again changes nothing', async () => {
  await using peer = await silence()
  const [platform, other] = [1, 2].map(() => new OpenPlatform({ apiKey: 'any', sandboxUrl: peer.url }))
  const visit = peer.visit()
  const call = assert.rejects(platform!.posts.get('gZd7omnS'), {
    name: 'ConfigError', message: 'configuration of client: it was closed during the call', setting: 'client',
  })
  const elsewhere = assert.rejects(other!.posts.get('gZd7omnS', { timeoutMs: 400 }), TransportError, 'the calls of another client go on')
  await visit
  await platform!.close()
  await platform!.close()
  await call
  await assert.rejects(platform!.posts.get('gZd7omnS'), ConfigError)
  await assert.rejects(platform!.userWithToken('any').users.me(), ConfigError)
  await elsewhere
})

test('an error is an Error with the stack of the call', async () => {
  await using peer = await silence()
  const platform = new OpenPlatform({ apiKey: 'any', sandboxUrl: peer.url })
  const read = async function whereItWasCalled() {
    await platform.posts.get('gZd7omnS', { timeoutMs: 50 })
  }
  await assert.rejects(read(), (error) => {
    assert.ok(error instanceof TransportError && error instanceof OpenPlatformError && error instanceof Error)
    assert.match(error.stack!, /whereItWasCalled/)
    return true
  })
  const word = peer.word()
  const write = platform.userWithToken('any').conversations.send('b1946ac9-2492-4d23-a4d4-1b0c2f1d7e55', 'Hello', { timeoutMs: 600_000 })
  const unclear = assert.rejects(write, AmbiguousOutcome, 'it is not known whether a message that was sent has arrived')
  await word
  peer.hangUp()
  await unclear
})

test('a thousand calls aborted at random moments of a refresh lose no token', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const platform = new OpenPlatform(world.settings)
  const scopes = ['USER_PHONE', 'offline_access']
  const { access_token: accessToken, refresh_token: refreshToken } = await world.issueTokens('seller', scopes)
  const { key } = await platform.grants.adopt({ accessToken, refreshToken: refreshToken!, expiresAt: new Date(), scopes })
  const refreshes = new Set<number>()
  // The sandbox forgets old requests.
  const note = async () => (await world.requests('oauth.refresh')).forEach(({ number }) => refreshes.add(number))
  let number = 7
  const random = () => (number = (Math.imul(number, 1664525) + 1013904223) >>> 0) / 2 ** 32
  let cancelled = 0
  while (cancelled < 1000) {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), random() * 6)
    if (random() < 0.3) controller.abort()
    try {
      await platform.grants.refresh(key, { signal: controller.signal })
    } catch (error) {
      assert.equal((error as Error).name, 'AbortError')
      if (++cancelled % 100 === 0) await note()
    } finally {
      clearTimeout(timer)
    }
  }
  await platform.grants.refresh(key)
  await note()
  // Each answer of the platform was stored as a generation of the grant, after that of the login.
  const lost = refreshes.size - ((await platform.grants.info(key))!.generation - 1)
  measured('F18', 'AbortSignal', { 'callers cancelled': cancelled, 'pairs lost': lost })
  assert.equal(lost, 0)
  assert.ok((await platform.user(key).users.me()).phoneNumber)
})
