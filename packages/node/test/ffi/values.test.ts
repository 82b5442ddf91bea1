/** Values that do not fit are refused before anything is sent, by their place; values that fit arrive as they are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  button, InvalidInput, OpenPlatform, type PostAddon, postTitle, readDelivery, type Subscription, type UserAddon, w, write,
} from 'open-platform'
import { Recorder, response } from 'open-platform/testing'

const POST = 'gZd7omnS'

/** A client that sends nothing, and what it would have sent. */
function stage(reply: Parameters<typeof response>[1] = {}) {
  const transport = Recorder.always(response(200, reply))
  const platform = new OpenPlatform({ apiKey: 'any', transport })
  const user = platform.userWithToken('any')
  return {
    platform,
    user,
    addon: (addon: unknown) => user.addons.createOnPost(POST, addon as PostAddon),
    body: () => JSON.parse(Buffer.from(transport.requests().at(-1)!.body).toString()),
    sent: () => transport.requests().length,
  }
}

/** That the error is about this place, and says nothing of the value. */
const at = (field: string) => (error: unknown) => {
  assert.ok(error instanceof InvalidInput, String(error))
  assert.equal(error.field, field)
  assert.doesNotMatch(error.message, /canary/)
  return true
}

const row = (members: object) => ({ widgets: [{ type: 'title_row', row: { text: 'Inspected', ...members } }] })

test('a value of the wrong type is refused with its path', async () => {
  const { addon, platform, user, sent } = stage()
  const cases: [unknown, string][] = [
    ['canary', 'addon'],
    [[], 'addon'],
    [null, 'addon'],
    [undefined, 'addon'],
    [() => 'canary', 'addon'],
    [{ widgets: 'canary' }, 'widgets'],
    [{ widgets: { length: 1 } }, 'widgets'],
    [{ widgets: ['canary'] }, 'widgets[0]'],
    [{ widgets: [{ type: 'title_row', row: { text: 'a' } }, { row: {} }] }, 'widgets[1].type'],
    [{ widgets: [{ type: 'canary' }] }, 'widgets[0].type'],
    [{ widgets: [{ type: 'title_row' }] }, 'widgets[0].row'],
    [row({ text: 5 }), 'widgets[0].titleRow.text'],
    [row({ text: Symbol('canary') }), 'widgets[0].titleRow.text'],
    [row({ hasDivider: 'canary' }), 'widgets[0].titleRow.hasDivider'],
    [row({ hasDivider: 1 }), 'widgets[0].titleRow.hasDivider'],
    [row({ extra: { more: 1n } }), 'widgets[0].titleRow.extra.more'],
    [{ widgets: [], semantic: { color: 5 } }, 'semantic.color'],
    [{ widgets: [], notes: {} }, 'notes'],
  ]
  const carousel = (images: unknown) => ({ widgets: [w.imageCarouselRow(images as never)] })
  for (const images of ['canary', null, undefined, {}]) assert.throws(() => carousel(images), at('images'))
  cases.push([carousel([{ image: 5 }]), 'widgets[0].imageCarouselRow.items[0].imageId'])
  for (const missing of [null, undefined]) {
    assert.throws(() => carousel([missing]), at('imageId'))
    // An empty title would be sent without an error.
    assert.throws(() => w.titleRow(missing as never), at('text'))
    assert.throws(() => w.eventRow(missing as never, { image: 'logo' }), at('title'))
    assert.throws(() => w.groupInfoRow(missing as never), at('items'))
  }
  for (const [value, field] of cases) await assert.rejects(addon(value), at(field), field)

  const wrong = 5 as never
  await assert.rejects(platform.posts.get(wrong), at('post'))
  await assert.rejects(user.conversations.get({} as never), at('conversation'))
  await assert.rejects(platform.images.upload(wrong), InvalidInput)
  await assert.rejects(platform.posts.get(POST, { timeoutMs: Number.NaN }), at('timeoutMs'))
  await assert.rejects(platform.posts.get(POST, { timeoutMs: -1 }), at('timeoutMs'))
  assert.throws(() => new OpenPlatform({ apiKey: wrong }), at('apiKey'))
  assert.throws(() => new OpenPlatform({ retry: { maxAttempts: 1.5 } }), at('retry.maxAttempts'))
  assert.throws(() => new OpenPlatform({ transport: {} as never }), at('transport'))
  assert.equal(sent(), 0)
})

test('a member that a data type does not have is refused, with the name that was meant', async () => {
  const { addon, platform, user, sent } = stage()
  const unknown = async (call: () => unknown, field: string, meant: string) => {
    const error = await (async () => call())().then(() => undefined, (error: unknown) => error)
    at(field)(error)
    assert.equal((error as InvalidInput).reason, `there is no such member: did you mean ${meant}?`)
  }
  const search = (members: object) => () => platform.finder.search(members)
  await unknown(search({ categry: 'light' }), 'categry', 'category')
  await unknown(search({ category: 'light', Districts: ['canary'] }), 'Districts', 'districts')
  await unknown(search({ query: { usage: { max: 5, Min: 1 } } }), 'query.usage.Min', 'min')
  await unknown(search({ query: { only_with_parking: true } }), 'query.only_with_parking', 'onlyWithParking')
  await unknown(() => addon({ ...row({}), note: 'canary' }), 'note', 'notes')
  await unknown(() => addon(row({ has_divider: true })), 'widgets[0].titleRow.has_divider', 'hasDivider')
  // A required member, which would be missing, and a member of a variant.
  await unknown(() => addon({ widgets: [{ type: 'title_row', row: { txt: 'canary' } }] }), 'widgets[0].titleRow.txt', 'text')
  await unknown(() => addon({ widgets: [{ type: 'title_row', rows: {}, row: { text: 'a' } }] }), 'widgets[0].rows', 'row')
  await unknown(() => addon({ widgets: [w.titleRow('Inspected', { hasDividers: true } as object)] }), 'widgets[0].titleRow.hasDividers', 'hasDivider')
  const buttons = [[{ ...button.link('Open', { url: 'https://app.example' }), iconNames: 'canary' }]]
  await unknown(() => user.chatbot.send('u', 'Hello', { buttons }), 'buttons.rows[0].buttons[0].iconNames', 'iconName')
  await assert.rejects(Promise.resolve().then(search({ colour: 'canary' })), { field: 'colour', reason: /^there is no such member: there are category, city, / })
  assert.equal(sent(), 0)
})

test('members that are undefined, inherited, or named by a symbol are no unknown members', async () => {
  const { addon, body } = stage()
  class Addon {
    widgets = row({ hasDivider: undefined }).widgets
    semantic = undefined
    more = undefined
    get size() { return 1 }
  }
  await addon(Object.assign(new Addon(), { [Symbol('canary')]: 1 }))
  assert.deepEqual(body(), { widgets: [{ title_row: { text: 'Inspected' } }] })
})

test('an object that was received may have members of the app', async () => {
  const reply = { token: POST, category: 'light', business_data: { business_type: 'premium-panel' }, data: { title: 'A post' } }
  const { platform } = stage(reply)
  const post = await platform.posts.get(POST)
  const mine = { ...post, seen: true, businessData: { ...post.businessData!, seen: true } }
  assert.equal(postTitle(mine), 'A post')
  assert.deepEqual(write.post(mine), write.post(post))
  const { event } = delivery('NEW_MESSAGE', { new_message: { id: 'm-1', conversation: { id: 'c-1' }, type: 'TEXT', text: 'a' } })
  assert.ok(event.type === 'new_message')
  assert.deepEqual(write.event({ ...event, message: { ...event.message, seen: true } } as typeof event), write.event(event))
})

test('a value that throws when it is read is refused with its path', async () => {
  const { addon, user, sent } = stage()
  const trap = () => {
    throw new Error('canary')
  }
  await assert.rejects(addon({ get widgets() { return trap() } }), at('widgets'))
  await assert.rejects(addon({ widgets: [{ type: 'title_row', row: { get text() { return trap() } } }] }), at('widgets[0].titleRow.text'))
  await assert.rejects(addon(new Proxy({}, { get: trap })), at('widgets'))
  await assert.rejects(addon({ widgets: [], semantic: new Proxy({}, { ownKeys: trap }) }), at('semantic'))
  const circle: Record<string, unknown> = {}
  circle['circle'] = circle
  const subscription = (metadata: unknown) => ({ eventType: 'NEW_MESSAGE_ON_POST', metadata }) as Subscription
  for (const metadata of [circle, { toJSON: trap }, 1n, () => {}, Symbol('canary')]) {
    await assert.rejects(user.events.subscribe(subscription(metadata)), at('metadata'))
  }
  const deep = JSON.parse('['.repeat(200) + ']'.repeat(200)) as unknown
  await assert.rejects(user.events.subscribe(subscription(deep)), at('metadata'))
  assert.equal(sent(), 0)
})

test('what JSON cannot express is refused with its path, and not sent as something else', async () => {
  const { body, platform, user, sent } = stage()
  const request = (body: unknown) => platform.request({ method: 'POST', segments: ['v1'], body: body as never })
  const wrong = [
    NaN, Infinity, -Infinity, 1n, Symbol('canary'), () => 'canary', class {}, new Map([['canary', 1]]), new Set(['canary']), new WeakMap(),
    new Date(NaN), /canary/, new Error('canary'), new Uint8Array(2), new ArrayBuffer(2), Promise.resolve('canary'),
    new URLSearchParams('canary=1'), [1].values(), '\ud800',
  ]
  for (const value of wrong) {
    await assert.rejects(request(value), at('body'))
    await assert.rejects(request({ a: [0, { b: value }] }), at('body.a[1].b'))
    const subscription = { eventType: 'NEW_MESSAGE_ON_POST', metadata: { a: value } } as unknown as Subscription
    await assert.rejects(user.events.subscribe(subscription), at('metadata.a'))
  }
  await assert.rejects(request({ a: [1, undefined] }), at('body.a[1]'))
  await assert.rejects(request(Array(1)), at('body[0]'))
  const circle: Record<string, unknown> = {}
  Object.assign(circle, { left: circle, right: [circle] })
  await assert.rejects(request(circle), at('body'))
  assert.equal(sent(), 0)

  class Point {
    constructor(readonly x: number) {}
  }
  const twice = { y: -0 }
  await request({
    date: new Date(0), url: new URL('https://app.example/'), point: new Point(1), bare: Object.assign(Object.create(null), { z: null }),
    none: undefined, list: [true, 1e21, 0.1, '👋', twice, twice], own: { toJSON: () => 'mine' },
  })
  assert.deepEqual(body(), {
    date: '1970-01-01T00:00:00.000Z', url: 'https://app.example/', point: { x: 1 }, bare: { z: null },
    list: [true, 1e21, 0.1, '👋', { y: 0 }, { y: 0 }], own: 'mine',
  })
})

test('text keeps every character, and a lone surrogate is refused', async () => {
  const { addon, body, sent } = stage()
  const text = 'سلام 👋 \ufffd é\u0000x'
  await addon({ ...row({}), notes: text })
  assert.equal(body().notes, text)
  const long = 'س👋'.repeat(200)
  await addon({ ...row({}), notes: long })
  assert.equal(body().notes, long)
  for (const half of ['\ud83d', 'a\udc4bb', `${'x'.repeat(5000)}\ud800`]) {
    await assert.rejects(addon({ ...row({}), notes: half }), at('notes'))
  }
  await assert.rejects(addon({ ...row({}), notes: 'x'.repeat(20 * 2 ** 20) }), at('notes'))
  assert.equal(sent(), 2)
})

test('objects without a prototype, frozen objects and instances of classes are accepted', async () => {
  const { addon, body } = stage()
  class Addon {
    widgets = row({}).widgets
  }
  for (const value of [Object.assign(Object.create(null), row({})), Object.freeze(row({})), new Addon()]) {
    await addon(value)
    assert.deepEqual(body().widgets, [{ title_row: { text: 'Inspected' } }])
  }
})

test('whole numbers are exact, or refused', async () => {
  const { user, body, sent } = stage()
  const create = (cost: unknown) => user.addons.createForUser('09121234567', {
    ...row({}), categories: ['light'], cost: { rials: cost }, ticketUuid: '4f9b2e6c-7d7a-4d9f-9a3e-0f5b7c1d2e3f',
  } as unknown as UserAddon)
  for (const cost of [1, 350_000, 2 ** 31 - 1]) {
    await create(cost)
    assert.equal(Number(body().cost), cost)
  }
  const before = sent()
  for (const cost of [2 ** 31, 2 ** 53 - 1]) await assert.rejects(create(cost), at('cost'))
  for (const cost of [2 ** 53, -(2 ** 53), 1.5, Number.NaN, Infinity, '5', 5n, true]) await assert.rejects(create(cost), at('cost.rials'))
  assert.equal(sent(), before)
})

test('a response arrives unchanged: dates, large numbers, names with a meaning in JavaScript', async () => {
  const data = '{"__proto__":{"polluted":true},"constructor":1,"price":9007199254740991,"text":"\\u0000\\ud83d\\udc4b"}'
  const { platform } = stage(Buffer.from(`{"token":"${POST}","first_published_at":"2025-07-16T10:41:42.648Z",
    "__proto__":{"polluted":true},"data":${data}}`))
  const post = await platform.posts.get(POST)
  assert.equal(post.firstPublishedAt!.toISOString(), '2025-07-16T10:41:42.648Z')
  assert.deepEqual(post.data, JSON.parse(data))
  assert.deepEqual(Object.keys(post.extra), ['__proto__'])
  assert.equal('lastModifiedAt' in post, false)
  assert.equal(({} as { polluted?: boolean }).polluted, undefined)
  assert.equal(Object.getPrototypeOf(post), Object.prototype)
})

test('a date is exact to the millisecond, also before 1970', async () => {
  for (const instant of ['1969-12-31T23:59:59.999Z', '1901-02-03T04:05:06.007Z', '2038-01-19T03:14:08.001Z', '9999-12-31T23:59:59.999Z']) {
    const { platform } = stage(Buffer.from(`{"token":"${POST}","first_published_at":"${instant}"}`))
    assert.equal((await platform.posts.get(POST)).firstPublishedAt!.toISOString(), instant)
  }
})

/** What arrives of an event with these members beside its type. */
const delivery = (type: string, members: object) => readDelivery(Buffer.from(JSON.stringify({ type, ...members })))

/** What arrives of a message with these members. */
function message(members: object, metadata: object = {}) {
  const { event, metadata: kept } = delivery('NEW_MESSAGE', { new_message: { id: 'm-1', conversation: { id: 'c-1' }, ...members }, metadata })
  assert.ok(event.type === 'new_message')
  assert.deepEqual([event.message.id, event.message.conversation.id, kept], ['m-1', 'c-1', metadata])
  return event.message
}

test('strings of every length and script arrive together', () => {
  for (const letter of ['x', '\u0000', '"', 'é', 'س', '\uffff', '👋', 'x س', '\u2028👋y']) {
    for (const count of [0, 1, 2, 12, 13, 31, 32, 62, 63, 64, 65, 500, 1000, 1024, 2047, 4095, 4096, 4097, 65_536]) {
      const text = letter.repeat(count)
      const { content } = message({ type: 'TEXT', text }, { text, [letter]: 'ascii' })
      assert.deepEqual(content, { type: 'text', text }, `${count} times ${JSON.stringify(letter)}`)
    }
  }
})

test('strings at the limit of the shared buffer and beyond are read', () => {
  for (let count = 700; count < 1100; count++) {
    const text = 'سلام '.repeat(count).slice(0, count)
    assert.deepEqual(message({ type: 'TEXT', text }).content, { type: 'text', text })
  }
})

test('numbers of every size are exact', () => {
  const whole = [0, 1, 30, 31, 32, 63, 64, 2047, 2048, 2 ** 28 - 1, 2 ** 28, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53]
  for (const rials of whole.flatMap((number) => [number, -number - 1])) {
    const { event } = delivery('PAYMENT_TRANSACTION', { transaction: { id: 't-1', cost_rials: rials } })
    assert.ok(event.type === 'payment_transaction')
    assert.deepEqual(event.transaction.cost, { rials })
  }
  for (const latitude of [0, -0, 1, -90, 0.1, 35.700_123_456_789, 1 / 3, 1e21, 1e300, -1e-300, 5e-324, 2 ** 31, 2 ** 53 + 2]) {
    const { content } = message({ type: 'LOCATION', location_data: { latitude, longitude: -latitude } })
    assert.ok(content.type === 'location')
    // JSON itself writes no negative zero.
    assert.deepEqual([content.location.latitude, content.location.longitude], JSON.parse(JSON.stringify([latitude, -latitude])))
  }
})

test('maps, lists and bytes arrive with their content, or empty', async () => {
  const headers = JSON.parse('{"x-one":"1","__proto__":"own","x-empty":""}') as Record<string, string>
  for (const body of [Buffer.from([]), Buffer.from([0, 255, 128, 10]), Buffer.alloc(100_000, 7)]) {
    const transport = Recorder.always({ type: 'response', response: { status: 200, headers, body } })
    const platform = new OpenPlatform({ apiKey: 'any', transport })
    const response = await platform.request({ method: 'GET', segments: ['v1', 'any'] })
    assert.ok(response.body instanceof Buffer)
    assert.deepEqual([response.status, Buffer.compare(response.body, body), response.attempts], [200, 0, 1])
    assert.deepEqual(Object.entries(response.headers).sort(), Object.entries(headers).sort())
    assert.deepEqual(transport.requests().map(({ method, body }) => [method, body.length]), [['GET', 0]])
  }
  const odd = delivery('NEW_MESSAGE', { new_message: { id: 5, conversation: { id: 'c-1' } }, ['__proto__']: [1, { a: null }], more: {} })
  assert.equal(odd.notes.length, 1)
  assert.deepEqual(Object.keys(odd.extra).sort(), ['__proto__', 'more'])
  assert.deepEqual(Object.getOwnPropertyDescriptor(odd.extra, '__proto__')?.value, [1, { a: null }])
  assert.equal(Object.getPrototypeOf(odd.extra), Object.prototype)
  assert.deepEqual(message({}).extra, {})
})

test('free JSON is the same as from JSON.parse', () => {
  const members = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v'])))
  for (const json of [
    '{}', '{ }', '{"a":"b"}', '{"a":""}', '{"":"b"}', ' {\n"a"\t: "b" ,\r"c" :"d"} ', '{"2":"b","1":"a","x":"y"}', '{"a":"b","a":"c"}',
    '{"__proto__":"own","constructor":"c"}', '{"a":":","b":"{","c":"}","d":",","e":"[]"}', '{"a":"سلام","👋":"\u2028"}', '{"a":"\\"b\\\\"}',
    '{"a":"b","c":1}', '{"a":1,"c":"b"}', '{"a":null}', '{"a":["b"]}', '{"a":{"b":"c"}}', '{"a":"b","c":{}}', '{"a":"b","c":true}',
    ...[20, 21, 22, 23, 24, 25, 60].map(members), `{"a":"${'x'.repeat(5000)}"}`, '{"a":[],"b":[[ ],{}, [{"c":[1 , -2]}]]}',
    '{"\\u005f_proto__":"own","to\\u0053tring":[{"valueOf":{"__proto__":null}}]}', '{"a":"\\b\\f\\n\\r\\t\\/\\"\\\\u0041\\u00e9"}',
    '{"a":"\\ud83d\\udc4b","c":"س\\u0000👋\\n"}', '{"a":-0,"b":0.10,"c":1E5,"d":-1.5e-7,"e":123456789012345,"f":[true,false,null]}',
    `{"a":${'['.repeat(120)}${']'.repeat(120)}}`,
  ]) {
    const { metadata } = readDelivery(Buffer.from(`{"type":"NEW_MESSAGE","new_message":{"id":"m-1"},"metadata":${json}}`))
    assert.deepEqual(metadata, JSON.parse(json), json)
    assert.deepEqual(Object.keys(metadata as object), Object.keys(JSON.parse(json) as object), json)
    assert.equal(Object.getPrototypeOf(metadata), Object.prototype, json)
  }
  // But half a character, which Node would keep, is U+FFFD: no other language can hold it.
  const { metadata } = readDelivery('{"type":"NEW_MESSAGE","new_message":{"id":"m-1"},"metadata":{"\\udc4b":"\\ud83d"}}')
  assert.deepEqual(metadata, { '\ufffd': '\ufffd' })
})

test('only own members of an object are read, not inherited ones', () => {
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    const inherited = Object.getOwnPropertyDescriptor(Object.prototype, name)!
    // As where Object.prototype is frozen: what is set there is not set at all.
    if ('writable' in inherited) Object.defineProperty(Object.prototype, name, { writable: false })
    const { metadata, extra } = delivery('NEW_MESSAGE', { new_message: { id: 'm-1' }, metadata: { [name]: [name] }, [name]: name })
    if ('writable' in inherited) Object.defineProperty(Object.prototype, name, { writable: true })
    const own = { configurable: true, enumerable: true, writable: true }
    assert.deepEqual(Object.getOwnPropertyDescriptor(metadata, name), { value: [name], ...own }, name)
    assert.deepEqual(Object.getOwnPropertyDescriptor(extra, name), { value: name, ...own }, name)
  }
})

test('results are plain data', () => {
  const it = delivery('NEW_MESSAGE', { new_message: { id: 'm-1', sent_at: '2025-07-16T10:41:42.648Z', type: 'TEXT', text: 'a' }, metadata: { a: [1] } })
  assert.deepEqual(structuredClone(it), it)
  assert.deepEqual({ ...it }, it)
  assert.deepEqual(JSON.parse(JSON.stringify(it)).metadata, { a: [1] })
  for (const [name, { get, writable, enumerable }] of Object.entries(Object.getOwnPropertyDescriptors(it))) {
    assert.deepEqual([get, writable, enumerable], [undefined, true, true], name)
  }
})

test('every character of a response arrives', async () => {
  const text = 'سلام 👋 \u0000\u2028\ufffd\\" é'
  const data = { title: text, [text]: [text, text.repeat(500)] }
  const { platform } = stage(Buffer.from(JSON.stringify({ token: POST, category: text, data, [text]: text })))
  const post = await platform.posts.get(POST)
  assert.deepEqual([post.category, post.data, post.extra], [text, data, { [text]: text }])
})
