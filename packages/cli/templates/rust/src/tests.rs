//! Tests the app on the sandbox, in this process: as the seller's browser, and as a buyer.

use axum::body::{Body, to_bytes};
use axum::http::{Request, Response, header};
use open_platform::model::chat::MessageContent;
use open_platform_sandbox::{Decision, Sandbox};
use tower::ServiceExt;

async fn get(app: &axum::Router, path: &str, cookie: &str) -> Response<Body> {
    let request = Request::get(path).header(header::COOKIE, cookie).body(Body::empty()).unwrap();
    app.clone().oneshot(request).await.unwrap()
}

#[tokio::test]
async fn an_addon_and_an_answer() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let app = super::app(world.client().build().unwrap()).unwrap();
    world.configure_app(|settings| settings.events_url = "http://127.0.0.1/hooks/events".to_owned());
    world.receive_with(app.clone());
    let post = world.posts()[0].token.clone();
    assert_eq!(get(&app, &format!("/?post_token={post}"), "").await.status(), 200);

    let begun = get(&app, &format!("/oauth/login?post={post}&return_to=/posts/{post}"), "").await;
    let [url, cookie] = [header::LOCATION, header::SET_COOKIE].map(|name| begun.headers()[name].to_str().unwrap());
    let back = world.consent(url, Decision::Approve { user: "seller".into() }).unwrap();
    let path = &back[back.find("/oauth/").unwrap()..];
    let landed = get(&app, path, cookie.split(';').next().unwrap()).await;
    assert_eq!(landed.headers()[header::LOCATION], format!("/posts/{post}"));
    let shown = serde_json::to_value(&world.addons_on(&post)[0].widgets).unwrap();
    assert_eq!(shown[0]["title_row"]["text"], "Inspected");

    let conversation = world.conversations()[0].id.clone();
    let question = MessageContent::Text { text: "Is it still available?".into() };
    world.send_as_user(&conversation, "buyer", question).unwrap();
    world.run_until_idle().await;
    let messages = world.messages(&conversation);
    assert_eq!(messages.last().unwrap().message.text(), Some("Thank you! The seller will write to you soon."));

    world.revoke_access("seller").unwrap();
    world.run_until_idle().await;
    let home = get(&app, "/", "").await;
    assert_eq!(home.status(), 200);
    let page = to_bytes(home.into_body(), usize::MAX).await.unwrap();
    assert!(String::from_utf8_lossy(&page).contains("Buyers of 0 sellers"), "{page:?}");
}
