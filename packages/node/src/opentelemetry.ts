/**
 * Spans of OpenTelemetry. Needs the package `@opentelemetry/api`, which nothing else here loads.
 *
 * @packageDocumentation
 */
import { isSpanContextValid, type Span, SpanKind, SpanStatusCode, trace, type TracerProvider } from '@opentelemetry/api'

import type { Attempt } from './model.js'
import { type BeginSpan, type CallSpan, traceCalls } from './observe.js'

/** The options of {@link instrument}. */
export interface InstrumentOptions {
  /** Where the spans go. By default the provider that the program has registered. */
  tracerProvider?: TracerProvider | undefined
}

/**
 * Makes each call of every client of this thread a span, and sends `traceparent` with its requests. Call it once when the
 * program starts. A client with the setting `tracing: false` has neither.
 *
 * A span follows the conventions for HTTP. It has no `url.full`, which would hold identifiers; `url.template` has the path with
 * the names of its variable segments. A request that was sent again is an event `retry` of the span.
 *
 * ```ts
 * import { instrument } from 'open-platform/opentelemetry'
 * instrument()
 * ```
 *
 * @returns a function that ends it.
 */
export function instrument(options: InstrumentOptions = {}): () => void {
  const tracer = (options.tracerProvider ?? trace).getTracer('open-platform')
  const begin: BeginSpan = (endpoint) => callSpan(tracer.startSpan(endpoint, { kind: SpanKind.CLIENT }))
  return traceCalls(begin)
}

function callSpan(span: Span): CallSpan {
  const context = span.spanContext()
  return {
    traceparent: isSpanContextValid(context)
      ? `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`
      : undefined,
    tracestate: context.traceState?.serialize() || undefined,
    end: (attempts, error) => end(span, attempts, error),
  }
}

/** Ends the span of a call: with its requests, and the code of its error, if it has failed. */
function end(span: Span, attempts: Attempt[], error: string | undefined): void {
  if (span.isRecording()) {
    const last = attempts.at(-1)
    const ends = endsOf(attempts)
    attempts.forEach((it, index) => {
      if (it.retry !== undefined) span.addEvent('retry', { ...attributesOf(it), 'open_platform.retry': it.retry }, ends[index])
    })
    if (last) span.setAttributes(attributesOf(last))
    if (error !== undefined) {
      const status = last?.status ?? 0
      span.setAttribute('error.type', status < 400 ? error : String(status))
      span.setAttribute('open_platform.error', error)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
  }
  span.end()
}

/** When each request of a call ended, in milliseconds since 1970. The last one has ended now. */
function endsOf(attempts: Attempt[]): number[] {
  let at = Date.now()
  return [...attempts].reverse().map(({ durationSeconds, waitSeconds }) => {
    const end = at - (waitSeconds ?? 0) * 1000
    at = end - durationSeconds * 1000
    return end
  }).reverse()
}

function attributesOf({ method, attempt, status, server, path, requestId }: Attempt): Record<string, string | number> {
  const [, host, port] = /^(.*):(\d+)$/.exec(server) ?? [undefined, server]
  const attributes = {
    'http.request.method': method,
    'http.request.resend_count': attempt - 1 || undefined,
    'http.response.status_code': status,
    'server.address': host,
    'server.port': port === undefined ? undefined : Number(port),
    'url.template': path,
    'open_platform.request_id': requestId,
  }
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as Record<string, string | number>
}
