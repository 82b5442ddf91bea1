/** Vectors of the records of hooks and inboxes. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'

import { createHooks, type HandledEvent, type ReceivedHook } from 'open-platform'

import { judge, same } from './cases.js'
import { Vectors } from './platform.js'

const KEY = 'identification-key-one'

/** A store of the app that cannot be reached. */
const broken = {
  remember: () => Promise.reject(new Error('down')),
  forget: () => Promise.reject(new Error('down')),
}

judge('records', async ({ given, expect }) => {
  const hooks: ReceivedHook[] = []
  const work: HandledEvent[] = []
  const { client, clock } = new Vectors({ always: undefined }, { onWork: (it) => work.push(it) })
  const inbox = given.inbox ? client.inbox() : undefined
  const logger = { warn() {}, error() {} }
  const app = createHooks({ platform: client, keys: KEY, logger, onHook: (it) => hooks.push(it), ...(inbox && { inbox }), ...(given.dedupe === 'fails' && { dedupe: broken }) })
    .on('post_update', ({ update }) => {
      if (update.post.city === 'fail') throw new Error('fail')
    })
    .onStart(() => 'https://app.example/start')
  // Its workers would take the events from the inbox.
  app.express()
  await app.stop()
  const waits: (string | null)[] = []
  for (const { kind, authorization = KEY, text, body } of given.requests) {
    const headers = ['Authorization', authorization, 'Content-Type', 'application/json']
    const reply = await app.receive({ method: 'POST', path: `/hooks/${kind}`, headers, body: async () => Buffer.from(text ?? JSON.stringify(body)) })
    waits.push(reply?.headers['Retry-After'] ?? null)
  }
  for (const { end, times = 1, seconds_later = 0 } of given.ends) {
    const item = await inbox!.tryNext()
    assert.ok(item)
    for (let time = 0; time < times; time++) {
      if (end === 'ack') await inbox!.ack(item.id)
      else if (end === 'release') await inbox!.release(item.id)
      else if (end === 'nack') await inbox!.nack(item.id, 'a reason')
      else await inbox!.giveUp(item.id, 'a reason')
    }
    clock.advance(seconds_later)
  }
  same('hooks', hooks.map(({ kind, eventType = null, outcome, status, reason }) =>
    ({ kind, event_type: eventType, outcome, status, refused: reason !== undefined })), expect.hooks)
  if (expect.retry_after) same('retry_after', waits, expect.retry_after)
  same('work', work.map(({ eventType, outcome, attempt, waitSeconds }) =>
    ({ event_type: eventType, outcome, attempt, waits: waitSeconds !== undefined })), expect.work ?? [])
  assert.ok([...hooks, ...work].every(({ durationSeconds }) => durationSeconds !== undefined && durationSeconds >= 0))
  assert.doesNotMatch(JSON.stringify([hooks, work]), /gZd7omnS|identification-key/)
})
