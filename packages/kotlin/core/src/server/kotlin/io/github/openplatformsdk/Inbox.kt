package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Inbox as NativeInbox

/**
 * Stores events until they are handled, so that a crash or a failing handler does not lose them. For [Hooks],
 * whose `run` calls the handlers; or for a worker of your own, with [next] and [ack]. From [OpenPlatform.inbox].
 */
public class Inbox internal constructor(internal val native: NativeInbox) : AutoCloseable {
    /**
     * Waits for the next event and leases it: no other worker gets it until the lease ends.
     *
     * @throws StoreException if the store has failed for five seconds: call it again.
     * @throws ConfigException after [close], and when the client is closed.
     */
    public suspend fun next(): InboxItem = translated { native.next() }

    /** Like [next] without waiting: `null` if no event is available. */
    public suspend fun tryNext(): InboxItem? = translated { native.tryNext() }

    /** Marks the event as handled. Returns `false` if its lease has ended and another worker has it. */
    public suspend fun ack(id: String): Boolean = translated { native.ack(id) }

    /** Reports a failed attempt. The event is delivered again later; after the last attempt it becomes a dead letter. */
    public suspend fun nack(id: String, reason: String): NackOutcome = translated { native.nack(id, reason) }

    /** Makes the event a dead letter at once, because it can never be handled. */
    public suspend fun giveUp(id: String, reason: String): Boolean = translated { native.giveUp(id, reason) }

    /** Returns an event that was not started: another worker may get it at once. */
    public suspend fun release(id: String): Boolean = translated { native.release(id) }

    /** Restarts the lease, because handling takes longer. */
    public suspend fun extend(id: String): Boolean = translated { native.extend(id) }

    /** One page of up to 100 dead letters: those [after] this id. */
    public suspend fun deadLetters(after: String? = null): List<DeadLetter> = translated { native.deadLetters(after) }

    /** Queues a dead letter again, with a new count of attempts. Returns whether it existed. */
    public suspend fun retry(id: String): Boolean = translated { native.retry(id) }

    /** Deletes a dead letter. Returns whether it existed. */
    public suspend fun discard(id: String): Boolean = translated { native.discard(id) }

    /** The number of waiting events and of dead letters. */
    public suspend fun counts(): InboxCounts = translated { native.counts() }

    /** Ends [next], so that no further event is leased. All other methods still work, so that workers can finish. */
    override fun close(): Unit = native.shutDown()

    public companion object {
        /**
         * Opens an inbox without a client. [address] is as in [PlatformSettings.storeUrl], [keys] are as in
         * [PlatformSettings.storeKeys].
         */
        public fun open(address: String, vararg keys: String, options: InboxOptions? = null): Inbox =
            Inbox(translated { NativeInbox.open(address, keys.asList(), options) })

        /** Opens an inbox in a custom store. */
        public fun over(store: RecordStore, vararg keys: String, options: InboxOptions? = null): Inbox =
            Inbox(translated { NativeInbox.overCustom(StoreAdapter(store), keys.asList(), options) })
    }
}
