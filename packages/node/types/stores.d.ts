/** A stored record. */
export interface StoredRecord {
    /** Its name, within the records of its kind. */
    key: string;
    /** Changes with every write: 1 for a new record, then one more each time. */
    version: number;
    /** The content, sealed with `storeKeys` before the store gets it. */
    value: Uint8Array;
}
/**
 * A store of your own: a handful of versioned records with compare-and-swap, in a database that is there already.
 *
 * Every method must be atomic and, once it returned, durable for as long as the store promises: all processes that share
 * the grants share the store. It may wait, throw, and call the client again. What it throws arrives at the caller as a
 * {@link StoreError}, with its message, which must not hold what is stored, and as its `cause`; so does a store that takes longer than 5
 * seconds. Whether it does all that can be tested: `storeConformance` of `open-platform/testing`.
 *
 * ```ts
 * new OpenPlatform({ store: new MyStore(database), storeKeys: [process.env.STORE_KEY] })
 * ```
 */
export interface RecordStore {
    /** The record of this kind and key, or nothing. Kinds are short words, keys any text. */
    get(kind: string, key: string): Awaitable<Pick<StoredRecord, 'version' | 'value'> | undefined | null>;
    /**
     * Writes a record if its version is still `expected`, and returns whether it did; without `expected`, only if there is no
     * such record. The new version is `expected + 1`, or 1. Of all that try at once, exactly one gets `true`.
     */
    put(kind: string, key: string, expected: number | undefined, value: Uint8Array): Awaitable<boolean>;
    /** Deletes a record if its version is still `expected`, and returns whether it did. */
    delete(kind: string, key: string, expected: number): Awaitable<boolean>;
    /** The records of this kind whose key begins with `prefix`, in the order of their keys by code points. */
    list(kind: string, prefix: string): Awaitable<StoredRecord[]>;
}
type Awaitable<T> = T | Promise<T>;
export {};
