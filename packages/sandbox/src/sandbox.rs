//! [`Sandbox`]: starting, stopping, and finding worlds.

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use axum::http::{HeaderMap, Uri, header};
use open_platform::transport::{Http, HttpBuilder, Transport};
use open_platform::{Error, Result, Secret};
use tokio::net::TcpListener;

use crate::certificates::{Certificates, Https};
use crate::connection::Connections;
use crate::dispatch::router;
use crate::encrypted::EncryptedConnections;
use crate::server::Server;
use crate::switches::Profile;
use crate::transport::InProcess;
use crate::world::{World, WorldInner};
use crate::world_record::WorldRecord;

/// The world of requests that do not name a world.
pub(crate) const DEFAULT_WORLD: &str = "default";

/// The address of a sandbox without a socket. Only [`Sandbox::transport`] reaches it.
pub(crate) const NO_SOCKET: &str = "https://sandbox.localhost";

/// A running sandbox. Dropping it stops it.
#[derive(Debug)]
pub struct Sandbox {
    shared: Arc<Shared>,
    server: Option<Server>,
}

/// The state that all requests share.
#[derive(Debug)]
pub(crate) struct Shared {
    seed: u64,
    profile: Profile,
    /// The token of the admin API, required where the sandbox is not bound to loopback.
    pub(crate) token: Option<Secret>,
    origin: OnceLock<String>,
    /// The certificates, if the sandbox serves HTTPS.
    certificates: OnceLock<Certificates>,
    /// The client for requests to apps. It is made for the first request.
    http: OnceLock<Option<Http>>,
    worlds: Mutex<BTreeMap<String, Arc<WorldInner>>>,
    /// API keys and client ids, to find the world of a request that does not name one.
    index: RwLock<HashMap<String, Arc<WorldInner>>>,
    /// What worlds had recorded before they were deleted, reset or restored. None: it is not kept.
    records: Option<Mutex<Vec<WorldRecord>>>,
}

/// Settings of a sandbox.
#[derive(Debug)]
pub struct Builder {
    seed: u64,
    profile: Profile,
    address: SocketAddr,
    token: Option<Secret>,
    keeps_records: bool,
    https: Option<Https>,
}

impl Sandbox {
    /// Settings: seed 7, [`Profile::Strict`], a free port of `127.0.0.1`.
    pub fn builder() -> Builder {
        Builder {
            seed: 7,
            profile: Profile::default(),
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            token: None,
            keeps_records: false,
            https: None,
        }
    }

    /// Starts a sandbox with the default settings.
    ///
    /// # Errors
    /// [`Error::Config`] if no port can be bound.
    pub async fn start() -> Result<Self> {
        Self::builder().start().await
    }

    /// The origin, such as `http://127.0.0.1:4010`: what `Hosts::sandbox` of the client takes.
    pub fn url(&self) -> &str {
        self.shared.origin()
    }

    /// The certificates, if the sandbox serves HTTPS.
    pub fn certificates(&self) -> Option<&Certificates> {
        self.shared.certificates()
    }

    /// The world with this name. It is created if it does not exist.
    pub fn world(&self, name: &str) -> World {
        World::new(self.shared.world(name))
    }

    /// Deletes the world with this name, and returns whether it was there. The default world is never deleted.
    pub fn remove_world(&self, name: &str) -> bool {
        self.shared.remove_world(name)
    }

    /// All worlds.
    pub fn worlds(&self) -> Vec<World> {
        let names = self.shared.world_names();
        names.iter().filter_map(|name| self.shared.existing_world(name)).map(World::new).collect()
    }

    /// What all worlds have recorded: with [`Builder::keep_records`] also those that were deleted, and what was recorded before a
    /// reset.
    pub fn records(&self) -> Vec<WorldRecord> {
        let mut all = self
            .shared
            .records
            .as_ref()
            .map_or_else(Vec::new, |records| records.lock().unwrap_or_else(PoisonError::into_inner).clone());
        all.extend(self.worlds().iter().map(World::record));
        all
    }

    /// The world of requests that do not name a world.
    pub fn default_world(&self) -> World {
        self.world(DEFAULT_WORLD)
    }

    /// A transport that reaches this sandbox without a socket.
    pub fn transport(&self) -> Arc<dyn Transport> {
        Arc::new(InProcess::new(Arc::clone(&self.shared)))
    }

    /// Stops accepting, waits for the requests in progress, and returns. Requests that take longer than 5 s are cut.
    pub async fn stop(mut self) {
        if let Some(server) = self.server.take() {
            self.shared.close_streams();
            server.stop().await;
        }
    }
}

impl Builder {
    /// The seed of every id, credential and random choice.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The profile of new worlds. Each world can change it.
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// The address to listen on; port 0 takes a free one. An address that is not loopback needs a
    /// [`token`](Self::token).
    pub fn bind(mut self, address: SocketAddr) -> Self {
        self.address = address;
        self
    }

    /// The token that requests to the admin API must send as `Authorization: Bearer`.
    pub fn token(mut self, token: impl Into<Secret>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// Keeps what worlds have recorded when they are deleted, reset or restored, for [`Sandbox::records`]. For a sandbox that
    /// checks a whole test run: the records are in memory until it ends.
    pub fn keep_records(mut self) -> Self {
        self.keeps_records = true;
        self
    }

    /// Serves HTTPS instead of HTTP. A client must trust the CA of [`Sandbox::certificates`], as those of [`World::client`] do.
    pub fn https(mut self, https: Https) -> Self {
        self.https = Some(https);
        self
    }

    /// A sandbox without a socket: only [`Sandbox::transport`] reaches it.
    pub fn build(self) -> Sandbox {
        let shared = self.shared();
        let _ = shared.origin.set(NO_SOCKET.to_owned());
        shared.world(DEFAULT_WORLD);
        Sandbox { shared, server: None }
    }

    /// Binds the address and starts to serve.
    ///
    /// # Errors
    /// [`Error::Config`] if the address cannot be bound, or is not loopback and there is no token; for `https` if a name is not valid,
    /// or the kept CA cannot be used.
    pub async fn start(mut self) -> Result<Sandbox> {
        let address = self.address;
        if !address.ip().is_loopback() && self.token.as_ref().is_none_or(Secret::is_empty) {
            return Err(refused("bind", "an address that is not loopback needs a token for the admin API"));
        }
        let listener = TcpListener::bind(address).await.map_err(|e| refused("bind", &e.to_string()))?;
        let bound = listener.local_addr().map_err(|e| refused("bind", &e.to_string()))?;
        let https = self.https.take().map(|https| https.issue(bound.ip())).transpose()?;
        let shared = self.shared();
        let _ = shared.origin.set(format!("{}://{bound}", if https.is_some() { "https" } else { "http" }));
        let connections = Connections(listener);
        let server = match https {
            Some((certificates, tls)) => {
                // Before the router is made: it refuses requests without TLS if there are certificates.
                let _ = shared.certificates.set(certificates);
                Server::start(EncryptedConnections { connections, tls: tls.into() }, router(Arc::clone(&shared)))
            }
            None => Server::start(connections, router(Arc::clone(&shared))),
        };
        shared.world(DEFAULT_WORLD);
        Ok(Sandbox { shared, server: Some(server) })
    }

    fn shared(self) -> Arc<Shared> {
        Arc::new(Shared {
            seed: self.seed,
            profile: self.profile,
            token: self.token,
            origin: OnceLock::new(),
            certificates: OnceLock::new(),
            http: OnceLock::new(),
            worlds: Mutex::default(),
            index: RwLock::default(),
            records: self.keeps_records.then(Mutex::default),
        })
    }
}

fn refused(setting: &str, reason: &str) -> Error {
    Error::Config { setting: setting.to_owned(), reason: reason.to_owned(), cause: None }
}

impl Shared {
    pub(crate) fn origin(&self) -> &str {
        self.origin.get().map_or(NO_SOCKET, String::as_str)
    }

    pub(crate) fn certificates(&self) -> Option<&Certificates> {
        self.certificates.get()
    }

    /// Whether the sandbox serves HTTPS.
    pub(crate) fn is_https(&self) -> bool {
        self.certificates().is_some()
    }

    /// The client for requests to apps, which trusts the CA of this sandbox, too. It keeps no idle connections, so it can be used from
    /// several runtimes.
    pub(crate) fn http(&self) -> Option<Http> {
        let make = || {
            let http = Http::builder().max_idle_per_host(0);
            let ca = self.certificates().map(Certificates::ca_pem);
            ca.into_iter().fold(http, HttpBuilder::root_certificates_pem).build().ok()
        };
        self.http.get_or_init(make).clone()
    }

    /// Whether the sandbox listens on a socket.
    pub(crate) fn has_socket(&self) -> bool {
        self.origin() != NO_SOCKET
    }

    /// The world with this name. It is created if it does not exist.
    pub(crate) fn world(self: &Arc<Self>, name: &str) -> Arc<WorldInner> {
        let mut worlds = self.worlds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(world) = worlds.get(name) {
            return Arc::clone(world);
        }
        let world = Arc::new(WorldInner::new(name, self.seed, self.profile, Arc::downgrade(self)));
        worlds.insert(name.to_owned(), Arc::clone(&world));
        drop(worlds);
        self.register(&world);
        world.start();
        world
    }

    /// Deletes a world, and returns whether it was there. The default world stays.
    pub(crate) fn remove_world(&self, name: &str) -> bool {
        if name == DEFAULT_WORLD {
            return false;
        }
        let removed = self.worlds.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
        let Some(world) = removed else { return false };
        self.index.write().unwrap_or_else(PoisonError::into_inner).retain(|_, known| !Arc::ptr_eq(known, &world));
        world.live.close();
        let world = World::new(world);
        world.stop_backend();
        self.keep_record(|| world.record());
        true
    }

    /// Keeps a record, if records are kept.
    pub(crate) fn keep_record(&self, record: impl FnOnce() -> WorldRecord) {
        if let Some(records) = &self.records {
            let record = record();
            records.lock().unwrap_or_else(PoisonError::into_inner).push(record);
        }
    }

    /// Ends all live streams, which do not end by themselves.
    fn close_streams(&self) {
        self.worlds.lock().unwrap_or_else(PoisonError::into_inner).values().for_each(|world| world.live.close());
    }

    /// The world with this name, if there is one.
    pub(crate) fn existing_world(&self, name: &str) -> Option<Arc<WorldInner>> {
        self.worlds.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// The names of all worlds.
    pub(crate) fn world_names(&self) -> Vec<String> {
        self.worlds.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Indexes a world by its credentials, unless it was deleted. Called again after they change.
    pub(crate) fn register(&self, world: &Arc<WorldInner>) {
        if !self.existing_world(&world.name).is_some_and(|known| Arc::ptr_eq(&known, world)) {
            return;
        }
        let names: Vec<String> = world.lock().app.names().map(str::to_owned).collect();
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        index.retain(|_, known| !Arc::ptr_eq(known, world));
        for name in names {
            // If two worlds have the same credential, the first one is indexed; the other is reached by its path.
            index.entry(name).or_insert_with(|| Arc::clone(world));
        }
    }

    /// The world of a request: the one in its path, else the one with its API key or client id, else the default world.
    pub(crate) fn world_of(
        self: &Arc<Self>,
        named: Option<&str>,
        uri: &Uri,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Option<Arc<WorldInner>> {
        if let Some(name) = named {
            return self.existing_world(name);
        }
        let key = headers.get("x-api-key").and_then(|key| key.to_str().ok());
        let found = match key {
            Some(key) => self.indexed(key),
            None => self
                .by_token(body)
                .or_else(|| self.by_upload_token(headers))
                .or_else(|| self.indexed(&client_id(uri.query().unwrap_or_default().as_bytes())?))
                .or_else(|| self.indexed(&client_id(body)?)),
        };
        found.or_else(|| self.existing_world(DEFAULT_WORLD))
    }

    /// The world that issued the code or refresh token of a form. Decides between worlds with the same client id.
    fn by_token(&self, body: &[u8]) -> Option<Arc<WorldInner>> {
        let code = form_value(body, "refresh_token").or_else(|| form_value(body, "code"))?;
        let worlds = self.worlds.lock().unwrap_or_else(PoisonError::into_inner);
        worlds.values().find(|world| world.lock().oauth.grants.knows(&code)).cloned()
    }

    /// The world that issued the upload token of an upload for a chat.
    fn by_upload_token(&self, headers: &HeaderMap) -> Option<Arc<WorldInner>> {
        let token = headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?;
        let worlds = self.worlds.lock().unwrap_or_else(PoisonError::into_inner);
        worlds.values().find(|world| world.lock().chat_media.knows(token)).cloned()
    }

    fn indexed(&self, name: &str) -> Option<Arc<WorldInner>> {
        self.index.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }
}

fn client_id(encoded: &[u8]) -> Option<String> {
    form_value(encoded, "client_id")
}

fn form_value(encoded: &[u8], name: &str) -> Option<String> {
    // Only forms are parsed, not images.
    let form = encoded.len() <= 64 * 1024 && encoded.windows(name.len()).any(|part| part == name.as_bytes());
    let mut pairs = form.then(|| url::form_urlencoded::parse(encoded))?;
    pairs.find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}
