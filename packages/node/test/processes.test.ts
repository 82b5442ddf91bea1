/** One expired grant in 8 processes with 8 calls each, on each store that processes can share: one refresh, and nobody fails. */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'

import { OpenPlatform, type Settings } from 'open-platform'
import { startSandbox } from 'open-platform/testing'

import { folder } from './support/folder.js'
import { postgres, redis, type Server } from './support/servers.js'

const PROCESSES = 8
const CALLS = 8
const STORE_KEYS = ['VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=']

interface Order {
  settings: Settings
  grant: string
}

if (process.argv[2] === 'worker') await work()
else {
  const sandbox = await startSandbox()
  after(() => sandbox.stop())
  for (const [name, open] of Object.entries({ sqlite, postgres, redis })) {
    test(`${PROCESSES} processes with ${CALLS} calls each refresh a grant once: ${name}`, async () => {
      await using server = await open()
      const world = await sandbox.world()
      const settings = { ...world.settings, store: server.address, storeKeys: STORE_KEYS }
      const platform = new OpenPlatform(settings)
      const { url, state } = await platform.oauth.authorize({ scopes: ['USER_PHONE', 'offline_access'], session: 'session' })
      const back = new URL(await world.consent(url, 'buyer'))
      assert.equal(back.searchParams.get('state'), state)
      const tokens = await platform.oauth.exchange(back.searchParams.get('code')!, settings.redirectUri!)
      // Ended for the platform and for the clients.
      await world.advance(7200)
      const expiresAt = new Date(Date.now() - 3_600_000)
      const { accessToken, refreshToken, scopes } = tokens
      const { key: grant } = await platform.grants.adopt({ accessToken, refreshToken, scopes, expiresAt })

      const workers = Array.from({ length: PROCESSES }, () => fork(import.meta.filename, ['worker']))
      try {
        for (const worker of workers) assert.equal(await said(worker), 'ready')
        const answers = workers.map(said)
        for (const worker of workers) worker.send({ settings, grant } satisfies Order)
        const outcomes = (await Promise.all(answers)).flat()
        assert.deepEqual(outcomes, Array.from({ length: PROCESSES * CALLS }, () => 'ok'))
        await Promise.all(workers.map((worker) => worker.exitCode ?? once(worker, 'exit')))
      } finally {
        for (const worker of workers) worker.kill('SIGKILL')
      }
      assert.equal((await world.requests('oauth.refresh')).length, 1)

      // What they have stored is alive, both tokens of it.
      const later = new OpenPlatform(settings)
      await later.user(grant).users.me()
      await later.grants.refresh(grant)
      await later.user(grant).users.me()
      assert.equal((await world.requests('oauth.refresh')).length, 2)
    })
  }
}

async function sqlite(): Promise<Server> {
  return { address: `sqlite://${join(folder(), 'grants.db')}`, [Symbol.asyncDispose]: async () => {} }
}

async function said(worker: ChildProcess): Promise<unknown> {
  const ended = once(worker, 'exit').then(([code]) => assert.fail(`a worker ended with ${code}`))
  ended.catch(() => {})
  return (await Promise.race([once(worker, 'message'), ended]))[0]
}

/** One of the processes. */
async function work(): Promise<void> {
  process.send!('ready')
  const [{ settings, grant }] = (await once(process, 'message')) as [Order]
  const platform = new OpenPlatform(settings)
  const calls = Array.from({ length: CALLS }, () => platform.user(grant).users.me().then(() => 'ok', (error) => String(error)))
  process.send!(await Promise.all(calls))
  process.disconnect()
}
