package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Gateway as NativeGateway
import io.github.openplatformsdk.ffi.ManualClock as NativeClock
import io.github.openplatformsdk.ffi.Platform as NativePlatform
import io.github.openplatformsdk.ffi.Settings as NativeSettings
import io.github.openplatformsdk.testing.ManualClock
import io.github.openplatformsdk.testing.Recorder
import io.github.openplatformsdk.testing.clock
import io.github.openplatformsdk.testing.noResponse
import io.github.openplatformsdk.testing.response
import io.github.openplatformsdk.testing.transport
import java.nio.file.Path
import java.time.Instant
import kotlin.io.path.div
import kotlin.reflect.full.memberFunctions
import kotlin.reflect.full.memberProperties
import kotlin.time.Duration
import kotlin.time.Duration.Companion.hours
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertInstanceOf
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Assertions.fail
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

/** The client itself: its methods, its errors and its settings. */
class ClientTest {
    private fun client(recorder: Recorder = Recorder.always(response(200)), settings: PlatformSettings.() -> Unit = {}) =
        OpenPlatform {
            apiKey("key-of-the-app")
            clientId("app")
            clientSecret("secret-of-the-app")
            settings()
            transport(recorder)
        }

    /** The error of a call. */
    private inline fun <reified E : Exception> failure(crossinline call: suspend () -> Any?): E =
        assertThrows(E::class.java) { runBlocking { call() } }

    @Test
    fun `a raw scope is sent unchanged, and a misspelt one is refused`() {
        val oauth = client { redirectUri("https://app.example/callback") }.oauth
        val login = runBlocking { oauth.authorize(listOf(Scopes.of("BRAND_NEW.x"), Scopes.of(Scopes.USER_PHONE)), "session") }
        assertTrue("&scope=BRAND_NEW.x%20USER_PHONE&" in login.url, login.url)
        val refused = failure<InvalidInputException> { oauth.authorize(listOf("USER_PHON"), "session") }
        assertTrue("did you mean USER_PHONE?" in refused.message.orEmpty(), refused.message)
    }

    @Test
    fun `a fault of the library is an InternalException, without its message`() {
        val end = ManualClock(Instant.now())
        end.advance(1e13.seconds) // To the end of all times: nothing can be added to it.
        val platform = client(Recorder.always(response(200, jsonOf("token" to "gZd7omnS")))) {
            redirectUri("https://app.example/callback")
            clock(end)
        }
        // Each of them panics: in a task of the library, in the caller's thread, and in a generated function that nothing wraps.
        val key = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4="
        val gateway = AppGateway(platform, listOf(key))
        val settings = NativeSettings().also {
            it.clientId("app")
            it.clock(NativeClock(Instant.now()).also { clock -> clock.advance(1e13) })
        }
        val generated = NativeGateway(NativePlatform(settings), listOf(key), GatewayOptions())
        for (error in listOf(
            failure<InternalException> { platform.oauth.authorize(listOf("USER_PHONE"), "session") },
            failure<InternalException> { gateway.access("grant") },
            failure<InternalException> { generated.access("grant") },
        )) {
            assertEquals("internal", error.code)
            assertEquals("a fault in the Open Platform SDK, not in your program: please report it", error.message)
        }
        assertEquals("gZd7omnS", runBlocking { platform.posts.get("gZd7omnS").token })
    }

    @Test
    fun `every endpoint of the table has its method`() {
        val platform = client()
        val user = platform.userWithToken("access-token-of-the-user")
        // The platform calls the addresses of the app. Hooks handle them.
        val missing = endpoints().filter { it.host != "app" }.map { it.name }.filterNot { name ->
            val path = name.split('.').map { word -> word.replace(Regex("_([a-z])")) { it.groupValues[1].uppercase() } }
            listOf(platform, user).any { root ->
                val area = path.dropLast(1).fold(root as Any?) { area, member ->
                    area?.let { it::class.memberProperties.find { property -> property.name == member }?.getter?.call(it) }
                }
                area != null && area::class.memberFunctions.any { it.name == path.last() && it.isSuspend }
            }
        }
        assertEquals(emptyList<String>(), missing)
    }

    @Test
    fun `errors have their classes and details`() {
        val body = jsonOf("code" to 7, "message" to "denied", "details" to listOf(mapOf("reason" to "scope")))
        val refused = failure<MissingScopeException> {
            client(Recorder.always(response(403, body, mapOf("x-request-id" to "r-1"))))
                .userWithToken("token").addons.createOnPost("gZd7omnS") { titleRow("Inspected") }
        }
        assertInstanceOf(ApiException::class.java, refused)
        assertEquals(
            listOf("missing_scope", 403, 7L, "denied", "addons.create_on_post", 1, "r-1", "ADD_ON_CREATE"),
            refused.run { listOf(code, status, platformCode, reason, endpoint, attempts, requestId, needsPermission) },
        )
        assertEquals(listOf(mapOf("reason" to "scope")), refused.details.map(::jsonValue))
        assertEquals(listOf("POST_ADDON_CREATE.gZd7omnS", "USER_POSTS_ADDON_CREATE"), refused.needsScopes)

        val limited = failure<RateLimitedException> {
            client(Recorder.always(response(429, jsonOf(), mapOf("retry-after" to "7200")))).posts.get("gZd7omnS")
        }
        assertEquals(2.hours, limited.retryAfter)

        val unclear = failure<AmbiguousOutcomeException> {
            client(Recorder.always(noResponse(TransportErrorKind.INTERRUPTED)))
                .userWithToken("token").conversations.send("c-1", text = "Hello")
        }
        assertTrue(unclear.sentAt != null && Regex("[0-9a-f]{16}").matches(unclear.fingerprint))

        val broken = failure<TransportException> {
            client(Recorder.always(noResponse(TransportErrorKind.CONNECT))) { retries(maxAttempts = 1) }.posts.get("gZd7omnS")
        }
        assertEquals(listOf("connect", 1, null), broken.run { listOf(kind, attempts, status) })

        val unreadable = failure<DecodeException> {
            client(Recorder.always(response(200, jsonText(emptyList<Any>())))).posts.get("gZd7omnS")
        }
        assertEquals(".", unreadable.path)

        val unknown = failure<ReauthRequiredException> { client().user("nobody").users.me() }
        assertInstanceOf(OAuthException::class.java, unknown)

        val unset = failure<ConfigException> { OpenPlatform { transport(Recorder.always(response(200))) }.posts.get("gZd7omnS") }
        assertEquals("apiKey", unset.setting)
    }

    @Test
    fun `after closing every call throws a ConfigException`() {
        val platform = client()
        val user = platform.userWithToken("token")
        val posts = platform.posts
        platform.close()
        platform.close()
        val errors = listOf<suspend () -> Any?>(
            { posts.get("gZd7omnS") },
            { platform.oauth.authorize(listOf("USER_PHONE"), "session") },
            { platform.user("grant") },
            { user.users.me() },
            { platform.grants.list() },
        ).map { call -> runCatching { runBlocking { call() } }.exceptionOrNull() }
        val others = errors.filterNot { it is ConfigException && it.setting == "client" }
        measured("F59", "Kotlin", "calls after two closes without the typed error" to others.size)
        assertEquals(emptyList<Any?>(), others)
        user.close()
    }

    @Test
    fun `an image comes from a file, from memory or from a stream`() = runBlocking {
        val image = Path.of(System.getenv("OPEN_PLATFORM_REPOSITORY")) / "packages/cli/src/demo/inspection.jpg"
        val bytes = image.toFile().readBytes()
        val recorder = Recorder.always(response(200, jsonOf("image_name" to "a.jpg")))
        val images = client(recorder).images
        val unlimited = client(recorder) { maxImageBytes(Long.MAX_VALUE) }.images
        val uploaded = listOf(images.upload(image), images.upload(bytes), unlimited.upload(bytes.inputStream()))
        assertEquals(List(3) { "a.jpg" }, uploaded.map { it.imageName })
        assertTrue(recorder.requests.all { it.body.contentEquals(bytes) })
    }

    @Test
    fun `an empty add-on is sent with allowEmpty`() = runBlocking {
        val recorder = Recorder.always(response(200))
        client(recorder).userWithToken("t").addons.createOnPost("gZd7omnS") { allowEmpty = true }
        assertEquals("""{"widgets":[]}""", recorder.requests.single().body.decodeToString())
    }

    @Test
    fun `the image of an event row is sent in the member of the specification`() {
        val addon = postAddon {
            eventRow("Report") { image = "a.jpg" }
            eventRow("Report") { imageId = "b.jpg" }
        }
        val rows = (jsonValue(addon.toJson()) as Map<*, *>)["widgets"] as List<*>
        assertEquals(
            listOf(
                mapOf("event_row" to mapOf("title" to "Report", "image_url" to "a.jpg")),
                mapOf("event_row" to mapOf("title" to "Report", "image_id" to "b.jpg")),
            ),
            rows,
        )
    }

    @Test
    fun `the members of a post's data are read once`() = runBlocking {
        val body = jsonOf("token" to "gZd7omnS", "data" to mapOf("title" to "A phone", "images" to listOf("https://a.example/1.jpg")))
        val post = client(Recorder.always(response(200, body))).posts.get("gZd7omnS")
        assertSame(post.title, post.title)
        assertSame(post.images, post.images)
        assertEquals("A phone" to null, post.title to post.price)
        assertEquals(post, post.copy())
    }

    @Test
    fun `values have a readable text`() {
        assertEquals("[Published, Unknown(value=NEW)]", "${listOf(PostState.Published, PostState.Unknown("NEW"))}")
        assertEquals("NewMessageOnPost", "${SubscriptionType.NewMessageOnPost}")
        assertEquals(PostState.Unknown("NEW"), PostState.Unknown("NEW"))
    }

    /** Invalid values that compile, and the field that the error must name. */
    private val wrong: Map<String, Pair<suspend (OpenPlatform) -> Any?, String?>> = mapOf(
        "no token" to (suspend { it: OpenPlatform -> it.posts.get("") } to "post"),
        "a dot segment" to (suspend { it: OpenPlatform -> it.posts.get("..") } to "post"),
        "a slash" to (suspend { it: OpenPlatform -> it.posts.get("a/b") } to "post"),
        "half of a character" to (suspend { it: OpenPlatform -> it.posts.get("\ud800") } to null),
        "a NUL" to (suspend { it: OpenPlatform -> it.posts.get("a\u0000b") } to "post"),
        "5,000 characters" to (suspend { it: OpenPlatform -> it.posts.get("x".repeat(5000)) } to "post"),
        "a negative timeout" to (suspend { it: OpenPlatform -> it.posts.get("gZd7omnS", (-1).seconds) } to "timeout"),
        "a timeout without end" to (suspend { it: OpenPlatform -> it.posts.get("gZd7omnS", Duration.INFINITE) } to "timeout"),
        "no phone number" to (suspend { it: OpenPlatform -> it.users.idByPhone("soon") } to "phone"),
        "an empty video" to (suspend { it: OpenPlatform -> it.ownPosts.uploadVideo(byteArrayOf()) } to "video"),
        "an empty image" to (suspend { it: OpenPlatform -> it.images.upload(byteArrayOf()) } to "image"),
        "a file that is not there" to (suspend { it: OpenPlatform -> it.images.upload(Path.of("no/such.jpg")) } to "image"),
        "a long title" to (
            suspend { it: OpenPlatform ->
                it.userWithToken("t").addons.createOnPost("gZd7omnS") { titleRow("x".repeat(500)) }
            } to "widgets[0].titleRow.text"
        ),
        "data of a button that is no JSON" to (
            suspend { it: OpenPlatform ->
                it.userWithToken("t").conversations.send("c-1", text = "Hello") { receiver { row { server("Accept", data = "{") } } }
            } to "receiverButtons.rows[0].buttons[0].action.openServerLink.data"
        ),
        "data of a widget that is no JSON" to (
            suspend { it: OpenPlatform ->
                it.userWithToken("t").addons.createOnPost("gZd7omnS") {
                    titleRow("Inspected")
                    buttonBar("Ask", action = Action.GetDynamicAction("{\"a\":}"))
                }
            } to "widgets[1].buttonBar.action.getDynamicAction.data"
        ),
        "metadata that is no JSON" to (
            suspend { it: OpenPlatform ->
                it.userWithToken("t").events.subscribe(Subscription(eventType = SubscriptionType.NewMessageOnPost, metadata = "grant"))
            } to "metadata"
        ),
        "a value of a category that is no JSON" to (
            suspend { it: OpenPlatform ->
                val details = PostDetails(
                    categorySlug = "light", title = "Peugeot", description = "White", city = "tehran", locationType = LocationType.Empty,
                )
                val fields = mapOf("usage" to "61000", "brand_model" to "Peugeot 206")
                it.ownPosts.submitAsApp(PostSubmission(businessToken = "b", generalData = details, categoryFields = fields))
            } to "categoryFields.brand_model"
        ),
        "a changed value of a category that is no JSON" to (
            suspend { it: OpenPlatform ->
                it.userWithToken("t").ownPosts.edit("gZd7omnS", PostEdit(categoryData = mapOf("color" to "white")))
            } to "categoryData.color"
        ),
        "an empty add-on" to
            (suspend { it: OpenPlatform -> it.userWithToken("t").addons.createOnPost("gZd7omnS") {} } to "widgets"),
        "an empty add-on for a user" to
            (suspend { it: OpenPlatform -> it.userWithToken("t").addons.createForUser("09123456789", userAddon {}) } to "widgets"),
        "ten buttons" to (
            suspend { it: OpenPlatform ->
                it.userWithToken("t").conversations.send("c-1", text = "Hello") {
                    receiver { repeat(4) { row { repeat(3) { link("Open", url = "https://app.example") } } } }
                }
            } to null
        ),
        "a segment that goes up" to (suspend { it: OpenPlatform -> it.request(RawRequest("GET", "..")) } to null),
        "a body that is no JSON" to
            (suspend { it: OpenPlatform -> it.request(RawRequest("POST", "v1", body = "{")) } to "body"),
        "an instant out of range" to (
            suspend { it: OpenPlatform ->
                it.grants.adopt(Tokens("token", null, java.time.Instant.MAX))
            } to "tokens.expiresAt"
        ),
    )

    @TestFactory
    fun `invalid values are refused before anything is sent`() = wrong.map { (name, case) ->
        dynamicTest(name) {
            val (call, field) = case
            val recorder = Recorder.always(response(200, jsonOf("token" to "gZd7omnS")))
            val error = failure<InvalidInputException> { call(client(recorder)) }
            if (field != null) assertEquals(field, error.field)
            if ("no JSON" in name) assertTrue("must be JSON: " in error.message.orEmpty(), error.message)
            assertEquals(0, recorder.requests.size)
        }
    }

    /** An app on a phone with all that it needs, and these settings. */
    private fun phone(settings: AppModeSettings.() -> Unit): OpenPlatformApp = OpenPlatformApp {
        clientId("app")
        redirectUri("https://app.example/back")
        backend("https://app.example/open-platform")
        tokens { throw LoginRequired("nobody is logged in") }
        settings()
    }

    @Test
    fun `settings are checked at once`() {
        for (settings in listOf<PlatformSettings.() -> Unit>(
            { redirectUri("http://app.example/back") },
            { apiKey("not a key") },
            { retries(maxAttempts = 0) },
            { retries(maxAttempts = -1) },
            { maxImageBytes(-1) },
            { maxIdlePerHost(-1) },
            { storeUrl("floppy:a") },
            { timeout(Duration.INFINITE) },
            { connectTimeout(-Duration.INFINITE) },
        )) {
            failure<ConfigException> { OpenPlatform(settings) }
        }
        assertEquals("maxAttempts", failure<ConfigException> { OpenPlatform { retries(maxAttempts = 0) } }.setting)
        assertEquals("maxAttempts", failure<ConfigException> { phone { retries(maxAttempts = 0) } }.setting)
        val endless = failure<InvalidInputException> { OpenPlatform { retries(3, maxBackoff = Duration.INFINITE) } }
        assertEquals("maxBackoff", endless.field)
    }

    @Test
    fun `errors of settings name the methods that set them`() {
        fun error(settings: PlatformSettings.() -> Unit) = failure<ConfigException> {
            OpenPlatform {
                environment(emptyMap())
                settings()
            }.check()
        }
        for (wrong in listOf<PlatformSettings.() -> Unit>(
            { sandbox("localhost") },
            { environment(mapOf("OPEN_PLATFORM_SANDBOX_URL" to "localhost")) },
        )) {
            assertEquals("sandbox", error(wrong).setting)
        }
        assertEquals("storeUrl", error { storeUrl("floppy:a") }.setting)
        assertEquals("storeKeys", error { storeUrl("sqlite:a.db") }.setting)
        assertEquals("sandbox", failure<ConfigException> { phone { sandbox("localhost") } }.setting)
        assertEquals("storeUrl", failure<ConfigException> { Inbox.open("floppy:a", "unencrypted") }.setting)
    }

    @Test
    fun `a list of addresses that is wrong is a ConfigException`() {
        for (wrong in listOf<() -> IpAllowlist>(
            { IpAllowlist(emptyList()) },
            { IpAllowlist(listOf("here")) },
            { IpAllowlist.platform().trustedProxies(listOf("here")) },
            { IpAllowlist.platform().limitFailures(0) },
        )) {
            failure<ConfigException> { wrong() }
        }
    }

    @Test
    fun `half of a character is refused in settings and functions, too`() {
        val half = "\ud800"
        val calls = listOf<() -> Any?>(
            { OpenPlatform { apiKey(half) } },
            { OpenPlatformApp { clientId(half) } },
            { Scopes.of(half) },
            { readDirectLink(half) },
            { readBotStart(half) },
            { hashedNames(mapOf(half to "a")) },
            { unlistedValues(mapOf(half to "a")) },
            { ticketProblem(half) },
        )
        for (call in calls) assertEquals("text", failure<InvalidInputException> { call() }.field)
    }

    @Test
    fun `tokens, keys and settings do not show secrets in their text`() {
        val tokens = Tokens("canary-1", "canary-2", java.time.Instant.EPOCH)
        assertEquals(listOf("canary-1", "canary-2"), listOf(tokens.accessToken, tokens.refreshToken))
        val platform = client { apiKey("canary-3") }
        val request = RawRequest("GET", "canary-4", body = "{\"a\":\"canary-5\"}")
        val login = LoginRequest("GET", "/oauth/callback", "code=canary-6", listOf("Cookie" to "session=canary-7"))
        val incoming = IncomingRequest("POST", "/hooks/events", listOf("Authorization" to "canary-8")) { byteArrayOf() }
        for (value in listOf(tokens, platform, request, login, incoming, IdentificationKey("one", "canary-9"), platform.oauth)) {
            assertFalse("canary" in "$value ${listOf(value)}", "$value")
        }
    }

    @Test
    fun `a button has its icon under the name of the live platform, or under that of the specification`() {
        val message = message("Hello") {
            receiver {
                row {
                    link("Open", url = "https://app.example", icon = "ADD")
                    server("Accept", "id" to "7", icon = "ADD")
                    dynamic("Ask", "id" to "7", icon = "ADD")
                }
                row {
                    postPage("Post", post = "gZd7omnS", icon = "ADD")
                    postManagePage("Manage", post = "gZd7omnS", icon = "ADD", iconName = "MONEY")
                    link("Old", url = "https://app.example", iconName = "ADD")
                }
            }
        }
        message.check()
        val (link, data, post) = listOf("https://app.example", mapOf("data" to mapOf("id" to "7")), mapOf("post_token" to "gZd7omnS"))
        fun button(caption: String, action: Pair<String, Any>, vararg icons: Pair<String, String>) =
            mapOf("caption" to caption, "action" to mapOf(action), *icons)
        val rows = listOf(
            listOf(
                button("Open", "open_direct_link" to link, "icon" to "ADD"),
                button("Accept", "open_server_link" to data, "icon" to "ADD"),
                button("Ask", "get_dynamic_action" to data, "icon" to "ADD"),
            ),
            listOf(
                button("Post", "open_post_page" to post, "icon" to "ADD"),
                button("Manage", "open_post_manage_page" to post, "icon" to "ADD", "icon_name" to "MONEY"),
                button("Old", "open_direct_link" to link, "icon_name" to "ADD"),
            ),
        )
        val written = jsonValue(message.toJson()) as Map<*, *>
        assertEquals(mapOf("rows" to rows.map { mapOf("buttons" to it) }), written["receiver_buttons"])
    }

    @Test
    fun `JSON is written and read`() {
        val text = jsonOf(
            "text" to "\"\\ \n\u0001 سلام 👋", "number" to 7, "fraction" to 1.5, "none" to null, "yes" to true,
            "list" to listOf(1, listOf("a"), mapOf("b" to emptyList<Any>())),
        )
        assertEquals(
            mapOf(
                "text" to "\"\\ \n\u0001 سلام 👋", "number" to 7L, "fraction" to 1.5.toBigDecimal(), "none" to null,
                "yes" to true, "list" to listOf(1L, listOf("a"), mapOf("b" to emptyList<Any>())),
            ),
            jsonValue(text),
        )
        assertEquals(listOf("\b\u000c\r\t/é", -12L, "1e400".toBigDecimal()), jsonValue(""" ["\b\f\r\t\/\u00e9", -12, 1e400] """))
        assertNull(jsonValue("null"))
        val broken = listOf(
            "", " ", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "tru", "01", "1.", "\"", "\"\\x\"", "\"\\u12\"", "\"\\u۰۰۴۱\"", "\"\n\"", "1 2",
            "[1}", "{1:2}", "-", "NaN", "[".repeat(100_000),
        )
        for (text in broken) assertThrows(IllegalArgumentException::class.java, { jsonValue(text) }, text.take(20))
        for (value in listOf(Double.NaN, Float.POSITIVE_INFINITY, this, mapOf(1 to 2))) {
            assertThrows(IllegalArgumentException::class.java) { jsonText(value) }
        }
    }
}
