package io.github.openplatformsdk

import io.github.openplatformsdk.vectors.repository
import java.net.URI
import java.nio.file.Path
import javax.tools.Diagnostic
import javax.tools.DiagnosticCollector
import javax.tools.JavaFileObject
import javax.tools.SimpleJavaFileObject
import javax.tools.ToolProvider
import kotlin.io.path.ExperimentalPathApi
import kotlin.io.path.createTempDirectory
import kotlin.io.path.div
import kotlin.io.path.extension
import kotlin.io.path.name
import kotlin.io.path.readLines
import kotlin.io.path.readText
import kotlin.io.path.walk
import kotlin.reflect.KVisibility
import kotlin.reflect.full.declaredMembers
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Properties of the public API that the compiler or the source shows. */
class ApiTest {
    private val packages = repository / "packages" / "kotlin"

    @OptIn(ExperimentalPathApi::class)
    private fun sources(module: String): List<Path> =
        (packages / module / "src").walk().filter { it.extension == "kt" }.sorted().toList()

    @Test
    fun `every declaration has a visibility, and there are no warnings`() {
        val sources = sources("core").associate { "${it.parent.name}-${it.name}" to it.readText() }
        // The generated sources are on the class path. They belong to the same module, so their internal declarations are visible.
        val module = "-Xfriend-paths=" + Post::class.java.protectionDomain.codeSource.location.path
        assertEquals(emptyList<String>(), Compiler.errors(sources, "-Xexplicit-api=strict", "-Werror", module, warn = true))
    }

    @Test
    fun `every public declaration is documented`() {
        val declaration = Regex("^ *(public|protected) (?!override)")
        val undocumented = listOf("core", "ktor", "java").flatMap(::sources).flatMap { file ->
            val lines = file.readLines()
            lines.indices.filter { declaration.containsMatchIn(lines[it]) && !isDocumented(lines, it) }
                .map { "${file.name}:${it + 1}: ${lines[it].trim()}" }
        }
        assertEquals(emptyList<String>(), undocumented)
    }

    private fun isDocumented(lines: List<String>, line: Int): Boolean {
        val above = (line - 1 downTo 0).map { lines[it].trim() }.first { !it.startsWith("@") }
        if (above.endsWith("*/")) return true
        // A property in a constructor may be documented with its class. A companion object needs no documentation.
        val name = Regex("va[lr] (\\w+)").find(lines[line])?.groupValues?.get(1)
        return "companion object" in lines[line] ||
            name != null && lines.subList(0, line).any { "@property $name " in it } ||
            Regex("^public (open |abstract )?class \\w+.*report: ErrorReport").containsMatchIn(lines[line])
    }

    @Test
    fun `what an app receives takes statuses, headers, cookies and limits of time from the core`() {
        val comment = Regex("/\\*[\\s\\S]*?\\*/|(?<!:)//.*")
        val names = "allow|authorization|cookie|location|(cache|content|referrer|retry|set|transfer|www|x)-[\\w-]*"
        val decided = listOf(
            Regex("(?<![\\w.])(?![01][uL]?(?![\\w.]))\\d\\w*") to "a status, a time or a size",
            Regex("\\b(HttpStatusCode\\.[A-Z]|HttpStatus\\.|SC_[A-Z])\\w*") to "a status",
            Regex("\"($names)[\"$]", RegexOption.IGNORE_CASE) to "a header",
            // Ktor takes the content type apart from the other headers.
            Regex("HttpHeaders\\.(?!Connection\\b|ContentType\\b)\\w+") to "a header",
            Regex("HttpOnly|SameSite|Max-Age|__Host-|; *Secure", RegexOption.IGNORE_CASE) to "an attribute of a cookie",
            Regex("\\d\\.(milliseconds|seconds|minutes|hours|days)\\b") to "a limit of time",
        )
        // How much of a body Spring's adapter reads at once.
        val piece = "ByteArray(16 * 1024)"
        val ofCore = listOf("AppGateway.kt", "HandlerTimeout.kt", "HookContext.kt", "Hooks.kt", "Inbox.kt", "IncomingRequest.kt", "Login.kt")
        val sources = sources("core").filter { it.name in ofCore }
        assertEquals(ofCore, sources.map { it.name }.sorted())
        val adapters = sources("ktor") + listOf(repository / "examples/kotlin/src/main/kotlin/spring/Controllers.kt")
        assertEquals(listOf("Netty.kt", "Routes.kt", "Controllers.kt"), adapters.map { it.name })
        // The core says that a connection is to be closed, and the adapter how its server does so.
        val connection = Regex("\"connection\"", RegexOption.IGNORE_CASE) to "a header"
        val found = (sources + adapters).flatMap { file ->
            val code = file.readText().replace(comment, "").replace(piece, "")
            (if (file in sources) decided + connection else decided).flatMap { (pattern, what) ->
                pattern.findAll(code).map { "${file.name} has $what: ${it.value}" }
            }
        }
        assertEquals(emptyList<String>(), found)
    }

    /** The comment before a line, joined to one line. */
    private fun documentation(lines: List<String>, line: Int): String =
        lines.subList(0, line).asReversed().map { it.trim() }.dropWhile { it.startsWith("@") }
            .takeWhile { it.startsWith("*") || it.startsWith("/**") }.asReversed()
            .joinToString(" ") { it.removePrefix("/**").removeSuffix("*/").removePrefix("*").trim() }

    /** The calls in these files, with their documentation. */
    private fun documented(files: List<Path>): List<Pair<String, String>> {
        val classes = Regex("^public class (\\w+)")
        return files.flatMap { file ->
            val lines = file.readLines()
            var owner = ""
            lines.indices.mapNotNull { line ->
                classes.find(lines[line])?.let { owner = it.groupValues[1] }
                val name = Regex("public suspend fun (\\w+)\\(").find(lines[line])?.groupValues?.get(1)
                name?.let { "$owner.$it" to documentation(lines, line) }
            }
        }.filterNot { (_, text) -> text.startsWith("Like the other") }
    }

    @Test
    fun `a call of a phone is documented as that of a server`() {
        val (phone, servers) = sources("core").partition { it.name == "AppCalls.kt" }.toList().map(::documented)
        assertTrue(phone.size > 10, "$phone")
        assertEquals(emptyList<Any>(), phone.filterNot { (_, text) -> servers.any { it.second == text } })
    }

    @Test
    fun `the documentation of calls matches the endpoint table`() {
        val documented = documented(sources("core").filter { "server" in "$it" })
        val wrong = endpoints().filter { it.host != "app" }.mapNotNull { row ->
            val words = row.name.split('.').map { it.replace(Regex("_([a-z])")) { found -> found.groupValues[1].uppercase() } }
            val area = words.dropLast(1).joinToString("") { it.replaceFirstChar(Char::uppercase) }.replace("Oauth", "OAuth")
            val owners = listOf(area, "User$area", if (area == "Users") "CurrentUser" else "")
            val texts = documented.filter { (name, _) -> owners.any { name == "$it.${words.last()}" } }
            val needs = (row.scopes.map { it.substringBefore('.') } + listOfNotNull(row.permission)).toSet()
            val source = "Source: `${row.source}`."
            val agrees = texts.any { (_, text) ->
                Regex("`([A-Z]+_[A-Z_]+)`").findAll(text).map { it.groupValues[1] }.toSet() == needs && source in text
            }
            if (agrees) null else "${row.name} needs $needs. $source But: $texts"
        }
        assertEquals(emptyList<String>(), wrong)
    }

    @Test
    fun `every scope has a name`() {
        val file = packages / "core/src/main/kotlin/io/github/openplatformsdk/Scopes.kt"
        val member = Regex("/\\*\\* (.*?) \\*/\\s+(?:@JvmStatic\\s+)?public (const val|fun) (\\w+).*=\\s+\"(\\w+)(\\.\\$\\w+)?\"")
        val members = member.findAll(file.readText()).map { it.groupValues }.toList()
        assertEquals(scopes().map { it.name }, members.map { it[4] })
        for ((row, found) in scopes().zip(members)) {
            val (purpose, kind, name) = found.drop(1)
            val argument = found[5]
            assertTrue(purpose.startsWith(row.purpose), row.name)
            assertEquals(row.identifier != null, kind == "fun" && argument.isNotEmpty(), row.name)
            assertEquals(row.name.lowercase().replace("_", ""), name.lowercase().replace("_", ""), row.name)
        }
        assertEquals("CHAT_CONVERSATION_READ.c-1", Scopes.chatConversationRead("c-1"))
    }

    /** The texts between the commas of a list in parentheses that begins before [start]. */
    private fun list(text: String, start: Int): List<String> {
        val items = mutableListOf(StringBuilder())
        var (depth, position) = 1 to start
        while (true) {
            val character = text[position++]
            if (character in "([{<") depth += 1
            if (character in ")]}" || character == '>' && text[position - 2] != '-') depth -= 1
            if (depth == 0) return items.map { it.trim().toString() }.filter { it.isNotEmpty() }
            if (character == ',' && depth == 1) items += StringBuilder() else items.last().append(character)
        }
    }

    @Test
    fun `builders take one argument by position, and the others by name`() {
        val function = Regex("public (?:suspend )?fun (?:<[^>]*> )?([\\w.<>]+)\\(")
        val builders = sources("core").flatMap { file ->
            val text = file.readText()
            function.findAll(text).map { Triple(file, it.groupValues[1], list(text, it.range.last + 1)) }
        }.filter { (file, _, parameters) ->
            file.name in setOf("Widgets.kt", "Messages.kt") || parameters.any { "Builder.() -> Unit" in it }
        }
        assertTrue(builders.size >= 30, "$builders")
        val wrong = builders.filter { (_, _, parameters) ->
            parameters.filterNot { "Builder.() -> Unit" in it }.takeWhile { !it.startsWith("vararg ") }.size > 1
        }
        assertEquals(emptyList<Any>(), wrong)
    }

    /** Arguments by position that must not compile. */
    private val byPosition = listOf(
        "EventRow(\"Report\", \"Today\")", "GroupInfoItem(\"Year\", \"1398\")", "Button(Action.OpenDirectLink(\"a\"), \"icon\")",
        "message(\"Hello\") { receiver { row { link(\"Open\", \"https://app.example\") } } }",
        "message(\"Hello\") { receiver { row { server(\"Accept\", \"{}\") } } }",
        "postAddon { semantic(\"name\", \"value\") }", "postAddon { evaluationRow(\"Engine\", 80) }",
        "app.conversations.send(\"c-1\", \"Hello\")",
    )

    private val byName = listOf(
        "EventRow(title = \"Report\", subtitle = \"Today\")", "GroupInfoItem(title = \"Year\", value = \"1398\")",
        "message(\"Hello\") { receiver { row { link(\"Open\", url = \"https://app.example\") } } }",
        "message(\"Hello\") { receiver { row { server(\"Accept\", data = \"{}\"); server(\"Refuse\", \"id\" to 7) } } }",
        "postAddon { semantic(\"name\" to \"value\"); evaluationRow(\"Engine\", percentage = 80) }",
        "app.conversations.send(\"c-1\", text = \"Hello\")", "EventRow(title = \"Report\").copy(subtitle = \"Today\")",
    )

    @Test
    fun `members of data types and builders are not exchanged by accident`() {
        Compiler.mustCompile(source(byName))
        val errors = Compiler.errors(mapOf("App.kt" to source(byPosition)))
        for ((number, expression) in byPosition.withIndex()) {
            assertTrue(errors.any { "App.kt:${number + 2}:" in it }, "$expression: $errors")
        }
    }

    @Test
    fun `the package makes its own data types by name`() {
        val generated = packages / "core/target/generated-sources/uniffi/io/github/openplatformsdk/open_platform.kt"
        val source = generated.readText()
        // A single member cannot be exchanged with another.
        val byPosition = Regex("\ndata class (\\w+) \\(([\\s\\S]*?)\n\\)\\{").findAll(source).toList()
        val exchangeable = byPosition.filter { Regex("\n    val ").findAll(it.groupValues[2]).count() > 1 }.map { it.groupValues[1] }
        assertEquals(emptyList<String>(), exchangeable, "data types whose constructor takes positions")
        val names = Regex("\ndata class (\\w+) internal").findAll(source).map { it.groupValues[1] }.toList()
        assertTrue(names.size > 100, "$names")
        val call = Regex("(?<![.\\w:])(?<!class )(${names.joinToString("|")})\\(")
        val wrong = sources("core").flatMap { file ->
            val text = file.readText()
            call.findAll(text).map { it.groupValues[1] to list(text, it.range.last + 1) }
                .filter { (_, arguments) -> arguments.count { !Regex("\\w+ = [\\s\\S]*").matches(it) } > 1 }
        }
        assertEquals(emptyList<Any>(), wrong)
    }

    /** Calls that must not be available on a phone. Each line must fail to compile, only because the member does not exist. */
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
        "app.addons.createOnPost(\"gZd7omnS\") { titleRow(\"Inspected\") }", "app.conversations.send(\"c-1\", text = \"Hello\")",
        "OpenPlatformApp { clientId(\"app\"); backend(\"https://app.example\"); tokens { throw LoginRequired(\"nobody\") } }",
    )

    private fun source(expressions: Collection<String>, parameters: String = "app: OpenPlatformApp") =
        "import io.github.openplatformsdk.*\n" +
            expressions.withIndex().joinToString("\n") { (number, it) -> "suspend fun f$number($parameters): Any? = $it" }

    @Test
    fun `an app on a phone has no members that need a secret`() {
        Compiler.mustCompile(source(allowed))
        val errors = Compiler.errors(mapOf("App.kt" to source(forbidden)))
        for ((number, expression) in forbidden.withIndex()) {
            val here = errors.filter { "App.kt:${number + 2}:" in it }
            assertTrue(here.isNotEmpty() && here.all { "unresolved reference" in it }, "$expression: $here")
        }
        assertEquals(forbidden.size, errors.size, "$errors")
    }

    /** Expressions that mix rial and toman, or take a number for an amount, and a part of the error of each. */
    private val mixedUnits = mapOf(
        "PaymentReport(amount = price, profit = paid)" to "actual type is 'Tomans'",
        "PaymentReport(amount = number, profit = paid)" to "actual type is 'Long'",
        "PaymentReport(amount = 35_000, profit = paid)" to "actual type is 'Int'",
        "UserAddon(cost = price)" to "actual type is 'Tomans'", "userAddon { cost = price }" to "actual type is 'Tomans'",
        "TomanRange(min = price, max = paid)" to "actual type is 'Rials'", "Rials(price)" to "actual type is 'Tomans'",
        "paid + price" to "actual type is 'Tomans'", "price + paid" to "receiver type mismatch",
        "paid - price" to "actual type is 'Tomans'", "paid + number" to "actual type is 'Long'",
        "paid < price" to "actual type is 'Tomans'", "paid == price" to "'Rials' and 'Tomans'", "paid == number" to "'Rials' and 'Long'",
    )

    /** The same with the unit that is asked for, which a conversion or a constructor gives. */
    private val converted = listOf(
        "PaymentReport(amount = price.toRials(), profit = Rials(number))", "UserAddon(cost = price.toRials())",
        "userAddon { cost = price.toRials() }", "TomanRange(min = price, max = paid.toTomans())",
        "paid + price.toRials() - Rials(35_000)", "paid < price.toRials() && price == paid.toTomans()",
    )

    @Test
    fun `amounts in rial and in toman are not mixed`() {
        val parameters = "paid: Rials, price: Tomans, number: Long"
        Compiler.mustCompile(source(converted, parameters))
        val errors = Compiler.errors(mapOf("App.kt" to source(mixedUnits.keys, parameters)))
        for ((number, expected) in mixedUnits.entries.withIndex()) {
            val (expression, text) = expected
            assertTrue(errors.any { "App.kt:${number + 2}:" in it && text in it }, "$expression: $errors")
        }
        assertEquals(mixedUnits.size, errors.size, "$errors")
    }

    /** The README, and the page about Android. */
    private val pages = listOf("README.md", "ANDROID.md").joinToString("\n") { (packages / it).readText() }

    @Test
    fun `an app with the dependencies of the README gets the versions that the library is built with`() {
        val (pom, core) = listOf(packages / "pom.xml", packages / "core" / "pom.xml").map { it.readText() }
        fun only(pattern: String, text: String) = Regex(pattern).findAll(text).map { it.groupValues[1] }.toSet().single()
        val built = mapOf(
            "kotlin-stdlib" to only("<kotlin.version>([^<]+)<", pom),
            "kotlinx-coroutines-core" to only("<coroutines.version>([^<]+)<", pom),
            "jna" to only("<artifactId>jna</artifactId>\\s*<version>([^<]+)<", core),
        )
        assertEquals(built, built.mapValues { (name) -> only(":$name:([0-9][0-9.]*[0-9])", pages) })
        val version = only("<parent>[\\s\\S]*?<version>([^<]+)<", core)
        for (pattern in listOf(
            "<artifactId>open-platform</artifactId>\\s*<version>([^<]+)<",
            "openplatformsdk:open-platform:([0-9.]+)",
            "open-platform-android-([0-9.]+)\\.aar",
            "phone/open-platform-([0-9.]+)\\.jar",
        )) assertEquals(version, only(pattern, pages))
    }

    @Test
    fun `the code of the README and of the page about Android compiles`() {
        val blocks = Regex("```kotlin\n// (\\w+\\.kt)\n([\\s\\S]*?)```").findAll(pages)
            .associate { it.groupValues[1] to it.groupValues[2] }
        assertEquals(Regex("```kotlin").findAll(pages).count(), blocks.size, "each block begins with the name of a file")
        assertTrue(blocks.size >= 7)
        assertEquals(emptyList<String>(), Compiler.errors(blocks))
    }

    @Test
    fun `each class for Java has the calls of the one for Kotlin`() {
        val classes = Regex("\npublic (?:abstract )?class (\\w+)Async internal constructor\\((?:private val )?calls")
        val names = sources("java").flatMap { file -> classes.findAll(file.readText()).map { it.groupValues[1] } }
        assertTrue(names.size > 30, "$names")
        fun members(name: String) = Class.forName("io.github.openplatformsdk.$name").kotlin.declaredMembers
            .filter { it.visibility == KVisibility.PUBLIC }.map { it.name }.toSet()
        for (name in names) assertEquals(members(name), members("java.${name}Async"), name)
    }

    @Test
    fun `the code of the READMEs in Java compiles`() {
        val pages = pages + (repository / "examples/java/README.md").readText()
        val blocks = Regex("```java\n// (\\w+)\\.java\n([\\s\\S]*?)```").findAll(pages)
            .map { it.groupValues[1] to it.groupValues[2] }.toList()
        assertEquals(listOf("Inspection", "SellerTest", "Backend", "PlatformBeans"), blocks.map { it.first })
        val sources = blocks.map { (name, text) ->
            object : SimpleJavaFileObject(URI("string:///$name.java"), JavaFileObject.Kind.SOURCE) {
                override fun getCharContent(ignoreEncodingErrors: Boolean) = text
            }
        }
        val found = DiagnosticCollector<JavaFileObject>()
        val output = createTempDirectory("open-platform-")
        val options = listOf("-proc:none", "-classpath", System.getProperty("java.class.path"), "-d", "$output")
        ToolProvider.getSystemJavaCompiler().getTask(null, null, found, options, null, sources).call()
        assertEquals(emptyList<String>(), found.diagnostics.filter { it.kind == Diagnostic.Kind.ERROR }.map { "$it" })
    }
}
