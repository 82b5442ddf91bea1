/** Tests the app on the sandbox: as the seller's browser, and as a buyer. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'

import { startSandbox } from 'open-platform/testing'

const sandbox = await startSandbox()
const world = await sandbox.world()
Object.assign(process.env, world.environment)
const { server } = await import('./app.js')

server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${server.address().port}`
await world.configure({ events_url: `${url}/hooks/events` })
after(async () => {
  server.close()
  await sandbox.stop()
})

const get = (path, headers = {}) => fetch(url + path, { headers, redirect: 'manual' })

test('an add-on and an answer', async () => {
  const [{ token }] = await world.posts('seller')
  assert.match(await (await get(`/?post_token=${token}`)).text(), /Show the report/)

  const begun = await get(`/oauth/login?post=${token}&return_to=/posts/${token}`)
  const back = new URL(await world.consent(begun.headers.get('location'), 'seller'))
  const landed = await get(back.pathname + back.search, { cookie: begun.headers.get('set-cookie').split(';')[0] })
  assert.equal(landed.headers.get('location'), `/posts/${token}`)
  assert.equal((await world.addons(token))[0].widgets[0].title_row.text, 'Inspected')

  const [{ id }] = await world.conversations()
  await world.say(id, 'buyer', 'Is it still available?')
  await world.runUntilIdle()
  assert.equal((await world.messages(id)).at(-1).message.text, 'Thank you! The seller will write to you soon.')

  await world.revokeAccess('seller')
  await world.runUntilIdle()
  const home = await get('/')
  assert.equal(home.status, 200)
  assert.match(await home.text(), /Buyers of 0 sellers/)
})
