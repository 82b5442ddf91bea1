/**
 * A service in the chat, with Spring MVC: the seller requests a payment from the buyer, and both see its status.
 *
 *     seller picks the app    ──> POST /hooks/start ──> /requests/{id}: consent, amount ──> a message with a button for each side
 *     buyer clicks "Pay"      ──> POST /hooks/start ──> /payments/{id}: pays            ──> a message that it is paid
 *     seller clicks "Status"  ──> POST /hooks/start ──> /payments/{id}
 */
package chatservice

import Missing
import explain
import io.github.openplatformsdk.ConversationId
import io.github.openplatformsdk.GrantKey
import io.github.openplatformsdk.Hooks
import io.github.openplatformsdk.LoginResponse
import io.github.openplatformsdk.LoginRoutes
import io.github.openplatformsdk.OpenPlatform
import io.github.openplatformsdk.OpenPlatformException
import io.github.openplatformsdk.Scopes
import io.github.openplatformsdk.completionUrl
import io.github.openplatformsdk.jsonValue
import java.util.concurrent.ConcurrentHashMap
import kotlinx.coroutines.runBlocking
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.builder.SpringApplicationBuilder
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Import
import org.springframework.http.MediaType
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.ExceptionHandler
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestHeader
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.bind.annotation.RestControllerAdvice
import page
import platform
import port
import publicUrl
import sessionCookie
import sessionIn
import spring.HookController
import spring.LoginController
import unguessable

private class PaymentRequest(val conversation: ConversationId) {
    /** The seller's session, and its grant to send messages to the conversation. */
    var session: String? = null
    var grant: GrantKey? = null
}

private class Payment(val conversation: ConversationId, val grant: GrantKey, val toman: Long) {
    var isPaid = false
}

/** Payment requests that are not sent yet, and payments. A real app uses a database instead. */
private val requests = ConcurrentHashMap<String, PaymentRequest>()
private val payments = ConcurrentHashMap<String, Payment>()

private fun requestIn(path: String?): PaymentRequest =
    requests[path.orEmpty().removePrefix("/requests/")] ?: throw Missing()

@SpringBootApplication
@Import(HookController::class, LoginController::class)
open class ChatService {
    @Bean
    open fun platform(): OpenPlatform = platform

    /**
     * The address to open: `extra_data` is set after a click on a button of the app; otherwise the user opened the app
     * in a chat.
     */
    @Bean
    open fun hooks(platform: OpenPlatform): Hooks = Hooks(platform).onStart { request ->
        val data = request.extraData?.let(::jsonValue) as? Map<*, *>
        val payment = data?.get("payment") as? String
        if (payment != null) return@onStart "$publicUrl/payments/$payment"
        // The address is unguessable and does not contain the conversation.
        val id = unguessable()
        requests[id] = PaymentRequest(request.conversationId ?: error("a start request without a conversation"))
        "$publicUrl/requests/$id"
    }

    @Bean
    open fun login(platform: OpenPlatform): LoginRoutes = LoginRoutes(
        platform,
        session = { sessionIn(it.header("Cookie")).orEmpty() },
        scopes = { listOf(Scopes.conversationSendMessage(requestIn(it.parameter("return_to")).conversation)) },
        onDenied = {
            LoginResponse.page(page("No payment", "<p>You did not let us write into the chat. Nothing was sent.</p>"))
        },
    ) { granted ->
        requestIn(granted.returnTo).run {
            session = sessionIn(header("Cookie"))
            grant = granted.grant
        }
        null
    }
}

@RestController
class Pages(private val platform: OpenPlatform) {
    private fun html(title: String, body: String): ResponseEntity<String> =
        ResponseEntity.ok().contentType(MediaType.TEXT_HTML).body(page(title, body))

    private fun seeOther(location: String): ResponseEntity.BodyBuilder =
        ResponseEntity.status(303).header("Location", location)

    /** Asks the seller for the scope for this conversation, then for the amount. */
    @GetMapping("/requests/{id}")
    fun ask(@PathVariable id: String, @RequestHeader("Cookie", required = false) cookie: String?): ResponseEntity<String> {
        val request = requests[id] ?: throw Missing()
        val session = sessionIn(listOfNotNull(cookie))
        if (request.grant != null && session == request.session) {
            return html(
                "Ask for a payment",
                "<form method=post><label>Toman <input name=toman type=number min=1 required></label>" +
                    "<button>Ask</button></form>",
            )
        }
        val answer = seeOther("/oauth/login?return_to=/requests/$id")
        if (session == null) answer.header("Set-Cookie", sessionCookie(unguessable()))
        return answer.build()
    }

    /** Sends the request to the chat, with different buttons for the two sides. */
    @PostMapping("/requests/{id}")
    fun send(
        @PathVariable id: String,
        @RequestHeader("Cookie", required = false) cookie: String?,
        @RequestParam(required = false) toman: String?,
    ): ResponseEntity<String> {
        val request = requests[id] ?: throw Missing()
        val grant = request.grant?.takeIf { sessionIn(listOfNotNull(cookie)) == request.session } ?: throw Missing()
        val amount = toman?.toLongOrNull()?.takeIf { it > 0 } ?: return ResponseEntity.status(422).body("How much?")
        // Removed first, so that two clicks send one request.
        requests.remove(id) ?: throw Missing()
        val payment = unguessable()
        payments[payment] = Payment(request.conversation, grant, amount)
        runBlocking {
            platform.user(grant).conversations.send(request.conversation, text = "Please pay $amount toman.") {
                sender { row { server("Status", "payment" to payment) } }
                receiver { row { server("Pay", "payment" to payment) } }
            }
        }
        return seeOther(completionUrl()).build()
    }

    @GetMapping("/payments/{id}")
    fun payment(@PathVariable id: String): ResponseEntity<String> {
        val payment = payments[id] ?: throw Missing()
        val state = if (payment.isPaid) "<p>Paid." else "<form method=post><button>Pay</button></form>"
        return html("Payment", "<p>${payment.toman} toman</p>$state")
    }

    /**
     * A real app would redirect the buyer to a payment provider. The payment is valid even if the message cannot be
     * sent.
     */
    @PostMapping("/payments/{id}")
    fun pay(@PathVariable id: String): ResponseEntity<String> {
        val payment = payments[id] ?: throw Missing()
        val first = synchronized(payment) { !payment.isPaid.also { payment.isPaid = true } }
        if (first) {
            try {
                runBlocking {
                    platform.user(payment.grant).conversations.send(payment.conversation, text = "${payment.toman} toman paid.")
                }
            } catch (error: OpenPlatformException) {
                System.err.println("the receipt was not sent: $error")
            }
        }
        return seeOther(completionUrl()).build()
    }
}

@RestControllerAdvice
class Errors {
    @ExceptionHandler(Missing::class, OpenPlatformException::class)
    fun answer(error: Exception): ResponseEntity<String> {
        val (status, html) = explain(error)
        return ResponseEntity.status(status).contentType(MediaType.TEXT_HTML).body(html)
    }
}

fun main() {
    SpringApplicationBuilder(ChatService::class.java)
        .properties(
            "server.address=127.0.0.1", "server.port=$port", "spring.main.banner-mode=off",
            "spring.servlet.multipart.resolve-lazily=true",
        )
        .run()
    println("listening on http://127.0.0.1:$port")
}
