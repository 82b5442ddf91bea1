//! Search over the published posts of the world (docs/platform.md#search). How filters apply to a post that lacks the
//! member is an assumption: it is not found.

use chrono::SecondsFormat;
use open_platform::model::finder::{PostSearch, SearchFilters};
use serde_json::{Map, Value, json};

use crate::dispatch::Call;
use crate::response::{Code, PlatformResponse, Refusal};
use crate::state::posts::{SandboxPost, Stage};

/// The newest published posts that pass all filters.
pub(super) fn search(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let search: PostSearch = call.body()?;
    call.refuse_unknown("", &search.extra, &[])?;
    if let Some(query) = &search.query {
        call.refuse_unknown("query.", &query.extra, &[])?;
        let body: Value = call.body()?;
        for (name, filter) in body["query"].as_object().into_iter().flatten() {
            call.refuse_other_members(&format!("query.{name}."), filter, &["min", "max"])?;
        }
    }
    call.check(&search, PostSearch::check)?;
    if !call.state.limits.allows_search() {
        return Err(Refusal::new(Code::ResourceExhausted, "the limit of searches of this app is exceeded"));
    }
    let mut found: Vec<_> = call.state.posts.all().filter(|post| fits(post, &search)).collect();
    // A stable sort of the reversed list: of two posts of the same instant, the one that was added later comes first.
    found.reverse();
    found.sort_by_key(|post| std::cmp::Reverse(post.first_published_at));
    let as_text = call.state.gaps.numbers_as_text;
    let most = usize::try_from(call.state.limits.rules.search_results).ok().filter(|most| *most > 0);
    let posts: Vec<_> = found.into_iter().take(most.unwrap_or(usize::MAX)).map(|post| item(post, as_text)).collect();
    Ok(PlatformResponse::json(&json!({ "posts": posts })))
}

fn fits(post: &SandboxPost, search: &PostSearch) -> bool {
    let is =
        |wanted: &Option<String>, value: &str| wanted.as_deref().is_none_or(|slug| slug.is_empty() || slug == value);
    post.stage == Stage::Published
        && is(&search.category, &post.category)
        && is(&search.city, &post.city)
        && (search.districts.is_empty() || search.districts.contains(&post.district))
        && search.query.as_ref().is_none_or(|query| passes(&post.data, query))
}

fn passes(data: &Map<String, Value>, query: &SearchFilters) -> bool {
    let any_of = |wanted: &[String], name: &str| {
        wanted.is_empty() || data.get(name).and_then(Value::as_str).is_some_and(|word| wanted.iter().any(|w| w == word))
    };
    let within = |(name, min, max): (&str, Option<i64>, Option<i64>)| {
        let names: &[_] = if name == "production_year" { &[name, "year"] } else { &[name] };
        (min.is_none() && max.is_none())
            || names
                .iter()
                .find_map(|name| number(data.get(*name)?))
                .is_some_and(|number| min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max))
    };
    any_of(&query.brand_model, "brand_model")
        && any_of(&query.rooms, "rooms")
        && query.ranges().all(within)
        && (!query.only_with_parking || data.get("parking") == Some(&Value::Bool(true)))
}

/// A number, a number as text, or the number of a price.
fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.parse().ok(),
        Value::Object(price) => number(price.get("value")?),
        _ => None,
    }
}

/// A post in the result. Members that are empty are left out.
fn item(post: &SandboxPost, as_text: bool) -> Value {
    let wide = |number: i64| if as_text { json!(number.to_string()) } else { json!(number) };
    let mut item = json!({
        "token": post.token,
        "category": post.category,
        "city": post.city,
        "title": super::text(&Value::Object(post.data.clone()), "title"),
        "last_modified_at": post.last_modified_at.to_rfc3339_opts(SecondsFormat::Millis, true),
        (family(&post.category)): {},
    });
    let price = |name: &str| {
        let value = post.data.get(name)?;
        let mode = value.get("mode").and_then(Value::as_str).unwrap_or("مقطوع");
        Some(match number(value) {
            Some(amount) => json!({ "mode": mode, "value": wide(amount) }),
            None => json!({ "mode": mode }),
        })
    };
    item["price"] = price("price").unwrap_or_default();
    let number_of = |name: &str| post.data.get(name).and_then(number);
    let fields = &mut item[family(&post.category)];
    match family(&post.category) {
        "real_estate_fields" => {
            *fields = json!({
                "size": number_of("size"),
                "rooms": post.data.get("rooms"),
                "rent": price("rent"),
                "credit": price("credit"),
                "floor": number_of("floor"),
                "year": number_of("production_year"),
                "has_elevator": post.data.get("elevator"),
                "has_parking": post.data.get("parking"),
            });
        }
        "vehicles_fields" => *fields = json!({ "usage": number_of("usage").map(wide) }),
        _ => {}
    }
    without_empty(fields);
    without_empty(&mut item);
    item
}

/// Leaves out what proto-JSON leaves out: null, false, zero, empty texts and empty lists.
pub(super) fn without_empty(object: &mut Value) {
    if let Some(members) = object.as_object_mut() {
        let empty = [Value::Null, json!(false), json!(0), json!(""), json!([])];
        members.retain(|_, value| !empty.contains(value));
    }
}

/// The member for the category.
fn family(category: &str) -> &'static str {
    match category {
        "apartment-rent" | "apartment-sell" | "house-villa-sell" => "real_estate_fields",
        "furniture-and-home-decore" | "home-kitchen" => "home_kitchen_fields",
        "game-consoles-and-video-games" | "laptops" | "mobile-phones" | "tablet" => "electronic_devices_fields",
        "jobs" => "jobs_fields",
        "light" | "motorcycles" => "vehicles_fields",
        "personal-goods" => "personal_goods_fields",
        _ => "services_fields",
    }
}
