//! `open-platform webhook receive`: receives requests of the platform at an address, and explains each of them.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse, Response};
use chrono::Utc;
use clap::Args;
use http::{StatusCode, header};
use open_platform::webhook::Webhooks;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::verify::{RequestKind, Verdict, keys, refused, verdict_of};
use crate::output::{Exit, Failure, Output};
use crate::sandbox::runtime;
use crate::signal;

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Port to listen on, on this machine; 0 selects a free one.
    #[arg(long, default_value_t = 4020)]
    port: u16,
    /// The file with the accepted identification keys, one on each line. By default those of
    /// OPEN_PLATFORM_IDENTIFICATION_KEYS.
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
}

#[derive(Clone)]
struct Receiver {
    webhooks: Webhooks,
    output: Output,
}

/// Runs the command until a signal to stop.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let webhooks = Webhooks::new(keys(arguments.key_file.as_deref())?);
    runtime()?.block_on(async {
        let stop = signal::stop()?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port));
        let cannot = |e| Failure::environment(format!("cannot listen at {address}"), e, "choose another --port");
        let listener = TcpListener::bind(address).await.map_err(cannot)?;
        let url = listener.local_addr().map(|address| format!("http://{address}/events")).map_err(cannot)?;
        match output.is_json() {
            true => output.line(&json!({ "url": url })),
            false => {
                output.text(&format!("receiving at {url}; for example: open-platform trigger NEW_MESSAGE --to {url}\n"))
            }
        }?;
        let app = Router::new().fallback(receive).with_state(Receiver { webhooks, output });
        axum::serve(listener, app).with_graceful_shutdown(stop).await.map_err(cannot)?;
        Ok(Exit::Success)
    })
}

/// Reads a request as an app does, explains it, and answers as an app should.
async fn receive(
    State(receiver): State<Receiver>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let kind = match uri.path().rsplit('/').next() {
        Some("start") => RequestKind::Start,
        Some("actions") => RequestKind::DynamicAction,
        _ => RequestKind::Event,
    };
    let read = async {
        let accepted = receiver.webhooks.authenticate(&method, &headers)?;
        let body = accepted.read(body).await?;
        Ok(verdict_of(kind, &accepted, &body))
    };
    let verdict = read.await.unwrap_or_else(refused);
    // The reader of the output may be gone. Requests are answered all the same.
    let _ = receiver.explain(&method, uri.path(), &headers, &verdict);
    let (status, answer) = match (&verdict, kind) {
        (Verdict::Refused { status, .. }, _) => (*status, json!({})),
        (_, RequestKind::Event) => (200, json!({})),
        (_, RequestKind::Start) => (200, json!({ "url": "https://app.example/" })),
        (_, RequestKind::DynamicAction) => {
            (200, json!({ "text_message": "Received by open-platform webhook receive" }))
        }
    };
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    (status, [(header::CONTENT_TYPE, "application/json")], answer.to_string()).into_response()
}

impl Receiver {
    fn explain(&self, method: &Method, path: &str, headers: &HeaderMap, verdict: &Verdict) -> Result<(), Failure> {
        let output = self.output;
        if output.is_json() {
            let mut line = json!(verdict);
            line["method"] = method.as_str().into();
            line["path"] = path.into();
            return output.line(&line);
        }
        let time = Utc::now().format("%H:%M:%S");
        match verdict {
            Verdict::Refused { status, reason, .. } => {
                let advice = advice(*status, headers);
                output.text(&format!(
                    "{time}  {} {method} {path}: refused with {status}\n  {reason}\n{advice}",
                    output.mark(false)
                ))
            }
            Verdict::Accepted { key_id, request, .. } => {
                let request = json!(request);
                let what = request["event"].as_str().unwrap_or_else(|| match request.get("start") {
                    Some(_) => "START_REQUEST",
                    None => "DYNAMIC_ACTION",
                });
                let notes = notes(&request);
                let body = serde_json::to_string_pretty(&request).unwrap_or_default().replace('\n', "\n  ");
                output.text(&format!(
                    "{time}  {} {method} {path}: {what}, authenticated by {key_id}\n{notes}  {body}\n",
                    output.mark(true)
                ))
            }
        }
    }
}

/// What to do about a refusal.
fn advice(status: u16, headers: &HeaderMap) -> &'static str {
    match status {
        401 if !headers.contains_key(header::AUTHORIZATION) => {
            "  The header Authorization is missing. A proxy may remove it: let it pass the header on.\n"
        }
        401 => "  The key is another one: compare OPEN_PLATFORM_IDENTIFICATION_KEYS with the platform's console.\n",
        _ => "",
    }
}

/// What an app should know beside the data.
fn notes(request: &Value) -> String {
    let mut notes: Vec<String> = Vec::new();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if request["legacy"] == true {
        notes.push("It has the form of the old chat listener.".to_owned());
    }
    if !request["malformed"].is_null() {
        notes.push(format!("Its payload cannot be read: {}.", text(&request["malformed"])));
    }
    notes.extend(request["notes"].as_array().into_iter().flatten().map(text));
    if let Some(key) = request["dedupe_key"].as_str() {
        notes.push(format!("A repetition has the same key: {key}."));
    }
    notes.into_iter().map(|note| format!("  {note}\n")).collect()
}
