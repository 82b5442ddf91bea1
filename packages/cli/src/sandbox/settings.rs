//! The settings of a sandbox that every command with a sandbox takes, and the environment of an app that uses it.

use std::fmt;

use chrono::{DateTime, Utc};
use clap::{Args, ValueEnum};
use open_platform_sandbox::{Builder, Profile, Sandbox};
use url::Url;

use super::https::{CertificateFiles, HttpsArguments};
use crate::webhook::request::is_local;

/// The behaviour of the sandbox, and the settings of the app in its default world.
#[derive(Args, Debug)]
pub struct WorldArguments {
    /// Seed of all ids, credentials and random choices: the same seed gives the same data.
    #[arg(long, default_value_t = 7)]
    seed: u64,
    /// How to behave where the documentation of the platform is not definite.
    #[arg(long, value_enum, default_value_t = Choice::Strict)]
    profile: Choice,
    /// Time of the sandbox's clock at the start, such as 2026-03-21T00:00:00Z.
    #[arg(long, value_name = "TIME", value_parser = instant)]
    at: Option<DateTime<Utc>>,
    /// Freeze the clock of the sandbox: time passes only when it is advanced in the console or by the admin API.
    #[arg(long)]
    freeze: bool,
    /// Address of the app for events, on this machine.
    #[arg(long, value_name = "URL", value_parser = local_address)]
    events_url: Option<Url>,
    /// Address of the app for start requests, on this machine.
    #[arg(long, value_name = "URL", value_parser = local_address)]
    start_url: Option<Url>,
    /// Address of the app for dynamic actions, on this machine.
    #[arg(long, value_name = "URL", value_parser = local_address)]
    dynamic_action_url: Option<Url>,
    /// Address to which users may return after login. Can be given several times; the first one with http or https is the
    /// setting of the app's server. If all have the scheme of an app on a phone, the default address remains that setting.
    // Kept as it is written, because the platform compares it character by character.
    #[arg(long, value_name = "URL", value_parser = absolute_address)]
    redirect_uri: Vec<String>,
    #[command(flatten)]
    pub https: HttpsArguments,
}

/// An address to which a sandbox sends requests.
pub fn local_address(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|e| format!("not an absolute address: {e}"))?;
    match is_local(&url) && matches!(url.scheme(), "http" | "https") {
        true => Ok(url),
        false => {
            Err("a sandbox sends to http and https addresses of this machine only, such as http://127.0.0.1:8000/"
                .into())
        }
    }
}

fn instant(text: &str) -> Result<DateTime<Utc>, String> {
    text.parse().map_err(|_| "write a time with its zone, such as 2026-03-21T00:00:00Z".to_owned())
}

fn absolute_address(text: &str) -> Result<String, String> {
    Url::parse(text).map(|_| text.to_owned()).map_err(|e| format!("not an absolute address: {e}"))
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Choice {
    /// Refuse what the documentation does not allow.
    Strict,
    /// Accept every request that can be interpreted.
    Lenient,
    /// Behave as the live platform was observed to.
    Observed,
}

impl From<Choice> for Profile {
    fn from(choice: Choice) -> Self {
        match choice {
            Choice::Strict => Self::Strict,
            Choice::Lenient => Self::Lenient,
            Choice::Observed => Self::Observed,
        }
    }
}

impl WorldArguments {
    /// A sandbox with this seed and profile.
    pub fn builder(&self) -> Builder {
        self.https.set(Sandbox::builder().seed(self.seed).profile(Profile::from(self.profile)))
    }

    /// Sets the addresses of the app that no option names: below `/hooks` at the origin of its redirect URI. Returns the address at
    /// which the platform opens the app for the first post, if the app is on this machine.
    pub fn expect_app(&self, sandbox: &Sandbox) -> Option<String> {
        let world = sandbox.default_world();
        let redirect_uri = Url::parse(world.app().redirect_uri()?).ok()?;
        if !is_local(&redirect_uri) {
            return None;
        }
        let at = |path: &str| redirect_uri.join(path).map(String::from).unwrap_or_default();
        world.configure_app(|app| {
            for (setting, path) in [
                (&mut app.events_url, "/hooks/events"),
                (&mut app.start_url, "/hooks/start"),
                (&mut app.dynamic_action_url, "/hooks/actions"),
            ] {
                if setting.is_empty() {
                    *setting = at(path);
                }
            }
        });
        let post = world.posts().into_iter().next()?;
        world.direct_link(&at("/"), Some(&post.token)).ok()
    }

    /// Applies the other settings to the default world.
    pub async fn apply(&self, sandbox: &Sandbox) {
        let world = sandbox.default_world();
        world.configure_app(|app| {
            for (setting, url) in [
                (&mut app.events_url, &self.events_url),
                (&mut app.start_url, &self.start_url),
                (&mut app.dynamic_action_url, &self.dynamic_action_url),
            ] {
                if let Some(url) = url {
                    *setting = url.to_string();
                }
            }
            if !self.redirect_uri.is_empty() {
                let of_server = app.redirect_uri().map(str::to_owned);
                app.redirect_uris.clone_from(&self.redirect_uri);
                if let Some(of_server) = of_server
                    && app.redirect_uri().is_none()
                {
                    app.redirect_uris.insert(0, of_server);
                }
            }
        });
        if self.freeze {
            world.freeze();
        }
        if let Some(time) = self.at {
            world.set_time(time).await;
        }
    }
}

impl fmt::Display for WorldArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let profile = self.profile.to_possible_value();
        write!(f, "profile {}, seed {}", profile.as_ref().map_or("", |it| it.get_name()), self.seed)?;
        if self.freeze { f.write_str(", frozen clock") } else { Ok(()) }
    }
}

/// The variable with the path of the CA, for a sandbox that serves HTTPS.
pub const CA_VARIABLE: &str = "OPEN_PLATFORM_ROOT_CERTIFICATES_PEM";

/// The environment variables of an app that uses the default world: names and values.
pub fn environment(sandbox: &Sandbox, certificates: Option<&CertificateFiles>) -> Vec<(&'static str, String)> {
    let app = sandbox.default_world().app();
    let redirect_uri = app.redirect_uri().unwrap_or_default().to_owned();
    let ca = certificates.map(|files| (CA_VARIABLE, files.ca().display().to_string()));
    let settings = [
        ("OPEN_PLATFORM_SANDBOX_URL", sandbox.url().to_owned()),
        ("OPEN_PLATFORM_API_KEY", app.api_key),
        ("OPEN_PLATFORM_CLIENT_ID", app.client_id),
        ("OPEN_PLATFORM_CLIENT_SECRET", app.client_secret),
        ("OPEN_PLATFORM_IDENTIFICATION_KEYS", app.identification_key),
        ("OPEN_PLATFORM_REDIRECT_URI", redirect_uri),
    ];
    settings.into_iter().chain(ca).collect()
}
