/**
 * Remembers which events were seen. Bring your own where several processes share the work, or where a restart must not
 * forget: one conditional insert is all it takes.
 *
 * An event whose handler runs is remembered as being handled, for 300 s at most: a repetition is answered with 503 until it has
 * ended, and an event whose process died is handled when it comes again after that. A handler that takes longer belongs into
 * an `inbox`.
 */
export interface Dedupe {
    /**
     * Remembers a key for so many seconds, without them for as long as possible. Returns whether it is new: of all that ask
     * at once, exactly one gets `true`.
     */
    remember(key: string, windowSeconds: number | undefined): boolean | Promise<boolean>;
    /** Forgets a key, because its event could not be handled and must be, when it comes again. */
    forget(key: string): void | Promise<void>;
}
/** Remembers in the memory of this process which events were seen. When it is full, it forgets the oldest. */
export declare class MemoryDedupe implements Dedupe {
    #private;
    /** @param capacity how many events it remembers: 100,000 by default. */
    constructor(capacity?: number);
    /** Remembers a key for so many seconds, without them for as long as there is room. Returns whether it is new. */
    remember(key: string, windowSeconds?: number): boolean;
    /** Forgets a key, because its event could not be handled and must be, when it comes again. */
    forget(key: string): void;
}
