//! Conformance checks that every store must pass: those of this crate, and an app's own. And a store that fails on demand:
//! [`FailingStore`].
//!
//! ```
//! use std::sync::Arc;
//!
//! use open_platform::stores::MemoryStore;
//! use open_platform::testing::stores;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let store = Arc::new(MemoryStore::new());
//! // A durable store is opened again each time: every handle must find what another one wrote.
//! assert_eq!(stores::conformance(|| store.clone()).await, []);
//! # }
//! ```

use std::fmt;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use zeroize::Zeroizing;

use crate::error::StoreError;
use crate::random::random_text;
use crate::stores::{Kind, MemoryStore, Record, RecordStore};

/// A store in memory that fails on demand, for tests of an app's behaviour while its store is not available.
///
/// ```
/// use open_platform::OpenPlatform;
/// use open_platform::testing::stores::FailingStore;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> open_platform::Result<()> {
/// let store = FailingStore::new();
/// let platform = OpenPlatform::builder().store(store.clone()).build()?;
/// store.set_down(true);
/// assert_eq!(platform.grants().list().await.unwrap_err().code(), "store");
/// store.set_down(false);
/// assert!(platform.grants().list().await?.is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Default)]
pub struct FailingStore {
    memory: MemoryStore,
    down: AtomicBool,
    full: AtomicBool,
}

impl FailingStore {
    /// An empty store that works.
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// While the store is down, every operation fails. Its records are kept.
    pub fn set_down(&self, down: bool) {
        self.down.store(down, Ordering::SeqCst);
    }

    /// Whether it is down.
    pub fn is_down(&self) -> bool {
        self.down.load(Ordering::SeqCst)
    }

    /// While the store is full, writes fail. Reads and deletions work.
    pub fn set_full(&self, full: bool) {
        self.full.store(full, Ordering::SeqCst);
    }

    /// Lets other tasks run first, as a store on the network would.
    async fn up(&self, operation: &'static str) -> Result<(), StoreError> {
        tokio::task::yield_now().await;
        if self.is_down() { Err(StoreError::new(operation, "it is down")) } else { Ok(()) }
    }
}

#[async_trait]
impl RecordStore for FailingStore {
    async fn get(&self, kind: Kind, key: &str) -> Result<Option<Record>, StoreError> {
        self.up("get").await?;
        self.memory.get(kind, key).await
    }

    async fn put(&self, kind: Kind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        self.up("put").await?;
        if self.full.load(Ordering::SeqCst) {
            return Err(StoreError::new("put", "it is full"));
        }
        self.memory.put(kind, key, expected, value).await
    }

    async fn delete(&self, kind: Kind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.up("delete").await?;
        self.memory.delete(kind, key, expected).await
    }

    async fn list(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        self.up("list").await?;
        self.memory.list(kind, prefix).await
    }

    fn needs_encryption(&self) -> bool {
        false
    }
}

/// A failed check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The name of the check: what is expected of a store.
    pub check: &'static str,
    /// What happened instead.
    pub problem: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.check, self.problem)
    }
}

/// Runs all checks on a store and returns those that failed.
///
/// `open` returns a handle of the store, as another process would get one. It is called for every check. The records of the
/// checks have their own keys and are deleted at the end, so that a store in use is not affected.
///
/// The checks run in tasks of the current Tokio runtime. On a runtime with several threads they find more faults.
pub async fn conformance<S: RecordStore>(open: impl Fn() -> Arc<S>) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let open = || -> Handle { open() };
    for (number, (check, run)) in CHECKS.iter().enumerate() {
        let space = match random_text() {
            Ok(text) => format!("conformance-{number}-{}-", text.expose()),
            Err(error) => return vec![Flaw { check, problem: error.to_string() }],
        };
        let bench = CheckContext { one: open(), two: open(), space };
        let outcome = tokio::spawn(run(bench.clone())).await;
        // A new handle, because the check may have left the two in a bad state.
        bench.clean(open()).await;
        match outcome {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => flaws.push(Flaw { check, problem }),
            Err(_) => flaws.push(Flaw { check, problem: "it panicked".to_owned() }),
        }
    }
    flaws
}

type Handle = Arc<dyn RecordStore>;
type CheckResult = Result<(), String>;
type Running = Pin<Box<dyn Future<Output = CheckResult> + Send>>;

/// Keys with characters that a store could interpret.
fn unusual_keys() -> Vec<String> {
    let odd = [
        "%",
        "_",
        "a%",
        "a_",
        "*",
        "?",
        "[a]",
        "\\",
        "\\%",
        "'",
        "\"",
        "`",
        ";--",
        "$1",
        ":key",
        "{a}",
        "a\nb",
        "a\r\nb",
        "\n",
        "\t",
        " ",
        "a ",
        " a",
        "a\0b",
        "\0",
        "null",
        "0",
        "-1",
        "a/../b",
        "A",
        "a",
        "é",
        "e\u{301}",
        "ß",
        "ss",
        "ı",
        "İ",
        "کاربر",
        "ي",
        "ی",
        "\u{200c}",
        "\u{202e}",
        "\u{feff}",
        "🙂",
        "\u{ffff}",
        "\u{10ffff}",
    ];
    odd.into_iter().map(str::to_owned).chain(["k".repeat(4096)]).collect()
}

/// Two handles of one store, and the prefix of the keys that one check may use.
#[derive(Clone)]
struct CheckContext {
    one: Handle,
    two: Handle,
    space: String,
}

macro_rules! ensure {
    ($holds:expr, $($problem:tt)+) => {
        if !$holds {
            return Err(format!($($problem)+));
        }
    };
}

impl CheckContext {
    fn key(&self, name: &str) -> String {
        format!("{}{name}", self.space)
    }

    async fn get(&self, kind: Kind, name: &str) -> Result<Option<Record>, String> {
        self.one.get(kind, &self.key(name)).await.map_err(|e| e.to_string())
    }

    async fn put(&self, kind: Kind, name: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, String> {
        self.one.put(kind, &self.key(name), expected, value).await.map_err(|e| e.to_string())
    }

    async fn delete(&self, kind: Kind, name: &str, expected: i64) -> Result<bool, String> {
        self.one.delete(kind, &self.key(name), expected).await.map_err(|e| e.to_string())
    }

    /// The names of the records whose key starts with the check's prefix and `prefix`.
    async fn names(&self, kind: Kind, prefix: &str) -> Result<Vec<String>, String> {
        let listed = self.one.list(kind, &self.key(prefix)).await.map_err(|e| e.to_string())?;
        let versions = self.one.versions(kind, &self.key(prefix)).await.map_err(|e| e.to_string())?;
        let same = listed.iter().map(|(key, record)| (key, record.version)).eq(versions.iter().map(|(k, v)| (k, *v)));
        ensure!(same, "the list of versions is not that of the records");
        let name = |(key, _): (String, Record)| key.strip_prefix(&self.space).map_or(key.clone(), str::to_owned);
        Ok(listed.into_iter().map(name).collect())
    }

    /// Creates a grant with this name.
    async fn make(&self, name: &str, value: &[u8]) -> CheckResult {
        ensure!(self.put(Kind::Grant, name, None, value).await?, "the first put of {name:?} returned false");
        Ok(())
    }

    /// Checks that the grant with this name has this version and value.
    async fn expect(&self, name: &str, version: i64, value: &[u8]) -> CheckResult {
        let Some(record) = self.get(Kind::Grant, name).await? else { return Err(format!("{name:?} is not there")) };
        ensure!(record.version == version, "the version of {name:?} is {}, not {version}", record.version);
        ensure!(*record.value == value, "the value of {name:?} is another");
        Ok(())
    }

    async fn expect_none(&self, name: &str) -> CheckResult {
        ensure!(self.get(Kind::Grant, name).await?.is_none(), "{name:?} is there");
        Ok(())
    }

    /// Deletes what the check has left. Best effort: other checks detect a store that cannot delete.
    async fn clean(&self, store: Handle) {
        for kind in Kind::ALL {
            for (key, record) in store.list(kind, &self.space).await.unwrap_or_default() {
                let _ = store.delete(kind, &key, record.version).await;
            }
        }
    }

    /// Runs `count` operations concurrently, alternately on the two handles, and returns their results.
    async fn race<F>(&self, count: usize, operation: impl Fn(Handle, String, usize) -> F) -> Result<Vec<bool>, String>
    where
        F: Future<Output = Result<bool, crate::error::StoreError>> + Send + 'static,
    {
        let start = Arc::new(tokio::sync::Barrier::new(count));
        let mut tasks = Vec::new();
        for index in 0..count {
            let handle = if index % 2 == 0 { &self.one } else { &self.two };
            let operation = operation(Arc::clone(handle), self.key("contested"), index);
            let start = Arc::clone(&start);
            tasks.push(tokio::spawn(async move {
                start.wait().await;
                operation.await
            }));
        }
        let mut outcomes = Vec::new();
        for task in tasks {
            outcomes.push(task.await.map_err(|_| "an operation panicked")?.map_err(|e| e.to_string())?);
        }
        Ok(outcomes)
    }
}

fn count_true(outcomes: &[bool]) -> usize {
    outcomes.iter().filter(|outcome| **outcome).count()
}

/// Defines the table of checks, so that each check is a name and a body, and none is left out.
macro_rules! checks {
    ($($name:literal => |$bench:ident| $body:block)+) => {
        const CHECKS: &[(&str, fn(CheckContext) -> Running)] = &[
            $(($name, |$bench| Box::pin(async move { $body; Ok(()) })),)+
        ];
    };
}

checks! {
    "a record that was never written does not exist" => |b| {
        b.expect_none("a").await?;
        ensure!(b.names(Kind::Grant, "").await?.is_empty(), "the list has records of nobody");
    }
    "a new record has version 1" => |b| {
        b.make("a", b"value").await?;
        b.expect("a", 1, b"value").await?;
    }
    "every write adds 1 to the version" => |b| {
        b.make("a", b"0").await?;
        for version in 1..20_i64 {
            ensure!(b.put(Kind::Grant, "a", Some(version), &[version as u8]).await?, "put at version {version}: false");
            b.expect("a", version + 1, &[version as u8]).await?;
        }
    }
    "writing an equal value is a write" => |b| {
        b.make("a", b"same").await?;
        ensure!(b.put(Kind::Grant, "a", Some(1), b"same").await?, "the put returned false");
        b.expect("a", 2, b"same").await?;
    }
    "a put that expects no record does not replace an existing one" => |b| {
        b.make("a", b"first").await?;
        ensure!(!b.put(Kind::Grant, "a", None, b"second").await?, "the put returned true");
        b.expect("a", 1, b"first").await?;
    }
    "a put that expects an old version changes nothing" => |b| {
        b.make("a", b"first").await?;
        ensure!(b.put(Kind::Grant, "a", Some(1), b"second").await?, "the put returned false");
        ensure!(!b.put(Kind::Grant, "a", Some(1), b"third").await?, "the late put returned true");
        b.expect("a", 2, b"second").await?;
    }
    "a put that expects a future version changes nothing" => |b| {
        b.make("a", b"first").await?;
        for version in [2, 0, -1, i64::MAX, i64::MIN] {
            ensure!(!b.put(Kind::Grant, "a", Some(version), b"x").await?, "put at version {version}: true");
        }
        b.expect("a", 1, b"first").await?;
    }
    "a put that expects a version creates no record" => |b| {
        for version in [1, 0, -1, i64::MAX] {
            ensure!(!b.put(Kind::Grant, "a", Some(version), b"x").await?, "put at version {version}: true");
        }
        b.expect_none("a").await?;
    }
    "a record is deleted at its version" => |b| {
        b.make("a", b"x").await?;
        ensure!(b.put(Kind::Grant, "a", Some(1), b"y").await?, "the put returned false");
        ensure!(b.delete(Kind::Grant, "a", 2).await?, "the delete returned false");
        b.expect_none("a").await?;
        ensure!(b.names(Kind::Grant, "").await?.is_empty(), "the list still has it");
    }
    "a delete at another version changes nothing" => |b| {
        b.make("a", b"x").await?;
        for version in [0, 2, -1, i64::MAX] {
            ensure!(!b.delete(Kind::Grant, "a", version).await?, "delete at version {version}: true");
        }
        b.expect("a", 1, b"x").await?;
    }
    "a delete of a missing record is false" => |b| {
        for version in [0, 1] {
            ensure!(!b.delete(Kind::Grant, "a", version).await?, "delete at version {version}: true");
        }
        b.make("a", b"x").await?;
        ensure!(b.delete(Kind::Grant, "a", 1).await?, "the delete returned false");
        ensure!(!b.delete(Kind::Grant, "a", 1).await?, "the second delete returned true");
    }
    "a deleted record starts again at version 1" => |b| {
        b.make("a", b"x").await?;
        ensure!(b.put(Kind::Grant, "a", Some(1), b"y").await?, "the put returned false");
        ensure!(b.delete(Kind::Grant, "a", 2).await?, "the delete returned false");
        ensure!(!b.put(Kind::Grant, "a", Some(2), b"z").await?, "a put at the old version returned true");
        b.make("a", b"z").await?;
        b.expect("a", 1, b"z").await?;
    }
    "records of different kinds are independent" => |b| {
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            ensure!(b.put(kind, "a", None, &[index as u8]).await?, "the put of a {} returned false", kind.as_str());
        }
        ensure!(b.delete(Kind::Subscription, "a", 1).await?, "the delete returned false");
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            let expected = (kind != Kind::Subscription).then(|| vec![index as u8]);
            let found = b.get(kind, "a").await?.map(|record| record.value.to_vec());
            ensure!(found == expected, "the {} is {found:?}, not {expected:?}", kind.as_str());
            let listed = b.names(kind, "").await?.len();
            ensure!(listed == usize::from(expected.is_some()), "{listed} in the list of kind {}", kind.as_str());
        }
    }
    "keys may contain any characters" => |b| {
        for (index, name) in unusual_keys().iter().enumerate() {
            b.make(name, &[index as u8]).await?;
        }
        for (index, name) in unusual_keys().iter().enumerate() {
            b.expect(name, 1, &[index as u8]).await?;
            ensure!(b.put(Kind::Grant, name, Some(1), b"new").await?, "the put of {name:?} returned false");
            b.expect(name, 2, b"new").await?;
        }
        for name in unusual_keys() {
            ensure!(b.delete(Kind::Grant, &name, 2).await?, "the delete of {name:?} returned false");
        }
        ensure!(b.names(Kind::Grant, "").await?.is_empty(), "some are left");
    }
    "a list is ordered by the bytes of the keys" => |b| {
        let mut expected = unusual_keys();
        for name in &expected {
            b.make(name, b"x").await?;
        }
        expected.sort_unstable();
        let listed = b.names(Kind::Grant, "").await?;
        ensure!(listed == expected, "{listed:?}, not {expected:?}");
    }
    "a prefix is text, not a pattern" => |b| {
        let names = unusual_keys();
        for name in &names {
            b.make(name, b"x").await?;
        }
        for prefix in &names {
            let mut expected: Vec<_> = names.iter().filter(|name| name.starts_with(prefix.as_str())).cloned().collect();
            expected.sort_unstable();
            let listed = b.names(Kind::Grant, prefix).await?;
            ensure!(listed == expected, "{prefix:?} lists {listed:?}, not {expected:?}");
        }
    }
    "a prefix that ends with a line feed finds one grant's subscriptions" => |b| {
        for name in ["u1\na", "u1\nb", "u1", "u10\na", "u2\na"] {
            ensure!(b.put(Kind::Subscription, name, None, b"x").await?, "the put of {name:?} returned false");
        }
        let listed = b.names(Kind::Subscription, "u1\n").await?;
        ensure!(listed == ["u1\na", "u1\nb"], "{listed:?}");
    }
    "a prefix without records finds nothing" => |b| {
        b.make("abc", b"x").await?;
        for prefix in ["abcd", "b", "abb", "\u{10ffff}"] {
            let listed = b.names(Kind::Grant, prefix).await?;
            ensure!(listed.is_empty(), "{prefix:?} lists {listed:?}");
        }
    }
    "an empty prefix lists all records" => |b| {
        for name in ["b", "a"] {
            b.make(name, b"x").await?;
        }
        let listed = b.one.list(Kind::Grant, "").await.map_err(|e| e.to_string())?;
        ensure!(listed.is_sorted_by(|(a, _), (b, _)| a < b), "not in the order of the keys");
        let own = listed.iter().filter(|(key, _)| key.starts_with(&b.space)).count();
        ensure!(own == 2, "{own} of 2 records");
    }
    "a list has versions and values" => |b| {
        b.make("a", b"1").await?;
        b.make("b", b"1").await?;
        ensure!(b.put(Kind::Grant, "b", Some(1), b"2").await?, "the put returned false");
        let listed = b.one.list(Kind::Grant, &b.space).await.map_err(|e| e.to_string())?;
        let found: Vec<_> = listed.iter().map(|(_, record)| (record.version, record.value.as_slice())).collect();
        ensure!(found == [(1, b"1".as_slice()), (2, b"2".as_slice())], "{found:?}");
    }
    "a list of 1,100 records is complete" => |b| {
        let names: Vec<String> = (0..1100).map(|number| format!("{number:04}")).collect();
        for chunk in names.chunks(100) {
            let puts: Vec<_> = chunk
                .iter()
                .map(|name| {
                    let (bench, name) = (b.clone(), name.clone());
                    tokio::spawn(async move { bench.make(&name, name.as_bytes()).await })
                })
                .collect();
            for put in puts {
                put.await.map_err(|_| "a put panicked")??;
            }
        }
        let listed = b.names(Kind::Grant, "").await?;
        ensure!(listed == names, "{} in the list, or in another order", listed.len());
        let listed = b.names(Kind::Grant, "09").await?;
        ensure!(listed.len() == 100, "{} of 100 in the list of a prefix", listed.len());
    }
    "a page is a part of the list" => |b| {
        let mut names = unusual_keys();
        for name in &names {
            b.make(name, b"x").await?;
        }
        names.sort_unstable();
        for limit in [1, 2, 7, 1000] {
            let mut seen: Vec<String> = Vec::new();
            loop {
                let after = seen.last().map(|name| b.key(name));
                let page = b.one.page(Kind::Grant, &b.space, after.as_deref(), limit).await.map_err(|e| e.to_string())?;
                let size = page.len();
                ensure!(size <= limit, "{size} records in a page of {limit}");
                let name = |key: String| key.strip_prefix(&b.space).map_or(key.clone(), str::to_owned);
                seen.extend(page.into_iter().map(|(key, _)| name(key)));
                ensure!(seen.len() <= names.len(), "the pages do not end");
                if size < limit {
                    break;
                }
            }
            ensure!(seen == names, "pages of {limit} have {seen:?}, not {names:?}");
        }
        // Keys that are less than, and greater than, all keys with the prefix.
        for (after, expected) in [("", names.len()), ("\u{10ffff}", 0)] {
            let page = b.one.page(Kind::Grant, &b.space, Some(after), 1000).await.map_err(|e| e.to_string())?;
            ensure!(page.len() == expected, "behind {after:?} are {} records, not {expected}", page.len());
        }
    }
    "a page has versions and values" => |b| {
        b.make("a", b"1").await?;
        ensure!(b.put(Kind::Grant, "a", Some(1), b"2").await?, "the put returned false");
        let page = b.one.page(Kind::Grant, &b.space, None, 1).await.map_err(|e| e.to_string())?;
        let found: Vec<_> = page.iter().map(|(_, record)| (record.version, record.value.as_slice())).collect();
        ensure!(found == [(2, b"2".as_slice())], "{found:?}");
    }
    "pruning deletes the first keys before a bound, and no others" => |b| {
        for number in 0..10 {
            b.make(&format!("t{number}"), b"x").await?;
        }
        // Records with another version, outside the range, and of another kind.
        ensure!(b.put(Kind::Grant, "t1", Some(1), b"y").await?, "the put returned false");
        b.make("s", b"x").await?;
        b.make("u", b"x").await?;
        ensure!(b.put(Kind::Login, "t0", None, b"x").await?, "the put returned false");
        let prune = async |before: &str, limit| {
            b.one.prune(Kind::Grant, &b.key("t"), &b.key(before), limit).await.map_err(|e| e.to_string())
        };
        for (before, limit, expected, left) in [
            ("t0", 9, 0, &["s", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "u"][..]),
            ("t4", 3, 3, &["s", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "u"]),
            ("t4", 3, 1, &["s", "t4", "t5", "t6", "t7", "t8", "t9", "u"]),
            ("v", 9, 6, &["s", "u"]),
        ] {
            let deleted = prune(before, limit).await?;
            ensure!(deleted == expected, "{deleted} deleted before {before}, not {expected}");
            let found = b.names(Kind::Grant, "").await?;
            ensure!(found == left, "{found:?} are left, not {left:?}");
        }
        ensure!(b.names(Kind::Login, "").await? == ["t0"], "the record of another kind is gone");
    }
    "a count is the length of the list" => |b| {
        for name in ["a", "aa", "ab", "b"] {
            b.make(name, b"x").await?;
        }
        for (prefix, expected) in [("", 4), ("a", 3), ("aa", 1), ("c", 0)] {
            let count = b.one.count(Kind::Grant, &b.key(prefix)).await.map_err(|e| e.to_string())?;
            ensure!(count == expected, "{count} with {prefix:?}, not {expected}");
        }
        let events = b.one.count(Kind::Event, &b.space).await.map_err(|e| e.to_string())?;
        ensure!(events == 0, "{events} of a kind of which there is none");
    }
    "values are returned byte for byte" => |b| {
        let all: Vec<u8> = (0..=255).collect();
        let values: [&[u8]; 6] = [b"", b"\0", &all, b"\xff\xfe", "کلید\n".as_bytes(), b"{\"a\":1}"];
        for (index, value) in values.into_iter().enumerate() {
            b.make(&index.to_string(), value).await?;
            b.expect(&index.to_string(), 1, value).await?;
        }
    }
    "a value of 1 MiB is returned" => |b| {
        let value: Vec<u8> = (0..1 << 20).map(|index: u32| (index % 251) as u8).collect();
        b.make("a", &value).await?;
        b.expect("a", 1, &value).await?;
        ensure!(b.put(Kind::Grant, "a", Some(1), b"short").await?, "the put returned false");
        b.expect("a", 2, b"short").await?;
    }
    "of concurrent creations of one record, one succeeds" => |b| {
        let put = |store: Handle, key: String, index: usize| async move {
            store.put(Kind::Grant, &key, None, &[index as u8]).await
        };
        let won = b.race(32, put).await?;
        ensure!(count_true(&won) == 1, "{} were told that they did", count_true(&won));
        let winner = won.iter().position(|won| *won).unwrap_or_default();
        b.expect("contested", 1, &[winner as u8]).await?;
    }
    "of concurrent writes of one version, one succeeds" => |b| {
        b.make("contested", b"x").await?;
        let put = |store: Handle, key: String, index: usize| async move {
            store.put(Kind::Grant, &key, Some(1), &[index as u8]).await
        };
        let won = b.race(32, put).await?;
        ensure!(count_true(&won) == 1, "{} were told that they did", count_true(&won));
        let winner = won.iter().position(|won| *won).unwrap_or_default();
        b.expect("contested", 2, &[winner as u8]).await?;
    }
    "of concurrent deletions of one record, one succeeds" => |b| {
        for _ in 0..5 {
            b.make("contested", b"x").await?;
            let delete = |store: Handle, key: String, _| async move { store.delete(Kind::Grant, &key, 1).await };
            let won = b.race(32, delete).await?;
            ensure!(count_true(&won) == 1, "{} were told that they did", count_true(&won));
            b.expect_none("contested").await?;
        }
    }
    "of a concurrent write and delete, one succeeds" => |b| {
        for _ in 0..10 {
            b.make("contested", b"x").await?;
            let either = |store: Handle, key: String, index: usize| async move {
                match index % 4 {
                    0 | 1 => store.put(Kind::Grant, &key, Some(1), b"y").await,
                    _ => store.delete(Kind::Grant, &key, 1).await,
                }
            };
            let won = b.race(8, either).await?;
            ensure!(count_true(&won) == 1, "{} were told that it did", count_true(&won));
            if won.iter().position(|won| *won).unwrap_or_default() % 4 < 2 {
                b.expect("contested", 2, b"y").await?;
                ensure!(b.delete(Kind::Grant, "contested", 2).await?, "the delete returned false");
            }
            b.expect_none("contested").await?;
        }
    }
    "no update is lost" => |b| {
        b.make("contested", &0_u32.to_be_bytes()).await?;
        let add = |store: Handle, key: String, _| async move {
            for _ in 0..10 {
                loop {
                    let Some(record) = store.get(Kind::Grant, &key).await? else { return Ok(false) };
                    let count = record.value.as_slice().try_into().map(u32::from_be_bytes).unwrap_or_default() + 1;
                    if store.put(Kind::Grant, &key, Some(record.version), &count.to_be_bytes()).await? {
                        break;
                    }
                }
            }
            Ok(true)
        };
        ensure!(count_true(&b.race(8, add).await?) == 8, "the record went away");
        b.expect("contested", 81, &80_u32.to_be_bytes()).await?;
    }
    "a reader sees complete records" => |b| {
        b.make("contested", &[1; 20_000]).await?;
        let turn = |store: Handle, key: String, index: usize| async move {
            for _ in 0..20 {
                let Some(record) = store.get(Kind::Grant, &key).await? else { return Ok(false) };
                let next = Zeroizing::new(vec![(record.version + 1) as u8; 20_000 + 100 * record.version as usize]);
                if record.value.iter().any(|byte| *byte != record.version as u8) {
                    return Ok(false);
                }
                if index < 4 {
                    store.put(Kind::Grant, &key, Some(record.version), &next).await?;
                }
            }
            Ok(true)
        };
        ensure!(count_true(&b.race(8, turn).await?) == 8, "a reader saw the value of another version");
    }
    "records written concurrently do not mix" => |b| {
        let write = |store: Handle, key: String, index: usize| async move {
            let (key, value) = (format!("{key}{index}"), [index as u8; 1000]);
            let mut good = store.put(Kind::Grant, &key, None, &value).await?;
            for version in 1..10 {
                good &= store.put(Kind::Grant, &key, Some(version), &value).await?;
                let record = store.get(Kind::Grant, &key).await?;
                good &= record.is_some_and(|record| record.version == version + 1 && *record.value == value);
            }
            Ok(good)
        };
        ensure!(count_true(&b.race(16, write).await?) == 16, "a record is not what was written");
    }
    "another handle sees a write at once" => |b| {
        let other = CheckContext { one: b.two.clone(), ..b.clone() };
        for version in 1..10 {
            let (writer, reader) = if version % 2 == 0 { (&b, &other) } else { (&other, &b) };
            let expected = (version > 1).then_some(version - 1);
            ensure!(writer.put(Kind::Grant, "a", expected, &[version as u8]).await?, "the put returned false");
            reader.expect("a", version, &[version as u8]).await?;
            ensure!(reader.names(Kind::Grant, "").await? == ["a"], "the list does not have it");
        }
        ensure!(other.delete(Kind::Grant, "a", 9).await?, "the delete returned false");
        b.expect_none("a").await?;
    }
    "a cancelled operation takes effect completely or not at all" => |b| {
        b.make("a", b"old").await?;
        let mut version = 1;
        for _ in 0..20 {
            {
                let key = b.key("a");
                let mut put = pin!(b.one.put(Kind::Grant, &key, Some(version), b"new"));
                // Started, and dropped before it is done.
                let _ = std::future::poll_fn(|cx| std::task::Poll::Ready(put.as_mut().poll(cx))).await;
            }
            // The next write succeeds nevertheless.
            loop {
                let Some(record) = b.get(Kind::Grant, "a").await? else { return Err("the record went away".into()) };
                version = record.version;
                ensure!([b"old", b"new"].contains(&record.value.as_slice().try_into().unwrap_or(b"???")), "half a value");
                if b.put(Kind::Grant, "a", Some(version), b"old").await? {
                    version += 1;
                    break;
                }
            }
        }
    }
    "the store's clock, if it has one, does not run backwards" => |b| {
        let mut last = None;
        for index in 0..20 {
            let handle = if index % 2 == 0 { &b.one } else { &b.two };
            let now = handle.now().await.map_err(|e| e.to_string())?;
            ensure!(index == 0 || now.is_some() == last.is_some(), "it is there by turns");
            ensure!(now >= last, "from {last:?} to {now:?}");
            last = now;
        }
    }
}
