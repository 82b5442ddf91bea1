package io.github.openplatformsdk

import io.github.openplatformsdk.java.OpenPlatformAsync
import io.github.openplatformsdk.testing.admin.Effect
import io.github.openplatformsdk.testing.admin.FaultRule
import io.github.openplatformsdk.testing.admin.RequestMatch
import io.github.openplatformsdk.testing.startSandbox
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Lists that the platform returns a page at a time. */
class PagesTest {
    @Test
    fun `the transactions of all pages are one flow`() = runBlocking {
        startSandbox().use { sandbox ->
            val world = sandbox.world()
            OpenPlatform(world.settings).use { platform ->
                val tokens = world.issueTokens("seller", listOf("PAYMENT_ALL_POSTS_REORDER"))
                val user = platform.userWithToken(tokens.accessToken)
                val post = world.posts("seller").first().token
                val paid = (1..5).map { user.payments.reorder(post, PostPayment(id = newPaymentId())).id }.reversed()

                suspend fun asked() = world.requests("payments.transactions").size
                val pages = platform.payments.iterateTransactions(TransactionQuery(pageSize = 2)).map { it.id }
                assertEquals(0, asked())
                assertEquals(paid[0] to 1, pages.first() to asked())
                assertEquals(paid to 4, pages.toList() to asked())
                assertEquals(paid, platform.payments.transactions().transactions.map { it.id })
                assertEquals(paid, platform.payments.iterateTransactions().map { it.id }.toList())

                // For Java, whose stream loads a page when it needs one.
                val java = OpenPlatformAsync.of(platform).payments
                val before = asked()
                java.iterateTransactions(TransactionQuery(pageSize = 2)).use { items ->
                    assertEquals(before, asked())
                    assertEquals(paid[0], items.findFirst().get().id)
                }
                java.iterateTransactions(TransactionQuery(pageSize = 2)).use { items ->
                    assertEquals(paid, items.map { it.id }.toList())
                }

                val missing = FaultRule(
                    on = RequestMatch(endpoint = "payments.transactions"),
                    effects = listOf(Effect.Status(status = 404)),
                )
                world.fault(missing)
                assertTrue(pages.runCatching { toList() }.exceptionOrNull() is NotFoundException)
                val failed = java.iterateTransactions(TransactionQuery()).runCatching { toList() }.exceptionOrNull()
                assertTrue(failed?.cause is NotFoundException, "$failed")
            }
        }
    }
}
