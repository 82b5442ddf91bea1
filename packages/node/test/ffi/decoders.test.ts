/** The functions that decode values are part of the package: no program text is compiled, and they fit the native library. */
import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { folder } from '../support/folder.js'
import { run } from './helpers.js'

const installed = join(import.meta.dirname, '../../node_modules')

test('calls need no code generation from strings', async () => {
  const it = await run(`
    import assert from 'node:assert/strict'
    import { OpenPlatform, readDelivery } from 'open-platform'
    import { Recorder, response } from 'open-platform/testing'
    assert.throws(() => new Function('return 1'), EvalError)
    const post = { token: 'gZd7omnS', category: 'cars', data: { title: 'Peugeot', year: 1398, parts: [true, null] } }
    const platform = new OpenPlatform({ apiKey: 'any', transport: Recorder.always(response(200, post)) })
    assert.deepEqual((await platform.posts.get('gZd7omnS')).data, post.data)
    const event = { type: 'SOMETHING_NEW', payload: { any: 1 } }
    assert.equal(readDelivery(JSON.stringify(event)).event.type, 'unknown')
    const failing = new OpenPlatform({ apiKey: 'any', transport: Recorder.always(response(404)) })
    await assert.rejects(failing.posts.get('gZd7omnS'), { name: 'NotFound' })
    console.log('done')
  `, ['--disallow-code-generation-from-strings'])
  assert.deepEqual({ ...it, seconds: 0 }, { code: 0, signal: null, output: 'done', complaints: '', seconds: 0 })
})

/** What a program prints with a copy of the package in which a word of a file is replaced. */
async function changed(file: string, word: RegExp, by: string, program: string) {
  const copy = join(folder(), 'node_modules')
  cpSync(installed, copy, { recursive: true, filter: (path) => path === installed || /node_modules[\\/]open-platform(?!-cli)/.test(path) })
  const path = join(copy, 'open-platform/dist', file)
  const text = readFileSync(path, 'utf8')
  assert.match(text, word)
  writeFileSync(path, text.replace(word, by))
  const { output, complaints } = await run(`
    import { createRequire } from 'node:module'
    const require = createRequire(${JSON.stringify(join(copy, 'program.js'))})
    try {
      const { OpenPlatform } = require('open-platform')
      const { Recorder, response } = require('open-platform/testing')
      ${program}
    } catch (error) {
      console.log(error.name + ': ' + error.message)
    }
  `)
  assert.equal(complaints, '')
  return output
}

test('a native library of another version is refused at the import', async () => {
  assert.match(
    await changed('native.js', /VERSION = '[^']+'/, "VERSION = '0.0.0'", ''),
    /^ConfigError: native: the package is version 0\.0\.0, and its native library \d+\.\d+\.\d+: install both anew, in the same version$/,
  )
})

test('a type that the native library has otherwise is an error of the call, not a wrong value', async () => {
  const program = `
    const transport = Recorder.always(response(200, { token: 'gZd7omnS' }))
    const platform = new OpenPlatform({ apiKey: 'any', transport })
    await platform.posts.get('gZd7omnS')
  `
  assert.equal(
    await changed('decoders.js', / Post: \['[0-9a-f]+'/, " Post: ['0'", program),
    'ConfigError: native: the package and its native library differ in the type Post: install both anew, in the same version',
  )
})
