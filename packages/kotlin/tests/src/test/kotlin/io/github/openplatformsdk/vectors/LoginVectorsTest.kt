package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import java.net.URI
import java.security.MessageDigest
import java.util.Base64
import kotlin.time.Duration.Companion.seconds
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Assertions.fail
import org.junit.jupiter.api.TestFactory

/** Files of `tests/vectors`: logins, tokens and scopes. */
class LoginVectorsTest : Vectors() {
    private val tokenReply = mapOf(
        "status" to 200L,
        "body" to mapOf(
            "access_token" to "ory_at_new", "expires_in" to 3600L, "scope" to "USER_PHONE", "token_type" to "bearer",
        ),
    )

    @TestFactory
    fun callbacks() = judge("callbacks") { given, expect ->
        val platform = VectorPlatform(tokenReply)
        val oauth = platform.client.oauth
        val state = oauth.authorize(listOf("USER_PHONE"), "session-1").state
        val callback = given.text("callback").replace("{state}", state)
        val session = given.text("session_id")
        if ("after_one_callback" in given) oauth.callback(callback, session)
        (given["after_a_callback_of"] as String?)?.let { other ->
            val refused = runCatching { oauth.callback(callback, other) }.exceptionOrNull()
            assertTrue(refused is StateMismatchException, "$refused")
        }
        platform.clock.advance((given["seconds_later"] as Long? ?: 0).seconds)
        val before = platform.sent.size
        val result = outcome(expect) { oauth.callback(callback, session) }
        same("token_requests", platform.sent.size - before, expect["token_requests"])
        if (result != null) same("outcome", if (result is LoginOutcome.Granted) "granted" else "denied", expect["outcome"])
    }

    @TestFactory
    fun `names of grants`() = judge("grant_names") { given, expect ->
        val oauth = VectorPlatform(tokenReply).client.oauth
        val names = listOf("first", "second").map { which ->
            val login = given.members(which)
            val user = login["user"] as String?
            val state = oauth.authorize(login.list("scopes"), "session-1", user).state
            val granted = oauth.callback("$REDIRECT_URI?code=abc&state=$state", "session-1") as LoginOutcome.Granted
            assertFalse((user ?: "canary") in granted.grant, granted.grant)
            granted.grant
        }
        same("same", names[0] == names[1], expect["same"])
    }

    @TestFactory
    fun `token replies`() = judge("token_replies") { given, expect ->
        val oauth = VectorPlatform(given["reply"], ONCE).client.oauth
        val got = outcome(expect) {
            if (given["flow"] == "exchange") oauth.exchange("code-from-the-redirect", REDIRECT_URI)
            else oauth.refresh(tokens("ory_at_old", "ory_rt_old"), REDIRECT_URI)
        } ?: return@judge
        val actual = mapOf(
            "access_token" to got.accessToken,
            "refresh_token" to got.refreshToken,
            "expires_in_seconds" to got.expiresAt.epochSecond - NOW.epochSecond,
            "scopes" to got.scopes,
        )
        for ((name, value) in expect.members("value")) same(name, actual[name], value)
    }

    /** The settings that a case has of its own. */
    private fun settings(given: Map<String, Any?>): PlatformSettings.() -> Unit = {
        pkce(given["pkce"] == true)
        omitRefreshCode(given["omit_refresh_code"] == true)
        given["client_id"]?.let { clientId(it as String) }
        given["client_secret"]?.let { clientSecret(it as String) }
        given["redirect_uri"]?.let { redirectUri(it as String) }
    }

    @TestFactory
    fun authorizations() = judge("authorizations") { given, expect ->
        val address = outcome(expect) {
            VectorPlatform(null as Any?, settings(given)).client.oauth.authorize(
                given.list("scopes"),
                given.text("session_id"),
                given["user"] as String?,
                given["return_to"] as String?,
                given["login_redirect_uri"] as String?,
                prompt = given["prompt"] as String?,
                loginHint = given["login_hint"] as String?,
                uiLocales = given["ui_locales"] as String?,
            ).url
        }
        if (address != null) authorizationUrl(address, expect.members("authorization_url"))
    }

    @TestFactory
    fun `token requests`() = judge("token_requests") { given, expect ->
        val platform = VectorPlatform(tokenReply, settings(given))
        val oauth = platform.client.oauth
        var challenge: String? = null
        when (given["flow"]) {
            "exchange" -> oauth.exchange(given.text("code"), given.text("redirect_uri"))
            "refresh" -> {
                val pair = tokens(given.text("access_token"), given.text("refresh_token"))
                oauth.refresh(pair, given.text("redirect_uri"))
            }
            else -> {
                val login = oauth.authorize(listOf("USER_PHONE"), "session-1")
                challenge = parameters(URI(login.url).rawQuery).toMap()["code_challenge"]
                oauth.callback("code=${given["code"]}&state=${login.state}", "session-1")
            }
        }
        val request = platform.sent.single()
        if ("form_names" in expect) {
            val form = parameters(request.body.decodeToString())
            same("names in the form", form.map { it.first }, expect["form_names"])
            val answer = form.toMap()["code_verifier"]?.let {
                val digest = MessageDigest.getInstance("SHA-256").digest(it.encodeToByteArray())
                Base64.getUrlEncoder().withoutPadding().encodeToString(digest)
            }
            same("the challenge of the verifier", answer, challenge)
        }
        isRequest(request, expect.members("request"))
    }

    @TestFactory
    fun `token errors`() = judge("token_errors") { given, expect ->
        val platform = VectorPlatform(given["reply"], ONCE)
        val client = platform.client
        val old = tokens("ory_at_old", "ory_rt_old")
        var state: GrantState? = null
        outcome(expect) {
            when (given["flow"]) {
                "exchange" -> client.oauth.exchange(given["code"] as String? ?: "code-from-the-redirect", REDIRECT_URI)
                "callback" -> {
                    val login = client.oauth.authorize(listOf("USER_PHONE"), "session-1")
                    client.oauth.callback("code=code-from-the-redirect&state=${login.state}", "session-1")
                }
                "refresh" -> client.oauth.refresh(old, REDIRECT_URI)
                else -> {
                    val key = client.grants.adopt(old).key
                    try {
                        client.user(key).users.me()
                    } finally {
                        state = client.grants.info(key)?.state
                    }
                }
            }
        }
        if ("token_requests_at_most" in expect) assertTrue(platform.sent.size <= expect.int("token_requests_at_most"))
        else same("token_requests", platform.sent.size, expect["token_requests"])
        if ("grant_state" in expect) same("grant_state", state?.name?.lowercase(), expect["grant_state"])
        platform.recorded(expect)
    }

    @TestFactory
    fun scopes() = judge("scopes") { given, expect ->
        when (given["operation"]) {
            "required" -> {
                val needs = outcome(expect) {
                    requiredScopes(given.list("calls"), given.list<String>("events").map(::subscriptionType))
                } ?: return@judge
                val alternatives = needs.alternatives.map { mapOf("scope" to it.smallest, "or" to it.broader) }
                val actual = mapOf(
                    "scope" to needs.scopes.joinToString(" "),
                    "scopes" to needs.scopes,
                    "alternatives" to alternatives,
                    "permissions" to needs.permissions,
                )
                same("what is needed", actual, expect)
            }
            "join" -> {
                val value = outcome(expect) { joinScopes(given.list("scopes")) }
                if (value != null) same("value", value, expect["value"])
            }
            "table" -> {
                val identifiers = io.github.openplatformsdk.scopes().associate { it.name to it.identifier }
                same("identifiers", identifiers, expect["identifiers"])
            }
            else -> fail("${given["operation"]}")
        }
    }

    private fun subscriptionType(name: String): SubscriptionType =
        Subscription.fromJson(jsonOf("event_type" to name)).eventType
}
