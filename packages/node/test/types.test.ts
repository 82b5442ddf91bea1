/** What the types allow and refuse. The compiler is the judge: a line that must not compile says so. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

import * as exported from 'open-platform'
import {
  action,
  type Action,
  botMessage,
  button,
  type Color,
  createAppGateway,
  createHooks,
  createLogin,
  type Delivery,
  type Denied,
  type Event,
  type Granted,
  IpAllowlist,
  joinScopes,
  type MessageContent,
  migrate,
  OpenPlatform,
  type Post,
  postPrice,
  read,
  requiredScopes,
  scope,
  type Scope,
  Tokens,
  type Tomans,
  toRials,
  type UserClient,
  w,
  Webhooks,
  type Widget,
} from 'open-platform'
import { startSandbox } from 'open-platform/testing'

declare const platform: OpenPlatform
declare const user: UserClient

/** Never called: it only has to compile. */
export async function calls(): Promise<void> {
  const post: Post = await platform.posts.get('gZd7omnS', { signal: AbortSignal.timeout(5), timeoutMs: 5 })
  const price: Tomans | undefined = postPrice(post)?.value
  const image = await platform.images.upload(new Uint8Array())
  await user.addons.createOnPost(post.token, { widgets: [w.eventRow('Report', { image, hasDivider: true })] })
  await user.addons.createOnPost(post.token, { widgets: [w.eventRow('Report', { image: 'logo' })], semantic: {} }, { timeoutMs: 1 })
  await user.conversations.send('c', 'Hello', { receiver: [[button.link('Open', { url: 'https://app.example' })]], timeoutMs: 1 })
  await user.chatbot.send('u', { text: 'Hello' }, { buttons: [[button.server('Go', { data: { id: '7', list: [1, null] } })]] })
  await using closed = new OpenPlatform()
  void [price, closed]

  // @ts-expect-error: there is no such option
  await platform.posts.get('gZd7omnS', { timeout: 5 })
  // @ts-expect-error: a token is text
  await platform.posts.get(5)
  // @ts-expect-error: images need bytes, a path or a Blob
  await platform.images.upload(5)
  // @ts-expect-error: an add-on is created for a user
  await platform.addons.createOnPost('gZd7omnS', { widgets: [] })
  // @ts-expect-error: a semantic value is text
  await user.addons.createOnPost('gZd7omnS', { semantic: { color: 5 } })
  // @ts-expect-error: the address of a button is given by name
  button.link('Open', 'https://app.example')
  // @ts-expect-error: buttons stand in rows
  await user.conversations.send('c', 'Hello', { receiver: [button.link('Open', { url: 'https://app.example' })] })
  // @ts-expect-error: the option of a chat is not one of the bot
  await user.chatbot.send('u', 'Hello', { receiver: [] })
  await user.payments.report({ amount: toRials({ tomans: 35_000 }), profit: { rials: 1 }, referenceId: 'order 7' })
  // @ts-expect-error: an amount in toman is not one in rial
  await user.payments.report({ amount: { tomans: 35_000 }, profit: { rials: 1 }, referenceId: 'order 7' })
  // @ts-expect-error: an amount has a unit
  await user.payments.report({ amount: 35_000, profit: { rials: 1 }, referenceId: 'order 7' })
  // @ts-expect-error: a login has a session
  await platform.oauth.authorize({ scopes: [scope.userPhone] })
  // @ts-expect-error: made by the client alone
  void new (await import('open-platform')).UserClient(() => undefined)
}

interface Inspection {
  id: string
  score?: number
}

const BUTTONS = [[button.link('Open', { url: 'https://app.example' })]] as const
const SCOPES = [scope.userPhone, scope.offlineAccess] as const

/** Arguments may be read-only lists, and JSON may be a value of an `interface`, with members that are `undefined`. */
export async function inputs(inspection: Inspection, given: string | undefined): Promise<void> {
  const data = { id: given, of: inspection }
  await user.conversations.send('c', 'Hello', { receiver: BUTTONS, sender: [[button.server('Go', { data: inspection })]] })
  await user.chatbot.send('u', botMessage('Hello', { buttons: BUTTONS }), { buttons: [[button.dynamic('Go', { data })]] })
  await user.events.subscribe({ eventType: 'NEW_MESSAGE', metadata: inspection })
  await user.events.subscribe({ eventType: 'NEW_MESSAGE', metadata: data, extra: inspection })
  await platform.oauth.authorize({ scopes: SCOPES, session: 's' })
  const widgets = [w.groupInfoRow([{ title: 'a', value: 'b' }] as const), w.imageCarouselRow(['logo'] as const)] as const
  await user.addons.createOnPost('gZd7omnS', { widgets })
  await platform.request({ method: 'POST', segments: ['v1', 'x'] as const, query: [['a', 'b']] as const, body: inspection })
  const action: Action = { type: 'open_server_link', data: inspection }
  void [read.message(inspection), migrate.any(data), w.buttonBar('Open', { action }), joinScopes(SCOPES), requiredScopes(['a'] as const)]
  void [new IpAllowlist(['::1'] as const).trustedProxies(['::1'] as const), new Webhooks([{ id: 'a', key: 'b' }] as const)]

  // @ts-expect-error: the data of a button is an object
  button.server('Go', { data: 'text' })
  // @ts-expect-error: JSON has no `bigint`
  await user.events.subscribe({ eventType: 'NEW_MESSAGE', metadata: 5n })
  // @ts-expect-error: scopes are text
  joinScopes([5] as const)
}

/** An option that is `undefined` is one that is not given. */
export function options(absent: undefined): void {
  createHooks({
    platform: absent, keys: absent, bodyLimit: absent, bodyTimeoutMs: absent, staleAfterMs: absent, rejectStale: absent,
    inbox: absent, handlerTimeoutMs: absent, workers: absent, drainTimeoutMs: absent, dedupe: absent, allowlist: absent,
    grantOf: absent, onHook: absent, logger: absent,
  })
  createLogin({
    scopes: async () => SCOPES, onGranted: () => undefined, platform: absent, onDenied: absent, onError: absent, session: absent,
    user: absent, prompt: absent, loginHint: absent, uiLocales: absent, redirectUri: absent, handlerTimeoutMs: absent,
    logger: absent,
  })
  createAppGateway({
    user: ({ headers }) => headers.get('x') ?? undefined, platform: absent, keys: absent, allow: absent, lifetimeMs: absent,
    bodyLimit: absent, redirectUris: absent, prefix: absent, handlerTimeoutMs: absent, logger: absent,
  })
}

export const sandbox = (absent: undefined) => startSandbox({ binary: absent, seed: absent, profile: absent })

export function logins(login: Granted | Denied): UserClient | undefined {
  // @ts-expect-error: only of who said yes
  void login.user
  return login.status === 'denied' ? undefined : login.user
}

export function widgets(): Widget[] {
  // @ts-expect-error: a score is a number
  w.scoreRow('Engine', { percentageScore: 'high' })
  // @ts-expect-error: no such member
  w.titleRow('Inspected', { hasDividers: true })
  // @ts-expect-error: a button bar does something
  w.buttonBar('Open')
  // @ts-expect-error: exactly one kind of row
  const mixed: Widget = { type: 'title_row', row: { title: 'x', action: action.postPage('gZd7omnS') } }
  return [mixed, { type: 'title_row', row: { text: 'Inspected' } }, { type: 'unknown', kind: 'new_row', value: {}, semanticPaths: {} }]
}

/** Known words are offered, and others are taken. */
export const colors: Color[] = ['SUCCESS_PRIMARY', 'A_COLOUR_OF_TOMORROW']
export const scopes: Scope[] = [scope.postAddonCreate('gZd7omnS'), scope.offlineAccess, 'A_SCOPE_OF_TOMORROW']

/** Every known event has its payload, and there are no others. */
export function subject(event: Event): string {
  switch (event.type) {
    case 'new_message':
    case 'new_chatbot_message':
      return event.message.id
    case 'post_update':
      return event.update.post.token
    case 'payment_transaction':
      return event.transaction.id
    case 'user_access_revocation':
      return event.revocation.userId
  }
}

/** What cannot be read is a branch of the delivery. */
export function whole({ event }: Delivery): string {
  // @ts-expect-error: it may be none that is known
  subject(event)
  if (event.type === 'malformed') return event.reason
  if (event.type === 'unknown') return event.kind
  return subject(event)
}

export function content(content: MessageContent): string {
  // @ts-expect-error: not every content is text
  void content.text
  return content.type === 'text' ? content.text : content.type === 'location' ? `${content.location.latitude}` : content.type
}

export function hooks(): void {
  createHooks().on('new_message', (event, { reply }) => reply(event.message.id))
  // @ts-expect-error: no such event
  createHooks().on('new_massage', () => undefined)
  // @ts-expect-error: a post that changed has no message
  createHooks().on('post_update', (event) => void event.message)
}

/** What stands in a file of declarations without a word about it: exports, and members of classes and interfaces. */
function undocumented(text: string): string[] {
  const missing: string[] = []
  let [before, name, open] = ['', '', false]
  for (const line of text.split('\n')) {
    const top = /^export (?:declare )?(?:abstract )?(class|interface|function|const|type) (\w+)/.exec(line)
    if (top) open = ['class', 'interface'].includes(top[1]!)
    const member = open && /^ {4}(?:static |readonly |abstract |get )*([\w[\].]+)\??[(:<]/.exec(line)
    const found = top ? top[2] : member && member[1] !== 'constructor' ? member[1] : undefined
    // An overload follows the one that has the words.
    if (found && found !== name && !before.endsWith('*/')) missing.push(line.trim())
    if (found) name = found
    before = line
  }
  return missing
}

test('every public name is documented', () => {
  const types = join(dirname(createRequire(import.meta.url).resolve('open-platform/package.json')), 'types')
  // Without what is generated, which is checked against its source, and what only this package itself uses.
  const files = readdirSync(types, { recursive: true }) as string[]
  const written = files.filter((file) => file.endsWith('.d.ts') && !/native|admin|adapters/.test(file))
  assert.ok(written.length > 30)
  assert.deepEqual(undocumented('export interface A {\n    b: string\n}'), ['export interface A {', 'b: string'])
  for (const file of written) assert.deepEqual(undocumented(readFileSync(join(types, file), 'utf8')), [], file)
})

test('every class of calls is exported', () => {
  const types = join(dirname(createRequire(import.meta.url).resolve('open-platform/package.json')), 'types', 'api')
  const classes = readdirSync(types).filter((file) => file.endsWith('.d.ts')).flatMap((file) =>
    [...readFileSync(join(types, file), 'utf8').matchAll(/^export declare class (\w+)/gm)].map((found) => found[1]!))
  assert.ok(classes.length > 30)
  assert.deepEqual(classes.filter((name) => !(name in exported)), [])
})

test('an option that is undefined is not given', () => {
  options(undefined)
})

test('the types hold', () => {
  assert.deepEqual(scopes.slice(0, 2), ['POST_ADDON_CREATE.gZd7omnS', 'offline_access'])
  assert.equal(new Tokens({ accessToken: 'a', expiresAt: new Date(0) }).scopes.length, 0)
  assert.equal(subject({ type: 'post_update', update: { post: { token: 'gZd7omnS' } } } as Event), 'gZd7omnS')
})
