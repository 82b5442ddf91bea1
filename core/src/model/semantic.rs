//! Semantic data: facts about a post or a user in names that machines understand (spec "Semantic object"; facts
//! part 1.4).
//!
//! The platform keeps a few names readable and stores all others hashed. Five names must be hashed by the app itself
//! before they leave it: [`mask`] does that.

use std::collections::HashMap;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::id::{Phone, RecordId, ascii_digit};
use crate::json::{Extra, record, write_extra};
use crate::model::addon;
use crate::model::user::write_phone;

/// Semantic data: name to value, both text.
pub type Semantic = HashMap<String, String>;

/// Longest name and longest value that are sent, in bytes. Assumption: the platform states no limit.
const MAX_BYTES: usize = 4096;

/// A name that the platform keeps readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownName {
    /// The name.
    pub name: &'static str,
    /// The values the documents list for it. The list grows on request, so others are sent as well.
    pub values: &'static [&'static str],
}

/// The names that the platform keeps readable (facts part 1.4.1). It adds names on request.
pub fn known_names() -> &'static [KnownName] {
    const IDENTITY: &[&str] = &[
        "IDENTITYVERIFICATIONSTAGE_NOT_STARTED",
        "NATIONAL_INFO_VERIFICATION",
        "IMAGE_VERIFICATION",
        "VIDEO_VERIFICATION",
    ];
    const CAR: &[&str] = &[
        "CARVERIFICATIONSTAGE_NOT_STARTED",
        "CARVERIFICATIONSTAGE_SHAHKAR",
        "CAR_CARD_VERIFICATION",
        "CAR_MODEL_VERIFICATION",
    ];
    const fn known(name: &'static str, values: &'static [&'static str]) -> KnownName {
        KnownName { name, values }
    }
    const NAMES: &[KnownName] = &[
        known("payment_method", &["SECURE"]),
        known("identity_verification_result", &["FACE_AND_ID_MATCHED"]),
        known("post_verification_result", &["POST_INFORMATION_MATCHED"]),
        known("ownership_result", &["OWNERSHIP_CONFIRMED", "OWNERSHIP_DELEGATION_CONFIRMED"]),
        known("inspection_result", &["INSPECTION_APPROVED"]),
        known("status", &["SUCCEEDED", "FAILED", "EXPIRED", "PENDING"]),
        known("identity_verification_last_successful_stage", IDENTITY),
        known("identity_verification_failure_reason", IDENTITY),
        known("car_verification_last_successful_stage", CAR),
        known("car_verification_failure_reason", CAR),
        known("new_face_verification_result", &["NEW_FACE_VERIFICATION_FAILED"]),
        known("online_reservation_capability", &["ONLINE_RESERVATION_AVAILABLE"]),
    ];
    NAMES
}

/// Names whose value the app must hash before it sends it (facts part 1.4.2).
pub const MASKED_NAMES: &[&str] = &["VIN", "chassis_number", "engine_number", "real_estate_id", "old_real_estate_id"];

/// Hashes a value the way the platform asks for: Persian and Arabic digits become ASCII, Latin letters upper-case,
/// spaces around it go; then SHA-256, as lower-case hex.
///
/// ```
/// use open_platform::model::semantic::mask;
/// assert_eq!(mask("IRJC95r۲۳kj039206"), mask("IRJC95R23KJ039206"));
/// ```
pub fn mask(value: &str) -> String {
    let normalized: String = value.trim().chars().map(|c| ascii_digit(c).unwrap_or(c.to_ascii_uppercase())).collect();
    hex(&Sha256::digest(normalized))
}

/// Hashes the value of `old_real_estate_id`: document number and page number of the old kind of title deed.
pub fn mask_real_estate(document: &str, page: &str) -> String {
    mask(&format!("{}|{}", document.trim(), page.trim()))
}

/// The names in `semantic` that the platform will store hashed, in order. It is no mistake to send them, but their
/// values cannot be read back; a typing error in a known name shows here.
pub fn hashed_names(semantic: &Semantic) -> Vec<String> {
    let known = |name: &str| known_names().iter().any(|known| known.name == name);
    let mut names: Vec<String> = semantic.keys().filter(|name| !known(name)).cloned().collect();
    names.sort();
    names
}

/// The names in `semantic` that are known, with a value the documents do not list, in order.
pub fn unlisted_values(semantic: &Semantic) -> Vec<String> {
    let mut names: Vec<String> = known_names()
        .iter()
        .filter(|known| semantic.get(known.name).is_some_and(|value| !known.values.contains(&value.as_str())))
        .map(|known| known.name.to_owned())
        .collect();
    names.sort();
    names
}

/// Checks names and values.
///
/// # Errors
/// [`Error::InvalidInput`] with the name as field: for an empty or oversized name or value, for control characters,
/// and for one of the [`MASKED_NAMES`] whose value is not hashed. The value is never repeated.
pub fn check(semantic: &Semantic) -> Result<()> {
    let mut names: Vec<_> = semantic.iter().collect();
    names.sort();
    for (name, value) in names {
        if name.is_empty() || name.len() > MAX_BYTES || name.chars().any(char::is_control) {
            return Err(Error::invalid("", format!("a name must have 1 to {MAX_BYTES} bytes, no control characters")));
        }
        if value.len() > MAX_BYTES {
            return Err(Error::invalid(name, format!("must have at most {MAX_BYTES} bytes")));
        }
        if MASKED_NAMES.contains(&name.as_str()) && !is_masked(value) {
            return Err(Error::invalid(name, "must be hashed before it is sent: use semantic::mask"));
        }
    }
    Ok(())
}

fn is_masked(value: &str) -> bool {
    value.len() == 64 && value.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// Lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A semantic record about a user or a post (spec 11).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SemanticRecord {
    /// The data.
    pub semantic: Semantic,
    /// The payment ticket it belongs to: a UUID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket_uuid: Option<String>,
    /// What the app was paid, in rial (10 rial are 1 toman).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<i64>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(SemanticRecord { semantic, ticket_uuid, cost });

impl SemanticRecord {
    /// Checks the semantic data, the ticket and the cost.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `semantic.VIN`.
    pub fn check(&self) -> Result<()> {
        check_record(&self.semantic, self.ticket_uuid.as_ref(), self.cost)
    }
}

/// What both forms of a semantic record share.
fn check_record(semantic: &Semantic, ticket_uuid: Option<&String>, cost: Option<i64>) -> Result<()> {
    check(semantic).map_err(|e| e.under("semantic"))?;
    addon::check_ticket("ticket_uuid", ticket_uuid)?;
    addon::check_cost("cost", cost)
}

/// A semantic record about a user who is named by id (facts part 1.4.4).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UserIdSemanticRecord {
    /// The phone number of the same user.
    #[serde(serialize_with = "write_phone")]
    pub phone: Phone,
    /// The data.
    pub semantic: Semantic,
    /// The payment ticket it belongs to: a UUID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket_uuid: Option<String>,
    /// What the app was paid, in rial (10 rial are 1 toman).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<i64>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(UserIdSemanticRecord { phone, semantic, ticket_uuid, cost });

impl UserIdSemanticRecord {
    /// Checks the phone number, the semantic data, the ticket and the cost.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `semantic.VIN`.
    pub fn check(&self) -> Result<()> {
        self.phone.normalized()?;
        check_record(&self.semantic, self.ticket_uuid.as_ref(), self.cost)
    }
}

/// The answer to the creation of a semantic record.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RecordCreated {
    /// The id of the record, where the platform gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<RecordId>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(RecordCreated { id });
