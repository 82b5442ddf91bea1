// The package and the sandbox under Bun.
import assert from 'node:assert/strict'

import { InvalidInput, OpenPlatform } from 'open-platform'
import { startSandbox } from 'open-platform/testing'

const sandbox = await startSandbox()
const world = await sandbox.world()
const [post] = await world.posts()
const platform = new OpenPlatform(world.settings)
assert.equal((await platform.posts.get(post.token)).token, post.token)
const error = await platform.posts.get('../').catch((error) => error)
assert.ok(error instanceof InvalidInput)
await sandbox.stop()
// Whoever forgets to stop one ends all the same, and it with him.
await startSandbox()
