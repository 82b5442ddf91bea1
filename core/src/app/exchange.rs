//! A request of a phone whose state is checked when the program runs: for other languages, which cannot have a type for each state.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::gateway::AppGateway;
use super::request::AppRequest;
use crate::client::OpenPlatform;
use crate::error::Result;
use crate::error_classes::INTERNAL_TEXT;
use crate::hooks::{HookLog, StateCell, wrong_state};
use crate::webhook::{Headers, Reply};

/// What the caller does next for a request of a phone, with the method of [`AppExchange`] that takes the result. If it fails,
/// [`failed`](AppExchange::failed) takes the reason.
#[cfg_attr(feature = "ffi", crate::ffi::data(tag = "step"))]
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub enum AppStep {
    /// Read the body, or one byte more than `limit`: [`read`](AppExchange::read), [`too_slow`](AppExchange::too_slow) or
    /// [`no_length`](AppExchange::no_length).
    Body {
        /// Its largest size in bytes.
        limit: u32,
        /// The time limit of reading it, in seconds.
        seconds: f64,
    },
    /// Find the app's own id of the user who is logged in to the app: [`user`](AppExchange::user).
    User {},
    /// [`perform`](AppExchange::perform) the request.
    Perform {},
    /// Send the response. Nothing follows.
    Answer {
        /// The response.
        reply: Reply,
        /// What to log, in order.
        logs: Vec<HookLog>,
    },
}

/// A request of a phone, from its head to its answer. Each method ends a state and returns what comes next. After a panic that is the
/// answer, 500.
///
/// # Errors
/// A method that does not belong to the current state returns [`InvalidInput`](crate::Error::InvalidInput) for `exchange`. The
/// state does not change.
pub struct AppExchange(StateCell<State>);

enum State {
    Body(AppRequest),
    User(AppRequest, Vec<u8>),
    Perform(AppRequest, Option<String>, Vec<u8>),
    Answered,
}

impl AppGateway {
    /// Like [`admit`](Self::admit), for a request whose state is checked when the program runs.
    pub fn begin(
        &self,
        method: impl AsRef<str>,
        path: impl AsRef<str>,
        headers: &(impl Headers + ?Sized),
    ) -> (AppExchange, AppStep) {
        let begin = || match self.admit(method, path, headers) {
            Ok(request) => {
                let limit = request.body_limit().try_into().unwrap_or(u32::MAX);
                let next = AppStep::Body { limit, seconds: request.body_timeout().as_secs_f64() };
                (State::Body(request), next)
            }
            Err(refusal) => answered(refusal, None),
        };
        let (state, next) = catch_unwind(AssertUnwindSafe(begin)).unwrap_or_else(|_| panicked());
        (AppExchange(StateCell::new(state)), next)
    }
}

/// The answer after a panic, whose words are not logged: they may hold data of users.
fn panicked() -> (State, AppStep) {
    answered(Reply { close: true, ..Reply::failed() }, Some(HookLog::error(INTERNAL_TEXT.to_owned())))
}

fn answered(reply: Reply, log: Option<HookLog>) -> (State, AppStep) {
    (State::Answered, AppStep::Answer { reply, logs: log.into_iter().collect() })
}

impl AppExchange {
    /// Ends the current state with `end`, which returns the state unchanged if the method does not belong to it.
    fn end(&self, end: impl FnOnce(State) -> Result<(State, AppStep), Box<State>>) -> Result<AppStep> {
        self.0.end(State::Answered, end, || panicked().1)
    }

    /// The name of the relayed call, if it is one, until the request is answered.
    pub fn call(&self) -> Option<&'static str> {
        match &*self.0.lock() {
            State::Body(request) | State::User(request, _) | State::Perform(request, ..) => request.call(),
            State::Answered => None,
        }
    }

    /// The body, unchanged, or more than its limit.
    pub fn read(&self, body: &[u8]) -> Result<AppStep> {
        self.end(|state| match state {
            State::Body(request) if request.needs_user() => Ok((State::User(request, body.to_vec()), AppStep::User {})),
            State::Body(request) => Ok((State::Perform(request, None, body.to_vec()), AppStep::Perform {})),
            other => Err(other.into()),
        })
    }

    /// The body did not arrive in time.
    pub fn too_slow(&self) -> Result<AppStep> {
        self.refuse(AppRequest::too_slow)
    }

    /// The length of the body is unknown, and the server does not tell where it ends.
    pub fn no_length(&self) -> Result<AppStep> {
        self.refuse(AppRequest::no_length)
    }

    fn refuse(&self, refusal: impl FnOnce(&AppRequest) -> Reply) -> Result<AppStep> {
        self.end(|state| match state {
            State::Body(request) => Ok(answered(refusal(&request), None)),
            other => Err(other.into()),
        })
    }

    /// The app's own id of the user who is logged in; `None` if nobody is.
    pub fn user(&self, user: Option<String>) -> Result<AppStep> {
        self.end(|state| match state {
            State::User(request, body) => Ok((State::Perform(request, user, body), AppStep::Perform {})),
            other => Err(other.into()),
        })
    }

    /// Performs the request. In a process that was forked from the gateway's it needs the client of that process.
    pub async fn perform(&self, platform: Option<&OpenPlatform>) -> Result<AppStep> {
        let (request, user, body) = match &mut *self.0.lock() {
            State::Perform(request, user, body) => (request.clone(), user.take(), std::mem::take(body)),
            _ => return Err(wrong_state()),
        };
        let request = match platform {
            Some(platform) => request.on(platform),
            None => request,
        };
        let (reply, log) = request.answer_with_log(user.as_deref(), &body).await;
        // The caller may have reported a failure in the meantime, because it was cancelled.
        self.end(|state| match state {
            State::Perform(..) => Ok(answered(reply, log)),
            other => Err(other.into()),
        })
    }

    /// The body could not be read, or the user could not be found, or the caller was cancelled. `error` is logged, so it must not
    /// contain data of users.
    pub fn failed(&self, error: &str) -> Result<AppStep> {
        self.end(|state| {
            let (request, close) = match &state {
                State::Body(request) => (request, true),
                State::User(request, _) | State::Perform(request, ..) => (request, false),
                State::Answered => return Err(state.into()),
            };
            let (reply, log) = request.failed(error);
            Ok(answered(Reply { close, ..reply }, Some(log)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::webhook::Unreadable;

    #[test]
    fn after_a_panic_a_request_is_answered_with_500_without_its_words() {
        let client = OpenPlatform::builder().api_key("key").client_id("app").build().unwrap();
        let gateway = AppGateway::new(&client, ["YSBrZXkgb2YgdGhlIGdhdGV3YXksIDMyIGJ5dGVzLi4="]).unwrap();
        let (_, first) = gateway.begin("POST", "/access", &Unreadable);
        let AppStep::Answer { reply, logs } = &first else { panic!("{first:?}") };
        assert_eq!((reply.status, reply.close), (500, true));
        assert_eq!(*logs, [HookLog::error(INTERNAL_TEXT.to_owned())]);

        let (exchange, next) = gateway.begin("POST", "/access", &[("Content-Type", "application/json")]);
        assert!(matches!(next, AppStep::Body { .. }), "the next request: {next:?}");
        assert_eq!(exchange.end(|_| panic!("words of a user")).unwrap(), first);
        assert!(exchange.failed("late").is_err(), "it is answered");
    }
}
