package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Inbox as NativeInbox

/**
 * Stores events until they are handled, so that a crash or a failing handler does not lose them. For [Hooks],
 * whose `run` calls the handlers; or for a worker of your own, with [next] and [ack]. From [OpenPlatform.inbox].
 */
public class Inbox internal constructor(native: NativeInbox) : StoredEvents(native), AutoCloseable {
    init {
        Notices.listen()
    }

    /**
     * Waits for the next event and leases it: no other worker gets it until the lease ends. A handler that may take longer than the
     * lease needs [keep].
     *
     * @throws StoreException if the store has failed for five seconds: call it again.
     * @throws ConfigException after [close], and when the client is closed.
     */
    public suspend fun next(): InboxItem = translated { native.next(null) }

    /**
     * Extends the lease of an event until the returned object is closed, or the attempt has ended. [Hooks.run] does this for its
     * handlers.
     *
     * ```kotlin
     * inbox.keep(item.id).use { handle(item) }
     * inbox.ack(item.id)
     * ```
     *
     * @param id The `id` of the item.
     * @throws InvalidInputException for a malformed id.
     */
    public fun keep(id: String): AutoCloseable = translated { native.keep(id) }

    /**
     * Ends [next], so that no further event is leased. All other methods still work, so that workers can finish. The client goes on,
     * and so do its other inboxes.
     */
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
