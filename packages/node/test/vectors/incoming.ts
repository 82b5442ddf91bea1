/** Vectors of what the platform sends to the app. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'

import {
  isFromBot, read, readBotStart, readDelivery, readDirectLink, readStartRequest, replyOk, replyToDynamicAction, replyToRejection, replyToStart,
  replyUnavailable, IpAllowlist, WebhookRejected, Webhooks, write,
} from 'open-platform'

import { bytes, fields, judge, outcome, same, type Value } from './cases.js'

const KEY = 'identification-key-one'

judge('events', async ({ given, expect }) => {
  if ('second' in given) {
    const [first, second] = [given.first, given.second].map((body) => readDelivery(bytes({ body })))
    const actual = { same_dedupe_key: first!.dedupeKey === second!.dedupeKey, window_seconds: first!.dedupeWindowSeconds ?? null }
    return same('deduplication', actual, expect)
  }
  const delivery = await outcome(expect, () => readDelivery(bytes(given)))
  if (!delivery) return
  const { event } = delivery
  if ('unknown' in expect) return same('unknown', event.type === 'unknown' && event.kind, expect.unknown)
  if ('malformed' in expect) return same('malformed', event.type, 'malformed')
  assert.ok(event.type !== 'unknown' && event.type !== 'malformed', event.type)
  const { type, ...payload } = write.event(event) as Value
  same('kind', type, expect.kind)
  if ('grant' in expect) same('grant', delivery.grant ?? null, expect.grant)
  if ('metadata' in expect) same('metadata', delivery.metadata, expect.metadata)
  if ('legacy' in expect) same('legacy', delivery.legacy, expect.legacy)
  if ('noted' in expect) same('noted', delivery.notes.length > 0, expect.noted)
  if ('from_bot' in expect) same('from_bot', 'message' in event && isFromBot(event.message), expect.from_bot)
  fields(Object.values(payload)[0], expect.fields ?? {})
})

/** A receiver with these keys. One that has an end is an object. */
function receiver(keys: (string | { key: string; not_after: string })[]) {
  return new Webhooks(keys.map((given, index) => {
    const { key, notAfter } = typeof given === 'string' ? { key: given } : { key: given.key, notAfter: new Date(given.not_after) }
    return { id: `key-${index}`, key, notAfter }
  }))
}

function refusedOr<T>(expect: Value, run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof WebhookRejected)) throw error
    same('the answer', { rejected: error.status }, expect)
    return undefined
  }
}

judge('webhook_requests', ({ given, expect }) => {
  const delivery = refusedOr(expect, () => receiver(given.keys).event(given.method, given.headers.flat(), bytes(given)))
  if (!delivery) return
  const { event } = delivery
  const kind = event.type === 'malformed' ? null : event.type === 'unknown' ? event.kind : (write.event(event) as Value).type
  same('the answer', { accepted: kind }, expect)
})

judge('ip_allowlist', async ({ given, expect }) => {
  const allowlist = await outcome(expect, () => {
    const allowed = given.networks === 'platform' ? IpAllowlist.platform() : new IpAllowlist(given.networks)
    const allowlist = allowed.trustedProxies(given.trusted_proxies)
    return 'limit_failures' in given ? allowlist.limitFailures(given.limit_failures) : allowlist
  })
  if (allowlist) same('the outcomes', given.requests.map((request: Value) => checked(allowlist, request)), expect.outcomes)
})

function checked(allowlist: IpAllowlist, { peer, forwarded = [], answered }: Value): string | number {
  try {
    const address = allowlist.check(peer ?? undefined, forwarded.flatMap((value: string) => ['X-Forwarded-For', value]))
    if (answered !== undefined) allowlist.answered(address, answered)
    return address
  } catch (error) {
    if (!(error instanceof WebhookRejected)) throw error
    return error.status
  }
}

judge('start_requests', ({ given, expect }) => {
  const headers = [...given.headers.flat(), 'Authorization', KEY, 'Content-Type', 'application/json']
  const request = refusedOr(expect, () => receiver([KEY]).start('POST', headers, bytes(given)))
  if (!request) return
  if ('noted' in expect) same('noted', request.notes.length > 0, expect.noted)
  fields({ ...(write.startRequest(request) as Value), version: Number(request.version) }, expect.fields)
})

judge('dynamic_actions', ({ given, expect }) => {
  const headers = ['Authorization', KEY, 'Content-Type', 'application/json']
  const request = refusedOr(expect, () => receiver([KEY]).dynamicAction('POST', headers, bytes(given)))
  if (request) fields(write.dynamicActionRequest(request), expect.fields)
})

judge('direct_links', ({ given, expect }) => {
  same('the query', write.directLink(readDirectLink(given.link)), expect.value)
})

judge('chatbot_starts', ({ given, expect }) => {
  const start = readBotStart(given.text)
  same('the start', start && write.botStart(start), expect.value)
})

judge('webhook_replies', async ({ given, expect }) => {
  const reply = await outcome(expect, () => webhookReply(given))
  if (!reply) return
  const body = Buffer.from(reply.body).toString()
  const actual = {
    status: reply.status,
    content_type: reply.contentType ?? null,
    headers: reply.headers,
    body: body ? JSON.parse(body) : null,
  }
  same('the answer', actual, expect)
})

function webhookReply(given: Value) {
  switch (given.to) {
    case 'event':
      return replyOk()
    case 'event that cannot be stored':
      return replyUnavailable(given.seconds)
    case 'refused request':
      return replyToRejection({ status: given.status, reason: 'a reason' })
    case 'start request':
      return replyToStart(read.startReply(given.reply), readStartRequest(bytes(given), given.version))
    case 'dynamic action':
      return replyToDynamicAction(read.dynamicActionReply(given.reply))
    default:
      return assert.fail(given.to)
  }
}
