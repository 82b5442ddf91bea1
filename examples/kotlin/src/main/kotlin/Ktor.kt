/** Code that the apps with Ktor share. */
import io.ktor.http.ContentType
import io.ktor.http.HttpStatusCode
import io.ktor.server.application.ApplicationCall
import io.ktor.server.application.install
import io.ktor.server.cio.CIO
import io.ktor.server.engine.embeddedServer
import io.ktor.server.plugins.statuspages.StatusPages
import io.ktor.server.response.header
import io.ktor.server.response.respondBytes
import io.ktor.server.response.respondText
import io.ktor.server.routing.Routing
import io.ktor.server.routing.routing

/** Serves these routes until the process ends. Errors are shown as pages. */
fun serve(routes: Routing.() -> Unit) {
    val server = embeddedServer(CIO, port, "127.0.0.1") {
        install(StatusPages) {
            exception<Throwable> { call, error ->
                val (status, html) = explain(error)
                call.respondText(html, ContentType.Text.Html, HttpStatusCode.fromValue(status))
            }
        }
        routing(routes)
    }
    server.start()
    println("listening on http://127.0.0.1:$port")
    Thread.currentThread().join()
}

/** The session of this browser, if it has one. */
val ApplicationCall.session: String? get() = sessionIn(request.headers.getAll("Cookie").orEmpty())

suspend fun ApplicationCall.respondPage(title: String, body: String): Unit =
    respondText(page(title, body), ContentType.Text.Html)

/** Redirects to another address, with GET. */
suspend fun ApplicationCall.seeOther(location: String) {
    response.header("Location", location)
    respondBytes(byteArrayOf(), status = HttpStatusCode.SeeOther)
}
