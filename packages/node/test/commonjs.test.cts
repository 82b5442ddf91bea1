/** The package as CommonJS sees it. */
import assert = require('node:assert/strict')
import test = require('node:test')

import platform = require('open-platform')

test('CommonJS has the client, its types and its errors', async () => {
  const client: platform.OpenPlatform = new platform.OpenPlatform({ apiKey: 'any' })
  await assert.rejects(client.posts.get('..'), platform.InvalidInput)
})
