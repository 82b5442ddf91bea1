//! Login. The app asks for scopes, the user consents on a page of the platform, and the app reads the user's id and phone
//! number.

use open_platform::error::OAuthError;
use open_platform::oauth::LoginOutcome;
use open_platform::{Error, Scope};

use super::context::Context;
use super::runner::{DemoError, Runner, ensure, fail};

/// Binds each login to the browser that began it: usually the value of a session cookie.
const SESSION: &str = "the-cookie-of-this-browser";

pub async fn run(context: &Context, runner: &mut Runner) -> Result<(), DemoError> {
    runner.flow("login", "Login by phone", "authorize -> consent page -> callback -> tokens, kept in the store")?;
    let Context { platform, browser, .. } = context;

    let grant = runner
        .step("the user approves, and the app receives a grant", async |values| {
            let scopes = [Scope::user_phone(), Scope::user_id()];
            let login = platform.oauth().authorize(scopes, SESSION).await?;
            // The app redirects the browser to `login.url`. It comes back to the app's own address.
            let back = browser.approve(&login.url, "buyer").await?;
            match platform.oauth().callback(back, SESSION).await? {
                LoginOutcome::Granted { grant, mut scopes, .. } => {
                    scopes.sort();
                    values.expect("granted", scopes, vec!["USER_ID", "USER_PHONE"])?;
                    Ok(grant)
                }
                LoginOutcome::Denied => fail("the user approved, but the callback reports a denial"),
            }
        })
        .await?;

    runner
        .step("the app reads who logged in", async |values| {
            // The app stores only the key of the grant, such as in its session or a table.
            let user = platform.user(&grant);
            let me = user.users().me().await?;
            let Some(phone) = me.phone() else {
                return fail("USER_PHONE was granted, but the answer has no phone number");
            };
            values.show("user_id", me.user_id.as_ref().map(|id| id.to_string()));
            values.show("phone", format!("ends in {}", phone.as_str().chars().skip(9).collect::<String>()));
            // The call of the specification returns a list, with the same number.
            let numbers = user.users().phone_numbers().await?;
            ensure(numbers.phone_numbers.first() == Some(phone), "both calls return the same number")
        })
        .await?;

    runner
        .step("the user denies: this is a result, not an error", async |values| {
            let login = platform.oauth().authorize([Scope::user_phone()], SESSION).await?;
            let back = browser.deny(&login.url).await?;
            ensure(!back.contains("code="), "the platform sends no code")?;
            let outcome = platform.oauth().callback(back, SESSION).await?;
            ensure(outcome == LoginOutcome::Denied, "the outcome is Denied")?;
            values.show("outcome", "Denied");
            Ok(())
        })
        .await?;

    runner
        .step("a callback from another browser than the one that began the login is refused", async |values| {
            let login = platform.oauth().authorize([Scope::user_phone()], SESSION).await?;
            let back = browser.approve(&login.url, "buyer").await?;
            let exchanges = context.requests_to("oauth.exchange");
            match platform.oauth().callback(back, "the-cookie-of-someone-else").await {
                Err(Error::OAuth(error @ OAuthError::StateMismatch)) => values.show("error", error.code()),
                other => return fail(format!("another session completed the login: {:?}", other.err())),
            }
            ensure(context.requests_to("oauth.exchange") == exchanges, "the authorization code was not sent")
        })
        .await
}
