//! F1: login by phone. The app asks for scopes, the user answers on the platform's page, and the app gets to know them.

use open_platform::error::OAuthError;
use open_platform::oauth::LoginOutcome;
use open_platform::{Error, Scope};

use super::stage::Stage;
use super::story::{Stop, Story, ensure, wrong};

/// Ties each login to the browser that began it: mostly the value of a session cookie.
const SESSION: &str = "the-cookie-of-this-browser";

pub async fn play(stage: &Stage, story: &mut Story) -> Result<(), Stop> {
    story.flow("F1", "Login by phone", "authorize -> consent page -> callback -> tokens, kept in the store")?;
    let Stage { platform, browser, .. } = stage;

    let grant = story
        .step("the user approves, and the app has a grant", async |facts| {
            let scopes = [Scope::user_phone(), Scope::user_id()];
            let login = platform.oauth().authorize(scopes, SESSION).await?;
            // The app redirects the browser to `login.url`. It comes back to the app's own address.
            let back = browser.approve(&login.url, "buyer").await?;
            match platform.oauth().callback(back, SESSION).await? {
                LoginOutcome::Granted { grant, mut scopes, .. } => {
                    scopes.sort();
                    facts.same("granted", scopes, vec!["USER_ID", "USER_PHONE"])?;
                    Ok(grant)
                }
                LoginOutcome::Denied => wrong("the user said yes, and a no arrived"),
            }
        })
        .await?;

    story
        .step("the app reads who logged in", async |facts| {
            // From here on the key of the grant is all the app needs: it can stand in a session or a table.
            let user = platform.user(&grant);
            let me = user.users().me().await?;
            let Some(phone) = me.phone() else { return wrong("USER_PHONE was granted, and no number came") };
            facts.show("user_id", me.user_id.as_ref().map(|id| id.to_string()));
            facts.show("phone", format!("ends in {}", phone.as_str().chars().skip(9).collect::<String>()));
            // The form of the specification answers with a list, and with the same number.
            let numbers = user.users().phone_numbers().await?;
            ensure(numbers.phone_numbers.first() == Some(phone), "both forms of the call name the same number")
        })
        .await?;

    story
        .step("the user denies, which is an outcome and no error", async |facts| {
            let login = platform.oauth().authorize([Scope::user_phone()], SESSION).await?;
            let back = browser.deny(&login.url).await?;
            ensure(!back.contains("code="), "the platform sends no code")?;
            let outcome = platform.oauth().callback(back, SESSION).await?;
            ensure(outcome == LoginOutcome::Denied, "the outcome is Denied")?;
            facts.show("outcome", "Denied");
            Ok(())
        })
        .await?;

    story
        .step("a login that another browser began is refused", async |facts| {
            let login = platform.oauth().authorize([Scope::user_phone()], SESSION).await?;
            let back = browser.approve(&login.url, "buyer").await?;
            let exchanges = stage.requests_to("oauth.exchange");
            match platform.oauth().callback(back, "the-cookie-of-someone-else").await {
                Err(Error::OAuth(error @ OAuthError::StateMismatch)) => facts.show("error", error.code()),
                other => return wrong(format!("another session took the login over: {:?}", other.err())),
            }
            ensure(stage.requests_to("oauth.exchange") == exchanges, "the code was not sent")
        })
        .await
}
