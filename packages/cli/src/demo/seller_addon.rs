//! An add-on on the seller's post, the most common kind of app. The app reads the post, asks the seller for the scope,
//! uploads an image and adds widgets to the post.

use open_platform::api::Upload;
use open_platform::client::User;
use open_platform::error::ApiErrorKind;
use open_platform::model::action::Action;
use open_platform::model::addon::PostAddon;
use open_platform::model::color::Color;
use open_platform::model::icon::Icon;
use open_platform::model::image::UploadedImage;
use open_platform::model::widget::{
    ButtonBar, DescriptionRow, EvaluationRow, EventRow, GroupInfoRow, ImageCarouselRow, ScoreRow, SelectorRow,
    SubtitleRow, TitleRow, Widget,
};
use open_platform::webhook::start::DirectLink;
use open_platform::{Error, PostToken, Scope};
use serde_json::json;

use super::context::Context;
use super::runner::{DemoError, Runner, ensure, fail};

/// A JPEG of 16 by 16 pixels.
pub(super) const IMAGE: &[u8] = include_bytes!("inspection.jpg");

pub async fn run(context: &Context, runner: &mut Runner) -> Result<(), DemoError> {
    runner.flow(
        "seller_addon",
        "Add-on on the seller's post",
        "direct link -> read -> authorize -> upload -> widgets on the post",
    )?;
    let post = read_post(context, runner).await?;
    let (user, image) = prepare(context, runner, &post).await?;
    show(context, runner, &user, &post, &image).await
}

async fn read_post(context: &Context, runner: &mut Runner) -> Result<PostToken, DemoError> {
    let Context { platform, world, .. } = context;
    let token = runner
        .step("the platform opens the app for a post, and the app reads it", async |values| {
            let opened =
                world.direct_link("https://inspector.example/new", Some(&context.post("mobile-phones")?.token))?;
            // Anyone can make such a link. It is used only to read a post with the API key.
            let query = DirectLink::parse(&opened);
            let Some(token) = query.post_token else { return fail("the link has no post token") };
            let post = platform.posts().get(&token).await?;
            values.expect("post", post.token.as_str(), token.as_str())?;
            values.expect("category", post.category.as_str(), "mobile-phones")?;
            values.expect(
                "price_in_toman",
                post.price()?.and_then(|price| price.value).map(|price| price.tomans),
                42_000_000,
            )?;
            values.expect("chat_enabled", post.chat_enabled, true)?;
            // The platform leaves out members that are false. `has` tells them apart.
            ensure(!post.is_phone_hidden && !post.has("is_phone_hidden"), "a member that is left out is false")?;
            Ok(token)
        })
        .await?;

    runner
        .step("images of a post that is not published need a scope for that post", async |values| {
            let waiting = context.post("home-kitchen")?.token;
            let plain = platform.posts().get(&waiting).await?;
            ensure(plain.images()?.is_empty(), "without the scope there are no images")?;
            let grant = context.login("seller", [Scope::post_ongoing_images_get(&waiting)]).await?;
            let post = platform.user(grant).posts().get_with_ongoing_images(&waiting).await?;
            values.expect("state", post.state.as_str(), "REVIEW_REQ")?;
            values.expect("images", post.images()?.len(), 2)
        })
        .await?;
    Ok(token)
}

/// What an add-on needs: a user who allows it, and an image.
async fn prepare(
    context: &Context,
    runner: &mut Runner,
    token: &PostToken,
) -> Result<(User, UploadedImage), DemoError> {
    let Context { platform, world, .. } = context;
    runner
        .step("a call without its scope fails, and the error names the scopes to ask for", async |values| {
            let grant = context.login("seller", [Scope::user_phone()]).await?;
            let addon = PostAddon::new().widget(TitleRow::new("Inspected"));
            match platform.user(grant).addons().create_on_post(token, addon).await {
                Err(Error::Api(error)) if error.kind == ApiErrorKind::MissingScope => {
                    values.expect("status", error.status, 403)?;
                    values.show("needs_one_of", error.needs_scopes);
                    Ok(())
                }
                other => fail(format!("expected a refusal, got {other:?}")),
            }
        })
        .await?;

    let user = runner
        .step("the seller allows an add-on on this post only", async |values| {
            let scope = Scope::post_addon_create(token);
            values.show("scope", scope.as_str());
            Ok(platform.user(context.login("seller", [scope]).await?))
        })
        .await?;

    let image = runner
        .step("an image is uploaded without a credential", async |values| {
            let image = platform.images().upload(Upload::bytes(IMAGE)).await?;
            values.show("temporary_name", image.image_name.as_str());
            let misplaced = world.ledger().misplaced_credentials();
            ensure(misplaced.is_empty(), "the upload host received no key and no token")?;
            Ok(image)
        })
        .await?;
    Ok((user, image))
}

async fn show(
    context: &Context,
    runner: &mut Runner,
    user: &User,
    token: &PostToken,
    image: &UploadedImage,
) -> Result<(), DemoError> {
    let Context { platform, world, .. } = context;
    runner
        .step("a widget beyond its limits is refused before a request is sent", async |values| {
            let before = context.requests();
            let addon = PostAddon::new().widget(TitleRow::new("Fine")).widget(ScoreRow::new("Battery").percentage(101));
            match user.addons().create_on_post(token, addon).await {
                Err(Error::InvalidInput { field, .. }) => {
                    values.expect("field", field, "widgets[1].score_row.percentage_score")?;
                }
                other => return fail(format!("a score of 101 percent was accepted: {other:?}")),
            }
            values.expect("requests_sent", context.requests() - before, 0)
        })
        .await?;

    runner
        .step("the app adds all ten kinds of widgets to the post", async |values| {
            let addon = report(image).semantic("inspection_result", "INSPECTION_APPROVED").notes("order 7");
            values.expect("widgets", addon.widgets.len(), 10)?;
            user.addons().create_on_post(token, addon).await?;
            Ok(())
        })
        .await?;

    runner
        .step("the post shows them, and the image has a permanent name", async |values| {
            let shown = world.addons_on(token.as_str());
            let [addon] = shown.as_slice() else { return fail(format!("{} add-ons on the post", shown.len())) };
            let kinds: Vec<&str> = addon.widgets.iter().map(Widget::kind).collect();
            values.expect("widgets", kinds, report(image).widgets.iter().map(Widget::kind).collect::<Vec<_>>())?;
            let image_id = addon.widgets.iter().find_map(|widget| match widget {
                Widget::EventRow { row } => row.image_id.as_ref(),
                _ => None,
            });
            let Some(image_id) = image_id else { return fail("the event row has no image") };
            ensure(*image_id != image.image_name, "the permanent name differs from the temporary one")?;
            values.show("permanent_name", image_id.as_str());
            values.show("readable_semantic", json!(addon.semantic.readable));
            Ok(())
        })
        .await?;

    runner
        .step("a second add-on replaces the first, and deleting removes it", async |values| {
            user.addons().create_on_post(token, PostAddon::new().widget(TitleRow::new("Inspected again"))).await?;
            let shown = world.addons_on(token.as_str());
            values.expect(
                "after_update",
                shown.iter().map(|addon| addon.widgets.len()).collect::<Vec<_>>(),
                vec![1],
            )?;
            // Deleting needs only the API key.
            platform.addons().delete_from_post(token).await?;
            values.expect("after_delete", world.addons_on(token.as_str()).len(), 0)
        })
        .await
}

/// An inspection report with one widget of each kind.
fn report(image: &UploadedImage) -> PostAddon {
    PostAddon::new()
        .widget(TitleRow::new("Inspected").divider(true))
        .widget(SubtitleRow::new("On Friday, at the seller's place"))
        .widget(DescriptionRow::new("The phone was opened, measured and closed again.").expandable(true))
        .widget(EventRow::new("Report").subtitle("12 points checked").label("New").image_id(image))
        .widget(ScoreRow::new("Battery").percentage(87).color(Color::SuccessPrimary).icon(Icon::ADD))
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
