//! Semantic records by their old name (docs/platform.md#legacy-verifications).

use open_platform::json::Extra;
use open_platform::legacy::LegacyVerification;
use open_platform::model::semantic::SemanticRecord;

use super::check_phone;
use crate::dispatch::Call;
pub(in crate::platform) use crate::platform::semantics::delete_for_user as delete;
use crate::platform::semantics::put_on_user;
use crate::platform::users;
use crate::response::{PlatformResponse, Refusal};

/// Creates or replaces the semantic record of a user from the old body.
pub(in crate::platform) fn create(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let user = users::named_by_phone(call)?;
    let old: LegacyVerification = call.body()?;
    call.check(&old, |body| body.check())?;
    call.refuse_unknown("", &old.extra, &[])?;
    check_phone(call, &old.phone)?;
    let LegacyVerification { semantic, ticket_uuid, verification_cost, .. } = old;
    let record = SemanticRecord { semantic, ticket_uuid, cost: verification_cost, extra: Extra::new() };
    put_on_user(call, &user, record)
}
