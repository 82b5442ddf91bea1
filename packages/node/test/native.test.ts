/** What the first import says if the native library is missing: which of the possible causes it is. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { folder } from './support/folder.js'

const installed = join(import.meta.dirname, '../node_modules')
const { platform, arch } = process
const own = readdirSync(installed).find((name) => new RegExp(`^open-platform-${platform}-${arch}`).test(name))!

/** What the loader says, in a `node_modules` of its own with these packages beside it. */
function loaded(packages: Record<string, Record<string, string>>, { before = '', name = 'native.cjs' } = {}): string {
  const here = join(folder(), 'node_modules')
  mkdirSync(join(here, 'open-platform'), { recursive: true })
  copyFileSync(join(installed, 'open-platform/native.cjs'), join(here, 'open-platform', name))
  for (const [name, files] of Object.entries(packages)) {
    mkdirSync(join(here, name))
    for (const [file, text] of Object.entries(files)) writeFileSync(join(here, name, file), text)
  }
  const program = `${before}; require(${JSON.stringify(join(here, 'open-platform', name))})`
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stderr } = spawnSync(process.execPath, ['-e', program], { cwd: here, env, encoding: 'utf8' })
  assert.equal(status, 1, 'it was loaded')
  return /AggregateError: open-platform: (.*)/.exec(stderr)?.[1] ?? stderr
}

const manifest = JSON.stringify({ main: 'open-platform.node' })

test('no package for this platform', () => {
  const before = `Object.defineProperty(process, 'arch', { value: 'mips' })`
  assert.match(loaded({}, { before }), new RegExp(`^there is no native library for ${platform}-mips: it is built for darwin-arm64, .*linux-x64-gnu`))
})

test('the optional dependencies are not installed', () => {
  assert.match(loaded({}), new RegExp(`^the package ${own} is not installed\\. .*--omit=optional`))
})

test('a file that was not copied', () => {
  assert.match(loaded({ [own]: { 'package.json': manifest } }), new RegExp(`^the package ${own} is here without its file open-platform\\.node`))
})

test('a file that was not copied by a bundler', () => {
  assert.match(loaded({}, { name: 'bundle.cjs' }), /is not beside this bundled program.*Bundlers, serverless, Next/)
})

test('a file that cannot be loaded', () => {
  const files = { 'package.json': manifest, 'open-platform.node': 'not a library' }
  assert.match(loaded({ [own]: files }), new RegExp(`^the native library, ${own}, cannot be loaded: .*open-platform\\.node`))
})

test('a package for the other C library', { skip: platform !== 'linux' && 'there is one C library' }, () => {
  const other = own.endsWith('-gnu') ? own.replace('gnu', 'musl') : own.replace('musl', 'gnu')
  const files = { 'package.json': manifest, 'open-platform.node': 'not a library' }
  assert.match(loaded({ [other]: files }), new RegExp(`^${other} is installed, but this system has \\w+ and needs ${own}`))
})
