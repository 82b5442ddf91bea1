//! What happens next in a world: the planned jobs, and what they are about.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::Job;
use crate::state::State;
use crate::world::World;

/// The kind of a planned job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UpcomingKind {
    /// An accepted add-on appears on its post.
    AttachAddon,
    /// An attempt to deliver an event.
    Deliver,
    /// The grace period of a replaced refresh token ends.
    EndGrace,
    /// An access token expires, and its subscriptions end.
    ExpireAccessToken,
    /// An authorization code expires.
    ExpireCode,
    /// A refresh token expires.
    ExpireRefreshToken,
    /// A user add-on ends.
    ExpireUserAddon,
    /// The review of a post ends.
    ReviewPost,
    /// A payment ends.
    SettlePayment,
}

/// Something that happens when the clock reaches its time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Upcoming {
    /// The time, on the world's clock.
    pub at: DateTime<Utc>,
    /// The kind of the job.
    pub kind: UpcomingKind,
    /// What it is about: the name of the user, the token of the post, or the event type.
    pub about: String,
    /// Number of the pair of tokens, the code or the delivery.
    pub number: Option<i64>,
}

impl World {
    /// What happens next, earliest first.
    pub fn upcoming(&self) -> Vec<Upcoming> {
        let mut state = self.inner.lock();
        state.admit_events(self.inner.clock.now());
        state.schedule.entries().map(|fired| described(&state, fired.at, &fired.job)).collect()
    }
}

fn described(state: &State, at: DateTime<Utc>, job: &Job) -> Upcoming {
    let grants = &state.oauth.grants;
    let of_pair = |pair: i64| (grants.user_of_pair(pair).unwrap_or_default().to_owned(), Some(pair));
    let (kind, (about, number)) = match job {
        Job::AttachAddon { id } => {
            (UpcomingKind::AttachAddon, (state.addons.post_of(id).unwrap_or_default().to_owned(), None))
        }
        Job::Deliver { delivery } => {
            let event = state.webhooks.get(*delivery).map(|delivery| delivery.event.clone());
            (UpcomingKind::Deliver, (event.unwrap_or_default(), Some(*delivery)))
        }
        Job::EndGrace { pair } => (UpcomingKind::EndGrace, of_pair(*pair)),
        Job::ExpireAccessToken { pair } => (UpcomingKind::ExpireAccessToken, of_pair(*pair)),
        Job::ExpireCode { code } => {
            let user = grants.user_of_code(*code).unwrap_or_default().to_owned();
            (UpcomingKind::ExpireCode, (user, Some(*code)))
        }
        Job::ExpireRefreshToken { pair } => (UpcomingKind::ExpireRefreshToken, of_pair(*pair)),
        Job::ExpireUserAddon { id } => {
            let user = state.addons.on_users().find(|addon| addon.id == *id).map(|addon| addon.user.clone());
            (UpcomingKind::ExpireUserAddon, (user.unwrap_or_default(), None))
        }
        Job::ReviewPost { post } => (UpcomingKind::ReviewPost, (post.clone(), None)),
        Job::SettlePayment { id } => {
            let post = state.wallet.post_of(id).unwrap_or_default().to_owned();
            (UpcomingKind::SettlePayment, (post, None))
        }
    };
    Upcoming { at, kind, about, number }
}
