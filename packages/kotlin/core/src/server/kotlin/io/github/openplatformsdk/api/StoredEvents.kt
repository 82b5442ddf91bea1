// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Inbox as NativeInbox

/**
 * Events that wait or are being handled, and dead letters.
 *
 * The base class of `Inbox`.
 */
public abstract class StoredEvents internal constructor(internal val native: NativeInbox) {
    /**
     * The next event, or `null` if none is due now. For tests, and for workers that run periodically.
     *
     * @throws StoreException if the store failed.
     */
    public suspend fun tryNext(): InboxItem? = translated { native.tryNext() }

    /**
     * Acknowledges an event: it was handled. It is deleted, and repetitions of it are still recognized. Returns `false`
     * if the lease had ended and another worker has the event, or if the event had ended before.
     *
     * @param id The `id` of the item.
     * @throws StoreException if the store failed: the event will be handled again.
     * @throws InvalidInputException for a malformed id.
     */
    public suspend fun ack(id: String): Boolean = translated { native.ack(id) }

    /**
     * Negative acknowledgement: the handling of an event failed. The event is retried later, or becomes a dead letter.
     *
     * @param id The `id` of the item.
     * @param reason Why it failed, for logs and dead letters, cut to 1,000 characters. It must not contain secrets.
     * @throws StoreException if the store failed: the event is retried when its lease ends.
     * @throws InvalidInputException for a malformed id.
     */
    public suspend fun nack(id: String, reason: String): NackOutcome = translated { native.nack(id, reason) }

    /**
     * Makes an event a dead letter at once, because no further attempt can succeed. Returns the same as `ack`.
     *
     * @param id The `id` of the item.
     * @param reason The reason, as for `nack`.
     * @throws StoreException as for `nack`.
     */
    public suspend fun giveUp(id: String, reason: String): Boolean = translated { native.giveUp(id, reason) }

    /**
     * Releases an event as if it had not been handed out: for a worker that stops. Returns the same as `ack`.
     *
     * @param id The `id` of the item.
     * @throws StoreException as for `nack`.
     */
    public suspend fun release(id: String): Boolean = translated { native.release(id) }

    /**
     * Extends the lease to its full length from now, for a handler that takes longer. Returns `false` if another worker
     * has the event, or if the attempt has ended.
     *
     * @param id The `id` of the item.
     * @throws StoreException if the store failed.
     */
    public suspend fun extend(id: String): Boolean = translated { native.extend(id) }

    /**
     * The dead letters, the oldest arrival first, up to 100. An empty list means that none are left. Those that cannot
     * be read are left out: encrypted with a lost key, or written by a newer version.
     *
     * @param after The id of the last dead letter of the previous page. By default the first page.
     * @throws StoreException if the store failed.
     */
    public suspend fun deadLetters(after: String? = null): List<DeadLetter> = translated { native.deadLetters(after) }

    /**
     * Queues a dead letter again, for the full number of attempts. Returns whether there was one. If it becomes a dead
     * letter again, that one has another id. It continues when the caller is cancelled. Several retries of one dead
     * letter, by any number of processes and while workers run, have the effect of one.
     *
     * @param id The `id` of the dead letter.
     * @throws StoreException if the store failed.
     */
    public suspend fun retry(id: String): Boolean = translated { native.retry(id) }

    /**
     * Deletes a dead letter. Returns whether there was one.
     *
     * @param id The `id` of the dead letter.
     * @throws StoreException if the store failed.
     */
    public suspend fun discard(id: String): Boolean = translated { native.discard(id) }

    /**
     * The number of events that wait or are being handled, and of dead letters.
     *
     * @throws StoreException if the store failed.
     */
    public suspend fun counts(): InboxCounts = translated { native.counts() }
}
