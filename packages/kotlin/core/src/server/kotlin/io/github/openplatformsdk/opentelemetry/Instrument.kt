package io.github.openplatformsdk.opentelemetry

import io.github.openplatformsdk.Attempt
import io.github.openplatformsdk.CallSpan
import io.github.openplatformsdk.beginSpan
import io.opentelemetry.api.GlobalOpenTelemetry
import io.opentelemetry.api.OpenTelemetry
import io.opentelemetry.api.common.Attributes
import io.opentelemetry.api.common.AttributesBuilder
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
            attempts.zip(endsOf(attempts)).forEach { (it, end) ->
                it.retry?.let { reason ->
                    span.addEvent("retry", attributesOf(it).put("open_platform.retry", reason).build(), end)
                }
            }
            attempts.lastOrNull()?.let { span.setAllAttributes(attributesOf(it).build()) }
            if (error != null) {
                val status = attempts.lastOrNull()?.status
                span.setAttribute("error.type", if (status == null || status < 400) error else "$status")
                span.setAttribute("open_platform.error", error)
                span.setStatus(StatusCode.ERROR)
            }
        }
        span.end()
    }
}

/** When each request of a call ended. The last one has ended now. */
private fun endsOf(attempts: List<Attempt>): List<Instant> {
    var at = Instant.now()
    return attempts.asReversed().map {
        val end = at.minusNanos(nanoseconds(it.waitSeconds ?: 0.0))
        at = end.minusNanos(nanoseconds(it.durationSeconds))
        end
    }.asReversed()
}

private fun nanoseconds(seconds: Double) = (seconds * 1e9).toLong()

private fun attributesOf(it: Attempt): AttributesBuilder {
    val port = it.server.substringAfterLast(':', "").toLongOrNull()
    val attributes = Attributes.builder()
        .put("http.request.method", it.method)
        .put("server.address", if (port == null) it.server else it.server.substringBeforeLast(':'))
    if (it.attempt > 1) attributes.put("http.request.resend_count", it.attempt - 1)
    it.status?.let { status -> attributes.put("http.response.status_code", status) }
    port?.let { number -> attributes.put("server.port", number) }
    it.path?.let { path -> attributes.put("url.template", path) }
    it.requestId?.let { id -> attributes.put("open_platform.request_id", id) }
    return attributes
}
