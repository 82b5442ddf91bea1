//! Users of a world.

/// Users of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Users {}
