import type { InboxItem } from './model.js';
import type * as core from './native-types.js';
import { type Logger } from './observe.js';
/** Passes the events of an inbox to a function, from now on until {@link stop}, and keeps the process alive with it. */
export declare class InboxWorker {
    #private;
    /** Resolves when all handlers have ended or are no longer waited for. If the client was closed before, it then rejects. */
    readonly ended: Promise<void>;
    /** Whether all handlers have ended. */
    hasEnded: boolean;
    constructor(workers: core.Workers, logger: Pick<Logger, 'warn' | 'error'>, handle: (item: InboxItem) => unknown);
    /** Takes no further events. */
    stop(): void;
}
