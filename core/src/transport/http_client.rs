//! reqwest over rustls.

/// The default transport.
#[derive(Clone, Debug)]
pub struct Http;
