/** The lists of `adapters.json`: which cases run in which server, and requests to servers over sockets. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'

import { type Case, cases, document, note, same, type Value, writtenOut } from './cases.js'

/** A list of `adapters.json`, whose cases run in several servers. A case passes if it does in each server where it is possible. */
export class Suite {
  readonly #cases: Case[]
  /** What servers make impossible, and the headers that they add. */
  readonly #impossible: Value[]
  readonly #added: Value[]
  readonly #judged = new Set<string>()
  readonly #failed = new Set<string>()
  #pairs = 0

  constructor(list: string, servers: string[]) {
    const { impossible, added_headers, shared } = document('adapters')
    const ofNode = ({ language }: Value) => language === 'node'
    this.#cases = cases('adapters', list)
    this.#impossible = writtenOut(impossible.filter((row: Value) => ofNode(row) && row.list === list), shared)
    this.#added = added_headers.filter(ofNode)
    for (const { cases, servers: named } of this.#impossible) {
      const unknown = cases.filter((name: string) => !this.#cases.some((it) => it.name === name))
      unknown.push(...named.filter((name: string) => !servers.includes(name)))
      assert.deepEqual(unknown, [], 'the list `impossible` has unknown cases or servers')
    }
    after(() => {
      const file = list === 'cases' ? 'adapters' : `adapters ${list}`
      note(file, this.#judged.size - this.#failed.size, this.#failed.size, this.#pairs)
    })
  }

  /** Adds a test of every case in a server. */
  judge(server: string, check: (it: Case) => Promise<void>): void {
    for (const it of this.#cases) {
      const row = this.#impossible.find(({ servers, cases }) => servers.includes(server) && cases.includes(it.name))
      if (row) this.#pairs += 1
      else this.#judged.add(it.name)
      if (row && !row.instead) {
        test(it.name, { skip: row.reason })
        continue
      }
      test(it.name, async () => {
        try {
          await check({ ...it, expect: this.#expected(server, row?.instead ?? it.expect) })
        } catch (error) {
          this.#judged.add(it.name)
          this.#failed.add(it.name)
          throw error
        }
      })
    }
  }

  /** What is expected of a server that adds headers to each response without them. */
  #expected(server: string, expect: Value): Value {
    const added = Object.assign({}, ...this.#added.filter(({ servers }) => servers.includes(server)).map(({ headers }) => headers))
    const headers = Object.entries(expect.headers ?? {}).map(([name, value]) => [name, value ?? added[name] ?? null])
    return { ...expect, headers: Object.fromEntries(headers) }
  }
}

/** A response. */
interface Answer {
  status: number
  headers: Headers
  body: string
}

/** Compares a response with what a case expects. */
export function compare(answer: Answer, expect: Value): void {
  assert.equal(answer.status, expect.status)
  for (const [name, value] of Object.entries<string | null>(expect.headers ?? {})) {
    assert.equal(answer.headers.get(name), value, name)
  }
  if (expect.body === null) assert.equal(answer.body, '')
  else if (expect.body !== undefined) same('body', JSON.parse(answer.body), expect.body)
  if (expect.members) assert.deepEqual(Object.keys(JSON.parse(answer.body)).sort(), expect.members)
  assert.ok(!answer.body.includes('canary'), answer.body)
}

/** Sends a request on a connection of its own, and reads the answer, which may come before all is sent. */
export async function ask(port: number, given: Value): Promise<Answer> {
  const socket = connect(port, '127.0.0.1')
  send(socket, port, given)
  try {
    let received = ''
    for await (const piece of socket.setEncoding('utf8')) {
      received += piece
      const answer = whole(received, given.method)
      if (answer) return answer
    }
    assert.fail(`the connection ended after ${JSON.stringify(received)}`)
  } finally {
    socket.destroy()
  }
}

/** Sends a request, then a byte a second until the server has closed the connection. Notes how long the answer took. */
export async function drip(port: number, given: Value): Promise<{ answer: Answer; milliseconds: number }> {
  const socket = connect(port, '127.0.0.1')
  const start = performance.now()
  let [received, milliseconds] = ['', 0]
  const errors: NodeJS.ErrnoException[] = []
  socket.setEncoding('utf8').on('error', (error) => errors.push(error)).on('data', (piece: string) => {
    milliseconds ||= performance.now() - start
    received += piece
  })
  send(socket, port, given)
  const dripping = setInterval(() => socket.write(' '), 1000)
  const limit = setTimeout(() => socket.destroy(), 120_000)
  // Not `once` of `node:events`, which rejects with an error, also with one of a byte that came after the server had closed.
  await new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  clearInterval(dripping)
  clearTimeout(limit)
  assert.ok(performance.now() - start < 120_000, 'the connection was still open')
  // These say that it was closed with a byte unread.
  assert.deepEqual(errors.filter(({ code }) => code !== 'ECONNRESET' && code !== 'EPIPE'), [])
  const answer = whole(received, given.method)
  assert.ok(answer, `the connection ended after ${JSON.stringify(received)}`)
  return { answer, milliseconds }
}

function send(socket: Socket, port: number, given: Value): void {
  const body = given.body_base64 !== undefined
    ? Buffer.from(given.body_base64, 'base64')
    : Buffer.from(given.text ?? (given.body === undefined ? '' : JSON.stringify(given.body)))
  const head = [
    `${given.method} ${given.path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...(given.authorization ?? []).map((value: string) => `Authorization: ${value}`),
    ...(given.content_type ?? []).map((value: string) => `Content-Type: ${value}`),
    ...(given.headers ?? []).map(([name, value]: [string, string]) => `${name}: ${value}`),
    ...(given.chunks_base64 ? ['Transfer-Encoding: chunked'] : []),
    ...(given.content_length !== undefined || !given.chunks_base64 ? [`Content-Length: ${given.content_length ?? body.length}`] : []),
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  for (const chunk of given.chunks_base64 ?? []) {
    const bytes = Buffer.from(chunk, 'base64')
    socket.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]))
  }
  if (given.chunks_base64 && !given.unfinished) socket.write('0\r\n\r\n')
  else if (!given.chunks_base64 && !given.unsent) socket.write(body)
}

/** The answer, once all of it is there. */
function whole(received: string, method: string): Answer | undefined {
  const [head, ...rest] = received.split('\r\n\r\n')
  if (rest.length === 0) return undefined
  const [first, ...lines] = head!.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]))
  let body = rest.join('\r\n\r\n')
  if (method !== 'HEAD' && headers.get('transfer-encoding') === 'chunked') {
    if (!body.endsWith('0\r\n\r\n')) return undefined
    body = body.replace(/(^|\r\n)[0-9a-f]+\r\n/g, '').trimEnd()
  } else if (method !== 'HEAD' && Buffer.byteLength(body) < Number(headers.get('content-length') ?? 0)) {
    return undefined
  }
  return { status: Number(first!.split(' ')[1]), headers, body }
}
