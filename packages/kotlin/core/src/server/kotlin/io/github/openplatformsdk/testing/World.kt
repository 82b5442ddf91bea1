package io.github.openplatformsdk.testing

import io.github.openplatformsdk.ByName
import io.github.openplatformsdk.Json
import io.github.openplatformsdk.PlatformSettings
import io.github.openplatformsdk.jsonValue
import io.github.openplatformsdk.testing.admin.AppChange
import io.github.openplatformsdk.testing.admin.AppSettings
import io.github.openplatformsdk.testing.admin.BackendSettings
import io.github.openplatformsdk.testing.admin.Expectation
import io.github.openplatformsdk.testing.admin.FaultRule
import io.github.openplatformsdk.testing.admin.FiredJobs
import io.github.openplatformsdk.testing.admin.Login
import io.github.openplatformsdk.testing.admin.SandboxPost
import io.github.openplatformsdk.testing.admin.SandboxUser
import io.github.openplatformsdk.testing.admin.TokenPair
import io.github.openplatformsdk.testing.admin.TokenRequest
import io.github.openplatformsdk.testing.admin.WaitResult
import kotlin.time.Duration

/** How long [World.waitForRequest] and [World.waitForDelivery] wait. */
private const val WAIT_SECONDS = 30

/** One world of a sandbox: an app, the platform's users, and a clock. */
public class World internal constructor(
    /** Its name in the sandbox. */
    public val name: String,
    private val origin: String,
    admin: Admin,
    private var app: AppSettings,
) : WorldOperations(admin) {
    /**
     * The settings of this world's app, for `OpenPlatform(world.settings)`. All credentials are invented. Such a client reads no
     * environment variables, so that no test reaches the store of a real app.
     */
    public val settings: PlatformSettings.() -> Unit
        get() {
            val environment = environment
            return {
                this.environment(emptyMap())
                sandbox(environment.getValue("OPEN_PLATFORM_SANDBOX_URL"))
                apiKey(environment.getValue("OPEN_PLATFORM_API_KEY"))
                clientId(environment.getValue("OPEN_PLATFORM_CLIENT_ID"))
                clientSecret(environment.getValue("OPEN_PLATFORM_CLIENT_SECRET"))
                redirectUri(environment.getValue("OPEN_PLATFORM_REDIRECT_URI"))
                identificationKeys(environment.getValue("OPEN_PLATFORM_IDENTIFICATION_KEYS"))
            }
        }

    /**
     * The same as environment variables, for an app that runs as a separate process. Its store is in memory, unless the test sets
     * another `OPEN_PLATFORM_STORE`.
     */
    public val environment: Map<String, String>
        get() = mapOf(
            // An upload carries no credential that identifies the world, so the address has to.
            "OPEN_PLATFORM_SANDBOX_URL" to "$origin/worlds/$name",
            "OPEN_PLATFORM_API_KEY" to app.apiKey,
            "OPEN_PLATFORM_CLIENT_ID" to app.clientId,
            "OPEN_PLATFORM_CLIENT_SECRET" to app.clientSecret,
            "OPEN_PLATFORM_REDIRECT_URI" to app.redirectUris.firstOrNull().orEmpty(),
            "OPEN_PLATFORM_IDENTIFICATION_KEYS" to app.identificationKey,
            "OPEN_PLATFORM_STORE" to "memory:",
        )

    /** Changes settings of the app, as its developer does in the platform's console: addresses, credentials, permissions. */
    public suspend fun configure(change: AppChange): AppSettings {
        app = AppSettings.read(admin.send("PATCH", "/app", change.json()))
        return app
    }

    /** Resets the world to its initial state. The app keeps its credentials and addresses; the clock runs, at the machine's time. */
    public suspend fun reset() {
        admin.send("POST", "/reset")
        app = appSettings()
    }

    /** Saves the current state. The returned function restores it. */
    public suspend fun snapshot(): suspend () -> Unit {
        val kept = takeSnapshot()
        return {
            restoreSnapshot(kept)
            app = appSettings()
        }
    }

    /** The user with this name in the sandbox, such as `seller`. */
    public suspend fun user(name: String): SandboxUser =
        users().find { it.name == name } ?: throw SandboxException("there is no user \"$name\" in the world")

    /** The posts of one user that are not archived. */
    public suspend fun posts(owner: String): List<SandboxPost> = posts().filter { it.owner == owner }

    /**
     * Simulates a user's browser on the consent page, where [user] grants all scopes, and returns the address of the redirect
     * to the app. Without a user the request is denied. The other `consent` has all decisions.
     */
    public suspend fun consent(authorizeUrl: String, vararg byName: ByName, user: String?): String =
        consent(if (user == null) Login.Deny(authorizeUrl) else Login.Approve(authorizeUrl = authorizeUrl, user = user))

    /** Issues tokens without a login. */
    public suspend fun issueTokens(user: String, scopes: List<String>): TokenPair =
        issueTokens(TokenRequest(user = user, scopes = scopes))

    /** Advances the world's time by whole seconds, and runs the jobs that become due. */
    public suspend fun advance(by: Duration): FiredJobs = advance(by.inWholeSeconds)

    /** Delivers the body of an event, as JSON text. Returns the number of the delivery. */
    public suspend fun deliver(body: Json): Long = deliver(jsonValue(body))

    /** Adds a fault rule. The returned function removes it. */
    public suspend fun fault(rule: FaultRule): suspend () -> Unit {
        val added = addFault(rule)
        return { removeFault(added) }
    }

    /**
     * Starts a backend of the app for an app on a phone, and returns its address. The header `X-Session` names the user. A
     * running backend is replaced.
     *
     * @param allow the writing calls that phones may make, such as `conversations.send`.
     */
    public suspend fun startBackend(vararg allow: String): String = startBackend(BackendSettings(allow = allow.asList())).url

    /** Waits until the app has sent [count] requests to an endpoint that got the status 200. */
    public suspend fun waitForRequest(endpoint: String, count: Int = 1) {
        val limit = WAIT_SECONDS * 1000L
        val wanted = Expectation.Request(endpoint = endpoint, status = 200, count = count.toLong(), timeoutMilliseconds = limit)
        check(waitFor(wanted), "requests of $endpoint", count)
    }

    /** Waits until the app has acknowledged [count] events of a type, such as `NEW_MESSAGE`. */
    public suspend fun waitForDelivery(event: String, count: Int = 1) {
        val limit = WAIT_SECONDS * 1000L
        val wanted = Expectation.Delivery(event = event, count = count.toLong(), timeoutMilliseconds = limit)
        check(waitFor(wanted), "events $event", count)
    }

    private fun check(result: WaitResult, what: String, count: Int) {
        if (!result.met) throw SandboxException("after $WAIT_SECONDS s there are ${result.count} of $count $what")
    }
}
