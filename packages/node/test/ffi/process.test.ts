/** A client never keeps the process alive, a call under way does, and no end of a process is a crash. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { startSandbox } from 'open-platform/testing'

import { run, runToTheEnd, silence } from './helpers.js'

/** That a process ends that has nothing left to do. A client that held it would stay. */
async function ends(program: string, output: string) {
  const { stayed, ...it } = await runToTheEnd(program)
  assert.deepEqual({ ...it, seconds: 0 }, { code: 0, signal: null, output, complaints: '', seconds: 0 })
  // Held, it would stay for the fifteen seconds of an idle connection or of a call.
  assert.ok(stayed < 10, `it stayed for ${stayed} s`)
}

test('a process with nothing but clients ends', async () => {
  await ends(`
    import { OpenPlatform } from 'open-platform'
    globalThis.kept = [new OpenPlatform({ apiKey: 'any' }), new OpenPlatform()]
    console.log('made')
  `, 'made')
})

test('a pending call keeps the process alive, and an idle connection does not', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const [post] = await world.posts()
  await ends(`
    import { OpenPlatform } from 'open-platform'
    const platform = globalThis.kept = new OpenPlatform(${JSON.stringify(world.settings)})
    platform.posts.get('${post!.token}').then((post) => console.log(post.token))
  `, post!.token)
})

test('a closed or aborted call no longer keeps the process alive', async () => {
  await using peer = await silence()
  for (const end of ['platform.close()', 'controller.abort()']) {
    await ends(`
      import { OpenPlatform } from 'open-platform'
      const platform = new OpenPlatform({ apiKey: 'any', sandboxUrl: '${peer.url}' })
      const controller = new AbortController()
      platform.posts.get('gZd7omnS', { signal: controller.signal }).catch((error) => console.log(error.name))
      await ${end}
    `, end.startsWith('platform') ? 'ConfigError' : 'AbortError')
  }
})

test('a process that exits during calls has the requested exit code', async () => {
  await using peer = await silence()
  const it = await run(`
    import { OpenPlatform } from 'open-platform'
    const platform = new OpenPlatform({ apiKey: 'any', sandboxUrl: '${peer.url}' })
    for (let i = 0; i < 50; i++) platform.posts.get('gZd7omnS').catch(() => {})
    setTimeout(() => process.exit(7), 50)
  `)
  assert.deepEqual([it.code, it.signal, it.complaints], [7, null, ''])
})
