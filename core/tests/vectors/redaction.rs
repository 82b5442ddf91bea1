//! Vectors of redaction: everything that can be printed is created with secrets and printed, and the output is searched for them.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use open_platform::app::AppGateway;
use open_platform::grants::Adoption;
use open_platform::login::{LoginExchange, LoginReply};
use open_platform::model::token::TokenReply;
use open_platform::model::user::User;
use open_platform::oauth::Authorization;
use open_platform::webhook::{IdentificationKey, KeyRing, Reply, Webhooks};
use open_platform::{Error, Json, OpenPlatform, Phone};
use serde_json::json;

use crate::outgoing::platform::{Outcomes, Platform, tokens};
use crate::{Case, error_is, judge};

const REDIRECT_URI: &str = "https://app.example/oauth/callback";

#[test]
fn redaction() {
    judge("redaction", |case| {
        let shown = show(case)?;
        for secret in case.expect["absent"].as_array().unwrap() {
            let secret = secret.as_str().unwrap();
            if let Some(form) = forms(secret).into_iter().find(|form| shown.contains(form)) {
                return Err(format!("{secret} shows, as {form}, in {shown}"));
            }
        }
        Ok(())
    });
}

/// A secret unchanged, in base64, in hexadecimal digits, percent-encoded and as a list of bytes.
fn forms(secret: &str) -> Vec<String> {
    let hex: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
    let percent: String = secret.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let list = format!("{:?}", secret.as_bytes());
    let list = list.trim_matches(['[', ']']).to_owned();
    vec![
        secret.to_owned(),
        STANDARD.encode(secret).trim_end_matches('=').to_owned(),
        URL_SAFE_NO_PAD.encode(secret),
        hex.to_uppercase(),
        hex,
        percent,
        list,
    ]
}

/// An error, printed in every way that the language has, with its causes.
fn printed(error: &Error) -> String {
    let mut text = format!("{error} {error:?} {error:#?}");
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text += &format!(" {error} {error:?}");
        cause = error.source();
    }
    text
}

fn failed<T>(result: Result<T, Error>) -> Result<String, String> {
    result.err().map(|error| printed(&error)).ok_or_else(|| "was accepted".to_owned())
}

fn show(case: &Case) -> Result<String, String> {
    let secret = |name: &str| case.given["secrets"][name].as_str().unwrap().to_owned();
    let platform = Platform::configured(Outcomes::always(case.given.get("reply")), |builder| {
        builder
            .api_key(secret("api_key"))
            .client_secret(secret("client_secret"))
            .identification_key(secret("identification_key"))
    });
    let platform = platform.map_err(|error| error.to_string())?;
    let client = platform.client();
    let pair = || tokens(&secret("access_token"), &secret("refresh_token"));
    let token_reply = || {
        json!({
            "access_token": secret("access_token"), "refresh_token": secret("refresh_token"),
            "token_type": "bearer", "expires_in": 3600,
        })
    };
    let bearer = || [("Authorization", format!("Bearer {}", secret("access_token")))];
    Ok(match case.given["show"].as_str().unwrap() {
        "client" => format!("{client:?} {:#?} {:?} {:?}", client, client.oauth(), client.grants()),
        "user" => {
            let user = client.user_with_token(secret("access_token"));
            format!("{user:?} {:?} {:?}", user.posts(), user.addons())
        }
        "grant_info" => {
            let adoption = Adoption::new(pair());
            let shown = format!("{adoption:?} {:?}", pair());
            let info = platform.run(client.grants().adopt(adoption)).map_err(|e| e.to_string())?;
            format!("{shown} {info:?}")
        }
        "token_reply" => {
            let reply = TokenReply::parse(&serde_json::to_vec(&token_reply()).unwrap()).map_err(|e| e.to_string())?;
            format!("{reply:?} {reply:#?}")
        }
        "key_ring" => {
            let ring = KeyRing::new([IdentificationKey::new("one", secret("identification_key"))])
                .map_err(|e| e.to_string())?;
            format!("{ring:?} {:?}", Webhooks::new(ring.clone()))
        }
        "phone" => format!("{:?} {:#?}", Phone::from(secret("phone")), Phone::from(secret("phone"))),
        "user_record" => {
            let record = Json::from(json!({ "phone_number": secret("phone"), "phone_numbers": [secret("phone")] }));
            format!("{:?}", record.to::<User>().map_err(|e| e.to_string())?)
        }
        // The functions of the app get the request of the crate `http` here. What this crate keeps of it is in the exchange.
        "login_request" => {
            let query = format!("code={}&state=x", secret("code"));
            let mut exchange = LoginExchange::begin("GET", "/oauth/callback", &query, &bearer());
            exchange.failed(None, "the app failed");
            exchange.reply(LoginReply::redirect(format!("/?{query}")));
            format!("{:?} {:?}", exchange.answer(), LoginReply::page(query))
        }
        "app_user_request" => {
            let gateway = AppGateway::new(client, ["6b".repeat(32)]).map_err(|e| e.to_string())?;
            format!("{:?}", gateway.admit("POST", "/access", &bearer()).map_err(|reply| format!("{reply:?}"))?)
        }
        "reply" => {
            let token = secret("access_token");
            let headers = [("Set-Cookie".to_owned(), token.clone())].into();
            let reply = Reply { status: 200, headers, body: token.into(), ..Reply::default() };
            format!("{reply:?} {reply:#?} {:?}", LoginReply::whole(reply.clone()))
        }
        "error_of_call" => {
            let user = client.user_with_token(secret("access_token"));
            failed(platform.run(user.posts().get_with_ongoing_images("gZd7omnS")))?
        }
        "error_of_exchange" => failed(platform.run(client.oauth().exchange(secret("code"), REDIRECT_URI)))?,
        "error_of_callback" => {
            let login =
                platform.run(client.oauth().authorize(["USER_PHONE"], "session-1")).map_err(|e| e.to_string())?;
            let Authorization { state, .. } = &login;
            let callback = format!("{REDIRECT_URI}?code={}&state={}", secret("code"), state.expose());
            format!("{login:?} {}", failed(platform.run(client.oauth().callback(callback, "session-2")))?)
        }
        "webhook_rejection" => {
            let ring = KeyRing::new([IdentificationKey::new("one", "another-identification-key")])
                .map_err(|e| e.to_string())?;
            let headers = [("Authorization", secret("identification_key"))];
            let rejection = Webhooks::new(ring).authenticate("POST", &headers).err().ok_or("was accepted")?;
            format!("{rejection} {rejection:?} {}", printed(&rejection.clone().into()))
        }
        "error_of_phone" => failed(Phone::from(secret("phone") + "0").normalized())?,
        "error_of_api_key" => {
            let error = OpenPlatform::builder().api_key(case.given["api_key"].as_str().unwrap()).build();
            let error = error.err().ok_or("was accepted")?;
            error_is(&error, &case.expect["error"])?;
            printed(&error)
        }
        other => panic!("{other}"),
    })
}
