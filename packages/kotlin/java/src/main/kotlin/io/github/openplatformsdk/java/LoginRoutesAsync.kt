package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executor
import java.util.function.Consumer

/** Called when a user has allowed the access. It may block. */
public fun interface GrantedHandler {
    /** Stores the grant, and returns the response; `null` redirects to the path of the link. */
    @Throws(Exception::class)
    public fun granted(granted: LoginOutcome.Granted, request: LoginRequest): LoginResponse?
}

/** Called when a login has failed. It may block. */
public fun interface FailedHandler {
    /** Returns the response; `null` for a short page. */
    @Throws(Exception::class)
    public fun failed(error: Throwable, request: LoginRequest): LoginResponse?
}

/** What [LoginRoutesAsync] may have besides its client and the scopes. [LoginRoutes] describes each. */
public class LoginRouteOptions internal constructor() {
    internal var onDenied = RequestHandler<LoginRequest, LoginResponse?> { null }
    internal var onError = FailedHandler { _, _ -> null }
    internal var session: RequestHandler<LoginRequest, String>? = null
    internal var user = RequestHandler<LoginRequest, String?> { null }
    internal var prompt = RequestHandler<LoginRequest, String?> { null }
    internal var loginHint = RequestHandler<LoginRequest, String?> { null }
    internal var uiLocales = RequestHandler<LoginRequest, String?> { null }
    internal var redirectUri: String? = null
    internal var handlerTimeout: Duration? = null
    internal var logger: System.Logger? = null
    internal var executor: Executor? = null

    /** Called if the user denied the access, which is not an error. By default a short page says that nothing has changed. */
    public fun onDenied(handler: RequestHandler<LoginRequest, LoginResponse?>): LoginRouteOptions = apply { onDenied = handler }

    /** Called if the login failed. By default a short page says so. The error is logged before. */
    public fun onError(handler: FailedHandler): LoginRouteOptions = apply { onError = handler }

    /** Returns a value that identifies this browser, such as the id of the app's own session. By default a random cookie is set. */
    public fun session(session: RequestHandler<LoginRequest, String>): LoginRouteOptions = apply { this.session = session }

    /** Returns the app's own id of the user, if it is known before the login. */
    public fun user(user: RequestHandler<LoginRequest, String?>): LoginRouteOptions = apply { this.user = user }

    /** Returns what the server should ask for, such as `login` or `consent`. */
    public fun prompt(prompt: RequestHandler<LoginRequest, String?>): LoginRouteOptions = apply { this.prompt = prompt }

    /** Returns the user who is about to log in, such as a phone number. */
    public fun loginHint(hint: RequestHandler<LoginRequest, String?>): LoginRouteOptions = apply { loginHint = hint }

    /** Returns the languages of the page in order of preference, such as `fa en`. */
    public fun uiLocales(locales: RequestHandler<LoginRequest, String?>): LoginRouteOptions = apply { uiLocales = locales }

    /** A registered redirect address other than the client's. Its path must end with `/callback`. */
    public fun redirectUri(uri: String): LoginRouteOptions = apply { redirectUri = uri }

    /** How long each of these functions may take; without limit by default. The thread of one that takes longer is interrupted. */
    public fun handlerTimeout(timeout: Duration): LoginRouteOptions = apply { handlerTimeout = timeout }

    /** Receives failures. */
    public fun logger(logger: System.Logger): LoginRouteOptions = apply { this.logger = logger }

    /**
     * The executor that runs these functions. By default up to 64 threads, which Kotlin has for code that blocks. Not that of the client
     * if its number of threads is limited: a function that waits for a call would wait for ever.
     */
    public fun executor(executor: Executor): LoginRouteOptions = apply { this.executor = executor }
}

/**
 * Logs users in with two addresses, as [LoginRoutes] do: `…/login` starts a login, with the path to continue at afterwards as the query
 * parameter `return_to`; `…/callback` is the redirect address of the app.
 *
 * ```java
 * var login = new LoginRoutesAsync(platform, List.of(Scopes.USER_PHONE), (granted, request) -> {
 *     grants.put(granted.getGrant());
 *     return LoginResponse.redirect("/welcome");
 * });
 * ```
 *
 * For Spring MVC there is a controller to copy in the examples. Any other server passes its requests to [answer].
 *
 * @throws InvalidInputException for scopes that cannot be requested, without scopes, and for a time limit that is not above 0.
 * @throws ConfigException if the path of the redirect address, also of the client's, does not end with `/callback`.
 */
public class LoginRoutesAsync private constructor(
    private val platform: OpenPlatformAsync,
    scopes: Collection<Scope>,
    scopesOfLogin: RequestHandler<LoginRequest, Collection<Scope>>?,
    options: LoginRouteOptions,
    onGranted: GrantedHandler,
) {
    /** Takes the client, the scopes of every login, and what is called when a user has allowed the access. */
    public constructor(platform: OpenPlatformAsync, scopes: Collection<Scope>, onGranted: GrantedHandler) :
        this(platform, scopes, Consumer {}, onGranted)

    /** Like the first constructor, with options. */
    public constructor(
        platform: OpenPlatformAsync,
        scopes: Collection<Scope>,
        options: Consumer<LoginRouteOptions>,
        onGranted: GrantedHandler,
    ) : this(platform, scopes, null, LoginRouteOptions().also(options::accept), onGranted)

    /** Like the first constructor, for logins that differ in their scopes: a function returns those of each. */
    public constructor(
        platform: OpenPlatformAsync,
        scopes: RequestHandler<LoginRequest, Collection<Scope>>,
        onGranted: GrantedHandler,
    ) : this(platform, scopes, Consumer {}, onGranted)

    /** Like the first constructor, with options, for logins that differ in their scopes: a function returns those of each. */
    public constructor(
        platform: OpenPlatformAsync,
        scopes: RequestHandler<LoginRequest, Collection<Scope>>,
        options: Consumer<LoginRouteOptions>,
        onGranted: GrantedHandler,
    ) : this(platform, emptyList(), scopes, LoginRouteOptions().also(options::accept), onGranted)

    private val code = AppCode(options.executor)

    private val routes: LoginRoutes = options.run {
        fun <T> called(handler: RequestHandler<LoginRequest, T>): suspend (LoginRequest) -> T = { code.blocking { handler.answer(it) } }
        val denied = called(onDenied)
        val failed: suspend (Throwable, LoginRequest) -> LoginResponse? = { error, it -> code.blocking { onError.failed(error, it) } }
        val granted: suspend LoginRequest.(LoginOutcome.Granted) -> LoginResponse? = { code.blocking { onGranted.granted(it, this) } }
        if (scopesOfLogin != null) {
            LoginRoutes(
                platform.kotlin, called(scopesOfLogin), denied, failed, session?.let { called(it) }, called(user), called(prompt),
                called(loginHint), called(uiLocales), redirectUri, handlerTimeout.inKotlin(), logger, granted,
            )
        } else {
            LoginRoutes(
                platform.kotlin, scopes, denied, failed, session?.let { called(it) }, called(user), called(prompt), called(loginHint),
                called(uiLocales), redirectUri, handlerTimeout.inKotlin(), logger, granted,
            )
        }
    }

    /** The paths that are served, relative to the mount point: for adapters of web servers. */
    @get:JvmName("paths")
    public val paths: List<String> get() = routes.paths

    /**
     * Handles a request. The value is the response; `null` for an address that is neither `…/login` nor `…/callback`.
     *
     * @param request the request. [IncomingRequests] makes it.
     */
    public fun answer(request: LoginRequest): CompletableFuture<OutgoingReply?> = platform.futures.of { routes.answer(request) }
}
