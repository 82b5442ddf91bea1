//! Payments: the balance, transactions and wallets.

use std::time::Duration;

use open_platform_sandbox::{MoneyChange, NewPost, PaymentEnd, PaymentRules, Stage};
use serde_json::{Value, json};

use crate::app::App;

const X: &str = "/experimental/open-platform";
const ONE: &str = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const TWO: &str = "9b2f7c1e-5d0a-4a3e-8f57-1c2d3e4f5a6b";

async fn pay(app: &App, post: &str, what: &str, scope: &str, body: Value) -> (u16, Value) {
    app.post(format!("{X}/post/{post}/{what}")).user("seller", &[scope]).json(body).await
}

async fn reorder(app: &App, post: &str, id: &str) -> (u16, Value) {
    pay(app, post, "reorder", "PAYMENT_ALL_POSTS_REORDER", json!({ "id": id })).await
}

async fn balance(app: &App) -> String {
    let (status, answer) = app.get(format!("{X}/balance")).send().await;
    assert_eq!(status, 200);
    answer["balance_rials"].as_str().unwrap().to_owned()
}

async fn state(app: &App, id: &str) -> Value {
    app.get(format!("{X}/transactions/{id}")).send().await.1["transaction"]["state"].clone()
}

fn rules(app: &App, rules: PaymentRules) {
    app.world.change_money(MoneyChange { rules: Some(rules), ..MoneyChange::default() });
}

#[tokio::test]
async fn a_transaction_takes_the_amount_at_once_and_ends_later() {
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    let (status, answer) = reorder(&app, &post, ONE).await;
    assert_eq!((status, answer), (200, json!({ "id": ONE, "cost_rials": "500000" })));
    assert_eq!(balance(&app).await, "99500000");
    assert_eq!(state(&app, ONE).await, "TRANSACTION_STATE_PENDING");
    app.world.advance(Duration::from_secs(5)).await;
    assert_eq!(state(&app, ONE).await, "TRANSACTION_STATE_COMPLETED");
    let (status, refused) = reorder(&app, &post, ONE).await;
    assert_eq!((status, &refused["code"]), (409, &json!(6)), "an id is used once");
    assert_eq!(balance(&app).await, "99500000");
}

#[tokio::test]
async fn a_service_that_cannot_be_done_any_more_is_credited_back() {
    let app = App::strict();
    rules(&app, PaymentRules { reconciles: true, ..PaymentRules::default() });
    let post = app.post_of("seller", "mobile-phones");
    assert_eq!(reorder(&app, &post, ONE).await.0, 200);
    let body = json!({ "id": TWO, "operation": "PROMOTION_OPERATION_REORDER" });
    assert_eq!(pay(&app, &post, "pay-promotion", "PAY_USER_POST_PROMOTION", body).await.0, 200);
    app.world.move_post(&post, Stage::Retired).unwrap();
    app.world.advance(Duration::from_secs(5)).await;
    assert_eq!(state(&app, ONE).await, "TRANSACTION_STATE_REFUNDED");
    let money = app.world.money();
    let payment = &money.wallet_payments[0];
    assert_eq!((payment.status.as_ref(), payment.paid_at), ("PAY_STATUS_FAILED", None));
    assert_eq!((money.balance_rials, money.wallets["seller"]), (100_000_000, 20_000_000));
    assert_eq!(app.world.post(&post).unwrap().stage, Stage::Retired);
}

#[tokio::test]
async fn an_id_in_upper_case_is_the_same_payment() {
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    assert_eq!(reorder(&app, &post, ONE).await.0, 200);
    let (status, refused) = reorder(&app, &post, &ONE.to_uppercase()).await;
    assert_eq!((status, &refused["code"]), (409, &json!(6)), "{refused}");
    assert_eq!((balance(&app).await, app.world.money().transactions.len()), ("99500000".to_owned(), 1));
    assert_eq!(state(&app, &ONE.to_uppercase()).await, "TRANSACTION_STATE_PENDING");
    let wallet = |id: String| {
        let body = json!({ "id": id, "operation": "PROMOTION_OPERATION_REORDER" });
        pay(&app, &post, "pay-promotion", "PAY_USER_POST_PROMOTION", body)
    };
    let first = wallet(TWO.to_uppercase()).await;
    assert_eq!((first.0, wallet(TWO.to_owned()).await), (200, first));
    assert_eq!(app.world.money().wallets["seller"], 19_500_000, "paid once");
    // As the app wrote it.
    assert_eq!(app.world.money().wallet_payments[0].id, TWO.to_uppercase());
    app.world.settle_payment(&ONE.to_uppercase(), PaymentEnd::Failed).unwrap();
    assert_eq!(state(&app, ONE).await, "TRANSACTION_STATE_FAILED");
}

#[tokio::test]
async fn a_credit_to_the_largest_balance_changes_nothing() {
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    rules(&app, PaymentRules { reconciles: true, ..PaymentRules::default() });
    assert_eq!(reorder(&app, &post, ONE).await.0, 200);
    let body = json!({ "id": TWO, "operation": "PROMOTION_OPERATION_REORDER" });
    assert_eq!(pay(&app, &post, "pay-promotion", "PAY_USER_POST_PROMOTION", body).await.0, 200);
    let most = MoneyChange {
        balance_rials: Some(i64::MAX),
        wallets: [("seller".to_owned(), i64::MAX)].into(),
        ..MoneyChange::default()
    };
    app.world.change_money(most);
    for id in [ONE, TWO] {
        app.world.settle_payment(id, PaymentEnd::Failed).unwrap();
    }
    let money = app.world.money();
    assert_eq!((money.balance_rials, money.wallets["seller"]), (i64::MAX, i64::MAX));
}

#[tokio::test]
async fn an_unknown_operation_is_refused_with_those_that_exist() {
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    let body = json!({ "id": TWO, "operation": "REORDER" });
    let (status, answer) = pay(&app, &post, "pay-promotion", "PAY_USER_POST_PROMOTION", body).await;
    assert_eq!(status, 400, "{answer}");
    assert!(answer["message"].as_str().unwrap().contains("PROMOTION_OPERATION_REORDER"), "{answer}");
}

#[tokio::test]
async fn a_failed_payment_is_credited_back() {
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    for (end, id, word) in [
        (PaymentEnd::Failed, ONE, "TRANSACTION_STATE_FAILED"),
        (PaymentEnd::Refunded, TWO, "TRANSACTION_STATE_REFUNDED"),
    ] {
        rules(&app, PaymentRules { end, ..PaymentRules::default() });
        reorder(&app, &post, id).await;
        app.world.advance(Duration::from_secs(5)).await;
        assert_eq!((state(&app, id).await, balance(&app).await.as_str()), (json!(word), "100000000"));
    }
    app.world.change_money(MoneyChange { balance_rials: Some(1), ..MoneyChange::default() });
    assert_eq!(reorder(&app, &post, "00000000-0000-4000-8000-000000000000").await.0, 412);
}

#[tokio::test]
async fn a_post_that_is_paid_for_is_reviewed_and_published() {
    let app = App::strict();
    let draft = NewPost { owner: "seller".into(), stage: Stage::WaitingForPayment, ..NewPost::default() };
    let post = app.world.add_post(draft).unwrap().token;
    let scope = &["PAYMENT_ALL_POSTS_PRICING_READ"];
    let path = format!("/v1/open-platform/post/{post}/pricing");
    let (_, prices) = app.get(path).user("seller", scope).send().await;
    assert_eq!(prices, json!({ "submit": { "cost_rials": "200000", "available": true } }));
    let (status, paid) =
        pay(&app, &post, "publish", "SUBMIT_USER_POST", json!({ "id": ONE, "extra_details": "7" })).await;
    assert_eq!((status, &paid["transaction"]["extra_details"]), (200, &json!("7")));
    assert_eq!(app.world.post(&post).unwrap().stage, Stage::WaitingForPayment);
    app.world.advance(Duration::from_secs(5)).await;
    assert_eq!(app.world.post(&post).unwrap().stage, Stage::InReview);
    app.world.advance(Duration::from_secs(60)).await;
    assert_eq!(app.world.post(&post).unwrap().stage, Stage::Published);
    let (status, _) = pay(&app, &post, "publish", "SUBMIT_USER_POST", json!({ "id": TWO })).await;
    assert_eq!(status, 412, "it is published already");
}

#[tokio::test]
async fn a_paid_service_does_not_bring_back_a_post_that_is_gone() {
    let app = App::strict();
    let events = || app.world.undelivered().iter().filter(|event| event.event == "POST_UPDATE").count();
    let posts = ["mobile-phones", "laptops"].map(|category| app.post_of("seller", category));
    for (post, id) in posts.iter().zip([ONE, TWO]) {
        assert_eq!(reorder(&app, post, id).await.0, 200);
    }
    let path = format!("/v1/open-platform/post/{}", posts[0]);
    assert_eq!(app.delete(path).user("seller", &["DELETE_USER_POST"]).send().await.0, 200);
    app.world.move_post(&posts[1], Stage::Retired).unwrap();
    let before = events();
    app.world.advance(Duration::from_secs(5)).await;
    assert_eq!(state(&app, ONE).await, "TRANSACTION_STATE_REFUNDED");
    for post in &posts {
        assert_eq!(app.world.post(post).unwrap().stage, Stage::Retired, "it stays where it is");
    }
    assert_eq!(events(), before, "no event of a publication");
    let pricing = async |post: &str| {
        let path = format!("/v1/open-platform/post/{post}/pricing");
        app.get(path).user("seller", &["PAYMENT_ALL_POSTS_PRICING_READ"]).send().await.1
    };
    assert_eq!(pricing(&posts[0]).await, json!({}), "a deleted post cannot be renewed");
    assert!(pricing(&posts[1]).await["renew"]["available"] == true);
}

#[tokio::test]
async fn a_payment_from_a_wallet_is_reconciled_by_the_clock_and_never_paid_twice() {
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    rules(&app, PaymentRules { reconciles: true, ..PaymentRules::default() });
    let body = json!({ "operation": "PROMOTION_OPERATION_REORDER", "id": ONE });
    let again = || pay(&app, &post, "pay-promotion", "PAY_USER_POST_PROMOTION", body.clone());
    let (_, first) = again().await;
    assert_eq!(first["status"], "PAY_STATUS_RECONCILING");
    assert_eq!(again().await.1, first);
    app.world.advance(Duration::from_secs(5)).await;
    let (_, paid) = again().await;
    assert_eq!((&paid["status"], &paid["order_id"]), (&json!("PAY_STATUS_PAID"), &first["order_id"]));
    assert_eq!(app.world.money().wallet_payments.len(), 1);
    app.world.change_money(MoneyChange { wallets: [("seller".to_owned(), 0)].into(), ..MoneyChange::default() });
    let poor = json!({ "operation": "PROMOTION_OPERATION_REORDER", "id": TWO });
    let (_, failed) = pay(&app, &post, "pay-promotion", "PAY_USER_POST_PROMOTION", poor).await;
    assert_eq!(failed["status"], "PAY_STATUS_FAILED");
}

#[tokio::test]
async fn a_payment_that_is_reconciled_can_fail_and_is_credited_back() {
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    rules(&app, PaymentRules { reconciles: true, end: PaymentEnd::Failed, ..PaymentRules::default() });
    let body = json!({ "operation": "PROMOTION_OPERATION_REORDER", "id": ONE });
    let again = || pay(&app, &post, "pay-promotion", "PAY_USER_POST_PROMOTION", body.clone());
    assert_eq!(again().await.1["status"], "PAY_STATUS_RECONCILING");
    assert_eq!(app.world.money().wallets["seller"], 19_500_000);
    app.world.advance(Duration::from_secs(5)).await;
    assert_eq!(again().await.1["status"], "PAY_STATUS_FAILED");
    assert_eq!(app.world.money().wallets["seller"], 20_000_000);
}

#[tokio::test]
async fn transactions_are_listed_in_pages_newest_first() {
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    for number in 0..5 {
        reorder(&app, &post, &format!("00000000-0000-4000-8000-00000000000{number}")).await;
    }
    let (mut seen, mut token) = (Vec::new(), String::new());
    loop {
        let (_, page) = app.get(format!("{X}/transactions?page_size=2&page_token={token}")).send().await;
        let last = |one: &Value| one["id"].as_str().unwrap().chars().last().unwrap();
        seen.extend(page["transactions"].as_array().unwrap().iter().map(last));
        match page["next_page_token"].as_str() {
            Some(next) => token = next.to_owned(),
            None => break,
        }
    }
    assert_eq!(seen, ['4', '3', '2', '1', '0']);
    let refused = async |size: &str| app.get(format!("{X}/transactions?page_size={size}")).send().await;
    for (size, reason) in [("101", "must be from 1 to 100"), ("0", "must be from 1 to 100"), ("x", "whole number")] {
        let (status, answer) = refused(size).await;
        assert!(status == 400 && answer["message"].as_str().unwrap().contains(reason), "{answer}");
    }
    app.world.set_limit_rules(|rules| rules.transactions_on_page = 0);
    assert_eq!(refused("0").await.1["message"], "page_size: must be at least 1");
    assert_eq!(app.get(format!("{X}/transactions/{TWO}")).send().await.0, 404);
}

#[tokio::test]
async fn a_payment_needs_its_scope_and_a_post_of_the_user() {
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    assert_eq!(pay(&app, &post, "reorder", "PAYMENT_ALL_POSTS_RENEW", json!({ "id": ONE })).await.0, 403);
    let foreign = app.post_of("dealer", "light");
    assert_eq!(reorder(&app, &foreign, ONE).await.0, 403);
    let report = json!({ "amount_rials": "5", "profit_rials": "1", "services": ["a"], "reference_id": "7" });
    let send =
        || app.post("/v1/open-platform/user-payments").user("seller", &["SUBMIT_USER_PAYMENT"]).json(report.clone());
    assert_eq!((send().await.0, send().await.0), (200, 409));
}

#[tokio::test]
async fn a_report_without_a_required_member_is_refused() {
    let app = App::strict();
    for field in ["amount_rials", "profit_rials", "services", "reference_id"] {
        let mut body = json!({ "amount_rials": "1", "profit_rials": "1", "reference_id": "r", "services": ["s"] });
        body.as_object_mut().unwrap().remove(field);
        let call = app.post("/v1/open-platform/user-payments").user("seller", &["SUBMIT_USER_PAYMENT"]);
        let (status, answer) = call.json(body).await;
        assert_eq!((status, &answer["message"]), (400, &json!(format!("{field}: is required"))), "{answer}");
    }
}

#[tokio::test]
async fn a_wrong_amount_of_a_report_is_named_as_in_the_request() {
    let app = App::strict();
    for field in ["amount_rials", "profit_rials"] {
        let mut body = json!({ "amount_rials": "1", "profit_rials": "1", "reference_id": "r", "services": ["s"] });
        body[field] = json!("-1");
        let call = app.post("/v1/open-platform/user-payments").user("seller", &["SUBMIT_USER_PAYMENT"]);
        let (status, answer) = call.json(body).await;
        let violation = &answer["details"][0]["field_violations"][0];
        assert_eq!((status, &violation["field"]), (400, &json!(field)), "{answer}");
    }
}
