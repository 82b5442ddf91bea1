/** The programs of the README, run as they stand there. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { button, createHooks, type Hooks, InvalidInput, newPaymentId, NotFound, OpenPlatform, type UserClient, w } from 'open-platform'
import { type Sandbox, startSandbox, type World } from 'open-platform/testing'

import { inspected } from './readme/addon.js'
import { courier } from './readme/chat.js'
import { advice } from './readme/errors.js'
import { afterLogin, loginUrl } from './readme/login.js'
import { moveUp } from './readme/payment.js'
import { describe } from './readme/read.js'
import { folder } from './support/folder.js'

const photo = join(process.env['OPEN_PLATFORM_REPOSITORY']!, 'packages/cli/src/demo/inspection.jpg')
let sandbox: Sandbox
let world: World
let post: string
let user: UserClient
let server: Server | undefined

before(async () => {
  sandbox = await startSandbox()
  world = await sandbox.world()
  Object.assign(process.env, world.environment)
  post = (await world.posts('seller'))[0]!.token
})

after(async () => {
  server?.close()
  await sandbox.stop()
})

test('a post is read, from the settings of the environment', async () => {
  assert.match(await describe(post), /.+ in tehran, \w+ toman$/)
})

test('a user logs in', async () => {
  const back = await world.consent(await loginUrl('cookie', post), 'seller')
  user = (await afterLogin({ url: back }, 'cookie'))!
  assert.ok((await user.users.me()).phoneNumber)
})

test('a login by the routes continues at the path that its link names', async (context) => {
  context.mock.method(console, 'log', () => undefined)
  const { routes } = await import('./readme/routes.js')
  routes.listen(0, '127.0.0.1')
  await once(routes, 'listening')
  const origin = `http://127.0.0.1:${(routes.address() as AddressInfo).port}`
  const begun = await fetch(`${origin}/oauth/login?return_to=/posts/7`, { redirect: 'manual' })
  const { search } = new URL(await world.consent(begun.headers.get('location')!, 'seller'))
  const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!
  const done = await fetch(`${origin}/oauth/callback${search}`, { redirect: 'manual', headers: { cookie } })
  routes.close()
  assert.deepEqual([done.status, done.headers.get('location')], [303, '/posts/7'])
})

test('a denial is no error', async () => {
  const back = await world.consent(await loginUrl('cookie', post), { decision: 'deny' })
  assert.equal(await afterLogin({ url: back }, 'cookie'), undefined)
})

test('an add-on is attached', async () => {
  await inspected(user, post, photo)
  await inspected(user, post, readFileSync(photo))
  await world.runUntilIdle()
  const [addon] = await world.addons(post)
  assert.ok(addon && JSON.stringify(addon).includes('Inspected'))
})

test('a message is sent, with buttons', async () => {
  const [conversation] = await world.conversations()
  const { access_token } = await world.issueTokens('seller', [`CONVERSATION_SEND_MESSAGE.${conversation!.id}`])
  await courier(new OpenPlatform(world.settings).userWithToken(access_token), conversation!.id)
  assert.ok(JSON.stringify(await world.messages(conversation!.id)).includes('Your courier is ready.'))
})

test('a second attempt of a payment pays nothing, and returns the state of the payment', async () => {
  const { access_token } = await world.issueTokens('seller', ['PAYMENT_ALL_POSTS_REORDER'])
  const platform = new OpenPlatform(world.settings)
  const id = newPaymentId()
  const user = platform.userWithToken(access_token)
  assert.match(await moveUp(platform, user, post, id), /^TRANSACTION_STATE_/)
  await world.runUntilIdle()
  assert.equal(await moveUp(platform, user, post, id), 'TRANSACTION_STATE_COMPLETED')
  assert.deepEqual((await platform.payments.transactions()).transactions.map((paid) => paid.id), [id])
})

test('an event is received', async (context) => {
  const log = context.mock.method(console, 'log', () => undefined)
  // Receiving needs its keys from the start, and this test only has them now.
  server = (await import('./readme/events.js')).server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await world.configure({ events_url: `http://127.0.0.1:${port}/hooks/events` })
  await world.deliver({ type: 'POST_UPDATE', post_update: { type: 'RETIRE', post: { token: post } } })
  await world.waitForDelivery('POST_UPDATE')
  assert.deepEqual(log.mock.calls[0]?.arguments, [post, 'RETIRE'])
})

test('clicks are answered', async () => {
  const { clicks } = await import('./readme/clicks.js')
  const answering = createServer(clicks.node()).listen(0, '127.0.0.1')
  await once(answering, 'listening')
  const origin = `http://127.0.0.1:${(answering.address() as AddressInfo).port}/hooks`
  await world.configure({ start_url: `${origin}/start`, dynamic_action_url: `${origin}/actions` })
  const { conversations: [chat] } = await world.add({ conversations: [{ user: 'buyer' }] })
  const id = chat!.id
  const platform = new OpenPlatform(world.settings)
  const buttons = [[button.server('Open', { data: { order: '7' } }), button.dynamic('No', { data: {} })]]
  await platform.chatbot.reply(id, 'Anything else?', { buttons })
  const message = String((await world.messages(id))[0]!.message['id'])
  const click = (column: number) => world.click({ on: 'message_button', user: 'buyer', message, column })
  assert.equal((await click(0)).opens, 'https://app.example/orders/9f86d081884c')
  assert.equal((await click(1)).text_message, 'Noted')
  answering.close()
})

test('events and grants are stored durably', async (context) => {
  const log = context.mock.method(console, 'log', () => undefined)
  const store = join(folder(), 'grants.db')
  Object.assign(process.env, { OPEN_PLATFORM_STORE: `sqlite://${store}`, OPEN_PLATFORM_STORE_KEYS: 'unencrypted' })
  const { handling, hooks } = await import('./readme/inbox.js')
  const { keep } = await import('./readme/keeper.js')
  const stop = new AbortController()
  const kept = keep(stop.signal)
  const event = (id: string) => Buffer.from(JSON.stringify({ type: 'NEW_MESSAGE', new_message: { id, type: 'TEXT', text: 'hello' } }))
  let body = event('m-1')
  const headers = ['Authorization', world.settings.identificationKeys[0]!, 'Content-Type', 'application/json']
  const receive = async (hooks: Hooks) => {
    const send = async () => (await hooks.receive({ method: 'POST', path: '/hooks/events', headers, body: async () => body }))?.status
    let status = await send()
    // What a slow disk does not store in time, the platform sends again.
    while (status === 503) status = await send()
    assert.equal(status, 200)
  }
  await receive(hooks)
  while ((await hooks.inbox!.counts()).pending) await new Promise(setImmediate)
  assert.deepEqual(log.mock.calls.map((call) => call.arguments), [['m-1']])
  stop.abort()
  await assert.rejects(kept, { name: 'AbortError' })
  const { stop: end } = await import('./readme/stop.js')
  const stopped = createServer(hooks.node('/hooks')).listen(0, '127.0.0.1')
  await once(stopped, 'listening')
  await end(stopped)
  await handling
  assert.equal(stopped.listening, false)
  await assert.rejects(hooks.platform.posts.get(post), { setting: 'client' })
  // A handler that fails in its only attempt leaves a dead letter, which is queued again.
  const { retryAll } = await import('./readme/dead-letters.js')
  const logger = { warn: () => undefined, error: () => undefined }
  const failing = createHooks({ inbox: { maxAttempts: 1 }, logger }).on('new_message', async () => {
    throw new Error('canary')
  })
  body = event('m-2')
  const work = failing.run()
  await receive(failing)
  while (!(await failing.inbox!.counts()).deadLetters) await new Promise(setImmediate)
  await failing.stop()
  await work
  await retryAll(failing.inbox!)
  assert.deepEqual(await failing.inbox!.counts(), { pending: 1, deadLetters: 0 })
  for (const name of ['OPEN_PLATFORM_STORE', 'OPEN_PLATFORM_STORE_KEYS']) delete process.env[name]
})

test('an error names the remedy', async () => {
  const wrong = user.addons.createOnPost(post, { widgets: [w.titleRow('x'.repeat(50))] })
  await assert.rejects(wrong, (error) => {
    assert.ok(error instanceof InvalidInput)
    assert.equal(advice(error), 'correct widgets[0].titleRow.text; nothing was sent')
    return true
  })
  await assert.rejects(new OpenPlatform().posts.get('nosuch00'), (error) => {
    assert.ok(error instanceof NotFound)
    assert.equal(advice(error), 'log not_found')
    return true
  })
})
