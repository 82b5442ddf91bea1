package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.AppAdmission
import io.github.openplatformsdk.ffi.AppGatewayOptions
import io.github.openplatformsdk.ffi.Header
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import io.github.openplatformsdk.ffi.AppAccess as NativeAccess
import io.github.openplatformsdk.ffi.Gateway as NativeGateway

/** What came of a login on a phone. Its text shows no token. */
public class AppGranted internal constructor(
    /** The name of the stored grant. */
    public val grant: GrantKey,
    /** The granted scopes. */
    public val scopes: List<Scope>,
    /** The scopes that were asked for and not granted. */
    public val missingScopes: List<Scope>,
    /** Access for the phone. */
    public val access: AppAccess,
) {
    override fun toString(): String = "AppGranted(scopes=$scopes)"
}

/**
 * The backend of an app on a phone, an [OpenPlatformApp]: completes the logins that phones begin, gives them short-lived
 * access, and makes their calls with the API key and the tokens of the stored grants. Neither leaves the backend.
 *
 * Calls that only read are let through; those that change something only where they are in [allow]. With Ktor it is
 * mounted by `openPlatformApp(gateway)` of `open-platform-ktor`; any other server hands its requests to [receive].
 *
 * @param platform the client whose grants they are.
 * @param keys what access is sealed with: 32 bytes each, in base64 or hexadecimal digits, the newest first. By default those
 *   of `OPEN_PLATFORM_APP_KEYS`.
 * @param allow calls that change something, by their names in the endpoint table, such as `conversations.send`.
 * @param lifetime how long access lives: 10 minutes by default, at most an hour.
 * @param bodyLimit how many bytes a body may have: 256 KiB by default.
 * @param redirectUris the addresses that phones return to after a login, where they are others than the client's.
 * @throws ConfigException for keys that cannot be used, and for none at all.
 * @throws InvalidInputException for a call that no phone may make.
 */
public class AppGateway(
    platform: OpenPlatform,
    keys: List<String>? = null,
    allow: List<String> = emptyList(),
    lifetime: Duration? = null,
    bodyLimit: Int? = null,
    redirectUris: List<String> = emptyList(),
) {
    private val native = translated {
        val options = AppGatewayOptions(allow, lifetime?.checked("lifetime"), bodyLimit?.toUInt(), redirectUris)
        NativeGateway(platform.native, keys, options)
    }

    /** Access for the phone of the user whose grant this is. */
    public fun access(grant: GrantKey): AppAccess = translated { native.access(grant).toAccess() }

    /** Access for the phone of a user, by the app's own name for the user. */
    public suspend fun accessOf(user: String): AppAccess = translated { native.accessOf(user).toAccess() }

    /** Completes a login that a phone has begun. [body] is what the phone has sent: see [AppLoginOutcome.Granted]. */
    public suspend fun login(body: ByteArray, user: String): AppGranted = translated {
        native.login(body, user).run { AppGranted(grant, scopes, missingScopes, access.toAccess()) }
    }

    /**
     * Answers a request of a phone. It never throws: whatever fails is in the answer.
     *
     * @param request its path is the one below the address of the gateway: `/login`, `/access` or `/api/…`.
     * @param user the app's own name for the user who asks, by the app's own session, or `null` if nobody is logged in. It
     *   is asked for `/login` and `/access` alone.
     */
    public suspend fun receive(request: IncomingRequest, user: suspend () -> String?): OutgoingReply {
        val headers = request.headers.map { (name, value) -> Header(name, value) }
        return when (val admission = translated { native.admit(request.method, request.path, headers) }) {
            is AppAdmission.Refused -> OutgoingReply(admission.reply)
            is AppAdmission.Admitted -> admission.request.use { admitted ->
                val body = request.bodyWithin(admitted.bodySeconds(), admitted.bodyLimit())
                    ?: return@use OutgoingReply(admitted.tooSlow())
                OutgoingReply(admitted.answer(if (admitted.needsUser()) user() else null, body))
            }
        }
    }
}

private fun NativeAccess.toAccess(): AppAccess = use { AppAccess(it.token(), it.expiresIn().seconds) }
