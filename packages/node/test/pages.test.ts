/** Lists that the platform returns a page at a time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newPaymentId, NotFound, OpenPlatform } from 'open-platform'
import { startSandbox } from 'open-platform/testing'

test('the transactions of all pages come one after the other', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  await using platform = new OpenPlatform(world.settings)
  const tokens = await world.issueTokens('seller', ['PAYMENT_ALL_POSTS_REORDER'])
  const user = platform.userWithToken(tokens.access_token)
  const [post] = await world.posts('seller')
  const paid: string[] = []
  for (let i = 0; i < 5; i++) {
    const { id } = await user.payments.reorder(post!.token, { id: newPaymentId() })
    paid.unshift(id)
  }
  const asked = async () => (await world.requests('payments.transactions')).length
  const found: string[] = []
  for await (const transaction of platform.payments.iterateTransactions({ pageSize: 2 })) {
    found.push(transaction.id)
    assert.equal(await asked(), Math.ceil(found.length / 2))
  }
  assert.deepEqual(found, paid)
  assert.equal(await asked(), 3)
  assert.deepEqual((await platform.payments.transactions()).transactions.map(({ id }) => id), paid)
  const newest = await platform.payments.iterateTransactions().next()
  assert.equal(newest.done ? undefined : newest.value.id, paid[0])

  const pages = platform.payments.iterateTransactions({ pageSize: 5 })
  await world.fault({ on: { endpoint: 'payments.transactions' }, effects: [{ kind: 'status', status: 404 }] })
  await assert.rejects(pages.next(), NotFound)
  assert.equal((await pages.next()).done, true)
})
