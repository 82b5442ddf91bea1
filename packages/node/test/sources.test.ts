/** The sources of hooks, logins and the gateway: what happens to a request is decided in the core, and nowhere else. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const SOURCES = ['adapters', 'app', 'context', 'dedupe', 'hooks', 'inbox', 'login', 'worker']

/** What the core decides, as it would look in a source. */
const DECISIONS: Record<string, RegExp> = {
  'a status code': /\b[2-5]\d\d\b/,
  'the name of a header': /['"`](?:allow|authorization|cache-control|connection|content-length|location|referrer-policy|retry-after|set-cookie|x-[a-z-]+)['"`]/i,
  'an attribute of a cookie': /HttpOnly|Max-Age|SameSite|__Host-/i,
  'a limit of a time or a size': /\b\w*(?:_SECONDS|_MS|_LIMIT|_BYTES|TIMEOUT|RETRY)\b\s*=|\b\d+ \* (?:60|1024)\b|\b(?!1000\b)\d[\d_]{3,}\b/,
}

/** The source without its comments. */
function code(name: string): string {
  const text = readFileSync(join(process.env['OPEN_PLATFORM_REPOSITORY']!, 'packages/node/src', `${name}.ts`), 'utf8')
  return text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
}

for (const name of SOURCES) {
  test(`${name}.ts decides nothing about requests`, () => {
    const lines = code(name).split('\n')
    for (const [what, looks] of Object.entries(DECISIONS)) {
      assert.deepEqual(lines.filter((line) => looks.test(line)), [], `${name}.ts has ${what} of its own`)
    }
  })
}
