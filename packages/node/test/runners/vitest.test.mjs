// Run by Vitest: see ../runners.test.ts.
import { InvalidInput, OpenPlatform } from 'open-platform'
import { startSandbox } from 'open-platform/testing'
import { afterAll, expect, test } from 'vitest'

const sandbox = await startSandbox()
afterAll(() => sandbox.stop())

test('a call, and an error', async () => {
  const world = await sandbox.world()
  const platform = new OpenPlatform(world.settings)
  const [post] = await world.posts()
  expect((await platform.posts.get(post.token)).token).toBe(post.token)
  await expect(platform.posts.get(5)).rejects.toBeInstanceOf(InvalidInput)
})
