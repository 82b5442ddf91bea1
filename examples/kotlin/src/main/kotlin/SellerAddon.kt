/**
 * An add-on on a seller's post, with Ktor: the app shows an inspection report on the page of the post.
 *
 *     the platform opens /?post_token=… ──> consent page ──> /posts/{token}: a form ──> the report is on the post
 */
package selleraddon

import Missing
import escape
import io.github.openplatformsdk.Color
import io.github.openplatformsdk.GrantKey
import io.github.openplatformsdk.LoginResponse
import io.github.openplatformsdk.LoginRoutes
import io.github.openplatformsdk.Scopes
import io.github.openplatformsdk.completionUrl
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
import platform
import respondPage
import seeOther
import serve
import session
import sessionCookie
import sessionIn
import unguessable

private const val LARGEST_PHOTO = 5_000_000L

/** The grants, by session and path of the post. A real app uses a database instead. */
private val grants = ConcurrentHashMap<String, GrantKey>()

private val login = LoginRoutes(
    platform,
    session = { sessionIn(it.header("Cookie")).orEmpty() },
    scopes = { listOf(Scopes.postAddonCreate(it.parameter("return_to").orEmpty().removePrefix("/posts/"))) },
    onDenied = {
        LoginResponse.page(page("No report", "<p>You did not let us write on your post. Nothing has changed.</p>"))
    },
) { granted ->
    grants["${sessionIn(header("Cookie"))} ${granted.returnTo}"] = granted.grant
    null
}

private val ApplicationCall.token: String get() = parameters["token"]!!

/** The grant of this session for a post, if it is valid. */
private suspend fun ApplicationCall.grant(): GrantKey? =
    grants["$session /posts/$token"]?.takeIf { platform.grants.isUsable(it) }

fun main(): Unit = serve {
    route("/oauth") { openPlatformLogin(login) }

    // The platform opens this address when a seller selects the app. Anyone can open it: it is not authenticated.
    get("/") {
        val post = readDirectLink(call.request.uri).postToken ?: throw Missing()
        call.seeOther("/posts/$post")
    }

    // The form, after the seller has granted the scope for this post.
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

    // Adds the report to the post. A second call replaces the first report.
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
        val uploaded = platform.images.upload(photo)
        platform.user(grant).addons.createOnPost(call.token) {
            titleRow("Inspected") { hasDivider = true }
            eventRow("Report") {
                subtitle = "By our engineers, today"
                image(uploaded)
            }
            scoreRow("Condition") {
                percentage = score
                color = if (score < 50) Color.WarningPrimary else Color.SuccessPrimary
            }
            // A name that the platform knows: its value is stored readable, and buyers can search for it.
            if (score >= 50) semantic("inspection_result" to "INSPECTION_APPROVED")
        }
        call.seeOther(completionUrl())
    }

    // Removes the report. The platform checks whose post it is only when an add-on is created, not when one is removed. So the
    // first call replaces the report by an empty one, which is refused for another user's post; the second removes it.
    post("/posts/{token}/remove") {
        val grant = call.grant() ?: throw Missing()
        platform.user(grant).addons.createOnPost(call.token) { allowEmpty = true }
        platform.addons.deleteFromPost(call.token)
        call.seeOther(completionUrl())
    }
}
