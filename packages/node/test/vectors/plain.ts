/** Vectors that send nothing. */
import assert from 'node:assert/strict'

import {
  addRials,
  check,
  compareRials,
  hashedNames,
  type Hosts,
  InvalidInput,
  joinScopes,
  type Json,
  mask,
  maskRealEstate,
  migrate,
  type Migration,
  normalizePhone,
  OpenPlatform,
  type PostDetails,
  read,
  requiredScopes,
  scopes,
  type Settings,
  submitProblems,
  type SubmitSchema,
  subtractRials,
  w,
  write,
} from 'open-platform'
import { Recorder, response } from 'open-platform/testing'

import { native } from '../internal.js'

import { judge, outcome, same, type Value } from './cases.js'
import { isRequest } from './outgoing.js'
import { DEFAULT_RESPONSE, Vectors } from './platform.js'

const IDENTIFIERS: Record<string, (value: string) => void> = {
  post_token: check.postToken,
  conversation_id: check.conversationId,
  user_id: check.userId,
  business_token: check.businessToken,
  id: check.recordId,
}

judge('phones_and_ids', async ({ given, expect }) => {
  const value = await outcome(expect, () => {
    if (given.type === 'phone') return normalizePhone(given.value)
    IDENTIFIERS[given.type]!(given.value)
    return given.value
  })
  if (value !== undefined) same('value', value, expect.value)
})

judge('amounts', ({ given, expect }) => {
  const [first, second] = [{ rials: Number(given.first) }, { rials: Number(given.second) }]
  if (![first, second].every(({ rials }) => Number.isSafeInteger(rials))) {
    for (const use of [compareRials, addRials, subtractRials]) assert.throws(() => use(first, second), InvalidInput)
    return
  }
  const order = ['less', 'equal', 'greater'][compareRials(first, second) + 1]
  const [sum, difference] = [addRials(first, second), subtractRials(first, second)].map(({ rials }) => String(rials))
  same('the amounts', { order, sum, difference }, expect)
})

judge('semantics', async ({ given, expect }) => {
  if (given.operation === 'hashed_names') return same('names', hashedNames(given.semantic).sort(), expect.names)
  const value = await outcome(expect, () => {
    if (given.operation === 'mask') return mask(given.value)
    assert.equal(given.operation, 'mask_real_estate')
    return maskRealEstate(given.document, given.page)
  })
  if (value !== undefined) same('value', value, expect.value)
})

judge('submit_forms', async ({ given, expect }) => {
  const schema: SubmitSchema = { schema: given.schema, issues: [], extra: {} }
  const problems = submitProblems(schema, given.category_fields)
  same('problems', problems, expect.problems)
  const generalData: PostDetails = {
    categorySlug: 'light', title: 'Car', description: 'Blue', city: 'tehran', locationType: 'LOCATION_TYPE_EMPTY',
  }
  const post = { businessToken: 'b1', generalData, categoryFields: given.category_fields, schema }
  let refused: string | undefined
  try {
    check.postSubmission(post)
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    refused = error.field
  }
  same('the refused field', refused, problems[0]?.path.replace('category_fields', 'categoryFields') ?? null)
})

judge('scopes', async ({ given, expect }) => {
  if (given.operation === 'required') {
    const needs = await outcome(expect, () => requiredScopes(given.calls, given.events))
    if (!needs) return
    const { scopes, permissions } = needs
    const alternatives = needs.alternatives.map(({ smallest, broader }) => ({ scope: smallest, or: broader }))
    same('what is needed', { scope: scopes.join(' '), scopes, alternatives, permissions }, expect)
  } else if (given.operation === 'join') {
    const value = await outcome(expect, () => joinScopes(given.scopes))
    if (value !== undefined) same('value', value, expect.value)
  } else if (given.operation === 'table') {
    same('identifiers', Object.fromEntries(scopes().map(({ name, identifier }) => [name, identifier ?? null])), expect.identifiers)
  } else {
    assert.fail(given.operation)
  }
})

judge('widgets', async ({ given, expect }) => {
  const written = await outcome(expect, () => {
    const rows = { event_row: w.eventRow, selector_row: w.selectorRow }
    const make = rows[given.row as keyof typeof rows]
    const addons = make
      ? [given.image, { imageName: given.image }].map((image) => ({ widgets: [make('Report', { image })] }))
      : [read.postAddon({ widgets: [given.widget] })]
    return addons.map((addon) => {
      check.postAddon(addon)
      return write.postAddon(addon) as Value
    })
  })
  for (const addon of written ?? []) same('the widget', addon.widgets[0], expect.value)
})

judge('messages', async ({ given, expect }) => {
  const written = await outcome(expect, () => {
    if (given.kind === 'message') {
      const message = read.message(given.value)
      check.message(message)
      return write.message(message)
    }
    const message = read.botMessage(given.value)
    check.botMessage(message)
    return write.botMessage(message)
  })
  if (written) same('the message', written, expect.value)
})

judge('retry_after', ({ given, expect }) => {
  same('seconds', native.retryAfterSeconds(given.header, new Date(given.now)), expect.seconds)
})

const MIGRATIONS: Record<string, (document: Json) => Migration> = {
  any: migrate.any,
  addon: migrate.addon,
  user_addon: migrate.userAddon,
  verification: migrate.verification,
  widgets: migrate.widgets,
  action: migrate.action,
  message: migrate.message,
  listener: migrate.listener,
  webhook_body: migrate.webhookBody,
  start_request: migrate.startRequest,
}

judge('migration', async ({ given, expect }) => {
  const migrated = await outcome(expect, () => MIGRATIONS[given.kind]!(given.value), { path: (path) => path })
  if (!migrated) return
  const { value, endpoint, dropped, needsAttention } = migrated
  const actual: Value = { value, endpoint: endpoint ?? null, dropped, needs_attention: needsAttention }
  for (const [name, wanted] of Object.entries(expect)) {
    if (name === 'contains') contains(actual.value, wanted)
    else same(name, actual[name], wanted)
  }
})

function contains(actual: Value, expected: Value): void {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) return same('a member', actual, expected)
  for (const [name, member] of Object.entries(expected)) contains(actual?.[name], member)
}

judge('environments', async ({ given, expect }) => {
  const recorder = Recorder.always(response(200, DEFAULT_RESPONSE.body))
  const lines: string[] = []
  const write = (level: string) => (text: string) => lines.push(`${level} ${text.replace(/^open-platform: /, '')}`)
  const logger = { debug() {}, info: write('info'), warn: write('warning'), error: write('error') }
  const settings: Settings = { environment: given.environment, transport: recorder, logger }
  if ('api_key' in given) settings.apiKey = given.api_key
  if ('client_id' in given) settings.clientId = given.client_id
  if ('sandbox_url' in given) settings.sandboxUrl = given.sandbox_url
  if ('base' in given) settings.hosts = hosts(given.base)
  const post = await outcome(expect, async () => {
    try {
      return await new OpenPlatform(settings).posts.get('gZd7omnS')
    } catch (error) {
      assert.ok(!inspected(error).includes('canary'), inspected(error))
      throw error
    }
  })
  same('number of requests', recorder.requests().length, post ? 1 : 0)
  if (post) isRequest(recorder.requests()[0]!, expect.request)
  same('lines', lines, expect.lines ?? [])
})

function hosts(base: string): Hosts {
  const example = (name: string) => `https://${name}.example`
  return { auth: example('auth'), base, api: example('api'), upload: example('upload'), chat: example('chat') }
}

/** The limits of messages and widgets that a case sets. */
export function limits(given: Value): Settings {
  const settings: Settings = {}
  if ('max_message_chars' in given) settings.maxMessageChars = given.max_message_chars
  if ('max_caption_chars' in given) settings.maxCaptionChars = given.max_caption_chars
  if ('max_image_name_chars' in given) settings.maxImageNameChars = given.max_image_name_chars
  if ('max_buttons' in given) settings.maxButtons = given.max_buttons
  return settings
}

judge('configurations', async ({ given, expect }) => {
  const settings: Settings = { allowPlainHttp: given.allow_plain_http === true }
  if ('api_key' in given) settings.apiKey = given.api_key
  if ('client_id' in given) settings.clientId = given.client_id
  if ('client_secret' in given) settings.clientSecret = given.client_secret
  if ('identification_key' in given) settings.identificationKeys = [given.identification_key]
  if ('timeout' in given) settings.timeoutMs = given.timeout * 1000
  if ('upload_timeout' in given) settings.uploadTimeoutMs = given.upload_timeout * 1000
  if ('max_attempts' in given) settings.retry = { maxAttempts: given.max_attempts }
  Object.assign(settings, limits(given))
  if ('max_image_bytes' in given) settings.maxImageBytes = given.max_image_bytes
  if ('max_body_bytes' in given) settings.maxBodyBytes = given.max_body_bytes
  if ('max_video_bytes' in given) settings.maxVideoBytes = given.max_video_bytes
  if ('max_pending_logins' in given) settings.maxPendingLogins = given.max_pending_logins
  if ('sandbox_url' in given) Object.assign(settings, { hosts: undefined, sandboxUrl: given.sandbox_url })
  if ('base' in given) settings.hosts = hosts(given.base)
  // Node's timeouts have their unit in the name.
  const field = expect.error?.field?.replace(/timeout$/, 'timeout_ms')
  let sent = () => 0
  const post = await outcome(field ? { error: { ...expect.error, field } } : expect, async () => {
    try {
      const platform = new Vectors({ always: undefined }, settings)
      sent = () => platform.sent.length
      const { client } = platform
      if ('identification_key' in given) client.webhooks()
      if ('connect_timeout' in given) new OpenPlatform({ environment: {}, connectTimeoutMs: given.connect_timeout * 1000 })
      const user = client.userWithToken(given.access_token ?? 'access-token-of-the-user')
      const timeoutMs = 'call_timeout' in given ? given.call_timeout * 1000 : undefined
      return await user.posts.getWithOngoingImages('gZd7omnS', { timeoutMs })
    } catch (error) {
      assert.ok(!inspected(error).includes('canary'), inspected(error))
      throw error
    }
  })
  same('number of requests', sent(), post ? 1 : 0)
})

function inspected(error: unknown): string {
  return error instanceof Error ? `${error.message} ${error.stack} ${JSON.stringify(error)}` : String(error)
}
