@file:JvmName("JsonValues")

package io.github.openplatformsdk

import java.math.BigDecimal

/**
 * Builds a JSON object, for the data of buttons and the metadata of subscriptions: `jsonOf("order" to 7, "paid" to false)`.
 *
 * A value is `null`, a string, a number, a boolean, or a [Map] or [Iterable] of such values.
 *
 * @throws IllegalArgumentException for any other value, and for NaN and infinite numbers.
 */
public fun jsonOf(vararg members: Pair<String, Any?>): Json = jsonText(members.toMap())

/** Like [jsonOf], for any value, such as an array. */
public fun jsonText(value: Any?): Json = StringBuilder().also { write(value, it) }.toString()

/**
 * Parses a JSON text to `null`, a [String], a [Boolean], a [Long] (or a [BigDecimal] if the number does not fit), a [List]
 * or a [Map] in the order of the text. A byte order mark before it is ignored, such as that of the body of a response.
 *
 * @throws IllegalArgumentException if the text is not valid JSON.
 */
public fun jsonValue(text: Json): Any? = JsonReader(text.removePrefix("\uFEFF")).document()

private fun write(value: Any?, to: StringBuilder) {
    when (value) {
        null, is Boolean -> to.append(value)
        is Double -> to.append(value.also { require(it.isFinite()) { "JSON has no $it" } })
        is Float -> to.append(value.also { require(it.isFinite()) { "JSON has no $it" } })
        is Number -> to.append(value)
        is String -> quote(value, to)
        is Map<*, *> -> {
            to.append('{')
            value.entries.forEachIndexed { index, (name, member) ->
                if (index > 0) to.append(',')
                quote(requireNotNull(name as? String) { "the names in a JSON object are texts" }, to)
                to.append(':')
                write(member, to)
            }
            to.append('}')
        }
        is Iterable<*> -> {
            to.append('[')
            value.forEachIndexed { index, element ->
                if (index > 0) to.append(',')
                write(element, to)
            }
            to.append(']')
        }
        else -> throw IllegalArgumentException("JSON has no ${value::class.simpleName}")
    }
}

private fun quote(text: String, to: StringBuilder) {
    to.append('"')
    for (character in text) {
        when {
            character == '"' || character == '\\' -> to.append('\\').append(character)
            character < ' ' -> to.append("\\u%04x".format(character.code))
            else -> to.append(character)
        }
    }
    to.append('"')
}

/** The maximum nesting depth of arrays and objects. */
private const val MAX_DEPTH = 512

private class JsonReader(private val text: String) {
    private var at = 0
    private var depth = 0

    fun document(): Any? {
        val value = value()
        skipSpace()
        if (at < text.length) fail()
        return value
    }

    private fun value(): Any? {
        skipSpace()
        return when (peek()) {
            '{' -> nested { members() }
            '[' -> nested { elements() }
            '"' -> string()
            't' -> word("true", true)
            'f' -> word("false", false)
            'n' -> word("null", null)
            else -> number()
        }
    }

    private fun <T> nested(read: () -> T): T {
        if (++depth > MAX_DEPTH) fail()
        at += 1
        return read().also { depth -= 1 }
    }

    private fun members(): Map<String, Any?> = buildMap {
        each('}') {
            if (peek() != '"') fail()
            val name = string()
            skipSpace()
            if (peek() != ':') fail()
            at += 1
            put(name, value())
        }
    }

    private fun elements(): List<Any?> = buildList { each(']') { add(value()) } }

    private fun each(end: Char, read: () -> Unit) {
        skipSpace()
        if (peek() == end) {
            at += 1
            return
        }
        while (true) {
            skipSpace()
            read()
            skipSpace()
            val next = peek()
            at += 1
            if (next == end) return
            if (next != ',') fail()
        }
    }

    private fun string(): String = buildString {
        at += 1
        while (true) {
            val character = peek()
            at += 1
            when {
                character == '"' -> return@buildString
                character == '\\' -> append(escaped())
                character < ' ' -> fail()
                else -> append(character)
            }
        }
    }

    private fun escaped(): Char {
        val character = peek()
        at += 1
        return when (character) {
            '"', '\\', '/' -> character
            'b' -> '\b'
            'f' -> '\u000c'
            'n' -> '\n'
            'r' -> '\r'
            't' -> '\t'
            'u' -> {
                val digits = text.substring(at, minOf(at + 4, text.length))
                // Not `digitToIntOrNull`, which accepts the digits of all scripts.
                if (digits.length < 4 || digits.any { it !in "0123456789abcdefABCDEF" }) fail()
                at += 4
                digits.toInt(16).toChar()
            }
            else -> fail()
        }
    }

    private fun <T> word(word: String, value: T): T {
        if (!text.startsWith(word, at)) fail()
        at += word.length
        return value
    }

    private fun number(): Number {
        val number = NUMBER.matchAt(text, at)?.value ?: fail()
        at += number.length
        return number.toLongOrNull() ?: BigDecimal(number)
    }

    private fun peek(): Char = if (at < text.length) text[at] else fail()

    private fun skipSpace() {
        while (at < text.length && text[at] in " \t\r\n") at += 1
    }

    private fun fail(): Nothing = throw IllegalArgumentException("invalid JSON at position $at")
}

private val NUMBER = Regex("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")
