//! Custom buttons on posts and of businesses (docs/platform.md#custom-buttons).

use serde::Serialize;

use crate::error::{Error, Result};
use crate::json::{self, Extra, record, sent, write_extra};
use crate::model::action::Action;
use crate::model::open_enum;

open_enum! {
    /// What a custom button is for. The platform shows its own text for it.
    pub enum CustomButtonType {
        /// Booking of an accommodation.
        AccommodationBooking = "ACCOMMODATION_BOOKING",
        /// A store with products elsewhere.
        ExternalProductStore = "EXTERNAL_PRODUCT_STORE",
        /// Sending a résumé.
        ResumeSubmission = "RESUME_SUBMISSION",
        /// A call over the internet.
        OnlineCall = "ONLINE_CALL",
    }
}

/// A custom button.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CustomButton {
    /// What it is for.
    #[serde(rename = "type")]
    pub kind: CustomButtonType,
    /// What a click does.
    pub action: Option<Action>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(CustomButton { kind = "type", action });

impl CustomButton {
    /// A button with its action.
    pub fn new(kind: CustomButtonType, action: Action) -> Self {
        Self { kind, action: Some(action), ..Self::default() }
    }

    /// Checks the values before they are sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `kind` or with a path below `action`.
    pub fn check(&self) -> Result<()> {
        json::check_once(self)?;
        if self.kind.as_str().is_empty() {
            return Err(Error::invalid("kind", "must be set"));
        }
        match &self.action {
            Some(action) => action.check().map_err(|e| e.under("action")),
            None => Err(Error::invalid("action", "must be set")),
        }
    }
}

/// The body of a request that sets a button.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct CustomButtonBody {
    pub(crate) customized_button: CustomButton,
}
sent!(CustomButtonBody);
