//! The IP addresses that requests may come from: an optional check in addition to the key, not a replacement.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use open_platform_macros::methods;

use super::headers::Headers;
use super::limit::FailureLimit;
use super::reply::Rejection;
use crate::clock::{Clock, SystemClock};
use crate::error::{Error, Result};

/// In the list of trusted proxies: one that connects over a Unix socket.
const UNIX_SOCKET: &str = "unix";

const UNKNOWN: &str = "the address of the peer, which is compared with the allowlist, is unknown: behind a Unix socket, `unix` is a trusted proxy";

/// The addresses that may send requests, and the trusted proxies that report addresses.
///
/// Anybody can write `X-Forwarded-For`. It is read from its end, and only as long as the address that added an entry is a
/// trusted proxy. Everything before that is ignored. `Forwarded` is not read.
///
/// ```
/// # use open_platform::webhook::{Reply, IpAllowlist, Webhooks};
/// # fn receive(webhooks: &Webhooks, peer: std::net::IpAddr, headers: &http::HeaderMap, body: &[u8]) -> open_platform::Result<Reply> {
/// // All addresses are allowed, but after 20 requests without the key in a minute an address is refused until the next minute.
/// let allowlist = IpAllowlist::new(["0.0.0.0/0", "::/0"])?.trusted_proxies(["10.0.0.0/8"])?.limit_failures(20)?;
///
/// let address = match allowlist.check(peer, headers) {
///     Ok(address) => address,
///     Err(rejection) => return Ok(rejection.reply()),
/// };
/// let reply = match webhooks.event("POST", headers, body) {
///     Ok(_delivery) => Reply::ok(),
///     Err(rejection) => rejection.reply(),
/// };
/// allowlist.answered(address, reply.status);
/// # Ok(reply)
/// # }
/// ```
#[derive(Clone)]
#[must_use]
pub struct IpAllowlist {
    allowed: Vec<Network>,
    proxies: Vec<Network>,
    /// Whether a connection without an IP address comes from a proxy.
    trusts_unknown: bool,
    limit: Option<Arc<FailureLimit>>,
    clock: Arc<dyn Clock>,
}

/// The addresses that may send requests.
#[methods]
impl IpAllowlist {
    /// Allows these addresses and networks, such as `78.111.6.41` or `31.214.250.128/27`.
    ///
    /// # Errors
    /// - [`Error::Config`] if there is none, or one is neither an address nor a network.
    #[method]
    pub fn new<S: AsRef<str>>(networks: impl IntoIterator<Item = S>) -> Result<Self> {
        let allowed = parse_all("networks", networks)?;
        if allowed.is_empty() {
            return Err(Error::config("networks", "there is no address, so every request would be refused"));
        }
        Ok(Self::of(allowed))
    }

    fn of(allowed: Vec<Network>) -> Self {
        Self { allowed, proxies: Vec::new(), trusts_unknown: false, limit: None, clock: Arc::new(SystemClock) }
    }

    /// Allows the addresses that the platform documented for its events in September 2025: `78.111.6.41` to `78.111.6.43` and
    /// `31.214.250.128/27` (docs/platform.md#webhook-senders). The platform does not promise that they stay the same, or that
    /// start requests come from them too.
    #[method]
    pub fn platform() -> Self {
        let network = |a, b, c, d, prefix| Network { address: Ipv4Addr::new(a, b, c, d).into(), prefix };
        let allowed = vec![
            network(78, 111, 6, 41, 32),
            network(78, 111, 6, 42, 32),
            network(78, 111, 6, 43, 32),
            network(31, 214, 250, 128, 27),
        ];
        Self::of(allowed)
    }

    /// Returns an allowlist that also trusts the `X-Forwarded-For` entries of these addresses and networks: your own reverse proxies.
    ///
    /// The word `unix` stands for a proxy that connects over a Unix socket: then every connection without an IP address is trusted.
    /// Add it only if the server listens on nothing but such a socket, which only the proxy can open: some servers also lose the address
    /// of a TCP connection that was closed.
    ///
    /// # Errors
    /// - [`Error::Config`] if one is neither an address, a network nor `unix`.
    #[method]
    pub fn trusted_proxies<S: AsRef<str>>(mut self, networks: impl IntoIterator<Item = S>) -> Result<Self> {
        let (sockets, networks): (Vec<_>, Vec<_>) =
            networks.into_iter().partition(|text| text.as_ref().trim() == UNIX_SOCKET);
        self.proxies = parse_all("trusted_proxies", networks)?;
        self.trusts_unknown = !sockets.is_empty();
        Ok(self)
    }

    /// Returns an allowlist that also refuses an address for the rest of a minute after this many of its requests, as reported to
    /// [`answered`](Self::answered), did not have the key. Without it there is no limit: a key that cannot be guessed needs none.
    ///
    /// An address from which a request with the key has come is never refused, so neither an attacker nor a key that was
    /// wrong for a while can shut out the platform. Set your proxies nevertheless: all requests through a proxy that is not
    /// trusted have one address, and until the first request of the platform gets through, others can use up its limit. IPv6
    /// addresses are counted by their first 64 bits. Each process has its own counts; allowlists that are made of this one share
    /// them.
    ///
    /// # Errors
    /// - [`Error::Config`] if `per_minute` is 0, which would refuse every address.
    #[method]
    pub fn limit_failures(mut self, per_minute: u32) -> Result<Self> {
        if per_minute == 0 {
            return Err(Error::config("limit_failures", "must be 1 at least: 0 would refuse every address"));
        }
        self.limit = Some(Arc::new(FailureLimit::new(per_minute)));
        Ok(self)
    }

    /// Uses `clock` for [`limit_failures`](Self::limit_failures).
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Checks the source of a request, and returns its address.
    ///
    /// # Arguments
    /// - `peer`: The IP address of the other end of the connection. `None` if it has none, as behind a Unix socket.
    /// - `headers`: The headers of the request, unchanged.
    ///
    /// # Errors
    /// - [`Rejection`] with 403 if the address is not allowed or cannot be determined; with 401, equal to that of a wrong key, if it
    ///   has failed too often: an attacker who guesses keys does not learn that the guess was not compared.
    #[method]
    pub fn check(
        &self,
        peer: impl Into<Option<IpAddr>>,
        headers: &(impl Headers + ?Sized),
    ) -> Result<IpAddr, Rejection> {
        let peer = peer.into().map(|peer| peer.to_canonical());
        let source = self.source(peer, headers)?.ok_or_else(|| Rejection::new(403, UNKNOWN))?;
        if !self.allowed.iter().any(|network| network.contains(source)) {
            return Err(Rejection::new(403, format!("the request came from {source}, which is not an allowed source")));
        }
        match &self.limit {
            Some(limit) if limit.is_reached(source, self.clock.now()) => {
                Err(Rejection::new(401, format!("too many requests from {source} did not have the key")))
            }
            _ => Ok(source),
        }
    }

    /// Reports the status of the response to a request, for [`limit_failures`](Self::limit_failures): 401 is a failure, 200 to 299
    /// prove that the request had the key. So report only requests that needed the key.
    ///
    /// # Arguments
    /// - `source`: The address that [`check`](Self::check) returned.
    /// - `status`: The status of the response.
    #[method]
    pub fn answered(&self, source: IpAddr, status: u16) {
        let Some(limit) = &self.limit else { return };
        match status {
            401 => limit.note_failure(source.to_canonical(), self.clock.now()),
            200..=299 => limit.exempt(source.to_canonical(), self.clock.now()),
            _ => {}
        }
    }

    fn source(&self, peer: Option<IpAddr>, headers: &(impl Headers + ?Sized)) -> Result<Option<IpAddr>, Rejection> {
        let is_proxy = |address: Option<IpAddr>| match address {
            Some(address) => self.proxies.iter().any(|network| network.contains(address)),
            None => self.trusts_unknown,
        };
        if !is_proxy(peer) {
            return Ok(peer);
        }
        let mut lines = Vec::new();
        headers.each(&mut |name, value| {
            if name.eq_ignore_ascii_case("x-forwarded-for") {
                lines.push(value);
            }
        });
        let mut source = peer;
        for entry in lines.iter().rev().flat_map(|line| line.rsplit(|byte| *byte == b',')) {
            if !is_proxy(source) {
                break;
            }
            source = std::str::from_utf8(entry).ok().and_then(parse_entry);
            if source.is_none() {
                return Err(Rejection::new(403, "a trusted proxy wrote an X-Forwarded-For that is no address"));
            }
        }
        Ok(source)
    }
}

impl fmt::Debug for IpAllowlist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IpAllowlist")
            .field("allowed", &self.allowed)
            .field("proxies", &self.proxies)
            .field("trusts_unknown", &self.trusts_unknown)
            .finish_non_exhaustive()
    }
}

/// An entry of `X-Forwarded-For`: an address, to which some proxies add the port.
fn parse_entry(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let address = text
        .parse::<IpAddr>()
        .or_else(|_| text.parse::<SocketAddr>().map(|socket| socket.ip()))
        .or_else(|_| text.trim_start_matches('[').trim_end_matches(']').parse());
    address.ok().map(|address| address.to_canonical())
}

#[derive(Clone, Copy, Debug)]
struct Network {
    address: IpAddr,
    prefix: u32,
}

impl Network {
    fn parse(text: &str) -> Option<Self> {
        let (address, prefix) = match text.trim().split_once('/') {
            Some((address, prefix)) => (address.parse::<IpAddr>().ok()?, Some(prefix.parse::<u32>().ok()?)),
            None => (text.trim().parse::<IpAddr>().ok()?, None),
        };
        let bits = |address: IpAddr| if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.unwrap_or(bits(address));
        // Addresses are compared in their canonical form: an IPv4 address that is written as IPv6 (`::ffff:…`) as IPv4.
        let (address, prefix) = match address.to_canonical() {
            IpAddr::V4(short) if address.is_ipv6() => (short.into(), prefix.checked_sub(96)?),
            _ => (address, prefix),
        };
        (prefix <= bits(address)).then_some(Self { address, prefix })
    }

    fn contains(self, address: IpAddr) -> bool {
        match (self.address, address) {
            (IpAddr::V4(network), IpAddr::V4(address)) => {
                (network.to_bits() ^ address.to_bits()).leading_zeros() >= self.prefix
            }
            (IpAddr::V6(network), IpAddr::V6(address)) => {
                (network.to_bits() ^ address.to_bits()).leading_zeros() >= self.prefix
            }
            _ => false,
        }
    }
}

fn parse_all<S: AsRef<str>>(setting: &str, networks: impl IntoIterator<Item = S>) -> Result<Vec<Network>> {
    networks
        .into_iter()
        .map(|text| {
            let text = text.as_ref();
            Network::parse(text).ok_or_else(|| {
                Error::config(setting, format!("\"{text}\" is not an address or a network like 10.0.0.0/8"))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::testing::ManualClock;

    const NONE: [(&str, &str); 0] = [];

    #[test]
    fn a_refusal_lasts_until_the_end_of_the_minute() {
        let clock = ManualClock::at("2026-11-20T12:00:00Z".parse().unwrap());
        let allowlist = IpAllowlist::platform().clock(clock.clone()).limit_failures(2).unwrap();
        let [one, other] = ["78.111.6.41", "78.111.6.42"].map(|text| text.parse::<IpAddr>().unwrap());
        let fails = |source| {
            allowlist.check(source, &NONE).unwrap();
            allowlist.answered(source, 401);
        };
        fails(one);
        clock.advance(Duration::from_secs(59));
        fails(other);
        fails(one);
        let refused = allowlist.check(one, &NONE).unwrap_err();
        assert_eq!(refused.reply(), Rejection::new(401, "another reason").reply());
        assert!(allowlist.check(other, &NONE).is_ok());
        clock.advance(Duration::from_secs(1));
        fails(one);
        fails(one);
        assert!(allowlist.check(one, &NONE).is_err());
        // A clock that is set back must not extend the refusal.
        let set_back = allowlist.clock(ManualClock::at("2026-11-20T11:00:00Z".parse().unwrap()));
        assert!(set_back.check(one, &NONE).is_ok());
    }

    #[test]
    fn an_invalid_network_is_refused() {
        for text in [
            "",
            "localhost",
            "10.0.0.0/33",
            "::/129",
            "10.0.0/8",
            "10.0.0.0/-1",
            "10.0.0.0/8/8",
            "unix",
            "::ffff:10.0.0.0/95",
            "::ffff:10.0.0.0/129",
        ] {
            assert!(IpAllowlist::new([text]).is_err(), "{text}");
        }
        assert!(IpAllowlist::new(Vec::<String>::new()).is_err());
        assert!(IpAllowlist::new(["0.0.0.0/0"]).unwrap().check("9.9.9.9".parse::<IpAddr>().unwrap(), &NONE).is_ok());
    }
}
