package io.github.openplatformsdk.testing

import io.github.openplatformsdk.ffi.mismatchedCommand
import io.github.openplatformsdk.ffi.missingCommand
import io.github.openplatformsdk.jsonValue
import io.github.openplatformsdk.testing.admin.AppSettings
import io.github.openplatformsdk.testing.admin.WorldInfo
import java.io.File
import java.io.IOException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException
import java.util.concurrent.atomic.AtomicInteger

private const val START_TIMEOUT_SECONDS = 20L
private const val STOP_TIMEOUT_SECONDS = 5L

/** The sandbox did not start, or refused a request. */
public class SandboxException internal constructor(
    message: String,
    /** HTTP status of the refusal, if the sandbox refused a request. */
    public val status: Int? = null,
    /** Path of the wrong member, if known. */
    public val field: String? = null,
) : RuntimeException(message)

/**
 * Starts a sandbox, a local test server of the platform, on a free port of this machine. It ends with [Sandbox.close], and
 * always with this process. Until it has started, this function blocks its thread.
 *
 * ```kotlin
 * startSandbox().use { sandbox ->
 *     val world = sandbox.world()
 *     OpenPlatform(world.settings).use { platform -> … }
 * }
 * ```
 *
 * It is the command `open-platform sandbox`, a process of its own: every endpoint, the consent page, webhooks, a clock
 * that can be moved, and faults on demand. Its requests and responses are the types of
 * `io.github.openplatformsdk.testing.admin`. Names of users are those of the sandbox: `seller`, `buyer`, `dealer`.
 *
 * @param binary the command, of the version of this package. By default the environment variable `OPEN_PLATFORM_BIN`, then
 * `open-platform` on the `PATH`.
 * @param seed the seed of every id, credential and random choice: the same seed gives the same data. 7 by default.
 * @param profile the behaviour where the platform's documents are ambiguous: `strict` by default, `lenient` or `observed`.
 * @throws SandboxException if it does not start, or is of another version.
 */
public fun startSandbox(
    binary: String = System.getenv("OPEN_PLATFORM_BIN")?.ifEmpty { null } ?: "open-platform",
    seed: Long? = null,
    profile: String? = null,
): Sandbox {
    val command = mutableListOf(binary, "sandbox", "--stop-with-stdin")
    if (seed != null) command += listOf("--seed", "$seed")
    if (profile != null) command += listOf("--profile", profile)
    val process = try {
        ProcessBuilder(command).start()
    } catch (error: IOException) {
        throw SandboxException(if (isMissing(binary)) missingCommand(binary) else "$binary did not start: ${error.message}")
    }
    // Read from the beginning, so that neither pipe fills.
    val errorOutput = StringBuffer()
    val stderr = thread { process.errorReader().forEachLine { errorOutput.append(it).append('\n') } }
    val first = CompletableFuture<String?>()
    thread {
        process.inputReader().use { reader ->
            first.complete(reader.readLine())
            reader.forEachLine {}
        }
    }
    val line = try {
        first.get(START_TIMEOUT_SECONDS, TimeUnit.SECONDS)
    } catch (_: TimeoutException) {
        process.destroyForcibly()
        throw SandboxException("$binary did not start: it printed nothing for $START_TIMEOUT_SECONDS seconds")
    }
    if (line == null) {
        val code = process.waitFor()
        stderr.join()
        throw SandboxException("$binary did not start: ${errorOutput.trim().ifEmpty { "it ended with code $code" }}")
    }
    val said = jsonOrNull(line) as? Map<*, *>
    val url = said?.get("url") as? String
    if (url == null) {
        process.destroyForcibly()
        throw SandboxException("$binary did not start: it printed ${line.take(200)}")
    }
    val mismatch = mismatchedCommand(binary, said["version"] as? String) ?: return Sandbox(url, process)
    process.destroyForcibly()
    throw SandboxException(mismatch)
}

/** Whether there is no such program: a JVM says so only in the text of an exception, in a form of its own. */
private fun isMissing(binary: String): Boolean {
    val path = System.getenv("PATH").orEmpty().split(File.pathSeparator)
    // The PATH is for names, and an empty entry of it is the current folder.
    val folders = if (File(binary).name == binary) path.map { it.ifEmpty { "." } } else listOf(null)
    // Windows finds `name.exe` by `name`.
    return folders.none { File(it, binary).exists() || File(it, "$binary.exe").exists() }
}

private fun jsonOrNull(text: String): Any? = try {
    jsonValue(text)
} catch (_: IllegalArgumentException) {
    null
}

private fun thread(run: () -> Unit) = kotlin.concurrent.thread(isDaemon = true, name = "open-platform-sandbox") {
    // The process may end in the middle of a line.
    try {
        run()
    } catch (_: IOException) {
    }
}

/** A running sandbox. Its worlds share nothing, so tests can run side by side. */
public class Sandbox internal constructor(
    /** The address, such as `http://127.0.0.1:4010`. */
    public val url: String,
    private val process: Process,
) : AutoCloseable {
    private val worlds = AtomicInteger()

    /**
     * The world with this name, 1 to 64 Latin letters, digits, `_` and `-`; it is created if it does not exist. Without a
     * name a new world is created. A new world has an app, the users `seller`, `buyer` and `dealer`, six posts and a conversation.
     */
    public suspend fun world(name: String = "world-${worlds.incrementAndGet()}"): World {
        val admin = Admin("$url/_sandbox/worlds/${encoded(name)}")
        admin.send("PUT", "")
        return World(name, url, admin, AppSettings.read(admin.send("GET", "/app")))
    }

    /** All worlds. */
    public suspend fun worlds(): List<WorldInfo> = Admin("$url/_sandbox").send("GET", "/worlds").list { WorldInfo.read(it) }

    /** Stops the sandbox, and returns when its process has ended. */
    override fun close() {
        process.outputStream.close()
        if (!process.waitFor(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly().waitFor()
    }
}
