// Run by Vitest: see ../runners.test.ts.
import { InvalidInput, OpenPlatform } from 'open-platform'
import { startSandbox, withWorld } from 'open-platform/testing'
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

test('a world for a test', () => withWorld(async (world, platform) => {
  const [post] = await world.posts('seller')
  expect((await platform.posts.get(post.token)).token).toBe(post.token)
}))

// The same as a fixture.
test.extend({ world: ({}, use) => withWorld(use) })('a world as a fixture', async ({ world }) => {
  expect((await world.user('seller')).name).toBe('seller')
})
