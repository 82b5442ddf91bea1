/** A stored record. */
export interface StoredRecord {
    /** Its key, unique within its kind. */
    key: string;
    /** Changes with every write: 1 for a new record, then one more each time. */
    version: number;
    /** The content, encrypted with `storeKeys`. */
    value: Uint8Array;
}
/**
 * A store of your own: small versioned records with compare-and-swap, in a database that the package does not support.
 *
 * Every method must be atomic, and its effect durable when it returns: all processes that share the grants share the store.
 * It may be asynchronous, throw, and use the client. A thrown error reaches the caller as a {@link StoreError} that
 * names its class, with the error as its `cause`. A method that takes longer than 5 seconds counts as failed. Test a
 * store with `storeConformance` of `open-platform/testing`.
 *
 * ```ts
 * new OpenPlatform({ store: new MyStore(database), storeKeys: [process.env['STORE_KEY']!] })
 * ```
 */
export interface RecordStore {
    /** The record of this kind and key, or `undefined`. Kinds are short words, keys any text. */
    get(kind: string, key: string): Awaitable<Pick<StoredRecord, 'version' | 'value'> | undefined | null>;
    /**
     * Writes a record if its version is still `expected`, and returns whether it did; without `expected`, only if there is no
     * such record. The new version is `expected + 1`, or 1. Of several concurrent calls exactly one returns `true`.
     */
    put(kind: string, key: string, expected: number | undefined, value: Uint8Array): Awaitable<boolean>;
    /** Deletes a record if its version is still `expected`, and returns whether it did. */
    delete(kind: string, key: string, expected: number): Awaitable<boolean>;
    /**
     * The first `limit` records of this kind whose key begins with `prefix` and, with `after`, is greater than that. Keys are
     * compared by code points, which is the order of their bytes in UTF-8; `<` and `sort()` compare UTF-16 instead. `limit` is 1
     * to 1,000. Fewer records mean that there are no more.
     */
    scan(kind: string, prefix: string, after: string | undefined, limit: number): Awaitable<readonly StoredRecord[]>;
    /**
     * The current time of the store, if all processes that use it share one, such as the time of its server. Without this method
     * or without a result, each process measures by its own clock which of them refreshes a grant.
     */
    now?(): Awaitable<Date | undefined | null>;
}
type Awaitable<T> = T | Promise<T>;
export {};
