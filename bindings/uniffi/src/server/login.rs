//! Login routes: what happens to a request of a browser, from its head to its response. The packages call the functions of the app.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use open_platform::ffi::lock;
use open_platform::hooks::HookLog;
use open_platform::login::{self, LoginReply, LoginStep};
use open_platform::oauth::{Login, LoginOutcome};
use open_platform::webhook::Reply;
use open_platform::{Scope, each_method};

use super::client::Platform;
use super::oauth::LoginResult;
use super::webhooks::{Header, pairs};
use crate::errors::Result;
use crate::methods::methods;

/// A request of a browser. The caller does what its `step` asks for, until it has the `answer`:
///
/// ```text
/// beginLogin(method, path, query, headers)
///   Authorize: authorize(…), after bindTo(…) if the app has a session of its own
///   Callback:  the same with complete(platform), and reply(…) after LoginResult.Granted
///   Denied:    reply(…)
///   any of these fails: failed(…), and if the step then is Failed: reply(…)
/// ```
#[derive(uniffi::Object)]
pub struct LoginExchange {
    core: Mutex<login::LoginExchange>,
}

/// Takes a request of a browser. The last segment of `path` says what it is: `login` or `callback`; for any other path there is no
/// exchange. `query` is as received, without the question mark.
#[uniffi::export]
fn begin_login(method: String, path: String, query: String, headers: Vec<Header>) -> Option<Arc<LoginExchange>> {
    let begin = || login::LoginExchange::begin(&method, &path, &query, &pairs(headers));
    login::LoginExchange::serves(&path).then(|| Arc::new(LoginExchange { core: Mutex::new(begin()) }))
}

/// The decoded parameters of a query, which is without its question mark. Of a repeated one the last value.
#[uniffi::export]
fn query_parameters(query: &str) -> Result<HashMap<String, String>> {
    Ok(login::query_parameters(query))
}

/// The response to a browser.
#[derive(uniffi::Record)]
pub struct LoginHttpResponse {
    /// The response.
    pub reply: Reply,
    /// All its headers, with the content type.
    pub headers: Vec<Header>,
    /// What to log, in order.
    pub logs: Vec<HookLog>,
}

each_method!(login_exchange methods LoginExchange);

#[uniffi::export]
impl LoginExchange {
    /// The response, in the last step.
    fn answer(&self) -> Option<LoginHttpResponse> {
        let login::LoginHttpResponse { reply, headers, logs } = lock(&self.core).answer()?;
        let headers = headers.into_iter().map(|(name, value)| Header { name, value }).collect();
        Some(LoginHttpResponse { reply, headers, logs })
    }

    /// What the app replies, with further headers, such as a session cookie. A header of the app replaces one of the same name,
    /// except `Set-Cookie`.
    fn reply(&self, reply: LoginReply, headers: Vec<Header>) {
        lock(&self.core).reply_with(reply, pairs(headers));
    }

    /// Starts the login, and replies with a redirect to the consent page.
    async fn authorize(
        &self,
        platform: &Platform,
        scopes: Vec<Scope>,
        user: Option<String>,
        redirect_uri: Option<String>,
        prompt: Option<String>,
        login_hint: Option<String>,
        ui_locales: Option<String>,
    ) -> Result<()> {
        let mut login = Login::new(scopes, "");
        login.return_to = lock(&self.core).return_to();
        login.session_id = {
            let oauth = platform.core.oauth();
            lock(&self.core).session_for(redirect_uri.as_deref().or(oauth.redirect_uri()))?
        };
        (login.user, login.redirect_uri) = (user, redirect_uri);
        (login.prompt, login.login_hint, login.ui_locales) = (prompt, login_hint, ui_locales);
        let begun = platform.run(None, |client| Box::pin(async move { client.oauth().start(login).await })).await?;
        lock(&self.core).reply(LoginReply::redirect(begun.url));
        Ok(())
    }

    /// Completes the login of a browser that returns.
    async fn complete(&self, platform: &Platform) -> Result<LoginResult> {
        let (query, session) = {
            let exchange = lock(&self.core);
            (exchange.query(), exchange.session().map(str::to_owned))
        };
        let call = platform.run(None, |client| {
            Box::pin(async move {
                match session {
                    Some(session) => client.oauth().callback(query, session).await,
                    None => client.oauth().callback_without_session(query).await,
                }
            })
        });
        let outcome = call.await?;
        match &outcome {
            LoginOutcome::Granted { return_to, .. } => lock(&self.core).granted(return_to.clone()),
            LoginOutcome::Denied => lock(&self.core).denied(),
        }
        Ok(platform.login_result(outcome))
    }
}
