/**
 * An agency, with Ktor: the app submits posts of a business, pays for them from its balance, and shows how they do.
 *
 *     /oauth/login ──> consent page ──> GET /: a form ──> POST /: submitted ──> /posts/{token}/pay ──> review ──> published
 *     /posts/{token}: state and views   POST /posts/{token}: a new title
 */
package agency

import Missing
import escape
import io.github.openplatformsdk.GrantKey
import io.github.openplatformsdk.LocationType
import io.github.openplatformsdk.LoginResponse
import io.github.openplatformsdk.LoginRoutes
import io.github.openplatformsdk.NotFoundException
import io.github.openplatformsdk.OwnPostState
import io.github.openplatformsdk.PostDetails
import io.github.openplatformsdk.PostEdit
import io.github.openplatformsdk.PostPayment
import io.github.openplatformsdk.PostSubmission
import io.github.openplatformsdk.Scopes
import io.github.openplatformsdk.TransactionState
import io.github.openplatformsdk.UserClient
import io.github.openplatformsdk.jsonText
import io.github.openplatformsdk.ktor.openPlatformLogin
import io.github.openplatformsdk.newPaymentId
import io.ktor.http.content.PartData
import io.ktor.http.content.forEachPart
import io.ktor.server.application.ApplicationCall
import io.ktor.server.request.receiveMultipart
import io.ktor.server.request.receiveParameters
import io.ktor.server.routing.get
import io.ktor.server.routing.post
import io.ktor.server.routing.route
import io.ktor.utils.io.readRemaining
import java.util.concurrent.ConcurrentHashMap
import kotlinx.io.readByteArray
import page
import platform
import respondPage
import seeOther
import serve
import session
import sessionCookie
import unguessable

private const val LARGEST_PHOTO = 5_000_000L

/** The grants, by session. A real app uses a database instead of this map and of the next. */
private val grants = ConcurrentHashMap<String, GrantKey>()

/**
 * The id of the payment of each post. It is kept before the post is paid for: a payment whose outcome is unknown is
 * repeated with the same id, so that nothing is paid twice.
 */
private val payments = ConcurrentHashMap<String, String>()

private val scopes = listOf(
    Scopes.OFFLINE_ACCESS,
    Scopes.USER_BUSINESSES_READ,
    Scopes.SUBMIT_USER_POST,
    Scopes.USER_POSTS_GET,
    Scopes.EDIT_USER_POST,
    Scopes.USER_POSTS_STATS_READ,
)

private fun denied() =
    LoginResponse.page(page("No post", "<p>You did not let us submit posts. Nothing has changed.</p>"))

private val login = LoginRoutes(platform, scopes, onDenied = { denied() }) { granted ->
    if (granted.missingScopes.isNotEmpty()) return@LoginRoutes denied()
    // A new session, to prevent session fixation.
    val session = unguessable()
    grants[session] = granted.grant
    LoginResponse.redirect("/").with("Set-Cookie", sessionCookie(session))
}

private val ApplicationCall.token: String get() = parameters["token"]!!

/** The client of the user who logged in with this session, if the grant is valid. */
private suspend fun ApplicationCall.owner(): UserClient? =
    session?.let(grants::get)?.takeIf { platform.grants.isUsable(it) }?.let(platform::user)

fun main(): Unit = serve {
    route("/oauth") { openPlatformLogin(login) }

    // The form, once the owner of the business has logged in.
    get("/") {
        if (call.owner() == null) {
            return@get call.respondPage("Agency", "<p><a href=/oauth/login>Let us submit posts of your business</a></p>")
        }
        call.respondPage(
            "New post",
            """<form method=post enctype=multipart/form-data>
              <p><label>Title <input name=title required></label>
              <p><label>Photo <input name=photo type=file accept=image/jpeg required></label>
              <p><button>Submit</button>
            </form>""",
        )
    }

    // Submits a post with an image. It waits for its payment.
    post("/") {
        val user = call.owner() ?: throw Missing()
        var title = ""
        var photo = byteArrayOf()
        call.receiveMultipart(formFieldLimit = LARGEST_PHOTO).forEachPart { part ->
            when (part) {
                is PartData.FormItem -> title = part.value
                is PartData.FileItem -> photo = part.provider().readRemaining(LARGEST_PHOTO).readByteArray()
                else -> {}
            }
            part.dispose()
        }
        val business = user.users.businesses().businesses.firstOrNull() ?: throw Missing()
        val image = platform.ownPosts.uploadImage(photo)
        val details = PostDetails(
            categorySlug = "light",
            title = title,
            description = "White, with one owner",
            images = listOf(image.path),
            city = "tehran",
            locationType = LocationType.Empty,
            chatEnabled = true,
        )
        // The members that the form of the category asks for: platform.assets.submitSchema("light").
        val car = mapOf(
            "brand_model" to "Peugeot 206 5", "color" to "سفید", "production_year" to 1398, "usage" to 61_000, "price" to 780_000_000,
        )
        val post = PostSubmission(
            businessToken = business.businessToken, generalData = details, categoryFields = car.mapValues { jsonText(it.value) },
        )
        val token = user.ownPosts.submit(post).postToken
        payments[token] = newPaymentId()
        call.seeOther("/posts/$token")
    }

    // The state of a post, and how often it was viewed. The platform refuses to show them to anyone but the owner.
    get("/posts/{token}") {
        val user = call.owner() ?: throw Missing()
        val post = user.ownPosts.get(call.token)
        val body = when (post.state) {
            OwnPostState.WaitingForPayment ->
                """<form method=post action="/posts/${escape(call.token)}/pay"><button>Publish it</button></form>"""
            OwnPostState.Published -> {
                val views = user.ownPosts.stats(call.token).views?.total ?: 0
                "<p>Published, with $views views in the last week.</p>" +
                    "<form method=post><input name=title required><button>Change the title</button></form>"
            }
            else -> "<p>${escape(post.state.toString())}</p>"
        }
        call.respondPage(escape(post.generalData.title), body)
    }

    // Pays for the publication. Looks first whether the payment exists: the answer to an earlier attempt may have been lost.
    post("/posts/{token}/pay") {
        val user = call.owner() ?: throw Missing()
        val id = payments[call.token] ?: throw Missing()
        val state = try {
            platform.payments.transaction(id).state
        } catch (_: NotFoundException) {
            null
        }
        val isCreditedBack = state == TransactionState.Failed || state == TransactionState.Refunded
        // That is another payment: the same one for two clicks at once.
        if (isCreditedBack) payments.replace(call.token, id, newPaymentId())
        if (state == null || isCreditedBack) {
            user.payments.publish(call.token, PostPayment(id = payments.getValue(call.token)))
        }
        call.seeOther("/posts/${call.token}")
    }

    // Changes the title. The change is visible after its review.
    post("/posts/{token}") {
        val user = call.owner() ?: throw Missing()
        user.ownPosts.edit(call.token, PostEdit(title = call.receiveParameters()["title"].orEmpty()))
        call.seeOther("/posts/${call.token}")
    }
}
