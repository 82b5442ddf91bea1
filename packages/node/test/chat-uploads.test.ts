/** Uploads of media of chats, and messages with them. */
import assert from 'node:assert/strict'
import { Blob, Buffer } from 'node:buffer'
import { test } from 'node:test'

import { ApiError, InvalidInput, OpenPlatform } from 'open-platform'
import { startSandbox } from 'open-platform/testing'

const PDF = Buffer.from('%PDF-1.4\n')

test('a document is uploaded and sent', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  await using platform = new OpenPlatform(world.settings)
  const [conversation] = await world.conversations()
  const id = conversation!.id
  const tokens = await world.issueTokens('seller', [`CONVERSATION_SEND_MESSAGE.${id}`])
  const user = platform.userWithToken(tokens.access_token)
  for (const file of [PDF, new Blob([PDF])]) {
    const { mediaToken } = await platform.chatbot.uploadFile(file, 'contract.pdf')
    await user.conversations.send(id, { mediaToken })
    const message = (await world.messages(id)).at(-1)!.message as { type: string; file_data: { name: string } }
    assert.deepEqual([message.type, message.file_data.name], ['FILE', 'contract.pdf'])
  }
  assert.equal((await world.requests('chatbot.create_upload_token')).length, 2)
  const sightings = await world.credentials()
  assert.ok(sightings.length > 0 && sightings.every(({ belongs }) => belongs))
  await assert.rejects(user.conversations.send(id, { mediaToken: 'unknown' }), ApiError)
  await assert.rejects(platform.chatbot.uploadFile(PDF, 'contract.txt'), (error) => error instanceof InvalidInput && error.field === 'name')
})
