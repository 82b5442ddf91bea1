//! An add-on on a seller's post: the app shows an inspection report on the page of the post.
//!
//! ```text
//! the platform opens /?post_token=… ──> consent page ──> /posts/{token}: a form ──> the report is on the post
//! ```

use axum::Router;
use axum::extract::{DefaultBodyLimit, Multipart, Path, RawQuery, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use open_platform::api::Upload;
use open_platform::id::GrantKey;
use open_platform::login::{LoginGranted, LoginReply, LoginRoutes, query_parameter};
use open_platform::model::addon::PostAddon;
use open_platform::model::color::Color;
use open_platform::model::widget::{EventRow, ScoreRow, TitleRow};
use open_platform::webhook::start::{COMPLETION_URL, DirectLink};
use open_platform::{OpenPlatform, Scope};
use open_platform_examples::{Failure, Session, escape, for_user_of_session, log_to_stderr, page, serve};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    log_to_stderr();
    let platform = OpenPlatform::from_env()?;
    let routes = Router::new()
        .route("/", get(entrance))
        .route("/posts/{token}", get(form).post(publish))
        .route("/posts/{token}/remove", post(remove))
        .nest("/oauth", login(&platform).router())
        .layer(DefaultBodyLimit::max(5_000_000));
    serve(routes.with_state(platform)).await
}

/// The routes of the login: for the scope of the post in the query, and for the user of the session.
fn login(platform: &OpenPlatform) -> LoginRoutes {
    let scopes = |request: &Parts| Ok([Scope::post_addon_create(query_parameter(request, "post")?)]);
    platform
        .login_with(scopes, async |_: LoginGranted, _| Ok(LoginReply::Default))
        .prepare(for_user_of_session)
        .on_denied(async |(), _| {
            let page = page("No report", "<p>You did not let us write on your post. Nothing has changed.</p>");
            Ok(LoginReply::page(page.0))
        })
}

/// The key of the grant for one post and one user. The app stores nothing else.
fn grant_of(session: &Session, token: &str) -> Result<GrantKey, Failure> {
    Ok(GrantKey::of(&session.user_id()?, [Scope::post_addon_create(token)]))
}

/// The platform opens this address when a seller selects the app. Anyone can open it: it is not authenticated.
async fn entrance(RawQuery(query): RawQuery) -> Result<Redirect, Failure> {
    let query = DirectLink::parse(&query.unwrap_or_default());
    let token = query.post_token.ok_or_else(Failure::not_found)?;
    // Refuses values that are not valid in a path.
    token.check()?;
    Ok(Redirect::to(&format!("/posts/{token}")))
}

/// The form, after the seller has granted the scope for this post.
async fn form(
    State(platform): State<OpenPlatform>,
    session: Session,
    Path(token): Path<String>,
) -> Result<Response, Failure> {
    let post = platform.posts().get(token.as_str()).await?;
    if !platform.grants().is_usable(grant_of(&session, &token)?).await? {
        let login = format!("/oauth/login?post={0}&return_to=/posts/{0}", post.token);
        return Ok((session, Redirect::to(&login)).into_response());
    }
    let title = escape(&post.title()?.unwrap_or_default());
    let body = format!(
        "<p>{title}</p><form method=post enctype=multipart/form-data>\
         <p><label>Score <input name=score type=number min=0 max=100 required></label>\
         <p><label>Photo <input name=photo type=file accept=image/jpeg required></label>\
         <p><button>Publish the report</button></form>\
         <form method=post action=\"/posts/{token}/remove\"><button>Remove the report</button></form>",
        token = escape(&token),
    );
    Ok(page("Inspection", &body).into_response())
}

/// Adds the report to the post. A second call replaces the first report.
async fn publish(
    State(platform): State<OpenPlatform>,
    session: Session,
    Path(token): Path<String>,
    mut form: Multipart,
) -> Result<Redirect, Failure> {
    let incomplete = |_| Failure::new(StatusCode::BAD_REQUEST, "The form did not arrive completely.");
    let (mut score, mut photo) = (0, None);
    while let Some(field) = form.next_field().await.map_err(incomplete)? {
        match field.name() {
            Some("score") => score = field.text().await.map_err(incomplete)?.trim().parse().unwrap_or(-1),
            Some("photo") => photo = Some(field.bytes().await.map_err(incomplete)?),
            _ => {}
        }
    }
    let photo = platform.images().upload(Upload::bytes(photo.unwrap_or_default())).await?;
    let color = if score < 50 { Color::WarningPrimary } else { Color::SuccessPrimary };
    let mut report = PostAddon::new()
        .widget(TitleRow::new("Inspected").divider(true))
        .widget(EventRow::new("Report").subtitle("By our engineers, today").image(&photo))
        .widget(ScoreRow::new("Condition").percentage(score).color(color));
    if score >= 50 {
        // A name that the platform knows: its value is stored readable, and buyers can search for it.
        report = report.semantic("inspection_result", "INSPECTION_APPROVED");
    }
    platform.user(grant_of(&session, &token)?).addons().create_on_post(token, report).await?;
    Ok(Redirect::to(COMPLETION_URL))
}

/// Removes the report. The platform checks whose post it is only when an add-on is created, not when one is removed. So the first
/// call replaces the report by an empty one, which is refused for another user's post; the second removes it.
async fn remove(
    State(platform): State<OpenPlatform>,
    session: Session,
    Path(token): Path<String>,
) -> Result<Redirect, Failure> {
    let grant = grant_of(&session, &token)?;
    if !platform.grants().is_usable(grant.clone()).await? {
        return Err(Failure::not_found());
    }
    platform.user(grant).addons().create_on_post(token.as_str(), PostAddon::new().allow_empty()).await?;
    platform.addons().delete_from_post(token).await?;
    Ok(Redirect::to(COMPLETION_URL))
}
