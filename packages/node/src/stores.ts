/** Custom stores. */
import { invalidInput, keepThrown } from './error-reports.js'
import { guard, native } from './native.js'
import type * as core from './native-types.js'
import { classOf } from './observe.js'

/** A stored record. */
export interface StoredRecord {
  /** Its key, unique within its kind. */
  key: string
  /** Changes with every write: 1 for a new record, then one more each time. */
  version: number
  /** The content, encrypted with `storeKeys`. */
  value: Uint8Array
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
  get(kind: string, key: string): Awaitable<Pick<StoredRecord, 'version' | 'value'> | undefined | null>
  /**
   * Writes a record if its version is still `expected`, and returns whether it did; without `expected`, only if there is no
   * such record. The new version is `expected + 1`, or 1. Of several concurrent calls exactly one returns `true`.
   */
  put(kind: string, key: string, expected: number | undefined, value: Uint8Array): Awaitable<boolean>
  /** Deletes a record if its version is still `expected`, and returns whether it did. */
  delete(kind: string, key: string, expected: number): Awaitable<boolean>
  /**
   * The first `limit` records of this kind whose key begins with `prefix` and, with `after`, is greater than that. Keys are
   * compared by code points, which is the order of their bytes in UTF-8; `<` and `sort()` compare UTF-16 instead. `limit` is 1
   * to 1,000. Fewer records mean that there are no more.
   */
  scan(kind: string, prefix: string, after: string | undefined, limit: number): Awaitable<readonly StoredRecord[]>
  /**
   * The current time of the store, if all processes that use it share one, such as the time of its server. Without this method
   * or without a result, each process measures by its own clock which of them refreshes a grant.
   */
  now?(): Awaitable<Date | undefined | null>
}

type Awaitable<T> = T | Promise<T>

/**
 * Wraps a custom store for the core.
 *
 * @internal
 */
export function ownStore(field: string, store: RecordStore): core.JsStore {
  const has = (name: keyof RecordStore) => typeof store?.[name] === 'function'
  const isComplete = has('get') && has('put') && has('delete') && has('scan')
  if (!isComplete) throw invalidInput(field, 'must be the address of a store, or have the methods get, put, delete and scan')
  return guard(() => new native.JsStore((request) => void respond(store, request), has('now')))
}

/** Performs an operation of the core on the store. It reports a result in every case, because the core waits for it. */
async function respond(store: RecordStore, request: core.StoreRequest): Promise<void> {
  const { id } = request
  let found: Partial<core.StoreResponse>
  try {
    found = await perform(store, request)
  } catch (error) {
    const failure = `the store failed with ${classOf(error)}`
    native.answerForStore(id, { records: [], done: false, failure, thrown: keepThrown(error) })
    return
  }
  try {
    native.answerForStore(id, { records: [], done: false, ...found })
  } catch (error) {
    // The result of the store has the wrong type, and the text is that of the native library.
    native.answerForStore(id, { records: [], done: false, failure: (error as Error).message })
  }
}

async function perform(store: RecordStore, request: core.StoreRequest): Promise<Partial<core.StoreResponse>> {
  const { operation, kind, key, after, limit, expected, value } = request
  switch (operation) {
    case 'get': {
      const found = await store.get(kind, key)
      return { records: found ? [{ key, version: found.version, value: found.value }] : [] }
    }
    case 'put':
      return { done: await store.put(kind, key, expected, value!) }
    case 'delete':
      return { done: await store.delete(kind, key, expected!) }
    case 'now': {
      const now = await store.now?.()
      return now == null ? {} : { now }
    }
    default:
      return { records: (await store.scan(kind, key, after, limit)) as StoredRecord[] }
  }
}
