/** Events that are kept until they are handled. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'

import { ConfigError, createHooks, type Hooks, type HooksOptions, Inbox, type InboxItem, InvalidInput, OpenPlatform, requiredScopes, StoreError, Webhooks } from 'open-platform'
import { ManualClock } from 'open-platform/testing'

import { body, file, HEAD, KEY, STORE_KEYS } from './support/inbox.js'

const START = new Date('2026-11-21T10:00:00Z')

const textOf = ({ delivery: { event } }: InboxItem) =>
  event.type === 'new_message' && event.message.content.type === 'text' ? event.message.content.text : undefined

/** Hooks with an inbox, what they note, and their answer to an event. */
function hooks(options: HooksOptions): { hooks: Hooks; log: string[]; receive(bytes: Buffer): Promise<number> } {
  const log: string[] = []
  const note = (...words: unknown[]) => void log.push(words.map(String).join(' '))
  const hooks = createHooks({ keys: KEY, logger: { warn: note, error: note }, inbox: {}, ...options })
  const receive = async (bytes: Buffer) =>
    (await hooks.receive({ method: 'POST', path: '/hooks/events', headers: HEAD, body: async () => bytes }))!.status
  return { hooks, log, receive }
}

/** Waits until a condition holds, for at most two minutes. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 120_000
  while (!(await holds())) {
    assert.ok(performance.now() < end, `it does not hold: ${holds}`)
    await new Promise(setImmediate)
  }
}

test('an event is stored, leased, and deleted when it is handled', async () => {
  const platform = new OpenPlatform({ identificationKeys: [KEY] })
  const inbox = platform.inbox({ leaseMs: 30_000 })
  const webhooks = platform.webhooks()
  const bytes = body('hello')
  assert.equal(await inbox.accept(webhooks.authenticate('POST', HEAD), bytes), 'new')
  assert.equal(await inbox.accept(webhooks.authenticate('POST', HEAD), bytes), 'duplicate')
  const { status } = await inbox.receive(webhooks.authenticate('POST', HEAD), bytes)
  assert.equal(status, 200)
  assert.equal((await inbox.receive(webhooks.authenticate('POST', HEAD), Buffer.from('[]'))).status, 400)
  assert.deepEqual(await inbox.counts(), { pending: 1, deadLetters: 0 })

  const item = await inbox.next()
  assert.deepEqual([textOf(item), item.attempts, item.keyId, item.lastError], ['hello', 1, 'key-1', undefined])
  assert.ok(item.leasedUntil > item.receivedAt)
  assert.equal(await inbox.tryNext(), undefined)
  assert.equal(await inbox.extend(item.id), true)
  assert.equal(await inbox.release(item.id), true)
  const again = await inbox.next()
  assert.equal(await inbox.ack(again.id), true)
  assert.equal(await inbox.ack(again.id), false)
  assert.deepEqual(await inbox.counts(), { pending: 0, deadLetters: 0 })
  assert.equal(await inbox.accept(webhooks.authenticate('POST', HEAD), bytes), 'duplicate')
})

test('a failed event is tried again, then is a dead letter that can be retried', async () => {
  const clock = ManualClock.at(START)
  const platform = new OpenPlatform({ identificationKeys: [KEY], clock })
  const inbox = platform.inbox({ maxAttempts: 2 })
  await inbox.accept(platform.webhooks().authenticate('POST', HEAD), body('hello'))
  assert.equal(await inbox.nack((await inbox.next()).id, 'the first time'), 'retry')
  assert.equal(await inbox.tryNext(), undefined)
  clock.advance(60)
  const second = await inbox.next()
  assert.deepEqual([second.attempts, second.lastError], [2, 'the first time'])
  assert.equal(await inbox.nack(second.id, 'the second time'), 'dead_letter')
  const [letter] = await inbox.deadLetters()
  assert.deepEqual([letter!.reason, letter!.attempts, letter!.delivery.event.type], ['the second time', 2, 'new_message'])
  assert.ok(letter!.failedAt instanceof Date)
  assert.deepEqual(await inbox.deadLetters(letter!.id), [])
  assert.equal(await inbox.retry(letter!.id), true)
  assert.equal(await inbox.giveUp((await inbox.next()).id, 'nothing helps'), true)
  const [last] = await inbox.deadLetters()
  assert.equal(await inbox.discard(last!.id), true)
  assert.equal(await inbox.discard(last!.id), false)
})

test('an inbox may have another store than the client', async () => {
  const address = file()
  const accepted = new Webhooks(KEY).authenticate('POST', HEAD)
  assert.equal(await Inbox.open(address, STORE_KEYS).accept(accepted, body('hello')), 'new')
  const { hooks: them } = hooks({ platform: new OpenPlatform({ apiKey: 'any' }), inbox: Inbox.open(address, STORE_KEYS) })
  const heard = new Promise((resolve) => them.on('new_message', ({ message }) => resolve(message.content)))
  const stop = new AbortController()
  const work = them.run({ signal: stop.signal })
  assert.deepEqual(await heard, { type: 'text', text: 'hello' })
  stop.abort()
  await work
  assert.throws(() => Inbox.open(address, []), ConfigError)
  assert.throws(() => Inbox.open('nowhere', STORE_KEYS), ConfigError)
  for (const wrong of [5, {}, null]) assert.throws(() => Inbox.open(wrong as never, STORE_KEYS), InvalidInput)
})

test('invalid options and ids are refused', async () => {
  const platform = new OpenPlatform({ apiKey: 'any' })
  assert.throws(() => platform.inbox({ leaseMs: 0 }), (error) => error instanceof ConfigError && error.setting === 'leaseMs')
  assert.throws(() => platform.inbox({ inOrder: 'yes' as never }), InvalidInput)
  await assert.rejects(platform.inbox().ack('nothing'), InvalidInput)
  await assert.rejects(createHooks({ keys: KEY, platform }).run(), ConfigError)
  // Without keys every handler would fail, and the events would become dead letters.
  await assert.rejects(createHooks({ platform, inbox: {} }).run(), { setting: 'identificationKeys' })
  const aborted = platform.inbox().next({ signal: AbortSignal.abort() })
  await assert.rejects(aborted, { name: 'AbortError' })
})

test('handlers run from the inbox, and a repetition is not handled again', async () => {
  const heard: string[] = []
  const { hooks: them, receive } = hooks({ platform: new OpenPlatform({ apiKey: 'any' }) })
  them.on('new_message', async ({ message }, { keyId, platform }) => {
    assert.ok(platform && keyId === 'key-1')
    heard.push(message.content.type === 'text' ? message.content.text : '')
  })
  const work = them.run()
  const bytes = body('one')
  assert.deepEqual([await receive(bytes), await receive(bytes), await receive(body('two'))], [200, 200, 200])
  await until(async () => (await them.inbox!.counts()).pending === 0)
  assert.deepEqual(heard.sort(), ['one', 'two'])
  await them.stop()
  await work
  assert.equal(await receive(body('three')), 200)
  assert.deepEqual(await them.inbox!.counts(), { pending: 1, deadLetters: 0 })
})

test('a web process without handlers leaves the events of a shared store to the process that has them', async () => {
  const store = file()
  const [web, worker] = ['web', 'worker'].map(() => {
    const platform = new OpenPlatform({ store, storeKeys: STORE_KEYS })
    return { platform, ...hooks({ platform }) }
  }) as [Given, Given]
  web.hooks.onStart(() => 'https://app.example')
  await using server = createServer(web.hooks.node('/hooks')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sent = Array.from({ length: 20 }, (_, index) => `event ${index}`)
  const headers = { 'Authorization': KEY, 'Content-Type': 'application/json' }
  for (const text of sent) {
    const send = () => fetch(`http://127.0.0.1:${port}/hooks/events`, { method: 'POST', headers, body: new Uint8Array(body(text)) })
    // What a slow disk does not store in time, the platform sends again.
    while ((await send()).status === 503);
  }
  await assert.rejects(web.hooks.run(), (error) => error instanceof ConfigError && error.setting === 'hooks')
  const heard: string[] = []
  worker.hooks.on('new_message', ({ message }) => void heard.push(message.content.type === 'text' ? message.content.text : ''))
  const stop = new AbortController()
  const work = worker.hooks.run({ signal: stop.signal })
  await until(async () => (await worker.hooks.inbox!.counts()).pending === 0)
  stop.abort()
  await Promise.all([work, web.hooks.stop()])
  assert.deepEqual(heard.sort(), sent.sort())
  assert.deepEqual(web.log, [])
  for (const { platform } of [web, worker]) await platform.close()
})

type Given = ReturnType<typeof hooks> & { platform: OpenPlatform }

test('mounted hooks only store events, which run handles', async () => {
  const platform = new OpenPlatform({ apiKey: 'any' })
  const inbox = platform.inbox()
  const { hooks: them, log, receive } = hooks({ platform, inbox })
  const heard: string[] = []
  them.on('new_message', ({ message }) => void heard.push(message.content.type === 'text' ? message.content.text : ''))
  them.express()
  them.replaceKeys([{ id: 'key-1', key: KEY }])
  for (const text of ['one', 'two']) assert.equal(await receive(body(text)), 200)
  // A worker would take an event meanwhile.
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
  await them.stop()
  assert.deepEqual([heard, await inbox.counts()], [[], { pending: 2, deadLetters: 0 }])
  const work = them.run()
  await until(async () => (await inbox.counts()).pending === 0)
  await them.stop()
  await work
  assert.deepEqual([heard.sort(), log], [['one', 'two'], []])
})

test('without hooks, a dead letter is a warning of the process, once', async () => {
  const warnings: string[] = []
  const note = (warning: Error) => void (warning.name === 'OpenPlatformWarning' && warnings.push(warning.message))
  process.on('warning', note)
  const inbox = new OpenPlatform({ identificationKeys: [KEY] }).inbox({ maxAttempts: 1 })
  const id = crypto.randomUUID()
  await inbox.accept(new Webhooks(KEY).authenticate('POST', HEAD), body('secret text', id))
  assert.equal(await inbox.nack((await inbox.next()).id, 'it failed'), 'dead_letter')
  const about = () => warnings.filter((text) => text.includes(`message:${id}`))
  await until(() => about().length > 0)
  await inbox.counts()
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
  process.off('warning', note)
  assert.equal(about().length, 1)
  assert.match(about()[0]!, /dead letter/)
  assert.doesNotMatch(warnings.join(), /secret text/)
})

test('of the error of a handler the class is kept, and of a setting what is wrong with it is logged', async () => {
  const platform = new OpenPlatform({ apiKey: 'any' })
  const { hooks: them, log, receive } = hooks({ platform, inbox: { maxAttempts: 1 } })
  them.on('new_message', async (event, { reply }) => {
    const text = event.message.content.type === 'text' ? event.message.content.text : ''
    if (text === 'argument') requiredScopes(['canary'])
    if (text === 'setting') await reply('Hello')
    throw new TypeError('canary')
  })
  const work = them.run()
  for (const text of ['argument', 'setting', 'own']) assert.equal(await receive(body(text)), 200)
  await until(async () => (await them.inbox!.counts()).deadLetters === 3)
  await them.stop()
  await work
  const reasons = (await them.inbox!.deadLetters()).map(({ delivery: { event }, reason }) => [textOf({ delivery: { event } } as InboxItem), reason])
  assert.deepEqual(Object.fromEntries(reasons), { argument: 'InvalidInput', setting: 'ConfigError', own: 'TypeError' })
  const text = log.join('\n')
  for (const name of ['InvalidInput', 'TypeError', 'ConfigError: configuration of grantOf: the user in whose name to reply is not known: .*']) {
    assert.match(text, new RegExp(`and was the last: ${name}: NEW_MESSAGE message:`))
  }
  assert.doesNotMatch(text, /canary|no such endpoint/)
})

test('a failing handler does not change the response, and its event can be handled again', async () => {
  let calls = 0
  const { hooks: them, log, receive } = hooks({ platform: new OpenPlatform({ apiKey: 'any' }), inbox: { maxAttempts: 1 } })
  them.on('new_message', () => {
    calls += 1
    if (calls === 1) throw new TypeError('canary')
  })
  const work = them.run()
  assert.equal(await receive(body('hello')), 200)
  await until(async () => (await them.inbox!.counts()).deadLetters === 1)
  const [letter] = await them.inbox!.deadLetters()
  assert.equal(letter!.reason, 'TypeError')
  await until(() => log.some((line) => /attempt 1 at an event failed, and was the last: TypeError: NEW_MESSAGE message:/.test(line)))
  assert.doesNotMatch(log.join('\n'), /canary/)
  assert.equal(await them.inbox!.retry(letter!.id), true)
  await until(async () => (await them.inbox!.counts()).pending === 0)
  assert.equal(calls, 2)
  await them.stop()
  await work
})

test('an event without a handler is logged and removed, and a malformed event is a dead letter', async () => {
  const { hooks: them, log, receive } = hooks({ platform: new OpenPlatform({ apiKey: 'any' }) })
  them.on('post_update', () => undefined)
  for (const event of [{ type: 'SOMETHING_NEW', n: 1 }, { type: 'SOMETHING_NEW', n: 2 }, { type: 'NEW_MESSAGE' }]) {
    assert.equal(await receive(Buffer.from(JSON.stringify(event))), 200)
  }
  const work = them.run()
  await until(async () => (await them.inbox!.counts()).pending === 0)
  const letters = await them.inbox!.deadLetters()
  assert.deepEqual(letters.map(({ delivery }) => delivery.event.type), ['malformed'])
  await them.stop()
  await work
  for (const name of ['hooks.onUnknown', 'hooks.onMalformed']) {
    assert.equal(log.filter((line) => line.includes(name)).length, 1, log.join('\n'))
  }
})

test('the number of workers is limited, and stopping waits for them', async () => {
  let [running, most, ended] = [0, 0, 0]
  const gate = gateOf()
  const { hooks: them, receive } = hooks({ platform: new OpenPlatform({ apiKey: 'any' }), workers: 2 })
  them.on('new_message', async () => {
    most = Math.max(most, ++running)
    await gate.promise
    running -= 1
    ended += 1
  })
  const work = them.run()
  for (const text of ['a', 'b', 'c']) await receive(body(text))
  await until(() => running === 2)
  const stopped = them.stop()
  gate.resolve()
  await Promise.all([stopped, work])
  assert.deepEqual([most, ended], [2, 2])
  assert.equal((await them.inbox!.counts()).pending, 1)
})

function gateOf() {
  let resolve!: () => void
  return { promise: new Promise<void>((done) => (resolve = done)), resolve: () => resolve() }
}

test('a handler that hangs leaves its place to another event, and its event is a dead letter', async () => {
  const platform = new OpenPlatform({ apiKey: 'any' })
  const options = { platform, workers: 1, handlerTimeoutMs: 100, inbox: { maxAttempts: 1 } }
  const { hooks: them, log, receive } = hooks(options)
  const gate = gateOf()
  let calls = 0
  them.on('new_message', () => (++calls === 1 ? gate.promise : undefined))
  const work = them.run()
  for (const text of ['a', 'b']) await receive(body(text))
  await until(async () => (await them.inbox!.counts()).pending === 0)
  assert.equal(calls, 2)
  assert.deepEqual((await them.inbox!.deadLetters()).map(({ reason }) => reason), ['it took longer than 0.1 s'])
  // What the handler returns after all does not count.
  gate.resolve()
  await them.stop()
  await work
  assert.equal((await them.inbox!.counts()).deadLetters, 1)
  assert.equal(log.filter((line) => line.includes('given up')).length, 1)
})

test('stopping waits for handlers up to its limit, and releases their events', async () => {
  const platform = new OpenPlatform({ apiKey: 'any' })
  const { hooks: them, log, receive } = hooks({ platform, drainTimeoutMs: 100 })
  let began = false
  them.on('new_message', () => {
    began = true
    return new Promise<void>(() => {})
  })
  const work = them.run()
  await receive(body('a'))
  await until(() => began)
  await them.stop()
  await work
  const again = await platform.inbox().tryNext()
  assert.equal(again?.attempts, 1)
  assert.match(log.join('\n'), /1 handlers were still running/)
})

test('a handler that runs when the client is closed ends its event', async () => {
  const settings = { apiKey: 'any', store: file(), storeKeys: STORE_KEYS }
  const platform = new OpenPlatform(settings)
  const { hooks: them, receive } = hooks({ platform })
  const gate = gateOf()
  let began = false
  them.on('new_message', () => {
    began = true
    return gate.promise
  })
  const work = them.run()
  while ((await receive(body('a'))) !== 200);
  await until(() => began)
  await platform.close()
  gate.resolve()
  await assert.rejects(work, { setting: 'client' })
  assert.deepEqual(await new OpenPlatform(settings).inbox().counts(), { pending: 0, deadLetters: 0 })
})

test('an event that is on its way to a worker when the client is closed is put back', async () => {
  // What a slow disk does not store in time is tried again, with more time.
  for (let milliseconds = 500, isStored = false; !isStored; milliseconds *= 2) {
    const settings = { apiKey: 'any', store: file(), storeKeys: STORE_KEYS }
    const platform = new OpenPlatform(settings)
    const inbox = platform.inbox()
    const { hooks: them } = hooks({ platform, inbox })
    them.on('new_message', () => assert.fail('no handler is called'))
    const work = them.run()
    const accepting = inbox.accept(new Webhooks(KEY).authenticate('POST', HEAD), body('a'))
    const accepted = accepting.catch((error: unknown) => error)
    // The event is stored and handed out meanwhile, but this thread does not take it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
    await platform.close()
    assert.ok((await accepted) instanceof ConfigError)
    await assert.rejects(work, { setting: 'client' })
    const again = new OpenPlatform(settings).inbox()
    isStored = (await again.counts()).pending > 0
    if (isStored) assert.equal((await again.next()).attempts, 1)
  }
})

test('hooks that run twice handle no more events at once, and stopping ends both', async () => {
  let [running, most] = [0, 0]
  const gate = gateOf()
  const { hooks: them, receive } = hooks({ platform: new OpenPlatform({ apiKey: 'any' }), workers: 1 })
  them.on('new_message', async () => {
    most = Math.max(most, ++running)
    await gate.promise
    running -= 1
  })
  for (const text of ['a', 'b']) await receive(body(text))
  const work = [them.run(), them.run()]
  await until(() => running === 1)
  const stopped = them.stop()
  gate.resolve()
  await Promise.all([stopped, ...work])
  assert.equal(most, 1)
  assert.equal((await them.inbox!.counts()).pending, 1)
  // It can begin again.
  const stop = new AbortController()
  const again = them.run({ signal: stop.signal })
  await until(async () => (await them.inbox!.counts()).pending === 0)
  stop.abort()
  await again
})

test('a handler longer than the lease runs once, with two workers', async () => {
  const store = file()
  // `tests/run figures` names the lease in seconds, and the handler takes ten longer.
  const asked = Number(process.env['OPEN_PLATFORM_ROUNDS'] ?? 0)
  const [leaseMs, seconds] = asked ? [asked * 1000, asked + 10] : [1000, 4]
  const workers = [1, 2].map(() => {
    const platform = new OpenPlatform({ store, storeKeys: STORE_KEYS })
    return { platform, ...hooks({ platform, inbox: { leaseMs } }) }
  })
  let [calls, over] = [0, 0]
  for (const { hooks } of workers) {
    hooks.on('new_message', async () => {
      calls += 1
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000)) // The work.
      over += 1
    })
  }
  const stop = new AbortController()
  const work = workers.map(({ hooks }) => hooks.run({ signal: stop.signal }))
  assert.equal(await workers[0]!.receive(body('long')), 200)
  await until(() => over > 0)
  await until(async () => (await workers[0]!.hooks.inbox!.counts()).pending === 0)
  stop.abort()
  await Promise.all(work)
  assert.deepEqual([calls, over], [1, 1])
  assert.deepEqual(await workers[0]!.hooks.inbox!.deadLetters(), [])
  for (const { platform } of workers) await platform.close()
})

test('a dead letter is logged with its type and dedupe key, without content', async () => {
  const platform = new OpenPlatform({ clock: ManualClock.at(START) })
  const { hooks: it, log, receive } = hooks({ platform, inbox: { maxAttempts: 1 } })
  it.on('new_message', () => {
    throw new Error('canary')
  })
  const work = it.run()
  const id = crypto.randomUUID()
  assert.equal(await receive(body('secret text', id)), 200)
  await until(() => log.some((line) => line.includes(`message:${id}`) && /new_message/i.test(line) && line.includes('given up')))
  assert.doesNotMatch(log.join('\n'), /secret text/)
  await it.stop()
  await work
})

test('when the store is down the platform is asked to send the event again', async () => {
  const fail = () => { throw new Error('down') }
  const store = { get: fail, put: fail, delete: fail, scan: fail }
  const platform = new OpenPlatform({ apiKey: 'any', store, storeKeys: ['unencrypted'] })
  const { receive } = hooks({ platform })
  assert.equal(await receive(body('hello')), 503)
  await assert.rejects(platform.inbox().accept(new Webhooks(KEY).authenticate('POST', HEAD), body('hello')), StoreError)
})

test('a full inbox is a 503 until there is room', async () => {
  const gate = gateOf()
  const platform = new OpenPlatform({ apiKey: 'any' })
  const { hooks: it, receive } = hooks({ platform, inbox: { capacity: 1 } })
  const handled: unknown[] = []
  it.on('new_message', async ({ message }) => {
    await gate.promise
    handled.push(message.content)
  })
  const work = it.run()
  // The first one waits until its handler has returned.
  assert.deepEqual([await receive(body('a')), await receive(body('b'))], [200, 503])
  gate.resolve()
  // The events are counted again within a second.
  await until(async () => (await receive(body('c'))) === 200)
  await until(() => handled.length === 2)
  await it.stop()
  await work
  assert.deepEqual(handled, [{ type: 'text', text: 'a' }, { type: 'text', text: 'c' }])
})

test('a slow store is a 503', async () => {
  const gate = gateOf()
  const never = () => gate.promise.then(() => undefined as never)
  const platform = new OpenPlatform({ apiKey: 'any', store: { get: never, put: never, delete: never, scan: never }, storeKeys: ['unencrypted'] })
  const { hooks: it, receive } = hooks({ platform })
  assert.equal(await receive(body('hello')), 503)
  const accepting = it.inbox!.accept(new Webhooks(KEY).authenticate('POST', HEAD), body('hello'))
  await assert.rejects(accepting, (error) => error instanceof StoreError && /no response within 600 ms/.test(error.message))
  gate.resolve()
})
