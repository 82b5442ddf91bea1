/** Reads `tests/vectors` and compares with what is in it. What the words of a file mean is in the README there. */
import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'

import { type Attempt, OpenPlatformError, type Refresh } from 'open-platform'

// What a file holds is known to its runner alone.
export type Value = any

export interface Case {
  name: string
  given: Value
  expect: Value
}

const repository = process.env['OPEN_PLATFORM_REPOSITORY']
if (!repository) throw new Error('OPEN_PLATFORM_REPOSITORY must name the root of the repository')
const folder = join(repository, 'tests/vectors')
const run = new Set<string>()

/** The cases of a file, with everything that stands for something else written out. Other lists than `cases` have no defaults. */
export function cases(file: string, list = 'cases'): Case[] {
  const { defaults = {}, shared = {}, [list]: all } = document(file)
  return all.map(({ name, given, expect }: Case) => {
    const missing = list === 'cases' ? { ...defaults } : {}
    if ('text' in given) delete missing.body
    return { name, given: writtenOut({ ...missing, ...given }, shared), expect: writtenOut(expect, shared) }
  })
}

/** A file as it is. */
export function document(file: string): Value {
  return JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8'))
}

/** A value with everything that stands for something else written out. */
export function writtenOut(value: Value, shared: Value): Value {
  if (Array.isArray(value)) return value.map((element) => writtenOut(element, shared))
  if (typeof value !== 'object' || value === null) return value
  if (value.repeat?.times !== undefined) {
    const { prefix = '', text, times, suffix = '' } = value.repeat
    return prefix + text.repeat(times) + suffix
  }
  if (typeof value.use === 'string') {
    const base = { ...shared[value.use] }
    assert.ok(value.use in shared, `nothing is named ${value.use}`)
    for (const name of value.without ?? []) delete base[name]
    return writtenOut({ ...base, ...value.with }, shared)
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, writtenOut(member, shared)]))
}

/** Judges every case of a file, and notes how many passed for the table of all languages. */
export function judge(file: string, check: (it: Case) => unknown): void {
  run.add(file)
  const all = cases(file)
  let passed = 0
  for (const it of all) {
    test(`${file}: ${it.name}`, async () => {
      await check(it)
      passed += 1
    })
  }
  after(() => note(file, passed, all.length - passed))
}

/** Adds a file to the table of all languages. More than one process of tests does. */
export function note(file: string, passed: number, failed: number, impossible = 0): void {
  mkdirSync(join(repository!, 'target/tests/vectors'), { recursive: true })
  appendFileSync(join(repository!, 'target/tests/vectors/node.tsv'), `${file}\t${passed}\t${failed}\t${impossible}\n`)
}

/** A file without a runner is a failure. */
export function everyFileHasARunner(): void {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
  // What an app in a web server does is judged over sockets, with the adapters.
  assert.deepEqual(files.filter((file) => !run.has(file)), ['adapters'])
}

/**
 * Makes the call. An expected error is compared, and gives undefined; any other goes through. Without an error there must be a value,
 * with which the caller goes on, unless the call has none.
 */
export async function outcome<T>(
  expect: Value, call: () => T | Promise<T>, { path = spelled, hasValue = true } = {},
): Promise<T | undefined> {
  let value: T
  if (!('error' in expect)) {
    value = await call()
    assert.ok(!hasValue || (value !== undefined && value !== null), 'there is no value')
    return value
  }
  try {
    value = await call()
  } catch (error) {
    errorIs(error, expect.error, path)
    return undefined
  }
  assert.fail(`${JSON.stringify(value)} instead of the error ${JSON.stringify(expect.error)}`)
}

/** The members of an error that a case names. */
export function errorIs(error: unknown, expected: Value, path = spelled): void {
  if (!(error instanceof OpenPlatformError)) throw error
  const it = error as Value
  const actual: Value = {
    code: error.code,
    is_retryable: error.isRetryable,
    retry_after_seconds: error.retryAfterSeconds ?? null,
    request_id: error.requestId ?? null,
    field: it.field ?? it.setting ?? it.path,
    status: it.status ?? null,
    platform_code: it.platformCode ?? null,
    message: it.reason,
    details: it.details?.length,
    quota: it.quota ?? null,
    needs_scopes: it.needsScopes ?? [],
    needs_permission: it.needsPermission ?? null,
    oauth_error: it.oauthError ?? null,
    description: it.description ?? null,
  }
  for (const [member, wanted] of Object.entries(expected)) {
    if (member === 'says') {
      assert.ok(error.message.includes(wanted as string), error.message)
      continue
    }
    const isPath = member === 'field' && error.code !== 'decode'
    same(`the error's ${member}`, actual[member], isPath ? path(wanted as string) : wanted)
  }
}

/** A path of members and settings as they are called here: in camel case, but for names of the caller's own. */
function spelled(path: string): string {
  if (path === 'session_id') return 'session'
  const steps = path.split('.')
  const map = steps.findIndex((step) => step === 'semantic' || step === 'semantic_paths')
  return steps.map((step, index) => map < 0 || index <= map ? camel(step) : step).join('.')
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Compares what a callback was called with. */
export function recordsAre(what: string, actual: (Attempt | Refresh)[], expected: Value[]): void {
  same(`number of ${what}`, actual.length, expected.length)
  actual.forEach((it, index) => {
    const of = it as Value
    for (const [member, wanted] of Object.entries(expected[index])) same(`${what}: ${member}`, of[camel(member)], wanted)
    assert.ok(it.durationSeconds >= 0)
    assert.equal(of.waitSeconds === undefined, of.retry === undefined)
  })
}

/** Equal as JSON: the order of members does not matter, and an absent member is not one with `null`. */
export function same(what: string, actual: unknown, expected: unknown): void {
  assert.deepEqual(JSON.parse(JSON.stringify(actual ?? null)), expected, what)
}

/** The bytes of a `body` or `text`. */
export function bytes(given: Value): Uint8Array {
  return new TextEncoder().encode('text' in given ? given.text : JSON.stringify(given.body))
}

/** Compares fields by their paths in the written form. */
export function fields(written: Value, expected: Value): void {
  for (const [path, wanted] of Object.entries(expected)) {
    const value = path.split('.').reduce((value, member) => value?.[member], written) ?? null
    assert.ok(equal(value, wanted), `${path} is ${JSON.stringify(value)}, expected ${JSON.stringify(wanted)}`)
  }
}

function equal(value: Value, wanted: Value): boolean {
  // Zero, false and empty values are not written.
  if (value === null && (wanted === false || (Array.isArray(wanted) && wanted.length === 0))) return true
  if (typeof value === 'string' && typeof wanted === 'number') return value === String(wanted)
  if (typeof value === 'string' && typeof wanted === 'string' && value !== wanted) {
    return Date.parse(value) === Date.parse(wanted)
  }
  try {
    assert.deepEqual(value, wanted)
    return true
  } catch {
    return false
  }
}
