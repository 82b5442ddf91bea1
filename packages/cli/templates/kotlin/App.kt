/**
 * A first app: shows an add-on on a seller's post, and answers the seller's buyers.
 *
 *     the platform opens /?post_token=… ──> login ──> the add-on is on the post
 *     a buyer writes in the chat        ──> POST /hooks/events ──> an answer
 *
 *     open-platform exec --open -- mvn --quiet compile exec:java
 */
import io.github.openplatformsdk.Delivery
import io.github.openplatformsdk.Event
import io.github.openplatformsdk.GrantKey
import io.github.openplatformsdk.Hooks
import io.github.openplatformsdk.LoginRoutes
import io.github.openplatformsdk.OpenPlatform
import io.github.openplatformsdk.ReauthRequiredException
import io.github.openplatformsdk.Scopes
import io.github.openplatformsdk.SenderSide
import io.github.openplatformsdk.SenderType
import io.github.openplatformsdk.Subscription
import io.github.openplatformsdk.SubscriptionType
import io.github.openplatformsdk.jsonOf
import io.github.openplatformsdk.jsonValue
import io.github.openplatformsdk.ktor.openPlatformHooks
import io.github.openplatformsdk.ktor.openPlatformLogin
import io.github.openplatformsdk.readDirectLink
import io.github.openplatformsdk.reply
import io.ktor.http.ContentType
import io.ktor.server.application.Application
import io.ktor.server.cio.CIO
import io.ktor.server.engine.embeddedServer
import io.ktor.server.request.uri
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.route
import io.ktor.server.routing.routing
import java.util.concurrent.ConcurrentHashMap
import kotlinx.coroutines.launch

/** Serves the app of this client. */
fun Application.app(platform: OpenPlatform) {
    /** The grant of each seller, by user id. A real app has a database instead. */
    val sellers = ConcurrentHashMap<String, GrantKey>()

    val login = LoginRoutes(
        platform,
        scopes = {
            listOf(
                Scopes.postAddonCreate(it.parameter("post").orEmpty()),
                Scopes.CHAT_SUPPLIER_ALL_CONVERSATIONS_READ,
                Scopes.CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND,
                Scopes.USER_ID,
                Scopes.OFFLINE_ACCESS,
            )
        },
    ) { granted ->
        // The seller has allowed the access: puts the add-on on the post, and subscribes to the messages of buyers.
        granted.user.addons.createOnPost(granted.returnTo.orEmpty().removePrefix("/posts/")) {
            titleRow("Inspected")
            eventRow("Report") { subtitle = "By our engineers" }
        }
        val seller = granted.user.users.me().userId ?: error("the platform did not tell who this is")
        sellers[seller] = granted.grant
        // The platform returns the metadata with every event.
        granted.user.subscriptions.ensure(
            Subscription(eventType = SubscriptionType.NewMessageOnPost, metadata = jsonOf("seller" to seller)),
        )
        null
    }

    fun grantOf(delivery: Delivery): GrantKey? =
        (delivery.metadata?.let(::jsonValue) as? Map<*, *>)?.get("seller")?.let(sellers::get)

    // Answers buyers. Messages of the seller and of the app itself are events, too.
    val hooks = Hooks(platform, grantOf = ::grantOf).on<Event.NewMessage> {
        val sender = it.message.sender
        if (user != null && sender.side is SenderSide.Buyer && sender.kind !is SenderType.Bot) {
            reply("Thank you! The seller will write to you soon.")
        }
    }

    routing {
        route("/oauth") { openPlatformLogin(login) }
        route("/hooks") { openPlatformHooks(hooks) }

        // The platform opens this page for a post. Anyone can open it: it is not authenticated.
        get("/") {
            val post = readDirectLink(call.request.uri).postToken?.let { platform.posts.get(it).token }
            val page = if (post != null) {
                "<a href='/oauth/login?post=$post&amp;return_to=/posts/$post'>Show the report on $post</a>"
            } else {
                for ((seller, grant) in sellers) {
                    try {
                        // A call for each seller, which refreshes an access token that has ended.
                        platform.user(grant).users.me()
                    } catch (_: ReauthRequiredException) {
                        // The seller has withdrawn the access. A newer login stays.
                        sellers.remove(seller, grant)
                    }
                }
                "<h1>At your service</h1><p>Buyers of ${sellers.size} sellers get an answer."
            }
            call.respondText(page, ContentType.Text.Html)
        }
        get("/posts/{post}") { call.respondText("<h1>The report is on the post</h1>", ContentType.Text.Html) }
    }
}

fun main() {
    val platform = OpenPlatform.fromEnvironment()
    val port = System.getenv("PORT")?.toInt() ?: 8000
    println("http://127.0.0.1:$port")
    embeddedServer(CIO, port, "127.0.0.1") {
        app(platform)
        // Refreshes tokens and renews subscriptions before they end.
        launch { platform.keeper().collect { println(it) } }
    }.start(wait = true)
}
