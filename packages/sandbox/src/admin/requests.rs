//! The requests of the app: all, in pages, one with headers and bodies, and as an HTTP archive.

use axum::http::header;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::extract::{InWorld, Item, Json, QueryParams};
use super::problem::{Problem, Refusals};
use crate::har;
use crate::ledger::RequestRecord;
use crate::recorded_messages::RecordedMessage;
use crate::routes;
use crate::world::World;

/// The largest page.
const LARGEST_PAGE: i64 = 500;

/// Which requests. All given ones must fit.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct RequestFilter {
    /// Name of the endpoint, such as `oauth.refresh`.
    endpoint: Option<String>,
    /// With it the answer is a page of at most so many requests, newest first.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<i64>,
    /// Only requests with a smaller number: `next` of the page before.
    before: Option<i64>,
    /// Only requests that were recorded after this position: the largest one of the answer before.
    after: Option<i64>,
    /// HTTP method.
    method: Option<String>,
    /// Status of the answer: one, such as `404`, a group, such as `4xx`, or `cut` for a connection that was cut.
    status: Option<String>,
    /// Name of the user whose token or code they carried.
    user: Option<String>,
    /// Text in the path, the name of the endpoint or the refusal, or the number of the request. Case is ignored.
    contains: Option<String>,
}

/// The requests, oldest first, or with `limit` a page.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum RequestList {
    All(Vec<RequestRecord>),
    Page(RequestPage),
}

/// A page of requests.
#[derive(Serialize, ToSchema)]
pub(super) struct RequestPage {
    /// The requests, newest first.
    items: Vec<RequestRecord>,
    /// The value of `before` for the next page. Absent on the last one.
    next: Option<i64>,
}

/// One request, with what went over the wire. Secrets are `[redacted]`.
#[derive(Serialize, ToSchema)]
pub(super) struct RequestDetails {
    /// What is known of it.
    #[serde(flatten)]
    record: RequestRecord,
    /// The query without `?`; empty if there was none.
    query: String,
    /// What the app sent. Absent if it is too long ago: the latest requests are kept, up to 8 MiB in a world.
    request: Option<RecordedMessage>,
    /// What it received.
    response: Option<RecordedMessage>,
}

/// The statuses of a filter.
enum Statuses {
    One(i64),
    Group(i64),
}

impl Statuses {
    fn read(text: &str) -> Result<Self, Problem> {
        let wrong = || Problem::invalid("must be a status such as 404, a group such as 4xx, or cut").at("status");
        match text {
            "cut" => Ok(Self::One(0)),
            _ if text.ends_with("xx") => {
                let group = text.trim_end_matches('x').parse().ok().filter(|_| text.len() == 3);
                group.filter(|group| (1..=5).contains(group)).map(Self::Group).ok_or_else(wrong)
            }
            _ => text.parse().ok().filter(|status| (100..=599).contains(status)).map(Self::One).ok_or_else(wrong),
        }
    }

    fn has(&self, status: i64) -> bool {
        match self {
            Self::One(one) => status == *one,
            Self::Group(group) => status / 100 == *group,
        }
    }
}

impl RequestFilter {
    /// The matching requests, oldest first.
    fn select(&self, world: &World) -> Result<Vec<RequestRecord>, Problem> {
        if let Some(endpoint) = &self.endpoint {
            routes::check_name("endpoint", endpoint)?;
        }
        let statuses = self.status.as_deref().map(Statuses::read).transpose()?;
        let contains = self.contains.as_ref().map(|text| text.to_lowercase());
        let state = world.inner.lock();
        let fits = |record: &&RequestRecord| {
            self.before.is_none_or(|before| record.number < before)
                && self.after.is_none_or(|after| record.position > after)
                && self.endpoint.as_ref().is_none_or(|name| record.endpoint.as_ref() == Some(name))
                && self.method.as_ref().is_none_or(|method| record.method == *method)
                && statuses.as_ref().is_none_or(|statuses| statuses.has(record.status))
                && self.user.as_ref().is_none_or(|name| record.user.as_ref() == Some(name))
                && contains.as_ref().is_none_or(|text| has_text(record, text))
        };
        // Requests that waited are recorded after those that overtook them.
        let mut found: Vec<_> = state.ledger.records().filter(fits).collect();
        found.sort_by_key(|record| record.number);
        let most = self.limit.and_then(|limit| usize::try_from(limit).ok()).map_or(usize::MAX, |limit| limit + 1);
        let skipped = found.len().saturating_sub(most);
        Ok(found.into_iter().skip(skipped).cloned().collect())
    }
}

fn has_text(record: &RequestRecord, text: &str) -> bool {
    let texts = [Some(&record.path), record.endpoint.as_ref(), record.refusal.as_ref()];
    record.number.to_string() == text || texts.into_iter().flatten().any(|one| one.to_lowercase().contains(text))
}

/// The latest 10,000 requests of the app, oldest first. With `limit`: a page of them, newest first.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/requests", params(("world" = String, Path, example = "default"), RequestFilter),
    responses((status = 200, body = inline(RequestList)), Refusals))]
pub(super) async fn requests(
    InWorld(world): InWorld,
    QueryParams(filter): QueryParams<RequestFilter>,
) -> Result<Json<RequestList>, Problem> {
    let Some(limit) = filter.limit else { return Ok(Json(RequestList::All(filter.select(&world)?))) };
    crate::range::check("limit", limit, 1..=LARGEST_PAGE)?;
    let mut items = filter.select(&world)?;
    items.reverse();
    let limit = usize::try_from(limit).unwrap_or_default();
    let has_more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| has_more).map(|oldest| oldest.number);
    Ok(Json(RequestList::Page(RequestPage { items, next })))
}

/// One request, with the headers and bodies of both sides.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/requests/{item}",
    params(("world" = String, Path, example = "default"), ("item" = i64, Path)),
    responses((status = 200, body = RequestDetails), Refusals))]
pub(super) async fn request(InWorld(world): InWorld, item: Item) -> Result<Json<RequestDetails>, Problem> {
    let number = item.number()?;
    let (record, recorded) = {
        let state = world.inner.lock();
        (state.ledger.get(number).cloned(), state.ledger.recordings.get(number).cloned())
    };
    let record = record.ok_or_else(|| Problem::none("request", &item.0, "requests"))?;
    Ok(Json(RequestDetails {
        record,
        query: recorded.as_ref().map(|one| one.query()).unwrap_or_default(),
        request: recorded.as_ref().map(|one| one.request()),
        response: recorded.as_ref().map(|one| one.response()),
    }))
}

/// The requests as an HTTP archive (HAR 1.2), with the headers and bodies that are kept. Secrets are `[redacted]`.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/requests.har",
    operation_id = "http_archive", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Value), Refusals))]
pub(super) async fn archive(InWorld(world): InWorld) -> impl IntoResponse {
    let (records, recordings) = {
        let state = world.inner.lock();
        (state.ledger.records().cloned().collect::<Vec<_>>(), state.ledger.recordings.clone())
    };
    let name = format!("attachment; filename=\"{}.har\"", world.name());
    ([(header::CONTENT_DISPOSITION, name)], Json(har::archive(&world.url(), &records, &recordings)))
}
