//! Add-ons of a world.

/// Add-ons of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Addons {}
