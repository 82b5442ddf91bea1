//! The admin API under `/_sandbox`: worlds, their data, time, faults, deliveries and ledgers, as JSON. The operations
//! are implemented in [`World`](crate::World).

mod backend;
mod changes;
mod data;
mod description;
mod empty;
mod extract;
mod guard;
mod images;
mod login;
mod money;
mod presets;
mod problem;
mod reference;
mod requests;
mod reviews;
mod session;
mod shape;
mod snapshots;
mod stream;
mod time;
mod traffic;
mod wait;
mod widgets;
mod worlds;

use std::sync::Arc;

use axum::routing::{MethodRouter, delete, get, patch, post, put};
use axum::{Router, middleware};
use utoipa::OpenApi;

use crate::sandbox::Shared;
pub use description::admin_description;
use problem::Problem;

/// The description of the admin API.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Open Platform sandbox: admin API",
        description = "Worlds, their data, time, faults, deliveries and ledgers. Times are of the world's clock."
    ),
    paths(
        worlds::list,
        worlds::make,
        worlds::show,
        worlds::remove,
        worlds::reset,
        worlds::app,
        worlds::change_app,
        worlds::switches,
        worlds::change_switches,
        backend::start,
        backend::stop,
        snapshots::list,
        snapshots::take_snapshot,
        snapshots::restore_snapshot,
        snapshots::put,
        snapshots::export,
        snapshots::remove,
        snapshots::compare,
        data::seed,
        data::users,
        data::posts,
        data::post,
        data::change_post,
        images::image,
        data::stage,
        data::addons,
        data::conversations,
        data::messages,
        data::send_message,
        data::transaction,
        money::money,
        money::change,
        reviews::reviews,
        reviews::review,
        reviews::own,
        reviews::settle,
        reviews::images,
        reviews::chat_media,
        reviews::limits,
        reviews::set_limits,
        data::subscriptions,
        data::user_addons,
        data::custom_buttons,
        data::set_custom_button,
        data::semantic_of_user,
        data::semantic_of_post,
        data::businesses,
        data::block,
        login::consent,
        login::consents,
        login::answer,
        login::tokens,
        login::issue,
        login::report,
        login::expire,
        login::rotate,
        login::revoke,
        time::clock,
        time::upcoming,
        time::freeze,
        time::unfreeze,
        time::advance,
        time::set,
        time::run_until_idle,
        requests::requests,
        requests::request,
        requests::archive,
        stream::stream,
        traffic::duplicates,
        traffic::credentials,
        traffic::lapses,
        traffic::deliveries,
        traffic::delivery,
        traffic::undelivered,
        traffic::send,
        traffic::send_sample,
        traffic::redeliver,
        traffic::pause,
        traffic::resume,
        traffic::faults,
        traffic::add_fault,
        traffic::clear_faults,
        traffic::remove_fault,
        traffic::click,
        wait::wait,
        presets::add,
        presets::list,
        reference::scopes,
        session::log_in,
        session::log_out,
        widgets::check,
    ),
    components(schemas(Problem))
)]
struct Description;

/// The route of uploads at `/worlds/{world}/media/{item}`, outside of the admin API.
pub(crate) fn media() -> MethodRouter<Arc<Shared>> {
    get(images::medium)
}

/// The routes of the admin API.
pub(crate) fn router(shared: Arc<Shared>) -> Router<Arc<Shared>> {
    let world = Router::new()
        .route("/", put(worlds::make).get(worlds::show).delete(worlds::remove))
        .route("/reset", post(worlds::reset))
        .route("/app", get(worlds::app).merge(patch(worlds::change_app)))
        .route("/switches", get(worlds::switches).patch(worlds::change_switches))
        .route("/backend", put(backend::start).delete(backend::stop))
        .route("/snapshots", get(snapshots::list).post(snapshots::take_snapshot))
        .route("/snapshots/{item}", put(snapshots::put).get(snapshots::export).delete(snapshots::remove))
        .route("/snapshots/{item}/compare/{other}", get(snapshots::compare))
        .route("/snapshots/{item}/restore", post(snapshots::restore_snapshot))
        .route("/seed", post(data::seed))
        .route("/users", get(data::users))
        .route("/users/{item}/semantic", get(data::semantic_of_user))
        .route("/posts/{item}/semantic", get(data::semantic_of_post))
        .route("/user-addons", get(data::user_addons))
        .route("/custom-buttons", get(data::custom_buttons).put(data::set_custom_button))
        .route("/businesses", get(data::businesses))
        .route("/blocks", put(data::block))
        .route("/users/{item}/revoke", post(login::revoke))
        .route("/posts", get(data::posts))
        .route("/posts/{item}", get(data::post).patch(data::change_post))
        .route("/posts/{item}/own", get(reviews::own))
        .route("/posts/{item}/review", post(reviews::review))
        .route("/reviews", get(reviews::reviews))
        .route("/payments/{item}/settle", post(reviews::settle))
        .route("/limits", get(reviews::limits).put(reviews::set_limits))
        .route("/images", get(reviews::images))
        .route("/chat-media", get(reviews::chat_media))
        .route("/images/{item}", get(images::image))
        .route("/posts/{item}/stage", put(data::stage))
        .route("/posts/{item}/addons", get(data::addons))
        .route("/conversations", get(data::conversations))
        .route("/conversations/{item}/messages", get(data::messages).post(data::send_message))
        .route("/transactions", post(data::transaction))
        .route("/money", get(money::money).put(money::change))
        .route("/subscriptions", get(data::subscriptions))
        .route("/consent", post(login::consent))
        .route("/consents", get(login::consents))
        .route("/consents/{item}", post(login::answer))
        .route("/tokens", get(login::tokens).post(login::issue))
        .route("/tokens/report", post(login::report))
        .route("/tokens/{item}/expire", post(login::expire))
        .route("/tokens/{item}/rotate", post(login::rotate))
        .route("/clock", get(time::clock))
        .route("/clock/upcoming", get(time::upcoming))
        .route("/clock/freeze", post(time::freeze))
        .route("/clock/unfreeze", post(time::unfreeze))
        .route("/clock/advance", post(time::advance))
        .route("/clock/set", post(time::set))
        .route("/clock/run-until-idle", post(time::run_until_idle))
        .route("/requests", get(requests::requests))
        .route("/requests.har", get(requests::archive))
        .route("/requests/{item}", get(requests::request))
        .route("/stream", get(stream::stream))
        .route("/duplicates", get(traffic::duplicates))
        .route("/credentials", get(traffic::credentials))
        .route("/lapses", get(traffic::lapses))
        .route("/deliveries", get(traffic::deliveries).post(traffic::send))
        .route("/undelivered", get(traffic::undelivered))
        .route("/deliveries/samples", post(traffic::send_sample))
        .route("/deliveries/{item}", get(traffic::delivery))
        .route("/deliveries/{item}/redeliver", post(traffic::redeliver))
        .route("/deliveries/pause", post(traffic::pause))
        .route("/deliveries/resume", post(traffic::resume))
        .route("/faults", get(traffic::faults).post(traffic::add_fault).delete(traffic::clear_faults))
        .route("/faults/{item}", delete(traffic::remove_fault))
        .route("/faults/presets/{item}", post(presets::add))
        .route("/clicks", post(traffic::click))
        .route("/wait", post(wait::wait));
    let world = world.layer(middleware::from_fn_with_state(Arc::clone(&shared), changes::announce));
    Router::new()
        .route("/openapi.json", get(|| async { axum::Json(admin_description()) }))
        .route("/fault-presets", get(presets::list))
        .route("/scopes", get(reference::scopes))
        .route(session::PATH, post(session::log_in).delete(session::log_out))
        .route("/widgets/check", post(widgets::check))
        .route("/worlds", get(worlds::list))
        .nest("/worlds/{world}", world)
        .method_not_allowed_fallback(|| async { Problem::method_not_allowed() })
        .fallback(|| async { Problem::not_found("the admin API has no such path: see /_sandbox/openapi.json") })
        .layer(middleware::from_fn(empty::check))
        .layer(middleware::from_fn_with_state(shared, guard::check))
}

#[cfg(test)]
mod tests;
