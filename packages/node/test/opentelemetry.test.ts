/** Calls are spans of OpenTelemetry, and their requests carry its context. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'

import { type HrTime, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { NotFound, OpenPlatform, type Settings } from 'open-platform'
import { instrument } from 'open-platform/opentelemetry'
import { Recorder, response, type Sandbox, startSandbox, type World } from 'open-platform/testing'

import { run } from './ffi/helpers.js'

const POST = 'gZd7omnS'
const exporter = new InMemorySpanExporter()
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
let stop: () => void
let sandbox: Sandbox
let world: World

before(async () => {
  provider.register()
  stop = instrument()
  sandbox = await startSandbox()
  world = await sandbox.world()
})

afterEach(() => exporter.reset())

after(async () => {
  await sandbox.stop()
  await provider.shutdown()
})

/** A client whose requests are answered with these statuses, and what it sends. */
function client(statuses: number[], settings: Settings = {}): [OpenPlatform, Recorder] {
  const transport = Recorder.script(statuses.map((status) => response(status, { token: POST })))
  return [new OpenPlatform({ apiKey: 'the-key', environment: {}, transport, ...settings }), transport]
}

const milliseconds = ([seconds, nanoseconds]: HrTime) => seconds * 1000 + nanoseconds / 1e6

test('a call is a span, and goes on with the trace', async () => {
  const waits: number[] = []
  const platform = new OpenPlatform({ environment: world.environment, onRequest: ({ waitSeconds }) => waits.push(waitSeconds ?? 0) })
  const post = (await world.posts('seller'))[0]!.token
  await world.fault({ on: { endpoint: 'posts.get' }, effects: [{ kind: 'status', status: 503 }], times: 1 })
  await trace.getTracer('app').startActiveSpan('work', async (work) => {
    await platform.posts.get(post)
    work.end()
  })
  await assert.rejects(platform.posts.get('0000'), NotFound)
  const [call, work, missing] = exporter.getFinishedSpans()
  assert.ok(call && work && missing)
  assert.deepEqual([call.name, call.kind, call.status.code], ['posts.get', SpanKind.CLIENT, SpanStatusCode.UNSET])
  assert.equal(call.spanContext().traceId, work.spanContext().traceId)
  assert.equal(call.parentSpanContext?.spanId, work.spanContext().spanId)
  const { 'open_platform.request_id': requestId, 'server.port': port, ...attributes } = call.attributes
  assert.ok(requestId && typeof port === 'number')
  assert.deepEqual(attributes, {
    'http.request.method': 'GET',
    'http.request.resend_count': 1,
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
    'url.template': '/v1/open-platform/finder/post/{post_token}',
  })
  assert.deepEqual(call.events.map(({ name, attributes }) => [name, attributes?.['open_platform.retry']]), [['retry', 'server']])
  // It has the time at which the first request ended, before the wait.
  const [started, retried, ended] = [call.startTime, call.events[0]!.time, call.endTime].map(milliseconds)
  assert.ok(waits[0]! > 0 && started! - 2 <= retried! && retried! <= ended! - waits[0]! * 1000 + 2, `${started} ${retried} ${ended}`)
  assert.deepEqual([missing.attributes['error.type'], missing.status.code], ['404', SpanStatusCode.ERROR])
  const sent = (await world.requests('posts.get')).map(({ traceparent }) => traceparent)
  assert.equal(sent[0], sent[1])
  assert.equal(sent[0], `00-${call.spanContext().traceId}-${call.spanContext().spanId}-01`)
})

test('the setting turns spans and the header off', async () => {
  const [platform, off] = client([200], { tracing: false })
  await platform.posts.get(POST)
  const [other, on] = client([200])
  await other.userWithToken('the-token').posts.getWithOngoingImages(POST)
  assert.deepEqual([off, on].map((it) => typeof it.requests()[0]!.headers['traceparent']), ['undefined', 'string'])
  assert.deepEqual(exporter.getFinishedSpans().map(({ name }) => name), ['posts.get_with_ongoing_images'])
})

test('a request without a method of its own is a span, too', async () => {
  await client([200])[0].request({ method: 'GET', segments: ['v1', 'open-platform', 'assets', 'city'] })
  const [span] = exporter.getFinishedSpans()
  assert.deepEqual([span?.name, span?.attributes['url.template']], ['request', undefined])
})

test('a span ends with a call that is aborted', async () => {
  await world.fault({ on: { endpoint: 'posts.get' }, effects: [{ kind: 'delay', milliseconds: 60_000 }] })
  const platform = new OpenPlatform({ environment: world.environment })
  await assert.rejects(platform.posts.get(POST, { signal: AbortSignal.timeout(200) }), { name: 'TimeoutError' })
  const [span] = exporter.getFinishedSpans()
  assert.equal(span?.attributes['error.type'], 'cancelled')
})

test('a span ends with a call that is refused before it is sent', async () => {
  const platform = new OpenPlatform({ environment: {} })
  await assert.rejects(platform.posts.get(''))
  const [span] = exporter.getFinishedSpans()
  assert.deepEqual([span?.attributes['error.type'], span?.status.code], ['invalid_input', SpanStatusCode.ERROR])
})

test('it can be ended', async () => {
  stop()
  const [platform, transport] = client([200])
  await platform.posts.get(POST)
  assert.equal(transport.requests()[0]!.headers['traceparent'], undefined)
  assert.deepEqual(exporter.getFinishedSpans(), [])
  stop = instrument({ tracerProvider: provider })
  await client([200])[0].posts.get(POST)
  assert.equal(exporter.getFinishedSpans().length, 1)
})

test('a program that does not ask for it does not load OpenTelemetry', async () => {
  const { code, output } = await run(`
    import { createRequire } from 'node:module'
    import { OpenPlatform } from 'open-platform'
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('@opentelemetry'))
    console.log(typeof OpenPlatform, loaded())
    await import('open-platform/opentelemetry')
    console.log(loaded())
  `)
  assert.deepEqual([code, output], [0, 'function false\ntrue'])
})
