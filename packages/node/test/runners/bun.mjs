// The package and the sandbox under Bun.
import assert from 'node:assert/strict'

import { InvalidInput, OpenPlatform } from 'open-platform'
import { startSandbox, withWorld } from 'open-platform/testing'

const sandbox = await startSandbox()
const world = await sandbox.world()
const [post] = await world.posts()
const platform = new OpenPlatform(world.settings)
assert.equal((await platform.posts.get(post.token)).token, post.token)
const error = await platform.posts.get('../').catch((error) => error)
assert.ok(error instanceof InvalidInput)
await sandbox.stop()
assert.equal(await withWorld(async (other, client) => (await client.posts.get((await other.posts())[0].token)).city.length > 0), true)
// Whoever forgets to stop one ends all the same, and it with him.
await startSandbox()
