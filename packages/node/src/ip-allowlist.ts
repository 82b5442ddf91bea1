/** The allowlist of IP addresses for incoming requests. */
import { guard, inLines, native } from './native.js'
import type * as core from './native-types.js'

/**
 * The IP addresses that requests may come from: an additional check beside the identification key, never a replacement.
 *
 * Any client can set `X-Forwarded-For`. It is therefore read from its end, and only as long as the address that added an
 * entry is a trusted proxy; all earlier entries are ignored. `Forwarded` is not read.
 *
 * ```ts
 * const hooks = createHooks({ allowlist: IpAllowlist.platform().trustedProxies(['10.0.0.0/8']) })
 * ```
 *
 * Where hooks do not receive the requests:
 *
 * ```ts
 * // All addresses are allowed, but after 20 requests without the key an address is refused until the next minute.
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
   * @throws {@link ConfigError} if there is none, or one is neither an address nor a network.
   */
  constructor(networks: readonly string[])
  /** @internal */
  constructor(networks: readonly string[] | (() => core.IpAllowlist))
  constructor(networks: readonly string[] | (() => core.IpAllowlist)) {
    this.#native = guard(() => (typeof networks === 'function' ? networks() : new native.IpAllowlist(networks)))
  }

  /** @internal */
  get core(): core.IpAllowlist {
    return this.#native
  }

  /**
   * Allows the addresses that the platform documented for its events in September 2025: `78.111.6.41` to `78.111.6.43`
   * and `31.214.250.128/27` (docs/platform.md#webhook-senders). The platform does not promise that they stay the same,
   * or that start requests come from them too.
   */
  static platform(): IpAllowlist {
    return new IpAllowlist(() => native.IpAllowlist.platform())
  }

  /**
   * Returns an allowlist that also trusts the `X-Forwarded-For` entries of these addresses and networks: your own
   * reverse proxies.
   *
   * The word `unix` stands for a proxy that connects over a Unix socket: then every connection without an IP address is
   * trusted. Add it only if the server listens on nothing but such a socket, which only the proxy can open: some
   * servers also lose the address of a TCP connection that was closed.
   *
   * @throws {@link ConfigError} if one is neither an address, a network nor `unix`.
   */
  trustedProxies(networks: readonly string[]): IpAllowlist {
    return new IpAllowlist(() => this.#native.trustedProxies(networks))
  }

  /**
   * Returns an allowlist that also refuses an address for the rest of a minute after this many of its requests, as
   * reported to `answered`, did not have the key. Without it there is no limit: a key that cannot be guessed needs
   * none.
   *
   * An address from which a request with the key has come is never refused, so neither an attacker nor a key that was
   * wrong for a while can shut out the platform. Set your proxies nevertheless: all requests through a proxy that is
   * not trusted have one address, and until the first request of the platform gets through, others can use up its
   * limit. IPv6 addresses are counted by their first 64 bits. Each process has its own counts; allowlists that are made
   * of this one share them.
   *
   * @throws {@link ConfigError} if `perMinute` is 0, which would refuse every address.
   */
  limitFailures(perMinute: number): IpAllowlist {
    return new IpAllowlist(() => this.#native.limitFailures(perMinute))
  }

  /**
   * Reports the status of the response to a request, for `limitFailures`: 401 is a failure, 200 to 299 prove that the
   * request had the key. So report only requests that needed the key.
   *
   * @param source The address that `check` returned.
   * @param status The status of the response.
   * @throws {@link InvalidInput} if `source` is a text that is no IP address.
   */
  answered(source: string, status: number): void {
    guard(() => this.#native.answered(source, status))
  }

  /**
   * Checks the source of a request, and returns its address.
   *
   * @param peer The IP address of the other end of the connection. `undefined` if it has none, as behind a Unix socket.
   * @param headers The headers of the request, unchanged. A flat list, as `request.rawHeaders`: name, value, name,
   *   value.
   * @throws {@link WebhookRejected} with 403 if the address is not allowed or cannot be determined; with 401, equal to
   *   that of a wrong key, if it has failed too often: an attacker who guesses keys does not learn that the guess was
   *   not compared.
   * @throws {@link InvalidInput} if `peer` is a text that is no IP address.
   */
  check(peer: string | undefined, headers: readonly string[]): string {
    return guard(() => this.#native.check(peer, inLines(headers)))
  }
}
