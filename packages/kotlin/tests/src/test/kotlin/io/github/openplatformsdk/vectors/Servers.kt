package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.jsonValue
import io.ktor.server.engine.EmbeddedServer
import java.io.ByteArrayOutputStream
import java.io.EOFException
import java.io.InputStream
import java.net.Socket
import java.net.SocketException
import java.net.SocketTimeoutException
import java.util.Base64
import kotlin.time.Duration
import kotlin.time.Duration.Companion.minutes
import kotlin.time.TimeSource
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.springframework.boot.WebApplicationType
import org.springframework.boot.builder.SpringApplicationBuilder
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext
import org.springframework.context.ApplicationContextInitializer
import org.springframework.context.support.GenericApplicationContext

// Real servers, and requests to them over sockets.

/** A server that listens on [port] until it is closed. */
internal class Running(val port: Int, val stop: () -> Unit)

internal fun ktor(server: EmbeddedServer<*, *>): Running {
    server.start()
    return Running(runBlocking { server.engine.resolvedConnectors().first().port }) { server.stop(0, 0) }
}

internal fun spring(app: Class<*>, beans: GenericApplicationContext.() -> Unit): Running {
    val context = SpringApplicationBuilder(app)
        .web(WebApplicationType.SERVLET)
        .initializers(ApplicationContextInitializer<GenericApplicationContext> { it.beans() })
        .properties(
            "server.port=0", "spring.main.banner-mode=off", "logging.level.root=error",
            "spring.servlet.multipart.resolve-lazily=true",
            // As the controller of hooks asks for.
            "server.tomcat.connection-timeout=10s", "server.tomcat.max-swallow-size=1B",
        )
        .run() as ServletWebServerApplicationContext
    return Running(context.webServer!!.port) { context.close() }
}

/** What a server has answered. The names of headers are in lower case. */
internal class HttpAnswer(val status: Int, val headers: Map<String, String>, val body: String)

/** Sends a request on a connection of its own, and reads the answer, which may come before all is sent. */
internal fun ask(port: Int, given: Map<String, Any?>): HttpAnswer = Socket("127.0.0.1", port).use { socket ->
    socket.soTimeout = 120_000
    send(socket, given)
    read(socket.getInputStream().buffered(), given.text("method"))
}

/** Sends a request, then a byte a second until the server has closed the connection. Returns the answer, and how long it took. */
internal fun drip(port: Int, given: Map<String, Any?>): Pair<HttpAnswer, Duration> = Socket("127.0.0.1", port).use { socket ->
    socket.soTimeout = 1000
    val start = TimeSource.Monotonic.markNow()
    send(socket, given)
    var took: Duration? = null
    val (received, piece) = ByteArrayOutputStream() to ByteArray(4096)
    while (true) {
        check(start.elapsedNow() < 2.minutes) { "the connection is still open" }
        val length = try {
            socket.getInputStream().read(piece)
        } catch (_: SocketTimeoutException) {
            try {
                socket.getOutputStream().write(' '.code)
            } catch (_: SocketException) {
                // It was closed: the next read says so.
            }
            continue
        } catch (_: SocketException) {
            -1 // It was closed with a byte unread.
        }
        if (length < 0) break
        took = took ?: start.elapsedNow()
        received.write(piece, 0, length)
    }
    read(received.toByteArray().inputStream(), given.text("method")) to took!!
}

private fun send(socket: Socket, given: Map<String, Any?>) {
    val chunks = if ("chunks_base64" in given) given.list<String>("chunks_base64").map(Base64.getDecoder()::decode) else null
    val body = when {
        "body_base64" in given -> Base64.getDecoder().decode(given.text("body_base64"))
        "text" in given || "body" in given -> bytes(given)
        else -> byteArrayOf()
    }
    val head = buildList {
        add("${given["method"]} ${given["path"]} HTTP/1.1")
        add("Host: 127.0.0.1:${socket.port}")
        given.list<String>("authorization").forEach { add("Authorization: $it") }
        given.list<String>("content_type").forEach { add("Content-Type: $it") }
        given.list<List<String>>("headers").forEach { (name, value) -> add("$name: $value") }
        if (chunks != null) add("Transfer-Encoding: chunked")
        if ("content_length" in given || chunks == null) add("Content-Length: ${given["content_length"] ?: body.size}")
    }
    val out = socket.getOutputStream()
    out.write((head.joinToString("\r\n") + "\r\n\r\n").encodeToByteArray())
    for (chunk in chunks.orEmpty()) {
        out.write("${chunk.size.toString(16)}\r\n".encodeToByteArray() + chunk + "\r\n".encodeToByteArray())
    }
    if (chunks != null && given["unfinished"] != true) out.write("0\r\n\r\n".encodeToByteArray())
    else if (chunks == null && given["unsent"] != true) out.write(body)
    out.flush()
}

/** Compares a response with what a case expects. */
internal fun compare(answer: HttpAnswer, expect: Map<String, Any?>) {
    assertEquals(expect.int("status"), answer.status, answer.body)
    for ((name, value) in expect.members("headers")) same(name, answer.headers[name.lowercase()], value)
    if ("body" in expect) {
        if (expect["body"] == null) assertEquals("", answer.body) else same("body", jsonValue(answer.body), expect["body"])
    }
    if ("members" in expect) same("members", jsonValue(answer.body).asMembers().keys.sorted(), expect["members"])
    assertFalse("canary" in answer.body, answer.body)
}

private fun read(from: InputStream, method: String): HttpAnswer {
    val status = line(from).split(' ')[1].toInt()
    val headers = generateSequence { line(from).ifEmpty { null } }.associate { line ->
        val (name, value) = line.split(':', limit = 2)
        name.lowercase() to value.trim()
    }
    val body = when {
        method == "HEAD" || status == 204 -> byteArrayOf()
        headers["transfer-encoding"] == "chunked" -> generateSequence {
            from.readNBytes(line(from).trim().toInt(16)).also { line(from) }.takeIf { it.isNotEmpty() }
        }.fold(byteArrayOf(), ByteArray::plus)
        "content-length" in headers -> from.readNBytes(headers.getValue("content-length").toInt())
        else -> from.readAllBytes()
    }
    return HttpAnswer(status, headers, body.decodeToString())
}

private fun line(from: InputStream): String {
    val bytes = generateSequence {
        when (val byte = from.read()) {
            '\n'.code -> null
            -1 -> throw EOFException("the connection ended before the answer did")
            else -> byte.toByte()
        }
    }
    return bytes.toList().toByteArray().decodeToString().trimEnd('\r')
}
