//! The keeper of stored grants.

use std::rc::Rc;

use napi::Env;
use napi_derive::napi;
use open_platform::keeper::{self, KeeperReport};

use crate::calls::{Call, Start};
use crate::client::Client;
use crate::errors::raise;

/// Refreshes stored grants and renews their subscriptions while [`next`](Self::next) is pending.
#[napi]
pub struct Keeper {
    pub(crate) core: keeper::Keeper,
    pub(crate) client: Rc<Client>,
}

#[napi]
impl Keeper {
    /// Works until there is something to report.
    #[napi(catch_unwind)]
    pub fn next(&self, env: Env, id: i64, holds_process: bool) -> napi::Result<Call<KeeperReport>> {
        let keeper = self.core.clone();
        let report = async move { Ok(keeper.next().await) };
        self.client.spawn(id, Start::holding(holds_process), report).map_err(raise(env))
    }
}
