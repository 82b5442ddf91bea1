//! The end: what the platform saw of it all. A client that behaves leaves nothing to explain here.

use super::stage::Stage;
use super::story::{Stop, Story, ensure};

pub async fn play(stage: &Stage, story: &mut Story) -> Result<(), Stop> {
    story.flow("ledger", "What the platform saw", "the sandbox keeps a ledger of every request")?;
    let ledger = stage.world.ledger();

    story
        .step("every credential stayed where it belongs", async |facts| {
            ensure(ledger.misplaced_credentials().is_empty(), "no host saw a credential of another")?;
            facts.show("sightings_of_credentials", ledger.credentials().len());
            Ok(())
        })
        .await?;

    story
        .step("nothing was written twice", async |facts| {
            facts.same("repeated_writes", ledger.duplicates().len(), 0)?;
            let deprecated: Vec<_> = ledger.deprecated().into_iter().filter_map(|request| request.endpoint).collect();
            facts.same("deprecated_calls", deprecated, vec!["legacy.events.listen"])
        })
        .await?;

    story
        .step("only the refusals that were shown happened", async |facts| {
            let refused = ledger.requests().into_iter().filter(|request| request.status >= 400);
            let refused: Vec<_> = refused.map(|request| request.status).collect();
            facts.same("refused_with", refused, vec![403, 412])
        })
        .await
}
