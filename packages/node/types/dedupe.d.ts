/**
 * Remembers which events were handled. Implement it if several processes handle events, or if a restart must not forget
 * them; one conditional insert is enough.
 *
 * An event whose handler runs is marked as being handled: a repetition is answered with 503 until the handler has ended, for
 * at most five minutes. If the process crashes, the event is handled when it arrives again at least five and a half minutes
 * after that. Use an `inbox` for handlers that take longer.
 *
 * A call that takes longer than 0.6 seconds has failed, and a failure before the handler is answered with 503.
 */
export interface Dedupe {
    /**
     * Stores a key for `windowSeconds` (`undefined`: as long as possible). Returns whether it is new: of several concurrent
     * calls exactly one returns `true`.
     */
    remember(key: string, windowSeconds: number | undefined): boolean | Promise<boolean>;
    /** Deletes a key: its event could not be handled, and must be handled when it arrives again. */
    forget(key: string): void | Promise<void>;
}
/** Remembers in the memory of this process which events were handled. When it is full, it forgets the oldest. */
export declare class MemoryDedupe implements Dedupe {
    #private;
    /** @param capacity how many events it remembers: 100,000 by default. */
    constructor(capacity?: number);
    /** Stores a key for `windowSeconds`; without it as long as there is room. Returns whether it is new. */
    remember(key: string, windowSeconds?: number): boolean;
    /** Deletes a key: its event could not be handled, and must be handled when it arrives again. */
    forget(key: string): void;
}
