//! Fuzzes the reading of responses: any response of the platform to a call. The first line is the status, the lines up to an
//! empty one are headers, the rest is the body. `$KEY` stands for the API key, which a server may repeat.

#![no_main]

use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use libfuzzer_sys::fuzz_target;
use open_platform::Error;
use open_platform::error::ApiErrorKind;
use open_platform::transport::Response;
use open_platform_fuzz::{API_KEY, CLIENT_SECRET, check_error, client, run};

fuzz_target!(|answer: &str| {
    let answer = answer.replace("$KEY", API_KEY);
    let (head, body) = answer.split_once("\n\n").unwrap_or((&answer, ""));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.parse().ok()).filter(|status| (200..=599).contains(status));
    let mut headers = HeaderMap::new();
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), HeaderValue::from_str(value.trim())) {
            headers.append(name, value);
        }
    }
    let status = status.unwrap_or(400);
    let response = Response { status, headers, body: body.to_owned().into() };
    let Err(error) = run(client(response).posts().get("gZd7omnS")) else {
        assert!((200..300).contains(&status), "{status} is not a success");
        return;
    };
    check_error(&error, &[API_KEY, CLIENT_SECRET]);
    match &error {
        Error::Api(api) => {
            assert_eq!((api.status, api.kind), (status, ApiErrorKind::from_status(status)));
            assert!(api.retry_after.is_none_or(|wait| wait <= Duration::from_secs(30 * 24 * 3600)));
            assert!(api.details.iter().all(|detail| !detail.as_str().contains(API_KEY)));
        }
        Error::Decode(_) => assert!((200..300).contains(&status)),
        Error::Transport(_) => assert!((300..400).contains(&status)),
        other => panic!("{status} became {other:?}"),
    }
});
