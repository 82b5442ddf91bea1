// Reads the bodies in a file with the package, and compares with what Rust has read (HTTP-16).
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'

const [file, app] = process.argv.slice(2).map((path) => resolve(path))
const { InvalidInput, OpenPlatformError, readDelivery, write } = createRequire(join(app, 'app.js'))('open-platform')

function reading(body) {
  let delivery
  try {
    delivery = readDelivery(body)
  } catch (error) {
    if (!(error instanceof OpenPlatformError)) throw error
    return { error: [error.code, error.path ?? null] }
  }
  const { event, metadata, legacy, notes, dedupeKey, dedupeWindowSeconds } = delivery
  return { event: written(event, metadata), rest: [legacy, notes, dedupeKey, dedupeWindowSeconds ?? null] }
}

/** Nothing for an integer in a field whose type is `number` and which is none: Node alone cannot write what it read. */
function written(event, metadata) {
  try {
    return write.event(event, metadata)
  } catch (error) {
    if (!(error instanceof InvalidInput) || !/^must be a whole number from -?\d+ to 9007199254740991$/.test(error.reason)) throw error
    beyond += 1
    return undefined
  }
}

/** The digits of a number without the zeros at both ends. */
const digits = (number) => number.split(/e/i)[0].replace(/[^\d]/g, '').replace(/^0+|0+$/g, '')

/** JSON as the package hands it out: a number that JavaScript cannot hold is its text. */
function held(text) {
  const holds = (token) => token[0] === '"' || (isFinite(token) && digits(token) === digits(Number(token).toExponential()))
  return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (holds(token) ? token : `"${token}"`)))
}

/** Instants as a `Date` has them, to the millisecond and without leap seconds; zero without a sign. */
function plain(value) {
  if (typeof value === 'string') {
    const leap = Date.parse(value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):60Z$/, '$1:59Z'))
    if (/:60Z$/.test(value) && leap) return new Date(leap + 1000).toISOString().replace('.000Z', 'Z')
    return value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\d+Z$/, '$1Z')
  }
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value === 0 ? 0 : value
  return Object.entries(value).map(([name, member]) => [name, plain(member)]).sort(([a], [b]) => (a < b ? -1 : 1))
}

let [count, differences, beyond] = [0, 0, 0]
for await (const line of createInterface({ input: createReadStream(file) })) {
  count += 1
  const space = line.indexOf(' ')
  const body = Buffer.from(line.slice(0, space), 'base64')
  const [actual, expected] = [reading(body), held(line.slice(space + 1))]
  if (actual.rest && !actual.event) delete expected.event, delete actual.event
  if (isDeepStrictEqual(plain(actual), plain(expected))) continue
  differences += 1
  if (differences <= 10) console.log(`${body}\n  is    ${JSON.stringify(actual)}\n  not   ${JSON.stringify(expected)}`)
}
console.log(`Node: ${count} bodies, ${differences} differences, ${beyond} with integers that are no numbers`)
process.exitCode = differences === 0 ? 0 : 1
