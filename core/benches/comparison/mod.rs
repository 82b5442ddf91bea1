//! Ratios of medians measured side by side.

use std::time::Duration;

use crate::target_result::TargetResult;

/// One contender: a name, and the CPU time per operation of each round.
#[derive(Clone)]
pub struct Contender {
    pub name: &'static str,
    pub rounds: Vec<f64>,
}

impl Contender {
    pub fn new(name: &'static str) -> Self {
        Self { name, rounds: Vec::new() }
    }

    /// Records a round of `operations` that took `spent`.
    pub fn note(&mut self, spent: Duration, operations: u32) {
        self.rounds.push(spent.as_secs_f64() * 1e6 / f64::from(operations));
    }

    pub fn median(&self) -> f64 {
        let mut sorted = self.rounds.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    }
}

/// Prints every contender relative to the first. The target is that `subject` takes at most `limit` times the first.
#[must_use]
pub fn report(title: &str, contenders: &[Contender], subject: &str, limit: f64) -> TargetResult {
    println!("\n{title}");
    let base = contenders[0].median();
    for contender in contenders {
        println!("  {:<40} {:>9.3} us   {:>5.2} x", contender.name, contender.median(), contender.median() / base);
    }
    let ratio = contenders.iter().find(|c| c.name == subject).expect("a known contender").median() / base;
    let result = TargetResult::of(ratio <= limit);
    println!("  target: {subject} at most {limit:.2} x; measured {ratio:.3} x: {result}");
    result
}
