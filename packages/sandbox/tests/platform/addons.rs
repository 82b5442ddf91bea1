use std::time::Duration;

use axum::http::Method;
use open_platform_sandbox::{Job, NewPost, Profile};
use serde_json::{Value, json};

use crate::app::{App, detail};

fn on_post(token: &str) -> String {
    format!("/v2/open-platform/addons/post/{token}")
}

fn title(text: &str) -> Value {
    json!({ "title_row": { "text": text } })
}

/// The widgets that the page of a post shows.
fn shown(app: &App, token: &str) -> Value {
    let addons = app.world.addons_on(token);
    addons.iter().flat_map(|addon| &addon.widgets).map(|widget| serde_json::to_value(widget).unwrap()).collect()
}

#[tokio::test]
async fn an_addon_replaces_the_earlier_one_and_can_be_deleted() {
    let app = App::strict();
    let token = app.post_of("seller", "mobile-phones");
    let scope = format!("POST_ADDON_CREATE.{token}");
    for text in ["first", "second"] {
        let body = json!({ "widgets": [title(text)], "notes": "n", "semantic": { "payment_method": "SECURE" } });
        assert_eq!(app.post(on_post(&token)).user("seller", &[&scope]).json(body).await, (200, json!({})));
        assert_eq!(shown(&app, &token), json!([title(text)]));
    }
    assert_eq!(app.world.addons_on(&token)[0].semantic.readable["payment_method"], "SECURE");
    let delete = format!("/v1/open-platform/addons/post/{token}");
    assert_eq!(app.delete(delete).send().await, (200, json!({})));
    assert_eq!(shown(&app, &token), json!([]));
}

#[tokio::test]
async fn an_addon_on_a_post_may_have_no_widgets_but_must_have_their_list() {
    let app = App::strict();
    let token = app.post_of("seller", "mobile-phones");
    let send = |body| app.post(on_post(&token)).user("seller", &["USER_POSTS_ADDON_CREATE"]).json(body);
    for body in [json!({ "notes": "n" }), json!({ "notes": "n", "widgets": null })] {
        let (status, answer) = send(body).await;
        assert_eq!((status, &detail(&answer)["field_violations"][0]["field"]), (400, &json!("widgets")), "{answer}");
    }
    assert_eq!(send(json!({ "notes": "n", "widgets": [] })).await, (200, json!({})));
}

#[tokio::test]
async fn the_first_use_gives_an_image_a_new_name() {
    let app = App::strict();
    let token = app.post_of("seller", "mobile-phones");
    let image = app.upload().await;
    let body = json!({ "widgets": [
        { "event_row": { "title": "a", "image_url": image } },
        { "image_carousel_row": { "items": [{ "image_id": "logo" }, { "image_id": image }] } },
    ]});
    let answer = app.post(on_post(&token)).user("seller", &["USER_POSTS_ADDON_CREATE"]).json(body).await;
    assert_eq!(answer, (200, json!({})));
    let widgets = shown(&app, &token);
    let permanent = widgets[0]["event_row"]["image_url"].as_str().unwrap();
    assert!(permanent != image && permanent.ends_with(".jpg"));
    let items = &widgets[1]["image_carousel_row"]["items"];
    assert_eq!((&items[0]["image_id"], &items[1]["image_id"]), (&json!("logo"), &json!(permanent)));
}

#[tokio::test]
async fn the_logo_is_an_image_of_an_app_that_has_one() {
    let app = App::strict();
    let token = app.post_of("seller", "mobile-phones");
    for (has_logo, expected) in [(false, 400), (true, 200)] {
        app.world.configure_app(|settings| settings.has_logo = has_logo);
        let body = json!({ "widgets": [{ "event_row": { "title": "a", "image_id": "logo" } }] });
        let call = app.post(on_post(&token)).user("seller", &["USER_POSTS_ADDON_CREATE"]);
        let (status, answer) = call.json(body).await;
        assert_eq!(status, expected, "{answer}");
        if !has_logo {
            let violation = &detail(&answer)["field_violations"][0];
            assert_eq!(violation["field"], "widgets[0].event_row.image_id");
            assert!(answer["message"].as_str().unwrap().contains("the app has no logo"), "{answer}");
        }
    }
}

#[tokio::test]
async fn a_misspelt_action_member_or_colour_inside_a_widget_is_refused_with_its_path() {
    let app = App::strict();
    let token = app.post_of("seller", "mobile-phones");
    let button = |action: Value| json!({ "button_bar": { "title": "t", "action": action } });
    let score = |members: Value| {
        let mut row = json!({ "title": "t", "percentage_score": 1 });
        row.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        json!({ "score_row": row })
    };
    let items = |kind: &str, item: Value| json!({ kind: { "items": [item, item] } });
    for (widget, path) in [
        (button(json!({ "get_dynamic_actoin": { "data": {} } })), "button_bar.action.get_dynamic_actoin"),
        (button(json!({ "get_dynamic_action": { "dta": { "a": "b" } } })), "button_bar.action.get_dynamic_action.dta"),
        (button(json!({ "open_server_link": { "post_token": "a" } })), "button_bar.action.open_server_link.post_token"),
        (score(json!({ "action": { "open_link": "https://a.example" } })), "score_row.action.open_link"),
        (score(json!({ "score_color": "SUCESS_PRIMARY" })), "score_row.score_color"),
        (items("group_info_row", json!({ "titel": "a", "value": "b" })), "group_info_row.items[0].titel"),
        (items("image_carousel_row", json!({ "image_id": "logo", "text": "b" })), "image_carousel_row.items[0].text"),
        (
            json!({ "event_row": { "title": "t", "action": { "open_post": { "post_token": "a" } } } }),
            "event_row.action.open_post",
        ),
        (
            json!({ "evaluation_row": { "indicator_text": "t", "left": { "text": "l", "section_color": "RED" } } }),
            "evaluation_row.left.section_color",
        ),
        (
            json!({ "title_row": { "text": "t", "action": { "open_direct_link": "https://a.example" } } }),
            "title_row.action",
        ),
        (json!({ "title_row": { "text": "t", "label": "l" } }), "title_row.label"),
        (score(json!({ "icon": "ADD" })), "score_row.icon"),
    ] {
        let send = || app.post(on_post(&token)).user("seller", &["USER_POSTS_ADDON_CREATE"]);
        let body = json!({ "widgets": [title("first"), widget] });
        let (status, answer) = send().json(body.clone()).await;
        let field = &detail(&answer)["field_violations"][0]["field"];
        assert_eq!((status, field), (400, &json!(format!("widgets[1].{path}"))), "{answer}");
        app.world.set_gaps(|gaps| gaps.refuse_unknown_members = false);
        assert_eq!(send().json(body).await.0, 200, "{path}");
        app.world.set_gaps(|gaps| gaps.refuse_unknown_members = true);
    }
    for action in [
        json!({ "open_direct_link": "https://a.example" }),
        json!({ "open_server_link": { "data": { "any": { "thing": 1 } } } }),
        json!({ "get_dynamic_action": { "data": {} }, "open_direct_link": null }),
        json!({ "open_post_page": { "post_token": "a" } }),
        json!({ "open_post_manage_page": { "post_token": "a" } }),
    ] {
        let body = json!({ "widgets": [button(action.clone()), score(json!({ "score_color": "ERROR_PRIMARY" }))] });
        let answer = app.post(on_post(&token)).user("seller", &["USER_POSTS_ADDON_CREATE"]).json(body).await;
        assert_eq!(answer, (200, json!({})), "{action}");
    }
}

#[tokio::test]
async fn a_wrong_widget_is_refused_with_its_path() {
    let app = App::strict();
    let token = app.post_of("seller", "mobile-phones");
    for (widgets, at) in [
        (json!([title("ok"), title(&"x".repeat(50))]), "widgets[1].title_row.text"),
        (json!([{ "score_row": { "title": "s", "percentage_score": 101 } }]), "widgets[0].score_row.percentage_score"),
        (json!([{ "event_row": { "title": "e", "image_id": "never.jpg" } }]), "widgets[0].event_row.image_id"),
        (json!([{ "title_row": { "text": "t", "colour": "red" } }]), "widgets[0].title_row.colour"),
        (json!([{ "hologram": {} }]), "widgets[0].hologram"),
    ] {
        let call = app.post(on_post(&token)).user("seller", &["USER_POSTS_ADDON_CREATE"]);
        let (status, answer) = call.json(json!({ "widgets": widgets })).await;
        let violation = &detail(&answer)["field_violations"][0];
        assert_eq!((status, &answer["code"], violation["field"].as_str()), (400, &json!(3), Some(at)), "{answer}");
    }
    assert_eq!(shown(&app, &token), json!([]));
    let (status, _) = app.post(on_post(&token)).user("seller", &["USER_POSTS_ADDON_CREATE"]).bytes(b"{").await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn in_observed_an_addon_appears_later_and_a_wrong_post_is_accepted() {
    let app = App::new(Profile::Observed);
    let token = app.post_of("seller", "mobile-phones");
    let scope = &["USER_POSTS_ADDON_CREATE"];
    let body = json!({ "widgets": [title("t")] });
    assert_eq!(app.post(on_post(&token)).user("seller", scope).json(body.clone()).await.0, 200);
    assert_eq!(shown(&app, &token), json!([]));
    app.world.advance(Duration::from_secs(2)).await;
    assert_eq!(shown(&app, &token), json!([title("t")]));
    let wrong = app.post(on_post("nowhere1")).user("seller", scope).json(body.clone()).await;
    assert_eq!(wrong, (200, json!({})));
    assert_eq!(shown(&app, "nowhere1"), json!([]));
    let strict = App::strict();
    let refused = strict.post(on_post("nowhere1")).user("seller", scope).json(json!({ "widgets": [] })).await;
    assert_eq!(refused.0, 404);
}

#[tokio::test]
async fn an_update_is_attached_as_late_as_the_first_addon() {
    let app = App::new(Profile::Observed);
    let token = app.post_of("seller", "mobile-phones");
    let (scope, seconds) = (&["USER_POSTS_ADDON_CREATE"], |seconds| app.world.advance(Duration::from_secs(seconds)));
    let put = async |text: &str| {
        let body = json!({ "widgets": [title(text)] });
        assert_eq!(app.post(on_post(&token)).user("seller", scope).json(body).await, (200, json!({})));
    };
    put("first").await;
    seconds(1).await;
    put("second").await;
    seconds(1).await;
    assert_eq!(shown(&app, &token), json!([title("first")]));
    put("third").await;
    seconds(1).await;
    assert_eq!(shown(&app, &token), json!([title("second")]));
    seconds(1).await;
    assert_eq!(shown(&app, &token), json!([title("third")]));
    let planned = app.world.planned().into_iter().filter(|one| matches!(one.job, Job::AttachAddon { .. }));
    assert_eq!(planned.count(), 0);

    // A later update that is attached earlier is not overwritten by the one before it.
    put("slow").await;
    app.world.set_gaps(|gaps| gaps.addon_attach_seconds = 1);
    put("quick").await;
    seconds(1).await;
    assert_eq!(shown(&app, &token), json!([title("quick")]));
    seconds(1).await;
    assert_eq!(shown(&app, &token), json!([title("quick")]));
    put("slow").await;
    app.world.set_gaps(|gaps| gaps.addon_attach_seconds = 0);
    put("at once").await;
    assert_eq!(shown(&app, &token), json!([title("at once")]));
    seconds(1).await;
    assert_eq!(shown(&app, &token), json!([title("at once")]));

    app.world.set_gaps(|gaps| gaps.addon_attach_seconds = 2);
    put("gone").await;
    app.delete(format!("/v1/open-platform/addons/post/{token}")).send().await;
    seconds(2).await;
    assert_eq!(shown(&app, &token), json!([]));
}

#[tokio::test]
async fn a_value_that_a_widget_shows_is_readable() {
    let app = App::strict();
    let token = app.post_of("dealer", "light");
    let widget = json!({ "title_row": { "text": "سفید" }, "semantic_paths": { "color": "text" } });
    let body = json!({ "widgets": [widget], "semantic": { "owner_code": "1" } });
    app.post(on_post(&token)).user("dealer", &["USER_POSTS_ADDON_CREATE"]).json(body).await;
    let addons = app.world.addons_on(&token);
    assert_eq!(addons[0].semantic.readable["color"], "سفید");
    assert!(addons[0].semantic.hashed.contains_key("owner_code"));
}

#[tokio::test]
async fn a_user_addon_reaches_old_and_new_posts_and_ends_after_three_months() {
    let app = App::strict();
    let phone = app.post_of("seller", "mobile-phones");
    let body = json!({ "widgets": [title("verified")], "categories": ["mobile-phones"], "cost": 1000 });
    let (status, answer) =
        app.post("/v2/open-platform/addons/user/09120000001").user("seller", &["USER_ADDON_CREATE"]).json(body).await;
    assert_eq!((status, answer["id"].as_str()), (200, Some(app.world.user_addons()[0].id.as_str())));
    assert_eq!(shown(&app, &phone), json!([title("verified")]));
    assert_eq!(shown(&app, &app.post_of("seller", "laptops")), json!([]), "another category");
    let new = NewPost { owner: "seller".into(), category: "mobile-phones".into(), ..NewPost::default() };
    let new = app.world.add_post(new).unwrap().token;
    assert_eq!(shown(&app, &new), json!([title("verified")]));
    app.world.advance(Duration::from_secs(93 * 24 * 3600)).await;
    assert!(app.world.user_addons().is_empty());
    assert_eq!(shown(&app, &phone), json!([]));
}

#[tokio::test]
async fn a_user_addon_is_updated_for_later_posts_and_deleted_everywhere() {
    let app = App::strict();
    let phone = app.post_of("seller", "mobile-phones");
    let id = app.world.user("seller").unwrap().id.replace('+', "%2B").replace('/', "%2F");
    let path = format!("/v2/open-platform/addons/users/{id}");
    let mut ids = Vec::new();
    for text in ["old", "new"] {
        let body = json!({ "widgets": [title(text)], "divar_user_id": "x" });
        let (status, answer) = app.post(path.as_str()).user("seller", &["USER_ADDON_CREATE"]).json(body).await;
        assert_eq!(status, 200, "{answer}");
        ids.push(answer["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(ids[0], ids[1]);
    assert_eq!(shown(&app, &phone), json!([title("old")]), "an update only affects later posts");
    let new = app.world.add_post(NewPost { owner: "seller".into(), ..NewPost::default() }).unwrap().token;
    assert_eq!(shown(&app, &new), json!([title("new")]));
    let delete = format!("/v1/open-platform/addons/user/{}", ids[0]);
    assert_eq!(app.delete(delete.as_str()).send().await, (200, json!({})));
    assert_eq!((shown(&app, &phone), shown(&app, &new)), (json!([]), json!([])));
    assert_eq!(app.delete(delete).send().await.0, 404);
}

#[tokio::test]
async fn an_empty_update_of_a_user_addon_leaves_old_posts_as_they_are() {
    let app = App::strict();
    let phone = app.post_of("seller", "mobile-phones");
    for widgets in [json!([title("old")]), json!([])] {
        let call = app.post("/v2/open-platform/addons/user/09120000001").user("seller", &["USER_ADDON_CREATE"]);
        let (status, answer) = call.json(json!({ "widgets": widgets })).await;
        assert_eq!(status, 200, "{answer}");
        assert_eq!(shown(&app, &phone), json!([title("old")]));
    }
    let new = app.world.add_post(NewPost { owner: "seller".into(), ..NewPost::default() }).unwrap().token;
    assert_eq!(shown(&app, &new), json!([]));
}

#[tokio::test]
async fn a_business_addon_is_on_all_posts_of_the_business() {
    let app = App::strict();
    let car = app.post_of("dealer", "light");
    let business = app.world.post(&car).unwrap().business.unwrap().token;
    let scope = format!("BUSINESS_ADDON_CREATE.{business}");
    let path = format!("/v1/open-platform/addons/business/{business}");
    let body = json!({ "widgets": [title("b")], "notes": "n" });
    let (status, answer) = app.post(path.as_str()).user("dealer", &[&scope]).json(body.clone()).await;
    assert!(status == 200 && answer["id"].is_string(), "{answer}");
    assert_eq!(shown(&app, &car), json!([title("b")]));
    app.world.set_gaps(|gaps| gaps.business_addon_answers_empty = true);
    assert_eq!(app.post(path).user("dealer", &[&scope]).json(body).await, (200, json!({})));
}

#[tokio::test]
async fn the_old_forms_are_stored_as_the_current_ones() {
    let app = App::strict();
    let token = app.post_of("seller", "mobile-phones");
    let old = json!({ "widgets": { "widget_list": [{ "widget_type": "TITLE_ROW",
        "data": { "@type": "type.googleapis.com/widgets.TitleRowData", "text": "old" } }] } });
    let path = format!("/v1/open-platform/add-ons/post/{token}");
    let answer = app.post(path).user("seller", &["USER_POSTS_ADDON_CREATE"]).json(old.clone()).await;
    assert_eq!(answer, (200, json!({})));
    assert_eq!(shown(&app, &token), json!([title("old")]));

    let row = json!({ "widget_type": "SCORE_ROW", "data": { "title": "s", "percentage_score": 7,
        "@type": "type.googleapis.com/widgets.ScoreRowData",
        "icon": { "icon_name": "ADD", "icon_color": "ICON_PRIMARY" },
        "action": { "type": "OPEN_WEB_PAGE", "fallback_link": "https://example.com",
            "payload": { "@type": "type.googleapis.com/widgets.OpenWebPagePayload", "link": "https://example.com" } } } });
    let score = json!({ "widgets": { "widget_list": [row] } });
    let path = format!("/v1/open-platform/add-ons/post/{token}");
    assert_eq!(app.post(path).user("seller", &["USER_POSTS_ADDON_CREATE"]).json(score).await, (200, json!({})));
    let new = json!([{ "score_row": { "title": "s", "percentage_score": 7, "icon_name": "ADD",
        "action": { "open_direct_link": "https://example.com" } } }]);
    assert_eq!(shown(&app, &token), new);

    let by_key = format!("/api/v2/open-platform/add-ons/post/{token}");
    let key = app.settings.api_key.clone();
    let call = app.bare(Method::POST, by_key).header("x-api-key", key);
    assert_eq!(call.json(json!({ "widgets": [title("8a")] })).await, (200, json!({})));
    assert_eq!(shown(&app, &token), json!([title("8a")]));

    let mut user = old;
    user["phone"] = json!("09120000001");
    user["verification_cost"] = json!(5);
    let path = "/v1/open-platform/addons/user/09120000001";
    let (status, answer) = app.post(path).user("seller", &["USER_ADDON_CREATE"]).json(user).await;
    assert!(status == 200 && answer["id"].is_string(), "{answer}");
    assert_eq!(app.world.user_addons()[0].cost, Some(5));
}

#[tokio::test]
async fn an_icon_that_does_not_exist_is_refused_with_its_path() {
    let app = App::strict();
    let token = app.post_of("seller", "mobile-phones");
    let talk = app.world.conversations()[0].id.clone();
    let send = async |icon: &str, kind: &str| {
        let row = match kind {
            "score_row" => json!({ "title": "t", "percentage_score": 1, "icon_name": icon }),
            "evaluation_row" => json!({ "indicator_text": "t", "indicator_percentage": 1, "icon_name": icon }),
            _ => json!({ "title": "t", "icon_name": icon }),
        };
        let call = app.post(on_post(&token)).user("seller", &["USER_POSTS_ADDON_CREATE"]);
        call.json(json!({ "widgets": [{ (kind): row }] })).await
    };
    let say = async |member: &str| {
        let button = json!({ "caption": "c", (member): "ADDD", "action": { "open_direct_link": "https://a.example" } });
        let grid = json!({ "rows": [{ "buttons": [button] }] });
        let call = app.post(format!("/v2/open-platform/conversations/{talk}/messages"));
        let call = call.user("seller", &["CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND"]);
        call.json(json!({ "message": "m", "receiver_buttons": grid })).await
    };
    for kind in ["selector_row", "event_row", "score_row", "evaluation_row"] {
        let (status, answer) = send("ADDD", kind).await;
        let field = &detail(&answer)["field_violations"][0]["field"];
        assert_eq!((status, field), (400, &json!(format!("widgets[0].{kind}.icon_name"))), "{answer}");
        assert_eq!(send("ADD", kind).await.0, 200, "{kind}");
    }
    for member in ["icon", "icon_name"] {
        let (status, answer) = say(member).await;
        let path = format!("receiver_buttons.rows[0].buttons[0].{member}");
        assert_eq!((status, &detail(&answer)["field_violations"][0]["field"]), (400, &json!(path)), "{answer}");
    }
    app.world.set_gaps(|gaps| gaps.refuse_unknown_members = false);
    assert_eq!((send("ADDD", "event_row").await.0, say("icon").await.0), (200, 200), "the list may have grown");
}

#[tokio::test]
async fn a_refusal_of_an_old_widget_names_its_place_in_the_old_form() {
    let app = App::strict();
    let path = format!("/v1/open-platform/add-ons/post/{}", app.post_of("seller", "mobile-phones"));
    let row = |text: &str| {
        json!({ "widget_type": "TITLE_ROW",
            "data": { "@type": "type.googleapis.com/widgets.TitleRowData", "text": text } })
    };
    let event = json!({ "widget_type": "EVENT_ROW", "data": { "@type": "type.googleapis.com/widgets.EventRowData",
        "title": "t", "image_url": "never.jpg" } });
    let score = |members: Value| {
        let mut data =
            json!({ "@type": "type.googleapis.com/widgets.ScoreRowData", "title": "t", "percentage_score": 1 });
        data.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        json!({ "widget_type": "SCORE_ROW", "data": data })
    };
    let selector = json!({ "widget_type": "SELECTOR_ROW", "data": {
        "@type": "type.googleapis.com/widgets.SelectorRowData", "title": "t", "image_url": "never.jpg" } });
    let carousel = json!({ "widget_type": "IMAGE_CAROUSEL_ROW", "data": {
        "@type": "type.googleapis.com/widgets.ImageCarouselRowData", "items": [{ "image_url": "never.jpg" }] } });
    for (widget, at) in [
        (row(&"x".repeat(50)), "data.text"),
        (event, "data.image_url"),
        (selector, "data.image_url"),
        (carousel, "data.items[0].image_url"),
        (score(json!({ "score_color": "SUCESS" })), "data.score_color"),
        (score(json!({ "icon": { "icon_name": "ADDD" } })), "data.icon.icon_name"),
        (json!({ "widget_type": "HOLOGRAM", "data": {} }), "widget_type"),
        (json!({ "widget_type": "LEGEND_TITLE_ROW", "data": { "title": "t" } }), "widget_type"),
    ] {
        let body = json!({ "widgets": { "widget_list": [row("t"), widget] } });
        let call = app.post(path.as_str()).user("seller", &["USER_POSTS_ADDON_CREATE"]);
        let (status, answer) = call.json(body).await;
        let field = &detail(&answer)["field_violations"][0]["field"];
        assert_eq!((status, field), (400, &json!(format!("widgets.widget_list[1].{at}"))), "{answer}");
        assert!(answer["message"].as_str().unwrap().starts_with("widgets.widget_list[1]."), "{answer}");
    }
}

#[tokio::test]
async fn an_empty_old_addon_is_refused_only_by_a_rule_of_the_sdk() {
    let app = App::strict();
    let post = format!("/v1/open-platform/add-ons/post/{}", app.post_of("seller", "mobile-phones"));
    for (assumed, status) in [(false, 200), (true, 400)] {
        app.world.set_gaps(|gaps| gaps.check_assumed_limits = assumed);
        let addon = app.post(post.as_str()).user("seller", &["USER_POSTS_ADDON_CREATE"]);
        let (answered, answer) = addon.json(json!({ "widgets": { "widget_list": [] } })).await;
        assert_eq!(answered, status, "{answer}");
    }
}
