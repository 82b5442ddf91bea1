//! Fuzzes the parsing of tokens: any bytes as the response of the token endpoint.

#![no_main]

use libfuzzer_sys::fuzz_target;
use open_platform::model::token::{MAX_LIFETIME, TokenReply};
use open_platform_fuzz::{check_debug, check_error};
use serde_json::{Map, Value};

fuzz_target!(|body: &[u8]| {
    let members: Map<String, Value> = serde_json::from_slice(body).unwrap_or_default();
    let text = |name: &str| members.get(name).and_then(Value::as_str).unwrap_or_default();
    let secrets = [text("access_token"), text("refresh_token")];
    match TokenReply::parse(body) {
        Err(error) => check_error(&error, &secrets),
        Ok(reply) => {
            check_debug(&reply, &secrets);
            assert!((1..=MAX_LIFETIME).contains(&reply.expires_in));
            for token in [Some(&reply.access_token), reply.refresh_token.as_ref()].into_iter().flatten() {
                let token = token.expose();
                assert!(
                    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic()),
                    "a token can be sent in a header"
                );
            }
            // A valid response with the same members is parsed into the same tokens.
            let mut written = Map::new();
            written.insert("token_type".into(), "bearer".into());
            written.insert("access_token".into(), reply.access_token.expose().into());
            written.extend(reply.refresh_token.iter().map(|token| ("refresh_token".into(), token.expose().into())));
            written.extend((!reply.expires_in_assumed).then(|| ("expires_in".into(), reply.expires_in.into())));
            written.extend(reply.scope.iter().map(|scope| ("scope".into(), scope.as_str().into())));
            let written = Value::from(written).to_string();
            assert_eq!(TokenReply::parse(written.as_bytes()).expect("a valid response"), reply);
        }
    }
});
