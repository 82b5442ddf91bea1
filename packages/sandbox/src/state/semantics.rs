//! Semantics of a world.

/// Semantics of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Semantics {}
