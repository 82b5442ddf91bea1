//! Verification of a car owner. The result is stored as semantic data and as an add-on on the user. Values that identify
//! a car are hashed before they are sent.

use open_platform::error::Error;
use open_platform::model::addon::UserAddon;
use open_platform::model::icon::Icon;
use open_platform::model::money::Rials;
use open_platform::model::semantic::{SemanticRecord, hashed_names, mask};
use open_platform::model::widget::{GroupInfoRow, SelectorRow, TitleRow};
use open_platform::{Scope, required_scopes, scope};
use serde_json::json;

use super::context::Context;
use super::runner::{DemoError, Runner, ensure, fail};

/// As a user may type it: with Persian digits and in lower case.
const VIN: &str = "irjc95r۲۳kj039206";

/// The payment ticket of the user.
const TICKET: &str = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

pub async fn run(context: &Context, runner: &mut Runner) -> Result<(), DemoError> {
    runner.flow(
        "verification",
        "Verification of a car owner",
        "authorize -> semantic record -> add-on on the user -> delete",
    )?;
    let Context { platform, world, .. } = context;

    let (user, phone) = runner
        .step("the owner allows semantic data and an add-on", async |values| {
            let scopes = [
                Scope::user_phone(),
                Scope::of(&scope::USER_VERIFICATION_CREATE),
                Scope::of(&scope::USER_ADDON_CREATE),
            ];
            let user = platform.user(context.login("dealer", scopes).await?);
            let me = user.users().me().await?;
            let Some(phone) = me.phone().cloned() else {
                return fail("USER_PHONE was granted, but the answer has no phone number");
            };
            // The scopes and permissions that an app needs for its calls. The command `open-platform scopes` does the same.
            let needs = required_scopes(&["semantics.create_for_user", "addons.create_for_user"], &[])?;
            values.show("scopes", needs.scopes);
            values.show("permissions", needs.permissions);
            Ok((user, phone))
        })
        .await?;

    runner
        .step("a VIN that is not hashed is refused before a request is sent", async |values| {
            let before = context.requests();
            let record = SemanticRecord::new().semantic("VIN", VIN);
            match user.semantics().create_for_user(&phone, record).await {
                Err(Error::InvalidInput { field, reason }) => {
                    values.expect("field", field, "semantic.VIN")?;
                    values.show("reason", reason);
                }
                other => return fail(format!("a VIN that is not hashed was accepted: {:?}", other.is_ok())),
            }
            values.expect("requests_sent", context.requests() - before, 0)
        })
        .await?;

    runner
        .step("the result is stored: values of known names readable, all others hashed", async |values| {
            let record = SemanticRecord::new()
                .semantic("ownership_result", "OWNERSHIP_CONFIRMED")
                .semantic("VIN", mask(VIN)?)
                .semantic("workshop", "Blue Garage")
                .ticket_uuid(TICKET)
                .cost(Rials::new(3_500_000));
            // The names whose values will be hashed, and so cannot be read again. Shows a typing error in a known name.
            let lost = hashed_names(&record.semantic);
            user.semantics().create_for_user(&phone, record).await?;
            let Some(stored) = world.semantic_of_user("dealer") else { return fail("nothing was stored") };
            values.expect(
                "readable",
                json!(stored.data.readable),
                json!({ "ownership_result": "OWNERSHIP_CONFIRMED" }),
            )?;
            values.expect("hashed", stored.data.hashed.keys().cloned().collect::<Vec<_>>(), lost)?;
            let kept: Vec<_> = stored.data.readable.values().chain(stored.data.hashed.values()).collect();
            ensure(!kept.iter().any(|value| value.contains("Blue Garage")), "the value that was hashed is not stored")?;
            values.expect("cost_in_rial", stored.cost, 3_500_000)
        })
        .await?;

    let id = runner
        .step("an add-on on the user shows on the user's posts", async |values| {
            let addon = UserAddon::new()
                .widget(TitleRow::new("Owner confirmed"))
                .widget(GroupInfoRow::new().item("Checked by", "Blue Garage").item("On", "2026-01-02"))
                .widget(SelectorRow::new("Papers seen").icon(Icon::VERIFIED))
                .category("light")
                .ticket_uuid(TICKET)
                .cost(Rials::new(3_500_000));
            let created = user.addons().create_for_user(&phone, addon).await?;
            // The app must store the id: deleting needs it, and no call lists add-ons.
            let Some(id) = created.id else { return fail("the answer has no id") };
            values.show("id", id.as_str());
            values.expect("shown_on_the_car", world.addons_on(&context.post("light")?.token).len(), 1)?;
            Ok(id)
        })
        .await?;

    runner
        .step("both are deleted with the API key only", async |values| {
            platform.addons().delete_for_user(&id).await?;
            values.expect("shown_on_the_car", world.addons_on(&context.post("light")?.token).len(), 0)?;
            platform.semantics().delete_for_user(&phone).await?;
            values.expect("semantic_record_is_there", world.semantic_of_user("dealer").is_some(), false)
        })
        .await
}
