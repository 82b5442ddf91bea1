/** The inbox in processes that end, are killed, or share a store. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { OpenPlatform } from 'open-platform'

import { run } from './ffi/stage.js'
import { body, file, HEAD, KEY, STORE_KEYS } from './support/inbox.js'

test('an event outlives the process that received it', async () => {
  const settings = { apiKey: 'any', store: file(), storeKeys: STORE_KEYS }
  const it = await run(`
    import { createHooks, OpenPlatform } from 'open-platform'
    const hooks = createHooks({ keys: '${KEY}', platform: new OpenPlatform(${JSON.stringify(settings)}), inbox: {} })
    hooks.on('new_message', () => process.kill(process.pid, 'SIGKILL'))
    const body = async () => Buffer.from(${JSON.stringify(body('hello').toString())})
    const request = { method: 'POST', path: '/events', headers: ${JSON.stringify(HEAD)}, body }
    // What a slow disk does not store in time, the platform sends again.
    while ((await hooks.receive(request)).status === 503);
    setInterval(() => {}, 1000)
  `)
  assert.equal(it.signal, 'SIGKILL')
  const inbox = new OpenPlatform(settings).inbox()
  assert.deepEqual(await inbox.counts(), { pending: 1, deadLetters: 0 })
})

test('waiting for events keeps a process alive only on request', async () => {
  const program = (work: string) => `
    import { createHooks, OpenPlatform } from 'open-platform'
    const platform = new OpenPlatform({ apiKey: 'any' })
    const hooks = createHooks({ keys: '${KEY}', platform, inbox: {} }).on('new_message', () => {})
    ${work}
    console.log('begun')
  `
  const mounted = await run(program('hooks.express()'))
  assert.deepEqual([mounted.code, mounted.output, mounted.complaints], [0, 'begun', ''])
  const stopped = await run(program(`hooks.express(); hooks.stop().then(() => console.log('stopped'))`))
  assert.deepEqual([stopped.code, stopped.output], [0, 'begun\nstopped'])
  const working = await run(program(`
    const stop = new AbortController()
    hooks.run({ signal: stop.signal }).then(() => console.log('ended'))
    setTimeout(() => stop.abort(), 300).unref()
  `))
  assert.deepEqual([working.code, working.output], [0, 'begun\nended'])
})

test('500 copies over 4 processes are one event', async () => {
  const settings = { apiKey: 'any', store: file(), storeKeys: STORE_KEYS }
  const program = `
    import { OpenPlatform, Webhooks } from 'open-platform'
    const accepted = new Webhooks('${KEY}').authenticate('POST', ${JSON.stringify(HEAD)})
    const inbox = new OpenPlatform(${JSON.stringify(settings)}).inbox()
    let acknowledged = 0
    while (acknowledged < 125) {
      // What a busy store does not take in time, the platform sends again.
      const { status } = await inbox.receive(accepted, ${JSON.stringify(body('copy').toString())})
      if (status !== 200 && status !== 503) throw new Error(String(status))
      if (status === 200) acknowledged += 1
    }
    console.log(acknowledged)
  `
  const ended = await Promise.all(Array.from({ length: 4 }, () => run(program)))
  assert.deepEqual(ended.map(({ output, complaints }) => output + complaints), Array(4).fill('125'))
  const inbox = new OpenPlatform(settings).inbox()
  const item = await inbox.tryNext()
  assert.ok(item)
  assert.equal(await inbox.tryNext(), undefined)
  assert.ok(await inbox.ack(item.id))
  assert.deepEqual(await inbox.counts(), { pending: 0, deadLetters: 0 })
})
