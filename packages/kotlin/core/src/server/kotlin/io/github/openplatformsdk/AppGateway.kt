package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.AppExchange
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import io.github.openplatformsdk.ffi.AppAccess as NativeAccess
import io.github.openplatformsdk.ffi.Gateway as NativeGateway

/** The result of a login on a phone. `toString` shows no token. */
public class AppGranted internal constructor(
    /** The key of the stored grant. */
    public val grant: GrantKey,
    /** The granted scopes. */
    public val scopes: List<Scope>,
    /** The scopes that were requested but not granted. */
    public val missingScopes: List<Scope>,
    /** The access token for the phone. */
    public val access: AppAccess,
) {
    override fun toString(): String = "AppGranted(scopes=$scopes)"
}

/**
 * The backend of an app on a phone, which uses [OpenPlatformApp]. It completes the logins that phones start, issues
 * short-lived access tokens to them, and makes their calls with the API key and the tokens of the stored grants. The API key
 * and the tokens of the platform never leave the backend.
 *
 * Calls that only read are allowed; calls that change something only if they are listed in [allow]. For Ktor, mount it with
 * `openPlatformApp(gateway)` of `open-platform-ktor`. Any other server passes its requests to [receive].
 *
 * @param platform the client whose grants are used.
 * @param keys the keys that encrypt access tokens: 32 bytes each, in base64 or hexadecimal. By default those of
 *   `OPEN_PLATFORM_APP_KEYS`. The first one encrypts, all decrypt. To change the key: add the new one as the last and restart all
 *   processes, put it first and restart all again, and remove the old one an hour later.
 * @param allow the calls that change something and that phones may make, by their names in the endpoint table, such as
 *   `conversations.send`. By default a phone can only read. The owner of a phone can send every request that is
 *   allowed, not only those of the app: allow what a user may state (a message), not what the backend guarantees (an
 *   add-on that says "Inspected").
 * @param lifetime the lifetime of a token: 10 minutes by default, at most an hour, in whole seconds.
 * @param bodyLimit the maximum size of a body in bytes: 256 KiB by default.
 * @param redirectUris the addresses that phones return to after a login, if they differ from the client's.
 * @param handlerTimeout how long the function `user` of [receive] may take; without limit by default. One that takes longer is
 *   cancelled, and the response is a 500.
 * @param logger receives failures.
 * @throws ConfigException if there is no key, or a key is invalid.
 * @throws InvalidInputException if [allow] has a call that phones may not make, for a negative [bodyLimit] or [lifetime], and for a
 *   [handlerTimeout] that is not above 0 or infinite.
 */
public class AppGateway(
    platform: OpenPlatform,
    keys: List<String>? = null,
    allow: List<String> = emptyList(),
    lifetime: Duration? = null,
    bodyLimit: Int? = null,
    redirectUris: List<String> = emptyList(),
    private val handlerTimeout: Duration? = null,
    logger: System.Logger? = null,
) {
    private val logger = logger ?: System.getLogger("open_platform.app")

    init {
        handlerTimeout.checkedLimit()
    }

    private val native = translated {
        val options = GatewayOptions(
            allow = allow, lifetimeSeconds = lifetime?.checked("lifetime"), bodyLimit = bodyLimit?.checkedBytes(),
            redirectUris = redirectUris,
        )
        NativeGateway(platform.native, keys, options)
    }

    /** Issues an access token to the phone of the user with this grant. */
    public fun access(grant: GrantKey): AppAccess = translated { native.access(grant).toAccess() }

    /** Issues an access token to the phone of a user. [user] is the app's own id of the user. */
    public suspend fun accessOf(user: String): AppAccess = translated { native.accessOf(user).toAccess() }

    /** Completes a login that a phone has started. [body] is the body that the phone sent: see [AppLoginOutcome.Granted]. */
    public suspend fun login(body: ByteArray, user: String): AppGranted = translated {
        native.login(body, user).run { AppGranted(grant, scopes, missingScopes, access.toAccess()) }
    }

    /**
     * Handles a request of a phone and returns the response. It throws only if its coroutine is cancelled: any other failure,
     * also one of [user], is reported by the response. A call of the platform goes on if the connection of the phone is closed.
     *
     * @param request the request. Its path is relative to the address of the gateway: `/login`, `/access` or `/api/…`.
     * @param user returns the app's own id of the user who is logged in to the app's session, or `null`. It is called for
     *   `/login` and `/access` only.
     */
    public suspend fun receive(request: IncomingRequest, user: suspend () -> String?): OutgoingReply {
        val (exchange, first) = native.begin(request.method, request.path, request.headers.toNative())
        return uninterrupted {
            exchange.use {
                var step = first
                while (step !is AppStep.Answer) step = next(it, step, request, user)
                step.logs.forEach { log -> logger.write(log) }
                OutgoingReply(step.reply)
            }
        }
    }

    /** Takes a step, and returns the next one. */
    private suspend fun next(
        exchange: AppExchange,
        step: AppStep,
        request: IncomingRequest,
        user: suspend () -> String?,
    ): AppStep = try {
        when (step) {
            is AppStep.Body -> when (val body = request.bodyWithin(step.seconds, step.limit)) {
                null -> exchange.tooSlow()
                else -> exchange.read(body)
            }
            is AppStep.User -> exchange.user(within(handlerTimeout) { user() })
            is AppStep.Perform -> exchange.perform()
            is AppStep.Answer -> step
        }
    } catch (error: Throwable) {
        translated { exchange.failed(error.place) }
    }
}

private fun NativeAccess.toAccess(): AppAccess = use { AppAccess(it.token(), it.expiresIn().seconds) }
