//! Lists that the platform returns a page at a time.

use open_platform::model::payment::{TransactionQuery, new_payment_id};
use open_platform_sandbox::{Effect, MoneyChange, Service};

use super::*;

#[tokio::test]
async fn the_transactions_of_all_pages_come_as_one_stream() {
    let fixture = Fixture::start().await;
    fixture.world.change_money(MoneyChange { balance_rials: Some(1 << 30), ..MoneyChange::default() });
    let post = fixture.world.posts()[0].token.clone();
    let mut paid = Vec::new();
    for _ in 0..5 {
        let id = new_payment_id().unwrap();
        fixture.world.add_transaction(&post, Service::Reorder, &id).unwrap();
        paid.insert(0, id);
    }
    let platform = fixture.client();
    let mut pages = platform.payments().iterate_transactions(TransactionQuery::new().page_size(2));
    let mut found = Vec::new();
    assert_eq!(fixture.count("payments.transactions"), 0, "nothing is sent before the first item is asked for");
    while let Some(transaction) = pages.next().await {
        found.push(transaction.unwrap().id);
        assert_eq!(fixture.count("payments.transactions"), found.len().div_ceil(2));
    }
    assert_eq!((found, fixture.count("payments.transactions")), (paid, 3));
    assert!(pages.next().await.is_none());

    let mut pages = platform.payments().iterate_transactions(TransactionQuery::new().page_size(2));
    assert!(pages.next().await.unwrap().is_ok() && pages.next().await.unwrap().is_ok());
    fixture.always("payments.transactions", vec![support::status(404)]);
    assert!(is_api(&pages.next().await.unwrap(), ApiErrorKind::NotFound));
    assert!(pages.next().await.is_none(), "an error ends it");
}

/// The response to every request for a page.
fn page(transactions: serde_json::Value) -> Vec<Effect> {
    vec![Effect::Status {
        status: 200,
        body: json!({ "transactions": transactions, "next_page_token": "t1" }).to_string(),
        content_type: String::new(),
        moment: Default::default(),
    }]
}

#[tokio::test]
async fn an_empty_page_ends_the_stream_although_it_has_a_token() {
    let fixture = Fixture::start().await;
    fixture.always("payments.transactions", page(json!([])));
    let platform = fixture.client();
    let mut pages = platform.payments().iterate_transactions(TransactionQuery::new());
    assert!(pages.next().await.is_none());
    assert_eq!(fixture.count("payments.transactions"), 1);
}

#[tokio::test]
async fn a_page_that_names_itself_as_the_next_one_ends_the_stream() {
    let fixture = Fixture::start().await;
    fixture.always("payments.transactions", page(json!([{ "id": "t1" }])));
    let platform = fixture.client();
    let mut pages = platform.payments().iterate_transactions(TransactionQuery::new());
    assert_eq!(pages.next().await.unwrap().unwrap().id, "t1");
    match pages.next().await {
        Some(Err(Error::Decode(error))) => assert_eq!((error.path.as_str(), error.status), ("next_page_token", 200)),
        other => panic!("{other:?}"),
    }
    assert!(pages.next().await.is_none());
    assert_eq!(fixture.count("payments.transactions"), 2);
}
