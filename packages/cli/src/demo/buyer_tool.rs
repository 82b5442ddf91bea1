//! F3: a tool for buyers. The platform opens the app for somebody else's post; the app reads it and shows what it makes
//! of it. No login, no scopes: the key of the app is enough.

use open_platform::model::start::FallbackQuery;
use serde::Deserialize;

use super::stage::Stage;
use super::story::{Stop, Story, ensure, wrong};

/// What this app wants to know of a car. Every category has its own data; whatever else is in it is skipped.
#[derive(Debug, Deserialize)]
struct Car {
    brand_model: String,
    production_year: i64,
    #[serde(rename = "usage")]
    kilometres: i64,
}

pub async fn play(stage: &Stage, story: &mut Story) -> Result<(), Stop> {
    story.flow("F3", "Tool for buyers", "direct link -> read -> the app's own page")?;
    let Stage { platform, world, .. } = stage;

    story
        .step("a buyer looks at a car, and the app values it", async |facts| {
            let opened = world.direct_link("https://valuer.example/car", Some(&stage.post("light")?.token))?;
            let Some(token) = FallbackQuery::parse(&opened).post_token else { return wrong("the link names no post") };
            let post = platform.posts().get(token).await?;
            let car: Car = post.data_as()?;
            let Some(asked) = post.price()?.and_then(|price| price.value) else { return wrong("it has no price") };
            facts.same("model", car.brand_model, "Peugeot 206 5")?;
            facts.same("year", car.production_year, 1398)?;
            facts.same("kilometres", car.kilometres, 61_000)?;
            facts.same("asked_in_toman", asked, 780_000_000)?;
            facts.show("seller", post.business_data.map(|business| business.business_type.as_str().to_owned()));
            Ok(())
        })
        .await?;

    story
        .step("posts of other categories leave much out, and still read", async |facts| {
            let post = platform.posts().get(stage.post("services")?.token).await?;
            ensure(post.title()?.is_some(), "every post has a title")?;
            facts.same("category", post.category.as_str(), "services")?;
            facts.same("price", post.price()?.and_then(|price| price.value), None::<i64>)?;
            facts.same("images", post.images()?.len(), 0)?;
            facts.same("district_is_there", post.has("district"), false)
        })
        .await
}
