package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import java.math.BigDecimal
import java.nio.file.Path
import java.time.Instant
import java.time.format.DateTimeParseException
import java.util.concurrent.ConcurrentHashMap
import kotlin.io.path.createDirectories
import kotlin.io.path.div
import kotlin.io.path.readText
import kotlin.io.path.writeText
import kotlin.time.DurationUnit
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Assertions.fail
import org.junit.jupiter.api.Assumptions
import org.junit.jupiter.api.DynamicTest
import io.github.openplatformsdk.ffi.OpenPlatformException as NativeException

// Reads `tests/vectors` and compares with what is in it. What the words of a file mean is in the README there.

val repository: Path = Path.of(System.getenv("OPEN_PLATFORM_REPOSITORY")).toRealPath()
private val folder = repository / "tests" / "vectors"

/** A member of a JSON object; nothing of anything else. */
@Suppress("UNCHECKED_CAST")
operator fun Any?.get(name: String): Any? = (this as? Map<Any?, Any?>)?.get(name)

fun Any?.text(name: String): String = this[name] as String
fun Any?.int(name: String): Int = (this[name] as Long).toInt()
fun Any?.holds(name: String): Boolean = name in this as Map<*, *>
fun Any?.members(name: String): Map<String, Any?> = this[name].asMembers()

@Suppress("UNCHECKED_CAST")
fun Any?.asMembers(): Map<String, Any?> = (this ?: emptyMap<String, Any?>()) as Map<String, Any?>

@Suppress("UNCHECKED_CAST")
fun <T> Any?.list(name: String): List<T> = (this[name] ?: emptyList<T>()) as List<T>

class Case(val name: String, val given: Map<String, Any?>, val expect: Map<String, Any?>)

/** The cases in a list of a file, with everything that stands for something else written out. */
fun cases(file: String, list: String = "cases"): List<Case> = read.getOrPut(file to list) {
    val document = jsonValue((folder / "$file.json").readText())
    val shared = document.members("shared")
    // The defaults belong to the list that all files have.
    val defaults = if (list == "cases") document.members("defaults") else emptyMap()
    document.list<Any?>(list).map { case ->
        val given = case.members("given")
        val missing = defaults.filterKeys { it != "body" || "text" !in given }
        Case(case.text("name"), writtenOut(missing + given, shared).asMembers(), writtenOut(case["expect"], shared).asMembers())
    }
}

private val read = ConcurrentHashMap<Pair<String, String>, List<Case>>()

private fun writtenOut(value: Any?, shared: Map<String, Any?>): Any? = when {
    value is List<*> -> value.map { writtenOut(it, shared) }
    value !is Map<*, *> -> value
    value["repeat"]["times"] != null -> value["repeat"].let {
        (it["prefix"] ?: "").toString() + it.text("text").repeat(it.int("times")) + (it["suffix"] ?: "")
    }
    value["use"] is String -> {
        assertTrue(value["use"] in shared) { "nothing is named ${value["use"]}" }
        val base = shared[value["use"]].asMembers() - value.list<String>("without").toSet()
        writtenOut(base + value.members("with"), shared)
    }
    else -> value.mapValues { writtenOut(it.value, shared) }
}

/** How many cases of each file passed, for the table of all languages. */
object Results {
    private val results = sortedMapOf<String, MutableMap<String, Boolean>>()
    private val impossible = mutableMapOf<String, Int>()

    /** A case that is judged several times must pass each time. */
    @Synchronized
    fun note(file: String, case: String, passed: Boolean) {
        results.getOrPut(file) { mutableMapOf() }.merge(case, passed, Boolean::and)
    }

    /** Counts a case that a server makes impossible. What is expected there instead is no passed case. */
    @Synchronized
    fun noteImpossible(file: String) {
        impossible.merge(file, 1, Int::plus)
    }

    @Synchronized
    fun write() {
        val table = (repository / "target" / "tests" / "vectors").createDirectories() / "kotlin.tsv"
        table.writeText(
            results.entries.joinToString("") { (file, cases) ->
                "$file\t${cases.values.count { it }}\t${cases.values.count { !it }}\t${impossible[file] ?: 0}\n"
            },
        )
    }
}

/** Judges every case of a file. A case counts as passed once it has. */
fun judge(file: String, check: CaseCheck): List<DynamicTest> =
    cases(file).map { case -> judged("$file: ${case.name}", file, case, case.expect, isCounted = true, check) }

/** A list of `adapters.json`, whose cases run in several [servers]. A case passes if it does in each where it is possible. */
class Conformance(list: String, servers: List<String>) {
    private val file = if (list == "cases") "adapters" else "adapters $list"
    private val all = cases("adapters", list)
    private val impossible: List<Any?>

    init {
        val document = jsonValue((folder / "adapters.json").readText())
        val rows = document.list<Any?>("impossible").filter { it["language"] == "kotlin" && it["list"] == list }
        impossible = rows.map { writtenOut(it, document.members("shared")) }
        for (row in impossible) {
            assertTrue(servers.containsAll(row.list<String>("servers"))) { "`impossible` has an unknown server: $row" }
            assertTrue(all.map { it.name }.containsAll(row.list<String>("cases"))) { "`impossible` has an unknown case: $row" }
        }
    }

    /** Judges every case in a server. */
    fun judge(server: String, check: CaseCheck): List<DynamicTest> = all.map { case ->
        val row = impossible.find { server in it.list<String>("servers") && case.name in it.list<String>("cases") }
        if (row != null) Results.noteImpossible(file)
        if (row == null || row.holds("instead")) {
            val expect = if (row == null) case.expect else row.members("instead")
            judged("adapters: ${case.name}", file, case, expect, isCounted = row == null, check)
        } else {
            DynamicTest.dynamicTest("adapters: ${case.name}") { Assumptions.abort<Unit>(row.text("reason")) }
        }
    }
}

/** Checks a case, and throws if it does not hold. */
typealias CaseCheck = suspend (given: Map<String, Any?>, expect: Map<String, Any?>) -> Unit

private fun judged(
    name: String,
    file: String,
    case: Case,
    expect: Map<String, Any?>,
    isCounted: Boolean,
    check: CaseCheck,
) = DynamicTest.dynamicTest(name) {
    try {
        runBlocking { check(case.given, expect) }
        if (isCounted) Results.note(file, case.name, true)
    } catch (error: Throwable) {
        Results.note(file, case.name, false)
        throw error
    }
}

/** Makes the call. An expected error is compared, and gives null; any other goes through. */
suspend fun <T> outcome(
    expect: Map<String, Any?>,
    path: (String) -> String = ::spelled,
    call: suspend () -> T,
): T? {
    if ("error" !in expect) return call()
    val value = try {
        call()
    } catch (error: Exception) {
        errorIs(error, expect.members("error"), path)
        return null
    }
    return fail("$value instead of the error ${expect["error"]}")
}

/** The members of an error that a case names. */
fun errorIs(error: Exception, expected: Map<String, Any?>, path: (String) -> String = ::spelled) {
    val actual = when (error) {
        is OpenPlatformException -> known(error)
        // Of a bare function under the package.
        is NativeException.InvalidInput ->
            mapOf("code" to error.report.code, "field" to error.report.field, "message" to error.report.reason)
        is NativeException.Config -> mapOf("code" to error.report.code, "field" to error.report.subject)
        else -> throw error
    }
    for ((member, wanted) in expected) {
        if (member == "says") {
            assertTrue(wanted as String in error.message.orEmpty(), error.message)
            continue
        }
        val isPath = member == "field" && actual["code"] != "decode"
        same("the error's $member", actual[member], if (isPath) path(wanted as String) else wanted)
    }
}

/** A path of members and settings as they are called here: in camel case, but for names of the caller's own. */
private fun spelled(path: String): String {
    // A setting is a method, and this one has another name.
    if (path == "sandbox_url") return "sandbox"
    val steps = path.split('.')
    val map = steps.indexOfFirst { it == "semantic" || it == "semantic_paths" }
    return steps.withIndex().joinToString(".") { (index, step) ->
        if (map in 0..<index) step else step.replace(Regex("_([a-z])")) { it.groupValues[1].uppercase() }
    }
}

private fun known(error: OpenPlatformException): Map<String, Any?> = mapOf(
    "code" to error.code,
    "is_retryable" to error.isRetryable,
    "retry_after_seconds" to error.retryAfter?.toDouble(DurationUnit.SECONDS),
    "request_id" to error.requestId,
    "field" to when (error) {
        is InvalidInputException -> error.field
        is ConfigException -> error.setting
        is DecodeException -> error.path
        else -> null
    },
    "status" to ((error as? CallException)?.status ?: (error as? WebhookRejectedException)?.status),
    "platform_code" to (error as? ApiException)?.platformCode,
    "message" to error.reason,
    "details" to (error as? ApiException)?.details?.size,
    "quota" to (error as? RateLimitedException)?.quota,
    "needs_scopes" to (error as? MissingScopeException)?.needsScopes.orEmpty(),
    "needs_permission" to (error as? MissingScopeException)?.needsPermission,
    "oauth_error" to (error as? AuthorizationRefusedException)?.oauthError,
    "description" to (error as? AuthorizationRefusedException)?.description,
)

/** Equal as JSON: the order of members does not matter, and an absent member is not one with `null`. */
fun same(what: String, actual: Any?, expected: Any?) = assertEquals(plain(expected), plain(actual), what)

/** 1 is 1.0. */
private fun plain(value: Any?): Any? = when (value) {
    is Number -> BigDecimal(value.toString()).stripTrailingZeros()
    is List<*> -> value.map(::plain)
    is Map<*, *> -> value.mapValues { plain(it.value) }
    else -> value
}

/** The bytes of a `body` or `text`. */
fun bytes(given: Map<String, Any?>): ByteArray =
    (given["text"] as? String ?: jsonText(given["body"])).encodeToByteArray()

/** Compares fields by their paths in the written form. */
fun fields(written: Any?, expected: Map<String, Any?>) {
    for ((path, wanted) in expected) {
        val value = path.split('.').fold(written) { value, member -> value[member] }
        assertTrue(equal(value, wanted)) { "$path is ${jsonText(value)}, expected ${jsonText(wanted)}" }
    }
}

private fun equal(value: Any?, wanted: Any?): Boolean = when {
    // Zero, false and empty values are not written.
    value == null -> wanted == null || wanted == false || wanted == emptyList<Any?>()
    value is String && wanted is Number -> value == wanted.toString()
    value is String && wanted is String -> value == wanted || instant(value) != null && instant(value) == instant(wanted)
    else -> plain(value) == plain(wanted)
}

private fun instant(text: String): Instant? = try {
    Instant.parse(text)
} catch (_: DateTimeParseException) {
    null
}
