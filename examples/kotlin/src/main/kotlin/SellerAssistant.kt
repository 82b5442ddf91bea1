/**
 * An assistant for sellers, with Ktor: answers messages of buyers in the seller's name, until the seller revokes
 * the access.
 *
 *     /oauth/login ──> consent page ──> /oauth/callback ──> subscribed
 *     a buyer writes             ──> POST /hooks/events ──> an answer in the seller's name
 *     before a token ends        ──> the keeper refreshes it, and subscribes again
 *     the seller removes the app ──> POST /hooks/events ──> the grant is deleted
 */
package sellerassistant

import io.github.openplatformsdk.Delivery
import io.github.openplatformsdk.Event
import io.github.openplatformsdk.GrantKey
import io.github.openplatformsdk.GrantState
import io.github.openplatformsdk.Hooks
import io.github.openplatformsdk.KeeperReport
import io.github.openplatformsdk.LoginResponse
import io.github.openplatformsdk.LoginRoutes
import io.github.openplatformsdk.Scopes
import io.github.openplatformsdk.SenderSide
import io.github.openplatformsdk.SenderType
import io.github.openplatformsdk.Subscription
import io.github.openplatformsdk.SubscriptionType
import io.github.openplatformsdk.jsonOf
import io.github.openplatformsdk.jsonValue
import io.github.openplatformsdk.ktor.openPlatformHooks
import io.github.openplatformsdk.ktor.openPlatformLogin
import io.github.openplatformsdk.reply
import io.ktor.server.routing.get
import io.ktor.server.routing.route
import java.util.concurrent.ConcurrentHashMap
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import page
import platform
import respondPage
import serve

/** The grants of the sellers, by user id. A real app uses a database instead. */
private val sellers = ConcurrentHashMap<String, GrantKey>()

private val login = LoginRoutes(
    platform,
    scopes = listOf(
        Scopes.OFFLINE_ACCESS,
        Scopes.USER_ID,
        Scopes.CHAT_SUPPLIER_ALL_CONVERSATIONS_READ,
        Scopes.CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND,
        Scopes.NOTIFICATION_ACCESS_REVOCATION,
    ),
    onDenied = { LoginResponse.page(page("Not now", "<p>The assistant has not been let in.</p>")) },
) { granted ->
    val id = granted.user.users.me().userId ?: error("the platform did not tell who this is")
    // The platform sends the metadata back with every event. It identifies the seller; it must not contain the key of
    // the grant.
    granted.user.subscriptions.ensure(
        Subscription(eventType = SubscriptionType.NewMessageOnPost, metadata = jsonOf("seller" to id)),
    )
    val old = sellers.put(id, granted.grant)
    if (old != null) platform.grants.forget(old)
    LoginResponse.page(page("At your service", "<p>From now on the assistant answers your buyers.</p>"))
}

/** The grant of the event's seller, by the metadata of the subscription. */
private fun grantOf(delivery: Delivery): GrantKey? {
    val seller = (delivery.metadata?.let(::jsonValue) as? Map<*, *>)?.get("seller") as? String
    return seller?.let(sellers::get)
}

private val hooks = Hooks(platform, grantOf = ::grantOf)
    .on<Event.NewMessage> {
        val sender = it.message.sender
        // Messages of the app and of the seller are events, too: answering them would never end.
        if (user != null && sender.kind !is SenderType.Bot && sender.side is SenderSide.Buyer) {
            reply("Thank you! The seller will write to you soon.")
        }
    }
    .on<Event.UserAccessRevocation> {
        // The event can be late. The platform is asked which grants have ended: a newer login has not.
        val ended = platform.grants.revoked(it.revocation.userId).filter { grant -> grant.state == GrantState.NEEDS_REAUTH }
        for (grant in ended) {
            sellers.values.remove(grant.key)
            // Last: if it fails, the event is repeated and finds the grant again.
            platform.grants.forget(grant.key)
        }
    }

/**
 * A subscription ends with its access token, and without buyers the app makes no calls that would refresh it. The
 * keeper refreshes every grant in time, and renews its subscriptions.
 */
private suspend fun keep(): Unit = platform.keeper().collect { report ->
    if (report is KeeperReport.ReauthRequired) sellers.values.remove(report.grant)
    if (report !is KeeperReport.Refreshed) System.err.println("the keeper reports: $report")
}

fun main() {
    CoroutineScope(Dispatchers.Default).launch { keep() }
    serve {
        route("/hooks") { openPlatformHooks(hooks) }
        route("/oauth") { openPlatformLogin(login) }
        get("/") {
            val count = "<p>It works for ${sellers.size} sellers."
            call.respondPage("Never miss a buyer", "$count <a href=/oauth/login>Let it work for me</a></p>")
        }
    }
}
