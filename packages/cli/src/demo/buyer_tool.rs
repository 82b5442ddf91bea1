//! A tool for buyers. The platform opens the app for the post of another user, and the app reads the post. This needs the
//! API key only, no login and no scopes.

use open_platform::webhook::start::DirectLink;
use serde::Deserialize;

use super::context::Context;
use super::runner::{DemoError, Runner, ensure, fail};

/// The data of a car that this app uses. Every category has its own data; other members are ignored.
#[derive(Debug, Deserialize)]
struct Car {
    brand_model: String,
    production_year: i64,
    #[serde(rename = "usage")]
    kilometres: i64,
}

pub async fn run(context: &Context, runner: &mut Runner) -> Result<(), DemoError> {
    runner.flow("buyer_tool", "Tool for buyers", "direct link -> read -> the app's own page")?;
    let Context { platform, world, .. } = context;

    runner
        .step("a buyer opens the app for a car, and the app reads its data", async |values| {
            let opened = world.direct_link("https://valuer.example/car", Some(&context.post("light")?.token))?;
            let Some(token) = DirectLink::parse(&opened).post_token else {
                return fail("the link has no post token");
            };
            let post = platform.posts().get(token).await?;
            let car: Car = post.data_as()?;
            let Some(asked) = post.price()?.and_then(|price| price.value) else { return fail("the post has no price") };
            values.expect("model", car.brand_model, "Peugeot 206 5")?;
            values.expect("year", car.production_year, 1398)?;
            values.expect("kilometres", car.kilometres, 61_000)?;
            values.expect("asked_in_toman", asked.tomans, 780_000_000)?;
            values.show("seller", post.business_data.map(|business| business.business_type.as_str().to_owned()));
            Ok(())
        })
        .await?;

    runner
        .step("posts of other categories have fewer members, and are read with the same type", async |values| {
            let post = platform.posts().get(context.post("services")?.token).await?;
            ensure(post.title()?.is_some(), "every post has a title")?;
            values.expect("category", post.category.as_str(), "services")?;
            values.expect(
                "price",
                post.price()?.and_then(|price| price.value).map(|price| price.tomans),
                None::<i64>,
            )?;
            values.expect("images", post.images()?.len(), 0)?;
            values.expect("district_is_there", post.has("district"), false)
        })
        .await
}
