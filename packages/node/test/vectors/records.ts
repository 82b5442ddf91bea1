/** Vectors of the records of hooks and inboxes. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'

import { createHooks, type HandledEvent, type ReceivedHook } from 'open-platform'

import { judge, same } from './cases.js'
import { tokens, Vectors } from './platform.js'

const KEY = 'identification-key-one'

/** A store of the app that cannot be reached. */
const broken = {
  remember: () => Promise.reject(new Error('down')),
  forget: () => Promise.reject(new Error('down')),
}

/** A line of the log without its prefix, times and ids. */
function normal(text: string): string {
  return text.replace(/^open-platform: /, '').replace(/\d+ ms/g, 'N ms').replace(/\d+\.\d s\b/g, 'N s').replace(/request id [\w-]+/, 'request id N')
}

judge('records', async ({ given, expect }) => {
  const hooks: ReceivedHook[] = []
  const handledEvents: HandledEvent[] = []
  const lines: string[] = []
  const write = (level: string) => (text: string) => lines.push(`${level} ${normal(text)}`)
  const logger = { debug: write('debug'), info: write('info'), warn: write('warning'), error: write('error') }
  const { client, clock } = new Vectors(given.outcomes ?? { always: undefined }, { onHandledEvent: (it) => handledEvents.push(it), logger })
  const inbox = given.inbox ? client.inbox() : undefined
  // Its other lines are no records.
  const ofHooks = { debug: logger.debug, warn() {}, error() {} }
  const app = createHooks({ platform: client, keys: KEY, logger: ofHooks, onHook: (it) => hooks.push(it), ...(inbox && { inbox }), ...(given.dedupe === 'fails' && { dedupe: broken }) })
    .on('post_update', ({ update }) => {
      if (update.post.city === 'fail') throw new Error('fail')
    })
    .onStart(() => 'https://app.example/start')
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
  for (const name of given.calls) {
    if (name === 'posts.get') await client.posts.get('gZd7omnS').catch(() => undefined)
    else {
      const { key } = await client.grants.adopt(tokens('access-token', 'refresh-token'))
      await client.grants.refresh(key).catch(() => undefined)
    }
  }
  same('hooks', hooks.map(({ kind, eventType = null, outcome, status, reason }) =>
    ({ kind, event_type: eventType, outcome, status, refused: reason !== undefined })), expect.hooks)
  if (expect.retry_after) same('retry_after', waits, expect.retry_after)
  same('handled events', handledEvents.map(({ eventType, outcome, attempt, waitSeconds }) =>
    ({ event_type: eventType, outcome, attempt, waits: waitSeconds !== undefined })), expect.handled_events ?? [])
  if (expect.lines) same('lines', lines, expect.lines)
  assert.ok([...hooks, ...handledEvents].every(({ durationSeconds }) => durationSeconds !== undefined && durationSeconds >= 0))
  assert.doesNotMatch(JSON.stringify([hooks, handledEvents]), /gZd7omnS|identification-key/)
})
