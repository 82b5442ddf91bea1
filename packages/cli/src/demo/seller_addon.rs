//! F2: an add-on on the seller's post, the most common kind of app. A car inspector reads the post, asks for the right to
//! add something to it, uploads a picture and puts widgets under the post.

use open_platform::api::Upload;
use open_platform::error::ApiErrorKind;
use open_platform::model::action::Action;
use open_platform::model::addon::PostAddon;
use open_platform::model::color::Color;
use open_platform::model::icon::Icon;
use open_platform::model::image::UploadedImage;
use open_platform::model::start::FallbackQuery;
use open_platform::model::widget::{
    ButtonBar, DescriptionRow, EvaluationRow, EventRow, GroupInfoRow, ImageCarouselRow, ScoreRow, SelectorRow,
    SubtitleRow, TitleRow, Widget,
};
use open_platform::{Error, Scope};
use serde_json::json;

use super::stage::Stage;
use super::story::{Stop, Story, ensure, wrong};

/// 16 by 16 pixels in four greys: the smallest picture that is one.
const PICTURE: &[u8] = include_bytes!("inspection.jpg");

pub async fn play(stage: &Stage, story: &mut Story) -> Result<(), Stop> {
    story.flow(
        "F2",
        "Add-on on the seller's post",
        "direct link -> read -> authorize -> upload -> widgets on the post",
    )?;
    let Stage { platform, world, .. } = stage;

    let token = story
        .step("the platform opens the app for a post, and the app reads it", async |facts| {
            let opened =
                world.direct_link("https://inspector.example/new", Some(&stage.post("mobile-phones")?.token))?;
            // Nothing proves a direct link: whatever it names is only read with the app's own key.
            let query = FallbackQuery::parse(&opened);
            let Some(token) = query.post_token else { return wrong("the link names no post") };
            let post = platform.posts().get(&token).await?;
            facts.same("post", post.token.as_str(), token.as_str())?;
            facts.same("category", post.category.as_str(), "mobile-phones")?;
            facts.same("price_in_toman", post.price()?.and_then(|price| price.value), 42_000_000)?;
            facts.same("chat_enabled", post.chat_enabled, true)?;
            // The platform leaves out what is false. It reads as false, and can still be told apart.
            ensure(!post.is_phone_hidden && !post.has("is_phone_hidden"), "what was left out reads as false")?;
            Ok(token)
        })
        .await?;

    story
        .step("images before publication need a scope for that post", async |facts| {
            let waiting = stage.post("home-kitchen")?.token;
            let plain = platform.posts().get(&waiting).await?;
            ensure(plain.images()?.is_empty(), "without the scope there are no images")?;
            let grant = stage.login("seller", [Scope::post_ongoing_images_get(&waiting)]).await?;
            let post = platform.user(grant).posts().get_with_ongoing_images(&waiting).await?;
            facts.same("state", post.state.as_str(), "REVIEW_REQ")?;
            facts.same("images", post.images()?.len(), 2)
        })
        .await?;

    story
        .step("a call without its scope fails, and the error names what to ask for", async |facts| {
            let grant = stage.login("seller", [Scope::user_phone()]).await?;
            let addon = PostAddon::new().widget(TitleRow::new("Inspected"));
            match platform.user(grant).addons().create_on_post(&token, addon).await {
                Err(Error::Api(error)) if error.kind == ApiErrorKind::MissingScope => {
                    facts.same("status", error.status, 403)?;
                    facts.show("needs_one_of", error.needs_scopes);
                    Ok(())
                }
                other => wrong(format!("it should be refused: {other:?}")),
            }
        })
        .await?;

    let user = story
        .step("the seller allows an add-on on this one post", async |facts| {
            let scope = Scope::post_addon_create(&token);
            facts.show("scope", scope.as_str());
            Ok(platform.user(stage.login("seller", [scope]).await?))
        })
        .await?;

    let image = story
        .step("a picture is uploaded, without any credential", async |facts| {
            let image = platform.images().upload(Upload::bytes(PICTURE)).await?;
            facts.show("temporary_name", image.image_name.as_str());
            let strays = world.ledger().misplaced_credentials();
            ensure(strays.is_empty(), "the upload host saw no key and no token")?;
            Ok(image)
        })
        .await?;

    story
        .step("a widget beyond its limits is refused before anything is sent", async |facts| {
            let before = stage.requests();
            let addon = PostAddon::new().widget(TitleRow::new("Fine")).widget(ScoreRow::percentage("Battery", 101));
            match user.addons().create_on_post(&token, addon).await {
                Err(Error::InvalidInput { field, .. }) => {
                    facts.same("field", field, "widgets[1].score_row.percentage_score")?;
                }
                other => return wrong(format!("a score of 101 percent went through: {other:?}")),
            }
            facts.same("requests_sent", stage.requests() - before, 0)
        })
        .await?;

    story
        .step("all ten kinds of widgets go onto the post", async |facts| {
            let addon = report(&image).semantic("inspection_result", "INSPECTION_APPROVED").notes("order 7");
            facts.same("widgets", addon.widgets.len(), 10)?;
            user.addons().create_on_post(&token, addon).await?;
            Ok(())
        })
        .await?;

    story
        .step("the post shows them, with a permanent picture under a new name", async |facts| {
            let shown = world.addons_on(token.as_str());
            let [addon] = shown.as_slice() else { return wrong(format!("{} add-ons on the post", shown.len())) };
            let kinds: Vec<&str> = addon.widgets.iter().map(Widget::kind).collect();
            facts.same("widgets", kinds, report(&image).widgets.iter().map(Widget::kind).collect::<Vec<_>>())?;
            let picture = addon.widgets.iter().find_map(|widget| match widget {
                Widget::EventRow { row } => row.image_id.as_ref(),
                _ => None,
            });
            let Some(picture) = picture else { return wrong("the event row lost its picture") };
            ensure(*picture != image.image_name, "the permanent name differs from the temporary one")?;
            facts.show("permanent_name", picture.as_str());
            facts.show("readable_semantic", json!(addon.semantic.readable));
            Ok(())
        })
        .await?;

    story
        .step("sending again replaces, deleting removes", async |facts| {
            user.addons().create_on_post(&token, PostAddon::new().widget(TitleRow::new("Inspected again"))).await?;
            let shown = world.addons_on(token.as_str());
            facts.same("after_update", shown.iter().map(|addon| addon.widgets.len()).collect::<Vec<_>>(), vec![1])?;
            // Deleting is the app's own affair: the key alone is enough.
            platform.addons().delete_from_post(&token).await?;
            facts.same("after_delete", world.addons_on(token.as_str()).len(), 0)
        })
        .await
}

/// An inspection report, with every kind of widget once.
fn report(image: &UploadedImage) -> PostAddon {
    PostAddon::new()
        .widget(TitleRow::new("Inspected").divider(true))
        .widget(SubtitleRow::new("On Friday, at the seller's place"))
        .widget(DescriptionRow::new("The phone was opened, measured and closed again.").expandable(true))
        .widget(EventRow::new("Report").subtitle("12 points checked").label("New").image_id(image))
        .widget(ScoreRow::percentage("Battery", 87).color(Color::SuccessPrimary).icon(Icon::ADD))
        .widget(
            EvaluationRow::new("A fair price", 55)
                .left("Low", Color::SuccessPrimary)
                .middle("Fair", Color::WarningSecondary)
                .right("High", Color::ErrorPrimary),
        )
        .widget(GroupInfoRow::new().item("Storage", "256 GB").item("Cycles", "210"))
        .widget(ImageCarouselRow::new().image(image).described_image(image, "The back"))
        .widget(
            SelectorRow::new("All measurements")
                .icon(Icon::HISTORY)
                .action(Action::direct_link("https://inspector.example/reports/7")),
        )
        .widget(ButtonBar::new("Order an inspection", Action::server_link(json!({ "order": "7" }))))
}
