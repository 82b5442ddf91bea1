import io.github.openplatformsdk.OpenPlatform
import io.github.openplatformsdk.images
import io.github.openplatformsdk.price
import io.github.openplatformsdk.title
import java.io.IOException
import java.time.Instant
import java.util.concurrent.TimeUnit
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlin.system.exitProcess
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.serialization.KSerializer
import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.descriptors.PrimitiveKind
import kotlinx.serialization.descriptors.PrimitiveSerialDescriptor
import kotlinx.serialization.encoding.Decoder
import kotlinx.serialization.encoding.Encoder
import kotlinx.serialization.json.Json
import okhttp3.Call
import okhttp3.Callback
import okhttp3.ConnectionPool
import okhttp3.Dispatcher
import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.Response

/**
 * Measures the CPU time of a call that reads a post, with one of two clients:
 *
 *     Calls CLIENT ORIGIN IN_FLIGHT          prints {"micro_seconds": CPU time per call}
 *     Calls CLIENT ORIGIN IN_FLIGHT --all    the same, and reads all members of the post
 *
 * CLIENT is `package` for this package, or `okhttp` for OkHttp with kotlinx.serialization. Both parse the post into types.
 * IN_FLIGHT is the number of concurrent calls.
 */
fun main(arguments: Array<String>) {
    val (name, origin, count) = arguments
    val inFlight = count.toInt()
    val all = "--all" in arguments
    val get: suspend () -> Unit = when (name) {
        "package" -> openPlatform(origin, all)
        "okhttp" -> okHttp(origin, inFlight, all)
        else -> error("Calls package | okhttp")
    }
    println("{\"micro_seconds\": ${microSeconds(inFlight, get)}}")
    exitProcess(0)
}

private const val TOKEN = "gZd7omnS"
private const val KEY = "bench-key-0123456789"
private const val BATCH = 320

private fun microSeconds(inFlight: Int, get: suspend () -> Unit): Double {
    val each = BATCH / inFlight
    return microSeconds {
        runBlocking(Dispatchers.Default) { repeat(inFlight) { launch { repeat(each) { get() } } } }
        inFlight * each
    }
}

private fun openPlatform(origin: String, all: Boolean): suspend () -> Unit {
    val posts = OpenPlatform { apiKey(KEY); sandbox(origin) }.posts
    return {
        val post = posts.get(TOKEN)
        check(post.token == TOKEN)
        if (all) check(post.title != null && post.images.size == 3 && post.price?.value?.tomans == 350_000_000L)
    }
}

@Serializable
private class Post(
    val token: String,
    val category: String,
    val city: String,
    val district: String = "",
    val state: String = "",
    @SerialName("chat_enabled") val chatEnabled: Boolean = false,
    @SerialName("supplier_chat_assistant_enabled") val assistant: Boolean = false,
    @Serializable(Instants::class) @SerialName("first_published_at") val firstPublishedAt: Instant? = null,
    @Serializable(Instants::class) @SerialName("last_modified_at") val lastModifiedAt: Instant? = null,
    val data: Data? = null,
    @SerialName("business_data") val businessData: Map<String, String> = emptyMap(),
)

@Serializable
private class Data(val title: String, val description: String, val images: List<String>, val price: Price)

@Serializable
private class Price(val mode: String, val value: Long)

internal object Instants : KSerializer<Instant> {
    override val descriptor = PrimitiveSerialDescriptor("Instant", PrimitiveKind.STRING)

    override fun deserialize(decoder: Decoder): Instant = Instant.parse(decoder.decodeString())

    override fun serialize(encoder: Encoder, value: Instant) = encoder.encodeString(value.toString())
}

private fun okHttp(origin: String, inFlight: Int, all: Boolean): suspend () -> Unit {
    val client = OkHttpClient.Builder()
        .dispatcher(Dispatcher().apply { maxRequests = inFlight; maxRequestsPerHost = inFlight })
        .connectionPool(ConnectionPool(inFlight, 5, TimeUnit.MINUTES))
        .build()
    val json = Json { ignoreUnknownKeys = true }
    val request = Request.Builder().url("$origin/v1/open-platform/finder/post/$TOKEN")
        .header("x-api-key", KEY).header("accept", "application/json").build()
    fun read(response: Response) {
        val post = response.use { json.decodeFromString<Post>(it.body.string()) }
        check(post.token == TOKEN)
        if (all) check(post.data!!.run { title.isNotEmpty() && images.size == 3 && price.value == 350_000_000L })
    }
    // Sequential calls are cheapest on the calling thread.
    return if (inFlight == 1) ({ read(client.newCall(request).execute()) }) else ({ read(client.newCall(request).answer()) })
}

private suspend fun Call.answer(): Response = suspendCancellableCoroutine { waiter ->
    enqueue(object : Callback {
        override fun onResponse(call: Call, response: Response) = waiter.resume(response)

        override fun onFailure(call: Call, e: IOException) = waiter.resumeWithException(e)
    })
}
