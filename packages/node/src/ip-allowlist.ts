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
 * // From anywhere, but after 20 requests without the key in a minute an address has to wait for the next one.
 * const allowlist = new IpAllowlist(['0.0.0.0/0', '::/0']).trustedProxies(['10.0.0.0/8']).limitFailures(20)
 *
 * const address = allowlist.check(request.socket.remoteAddress, request.rawHeaders)
 * response.on('finish', () => allowlist.answered(address, response.statusCode))
 * ```
 */
export class IpAllowlist {
  readonly #native: core.IpAllowlist

  /**
   * Allows these addresses and networks, such as `78.111.6.41` or `31.214.250.128/27`.
   *
   * @throws {@link ConfigError} if there is none, or one is not an address or a network.
   */
  constructor(networks: string[])
  /** @internal */
  constructor(networks: string[] | (() => core.IpAllowlist))
  constructor(networks: string[] | (() => core.IpAllowlist)) {
    this.#native = guard(() => (typeof networks === 'function' ? networks() : new native.IpAllowlist(networks)))
  }

  /**
   * Allows the addresses that the platform documented for its events in September 2025: `78.111.6.41` to `78.111.6.43` and
   * `31.214.250.128/27` (docs/platform.md#webhook-senders). It promises neither that they stay nor that start requests
   * come from them as well.
   */
  static platform(): IpAllowlist {
    return new IpAllowlist(() => native.IpAllowlist.platform())
  }

  /**
   * The same allowlist, which also trusts what your own reverse proxies, these addresses and networks, write into
   * `X-Forwarded-For`.
   *
   * @throws {@link ConfigError} if one is not an address or a network.
   */
  trustedProxies(networks: string[]): IpAllowlist {
    return new IpAllowlist(() => this.#native.trustedProxies(networks))
  }

  /**
   * The same allowlist, which refuses an address for the rest of a minute after so many requests without the key.
   *
   * Those that were told to {@link answered} count. An address from which a request with the key has come is never
   * refused, so no stranger can shut out the platform there, and neither can a key that was wrong for a while. Name your
   * proxies all the same: all that come through a proxy that is not trusted have one address, and until a request of the
   * platform gets through, strangers can use up its limit. IPv6 addresses count by their first 64 bits. Each process counts
   * for itself; what is made from this allowlist shares the counts.
   *
   * @throws {@link ConfigError} for 0, with which nobody could begin.
   */
  limitFailures(perMinute: number): IpAllowlist {
    return new IpAllowlist(() => this.#native.limitFailures(perMinute))
  }

  /**
   * Tells what a request was answered with, for {@link limitFailures}: 401 is a failure, 200 to 299 a proof that it had the
   * key. So tell it only of requests that needed the key. `source` is the address that {@link check} returned.
   *
   * @throws {@link InvalidInput} if `source` is no IP address.
   */
  answered(source: string, status: number): void {
    guard(() => this.#native.answered(source, status))
  }

  /**
   * Checks where a request came from, and returns the address that counts. `peer` is the address of the other end of the
   * connection, as in `socket.remoteAddress`; the headers are flat, as in `request.rawHeaders`.
   *
   * @throws {@link WebhookRejected} with 403 if the address is not allowed or cannot be found out, and with 401, in the shape
   * of every other, if it has failed too often; {@link InvalidInput} if `peer` is no IP address, as after the end of the
   * connection.
   */
  check(peer: string | undefined, headers: string[]): string {
    return guard(() => this.#native.check(peer as string, inLines(headers)))
  }
}
