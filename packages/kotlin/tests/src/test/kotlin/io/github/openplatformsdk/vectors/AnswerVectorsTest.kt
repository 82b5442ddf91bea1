package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import org.junit.jupiter.api.Assertions.fail
import org.junit.jupiter.api.TestFactory

/** Files of `tests/vectors`: what is answered. */
class AnswerVectorsTest : Vectors() {
    @TestFactory
    fun answers() = judge("answers") { given, expect ->
        val platform = VectorPlatform(given["reply"], ONCE)
        val value = outcome(expect) { platform.call(given.text("call"), example(given["call"]).given.members("arguments")) }
        if ("error" !in expect) same("value", value, expect["value"])
    }

    @TestFactory
    fun errors() = judge("errors") { given, expect ->
        val platform = VectorPlatform(given["reply"], ONCE)
        outcome(expect) { platform.call(given.text("call"), example(given["call"]).given.members("arguments")) }
    }

    @TestFactory
    fun pages() = judge("pages") { given, expect ->
        val platform = VectorPlatform(script(given.list("outcomes")), ONCE)
        val ids = mutableListOf<String>()
        outcome(expect) { platform.client.payments.iterateTransactions().collect { ids += it.id } }
        same("ids", ids, expect["ids"])
        same("number of requests", platform.sent.size, expect["requests"])
    }

    /** A client that gets the answer of the case: a whole `reply`, or a `body` or `text` with status 200. */
    private fun answered(given: Map<String, Any?>) =
        VectorPlatform(given["reply"] ?: (given.filterKeys { it == "body" || it == "text" } + ("status" to 200L)), ONCE)

    @TestFactory
    fun posts() = judge("posts") { given, expect ->
        val post = outcome(expect) { answered(given).client.posts.get("gZd7omnS") } ?: return@judge
        same("issues", post.issues.map { it.path }.sorted(), expect.list<String>("issues"))
        fields(jsonValue(post.toJson()), expect.members("fields"))
        for ((member, present) in expect.members("has")) same("whether $member was there", post.has(member), present)
        for ((member, text) in expect.members("data_text")) {
            // As the platform wrote it.
            val value = Regex("\"$member\": ?(\"[^\"]*\"|[^,}]*)").find(post.data)?.groupValues?.get(1)
            same("data.$member", value, text)
        }
        for ((shortcut, expected) in expect.members("shortcuts")) {
            val value = outcome(if (expected["error"] != null) expected.asMembers() else emptyMap()) {
                when (shortcut) {
                    "title" -> post.title
                    "description" -> post.description
                    "images" -> post.images
                    "price" -> post.price?.let { price ->
                        price.extra.mapValues { jsonValue(it.value) } +
                            listOfNotNull(price.mode.takeIf { it.isNotEmpty() }?.let { "mode" to it }, price.value?.let { "value" to it.tomans })
                    }
                    else -> fail(shortcut)
                }
            }
            if (expected["error"] == null) same(shortcut, value, expected)
        }
    }

    @TestFactory
    fun users() = judge("users") { given, expect ->
        val platform = answered(given)
        when (given["call"]) {
            "users.me" -> {
                val user = outcome(expect) { platform.user.users.me() } ?: return@judge
                same("issues", user.issues.map { it.path }.sorted(), expect.list<String>("issues"))
                same("phone", user.phone, expect["phone"])
                fields(jsonValue(user.toJson()), expect.members("fields"))
            }
            "users.phone_numbers" -> {
                val numbers = outcome(expect) { platform.user.users.phoneNumbers() } ?: return@judge
                same("issues", numbers.issues.map { it.path }.sorted(), expect.list<String>("issues"))
                fields(jsonValue(numbers.toJson()), expect.members("fields"))
            }
            else -> {
                val id = outcome(expect) { platform.client.users.idByPhone("09123456789") } ?: return@judge
                same("value", id, expect["value"])
            }
        }
    }
}
