/**
 * F2, an add-on on a seller's post, with Ktor: the app inspects goods, and its report appears on the page of the post.
 *
 *     the platform opens /?post_token=… ──> consent page ──> /posts/{token}: a form ──> the report is on the post
 */
package selleraddon

import COMPLETION_URL
import Missing
import escape
import io.github.openplatformsdk.Color
import io.github.openplatformsdk.GrantKey
import io.github.openplatformsdk.LoginAnswer
import io.github.openplatformsdk.LoginRoutes
import io.github.openplatformsdk.OpenPlatform
import io.github.openplatformsdk.Scopes
import io.github.openplatformsdk.ktor.openPlatformLogin
import io.github.openplatformsdk.readDirectLink
import io.github.openplatformsdk.title
import io.ktor.http.content.PartData
import io.ktor.http.content.forEachPart
import io.ktor.server.application.ApplicationCall
import io.ktor.server.request.receiveMultipart
import io.ktor.server.request.uri
import io.ktor.server.response.header
import io.ktor.server.routing.get
import io.ktor.server.routing.post
import io.ktor.server.routing.route
import io.ktor.utils.io.readRemaining
import java.util.concurrent.ConcurrentHashMap
import kotlinx.io.readByteArray
import page
import respondPage
import seeOther
import serve
import session
import sessionCookie
import sessionIn
import unguessable

private const val LARGEST_PHOTO = 5_000_000L

private val platform = OpenPlatform.fromEnvironment()

/** Who may write on which post: the grant, by session and path of the post. A real app has a database in this place. */
private val grants = ConcurrentHashMap<String, GrantKey>()

private val login = LoginRoutes(
    platform,
    session = { sessionIn(it.cookies).orEmpty() },
    scopes = { listOf(Scopes.postAddonCreate(it.parameter("return_to").orEmpty().removePrefix("/posts/"))) },
    onDenied = {
        LoginAnswer.page(page("No report", "<p>You did not let us write on your post. Nothing has changed.</p>"))
    },
) { granted ->
    grants["${sessionIn(cookies)} ${granted.returnTo}"] = granted.grant
    null
}

private val ApplicationCall.token: String get() = parameters["token"]!!

/** The grant of this browser for a post, if it can be used. */
private suspend fun ApplicationCall.grant(): GrantKey? =
    grants["$session /posts/$token"]?.takeIf { platform.grants.isUsable(it) }

fun main(): Unit = serve {
    route("/oauth") { openPlatformLogin(login) }

    // The platform opens this address when a seller picks the app. Anybody else can open it too: it proves nothing.
    get("/") {
        val post = readDirectLink(call.request.uri).postToken ?: throw Missing()
        call.seeOther("/posts/$post")
    }

    // The form, once the seller has let the app write on this post.
    get("/posts/{token}") {
        val post = platform.posts.get(call.token)
        if (call.grant() == null) {
            if (call.session == null) call.response.header("Set-Cookie", sessionCookie(unguessable()))
            return@get call.seeOther("/oauth/login?return_to=/posts/${post.token}")
        }
        call.respondPage(
            "Inspection",
            """<p>${escape(post.title.orEmpty())}</p>
            <form method=post enctype=multipart/form-data>
              <p><label>Score <input name=score type=number min=0 max=100 required></label>
              <p><label>Photo <input name=photo type=file accept=image/jpeg required></label>
              <p><button>Publish the report</button>
            </form>
            <form method=post action="/posts/${escape(post.token)}/remove"><button>Remove the report</button></form>""",
        )
    }

    // Puts the report on the post. The same call replaces an earlier one.
    post("/posts/{token}") {
        val grant = call.grant() ?: throw Missing()
        var score = -1
        var photo = byteArrayOf()
        call.receiveMultipart(formFieldLimit = LARGEST_PHOTO).forEachPart { part ->
            when (part) {
                is PartData.FormItem -> score = part.value.toIntOrNull() ?: -1
                is PartData.FileItem -> photo = part.provider().readRemaining(LARGEST_PHOTO).readByteArray()
                else -> {}
            }
            part.dispose()
        }
        val image = platform.images.upload(photo)
        platform.user(grant).addons.createOnPost(call.token) {
            titleRow("Inspected") { hasDivider = true }
            eventRow("Report") {
                subtitle = "By our engineers, today"
                this.image = image.imageName
            }
            scoreRow("Condition") {
                percentage = score
                color = if (score < 50) Color.WarningPrimary else Color.SuccessPrimary
            }
            // A name that the platform knows: it is stored in clear, and buyers can search for it.
            if (score >= 50) semantic("inspection_result", "INSPECTION_APPROVED")
        }
        call.seeOther(COMPLETION_URL)
    }

    // Takes the report off. The platform asks for no token here, so the app has to ask who is clicking.
    post("/posts/{token}/remove") {
        call.grant() ?: throw Missing()
        platform.addons.deleteFromPost(call.token)
        call.seeOther(COMPLETION_URL)
    }
}
