//! Fuzzes the callback of a login: any text as the address that the browser returns to. `$STATE` stands for the `state` of a
//! pending login, which a fuzzer cannot guess.

#![no_main]

use libfuzzer_sys::fuzz_target;
use open_platform::oauth::LoginOutcome;
use open_platform::transport::Response;
use open_platform::{Error, Scope};
use open_platform_fuzz::{CLIENT_SECRET, check_error, client, run};

const ANSWER: &str = r#"{"access_token":"ory_at_1","token_type":"bearer","expires_in":3600,"scope":"USER_PHONE"}"#;

fuzz_target!(|address: &str| {
    run(async {
        let answer = Response { status: 200, headers: http::HeaderMap::new(), body: ANSWER.into() };
        let platform = client(answer);
        let login = platform.oauth().authorize([Scope::user_phone()], "session").await.expect("a valid login");
        let state = login.state.expose();
        let address = address.replace("$STATE", state);
        let code = code(&address);
        let secrets = [state, CLIENT_SECRET, "ory_at_1", code.as_str()];

        let refused = platform.oauth().callback(&address, "another session").await;
        assert!(refused.is_err(), "a login belongs to one session");
        check_error(&refused.expect_err("checked"), &secrets);

        let login = platform.oauth().authorize([Scope::user_phone()], "session").await.expect("a valid login");
        let address = address.replace(state, login.state.expose());
        let outcome = platform.oauth().callback(&address, "session").await;
        match &outcome {
            Ok(LoginOutcome::Granted { .. }) => assert!(address.contains("code"), "{address}"),
            Ok(_) => {}
            Err(error) => {
                assert!(matches!(error, Error::OAuth(_)), "{error:?}");
                check_error(error, &[login.state.expose(), CLIENT_SECRET, code.as_str()]);
            }
        }
        if outcome.is_ok() {
            assert!(platform.oauth().callback(&address, "session").await.is_err(), "a login is completed once");
        }
    });
});

/// The authorization code in the address. It is empty if the address also contains the code elsewhere, such as in an error
/// code, because an error may then repeat that part.
fn code(address: &str) -> String {
    let code = address.split(['?', '&', '#']).find_map(|pair| pair.strip_prefix("code=")).unwrap_or_default();
    let plain: String = address.chars().filter(|c| c.is_ascii_alphanumeric() || "_-.".contains(*c)).collect();
    if plain.matches(code).count() == 1 && !address.contains("error") { code.to_owned() } else { String::new() }
}
