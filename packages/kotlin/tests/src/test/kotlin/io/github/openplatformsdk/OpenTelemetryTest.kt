package io.github.openplatformsdk

import io.github.openplatformsdk.opentelemetry.instrument
import io.github.openplatformsdk.testing.ManualClock
import io.github.openplatformsdk.testing.Recorder
import io.github.openplatformsdk.testing.clock
import io.github.openplatformsdk.testing.response
import io.github.openplatformsdk.testing.transport
import io.opentelemetry.api.OpenTelemetry
import io.opentelemetry.api.trace.SpanContext
import io.opentelemetry.api.trace.StatusCode
import io.opentelemetry.context.Context
import io.opentelemetry.sdk.OpenTelemetrySdk
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter
import io.opentelemetry.sdk.trace.SdkTracerProvider
import io.opentelemetry.sdk.trace.data.SpanData
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor
import java.time.Instant
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Calls as spans of OpenTelemetry. */
class OpenTelemetryTest {
    private val exporter = InMemorySpanExporter.create()
    private val sdk = OpenTelemetrySdk.builder()
        .setTracerProvider(SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(exporter)).build())
        .build()
    private val post = response(200, jsonOf("token" to "gZd7omnS"), mapOf("x-request-id" to "41"))

    @AfterEach
    fun close() = sdk.close()

    private fun client(recorder: Recorder) = OpenPlatform {
        environment(emptyMap())
        apiKey("canary-key")
        hosts(
            auth = "https://auth.example",
            base = "https://base.example:8443",
            api = "https://api.example",
            upload = "https://upload.example",
            chat = "https://chat.example",
        )
        transport(recorder)
        clock(ManualClock(Instant.parse("2026-11-20T12:00:00Z")))
    }

    private fun header(context: SpanContext) = with(context) { "00-$traceId-$spanId-${traceFlags.asHex()}" }

    private fun attributes(span: SpanData) = span.attributes.asMap().mapKeys { it.key.key }

    @Test
    fun `a call is a span, a request that is sent again is an event, and the requests carry the span`() {
        val recorder = Recorder.script(response(503), post)
        val attempts = mutableListOf<Attempt>()
        val outer = sdk.getTracer("app").spanBuilder("of the app").startSpan()
        instrument(sdk).use {
            outer.makeCurrent().use {
                runBlocking { recordAttempts(attempts) { client(recorder).posts.get("gZd7omnS") } }
            }
        }
        val span = exporter.finishedSpanItems.single()
        assertEquals("posts.get" to outer.spanContext.spanId, span.name to span.parentSpanId)
        val expected = mapOf<String, Any?>(
            "http.request.method" to "GET",
            "http.request.resend_count" to 1L,
            "http.response.status_code" to 200L,
            "server.address" to "base.example",
            "server.port" to 8443L,
            "url.template" to "/v1/open-platform/finder/post/{post_token}",
            "open_platform.request_id" to "41",
        )
        assertEquals(expected, attributes(span))
        val event = span.events.single()
        assertEquals("retry", event.name)
        assertTrue(event.epochNanos <= span.endEpochNanos)
        assertEquals("server", event.attributes.asMap().mapKeys { it.key.key }["open_platform.retry"])
        assertEquals(
            List(2) { header(span.spanContext) },
            recorder.requests.map { it.headers["traceparent"] },
        )
        assertEquals(listOf<Long?>(503, 200), attempts.map { it.status }, "the list around it has the requests, too")
        assertFalse("gZd7omnS" in span.toString() || "canary" in span.toString())
    }

    @Test
    fun `a call that fails has the code of its error`() {
        instrument(sdk).use {
            assertThrows(NotFoundException::class.java) {
                runBlocking { client(Recorder.always(response(404))).posts.get("gZd7omnS") }
            }
        }
        val span = exporter.finishedSpanItems.single()
        assertEquals(StatusCode.ERROR, span.status.statusCode)
        assertEquals(listOf<Any?>("404", "not_found"), listOf("error.type", "open_platform.error").map(attributes(span)::get))
    }

    @Test
    fun `a request to an endpoint without a method is a span, too`() {
        val recorder = Recorder.always(response(200, jsonOf()))
        val request = RawRequest("GET", "v1", "new")
        instrument(sdk).use {
            runBlocking {
                val platform = client(recorder)
                platform.request(request)
                platform.stream(request).close()
                val user = platform.userWithToken("canary-token")
                user.request(request)
                user.stream(request).close()
            }
        }
        val spans = exporter.finishedSpanItems
        assertEquals(List(4) { "request" }, spans.map { it.name })
        assertEquals(spans.map { header(it.spanContext) }, recorder.requests.map { it.headers["traceparent"] })
    }

    @Test
    fun `without a provider the current context is sent, and after the end nothing is`() {
        val recorder = Recorder.always(post)
        val context = sdk.getTracer("app").spanBuilder("of the app").startSpan()
        context.storeInContext(Context.current()).makeCurrent().use {
            instrument(OpenTelemetry.noop()).use { runBlocking { client(recorder).posts.get("gZd7omnS") } }
            runBlocking { client(recorder).posts.get("gZd7omnS") }
        }
        val (first, second) = recorder.requests.map { it.headers["traceparent"] }
        assertEquals(header(context.spanContext), first)
        assertNull(second)
        assertTrue(exporter.finishedSpanItems.isEmpty())
    }
}
