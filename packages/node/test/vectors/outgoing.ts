/** Vectors of what is sent. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { endpoints, type RawRequest, type Settings } from 'open-platform'

import { cases, errorIs, judge, outcome, recordsAre, same, type Value } from './cases.js'
import { DEFAULT_RESPONSE, example, ONCE, Vectors } from './platform.js'

type Sent = Vectors['sent'][number]

judge('requests', async ({ given, expect }) => {
  const platform = new Vectors({ always: given.reply })
  const address = await outcome(expect, () => platform.call(given.call, given.arguments), { hasValue: false })
  if ('error' in expect) return same('requests', platform.sent.length, 0)
  if ('authorization_url' in expect) return authorizationUrl(address, expect.authorization_url)
  isRequest(lastOf(platform, expect), expect.request)
})

/** The last of the requests of a call. A call sends one, unless the case says how many. */
function lastOf({ sent }: Vectors, expect: Value): Sent {
  same('number of requests', sent.length, expect.requests ?? 1)
  return sent.at(-1)!
}

/** Whether a request is what a case expects. */
export function isRequest(request: Sent, expected: Value): void {
  same('method', request.method, expected.method)
  same('url', request.url, expected.url)
  for (const [name, value] of Object.entries(expected.headers)) same(`header ${name}`, request.headers[name], value)
  for (const name of expected.absent_headers ?? []) assert.ok(!(name in request.headers), `the header ${name} was sent`)
  const body = Buffer.from(request.body)
  if ('body_text' in expected) same('body', body.toString(), expected.body_text)
  if ('body' in expected) same('body', JSON.parse(body.toString()), expected.body)
  if ('form_body' in expected) {
    const boundary = /^multipart\/form-data; boundary=(.{43,70})$/.exec(request.headers['content-type']!)![1]!
    same('form', body.toString(), expected.form_body.replaceAll('{boundary}', boundary))
  }
  if ('form' in expected) {
    const form = [...new URLSearchParams(body.toString())]
    same('form', Object.fromEntries(form), expected.form)
    same('members of the form', form.length, Object.keys(expected.form).length)
  }
  if ('body_base64' in expected) same('body', body.toString('base64'), expected.body_base64)
}

/** Whether the address of the consent page is what a case expects. */
export function authorizationUrl(address: string, expected: Value): void {
  assert.ok(address.startsWith(expected.prefix), address)
  for (const part of expected.contains) assert.ok(address.includes(part), `${address} lacks ${part}`)
  const query = [...new URL(address).searchParams]
  const members = Object.fromEntries(query)
  same('number of parameters', query.length, Object.keys(members).length)
  assert.ok((members['state'] ?? '').length >= expected.state_min_length, 'the state is too short')
  for (const name of expected.other_parameters) {
    assert.ok(name in members, `${address} lacks ${name}`)
    delete members[name]
  }
  same('query', members, expected.query)
}

judge('errors', async ({ given, expect }) => {
  const platform = new Vectors({ always: given.reply }, ONCE)
  await assert.rejects(platform.call(given.call, example(given.call).given.arguments), (error) => {
    errorIs(error, expect.error)
    return true
  })
})

judge('retry', async ({ given, expect }) => {
  const it = example(given.call)
  const reply = it.given.reply ?? DEFAULT_RESPONSE
  const isBare = (outcome: Value) => outcome.status === 200 && Object.keys(outcome).length === 1
  const platform = new Vectors(given.outcomes.map((outcome: Value) => (isBare(outcome) ? reply : outcome)))
  for (let call = 1; call < (given.calls ?? 1); call++) {
    await platform.call(given.call, it.given.arguments).catch(() => undefined)
    platform.clock.advance(given.seconds_between ?? 0)
  }
  if ('result' in expect || 'error' in expect) {
    await outcome(expect, () => platform.call(given.call, it.given.arguments), { hasValue: false })
  } else {
    await platform.call(given.call, it.given.arguments).catch(() => undefined)
  }
  same('number of requests', platform.sent.length, expect.requests)
  if ('attempts' in expect) recordsAre('attempts', platform.attempts, expect.attempts)
  const waits = platform.clock.waits()
  if ('waits_at_least' in expect) {
    const least: number[] = expect.waits_at_least
    const enough = waits.length === least.length && waits.every((wait, index) => wait >= least[index]!)
    assert.ok(enough, `waited ${waits} s, expected ${least} s at least`)
  }
})

judge('raw_requests', async ({ given, expect }) => {
  const outcomes = given.outcomes ?? [DEFAULT_RESPONSE]
  const platform = new Vectors(outcomes)
  const request: RawRequest = { method: given.method, segments: given.segments }
  if ('host' in given) request.host = given.host
  if ('query' in given) request.query = given.query
  if ('json' in given) request.body = given.json
  if ('content_base64' in given) request.content = Buffer.from(given.content_base64, 'base64')
  if ('content_type' in given) request.contentType = given.content_type
  if ('form' in given) {
    request.form = given.form.map((part: Value) => ({
      name: part.name,
      content: 'content_base64' in part ? Buffer.from(part.content_base64, 'base64') : part.text,
      fileName: part.file_name,
      contentType: part.content_type,
    }))
  }
  if ('retry' in given) request.retry = given.retry
  if ('max_response' in given) request.maxResponse = given.max_response
  const actor = given.as === 'app' ? platform.client : platform.user
  const response = await outcome(expect, async () => {
    if (!given.stream) {
      const { status, body } = await actor.request(request)
      return { status, body }
    }
    const streamed = await actor.stream(request)
    const chunks: Uint8Array[] = []
    for await (const chunk of streamed) chunks.push(chunk)
    return { status: streamed.status, body: Buffer.concat(chunks) }
  })
  if ('requests' in expect) same('number of requests', platform.sent.length, expect.requests)
  else if ('error' in expect) same('number of requests', platform.sent.length, 0)
  assert.ok(platform.sent.length <= outcomes.length, 'more requests than outcomes')
  if ('request' in expect) isRequest(platform.sent[0]!, expect.request)
  if (response && 'response' in expect) {
    same('status', response.status, expect.response.status)
    same('body', JSON.parse(new TextDecoder().decode(response.body)), expect.response.body)
  }
})

judge('images', async ({ given, expect }) => {
  const settings: Settings = { maxImageBytes: given.max_image_bytes, allowPng: given.allow_png }
  const platform = new Vectors({ always: given.reply }, settings)
  const folder = mkdtempSync(join(tmpdir(), 'open-platform-'))
  try {
    const uploaded = await outcome(expect, () => platform.client.images.upload(image(given, folder)))
    if (uploaded) {
      same('bytes sent', platform.sent[0]!.body.length, expect.bytes_sent)
      if ('content_type' in expect) same('media type', platform.sent[0]!.headers['content-type'], expect.content_type)
      same('value', { image_name: uploaded.imageName, ...uploaded.extra }, expect.value)
    } else if (expect.error.code === 'invalid_input') {
      same('number of requests', platform.sent.length, 0)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

function image(given: Value, folder: string): string | Uint8Array {
  if ('image_base64' in given) {
    return Buffer.concat([Buffer.from(given.image_base64, 'base64'), Buffer.alloc(given.zeros_behind ?? 0)])
  }
  if (!('file_bytes' in given)) return given.path
  // Only its length: it takes no space, and nobody has to read it.
  const path = join(folder, 'image.jpg')
  const file = openSync(path, 'w')
  ftruncateSync(file, given.file_bytes)
  closeSync(file)
  return path
}

const SECRETS: [string, string][] = [
  ['api_key', 'key-of-the-app'],
  ['access_token', 'access-token-of-the-user'],
  ['client_secret', 'client-secret-of-the-app'],
]

judge('credentials', async ({ given, expect }) => {
  const it = example(given.call)
  const platform = new Vectors({ always: it.given.reply })
  await platform.call(given.call, it.given.arguments)
  const request = lastOf(platform, expect)
  same('origin', new URL(request.url).origin, expect.origin)
  const body = Buffer.from(request.body).toString()
  const everything = [request.url, ...Object.values(request.headers), body].join('\n')
  same('credentials', SECRETS.filter(([, secret]) => everything.includes(secret)).map(([name]) => name), expect.carries)
  const atPlace: Value = {
    api_key: request.headers['x-api-key'] === 'key-of-the-app',
    access_token: request.headers['authorization'] === 'Bearer access-token-of-the-user',
    client_secret: body.includes('client_secret=client-secret-of-the-app'),
  }
  for (const [name] of SECRETS) same(`${name} at its place`, atPlace[name], expect.carries.includes(name))
})

test('every endpoint that is called has a row in credentials.json', () => {
  const rows = new Set(cases('credentials').map(({ given }) => given.call))
  const sent = endpoints().filter(({ name, host }) => host !== 'app' && name !== 'oauth.authorize')
  assert.deepEqual(sent.map(({ name }) => name).filter((name) => !rows.has(name)), [])
})
