//! Lists that the platform returns a page at a time.

use open_platform::model::payment::{TransactionQuery, new_payment_id};
use open_platform_sandbox::{MoneyChange, Service};

use super::*;

#[tokio::test]
async fn the_transactions_of_all_pages_come_as_one_stream() {
    let place = Place::start().await;
    place.world.change_money(MoneyChange { balance_rials: Some(1 << 30), ..MoneyChange::default() });
    let post = place.world.posts()[0].token.clone();
    let mut paid = Vec::new();
    for _ in 0..5 {
        let id = new_payment_id().unwrap();
        place.world.add_transaction(&post, Service::Reorder, &id).unwrap();
        paid.insert(0, id);
    }
    let platform = place.client();
    let mut pages = platform.payments().iterate_transactions(TransactionQuery::new().page_size(2));
    let mut found = Vec::new();
    assert_eq!(place.count("payments.transactions"), 0, "nothing is sent before the first item is asked for");
    while let Some(transaction) = pages.next().await {
        found.push(transaction.unwrap().id);
        assert_eq!(place.count("payments.transactions"), found.len().div_ceil(2));
    }
    assert_eq!((found, place.count("payments.transactions")), (paid, 3));
    assert!(pages.next().await.is_none());

    let mut pages = platform.payments().iterate_transactions(TransactionQuery::new().page_size(2));
    assert!(pages.next().await.unwrap().is_ok() && pages.next().await.unwrap().is_ok());
    place.always("payments.transactions", vec![support::status(404)]);
    assert!(is_api(&pages.next().await.unwrap(), ApiErrorKind::NotFound));
    assert!(pages.next().await.is_none(), "an error ends it");
}
