package io.github.openplatformsdk

import java.io.File
import java.io.RandomAccessFile
import java.util.UUID
import kotlin.concurrent.thread
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

internal const val INBOX_KEY = "identification-key-one"

/** Receives an event about a post, until it is acknowledged or refused for another reason than 503. */
internal suspend fun Hooks.receiveUntilStored(token: String): Int {
    // What a busy store does not take in time, the platform sends again.
    while (true) receivePost(token).takeIf { it != 503 }?.let { return it }
}

/** Receives an event about a post, and returns the status of the response. */
internal suspend fun Hooks.receivePost(token: String): Int {
    val body = jsonOf("type" to "POST_UPDATE", "post_update" to mapOf("post" to mapOf("token" to token)))
    val headers = listOf("Authorization" to INBOX_KEY, "Content-Type" to "application/json")
    return receive(IncomingRequest("POST", "/hooks/events", headers) { body.encodeToByteArray() })!!.status
}

/** Hooks whose events are kept in [inbox]. */
internal fun inboxHooks(inbox: Inbox): Hooks =
    Hooks(OpenPlatform { clientId("app") }, listOf(IdentificationKey("one", INBOX_KEY)), inbox = inbox)

/**
 * A process of an app with an inbox. It says `ready`, and after a line on its standard input it receives copies of an event about
 * the post `p`, as many as it is told, and says how many it has acknowledged. Then it is a worker of the inbox, unless it handles
 * `nothing`; its handler says the token of the post. `handles` can also be the step in which it halts to be killed: `before the response`,
 * `after the response`, `in the handler` or `after the handler`. In the last one its handler first waits for another line, and says
 * `handled` before it returns; so it does if `handles` is `all until the end`. Then the process ends in order with SIGTERM, and says
 * `ending`.
 */
internal class InboxProcess(store: String, copies: Int, handles: String) : AutoCloseable {
    private val process: Process = ProcessBuilder(
        "${System.getProperty("java.home")}/bin/java", "-XX:TieredStopAtLevel=1", "-Xmx256m",
        "-cp", System.getProperty("java.class.path"), InboxProcess::class.java.name, store, "$copies", handles,
    ).redirectError(ProcessBuilder.Redirect.INHERIT).start()
    private val lines = process.inputReader()

    /** Waits for its next line; `null` after its end. */
    fun hear(): String? = lines.readLine()

    /** Writes a line, which it waits for. */
    fun goOn() {
        process.outputWriter().run {
            write("\n")
            flush()
        }
    }

    /** Asks it to end. */
    fun end() {
        process.toHandle().destroy()
    }

    /** Kills it, and returns what it has said since. */
    fun kill(): List<String> {
        // That of the process itself would also close its output.
        process.toHandle().destroyForcibly()
        return lines.readLines()
    }

    override fun close() {
        process.destroyForcibly()
    }

    companion object {
        @JvmStatic
        fun main(arguments: Array<String>): Unit = runBlocking {
            val (store, copies, handles) = arguments
            // The lease of a killed process ends soon; that of the next one lasts, also on a slow machine.
            val options = InboxOptions(leaseSeconds = if (handles.endsWith("the handler")) 1 else 3600)
            val hooks = inboxHooks(Inbox.open(store, "unencrypted", options = options)).on<Event.PostUpdate> {
                println(it.update.post.token)
                if (handles == "in the handler") awaitCancellation()
                if (handles in setOf("after the handler", "all until the end")) {
                    readln()
                    println("handled")
                }
            }
            println("ready")
            readln()
            val acknowledged = (1..copies.toInt()).count { hooks.receiveUntilStored("p") == 200 }
            if (handles == "before the response") awaitCancellation()
            println(acknowledged)
            when (handles) {
                "nothing", "after the response" -> awaitCancellation()
                "all until the end" -> handleUntilTheEnd(hooks)
                else -> hooks.run(workers = 1)
            }
        }
    }
}

/** As in the README. */
private suspend fun handleUntilTheEnd(hooks: Hooks) = coroutineScope {
    val handling = launch(Dispatchers.Default) { hooks.run(workers = 1) }
    val end = thread(start = false) {
        println("ending")
        runBlocking { handling.cancelAndJoin() }
    }
    Runtime.getRuntime().addShutdownHook(end)
}

/** The address of a new SQLite store in [folder]. */
internal fun newStore(folder: File): String = "sqlite://${File(folder, "${UUID.randomUUID()}.db")}"

/** Runs [action] while no process can write to a SQLite store: it holds the lock of a writer, byte 120 of the file `-shm` beside it. */
internal fun withoutWrites(store: String, action: () -> Unit) {
    val side = RandomAccessFile("${store.removePrefix("sqlite://")}-shm", "rw")
    side.use { it.channel.lock(120, 1, false).use { action() } }
}
