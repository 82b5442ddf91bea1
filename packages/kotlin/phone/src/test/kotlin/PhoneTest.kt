package phone

import com.sun.jna.Native
import io.github.openplatformsdk.OpenPlatformApp
import io.github.openplatformsdk.jsonOf
import io.github.openplatformsdk.jsonValue
import java.io.File
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.file.Path
import java.util.jar.JarFile
import java.util.jar.JarOutputStream
import java.util.zip.ZipEntry
import kotlin.io.path.copyTo
import kotlin.io.path.createDirectories
import kotlin.io.path.createTempDirectory
import kotlin.io.path.deleteRecursively
import kotlin.io.path.div
import kotlin.io.path.extension
import kotlin.io.path.readText
import kotlin.io.path.walk
import kotlin.io.path.writeText
import kotlinx.coroutines.CoroutineScope
import org.jetbrains.annotations.NotNull
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** The jar for phones: its contents, an app that uses it, also after shrinking, and the Android library built from it. */
@OptIn(kotlin.io.path.ExperimentalPathApi::class)
class PhoneTest {
    private val repository = Path.of(System.getenv("OPEN_PLATFORM_REPOSITORY")).toRealPath()

    /** The folder with the library for phones, built for this machine. */
    private val library = Path.of(System.getenv("OPEN_PLATFORM_PHONE_LIBRARY")).toRealPath()

    private val jar = source(OpenPlatformApp::class.java)
    private val libraries =
        listOf(Unit::class.java, NotNull::class.java, CoroutineScope::class.java, Native::class.java).map(::source)
    private val app = source(Class.forName("phone.PhoneKt"))

    private fun source(type: Class<*>): Path = Path.of(type.protectionDomain.codeSource.location.toURI())

    private fun entries(file: Path): Map<String, ByteArray> = JarFile(file.toFile()).use { jar ->
        jar.stream().toList().filter { !it.isDirectory }.associate { it.name to jar.getInputStream(it).readBytes() }
    }

    private fun <T> inFolder(test: (Path) -> T): T {
        val folder = createTempDirectory("open-platform-")
        return try {
            test(folder)
        } finally {
            folder.deleteRecursively()
        }
    }

    /** Runs a program, and returns its exit code and its output. */
    private fun run(vararg command: Any): Pair<Int, String> {
        val process = ProcessBuilder(command.map(Any::toString)).redirectErrorStream(true).start()
        val said = process.inputReader().readText()
        return process.waitFor() to said
    }

    /** The classes that a folder of sources declares, with the folder of each class in a jar. */
    private fun declared(folder: Path, extension: String, declaration: Regex, place: (String) -> String): Set<String> =
        folder.walk().filter { it.extension == extension }.map { it.readText() }
            .flatMap { source -> declaration.findAll(source).map { "${place(source)}/${it.groupValues[1]}" } }.toSet()

    @Test
    fun `the jar contains no classes for servers`() {
        val root = "io/github/openplatformsdk"
        val kotlin = declared(
            repository / "packages/kotlin/core/src/server", "kt",
            Regex("^public (?:[a-z]+ )*(?:class|interface|object) (\\w+)", RegexOption.MULTILINE),
        ) { source -> Regex("^package (.+)$", RegexOption.MULTILINE).find(source)!!.groupValues[1].replace('.', '/') }
        val rust = declared(
            repository / "bindings/uniffi/src/server", "rs",
            Regex("uniffi::Object\\)]\\s*pub(?:\\(crate\\))? struct (\\w+)"),
        ) { "$root/ffi" }
        val expected = listOf("OpenPlatform", "Hooks", "testing/Sandbox", "RecordStore", "testing/admin/Delivery")
        assertTrue(kotlin.containsAll(expected.map { "$root/$it" }), "$kotlin")
        assertTrue(rust.containsAll(listOf("Platform", "Settings", "Webhooks").map { "$root/ffi/$it" }), "$rust")
        val classes = entries(jar).keys.filter { it.endsWith(".class") }
        val servers = (kotlin + rust).filter { name -> classes.any { it == "$name.class" || it.startsWith("$name$") } }
        assertEquals(emptyList<String>(), servers)
        assertEquals(emptyList<String>(), entries(jar).keys.filter { Regex("\\.(so|dylib|dll)$").containsMatchIn(it) })
    }

    /** Runs the app with a login, against the backend of a sandbox world, and returns the lines of its output. */
    private fun runApp(vararg classPath: Path): List<String> {
        val world = "$sandbox/_sandbox/worlds/${worlds.next()}"
        send("PUT", world)
        val settings = send("GET", "$world/app")
        val backend = send("PUT", "$world/backend", jsonOf("allow" to emptyList<String>()))["url"] as String
        val post = (ask("GET", "$world/posts") as List<*>).first() as Map<*, *>
        val process = ProcessBuilder(
            jvm, "-XX:TieredStopAtLevel=1", "-Djna.library.path=$library", "-cp", classPath.joinToString(File.pathSeparator),
            "phone.PhoneKt", settings["client_id"] as String, (settings["redirect_uris"] as List<*>).first() as String,
            world.replace("/_sandbox", ""), backend, post["token"] as String,
        ).redirectErrorStream(true).start()
        val lines = process.inputReader().lineSequence().onEach { line ->
            if (!line.startsWith("http")) return@onEach
            val way = send("POST", "$world/consent", jsonOf("authorize_url" to line, "decision" to "approve", "user" to "seller"))
            process.outputWriter().apply { write("${way["callback_url"]}\n") }.flush()
        }.toList()
        return lines.filter { !it.startsWith("http") } + "exit code ${process.waitFor()}"
    }

    private fun assertWorks(lines: List<String>) {
        assertEquals(listOf("reauth_required", "200"), lines.take(2), "$lines")
        assertTrue(Regex("\\d{11}").matches(lines[2]), "$lines")
        assertTrue(Regex("\\w{8}").matches(lines[3]), "$lines")
        // Not the user's scope is missing, but the permission of the backend.
        assertTrue(lines[4].startsWith("missing_scope ") && "add it to `allow`" in lines[4], "$lines")
        assertTrue("POST_ADDON_CREATE" !in lines[4], "$lines")
        assertEquals(listOf("exit code 0"), lines.drop(5), "$lines")
    }

    @Test
    fun `an app logs in and makes calls`() = assertWorks(runApp(app, jar, *libraries.toTypedArray()))

    /**
     * Shrinks and obfuscates the app and its dependencies with ProGuard, which has the same rules as R8 but other optimizations.
     * Its class path has only the parts of Java that Android has: any other missing class without a rule is an error.
     */
    private fun shrunk(folder: Path, vararg rules: String): Path {
        val modules = Path.of(System.getProperty("java.home")) / "jmods"
        val result = folder / "app.jar"
        val options = buildList {
            for (input in listOf(app, jar) + libraries) add("-injars '$input'(!META-INF/versions/**,!module-info.class)")
            add("-outjars '$result'")
            for (module in listOf("java.base", "java.logging")) {
                add("-libraryjars '${modules / "$module.jmod"}'(!**.jar;!module-info.class)")
            }
            add("-keep class phone.PhoneKt { public static void main(java.lang.String[]); }")
            add("-dontoptimize")
            // Classes that Android has, and one that only ProGuard warns about.
            add("-dontwarn android.annotation.SuppressLint,java.lang.invoke.MethodHandle")
            addAll(rules)
        }
        val file = (folder / "options.pro").apply { writeText(options.joinToString("\n")) }
        val (code, said) = run(
            jvm, "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), "proguard.ProGuard", "@$file",
        )
        assertEquals(0, code, said)
        return result
    }

    private fun rules(): List<String> = listOf(
        entries(jar).getValue("META-INF/proguard/open-platform.pro"),
        entries(source(CoroutineScope::class.java)).getValue("META-INF/proguard/coroutines.pro"),
    ).map { it.decodeToString() }

    @Test
    fun `an app that is shrunk with the rules of the jar works`() = inFolder { folder ->
        val small = shrunk(folder, *rules().toTypedArray())
        assertWorks(runApp(small))
        val gone = entries(jar).keys - entries(small).keys
        assertTrue("io/github/openplatformsdk/LegacyVerification.class" in gone, "nothing was shrunk")
    }

    @Test
    fun `without the rules the shrunk app does not work`() = inFolder { folder ->
        val broken = shrunk(folder, rules().last(), "-dontwarn java.awt.**")
        assertNotEquals("exit code 0", runApp(broken).last())
    }

    @Test
    fun `the Android library has the layout that Gradle expects`() = inFolder { folder ->
        for (abi in ABIS) (library / LIBRARY).copyTo((folder / "jni" / abi).createDirectories() / LIBRARY)
        val aar = folder / "open-platform.aar"
        val script = repository / "packages/kotlin/scripts/aar.sh"
        assertEquals(0 to "", run(script, jar, folder / "jni", aar))

        val files = entries(aar)
        val expected = listOf("AndroidManifest.xml", "R.txt", "classes.jar", "proguard.txt") + LICENCES +
            ABIS.map { "jni/$it/$LIBRARY" }
        assertEquals(expected.sorted(), files.keys.sorted())
        for (name in LICENCES) {
            assertEquals((repository / name).readText(), files.getValue(name).decodeToString())
            assertTrue("META-INF/$name" in entries(jar), "the jar has no $name")
        }
        assertEquals(rules().first(), files.getValue("proguard.txt").decodeToString())
        assertTrue("android:minSdkVersion=\"26\"" in files.getValue("AndroidManifest.xml").decodeToString())
        val classes = (folder / "classes.jar").apply { toFile().writeBytes(files.getValue("classes.jar")) }
        assertWorks(runApp(app, classes, *libraries.toTypedArray()))

        val server = (folder / "server.jar").toFile()
        JarOutputStream(server.outputStream()).use {
            it.putNextEntry(ZipEntry("io/github/openplatformsdk/OpenPlatform.class"))
        }
        val (code, said) = run(script, server, folder / "jni", folder / "server.aar")
        assertTrue(code == 1 && "-Dphone" in said, "$code: $said")
    }

    private companion object {
        const val LIBRARY = "libopen_platform_uniffi.so"
        val LICENCES = listOf("LICENSE-APACHE", "LICENSE-MIT", "LICENSE-THIRD-PARTY")
        val ABIS = listOf("arm64-v8a", "armeabi-v7a", "x86_64")
        val jvm = "${System.getProperty("java.home")}/bin/java"
        val http: HttpClient = HttpClient.newHttpClient()
        val worlds = generateSequence(1) { it + 1 }.map { "phone-$it" }.iterator()

        val process: Process =
            ProcessBuilder(System.getenv("OPEN_PLATFORM_BIN"), "sandbox", "--stop-with-stdin")
                .redirectError(ProcessBuilder.Redirect.INHERIT).start()
        val sandbox = (jsonValue(process.inputReader().readLine()) as Map<*, *>)["url"] as String

        fun ask(method: String, url: String, body: String = ""): Any? {
            val request = HttpRequest.newBuilder(URI(url)).header("content-type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body)).build()
            val answer = http.send(request, HttpResponse.BodyHandlers.ofString())
            assertTrue(answer.statusCode() in 200..299, answer.body())
            return answer.body().ifEmpty { null }?.let(::jsonValue)
        }

        @Suppress("UNCHECKED_CAST")
        fun send(method: String, url: String, body: String = ""): Map<String, Any?> =
            ask(method, url, body) as? Map<String, Any?> ?: emptyMap()

        @JvmStatic
        @AfterAll
        fun stop() {
            process.outputStream.close()
            process.waitFor()
        }
    }
}
