/** Stores of the app's own: what they are asked, and whatever they answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { InvalidInput, ConfigError, OpenPlatform, type Settings, StoreError, type StoredRecord, type RecordStore, Webhooks } from 'open-platform'
import { Recorder, response, startSandbox, storeConformance } from 'open-platform/testing'

import { run, runToTheEnd } from './ffi/helpers.js'

const KEYS = ['VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=']
const TOKENS = { accessToken: 'access-token-one', refreshToken: 'refresh-token-one', expiresAt: new Date(Date.now() + 3600_000), scopes: ['USER_PHONE'] }

const byCodePoints = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** A store in memory. It may wait before each answer, as one behind a network does. */
class Memory implements RecordStore {
  readonly records = new Map<string, StoredRecord>()
  readonly kinds = new Set<string>()

  constructor(readonly wait?: () => Promise<unknown>) {}

  async get(kind: string, key: string) {
    await this.wait?.()
    return this.#held(kind, key)
  }

  async put(kind: string, key: string, expected: number | undefined, value: Uint8Array) {
    await this.wait?.()
    if (this.#held(kind, key)?.version !== expected) return false
    this.kinds.add(kind)
    this.records.set(`${kind} ${key}`, { key, version: (expected ?? 0) + 1, value })
    return true
  }

  async delete(kind: string, key: string, expected: number) {
    await this.wait?.()
    return this.#held(kind, key)?.version === expected && this.records.delete(`${kind} ${key}`)
  }

  async scan(kind: string, prefix: string, after: string | undefined, limit: number) {
    await this.wait?.()
    const found = [...this.records].filter(([name]) => name.startsWith(`${kind} ${prefix}`)).map(([, record]) => record)
    const rest = found.filter(({ key }) => after === undefined || byCodePoints(key, after) > 0)
    return rest.sort((a, b) => byCodePoints(a.key, b.key)).slice(0, limit)
  }

  #held(kind: string, key: string) {
    return this.records.get(`${kind} ${key}`)
  }
}

function client(store: RecordStore, settings: Settings = {}): OpenPlatform {
  const transport = Recorder.always(response(200, { user_id: 'u-1' }))
  return new OpenPlatform({ apiKey: 'any', clientId: 'app', clientSecret: 'any', redirectUri: 'https://app.example/back', storeKeys: KEYS, transport, store, ...settings })
}

test('a correct store passes the conformance checks, asynchronous or not', async () => {
  assert.deepEqual(await storeConformance([new Memory()]), [])
  const shared = new Memory(() => new Promise(setImmediate))
  assert.deepEqual(await storeConformance([shared, shared]), [])
  assert.equal(shared.records.size, 0)
})

test('the conformance checks find the faults of a store', async () => {
  class Careless extends Memory {
    override async put(kind: string, key: string, _expected: number | undefined, value: Uint8Array) {
      return super.put(kind, key, (await this.get(kind, key))?.version, value)
    }
  }
  const failures = await storeConformance([new Careless()])
  assert.ok(failures.length > 0)
  for (const { check, problem } of failures) assert.ok(check && problem)
  assert.ok((await storeConformance([new Memory(), new Memory()])).length > 0, 'two stores for one')
  for (const handles of [[], [{}], 'none'] as never[]) await assert.rejects(storeConformance(handles), InvalidInput)
})

test('a store may have a clock', async () => {
  const timed = (now: NonNullable<RecordStore['now']>) => Object.assign(new Memory(), { now })
  assert.deepEqual(await storeConformance([timed(() => new Date())]), [])
  assert.deepEqual(await storeConformance([timed(async () => undefined)]), [])
  let time = Date.now()
  const failures = await storeConformance([timed(() => new Date((time -= 1000)))])
  assert.deepEqual(failures.map(({ check }) => /clock/.test(check)), [true])
  const wrong = client(timed(() => 'late' as never)).check()
  await assert.rejects(wrong, (error) => error instanceof StoreError && error.operation === 'now' && /date/i.test(error.message))
})

test('grants are stored encrypted, for every client of the store', async () => {
  const store = new Memory()
  const { key: grant } = await client(store).grants.adopt(TOKENS, { user: 'user-7' })
  assert.deepEqual([...store.kinds].sort(), ['grant', 'name_key'])
  for (const { value } of store.records.values()) assert.ok(!Buffer.from(value).includes('token-one'))
  const other = client(store)
  assert.equal((await other.grants.list())[0]?.key, grant)
  assert.equal((await other.user(grant).users.me()).userId, 'u-1')
  assert.equal(await other.grants.forget(grant), true)
  assert.equal(store.records.size, 1, 'the key of the names')
})

test('an unreadable grant hides no other grant', async () => {
  const store = new Memory()
  const lost = client(store, { storeKeys: ['bG9zdCBrZXkgb2YgdGhlIHN0b3JlLCAzMiBieXRlcy4='] })
  const { key: encrypted } = await lost.grants.adopt(TOKENS, { user: 'user-1' })
  const { grants } = client(store)
  // Whose it is cannot be seen, so nobody is said to have none.
  for (const user of ['user-1', 'user-2']) await assert.rejects(grants.ofUser(user), StoreError)
  const { key: grant } = await grants.adopt(TOKENS, { user: 'user-2' })
  assert.deepEqual((await grants.list()).map(({ key }) => key), [grant])
  assert.deepEqual((await grants.ofUser('user-2')).map(({ key }) => key), [grant])
  const unreadable = await grants.unreadable()
  assert.deepEqual(unreadable.map(({ key, user }) => [key, user]), [[encrypted, undefined]])
  assert.doesNotMatch(encrypted, /user-1/)
  assert.match(unreadable[0]!.reason, /not among the store keys/)
  assert.deepEqual(await grants.revoked('nobody'), [])
  assert.equal(await grants.forget(encrypted), true)
  assert.deepEqual(await grants.unreadable(), [])
})

test('grants are read page by page', async () => {
  const { grants } = client(new Memory())
  const keys: string[] = []
  for (const number of [1, 2, 3, 4, 5]) keys.push((await grants.adopt(TOKENS, { user: `user-${number}` })).key)
  keys.sort()
  const first = await grants.page({ limit: 2 })
  assert.deepEqual(first.grants.map(({ key }) => key), keys.slice(0, 2))
  const rest = await grants.page({ after: first.next })
  assert.deepEqual(rest.grants.map(({ key }) => key), keys.slice(2))
  assert.equal(rest.next, undefined)
  const found: string[] = []
  for await (const { key } of grants.iterate()) found.push(key)
  assert.deepEqual(found, keys)
  for (const limit of [0, 1001, -1, 1.5, '2' as never]) {
    await assert.rejects(grants.page({ limit }), (error) => error instanceof InvalidInput && error.field === 'limit', String(limit))
  }
  const gone = new AbortController()
  gone.abort()
  await assert.rejects(grants.iterate({ signal: gone.signal }).next(), (error) => error === gone.signal.reason)
})

test('a store needs keys, unless encryption is turned off', async () => {
  assert.throws(() => client(new Memory(), { storeKeys: undefined }), (error) => error instanceof ConfigError && error.setting === 'storeKeys')
  const open = new Memory()
  await client(open, { storeKeys: ['unencrypted'] }).grants.adopt(TOKENS)
  assert.ok([...open.records.values()].some(({ value }) => Buffer.from(value).includes('access-token-one')))
  for (const wrong of [{}, { get() {} }, []]) {
    assert.throws(() => client(wrong as never), (error) => error instanceof InvalidInput && error.field === 'store')
  }
})

test('every fault of a store is an error for the caller', async () => {
  const broken = (part: Partial<RecordStore>) => Object.assign(new Memory(), part) as RecordStore
  const lost = new RangeError('canary')
  const nameless: unknown = Object.create(null)
  for (const [store, said, cause] of [
    [broken({ scan: () => { throw lost } }), /scan: the store failed with RangeError/, lost],
    [broken({ scan: () => Promise.reject('canary') }), /scan: the store failed with string/, 'canary'],
    [broken({ scan: () => Promise.reject(undefined) }), /scan: the store failed with undefined/],
    [broken({ scan: () => Promise.reject(nameless) }), /scan: the store failed with object/, nameless],
    [broken({ scan: () => 'nothing' as never }), /scan: records: must be an array/],
    [broken({ scan: () => [{ key: 'a', version: 'b', value: new Uint8Array() }] as never }), /scan: records\[0\]\.version/],
    [broken({ scan: () => [{ key: 'a', version: 1, value: 'text' }] as never }), /scan: records\[0\]\.value: must be bytes/],
  ] as const) {
    await assert.rejects(client(store).grants.list(), (error) => {
      assert.ok(error instanceof StoreError, String(error))
      assert.match(error.message, said)
      assert.doesNotMatch(error.message, /canary/)
      assert.equal(error.operation, 'scan')
      assert.equal(error.cause, cause)
      return true
    })
  }
  const put = client(broken({ put: () => 'yes' as never }))
  const { unsaved } = await put.grants.adopt(TOKENS)
  assert.equal(unsaved, true)
})

test('a store may use the client', async () => {
  const store = new Memory()
  const platform = client(store)
  const { key: grant } = await platform.grants.adopt(TOKENS)
  const before = store.get.bind(store)
  let depth = 0
  const seen: unknown[] = []
  store.get = async (kind, key) => {
    if (depth++ === 0) seen.push((await platform.grants.info(grant))?.key)
    return before(kind, key)
  }
  assert.equal((await platform.user(grant).users.me()).userId, 'u-1')
  assert.deepEqual(seen, [grant])

  // Even where each answer takes another question, without end.
  store.get = async (kind, key) => {
    await platform.grants.info(grant)
    return before(kind, key)
  }
  await assert.rejects(platform.grants.info(grant), StoreError)
  store.get = before
  assert.equal((await platform.grants.info(grant))?.key, grant)
})

test('a hanging store times out, and does not keep the process alive', async () => {
  const hung = client(Object.assign(new Memory(), { scan: () => new Promise<never>(() => {}) }))
  await assert.rejects(hung.grants.list(), (error) => error instanceof StoreError && error.operation === 'scan')

  // Kept, it would end when the store is given up, after five seconds.
  const it = await runToTheEnd(`
    import { OpenPlatform } from 'open-platform'
    const never = () => new Promise(() => {})
    const store = { get: never, put: never, delete: never, scan: never }
    const platform = new OpenPlatform({ apiKey: 'any', store, storeKeys: ['unencrypted'] })
    platform.grants.list().catch((error) => console.log(error.name))
    setTimeout(() => platform.close(), 50)
  `)
  assert.deepEqual([it.code, it.output, it.complaints], [0, 'ConfigError', ''])
  assert.ok(it.stayed < 4, `it stayed for ${it.stayed} s`)
})

test('a thread that ends leaves no waiting client, and causes no crash', async () => {
  const it = await run(`
    import { Worker, isMainThread } from 'node:worker_threads'
    const worker = new Worker(\`
      import { parentPort } from 'node:worker_threads'
      import { OpenPlatform } from 'open-platform'
      const never = () => new Promise(() => {})
      const store = { get: never, put: never, delete: never, scan: () => { parentPort.postMessage('asked'); return never() } }
      new OpenPlatform({ apiKey: 'any', store, storeKeys: ['unencrypted'] }).grants.list()
    \`, { eval: true })
    worker.once('message', async (word) => console.log(word, await worker.terminate()))
  `)
  assert.deepEqual([it.code, it.output, it.complaints], [0, 'asked 1', ''])
})

test('a grant in a custom store is refreshed once', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const store = new Memory(() => new Promise(setImmediate))
  const platform = new OpenPlatform({ ...world.settings, store, storeKeys: KEYS })
  const { access_token: accessToken, refresh_token: refreshToken } = await world.issueTokens('buyer', ['USER_PHONE', 'offline_access'])
  await world.advance(7200)
  const { key } = await platform.grants.adopt({ accessToken, refreshToken: refreshToken ?? undefined, expiresAt: new Date(0), scopes: ['USER_PHONE', 'offline_access'] })
  await Promise.all(Array.from({ length: 8 }, () => platform.user(key).users.me()))
  assert.equal((await world.requests('oauth.refresh')).length, 1)
})

test('check reports settings that cannot work', async () => {
  const store = new Memory()
  await client(store).grants.adopt(TOKENS, { user: 'user-7' })
  await client(store).check()
  const other = client(store, { storeKeys: ['bG9zdCBrZXkgb2YgdGhlIHN0b3JlLCAzMiBieXRlcy4='] })
  await assert.rejects(other.check(), StoreError)
  const half = new OpenPlatform({ apiKey: 'any', clientId: 'app', transport: Recorder.always(response(404)) })
  await assert.rejects(half.check(), (error) => error instanceof ConfigError && /clientSecret/.test(error.message))
})

/** The first warning of this library about something. */
function warning(about: RegExp): Promise<void> {
  return new Promise((resolve) => {
    process.on('warning', ({ name, message }) => {
      if (name === 'OpenPlatformWarning' && about.test(message)) resolve()
    })
  })
}

test('notices are warnings of the process', { timeout: 60_000 }, async () => {
  const warned = [warning(/memory of this process/), warning(/the identification key one has fewer than 16 bytes/)]
  const platform = new OpenPlatform({ apiKey: 'any', store: 'memory:' })
  platform.inbox()
  new Webhooks([{ id: 'one', key: 'short' }])
  await Promise.all(warned)
})
