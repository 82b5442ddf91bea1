package io.github.openplatformsdk.opentelemetry

import io.github.openplatformsdk.Attempt
import io.github.openplatformsdk.CallSpan
import io.github.openplatformsdk.TraceAttribute
import io.github.openplatformsdk.beginSpan
import io.github.openplatformsdk.ffi.callTrace
import io.opentelemetry.api.GlobalOpenTelemetry
import io.opentelemetry.api.OpenTelemetry
import io.opentelemetry.api.common.Attributes
import io.opentelemetry.api.trace.Span
import io.opentelemetry.api.trace.SpanKind
import io.opentelemetry.api.trace.StatusCode
import java.time.Instant

/**
 * Makes each call of every client for servers a span of OpenTelemetry, and sends `traceparent` with its requests. Call it once
 * when the program starts. It needs `io.opentelemetry:opentelemetry-api`, which this library does not bring: nothing else here
 * loads it.
 *
 * A span follows the conventions for HTTP. It has no `url.full`, which would hold identifiers; `url.template` has the path with
 * the names of its variable segments. A request that was sent again is an event `retry` of the span. Its parent is the current
 * `Context` of the thread that begins the call: in coroutines use `asContextElement` of
 * `io.opentelemetry:opentelemetry-extension-kotlin`. Without a tracer provider the requests carry the current context itself.
 *
 * @param openTelemetry where the spans go. By default what the program has registered globally.
 * @return ends the tracing of calls when it is closed.
 */
public fun instrument(openTelemetry: OpenTelemetry = GlobalOpenTelemetry.get()): AutoCloseable {
    val tracer = openTelemetry.getTracer("open-platform")
    val begin = { endpoint: String -> OpenTelemetrySpan(tracer.spanBuilder(endpoint).setSpanKind(SpanKind.CLIENT).startSpan()) }
    beginSpan = begin
    return AutoCloseable { if (beginSpan === begin) beginSpan = null }
}

private class OpenTelemetrySpan(private val span: Span) : CallSpan {
    override val traceparent: String? = span.spanContext.takeIf { it.isValid }?.run { "00-$traceId-$spanId-${traceFlags.asHex()}" }

    override val tracestate: String? =
        span.spanContext.traceState.asMap().entries.joinToString(",") { "${it.key}=${it.value}" }.ifEmpty { null }

    override fun end(attempts: List<Attempt>, error: String?) {
        if (span.isRecording) {
            val call = callTrace(attempts, error)
            val now = Instant.now()
            for ((attributes, secondsBeforeEnd) in call.retries) {
                span.addEvent("retry", valuesOf(attributes), now.minusNanos((secondsBeforeEnd * 1e9).toLong()))
            }
            span.setAllAttributes(valuesOf(call.attributes))
            if (error != null) span.setStatus(StatusCode.ERROR)
        }
        span.end()
    }
}

private fun valuesOf(attributes: List<TraceAttribute>): Attributes = Attributes.builder().apply {
    for ((name, text, number) in attributes) {
        text?.let { put(name, it) }
        number?.let { put(name, it) }
    }
}.build()
