/**
 * Spans of OpenTelemetry. Needs the package `@opentelemetry/api`, which nothing else here loads.
 *
 * @packageDocumentation
 */
import { type TracerProvider } from '@opentelemetry/api';
/** The options of {@link instrument}. */
export interface InstrumentOptions {
    /** Where the spans go. By default the provider that the program has registered. */
    tracerProvider?: TracerProvider | undefined;
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
export declare function instrument(options?: InstrumentOptions): () => void;
