package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.Executor
import java.util.function.Consumer
import kotlin.time.toKotlinDuration

/** The settings of a client, for [OpenPlatformAsync.create]. They are checked when the client is created. */
public class ClientSettings internal constructor(private val settings: PlatformSettings) {
    internal var executor: Executor? = null
        private set

    private fun set(set: (PlatformSettings) -> Unit): ClientSettings {
        set(settings)
        return this
    }

    // Made from the core's table by `cargo run -p open-platform-generator`. Do not edit.
    /** The API key of the app, sent as `x-api-key`. */
    public fun apiKey(key: String): ClientSettings = set { it.apiKey(key) }

    /** The slug of the app in the console. It is no secret. */
    public fun clientId(id: String): ClientSettings = set { it.clientId(id) }

    /** The client secret of the app. */
    public fun clientSecret(secret: String): ClientSettings = set { it.clientSecret(secret) }

    /**
     * The redirect address of logins. It must equal one of the addresses allowed in the console, byte for byte:
     * `https`, or `http` on a loopback address; no query, no fragment, no user name.
     */
    public fun redirectUri(uri: String): ClientSettings = set { it.redirectUri(uri) }

    /** The keys with which the platform authenticates its requests. During a key change set the old and the new one. */
    public fun identificationKeys(vararg keys: String): ClientSettings = set { it.identificationKeys(*keys) }

    /**
     * Whether `http://` addresses are allowed that are not loopback. Everyone on the network path can then read the
     * credentials. For a sandbox in another container or beside an emulator, never for the live platform. Off by
     * default.
     */
    public fun allowPlainHttp(on: Boolean): ClientSettings = set { it.allowPlainHttp(on) }

    /**
     * Whether logins use PKCE (RFC 7636, S256), without which an intercepted authorization code can be used. Off by
     * default: the platform does not document it. On by default on a phone.
     */
    public fun pkce(on: Boolean): ClientSettings = set { it.pkce(on) }

    /**
     * Whether a refresh request omits `code`, the current access token. Off by default: the specification requires it,
     * RFC 6749 does not define it (docs/platform.md#contradiction-15).
     */
    public fun omitRefreshCode(on: Boolean): ClientSettings = set { it.omitRefreshCode(on) }

    /**
     * The time limit of a call, including a token refresh, all attempts and the waits between them. 15 s by default;
     * more than 0, at most 24 hours.
     */
    public fun timeout(timeout: Duration): ClientSettings = set { it.timeout(timeout.toKotlinDuration()) }

    /** The time limit of an upload. 60 s by default; more than 0, at most 24 hours. */
    public fun uploadTimeout(timeout: Duration): ClientSettings = set { it.uploadTimeout(timeout.toKotlinDuration()) }

    /**
     * The maximum size of an uploaded image of an add-on or a post, in bytes. 5,000,000 by default: an assumption, the
     * platform states a limit only for images in chats (docs/platform.md#chat-media); at least 1.
     */
    public fun maxImageBytes(bytes: Long): ClientSettings = set { it.maxImageBytes(bytes) }

    /**
     * The maximum size of an uploaded video of a post, in bytes. 50,000,000 by default: an assumption, the platform
     * states a limit only for videos in chats (docs/platform.md#chat-media); at least 1.
     */
    public fun maxVideoBytes(bytes: Long): ClientSettings = set { it.maxVideoBytes(bytes) }

    /**
     * Whether images of add-ons and posts may be PNG, too. Off by default: the platform prefers JPEG, and its documents
     * do not say how it treats other formats (docs/platform.md#image-upload).
     */
    public fun allowPng(on: Boolean): ClientSettings = set { it.allowPng(on) }

    /**
     * The maximum length of a message, in characters. 4,096 by default: an assumption, the platform states no limit; at
     * least 1.
     */
    public fun maxMessageChars(characters: Int): ClientSettings = set { it.maxMessageChars(characters) }

    /**
     * The maximum length of a button's caption, in characters. 256 by default: an assumption, the platform states no
     * limit; at least 1.
     */
    public fun maxCaptionChars(characters: Int): ClientSettings = set { it.maxCaptionChars(characters) }

    /**
     * The maximum length of an image name in an add-on, in characters. 256 by default: an assumption, the platform
     * states no limit; at least 1.
     */
    public fun maxImageNameChars(characters: Int): ClientSettings = set { it.maxImageNameChars(characters) }

    /**
     * The maximum size of the JSON body of a call, in bytes. Texts and objects in it for which the platform states no
     * limit have no other one. Uploads and raw requests do not have this limit. Hooks and gateways refuse more than
     * their own limit of a body, by default 256 KiB. 1,048,576 by default: a choice of the SDK that only stops
     * mistakes; at least 1.
     */
    public fun maxBodyBytes(bytes: Long): ClientSettings = set { it.maxBodyBytes(bytes) }

    /**
     * The maximum number of buttons of a message, both sides together. 9 by default: the specification says so. Newer
     * documents allow nine for each side, which is 18 (docs/platform.md#send-message).
     */
    public fun maxButtons(buttons: Int): ClientSettings = set { it.maxButtons(buttons) }

    /**
     * The maximum time between the start of a login and the user's return. 600 s by default: a choice of the SDK, the
     * platform states no limit; more than 0, at most 24 hours.
     */
    public fun loginLifetime(lifetime: Duration): ClientSettings = set { it.loginLifetime(lifetime.toKotlinDuration()) }

    /**
     * The maximum number of pending logins in the store. If there are more, the oldest are deleted, and their users
     * have to start again, so that login requests without end cannot fill the store. For a short time there may be a
     * tenth more. Logins that nobody completed are deleted in the background, about 20 minutes after their start.
     * 20,000 by default: about 12 MB; at least 1.
     */
    public fun maxPendingLogins(logins: Int): ClientSettings = set { it.maxPendingLogins(logins) }

    /**
     * How long the platform's lists of values are used again without a request: the responses of the calls of `assets`,
     * at most 256 of them. Off by default: each call sends a request. More than 0, at most 24 hours.
     */
    public fun assetMaxAge(age: Duration): ClientSettings = set { it.assetMaxAge(age.toKotlinDuration()) }

    /**
     * CA certificates to trust in addition to the bundled ones, as PEM text: for all requests, and on a server also for
     * the connection to the store.
     */
    public fun rootCertificatesPem(pem: String): ClientSettings = set { it.rootCertificatesPem(pem) }

    /** The time limit of connecting, including TLS. 3 s by default; more than 0, at most 24 hours. */
    public fun connectTimeout(timeout: Duration): ClientSettings = set { it.connectTimeout(timeout.toKotlinDuration()) }

    /** The maximum number of idle connections per host. 128 by default: ideally the number of concurrent calls. */
    public fun maxIdlePerHost(connections: Int): ClientSettings = set { it.maxIdlePerHost(connections) }

    /**
     * Whether `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` are used. Off by default: a proxy sees the
     * destination of calls, and over plain HTTP the credentials, too.
     */
    public fun environmentProxy(on: Boolean): ClientSettings = set { it.environmentProxy(on) }

    /**
     * For tests: the environment variables to read instead of those of the process. Without any the client is
     * independent of its environment.
     */
    public fun environment(variables: Map<String, String>): ClientSettings = set { it.environment(variables) }
    // End of what is made.

    /**
     * The executor on whose threads futures end, so that it runs the functions of `thenApply` and its like. A function that is added
     * after the call has ended runs on the thread that adds it. By default the executor is that of `CompletableFuture` itself: the common
     * pool, or new threads with fewer than three processors.
     *
     * Calls continue on it, too. If its number of threads is limited, functions on it must not wait for another call with `join`: use
     * `thenCompose`.
     */
    public fun executor(executor: Executor): ClientSettings {
        this.executor = executor
        return this
    }

    /**
     * A callback for each request of a call, when its outcome is known. It is called from a thread of the client, which all calls share:
     * it must not block. What it throws is logged, and does not change the call. The same is logged: docs/observe.md.
     */
    public fun onRequest(callback: Consumer<Attempt>): ClientSettings = set { it.onRequest(callback::accept) }

    /** A callback for each request of a token refresh. Like [onRequest]. */
    public fun onRefresh(callback: Consumer<Refresh>): ClientSettings = set { it.onRefresh(callback::accept) }

    /** A callback for each event of an inbox of this client that a worker has handled. Like [onRequest]. */
    public fun onHandledEvent(callback: Consumer<HandledEvent>): ClientSettings = set { it.onHandledEvent(callback::accept) }

    /** Sends all calls to a sandbox at this address. */
    public fun sandbox(url: String): ClientSettings = set { it.sandbox(url) }

    /**
     * The maximum number of attempts per request, including the first. 3 by default, at least 1; 1 turns retries off. The other
     * settings of repetitions are those of [kotlin].
     */
    public fun maxAttempts(attempts: Int): ClientSettings = set { it.retries(attempts) }

    /**
     * The address of the store of grants and pending logins, such as `sqlite:///var/lib/app/platform.db`. By default the store is in
     * memory: after a restart all users have to log in again.
     */
    public fun storeUrl(address: String): ClientSettings = set { it.storeUrl(address) }

    /** A custom store, instead of [storeUrl]. It requires [storeKeys]. */
    public fun store(store: BlockingRecordStore): ClientSettings = set { it.store(RecordStores.of(store)) }

    /** Like the other [store], on the threads of an executor: see [RecordStores.of]. */
    public fun store(store: BlockingRecordStore, executor: Executor): ClientSettings = set { it.store(RecordStores.of(store, executor)) }

    /**
     * The keys that encrypt the store: 32 bytes each in base64, the newest first. Older keys are used for reading only. The single word
     * `unencrypted` turns encryption off.
     */
    public fun storeKeys(vararg keys: String): ClientSettings = set { it.storeKeys(*keys) }

    /** Settings that a function of Kotlin makes, such as those of a world of the sandbox: `settings.kotlin(world.getSettings())`. */
    public fun kotlin(settings: PlatformSettings.() -> Unit): ClientSettings = set { it.settings() }
}
