//! The state of a world. One file for each kind of data, with its rules.

pub(crate) mod addons;
pub(crate) mod app;
pub(crate) mod buttons;
pub(crate) mod chat_media;
pub(crate) mod conversations;
pub(crate) mod events;
pub(crate) mod file;
pub(crate) mod images;
pub(crate) mod own_posts;
pub(crate) mod post_change;
pub(crate) mod posts;
pub(crate) mod reviews;
mod seed;
pub(crate) mod semantics;
pub(crate) mod subscriptions;
pub(crate) mod tickets;
pub(crate) mod users;
pub(crate) mod wallet;

use serde::{Deserialize, Serialize};

use crate::clock::Schedule;
use crate::faults::Faults;
use crate::gaps::Gaps;
use crate::ids::Ids;
use crate::ledger::Ledger;
use crate::limits::Limits;
use crate::live::Counts;
use crate::switches::{Profile, Switches};
use crate::world_record::Positions;
use crate::{oauth, webhooks};

/// The state of one world. A clone of it is a snapshot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) app: app::AppSettings,
    /// The profile of the switches.
    pub(crate) profile: Profile,
    pub(crate) gaps: Gaps,
    pub(crate) ids: Ids,
    pub(crate) users: users::Users,
    pub(crate) posts: posts::Posts,
    pub(crate) images: images::Images,
    #[serde(default)]
    pub(crate) chat_media: chat_media::ChatMedia,
    pub(crate) addons: addons::Addons,
    pub(crate) semantics: semantics::Semantics,
    pub(crate) conversations: conversations::Conversations,
    pub(crate) subscriptions: subscriptions::Subscriptions,
    pub(crate) wallet: wallet::Wallet,
    pub(crate) buttons: buttons::Buttons,
    pub(crate) own_posts: own_posts::OwnPosts,
    pub(crate) oauth: oauth::State,
    pub(crate) webhooks: webhooks::State,
    pub(crate) limits: Limits,
    pub(crate) faults: Faults,
    /// Not in a file: requests are history.
    #[serde(skip)]
    pub(crate) ledger: Ledger,
    #[serde(default)]
    pub(crate) positions: Positions,
    /// The numbers of the snapshots from which this state comes: those taken since the world was made or reset, or before the
    /// snapshot that was restored.
    #[serde(skip)]
    pub(crate) snapshots: Vec<i64>,
    pub(crate) schedule: Schedule,
}

impl State {
    /// What the world has made so far, for the live stream.
    pub(crate) fn counts(&self) -> Counts {
        Counts { deliveries: self.webhooks.count(), notes: self.webhooks.notes.made, consents: self.oauth.consents() }
    }

    /// A new world with its initial data.
    pub(crate) fn seeded(seed: u64, world: &str, profile: Profile) -> Self {
        let Switches { gaps, oauth, webhooks, limits, .. } = Switches::of(profile);
        let mut ids = Ids::new(seed, world);
        let mut state = Self {
            app: app::AppSettings::new(world, &mut ids),
            profile,
            gaps,
            ids,
            users: Default::default(),
            posts: Default::default(),
            images: Default::default(),
            chat_media: Default::default(),
            addons: Default::default(),
            semantics: Default::default(),
            conversations: Default::default(),
            subscriptions: Default::default(),
            wallet: Default::default(),
            buttons: Default::default(),
            own_posts: Default::default(),
            oauth: oauth::State::new(oauth),
            webhooks: webhooks::State::new(webhooks),
            limits: Limits::new(limits),
            faults: Default::default(),
            ledger: Default::default(),
            positions: Default::default(),
            snapshots: Default::default(),
            schedule: Default::default(),
        };
        if let Err(error) = state.seed() {
            // Cannot fail with the fixed initial data.
            tracing::error!(%error, "the seed does not fit");
        }
        // The initial data causes no events.
        state.webhooks.notes = Default::default();
        state
    }
}
