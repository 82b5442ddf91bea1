/** Responses to requests of no method, over sockets. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'

import { DecodeError, type Json, OpenPlatform, type RawResponse } from 'open-platform'

/** What the server responds with. */
let body = ''
const server = createServer((_request, response) => response.writeHead(200, { 'x-request-id': 'r-1' }).end(body))
await once(server.listen(0, '127.0.0.1'), 'listening')
after(() => (server.close(), server.closeAllConnections()))
const platform = new OpenPlatform({ apiKey: 'key', sandboxUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })

function received(text: string): Promise<RawResponse> {
  body = text
  return platform.request({ method: 'GET', segments: ['v1', 'any'] })
}

test('the JSON of a response has every digit of its numbers', async () => {
  for (const [text, value] of [
    ['{"id":12345678901234567890,"price":9007199254740993}', { id: '12345678901234567890', price: '9007199254740993' }],
    ['[9007199254740991,-9007199254740992,1e400,0.1,1.50,-0]', [9007199254740991, -9007199254740992, '1e400', 0.1, 1.5, -0]],
    [' {"a":{"b":[true,null,"\\u0000\ud83d\udc4b"]}}\n', { a: { b: [true, null, '\0\ud83d\udc4b'] } }],
    ['"text"', 'text'],
    ['null', null],
  ] satisfies [string, Json][]) {
    const response = await received(text)
    assert.deepEqual(response.json(), value)
    assert.equal(response.text(), text)
  }
})

test('a response that is not JSON', async () => {
  for (const text of ['', '<html>canary</html>', '{"canary":', '{} canary', '\ufeff\ufeff{}']) {
    const response = await received(text)
    assert.throws(() => response.json(), (error) => {
      assert.ok(error instanceof DecodeError)
      const { status, attempts, requestId, path, endpoint } = error
      assert.deepEqual([status, attempts, requestId, path, endpoint], [200, 1, 'r-1', '.', 'request'])
      assert.ok(!`${error.stack}${JSON.stringify(error)}`.includes('canary'), error.stack)
      return true
    })
  }
})
