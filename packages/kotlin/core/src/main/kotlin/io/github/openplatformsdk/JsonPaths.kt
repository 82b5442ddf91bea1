/** Finds the path of an invalid JSON text in an argument: the native library refuses the text before it knows the path. */
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.readJson

/** Like [translated], for a call whose arguments contain JSON texts: an error about one of them gets its path. */
internal inline fun <T> translated(texts: () -> Sequence<Pair<String, Json>>, call: () -> T): T = try {
    translated(call)
} catch (error: InvalidInputException) {
    throw texts().firstNotNullOfOrNull { (path, text) -> jsonError(path, text) } ?: error
}

/** The error for [text] at [path], or `null` if it is valid JSON. */
internal fun jsonError(path: String, text: Json): InvalidInputException? = try {
    translated { readJson(text) }
    null
} catch (error: InvalidInputException) {
    invalidInput(path, "must be JSON: ${error.reason}")
}

internal fun Message.texts(): Sequence<Pair<String, Json>> =
    senderButtons.texts("senderButtons") + receiverButtons.texts("receiverButtons") + extra.texts("")

internal fun BotMessage.texts(): Sequence<Pair<String, Json>> = buttons.texts("buttons") + extra.texts("")

internal fun PostAddon.texts(): Sequence<Pair<String, Json>> = widgets.texts() + extra.texts("")

internal fun UserAddon.texts(): Sequence<Pair<String, Json>> = widgets.texts() + extra.texts("")

internal fun BusinessAddon.texts(): Sequence<Pair<String, Json>> = widgets.texts() + extra.texts("")

private fun ButtonGrid?.texts(path: String): Sequence<Pair<String, Json>> =
    this?.rows.orEmpty().asSequence().withIndex().flatMap { (row, buttons) ->
        buttons.buttons.asSequence().withIndex().flatMap { (index, button) ->
            val buttonPath = "$path.rows[$row].buttons[$index]"
            button.action.texts("$buttonPath.action") + button.extra.texts("$buttonPath.")
        }
    }

private fun List<Widget>.texts(): Sequence<Pair<String, Json>> = asSequence().withIndex().flatMap { (index, widget) ->
    val path = "widgets[$index]"
    when (widget) {
        // The rows are made by open-platform-generator.
        is Widget.TitleRow -> widget.row.extra.texts("$path.titleRow.")
        is Widget.SubtitleRow -> widget.row.extra.texts("$path.subtitleRow.")
        is Widget.DescriptionRow -> widget.row.extra.texts("$path.descriptionRow.")
        is Widget.ButtonBar ->
            widget.row.run { action.texts("$path.buttonBar.action") + extra.texts("$path.buttonBar.") }
        is Widget.SelectorRow ->
            widget.row.run { action.texts("$path.selectorRow.action") + extra.texts("$path.selectorRow.") }
        is Widget.EventRow -> widget.row.extra.texts("$path.eventRow.")
        is Widget.GroupInfoRow -> widget.row.extra.texts("$path.groupInfoRow.")
        is Widget.ScoreRow -> widget.row.run { action.texts("$path.scoreRow.action") + extra.texts("$path.scoreRow.") }
        is Widget.EvaluationRow -> widget.row.extra.texts("$path.evaluationRow.")
        is Widget.ImageCarouselRow -> widget.row.extra.texts("$path.imageCarouselRow.")
        is Widget.Unknown -> sequenceOf("$path.${widget.kind}" to widget.value)
    }
}

private fun Action?.texts(path: String): Sequence<Pair<String, Json>> = when (this) {
    is Action.OpenServerLink -> sequenceOf("$path.openServerLink.data" to data)
    is Action.GetDynamicAction -> sequenceOf("$path.getDynamicAction.data" to data)
    is Action.Unknown -> sequenceOf("$path.$kind" to value)
    else -> emptySequence()
}

internal fun Map<String, Json>.texts(prefix: String): Sequence<Pair<String, Json>> =
    asSequence().map { (name, text) -> "$prefix$name" to text }
