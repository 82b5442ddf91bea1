//! Sending a message with three buttons with bare reqwest and serde, as an expert would write it by hand.

use serde::{Deserialize, Serialize};

use crate::by_hand::http_client;

#[derive(Serialize)]
struct Message<'a> {
    r#type: &'a str,
    message: &'a str,
    receiver_buttons: Grid<'a>,
}

#[derive(Serialize)]
struct Grid<'a> {
    rows: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    buttons: Vec<Button<'a>>,
}

#[derive(Serialize)]
struct Button<'a> {
    action: Action<'a>,
    caption: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Action<'a> {
    OpenDirectLink(&'a str),
    OpenServerLink { data: ServerLinkData<'a> },
}

#[derive(Serialize)]
struct ServerLinkData<'a> {
    id: &'a str,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Sent {
    status: Option<i32>,
    message: Option<String>,
}

pub struct Sender {
    http: reqwest::Client,
    url: String,
}

impl Sender {
    pub fn new(origin: &str) -> Self {
        Self { http: http_client(), url: format!("{origin}/v2/open-platform/conversations/b1946ac9/messages") }
    }

    pub async fn send(&self) {
        let open = Button { action: Action::OpenDirectLink("https://app.example/report/7"), caption: "Open" };
        let server = |caption, id| Button { action: Action::OpenServerLink { data: ServerLinkData { id } }, caption };
        let rows =
            vec![Row { buttons: vec![open, server("Accept", "7")] }, Row { buttons: vec![server("Refuse", "8")] }];
        let message = Message { r#type: "TEXT", message: "Your report is ready", receiver_buttons: Grid { rows } };
        let request = self.http.post(&self.url).header("x-api-key", "bench-key-0123456789");
        let request = request.bearer_auth("bench-token").header("content-type", "application/json");
        let answer = request.body(serde_json::to_vec(&message).expect("JSON")).send().await.expect("answer");
        assert_eq!(answer.status(), 200);
        let sent: Sent = serde_json::from_slice(&answer.bytes().await.expect("body")).expect("a result");
        assert_eq!(sent.status, Some(200));
    }
}
