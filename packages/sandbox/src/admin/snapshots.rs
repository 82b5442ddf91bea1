//! Snapshots: by number or name, as files, and compared.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::extract::{FromRequest, Path, Request};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::extract::{InWorld, Item, Json, Origin};
use super::problem::{Problem, Refusals};
use super::worlds::WorldInfo;
use crate::body::{self, Unreadable};
use crate::redact;
use crate::sandbox::Shared;
use crate::snapshots::{Kept, Snapshot};
use crate::world::World;

/// The largest file that is read.
const MAX_FILE: usize = 64 * 1024 * 1024;

/// The largest number of differences in an answer.
const MOST_DIFFERENCES: usize = 500;

/// The name that stands for the world as it is now.
const NOW: &str = "now";

/// A kept snapshot.
#[derive(Serialize, ToSchema)]
pub(super) struct KeptSnapshot {
    /// Its number in the world, as the text that the other operations take.
    snapshot: String,
}

/// A kept snapshot, and what is in it.
#[derive(Serialize, ToSchema)]
pub(super) struct SnapshotInfo {
    /// Its number in the world.
    number: i64,
    /// Its name, if it has one.
    name: Option<String>,
    /// The time of the world.
    at: DateTime<Utc>,
    /// Whether the clock was frozen.
    frozen: bool,
    /// The number of users.
    users: usize,
    /// The number of posts.
    posts: usize,
    /// The number of conversations.
    conversations: usize,
}

impl From<&Kept> for SnapshotInfo {
    fn from(kept: &Kept) -> Self {
        let [users, posts, conversations] = kept.snapshot.counts();
        let (at, frozen) = (kept.snapshot.at(), kept.snapshot.is_frozen());
        Self { number: kept.number, name: kept.name.clone(), at, frozen, users, posts, conversations }
    }
}

fn unknown(name: &str) -> Problem {
    Problem::none("snapshot", name, "snapshots")
}

fn found(world: &World, text: &str) -> Result<Snapshot, Problem> {
    let kept = world.inner.kept();
    kept.find(text).map(|kept| kept.snapshot.clone()).ok_or_else(|| unknown(text))
}

/// The kept snapshots, oldest first.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/snapshots", operation_id = "snapshots",
    params(("world" = String, Path, example = "default")), responses((status = 200, body = Vec<SnapshotInfo>), Refusals))]
pub(super) async fn list(InWorld(world): InWorld) -> Json<Vec<SnapshotInfo>> {
    Json(world.inner.kept().all().map(SnapshotInfo::from).collect())
}

/// Keeps a snapshot of the world in memory. The latest 32 are kept.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/snapshots", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = KeptSnapshot), Refusals))]
pub(super) async fn take_snapshot(InWorld(world): InWorld) -> Json<KeptSnapshot> {
    Json(KeptSnapshot { snapshot: world.keep_snapshot(None, world.snapshot()).to_string() })
}

/// Restores a snapshot, by its name or its number.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/snapshots/{item}/restore",
    params(("world" = String, Path, example = "default"), ("item" = String, Path, example = "before")),
    responses((status = 200, body = WorldInfo), Refusals))]
pub(super) async fn restore_snapshot(
    InWorld(world): InWorld,
    Item(text): Item,
    origin: Origin,
) -> Result<Json<WorldInfo>, Problem> {
    let snapshot = found(&world, &text)?;
    world.restore(&snapshot);
    Ok(Json(WorldInfo::of(&world, &origin)))
}

/// The optional body: a file.
pub(super) struct File(Bytes);

impl FromRequest<Arc<Shared>> for File {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &Arc<Shared>) -> Result<Self, Problem> {
        if let Some(encoding) = body::encoding(request.headers()) {
            return Err(Problem::encoding(&encoding));
        }
        body::read(request.into_body(), MAX_FILE).await.map(Self).map_err(|unreadable| match unreadable {
            Unreadable::TooLarge => Problem::too_large(),
            Unreadable::Malformed => Problem::invalid("the body is incomplete, or its chunked encoding is not valid"),
        })
    }
}

/// Keeps a snapshot under a name: of the world as it is now, or with a body the one of the file. The name has 1 to 64 Latin
/// letters, digits, `.`, `_` and `-`, and not digits only. A snapshot with this name is replaced.
#[utoipa::path(put, path = "/_sandbox/worlds/{world}/snapshots/{item}", operation_id = "name_snapshot",
    params(("world" = String, Path, example = "default"), ("item" = String, Path, example = "before")),
    request_body = Option<Value>, responses((status = 200, body = SnapshotInfo), Refusals))]
pub(super) async fn put(
    InWorld(world): InWorld,
    Item(name): Item,
    File(file): File,
) -> Result<Json<SnapshotInfo>, Problem> {
    let good = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    if name.is_empty() || name.len() > 64 || is_number || name == NOW || !name.bytes().all(good) {
        let text =
            "the name of a snapshot has 1 to 64 Latin letters, digits, `.`, `_` and `-`, is no number, and not `now`";
        return Err(Problem::invalid(text));
    }
    let snapshot = if file.is_empty() { world.snapshot() } else { Snapshot::from_json(&file)? };
    world.keep_snapshot(Some(name.clone()), snapshot);
    world.inner.kept().find(&name).map(|kept| Json(SnapshotInfo::from(kept))).ok_or_else(|| unknown(&name))
}

/// A snapshot as a file, with the generated credentials of the world. Without the requests and the bytes of images.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/snapshots/{item}", operation_id = "snapshot_file",
    params(("world" = String, Path, example = "default"), ("item" = String, Path, example = "before")),
    responses((status = 200, body = Value), Refusals))]
pub(super) async fn export(InWorld(world): InWorld, Item(text): Item) -> Result<Response, Problem> {
    let file = found(&world, &text)?.to_json();
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"snapshot.json\"")),
    ];
    Ok((headers, file).into_response())
}

/// Deletes a snapshot.
#[utoipa::path(delete, path = "/_sandbox/worlds/{world}/snapshots/{item}", operation_id = "delete_snapshot",
    params(("world" = String, Path, example = "default"), ("item" = String, Path, example = "before")),
    responses((status = 200, body = Object), Refusals))]
pub(super) async fn remove(InWorld(world): InWorld, Item(text): Item) -> Result<Json<Value>, Problem> {
    if world.inner.kept().remove(&text) { Ok(Json(json!({}))) } else { Err(unknown(&text)) }
}

/// What differs between two snapshots.
#[derive(Serialize, ToSchema)]
pub(super) struct Comparison {
    /// The differences, at most 500.
    differences: Vec<Difference>,
    /// Whether there are more.
    has_more: bool,
}

/// A value that differs.
#[derive(Serialize, ToSchema)]
pub(super) struct Difference {
    /// Its path, such as `posts.by_token.AbCd1234.stage`.
    path: String,
    /// The value in the first one. Absent if it is only in the second. Credentials are `[redacted]`.
    before: Option<Value>,
    /// The value in the second one.
    after: Option<Value>,
}

/// Compares a snapshot with another one. `now` stands for the world as it is.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/snapshots/{item}/compare/{other}", operation_id = "compare_snapshots",
    params(("world" = String, Path, example = "default"), ("item" = String, Path, example = "before"),
        ("other" = String, Path, example = "now")),
    responses((status = 200, body = Comparison), Refusals))]
pub(super) async fn compare(
    InWorld(world): InWorld,
    Item(one): Item,
    Path(path): Path<BTreeMap<String, String>>,
) -> Result<Json<Comparison>, Problem> {
    let document = |text: &str| -> Result<Value, Problem> {
        let snapshot = if text == NOW { world.snapshot() } else { found(&world, text)? };
        let file: Value = serde_json::from_str(&snapshot.to_json()).unwrap_or_default();
        let mut state = file.get("state").cloned().unwrap_or_default();
        if let Some(grants) = state.pointer_mut("/oauth/grants").and_then(Value::as_object_mut) {
            // Its names are the codes.
            grants.remove("by_code");
        }
        if let Some(members) = state.as_object_mut() {
            // A counter of what was recorded, which is no part of the world.
            members.remove("positions");
        }
        redact::json(&mut state);
        redact_places(&mut state);
        Ok(keyed(state))
    };
    let other = path.get("other").map(String::as_str).unwrap_or_default();
    let (before, after) = (document(&one)?, document(other)?);
    let mut differences = Vec::new();
    differ(String::new(), Some(&before), Some(&after), &mut differences);
    let has_more = differences.len() > MOST_DIFFERENCES;
    differences.truncate(MOST_DIFFERENCES);
    Ok(Json(Comparison { differences, has_more }))
}

/// The items of a list in the state.
fn items<'a>(state: &'a mut Value, place: &str) -> impl Iterator<Item = &'a mut Value> {
    state.pointer_mut(place).and_then(Value::as_array_mut).into_iter().flatten()
}

/// Redacts the credentials whose names do not say that they are secrets.
fn redact_places(state: &mut Value) {
    // Pairs of a token and a subscription, of a delivery and its key, and of a consent and a lapse, which repeats.
    for (place, kept) in [("/subscriptions/all", 1_usize), ("/webhooks/deliveries", 0), ("/webhooks/lapses", 1)] {
        for pair in items(state, place) {
            *pair = pair.get_mut(kept).map(Value::take).unwrap_or_default();
        }
    }
    let redact = |secret: &mut Value| *secret = redact::REDACTED.into();
    for (place, member) in [("/subscriptions/listeners", "token"), ("/app/other_keys", "key")] {
        items(state, place).filter_map(|item| item.get_mut(member)).for_each(redact);
    }
    items(state, "/chat_media/tokens").for_each(redact);
    // It is empty where there is none.
    state.pointer_mut("/webhooks/rules/other_key").filter(|key| **key != "").into_iter().for_each(redact);
}

/// Lists of pairs, and lists of objects that have an id, become objects, so that an entry that was removed does not shift
/// those after it. A list in which a name repeats stays a list.
fn keyed(value: Value) -> Value {
    match value {
        Value::Array(items) => {
            let key = |item: &Value| match item {
                Value::Array(pair) if pair.len() == 2 => pair[0].as_str().map(str::to_owned),
                Value::Object(members) => match members.get("id")? {
                    Value::String(id) => Some(id.clone()),
                    id => id.as_i64().map(|id| id.to_string()),
                },
                _ => None,
            };
            let keys: Option<Vec<String>> = items.iter().map(key).collect();
            match keys {
                Some(keys) if !keys.is_empty() && keys.iter().collect::<BTreeSet<_>>().len() == keys.len() => {
                    let values = items.into_iter().map(|item| match item {
                        Value::Array(mut pair) => pair.pop().unwrap_or_default(),
                        item => item,
                    });
                    Value::Object(keys.into_iter().zip(values.map(keyed)).collect())
                }
                _ => Value::Array(items.into_iter().map(keyed).collect()),
            }
        }
        Value::Object(members) => members.into_iter().map(|(name, member)| (name, keyed(member))).collect(),
        value => value,
    }
}

/// Adds the differences between two values.
fn differ(path: String, before: Option<&Value>, after: Option<&Value>, found: &mut Vec<Difference>) {
    if before == after || found.len() > MOST_DIFFERENCES {
        return;
    }
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match (before, after) {
        (Some(Value::Object(one)), Some(Value::Object(two))) => {
            let names: BTreeSet<&String> = one.keys().chain(two.keys()).collect();
            for name in names {
                differ(below(name), one.get(name), two.get(name), found);
            }
        }
        (Some(Value::Array(one)), Some(Value::Array(two))) => {
            for index in 0..one.len().max(two.len()) {
                differ(format!("{path}[{index}]"), one.get(index), two.get(index), found);
            }
        }
        // An empty list has no names by which it could be an object.
        (Some(Value::Array(one)), Some(Value::Object(_))) if one.is_empty() => {
            differ(path, Some(&json!({})), after, found)
        }
        (Some(Value::Object(_)), Some(Value::Array(two))) if two.is_empty() => {
            differ(path, before, Some(&json!({})), found)
        }
        _ => found.push(Difference { path, before: before.cloned(), after: after.cloned() }),
    }
}
