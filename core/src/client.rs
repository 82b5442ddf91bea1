//! The door: [`OpenPlatform`].

/// A client of the platform.
#[derive(Clone, Debug)]
pub struct OpenPlatform;
