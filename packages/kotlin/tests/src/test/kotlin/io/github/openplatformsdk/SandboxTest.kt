package io.github.openplatformsdk

import com.sun.jna.NativeLibrary
import io.github.openplatformsdk.testing.Recorder
import io.github.openplatformsdk.testing.Sandbox
import io.github.openplatformsdk.testing.SandboxException
import io.github.openplatformsdk.testing.World
import io.github.openplatformsdk.testing.admin.Effect
import io.github.openplatformsdk.testing.admin.FaultRule
import io.github.openplatformsdk.testing.admin.RequestMatch
import io.github.openplatformsdk.testing.response
import io.github.openplatformsdk.testing.startSandbox
import io.github.openplatformsdk.testing.transport
import java.lang.ref.Reference
import java.nio.file.Files
import java.nio.file.Path
import java.time.Instant
import kotlin.random.Random
import kotlin.time.Duration.Companion.microseconds
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.condition.EnabledOnOs
import org.junit.jupiter.api.condition.OS

/** Calls over HTTP to the sandbox, with cancelled coroutines. */
@Timeout(600)
class SandboxTest {
    private val scopes = listOf("USER_PHONE", "USER_ID", "offline_access")

    /** A grant of `buyer`. If it is [stale], its access token has expired. */
    private suspend fun grant(platform: OpenPlatform, world: World, stale: Boolean): GrantKey {
        val issued = world.issueTokens("buyer", scopes)
        val end = if (stale) Instant.now().minusSeconds(60) else issued.expiresAt
        val tokens = Tokens(issued.accessToken, issued.refreshToken, end, scopes)
        return platform.grants.adopt(tokens).key
    }

    /** A rule that delays every request of an endpoint. */
    private fun delay(endpoint: String, milliseconds: Long) =
        FaultRule(on = RequestMatch(endpoint = endpoint), effects = listOf(Effect.Delay(milliseconds = milliseconds)))

    /** Waits until the sandbox delays a request. */
    private suspend fun World.waitForFault() = withTimeout(120.seconds) {
        while (faults().none { it.fired != 0L }) yield()
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    fun `a client of a world has no store of the environment`() = runBlocking {
        val file = Files.createTempDirectory("open-platform").resolve("real.db")
        val variables = mapOf("OPEN_PLATFORM_STORE" to "sqlite:$file", "OPEN_PLATFORM_STORE_KEYS" to "unencrypted")
        // Of this process itself: Java has only a copy of its environment.
        val c = NativeLibrary.getInstance("c")
        variables.forEach { (name, value) -> c.getFunction("setenv").invokeInt(arrayOf<Any>(name, value, 1)) }
        try {
            val world = sandbox.world()
            suspend fun adopt(settings: PlatformSettings.() -> Unit) = OpenPlatform(settings).use { platform ->
                platform.user(grant(platform, world, stale = false)).users.me()
            }
            adopt(world.settings)
            adopt { environment(world.environment) }
            assertFalse(Files.exists(file))
            adopt {
                world.settings(this)
                storeUrl("sqlite:$file")
                storeKeys("unencrypted")
            }
            assertTrue(Files.exists(file))
        } finally {
            variables.keys.forEach { c.getFunction("unsetenv").invokeInt(arrayOf<Any>(it)) }
        }
    }

    @Test
    fun `the threads of the library stay attached, as daemons`() = runBlocking {
        val world = sandbox.world()
        OpenPlatform(world.settings).use { platform ->
            val post = world.posts("seller").first().token
            // Without a dispatcher a coroutine continues on the thread of the library.
            val threads = withContext(Dispatchers.Unconfined) {
                (1..50).map {
                    platform.posts.get(post)
                    Thread.currentThread()
                }
            }
            val theirs = threads.filter { it !== Thread.currentThread() }.toSet()
            // If the thread were attached for each callback, it would be a new Java thread each time.
            assertTrue(theirs.size <= Runtime.getRuntime().availableProcessors(), "$theirs")
            assertTrue(theirs.isNotEmpty() && theirs.all { it.isDaemon && it.isAlive }, "$theirs")
        }
    }

    @Test
    fun `login, read, add-on and message`() = runBlocking {
        val world = sandbox.world()
        OpenPlatform(world.settings).use { platform ->
            val post = world.posts("seller").first().token
            val conversation = world.conversations().first().id
            val wanted = listOf(Scopes.postAddonCreate(post), Scopes.conversationSendMessage(conversation), Scopes.OFFLINE_ACCESS)
            val login = platform.oauth.authorize(wanted, "session", returnTo = "/posts/$post")
            val granted = platform.oauth.callback(world.consent(login.url, user = "seller"), "session") as LoginOutcome.Granted
            assertEquals("/posts/$post" to emptyList<Scope>(), granted.returnTo to granted.missingScopes)
            assertEquals(post, platform.posts.get(post).token)

            val photo = Path.of(System.getenv("OPEN_PLATFORM_REPOSITORY"), "packages/cli/src/demo/inspection.jpg")
            val uploaded = platform.images.upload(photo)
            granted.user.addons.createOnPost(post) {
                titleRow("Inspected") { hasDivider = true }
                eventRow("Report") { image(uploaded) }
                semantic("inspection_result" to "INSPECTION_APPROVED")
            }
            val shown = world.addons(post).first().widgets
            assertEquals(mapOf("text" to "Inspected", "has_divider" to true), shown.first()["title_row"])

            granted.user.conversations.send(conversation, text = "Hello") {
                receiver { row { link("Open", url = "https://app.example"); server("Accept", "id" to "7") } }
            }
            assertEquals("Hello", world.messages(conversation).last().message["text"])

            val denied = platform.oauth.authorize(listOf(Scopes.USER_PHONE), "session")
            val answer = platform.oauth.callback(world.consent(denied.url, user = null), "session")
            assertEquals(LoginOutcome.Denied, answer)
            assertTrue(platform.grants.isUsable(granted.grant))
            assertTrue(platform.grants.forget(granted.grant))
            assertNull(platform.grants.info(granted.grant))
        }
        assertEquals(emptyList<Any>(), world.credentials().filterNot { it.belongs })
    }

    @Test
    fun `a document is uploaded for a chat and sent`() = runBlocking {
        val world = sandbox.world()
        OpenPlatform(world.settings).use { platform ->
            val conversation = world.conversations().first().id
            val tokens = world.issueTokens("seller", listOf("CONVERSATION_SEND_MESSAGE.$conversation"))
            val user = platform.userWithToken(tokens.accessToken)
            val uploaded = platform.chatbot.uploadFile("%PDF-1.4\n".toByteArray(), "contract.pdf")
            user.conversations.send(conversation, Message(mediaToken = uploaded.mediaToken))
            val shown = world.messages(conversation).last().message
            assertEquals("FILE", shown["type"])
            assertEquals("contract.pdf", (shown["file_data"] as Map<*, *>)["name"])
            assertThrows(InvalidInputException::class.java) {
                runBlocking { platform.chatbot.uploadFile("%PDF-1.4\n".toByteArray(), "contract.txt") }
            }
            assertThrows(ApiException::class.java) {
                runBlocking { user.conversations.send(conversation, Message(mediaToken = "unknown")) }
            }
        }
        assertEquals(emptyList<Any>(), world.credentials().filterNot { it.belongs })
    }

    @Test
    fun `a login, a grant and a subscription end with the timeout of their call`() = runBlocking {
        val world = sandbox.world()
        OpenPlatform(world.settings).use { platform ->
            val granted = listOf("CHAT_SUPPLIER_ALL_CONVERSATIONS_READ", "offline_access")
            val issued = world.issueTokens("seller", granted)
            val tokens = Tokens(issued.accessToken, issued.refreshToken, issued.expiresAt, granted)
            val grant = platform.grants.adopt(tokens).key
            for (endpoint in listOf("oauth.exchange", "oauth.refresh", "events.subscribe")) world.fault(delay(endpoint, 20_000))
            val limit = 200.milliseconds
            val subscription = Subscription(eventType = SubscriptionType.NewMessageOnPost)
            val calls = listOf<suspend () -> Any?>(
                { platform.oauth.exchange("code", "https://app.example/cb", timeout = limit) },
                { platform.user(grant).subscriptions.ensure(subscription, timeout = limit) },
                { platform.grants.refresh(grant, timeout = limit) },
            )
            val codes = calls.map { call ->
                val error = assertThrows(OpenPlatformException::class.java) { runBlocking { call() } }
                assertTrue("longer than its timeout of 200 ms" in "$error", "$error")
                error.code
            }
            assertEquals(listOf("transport", "transport", "refresh_unavailable"), codes)
        }
    }

    @Test
    fun `a cancelled coroutine ends its call at once, and no other`() = runBlocking {
        val world = sandbox.world()
        world.fault(delay("posts.get", 20_000))
        OpenPlatform(world.settings).use { platform ->
            val post = world.posts().first().token
            val began = System.nanoTime()
            var seen: Throwable? = null
            val call = launch(Dispatchers.Default) {
                try {
                    platform.posts.get(post)
                } catch (error: Throwable) {
                    seen = error
                    throw error
                }
            }
            world.waitForFault()
            call.cancelAndJoin()
            assertTrue(seen is CancellationException, "$seen")
            assertThrows(TimeoutCancellationException::class.java) {
                runBlocking { withTimeout(100.milliseconds) { platform.posts.get(post) } }
            }
            // A call that is not cancelled would take 15 seconds, until its deadline.
            assertTrue(System.nanoTime() - began < 14_500_000_000)
            assertEquals(1, platform.oauth.authorize(listOf("USER_PHONE"), "session").url.count { it == '?' })
        }
    }

    @Test
    fun `a refresh continues when the call that started it is cancelled`() = runBlocking {
        val world = sandbox.world()
        val remove = world.fault(delay("oauth.refresh", 3_000))
        OpenPlatform(world.settings).use { platform ->
            val grant = grant(platform, world, stale = true)
            val call = launch(Dispatchers.Default) { platform.user(grant).users.me() }
            world.waitForFault()
            call.cancelAndJoin()
            assertTrue(call.isCancelled)
            world.waitForRequest("oauth.refresh")
            remove()
            // The new tokens are used: they were not lost, and there is no second refresh.
            assertTrue(platform.user(grant).users.me().userId != null)
            assertEquals(1, world.requests("oauth.refresh").size)
            assertEquals(2L, platform.grants.info(grant)?.generation)
        }
    }

    @Test
    fun `after coroutines are cancelled at random points the client still works`() = runBlocking {
        val world = sandbox.world()
        OpenPlatform(world.settings).use { platform ->
            val post = world.posts().first().token
            val grant = grant(platform, world, stale = true)
            val random = Random(7)
            List(400) { number ->
                val wait = random.nextInt(20_000).microseconds
                val call = launch(Dispatchers.Default) {
                    if (number % 2 == 0) platform.posts.get(post) else platform.user(grant).use { it.users.me() }
                }
                launch(Dispatchers.Default) {
                    delay(wait)
                    call.cancelAndJoin()
                }
            }.joinAll()
            assertEquals(List(20) { post }, List(20) { async { platform.posts.get(post).token } }.awaitAll())
            assertTrue(platform.user(grant).users.me().userId != null)
            // The tokens were never refreshed concurrently.
            assertEquals(platform.grants.info(grant)!!.generation - 1, world.requests("oauth.refresh").size.toLong())
        }
    }

    @Test
    fun `closing ends the calls in progress`() = runBlocking {
        val world = sandbox.world()
        world.fault(delay("posts.get", 20_000))
        val platform = OpenPlatform(world.settings)
        val post = world.posts().first().token
        val call = async(Dispatchers.Default) { runCatching { platform.posts.get(post) }.exceptionOrNull() }
        world.waitForFault()
        platform.close()
        assertEquals("client", (withTimeout(120.seconds) { call.await() } as ConfigException).setting)
    }

    /** The memory of the native library: the resident memory of this process without the Java heap, in bytes. */
    private fun nativeMiB(): Long {
        val status = Files.readAllLines(Path.of("/proc/self/status"))
        val resident = status.first { it.startsWith("VmRSS") }.filter(Char::isDigit).toLong() / 1024
        return resident - Runtime.getRuntime().totalMemory() / (1024 * 1024)
    }

    /** The used memory of the Java heap, in bytes. */
    private fun heapMiB(): Long = Runtime.getRuntime().run { totalMemory() - freeMemory() } / (1024 * 1024)

    @Test
    @Timeout(1200)
    fun `100,000 handles that are created, used and dropped do not leak memory`() = runBlocking {
        val recorder = Recorder.always(response(200, jsonOf("user_id" to "u-1")))
        fun round(times: Int) {
            val platform = OpenPlatform { apiKey("key"); transport(recorder); clientId("app"); redirectUri("https://a.example") }
            repeat(times) {
                platform.userWithToken("token").use { it.grant }
                // Not closed: the garbage collector frees it.
                platform.userWithToken("token").grant
                if (it % 100 == 0) OpenPlatform { apiKey("key"); transport(recorder) }.use { other -> other.native(recorder) }
            }
            platform.close()
        }
        round(10_000)
        System.gc()
        val before = nativeMiB() to heapMiB()
        repeat(4) {
            round(10_000)
            System.gc()
        }
        val (native, heap) = nativeMiB() - before.first to heapMiB() - before.second
        assertTrue(native < 48 && heap < 48, "$native MiB more in the library, $heap MiB in Java")
        Reference.reachabilityFence(recorder)
    }

    private fun OpenPlatform.native(recorder: Recorder) = runBlocking { posts.runCatching { get("gZd7omnS") } }.also {
        check(recorder.requests.isNotEmpty())
    }

    @Test
    fun `the exception of a sandbox that does not start says what to do`() {
        val folder = Files.createTempDirectory("open-platform")
        for (missing in listOf("no-such-command", "$folder/no-such-command")) {
            val error = assertThrows(SandboxException::class.java) { startSandbox(missing) }
            assertTrue("no such command; run `cargo install --path packages/cli`" in error.message!!, error.message)
        }
        val unusable = assertThrows(SandboxException::class.java) { startSandbox("$folder") }
        assertTrue("$folder did not start: " in unusable.message!!, unusable.message)
        val wrong = assertThrows(SandboxException::class.java) { startSandbox(profile = "nonsense") }
        assertTrue("nonsense" in wrong.message!!, wrong.message)
        val refused = assertThrows(SandboxException::class.java) { runBlocking { sandbox.world().fault(delay("nonsense", 1)) } }
        assertEquals(400 to true, refused.status to ("fault" in refused.message!!))
    }

    @Test
    fun `the exception for a command of another version says what to do`() {
        val command = Files.createTempFile("open-platform", "")
        for ((version, shown) in listOf("\"version\": \"9.9.9\", " to "9.9.9", "" to "unknown")) {
            Files.writeString(command, "#!/bin/sh\necho '{$version\"url\": \"http://127.0.0.1:1\"}'; cat\n")
            command.toFile().setExecutable(true)
            val error = assertThrows(SandboxException::class.java) { startSandbox("$command") }
            assertTrue("is of version $shown, but this package of " in error.message!!, error.message)
            assertTrue("run `cargo install --path packages/cli`" in error.message!!, error.message)
        }
        for (printed in listOf("Hello", "[]", "{}")) {
            Files.writeString(command, "#!/bin/sh\necho '$printed'; cat\n")
            val error = assertThrows(SandboxException::class.java) { startSandbox("$command") }
            assertTrue("did not start: it printed $printed" in error.message!!, error.message)
        }
        Files.delete(command)
    }

    private companion object {
        val sandbox: Sandbox = startSandbox()

        @JvmStatic
        @AfterAll
        fun stop() = sandbox.close()
    }
}
