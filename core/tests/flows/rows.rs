//! Every row of the endpoint table can be called, and each refusal names what is missing.

use super::*;

#[tokio::test]
async fn every_row_of_the_table_is_reached() {
    for fixture in [Fixture::start().await, Fixture::inside()] {
        let caller = EndpointCaller::new(&fixture.world, fixture.client());
        for row in callable() {
            caller.run(row).await.unwrap_or_else(|error| panic!("{}: {error}", row.name));
            let requests = fixture.world.ledger().requests_to(row.name);
            let [request] = requests.as_slice() else {
                assert!(row.name.contains("create_for_user"), "{}: {} requests", row.name, requests.len());
                continue;
            };
            assert_eq!((request.status, request.method.as_str()), (200, row.method.as_str()), "{}", row.name);
        }
        let (platform, user) = fixture.seller().await;
        platform.grants().refresh(user.grant().unwrap().clone()).await.unwrap();
        // The client does not send these: the browser opens the consent page, and the platform sends requests to the app.
        let elsewhere = ["oauth.authorize", "webhook.event", "webhook.start", "webhook.dynamic_action"];
        let reached: Vec<_> = endpoints::ALL.iter().filter(|row| fixture.count(row.name) > 0).collect();
        for row in endpoints::ALL.iter() {
            let seen = reached.iter().any(|known| known.name == row.name);
            assert_eq!(seen, !elsewhere.contains(&row.name), "{}", row.name);
        }
    }
}

#[tokio::test]
async fn every_refusal_names_exactly_what_is_missing() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let caller = EndpointCaller::new(&fixture.world, platform.clone());
    // The table has the scopes of the live platform; by the specification alone some calls need none.
    fixture.world.set_gaps(|gaps| gaps.scopes_of_live_platform = true);
    let all = fixture.world.app().permissions;
    let mut refusals = 0;
    for row in callable() {
        // A post can be read without the scope: it only lacks the images before publication
        // (docs/platform.md#ongoing-images).
        let reads_less = row.name == endpoints::POSTS_GET_WITH_ONGOING_IMAGES.name;
        let scopes = if reads_less { Vec::new() } else { caller.scopes(row) };
        let check = |error: Error, scopes: &[String], permission: Option<&str>| {
            let Error::Api(error) = error else { panic!("{}: {error}", row.name) };
            assert_eq!(
                (error.kind, error.status, error.code, error.attempts),
                (ApiErrorKind::MissingScope, 403, Some(7), 1)
            );
            let needs = match row.name {
                // The scopes of a subscription depend on its event type.
                "events.subscribe" => {
                    ["CHAT_POST_CONVERSATIONS_READ.<post_token>", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ"]
                        .map(str::to_owned)
                        .to_vec()
                }
                _ => row.scope_templates(),
            };
            // Those of one object have its identifier, if it is in the path.
            let name = |scope: &String| scope.split('.').next().map(str::to_owned);
            assert!(error.needs_scopes.iter().map(name).eq(needs.iter().map(name)), "{}", row.name);
            assert_eq!(error.needs_permission.as_deref(), row.permission, "{}", row.name);
            for scope in scopes {
                assert!(error.message.contains(scope), "{}: {scope} in {}", row.name, error.message);
            }
            assert_eq!(error.message.contains("has not granted"), !scopes.is_empty(), "{}", row.name);
            let lacks = permission.map_or_else(String::new, |name| format!("lacks {name}"));
            assert!(error.message.contains(&lacks), "{}: {}", row.name, error.message);
            assert_eq!(error.message.contains("lacks"), permission.is_some(), "{}: {}", row.name, error.message);
        };
        let stranger = caller.user_with(row, vec!["offline_access".into()]);
        if reads_less {
            caller.call(row, &stranger).await.unwrap();
        }
        if !scopes.is_empty() {
            check(caller.call(row, &stranger).await.unwrap_err(), &scopes, None);
            refusals += 1;
            // Any one of them is enough.
            for scope in &scopes {
                let user = caller.user_with(row, vec![scope.clone()]);
                caller.call(row, &user).await.unwrap_or_else(|error| panic!("{} with {scope}: {error}", row.name));
            }
        }
        if let Some(permission) = row.permission {
            fixture.world.configure_app(|app| assert!(app.permissions.remove(permission)));
            check(caller.call(row, &caller.user(row)).await.unwrap_err(), &[], Some(permission));
            refusals += 1;
            if !scopes.is_empty() && row.name != "events.subscribe" {
                check(caller.call(row, &stranger).await.unwrap_err(), &scopes, Some(permission));
                refusals += 1;
            }
            fixture.world.configure_app(|app| app.permissions.clone_from(&all));
        }
    }
    assert!(refusals >= 50, "{refusals}");
}
