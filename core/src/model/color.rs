//! Colours of scores and sections in widgets.

use crate::error::{Error, Result};
use crate::model::open_enum;

open_enum! {
    /// Colour of a score or of a section of an evaluation (docs/platform.md#colors).
    pub enum Color {
        /// The strong colour for a good result.
        SuccessPrimary = "SUCCESS_PRIMARY",
        /// The soft colour for a good result.
        SuccessSecondary = "SUCCESS_SECONDARY",
        /// The strong colour for a doubtful result.
        WarningPrimary = "WARNING_PRIMARY",
        /// The soft colour for a doubtful result.
        WarningSecondary = "WARNING_SECONDARY",
        /// The colour for a bad result.
        ErrorPrimary = "ERROR_PRIMARY",
    }
}

/// Colours that exist only in the old widget format (docs/platform.md#colors).
pub(crate) const OLD_COLORS: [&str; 10] = [
    "TEXT_PRIMARY",
    "TEXT_SECONDARY",
    "TEXT_HINT",
    "TEXT_DIVIDER",
    "ICON_PRIMARY",
    "ICON_SECONDARY",
    "ICON_HINT",
    "ICON_DIVIDER",
    "WHITE_PRIMARY",
    "BRAND_PRIMARY",
];

impl Color {
    /// Refuses an empty colour and the colours of the old format. An unknown colour is accepted, because the platform
    /// may add new ones.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with an empty field. The caller puts the path before it.
    pub fn check(&self) -> Result<()> {
        match self.as_str() {
            "" => Err(Error::invalid("", "must not be empty")),
            old if OLD_COLORS.contains(&old) => {
                Err(Error::invalid("", format!("{old} is a colour of the old widget format and no longer exists")))
            }
            _ => Ok(()),
        }
    }
}
