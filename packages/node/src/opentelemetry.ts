/**
 * Spans of OpenTelemetry. Needs the package `@opentelemetry/api`, which nothing else here loads.
 *
 * @packageDocumentation
 */
import { type Attributes, isSpanContextValid, type Span, SpanKind, SpanStatusCode, trace, type TracerProvider } from '@opentelemetry/api'

import type { Attempt, TraceAttribute } from './model.js'
import { native } from './native.js'
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
    const call = native.callTrace(attempts, error)
    const now = Date.now()
    for (const { attributes, secondsBeforeEnd } of call.retries) {
      span.addEvent('retry', valuesOf(attributes), now - secondsBeforeEnd * 1000)
    }
    span.setAttributes(valuesOf(call.attributes))
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

function valuesOf(attributes: TraceAttribute[]): Attributes {
  return Object.fromEntries(attributes.map(({ name, text, number }) => [name, text ?? number]))
}
