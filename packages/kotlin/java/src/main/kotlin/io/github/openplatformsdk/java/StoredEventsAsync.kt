// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.util.concurrent.CompletableFuture

/**
 * Events that wait or are being handled, and dead letters.
 *
 * The base class of `InboxAsync`.
 */
public abstract class StoredEventsAsync internal constructor(private val calls: StoredEvents, private val futures: Futures) {
    /**
     * The next event, or `null` if none is due now. For tests, and for workers that run periodically.
     *
     * It ends with [StoreException] if the store failed.
     */
    public fun tryNext(): CompletableFuture<InboxItem?> = futures.of { calls.tryNext() }

    /**
     * Acknowledges an event: it was handled. It is deleted, and repetitions of it are still recognized. Returns `false`
     * if the lease had ended and another worker has the event, or if the event had ended before.
     *
     * It ends with [StoreException] if the store failed: the event will be handled again.
     *
     * It ends with [InvalidInputException] for a malformed id.
     *
     * @param id The `id` of the item.
     */
    public fun ack(id: String): CompletableFuture<Boolean> = futures.of { calls.ack(id) }

    /**
     * Negative acknowledgement: the handling of an event failed. The event is retried later, or becomes a dead letter.
     *
     * It ends with [StoreException] if the store failed: the event is retried when its lease ends.
     *
     * It ends with [InvalidInputException] for a malformed id.
     *
     * @param id The `id` of the item.
     * @param reason Why it failed, for logs and dead letters, cut to 1,000 characters. It must not contain secrets.
     */
    public fun nack(id: String, reason: String): CompletableFuture<NackOutcome> = futures.of { calls.nack(id, reason) }

    /**
     * Makes an event a dead letter at once, because no further attempt can succeed. Returns the same as `ack`.
     *
     * It ends with [StoreException] as for `nack`.
     *
     * @param id The `id` of the item.
     * @param reason The reason, as for `nack`.
     */
    public fun giveUp(id: String, reason: String): CompletableFuture<Boolean> = futures.of { calls.giveUp(id, reason) }

    /**
     * Releases an event as if it had not been handed out: for a worker that stops. Returns the same as `ack`.
     *
     * It ends with [StoreException] as for `nack`.
     *
     * @param id The `id` of the item.
     */
    public fun release(id: String): CompletableFuture<Boolean> = futures.of { calls.release(id) }

    /**
     * Extends the lease to its full length from now, for a handler that takes longer. Returns `false` if another worker
     * has the event, or if the attempt has ended.
     *
     * It ends with [StoreException] if the store failed.
     *
     * @param id The `id` of the item.
     */
    public fun extend(id: String): CompletableFuture<Boolean> = futures.of { calls.extend(id) }

    /**
     * The dead letters, the oldest arrival first, up to 100. An empty list means that none are left. Those that cannot
     * be read are left out: encrypted with a lost key, or written by a newer version.
     *
     * It ends with [StoreException] if the store failed.
     *
     * @param after The id of the last dead letter of the previous page. By default the first page.
     */
    @JvmOverloads
    public fun deadLetters(after: String? = null): CompletableFuture<List<DeadLetter>> =
        futures.of { calls.deadLetters(after) }

    /**
     * Queues a dead letter again, for the full number of attempts. Returns whether there was one. If it becomes a dead
     * letter again, that one has another id. It continues when the caller is cancelled. Several retries of one dead
     * letter, by any number of processes and while workers run, have the effect of one.
     *
     * It ends with [StoreException] if the store failed.
     *
     * @param id The `id` of the dead letter.
     */
    public fun retry(id: String): CompletableFuture<Boolean> = futures.of { calls.retry(id) }

    /**
     * Deletes a dead letter. Returns whether there was one.
     *
     * It ends with [StoreException] if the store failed.
     *
     * @param id The `id` of the dead letter.
     */
    public fun discard(id: String): CompletableFuture<Boolean> = futures.of { calls.discard(id) }

    /**
     * The number of events that wait or are being handled, and of dead letters.
     *
     * It ends with [StoreException] if the store failed.
     */
    public fun counts(): CompletableFuture<InboxCounts> = futures.of { calls.counts() }
}
