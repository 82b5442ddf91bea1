//! Which token of the backend a phone uses after a login, after the end of a grant, and for a call that is not permitted.

use open_platform::model::event::Subscription;

use super::*;

/// A phone whose user has granted these scopes, and whose backend permits no writes.
async fn logged_in(scopes: &[&str]) -> (Fixture, OpenPlatform, Arc<Backend>, OpenPlatformApp) {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let backend = Backend::new(gateway(&platform));
    let phone = phone(&fixture, &backend);
    assert_eq!(log_in(&fixture, &backend, &phone, scopes).await.status, 200);
    (fixture, platform, backend, phone)
}

const MORE: [&str; 3] = ["USER_PHONE", "USER_POSTS_GET", "offline_access"];

#[tokio::test]
async fn a_login_for_further_scopes_counts_from_the_next_call() {
    let (fixture, _, backend, phone) = logged_in(&["USER_PHONE", "offline_access"]).await;
    phone.user().users().me().await.unwrap();
    assert_eq!(log_in(&fixture, &backend, &phone, &MORE).await.status, 200);
    phone.user().posts().list().await.unwrap();

    // Also if a call got a token while the backend completed the login, and also after a login on another device.
    let (fixture, _, backend, phone) = logged_in(&["USER_PHONE", "offline_access"]).await;
    match phone.user().posts().list().await.unwrap_err() {
        Error::Api(api) => {
            assert_eq!((api.kind, api.needs_scopes.join(" ").as_str()), (ApiErrorKind::MissingScope, MORE[1]))
        }
        other => panic!("{other:?}"),
    }
    let other_phone = super::phone(&fixture, &backend);
    assert_eq!(log_in(&fixture, &backend, &other_phone, &MORE).await.status, 200);
    phone.user().posts().list().await.unwrap();
}

/// Each app does this: while the code of a login is on its way to the backend, a screen of the app makes a call.
#[tokio::test]
async fn a_call_between_the_return_of_a_login_and_its_end_does_not_delay_the_new_scopes() {
    let (fixture, _, backend, phone) = logged_in(&["USER_PHONE", "offline_access"]).await;
    let approve = Decision::Approve { user: "seller".into() };
    let AppLoginOutcome::Granted { code } = consent(&fixture, &phone, &MORE, approve) else { panic!("denied") };
    phone.user().users().me().await.unwrap();
    let json = [("Content-Type", "application/json")];
    assert_eq!(backend.ask("POST", "/login", &json, code.body().expose().as_bytes()).await.status, 200);
    let before = backend.requests_to("/");
    phone.user().posts().list().await.unwrap();
    assert_eq!(backend.requests_to("/") - before, 3, "the call, a newer token, and the call again");
}

#[tokio::test]
async fn a_token_that_was_requested_before_a_login_returned_is_not_used_after_it() {
    let (fixture, _, backend, phone) = logged_in(&["USER_PHONE", "offline_access"]).await;
    let login = phone.authorize(MORE).unwrap();
    let back = fixture.world.consent(&login.url, Decision::Approve { user: "seller".into() }).unwrap();
    // The login returns to the phone while the backend makes the token.
    *backend.before_access.lock().unwrap() = Some(Box::new({
        let phone = phone.clone();
        move || drop(phone.callback(&back, &login.pending).unwrap())
    }));
    phone.user().users().me().await.unwrap();
    let before = backend.requests_to("/access");
    phone.user().users().me().await.unwrap();
    assert_eq!(backend.requests_to("/access") - before, 1);
    phone.user().users().me().await.unwrap();
    assert_eq!(backend.requests_to("/access") - before, 1);
}

#[tokio::test]
async fn a_call_without_its_scope_is_not_sent_again_with_a_token_that_was_requested_for_it() {
    let (_fixture, _, backend, phone) = logged_in(&["USER_PHONE", "offline_access"]).await;
    for _ in 0..2 {
        let before = backend.requests_to("/");
        assert_eq!(phone.user().posts().list().await.unwrap_err().code(), "missing_scope");
        assert_eq!(backend.requests_to("/") - before, 2, "a token and the call");
    }
}

#[tokio::test]
async fn the_scope_that_a_call_lacks_is_named_also_if_the_backend_gives_no_other_token() {
    let (_fixture, _, backend, phone) = logged_in(&["USER_PHONE", "offline_access"]).await;
    for no_access in [AppTokenError::login_required("nobody"), AppTokenError::unavailable("busy")] {
        phone.user().users().me().await.unwrap();
        *backend.no_access.lock().unwrap() = Some(no_access);
        match phone.user().posts().list().await.unwrap_err() {
            Error::Api(api) => {
                assert_eq!(
                    (api.kind, api.needs_scopes.as_slice()),
                    (ApiErrorKind::MissingScope, &[MORE[1].to_owned()][..])
                )
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(*backend.no_access.lock().unwrap(), None, "it was asked for another token");
    }
}

#[tokio::test]
async fn the_newer_grant_of_a_user_is_used_once_the_one_of_the_token_has_ended() {
    let (fixture, platform, backend, phone) = logged_in(&["USER_PHONE", "offline_access"]).await;
    phone.user().users().me().await.unwrap();
    let other_phone = super::phone(&fixture, &backend);
    let before = backend.requests_to("/api");
    let first = platform.grants().of_user("user-7").await.unwrap();
    assert_eq!(log_in(&fixture, &backend, &other_phone, &MORE).await.status, 200);
    assert!(platform.grants().forget(&first[0].key).await.unwrap());
    phone.user().users().me().await.unwrap();
    assert_eq!(backend.requests_to("/api") - before, 2, "the call is sent again, with a token of the newer grant");

    // Without another grant the user must log in, and nothing is sent again.
    for grant in platform.grants().of_user("user-7").await.unwrap() {
        assert!(platform.grants().forget(&grant.key).await.unwrap());
    }
    let before = backend.requests_to("/api");
    assert_eq!(phone.user().users().me().await.unwrap_err().code(), "reauth_required");
    assert_eq!(backend.requests_to("/api") - before, 1);
    // The same phone logs in again.
    assert_eq!(log_in(&fixture, &backend, &phone, &MORE).await.status, 200);
    phone.user().posts().list().await.unwrap();
}

#[tokio::test]
async fn a_login_that_a_phone_sends_again_uses_its_code_once() {
    let fixture = Fixture::start().await.repeats_writes();
    let platform = fixture.client();
    let gateway = gateway(&platform);
    let phone = phone(&fixture, &Backend::new(gateway.clone()));
    let approve = Decision::Approve { user: "seller".into() };
    let AppLoginOutcome::Granted { code } = consent(&fixture, &phone, &MORE, approve) else { panic!("denied") };
    // The first request is given up before its response, as by a server whose client has closed the connection.
    let given_up = tokio::time::timeout(Duration::ZERO, gateway.login(code.clone(), "user-7"));
    assert!(given_up.await.is_err());
    let (first, second) = tokio::join!(gateway.login(code.clone(), "user-7"), gateway.login(code.clone(), "user-7"));
    let third = gateway.login(code.clone(), "user-7").await.unwrap();
    assert_eq!((first.unwrap().grant, second.unwrap().scopes), (third.grant, third.scopes));
    assert_eq!(fixture.count("oauth.exchange"), 1);
    phone.user().users().me().await.unwrap();

    // Another user does not get this grant.
    assert_eq!(gateway.login(code, "user-8").await.unwrap_err().code(), "code_rejected");
}

#[tokio::test]
async fn a_call_that_the_backend_does_not_permit_asks_for_no_scope() {
    let (fixture, _, _, phone) = logged_in(&["USER_PHONE", "offline_access"]).await;
    let post = fixture.world.posts()[0].token.clone();
    let error =
        phone.user().addons().create_on_post(&post, PostAddon::new().widget(TitleRow::new("x"))).await.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("add it to `allow`") && !text.contains("scope"), "{text}");
    match error {
        Error::Api(api) => assert_eq!((api.kind, api.needs_scopes.len()), (ApiErrorKind::MissingScope, 0)),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_refusal_names_scopes_only_if_the_user_has_granted_none_of_them() {
    let (fixture, platform, backend, phone) = logged_in(&["USER_POSTS_GET", "offline_access"]).await;
    let grant = platform.grants().of_user("user-7").await.unwrap().remove(0).key;
    let all = fixture.world.app().permissions;
    fixture.world.configure_app(|app| app.permissions.clear());
    let needs = |error: Error| match error {
        Error::Api(api) => {
            assert_eq!(api.kind, ApiErrorKind::MissingScope);
            (api.needs_scopes.join(" "), api.needs_permission.unwrap_or_default())
        }
        other => panic!("{other:?}"),
    };
    // A new login would not help: the API key lacks the permission.
    let before = backend.requests_to("/api");
    let permission = (String::new(), "GET_USER_POSTS".to_owned());
    assert_eq!(needs(platform.user(&grant).posts().list().await.unwrap_err()), permission);
    let updates = Subscription::post_updates();
    let refused = needs(platform.user(&grant).events().subscribe(updates).await.unwrap_err());
    assert_eq!(refused, (String::new(), "EVENTS_REGISTER_SUBSCRIPTION".to_owned()));
    assert_eq!(needs(phone.user().posts().list().await.unwrap_err()), permission);
    assert_eq!(backend.requests_to("/api") - before, 1);
    fixture.world.configure_app(|app| app.permissions = all);
    let scopes = ("USER_ID USER_PHONE".to_owned(), "USER_RETRIEVE".to_owned());
    assert_eq!(needs(platform.user(&grant).users().me().await.unwrap_err()), scopes);
    assert_eq!(needs(phone.user().users().me().await.unwrap_err()), scopes);
}

#[tokio::test]
async fn an_error_page_of_another_server_says_nothing_about_the_object_of_a_call() {
    struct Web(u16);
    #[async_trait]
    impl Transport for Web {
        async fn send(&self, _: Request) -> Result<Response, Failure> {
            let body = br#"{"detail": "Not Found"}"#.as_slice().into();
            Ok(Response { status: self.0, headers: http::HeaderMap::new(), body })
        }
    }
    let (fixture, _, backend, _) = logged_in(&["USER_PHONE", "offline_access"]).await;
    for (status, code) in
        [(403, "rejected"), (404, "rejected"), (412, "rejected"), (429, "rate_limited"), (502, "server")]
    {
        let app = phone_builder(&fixture, &backend).transport(Arc::new(Web(status))).build().unwrap();
        let error = app.posts().get("gZd7omnS").await.unwrap_err();
        assert_eq!(error.code(), code);
        assert!(error.to_string().contains("`backend`") && !error.to_string().contains("scope"), "{error}");
    }
}

#[test]
fn an_error_of_the_backend_is_not_taken_for_access() {
    let error =
        AppAccess::parse(br#"{"code":"unauthorized","message":"canary","details":{}}"#).unwrap_err().to_string();
    assert!(error.contains("look at the status first") && !error.contains("canary"), "{error}");
}
