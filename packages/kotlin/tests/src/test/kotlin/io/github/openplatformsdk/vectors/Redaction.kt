package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import java.time.Instant
import java.util.Base64
import java.util.HexFormat
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.fail

/** Everything that can be printed, made with secrets that are looked for afterwards. */
class Redaction(private val given: Map<String, Any?>, private val expect: Map<String, Any?>) {
    private val secrets = given.members("secrets").mapValues { it.value as String }
    private val bearer get() = listOf("Authorization" to "Bearer ${secrets["access_token"]}")

    fun show(): String = runBlocking {
        val platform = VectorPlatform(given["reply"]) {
            secrets["api_key"]?.let(::apiKey)
            secrets["client_secret"]?.let(::clientSecret)
            secrets["identification_key"]?.let { identificationKeys(it) }
        }
        val client = platform.client
        val pair by lazy {
            Tokens(secrets["access_token"]!!, secrets["refresh_token"], Instant.parse("2026-11-20T11:00:00Z"), listOf("USER_PHONE"))
        }
        when (given["show"]) {
            "client" -> printed(client, client.oauth, client.grants)
            "user" -> client.userWithToken(secrets["access_token"]!!).let { printed(it, it.posts, it.addons) }
            "grant_info" -> printed(pair, client.grants.adopt(pair))
            "token_reply" -> printed(pair)
            "key_ring" -> {
                val key = IdentificationKey("one", secrets["identification_key"]!!)
                printed(key, Hooks(client), Hooks(keys = listOf(key)))
            }
            // A phone number is text here, and text is its own print; what the package itself prints of it are errors.
            "phone", "error_of_phone" -> failed { normalizePhone("${secrets["phone"]}0") }
            "user_record" -> {
                val body = mapOf("phone_number" to secrets["phone"], "phone_numbers" to listOf(secrets["phone"]))
                val user = VectorPlatform(mapOf("status" to 200L, "body" to body)).user
                printed(user.users.me())
            }
            "login_request" -> {
                val shown = StringBuffer()
                val session: suspend (LoginRequest) -> String = { shown.append(printed(it)); "session-1" }
                LoginRoutes(client, { listOf(Scopes.USER_PHONE) }, session = session, logger = Log()) { null }
                    .answer(LoginRequest("GET", "/oauth/callback", "code=${secrets["code"]}&state=x", bearer))
                "$shown".also { check("LoginRequest" in it) { it } }
            }
            "app_user_request" -> {
                // The app's function has no argument here: it closes over the request that it passes on.
                val request = IncomingRequest("POST", "/access", bearer) { byteArrayOf() }
                AppGateway(client, listOf("6b".repeat(32)), logger = Log()).receive(request) { null }
                printed(request)
            }
            "reply" -> {
                val token = secrets["access_token"]!!
                val whole = LoginResponse(200, listOf("Set-Cookie" to token), token)
                val routes = LoginRoutes(client, { listOf(Scopes.USER_PHONE) }, onError = { _, _ -> whole }, logger = Log()) { null }
                val reply = routes.answer(LoginRequest("GET", "/oauth/callback", "code=x&state=x", emptyList()))!!
                check(token in reply.body.decodeToString())
                printed(whole, reply)
            }
            "error_of_call" ->
                failed { client.userWithToken(secrets["access_token"]!!).posts.getWithOngoingImages("gZd7omnS") }
            "error_of_exchange" -> failed { client.oauth.exchange(secrets["code"]!!, REDIRECT_URI) }
            "error_of_callback" -> {
                val login = client.oauth.authorize(listOf("USER_PHONE"), "session-1")
                val callback = "$REDIRECT_URI?code=${secrets["code"]}&state=${login.state}"
                printed(login) + failed { client.oauth.callback(callback, "session-2") }
            }
            "webhook_rejection" -> {
                val log = Log()
                val hooks = Hooks(keys = listOf(IdentificationKey("one", "another-identification-key")), logger = log)
                val headers = listOf("Authorization" to secrets["identification_key"]!!)
                val reply = hooks.receive(IncomingRequest("POST", "/events", headers) { byteArrayOf() })!!
                "$log ${reply.body.decodeToString()} ${reply.headers}"
            }
            "error_of_api_key" -> failed(expect.members("error")) { OpenPlatform { apiKey(given.text("api_key")) } }
            else -> fail("${given["show"]}")
        }
    }
}

/** In every way this language prints a value. */
fun printed(vararg values: Any): String = values.joinToString("\n") { value ->
    if (value is Throwable) value.stackTraceToString() + value.toString() else "$value ${listOf(value)} ${mapOf("value" to value)}"
}

/** The error, with its causes. */
private suspend fun failed(expected: Map<String, Any?> = emptyMap(), call: suspend () -> Any?): String {
    try {
        call()
    } catch (error: Exception) {
        errorIs(error, expected)
        return generateSequence<Throwable>(error) { it.cause }.joinToString("\n") { printed(it) } + error.message
    }
    return fail("was accepted")
}

/** A secret as it is, in base64, in hexadecimal digits, percent-encoded and as a list of bytes. */
fun forms(secret: String): List<String> {
    val bytes = secret.encodeToByteArray()
    val hex = HexFormat.of().formatHex(bytes)
    return listOf(
        secret,
        Base64.getEncoder().withoutPadding().encodeToString(bytes),
        Base64.getUrlEncoder().withoutPadding().encodeToString(bytes),
        hex,
        hex.uppercase(),
        hex.uppercase().chunked(2).joinToString("") { "%$it" },
        bytes.joinToString(", "),
        bytes.joinToString(","),
    )
}

/** A log that can be read. */
class Log : System.Logger {
    private val lines = StringBuffer()

    override fun getName() = "test"
    override fun isLoggable(level: System.Logger.Level) = true

    override fun log(level: System.Logger.Level, bundle: java.util.ResourceBundle?, text: String, thrown: Throwable?) {
        lines.append(text).append('\n').append(thrown?.stackTraceToString().orEmpty())
    }

    override fun log(level: System.Logger.Level, bundle: java.util.ResourceBundle?, format: String, vararg parameters: Any?) {
        lines.append(java.text.MessageFormat.format(format, *parameters)).append('\n')
    }

    override fun toString() = lines.toString()
}
