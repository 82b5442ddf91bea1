/** A process without free file descriptors: an error that says so, and the client works again afterwards. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { after, test } from 'node:test'

import { startSandbox } from 'open-platform/testing'

const root = join(import.meta.dirname, '../..')
const sandbox = await startSandbox()
after(() => sandbox.stop())

const PROGRAM = `
import { closeSync, openSync } from 'node:fs'
import { OpenPlatform, OpenPlatformError } from 'open-platform'
const { settings, post, warm } = JSON.parse(process.argv.at(-1))
const platform = new OpenPlatform(settings)
if (warm) await platform.user('no-grant').users.me().catch(() => {})
const open = []
try { for (;;) open.push(openSync('/dev/null')) } catch {}
const error = await platform.posts.get(post).catch((error) => error)
for (const one of open) closeSync(one)
const again = await platform.posts.get(post)
console.log(JSON.stringify({ ours: error instanceof OpenPlatformError, name: error.name, text: error.message, again: again.token === post }))
`

for (const warm of [false, true]) {
  test(`without a free descriptor: ${warm ? 'later' : 'the first call'}`, { skip: process.platform === 'win32' }, async () => {
    const world = await sandbox.world()
    const [post] = await world.posts()
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const given = JSON.stringify({ settings: { ...world.settings, retry: { maxAttempts: 1 } }, post: post!.token, warm })
    const program = ['-c', 'ulimit -n 128; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', PROGRAM, given]
    const { status, stdout, stderr } = spawnSync('sh', program, { cwd: root, env, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    const { ours, name, text, again } = JSON.parse(stdout)
    assert.ok(ours, stdout)
    assert.match(text, /descriptor|open files/, `${name}: ${text}`)
    assert.ok(again)
  })
}
