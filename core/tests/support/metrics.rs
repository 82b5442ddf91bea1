//! The metrics that are recorded during a test, by the documented names and prefixes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, Once};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

/// Records the metrics of this thread until it is dropped.
pub struct RecordedMetrics {
    samples: Samples,
    _guard: tracing::subscriber::DefaultGuard,
}

/// The values of each name, in order. Those with a `result` are also under `name{result}`.
type Samples = Arc<Mutex<BTreeMap<String, Vec<f64>>>>;

/// `tracing` caches for each metric whether a subscriber is interested in it. If a thread without a subscriber reaches a metric
/// first, while a recorder starts in another thread, it could cache that none is. A subscriber of the whole process is always
/// interested.
static GLOBAL_SUBSCRIBER: Once = Once::new();

impl RecordedMetrics {
    pub fn start() -> Self {
        GLOBAL_SUBSCRIBER.call_once(|| {
            // An error means that the process has a subscriber already.
            let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry());
        });
        let samples = Samples::default();
        let subscriber = tracing_subscriber::registry().with(Listener(samples.clone()));
        Self { samples, _guard: tracing::subscriber::set_default(subscriber) }
    }

    /// The values that were recorded under a name since the last call.
    pub fn take(&self, name: &str) -> Vec<f64> {
        self.samples.lock().unwrap().remove(name).unwrap_or_default()
    }

    /// The sum that was counted under a name since the last call.
    pub fn count(&self, name: &str) -> f64 {
        self.take(name).iter().sum()
    }
}

struct Listener(Samples);

impl<S: Subscriber> Layer<S> for Listener {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let mut samples = self.0.lock().unwrap();
        for (name, value) in fields.measured {
            if let Some(result) = &fields.result {
                samples.entry(format!("{name}{{{result}}}")).or_default().push(value);
            }
            samples.entry(name).or_default().push(value);
        }
    }
}

#[derive(Default)]
struct Fields {
    measured: Vec<(String, f64)>,
    result: Option<String>,
}

impl Fields {
    /// A counter has integers only; a histogram also has other numbers.
    fn add(&mut self, field: &Field, value: f64) {
        match field.name().split_once('.') {
            Some(("monotonic_counter", name)) if value.fract() == 0.0 => self.measured.push((name.to_owned(), value)),
            Some(("histogram", name)) => self.measured.push((name.to_owned(), value)),
            _ => {}
        }
    }
}

impl Visit for Fields {
    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, value as f64);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.add(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "result" {
            self.result = Some(value.to_owned());
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}
