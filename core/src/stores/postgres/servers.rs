//! The servers in an address: the connection settings of each, and the choice of the server to use.
//!
//! All decisions, such as whether to use TLS, are made from the parsed settings, never from the text of the address.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use deadpool::managed::{Manager, Metrics, RecycleError, RecycleResult};
use tokio::task::JoinHandle;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::{Client, Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::{Error, Result};
use crate::lock::lock;
use crate::stores::address::Identity;
use crate::stores::connections::SERVER_TIMEOUT;

/// How long one of several servers may take to accept a connection, or to respond to a query with a short result.
const PER_SERVER_TIMEOUT: Duration = Duration::from_millis(1200);
/// For how long a server that did not respond is tried last.
const UNRESPONSIVE_FOR: Duration = Duration::from_secs(30);

/// The servers of an address, in the order of the address.
#[derive(Clone)]
pub(super) struct Servers(Arc<Vec<Server>>);

struct Server {
    settings: Config,
    tls: Option<MakeRustlsConnect>,
    /// When it last did not respond. `None` after a successful connection.
    unresponsive_since: Mutex<Option<Instant>>,
}

/// A parsed address.
struct Address {
    settings: Config,
    /// `sslmode`, if the address has it.
    mode: Option<String>,
    /// `target_session_attrs`, if the address has it.
    target: Option<TargetSessionAttrs>,
}

impl Servers {
    /// Parses an address, from which the parameters that name certificate files were removed.
    pub(super) fn new(address: &str, identity: &Identity) -> Result<Self> {
        let Address { settings, mode, target } = Address::read(address)?;
        let plain = match mode.as_deref() {
            Some("disable") => true,
            // The certificate of the server is always verified, for every mode: as libpq does for `verify-full`.
            None | Some("allow" | "prefer" | "require" | "verify-ca" | "verify-full") => false,
            Some(_) => return Err(refused("sslmode must be disable or require")),
        };
        let single = single_servers(&settings)?;
        // A store needs the server that accepts writes. A single server is not asked whether it does.
        let target = target.unwrap_or(match single.len() {
            1 => TargetSessionAttrs::Any,
            _ => TargetSessionAttrs::ReadWrite,
        });
        let tls =
            MakeRustlsConnect::new(crate::transport::trusting_as(&identity.roots, identity.client.as_ref(), "store")?);
        let server = |mut settings: Config| {
            let tls = (!plain && !is_socket(&settings)).then(|| tls.clone());
            settings.ssl_mode(if tls.is_some() { SslMode::Require } else { SslMode::Disable });
            settings.target_session_attrs(target);
            Server { settings, tls, unresponsive_since: Mutex::default() }
        };
        let servers = single.into_iter().map(server).collect();
        Ok(Self(Arc::new(servers)))
    }

    /// How long a server may take to respond to a query with a short result: less if another server can be tried.
    pub(super) fn query_timeout(&self) -> Duration {
        if self.0.len() > 1 { PER_SERVER_TIMEOUT } else { SERVER_TIMEOUT }
    }

    /// Marks the server of a connection as not responding, so that another one is tried first.
    pub(super) fn mark_unresponsive(&self, connection: &Connection) {
        if let Some(server) = self.0.get(connection.server) {
            server.mark_unresponsive();
        }
    }

    /// Whether the server of a connection accepts another one in time, or refuses it.
    pub(super) async fn responds(&self, connection: &Connection) -> bool {
        let Some(server) = self.0.get(connection.server) else { return true };
        tokio::time::timeout(PER_SERVER_TIMEOUT, server.connect()).await.is_ok()
    }

    /// The servers in the order in which they are tried: those that recently did not respond come last.
    fn in_order(&self) -> Vec<(usize, &Server)> {
        let mut servers: Vec<_> = self.0.iter().enumerate().collect();
        servers.sort_by_key(|(_, server)| server.is_unresponsive());
        servers
    }

    async fn connect(&self) -> Result<Connection, tokio_postgres::Error> {
        let count = u32::try_from(self.0.len()).unwrap_or(u32::MAX).max(1);
        let share = if count == 1 { SERVER_TIMEOUT } else { PER_SERVER_TIMEOUT.min(SERVER_TIMEOUT / count) };
        loop {
            let mut failure = None;
            for (index, server) in self.in_order() {
                match tokio::time::timeout(share, server.connect()).await {
                    Ok(Ok((client, task))) => {
                        server.mark_responsive();
                        return Ok(Connection { client, task, server: index });
                    }
                    Ok(Err(error)) => failure = Some(error),
                    Err(_) => server.mark_unresponsive(),
                }
            }
            // No server responded, and none returned an error: repeats until the timeout of the caller.
            if let Some(error) = failure {
                return Err(error);
            }
        }
    }
}

/// The hosts, without user and password.
impl fmt::Display for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.len() == 1 { "host " } else { "hosts " })?;
        for (index, server) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            match server.settings.get_hosts().first() {
                Some(Host::Tcp(name)) => f.write_str(name)?,
                #[cfg(unix)]
                Some(Host::Unix(path)) => write!(f, "{}", path.display())?,
                None => {}
            }
            if let Some(port) = server.settings.get_ports().first() {
                write!(f, ":{port}")?;
            }
        }
        Ok(())
    }
}

impl Server {
    fn mark_unresponsive(&self) {
        *lock(&self.unresponsive_since) = Some(Instant::now());
    }

    fn mark_responsive(&self) {
        *lock(&self.unresponsive_since) = None;
    }

    fn is_unresponsive(&self) -> bool {
        let since = *lock(&self.unresponsive_since);
        since.is_some_and(|since| since.elapsed() < UNRESPONSIVE_FOR)
    }

    async fn connect(&self) -> Result<(Client, JoinHandle<()>), tokio_postgres::Error> {
        match &self.tls {
            Some(tls) => {
                let (client, connection) = self.settings.connect(tls.clone()).await?;
                Ok((client, tokio::spawn(async move { drop(connection.await) })))
            }
            None => {
                let (client, connection) = self.settings.connect(NoTls).await?;
                Ok((client, tokio::spawn(async move { drop(connection.await) })))
            }
        }
    }
}

/// A connection to one of the servers. It ends when this is dropped.
pub(super) struct Connection {
    client: Client,
    task: JoinHandle<()>,
    /// The index of its server.
    server: usize,
}

impl Deref for Connection {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut Client {
        &mut self.client
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Manager for Servers {
    type Type = Connection;
    type Error = tokio_postgres::Error;

    async fn create(&self) -> Result<Connection, tokio_postgres::Error> {
        self.connect().await
    }

    async fn recycle(&self, connection: &mut Connection, _: &Metrics) -> RecycleResult<tokio_postgres::Error> {
        if connection.is_closed() { Err(RecycleError::message("it is closed")) } else { Ok(()) }
    }
}

/// Whether the connection is a Unix socket, which has no TLS.
#[cfg(unix)]
fn is_socket(server: &Config) -> bool {
    server.get_hostaddrs().is_empty() && matches!(server.get_hosts(), [Host::Unix(_)])
}

/// Whether the connection is a Unix socket, which has no TLS.
#[cfg(not(unix))]
fn is_socket(_: &Config) -> bool {
    false
}

/// The settings of each server: its own host, address and port, and all other settings of the address.
fn single_servers(all: &Config) -> Result<Vec<Config>> {
    let (hosts, addresses, ports) = (all.get_hosts(), all.get_hostaddrs(), all.get_ports());
    let count = hosts.len().max(addresses.len());
    if count == 0 {
        return Err(refused("must name a host"));
    }
    let counts_fit = (hosts.is_empty() || addresses.is_empty() || hosts.len() == addresses.len())
        && (ports.len() <= 1 || ports.len() == count);
    if !counts_fit {
        return Err(refused("must have one host, or as many values of hostaddr and port as of host"));
    }
    let one = |index: usize| {
        let mut one = Config::new();
        let (host, address) = (hosts.get(index), addresses.get(index).copied());
        match (host, address) {
            (Some(Host::Tcp(name)), _) => {
                one.host(name);
            }
            #[cfg(unix)]
            (Some(Host::Unix(path)), _) => {
                one.host_path(path);
            }
            // The certificate is verified for the address.
            (None, Some(address)) => {
                one.host(address.to_string());
            }
            (None, None) => {}
        }
        // The connection goes to the address, whatever the name of the host is.
        if let (Some(_), Some(address)) = (host, address) {
            one.hostaddr(address);
        }
        if let Some(port) = ports.get(index).or(ports.first()) {
            one.port(*port);
        }
        copy(all, &mut one);
        one
    };
    Ok((0..count).map(one).collect())
}

/// Copies all settings that do not differ between the servers.
fn copy(all: &Config, one: &mut Config) {
    if let Some(user) = all.get_user() {
        one.user(user);
    }
    if let Some(password) = all.get_password() {
        one.password(password);
    }
    if let Some(name) = all.get_dbname() {
        one.dbname(name);
    }
    if let Some(options) = all.get_options() {
        one.options(options);
    }
    if let Some(timeout) = all.get_tcp_user_timeout() {
        one.tcp_user_timeout(*timeout);
    }
    if let Some(interval) = all.get_keepalives_interval() {
        one.keepalives_interval(interval);
    }
    if let Some(retries) = all.get_keepalives_retries() {
        one.keepalives_retries(retries);
    }
    one.keepalives(all.get_keepalives());
    one.keepalives_idle(all.get_keepalives_idle());
    one.channel_binding(all.get_channel_binding());
    one.ssl_negotiation(all.get_ssl_negotiation());
    one.load_balance_hosts(all.get_load_balance_hosts());
    one.application_name(all.get_application_name().unwrap_or("open-platform"));
    one.connect_timeout(all.get_connect_timeout().copied().unwrap_or(SERVER_TIMEOUT).min(SERVER_TIMEOUT));
}

impl Address {
    fn read(address: &str) -> Result<Self> {
        let (base, query) = split(address);
        let (mut mode, mut target, mut others) = (None, None, Vec::<String>::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let decoded = |text: &str| {
                percent_encoding::percent_decode_str(text).decode_utf8().map(std::borrow::Cow::into_owned).ok()
            };
            let Some(name) = decoded(name) else { return Err(refused("has a parameter whose name is not UTF-8")) };
            match (name.as_str(), decoded(value)) {
                ("sslmode", Some(value)) => mode = Some(value),
                ("target_session_attrs", Some(value)) => target = Some(session_target(&value)?),
                // Parsed one by one, because the error of the parser does not name the invalid parameter.
                _ if format!("postgres:///?{pair}").parse::<Config>().is_err() => {
                    return Err(refused(&format!("has a parameter that is unknown or has an invalid value: {name:?}")));
                }
                // The parser would read the list as a single name.
                ("host", _) => {
                    let hosts = value.split(',').flat_map(|part| part.split("%2C"));
                    others.extend(hosts.map(|host| format!("host={host}")));
                }
                _ => others.push(pair.to_owned()),
            }
        }
        let spelled = if others.is_empty() { base.to_owned() } else { format!("{base}?{}", others.join("&")) };
        let settings =
            spelled.parse().map_err(|_| Error::config("store", "is not the address of a PostgreSQL server"))?;
        Ok(Self { settings, mode, target })
    }
}

/// Splits an address into the part before the parameters, and the parameters. A user name or password may contain `?`.
pub(in crate::stores) fn split(address: &str) -> (&str, &str) {
    let credentials = address.find('@').map_or(0, |at| at + 1);
    match address.get(credentials..).and_then(|rest| rest.find('?')) {
        Some(mark) => (&address[..credentials + mark], &address[credentials + mark + 1..]),
        None => (address, ""),
    }
}

fn session_target(word: &str) -> Result<TargetSessionAttrs> {
    match word {
        "any" => Ok(TargetSessionAttrs::Any),
        "read-write" | "primary" => Ok(TargetSessionAttrs::ReadWrite),
        "read-only" | "standby" | "prefer-standby" => Err(refused(
            "has target_session_attrs for a server that accepts no writes, which a store needs: leave it out, or set it \
             to read-write, primary or any",
        )),
        _ => Err(refused("has an unknown value of target_session_attrs: use read-write, primary or any")),
    }
}

fn refused(what: &str) -> Error {
    Error::config("store", format!("{what} (the address of PostgreSQL)"))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    fn servers(address: &str) -> Servers {
        Servers::new(address, &Identity::default()).unwrap_or_else(|error| panic!("{address}: {error}"))
    }

    fn has_tls(address: &str) -> Vec<bool> {
        servers(address).0.iter().map(|server| server.tls.is_some()).collect()
    }

    fn reason(address: &str) -> String {
        match Servers::new(address, &Identity::default()) {
            Err(Error::Config { setting, reason, .. }) if setting == "store" => reason,
            Err(other) => panic!("{address}: {other}"),
            Ok(_) => panic!("{address} is accepted"),
        }
    }

    #[test]
    fn tls_is_used_except_with_sslmode_disable_and_on_unix_sockets() {
        for address in [
            "postgres://app@db.example/app",
            "postgres://app@db.example/app?sslmode=prefer",
            "postgres://app@db.example/app?sslmode=allow",
            "postgres://app@db.example/app?sslmode=require",
            "postgres://app@db.example/app?sslmode=verify-full",
            "postgres://app@localhost/app",
            "postgres://app@127.8.0.1/app",
            "postgres://app@[::1]/app",
            "postgres://app@db.example/app?hostaddr=127.0.0.1",
            "postgres://app@localhost/app?sslmode=verify-ca",
            "postgres://app@localhost/app?sslmode=prefer",
            "postgres://app@localhost/app?hostaddr=192.0.2.7",
            "postgres:///app?user=app&hostaddr=192.0.2.7",
            "postgres://app:sslmode=disable@db.example/app",
            "postgres://app:a?sslmode=disable@db.example/app",
            "postgres://sslmode=disable@db.example/app",
            "postgres://app@db.example/sslmode=disable",
            "postgres://app@db.example/app?application_name=sslmode%3Ddisable",
        ] {
            assert_eq!(has_tls(address), [true], "{address}");
        }
        for address in [
            "postgres://app@db.example/app?sslmode=disable",
            "postgres://app@db.example/app?ssl%6Dode=disable",
            "postgres:///app?host=/run/postgresql",
            "postgres:///app?host=/run/postgresql&sslmode=require",
        ] {
            assert_eq!(has_tls(address), [false], "{address}");
        }
        assert_eq!(has_tls("postgres:///app?user=app&host=/run/one,/run/two,db.example"), [false, false, true]);
    }

    #[test]
    fn the_error_names_what_is_invalid_and_repeats_no_value() {
        for (address, expected) in [
            ("postgres://app@db.example/app?sslmod=canary", "\"sslmod\""),
            ("postgres://app@db.example/app?keepalives=canary", "\"keepalives\""),
            ("postgres://app@db.example/app?sslmode=canary", "sslmode"),
            ("postgres://app@db.example/app?target_session_attrs=canary", "target_session_attrs"),
            ("postgres://app@db.example/app?target_session_attrs=standby", "accepts no writes"),
            ("postgres://app@a,b,c/app?port=1,2", "as many"),
            ("postgres:///app?user=canary", "name a host"),
        ] {
            let reason = reason(address);
            assert!(reason.contains(expected) && !reason.contains("canary"), "{address}: {reason}");
        }
    }

    #[test]
    fn of_several_servers_the_one_that_accepts_writes_is_used() {
        for (address, expected) in [
            ("postgres://app@db.example/app", TargetSessionAttrs::Any),
            ("postgres://app@a,b/app", TargetSessionAttrs::ReadWrite),
            ("postgres://app@a,b/app?target_session_attrs=any", TargetSessionAttrs::Any),
            ("postgres://app@a,b/app?target_session_attrs=primary", TargetSessionAttrs::ReadWrite),
            ("postgres://app@a,b/app?target_session_attrs=read-write", TargetSessionAttrs::ReadWrite),
        ] {
            for server in servers(address).0.iter() {
                assert_eq!(server.settings.get_target_session_attrs(), expected, "{address}");
            }
        }
        let two = servers("postgres://app:secret@a:1,b:2/app?application_name=mine&connect_timeout=2");
        let settings: Vec<_> = two.0.iter().map(|server| &server.settings).collect();
        assert_eq!(settings.iter().map(|one| one.get_ports()[0]).collect::<Vec<_>>(), [1, 2]);
        for one in settings {
            assert_eq!((one.get_hosts().len(), one.get_user(), one.get_dbname()), (1, Some("app"), Some("app")));
            assert_eq!((one.get_password(), one.get_application_name()), (Some(&b"secret"[..]), Some("mine")));
            assert_eq!(one.get_connect_timeout(), Some(&Duration::from_secs(2)));
        }
    }

    /// Accepts connections without a password, and then says nothing.
    async fn accept(listener: TcpListener) {
        let mut accepted = Vec::new();
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 1024]).await.unwrap();
            // AuthenticationOk and ReadyForQuery.
            stream.write_all(b"R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I").await.unwrap();
            accepted.push(stream);
        }
    }

    #[tokio::test]
    async fn the_server_of_a_connection_that_does_not_respond_is_tried_last() {
        let (mut ports, mut running) = (Vec::new(), Vec::new());
        for _ in 0..2 {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            ports.push(listener.local_addr().unwrap().port());
            running.push(tokio::spawn(accept(listener)));
        }
        let [first, second] = [ports[0], ports[1]].map(|port| format!("127.0.0.1:{port}"));
        let address = format!("postgres://app@{first},{second}/app?sslmode=disable&target_session_attrs=any");
        let servers = servers(&address);
        let order = |servers: &Servers| servers.in_order().iter().map(|(index, _)| *index).collect::<Vec<_>>();
        let frozen = servers.connect().await.unwrap();
        // The first server accepts no further connection.
        let listening = running.remove(0);
        listening.abort();
        assert!(listening.await.unwrap_err().is_cancelled());
        let later = servers.connect().await.unwrap();
        assert_eq!((frozen.server, later.server, order(&servers)), (0, 1, vec![0, 1]));
        servers.mark_unresponsive(&frozen);
        assert_eq!(order(&servers), [1, 0]);
        servers.0[0].mark_responsive();
        assert_eq!(order(&servers), [0, 1]);
    }
}
