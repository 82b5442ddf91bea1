//! F7, its semantic half: a workshop verifies the owner of a car. What it found becomes semantic data and an add-on on the
//! user. Values that identify a car leave the app hashed only.

use open_platform::api;
use open_platform::error::Error;
use open_platform::model::addon::UserAddon;
use open_platform::model::icon::Icon;
use open_platform::model::semantic::{SemanticRecord, hashed_names, mask};
use open_platform::model::widget::{GroupInfoRow, SelectorRow, TitleRow};
use open_platform::{Scope, scope};
use serde_json::json;

use super::stage::Stage;
use super::story::{Stop, Story, ensure, wrong};

/// As a person would type it: with Persian digits and in lower case.
const VIN: &str = "irjc95r۲۳kj039206";

/// The payment ticket that the user came with.
const TICKET: &str = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

pub async fn play(stage: &Stage, story: &mut Story) -> Result<(), Stop> {
    story.flow("F7", "Verification of a car owner", "authorize -> semantic record -> add-on on the user -> delete")?;
    let Stage { platform, world, .. } = stage;

    let (user, phone) = story
        .step("the owner allows semantic data and an add-on", async |facts| {
            let scopes = [
                Scope::user_phone(),
                Scope::of(&scope::USER_VERIFICATION_CREATE),
                Scope::of(&scope::USER_ADDON_CREATE),
            ];
            let user = platform.user(stage.login("dealer", scopes).await?);
            let me = user.users().me().await?;
            let Some(phone) = me.phone().cloned() else { return wrong("USER_PHONE was granted, and no number came") };
            // Which scopes and key permissions an app needs, worked out from its calls: `open-platform scopes`.
            let needs = api::required_scopes(&["semantics.create_for_user", "addons.create_for_user"], &[])?;
            facts.show("scopes", needs.scopes);
            facts.show("permissions_of_the_key", needs.permissions);
            Ok((user, phone))
        })
        .await?;

    story
        .step("a VIN in clear never leaves the machine", async |facts| {
            let before = stage.requests();
            let record = SemanticRecord::new().semantic("VIN", VIN);
            match user.semantics().create_for_user(&phone, record).await {
                Err(Error::InvalidInput { field, reason }) => {
                    facts.same("field", field, "semantic.VIN")?;
                    facts.show("reason", reason);
                }
                other => return wrong(format!("a VIN in clear went out: {:?}", other.is_ok())),
            }
            facts.same("requests_sent", stage.requests() - before, 0)
        })
        .await?;

    story
        .step("the result is stored: known names readable, all others hashed", async |facts| {
            let record = SemanticRecord::new()
                .semantic("ownership_result", "OWNERSHIP_CONFIRMED")
                .semantic("VIN", mask(VIN))
                .semantic("workshop", "Blue Garage")
                .ticket_uuid(TICKET)
                .cost(3_500_000);
            // Tells beforehand what nobody will read again: a typing error in a known name shows here.
            let lost = hashed_names(&record.semantic);
            user.semantics().create_for_user(&phone, record).await?;
            let Some(stored) = world.semantic_of_user("dealer") else { return wrong("nothing was stored") };
            facts.same(
                "readable",
                json!(stored.data.readable),
                json!({ "ownership_result": "OWNERSHIP_CONFIRMED" }),
            )?;
            facts.same("hashed", stored.data.hashed.keys().cloned().collect::<Vec<_>>(), lost)?;
            let kept: Vec<_> = stored.data.readable.values().chain(stored.data.hashed.values()).collect();
            ensure(!kept.iter().any(|value| value.contains("Blue Garage")), "the hashed value itself is gone")?;
            facts.same("cost_in_rial", stored.cost, 3_500_000)
        })
        .await?;

    let id = story
        .step("an add-on on the user shows on the user's posts", async |facts| {
            let addon = UserAddon::new()
                .widget(TitleRow::new("Owner confirmed"))
                .widget(GroupInfoRow::new().item("Checked by", "Blue Garage").item("On", "2026-01-02"))
                .widget(SelectorRow::new("Papers seen").icon(Icon::VERIFIED))
                .category("light")
                .ticket_uuid(TICKET)
                .cost(3_500_000);
            let created = user.addons().create_for_user(&phone, addon).await?;
            // Keep the id: deleting needs it, and there is no list.
            let Some(id) = created.id else { return wrong("no id came") };
            facts.show("id", id.as_str());
            facts.same("shown_on_the_car", world.addons_on(&stage.post("light")?.token).len(), 1)?;
            Ok(id)
        })
        .await?;

    story
        .step("both are deleted, with the key of the app alone", async |facts| {
            platform.addons().delete_for_user(&id).await?;
            facts.same("shown_on_the_car", world.addons_on(&stage.post("light")?.token).len(), 0)?;
            platform.semantics().delete_for_user(&phone).await?;
            facts.same("semantic_record_is_there", world.semantic_of_user("dealer").is_some(), false)
        })
        .await
}
