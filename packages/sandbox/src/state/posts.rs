//! Posts of a world.

/// Posts of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Posts {}
