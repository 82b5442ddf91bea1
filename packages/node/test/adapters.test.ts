/** `tests/vectors/adapters.json`: every adapter, in a real server of its framework, over sockets. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'

import express from 'express'
import express4 from 'express4'
import { createHooks, type Freshness, type Hooks, type HooksOptions, IpAllowlist, type Json, OpenPlatform, write } from 'open-platform'

import { cases, fields, same, type Value } from './vectors/cases.js'
import { ask, compare, drip, Suite } from './vectors/servers.js'
import { measured } from './support/faults.js'
import { servers } from './support/frameworks.js'

const KEYS = [{ id: 'new', key: 'identification-key-new' }, { id: 'old', key: 'identification-key-old' }]

const HERE = ['127.0.0.0/8', '::1']
const LOCAL = new IpAllowlist(HERE).trustedProxies(HERE)

/** The app that the README of the vectors describes. */
class App {
  readonly called: Value[] = []
  log = ''
  readonly hooks: Hooks

  constructor(options: HooksOptions = {}) {
    const note = (...words: unknown[]) => {
      this.log += `${words.join(' ')}\n`
    }
    const event = (handler: string) => (event: Value, context: { keyId: string; metadata: Json | undefined; freshness: Freshness }) => {
      const { type, ...payload } = write.event(event) as Value
      this.called.push({
        handler,
        key_id: context.keyId,
        metadata: context.metadata ?? null,
        freshness: context.freshness.state,
        kind: event.kind,
        malformed: event.type === 'malformed',
        fields: Object.values(payload)[0],
      })
      if (event.message?.content.text === 'fail') throw new Error('canary')
    }
    this.hooks = createHooks({ keys: KEYS, bodyLimit: 2048, logger: { warn: note, error: note }, ...options })
      .on('new_message', event('new_message'))
      .on('new_chatbot_message', event('new_chatbot_message'))
      .on('user_access_revocation', event('user_access_revocation'))
      .on('post_update', event('post_update'))
      .on('payment_transaction', event('payment_transaction'))
      .onUnknown(event('unknown'))
      .onMalformed(event('unknown'))
      .onStart((request, { keyId }) => {
        this.called.push({ handler: 'start', key_id: keyId, fields: write.startRequest(request) })
        const data = (request.extraData ?? {}) as Value
        if (data.fail) throw new Error('canary')
        return data.url ?? `https://app.example/start?from=${request.source}`
      })
      .onDynamicAction((request, { keyId }) => {
        this.called.push({ handler: 'dynamic_action', key_id: keyId, fields: write.dynamicActionRequest(request) })
        const { open, text } = request.extraData as Value
        return { ...(open && { action: { type: 'open_direct_link', url: open } }), ...(text && { textMessage: text }) }
      })
  }
}

/** With an inbox and without. */
const ways = { '': () => ({}), ', with an inbox': () => ({ platform: new OpenPlatform({ apiKey: 'any' }), inbox: {} }) }

const combinations = Object.entries(servers).flatMap(([framework, serve]) =>
  Object.entries(ways).map(([way, options]) => ({ framework, serve, way, options })))

const suite = new Suite('cases', combinations.map(({ framework, way }) => framework + way))

for (const { framework, serve, way, options } of combinations) {
  describe(framework + way, () => {
    // A `fetch` handler does not know the address of the peer.
    const knowsPeer = !framework.startsWith('hono')
    const app = new App({ ...options(), ...(knowsPeer && { allowlist: LOCAL }) })
    let server: Server
    let handling: Promise<void> | undefined

    before(async () => {
      server = await serve(app.hooks)
      if (app.hooks.inbox) handling = app.hooks.run()
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    })
    after(async () => {
      await app.hooks.stop()
      await handling
      server.close()
    })

    suite.judge(framework + way, async ({ given, expect }) => {
      app.called.length = 0
      for (let time = 0; time < given.times; time += 1) {
        compare(await ask((server.address() as AddressInfo).port, given), expect)
      }
      while ((await app.hooks.inbox?.counts())?.pending) await new Promise(setImmediate)
      assert.equal(app.called.length, expect.called.length, JSON.stringify(app.called))
      expect.called.forEach((wanted: Value, index: number) => compareCall(app.called[index], wanted))
      assert.ok(!app.log.includes('identification-key'), app.log)
    })
  })
}

const slow = new Suite('slow', Object.keys(servers))

describe('slow bodies', { concurrency: true }, () => {
  for (const [framework, serve] of Object.entries(servers)) {
    describe(framework, { concurrency: true }, () => {
      slow.judge(framework, async ({ given, expect }) => {
        const app = new App()
        const server = (await serve(app.hooks)).listen(0, '127.0.0.1')
        await once(server, 'listening')
        const { answer, milliseconds } = await drip((server.address() as AddressInfo).port, given)
        server.close()
        if (expect.figure) measured('F51', 'Node', { [expect.figure]: milliseconds })
        compare(answer, expect)
        assert.ok(milliseconds >= (expect.at_least_milliseconds ?? 0), `${milliseconds} ms`)
        assert.ok(milliseconds <= expect.at_most_milliseconds, `${milliseconds} ms`)
        assert.ok(app.log.includes(expect.log ?? ''), app.log)
        assert.deepEqual(app.called, [])
      })
    })
  }
})

test('behind express.json() the log says what to do', async () => {
  for (const framework of [express, express4 as unknown as typeof express]) {
    const app = new App()
    const server = createServer(framework().use(framework.json()).use('/hooks', app.hooks.express())).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const given = { ...cases('adapters')[0]!.given, body: { type: 'PARSED' } }
    const answer = await ask((server.address() as AddressInfo).port, given)
    server.close()
    assert.deepEqual([answer.status, answer.body, app.called], [500, '', []])
    assert.match(app.log, /put these routes before express\.json\(\)/)
  }
})

function compareCall(call: Value, { fields: wanted, ...rest }: Value): void {
  for (const [member, value] of Object.entries(rest)) same(member, call[member], value)
  fields(call.fields, wanted ?? {})
}
