//! Images of a world.

/// Images of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Images {}
