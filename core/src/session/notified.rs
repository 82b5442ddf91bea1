//! What keepers have reported to the app about the end of a grant. It is stored with the grant.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::grant::Grant;

/// What a keeper has already reported to the app about the end of a grant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NotifiedLevel {
    #[default]
    Nothing,
    /// The grant ends within a week.
    Week,
    /// The grant ends within a day.
    Day,
    /// The grant has ended.
    End,
}

/// A warning of a keeper about an end of the grant that a refresh postpones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CertainEnd {
    pub(crate) ends_at: DateTime<Utc>,
    pub(crate) notified: NotifiedLevel,
}

/// A keeper stores this before it gives a report to the app, so that of all keepers only one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReportClaim {
    pub(crate) level: NotifiedLevel,
    pub(crate) claimed_at: DateTime<Utc>,
}

impl Grant {
    /// What a keeper has already reported about this end of the grant. A refresh moves a certain end, and then nothing was
    /// reported about the new one. An uncertain end, which is counted from the login, stays the same.
    pub(crate) fn notified_of(&self, ends_at: DateTime<Utc>, certain: bool) -> NotifiedLevel {
        match self.certain_end {
            _ if !certain => self.notified,
            Some(end) if end.ends_at == ends_at => end.notified,
            _ => NotifiedLevel::Nothing,
        }
    }

    /// The grant after a keeper has warned of its end. `None`: it is unchanged.
    pub(crate) fn with_warning(&self, level: NotifiedLevel, ends_at: DateTime<Utc>, certain: bool) -> Option<Self> {
        if self.notified_of(ends_at, certain) >= level {
            return None;
        }
        let certain_end = certain.then_some(CertainEnd { ends_at, notified: level }).or(self.certain_end);
        Some(Self { notified: self.notified.max(level), certain_end, ..self.clone() })
    }
}
