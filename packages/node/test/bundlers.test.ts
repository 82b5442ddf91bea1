/** The page BUNDLERS.md: each of its programs bundles an app, and the result runs elsewhere, without `node_modules`. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

import { folder } from './support/folder.js'

const installed = join(import.meta.dirname, '../node_modules')
const page = readFileSync(join(installed, 'open-platform/BUNDLERS.md'), 'utf8')
const native = readdirSync(installed).find((name) => /^open-platform-(darwin|linux|win32)-/.test(name))!

/** It finds the native library, and its errors are of the classes that it imports. */
const USE = `new OpenPlatform({ apiKey: 'key-of-the-app' }).posts.get('').then(
  () => { throw new Error('a post without a token') },
  (error) => {
    if (!(error instanceof InvalidInput)) throw error
    console.log('refused: ' + error.field)
  },
)
`

const work = workplace()

for (const [, command] of page.matchAll(/^```sh\n([\s\S]*?)^```/gm)) {
  for (const line of command!.trim().split('\n')) {
    const results = line.startsWith('node webpack') ? ['webpack-cjs', 'webpack-esm'] : [/dist\/([\w-]+)/.exec(line)?.[1] ?? named(line)]
    test(line.split(' --banner')[0]!, () => {
      const path = [join(work, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(':')
      const { NODE_TEST_CONTEXT: _, ...env } = process.env
      const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: work, env: { ...env, PATH: path }, encoding: 'utf8' })
      assert.equal(status, 0, stdout + stderr)
      for (const result of results) assert.equal(run(join(work, 'dist', result)), 'refused: post\n', result)
      // A native file with all of its debug symbols is large.
      rmSync(join(work, 'dist'), { recursive: true })
    })
  }
}

test('the page has a program for every tool', () => {
  const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, command]) => command).join('')
  for (const tool of ['esbuild app.cjs', 'esbuild app.mjs', 'rollup', 'webpack', 'ncc build app.cjs', 'ncc build app.mjs', 'bun', 'trace']) {
    assert.match(commands, new RegExp(`^(node )?${tool}`, 'm'))
  }
})

/** A folder with the app and the programs of the page. The package itself is a copy there, so that it lies in no other place. */
function workplace(): string {
  const here = folder()
  mkdirSync(join(here, 'node_modules'))
  for (const name of readdirSync(installed)) {
    const [from, to] = [join(installed, name), join(here, 'node_modules', name)]
    if (name === 'open-platform' || name === native) cpSync(from, to, { recursive: true })
    else symlinkSync(from, to)
  }
  writeFileSync(join(here, 'app.mjs'), `import { InvalidInput, OpenPlatform } from 'open-platform'\n${USE}`)
  writeFileSync(join(here, 'app.cjs'), `const { InvalidInput, OpenPlatform } = require('open-platform')\n${USE}`)
  for (const [, program] of page.matchAll(/^```js\n([\s\S]*?)^```/gm)) {
    const [, name] = /^\/\/ (\S+)\n/.exec(program!)!
    writeFileSync(join(here, name!), program!.replaceAll('open-platform-linux-x64-gnu', native))
  }
  return here
}

/** Where a program of the page that is called by its name leaves its result. */
function named(line: string): string {
  return line.includes('rollup') ? 'rollup' : 'nft'
}

/** What a bundle says that was copied away from everything else. */
function run(bundle: string): string {
  const away = folder()
  cpSync(bundle, away, { recursive: true })
  const program = readdirSync(away).find((name) => /^(app|index)\.(js|cjs|mjs)$/.test(name))!
  try {
    return execFileSync(process.execPath, [join(away, program)], { cwd: away, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  } finally {
    rmSync(away, { recursive: true })
  }
}
