/** Tests the app on the sandbox: as the seller's browser, and as a buyer. */
import io.github.openplatformsdk.OpenPlatform
import io.github.openplatformsdk.testing.SandboxExtension
import io.github.openplatformsdk.testing.World
import io.github.openplatformsdk.testing.admin.AppChange
import io.github.openplatformsdk.testing.admin.UserMessage
import io.ktor.server.cio.CIO
import io.ktor.server.engine.embeddedServer
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith

@ExtendWith(SandboxExtension::class)
class AppTest {
    private val client = HttpClient.newHttpClient()

    private fun get(url: String, cookie: String = "none=none"): HttpResponse<String> =
        client.send(HttpRequest.newBuilder(URI(url)).header("Cookie", cookie).build(), HttpResponse.BodyHandlers.ofString())

    @Test
    fun `an add-on and an answer`(world: World, platform: OpenPlatform): Unit = runBlocking {
        val server = embeddedServer(CIO, 0, "127.0.0.1") { app(platform) }.start()
        try {
            val url = "http://127.0.0.1:${server.engine.resolvedConnectors().first().port}"
            world.configure(AppChange(eventsUrl = "$url/hooks/events"))
            val post = world.posts("seller").first().token
            assertContains(get("$url/?post_token=$post").body(), "Show the report")

            val begun = get("$url/oauth/login?post=$post&return_to=/posts/$post").headers()
            val back = URI(world.consent(begun.firstValue("Location").get(), user = "seller"))
            val landed = get("$url${back.rawPath}?${back.rawQuery}", begun.firstValue("Set-Cookie").get().substringBefore(';'))
            assertEquals("/posts/$post", landed.headers().firstValue("Location").get())
            assertEquals("Inspected", (world.addons(post).single().widgets.first()["title_row"] as Map<*, *>)["text"])

            val conversation = world.conversations().first().id
            world.say(conversation, UserMessage(user = "buyer", text = "Is it still available?"))
            world.runUntilIdle()
            val answer = world.messages(conversation).last().message["text"]
            assertEquals("Thank you! The seller will write to you soon.", answer)

            world.revokeAccess("seller")
            world.runUntilIdle()
            val home = get(url)
            assertEquals(200, home.statusCode())
            assertContains(home.body(), "Buyers of 0 sellers")
        } finally {
            server.stop()
        }
    }
}
