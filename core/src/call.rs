//! The steps that every call goes through: credentials, deadline, attempts, outcome.
//!
//! The access token is added in `call/access.rs`, the request is built in `call/request.rs`, the response is read in
//! `call/response.rs`, and [`crate::policy`] decides about retries.

use std::fmt;
use std::future::ready;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use http::{HeaderMap, HeaderValue};
use tokio::time::Instant;
use tracing::Instrument;

use crate::background::Background;
use crate::clock::Clock;
use crate::config::{CallOptions, Config};
use crate::endpoint::{Credentials, Endpoint, Host, RetryClass};
use crate::error::{ApiErrorKind, Error, OAuthError, Quota, Result, TransportErrorKind};
use crate::gateway_reply::{self, GatewayError};
use crate::observe::{self, CallSpan};
use crate::policy::{self, AttemptOutcome, Budget, DayGates, RetryContext, RetryDecision};
use crate::response_cache::ResponseCache;
use crate::secret::Secret;
use crate::transport::{AttemptProgress, BodyProgress, Failure, Request, Response, Transport};

mod access;
mod limits;
mod random;
mod record;
mod request;
mod response;
#[cfg(feature = "stream")]
mod stream;

pub(crate) use access::{Access, AccessFuture, AccessProvider, RefusedToken};
use limits::{Deadline, default_max_response};
use random::Random;
use record::reason_to_retry;
pub(crate) use request::address;
pub(crate) use response::{is_no_result, retry_after};
#[cfg(feature = "stream")]
pub(crate) use stream::ReplyBody;

/// Sends calls. All clones of a client share one.
pub(crate) struct Caller {
    pub(crate) config: Config,
    pub(crate) background: Background,
    /// On a phone: the source of the backend's tokens, which replace all other credentials.
    backend: Option<Arc<dyn AccessProvider>>,
    transport: Arc<dyn Transport>,
    clock: Arc<dyn Clock>,
    budgets: Budgets,
    day_gates: DayGates,
    responses: ResponseCache,
    random: Random,
}

/// One retry budget per host, so that an outage of one host does not stop retries to another.
#[derive(Debug, Default)]
struct Budgets([Budget; 5]);

impl Budgets {
    fn of(&self, host: Host) -> &Budget {
        &self.0[match host {
            Host::Auth => 0,
            Host::Base | Host::App => 1,
            Host::Api => 2,
            Host::Upload => 3,
            Host::Chat => 4,
        }]
    }
}

/// One call before it is sent. It has no `Debug`, because path, query and body may contain phone numbers and tokens.
pub(crate) struct Call {
    pub(crate) endpoint: &'static Endpoint,
    /// Checked and percent-encoded, in the order of the path.
    pub(crate) segments: Vec<String>,
    pub(crate) query: Vec<(&'static str, String)>,
    pub(crate) payload: Payload,
    pub(crate) bearer: Bearer,
}

/// The body of a request.
pub(crate) enum Payload {
    None,
    Json(Bytes),
    Form(Vec<(&'static str, Secret)>),
    /// Bytes with their media type, and the observer of how much of them has been sent.
    Bytes(Bytes, HeaderValue, Option<BodyProgress>),
}

/// The user of a request.
#[derive(Clone, Debug)]
pub(crate) enum Bearer {
    None,
    Token(Secret),
    /// A source of tokens that can replace a rejected one.
    Provider(Arc<dyn AccessProvider>),
}

impl Bearer {
    /// The scopes that the user has granted, or none if they are not known.
    pub(crate) fn scopes(&self) -> Vec<String> {
        if let Self::Provider(provider) = self { provider.scopes() } else { Vec::new() }
    }
}

/// A running call. It is boxed; otherwise each method of the API would contain the whole state machine of a call, once
/// more for every language. The state machine is compiled in the binding crate, which is optimized for speed
/// (`profile.release` in Cargo.toml), because all functions that lead here are `#[inline]`.
pub(crate) type Running<'a> = Pin<Box<dyn Future<Output = Result<CallResponse>> + Send + 'a>>;

/// A complete response.
pub(crate) struct CallResponse {
    /// Name of the endpoint.
    pub(crate) endpoint: &'static str,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// The id that the platform returned, or else the one that was sent.
    pub(crate) request_id: Option<String>,
    pub(crate) attempts: u32,
}

impl fmt::Debug for CallResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A body may contain tokens.
        f.debug_struct("CallResponse")
            .field("endpoint", &self.endpoint)
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}

impl Caller {
    pub(crate) fn new(
        config: Config,
        transport: Arc<dyn Transport>,
        clock: Arc<dyn Clock>,
        background: Background,
        backend: Option<Arc<dyn AccessProvider>>,
    ) -> Result<Self> {
        let (budgets, day_gates, responses) = (Budgets::default(), DayGates::default(), ResponseCache::default());
        let random = Random::new()?;
        Ok(Self { config, background, backend, transport, clock, budgets, day_gates, responses, random })
    }

    pub(crate) fn transport(&self) -> &Arc<dyn Transport> {
        &self.transport
    }

    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Sends a call with a fresh token and within its deadline, and retries if that is safe. Returns a 2xx or an error.
    #[inline]
    pub(crate) fn call<'a>(&'a self, call: Call, options: &'a CallOptions) -> Running<'a> {
        let Call { endpoint, segments, query, payload, bearer } = call;
        let address = request::check_size(&payload, self.config.plain.max_body_bytes)
            .and_then(|()| request::address(self.config.base(endpoint.host), endpoint.path, &segments, &query));
        match address {
            Ok(url) => Box::pin(self.send(endpoint, url, payload, bearer, options)),
            Err(error) => Box::pin(ready(Err(error))),
        }
    }

    /// Like [`call`](Self::call), for a complete URL on one of the configured hosts.
    pub(crate) fn send(
        &self,
        endpoint: &Endpoint,
        url: String,
        payload: Payload,
        bearer: Bearer,
        options: &CallOptions,
    ) -> impl Future<Output = Result<CallResponse>> + Send {
        self.send_over(&*self.transport, endpoint, url, payload, bearer, options)
    }

    /// Like [`send`](Self::send), over another transport than the client's.
    async fn send_over(
        &self,
        transport: &dyn Transport,
        endpoint: &Endpoint,
        url: String,
        payload: Payload,
        bearer: Bearer,
        options: &CallOptions,
    ) -> Result<CallResponse> {
        let span = CallSpan::begin(endpoint.name);
        let outgoing = OutgoingCall::new(self, endpoint, url, payload, options, &span).await;
        let mut outgoing = outgoing.inspect_err(|error| span.end(&[], Some(error.code())))?;
        outgoing.transport = transport;
        let result = outgoing.run(bearer).instrument(span.get().clone()).await;
        outgoing.end(&span, result.as_ref().err().map(Error::code));
        result
    }

    /// Sends a form exactly once and returns a response of any status. For the token endpoint, where the caller must
    /// decide about every retry.
    pub(crate) async fn send_once(
        &self,
        endpoint: &'static Endpoint,
        form: Vec<(&'static str, Secret)>,
        timeout: Duration,
    ) -> Result<CallResponse, Failure> {
        let kind = TransportErrorKind::Protocol;
        let unsendable = |error: Error| Failure { kind, may_have_arrived: false, reason: error.to_string() };
        let options = CallOptions::timeout(timeout);
        let url = request::address(self.config.base(endpoint.host), endpoint.path, &[], &[]).map_err(unsendable)?;
        let span = CallSpan::begin(endpoint.name);
        let outgoing = OutgoingCall::new(self, endpoint, url, Payload::Form(form), &options, &span).await;
        let mut outgoing = outgoing.map_err(unsendable)?;
        let result = outgoing.attempt().instrument(span.get().clone()).await;
        let error = match &result {
            Ok(response) if response.status < 400 => None,
            Ok(response) => Some(ApiErrorKind::from_status(response.status).code()),
            Err(failure) => Some(failure.kind.code()),
        };
        outgoing.end(&span, error);
        result.map(|response| outgoing.reply(response))
    }
}

/// A call that is being sent.
struct OutgoingCall<'a> {
    caller: &'a Caller,
    transport: &'a dyn Transport,
    endpoint: &'a Endpoint,
    url: String,
    body: Bytes,
    content_type: Option<HeaderValue>,
    progress: Option<BodyProgress>,
    api_key: Option<HeaderValue>,
    bearer: Option<HeaderValue>,
    /// The source of the token in `bearer`, if it can have newer ones, and the generation of that token.
    provider: Option<Arc<dyn AccessProvider>>,
    generation: i64,
    /// Whether that token was requested for this call.
    is_fresh: bool,
    request_id: String,
    retry: RetryClass,
    max_response: usize,
    deadline: Deadline,
    attempts: u32,
    /// Status of the last attempt.
    status: Option<u16>,
    /// Whether an observer or the span receives records of attempts.
    observed: bool,
    /// The record of the last attempt, until it is known whether another one follows.
    record: Option<observe::Attempt>,
}

impl<'a> OutgoingCall<'a> {
    async fn new(
        caller: &'a Caller,
        endpoint: &'a Endpoint,
        url: String,
        payload: Payload,
        options: &CallOptions,
        span: &CallSpan,
    ) -> Result<Self> {
        use Credentials::{Key, KeyAndBearer, KeyAndOptionalBearer};
        let options = options.checked()?;
        let deadline = Deadline::new(options.timeout.unwrap_or_else(|| caller.config.timeout(endpoint.host)));
        let api_key = match endpoint.credentials {
            Key | KeyAndBearer | KeyAndOptionalBearer if caller.backend.is_none() => {
                Some(caller.config.api_key_header(deadline.total).await?)
            }
            _ => None,
        };
        let (body, content_type, progress) = request::body(payload);
        Ok(Self {
            caller,
            transport: &*caller.transport,
            endpoint,
            url,
            body,
            content_type,
            progress,
            api_key,
            bearer: None,
            provider: None,
            generation: 0,
            is_fresh: false,
            request_id: caller.random.id(),
            retry: options.retry_class(endpoint),
            max_response: options.max_response.unwrap_or(default_max_response(endpoint.host)),
            deadline,
            attempts: 0,
            status: None,
            observed: caller.config.observers.wants_attempts() || span.is_wanted(),
            record: None,
        })
    }

    /// Makes attempts until there is a final outcome.
    async fn run(&mut self, bearer: Bearer) -> Result<CallResponse> {
        self.check_day_quota()?;
        self.authorize(bearer).await?;
        let mut renewed = false;
        let budget = self.caller.budgets.of(self.endpoint.host);
        // Whether the platform may have acted on an earlier attempt.
        let mut unclear = false;
        loop {
            let sent_at = self.caller.clock.now();
            let result = match self.attempt().await.and_then(|response| self.not_of_a_proxy(response)) {
                Ok(response) if self.has_succeeded(&response, unclear) => {
                    budget.succeed();
                    return Ok(self.reply(response));
                }
                result => result,
            };
            let gateway_error = self.gateway_error(&result, sent_at);
            self.record_day_quota(&result);
            if self.is_token_refused(gateway_error.as_ref())
                && !std::mem::replace(&mut renewed, true)
                && self.renew(&result).await.or_else(|error| match gateway_error {
                    // The platform's refusal says more than why there is no other token.
                    Some(Error::Api(_)) => Ok(false),
                    _ => Err(self.last_error(error, unclear, sent_at)),
                })?
            {
                self.report(Some(("unauthorized", Duration::ZERO)));
                continue;
            }
            if let Some(error) = gateway_error {
                if let (Some(403), Some(provider)) = (self.status, &self.provider) {
                    provider.outdate(self.generation);
                }
                return Err(error);
            }
            let outcome = self.outcome(&result);
            match self.decide(outcome, budget.left()) {
                RetryDecision::Retry { wait, cost } if budget.take(cost) => {
                    unclear |=
                        !matches!(outcome, AttemptOutcome::NotSent | AttemptOutcome::Response { status: 429, .. });
                    self.report(Some((reason_to_retry(outcome), wait)));
                    self.deadline.waited += wait;
                    self.caller.clock.sleep(wait).await;
                    self.recheck_access().await.map_err(|error| self.last_error(error, unclear, sent_at))?;
                }
                last => {
                    // A refusal of a repeated request may mean that an earlier one was executed.
                    let may_be_done = self.retry == RetryClass::WithId && (unclear || outcome.is_unclear());
                    return Err(match result {
                        _ if may_be_done || last == RetryDecision::Ambiguous => self.ambiguous_outcome(result, sent_at),
                        Ok(response) => self.response_error(&response),
                        Err(failure) => self.transport_error(failure),
                    });
                }
            }
        }
    }

    /// Whether the token was refused. Then nothing was done, so every call may be sent once more.
    fn is_token_refused(&self, gateway_error: Option<&Error>) -> bool {
        match gateway_error {
            // The grant of the token has ended or lacks a scope, but the user may have a newer one.
            Some(Error::Api(api)) => !api.needs_scopes.is_empty() && !self.is_fresh,
            Some(error) => matches!(error, Error::OAuth(OAuthError::ReauthRequired { .. })),
            None => self.status == Some(401),
        }
    }

    /// The error of a call that has no token for its next attempt. An unclear attempt of a request with an id may have been executed.
    fn last_error(&self, error: Error, unclear: bool, sent_at: DateTime<Utc>) -> Error {
        if self.retry != RetryClass::WithId || !unclear {
            return error;
        }
        let (kind, reason) = (TransportErrorKind::Interrupted, error.to_string());
        self.ambiguous_outcome(Err(Failure { kind, may_have_arrived: false, reason }), sent_at)
    }

    /// A deletion that finds nothing has succeeded if an earlier attempt may have deleted the object.
    fn has_succeeded(&self, response: &Response, unclear: bool) -> bool {
        (200..300).contains(&response.status)
            || (unclear && response.status == 404 && self.endpoint.method == http::Method::DELETE)
    }

    fn decide(&self, outcome: AttemptOutcome, budget: u32) -> RetryDecision {
        let context = RetryContext {
            class: self.retry,
            attempt: self.attempts,
            outcome,
            remaining: self.deadline.remaining(),
            budget,
            random: self.caller.random.fraction(),
        };
        policy::decide(&self.caller.config.retry, &context)
    }

    /// Sends the request once.
    async fn attempt(&mut self) -> Result<Response, Failure> {
        let timeout = self.deadline.remaining();
        if timeout.is_zero() {
            let reason = "no time was left to send it".into();
            let failure = Failure { kind: TransportErrorKind::Deadline, may_have_arrived: false, reason };
            return Err(self.with_location(failure));
        }
        self.attempts += 1;
        let progress = self.progress.as_ref().map(BodyProgress::attempt);
        let request = Request {
            method: self.endpoint.method.clone(),
            url: self.url.clone(),
            headers: self.headers(),
            body: self.body.clone(),
            timeout,
            max_response: self.max_response,
            progress: progress.as_ref().map(AttemptProgress::of_transport),
        };
        let sent = self.observed.then(Instant::now);
        let result = self.transport.send(request).await;
        self.status = result.as_ref().ok().map(|response| response.status);
        if let (Some(progress), Some(200..300)) = (progress, self.status) {
            progress.complete(&self.body);
        }
        self.record = sent.map(|sent| self.recorded(&result, sent.elapsed()));
        result.map_err(|failure| self.with_location(failure))
    }

    /// Adds the destination and the elapsed time to a failure.
    fn with_location(&self, failure: Failure) -> Failure {
        failure.at(&self.url, self.deadline.spent())
    }

    /// The error that the backend of an app reports about the call. It is final, because the backend has already
    /// retried.
    fn gateway_error(&self, result: &Result<Response, Failure>, sent_at: DateTime<Utc>) -> Option<Error> {
        let response = result.as_ref().ok().filter(|_| self.caller.backend.is_some())?;
        let wait = response::retry_after(&response.headers, self.caller.clock.now());
        let failure = |kind, reason| Failure { kind, may_have_arrived: false, reason };
        Some(match gateway_reply::parse_error(&response.headers, &response.body, wait)? {
            GatewayError::Api => self.response_error(response),
            GatewayError::OAuth(error) => error.into(),
            GatewayError::Transport(kind, reason) => self.transport_error(failure(kind, reason)),
            GatewayError::Ambiguous(reason) => {
                self.ambiguous_outcome(Err(failure(TransportErrorKind::Interrupted, reason)), sent_at)
            }
        })
    }

    /// Whether the endpoint has a gate for its daily quota. A phone has none, because its backend has one.
    fn has_day_gate(&self) -> bool {
        // A request outside the table has no name that identifies its endpoint.
        self.caller.backend.is_none() && self.endpoint.is_in_table()
    }

    /// Refuses a call whose daily quota is known to be used up.
    fn check_day_quota(&self) -> Result<()> {
        let now = self.caller.clock.now();
        match self.caller.day_gates.closed_until(self.endpoint.name, now) {
            Some(until) if self.has_day_gate() => Err(self.daily_quota_error(until, now)),
            _ => Ok(()),
        }
    }

    /// Closes the gate of the endpoint if the response says that the daily quota is used up.
    fn record_day_quota(&self, result: &Result<Response, Failure>) {
        if let Ok(response) = result
            && response::quota(response) == Some(Quota::Day)
            && self.has_day_gate()
        {
            let now = self.caller.clock.now();
            self.caller.day_gates.close(self.endpoint.name, now, response::retry_after(&response.headers, now));
        }
    }
}
