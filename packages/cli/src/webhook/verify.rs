//! `open-platform webhook verify`: checks a received request, and shows what an app would receive.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use open_platform::Json;
use open_platform::webhook::start::{DynamicActionRequest, StartRequest, StartVersion};
use open_platform::webhook::{Accepted, Delivery, Event, IdentificationKey, KeyRing, Rejection, Webhooks};
use serde::Serialize;

use crate::output::{Exit, Failure, Output};
use crate::stdin;

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The file with the unchanged body. Without one, or with `-`, it is read from standard input.
    #[arg(value_name = "FILE")]
    body: Option<PathBuf>,
    /// A header of the request, such as `Authorization: …`; or `@FILE` with one header on each line, which keeps the key out of
    /// the list of processes.
    #[arg(short = 'H', long = "header", value_name = "NAME: VALUE")]
    headers: Vec<String>,
    /// The method of the request.
    #[arg(long, default_value = "POST")]
    method: String,
    /// The file with the accepted identification keys, one on each line. By default those of
    /// OPEN_PLATFORM_IDENTIFICATION_KEYS.
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// The kind of the request.
    #[arg(long = "as", value_enum, default_value_t)]
    kind: RequestKind,
}

/// The kinds of requests that the platform sends.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum RequestKind {
    /// To the address for events.
    #[default]
    Event,
    /// To the start address.
    Start,
    /// To the address for dynamic actions.
    DynamicAction,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let verdict = judge(arguments, output)?;
    if output.is_json() {
        output.line(&verdict)?;
    } else {
        match &verdict {
            Verdict::Accepted { key_id, request, .. } => {
                output.text(&format!("{} with key {key_id}\n", output.bold("accepted")))?;
                output.json(request)?;
            }
            Verdict::Refused { status, reason, .. } => {
                output.text(&format!("{} with {status}\n{reason}\n", output.bold("refused")))?;
            }
        }
    }
    Ok(if matches!(verdict, Verdict::Accepted { .. }) { Exit::Success } else { Exit::Negative })
}

/// What the app would do with the request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Verdict {
    Accepted { accepted: bool, key_id: String, request: Box<Seen> },
    Refused { accepted: bool, status: u16, reason: String },
}

fn judge(arguments: &Arguments, output: Output) -> Result<Verdict, Failure> {
    let webhooks = Webhooks::new(keys(arguments.key_file.as_deref())?);
    let headers = headers(&arguments.headers)?;
    let accepted = match webhooks.authenticate(&arguments.method, &headers) {
        Ok(accepted) => accepted,
        Err(rejection) => return Ok(refused(rejection)),
    };
    let body = body(arguments.body.as_deref(), accepted.body_limit(), output)?;
    Ok(verdict_of(arguments.kind, &accepted, &body))
}

/// What an app would do with a request whose key is right.
pub fn verdict_of(kind: RequestKind, accepted: &Accepted, body: &[u8]) -> Verdict {
    match read(kind, accepted, body) {
        Ok(request) => {
            Verdict::Accepted { accepted: true, key_id: accepted.key_id().to_owned(), request: Box::new(request) }
        }
        Err(rejection) => refused(rejection),
    }
}

/// What an app would answer to a request that it refuses.
pub fn refused(Rejection { status, reason }: Rejection) -> Verdict {
    Verdict::Refused { accepted: false, status, reason }
}

/// What the app receives.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Seen {
    Event {
        event: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        malformed: Option<String>,
        body: Json,
        metadata: Option<Json>,
        legacy: bool,
        notes: Vec<String>,
        dedupe_key: String,
        dedupe_window_seconds: Option<i64>,
    },
    Start {
        start: StartRequest,
        version: StartVersion,
        notes: Vec<String>,
    },
    DynamicAction {
        dynamic_action: DynamicActionRequest,
    },
}

fn read(kind: RequestKind, accepted: &Accepted, body: &[u8]) -> Result<Seen, Rejection> {
    Ok(match kind {
        RequestKind::Event => event(accepted.event(body)?),
        RequestKind::Start => {
            let start = accepted.start(body)?;
            Seen::Start { version: start.version.clone(), notes: start.notes.clone(), start }
        }
        RequestKind::DynamicAction => Seen::DynamicAction { dynamic_action: accepted.dynamic_action(body)? },
    })
}

fn event(delivery: Delivery) -> Seen {
    let malformed = match &delivery.event {
        Event::Malformed { reason, .. } => Some(reason.clone()),
        _ => None,
    };
    Seen::Event {
        event: delivery.event.kind().to_owned(),
        malformed,
        // An event that was parsed can always be serialized.
        body: delivery.event.body(None).unwrap_or_default(),
        metadata: delivery.metadata,
        legacy: delivery.legacy,
        notes: delivery.notes,
        dedupe_key: delivery.dedupe_key,
        dedupe_window_seconds: delivery.dedupe_window_seconds,
    }
}

/// The keys of a file, or of the environment.
pub fn keys(file: Option<&Path>) -> Result<KeyRing, Failure> {
    let ring = match file {
        Some(path) => {
            let text = String::from_utf8_lossy(&read_file(path)?).into_owned();
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            KeyRing::new(lines.enumerate().map(|(place, key)| IdentificationKey::in_list(place, key)))
        }
        None => KeyRing::from_env(),
    };
    ring.map_err(|e| {
        Failure::usage(
            "cannot use the identification keys",
            e,
            "set OPEN_PLATFORM_IDENTIFICATION_KEYS, or name a file with `--key-file`",
        )
    })
}

fn headers(arguments: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let mut headers = Vec::new();
    for argument in arguments {
        match argument.strip_prefix('@') {
            Some(path) => {
                let text = String::from_utf8_lossy(&read_file(Path::new(path))?).into_owned();
                for line in text.lines().filter(|line| !line.trim().is_empty()) {
                    headers.push(header(line)?);
                }
            }
            None => headers.push(header(argument)?),
        }
    }
    Ok(headers)
}

fn header(line: &str) -> Result<(String, String), Failure> {
    // The line may hold the key, so the error does not show it.
    let (name, value) = line.split_once(':').ok_or_else(|| {
        Failure::usage("a header cannot be read", "there is no colon in it", "write it as `Name: value`")
    })?;
    Ok((name.trim().to_owned(), value.to_owned()))
}

/// The body, or its first `limit` + 1 bytes if it is larger.
fn body(file: Option<&Path>, limit: usize, output: Output) -> Result<Vec<u8>, Failure> {
    let most = u64::try_from(limit).unwrap_or(u64::MAX);
    match file {
        Some(path) if path != Path::new("-") => {
            let mut body = Vec::new();
            File::open(path).and_then(|file| file.take(most.saturating_add(1)).read_to_end(&mut body)).map_err(
                |e| {
                    Failure::environment(
                        format!("cannot read the body in {}", path.display()),
                        e,
                        "name a file, or pass the body on standard input",
                    )
                },
            )?;
            Ok(body)
        }
        _ => stdin::read("the body of a request", most, output),
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|e| {
        Failure::environment(
            format!("cannot read {}", path.display()),
            e,
            "check the name and the permissions of the file",
        )
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::webhook::samples::{Sample, SentAt, Subject, old_message};

    const KEY: &str = "identification-key-0123456789";

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    /// A temporary directory, deleted on drop.
    struct Directory(PathBuf);

    impl Directory {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("open-platform-verify-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn file(&self, name: &str, content: &str) -> String {
            let path = self.0.join(name);
            std::fs::write(&path, content).unwrap();
            path.to_str().unwrap().to_owned()
        }
    }

    impl Drop for Directory {
        fn drop(&mut self) {
            std::fs::remove_dir_all(&self.0).unwrap();
        }
    }

    fn verdict(directory: &Directory, body: &str, more: &[&str]) -> Result<serde_json::Value, Failure> {
        let body = directory.file("body.json", body);
        let keys = directory.file("keys", &format!("an-older-key-0123456789\n\n{KEY}\n"));
        let head = directory.file("head", &format!("Authorization: {KEY}\r\nContent-Type: application/json\r\n"));
        let head = format!("@{head}");
        let mut words = vec!["verify", &body, "--key-file", &keys, "-H", &head];
        words.extend_from_slice(more);
        judge(&Line::try_parse_from(words).unwrap().arguments, Output::new(true))
            .map(|verdict| serde_json::to_value(&verdict).unwrap())
    }

    #[test]
    fn every_sample_is_accepted_and_parsed() {
        let directory = Directory::new("samples");
        let now = chrono::DateTime::from_timestamp_micros(1_729_429_926_140_000).unwrap();
        for sample in Sample::each() {
            for sent_at in [SentAt::Micros, SentAt::Rfc3339] {
                let seen =
                    verdict(&directory, &sample.body(&Subject::default(), now, 1, sent_at).to_string(), &[]).unwrap();
                assert_eq!((&seen["accepted"], &seen["key_id"]), (&true.into(), &"key-2".into()));
                let request = &seen["request"];
                assert_eq!(request["event"], sample.kind());
                assert!(request.get("malformed").is_none() && request["notes"] == serde_json::json!([]), "{request}");
                assert_eq!(request["metadata"]["sample"], 1);
            }
        }
        let old = verdict(&directory, &old_message(now, 1).to_string(), &[]).unwrap();
        assert_eq!((&old["request"]["event"], &old["request"]["legacy"]), (&"NEW_MESSAGE".into(), &true.into()));
        let written = &old["request"]["body"]["new_message"]["sent_at"];
        assert!(written.to_string().contains("2024-10-20T13:12:06"), "{written}");
    }

    #[test]
    fn start_requests_and_dynamic_actions_are_shown() {
        let directory = Directory::new("start");
        let start = verdict(&directory, r#"{"source":"CHAT"}"#, &["--as", "start", "-H", "API-Version: 2"]).unwrap();
        assert_eq!((&start["request"]["start"]["source"], &start["request"]["version"]), (&"CHAT".into(), &"2".into()));
        let action = verdict(&directory, r#"{"touchpoint":"CHAT"}"#, &["--as", "dynamic-action"]).unwrap();
        assert_eq!(action["request"]["dynamic_action"]["touchpoint"], "CHAT");
    }

    #[test]
    fn a_refusal_tells_the_status_and_why() {
        let directory = Directory::new("refused");
        for (body, more, status) in [
            ("{bad", &[][..], 400),
            ("{}", &["-H", "Authorization: another"], 401),
            ("{}", &["--method", "GET"], 405),
            ("{}", &["-H", "Content-Encoding: gzip"], 415),
            (&"x".repeat(300_000), &[], 413),
        ] {
            let seen = verdict(&directory, body, more).unwrap();
            assert_eq!((&seen["accepted"], &seen["status"]), (&false.into(), &status.into()), "{more:?}");
            assert!(!seen.to_string().contains(KEY));
        }
    }

    #[test]
    fn arguments_that_cannot_be_read_are_errors_that_show_no_key() {
        let directory = Directory::new("failure");
        let error = verdict(&directory, "{}", &["-H", "identification-key-without-a-colon"]).unwrap_err();
        assert!(!format!("{error:?}").contains("without-a-colon"));
        assert!(verdict(&directory, "{}", &["-H", "@/nowhere/at/all"]).is_err());
    }
}
