//! Where the platform's documents are silent or disagree: every such point is a named switch.

use serde::{Deserialize, Serialize};

/// How the sandbox decides where the documents leave a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Refuses what the documents do not allow. For finding mistakes.
    #[default]
    Strict,
    /// Accepts whatever can be understood. For trying things out.
    Lenient,
    /// Does what was seen on the live platform, as far as anyone has seen it.
    Observed,
}

/// The switches. Start from a profile and turn single ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Gaps {
    /// The profile these switches began with.
    pub profile: Profile,
    /// Seconds until an accepted post add-on appears on the post; 0 is at once. The documents say "queued"
    /// (facts part 1.3.1); the time is an assumption.
    pub addon_attach_seconds: u32,
}

impl Gaps {
    /// The switches of a profile.
    pub fn of(profile: Profile) -> Self {
        Self { profile, addon_attach_seconds: if profile == Profile::Observed { 2 } else { 0 } }
    }
}

impl Default for Gaps {
    fn default() -> Self {
        Self::of(Profile::default())
    }
}
