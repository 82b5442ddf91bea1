package io.github.openplatformsdk

internal const val HOOKS_KEY = "identification-key-one"

/** Sends a request of the platform to hooks, and returns the status of the response. */
internal suspend fun Hooks.receive(body: Json, path: String = "/hooks/events", key: String = HOOKS_KEY): Int {
    val headers = listOf("Authorization" to key, "Content-Type" to "application/json")
    return receive(IncomingRequest("POST", path, headers) { body.encodeToByteArray() })!!.status
}

/** An event about a post. */
internal fun update(token: String): Json =
    jsonOf("type" to "POST_UPDATE", "post_update" to mapOf("post" to mapOf("token" to token)))
