import type { Inbox } from './inbox.js';
import type { InboxItem } from './model.js';
import { type Logger } from './observe.js';
/** Thrown by a handler of a worker for an event that no attempt can handle. Its message is stored, so it must not hold secrets. */
export declare class NoFurtherAttempt extends Error {
}
/** Takes events from an inbox, and passes them to a function: up to `concurrency` at the same time, 4 by default. */
export declare class InboxWorker {
    #private;
    constructor(inbox: Inbox, concurrency: number | undefined, logger: Pick<Logger, 'warn' | 'error'>, handle: (item: InboxItem) => unknown);
    /** Handles events until the signal, and then waits for those that are being handled. */
    run(signal: AbortSignal | undefined, keepAlive: boolean): Promise<void>;
}
