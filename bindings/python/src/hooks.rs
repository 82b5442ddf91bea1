//! The receiver of an app's hooks: what happens to a request, from its head to its response. The handlers are called, and the
//! dedupe store is asked, by `open_platform/hooks.py`.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use open_platform::ffi::python::no_panic;
use open_platform::hooks::{self, Answer, Begin, HandleAction, HandleEvent, HandleStart, Kind, Log, NeedBody, Step};
use open_platform::inbox::Receipt;
use open_platform::model::event::{Delivery, Event};
use open_platform::model::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::webhook::{self, Reply};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::raise;
use crate::observe::notify;
use crate::process::lock;
use crate::webhooks::{Body, Headers, MemoryDedupe, Method, Webhooks};

/// Decides what happens to requests of the platform.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Receiver(Arc<hooks::Receiver>);

/// A line for the log: whether it is an error, its text, and the missing handler with the type of its event.
type Line = (bool, String, Option<(&'static str, String)>);

fn line(log: Log) -> Line {
    (log.is_error, log.text, log.missing.map(|missing| (missing.handler, missing.kind)))
}

#[no_panic]
#[pymethods]
impl Receiver {
    /// Receives what `webhooks` accepts, on the given paths. `dedupe` is `store`, `inbox` or `off`; with `memory` that is the
    /// store.
    #[new]
    fn new(
        webhooks: &Bound<'_, Webhooks>,
        dedupe: &str,
        memory: Option<&Bound<'_, MemoryDedupe>>,
        events: Option<String>,
        start: Option<String>,
        actions: Option<String>,
    ) -> Self {
        let paths = [(Kind::Event, events), (Kind::Start, start), (Kind::Action, actions)];
        let paths = paths.into_iter().filter_map(|(kind, path)| Some((kind, path?)));
        let receiver = hooks::Receiver::new(webhooks.get().0.clone()).paths(paths);
        Self(Arc::new(match (dedupe, memory) {
            (_, Some(memory)) => receiver.dedupe_in(Arc::clone(&memory.get().0)),
            ("inbox", None) => receiver.into_inbox(),
            ("off", None) => receiver.without_dedupe(),
            _ => receiver.dedupe_by_store(),
        }))
    }

    /// Notes that there is a handler with this name.
    fn register(&self, handler: &str) -> PyResult<()> {
        self.0.register(handler).map_err(raise)
    }

    /// Accepts or refuses a request by its head.
    fn begin(&self, method: Method, path: &str, headers: Headers) -> Exchange {
        Exchange(Mutex::new(match self.0.begin(&method.0, path, &headers.0, None) {
            Begin::Answer(answer) => State::Step(Step::Answer(answer)),
            Begin::Body(needed) => State::Body(needed),
        }))
    }

    /// What to log about an event of an inbox that has no handler, if it was not logged before.
    fn without_handler(&self, event: Event) -> Option<Line> {
        self.0.event_without_handler(&event).map(line)
    }
}

/// One request. The methods that end a step return the name of the next one.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Exchange(Mutex<State>);

enum State {
    Body(NeedBody),
    Step(Step),
    /// What the handler gets was taken.
    Event(HandleEvent),
    Start(HandleStart),
    Action(HandleAction),
    /// A step is taken.
    Between,
}

/// What comes next: `remember`, `forget`, `store`, `event`, `start`, `dynamic_action` or `answer`.
fn name(step: &Step) -> &'static str {
    match step {
        Step::Answer(_) => "answer",
        Step::Event(..) => "event",
        Step::Start(..) => "start",
        Step::DynamicAction(..) => "dynamic_action",
        Step::Store(_) => "store",
        Step::Remember(_) => "remember",
        Step::Forget(_) => "forget",
    }
}

fn wrong_state() -> PyErr {
    PyRuntimeError::new_err("a request is in another state")
}

impl Exchange {
    /// Ends the current state. `next` returns it unchanged where it does not end.
    fn take<T>(&self, next: impl FnOnce(State) -> Result<(State, T), Box<State>>) -> PyResult<T> {
        let mut state = lock(&self.0);
        let (after, value) = match next(std::mem::replace(&mut *state, State::Between)) {
            Ok((after, value)) => (after, Ok(value)),
            Err(same) => (*same, Err(wrong_state())),
        };
        *state = after;
        value
    }

    /// Ends the current step, and returns the name of the next one.
    fn step(&self, next: impl FnOnce(State) -> Result<Step, Box<State>>) -> PyResult<&'static str> {
        self.take(|state| {
            let step = next(state)?;
            let name = name(&step);
            Ok((State::Step(step), name))
        })
    }

    fn answered<T>(&self, read: impl FnOnce(&Answer) -> T) -> PyResult<T> {
        match &*lock(&self.0) {
            State::Step(Step::Answer(answer)) => Ok(read(answer)),
            _ => Err(wrong_state()),
        }
    }
}

#[no_panic]
#[pymethods]
impl Exchange {
    /// The limits of the body, in bytes and seconds. `None`: the request is answered without it.
    #[getter]
    fn limits(&self) -> Option<(usize, f64)> {
        match &*lock(&self.0) {
            State::Body(needed) => {
                let accepted = needed.accepted();
                Some((accepted.body_limit(), accepted.body_timeout().as_secs_f64()))
            }
            _ => None,
        }
    }

    /// The body.
    fn read(&self, body: Body<'_>) -> PyResult<&'static str> {
        self.step(|state| match state {
            State::Body(needed) => Ok(needed.read(body.0)),
            other => Err(other.into()),
        })
    }

    /// The body did not arrive in time.
    fn too_slow(&self) -> PyResult<&'static str> {
        self.step(|state| match state {
            State::Body(needed) => Ok(Step::Answer(needed.too_slow())),
            other => Err(other.into()),
        })
    }

    /// Takes the event to handle, the name of its handler, and the id of the key that matched.
    fn event(&self) -> PyResult<(Delivery, &'static str, String)> {
        self.take(|state| match state {
            State::Step(Step::Event(delivery, handling)) => {
                let (handler, key_id) = (delivery.event.name(), handling.key_id().to_owned());
                Ok((State::Event(handling), (*delivery, handler, key_id)))
            }
            other => Err(other.into()),
        })
    }

    /// Takes the start request to handle, and the id of the key that matched.
    fn start(&self) -> PyResult<(StartRequest, String)> {
        self.take(|state| match state {
            State::Step(Step::Start(request, handling)) => {
                let key_id = handling.key_id().to_owned();
                Ok((State::Start(handling), (*request, key_id)))
            }
            other => Err(other.into()),
        })
    }

    /// Takes the dynamic action to handle, and the id of the key that matched.
    fn dynamic_action(&self) -> PyResult<(DynamicActionRequest, String)> {
        self.take(|state| match state {
            State::Step(Step::DynamicAction(request, handling)) => {
                let key_id = handling.key_id().to_owned();
                Ok((State::Action(handling), (*request, key_id)))
            }
            other => Err(other.into()),
        })
    }

    /// The key to remember or to forget, and how many seconds to remember it.
    fn key(&self) -> PyResult<(String, Option<u64>)> {
        match &*lock(&self.0) {
            State::Step(Step::Remember(it)) => Ok((it.key().to_owned(), it.window().as_ref().map(Duration::as_secs))),
            State::Step(Step::Forget(it)) => Ok((it.key().to_owned(), None)),
            _ => Err(wrong_state()),
        }
    }

    /// The store has remembered the key, which was new or not.
    fn remembered(&self, is_new: bool) -> PyResult<&'static str> {
        self.step(|state| match state {
            State::Step(Step::Remember(remember)) => Ok(remember.remembered(is_new)),
            other => Err(other.into()),
        })
    }

    /// The store has forgotten the key, or the handler of the event has returned.
    fn done(&self) -> PyResult<&'static str> {
        self.step(|state| match state {
            State::Step(Step::Forget(forget)) => Ok(forget.forgotten()),
            State::Event(handling) => Ok(handling.handled()),
            other => Err(other.into()),
        })
    }

    /// The handler of start requests has returned.
    fn started(&self, answer: StartReply) -> PyResult<&'static str> {
        self.step(|state| match state {
            State::Start(handling) => Ok(handling.handled(&answer)),
            other => Err(other.into()),
        })
    }

    /// The handler of dynamic actions has returned.
    fn acted(&self, answer: DynamicActionReply) -> PyResult<&'static str> {
        self.step(|state| match state {
            State::Action(handling) => Ok(handling.handled(&answer)),
            other => Err(other.into()),
        })
    }

    /// The inbox has received the event.
    fn stored(&self, receipt: Receipt) -> PyResult<&'static str> {
        self.step(|state| match state {
            State::Step(Step::Store(store)) => Ok(store.stored(receipt)),
            other => Err(other.into()),
        })
    }

    /// The handler, the dedupe store or the inbox has failed.
    fn failed(&self, error: &str) -> PyResult<&'static str> {
        self.step(|state| match state {
            State::Event(it) => Ok(it.failed(error)),
            State::Start(it) => Ok(it.failed(error)),
            State::Action(it) => Ok(it.failed(error)),
            State::Step(Step::Remember(it)) => Ok(it.failed(error)),
            State::Step(Step::Forget(it)) => Ok(it.failed(error)),
            State::Step(Step::Store(it)) => Ok(it.failed(error)),
            other => Err(other.into()),
        })
    }

    /// The response, and what to log.
    fn answer(&self) -> PyResult<(Reply, Vec<Line>)> {
        self.answered(|answer| (answer.reply.clone(), answer.logs.iter().cloned().map(line).collect()))
    }

    /// Calls these functions with the record of the request, if there is one.
    fn tell(&self, py: Python<'_>, receivers: Vec<Py<PyAny>>) -> PyResult<()> {
        // Not while the state is locked: a function of the app may ask for it.
        if let Some(record) = self.answered(|answer| answer.record.clone())? {
            for receiver in receivers {
                notify(py, receiver.bind(py), &record);
            }
        }
        Ok(())
    }
}

impl Exchange {
    /// The arguments for the inbox.
    pub(crate) fn to_store(&self) -> PyResult<(webhook::Accepted, Vec<u8>)> {
        match &mut *lock(&self.0) {
            State::Step(Step::Store(store)) => Ok(store.take()),
            _ => Err(wrong_state()),
        }
    }
}
