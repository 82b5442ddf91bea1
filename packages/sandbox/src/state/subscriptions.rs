//! Subscriptions of a world.

/// Subscriptions of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subscriptions {}
