import type { DeadLetter, InboxCounts, InboxItem, NackOutcome } from '../model.js';
/**
 * Events that wait or are being handled, and dead letters.
 *
 * The base class of `Inbox`.
 */
export declare abstract class StoredEvents {
    #private;
    /**
     * The next event, or `undefined` if none is due now. For tests, and for workers that run periodically.
     *
     * @throws {@link StoreError} if the store failed.
     */
    tryNext(): Promise<InboxItem | undefined>;
    /**
     * Acknowledges an event: it was handled. It is deleted, and repetitions of it are still recognized. Returns `false`
     * if the lease had ended and another worker has the event, or if the event had ended before.
     *
     * @param id The `id` of the item.
     * @throws {@link StoreError} if the store failed: the event will be handled again.
     * @throws {@link InvalidInput} for a malformed id.
     */
    ack(id: string): Promise<boolean>;
    /**
     * Negative acknowledgement: the handling of an event failed. The event is retried later, or becomes a dead letter.
     *
     * @param id The `id` of the item.
     * @param reason Why it failed, for logs and dead letters, cut to 1,000 characters. It must not contain secrets.
     * @throws {@link StoreError} if the store failed: the event is retried when its lease ends.
     * @throws {@link InvalidInput} for a malformed id.
     */
    nack(id: string, reason: string): Promise<NackOutcome>;
    /**
     * Makes an event a dead letter at once, because no further attempt can succeed. Returns the same as `ack`.
     *
     * @param id The `id` of the item.
     * @param reason The reason, as for `nack`.
     * @throws {@link StoreError} as for `nack`.
     */
    giveUp(id: string, reason: string): Promise<boolean>;
    /**
     * Releases an event as if it had not been handed out: for a worker that stops. Returns the same as `ack`.
     *
     * @param id The `id` of the item.
     * @throws {@link StoreError} as for `nack`.
     */
    release(id: string): Promise<boolean>;
    /**
     * Extends the lease to its full length from now, for a handler that takes longer. Returns `false` if another worker
     * has the event, or if the attempt has ended.
     *
     * @param id The `id` of the item.
     * @throws {@link StoreError} if the store failed.
     */
    extend(id: string): Promise<boolean>;
    /**
     * The dead letters, the oldest arrival first, up to 100. An empty list means that none are left. Those that cannot be
     * read are left out: encrypted with a lost key, or written by a newer version.
     *
     * @param after The id of the last dead letter of the previous page. By default the first page.
     * @throws {@link StoreError} if the store failed.
     */
    deadLetters(after?: string): Promise<DeadLetter[]>;
    /**
     * Queues a dead letter again, for the full number of attempts. Returns whether there was one. If it becomes a dead
     * letter again, that one has another id. It continues when the caller is cancelled. Several retries of one dead
     * letter, by any number of processes and while workers run, have the effect of one.
     *
     * @param id The `id` of the dead letter.
     * @throws {@link StoreError} if the store failed.
     */
    retry(id: string): Promise<boolean>;
    /**
     * Deletes a dead letter. Returns whether there was one.
     *
     * @param id The `id` of the dead letter.
     * @throws {@link StoreError} if the store failed.
     */
    discard(id: string): Promise<boolean>;
    /**
     * The number of events that wait or are being handled, and of dead letters.
     *
     * @throws {@link StoreError} if the store failed.
     */
    counts(): Promise<InboxCounts>;
}
