/** What can be seen of a client's requests: callbacks, the log, channels, and the requests of a call. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import {
  type Attempt, createHooks, type HandledEvent, type Logger, NotFound, OpenPlatform, type ReceivedHook, type Refresh, scope, type Settings,
  withAttempts,
} from 'open-platform'
import { Recorder, response, startSandbox } from 'open-platform/testing'

import { run } from './ffi/helpers.js'

const POST = 'gZd7omnS'

/** A client whose requests are answered with these statuses, one after the other. */
function client(statuses: number[], settings: Settings = {}): OpenPlatform {
  const transport = Recorder.script(statuses.map((status) => response(status, { token: 'p' })))
  return new OpenPlatform({ apiKey: 'the-key', environment: {}, transport, ...settings })
}

/** A logger that keeps its lines, with their levels. */
function kept(): { lines: [level: string, text: string][]; logger: Logger } {
  const lines: [string, string][] = []
  const level = (name: string) => (text: string) => lines.push([name, text])
  return { lines, logger: { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') } }
}

test('the callback is called with each request, before the call resolves', async () => {
  const told: Attempt[] = []
  await client([503, 200], { onRequest: (it) => told.push(it) }).posts.get(POST)
  assert.deepEqual(told.map(({ endpoint, attempt, status, retry }) => [endpoint, attempt, status, retry]), [
    ['posts.get', 1, 503, 'server'],
    ['posts.get', 2, 200, undefined],
  ])
  assert.deepEqual(told.map(({ waitSeconds }) => typeof waitSeconds), ['number', 'undefined'])
  assert.ok(told.every(({ requestId, durationSeconds }) => requestId && durationSeconds >= 0))
  assert.doesNotMatch(JSON.stringify(told), /gZd7omnS|the-key/)
})

test('many calls at once: every record comes before its call resolves', async () => {
  const requests = new Set<string>()
  const platform = new OpenPlatform({
    apiKey: 'the-key', environment: {}, transport: Recorder.always(response(200, { token: 'p' })), onRequest: (it) => requests.add(it.requestId!),
  })
  await Promise.all(Array.from({ length: 200 }, async () => {
    const { attempts } = await withAttempts(() => platform.posts.get(POST))
    assert.ok(requests.has(attempts[0]!.requestId!))
  }))
  assert.equal(requests.size, 200)
})

test('a process that ends with its last call has had all records', async () => {
  const { code, output } = await run(`
    import { OpenPlatform } from 'open-platform'
    import { Recorder, response } from 'open-platform/testing'
    const transport = Recorder.script([response(503, {}), response(200, { token: 'p' })])
    const platform = new OpenPlatform({ apiKey: 'k', environment: {}, transport, onRequest: (it) => console.log(it.status) })
    await platform.posts.get('gZd7omnS')
    process.exit()
  `)
  assert.deepEqual([code, output], [0, '503\n200'])
})

test('what a callback or a logger throws is a warning, and does not change the call', async () => {
  const fails = () => {
    throw new Error('of the app')
  }
  const rejects = async () => fails()
  const logger = { ...kept().logger, debug: fails }
  const settings: [Settings, string][] = [[{ onRequest: fails }, 'onRequest'], [{ onRequest: rejects }, 'onRequest'], [{ logger }, 'logger']]
  for (const [setting, name] of settings) {
    const warned = once(process, 'warning')
    assert.ok(await client([200], setting).posts.get(POST))
    const [warning] = await warned
    assert.deepEqual([warning.name, warning.message], ['OpenPlatformWarning', `${name} threw Error: of the app`])
  }
})

test('an argument that is no function or no logger is refused', () => {
  const refused = (settings: object, message: RegExp) => assert.throws(() => new OpenPlatform({ environment: {}, ...settings }), { message })
  refused({ onRequest: 'print' }, /^onRequest: must be a function$/)
  refused({ onRefresh: {} }, /^onRefresh: must be a function$/)
  refused({ logger: { debug() {}, info() {}, warn() {} } }, /^logger\.error: must be set$/)
  refused({ logger: 'console' }, /^logger: must be an object$/)
})

test('requests are logged', async () => {
  const { lines, logger } = kept()
  await client([503, 200], { logger }).posts.get(POST)
  assert.deepEqual(lines.map(([level]) => level), ['info', 'debug'])
  assert.match(lines[0]![1], /^open-platform: posts\.get: request 1: 503 in \d+ ms, request id \w+; sent again in 0\.\d s \(server\)$/)
  assert.match(lines[1]![1], /^open-platform: posts\.get: request 2: 200 in \d+ ms, request id \w+$/)
})

test('console is a logger, and that of the client is that of its hooks', async () => {
  assert.ok(new OpenPlatform({ logger: console, environment: {} }))
  const { lines, logger } = kept()
  const platform = client([], { logger, identificationKeys: ['identification-key-of-this-test'] })
  const hooks = createHooks({ platform })
  await hooks.fetch(new Request('https://app.example/hooks/events', { method: 'POST', body: '{}' }))
  assert.deepEqual(lines.map(([level]) => level), ['warn', 'debug'])
})

test('hooks and inboxes have records in the log and in channels, and a callback that throws changes nothing', async () => {
  const { lines, logger } = kept()
  const warnings: Error[] = []
  const warned = (warning: Error) => warnings.push(warning)
  process.on('warning', warned)
  const seen: [string | symbol, string][] = []
  const see = (message: unknown, name: string | symbol) => seen.push([name, (message as HandledEvent | ReceivedHook).outcome])
  const channels = ['open-platform:hook', 'open-platform:handled-event']
  for (const name of channels) subscribe(name, see)
  const throws = () => {
    throw new Error('of the app')
  }
  const platform = client([], { logger, onHandledEvent: throws })
  const inbox = platform.inbox()
  const hooks = createHooks({ platform, keys: 'identification-key-of-this-test', inbox, onHook: throws })
  const headers = ['authorization', 'identification-key-of-this-test', 'content-type', 'application/json']
  const body = async () => Buffer.from('{"type":"BRAND_NEW"}')
  const reply = await hooks.receive({ method: 'POST', path: '/hooks/events', headers, body })
  assert.equal(reply?.status, 200)
  const item = await inbox.tryNext()
  assert.equal(await inbox.nack(item!.id, 'a reason'), 'retry')
  for (const name of channels) unsubscribe(name, see)
  process.off('warning', warned)
  assert.deepEqual(seen, [['open-platform:hook', 'stored'], ['open-platform:handled-event', 'retried']])
  const told = lines.filter(([, text]) => text.includes('attempt') || text.includes('answered with'))
  assert.deepEqual(told.map(([level]) => level), ['debug', 'info'])
  assert.match(told[0]![1], /^open-platform: event unknown: stored, answered with 200 in \d+ ms$/)
  assert.match(told[1]![1], /^open-platform: unknown: attempt 1: retried after \d+ ms; handled again in \d\.\d s$/)
  assert.deepEqual(warnings.filter(({ name }) => name === 'OpenPlatformWarning').map(({ message }) => message).filter((it) => it.startsWith('on')),
    ['onHook threw Error: of the app', 'onHandledEvent threw Error: of the app'])
})

test('channels have the requests of every client while they have subscribers', async () => {
  const seen: [unknown, string | symbol][] = []
  const see = (message: unknown, name: string | symbol) => seen.push([(message as Attempt).status, name])
  const platform = client([200, 503, 200, 200])
  await platform.posts.get(POST)
  subscribe('open-platform:request', see)
  await platform.posts.get(POST)
  await client([404]).posts.get(POST).catch(() => undefined)
  unsubscribe('open-platform:request', see)
  await platform.posts.get(POST)
  assert.deepEqual(seen, [503, 200, 404].map((status) => [status, 'open-platform:request']))
})

test('a function gives the requests of the calls in it', async () => {
  const platform = client([503, 200, 200, 404, 200])
  const { result, attempts } = await withAttempts(() => platform.posts.get(POST))
  assert.equal(result.token, 'p')
  assert.deepEqual(attempts.map(({ endpoint, attempt }) => [endpoint, attempt]), [['posts.get', 1], ['posts.get', 2]])
  assert.ok(attempts.at(-1)!.requestId)
  await platform.posts.get(POST)
  assert.equal(attempts.length, 2)

  // Also of one that fails, and of one inside another.
  let failed: Attempt[] = []
  const outer = await withAttempts(async () => {
    await assert.rejects(withAttempts((made) => platform.posts.get((failed = made) && POST)), NotFound)
    await platform.posts.get(POST)
  })
  assert.deepEqual(failed.map(({ status }) => status), [404])
  assert.deepEqual(outer.attempts.map(({ status }) => status), [404, 200])
})

test('functions that run at the same time have lists of their own', async () => {
  const platform = client([200, 200, 200])
  const made = await Promise.all([1, 2, 3].map(() => withAttempts(() => platform.posts.get(POST))))
  assert.deepEqual(made.map(({ attempts }) => attempts.length), [1, 1, 1])
})

test('a client that was released holds no callback', async () => {
  const { code, complaints } = await run(`
    import { setTimeout as wait } from 'node:timers/promises'
    import { OpenPlatform } from 'open-platform'
    import { Recorder, response } from 'open-platform/testing'
    async function used() {
      const callback = () => {}
      const platform = new OpenPlatform({ apiKey: 'k', environment: {}, transport: Recorder.always(response(200, { token: 'p' })), onRequest: callback })
      await platform.posts.get('gZd7omnS')
      return new WeakRef(callback)
    }
    const callback = await used()
    for (let rounds = 0; callback.deref() && rounds < 500; rounds++) {
      await wait(10)
      gc()
    }
    if (callback.deref()) throw new Error('the callback is still there')
  `, ['--expose-gc'])
  assert.equal(code, 0, complaints)
})

test('the programs of the document run', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const post = (await world.posts('seller'))[0]!.token
  const document = readFileSync(join(process.env['OPEN_PLATFORM_REPOSITORY']!, 'docs/observe.md'), 'utf8')
  const programs = [...document.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, program]) => program!.replaceAll(POST, post))
  assert.equal(programs.length, 6)
  const ended = await Promise.all(programs.map((program) =>
    run(`Object.assign(process.env, ${JSON.stringify(world.environment)})\n${program}`)))
  const expected = [/^posts\.get 1 200/, new RegExp(`^${post} \\w+ 1$`), /^$/, /\nopen-platform: posts\.get: request 1: 200 in \d+ ms/, /^posts\.get 0\.\d+$/, /^$/]
  ended.forEach(({ code, output, complaints }, index) => {
    assert.equal(code, 0, complaints)
    assert.match(output, expected[index]!)
  })
})

test('a refresh is passed to the callback, logged and published', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const { lines, logger } = kept()
  const [told, seen]: [Refresh[], unknown[]] = [[], []]
  const see = (message: unknown) => seen.push(message)
  subscribe('open-platform:refresh', see)
  const platform = new OpenPlatform({ environment: world.environment, logger, onRefresh: (it) => told.push(it) })
  const { url } = await platform.oauth.authorize({ scopes: [scope.userPhone, scope.offlineAccess], session: 'session-1' })
  const login = await platform.oauth.callback(await world.consent(url, 'seller'), { session: 'session-1' })
  assert.ok(login.status === 'granted')
  await platform.grants.refresh(login.grant)
  unsubscribe('open-platform:refresh', see)
  assert.deepEqual(told.map(({ outcome, attempt, reason }) => [outcome, attempt, reason]), [['refreshed', 1, 'refused']])
  assert.deepEqual(seen, told)
  const logged = lines.filter(([, text]) => text.includes('token refresh'))
  assert.deepEqual(logged.map(([level]) => level), ['info'])
  assert.match(logged[0]![1], /^open-platform: token refresh \(refused\): request 1: refreshed in \d+ ms$/)
})
