//! Posts as their owners see them (docs/platform.md#own-posts).

use open_platform::model::asset::SubmitSchema;
use open_platform::model::own_post::{LocationType, PostDetails, PostEdit, PostSubmission, PostVideo, check_degrees};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::assets::form_of;
use super::post_media::NamedMedia;
pub(super) use super::post_media::{upload_image, upload_urls, upload_video};
use super::posts::find;
use super::{read, refused};
use crate::dispatch::Call;
use crate::response::{Code, PlatformResponse, Refusal};
use crate::state::images;
use crate::state::own_posts::{Edit, stats as statistics};
use crate::state::posts::{NewPost, Stage};

/// The general members that an edit can change.
const EDITABLE: &[&str] = &[
    "title",
    "description",
    "images",
    "city",
    "district",
    "latitude",
    "longitude",
    "location_type",
    "hide_phone",
    "chat_enabled",
    "video",
];

/// The members that a submission must have (docs/platform.md#submit-post).
const REQUIRED: &[&str] = &[
    "business_token",
    "general_data",
    "general_data.category_slug",
    "general_data.title",
    "general_data.description",
    "general_data.images",
    "general_data.city",
    "general_data.location_type",
    "general_data.hide_phone",
    "general_data.chat_enabled",
    "category_fields",
];

/// A post of the user.
pub(super) fn get(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let post = find(call)?;
    Ok(PlatformResponse::json(&call.state.own_record(post)))
}

/// Takes an edit. Only what the mask names is changed.
pub(super) fn edit(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let body: Map<String, Value> = call.body()?;
    let wrong_mask = || Refusal::field("update_mask", "must be a list of paths");
    let mask = match body.get("update_mask") {
        None | Some(Value::Null) => return Err(Refusal::field("update_mask", "is required")),
        Some(mask) => mask.as_array().filter(|mask| !mask.is_empty()).ok_or_else(wrong_mask)?,
    };
    check_members(call, &body)?;
    let mut edit = Edit::default();
    for path in mask {
        let path = path.as_str().ok_or_else(wrong_mask)?;
        let (part, name) = path.split_once('.').unwrap_or_default();
        let target = match part {
            "general_data" if EDITABLE.contains(&name) => &mut edit.general,
            "category_data" if !name.is_empty() => &mut edit.category,
            _ => return Err(Refusal::field("update_mask", format!("{path:?} is no path of a post"))),
        };
        // A path without a value empties the member, as in every field mask.
        let value = body.get(part).and_then(|part| part.get(name)).cloned().unwrap_or_default();
        target.insert(name.to_owned(), value);
    }
    check_values(call, &edit.general)?;
    put(call, edit, "general_data.images")
}

/// Checks the parts of an edit, and the names of their members.
fn check_members(call: &Call<'_>, body: &Map<String, Value>) -> Result<(), Refusal> {
    for part in ["general_data", "category_data"] {
        if body.get(part).is_some_and(|part| !part.is_object() && !part.is_null()) {
            return Err(Refusal::field(part, "must be an object"));
        }
    }
    let general: Vec<_> = EDITABLE.iter().copied().chain(["category_slug"]).collect();
    if let Some(members) = body.get("general_data") {
        call.refuse_other_members("general_data.", members, &general)?;
    }
    call.refuse_other_members("", &Value::Object(body.clone()), &["general_data", "category_data", "update_mask"])
}

/// Checks the general values that an edit sets. One that is `null` empties its member.
fn check_values(call: &Call<'_>, general: &Map<String, Value>) -> Result<(), Refusal> {
    #[derive(Deserialize)]
    struct Body {
        general_data: PostEdit,
    }
    let set: Map<_, _> =
        general.iter().filter(|(_, value)| !value.is_null()).map(|(n, v)| (n.clone(), v.clone())).collect();
    let Body { general_data: edit } = read(json!({ "general_data": set }).to_string().as_bytes())?;
    if call.state.gaps.check_limits {
        // An edit may change only one of the two.
        let place = check_degrees(edit.latitude, edit.longitude);
        place.map_err(|error| refused(error).at(|member| format!("general_data.{member}")))?;
    }
    check_video(call, edit.video.as_ref())?;
    edit.location_type.map_or(Ok(()), |kind| check_location(call, &kind))
}

/// Takes an edit in either form. `images_at` is the path of the images in the request.
pub(super) fn put(call: &mut Call<'_>, mut edit: Edit, images_at: &'static str) -> Result<PlatformResponse, Refusal> {
    let post = find(call)?;
    if !matches!(post.stage, Stage::Published | Stage::InReview | Stage::WaitingForPayment) {
        return Err(Refusal::new(Code::FailedPrecondition, "the post cannot be edited any more"));
    }
    // Responses show the images of the post as addresses.
    let url = call.url();
    for image in edit.general.get_mut("images").and_then(Value::as_array_mut).into_iter().flatten() {
        let name = image.as_str().and_then(|address| images::name_in(&url, address));
        if let Some(name) = name.filter(|name| call.state.has_medium(post, name)) {
            *image = name.into();
        }
    }
    let images = edit.general.get("images").and_then(Value::as_array).into_iter().flatten();
    let images = images.filter_map(Value::as_str).collect();
    let video = edit.general.get("video").and_then(|video| video.get("name")).and_then(Value::as_str);
    NamedMedia { images_at, images, video }.check(call, Some(post))?;
    let (token, now) = (post.token.clone(), call.now());
    call.state.edit_own(&token, edit, now);
    Ok(call.done())
}

/// Deletes a post.
pub(super) fn delete(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let (token, now) = (find(call)?.token.clone(), call.now());
    call.state.delete_own(&token, now);
    Ok(call.done())
}

/// The statistics of a post.
pub(super) fn stats(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    Ok(PlatformResponse::json(&statistics(find(call)?, call.state.limits.rules.stats_days, call.now())))
}

/// Whether the user may submit a post.
pub(super) fn can_submit(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let barred = call.state.own_posts.barred.contains(call.user());
    Ok(PlatformResponse::json(&if barred { json!({}) } else { json!({ "can_submit": true }) }))
}

/// Submits a post as the user.
pub(super) fn submit(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let user = call.user().to_owned();
    if call.state.own_posts.barred.contains(&user) {
        return Err(Refusal::new(Code::FailedPrecondition, "the user must not submit posts"));
    }
    submitted(call, Some(user))
}

/// Submits a post as the app.
pub(super) fn submit_as_app(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    submitted(call, None)
}

fn submitted(call: &mut Call<'_>, user: Option<String>) -> Result<PlatformResponse, Refusal> {
    call.require(REQUIRED)?;
    let body: PostSubmission = call.body()?;
    call.check(&body, |body| body.check())?;
    call.refuse_unknown("", &body.extra, &[])?;
    call.refuse_unknown("general_data.", &body.general_data.extra, &[])?;
    check_video(call, body.general_data.video.as_ref())?;
    if user.is_some() && !body.landline_numbers.is_empty() && call.refuses_unknown() {
        // Only the app itself can name them (docs/platform.md#submit-post).
        return Err(Refusal::field("landline_numbers", "unknown member: only the app itself submits landline numbers"));
    }
    let business = call.state.users.business(body.business_token.as_str());
    let business = business.ok_or_else(|| Refusal::field("business_token", "there is no such business"))?;
    if user.as_ref().is_some_and(|user| business.role_of(user).is_none()) && call.state.gaps.check_ownership {
        return Err(super::permission::not_yours(call, "the business", &business.owner.clone()));
    }
    check_location(call, &body.general_data.location_type)?;
    let general = &body.general_data;
    let images = general.images.iter().map(String::as_str).collect();
    let video = general.video.as_ref().map(|video| video.name.as_str());
    NamedMedia { images_at: "general_data.images", images, video }.check(call, None)?;
    check_category_fields(call, &body)?;
    let owner = user.unwrap_or_else(|| business.owner.clone());
    let mut data = Map::new();
    let general = body.general_data;
    for (name, value) in [("title", &general.title), ("description", &general.description)] {
        data.insert(name.into(), value.as_str().into());
    }
    place(&general, &mut data);
    if let Some(video) = &general.video {
        data.insert("video".into(), json!(video));
    }
    data.extend(body.category_fields.iter().map(|(name, value)| (name.clone(), value.value())));
    let new = NewPost {
        owner,
        stage: Stage::WaitingForPayment,
        category: general.category_slug,
        city: general.city,
        district: general.district.unwrap_or_default(),
        chat_enabled: general.chat_enabled,
        is_phone_hidden: general.hide_phone,
        data,
        ongoing_images: general.images,
        business: body.business_token.as_str().to_owned(),
        ..NewPost::default()
    };
    let now = call.now();
    let post = call.state.add_post(new, now).map_err(refused)?;
    Ok(PlatformResponse::json(&json!({ "post_token": post.token })))
}

/// Checks the members that depend on the category by its form, if the switch is on.
fn check_category_fields(call: &Call<'_>, body: &PostSubmission) -> Result<(), Refusal> {
    match form_of(&body.general_data.category_slug) {
        Some(form) if call.state.gaps.check_category_fields => {
            let form = SubmitSchema { schema: form.into(), ..SubmitSchema::default() };
            form.check(&body.category_fields).map_err(refused)
        }
        _ => Ok(()),
    }
}

fn check_video(call: &Call<'_>, video: Option<&PostVideo>) -> Result<(), Refusal> {
    video.map_or(Ok(()), |video| call.refuse_unknown("general_data.video.", &video.extra, &[]))
}

fn check_location(call: &Call<'_>, kind: &LocationType) -> Result<(), Refusal> {
    call.refuse_unknown_word("general_data.location_type", kind, LocationType::KNOWN)
}

fn place(general: &PostDetails, data: &mut Map<String, Value>) {
    for (name, degrees) in [("latitude", general.latitude), ("longitude", general.longitude)] {
        if let Some(degrees) = degrees {
            data.insert(name.into(), degrees.into());
        }
    }
    data.insert("location_type".into(), general.location_type.as_str().into());
}
