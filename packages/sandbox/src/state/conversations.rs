//! Conversations of a world.

/// Conversations of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conversations {}
