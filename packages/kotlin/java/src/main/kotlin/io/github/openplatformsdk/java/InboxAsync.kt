package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.util.concurrent.CompletableFuture

/**
 * Stores events until they are handled, so that a crash or a failing handler does not lose them. For [HooksAsync], whose `run` calls the
 * handlers; or for a worker of your own, with [next] and [ack]. From [OpenPlatformAsync.inbox].
 *
 * @property kotlin the inbox for Kotlin, which this one uses.
 */
public class InboxAsync internal constructor(
    @get:JvmName("kotlin") public val kotlin: Inbox,
    private val futures: Futures,
) : StoredEventsAsync(kotlin, futures), AutoCloseable {
    /**
     * Waits for the next event and leases it: no other worker gets it until the lease ends. A handler that may take longer than the
     * lease needs [keep].
     *
     * It ends with [StoreException] if the store has failed for five seconds: call it again.
     *
     * It ends with [ConfigException] after [close], and when the client is closed.
     */
    public fun next(): CompletableFuture<InboxItem> = futures.of { kotlin.next() }

    /**
     * Extends the lease of an event until the returned object is closed, or the attempt has ended. `run` of [HooksAsync] does this for
     * its handlers.
     *
     * @param id The `id` of the item.
     * @throws InvalidInputException for a malformed id.
     */
    public fun keep(id: String): AutoCloseable = kotlin.keep(id)

    /**
     * Ends [next], so that no further event is leased. All other methods still work, so that workers can finish. The client goes on,
     * and so do its other inboxes.
     */
    override fun close(): Unit = kotlin.close()

    public companion object {
        /**
         * Opens an inbox without a client. [address] is as in [ClientSettings.storeUrl], [keys] are as in [ClientSettings.storeKeys].
         */
        @JvmStatic
        public fun open(address: String, vararg keys: String): InboxAsync = InboxAsync(Inbox.open(address, *keys), Futures())
    }
}
