import io.github.openplatformsdk.completionUrl
import io.github.openplatformsdk.testing.Sandbox
import io.github.openplatformsdk.testing.World
import io.github.openplatformsdk.testing.admin.AppChange
import io.github.openplatformsdk.testing.admin.Authorization
import io.github.openplatformsdk.testing.admin.Click
import io.github.openplatformsdk.testing.admin.DeliveryState
import io.github.openplatformsdk.testing.admin.OAuthRules
import io.github.openplatformsdk.testing.admin.PaymentEnd
import io.github.openplatformsdk.testing.admin.StartForm
import io.github.openplatformsdk.testing.admin.SwitchChange
import io.github.openplatformsdk.testing.admin.UserMessage
import io.github.openplatformsdk.testing.admin.WebhookRules
import io.github.openplatformsdk.testing.startSandbox
import java.io.IOException
import java.net.ServerSocket
import java.net.URI
import java.net.URLEncoder
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.util.HexFormat
import java.util.concurrent.TimeUnit
import kotlin.concurrent.thread
import kotlin.time.Duration.Companion.days
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Assertions.fail
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout

/**
 * Tests every example end to end: the app runs as a process, the platform is the sandbox, and the test acts as the
 * users and their browsers.
 */
@Timeout(600)
class FlowsTest {
    @Test
    fun login() = living("login.LoginKt") { app, world ->
        val phone = world.user("buyer").phone
        val browser = Browser()
        assertTrue("Log in with your phone number" in browser.get(app.url).text)

        val back = app.consent(browser, "${app.url}/oauth/login", "buyer")
        val stolen = Browser().get(back)
        assertEquals(400 to true, stolen.status to ("start it again" in stolen.text))
        assertEquals(400, browser.get(back).status, "the login is over: whose it was starts again")
        val again = app.consent(browser, "${app.url}/oauth/login", "buyer")
        val landed = browser.get(again)
        assertTrue("You are $phone." in browser.get(landed.location).text)
        assertEquals(400, browser.get(again).status, "the same address again")
        assertTrue("Log in" in Browser().get(app.url).text, "another browser is not logged in")
        val out = browser.post("${app.url}/logout")
        assertTrue("Log in with your phone number" in browser.get(out.location).text)

        val denied = browser.get(app.consent(browser, "${app.url}/oauth/login", null))
        assertEquals(200 to true, denied.status to ("We cannot know you" in denied.text))
    }

    /** The segments of a minimal JPEG, without image data. */
    private val photo = HexFormat.of().parseHex("ffd8ffdb0002ffda000200ffd9")

    @Test
    fun `an add-on on a post`() = living("selleraddon.SellerAddonKt") { app, world ->
        val post = world.posts("seller").first().token
        val seller = Browser()
        suspend fun enter(user: String?, browser: Browser = seller): Page {
            val login = browser.get(browser.get("${app.url}/?post_token=$post").location)
            return browser.get(app.consent(browser, login.location, user))
        }
        assertTrue("Nothing has changed" in enter(null).text)
        val url = enter("seller").location
        assertTrue("Publish the report" in seller.get(url).text)

        val refused = seller.post(url, report("101", photo))
        assertEquals(400 to true, refused.status to ("percentageScore" in refused.text), refused.text)
        assertEquals(400, seller.post(url, report("87", "GIF89a".encodeToByteArray())).status)
        assertEquals(404, Browser().post(url, report("1", photo)).status)
        assertEquals(emptyList<Any>(), world.addons(post))

        assertEquals(completionUrl(), seller.post(url, report("87", photo)).location)
        val shown = world.addons(post).single().widgets
        assertEquals(mapOf("text" to "Inspected", "has_divider" to true), shown.first()["title_row"])
        assertEquals(87L, (shown[2]["score_row"] as Map<*, *>)["percentage_score"])
        seller.post(url, report("12", photo))
        val now = world.addons(post).single().widgets
        assertEquals("WARNING_PRIMARY", (now[2]["score_row"] as Map<*, *>)["score_color"])

        assertEquals(404, Browser().post("$url/remove").status, "not by anybody else")
        // A user can grant the scope for a post of another user.
        val stranger = Browser()
        enter("buyer", stranger)
        assertEquals(403, stranger.post("$url/remove").status, "not by another user")
        assertEquals(now, world.addons(post).single().widgets, "the report is still there")
        assertEquals(completionUrl(), seller.post("$url/remove").location)
        assertEquals(emptyList<Any>(), world.addons(post))
        assertEquals(404, Browser().get(app.url).status)
        assertEquals(404, Browser().get("${app.url}/posts/nosuchpost").status)
    }

    @Test
    fun `a service in the chat`() = living("chatservice.ChatServiceKt") { app, world ->
        val conversation = world.conversations().first().id
        suspend fun texts() = world.messages(conversation).map { it.message["text"] }
        val before = texts().size
        val pick = Click.ChatService(user = "seller", conversation = conversation)

        // The seller opens the app in the chat, and requests a payment.
        val opened = world.click(pick).opens!!
        val seller = Browser()
        val login = seller.get(opened)
        val landed = seller.get(app.consent(seller, login.location, "seller"))
        assertTrue("Ask for a payment" in seller.get(landed.location).text)
        assertEquals(422, seller.post(opened, form("toman" to "much")).status)
        assertEquals(404, Browser().post(opened, form("toman" to "5")).status, "another browser may not")
        assertEquals(completionUrl(), seller.post(opened, form("toman" to "150000")).location)
        val asked = world.messages(conversation).last()
        assertEquals("Please pay 150000 toman." to "seller", asked.message["text"] to asked.author)
        assertEquals(404, seller.get(opened).status, "one message for one click")

        // The buyer clicks the button for the buyer, and pays.
        suspend fun button(user: String) =
            world.click(Click.MessageButton(user = user, message = asked.message["id"] as String)).opens!!
        val payment = button("buyer")
        val buyer = Browser()
        assertTrue("150000 toman" in buyer.get(payment).text)
        assertEquals(completionUrl(), buyer.post(payment).location)
        assertEquals(completionUrl(), buyer.post(payment).location, "again, by mistake")
        assertEquals(listOf("Please pay 150000 toman.", "150000 toman paid."), texts().drop(before))

        // The seller's button shows the status, also with start requests in the old form.
        world.changeSwitches(SwitchChange(webhooks = WebhookRules(startForm = StartForm.V1)))
        assertTrue("Paid." in seller.get(button("seller")).text)

        // Requests without the key are refused.
        world.changeSwitches(SwitchChange(webhooks = WebhookRules(authorization = Authorization.WRONG)))
        val refused = world.click(pick)
        assertEquals(401L to null, refused.status to refused.opens)
    }

    @Test
    fun `an agency`() = living("agency.AgencyKt") { app, world ->
        world.freeze()
        val owner = Browser()
        val login = "${app.url}/oauth/login"
        assertTrue("Let us submit" in owner.get(app.url).text)
        assertTrue("Nothing has changed" in owner.get(app.consent(owner, login, null)).text)
        val landed = owner.get(app.consent(owner, login, "dealer"))
        assertTrue("Submit" in owner.get(landed.location).text)

        fun post(picture: ByteArray) = owner.post(app.url, report("Peugeot 206", picture, "title"))
        assertEquals(400, post("GIF89a".encodeToByteArray()).status)
        val url = post(photo).location
        assertTrue("Publish it" in owner.get(url).text)
        assertEquals(404, Browser().get(url).status)

        // A repetition pays nothing.
        repeat(2) { assertEquals(url, owner.post("$url/pay").location) }
        assertEquals(1, world.requests("payments.publish").size)
        // The amount is credited back: the next click is another payment.
        val first = world.money().transactions.single().id
        world.settlePayment(first, PaymentEnd.REFUNDED)
        assertEquals(url, owner.post("$url/pay").location)
        val paid = world.money().transactions.map { it.id }
        assertTrue(paid.toSet().size == 2, "$paid")
        world.advance(5.seconds)
        assertTrue("WaitingForReview" in owner.get(url).text)
        world.advance(60.seconds)
        assertTrue("Published" in owner.get(url).text)

        assertEquals(url, owner.post(url, form("title" to "Peugeot 206, reduced")).location)
        world.advance(1.days)
        val shown = owner.get(url).text
        assertTrue("<h1>Peugeot 206, reduced</h1>" in shown && " 0 views" !in shown, shown)
    }

    @Test
    fun `an assistant for sellers`() = living("sellerassistant.SellerAssistantKt") { app, world ->
        val conversation = world.conversations().first().id
        suspend fun texts() = world.messages(conversation).map { it.message["text"] }
        val before = texts().size
        // The clock of the sandbox is frozen, that of the app runs: with a token lifetime of five seconds it refreshes
        // every four.
        world.freeze()
        world.changeSwitches(SwitchChange(oauth = OAuthRules(accessTokenSeconds = 5)))
        fun serves(sellers: Int) {
            while ("It works for $sellers sellers." !in Browser().get(app.url).text) Thread.onSpinWait()
        }
        val seller = Browser()
        suspend fun enter() = seller.get(app.consent(seller, "${app.url}/oauth/login", "seller"))
        assertTrue("At your service" in enter().text)
        serves(1)
        assertEquals(mapOf("seller" to world.user("seller").id), world.subscriptions().first().metadata)

        // A buyer gets an answer; the seller and the app itself do not.
        world.say(conversation, UserMessage(user = "buyer", text = "سلام"))
        world.runUntilIdle()
        world.waitForRequest("conversations.send", 1)
        world.runUntilIdle()
        world.say(conversation, UserMessage(user = "seller", text = "من هم هستم"))
        world.runUntilIdle()
        assertTrue(world.deliveries().all { it.state == DeliveryState.DELIVERED })
        val answer = "Thank you! The seller will write to you soon."
        assertEquals(listOf("سلام", answer, "من هم هستم"), texts().drop(before))

        // The first token and its subscription end. The app has newer ones.
        world.advance(3.seconds)
        val refreshed = world.requests("oauth.refresh").size
        world.waitForRequest("oauth.refresh", refreshed + 2)
        world.waitForRequest("events.subscribe", refreshed + 3)
        world.advance(3.seconds)
        val tokens = world.tokens()
        assertEquals(false to true, tokens.first().accessTokenWorks to tokens.last().accessTokenWorks)
        world.say(conversation, UserMessage(user = "buyer", text = "هستید؟"))
        world.runUntilIdle()
        world.waitForRequest("conversations.send", 2)
        assertEquals(answer, texts().last())

        // The seller revokes the access, grants it again, and the refresh token expires.
        world.revokeAccess("seller")
        world.runUntilIdle()
        serves(0)
        enter()
        serves(1)
        world.advance(31.days)
        serves(0)
    }

    @Test
    fun `a late revocation event does not end a newer login`() = living("sellerassistant.SellerAssistantKt") { app, world ->
        val conversation = world.conversations().first().id
        suspend fun enter() {
            val browser = Browser()
            val landed = browser.get(app.consent(browser, "${app.url}/oauth/login", "seller"))
            assertTrue("At your service" in landed.text)
        }
        enter()
        world.pauseDeliveries()
        world.revokeAccess("seller")
        enter()
        world.resumeDeliveries()
        world.waitForDelivery("USER_ACCESS_REVOCATION")
        world.say(conversation, UserMessage(user = "buyer", text = "سلام"))
        world.waitForRequest("conversations.send")
        assertEquals("Thank you! The seller will write to you soon.", world.messages(conversation).last().message["text"])
    }

    private companion object {
        val sandbox: Sandbox = startSandbox()

        @JvmStatic
        @AfterAll
        fun stop() = sandbox.close()

        /** Runs a test with an example as a process of its own, in a world of its own. */
        fun living(main: String, test: suspend (App, World) -> Unit): Unit = runBlocking {
            val world = sandbox.world()
            App.start(main, world).use { test(it, world) }
        }
    }
}

private class App private constructor(val url: String, private val world: World, private val process: Process) : AutoCloseable {
    private val log = StringBuffer()
    private val reader = thread(isDaemon = true) { process.errorReader().forEachLine { log.append(it).append('\n') } }

    companion object {
        suspend fun start(main: String, world: World): App {
            // The redirect URI must be known before the start, so the port is chosen here. Another process may bind it
            // meanwhile.
            repeat(10) {
                val port = ServerSocket(0).use { it.localPort }
                val url = "http://127.0.0.1:$port"
                world.configure(
                    AppChange(
                        redirectUris = listOf("$url/oauth/callback"),
                        eventsUrl = "$url/hooks/events",
                        startUrl = "$url/hooks/start",
                        dynamicActionUrl = "$url/hooks/actions",
                    ),
                )
                val java = "${System.getProperty("java.home")}/bin/java"
                val builder = ProcessBuilder(java, "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), main)
                builder.environment().putAll(world.environment + ("PORT" to "$port"))
                val app = App(url, world, builder.start())
                if (app.listens()) return app
                app.process.destroyForcibly().waitFor()
                app.reader.join()
                if ("BindException" !in app.log && "already in use" !in app.log) fail<Unit>("the example did not start: ${app.log}")
            }
            fail<Unit>("no port was free")
            throw IllegalStateException()
        }
    }

    /** Reads its output until it says so, and from then on to its end, so that the pipe does not fill. */
    private fun listens(): Boolean {
        val lines = process.inputReader()
        val found = generateSequence { lines.readLine() }.any { it == "listening on $url" }
        thread(isDaemon = true) {
            // It ends with the process, in the middle of a line or not.
            try {
                lines.forEachLine {}
            } catch (_: IOException) {
            }
        }
        return found
    }

    /** Follows the app to the consent page, and returns the address to which the platform sends back. Nobody denies. */
    suspend fun consent(browser: Browser, address: String, user: String?): String {
        val login = if (address.startsWith(url)) browser.get(address).location else address
        return world.consent(login, user = user)
    }

    /** Stops the app, and checks that no credential was misplaced and that no secret and no phone number was logged. */
    override fun close(): Unit = runBlocking {
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS)
        reader.join()
        assertEquals(emptyList<Any>(), world.credentials().filterNot { it.belongs })
        val secrets = listOf("OPEN_PLATFORM_API_KEY", "OPEN_PLATFORM_CLIENT_SECRET", "OPEN_PLATFORM_IDENTIFICATION_KEYS")
        for (secret in secrets.map(world.environment::getValue) + "ory_" + world.users().map { it.phone }) {
            assertFalse(secret in log, "a secret is in the log: $log")
        }
    }
}

private class Page(val status: Int, val text: String, val location: String)

private class Form(val type: String, val body: ByteArray)

private fun form(vararg fields: Pair<String, String>) = Form(
    "application/x-www-form-urlencoded",
    fields.joinToString("&") { (name, value) -> "$name=${URLEncoder.encode(value, Charsets.UTF_8)}" }.encodeToByteArray(),
)

private fun report(value: String, picture: ByteArray, name: String = "score"): Form {
    val head = "--line\r\nContent-Disposition: form-data; name=\"$name\"\r\n\r\n$value\r\n--line\r\n" +
        "Content-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
    return Form("multipart/form-data; boundary=line", head.encodeToByteArray() + picture + "\r\n--line--\r\n".encodeToByteArray())
}

/** A minimal browser: cookies and redirects. */
private class Browser {
    private val cookies = mutableMapOf<String, String>()

    fun get(url: String): Page = send(HttpRequest.newBuilder(URI(url)).GET())

    fun post(url: String, form: Form = form()): Page = send(
        HttpRequest.newBuilder(URI(url)).header("Content-Type", form.type).POST(HttpRequest.BodyPublishers.ofByteArray(form.body)),
    )

    private fun send(request: HttpRequest.Builder): Page {
        if (cookies.isNotEmpty()) request.header("Cookie", cookies.entries.joinToString("; ") { "${it.key}=${it.value}" })
        val answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString())
        for (set in answer.headers().allValues("Set-Cookie")) {
            val (name, value) = set.substringBefore(';').split('=', limit = 2)
            cookies[name] = value
        }
        val location = answer.headers().firstValue("Location").map { answer.uri().resolve(it).toString() }.orElse("")
        return Page(answer.statusCode(), answer.body(), location)
    }

    private companion object {
        val client: HttpClient = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()
    }
}
