/** Receiving request by request, without hooks. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { inspect } from 'node:util'

import {
  check, ConfigError, DecodeError, InvalidInput, IpAllowlist, MemoryDedupe, OpenPlatform, readDelivery, readStartRequest, replyToDynamicAction,
  replyToRejection, replyToStart, replyUnavailable, WebhookRejected, Webhooks,
} from 'open-platform'

const KEY = 'identification-key-one'
const OTHER = 'identification-key-two'
const head = (key = KEY) => ['Host', 'app.example', 'Authorization', key, 'Content-Type', 'application/json']
const bytes = (body: unknown) => Buffer.from(JSON.stringify(body))

const MESSAGE = bytes({
  type: 'NEW_MESSAGE',
  new_message: { id: '7651e778-6231-11f0-9cd2-0242ac120002', conversation: { id: 'c-1' }, type: 'TEXT', text: 'hello', sent_at: '2025-07-16T10:41:42Z' },
})
const START = { callback_url: 'https://platform.example/back', post_token: 'gZd7omnS', user_id: 'u-1', peer_id: 'u-2', supplier: { id: 'u-2' }, demand: { id: 'u-1' } }

test('head and body are passed together, or the head first', () => {
  const webhooks = new Webhooks(KEY)
  const { event, dedupeKey } = webhooks.event('POST', head(), MESSAGE)
  assert.deepEqual(webhooks.event('POST', head(), MESSAGE.toString()), webhooks.event('POST', head(), MESSAGE), 'a text is its bytes')
  assert.deepEqual(readDelivery(MESSAGE.toString()).event, event)
  assert.ok(event.type === 'new_message' && event.message.content.type === 'text')
  assert.equal(event.message.content.text, 'hello')
  assert.ok(event.message.sentAt instanceof Date)
  assert.equal(dedupeKey, 'message:7651e778-6231-11f0-9cd2-0242ac120002')

  const accepted = new Webhooks([{ id: 'old', key: KEY }, { id: 'new', key: OTHER }], { bodyLimit: 500 }).authenticate('POST', head(OTHER))
  assert.deepEqual([accepted.keyId, accepted.bodyLimit], ['new', 500])
  assert.deepEqual(accepted.event(MESSAGE).event, event)
  assert.throws(() => accepted.event(Buffer.alloc(501)), (error) => error instanceof WebhookRejected && error.status === 413)
  assert.equal(accepted.dynamicAction(bytes({ extra_data: { id: '7' } })).extraData instanceof Object, true)
})

test('requests without the key are refused, and the response reveals nothing', () => {
  const webhooks = new Webhooks(KEY)
  for (const [status, method, headers] of [
    [405, 'GET', head()], [401, 'POST', head(OTHER)], [401, 'POST', [...head(), ...head()]], [401, 'POST', []],
    [415, 'POST', ['Authorization', KEY]], [413, 'POST', [...head(), 'Content-Length', '99999999']],
  ] as const) {
    assert.throws(() => webhooks.event(method, [...headers], MESSAGE), (error) => {
      assert.ok(error instanceof WebhookRejected)
      assert.equal(error.status, status)
      assert.doesNotMatch(inspect(error), /identification-key/)
      const { status: answered, body } = replyToRejection(error)
      assert.deepEqual([answered, body.length], [status, 0])
      return true
    })
  }
})

test('a receiver has the keys of its client, of a list or of the environment', () => {
  const name = 'OPEN_PLATFORM_IDENTIFICATION_KEYS'
  process.env[name] = `${OTHER},${KEY}`
  try {
    const webhooks = Webhooks.fromEnvironment()
    assert.equal(webhooks.authenticate('POST', head()).keyId, 'key-2')
    webhooks.replaceKeys([{ id: 'next', key: 'identification-key-three' }])
    assert.throws(() => webhooks.authenticate('POST', head()), WebhookRejected)
    assert.equal(webhooks.authenticate('POST', head('identification-key-three')).keyId, 'next')
  } finally {
    delete process.env[name]
  }
  const platform = new OpenPlatform({ identificationKeys: [KEY] })
  assert.equal(platform.webhooks().event('POST', head(), MESSAGE).event.type, 'new_message')
  for (const make of [
    () => new Webhooks(''), () => new Webhooks([]), () => Webhooks.fromEnvironment(), () => new OpenPlatform({}).webhooks(),
    () => new Webhooks(KEY).replaceKeys([]),
  ]) {
    assert.throws(make, ConfigError)
  }
})

test('stale messages are reported or refused', () => {
  const webhooks = new Webhooks(KEY, { staleAfterMs: 60_000 })
  const old = webhooks.freshness(webhooks.event('POST', head(), MESSAGE))
  assert.equal(old.state, 'stale')
  assert.ok(old.seconds! > 86_400)
  const timeless = webhooks.event('POST', head(), bytes({ type: 'POST_UPDATE', post_update: { post: { token: 'gZd7omnS' } } }))
  assert.deepEqual(webhooks.freshness(timeless), { state: 'unknown', seconds: undefined })
  const strict = new Webhooks(KEY, { rejectStale: true })
  assert.throws(() => strict.event('POST', head(), MESSAGE), (error) => error instanceof WebhookRejected && error.status === 403)
})

test('MemoryDedupe forgets the oldest event when it is full', () => {
  const dedupe = new MemoryDedupe(2)
  assert.deepEqual(['a', 'a', 'b', 'c', 'b', 'a'].map((key) => dedupe.remember(key)), [true, false, true, true, false, true])
  assert.equal(dedupe.remember('d', 60), true)
  assert.equal(dedupe.remember('d', 60), false)
  dedupe.forget('d')
  assert.equal(dedupe.remember('d'), true)
  assert.equal(new MemoryDedupe().remember('a'), true)
})

test('bodies from a queue are parsed, and replies built', () => {
  assert.equal(readDelivery(MESSAGE).event.type, 'new_message')
  assert.equal(readDelivery(bytes({ type: 'SOMETHING_NEW' })).event.type, 'unknown')
  const request = readStartRequest(bytes(START))
  assert.equal(request.postToken, 'gZd7omnS')
  const { status, contentType, body } = replyToStart({ url: 'https://app.example/start' }, request)
  assert.deepEqual([status, contentType], [200, 'application/json'])
  assert.ok(Buffer.from(body).includes('https://app.example/start'))
  assert.throws(() => replyToStart({ url: 'http://app.example' }, request), (error) => error instanceof InvalidInput && error.field === 'url')
  assert.deepEqual(replyUnavailable(1.2).headers, { 'Retry-After': '2' })
  assert.equal(replyToDynamicAction({ textMessage: 'done' }).status, 200)
  for (const run of [() => readDelivery(Buffer.from('[]')), () => readStartRequest(Buffer.from('nothing'))]) assert.throws(run, DecodeError)
})

test('values of other types are refused by name', () => {
  const webhooks = new Webhooks(KEY)
  const wrong = 5 as never
  for (const call of [
    () => new Webhooks(wrong), () => new Webhooks(KEY, wrong), () => webhooks.event(wrong, head(), MESSAGE),
    () => webhooks.event('POST', wrong, MESSAGE), () => webhooks.event('POST', head(), wrong), () => new MemoryDedupe('2' as never),
    () => new MemoryDedupe().remember(wrong), () => readDelivery(wrong), () => webhooks.freshness(wrong),
  ]) {
    assert.throws(call, InvalidInput)
  }
})

test('numbers that are negative or not whole are refused by name', () => {
  const list = new IpAllowlist(['203.0.113.0/24'])
  for (const wrong of [-1, 1.7, NaN]) {
    for (const [field, call] of [
      ['perMinute', () => list.limitFailures(wrong)], ['status', () => list.answered('203.0.113.9', wrong)],
      ['capacity', () => new MemoryDedupe(wrong)], ['windowSeconds', () => new MemoryDedupe().remember('key', wrong)],
    ] as const) {
      assert.throws(call, (error) => error instanceof InvalidInput && error.field === field, `${field}: ${wrong}`)
    }
  }
})

test('a header of two lines is one header', () => {
  const webhooks = new Webhooks(KEY)
  const smuggled = ['X-Note', `note\nAuthorization\n${KEY}`, 'Content-Type', 'application/json']
  const typed = ['Authorization', KEY, 'Content-Type', 'application/json\nX']
  for (const [status, headers] of [[401, smuggled], [415, typed], [401, [...smuggled, 'Authorization', OTHER]]] as const) {
    assert.throws(() => webhooks.event('POST', [...headers], MESSAGE), (error) => error instanceof WebhookRejected && error.status === status)
  }
  assert.equal(webhooks.event('POST', [...head(), 'X-Note', 'two\nlines', 'X-Name', 'سلام 👋'], MESSAGE).event.type, 'new_message')
})

test('headers that are not strings are refused with their index', () => {
  const webhooks = new Webhooks(KEY)
  for (const [field, headers] of [
    ['headers', head().join('\n')], ['headers', undefined], ['headers[6]', [...head(), 7, 'x']], ['headers[1]', ['X', '\ud800', ...head()]],
  ] as const) {
    assert.throws(() => webhooks.authenticate('POST', headers as never), (error) => error instanceof InvalidInput && error.field === field)
  }
})

test('the values of a call can be checked before', () => {
  check.postToken('gZd7omnS')
  check.conversationId('c-1')
  check.userId('u-1')
  check.businessToken('b-1')
  check.recordId('a-1')
  check.scope('USER_PHONE')
  check.image('a.jpg')
  for (const [field, run] of [
    ['postToken', () => check.postToken('..')], ['conversationId', () => check.conversationId('')], ['userId', () => check.userId('..')],
    ['businessToken', () => check.businessToken('a b')], ['id', () => check.recordId('')],
    ['scopes', () => check.scope('USER PHONE')], ['imageName', () => check.image('https://a.example/a.jpg')],
  ] as const) {
    assert.throws(run, (error) => error instanceof InvalidInput && error.field === field, field)
  }
})
