/** The inbox: events that are stored until they are handled. */
import { StoredEvents } from './api/stored-events.js';
import type { Acceptance, InboxItem, InboxOptions, Reply } from './model.js';
import { type RecordStore } from './stores.js';
import type { Accepted } from './webhooks.js';
/**
 * Events in the store of a client that wait until they are handled. An event is stored before it is acknowledged, leased to
 * one worker, in any number of processes, and tried again after a failure. `platform.inbox()` creates one.
 *
 * ```ts
 * const hooks = createHooks({ platform, inbox: {} })
 * await hooks.run()   // calls the handlers
 * ```
 *
 * Without hooks, call {@link receive} in the web server, and {@link next}, then {@link ack} or {@link nack}, in a worker. An
 * event is handled exactly once as long as nothing fails, and at least once in all other cases: if a worker ends after its
 * work and before `ack`, the event is handled again. A dead letter, a lost lease and a result that came too late are warnings of the
 * process, named `OpenPlatformWarning`, with the type and the dedupe key of the event; hooks log them to their logger.
 */
export declare class Inbox extends StoredEvents {
    #private;
    /**
     * An inbox in another store than the client's: its address, such as `sqlite:///var/lib/app/events.db`, or a custom store.
     *
     * @param storeKeys the encryption keys, as {@link Settings.storeKeys}; `['unencrypted']` for no encryption.
     * @throws {@link ConfigError} for an invalid address or key, or an option out of range.
     */
    static open(store: string | RecordStore, storeKeys: readonly string[], options?: InboxOptions): Inbox;
    /**
     * Receives an event whose head was accepted, and returns the response to send: 200 if it is stored now or was stored
     * before; 503 with `Retry-After` if it cannot be stored within a second; the status of the rejection for a body that is no
     * event.
     *
     * @throws {@link ConfigError} if the client is closed; no other errors.
     */
    receive(accepted: Accepted, body: Uint8Array | string): Promise<Reply>;
    /**
     * Stores an event whose head was accepted, and returns whether it is `new` or a `duplicate`. Acknowledge both.
     *
     * @throws {@link WebhookRejected} for a body that is no event; {@link StoreError} if it cannot be stored within 0.9
     * seconds: then respond with 503.
     */
    accept(accepted: Accepted, body: Uint8Array | string): Promise<Acceptance>;
    /**
     * Waits for the next event and leases it: the oldest that is due. Any number of workers may wait. The lease ends at
     * `leasedUntil`: unless the worker calls `ack`, `nack`, {@link keep} or {@link extend} by then, another worker gets the
     * event.
     *
     * @param options `keepAlive`: whether waiting keeps the process alive. On by default.
     * @throws {@link StoreError} if the store has failed for 5 seconds. Call it again.
     */
    next(options?: {
        signal?: AbortSignal | undefined;
        keepAlive?: boolean | undefined;
    }): Promise<InboxItem>;
    /**
     * Extends the lease of an event periodically until {@link Lease.end}, which is to be called after `ack` or `nack`. It also
     * ends when the handling of the event was completed, or when another worker has the event.
     *
     * @param item the `id` of the {@link InboxItem}.
     */
    keep(item: string): Lease;
}
/** Extends the lease of an event while it is handled. {@link Inbox.keep} creates one. */
export declare class Lease {
    #private;
    /** Stops extending the lease. */
    end(): void;
    /** `using lease = inbox.keep(item.id)` ends it at the end of the block. */
    [Symbol.dispose](): void;
}
