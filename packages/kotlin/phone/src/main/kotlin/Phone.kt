package phone

import io.github.openplatformsdk.AppAccess
import io.github.openplatformsdk.AppLoginOutcome
import io.github.openplatformsdk.LoginRequired
import io.github.openplatformsdk.OpenPlatformApp
import io.github.openplatformsdk.OpenPlatformException
import io.github.openplatformsdk.ReauthRequiredException
import io.github.openplatformsdk.Scopes
import io.github.openplatformsdk.phone
import java.net.HttpURLConnection
import java.net.URI
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/**
 * A small phone app without a screen, for tests. Its arguments are the settings. It prints each output on a line, and reads
 * the address of the login callback from its standard input.
 */
fun main(arguments: Array<String>): Unit = runBlocking {
    val (clientId, redirectUri, sandbox, backend, token) = arguments
    val app = OpenPlatformApp {
        clientId(clientId)
        redirectUri(redirectUri)
        sandbox(sandbox)
        backend(backend)
        tokens {
            val (status, body) = post("$backend/access")
            if (status == 401 || status == 412) throw LoginRequired("the backend answers $status")
            AppAccess.parse(body)
        }
    }
    app.use {
        try {
            println(app.users.me())
        } catch (error: ReauthRequiredException) {
            println(error.code)
        }
        val login = app.authorize(listOf(Scopes.USER_PHONE, Scopes.OFFLINE_ACCESS))
        println(login.url)
        val granted = app.callback(readln(), login.pending) as AppLoginOutcome.Granted
        println(post("$backend/login", granted.body).first)
        println(app.users.me().phone)
        println(app.posts.get(token).token)
        try {
            println(app.addons.createOnPost(token) { titleRow("Mine") })
        } catch (error: OpenPlatformException) {
            println("${error.code} ${error.message}")
        }
    }
}

/** Sends a request of the app to its own backend. */
private suspend fun post(url: String, body: String = ""): Pair<Int, ByteArray> = withContext(Dispatchers.IO) {
    val request = URI(url).toURL().openConnection() as HttpURLConnection
    request.requestMethod = "POST"
    request.doOutput = true
    request.setRequestProperty("Content-Type", "application/json")
    request.setRequestProperty("X-Session", "user-7")
    request.outputStream.use { it.write(body.encodeToByteArray()) }
    val status = request.responseCode
    status to (request.errorStream ?: request.inputStream).use { it.readBytes() }
}
