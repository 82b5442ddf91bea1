//! [`World`]: one app with its users, posts and state, for tests.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use chrono::{DateTime, Utc};
use open_platform::app::AppGateway;
use open_platform::client::{self, Hosts};
use open_platform::model::chat::MessageContent;
use open_platform::model::custom_button::CustomButton;
use open_platform::{Error, OpenPlatform, Result};
use serde_json::{Map, Value};
use tokio::sync::Notify;

use crate::clock::VirtualClock;
use crate::live::Live;
use crate::sandbox::Shared;
use crate::snapshots::KeptSnapshots;
use crate::state::State;
use crate::state::addons::{SandboxUserAddon, ShownAddon};
use crate::state::app::AppSettings;
use crate::state::buttons::{CustomButtonChange, SandboxCustomButton};
use crate::state::conversations::{Author, Draft, NewConversation, SandboxConversation, WrittenMessage};
use crate::state::events::Transaction;
use crate::state::posts::{NewPost, SandboxPost, Stage};
use crate::state::semantics::{StoredRecord, Subject};
use crate::state::subscriptions::ActiveSubscription;
use crate::state::users::{NewBusiness, NewUser, SandboxBusiness, SandboxUser};
use crate::switches::Profile;
use crate::transport::InProcess;

/// One app, its users, posts, conversations, grants and deliveries. Worlds share nothing.
#[derive(Clone, Debug)]
pub struct World {
    pub(crate) inner: Arc<WorldInner>,
}

/// The shared state of a world.
pub(crate) struct WorldInner {
    pub(crate) name: String,
    /// The lock of the world. It is not held across an await.
    state: Mutex<State>,
    pub(crate) clock: Arc<VirtualClock>,
    /// Notified after every request, which may have caused events to deliver.
    pub(crate) wake: Arc<Notify>,
    /// The latest changes, for the live stream.
    pub(crate) live: Arc<Live>,
    seed: u64,
    kept: Mutex<KeptSnapshots>,
    /// The backend of the app, while it runs.
    backend: Mutex<Option<AppGateway>>,
    shared: Weak<Shared>,
}

impl World {
    pub(crate) fn new(inner: Arc<WorldInner>) -> Self {
        Self { inner }
    }

    /// The name of the world.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The prefix of this world's hosts, for `Hosts::sandbox` of the client.
    pub fn url(&self) -> String {
        self.inner.url()
    }

    /// The settings of the app in the console of the platform.
    pub fn app(&self) -> AppSettings {
        self.inner.lock().app.clone()
    }

    /// Changes the settings of the app, at once.
    pub fn configure_app(&self, change: impl FnOnce(&mut AppSettings)) {
        change(&mut self.inner.lock().app);
        self.inner.announce();
    }

    /// Waits for the next change: a request of the app, a delivery, other data or the clock. A change between the call of this
    /// function and the first poll of its future counts, too: call it, look at the world, then await.
    pub fn changed(&self) -> impl Future<Output = ()> {
        self.inner.clock.changed()
    }
}

/// The client's side.
impl World {
    /// A client of this world's app: hosts, credentials, the redirect address of its server and this world's clock are set.
    ///
    /// Where the sandbox has no socket, the client reaches it inside the process.
    pub fn client(&self) -> client::Builder {
        let app = self.app();
        let redirect_uri = app.redirect_uri().map(str::to_owned);
        let mut builder = OpenPlatform::builder()
            .environment::<&str, &str>([])
            .hosts(Hosts::sandbox(self.url()))
            .api_key(app.api_key)
            .client_id(app.client_id)
            .client_secret(app.client_secret)
            .identification_key(app.identification_key)
            .clock(self.clock());
        if let Some(uri) = redirect_uri {
            builder = builder.redirect_uri(uri);
        }
        match self.inner.shared.upgrade() {
            Some(shared) if !shared.has_socket() => builder.transport(Arc::new(InProcess::new(shared))),
            Some(shared) => match shared.certificates() {
                Some(certificates) => builder.root_certificates_pem(certificates.ca_pem()),
                None => builder,
            },
            None => builder,
        }
    }

    /// Changes the state, and wakes the task that runs jobs.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut State, DateTime<Utc>) -> T) -> T {
        let now = self.inner.clock.now();
        let done = change(&mut self.inner.lock(), now);
        self.inner.notify();
        done
    }
}

/// People, posts and conversations.
///
/// A new world has the users `seller`, `buyer` and `dealer`, six posts, and a conversation between buyer and seller.
impl World {
    /// Adds a user.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a name or phone number that is taken, or that is not a mobile number.
    pub fn add_user(&self, user: NewUser) -> Result<SandboxUser> {
        self.change(|state, _| state.users.add(&mut state.ids, user))
    }

    /// The user with this name.
    pub fn user(&self, name: &str) -> Option<SandboxUser> {
        self.inner.lock().users.get(name).cloned()
    }

    /// The user with this name, whom `member` of a request names.
    pub(crate) fn require_user(&self, member: &str, name: &str) -> Result<SandboxUser> {
        self.inner.lock().users.require(member, name).cloned()
    }

    /// All users, in the order they were added.
    pub fn users(&self) -> Vec<SandboxUser> {
        self.inner.lock().users.all().cloned().collect()
    }

    /// Lets one user block another, or ends it. Messages between the two are refused with 412, in both directions.
    pub fn set_block(&self, blocker: &str, blocked: &str, on: bool) {
        self.change(|state, _| state.users.set_block(blocker, blocked, on));
    }

    /// Adds a business.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for an owner who does not exist.
    pub fn add_business(&self, business: NewBusiness) -> Result<SandboxBusiness> {
        self.change(|state, _| state.users.add_business(&mut state.ids, business))
    }

    /// All businesses, by token.
    pub fn businesses(&self) -> Vec<SandboxBusiness> {
        self.inner.lock().users.businesses().cloned().collect()
    }

    /// Adds a post, and sends an event to the app if it subscribed. User add-ons of the owner are copied to it.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for an owner or business that does not exist, a
    /// token that is taken, or beyond the world's limits of test posts.
    pub fn add_post(&self, post: NewPost) -> Result<SandboxPost> {
        self.change(|state, now| {
            if let Some(limit) = state.limits.exceeded_by_post(state.posts.all().count(), now) {
                return Err(Error::invalid("posts", format!("the limit of {limit} is reached")));
            }
            let post = state.add_post(post, now)?;
            state.limits.count_post(now);
            Ok(post)
        })
    }

    /// The post with this token.
    pub fn post(&self, token: &str) -> Option<SandboxPost> {
        self.inner.lock().posts.get(token).cloned()
    }

    /// All posts that are not archived, in the order they were added.
    pub fn posts(&self) -> Vec<SandboxPost> {
        self.inner.lock().posts.all().cloned().collect()
    }

    /// Moves a post to another stage, and sends an event to the app if it subscribed.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a post that does not exist, and for a transition that is not possible.
    pub fn move_post(&self, token: &str, stage: Stage) -> Result<SandboxPost> {
        self.change(|state, now| {
            let post = state.posts.change(token, stage, now, |_| {})?.clone();
            state.notify_post(token, stage, now);
            Ok(post)
        })
    }

    /// Changes the attributes of a post, and sends an event to the app if it subscribed.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a post that does not exist.
    pub fn edit_post(&self, token: &str, edit: impl FnOnce(&mut Map<String, Value>)) -> Result<SandboxPost> {
        self.change(|state, now| {
            // For a post that does not exist the change fails with any stage.
            let stage = state.posts.get(token).map_or(Stage::Published, |post| post.stage);
            let post = state.posts.change(token, stage, now, edit)?.clone();
            state.notify_post(token, stage, now);
            Ok(post)
        })
    }

    /// Adds a conversation about a post, or with the app's chatbot, without a message.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a user or post that does not exist.
    pub fn add_conversation(&self, conversation: NewConversation) -> Result<SandboxConversation> {
        self.change(|state, _| state.conversations.add(&state.users, &state.posts, &mut state.ids, conversation))
    }

    /// The conversation with this id.
    pub fn conversation(&self, id: &str) -> Option<SandboxConversation> {
        self.inner.lock().conversations.get(id).cloned()
    }

    /// All conversations, by id.
    pub fn conversations(&self) -> Vec<SandboxConversation> {
        self.inner.lock().conversations.all().cloned().collect()
    }

    /// Sends a message as a user, and sends an event to the app if it subscribed.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a conversation that does not exist, or in which the user is no participant.
    pub fn send_as_user(&self, conversation: &str, user: &str, content: MessageContent) -> Result<WrittenMessage> {
        self.change(|state, now| {
            let takes_part = state.conversations.get(conversation).is_some_and(|known| known.has(user));
            let draft = Draft { content, ..Draft::default() };
            takes_part
                .then(|| state.write_message(conversation, Author::User(user), draft, now))
                .flatten()
                .ok_or_else(|| Error::invalid("conversation", "there is no such conversation of this user"))
        })
    }

    /// The messages of a conversation, oldest first, with the buttons of both sides.
    pub fn messages(&self, conversation: &str) -> Vec<WrittenMessage> {
        self.inner.lock().conversations.messages(conversation).to_vec()
    }
}

/// Data that the app has stored.
impl World {
    /// The add-ons that the page of a post shows.
    pub fn addons_on(&self, post: &str) -> Vec<ShownAddon> {
        self.inner.lock().addons.shown_on(post).cloned().collect()
    }

    /// The app's add-ons on users.
    pub fn user_addons(&self) -> Vec<SandboxUserAddon> {
        self.inner.lock().addons.on_users().cloned().collect()
    }

    /// The app's custom buttons on posts and of businesses.
    pub fn custom_buttons(&self) -> Vec<SandboxCustomButton> {
        self.inner.lock().buttons.all().collect()
    }

    /// Sets or removes a custom button on a post or of a business, as a call of the app does.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a post or business that does not exist, and for a button
    /// that the platform refuses. Then nothing is changed.
    pub fn set_custom_button(&self, change: CustomButtonChange) -> Result<()> {
        if let Some(button) = &change.button {
            let button: CustomButton = serde_json::from_value(button.clone())
                .map_err(|e| Error::invalid("button", format!("is not in the platform's form: {e}")))?;
            button.check()?;
        }
        self.change(|state, _| {
            let (place, token) = match (change.post, change.business) {
                (Some(post), None) if state.posts.get(&post).is_some() => (&mut state.buttons.on_posts, post),
                (None, Some(business)) if state.users.business(&business).is_some() => {
                    (&mut state.buttons.on_businesses, business)
                }
                (Some(post), None) => return Err(Error::invalid("post", format!("there is no post {post:?}"))),
                (None, Some(token)) => {
                    return Err(Error::invalid("business", format!("there is no business {token:?}")));
                }
                _ => return Err(Error::invalid("post", "give the token of either a post or a business")),
            };
            match change.button {
                Some(button) => place.insert(token, button),
                None => place.remove(&token),
            };
            Ok(())
        })
    }

    /// The app's semantic record of a user, by name.
    pub fn semantic_of_user(&self, name: &str) -> Option<StoredRecord> {
        self.inner.lock().semantics.get(Subject::User(name)).cloned()
    }

    /// The app's semantic record of a post.
    pub fn semantic_of_post(&self, token: &str) -> Option<StoredRecord> {
        self.inner.lock().semantics.get(Subject::Post(token)).cloned()
    }

    /// The subscriptions whose access token is valid.
    pub fn subscriptions(&self) -> Vec<ActiveSubscription> {
        let now = self.inner.clock.now();
        let state = self.inner.lock();
        state.subscriptions.all().filter(|one| state.oauth.is_live(&one.token, now)).cloned().collect()
    }

    /// Sends the event of a changed transaction to the app.
    pub fn announce(&self, transaction: &Transaction) {
        self.change(|state, now| state.notify_transaction(transaction, now));
    }
}

impl WorldInner {
    pub(crate) fn new(name: &str, seed: u64, profile: Profile, shared: Weak<Shared>) -> Self {
        let clock = Arc::new(VirtualClock::default());
        let state = State::seeded(seed, name, profile);
        let world = Self {
            name: name.to_owned(),
            state: Mutex::new(state),
            clock,
            wake: Arc::new(Notify::new()),
            live: Arc::new(Live::starting_at(Utc::now().timestamp_micros().unsigned_abs())),
            seed,
            kept: Mutex::default(),
            backend: Mutex::default(),
            shared,
        };
        world.lock().images.url = world.url();
        world
    }

    /// Locks the state. A poisoned lock is still used, because every change is complete before the lock is released.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The snapshots that are kept with this world.
    pub(crate) fn kept(&self) -> MutexGuard<'_, KeptSnapshots> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The backend of the app, while it runs.
    pub(crate) fn backend(&self) -> MutexGuard<'_, Option<AppGateway>> {
        self.backend.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The sandbox that the world is in.
    pub(crate) fn shared(&self) -> Weak<Shared> {
        Weak::clone(&self.shared)
    }

    /// The state of a new world with the same name, seed and profile, and with the credentials and addresses of the app.
    pub(crate) fn initial_state(&self) -> State {
        let (profile, app) = {
            let state = self.lock();
            (state.profile, state.app.clone())
        };
        let mut initial = State::seeded(self.seed, &self.name, profile);
        initial.app = initial.app.with_identity_of(app);
        initial
    }

    /// Indexes the world by its current credentials.
    pub(crate) fn announce(self: &Arc<Self>) {
        if let Some(shared) = self.shared.upgrade() {
            shared.register(self);
        }
    }

    /// The prefix of this world's hosts, at the address to which the sandbox is bound.
    pub(crate) fn url(&self) -> String {
        self.url_at(None)
    }

    /// The same at the origin by which a caller reached the sandbox.
    pub(crate) fn url_at(&self, origin: Option<&str>) -> String {
        let shared = self.shared.upgrade();
        let bound = shared.as_deref().map_or(crate::sandbox::NO_SOCKET, Shared::origin);
        format!("{}/worlds/{}", origin.unwrap_or(bound), self.name)
    }
}

impl Drop for WorldInner {
    fn drop(&mut self) {
        self.wake.notify_one();
        self.live.close();
    }
}

impl fmt::Debug for WorldInner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("name", &self.name).finish_non_exhaustive()
    }
}
