//! The last flow: checks the sandbox's record of all requests for misplaced credentials, repeated writes and refusals that
//! no flow caused on purpose.

use super::context::Context;
use super::runner::{DemoError, Runner, ensure};

pub async fn run(context: &Context, runner: &mut Runner) -> Result<(), DemoError> {
    runner.flow("ledger", "Requests that the platform received", "the sandbox records every request in its ledger")?;
    let ledger = context.world.ledger();

    runner
        .step("every credential was sent only to its own host", async |values| {
            ensure(ledger.misplaced_credentials().is_empty(), "no host received the credential of another host")?;
            values.show("credentials_received", ledger.credentials().len());
            Ok(())
        })
        .await?;

    runner
        .step("no write was sent twice", async |values| {
            values.expect("repeated_writes", ledger.duplicates().len(), 0)?;
            let deprecated: Vec<_> = ledger.deprecated().into_iter().filter_map(|request| request.endpoint).collect();
            values.expect("deprecated_calls", deprecated, vec!["legacy.events.listen"])
        })
        .await?;

    runner
        .step("the platform refused only the requests shown above", async |values| {
            let refused = ledger.requests().into_iter().filter(|request| request.status >= 400);
            let refused: Vec<_> = refused.map(|request| request.status).collect();
            values.expect("refused_with", refused, vec![403, 412])
        })
        .await
}
