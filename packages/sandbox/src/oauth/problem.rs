//! Why the user's browser gets an error page instead of a redirect to the app.

use std::fmt;

use url::Url;

/// What is wrong with `redirect_uri`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RedirectUriProblem {
    Missing,
    NotRegistered,
    HasQuery,
    HasFragment,
    NotAbsolute,
}

impl RedirectUriProblem {
    /// The address must be equal to a registered one, and have no query (docs/platform.md#authorization).
    pub(super) fn check(uri: &str, registered: &[String]) -> Result<(), Self> {
        if uri.is_empty() {
            return Err(Self::Missing);
        }
        if !registered.iter().any(|known| known == uri) {
            return Err(Self::NotRegistered);
        }
        match Url::parse(uri) {
            Ok(url) if url.query().is_some() => Err(Self::HasQuery),
            Ok(url) if url.fragment().is_some() => Err(Self::HasFragment),
            Ok(_) => Ok(()),
            Err(_) => Err(Self::NotAbsolute),
        }
    }
}

/// Why the user cannot be redirected to an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PageProblem {
    /// A parameter is in the address twice.
    Repeated(String),
    UnknownClient,
    RedirectUri(RedirectUriProblem),
    /// The form of the consent page was sent before.
    Answered,
    /// There is no user with this name in the world.
    UnknownUser,
    /// A scope of a partial grant that the app did not ask for.
    NotRequested(String),
    /// The form names an outcome that the page does not have.
    UnknownOutcome,
}

impl fmt::Display for PageProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Repeated(name) => return write!(f, "{name} is in the address twice"),
            Self::UnknownClient => "client_id is not the slug of an app",
            Self::RedirectUri(RedirectUriProblem::Missing) => "redirect_uri is missing",
            Self::RedirectUri(RedirectUriProblem::NotRegistered) => {
                "redirect_uri is not registered for the app: add it in the console (App settings), by --redirect-uri or by \
                 redirect_uris of the admin API"
            }
            Self::RedirectUri(RedirectUriProblem::HasQuery) => "redirect_uri must have no query of its own",
            Self::RedirectUri(RedirectUriProblem::HasFragment) => "redirect_uri must have no fragment",
            Self::RedirectUri(RedirectUriProblem::NotAbsolute) => "redirect_uri is not an absolute address",
            Self::Answered => "this consent page was already answered: go back to the app and start again",
            Self::UnknownUser => "there is no user with this name in the world",
            Self::NotRequested(scope) => return write!(f, "the app did not ask for {scope}"),
            Self::UnknownOutcome => "there is no such outcome on the consent page",
        })
    }
}

impl PageProblem {
    /// The reason in Persian.
    pub(super) fn in_persian(&self) -> String {
        let text = match self {
            Self::Repeated(name) => return format!("{name} دو بار در نشانی آمده است."),
            Self::UnknownClient => "client_id شناسهٔ هیچ برنامه‌ای نیست.",
            Self::RedirectUri(RedirectUriProblem::Missing) => "redirect_uri در نشانی نیست.",
            Self::RedirectUri(RedirectUriProblem::NotRegistered) => {
                "redirect_uri از نشانی‌های ثبت‌شدهٔ این برنامه نیست: آن را در کنسول (تنظیمات برنامه) یا با --redirect-uri بیفزایید."
            }
            Self::RedirectUri(RedirectUriProblem::HasQuery) => "redirect_uri نباید پارامتر (query) داشته باشد.",
            Self::RedirectUri(RedirectUriProblem::HasFragment) => "redirect_uri نباید قطعه (fragment) داشته باشد.",
            Self::RedirectUri(RedirectUriProblem::NotAbsolute) => "redirect_uri نشانی کامل نیست.",
            Self::Answered => "به این صفحه پیش‌تر پاسخ داده شده است. به برنامه برگردید و دوباره شروع کنید.",
            Self::UnknownUser => "کاربری با این نام در این دنیا نیست.",
            Self::NotRequested(scope) => return format!("برنامه {scope} را نخواسته است."),
            Self::UnknownOutcome => "چنین گزینه‌ای در این صفحه نیست.",
        };
        text.to_owned()
    }
}
