//! An agency: the app submits posts of a business, pays for their publication from its balance, and shows how often they were viewed.
//!
//! ```text
//! /oauth/login ──> consent page ──> GET /: a form ──> POST /: submitted ──> /posts/{token}/pay ──> review ──> published
//! /posts/{token}: state and views   POST /posts/{token}: a new title
//! ```

use axum::Router;
use axum::extract::{DefaultBodyLimit, Form, Multipart, Path, State};
use axum::http::StatusCode;
use axum::response::{Html, Redirect};
use axum::routing::{get, post};
use open_platform::api::Upload;
use open_platform::client::User;
use open_platform::error::{ApiErrorKind, Error};
use open_platform::id::GrantKey;
use open_platform::login::{LoginGranted, LoginReply, LoginRoutes};
use open_platform::model::event::TransactionState;
use open_platform::model::own_post::{LocationType, OwnPostState, PostDetails, PostEdit, PostSubmission};
use open_platform::model::payment::{PostPayment, new_payment_id};
use open_platform::{OpenPlatform, Scope, scope};
use open_platform_examples::{Failure, Memory, Session, escape, for_user_of_session, log_to_stderr, page, serve};
use serde::Deserialize;
use serde_json::json;

#[derive(Clone)]
struct App {
    platform: OpenPlatform,
    /// The id of the payment of each post. It is stored before the post is paid for: a payment whose outcome is unknown is
    /// repeated with the same id, so that nothing is paid twice.
    payments: Memory<String>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    log_to_stderr();
    let app = App { platform: OpenPlatform::from_env()?, payments: Memory::default() };
    let login = login(&app.platform)?;
    let routes = Router::new()
        .route("/", get(home).post(submit))
        .route("/posts/{token}", get(follow).post(edit))
        .route("/posts/{token}/pay", post(pay))
        .nest("/oauth", login.router())
        .layer(DefaultBodyLimit::max(5_000_000));
    serve(routes.with_state(app)).await
}

fn scopes() -> [Scope; 6] {
    [
        &scope::OFFLINE_ACCESS,
        &scope::USER_BUSINESSES_READ,
        &scope::SUBMIT_USER_POST,
        &scope::USER_POSTS_GET,
        &scope::EDIT_USER_POST,
        &scope::USER_POSTS_STATS_READ,
    ]
    .map(Scope::of)
}

impl App {
    /// Acts for the user who logged in with this session.
    fn user(&self, session: &Session) -> Result<User, Failure> {
        Ok(self.platform.user(GrantKey::of(&session.user_id()?, scopes())))
    }
}

/// The routes of the login, for the user of the session.
fn login(platform: &OpenPlatform) -> open_platform::Result<LoginRoutes> {
    let granted = async |login: LoginGranted, _| match login.missing_scopes[..] {
        [] => Ok(LoginReply::Default),
        _ => Ok(denied()),
    };
    let login = platform.login(scopes(), granted)?.prepare(for_user_of_session);
    Ok(login.on_denied(async |(), _| Ok(denied())))
}

fn denied() -> LoginReply {
    LoginReply::page(page("No post", "<p>You did not let us submit posts. Nothing has changed.</p>").0)
}

/// The form, once the owner of the business has logged in.
async fn home(State(app): State<App>, session: Session) -> Result<(Session, Html<String>), Failure> {
    let is_logged_in = app.platform.grants().is_usable(GrantKey::of(&session.user_id()?, scopes())).await?;
    let page = if is_logged_in {
        page(
            "New post",
            "<form method=post enctype=multipart/form-data>\
             <p><label>Title <input name=title required></label>\
             <p><label>Photo <input name=photo type=file accept=image/jpeg required></label>\
             <p><button>Submit</button></form>",
        )
    } else {
        page("Agency", "<p><a href=/oauth/login>Let us submit posts of your business</a></p>")
    };
    Ok((session, page))
}

/// Submits a post with an image. It waits for its payment.
async fn submit(State(app): State<App>, session: Session, mut form: Multipart) -> Result<Redirect, Failure> {
    let incomplete = |_| Failure::new(StatusCode::BAD_REQUEST, "The form did not arrive completely.");
    let (mut title, mut photo) = (String::new(), None);
    while let Some(field) = form.next_field().await.map_err(incomplete)? {
        match field.name() {
            Some("title") => title = field.text().await.map_err(incomplete)?,
            Some("photo") => photo = Some(field.bytes().await.map_err(incomplete)?),
            _ => {}
        }
    }
    let user = app.user(&session)?;
    let Some(business) = user.users().businesses().await?.businesses.into_iter().next() else {
        return Err(Failure::new(StatusCode::FORBIDDEN, "You have no business."));
    };
    let image = app.platform.own_posts().upload_image(Upload::bytes(photo.unwrap_or_default())).await?;
    let details = PostDetails {
        category_slug: "light".to_owned(),
        title,
        description: "White, with one owner".to_owned(),
        images: vec![image.path],
        city: "tehran".to_owned(),
        location_type: LocationType::Empty,
        chat_enabled: true,
        ..PostDetails::default()
    };
    // The members that the form of the category asks for: `assets().submit_schema("light")`.
    let post = PostSubmission::new(business.business_token, details)
        .category_field("brand_model", json!("Peugeot 206 5"))
        .category_field("color", json!("سفید"))
        .category_field("production_year", json!(1398))
        .category_field("usage", json!(61_000))
        .category_field("price", json!(780_000_000_i64));
    let token = user.own_posts().submit(post).await?.post_token;
    app.payments.put(token.as_str(), new_payment_id()?);
    Ok(Redirect::to(&format!("/posts/{token}")))
}

/// The state of a post, and how often it was viewed. Only its owner may read them: the platform refuses all others.
async fn follow(State(app): State<App>, session: Session, Path(token): Path<String>) -> Result<Html<String>, Failure> {
    let user = app.user(&session)?;
    let post = user.own_posts().get(token.as_str()).await?;
    let body = match post.state {
        OwnPostState::WaitingForPayment => {
            format!("<form method=post action=\"/posts/{}/pay\"><button>Publish it</button></form>", escape(&token))
        }
        OwnPostState::Published => {
            let views = user.own_posts().stats(token).await?.views.map_or(0, |views| views.total);
            let edit = "<form method=post><input name=title required><button>Change the title</button></form>";
            format!("<p>Published, with {views} views in the last week.</p>{edit}")
        }
        state => format!("<p>{}</p>", escape(state.as_str())),
    };
    Ok(page(&escape(&post.general_data.title), &body))
}

/// Pays for the publication. Looks first whether the payment exists: the answer to an earlier attempt may have been lost.
async fn pay(State(app): State<App>, session: Session, Path(token): Path<String>) -> Result<Redirect, Failure> {
    let id = app.payments.get(&token).ok_or_else(Failure::not_found)?;
    let user = app.user(&session)?;
    let id = match app.platform.payments().transaction(id.as_str()).await {
        Err(Error::Api(error)) if error.kind == ApiErrorKind::NotFound => Some(id),
        found => match found?.state {
            // The amount was credited back, so this is another payment.
            TransactionState::Failed | TransactionState::Refunded => {
                app.payments.replace(&token, &id, new_payment_id()?)
            }
            _ => None,
        },
    };
    if let Some(id) = id {
        user.payments().publish(token.as_str(), PostPayment::new(id)).await?;
    }
    Ok(Redirect::to(&format!("/posts/{token}")))
}

#[derive(Deserialize)]
struct Change {
    title: String,
}

/// Changes the title. The change is visible after its review.
async fn edit(
    State(app): State<App>,
    session: Session,
    Path(token): Path<String>,
    Form(change): Form<Change>,
) -> Result<Redirect, Failure> {
    app.user(&session)?.own_posts().edit(token.as_str(), PostEdit::new().title(change.title)).await?;
    Ok(Redirect::to(&format!("/posts/{token}")))
}
