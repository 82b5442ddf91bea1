/** Hooks against the sandbox: what handlers are called with and can do, and what is noted where there is none. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'

import { ConfigError, createHooks, type Dedupe, type Hooks, type HooksOptions, InvalidInput, IpAllowlist, MemoryDedupe, OpenPlatform } from 'open-platform'
import { noResponse, Recorder, startSandbox, type World } from 'open-platform/testing'

const sandbox = await startSandbox()
after(() => sandbox.stop())

const KEY = 'identification-key-one'

/** The hooks of a world's app, which listens until the test is over. */
async function listen(world: World, hooks: Hooks): Promise<AsyncDisposable> {
  const server = createServer(hooks.node('/hooks')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  await world.configure({ events_url: `${url}/events`, start_url: `${url}/start`, dynamic_action_url: `${url}/actions` })
  return {
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Hooks that have one key, and what they note. */
function quiet(options: HooksOptions = {}): { hooks: Hooks; log: string[] } {
  const log: string[] = []
  const note = (...words: unknown[]) => void log.push(words.join(' '))
  const hooks = createHooks({ keys: [{ id: 'one', key: KEY }], logger: { warn: note, error: note }, ...options })
  return { hooks, log }
}

async function receive(hooks: Hooks, body: unknown, path = '/hooks/events', key = KEY): Promise<number> {
  const headers = ['Authorization', key, 'Content-Type', 'application/json']
  const bytes = Buffer.from(JSON.stringify(body))
  return (await hooks.receive({ method: 'POST', path, headers, body: async () => bytes }))!.status
}

test('a bot replies in the conversation', async () => {
  const world = await sandbox.world()
  const platform = new OpenPlatform(world.settings)
  const hooks = createHooks({ platform }).on('new_chatbot_message', async (event, { reply }) => {
    if (event.message.content.type === 'text') await reply(`You said ${event.message.content.text}.`)
  })
  await using _ = await listen(world, hooks)
  const { conversations: [chat] } = await world.add({ conversations: [{ user: 'buyer' }] })
  await world.say(chat!.id, 'buyer', 'hello')
  await world.waitForRequest('chatbot.reply')
  assert.equal((await world.messages(chat!.id)).at(-1)?.message['text'], 'You said hello.')
})

test('a message is answered as the user of the grant in the subscription', async () => {
  const world = await sandbox.world()
  const platform = new OpenPlatform(world.settings)
  const scopes = ['CHAT_SUPPLIER_ALL_CONVERSATIONS_READ', 'CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND', 'offline_access']
  const { access_token, refresh_token, expires_at } = await world.issueTokens('seller', scopes)
  const { key: grant } = await platform.grants.adopt({ accessToken: access_token, refreshToken: refresh_token!, expiresAt: new Date(expires_at), scopes })
  await platform.user(grant).subscriptions.ensure({ eventType: 'NEW_MESSAGE_ON_POST', metadata: { grant } })

  const heard: unknown[] = []
  const hooks = createHooks({ platform }).on('new_message', async (event, { reply, user, metadata, keyId }) => {
    heard.push(metadata, keyId, user?.grant)
    if (event.message.sender.side === 'BUYER') await reply('Still there.')
  })
  await using _ = await listen(world, hooks)
  const [conversation] = await world.conversations()
  await world.say(conversation!.id, 'buyer', 'Is it still there?')
  await world.waitForRequest('conversations.send')
  const answer = (await world.messages(conversation!.id)).at(-1)!
  assert.deepEqual([answer.message['text'], answer.author], ['Still there.', 'seller'])
  assert.deepEqual(heard.slice(0, 3), [{ grant }, 'key-1', grant])
})

test('a reply without a grant is an error that names the missing option', async () => {
  const { hooks, log } = quiet()
  hooks.on('new_message', async (_, { reply, user }) => {
    assert.equal(user, undefined)
    await reply('Hello')
  })
  assert.equal(await receive(hooks, { type: 'NEW_MESSAGE', new_message: { id: 'e7a08a2c-8ee4-11ef-af85-0242ac120001' } }), 500)
  assert.match(log.join(), /ConfigError: configuration of grantOf: .*metadata/)
})

test('a reply to a message of an app is refused, because replies would never end', async () => {
  const { hooks, log } = quiet()
  hooks.on('new_message', (_, { reply }) => reply('Thank you'))
  const message = { id: 'e7a08a2c-8ee4-11ef-af85-0242ac120001', sender: { type: 'BOT', side: 'SELLER' }, text: 'Thank you' }
  assert.equal(await receive(hooks, { type: 'NEW_MESSAGE', new_message: message, metadata: { grant: 'user.scopes' } }), 500)
  assert.match(log.join(), /ConfigError: configuration of reply: an app wrote this message/)
})

test('start requests and dynamic actions are handled', async () => {
  const world = await sandbox.world()
  const platform = new OpenPlatform(world.settings)
  const hooks = createHooks({ platform })
    .onStart((request) => `https://app.example/start?in=${request.conversationId}`)
    .onDynamicAction((request) => `You clicked ${JSON.stringify(request.extraData)}.`)
    .on('new_chatbot_message', async (_, { reply }) => {
      await reply('Choose', { buttons: [[{ caption: 'Ask', action: { type: 'get_dynamic_action', data: { id: '7' } } }]] })
    })
  await using _ = await listen(world, hooks)
  const [conversation] = await world.conversations()
  const opened = await world.click({ on: 'chat_service', user: 'seller', conversation: conversation!.id })
  assert.equal(opened.opens, `https://app.example/start?in=${conversation!.id}`)
  const { conversations: [chat] } = await world.add({ conversations: [{ user: 'buyer' }] })
  await world.say(chat!.id, 'buyer', 'hello')
  await world.waitForRequest('chatbot.reply')
  const message = (await world.messages(chat!.id)).at(-1)!.message['id'] as string
  const clicked = await world.click({ on: 'message_button', user: 'buyer', message })
  assert.equal(clicked.text_message, 'You clicked {"id":"7"}.')
})

test('an event without a handler is accepted, and a handler is suggested once per type', async () => {
  const { hooks, log } = quiet()
  for (let time = 0; time < 3; time += 1) {
    assert.equal(await receive(hooks, { type: 'POST_UPDATE', post_update: { post: { token: `p${time}` } } }), 200)
    assert.equal(await receive(hooks, { type: 'BRAND_NEW', time }), 200)
    assert.equal(await receive(hooks, { type: 'NEW_MESSAGE', time }), 200)
    assert.equal(await receive(hooks, { source: 'CHAT' }, '/hooks/start'), 404)
    assert.equal(await receive(hooks, { touchpoint: 'CHAT' }, '/hooks/actions'), 404)
  }
  assert.equal(log.length, 5)
  assert.match(log[0]!, /hooks\.on\('post_update', async \(event, context\) => \{\n {2}console\.log\(event\.update\)\n\}\)/)
  assert.match(log[1]!, /"BRAND_NEW"[^]*hooks\.onUnknown\(/)
  assert.match(log[2]!, /could not be parsed[^]*hooks\.onMalformed\(/)
  assert.match(log[3]!, /hooks\.onStart\(/)
  assert.match(log[4]!, /hooks\.onDynamicAction\(/)
  // What is shown can be pasted.
  const shown = log[0]!.slice(log[0]!.indexOf('hooks.on'))
  new Function('hooks', 'console', shown)(hooks, { log: () => {} })
  assert.equal(await receive(hooks, { type: 'POST_UPDATE', post_update: { post: { token: 'p9' } } }), 200)
  assert.equal(log.length, 5)
})

test('of concurrent deliveries one is handled, and after a failure the next', async () => {
  let [calls, fails] = [0, true]
  const { hooks } = quiet()
  hooks.on('post_update', async () => {
    calls += 1
    if (fails) throw new Error('not now')
  })
  const update = { type: 'POST_UPDATE', post_update: { post: { token: 'p' } } }
  assert.equal(await receive(hooks, update), 500)
  fails = false
  // While it is handled, the others are told to come again.
  const answers = await Promise.all(Array.from({ length: 20 }, () => receive(hooks, update)))
  assert.deepEqual([new Set(answers), calls], [new Set([200, 503]), 2])
  assert.deepEqual([await receive(hooks, update), calls], [200, 2])
})

test('a custom dedupe store is used', async () => {
  const asked: [string, number | undefined][] = []
  const kept = new Set<string>()
  const dedupe: Dedupe = {
    remember: async (key, windowSeconds) => {
      asked.push([key, windowSeconds])
      return kept.size < kept.add(key).size
    },
    forget: async (key) => void kept.delete(key),
  }
  let calls = 0
  const { hooks } = quiet({ dedupe })
  hooks.on('new_message', () => void (calls += 1))
  const message = { type: 'NEW_MESSAGE', new_message: { id: 'e7a08a2c-8ee4-11ef-af85-0242ac120002' } }
  assert.deepEqual([await receive(hooks, message), await receive(hooks, message), calls], [200, 200, 1])
  // Without an end only once it was handled; while it is, until the process may have died.
  const handled = asked.filter(([key]) => key.startsWith('message:e7a08a2c-8ee4-11ef-af85-0242ac120002:'))
  assert.deepEqual(handled.map(([, seconds]) => seconds === undefined), [false, true, false], JSON.stringify(asked))
  const every = quiet({ dedupe: false }).hooks.on('new_message', () => void (calls += 1))
  assert.deepEqual([await receive(every, message), await receive(every, message), calls], [200, 200, 3])
})

for (const own of [false, true]) {
  test(`a repetition while the handler runs is answered with 503, and handled if it fails: ${own ? 'own store' : 'memory'}`, async () => {
    const kept = new Set<string>()
    const dedupe: Dedupe = {
      remember: (key) => kept.size < kept.add(key).size,
      forget: (key) => void kept.delete(key),
    }
    const { hooks, log } = quiet(own ? { dedupe } : {})
    let [calls, end] = [0, (_error?: Error) => {}]
    hooks.on('new_message', () => new Promise<void>((resolve, reject) => {
      calls += 1
      end = (error) => (error ? reject(error) : resolve())
    }))
    const message = { type: 'NEW_MESSAGE', new_message: { id: 'e7a08a2c-8ee4-11ef-af85-0242ac120002' } }
    const first = receive(hooks, message)
    while (calls < 1) await new Promise(setImmediate)
    assert.equal(await receive(hooks, message), 503)
    assert.match(log.join(), /again while it is being handled.*503: new_message 'message:e7a08a2c-8ee4-11ef-af85-0242ac120002'/)
    end(new Error('not now'))
    assert.equal(await first, 500)
    const second = receive(hooks, message)
    while (calls < 2) await new Promise(setImmediate)
    end()
    assert.deepEqual([await second, await receive(hooks, message), calls], [200, 200, 2])
  })
}

test('a failing dedupe store is a 503 before the handler, and changes nothing after it', async () => {
  let fails = true
  const asked = () => {
    if (fails) throw new Error('canary')
    return true
  }
  const { hooks, log } = quiet({ dedupe: { remember: asked, forget: () => void asked() } })
  let calls = 0
  hooks.on('post_update', () => {
    calls += 1
    fails = true
  })
  const update = { type: 'POST_UPDATE', post_update: { post: { token: 'p' } } }
  assert.deepEqual([await receive(hooks, update), calls], [503, 0])
  fails = false
  assert.deepEqual([await receive(hooks, update), calls], [200, 1])
  assert.doesNotMatch(log.join(), /canary/)
})

test('a dedupe store that does not answer is a 503', async () => {
  const { hooks, log } = quiet({ dedupe: { remember: () => new Promise<boolean>(() => {}), forget: () => {} } })
  hooks.on('post_update', () => assert.fail('it was handled'))
  assert.equal(await receive(hooks, { type: 'POST_UPDATE', post_update: { post: { token: 'p' } } }), 503)
  assert.match(log.join(), /The dedupe store failed \(it took longer than 0\.6 s\)/)
})

test('a dedupe store that fails between its marks does not keep repetitions out', async () => {
  const kept = new Set<string>()
  let asked = 0
  const dedupe: Dedupe = {
    remember: (key) => {
      asked += 1
      if (asked === 2) throw new Error('canary')
      return kept.size < kept.add(key).size
    },
    forget: (key) => void kept.delete(key),
  }
  const { hooks, log } = quiet({ dedupe })
  let calls = 0
  hooks.on('post_update', () => void (calls += 1))
  const update = { type: 'POST_UPDATE', post_update: { post: { token: 'p' } } }
  assert.deepEqual([await receive(hooks, update), kept.size, calls], [503, 0, 0])
  assert.deepEqual([await receive(hooks, update), calls], [200, 1])
  assert.match(log.join(), /The dedupe store failed \(Error\)/)
  assert.doesNotMatch(log.join(), /canary/)
})

test('of an error of a handler only the class is logged', async () => {
  const { hooks, log } = quiet({ dedupe: false })
  const fail = () => {
    throw new TypeError('canary')
  }
  hooks.on('post_update', fail).onStart(fail).onDynamicAction(() => Promise.reject('canary'))
  assert.equal(await receive(hooks, { type: 'POST_UPDATE', post_update: { post: { token: 'p' } } }), 500)
  assert.equal(await receive(hooks, { source: 'CHAT' }, '/hooks/start'), 500)
  assert.equal(await receive(hooks, { touchpoint: 'CHAT' }, '/hooks/actions'), 500)
  const unreadable = await hooks.receive({
    method: 'POST', path: '/hooks/events', headers: ['Authorization', KEY, 'Content-Type', 'application/json'], body: fail,
  })
  assert.deepEqual([unreadable!.status, unreadable!.close], [500, true])
  assert.deepEqual(log.map((line) => line.replace(/post_update '.*'/, 'it')), [
    'open-platform: The handler of it failed: TypeError',
    'open-platform: The handler of start requests failed: TypeError',
    'open-platform: The handler of dynamic actions failed: string',
    'open-platform: The body of a request could not be read: TypeError',
  ])
})

test('the reply to each event is an object of its own', async () => {
  const { hooks } = quiet()
  hooks.on('post_update', () => {})
  const replyTo = (token: string) => hooks.receive({
    method: 'POST', path: '/hooks/events', headers: ['Authorization', KEY, 'Content-Type', 'application/json'],
    body: async () => Buffer.from(JSON.stringify({ type: 'POST_UPDATE', post_update: { post: { token } } })),
  })
  const [first, second] = [await replyTo('one'), await replyTo('two')]
  first!.headers['X-Own'] = 'first'
  assert.deepEqual([second!.status, second!.headers, second!.body.length, second!.close], [200, {}, 0, false])
  assert.deepEqual((await replyTo('three'))!.headers, {})
})

test('an event whose reply may have been sent is not handled again', async () => {
  const platform = new OpenPlatform({ apiKey: 'key', transport: Recorder.always(noResponse('interrupted')) })
  const { hooks, log } = quiet({ platform })
  let calls = 0
  hooks.on('new_chatbot_message', async (_, { reply }) => {
    calls += 1
    await reply('Hello')
  })
  const message = { id: 'm-1', sender: { type: 'HUMAN' }, conversation: { id: 'c-1', type: 'BOT' } }
  const event = { type: 'NEW_CHATBOT_MESSAGE', new_chatbot_message: message }
  assert.deepEqual([await receive(hooks, event), await receive(hooks, event), calls], [200, 200, 1])
  assert.match(log.join(), /and the event is not handled again, because a call may have been executed: AmbiguousOutcome/)
})

test('a handler that hangs fails after its time limit', async () => {
  const { hooks, log } = quiet({ handlerTimeoutMs: 50 })
  const hang = () => new Promise<never>(() => {})
  hooks.on('post_update', hang).onStart(hang).onDynamicAction(() => 'Done')
  const update = { type: 'POST_UPDATE', post_update: { post: { token: 'p' } } }
  assert.deepEqual([await receive(hooks, update), await receive(hooks, update)], [500, 500])
  assert.equal(await receive(hooks, { source: 'CHAT' }, '/hooks/start'), 500)
  assert.equal(await receive(hooks, { touchpoint: 'CHAT' }, '/hooks/actions'), 200)
  assert.deepEqual(log.map((line) => line.replace(/.* failed: /, '')), Array(3).fill('it took longer than 0.05 s'))
  const { hooks: late } = quiet({ handlerTimeoutMs: 50, grantOf: hang })
  late.on('post_update', () => {})
  assert.equal(await receive(late, update), 500)
})

test('requests at the same time, and a handler that returns too late, do not end each other', async () => {
  const { hooks, log } = quiet({ handlerTimeoutMs: 50 })
  const update = (token: string) => ({ type: 'POST_UPDATE', post_update: { post: { token } } })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  hooks.on('post_update', async ({ update: { post } }) => {
    if (post.token !== 'late') release()
    // The handler of the late one, which has waited for longer, returns first.
    await released
  })
  assert.equal(await receive(hooks, update('late')), 500)
  assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((token) => receive(hooks, update(token)))), [200, 200, 200])
  assert.equal(log.length, 1)
})

test('an answer that the platform would not take is a failure, with its member', async () => {
  const { hooks, log } = quiet()
  hooks.onStart(() => 'http://app.example/canary').onDynamicAction(() => ({}) as never)
  assert.equal(await receive(hooks, { source: 'CHAT' }, '/hooks/start'), 500)
  assert.equal(await receive(hooks, { touchpoint: 'CHAT' }, '/hooks/actions'), 500)
  assert.match(log[0]!, /start requests failed: .*url/)
  assert.match(log[1]!, /dynamic actions failed: /)
  assert.doesNotMatch(log.join(), /canary/)
  for (const answer of [undefined, null, 5]) {
    const { hooks, log } = quiet()
    hooks.onStart(() => answer as never).onDynamicAction(() => answer as never)
    assert.equal(await receive(hooks, { source: 'CHAT' }, '/hooks/start'), 500)
    assert.equal(await receive(hooks, { touchpoint: 'CHAT' }, '/hooks/actions'), 500)
    assert.match(log[0]!, /start requests failed: ConfigError: configuration of onStart: the handler must return an address/)
    assert.match(log[1]!, /dynamic actions failed: ConfigError: configuration of onDynamicAction: the handler must return a text/)
  }
})

test('with an allowlist only its addresses are served, and an address that fails often is refused', async () => {
  const ours = new IpAllowlist(['203.0.113.0/24']).trustedProxies(['10.0.0.0/8']).limitFailures(2)
  const { hooks, log } = quiet({ allowlist: ours })
  hooks.onUnknown(() => {})
  const from = async (peer: string | undefined, forwarded: string[] = [], key = KEY) => {
    const headers = ['Authorization', key, 'Content-Type', 'application/json', ...forwarded]
    const body = async () => Buffer.from(JSON.stringify({ type: 'NEW', at: Math.random() }))
    return (await hooks.receive({ method: 'POST', path: '/hooks/events', headers, peer, body }))!.status
  }
  assert.deepEqual([await from('203.0.113.9'), await from('198.51.100.1'), await from(undefined), await from('nothing')], [200, 403, 403, 403])
  assert.equal(await from('10.0.0.1', ['X-Forwarded-For', '203.0.113.7']), 200)
  assert.equal(await from('10.0.0.1', ['X-Forwarded-For', '198.51.100.1']), 403)
  assert.deepEqual([await from('203.0.113.66', [], 'wrong'), await from('203.0.113.66', [], 'wrong')], [401, 401])
  assert.equal(await from('203.0.113.66'), 401)
  const request = new Request('https://app.example/hooks/events', { method: 'POST', headers: { authorization: KEY } })
  assert.equal((await hooks.fetch(request)).status, 403)
  assert.ok(!log.join().includes(KEY))
})

test('an allowlist is compared with the address of the connection', async () => {
  for (const [network, status] of [['127.0.0.0/8', 200], ['203.0.113.0/24', 403]] as const) {
    const { hooks } = quiet({ allowlist: new IpAllowlist([network]) })
    hooks.onUnknown(() => {})
    const server = createServer(hooks.node('/hooks')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/events`
    const headers = { authorization: KEY, 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: '{"type":"NEW"}' })
    server.close()
    server.closeAllConnections()
    assert.equal(answer.status, status, network)
  }
})

test('keys are replaced while requests arrive', async () => {
  const { hooks, log } = quiet()
  hooks.onUnknown(() => {})
  hooks.replaceKeys([{ id: 'two', key: 'identification-key-two' }])
  assert.equal(await receive(hooks, { type: 'A' }), 401)
  assert.equal(await receive(hooks, { type: 'A' }, '/hooks/events', 'identification-key-two'), 200)
  assert.ok(!log.join().includes(KEY), log.join())
})

test('wrong settings are reported at once', async () => {
  const { hooks } = quiet()
  hooks.on('post_update', () => {})
  assert.throws(() => hooks.on('post_update', () => {}), ConfigError)
  assert.throws(() => createHooks({ keys: '' }).express(), ConfigError)
  assert.throws(() => createHooks({ platform: new OpenPlatform({ apiKey: 'key' }) }).node(), ConfigError)
  assert.throws(() => createHooks({ keys: [] }), ConfigError)
  const named = (field: string) => (error: unknown) => error instanceof InvalidInput && error.field === field
  assert.throws(() => createHooks({ keys: ['identification-key'] as never }), named('keys[0]'))
  assert.throws(() => createHooks({ keys: KEY, bodyLimit: -1 }), named('bodyLimit'))
  const stale = quiet({ rejectStale: true, staleAfterMs: 60_000 }).hooks.on('new_message', () => {})
  const old = { id: 'e7a08a2c-8ee4-11ef-af85-0242ac120003', sent_at: 1729429926140000 }
  assert.equal(await receive(stale, { type: 'NEW_MESSAGE', new_message: old }), 403)
})

test('hooks with a client have its limits, whatever their keys', async () => {
  for (const keys of [undefined, KEY, [{ id: 'one', key: KEY }]]) {
    for (const [maxMessageChars, status] of [[5000, 200], [4096, 500]] as const) {
      const { hooks } = quiet({ platform: new OpenPlatform({ identificationKeys: [KEY], maxMessageChars }), keys })
      hooks.onDynamicAction(() => 'a'.repeat(4097))
      assert.equal(await receive(hooks, { touchpoint: 'CHAT' }, '/hooks/actions'), status)
    }
  }
})

test('an argument of the wrong type is an InvalidInput with its name, before any request', () => {
  const refused = (field: string, make: () => unknown) =>
    assert.throws(make, (error) => error instanceof InvalidInput && error.field === field, field)
  const wrong = 5 as never
  for (const options of [null, 5, 'key']) refused('options', () => createHooks(options as never))
  for (const platform of [5, 'key', {}, { apiKey: 'key' }]) refused('platform', () => quiet({ platform: platform as never }))
  for (const dedupe of [5, true, {}, new Set()]) refused('dedupe', () => quiet({ dedupe: dedupe as never }))
  // An inbox remembers by itself which events were seen.
  for (const dedupe of [new MemoryDedupe(), false] as const) refused('dedupe', () => quiet({ inbox: {}, dedupe }))
  for (const inbox of [true, 'sqlite:events.db']) refused('inbox', () => quiet({ inbox: inbox as never }))
  for (const workers of [0, -1, 1.5, NaN, '2', 10_001]) refused('workers', () => quiet({ workers: workers as never }))
  for (const allowlist of [5, true, {}, ['127.0.0.1']]) refused('allowlist', () => quiet({ allowlist: allowlist as never }))
  for (const time of [0, -1, NaN, 'never']) refused('handlerTimeoutMs', () => quiet({ handlerTimeoutMs: time as never }))
  for (const time of [-1, NaN, Infinity, 'never']) {
    refused('bodyTimeoutMs', () => quiet({ keys: KEY, bodyTimeoutMs: time as never }))
    refused('staleAfterMs', () => quiet({ keys: KEY, staleAfterMs: time as never }))
  }
  refused('handlerTimeoutMs', () => quiet({ inbox: {}, handlerTimeoutMs: 86_401_000 }))
  for (const time of [-1, NaN, 'never', 86_401_000]) {
    refused('drainTimeoutMs', () => quiet({ drainTimeoutMs: time as never }))
  }
  refused('grantOf', () => quiet({ grantOf: wrong }))
  for (const keys of [5, {}]) refused('keys', () => quiet({ keys: keys as never }).hooks.express())
  const { hooks } = quiet({ dedupe: false })
  refused('keys', () => hooks.replaceKeys(wrong))
  for (const type of ['new_mesage', 'toString', 5, undefined]) refused('type', () => hooks.on(type as never, () => {}))
  refused('handler', () => hooks.on('new_message', wrong))
  refused('handler', () => hooks.onUnknown(wrong))
  refused('handler', () => hooks.onMalformed(wrong))
  refused('handler', () => hooks.onStart(undefined as never))
  refused('handler', () => hooks.onDynamicAction(wrong))
  // What was refused is not in the way of what is right.
  hooks.on('new_message', () => {}).onStart(() => 'https://app.example')
})

test('the type of an event is narrowed by its name', () => {
  quiet().hooks
    .on('post_update', (event, context) => {
      const token: string = event.update.post.token
      // @ts-expect-error only messages can be answered
      context.reply(token)
      // @ts-expect-error a post update has no message
      return event.message
    })
  // @ts-expect-error there is no such type
  assert.throws(() => quiet().hooks.on('post_changed', () => {}), { code: 'invalid_input', field: 'type' })
})
