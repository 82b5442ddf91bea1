/** The client itself: its methods, its settings, wrong arguments, and what ends a call. */
import assert from 'node:assert/strict'
import { Blob, Buffer } from 'node:buffer'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

import {
  type AppGatewayOptions,
  type CallOptions,
  ConfigError,
  createAppGateway,
  createHooks,
  createLogin,
  endpoints,
  type HooksOptions,
  type InboxOptions,
  InvalidInput,
  type KeeperOptions,
  type Login,
  type LoginOptions,
  OpenPlatform,
  OpenPlatformError,
  RefreshUnavailable,
  scope,
  type Settings,
  IpAllowlist,
  Tokens,
  TransportError,
  w,
  WebhookRejected,
} from 'open-platform'
import * as all from 'open-platform'
import { ManualClock, noResponse, Recorder, response, type SandboxOptions, startSandbox } from 'open-platform/testing'
import * as testing from 'open-platform/testing'

import { client, failure } from './support/client.js'

const TOKEN = 'access-token-of-the-user'

test('a raw scope is sent unchanged, and a misspelled scope is refused', async () => {
  const { oauth } = client(Recorder.always(response(200)), { redirectUri: 'https://app.example/callback' })
  const scopes = [scope.raw('BRAND_NEW.x'), scope.raw(scope.userPhone)]
  const { url } = await oauth.authorize({ scopes, session: 'session' })
  assert.equal(new URL(url).searchParams.get('scope'), 'BRAND_NEW.x USER_PHONE')
  const error = await failure(oauth.authorize({ scopes: ['USER_PHON'], session: 'session' }))
  assert.ok(error instanceof InvalidInput)
  assert.match(error.message, /did you mean USER_PHONE\?/)
})

test('a timeout ends a call of login, though the token endpoint has a longer one', async () => {
  const silent = createServer(() => {})
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const platform = new OpenPlatform({
    sandboxUrl: `http://127.0.0.1:${port}`, clientId: 'app', clientSecret: 'secret', redirectUri: 'https://app.example/callback',
  })
  const began = performance.now()
  const late = await failure(platform.oauth.exchange('code', 'https://app.example/callback', { timeoutMs: 200 }))
  assert.ok(late instanceof TransportError && late.kind === 'deadline', inspect(late))
  const tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: new Date(), scopes: [] }
  const later = await failure(platform.oauth.refresh(tokens, 'https://app.example/callback', { timeoutMs: 200 }))
  assert.ok(later instanceof RefreshUnavailable, inspect(later))
  assert.ok(performance.now() - began < 8000, 'it waited for the token endpoint')
  silent.close()
  silent.closeAllConnections()
})

test('every endpoint of the table has its method', () => {
  const platform = client(Recorder.always(response(200)))
  const user = platform.userWithToken(TOKEN)
  const missing = endpoints().filter(({ name, host }) => {
    // The platform calls these addresses of the app: `createHooks` answers them.
    if (host === 'app') return false
    const path = name.split('.').map((word) => word.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
    const found = [platform, user].map((root) => path.reduce<unknown>((object, member) => (object as never)?.[member], root))
    return !found.some((method) => typeof method === 'function')
  })
  assert.deepEqual(missing.map(({ name }) => name), [])
})

test('ES modules and CommonJS export the same classes', async () => {
  const require = createRequire(import.meta.url)
  for (const [name, module] of [['open-platform', all], ['open-platform/testing', testing]] as const) {
    const common = require(name) as Record<string, unknown>
    assert.deepEqual(Object.keys(module).sort(), Object.keys(common).sort())
    for (const [member, value] of Object.entries(module)) assert.equal(value, common[member], member)
  }
})

test('an aborted call rejects with the reason of its signal', async () => {
  const recorder = Recorder.always(response(200, { token: 'gZd7omnS' }))
  const platform = client(recorder)
  await assert.rejects(platform.posts.get('gZd7omnS', { signal: AbortSignal.abort() }), { name: 'AbortError' })
  assert.equal(recorder.requests().length, 0)

  const controller = new AbortController()
  const call = platform.posts.get('gZd7omnS', { signal: controller.signal })
  controller.abort('enough')
  assert.equal(await failure(call), 'enough')

  const other = new AbortController()
  assert.equal((await platform.posts.get('gZd7omnS', { signal: other.signal })).token, 'gZd7omnS')
  other.abort()
})

test('closing cancels pending calls, and later calls are refused', async () => {
  const platform = client(Recorder.always(response(200)))
  const call = failure(platform.posts.get('gZd7omnS'))
  await platform.close()
  for (const error of [await call, await failure(platform.posts.get('gZd7omnS'))]) {
    assert.ok(error instanceof ConfigError)
    assert.equal(error.setting, 'client')
  }
  await assert.rejects(platform.posts.get('gZd7omnS'), /it is closed: make a new one/)
  await client(Recorder.always(response(200)))[Symbol.asyncDispose]()
})

test('settings are checked at once, the environment at the first call', async () => {
  assert.throws(() => new OpenPlatform({ redirectUri: 'http://app.example/back' }), ConfigError)
  process.env['OPEN_PLATFORM_API_KEY'] = 'not a key'
  try {
    const platform = new OpenPlatform()
    assert.ok((await failure(platform.posts.get('gZd7omnS'))) instanceof ConfigError)
    process.env['OPEN_PLATFORM_API_KEY'] = 'a-key'
    const recorder = Recorder.always(response(200, { token: 'gZd7omnS' }))
    await OpenPlatform.fromEnvironment({ transport: recorder }).posts.get('gZd7omnS')
    assert.equal(recorder.requests()[0]?.headers['x-api-key'], 'a-key')
  } finally {
    delete process.env['OPEN_PLATFORM_API_KEY']
  }
})

test('an image comes from a path, a URL, bytes or a Blob', async () => {
  const path = join(process.env['OPEN_PLATFORM_REPOSITORY']!, 'packages/cli/src/demo/inspection.jpg')
  const bytes = readFileSync(path)
  const recorder = Recorder.always(response(200, { image_name: 'a.jpg' }))
  const { images } = client(recorder)
  const copy = new Uint8Array(bytes).buffer
  for (const image of [path, pathToFileURL(path), bytes, copy, new Blob([bytes])]) {
    assert.equal((await images.upload(image)).imageName, 'a.jpg')
  }
  assert.equal(recorder.requests().filter(({ body }) => Buffer.from(body).equals(bytes)).length, 5)
})

test('tokens are never printed', () => {
  const tokens = new Tokens({ accessToken: 'canary-1', refreshToken: 'canary-2', expiresAt: new Date(0) })
  assert.deepEqual([tokens.accessToken, tokens.refreshToken], ['canary-1', 'canary-2'])
  for (const shown of [`${tokens}`, inspect(tokens, { showHidden: true }), JSON.stringify({ tokens }), String([tokens])]) {
    assert.doesNotMatch(shown, /canary/)
  }
})

/** Values of a wrong type: what TypeScript would not let pass, but JavaScript does. */
const WRONG: Record<string, (platform: any) => unknown> = {
  'a token that is a number': (it) => it.posts.get(5),
  'a token that is an object': (it) => it.posts.get({}),
  'no token': (it) => it.posts.get(),
  'a dot segment': (it) => it.posts.get('..'),
  'a slash': (it) => it.posts.get('a/b'),
  'a lone surrogate': (it) => it.posts.get('\ud800'),
  'a NUL': (it) => it.posts.get('a\0b'),
  '5,000 characters': (it) => it.posts.get('x'.repeat(5000)),
  'a timeout that is text': (it) => it.posts.get('gZd7omnS', { timeoutMs: 'soon' }),
  'a negative timeout': (it) => it.posts.get('gZd7omnS', { timeoutMs: -1 }),
  'a timeout that is no number': (it) => it.posts.get('gZd7omnS', { timeoutMs: NaN }),
  'an infinite timeout': (it) => it.posts.get('gZd7omnS', { timeoutMs: Infinity }),
  'a signal that is none': (it) => it.posts.get('gZd7omnS', { signal: {} }),
  'no add-on': (it) => it.userWithToken(TOKEN).addons.createOnPost('gZd7omnS'),
  'an add-on that is null': (it) => it.userWithToken(TOKEN).addons.createOnPost('gZd7omnS', null),
  'widgets that are text': (it) => it.userWithToken(TOKEN).addons.createOnPost('gZd7omnS', { widgets: 'Inspected' }),
  'a widget of no type': (it) => it.userWithToken(TOKEN).addons.createOnPost('gZd7omnS', { widgets: [{}] }),
  'a widget without a row': (it) => it.userWithToken(TOKEN).addons.createOnPost('gZd7omnS', { widgets: [{ type: 'title_row' }] }),
  'a text that is a number': (it) =>
    it.userWithToken(TOKEN).addons.createOnPost('gZd7omnS', { widgets: [{ type: 'title_row', row: { text: 5 } }] }),
  'a score that is text': (it) =>
    it.userWithToken(TOKEN).addons.createOnPost('gZd7omnS', { widgets: [w.scoreRow('Engine', { percentageScore: 'high' as never })] }),
  'a score of 80.5': (it) =>
    it.userWithToken(TOKEN).addons.createOnPost('gZd7omnS', { widgets: [w.scoreRow('Engine', { percentageScore: 80.5 })] }),
  'a semantic value that is no text': (it) =>
    it.userWithToken(TOKEN).addons.createOnPost('gZd7omnS', { semantic: { color: 5 } }),
  'a cost beyond every integer': (it) => it.userWithToken(TOKEN).addons.createForUser('09123456789', { cost: { rials: 2 ** 70 } }),
  'data with a BigInt': (it) =>
    it.userWithToken(TOKEN).conversations.send('c-1', 'Hi', {
      receiver: [[{ caption: 'Go', action: { type: 'open_server_link', data: { n: 1n } } }]],
    }),
  'data that holds itself': (it) => {
    const data: Record<string, unknown> = {}
    data['data'] = data
    return it.userWithToken(TOKEN).conversations.send('c-1', 'Hi', {
      receiver: [[{ caption: 'Go', action: { type: 'open_server_link', data } }]],
    })
  },
  'data that throws': (it) =>
    it.userWithToken(TOKEN).conversations.send('c-1', 'Hi', {
      receiver: [[{ caption: 'Go', action: { type: 'open_server_link', data: { get n() { throw new Error('no') } } } }]],
    }),
  'a message that is a number': (it) => it.userWithToken(TOKEN).conversations.send('c-1', 5),
  'buttons that are text': (it) => it.userWithToken(TOKEN).conversations.send('c-1', 'Hi', { receiver: 'Open' }),
  'rows that are buttons': (it) =>
    it.userWithToken(TOKEN).conversations.send('c-1', 'Hi', { receiver: [{ caption: 'Open' }] }),
  'an image that is a number': (it) => it.images.upload(5),
  'an image that is on the web': (it) => it.images.upload(new URL('https://app.example/a.jpg')),
  'a video that is a number': (it) => it.ownPosts.uploadVideo(5),
  'a video that is not there': (it) => it.ownPosts.uploadVideo('/no/such/file.mp4'),
  'an image of no bytes': (it) => it.images.upload(new Uint8Array()),
  'a path with a NUL': (it) => it.images.upload('a\0.jpg'),
  'no login': (it) => it.oauth.authorize(),
  'a login without scopes': (it) => it.oauth.authorize({ session: 'cookie' }),
  'a login without a session': (it) => it.oauth.authorize({ scopes: ['USER_PHONE'] }),
  'a return without an address': (it) => it.oauth.callback(undefined, { session: 'cookie' }),
  'a return without a session': (it) => it.oauth.callback('?code=a&state=b'),
  'tokens that are text': (it) => it.grants.adopt('ory_at_x'),
  'tokens whose end is no date': (it) => it.grants.adopt({ accessToken: 'a', expiresAt: 'tomorrow' }),
  'tokens whose end is an invalid date': (it) => it.grants.adopt({ accessToken: 'a', expiresAt: new Date(NaN) }),
  'a request of no method': (it) => it.request({ method: 'GO AWAY', segments: ['v1'] }),
  'a request with half a pair': (it) => it.request({ method: 'GET', segments: ['v1'], query: [['a']] }),
  'no request': (it) => it.request(),
  'a subscription that is text': (it) => it.userWithToken(TOKEN).events.subscribe('POST_UPDATE'),
}

for (const [what, wrong] of Object.entries(WRONG)) {
  test(`a bad input is an InvalidInput, and nothing is sent: ${what}`, async () => {
    const recorder = Recorder.always(response(200))
    const error = await failure(Promise.resolve().then(() => wrong(client(recorder, { redirectUri: 'https://app.example/back' }))))
    const expected = what.startsWith('a return') ? OpenPlatformError : InvalidInput
    if (!(error instanceof expected)) throw error
    assert.ok(error.message.length < 300, error.message)
    assert.equal(recorder.requests().length, 0)
  })
}

test('an argument that is not a string is an InvalidInput with its name', async () => {
  const recorder = Recorder.always(response(200))
  const platform = client(recorder)
  const wrong = 5 as never
  const back = { session: 'cookie' }
  const named = (field: string, call: Promise<unknown>) => assert.rejects(call, { name: 'InvalidInput', field })
  await named('login', platform.oauth.authorize(undefined as never))
  for (const session of ['', 'x'.repeat(5000)]) await named('session', platform.oauth.authorize({ scopes: ['USER_PHONE'], session }))
  await named('receiverButtons', platform.userWithToken(TOKEN).conversations.send('c-1', 'Hi', { receiver: 'Open' as never }))
  await named('buttons', platform.userWithToken(TOKEN).chatbot.send('u-1', 'Hi', { buttons: {} as never }))
  for (const content of [5, null, undefined, true]) {
    await named('message', platform.userWithToken(TOKEN).conversations.send('c-1', content as never))
    await named('message', platform.userWithToken(TOKEN).chatbot.send('u-1', content as never))
  }
  const uncalled = platform.oauth.authorize({ scopes: ['USER_PHONE', scope.postEdit as never], session: 'cookie' })
  await assert.rejects(uncalled, { name: 'InvalidInput', field: 'scopes[1]', reason: /call it with the id/ })
  const failures: [string, Promise<unknown>][] = [
    ['accessToken', platform.userWithToken(wrong).users.me()],
    ['address', platform.oauth.callback({ url: wrong }, back)],
    ['address', platform.oauth.callback(wrong, back)],
    ['address', platform.oauth.callback(undefined as never, back)],
    ['session', platform.oauth.callback('?code=a&state=b', { session: wrong })],
    ['session', platform.oauth.callback('?code=a&state=b', undefined as never)],
    ['code', platform.oauth.exchange(wrong, 'https://app.example/back')],
    ['redirectUri', platform.oauth.exchange('code', wrong)],
    ['redirectUri', platform.oauth.refresh({ accessToken: 'a', refreshToken: 'r', expiresAt: new Date() }, wrong)],
  ]
  for (const [field, call] of failures) {
    const error = await failure(call)
    assert.ok(error instanceof InvalidInput)
    assert.equal(error.field, field)
  }
  assert.equal(recorder.requests().length, 0)
})

test('the test transport and the test clock refuse invalid arguments by name', () => {
  const clock = ManualClock.at(new Date('2026-11-22T06:00:00Z'))
  const { always } = Recorder
  const refusals: [string, (wrong: never) => unknown, unknown[]][] = [
    ['outcome', always, [undefined, null, 5, []]],
    ['type', always, [{}, { type: 'nothing' }]],
    ['failure.kind', (kind) => always(noResponse(kind)), ['broken', undefined]],
    ['outcomes', Recorder.script, [undefined, 5, response(200)]],
    ['outcomes[1]', (wrong) => Recorder.script([response(200), wrong]), [undefined, 200]],
    ['outcomes[0].response.status', (status) => Recorder.script([response(status)]), ['200', -1, undefined]],
    ['body', (body) => response(200, body), [5n, () => 5, Symbol('a')]],
    ['now', ManualClock.at, [undefined, 5, '2026-11-22', new Date(NaN)]],
    ['by', (by) => clock.advance(by), [undefined, '5', -1, NaN, Infinity, 1e300]],
  ]
  for (const [field, make, values] of refusals) {
    for (const wrong of values) {
      assert.throws(() => make(wrong as never), (error) => error instanceof InvalidInput && error.field === field, field)
    }
  }
  assert.equal(clock.now().toISOString(), '2026-11-22T06:00:00.000Z')
  clock.advance(1.5)
  assert.equal(clock.now().toISOString(), '2026-11-22T06:00:01.500Z')
  for (const [setting, wrong] of [['transport', clock], ['clock', Recorder.always(response(200))], ['clock', 5]] as const) {
    assert.throws(() => new OpenPlatform({ apiKey: 'key', [setting]: wrong }), (error) => error instanceof InvalidInput && error.field === setting)
  }
})

test('the id of a scope must be a string, so that no scope on undefined is requested', () => {
  for (const [field, make] of [
    ['postToken', scope.postAddonCreate], ['conversationId', scope.chatConversationRead],
    ['businessToken', scope.businessAddonCreate], ['appId', scope.managementAppsRead],
  ] as const) {
    for (const wrong of [undefined, null, 5, {}, Symbol('a')] as never[]) {
      assert.throws(() => make(wrong), (error) => error instanceof InvalidInput && error.field === field)
    }
  }
  assert.equal(scope.postAddonCreate('gZd7omnS'), 'POST_ADDON_CREATE.gZd7omnS')
})

test('the address of a request is checked', () => {
  const direct = IpAllowlist.platform()
  const proxied = direct.trustedProxies(['10.0.0.0/8'])
  const forwarded = ['X-Forwarded-For', '78.111.6.41']
  assert.equal(direct.check('31.214.250.159', []), '31.214.250.159')
  assert.equal(direct.check('::ffff:78.111.6.41', []), '78.111.6.41')
  assert.equal(proxied.check('10.0.0.1', forwarded), '78.111.6.41')
  assert.equal(proxied.check('10.0.0.1', ['x-forwarded-for', '1.2.3.4, 78.111.6.41:5123']), '78.111.6.41')
  assert.equal(new IpAllowlist(['::1', '192.0.2.0/24']).check('192.0.2.7', forwarded), '192.0.2.7')
  for (const [allowlist, peer] of [[direct, '10.0.0.1'], [direct, '203.0.113.9'], [proxied, '203.0.113.9'], [proxied, undefined]] as const) {
    assert.throws(() => allowlist.check(peer, forwarded), (error) => error instanceof WebhookRejected && error.status === 403)
  }
  for (const networks of [[], ['localhost'], ['10.0.0.0/33']]) {
    assert.throws(() => new IpAllowlist(networks), ConfigError)
  }
  assert.throws(() => direct.trustedProxies(['proxy']), ConfigError)
  const wrong = 5 as never
  for (const [field, call] of [
    ['networks', () => new IpAllowlist(wrong)],
    ['networks', () => new IpAllowlist('10.0.0.0/8' as never)],
    ['networks[0]', () => direct.trustedProxies([wrong])],
    ['peer', () => direct.check(wrong, [])],
    ['peer', () => direct.check('localhost', [])],
  ] as const) {
    assert.throws(call, (error) => error instanceof InvalidInput && error.field === field)
  }
})

test('settings of a wrong type are refused without repeating them', () => {
  const wrong: unknown[] = [
    5, null, { apiKey: 5 }, { apiKey: {} }, { identificationKeys: 'canary' }, { hosts: 'canary' }, { retry: 3 },
    { retry: { maxAttempts: -1 } }, { retry: { maxAttempts: 'canary' } }, { timeoutMs: NaN }, { uploadTimeoutMs: Infinity }, { maxImageBytes: 'canary' },
    { transport: 'canary' }, { apiKey: 'canary\n' },
  ]
  for (const settings of wrong) {
    assert.throws(() => new OpenPlatform(settings as Settings), (error) => {
      if (!(error instanceof OpenPlatformError)) throw error
      assert.doesNotMatch(inspect(error), /canary/)
      return true
    }, inspect(settings))
  }
})

test('an error names the option as the caller wrote it', async () => {
  const retry: Required<NonNullable<Settings['retry']>> = {
    maxAttempts: 1, transientBaseMs: 1, throttledBaseMs: 1, maxBackoffMs: 1, maxRetryAfterMs: 1,
  }
  const settings: Record<keyof Settings, unknown> = {
    apiKey: 1, clientId: 1, clientSecret: 1, redirectUri: 1, identificationKeys: 1, hosts: 1, sandboxUrl: 1, allowPlainHttp: 1,
    pkce: 1, omitRefreshCode: 1, timeoutMs: 1, uploadTimeoutMs: 1, maxImageBytes: 1, maxPendingLogins: 1, retry: 1, store: 1, storeKeys: 1,
    rootCertificatesPem: 1, environmentProxy: 1, connectTimeoutMs: 1, maxIdlePerHost: 1, transport: 1, clock: 1,
    environment: 1, allowPng: 1, loginLifetimeMs: 1, maxButtons: 1, maxCaptionChars: 1, maxImageNameChars: 1,
    maxMessageChars: 1, assetMaxAgeMs: 1, maxVideoBytes: 1, maxBodyBytes: 1, onRequest: 1, onRefresh: 1, onHandledEvent: 1, logger: 1, tracing: 1,
  }
  const named = (name: string, call: () => unknown) =>
    assert.throws(call, (error) => {
      const actual = error instanceof ConfigError ? error.setting : error instanceof InvalidInput ? error.field : error
      assert.equal(actual, name, inspect(error))
      return true
    })
  for (const name of Object.keys(settings)) {
    named(name, () => new OpenPlatform({ [name]: Symbol('canary') } as Settings))
    if (name.endsWith('Ms')) named(name, () => new OpenPlatform({ [name]: -1 }))
  }
  for (const name of Object.keys(retry)) {
    named(`retry.${name}`, () => new OpenPlatform({ retry: { [name]: Symbol('canary') } } as Settings))
    if (name.endsWith('Ms')) named(`retry.${name}`, () => new OpenPlatform({ retry: { [name]: -1 } }))
  }
  named('sandboxUrl', () => new OpenPlatform({ sandboxUrl: 'localhost' }))
  const platform = client(Recorder.always(response(200)))
  named('intervalMs', () => platform.keeper({ intervalMs: -1 }))
  const late = await failure(platform.posts.get('gZd7omnS', { timeoutMs: 0 }))
  assert.equal(late instanceof InvalidInput && late.field, 'timeoutMs')
})

test('an unknown option is an error that suggests a known one', async () => {
  const platform = client(Recorder.always(response(200, { token: 'gZd7omnS' })))
  const wrong: [string, string, () => unknown][] = [
    ['api_key', 'apiKey', () => new OpenPlatform({ api_key: 'canary' } as Settings)],
    ['apikey', 'apiKey', () => OpenPlatform.fromEnvironment({ apikey: 'canary' } as Settings)],
    ['hosts.bsae', 'base', () => new OpenPlatform({ hosts: { bsae: 'canary' } } as unknown as Settings)],
    ['retry.maxAttempt', 'maxAttempts', () => new OpenPlatform({ retry: { maxAttempt: 1 } } as Settings)],
    ['timeout', 'timeoutMs', () => platform.posts.get('gZd7omnS', { timeout: 5 } as CallOptions)],
    ['interval', 'intervalMs', () => platform.keeper({ interval: 5 } as KeeperOptions)],
    ['scope', 'scopes', () => platform.oauth.authorize({ scope: ['USER_PHONE'], session: 's' } as unknown as Login)],
    ['bodylimit', 'bodyLimit', () => createHooks({ bodylimit: 5 } as HooksOptions)],
    ['onGrant', 'onGranted', () => createLogin({ scopes: [], onGrant: () => {} } as unknown as LoginOptions)],
    ['users', 'user', () => createAppGateway({ users: () => 'u' } as unknown as AppGatewayOptions)],
    ['leaseMS', 'leaseMs', () => platform.inbox({ leaseMS: 5 } as InboxOptions)],
    ['sed', 'seed', () => startSandbox({ sed: 5 } as SandboxOptions)],
  ]
  for (const [field, meant, call] of wrong) {
    const error = await (async () => call())().then(() => undefined, (error: unknown) => error)
    assert.ok(error instanceof InvalidInput, inspect(error))
    assert.equal(error.field, field)
    assert.equal(error.reason, `there is no such option: did you mean ${meant}?`)
  }
  assert.throws(() => new OpenPlatform({ colour: 'canary' } as Settings), /^InvalidInput: colour: there is no such option: there are apiKey, /)
})

test('the package has no dependencies', () => {
  const about = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('open-platform/package.json'), 'utf8'))
  assert.equal(about.dependencies, undefined)
  // The command for tests: none, or that of the same version. And the API of OpenTelemetry, for `open-platform/opentelemetry`.
  assert.deepEqual(about.peerDependencies, { '@opentelemetry/api': '^1.3.0', 'open-platform-cli': about.version })
  assert.deepEqual(about.peerDependenciesMeta, { '@opentelemetry/api': { optional: true }, 'open-platform-cli': { optional: true } })
})
