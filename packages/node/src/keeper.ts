/** The keeper: refreshes stored grants in time even while no calls are made. */
import type { KeeperReport } from './model.js'
import { call } from './native.js'
import type * as core from './native-types.js'

/** The options of a keeper. */
export interface KeeperOptions {
  /** Stops the keeper: the iteration over its reports throws the reason of the signal. */
  signal?: AbortSignal | undefined
  /**
   * How often the store is scanned for grants that other processes have stored or changed, in milliseconds: 60,000 by
   * default. Grants of logins in this process are known at once.
   */
  intervalMs?: number | undefined
  /** Whether it keeps the process alive. On by default. */
  keepAlive?: boolean | undefined
}

/**
 * Refreshes every stored grant before its access token expires, even if the app makes no calls, renews the event
 * subscriptions at once, and reports what the app should know. `platform.keeper()` creates one.
 *
 * ```ts
 * for await (const report of platform.keeper({ signal })) {
 *   if (report.type === 'reauth_required') await askToLogInAgain(report.user)
 *   if (report.type === 'gap') await readWhatChanged(report.user, report.gap)
 * }
 * ```
 *
 * It works while a report is awaited. Run it beside the app, or once for all processes with `open-platform keeper`: any
 * number of keepers may share a store, and each grant is refreshed by one of them. Failures are reports; the iteration
 * throws only after the client was closed, a {@link ConfigError}. When the iteration is left, refreshes in progress
 * continue. A report counts as handled when the next one is requested; until then it may be reported again.
 *
 * A keeper reports at once what it observed itself. What it finds in the store, such as the end of a grant that a call
 * detected (also a call of this process), it reports one to two minutes later, unless another keeper reported it first.
 */
export class Keeper implements AsyncIterable<KeeperReport> {
  readonly #native: core.Keeper
  readonly #signal: AbortSignal | undefined
  readonly #keepAlive: boolean

  /** @internal */
  constructor(native: core.Keeper, { signal, keepAlive = true }: KeeperOptions) {
    this.#native = native
    this.#signal = signal
    this.#keepAlive = keepAlive
  }

  /** Works until there is something to report. The previous report then counts as handled. */
  next(): Promise<KeeperReport> {
    return call({ signal: this.#signal }, (id) => this.#native.next(id, this.#keepAlive))
  }

  /** `for await (const report of keeper)`: the reports, until the signal or the end of the client. */
  async *[Symbol.asyncIterator](): AsyncGenerator<KeeperReport, never, void> {
    for (;;) yield await this.next()
  }
}
