use std::sync::atomic::{AtomicUsize, Ordering};

use io::ErrorKind::{ConnectionRefused, HostUnreachable, TimedOut};
use tokio::net::TcpListener;

use super::super::tls::trusting;
use super::*;

fn connector(names: impl Fn(&str) -> Result<Vec<SocketAddr>, ConnectError> + Send + Sync + 'static) -> Connector {
    let names = move |host: &str| -> Future<_> { Box::pin(std::future::ready(names(host))) };
    let tls = Arc::new(trusting(&[], "none").unwrap());
    Connector::with_resolver(Arc::new(names), tls, Duration::from_secs(3), None)
}

fn addresses(list: &[&str]) -> Vec<SocketAddr> {
    list.iter().map(|address| SocketAddr::new(address.parse().unwrap(), 443)).collect()
}

#[tokio::test]
async fn every_connection_resolves_the_host_name() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let to: Uri = format!("http://api.example:{}/", listener.local_addr().unwrap().port()).parse().unwrap();
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let mut connector = connector(move |host| {
        assert_eq!(host, "api.example");
        match count.fetch_add(1, Ordering::Relaxed) {
            2.. => Err(ConnectError::HostName),
            _ => Ok(addresses(&["127.0.0.1"])),
        }
    });
    connector.call(to.clone()).await.map(drop).unwrap();
    connector.call(to.clone()).await.map(drop).unwrap();
    assert!(matches!(connector.call(to).await.map(drop), Err(ConnectError::HostName)));
    assert_eq!(asked.load(Ordering::Relaxed), 3);
}

#[tokio::test]
async fn a_name_server_that_does_not_answer_takes_a_limited_number_of_threads() {
    let (asked, (answer, answered)) = (Arc::new(AtomicUsize::new(0)), std::sync::mpsc::channel::<()>());
    let (count, answered) = (Arc::clone(&asked), std::sync::Mutex::new(answered));
    let resolve = resolver(Lookups::default(), move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        // Fails when the test drops the sender.
        let _ = answered.lock().unwrap().recv();
        Ok(addresses(&["127.0.0.1"]))
    });
    let connections: Vec<_> = (0..100).map(|_| tokio::spawn(resolve("api.example"))).collect();
    while asked.load(Ordering::SeqCst) < MAX_LOOKUPS {
        tokio::task::yield_now().await;
    }
    // The threads of connections that are given up go on.
    let (given_up, waiting) = connections.split_at(50);
    given_up.iter().for_each(|connection| connection.abort());
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(asked.load(Ordering::SeqCst), MAX_LOOKUPS);
    assert!(waiting.iter().all(|connection| !connection.is_finished()));
    drop(answer);
    for connection in connections.into_iter().skip(50) {
        assert_eq!(connection.await.unwrap().unwrap(), addresses(&["127.0.0.1"]));
    }
    assert_eq!(asked.load(Ordering::SeqCst), MAX_LOOKUPS + 50);
}

#[tokio::test]
async fn after_a_refused_connection_the_next_address_is_tried_at_once() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let to: Uri = format!("http://api.example:{}/", listener.local_addr().unwrap().port()).parse().unwrap();
    let mut connector = connector(|_| Ok(addresses(&["::1", "127.0.0.1"])));
    // The clock is paused: an address that is tried only after a delay would never be tried.
    tokio::time::pause();
    let (_still, end) = std::sync::mpsc::channel::<()>();
    tokio::task::spawn_blocking(move || end.recv());
    connector.call(to.clone()).await.map(drop).unwrap();
    drop(listener);
    let error = connector.call(to).await.map(drop).unwrap_err().to_string();
    assert!(error.starts_with("no connection to 2 addresses: ") && error.contains("refused"), "{error}");
    assert!(!error.contains("127.0.0.1") && !error.contains("api.example"), "{error}");
}

/// Connects to a list of addresses. Those with `dead` or in 192.0.2.0/24 never respond, those with `bad` or in
/// 198.51.100.0/24 refuse. Returns the address that accepted or the error, and the milliseconds that it took.
async fn tried(list: &[&str]) -> (Result<String, String>, u128) {
    let started = Instant::now();
    let connect = async |address: SocketAddr| match address.to_string() {
        text if text.contains("dead") || text.starts_with("192.0.2.") => std::future::pending().await,
        text if text.contains("bad") => Err(HostUnreachable),
        text if text.starts_with("198.51.100.") => Err(ConnectionRefused),
        _ => Ok(address.ip().to_string()),
    };
    let found = connect_first(addresses(list), started + Duration::from_secs(3), connect).await;
    (found.map_err(|error| error.to_string()), started.elapsed().as_millis())
}

#[tokio::test(start_paused = true)]
async fn address_families_alternate_and_a_silent_address_delays_the_next_by_250_ms() {
    let (dead6, other6, bad6, good6) = ("2001:db8::dead", "2001:db8::1:dead", "2001:db8::bad", "2001:db8::1");
    let (dead4, other4, bad4, good4) = ("192.0.2.1", "192.0.2.2", "198.51.100.1", "203.0.113.1");
    for (list, answered, after) in [
        (&[good6, good4][..], good6, 0),
        (&[good4, good6], good4, 0),
        (&[bad6, good4], good4, 0),
        (&[dead6, good4], good4, 250),
        (&[dead6, other6, good6, good4], good4, 250),
        (&[dead6, dead4, other6, good4], good4, 750),
        (&[dead4, bad4, good4], good4, 250),
        (&[dead4, other4, good4], good4, 500),
    ] {
        assert_eq!(tried(list).await, (Ok(answered.to_owned()), after), "{list:?}");
    }
    for (list, error, after) in [
        (&[bad4][..], "no connection to 1 address: connection refused", 0),
        (&[bad4, bad4, bad6], "no connection to 3 addresses: connection refused, host unreachable", 0),
        (&[dead4], "no connection to 1 address: timed out", 3000),
        (&[bad6, dead4], "no connection to 2 addresses: host unreachable, timed out", 3000),
        (&[], "the host name did not resolve", 0),
    ] {
        assert_eq!(tried(list).await, (Err(error.to_owned()), after), "{list:?}");
    }
    assert_eq!(ConnectError::AllAddresses(vec![TimedOut]).to_string(), "no connection to 1 address: timed out");
}

#[test]
fn no_proxy_decides_which_hosts_are_reached_through_the_proxy() {
    const PROXY: &str = "http://user:canary@proxy.example:3128";
    for (no_proxy, target, proxied) in [
        ("", "https://api.example/v1", true),
        ("api.example", "https://api.example/v1", false),
        ("api.example", "https://API.example:8443/v1", false),
        ("example", "https://api.example/v1", false),
        (".example", "https://api.example/v1", false),
        ("other.example, api.example", "https://api.example/v1", false),
        ("pi.example", "https://api.example/v1", true),
        ("api.example.org", "https://api.example/v1", true),
        ("*", "https://api.example/v1", false),
        ("127.0.0.1", "http://127.0.0.1:8080/", false),
        ("10.0.0.0/8", "https://10.1.2.3/", false),
        ("10.0.0.0/8", "https://11.1.2.3/", true),
        ("::1", "http://[::1]:8080/", false),
        ("2001:db8::/32", "https://[2001:db8::7]/", false),
    ] {
        let matcher = Matcher::builder().all(PROXY).no(no_proxy).build();
        let tls = Arc::new(trusting(&[], "none").unwrap());
        let connector = Connector::new(tls, Duration::from_secs(3), Some(matcher), Lookups::default());
        let found = connector.0.proxy(&target.parse().unwrap());
        assert_eq!(found.is_some(), proxied, "NO_PROXY={no_proxy} {target}");
        assert!(found.is_none_or(|(_, proxy)| proxy.uri().host() == Some("proxy.example")));
    }
}
