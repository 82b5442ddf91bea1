//! The model of the platform: how it treats refresh tokens.

use chrono::{DateTime, TimeDelta, Utc};

/// How a platform treats an old refresh token in its grace period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grace {
    /// Refuses it.
    Strict,
    /// Issues another pair. All pairs are valid (Ory Hydra, Auth0).
    Fork,
    /// Returns the same pair again (atproto, RingCentral).
    Idempotent,
    /// Issues another pair. Only the latest is valid (WSO2).
    LatestWins,
    /// Accepts it until the new token is used (Shopify).
    UntilUsed,
}

pub(super) const ALL: [Grace; 5] = [Grace::Strict, Grace::Fork, Grace::Idempotent, Grace::LatestWins, Grace::UntilUsed];

/// A refresh token on the platform.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) alive: bool,
    /// The last pair issued for it, and when it was first used.
    child: Option<usize>,
    pub(super) used_at: Option<DateTime<Utc>>,
    /// Whether a token of its pair was used.
    pub(super) in_use: bool,
}

impl Token {
    fn new() -> Self {
        Self { alive: true, child: None, used_at: None, in_use: false }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Server {
    pub(super) grace: Grace,
    pub(super) tokens: Vec<Token>,
    /// The reuse of a token has ended the family.
    pub(super) family_ended: bool,
}

impl Server {
    pub(super) fn new(grace: Grace) -> Self {
        Self { grace, tokens: vec![Token::new()], family_ended: false }
    }

    pub(super) fn mint(&mut self, parent: usize, now: DateTime<Utc>) -> usize {
        let id = self.tokens.len();
        self.tokens.push(Token::new());
        self.tokens[parent].child = Some(id);
        self.tokens[parent].used_at.get_or_insert(now);
        id
    }

    /// Records the use of the access token of a pair.
    pub(super) fn call(&mut self, id: usize) {
        self.tokens[id].in_use |= self.tokens[id].alive;
    }

    /// Whether a refresh with this token would succeed, judging by its use so far.
    pub(super) fn is_good(&self, id: usize, now: DateTime<Utc>) -> bool {
        let Token { used_at, child, .. } = self.tokens[id];
        match self.grace {
            Grace::Strict => used_at.is_none(),
            Grace::UntilUsed => child.is_none_or(|child| !self.tokens[child].in_use),
            _ => used_at.is_none_or(|used| now - used <= TimeDelta::seconds(120)),
        }
    }

    /// Refreshes with this token. Returns the number of the new pair, or `None` for a refusal.
    pub(super) fn refresh(&mut self, id: usize, now: DateTime<Utc>) -> Option<usize> {
        if !self.tokens[id].alive {
            return None;
        }
        if !self.is_good(id, now) {
            self.family_ended = true;
            self.tokens.iter_mut().for_each(|token| token.alive = false);
            return None;
        }
        self.call(id);
        match (self.grace, self.tokens[id].child) {
            (Grace::Idempotent, Some(child)) => Some(child),
            (Grace::LatestWins | Grace::UntilUsed, Some(child)) => {
                self.tokens[child].alive = false;
                Some(self.mint(id, now))
            }
            _ => Some(self.mint(id, now)),
        }
    }

    /// Whether a refresh token would be accepted.
    pub(super) fn accepts(&self, id: usize, now: DateTime<Utc>) -> bool {
        self.tokens[id].alive && self.is_good(id, now)
    }
}
