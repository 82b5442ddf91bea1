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
export declare class IpAllowlist {
    #private;
    /**
     * Allows these addresses and networks, such as `78.111.6.41` or `31.214.250.128/27`.
     *
     * @throws {@link ConfigError} if the list is empty, or an item is not an address or a network.
     */
    constructor(networks: readonly string[]);
    /**
     * Allows the addresses that the platform documented for its events in September 2025: `78.111.6.41` to `78.111.6.43` and
     * `31.214.250.128/27` (docs/platform.md#webhook-senders). The platform promises neither that they stay the same nor that
     * start requests come from them as well.
     */
    static platform(): IpAllowlist;
    /**
     * A copy of the allowlist that also trusts the entries of your reverse proxies, with these addresses and networks, in
     * `X-Forwarded-For`. The word `unix` stands for a proxy that connects over a Unix socket: then every connection without an IP
     * address is trusted. Add it only if the server listens on nothing but such a socket, which only the proxy can open: Node also
     * loses the address of a TCP connection that was closed.
     *
     * @throws {@link ConfigError} if an item is not an address, a network or `unix`.
     */
    trustedProxies(networks: readonly string[]): IpAllowlist;
    /**
     * A copy of the allowlist that refuses an address for the rest of a minute after `perMinute` requests without the key.
     *
     * The requests that were reported to {@link answered} count. An address that has once sent a request with the key is
     * never refused, so that neither an attacker nor a temporarily wrong key can lock out the platform. Configure your
     * proxies nevertheless: all requests through an untrusted proxy have one address, and until the first request of the
     * platform succeeds, attackers can use up the limit of that address. IPv6 addresses are counted by their first 64 bits.
     * Each process counts separately; allowlists that are derived from this one share its counters.
     *
     * @throws {@link ConfigError} for 0, which would refuse every request.
     */
    limitFailures(perMinute: number): IpAllowlist;
    /**
     * Reports the status of a response, for {@link limitFailures}: 401 is a failure, 200 to 299 a proof that the request had
     * the key. So report only requests that needed the key. `source` is the address that {@link check} returned.
     *
     * @throws {@link InvalidInput} if `source` is no IP address.
     */
    answered(source: string, status: number): void;
    /**
     * Checks the address of a request, and returns the address of the client. `peer` is the address of the other end of the
     * connection, as in `socket.remoteAddress`, and `undefined` behind a Unix socket or after the end of the connection; the headers
     * are flat, as in `request.rawHeaders`.
     *
     * @throws {@link WebhookRejected} with 403 if the address is not allowed or cannot be determined, and with 401, the same
     * as for a wrong key, if it has failed too often; {@link InvalidInput} if `peer` is a text that is no IP address.
     */
    check(peer: string | undefined, headers: readonly string[]): string;
}
