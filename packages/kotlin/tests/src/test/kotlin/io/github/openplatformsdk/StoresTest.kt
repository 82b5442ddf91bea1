package io.github.openplatformsdk

import io.github.openplatformsdk.testing.Sandbox
import io.github.openplatformsdk.testing.startSandbox
import io.github.openplatformsdk.testing.storeConformance
import java.time.Instant
import java.util.Arrays
import java.util.concurrent.ConcurrentSkipListMap
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.minutes
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertInstanceOf
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** A key of 32 bytes, for `storeKeys`. */
private const val KEY = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="

/** Custom stores, and the keeper. */
class StoresTest {
    /** A simple custom store. */
    private open class MapStore : RecordStore {
        /** In the order of the names by code points. In UTF-16, a name with U+10000 or more would be before one with U+FFFF. */
        private val records = ConcurrentSkipListMap<String, StoredRecord>(
            Comparator { a, b -> Arrays.compareUnsigned(a.toByteArray(), b.toByteArray()) },
        )

        private fun name(kind: String, key: String) = "$kind/$key"

        override suspend fun get(kind: String, key: String): StoredRecord? = records[name(kind, key)]

        override suspend fun put(kind: String, key: String, expected: Long?, value: ByteArray): Boolean {
            var written = false
            records.compute(name(kind, key)) { _, present ->
                written = present?.version == expected
                if (written) StoredRecord(key, (expected ?: 0) + 1, value) else present
            }
            return written
        }

        override suspend fun delete(kind: String, key: String, expected: Long): Boolean {
            val present = records[name(kind, key)]
            // Of concurrent deletions one removes the record that all have seen.
            return present?.version == expected && records.remove(name(kind, key), present)
        }

        override suspend fun scan(kind: String, prefix: String, after: String?, limit: Int): List<StoredRecord> =
            records.tailMap(name(kind, prefix)).entries.asSequence().takeWhile { it.key.startsWith(name(kind, prefix)) }
                .filter { after == null || records.comparator().compare(it.key, name(kind, after)) > 0 }
                .take(limit).map { it.value }.toList()

        val values: List<ByteArray> get() = records.values.map { it.value }
    }

    private fun platform(store: RecordStore, key: String = KEY, settings: PlatformSettings.() -> Unit = {}) = OpenPlatform {
        apiKey("key")
        clientId("app")
        redirectUri("https://app.example/oauth/callback")
        settings()
        store(store)
        storeKeys(key)
    }

    private val tokens = Tokens("canary-1", "canary-2", Instant.now().plusSeconds(3600), listOf("USER_PHONE"))

    @Test
    fun `the conformance checks accept a correct store and name the failures of an incorrect one`() = runBlocking {
        assertEquals(emptyList<Any>(), storeConformance(MapStore()))
        val forgetful = object : MapStore() {
            override suspend fun put(kind: String, key: String, expected: Long?, value: ByteArray): Boolean {
                super.put(kind, key, expected, value)
                return true
            }
        }
        assertTrue(storeConformance(forgetful).isNotEmpty())
    }

    @Test
    fun `a store may have a clock`() = runBlocking {
        val timed = object : MapStore() {
            override suspend fun now(): Instant = Instant.now()
        }
        assertEquals(emptyList<Any>(), storeConformance(timed))
        val backwards = object : MapStore() {
            private var time = Instant.now()

            override suspend fun now(): Instant = time.minusSeconds(1).also { time = it }
        }
        assertTrue("clock" in storeConformance(backwards).single().check)
    }

    @Test
    fun `grants are kept encrypted in a custom store and shared by clients`() = runBlocking {
        val store = MapStore()
        val grant = platform(store).use { it.grants.adopt(tokens, user = "user-7").key }
        platform(store).use { again ->
            assertEquals(listOf(grant), again.grants.ofUser("user-7").map { it.key })
            assertTrue(again.grants.forget(grant))
        }
        platform(store).use { it.grants.adopt(tokens) }
        assertFalse(store.values.any { "canary" in it.decodeToString() })
    }

    @Test
    fun `a grant whose key is lost does not hide other grants`() = runBlocking {
        val store = MapStore()
        val encrypted = platform(store, "bG9zdCBrZXkgb2YgdGhlIHN0b3JlLCAzMiBieXRlcy4=").use {
            it.grants.adopt(tokens, user = "user-1").key
        }
        platform(store).use { client ->
            // The user of the unreadable grant is unknown, so no user is reported to have no grants.
            for (user in listOf("user-1", "user-2")) {
                assertThrows(StoreException::class.java) { runBlocking { client.grants.ofUser(user) } }
            }
            val grant = client.grants.adopt(tokens, user = "user-2").key
            assertEquals(listOf(grant), client.grants.list().map { it.key })
            assertEquals(listOf(grant), client.grants.iterate().toList().map { it.key })
            val unreadable = client.grants.unreadable().single()
            assertEquals(listOf(encrypted, null), listOf(unreadable.key, unreadable.user))
            assertTrue("user-1" !in encrypted)
            assertTrue("not among the store keys" in unreadable.reason)
            assertTrue(client.grants.forget(encrypted))
            assertEquals(emptyList<UnreadableGrant>(), client.grants.unreadable())
        }
    }

    @Test
    fun `grants are read page by page`() = runBlocking {
        platform(MapStore()).use { client ->
            val keys = (1..5).map { client.grants.adopt(tokens, user = "user-$it").key }.sorted()
            val first = client.grants.page(limit = 2)
            assertEquals(keys.take(2), first.grants.map { it.key })
            val rest = client.grants.page(first.next)
            assertEquals(keys.drop(2) to null, rest.grants.map { it.key } to rest.next)
            assertEquals(keys, client.grants.iterate().toList().map { it.key })
            for (limit in listOf(-1, 0, 1001)) {
                val error = assertThrows(InvalidInputException::class.java) { runBlocking { client.grants.page(limit = limit) } }
                assertEquals("limit", error.field)
            }
        }
    }

    @Test
    fun `an exception of a store is the cause of a StoreException, which does not contain its text`() {
        val thrown = java.io.IOException("canary")
        val broken = object : MapStore() {
            override suspend fun scan(kind: String, prefix: String, after: String?, limit: Int) = throw thrown
        }
        val error = assertThrows(StoreException::class.java) { runBlocking { platform(broken).grants.list() } }
        assertEquals("scan", error.operation)
        assertFalse("canary" in "${error.message} $error ${error.report}")
        assertSame(thrown, error.cause)
        val slow = object : MapStore() {
            override suspend fun scan(kind: String, prefix: String, after: String?, limit: Int) =
                withTimeout(1.milliseconds) { awaitCancellation() }
        }
        val late = assertThrows(StoreException::class.java) { runBlocking { platform(slow).grants.list() } }
        assertInstanceOf(TimeoutCancellationException::class.java, late.cause)
    }

    @Test
    fun `a store may call the client`() = runBlocking {
        lateinit var client: OpenPlatform
        val store = object : MapStore() {
            override suspend fun get(kind: String, key: String): StoredRecord? {
                if (kind == "grant" && key != "nobody") client.grants.info("nobody")
                return super.get(kind, key)
            }
        }
        client = platform(store)
        val grant = withTimeout(2.minutes) { client.grants.adopt(tokens).key }
        assertEquals(grant, client.grants.info(grant)?.key)
        client.close()
    }

    @Test
    fun `the keeper refreshes without calls of the app, and reports`() = runBlocking<Unit> {
        val world = sandbox.world()
        OpenPlatform(world.settings).use { platform ->
            val issued = world.issueTokens("buyer", listOf("USER_PHONE", "offline_access"))
            val ended = Tokens(
                issued.accessToken, issued.refreshToken, Instant.now().plusSeconds(1),
                listOf("USER_PHONE", "offline_access"),
            )
            val grant = platform.grants.adopt(ended, user = "user-7").key
            val report = withTimeout(2.minutes) { platform.keeper(1.seconds).first() }
            val refreshed = assertInstanceOf(KeeperReport.Refreshed::class.java, report)
            assertEquals(listOf(grant, "user-7", 2L), refreshed.run { listOf(this.grant, user, generation) })
            assertEquals(1, world.requests("oauth.refresh").size)
            assertTrue(platform.drain())

            world.revokeAccess("buyer")
            assertThrows(ReauthRequiredException::class.java) { runBlocking { platform.grants.refresh(grant) } }
        }
    }

    private companion object {
        val sandbox: Sandbox = startSandbox()

        @JvmStatic
        @AfterAll
        fun stop() = sandbox.close()
    }
}
