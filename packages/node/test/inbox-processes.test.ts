/** The inbox in processes that end, are killed, or share a store. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { OpenPlatform } from 'open-platform'

import { run } from './ffi/helpers.js'
import { folder } from './support/folder.js'
import { body, file, HEAD, KEY, STORE_KEYS } from './support/inbox.js'

test('an event that a killed process has received is handled once by another one', async () => {
  // What each process has said until it was killed.
  const steps = { 'before the response': '', 'after the response': '200', 'in the handler': 'handling', 'after the handler': 'handling' }
  for (const [step, said] of Object.entries(steps)) {
    const settings = { apiKey: 'any', store: file(), storeKeys: STORE_KEYS }
    const bytes = body('hello').toString()
    const program = (step: string, work: string) => `
      import { createHooks, OpenPlatform } from 'open-platform'
      const step = '${step}'
      const kill = () => process.kill(process.pid, 'SIGKILL')
      const hooks = createHooks({
        keys: '${KEY}',
        platform: new OpenPlatform(${JSON.stringify(settings)}),
        // The lease of the killed process ends soon; that of the other one lasts, also on a slow machine.
        inbox: { leaseMs: step === 'none' ? 3_600_000 : 1000 },
        // Called when the event is stored.
        onHook: ({ status }) => step === 'before the response' && status === 200 && kill(),
      })
      const body = async () => Buffer.from(${JSON.stringify(bytes)})
      const receive = async () => {
        for (;;) {
          const { status } = await hooks.receive({ method: 'POST', path: '/events', headers: ${JSON.stringify(HEAD)}, body })
          // What a slow disk does not store in time, the platform sends again.
          if (status !== 503) return status
        }
      }
      ${work}
    `
    const killed = await run(program(step, `
      if (step.endsWith('the handler')) {
        hooks.on('new_message', () => {
          console.log('handling')
          if (step === 'in the handler') kill()
          // A microtask runs when the handler has returned, before what waits for its result.
          queueMicrotask(kill)
        })
        await receive()
        await hooks.run()
      }
      console.log(await receive())
      kill()
    `))
    assert.deepEqual([killed.signal, killed.output], ['SIGKILL', said], step + killed.complaints)
    const inbox = new OpenPlatform(settings).inbox()
    assert.deepEqual(await inbox.counts(), { pending: 1, deadLetters: 0 }, step)
    // The platform sends the event again, because the response may have been lost: before it is handled, and afterwards.
    const other = await run(program('none', `
      const handled = []
      hooks.on('new_message', ({ message }) => void handled.push(message.content.text))
      const work = hooks.run()
      const answers = [await receive(), await receive()]
      while ((await hooks.inbox.counts()).pending > 0) await new Promise(setImmediate)
      answers.push(await receive())
      const { pending } = await hooks.inbox.counts()
      await hooks.stop()
      await work
      console.log(...answers, pending, ...handled)
    `))
    assert.deepEqual([other.code, other.output], [0, '200 200 200 0 hello'], step + other.complaints)
  }
})

test('handling events keeps a process alive until it is stopped, and mounting does not', async () => {
  const program = (work: string) => `
    import { createHooks, OpenPlatform } from 'open-platform'
    const platform = new OpenPlatform({ apiKey: 'any' })
    const hooks = createHooks({ keys: '${KEY}', platform, inbox: {} }).on('new_message', () => {})
    ${work}
    console.log('begun')
  `
  const mounted = await run(program('hooks.express()'))
  assert.deepEqual([mounted.code, mounted.output, mounted.complaints], [0, 'begun', ''])
  const stopped = await run(program(`hooks.run().then(() => console.log('stopped')); void hooks.stop()`))
  assert.deepEqual([stopped.code, stopped.output], [0, 'begun\nstopped'])
  const working = await run(program(`
    const stop = new AbortController()
    hooks.run({ signal: stop.signal }).then(() => console.log('ended'))
    setTimeout(() => stop.abort(), 300).unref()
  `))
  assert.deepEqual([working.code, working.output], [0, 'begun\nended'])
})

test('a process that is asked to end lets its handler end, and handles no further event', async () => {
  for (const signal of ['SIGTERM', 'SIGINT']) {
    const settings = { apiKey: 'any', store: file(), storeKeys: STORE_KEYS }
    const ended = await run(`
      import { createHooks, OpenPlatform } from 'open-platform'
      const platform = new OpenPlatform(${JSON.stringify(settings)})
      const hooks = createHooks({ keys: '${KEY}', platform, inbox: {}, workers: 1 }).on('new_message', async () => {
        process.kill(process.pid, '${signal}')
        // It ends after the stop.
        await new Promise((resolve) => end.signal.addEventListener('abort', () => setImmediate(resolve)))
        console.log('handled')
      })
      for (const text of ${JSON.stringify([body('a').toString(), body('b').toString()])}) {
        const body = async () => Buffer.from(text)
        const receive = () => hooks.receive({ method: 'POST', path: '/events', headers: ${JSON.stringify(HEAD)}, body })
        // What a slow disk does not store in time, the platform sends again.
        while ((await receive()).status === 503);
      }
      // As in the README.
      const end = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end.abort())
      await hooks.run({ signal: end.signal })
      await platform.close()
    `)
    assert.deepEqual([ended.code, ended.signal, ended.output], [0, null, 'handled'], ended.complaints)
    assert.deepEqual(await new OpenPlatform(settings).inbox().counts(), { pending: 1, deadLetters: 0 })
  }
})

test('500 copies over 4 processes are one event', async () => {
  const settings = { apiKey: 'any', store: file(), storeKeys: STORE_KEYS }
  const started = folder()
  const program = `
    import { readdirSync, writeFileSync } from 'node:fs'
    import { OpenPlatform, Webhooks } from 'open-platform'
    const accepted = new Webhooks('${KEY}').authenticate('POST', ${JSON.stringify(HEAD)})
    const inbox = new OpenPlatform(${JSON.stringify(settings)}).inbox()
    // They begin together.
    writeFileSync('${started}/' + process.pid, '')
    while (readdirSync('${started}').length < 4) await new Promise(setImmediate)
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
