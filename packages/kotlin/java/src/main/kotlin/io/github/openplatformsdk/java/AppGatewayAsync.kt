package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.Callable
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executor
import java.util.function.Consumer

/** What [AppGatewayAsync] may have besides its client. [AppGateway] describes each. */
public class AppGatewayOptions internal constructor() {
    internal var keys: List<String>? = null
    internal var allow = emptyList<String>()
    internal var lifetime: Duration? = null
    internal var bodyLimit: Int? = null
    internal var redirectUris = emptyList<String>()
    internal var handlerTimeout: Duration? = null
    internal var logger: System.Logger? = null
    internal var executor: Executor? = null

    /** The keys that encrypt access tokens, the newest first. By default those of `OPEN_PLATFORM_APP_KEYS`. */
    public fun keys(vararg keys: String): AppGatewayOptions = apply { this.keys = keys.asList() }

    /** The calls that change something and that phones may make, such as `conversations.send`. By default a phone can only read. */
    public fun allow(vararg calls: String): AppGatewayOptions = apply { allow = calls.asList() }

    /** The lifetime of a token: 10 minutes by default, at most an hour, in whole seconds. */
    public fun lifetime(lifetime: Duration): AppGatewayOptions = apply { this.lifetime = lifetime }

    /** The maximum size of a body in bytes: 256 KiB by default. */
    public fun bodyLimit(bytes: Int): AppGatewayOptions = apply { bodyLimit = bytes }

    /** The addresses that phones return to after a login, if they differ from the client's. */
    public fun redirectUris(vararg uris: String): AppGatewayOptions = apply { redirectUris = uris.asList() }

    /** How long the function `user` may take; without limit by default. The thread of one that takes longer is interrupted. */
    public fun handlerTimeout(timeout: Duration): AppGatewayOptions = apply { handlerTimeout = timeout }

    /** Receives failures. */
    public fun logger(logger: System.Logger): AppGatewayOptions = apply { this.logger = logger }

    /** The executor that runs the function `user`: as [HookOptions.executor]. */
    public fun executor(executor: Executor): AppGatewayOptions = apply { this.executor = executor }
}

/**
 * The backend of an app on a phone, as [AppGateway], which describes it.
 *
 * ```java
 * var gateway = new AppGatewayAsync(platform, options -> options.allow("conversations.send"));
 * ```
 *
 * @throws ConfigException if there is no key, or a key is invalid.
 * @throws InvalidInputException for an option out of range, and for a call that phones may not make.
 */
public class AppGatewayAsync private constructor(private val platform: OpenPlatformAsync, options: AppGatewayOptions) {
    /** Takes the client whose grants are used. */
    public constructor(platform: OpenPlatformAsync) : this(platform, Consumer {})

    /** Takes the client whose grants are used, and sets options. */
    public constructor(platform: OpenPlatformAsync, options: Consumer<AppGatewayOptions>) :
        this(platform, AppGatewayOptions().also(options::accept))

    private val code = AppCode(options.executor)
    private val gateway = options.run {
        AppGateway(
            platform.kotlin, keys, allow, lifetime.inKotlin(), bodyLimit, redirectUris, handlerTimeout.inKotlin(), logger,
        )
    }

    /** Issues an access token to the phone of the user with this grant. */
    public fun access(grant: GrantKey): AppAccess = gateway.access(grant)

    /** Issues an access token to the phone of a user. [user] is the app's own id of the user. */
    public fun accessOf(user: String): CompletableFuture<AppAccess> = platform.futures.of { gateway.accessOf(user) }

    /** Completes a login that a phone has started. [body] is the body that the phone sent. */
    public fun login(body: ByteArray, user: String): CompletableFuture<AppGranted> = platform.futures.of { gateway.login(body, user) }

    /**
     * Handles a request of a phone. The value is the response, which also reports any failure.
     *
     * @param request the request, made by [IncomingRequests]. Its path is relative to the address of the gateway.
     * @param user returns the app's own id of the user who is logged in to the app's session, or `null`. It may block. It is called for
     *   `/login` and `/access` only.
     */
    public fun receive(request: IncomingRequest, user: Callable<String?>): CompletableFuture<OutgoingReply> =
        platform.futures.of { gateway.receive(request) { code.blocking { user.call() } } }
}
