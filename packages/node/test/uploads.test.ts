/** Uploads: what may be uploaded, their progress, and their cancellation. */
import assert from 'node:assert/strict'
import { Blob, Buffer } from 'node:buffer'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

import { InvalidInput, OpenPlatform, type UploadInput, type UploadProgress } from 'open-platform'
import { startSandbox } from 'open-platform/testing'

const SIZE = 3_000_000
const VIDEO = Buffer.alloc(SIZE)
VIDEO.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom')

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < SIZE; start += 100_000) yield VIDEO.subarray(start, start + 100_000)
}

function checkProgress(reports: UploadProgress[]): void {
  const sent = reports.map((report) => report.sent)
  assert.deepEqual([sent[0], sent.at(-1)], [0, SIZE])
  assert.ok(sent.length > 3 && sent.every((bytes, index) => index === 0 || bytes > sent[index - 1]!), String(sent))
  assert.ok(reports.every((report) => report.total === SIZE))
}

test('each kind of source is uploaded', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  await using platform = new OpenPlatform(world.settings)
  const folder = await mkdtemp(join(tmpdir(), 'open-platform-'))
  const path = join(folder, 'tour.mp4')
  await writeFile(path, VIDEO)
  const sources: UploadInput[] = [
    path, pathToFileURL(path), VIDEO, new Uint8Array(VIDEO), new Uint8Array(VIDEO).buffer, new Blob([VIDEO]), new Blob([VIDEO]).stream(),
    chunks(), Readable.from(chunks()), createReadStream(path),
  ]
  for (const source of sources) await platform.chatbot.uploadVideo(source)
  await rm(folder, { recursive: true })
  assert.deepEqual((await world.chatMedia()).map((medium) => medium.bytes), sources.map(() => SIZE))
})

test('progress is reported before the call resolves', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  await using platform = new OpenPlatform(world.settings)
  const uploads = [
    (options: object) => platform.chatbot.uploadVideo(VIDEO, options),
    (options: object) => platform.ownPosts.uploadVideo(VIDEO, options),
    (options: object) => platform.chatbot.uploadVideo(chunks(), options),
  ]
  for (const upload of uploads) {
    const reports: UploadProgress[] = []
    await upload({ onProgress: (report: UploadProgress) => reports.push(report) })
    checkProgress(reports)
  }
  // Without it nothing is reported, and a wrong type is refused.
  await platform.chatbot.uploadVideo(VIDEO, { onProgress: undefined })
  const wrong = { onProgress: 7 as never }
  await assert.rejects(platform.chatbot.uploadVideo(VIDEO, wrong), (error) => error instanceof InvalidInput && error.field === 'onProgress')
})

test('an error of the observer does not end the upload', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  await using platform = new OpenPlatform(world.settings)
  const warning = once(process, 'warning')
  await platform.chatbot.uploadVideo(VIDEO, {
    onProgress: () => {
      throw new Error('of the app')
    },
  })
  assert.match(String((await warning)[0]), /onProgress threw/)
  assert.equal((await world.chatMedia()).length, 1)
})

test('what cannot be uploaded is refused without a request', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  await using platform = new OpenPlatform(world.settings)
  let read = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      read += 1
      yield new Uint8Array(10_000_000)
    }
  }
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield VIDEO
    throw new RangeError('the disk is gone')
  }
  const tooLarge = (error: unknown) =>
    error instanceof InvalidInput && error.field === 'video' && /at most 50000000 bytes/.test(error.message)
  await assert.rejects(platform.chatbot.uploadVideo(endless()), tooLarge)
  assert.equal(read, 6, 'nothing is read beyond the limit of the largest upload')
  await assert.rejects(platform.chatbot.uploadVideo(new Blob([new Uint8Array(50_000_001)])), tooLarge)
  await assert.rejects(platform.chatbot.uploadVideo(failing()), RangeError)
  const wrong = [7, null, {}, [VIDEO], Readable.from(['text'])]
  for (const source of wrong) {
    const refused = (error: unknown) => error instanceof InvalidInput && error.field === 'video' && /stream of bytes/.test(error.message)
    await assert.rejects(platform.chatbot.uploadVideo(source as never), refused)
  }
  const ended = Readable.from([VIDEO])
  await ended.toArray()
  const saysSo = (error: unknown) => error instanceof InvalidInput && /read to its end already/.test(error.message)
  await assert.rejects(platform.chatbot.uploadVideo(ended), saysSo)
  assert.deepEqual(await world.requests('chatbot.create_upload_token'), [])
})

test('an aborted upload ends at once', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  await using platform = new OpenPlatform(world.settings)
  const remove = await world.fault({ on: { endpoint: 'chatbot.upload_video' }, effects: [{ kind: 'delay', milliseconds: 60_000 }] })
  const sending = new AbortController()
  const onProgress = ({ sent }: UploadProgress) => sent > 0 && sending.abort(new RangeError('of the app'))
  await assert.rejects(platform.chatbot.uploadVideo(VIDEO, { signal: sending.signal, onProgress }), /of the app/)
  await remove()
  await platform.chatbot.uploadVideo(VIDEO)

  // Also while a stream is read that gives nothing.
  const reading = new AbortController()
  async function* silent(): AsyncGenerator<Uint8Array> {
    queueMicrotask(() => reading.abort(new RangeError('of the app')))
    await new Promise(() => {})
    yield VIDEO
  }
  await assert.rejects(platform.chatbot.uploadVideo(silent(), { signal: reading.signal }), /of the app/)
})
