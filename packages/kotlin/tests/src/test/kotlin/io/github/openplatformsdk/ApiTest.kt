package io.github.openplatformsdk

import java.nio.file.Path
import kotlin.io.path.ExperimentalPathApi
import kotlin.io.path.div
import kotlin.io.path.extension
import kotlin.io.path.name
import kotlin.io.path.readLines
import kotlin.io.path.readText
import kotlin.io.path.walk
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** What the public API promises, as far as a compiler can tell. */
class ApiTest {
    private val packages = Path.of(System.getenv("OPEN_PLATFORM_REPOSITORY")).toRealPath() / "packages" / "kotlin"

    @OptIn(ExperimentalPathApi::class)
    private fun sources(module: String): List<Path> =
        (packages / module / "src").walk().filter { it.extension == "kt" }.sorted().toList()

    @Test
    fun `every declaration says whether it is public, and nothing is warned of`() {
        val sources = sources("core").associate { "${it.parent.name}-${it.name}" to it.readText() }
        assertEquals(emptyList<String>(), Compiler.errors(sources, "-Xexplicit-api=strict", "-Werror", warn = true))
    }

    @Test
    fun `every public declaration is documented`() {
        val declaration = Regex("^ *(public|protected) (?!override)")
        val undocumented = (sources("core") + sources("ktor")).flatMap { file ->
            val lines = file.readLines()
            lines.indices.filter { declaration.containsMatchIn(lines[it]) && !isDocumented(lines, it) }
                .map { "${file.name}:${it + 1}: ${lines[it].trim()}" }
        }
        assertEquals(emptyList<String>(), undocumented)
    }

    private fun isDocumented(lines: List<String>, line: Int): Boolean {
        val above = (line - 1 downTo 0).map { lines[it].trim() }.first { !it.startsWith("@") }
        if (above.endsWith("*/")) return true
        // A property in a constructor may be described with its class; a companion object says nothing itself.
        val name = Regex("va[lr] (\\w+)").find(lines[line])?.groupValues?.get(1)
        return "companion object" in lines[line] ||
            name != null && lines.subList(0, line).any { "@property $name " in it } ||
            Regex("^public (open |abstract )?class \\w+.*report: ErrorReport").containsMatchIn(lines[line])
    }

    /** What a phone must not be able to do. Each line must fail, for the one reason that there is no such thing. */
    private val forbidden = listOf(
        "app.grants", "app.oauth", "app.user(\"grant\")", "app.userWithToken(\"token\")", "app.chatbot", "app.events",
        "app.subscriptions", "app.legacy", "app.keeper()", "app.request(RawRequest(\"GET\", \"v1\"))",
        "app.addons.deleteFromPost(\"gZd7omnS\")", "app.addons.deleteForUser(\"id\")",
        "app.semantics.deleteForUser(\"09123456789\")", "app.users.idByPhone(\"09123456789\")",
        "OpenPlatformApp { apiKey(\"key\") }", "OpenPlatformApp { clientSecret(\"secret\") }",
        "OpenPlatformApp { identificationKeys(\"key\") }", "OpenPlatformApp { storeUrl(\"sqlite::memory:\") }",
        "OpenPlatformApp.fromEnvironment()",
    )

    private val allowed = listOf(
        "app.posts.get(\"gZd7omnS\")", "app.users.me()", "app.authorize(listOf(Scopes.USER_PHONE)).url",
        "app.callback(\"https://app.example\", \"pending\")",
        "app.addons.createOnPost(\"gZd7omnS\") { titleRow(\"Inspected\") }", "app.conversations.send(\"c-1\", \"Hello\")",
        "OpenPlatformApp { clientId(\"app\"); backend(\"https://app.example\"); tokens { throw LoginRequired(\"nobody\") } }",
    )

    private fun source(expressions: List<String>) = "import io.github.openplatformsdk.*\n" +
        expressions.withIndex().joinToString("\n") { (number, it) -> "suspend fun f$number(app: OpenPlatformApp): Any? = $it" }

    @Test
    fun `what needs a secret does not exist for an app on a phone`() {
        Compiler.mustCompile(source(allowed))
        val errors = Compiler.errors(mapOf("App.kt" to source(forbidden)))
        for ((number, expression) in forbidden.withIndex()) {
            val here = errors.filter { "App.kt:${number + 2}:" in it }
            assertTrue(here.isNotEmpty() && here.all { "unresolved reference" in it }, "$expression: $here")
        }
        assertEquals(forbidden.size, errors.size, "$errors")
    }

    @Test
    fun `the code of the README compiles`() {
        val readme = (packages / "README.md").readText()
        val blocks = Regex("```kotlin\n// (\\w+\\.kt)\n([\\s\\S]*?)```").findAll(readme)
            .associate { it.groupValues[1] to it.groupValues[2] }
        assertEquals(Regex("```kotlin").findAll(readme).count(), blocks.size, "each block begins with the name of a file")
        assertTrue(blocks.size >= 7)
        assertEquals(emptyList<String>(), Compiler.errors(blocks))
    }
}
