// Run by Jest, in a world of its own where `Error` is not Node's: see ../runners.test.ts.
const { createHooks, InvalidInput, NotFound, OpenPlatform } = require('open-platform')
const { startSandbox, withWorld } = require('open-platform/testing')

let sandbox
beforeAll(async () => { sandbox = await startSandbox() })
afterAll(() => sandbox.stop())

test('a call, and its errors', async () => {
  const world = await sandbox.world()
  const platform = new OpenPlatform(world.settings)
  const [post] = await world.posts()
  expect((await platform.posts.get(post.token)).token).toBe(post.token)
  await expect(platform.posts.get('nosuchpost')).rejects.toBeInstanceOf(NotFound)
  await expect(platform.posts.get('a/b')).rejects.toBeInstanceOf(InvalidInput)
  await expect(platform.posts.get(5)).rejects.toBeInstanceOf(InvalidInput)
})

test('a world for a test', () => withWorld(async (world, platform) => {
  const [post] = await world.posts('seller')
  expect((await platform.posts.get(post.token)).token).toBe(post.token)
}))

test('an event', async () => {
  const seen = []
  const hooks = createHooks({ keys: [{ id: 'new', key: 'identification-key-new' }] })
    .onUnknown((event, { metadata }) => { seen.push(event.kind, metadata) })
  const headers = ['Authorization', 'identification-key-new', 'Content-Type', 'application/json']
  const body = async () => Buffer.from('{"type":"BRAND_NEW","metadata":{"a":[1]}}')
  expect((await hooks.receive({ method: 'POST', path: '/hooks/events', headers, body })).status).toBe(200)
  expect(seen).toEqual(['BRAND_NEW', { a: [1] }])
})
