//! What the admin API reads of a request, and its JSON responses. Every refusal is a [`Problem`].

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, MatchedPath, Query, RawPathParams, Request};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::problem::Problem;
use super::shape;
use crate::address;
use crate::body::{self, Unreadable};
use crate::sandbox::Shared;
use crate::world::World;

/// The largest body of a request to the admin API.
const MAX_BODY: usize = 2 * 1024 * 1024;

/// The world that the path names; it must exist.
pub(super) struct InWorld(pub(super) World);

impl FromRequestParts<Arc<Shared>> for InWorld {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, Problem> {
        let name = segment(parts, shared, "world").await?;
        let world = shared.existing_world(&name);
        world.map(World::new).map(Self).ok_or_else(|| Problem::not_found(format!("there is no world {name:?}")))
    }
}

/// The origin by which the caller reached the sandbox: the addresses in the response begin with it.
pub(super) struct Origin(pub(super) Option<String>);

impl FromRequestParts<Arc<Shared>> for Origin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, Problem> {
        Ok(Self(address::origin(&parts.uri, &parts.headers, shared.is_https())))
    }
}

/// The variable segment of the path after the world: a name, token or number.
pub(super) struct Item(pub(super) String);

impl Item {
    /// The segment as a number.
    pub(super) fn number(&self) -> Result<i64, Problem> {
        self.0.parse().map_err(|_| Problem::not_found(format!("{:?} is no number", self.0)))
    }
}

impl FromRequestParts<Arc<Shared>> for Item {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, Problem> {
        segment(parts, shared, "item").await.map(Self)
    }
}

async fn segment(parts: &mut Parts, shared: &Arc<Shared>, name: &str) -> Result<String, Problem> {
    let params = RawPathParams::from_request_parts(parts, shared).await;
    let params = params.map_err(|_| Problem::not_found("the path is not valid UTF-8"))?;
    let value = params.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_owned());
    value.ok_or_else(|| Problem::not_found("the path has no such part"))
}

/// Reads a body.
pub(super) async fn read(body: Body) -> Result<Bytes, Problem> {
    body::read(body, MAX_BODY).await.map_err(|unreadable| match unreadable {
        Unreadable::TooLarge => Problem::too_large(),
        Unreadable::Malformed => Problem::invalid("the body is incomplete, or its chunked encoding is not valid"),
    })
}

/// The JSON body of a request or a response.
pub(super) struct Json<T>(pub(super) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &Arc<Shared>) -> Result<Self, Problem> {
        if body::media_type(request.headers()) != "application/json" {
            return Err(Problem::media_type());
        }
        if let Some(encoding) = body::encoding(request.headers()) {
            return Err(Problem::encoding(&encoding));
        }
        let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned()).unwrap_or_default();
        let method = request.method().as_str().to_lowercase();
        let body = read(request.into_body()).await?;
        let value = serde_json::from_slice(&body).map_err(|error| Problem::member(".", &error.to_string()))?;
        // First, because it names a wrong type as JSON does: `integer` and not `u32`.
        shape::check(&path, &method, &value).map_err(Problem::misfit)?;
        serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_slice(&body))
            .map(Self)
            .map_err(|error| Problem::member(&error.path().to_string(), &body::reason(error.inner())))
    }
}

/// The query.
pub(super) struct QueryParams<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<Shared>> for QueryParams<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, Problem> {
        let query = Query::from_request_parts(parts, shared).await;
        query.map(|Query(query)| Self(query)).map_err(|error| Problem::invalid(error.body_text()))
    }
}
