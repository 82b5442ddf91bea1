/** Vectors of app mode: what the gateway in a backend does with the requests of phones. */
import assert from 'node:assert/strict'

import { type AppStep, OpenPlatform } from 'open-platform'

import type { AppGateway } from '../../node_modules/open-platform/types/native-types.js'
import { call } from '../internal.js'
import { bytes, judge, same, type Value } from './cases.js'
import { isRequest } from './outgoing.js'
import { limits } from './plain.js'
import { adopt, Vectors } from './platform.js'

const KEYS: Record<string, string> = { '{key}': '6b'.repeat(32), '{other}': '6f'.repeat(32) }

/** The gateway of a case, as the adapters have it. */
function gateway(client: OpenPlatform, given: Value, keys: string[]): AppGateway {
  return (client as Value).appGateway(keys.map((key) => KEYS[key]!), {
    allow: given.allow,
    lifetimeMs: given.lifetime_seconds && given.lifetime_seconds * 1000,
  })
}

judge('app', async ({ given, expect }) => {
  const platform = new Vectors({ always: given.reply }, limits(given))
  const grant = await adopt(platform)
  const own = { allow: given.allow, ...given.token }
  const client = own.client_id ? new OpenPlatform({ clientId: own.client_id, clock: platform.clock }) : platform.client
  const { token } = gateway(client, own, ['{key}']).access(own.grant ?? grant.key)
  platform.clock.advance(given.seconds_later ?? 0)

  const headers = given.headers.map(([name, value]: string[]) => [name, value!.replace('{token}', token)]).flat()
  const [exchange, first] = gateway(platform.client, { allow: given.allow }, given.keys).begin(given.method, given.path, headers)
  const name = exchange.call()
  let step = first
  if (step.step === 'body') step = exchange.read('body' in given || 'text' in given ? bytes(given) : new Uint8Array())
  if (step.step === 'user') step = exchange.user(given.user)
  if (step.step === 'perform') step = await call<AppStep>(undefined, (id) => exchange.perform(id))
  assert.ok(step.step === 'answer')
  const { reply, logs } = step
  if ('log' in expect) assert.ok(logs.length === 1 && logs[0]!.text.includes(expect.log), JSON.stringify(logs))
  else same('log', logs, [])
  const text = new TextDecoder().decode(reply.body)
  same(`the status of ${text}`, reply.status, expect.status)
  const answered = new Headers(reply.headers)
  for (const [name, value] of Object.entries(expect.headers ?? {})) same(name, answered.get(name), value)
  if ('body' in expect) same('body', JSON.parse(text), expect.body)
  if ('members' in expect) same('members', Object.keys(JSON.parse(text)).sort(), expect.members)
  if ('call' in expect) same('call', name, expect.call)
  if ('requests' in expect) same('requests', platform.sent.length, expect.requests)
  if ('request' in expect) isRequest(platform.sent[0]!, expect.request)
})
