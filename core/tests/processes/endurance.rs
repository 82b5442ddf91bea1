//! Work with faults, for half a minute or for hours: the use of resources does not grow.

use super::*;

/// How long the usual run works, in seconds. `OPEN_PLATFORM_ROUNDS` sets minutes instead.
const SHORT: usize = 30;
/// By how many MiB the memory of a process may grow after the warm-up of a short run. A leak of 1 KiB per call is more.
const GROWTH: f64 = 4.0;

/// Fault F60 of `tests/faults.tsv`. A minute of the machine is an hour for the grant.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hours_of_work_with_faults_do_not_increase_resource_usage() {
    let minutes = rounds(0);
    let seconds = if minutes == 0 { SHORT } else { 60 * minutes };
    let store = Store::File(tempfile::tempdir().unwrap());
    let mut setup = Setup::new(Grace::Fork, &store).await;
    let after = Default::default();
    for (seed, effect) in [
        support::status(503),
        Effect::Drop { moment: after, reset: true },
        Effect::Truncate { bytes: 10 },
        Effect::RateLimit { limit: Default::default(), retry_after_seconds: Some(1), as_date: false },
    ]
    .into_iter()
    .enumerate()
    {
        let (probability, seed) = (Some(0.0025), seed as i64);
        let rule = FaultRule { probability, seed, effects: vec![effect], ..FaultRule::default() };
        setup.fixture.world.faults().add(rule);
    }
    let post = setup.fixture.world.posts()[0].token.clone();
    let mut child = setup.child();
    child.write_line(&format!("work {post}"));
    let mut samples = Vec::new();
    let mut second = tokio::time::interval(Duration::from_secs(1));
    while samples.len() < seconds {
        second.tick().await;
        setup.advance(60).await;
        samples.push(Sample::of(child.process.id()));
    }
    let requests = setup.fixture.world.ledger().requests().last().unwrap().number;
    assert!(setup.fixture.newest_token_works());
    // The first third is the warm-up.
    let (warm, rest) = samples.split_at(seconds / 3);
    let middle = |samples: &[Sample], what: fn(&Sample) -> usize| {
        let mut all: Vec<_> = samples.iter().map(what).collect();
        all.sort_unstable();
        all[all.len() / 2]
    };
    let last = &rest[rest.len() / 2..];
    let files = [warm, last].map(|part| middle(part, |sample| sample.files));
    let threads = [warm, last].map(|part| middle(part, |sample| sample.threads));
    let slope = slope(rest.iter().map(|sample| sample.memory as f64 / 1024.0)) * 3600.0;
    let memory = [warm, last].map(|part| middle(part, |sample| sample.memory) / 1024);
    let summary = format!(
        "{seconds} s, {requests} requests: {memory:?} MiB, {slope:.2} MiB/h, files {files:?}, threads {threads:?}"
    );
    println!("{summary}");
    let more = [files, threads].map(|[before, after]| after as f64 - before as f64);
    measured("F60", "", &[("file descriptors more", more[0]), ("threads more", more[1].max(0.0))]);
    measured("F60", "", &[("hours", seconds as f64 / 3600.0)]);
    let (mut allowed, mut more_threads) = (1.0, 0);
    if minutes == 0 {
        // An hour would multiply what allocators do in a second, and a thread that a busy machine made the runtime start lives for ten.
        (allowed, more_threads) = (GROWTH * 3600.0 / rest.len() as f64, 1);
    } else {
        measured("F60", "", &[("MiB an hour", slope)]);
    }
    assert!(slope < allowed && files[1] <= files[0] + 4 && threads[1] <= threads[0] + more_threads, "{summary}");
}

/// The resources of a process at one time.
struct Sample {
    /// In KiB.
    memory: usize,
    threads: usize,
    files: usize,
}

impl Sample {
    fn of(process: u32) -> Self {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("the process has ended");
            line.trim().trim_end_matches(" kB").parse().unwrap()
        };
        let files = std::fs::read_dir(format!("/proc/{process}/fd")).unwrap().count();
        Self { memory: number("RssAnon:"), threads: number("Threads:"), files }
    }
}

/// The growth per sample: the slope of the regression line.
fn slope(values: impl ExactSizeIterator<Item = f64> + Clone) -> f64 {
    let count = values.len() as f64;
    let (middle, mean) = ((count - 1.0) / 2.0, values.clone().sum::<f64>() / count);
    let (mut shared, mut own) = (0.0, 0.0);
    for (at, value) in values.enumerate() {
        shared += (at as f64 - middle) * (value - mean);
        own += (at as f64 - middle).powi(2);
    }
    shared / own
}
