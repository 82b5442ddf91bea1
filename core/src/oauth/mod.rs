//! Login.

/// How the user answered.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Callback {
    /// No.
    Denied,
}
