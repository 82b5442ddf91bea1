package io.github.openplatformsdk

import io.github.openplatformsdk.vectors.repository
import java.io.ByteArrayInputStream
import java.io.ByteArrayOutputStream
import java.io.ObjectInputStream
import java.io.ObjectOutputStream
import java.lang.reflect.Modifier
import java.time.Instant
import kotlin.io.path.div
import kotlin.io.path.readText
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class ErrorsTest {
    /** A report with every kind of member. */
    private val report = ErrorReport(
        code = "rejected",
        text = "the platform rejected the call",
        reason = "no such post",
        status = 404,
        details = listOf(jsonOf("a" to 1)),
        isRetryable = true,
        retryAfterSeconds = 1.5,
        needsScopes = listOf("USER_PHONE"),
        sentAt = Instant.parse("2026-11-20T12:00:00Z"),
    )

    @Test
    fun `each exception can be serialized`() {
        val source = (repository / "packages/kotlin/core/src/main/kotlin/io/github/openplatformsdk/Errors.kt").readText()
        val classes = Regex("class (\\w+Exception)\\b").findAll(source).map { Class.forName("io.github.openplatformsdk.${it.groupValues[1]}") }
            .filterNot { Modifier.isAbstract(it.modifiers) }.toList()
        assertTrue(classes.size > 20, "$classes")
        for (type in classes) {
            val error = type.getDeclaredConstructor(ErrorReport::class.java).newInstance(report) as OpenPlatformException
            val bytes = ByteArrayOutputStream().also { ObjectOutputStream(it).writeObject(error) }.toByteArray()
            val read = ObjectInputStream(ByteArrayInputStream(bytes)).readObject() as OpenPlatformException
            assertSame(type, read.javaClass)
            assertEquals(report to report.text, read.report to read.message)
        }
    }
}
