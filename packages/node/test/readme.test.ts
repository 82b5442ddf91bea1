/** The programs of the README, run as they stand there. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { InvalidInput, NotFound, OpenPlatform, type UserClient, w } from 'open-platform'
import { type Sandbox, startSandbox, type World } from 'open-platform/testing'

import { inspected } from './readme/addon.js'
import { courier } from './readme/chat.js'
import { advice } from './readme/errors.js'
import { afterLogin, loginUrl } from './readme/login.js'
import { describe } from './readme/read.js'
import { firstPost } from './readme/sandbox.js'
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

test('events and grants are stored durably', async (context) => {
  const log = context.mock.method(console, 'log', () => undefined)
  const store = join(folder(), 'grants.db')
  Object.assign(process.env, { OPEN_PLATFORM_STORE: `sqlite://${store}`, OPEN_PLATFORM_STORE_KEYS: 'unencrypted' })
  const { hooks } = await import('./readme/inbox.js')
  const { keep } = await import('./readme/keeper.js')
  const stop = new AbortController()
  const kept = keep(stop.signal)
  const body = Buffer.from(JSON.stringify({ type: 'NEW_MESSAGE', new_message: { id: 'm-1', type: 'TEXT', text: 'hello' } }))
  const headers = ['Authorization', world.settings.identificationKeys[0]!, 'Content-Type', 'application/json']
  const receive = async () => (await hooks.receive({ method: 'POST', path: '/hooks/events', headers, body: async () => body }))?.status
  let status = await receive()
  // What a slow disk does not store in time, the platform sends again.
  while (status === 503) status = await receive()
  assert.equal(status, 200)
  while ((await hooks.inbox!.counts()).pending) await new Promise(setImmediate)
  assert.deepEqual(log.mock.calls.map((call) => call.arguments), [['m-1']])
  stop.abort()
  await assert.rejects(kept, { name: 'AbortError' })
  await hooks.stop()
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

test('a test starts its own sandbox', async () => {
  assert.ok((await firstPost()).token)
})
