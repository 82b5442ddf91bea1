@file:JvmName("ServerForms")

package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.*

/** Writes an event as the body of a webhook request, with the [metadata] of the subscription if there is any. */
public fun Event.toJson(metadata: Json? = null): Json = translated { eventBody(this, metadata) }

/** Reads the text of the chatbot message that a start link sends; `null` for any other text. */
public fun readBotStart(text: String): BotStart? = translated { io.github.openplatformsdk.ffi.readBotStart(text) }

/**
 * Where an app redirects the user's browser to when the user is done, so that the user is back on the platform
 * (docs/platform.md#completion). It takes no parameters.
 */
public fun completionUrl(): String = translated { io.github.openplatformsdk.ffi.completionUrl() }

/** Reads the body of an event without authentication, for bodies that were authenticated before, such as those of a queue. */
public fun readDelivery(body: ByteArray): Delivery = translated { io.github.openplatformsdk.ffi.readDelivery(body) }

/**
 * What is wrong with the members that depend on the category, by path, such as `category_fields.rooms`: a member that is missing,
 * has the wrong type or is none of the values of the form. Empty if they can be sent.
 */
public fun SubmitSchema.problems(categoryFields: Map<String, Json>): List<FieldIssue> =
    translated({ categoryFields.texts("categoryFields.") }) { submitProblems(this, categoryFields) }

/**
 * Whether an app wrote the message. An app may receive its own messages: an app that responds automatically must skip these, or it
 * responds to itself forever (docs/platform.md#chat-message).
 */
public val ChatMessage.isFromBot: Boolean @JvmName("isFromBot") get() = messageIsFromBot(this)

internal fun Subscription.texts(): Sequence<Pair<String, Json>> = sequenceOf(metadata?.let { "metadata" to it }).filterNotNull()

internal fun PostSubmission.texts(): Sequence<Pair<String, Json>> =
    categoryFields.texts("categoryFields.") + generalData.extra.texts("generalData.") + extra.texts("")

internal fun PostEdit.texts(): Sequence<Pair<String, Json>> = categoryData.texts("categoryData.") + extra.texts("")
