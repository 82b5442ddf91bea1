/** Grants kept fresh without traffic. */
import type { KeeperReport } from './model.js';
/** How a keeper works. */
export interface KeeperOptions {
    /** Ends it: the loop over its reports ends with the reason of the signal. */
    signal?: AbortSignal | undefined;
    /**
     * How often the store is looked through for grants that other processes have stored or changed, in milliseconds: 60,000
     * by default. Grants of logins in this process are known at once.
     */
    intervalMs?: number | undefined;
    /** Whether it keeps the process alive. On by default: a process that does nothing else goes on. */
    keepAlive?: boolean | undefined;
}
/**
 * Refreshes every stored grant before its access token ends, whether the app makes calls or not, renews the event
 * subscriptions at once, and reports what the app should know. `platform.keeper()` makes one.
 *
 * ```ts
 * for await (const report of platform.keeper({ signal })) {
 *   if (report.type === 'reauth_required') await askToLogInAgain(report.user)
 *   if (report.type === 'gap') await readWhatChanged(report.user, report.gap)
 * }
 * ```
 *
 * It works while a report is awaited. Run it beside the app, or once for all processes with `open-platform keeper`: any
 * number may share a store, and one of them refreshes each grant. Trouble is a report; only a client that was closed ends
 * the loop with a {@link ConfigError}. A loop that is left loses nothing: refreshes under way go on, and a report that was
 * not handled, because the next one was not asked for, may come again.
 *
 * What a keeper has met itself it reports at once. What it finds in the store, such as the end of a grant that a call has
 * met, also one of this process, it reports one to two minutes later, unless another keeper has by then.
 */
export declare class Keeper implements AsyncIterable<KeeperReport> {
    #private;
    /** Works until there is something to report. What was reported before counts as handled. */
    next(): Promise<KeeperReport>;
    /** `for await (const report of keeper)`: the reports, until the signal or the end of the client. */
    [Symbol.asyncIterator](): AsyncGenerator<KeeperReport, never, void>;
}
