/** The sources of hooks, logins and the gateway: what happens to a request is decided in the core, and nowhere else. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const SOURCES = ['actions', 'adapters', 'app', 'context', 'dedupe', 'hooks', 'inbox', 'ip-allowlist', 'login', 'webhooks', 'worker']

/** Numbers that decide nothing: 2 ** 31 - 1, the longest wait of a timer, and 1000, the milliseconds of a second. */
const PLAIN = ['0', '1', '2', '31', '1000']

/** What the core decides, as it would look in a source. */
const DECISIONS: Record<string, RegExp> = {
  'the name of a header':
    /['"`](?:allow|authorization|connection|(?:set-)?cookie|location|(?:cache|content|referrer|retry|transfer|www|x)-[a-z-]*)['"`$]/i,
  'an attribute of a cookie': /HttpOnly|Max-Age|SameSite|__Host-|['"` ]Secure\b/i,
  'a status, a time or a size': new RegExp(String.raw`(?<![\w.#])(?!(?:${PLAIN.join('|')})(?![\w.]))\d`),
}

/** The source without its comments. */
function code(name: string): string {
  const text = readFileSync(join(process.env['OPEN_PLATFORM_REPOSITORY']!, 'packages/node/src', `${name}.ts`), 'utf8')
  return text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
}

/** What the lines of a source decide. */
function decisions(source: string): [what: string, line: string][] {
  const lines = source.split('\n')
  return Object.entries(DECISIONS).flatMap(([what, looks]) => lines.filter((line) => looks.test(line)).map((line): [string, string] => [what, line]))
}

for (const name of SOURCES) {
  test(`${name}.ts decides nothing about requests`, () => assert.deepEqual(decisions(code(name)), []))
}

test('decisions are found', () => {
  const found = (line: string) => decisions(line).map(([what]) => what)
  const [header, attribute, number] = Object.keys(DECISIONS)
  for (const line of ["h['content-type'] = it", 'set(`Retry-${rest}`)', "new Headers([['X-Own', it]])", 'get("cookie")']) {
    assert.deepEqual(found(line), [header], line)
  }
  for (const line of ["cookie += '; Secure'", '`${name}; SameSite=Lax`']) assert.deepEqual(found(line), [attribute], line)
  for (const line of ['response.status = 404', 'writeHead(100)', 'setTimeout(end, 5)', 'limit = 0.5', 'size = 1 << 18', 'port = 8080']) {
    assert.deepEqual(found(line), [number], line)
  }
  for (const line of ['items[0]', '2 ** 31 - 1', 'seconds * 1000', 'setCookie(it)', "'a cookie of the app'"]) {
    assert.deepEqual(found(line), [], line)
  }
})
