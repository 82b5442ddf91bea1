package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Inbox as NativeInbox

/**
 * Keeps events in a store until they are handled, so that neither a crash nor a failing handler loses one. For [Hooks],
 * whose `work` calls the handlers; or for a worker of your own, with [next] and [ack]. From [OpenPlatform.inbox].
 */
public class Inbox internal constructor(internal val native: NativeInbox) : AutoCloseable {
    /**
     * Waits for the next event and leases it: until the lease ends nobody else gets it.
     *
     * @throws StoreException if the store has failed for five seconds: ask again.
     * @throws ConfigException after [close], and when the client is closed.
     */
    public suspend fun next(): InboxItem = translated { native.next() }

    /** The next event, if there is one now. */
    public suspend fun tryNext(): InboxItem? = translated { native.tryNext() }

    /** The event is handled. Returns `false` if its lease had ended and another has it now. */
    public suspend fun ack(id: String): Boolean = translated { native.ack(id) }

    /** The event could not be handled: it comes again later, and after the last attempt it is a dead letter. */
    public suspend fun nack(id: String, reason: String): Failed = translated { native.nack(id, reason) }

    /** The event can never be handled: it is a dead letter at once. */
    public suspend fun giveUp(id: String, reason: String): Boolean = translated { native.giveUp(id, reason) }

    /** The event was not begun: another may have it at once. */
    public suspend fun release(id: String): Boolean = translated { native.release(id) }

    /** Handling takes longer: begins the lease anew. */
    public suspend fun extend(id: String): Boolean = translated { native.extend(id) }

    /** Events that nobody could handle, 100 at a time: those [after] an id. */
    public suspend fun deadLetters(after: String? = null): List<DeadLetter> = translated { native.deadLetters(after) }

    /** Handles a dead letter again, from the first attempt on. Returns whether there was one. */
    public suspend fun retry(id: String): Boolean = translated { native.retry(id) }

    /** Throws a dead letter away. Returns whether there was one. */
    public suspend fun discard(id: String): Boolean = translated { native.discard(id) }

    /** How many events wait, and how many are dead letters. */
    public suspend fun counts(): InboxCounts = translated { native.counts() }

    /** Ends waiting for the next event. All else goes on, so that workers can finish. */
    override fun close(): Unit = native.shutDown()

    public companion object {
        /** An inbox in the store of an address, without a client: see [PlatformSettings.storeUrl] and its keys. */
        public fun open(address: String, vararg keys: String, options: InboxOptions? = null): Inbox =
            Inbox(translated { NativeInbox.open(address, keys.asList(), options) })

        /** An inbox in a store of your own. */
        public fun over(store: RecordStore, vararg keys: String, options: InboxOptions? = null): Inbox =
            Inbox(translated { NativeInbox.over(OwnStore(store), keys.asList(), options) })
    }
}
