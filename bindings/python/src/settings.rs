//! The settings of a client, from keyword arguments.

use std::time::Duration;

use open_platform::client::{Hosts, SETTINGS, Setting, SettingGroup, SettingKind};
use open_platform::ffi::python::{Given, Seconds};
use open_platform::ffi::{length, unknown_name};
use open_platform::ffi_types::settings::{ClientSetup, SettingValue};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::errors::{raise, unusable};
use crate::observe::{Callback, observed};
use crate::source::CredentialSource;
use crate::stores::CustomStore;
use crate::testing::{ManualClock, Recorder};

/// A duration from seconds, at least 0.
pub(crate) fn seconds(name: &str, value: Seconds) -> PyResult<Duration> {
    length(name, value.0).map_err(raise)
}

/// What keyword arguments set. Everything else is the core's default.
pub(crate) struct Settings {
    pub(crate) setup: ClientSetup,
    pub(crate) store: Option<CustomStore>,
    /// Whether calls are spans of OpenTelemetry, where the program has loaded it.
    pub(crate) tracing: bool,
    on_request: Option<Callback>,
    on_refresh: Option<Callback>,
    on_handled_event: Option<Callback>,
}

impl Settings {
    pub(crate) fn of(arguments: &Bound<'_, PyDict>) -> PyResult<Self> {
        let setup = ClientSetup::default();
        let mut settings =
            Self { setup, store: None, tracing: true, on_request: None, on_refresh: None, on_handled_event: None };
        for (name, value) in arguments {
            if !value.is_none() {
                settings.set(setting(name.extract()?)?, &value)?;
            }
        }
        let is_set = |name| Ok::<_, PyErr>(arguments.get_item(name)?.is_some_and(|value| !value.is_none()));
        if is_set("hosts")? && is_set("sandbox_url")? {
            return Err(unusable("hosts", "cannot be set together with sandbox_url"));
        }
        let Self { setup, on_request, on_refresh, on_handled_event, .. } = &mut settings;
        setup.change(|builder| observed(builder, on_request.take(), on_refresh.take(), on_handled_event.take()));
        Ok(settings)
    }

    fn set(&mut self, row: &Setting, value: &Bound<'_, PyAny>) -> PyResult<()> {
        // `True` and `False` are numbers in Python, but not as a setting.
        if row.kind != SettingKind::Flag && value.is_instance_of::<PyBool>() {
            return Err(wrong_type(row));
        }
        match self.read(row, value).map_err(|_| wrong_type(row))? {
            Some(plain) => self.setup.set(row.name, plain).map_err(raise),
            None => Ok(()),
        }
    }

    /// The value, or nothing if it is not a plain one and therefore set here. An error means that it has a wrong type.
    fn read(&mut self, row: &Setting, value: &Bound<'_, PyAny>) -> PyResult<Option<SettingValue>> {
        Ok(Some(match row.kind {
            SettingKind::Text | SettingKind::Sandbox | SettingKind::Certificates => {
                SettingValue::Text(value.extract()?)
            }
            SettingKind::Credential | SettingKind::Store if let Ok(text) = value.extract() => SettingValue::Text(text),
            SettingKind::Texts => SettingValue::Texts(value.extract::<Given<_>>()?.required("")?),
            SettingKind::Flag if row.group != SettingGroup::Observe => SettingValue::Flag(value.extract()?),
            SettingKind::Count | SettingKind::Attempts | SettingKind::Bytes => SettingValue::Number(value.extract()?),
            SettingKind::Timeout | SettingKind::Wait => SettingValue::Seconds(value.extract::<Seconds>()?.0),
            SettingKind::Variables => SettingValue::Variables(value.extract()?),
            SettingKind::Hosts => {
                let HostNames { auth, base, api, upload, chat } = value.extract()?;
                SettingValue::Hosts(Hosts { auth, base, api, upload, chat })
            }
            _ => return self.set_object(row.name, value).map(|()| None),
        }))
    }

    fn set_object(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match name {
            "api_key" => {
                let source = value.extract::<CredentialSource>()?;
                self.setup.change(|builder| builder.api_key_source(source.0));
            }
            "client_secret" => {
                let source = value.extract::<CredentialSource>()?;
                self.setup.change(|builder| builder.client_secret_source(source.0));
            }
            "store" => self.store = Some(value.extract()?),
            "transport" => self.setup.transport = Some(value.extract::<Recorder>()?.core),
            "clock" => {
                let clock = value.extract::<ManualClock>()?;
                self.setup.change(|builder| builder.clock(clock.core));
            }
            "on_request" => self.on_request = Some(value.extract()?),
            "on_refresh" => self.on_refresh = Some(value.extract()?),
            "on_handled_event" => self.on_handled_event = Some(value.extract()?),
            "tracing" => self.tracing = value.extract()?,
            _ => return Err(PyTypeError::new_err(())),
        }
        Ok(())
    }
}

/// The setting with this name.
fn setting(name: &str) -> PyResult<&'static Setting> {
    let known = || SETTINGS.iter().filter(|row| row.group != SettingGroup::Node);
    known().find(|row| row.name == name).ok_or_else(|| {
        let names: Vec<_> = known().map(|row| row.name).collect();
        unusable(name, &unknown_name(name, &names))
    })
}

/// The five addresses by name.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct HostNames {
    auth: String,
    base: String,
    api: String,
    upload: String,
    chat: String,
}

fn wrong_type(row: &Setting) -> PyErr {
    let expected = match row.kind {
        SettingKind::Text | SettingKind::Sandbox | SettingKind::Certificates => "a text",
        SettingKind::Texts => "a list of texts",
        SettingKind::Flag => "True or False",
        SettingKind::Timeout | SettingKind::Wait => "a number of seconds or a timedelta",
        SettingKind::Credential => "a text, or a function that gives one",
        SettingKind::RequestCallback | SettingKind::RefreshCallback | SettingKind::HandledEventCallback => "a function",
        SettingKind::Transport => "a Recorder",
        SettingKind::Clock => "a ManualClock",
        SettingKind::Store => "an address, or an object with the methods get, put, delete and scan",
        SettingKind::Variables => "a dict of texts",
        SettingKind::Hosts => "a dict with auth, base, api, upload and chat",
        _ => "a whole number of at least 0",
    };
    unusable(row.name, &format!("must be {expected}"))
}
