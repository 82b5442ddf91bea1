package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.endpoints
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test

class SmokeTest {
    @Test
    fun `a value that cannot be sent is refused with its path`() {
        OpenPlatform { apiKey("key-of-the-app") }.use { platform ->
            val error = assertThrows(InvalidInputException::class.java) {
                runBlocking {
                    platform.userWithToken("token").addons.createOnPost("gZd7omnS") { titleRow("x".repeat(500)) }
                }
            }
            assertEquals("widgets[0].title_row.text", error.field)
        }
    }

    @Test
    fun `the table of endpoints crosses`() {
        assertEquals("posts.get", endpoints().first { it.number == "5" }.name)
    }
}
