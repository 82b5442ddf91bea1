//! The names of events on the command line, the same for all commands.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use open_platform::webhook::KnownEvent;

/// An event of the platform. Its name is the `type` in the delivered body; the name of the subscription type is accepted, too.
/// Case does not matter, and `-` is the same as `_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventName(pub KnownEvent);

static ALL: LazyLock<Vec<EventName>> = LazyLock::new(|| KnownEvent::ALL.iter().copied().map(EventName).collect());

impl ValueEnum for EventName {
    fn value_variants<'a>() -> &'a [Self] {
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (kind, subscription) = (self.0.kind(), self.0.subscription());
        let mut aliases = vec![kind.replace('_', "-")];
        let mut help = self.0.summary().trim_end_matches('.').to_owned();
        if subscription.as_str() != kind {
            help.push_str("; subscribed to as ");
            help.push_str(subscription.as_str());
            aliases.extend([subscription.as_str().to_owned(), subscription.as_str().replace('_', "-")]);
        }
        Some(PossibleValue::new(kind).aliases(aliases).help(help))
    }
}
