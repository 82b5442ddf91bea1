/** The options of calls: each call accepts its own, and refuses all others before anything is sent. */
import assert from 'node:assert/strict'
import { getEventListeners, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'

import { button, InvalidInput, type Json, message, OpenPlatform, scope, type UserClient, type Widget, w } from 'open-platform'
import { Recorder, response } from 'open-platform/testing'

const POST = 'gZd7omnS'
const CONVERSATION = '7b91eb48-2b2b-4c17-a9a1-1f6a4e4b5c6d'
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9])
const TOKENS = { accessToken: 'a', refreshToken: 'r', expiresAt: new Date(Date.now() + 3_600_000), scopes: [] }

function stage() {
  const transport = Recorder.always(response(200))
  const platform = new OpenPlatform({
    apiKey: 'key', clientId: 'app', clientSecret: 'secret', redirectUri: 'https://app.example/callback', transport,
  })
  return { platform, user: platform.userWithToken('access-token-of-the-user'), transport }
}

type Make = (it: { platform: OpenPlatform; user: UserClient }, options: any) => Promise<unknown>

/** Calls with the options that they take beside those of all calls. */
const calls: Record<string, [special: object, make: Make]> = {
  'posts.get': [{}, ({ platform }, options) => platform.posts.get(POST, options)],
  'users.me': [{}, ({ user }, options) => user.users.me(options)],
  'addons.createOnPost': [
    { repeatPostAddons: true },
    ({ user }, options) => user.addons.createOnPost(POST, { widgets: [w.titleRow('Inspected')] }, options),
  ],
  'addons.deleteFromPost': [{}, ({ platform }, options) => platform.addons.deleteFromPost(POST, options)],
  'conversations.send': [
    { sender: [[button.postPage('Post', { post: POST })]], receiver: [] },
    ({ user }, options) => user.conversations.send(CONVERSATION, 'Hello', options),
  ],
  'chatbot.reply': [
    { buttons: [[button.postPage('Post', { post: POST })]] },
    ({ platform }, options) => platform.chatbot.reply(CONVERSATION, 'Hello', options),
  ],
  'images.upload': [{ onProgress() {} }, ({ platform }, options) => platform.images.upload(JPEG, options)],
  'request': [{}, ({ platform }, options) => platform.request({ method: 'GET', segments: ['v1'] }, options)],
  'stream': [{}, ({ platform }, options) => platform.stream({ method: 'GET', segments: ['v1'] }, options)],
  'check': [{}, ({ platform }, options) => platform.check(options)],
  'oauth.authorize': [{}, ({ platform }, options) => platform.oauth.authorize({ scopes: [scope.userPhone], session: 's' }, options)],
  'grants.page': [{ after: 'g', limit: 10 }, ({ platform }, options) => platform.grants.page(options)],
  'grants.list': [{}, ({ platform }, options) => platform.grants.list(options)],
  'grants.adopt': [
    { user: 'user-7', redirectUri: 'https://app.example/callback', consentAt: new Date() },
    ({ platform }, options) => platform.grants.adopt(TOKENS, options),
  ],
}

/** All options that some calls take. */
const SPECIAL = Object.assign({}, ...Object.values(calls).map(([special]) => special), { session: 's' })

for (const [name, [special, make]] of Object.entries(calls)) {
  test(`${name} takes its own options and no others`, async () => {
    const { platform, user, transport } = stage()
    for (const [option, value] of Object.entries(SPECIAL)) {
      if (Object.hasOwn(special, option)) continue
      const isAboutOption = (error: unknown) => error instanceof InvalidInput && error.field === option
      await assert.rejects(make({ platform, user }, { [option]: value }), isAboutOption, option)
    }
    assert.equal(transport.requests().length, 0)
    const signal = new AbortController().signal
    // What the platform responds does not matter here.
    await make({ platform, user }, { signal, timeoutMs: 5000, ...special }).catch((error) => {
      assert.ok(!(error instanceof InvalidInput) || !(error.field in { signal, timeoutMs: 0, ...special }), error.message)
    })
  })
}

test('the error for an unknown option names the one that was meant', async () => {
  const { platform, user } = stage()
  await assert.rejects(platform.posts.get(POST, { timeoutMS: 5 } as object), /^InvalidInput: timeoutMS: .*did you mean timeoutMs\?/)
  await assert.rejects(platform.images.upload(JPEG, { onprogress() {} } as object), /did you mean onProgress\?/)
  await assert.rejects(platform.chatbot.reply(CONVERSATION, 'Hello', { button: [] } as object), /did you mean buttons\?/)
  await assert.rejects(user.addons.createOnPost(POST, { widgets: [] }, { repeatPostAddon: true } as object), /did you mean repeatPostAddons\?/)
})

test('an inherited member hides no unknown one', async () => {
  const { user } = stage()
  const inherited = { widgets: [w.titleRow('Inspected')] }
  const addon = Object.assign(Object.create(inherited), { semantik: {} })
  await assert.rejects(user.addons.createOnPost(POST, addon), /^InvalidInput: semantik: .*did you mean semantic\?/)
  await user.addons.createOnPost(POST, Object.create(inherited))
  class Inspection {
    get widgets() {
      return inherited.widgets
    }
  }
  await user.addons.createOnPost(POST, new Inspection())
  await assert.rejects(user.addons.createOnPost(POST, Object.assign(new Inspection(), { semantik: {} })), /did you mean semantic\?/)
})

test('a row needs the text that is always sent, which may be empty', async () => {
  const { user, transport } = stage()
  const wrong: [string, Widget][] = [
    ['widgets[0].titleRow.text', { type: 'title_row', row: {} as never }],
    ['widgets[0].groupInfoRow.items[1].value', w.groupInfoRow([{ title: 'a', value: 'b' }, { title: 'c' } as never])],
    ['widgets[0].imageCarouselRow.items[0].imageId', { type: 'image_carousel_row', row: { items: [{} as never] } }],
  ]
  for (const [field, widget] of wrong) {
    const refused = (error: unknown) => error instanceof InvalidInput && error.field === field && error.reason === 'must be set'
    await assert.rejects(user.addons.createOnPost(POST, { widgets: [widget] }), refused)
  }
  assert.equal(transport.requests().length, 0)
  await user.addons.createOnPost(POST, { widgets: [w.titleRow('')] })
  assert.match(new TextDecoder().decode(transport.requests()[0]!.body), /"title_row":\{"text":""\}/)
})

test('an object that holds what is no member is refused, and not sent as an empty one', async () => {
  const { platform, transport } = stage()
  const holders = [Promise.resolve({ city: 'tehran' }), new Map([['city', 'tehran']]), new Date(), new Set(['tehran'])]
  for (const search of holders) {
    const refused = (error: unknown) => error instanceof InvalidInput && /^must be an object with members: /.test(error.reason)
    await assert.rejects(platform.finder.search(search as object), refused)
  }
  assert.equal(transport.requests().length, 0)
  // What the platform responds does not matter here.
  await platform.finder.search({}).catch(() => undefined)
  assert.equal(transport.requests().length, 1)
})

test('an amount of money that is always sent must be given', async () => {
  const { user, transport } = stage()
  const report = { amount: { rials: 5 }, profit: { rials: 1 }, services: ['inspection'], referenceId: 'order 7' }
  const wrong: [string, object][] = [
    ['amount', { ...report, amount: undefined }],
    ['amount', { ...report, amount: null }],
    ['amount.rials', { ...report, amount: {} }],
    ['profit', { ...report, profit: undefined }],
  ]
  for (const [field, given] of wrong) {
    const refused = (error: unknown) => error instanceof InvalidInput && error.field === field && error.reason === 'must be set'
    await assert.rejects(user.payments.report(given as never), refused)
  }
  assert.equal(transport.requests().length, 0)
  await user.payments.report(report)
})

test('a mistake in a part of an argument is an InvalidInput where the part is made', () => {
  const { platform } = stage()
  const upload = Promise.resolve({ imageName: 'a.jpg', extra: {} })
  const wrong: [string, () => unknown][] = [
    ['image', () => w.eventRow('Report', { image: upload as never })],
    ['image', () => w.imageCarouselRow([{ image: upload as never }])],
    ['options', () => button.link('Open', 'https://app.example' as never)],
    ['options', () => button.server('Accept', undefined as never)],
    ['order', () => button.server('Accept', { order: '7' } as never)],
    ['url', () => button.link('Open', {} as never)],
    ['receiverButtons.rows[0]', () => message('Hello', { receiver: [button.link('Open', { url: 'https://app.example' })] as never })],
    ['grant', () => platform.user(undefined as never)],
  ]
  for (const [field, make] of wrong) {
    assert.throws(make, (error) => error instanceof InvalidInput && error.field === field, field)
  }
})

test('what a method toJSON returns must be JSON, too', async () => {
  const { user, transport } = stage()
  const send = (data: unknown) => user.conversations.send(CONVERSATION, 'Hello', { receiver: [[button.server('Go', { data: { data: data as Json } })]] })
  const as = (toJSON: () => unknown) => ({ toJSON })
  class Itself {
    constructor(readonly value: unknown) {}
    toJSON() {
      return this
    }
  }
  const refused = [NaN, new Map(), 5n, Symbol('s'), () => 5, [undefined], { a: as(() => -Infinity) }, new Date(0), new Date(NaN), 'a\ud800']
  for (const value of refused) {
    for (const data of [as(() => value), new Itself(value)].slice(0, value instanceof Date ? 1 : 2)) {
      await assert.rejects(send(data), (error) => error instanceof InvalidInput && /^receiver.*data\.data/.test(error.field))
    }
  }
  await assert.rejects(send(as(() => { throw new Error('secret') })), (error) => error instanceof InvalidInput && !/secret/.test(error.message))
  await send({ a: as(() => undefined), b: as(() => [null, { c: as(() => 5) }]), d: new Itself('x'), e: new URL('https://a.example'), f: new Date(0) })
  const sent = JSON.parse(new TextDecoder().decode(transport.requests().at(-1)!.body))
  assert.match(JSON.stringify(sent), /"data":\{"b":\[null,\{"c":5\}\],"d":\{"value":"x"\},"e":"https:\/\/a\.example\/","f":"1970-01-01T00:00:00\.000Z"\}/)
})

test('many calls share a signal', async () => {
  const silent = createServer(() => {})
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const platform = new OpenPlatform({ apiKey: 'key', sandboxUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` })
  const controller = new AbortController()
  const { signal } = controller
  const many = Array.from({ length: 20 }, () => platform.posts.get(POST, { signal }))
  // Node warns of more than 10.
  assert.equal(getEventListeners(signal, 'abort').length, 1)
  controller.abort(new Error('enough'))
  for (const call of many) await assert.rejects(call, /enough/)
  const served = stage()
  const other = new AbortController()
  await Promise.all([1, 2].map(() => served.platform.request({ method: 'GET', segments: ['v1'] }, { signal: other.signal })))
  assert.equal(getEventListeners(other.signal, 'abort').length, 0)
  silent.close()
  silent.closeAllConnections()
})

test('a grant of the wrong type is refused also without a call', () => {
  const { platform } = stage()
  assert.throws(() => platform.user(5 as never).grant, InvalidInput)
})
