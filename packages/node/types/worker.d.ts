/** Handles the events of an inbox. */
import type { Inbox } from './inbox.js';
import type { InboxItem, WorkerOptions } from './model.js';
import { type Logger } from './observe.js';
/** Thrown by a handler of a worker for an event that no attempt can handle. Its message is stored, so it must not hold secrets. */
export declare class NoFurtherAttempt extends Error {
}
/** Passes the events of an inbox to a function. */
export declare class InboxWorker {
    #private;
    constructor(inbox: Inbox, options: WorkerOptions, logger: Pick<Logger, 'warn' | 'error'>, handle: (item: InboxItem) => unknown);
    /** Handles events until the signal, and then waits for those that are being handled. */
    run(signal: AbortSignal | undefined, keepAlive: boolean): Promise<void>;
}
