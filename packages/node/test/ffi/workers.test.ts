/** Worker threads: each has its own environment, and may end in the middle of its calls. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { startSandbox } from 'open-platform/testing'

import { measured } from '../support/faults.js'
import { run } from './helpers.js'

/** A program that starts workers with this source, again and again. */
const main = (worker: string, rounds: number, then: string) => `
  import assert from 'node:assert/strict'
  import { once } from 'node:events'
  import { createServer } from 'node:net'
  import { Worker } from 'node:worker_threads'
  for (let round = 0; round < ${rounds}; round++) {
    const workers = Array.from({ length: 8 }, () => new Worker(${JSON.stringify(worker)}, { eval: true, execArgv: [] }))
    ${then}
  }
  console.log('done')
`

test('eight workers make calls concurrently and end', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const [post] = await world.posts()
  const worker = `
    const { parentPort } = require('node:worker_threads')
    const { OpenPlatform } = require('open-platform')
    const platform = new OpenPlatform(${JSON.stringify(world.settings)})
    Promise.all(Array.from({ length: 20 }, () => platform.posts.get('${post!.token}'))).then((posts) => {
      parentPort.postMessage(posts.filter((post) => post.token === '${post!.token}').length)
    })
  `
  const it = await run(main(worker, 3, `
    const counts = await Promise.all(workers.map(async (worker) => {
      const [[count], [code]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')])
      return [count, code]
    }))
    assert.deepEqual(counts, Array(8).fill([20, 0]))
  `))
  assert.deepEqual({ ...it, seconds: 0 }, { code: 0, signal: null, output: 'done', complaints: '', seconds: 0 })
})

test('workers that are terminated during calls end, and so do the calls', async () => {
  const worker = `
    const { parentPort } = require('node:worker_threads')
    const { OpenPlatform } = require('open-platform')
    parentPort.once('message', (sandboxUrl) => {
      const platform = new OpenPlatform({ apiKey: 'any', sandboxUrl })
      for (let i = 0; i < 20; i++) platform.posts.get('gZd7omnS').catch(() => {})
    })
  `
  // A hundred workers, eight at a time.
  const it = await run(main(worker, 13, `
    // A peer that never says a word. The connection of a call that is dropped is closed.
    const closed = []
    let connected = 0
    let all
    const everyone = new Promise((resolve) => (all = resolve))
    const server = createServer((socket) => {
      closed.push(once(socket.resume().on('error', () => {}), 'close'))
      if (++connected === 160) all()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    for (const worker of workers) worker.postMessage('http://127.0.0.1:' + server.address().port)
    await everyone
    const codes = await Promise.all(workers.map((worker) => worker.terminate()))
    console.log(JSON.stringify(codes.map((code) => [code, process.platform])))
    await Promise.all(closed)
    server.close()
  `))
  const lines = it.output.split('\n')
  const terminated = lines.filter((line) => line.startsWith('[')).flatMap((line) => JSON.parse(line) as [number, string][])
  const crashes = it.code === 0 && it.signal === null && lines.at(-1) === 'done' ? 0 : 1
  measured('F58', '', {
    'workers terminated': terminated.length,
    'crashes, hangs and wrong codes': crashes + terminated.filter(([code]) => code !== 1).length,
    'operating systems': new Set(terminated.map(([, platform]) => platform)).size,
  })
  assert.deepEqual(terminated.map(([code]) => code), Array(104).fill(1))
  assert.deepEqual([crashes, it.complaints], [0, ''])
})

test('results that arrive while a worker ends are dropped', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const [post] = await world.posts()
  const worker = `
    const { parentPort } = require('node:worker_threads')
    const { OpenPlatform } = require('open-platform')
    const platform = new OpenPlatform(${JSON.stringify(world.settings)})
    const again = () => platform.posts.get('${post!.token}').then(again)
    for (let i = 0; i < 16; i++) again()
    platform.posts.get('${post!.token}').then(() => parentPort.postMessage('calling'))
  `
  const it = await run(main(worker, 5, `
    await Promise.all(workers.map((worker) => once(worker, 'message')))
    await Promise.all(workers.map((worker) => worker.terminate()))
  `))
  assert.deepEqual({ ...it, seconds: 0 }, { code: 0, signal: null, output: 'done', complaints: '', seconds: 0 })
})
