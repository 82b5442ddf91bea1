/** Nothing is left behind by clients and calls that are gone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { run } from './helpers.js'

test('thousands of clients with calls leak no memory', async () => {
  const it = await run(`
    import { OpenPlatform } from 'open-platform'
    import { Recorder } from 'open-platform/testing'
    const answer = { status: 200, headers: {}, body: Buffer.from('{"token":"gZd7omnS","data":{"title":"A chair"}}') }
    async function some(count) {
      for (let i = 0; i < count; i++) {
        const transport = Recorder.always({ type: 'response', response: answer })
        const platform = new OpenPlatform({ apiKey: 'any', transport })
        if (i % 3 === 0) platform.posts.get('gZd7omnS', { signal: AbortSignal.abort() }).catch(() => {})
        await platform.posts.get('gZd7omnS')
        if (i % 2 === 0) await platform.close()
        if (i % 1000 === 0) gc()
      }
      gc()
      return process.memoryUsage.rss() / 2 ** 20
    }
    // What is lost grows each time, what is cleaned up late only once: so the growth that half of the rounds stay under counts.
    let before = await some(6_000)
    const growth = []
    for (let round = 0; round < 5; round++) {
      const after = await some(8_000)
      growth.push(after - before)
      before = after
    }
    console.log(growth.sort((a, b) => a - b)[2])
  `, ['--expose-gc'])
  assert.deepEqual([it.code, it.signal, it.complaints], [0, null, ''])
  // A kept client takes several KiB, so keeping each would take forty MiB, and keeping a tenth would still show.
  assert.ok(Number(it.output) < 3, `${it.output} MiB more`)
})

test('a closed client does not keep what its callbacks refer to', async () => {
  const it = await run(`
    import { OpenPlatform } from 'open-platform'
    import { Recorder } from 'open-platform/testing'
    class App {
      requests = 0
      constructor() {
        const response = { status: 200, headers: {}, body: Buffer.from('{"token":"gZd7omnS","data":{"title":"A chair"}}') }
        const transport = Recorder.always({ type: 'response', response })
        this.platform = new OpenPlatform({ apiKey: 'any', transport, onRequest: () => (this.requests += 1) })
      }
    }
    async function use() {
      const app = new App()
      await app.platform.posts.get('gZd7omnS')
      await app.platform.close()
      if (app.requests !== 1) throw new Error(String(app.requests))
      return new WeakRef(app)
    }
    const left = await use()
    for (let turn = 0; turn < 100 && left.deref(); turn += 1) {
      await new Promise(setImmediate)
      gc()
    }
    console.log(left.deref() === undefined)
  `, ['--expose-gc'])
  assert.deepEqual([it.code, it.signal, it.complaints, it.output], [0, null, '', 'true'])
})

test('a short string does not keep the long response in memory that it came from', async () => {
  const it = await run(`
    import { readDelivery } from 'open-platform'
    const text = 'سلام '.repeat(20_000)
    const body = (id) => Buffer.from(JSON.stringify({ type: 'NEW_MESSAGE', new_message: { id, text, type: 'TEXT' } }))
    const id = (number) => readDelivery(body('a message of its own: ' + number)).event.message.id
    const used = () => (gc(), process.memoryUsage().heapUsed / 2 ** 20)
    id(0)
    const before = used()
    const kept = Array.from({ length: 100 }, (_, number) => id(number))
    console.log(used() - before, new Set(kept).size)
  `, ['--expose-gc'])
  assert.deepEqual([it.code, it.signal, it.complaints], [0, null, ''])
  const [more, texts] = it.output.split(' ').map(Number)
  assert.equal(texts, 100)
  // Together the answers are twenty mebibytes.
  assert.ok(more! < 5, `${more} MiB more`)
})
