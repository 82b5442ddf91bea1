//! One file per area of the platform.
