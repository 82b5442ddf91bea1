//! The client and its calls. A method starts a call of the core and returns at once; the result arrives through
//! [`Calls`] with the given id.
#![allow(deprecated, reason = "the old forms are called too")]

use std::cell::Cell;
use std::future::Future;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

use napi::Env;
use napi_derive::napi;
use open_platform::api::RawResponse;
use open_platform::api::types::*;
use open_platform::client;
use open_platform::error::ErrorReport;
use open_platform::ffi;
use open_platform::ffi::node::{Argument, Value};
use open_platform::grants::{Adoption, GrantInfo, GrantPage, UnreadableGrant};
use open_platform::id::GrantKey;
use open_platform::inbox::InboxOptions;
use open_platform::model::event::SubscriptionType;
use open_platform::naming::camel_case;
use open_platform::oauth::{Authorization, Login, LoginOutcome, Tokens};
use open_platform::subscriptions::SubscriptionInfo;
use open_platform::webhook::WebhookOptions;
use open_platform::{OpenPlatform, Result, each_call, each_method};

use crate::calls::{Call, CallRegistry, Calls, NO_CLIENT, OnDelivered, Start};
use crate::errors::raise;
use crate::inbox::Inbox;
use crate::keeper::Keeper;
use crate::observe::{LogLine, observed};
use crate::requests::{RawRequest, UploadSource};
use crate::settings::{CallOptions, Settings, millis};
use crate::streams::ResponseStream;
use crate::webhooks::Webhooks;

/// One client of a JavaScript thread, shared by its user handles.
pub(crate) struct Client {
    registry: Rc<CallRegistry>,
    number: u32,
    tracing: bool,
    closed: Cell<bool>,
}

impl Client {
    pub(crate) fn new(calls: &Calls, tracing: bool) -> Rc<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        Rc::new(Self {
            registry: calls.registry(),
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            tracing,
            closed: Cell::new(false),
        })
    }

    pub(crate) fn start<T: Value>(
        &self,
        id: i64,
        call: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<Call<T>> {
        self.spawn(id, Start::holding(true), call)
    }

    /// As [`start`](Self::start), for a call that is started in another way.
    pub(crate) fn spawn<T: Value>(
        &self,
        id: i64,
        start: Start,
        call: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<Call<T>> {
        self.check()?;
        self.registry.spawn(id, self.number, start, call)
    }

    /// As [`spawn`](Self::spawn), with what is done when the result arrives.
    pub(crate) fn spawn_then<T: Value>(
        &self,
        id: i64,
        start: Start,
        call: impl Future<Output = Result<(T, OnDelivered)>> + Send + 'static,
    ) -> Result<Call<T>> {
        self.check()?;
        self.registry.spawn_then(id, self.number, start, call)
    }

    /// As [`spawn`](Self::spawn), also after the client was closed: for the end of work that has begun before.
    pub(crate) fn finish<T: Value>(
        &self,
        id: i64,
        start: Start,
        call: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<Call<T>> {
        self.registry.spawn(id, NO_CLIENT, start, call)
    }

    fn check(&self) -> Result<()> {
        if self.closed.get() { Err(ffi::closed("client")) } else { Ok(()) }
    }
}

/// A client.
#[napi]
pub struct Platform {
    pub(crate) core: OpenPlatform,
    pub(crate) client: Rc<Client>,
}

/// The error of the calls that [`Platform::close`] has cancelled.
#[napi(catch_unwind)]
pub fn closed_meanwhile() -> ErrorReport {
    ffi::closed_meanwhile("client").report()
}

/// A handle for one user.
#[napi]
pub struct PlatformUser {
    core: client::User,
    client: Rc<Client>,
}

#[napi]
impl Platform {
    #[napi(constructor, catch_unwind)]
    pub fn new(env: Env, calls: &Calls, settings: Settings) -> napi::Result<Self> {
        let client = Client::new(calls, settings.tracing());
        let builder = observed(OpenPlatform::builder(), client.number, client.registry.queue(), settings.wanted());
        let core = settings.build(builder).map_err(raise(env))?;
        Ok(Self { core, client })
    }

    /// The number that records of this client arrive with.
    #[napi(getter, catch_unwind)]
    pub fn number(&self) -> u32 {
        self.client.number
    }

    #[napi(getter, catch_unwind)]
    pub fn note(&self) -> Option<LogLine> {
        self.core.note().map(|note| LogLine::of(&note))
    }

    #[napi(catch_unwind)]
    pub fn user(&self, grant: GrantKey) -> PlatformUser {
        PlatformUser { core: self.core.user(grant), client: Rc::clone(&self.client) }
    }

    #[napi(catch_unwind)]
    pub fn user_with_token(&self, token: String) -> PlatformUser {
        PlatformUser { core: self.core.user_with_token(token), client: Rc::clone(&self.client) }
    }

    /// The size of the largest file that any upload takes.
    #[napi(getter, catch_unwind)]
    pub fn max_upload_bytes(&self) -> f64 {
        self.core.max_upload_bytes() as f64
    }

    /// The redirect address of logins, if it is set.
    #[napi(getter, catch_unwind)]
    pub fn redirect_uri(&self) -> Option<String> {
        self.core.redirect_uri().map(str::to_owned)
    }

    /// A receiver with the clock and the limits of this client, and with the keys of `keysOf`, if it is given.
    #[napi(catch_unwind)]
    pub fn webhooks(
        &self,
        env: Env,
        keys_of: Option<&Webhooks>,
        options: Argument<Option<WebhookOptions>>,
    ) -> napi::Result<Webhooks> {
        let webhooks = match keys_of {
            Some(other) => self.core.webhooks_with(other.0.clone()),
            None => self.core.webhooks().map_err(raise(env))?,
        };
        Webhooks::of(env, webhooks, options)
    }

    #[napi(catch_unwind)]
    pub fn keeper(&self, env: Env, interval_ms: Option<f64>) -> napi::Result<Keeper> {
        let interval = interval_ms.map(|ms| millis("interval_ms", ms)).transpose().map_err(raise(env))?;
        let core = self.core.keeper().interval_if(interval);
        Ok(Keeper { core, client: Rc::clone(&self.client) })
    }

    #[napi(catch_unwind)]
    pub fn inbox(&self, env: Env, options: Argument<InboxOptions>) -> napi::Result<Inbox> {
        let core = self.core.inbox(options.named(|| "options".to_owned())?).map_err(raise(env))?;
        Ok(Inbox { core, client: Rc::clone(&self.client) })
    }

    /// Waits at most `timeout_ms` for work that must not be interrupted, even after `close`.
    #[napi(catch_unwind)]
    pub fn drain(&self, env: Env, id: i64, timeout_ms: f64) -> napi::Result<Call<bool>> {
        let timeout = millis("timeout_ms", timeout_ms).map_err(raise(env))?;
        let platform = self.core.clone();
        let drained = async move { Ok(platform.drain(timeout).await) };
        self.client.finish(id, Start::holding(true), drained).map_err(raise(env))
    }

    /// Cancels the pending calls and returns their ids. Later calls are refused.
    #[napi(catch_unwind)]
    pub fn close(&self) -> Vec<i64> {
        self.client.closed.set(true);
        self.client.registry.cancel_all(self.client.number)
    }
}

#[napi]
impl PlatformUser {
    /// The stored grant whose tokens the calls carry, if there is one.
    #[napi(getter, catch_unwind)]
    pub fn grant(&self) -> Option<String> {
        self.core.grant().map(ToString::to_string)
    }
}

/// A method per call: `name(arguments) -> [value] = "endpoint" |client| area => method;`.
macro_rules! calls {
    ($class:ident: $(
        $name:ident($($argument:ident: $type:tt),* $(; $option:ident)?) -> [$value:ty] =
            $endpoint:literal |$client:ident| $area:expr => $method:ident;
    )+) => {
        own_calls! { @futures $class: $(
            $name($($argument: calls!(@argument $type)),*) -> $value =
                |$client, call| $area.boxed().$method($(calls!(@given call $argument $type)),*);
        )+ }
    };
    // Types that are passed from JavaScript as another type than the core's.
    (@argument Upload) => { UploadSource };
    (@argument Secret) => { String };
    (@argument $type:ident) => { $type };
    (@given $call:ident $argument:ident Upload) => { $argument.into_core($call.0, $call.1.registry.queue()) };
    (@given $call:ident $argument:ident Secret) => { open_platform::Secret::from($argument) };
    (@given $call:ident $argument:ident $type:ident) => { $argument };
}

/// The same where the call is written out, and its result converted: `name(arguments) -> value = |client| call;`.
macro_rules! own_calls {
    ($class:ident {
        $($($endpoint:literal)? $name:ident($($argument:ident: $type:ty),*) -> $value:ty = |$core:ident| $call:expr;)+
    }) => {
        own_calls! { @futures $class: $(
            $name($($argument: $type),*) -> $value = |$core, call| async move { $call.await.map(Into::into) };
        )+ }
    };
    (@futures $class:ident: $(
        $name:ident($($argument:ident: $type:ty),*) -> $value:ty = |$core:ident, $call:ident| $future:expr;
    )+) => {
        #[napi]
        impl $class {$(
            #[napi(catch_unwind)]
            pub fn $name(&self, env: Env, call_id: i64, $($argument: Argument<$type>,)* options: Option<CallOptions>) -> napi::Result<Call<$value>> {
                $(let $argument = $argument.named(|| camel_case(stringify!($argument)))?;)*
                let (start, $core) = self.prepare(env, options)?;
                // Only uploads need it.
                #[allow(unused_variables)]
                let $call = (call_id, &self.client);
                self.client.spawn(call_id, start, $future).map_err(raise(env))
            }
        )+}
    };
}

each_call!(server calls);

/// What a client and a user both have.
macro_rules! common {
    ($class:ident: $core:ty) => {
        #[napi]
        impl $class {
            /// How a call with these options is started, and what makes it. Not inlined, because 150 methods call it.
            #[inline(never)]
            fn prepare(&self, env: Env, options: Option<CallOptions>) -> napi::Result<(Start, $core)> {
                let options = options.unwrap_or_default();
                let start = Start::observed(options.observation());
                Ok((start, self.core.with(options.checked().map_err(raise(env))?)))
            }

            /// Whether calls are spans, if the program uses OpenTelemetry.
            #[napi(getter, catch_unwind)]
            pub fn tracing(&self) -> bool {
                self.client.tracing
            }

            /// Prepares a raw request whose response is read in pieces.
            #[napi(catch_unwind)]
            pub fn stream(
                &self,
                env: Env,
                request: RawRequest,
                options: Option<CallOptions>,
            ) -> napi::Result<ResponseStream> {
                let (start, core) = self.prepare(env, options)?;
                let call = async move { core.stream(request.into_core()?).await };
                Ok(ResponseStream::new(&self.client, start, call))
            }
        }

        own_calls! { $class { request(request: RawRequest) -> RawResponse = |it| it.request(request.into_core()?); } }
    };
}
common!(Platform: OpenPlatform);
common!(PlatformUser: client::User);

each_method!(logins own_calls Platform);
each_method!(grants own_calls Platform);
each_method!(subscriptions own_calls PlatformUser);
