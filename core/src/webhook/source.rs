//! Where a request came from: an optional check beside the key, never in its place.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use super::headers::Headers;
use super::reply::Rejection;
use crate::error::{Error, Result};

/// Addresses that may send requests, and the proxies whose word about an address counts.
///
/// `X-Forwarded-For` can be written by anyone. It is read from its end, and only for as long as the address that
/// added an entry is a trusted proxy; everything before that is ignored. `Forwarded` is not read.
#[derive(Clone, Debug)]
pub struct Sources {
    allowed: Vec<Network>,
    proxies: Vec<Network>,
}

impl Sources {
    /// Allows these addresses and networks, such as `78.111.6.41` or `31.214.250.128/27`.
    ///
    /// # Errors
    /// [`Error::Config`] if there is none, or one is not an address or a network.
    pub fn new<S: AsRef<str>>(networks: impl IntoIterator<Item = S>) -> Result<Self> {
        let allowed = parse_all("sources", networks)?;
        if allowed.is_empty() {
            return Err(Error::config("sources", "there is no address, so every request would be refused"));
        }
        Ok(Self { allowed, proxies: Vec::new() })
    }

    /// Allows the addresses that the platform documented for its events in September 2025: `78.111.6.41` to
    /// `78.111.6.43` and `31.214.250.128/27` (facts part 1.7.5). It promises neither that they stay nor that start
    /// requests come from them as well.
    pub fn platform() -> Self {
        let network = |a, b, c, d, prefix| Network { address: Ipv4Addr::new(a, b, c, d).into(), prefix };
        let allowed = vec![
            network(78, 111, 6, 41, 32),
            network(78, 111, 6, 42, 32),
            network(78, 111, 6, 43, 32),
            network(31, 214, 250, 128, 27),
        ];
        Self { allowed, proxies: Vec::new() }
    }

    /// Trusts what these addresses and networks, your own reverse proxies, write into `X-Forwarded-For`.
    ///
    /// # Errors
    /// [`Error::Config`] if one is not an address or a network.
    pub fn trusted_proxies<S: AsRef<str>>(mut self, networks: impl IntoIterator<Item = S>) -> Result<Self> {
        self.proxies = parse_all("trusted_proxies", networks)?;
        Ok(self)
    }

    /// Checks where a request came from: `peer` is the other end of the connection. Returns the address that counts.
    ///
    /// # Errors
    /// [`Rejection`] with 403 if the address is not allowed or cannot be found out.
    pub fn check(&self, peer: IpAddr, headers: &(impl Headers + ?Sized)) -> Result<IpAddr, Rejection> {
        let source = self.source(peer.to_canonical(), headers)?;
        if self.allowed.iter().any(|network| network.contains(source)) {
            Ok(source)
        } else {
            Err(Rejection::new(403, format!("the request came from {source}, which is not an allowed source")))
        }
    }

    fn source(&self, peer: IpAddr, headers: &(impl Headers + ?Sized)) -> Result<IpAddr, Rejection> {
        let is_proxy = |address| self.proxies.iter().any(|network| network.contains(address));
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
            source = std::str::from_utf8(entry)
                .ok()
                .and_then(parse_entry)
                .ok_or_else(|| Rejection::new(403, "a trusted proxy wrote an X-Forwarded-For that is no address"))?;
        }
        Ok(source)
    }
}

/// An entry of `X-Forwarded-For`: an address, some proxies add the port.
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
        let bits = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.unwrap_or(bits);
        (prefix <= bits).then_some(Self { address, prefix })
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
                Error::config(setting, format!("`{text}` is not an address or a network like 10.0.0.0/8"))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [(&str, &str); 0] = [];

    fn check(sources: &Sources, peer: &str, forwarded: &[&str]) -> Option<String> {
        let headers: Vec<(&str, &str)> = forwarded.iter().map(|value| ("X-Forwarded-For", *value)).collect();
        sources.check(peer.parse().unwrap(), headers.as_slice()).ok().map(|address| address.to_string())
    }

    #[test]
    fn the_documented_networks_are_allowed_to_their_edges() {
        let sources = Sources::platform();
        for (peer, allowed) in [
            ("78.111.6.40", false),
            ("78.111.6.41", true),
            ("78.111.6.43", true),
            ("78.111.6.44", false),
            ("31.214.250.127", false),
            ("31.214.250.128", true),
            ("31.214.250.159", true),
            ("31.214.250.160", false),
            ("::ffff:78.111.6.41", true),
            ("::1", false),
        ] {
            assert_eq!(sources.check(peer.parse().unwrap(), &NONE).is_ok(), allowed, "{peer}");
        }
    }

    #[test]
    fn a_forwarded_address_of_a_stranger_is_ignored() {
        let direct = Sources::platform();
        let proxied = Sources::platform().trusted_proxies(["10.0.0.0/8", "fd00::/8"]).unwrap();
        let real = "78.111.6.41";
        for forwarded in [
            &[real][..],
            &["78.111.6.41, 78.111.6.42"],
            &[real, real],
            &["::ffff:78.111.6.41"],
            &["78.111.6.41, 10.0.0.1"],
            &["10.0.0.1"],
        ] {
            assert_eq!(check(&direct, "203.0.113.9", forwarded), None, "{forwarded:?}");
            assert_eq!(check(&proxied, "203.0.113.9", forwarded), None, "{forwarded:?}");
        }
        // The proxy appends the true sender at the end, after what the sender claimed.
        for forwarded in
            [&["78.111.6.41, 203.0.113.9"][..], &[real, "203.0.113.9"], &["78.111.6.41,203.0.113.9, 10.0.0.7"]]
        {
            assert_eq!(check(&proxied, "10.0.0.1", forwarded), None, "{forwarded:?}");
        }
        for forwarded in [&["nonsense"][..], &[""], &["78.111.6.41, unknown"], &["78.111.6.41,"], &[]] {
            assert_eq!(check(&proxied, "10.0.0.1", forwarded), None, "{forwarded:?}");
        }
    }

    #[test]
    fn a_trusted_proxy_is_believed() {
        let sources = Sources::platform().trusted_proxies(["10.0.0.0/8"]).unwrap();
        for forwarded in [
            &["78.111.6.41"][..],
            &["1.2.3.4, 78.111.6.41"],
            &["78.111.6.41, 10.0.0.2"],
            &["1.2.3.4", "78.111.6.41", "10.0.0.2"],
            &["78.111.6.41:5123"],
            &["[::ffff:78.111.6.41]:5123"],
        ] {
            assert_eq!(check(&sources, "10.0.0.1", forwarded).as_deref(), Some("78.111.6.41"), "{forwarded:?}");
        }
    }

    #[test]
    fn what_is_no_network_is_refused() {
        for text in ["", "localhost", "10.0.0.0/33", "::/129", "10.0.0/8", "10.0.0.0/-1", "10.0.0.0/8/8"] {
            assert!(Sources::new([text]).is_err(), "{text}");
        }
        assert!(Sources::new(Vec::<String>::new()).is_err());
        assert!(Sources::new(["0.0.0.0/0"]).unwrap().check("9.9.9.9".parse().unwrap(), &NONE).is_ok());
    }
}
