//! The methods of a login that are not made of the rows in `grants`: the redirect address, and the calls that are traced by the name of
//! an endpoint.

use open_platform::ffi::python::{Given, Seconds, no_panic};
use open_platform::oauth::Tokens;
use pyo3::prelude::*;

use crate::call::{Call, Typed};
use crate::calls::options;
use crate::client::Platform;

#[no_panic]
#[pymethods]
impl Platform {
    /// The redirect address of the client.
    #[getter]
    fn oauth_redirect_uri(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.0.current(py)?.platform.oauth().redirect_uri().map(str::to_owned))
    }

    /// Exchanges a code without the checks of `oauth_callback` and without storing anything.
    #[pyo3(signature = (code, redirect_uri, *, timeout = None))]
    fn oauth_exchange(
        &self,
        code: Given<String>,
        redirect_uri: Given<String>,
        timeout: Option<Given<Seconds>>,
    ) -> PyResult<Typed<Tokens>> {
        let (code, uri) = (code.required("code")?, redirect_uri.required("redirect_uri")?);
        let with = self.with(options(timeout)?);
        let call = Call::of(&self.0, async move |platform| with(platform).oauth().exchange(code, uri).await);
        Ok(call.endpoint("oauth.exchange"))
    }

    /// Sends one refresh request, without storing anything.
    #[pyo3(signature = (tokens, redirect_uri, *, timeout = None))]
    fn oauth_refresh(
        &self,
        tokens: Given<Tokens>,
        redirect_uri: Given<String>,
        timeout: Option<Given<Seconds>>,
    ) -> PyResult<Typed<Tokens>> {
        let (tokens, uri) = (tokens.required("tokens")?, redirect_uri.required("redirect_uri")?);
        let with = self.with(options(timeout)?);
        let call = Call::of(&self.0, async move |platform| with(platform).oauth().refresh(&tokens, uri).await);
        Ok(call.endpoint("oauth.refresh"))
    }
}
