/** Other test runners than Node's: the package and the sandbox work in them. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

import { folder } from './support/folder.js'

const root = join(import.meta.dirname, '..')

for (const [runner, script, options] of [
  ['Jest', 'jest/bin/jest.js', () => ['--rootDir', 'test/runners', '--testMatch', '**/jest.cjs', '--cacheDirectory', folder()]],
  ['Vitest', 'vitest/vitest.mjs', () => ['run', '--root', 'test/runners']],
] as const) {
  test(runner, () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const program = [join(root, 'node_modules', script), ...options()]
    const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: root, env, encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
  })
}

test('Bun', () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const program = join(root, 'node_modules/.bin/bun')
  const { status, stdout, stderr } = spawnSync(program, ['test/runners/bun.mjs'], { cwd: root, env, encoding: 'utf8', timeout: 60_000 })
  assert.equal(status, 0, stdout + stderr)
})
