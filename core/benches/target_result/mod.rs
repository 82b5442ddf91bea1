//! The result of a benchmark: whether its targets were kept.

use std::fmt;
use std::process::{ExitCode, Termination};

/// Whether a target was kept. A program that returns `Missed` ends with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetResult {
    Kept,
    Missed,
}

impl TargetResult {
    pub fn of(kept: bool) -> Self {
        if kept { Self::Kept } else { Self::Missed }
    }

    /// `Kept` only if both are.
    #[allow(dead_code, reason = "most benchmarks have one target")]
    pub fn and(self, other: Self) -> Self {
        Self::of((self, other) == (Self::Kept, Self::Kept))
    }
}

impl fmt::Display for TargetResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Kept { "kept" } else { "MISSED" })
    }
}

impl Termination for TargetResult {
    fn report(self) -> ExitCode {
        if self == Self::Kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
