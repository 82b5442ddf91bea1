/**
 * Decodes the values of the native add-on.
 *
 * The add-on writes a value into one string: words and texts in the order of the members, without their names. A word is a
 * small number: six bits in each character, the lowest first, and one more bit if another character follows. A text is a word
 * with its length, followed by the text. Bytes are beside the string, which has their number
 * from 1, or 0 for no bytes.
 *
 * For speed a word that is always small is read in place, because Node does not inline every small function.
 *
 * @internal
 */

/** The longest string whose substrings are used as texts. A substring keeps the whole string alive, so those of a longer one are copied. */
const MAX_SHARED = 1024

/** The milliseconds of a day. A date is passed as days and milliseconds, each of which is one word. */
const DAY = 86_400_000

// The string that is decoded, the position in it, the byte arrays, and whether texts are copied.
let s = ''
let p = 0
let b: Uint8Array[] | undefined
let copied = false

function word(): number {
  const c = s.charCodeAt(p++)
  return c < 64 ? c : long(c)
}

function long(c: number): number {
  let n = c - 64
  let k = 6
  do {
    c = s.charCodeAt(p++)
    n |= (c & 63) << k
    k += 6
  } while (c > 63)
  return n
}

function part(): string {
  const n = word()
  return s.substring(p, p += n)
}

function text(): string {
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  const t = s.substring(p, p += n)
  return copied ? copy(t) : t
}

/** A string that shares no memory with the encoded one. */
function copy(t: string): string {
  return (' ' + t).slice(1)
}

function whole(): number {
  const n = word() - 1
  return n < 0 ? +part() : n >> 1 ^ -(n & 1)
}

function bytes(): Uint8Array {
  const n = word()
  return n === 0 ? Buffer.alloc(0) : b![n - 1]!
}

/** Arbitrary JSON, token by token. */
function json(): Json {
  switch (s.charCodeAt(p++)) {
    case 0: return null
    case 1: return false
    case 2: return true
    case 3: return +part()
    case 6: {
      const a: Json[] = []
      while (s.charCodeAt(p) !== END) a.push(json())
      p++
      return a
    }
    case 7: {
      const o: Record<string, Json> = {}
      let c
      while ((c = s.charCodeAt(p++)) !== END) put(o, c, text(), json())
      return o
    }
    default: return text()
  }
}

/** The token before the name of a member, and of one that every object inherits, which an assignment would not create. */
const NAME = 4

/** The token at the end of an array or object. */
const END = 8

function put<T>(o: Record<string, T>, c: number, name: string, value: T): void {
  if (c === NAME) o[name] = value
  else Object.defineProperty(o, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Decodes a string of the add-on, with the byte arrays in it. */
export type Decoder = (string: string, byteArrays?: Uint8Array[]) => unknown

/**
 * The decoder of a type: of a data type by its name, `[item]` for an array, `value?` for what may be absent.
 *
 * @returns nothing if there is none whose layout has the fingerprint: the add-on was made from other types than this package.
 */
export function findDecoder(fingerprint: string, type: string): Decoder | undefined {
  const decode = reader(fingerprint, type)
  return decode && ((string, byteArrays) => {
    s = string
    p = 0
    b = byteArrays
    copied = s.length > MAX_SHARED
    const value = decode()
    // Releases the string before the next call.
    s = ''
    b = undefined
    return value
  })
}

function reader(fingerprint: string, type: string): (() => unknown) | undefined {
  const last = type.at(-1)
  if (last === '?') {
    const value = reader(fingerprint, type.slice(0, -1))
    return value && (() => s.charCodeAt(p++) ? value() : null)
  }
  if (last === ']' || last === '}') {
    const item = reader(fingerprint, type.slice(1, -1))
    return item && (() => (last === ']' ? listOf : mapOf)(item))
  }
  const known = TYPES[type]
  return known?.[0] === fingerprint ? known[1] : undefined
}

function listOf<T>(item: () => T): T[] {
  const a: T[] = []
  for (let n = word(); n > 0; n--) a.push(item())
  return a
}

function mapOf<T>(value: () => T): Record<string, T> {
  const o: Record<string, T> = {}
  for (let n = word(); n > 0; n--) put(o, s.charCodeAt(p++), text(), value())
  return o
}
