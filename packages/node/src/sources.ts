/** Where requests may come from. */
import { guard, inLines, native } from './native.js'
import type * as core from './native-types.js'

/**
 * Where requests may come from: a check beside the identification key, never in its place.
 *
 * `X-Forwarded-For` can be written by anyone. It is read from its end, and only for as long as the address that added an
 * entry is a trusted proxy; everything before that is ignored. `Forwarded` is not read.
 *
 * ```ts
 * const sources = Sources.platform().trustedProxies(['10.0.0.0/8'])
 * const address = sources.check(request.socket.remoteAddress, request.rawHeaders)
 * ```
 */
export class Sources {
  readonly #native: core.Sources

  /**
   * Allows these addresses and networks, such as `78.111.6.41` or `31.214.250.128/27`.
   *
   * @throws {@link ConfigError} if there is none, or one is not an address or a network.
   */
  constructor(networks: string[])
  /** @internal */
  constructor(networks: string[] | (() => core.Sources))
  constructor(networks: string[] | (() => core.Sources)) {
    this.#native = guard(() => (typeof networks === 'function' ? networks() : new native.Sources(networks)))
  }

  /**
   * Allows the addresses that the platform documented for its events in September 2025: `78.111.6.41` to `78.111.6.43` and
   * `31.214.250.128/27` (facts part 1.7.5). It promises neither that they stay nor that start requests come from them as
   * well.
   */
  static platform(): Sources {
    return new Sources(() => native.Sources.platform())
  }

  /**
   * The same sources, which also trust what your own reverse proxies, these addresses and networks, write into
   * `X-Forwarded-For`.
   *
   * @throws {@link ConfigError} if one is not an address or a network.
   */
  trustedProxies(networks: string[]): Sources {
    return new Sources(() => this.#native.trustedProxies(networks))
  }

  /**
   * Checks where a request came from, and returns the address that counts. `peer` is the address of the other end of the
   * connection, as in `socket.remoteAddress`; the headers are flat, as in `request.rawHeaders`.
   *
   * @throws {@link WebhookRejected} with 403 if the address is not allowed or cannot be found out; {@link InvalidInput} if
   * `peer` is no IP address, as after the end of the connection.
   */
  check(peer: string | undefined, headers: string[]): string {
    return guard(() => this.#native.check(peer as string, inLines(headers)))
  }
}
