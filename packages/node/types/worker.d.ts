import type { Inbox } from './inbox.js';
import type { InboxItem, WorkerOptions } from './model.js';
import { type Logger } from './observe.js';
/** Thrown by a handler of a worker for an event that no attempt can handle. Its message is stored, so it must not hold secrets. */
export declare class NoFurtherAttempt extends Error {
}
/** Passes the events of an inbox to a function, from now on until {@link stop}. */
export declare class InboxWorker {
    #private;
    /** Resolves when all handlers have ended or are no longer waited for. If the client was closed before, it then rejects. */
    readonly ended: Promise<void>;
    /** Whether all handlers have ended. */
    hasEnded: boolean;
    constructor(inbox: Inbox, options: WorkerOptions, logger: Pick<Logger, 'warn' | 'error'>, handle: (item: InboxItem) => unknown);
    /** Keeps the process alive until the end. */
    hold(): void;
    /** Takes no further events. */
    stop(): void;
}
