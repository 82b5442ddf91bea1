//! The gateway of `adapters.json`, behind axum and over real sockets.

use std::net::SocketAddr;

use axum::Router;
use http::request::Parts;
use open_platform::app::AppGateway;
use open_platform::inbox::HandlerError;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::adapters::{answer_is, request, send, serve};
use crate::app::adopt;
use crate::outgoing::platform::{Outcomes, Platform};
use crate::{judge_servers, same};

/// The user is whom the header says.
async fn user(request: Parts) -> Result<Option<String>, HandlerError> {
    Ok(request.headers.get("x-session").map(|user| user.to_str().unwrap().to_owned()))
}

/// A way to mount a gateway in axum.
type Mount = fn(&AppGateway) -> Router;

const MOUNTS: &[(&str, Mount)] = &[
    ("a tower service", |gateway| Router::new().nest_service("/open-platform", gateway.service(user))),
    ("a router of axum", |gateway| Router::new().nest("/open-platform", gateway.router(user))),
];

#[test]
fn gateway() {
    let runtime = Runtime::new().unwrap();
    let platform = Platform::new(Outcomes::always(None));
    adopt(&platform);
    let gateway = AppGateway::new(platform.client(), ["6b".repeat(32)]).unwrap().allow(["conversations.send"]).unwrap();
    let servers: Vec<_> = MOUNTS
        .iter()
        .map(|(name, app)| {
            let address = serve(&runtime, app(&gateway));
            (*name, (address, token(address)))
        })
        .collect();
    judge_servers("gateway", &servers, |(address, token), case| {
        let mut given = case.given.clone();
        for value in given["authorization"].as_array_mut().into_iter().flatten() {
            *value = value.as_str().unwrap().replace("{token}", token).into();
        }
        let response = send(*address, &request(&given));
        answer_is(&response, &case.expect)?;
        let Some(members) = case.expect.get("members") else { return Ok(()) };
        let body: serde_json::Map<String, Value> = serde_json::from_slice(&response.body).unwrap();
        same("the members", &body.keys().cloned().collect(), members)
    });
}

/// The token that the gateway issues for the user with a grant.
fn token(address: SocketAddr) -> String {
    let given = json!({ "method": "POST", "path": "/open-platform/access", "headers": [["X-Session", "user-7"]] });
    let body: Value = serde_json::from_slice(&send(address, &request(&given)).body).unwrap();
    body["token"].as_str().unwrap().to_owned()
}
