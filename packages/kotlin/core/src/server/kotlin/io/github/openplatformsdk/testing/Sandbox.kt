package io.github.openplatformsdk.testing

import io.github.openplatformsdk.Json
import io.github.openplatformsdk.PlatformSettings
import io.github.openplatformsdk.ffi.libraryVersion
import io.github.openplatformsdk.jsonOf
import io.github.openplatformsdk.jsonValue
import java.io.IOException
import java.net.URI
import java.net.URLEncoder
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration
import kotlinx.coroutines.future.await

private const val START_TIMEOUT_SECONDS = 20L
private const val STOP_TIMEOUT_SECONDS = 5L

/** How long [World.waitForRequest] and [World.waitForDelivery] wait. */
private const val PATIENCE_SECONDS = 30

/** The sandbox did not start, or refused what it was asked. */
public class SandboxException internal constructor(
    message: String,
    /** HTTP status of the refusal, if it was one. */
    public val status: Int? = null,
    /** Path of the wrong member, where it is known. */
    public val field: String? = null,
) : RuntimeException(message)

/**
 * Starts a sandbox, a local Open Platform for tests, on a free port of this machine. It ends with [Sandbox.close], and
 * always with this process.
 *
 * ```kotlin
 * startSandbox().use { sandbox ->
 *     val world = sandbox.world()
 *     OpenPlatform(world.settings).use { platform -> … }
 * }
 * ```
 *
 * It is the command `open-platform sandbox`, a process of its own: every endpoint, the consent page, webhooks, a clock
 * that can be moved, and faults on demand. What it is asked and what it tells has the form of its admin API, described
 * at `{url}/_sandbox/openapi.json`: JSON objects are maps. Names of users are those of the sandbox: `seller`, `buyer`,
 * `dealer`.
 *
 * @param binary the command, of the version of this package. By default the environment variable `OPEN_PLATFORM_BIN`, then
 * `open-platform` on the `PATH`.
 * @param seed makes every id, credential and random choice: the same seed, the same platform. 7 by default.
 * @param profile how to decide where the platform's documents leave a choice: `strict` by default, `lenient` or `observed`.
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
        val next = "install open-platform-cli (pip, npm, cargo), or name the command by `binary` or OPEN_PLATFORM_BIN"
        throw SandboxException("$binary did not start: ${error.message}; $next")
    }
    // Read all along, so that neither pipe fills.
    val complaints = StringBuffer()
    val stderr = thread { process.errorReader().forEachLine { complaints.append(it).append('\n') } }
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
        throw SandboxException("$binary did not start: it said nothing for $START_TIMEOUT_SECONDS seconds")
    }
    if (line == null) {
        val code = process.waitFor()
        stderr.join()
        throw SandboxException("$binary did not start: ${complaints.trim().ifEmpty { "it ended with code $code" }}")
    }
    val said = jsonValue(line) as Map<*, *>
    val (version, own) = said["version"] to libraryVersion()
    if (version != own) {
        process.destroyForcibly()
        val next = "install open-platform-cli $own (pip, npm, cargo), or name another by `binary` or OPEN_PLATFORM_BIN"
        throw SandboxException("$binary is of version ${version ?: "unknown"}, but this package of $own: $next")
    }
    return Sandbox(said["url"] as String, process)
}

private fun thread(run: () -> Unit) = kotlin.concurrent.thread(isDaemon = true, name = "open-platform-sandbox") {
    // It ends with the process, in the middle of a line or not.
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
     * The world of this name, 1 to 64 Latin letters, digits, `_` and `-`; it is made if there is none. Without a name it
     * is a new one: an app with the users `seller`, `buyer` and `dealer`, six posts and a conversation.
     */
    public suspend fun world(name: String = "world-${worlds.incrementAndGet()}"): World {
        val admin = Admin("$url/_sandbox/worlds/${encoded(name)}")
        admin.send<Any?>("PUT", "")
        return World(name, url, admin, admin.get("/app"))
    }

    /** Stops it, and returns when it has ended. */
    override fun close() {
        process.outputStream.close()
        if (!process.waitFor(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly().waitFor()
    }
}

/** One world of a sandbox: an app, the platform's users, and a clock. */
public class World internal constructor(
    /** Its name. */
    public val name: String,
    private val origin: String,
    private val admin: Admin,
    private var app: Map<String, Any?>,
) {
    /** The settings of this world's app, for `OpenPlatform(world.settings)`. All credentials are made up. */
    public val settings: PlatformSettings.() -> Unit
        get() {
            val environment = environment
            return {
                sandbox(environment.getValue("OPEN_PLATFORM_SANDBOX_URL"))
                apiKey(environment.getValue("OPEN_PLATFORM_API_KEY"))
                clientId(environment.getValue("OPEN_PLATFORM_CLIENT_ID"))
                clientSecret(environment.getValue("OPEN_PLATFORM_CLIENT_SECRET"))
                redirectUri(environment.getValue("OPEN_PLATFORM_REDIRECT_URI"))
                identificationKeys(environment.getValue("OPEN_PLATFORM_IDENTIFICATION_KEYS"))
            }
        }

    /** The same as environment variables, for an app that runs as a process of its own. */
    public val environment: Map<String, String>
        get() = mapOf(
            // The address of this world: the image host gets no credentials that would tell it.
            "OPEN_PLATFORM_SANDBOX_URL" to "$origin/worlds/$name",
            "OPEN_PLATFORM_API_KEY" to app["api_key"] as String,
            "OPEN_PLATFORM_CLIENT_ID" to app["client_id"] as String,
            "OPEN_PLATFORM_CLIENT_SECRET" to app["client_secret"] as String,
            "OPEN_PLATFORM_REDIRECT_URI" to (app["redirect_uris"] as List<*>).firstOrNull().let { it as? String ?: "" },
            "OPEN_PLATFORM_IDENTIFICATION_KEYS" to app["identification_key"] as String,
        )

    /** Changes settings of the app, as its developer does in the platform's console: addresses, credentials, permissions. */
    public suspend fun configure(vararg change: Pair<String, Any?>): Map<String, Any?> {
        app = admin.send("PATCH", "/app", jsonOf(*change))
        return app
    }

    /** Turns switches: what the platform does where its documents are silent or disagree. */
    public suspend fun switches(vararg change: Pair<String, Any?>): Map<String, Any?> =
        admin.send("PATCH", "/switches", jsonOf(*change))

    /** Makes the world as new. Its credentials stay the same. */
    public suspend fun reset() {
        admin.send<Any?>("POST", "/reset")
        app = admin.get("/app")
    }

    /** Keeps everything as it is now. The function that comes back restores it. */
    public suspend fun snapshot(): suspend () -> Unit {
        val kept: Map<String, Any?> = admin.send("POST", "/snapshots")
        return { admin.send<Any?>("POST", "/snapshots/${kept["snapshot"]}/restore") }
    }

    /** Adds `users`, `businesses`, `posts` and `conversations`, and returns them with their ids. */
    public suspend fun add(vararg seed: Pair<String, Any?>): Map<String, Any?> = admin.send("POST", "/seed", jsonOf(*seed))

    /** The platform's users. */
    public suspend fun users(): List<Map<String, Any?>> = admin.get("/users")

    /** A user by name. */
    public suspend fun user(name: String): Map<String, Any?> =
        users().find { it["name"] == name } ?: throw SandboxException("there is no user \"$name\" in the world")

    /** All posts that are not archived, or those of one user. */
    public suspend fun posts(owner: String? = null): List<Map<String, Any?>> =
        admin.get<List<Map<String, Any?>>>("/posts").filter { owner == null || it["owner"] == owner }

    /** A post by its token. */
    public suspend fun post(token: String): Map<String, Any?> = admin.get("/posts/${encoded(token)}")

    /** Moves a post to another stage of its life. */
    public suspend fun movePost(token: String, stage: String): Map<String, Any?> =
        admin.send("PUT", "/posts/${encoded(token)}/stage", jsonOf("stage" to stage))

    /** The add-ons that the page of a post shows. */
    public suspend fun addons(post: String): List<Map<String, Any?>> = admin.get("/posts/${encoded(post)}/addons")

    /** The app's add-ons on users. */
    public suspend fun userAddons(): List<Map<String, Any?>> = admin.get("/user-addons")

    /** All conversations. */
    public suspend fun conversations(): List<Map<String, Any?>> = admin.get("/conversations")

    /** The messages of a conversation, oldest first, with the buttons of both sides. */
    public suspend fun messages(conversation: String): List<Map<String, Any?>> =
        admin.get("/conversations/${encoded(conversation)}/messages")

    /** Writes a text as a user. The app hears of it if it subscribed to that. */
    public suspend fun say(conversation: String, user: String, text: String): Map<String, Any?> =
        admin.send("POST", "/conversations/${encoded(conversation)}/messages", jsonOf("user" to user, "text" to text))

    /** The subscriptions whose access token still lives. */
    public suspend fun subscriptions(): List<Map<String, Any?>> = admin.get("/subscriptions")

    /**
     * Does what a user's browser does on the consent page when [user] logs in and agrees, and returns the address of the
     * app to which it comes back.
     */
    public suspend fun consent(authorizeUrl: String, user: String): String =
        consent(authorizeUrl, "decision" to "approve", "user" to user)

    /** As the other [consent], where something else happens there, such as `"decision" to "deny"`. */
    public suspend fun consent(authorizeUrl: String, vararg decision: Pair<String, Any?>): String {
        val way: Map<String, Any?> = admin.send("POST", "/consent", jsonOf("authorize_url" to authorizeUrl, *decision))
        return way["callback_url"] as String
    }

    /** Tokens without a login. */
    public suspend fun issueTokens(user: String, scopes: List<String>): Map<String, Any?> =
        admin.send("POST", "/tokens", jsonOf("user" to user, "scopes" to scopes))

    /** Every pair of tokens of this world, without the tokens. */
    public suspend fun tokens(): List<Map<String, Any?>> = admin.get("/tokens")

    /** The user removes the app's access. */
    public suspend fun revokeAccess(user: String) {
        admin.send<Any?>("POST", "/users/${encoded(user)}/revoke")
    }

    /** Stops the world's time. From now on nothing happens by itself. */
    public suspend fun freeze(): Map<String, Any?> = admin.send("POST", "/clock/freeze")

    /** Lets the world's time run on. */
    public suspend fun unfreeze(): Map<String, Any?> = admin.send("POST", "/clock/unfreeze")

    /** Moves the world's time on, by whole seconds, and lets everything happen that falls due on the way. */
    public suspend fun advance(by: Duration): Map<String, Any?> =
        admin.send("POST", "/clock/advance", jsonOf("seconds" to by.inWholeSeconds))

    /** Moves the world's time on until no delivery and no late add-on is left. */
    public suspend fun runUntilIdle(): Map<String, Any?> = admin.send("POST", "/clock/run-until-idle")

    /** Delivers any body as an event, to the app's `events_url`. Returns the number of the delivery. */
    public suspend fun deliver(body: Json): Long =
        delivery(admin.send("POST", "/deliveries", jsonOf("body" to jsonValue(body))))

    /** Delivers one of the odd events that the platform's documents print. Returns the number of the delivery. */
    public suspend fun deliverSample(sample: String): Long =
        delivery(admin.send("POST", "/deliveries/samples", jsonOf("sample" to sample)))

    /** Delivers an event once more. */
    public suspend fun redeliver(delivery: Long): Long =
        delivery(admin.send("POST", "/deliveries/$delivery/redeliver"))

    /** Every event for the app, with every attempt to deliver it. */
    public suspend fun deliveries(): List<Map<String, Any?>> = admin.get("/deliveries")

    /** Every event that has not reached the app, and why: no subscription, no address, a delivery that waits. */
    public suspend fun undelivered(): List<Map<String, Any?>> = admin.get("/undelivered")

    /** A user clicks; returns what the user sees. */
    public suspend fun click(vararg click: Pair<String, Any?>): Map<String, Any?> =
        admin.send("POST", "/clicks", jsonOf(*click))

    /** Adds a fault rule: which requests, and what happens to them. The function that comes back removes it. */
    public suspend fun fault(vararg rule: Pair<String, Any?>): suspend () -> Unit {
        val added: Map<String, Any?> = admin.send("POST", "/faults", jsonOf(*rule))
        return { admin.send<Any?>("DELETE", "/faults/${added["id"]}") }
    }

    /** The fault rules in force, with how often each has fired. */
    public suspend fun faults(): List<Map<String, Any?>> = admin.get("/faults")

    /** The latest 10,000 requests of the app, oldest first; or those to one endpoint, such as `oauth.refresh`. */
    public suspend fun requests(endpoint: String? = null): List<Map<String, Any?>> =
        admin.get("/requests" + if (endpoint == null) "" else "?endpoint=${encoded(endpoint)}")

    /** Writes that came more than once. */
    public suspend fun duplicates(): List<Map<String, Any?>> = admin.get("/duplicates")

    /** Which host saw which credential, and whether it belongs there. */
    public suspend fun credentials(): List<Map<String, Any?>> = admin.get("/credentials")

    /**
     * Starts a backend of the app for an app on a phone, and returns its address. Its users are whom the header `X-Session`
     * names. One that runs already is replaced.
     *
     * @param allow the calls that phones may make although they change something, such as `conversations.send`.
     */
    public suspend fun startBackend(vararg allow: String): String {
        val backend: Map<String, Any?> = admin.send("PUT", "/backend", jsonOf("allow" to allow.asList()))
        return backend["url"] as String
    }

    /** Waits until the app has made so many requests of an endpoint that were answered with 200. */
    public suspend fun waitForRequest(endpoint: String, count: Int = 1): Unit =
        wait("requests of $endpoint", count, "for" to "request", "endpoint" to endpoint, "status" to 200)

    /** Waits until the app has taken so many events of a type, such as `NEW_MESSAGE`. */
    public suspend fun waitForDelivery(event: String, count: Int = 1): Unit =
        wait("events $event", count, "for" to "delivery", "event" to event)

    private suspend fun wait(what: String, count: Int, vararg expectation: Pair<String, Any?>) {
        val wanted = jsonOf(*expectation, "count" to count, "timeout_milliseconds" to PATIENCE_SECONDS * 1000)
        val waited: Map<String, Any?> = admin.send("POST", "/wait", wanted)
        if (waited["met"] == true) return
        throw SandboxException("after $PATIENCE_SECONDS s there are ${waited["count"]} of $count $what")
    }

    private fun delivery(made: Map<String, Any?>): Long = made["delivery"] as Long
}

private fun encoded(segment: String): String = URLEncoder.encode(segment, Charsets.UTF_8).replace("+", "%20")

/** The admin API of one world. */
internal class Admin(private val url: String) {
    suspend fun <T> get(path: String): T = send("GET", path)

    /** What it answers has the form that its description gives, so the caller knows the type. */
    @Suppress("UNCHECKED_CAST")
    suspend fun <T> send(method: String, path: String, body: Json? = null): T {
        val publisher = body?.let(HttpRequest.BodyPublishers::ofString) ?: HttpRequest.BodyPublishers.noBody()
        val request = HttpRequest.newBuilder(URI(url + path)).method(method, publisher)
        if (body != null) request.header("content-type", "application/json")
        val answer = client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString()).await()
        val value = jsonValue(answer.body())
        if (answer.statusCode() in 200..299) return value as T
        val problem = value as Map<String, Any?>
        val message = "$method ${path.ifEmpty { "/" }}: ${problem["message"]}"
        throw SandboxException(message, answer.statusCode(), problem["field"] as String?)
    }

    private companion object {
        val client: HttpClient = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()
    }
}
