/** Responses in pieces, from a server that the test drives chunk by chunk. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'

import { InvalidInput, NotFound, OpenPlatform, StreamedResponse, TransportError } from 'open-platform'
import { ManualClock, Recorder, response } from 'open-platform/testing'

const HEAD = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nx-request-id: r7\r\n\r\n'
const EXPORT = { method: 'GET', segments: ['v1', 'export'] }

/** The server's side of a response that has begun. */
class Connection {
  constructor(readonly socket: Socket, readonly request: string) {}

  send(text: string): void {
    this.socket.write(`${text.length.toString(16)}\r\n${text}\r\n`)
  }
}

/** Runs `use` with a client and a function that waits for a request and sends the head of its response. */
async function served(use: (platform: OpenPlatform, accept: () => Promise<Connection>) => Promise<void>): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sandboxUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const platform = new OpenPlatform({ apiKey: 'key', sandboxUrl })
  const sockets: Socket[] = []
  const accept = async () => {
    const [socket] = (await once(server, 'connection')) as [Socket]
    sockets.push(socket)
    const [request] = (await once(socket, 'data')) as [Buffer]
    socket.write(HEAD)
    return new Connection(socket, String(request).toLowerCase())
  }
  try {
    await use(platform, accept)
  } finally {
    platform.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

const text = (chunk: Uint8Array | undefined | void) => chunk && new TextDecoder().decode(chunk)

/** Checks that a read fails as a call without a complete answer. */
async function breaks(read: Promise<unknown>, kind: string, message: RegExp): Promise<void> {
  await assert.rejects(read, (error: unknown) => {
    assert.ok(error instanceof TransportError)
    assert.equal(error.kind, kind)
    assert.match(error.message, message)
    return true
  })
}

test('a chunk is received before the next one is sent', () => served(async (platform, accept) => {
  const [response, connection] = await Promise.all([platform.stream(EXPORT), accept()])
  assert.ok(response instanceof StreamedResponse)
  assert.match(connection.request, /x-api-key: key\r\n/)
  assert.deepEqual([response.status, response.requestId, response.attempts], [200, 'r7', 1])
  assert.equal(response.headers['transfer-encoding'], 'chunked')
  const chunks = response[Symbol.asyncIterator]()
  for (const expected of ['first', 'second']) {
    connection.send(expected)
    assert.equal(text((await chunks.next()).value), expected)
  }
  connection.send('')
  assert.equal((await chunks.next()).done, true)
}))

test('a streamed response carries the token of its user', () => served(async (platform, accept) => {
  const [response, connection] = await Promise.all([platform.userWithToken('token').stream(EXPORT), accept()])
  assert.match(connection.request, /authorization: bearer token\r\n/)
  response.close()
}))

test('a body that exceeds its limit is an error', () => served(async (platform, accept) => {
  const [response, connection] = await Promise.all([platform.stream({ ...EXPORT, maxResponse: 5 }), accept()])
  const chunks = response[Symbol.asyncIterator]()
  connection.send('12345')
  assert.equal(text((await chunks.next()).value), '12345')
  connection.send('6')
  await breaks(chunks.next(), 'too_large', /larger than 5 bytes/)
  if (!connection.socket.closed) await once(connection.socket, 'close')
}))

test('a connection that breaks in the middle is an error that says so', () => served(async (platform, accept) => {
  const [response, connection] = await Promise.all([platform.stream(EXPORT), accept()])
  const chunks = response[Symbol.asyncIterator]()
  connection.send('half')
  assert.equal(text((await chunks.next()).value), 'half')
  connection.socket.end()
  await breaks(chunks.next(), 'interrupted', /before the response was complete/)
}))

test('leaving the loop closes the connection', () => served(async (platform, accept) => {
  const [response, connection] = await Promise.all([platform.stream(EXPORT), accept()])
  const closed = once(connection.socket, 'close')
  connection.send('first')
  for await (const chunk of response) {
    assert.equal(text(chunk), 'first')
    break
  }
  await closed
  await assert.rejects(response[Symbol.asyncIterator]().next(), (error: unknown) =>
    error instanceof InvalidInput && /response/.test(error.message))
}))

test('an iteration that ends before its first step, or during one, closes the connection', () => served(async (platform, accept) => {
  for (const steps of [0, 1]) {
    const [response, connection] = await Promise.all([platform.stream(EXPORT), accept()])
    const closed = once(connection.socket, 'close')
    const chunks = response[Symbol.asyncIterator]()
    const waiting = Array.from({ length: steps }, () => assert.rejects(chunks.next(), InvalidInput))
    await chunks.return()
    await Promise.all([closed, ...waiting])
    assert.equal((await chunks.next()).done, true)
  }
}))

test('closing a response ends a wait for its next bytes', () => served(async (platform, accept) => {
  const [response] = await Promise.all([platform.stream(EXPORT), accept()])
  const next = response[Symbol.asyncIterator]().next()
  response.close()
  await assert.rejects(next, InvalidInput)
}))

test('a signal ends the loop and closes the connection', () => served(async (platform, accept) => {
  const controller = new AbortController()
  const { signal } = controller
  const [response, connection] = await Promise.all([platform.stream(EXPORT, { signal }), accept()])
  const closed = once(connection.socket, 'close')
  const next = response[Symbol.asyncIterator]().next()
  controller.abort(new Error('enough'))
  await assert.rejects(next, /enough/)
  await closed
}))

test('a silent server ends the wait', () => served(async (platform, accept) => {
  const [response] = await Promise.all([platform.stream(EXPORT, { timeoutMs: 500 }), accept()])
  await breaks(response[Symbol.asyncIterator]().next(), 'interrupted', /nothing of the response arrived for 500 ms/)
}))

test('a response that is no success is the error of its status', async () => {
  const transport = Recorder.script([response(503), response(200, { n: 1 }), response(404)])
  const platform = new OpenPlatform({ apiKey: 'key', transport, clock: ManualClock.at(new Date()) })
  const streamed = await platform.stream(EXPORT)
  assert.equal(streamed.attempts, 2)
  const chunks = []
  for await (const chunk of streamed) chunks.push(text(chunk))
  assert.deepEqual(chunks, ['{"n":1}'])
  await assert.rejects(platform.stream(EXPORT), NotFound)
  await assert.rejects(platform.stream({ ...EXPORT, maxResponse: -1 }), { name: 'InvalidInput', field: 'maxResponse' })
  assert.equal(transport.requests().length, 3)
})
