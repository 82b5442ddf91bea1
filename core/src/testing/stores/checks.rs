//! The checks: each has a name and a body.

use super::*;

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

fn count_true(outcomes: &[bool]) -> usize {
    outcomes.iter().filter(|outcome| **outcome).count()
}

/// Defines the table of checks, so that each check is a name and a body, and none is left out.
macro_rules! checks {
    ($($name:literal => |$bench:ident| $body:block)+) => {
        pub(super) const CHECKS: &[(&str, fn(CheckContext) -> Running)] = &[
            $(($name, |$bench| Box::pin(async move { $body; Ok(()) })),)+
        ];
    };
}

checks! {
    "a record that was never written does not exist" => |b| {
        b.expect_none("a").await?;
        ensure!(b.names(RecordKind::Grant, "").await?.is_empty(), "a scan returned records that nobody wrote");
    }
    "a new record has version 1" => |b| {
        b.make("a", b"value").await?;
        b.expect("a", 1, b"value").await?;
    }
    "every write adds 1 to the version" => |b| {
        b.make("a", b"0").await?;
        for version in 1..20_i64 {
            ensure!(b.put(RecordKind::Grant, "a", Some(version), &[version as u8]).await?, "put at version {version}: false");
            b.expect("a", version + 1, &[version as u8]).await?;
        }
    }
    "writing an equal value is a write" => |b| {
        b.make("a", b"same").await?;
        ensure!(b.put(RecordKind::Grant, "a", Some(1), b"same").await?, "the put returned false");
        b.expect("a", 2, b"same").await?;
    }
    "a put that expects no record does not replace an existing one" => |b| {
        b.make("a", b"first").await?;
        ensure!(!b.put(RecordKind::Grant, "a", None, b"second").await?, "the put returned true");
        b.expect("a", 1, b"first").await?;
    }
    "of new records that are inserted together, all are stored, or none if one exists" => |b| {
        b.make("b", b"old").await?;
        let keys = ["a", "b", "c"].map(|name| b.key(name));
        let new = |kind, at: usize| NewRecord { kind, key: &keys[at], value: b"new" };
        for records in [[0, 1, 2], [0, 2, 1], [1, 0, 2]].map(|order| order.map(|at| new(RecordKind::Grant, at))) {
            let stored = b.one.insert(&records).await.map_err(|e| e.to_string())?;
            ensure!(stored == [false; 3], "one key exists, and the results are {stored:?}");
            b.expect_none("a").await?;
            b.expect("b", 1, b"old").await?;
            b.expect_none("c").await?;
        }
        let records = [new(RecordKind::Grant, 0), new(RecordKind::Login, 1), new(RecordKind::Grant, 2)];
        let stored = b.one.insert(&records).await.map_err(|e| e.to_string())?;
        ensure!(stored == [true; 3], "no key exists, and the results are {stored:?}");
        b.expect("a", 1, b"new").await?;
        b.expect("c", 1, b"new").await?;
        ensure!(b.get(RecordKind::Login, "b").await?.is_some(), "the record of another kind is not there");
    }
    "a put that expects an old version changes nothing" => |b| {
        b.make("a", b"first").await?;
        ensure!(b.put(RecordKind::Grant, "a", Some(1), b"second").await?, "the put returned false");
        ensure!(!b.put(RecordKind::Grant, "a", Some(1), b"third").await?, "the late put returned true");
        b.expect("a", 2, b"second").await?;
    }
    "a put that expects a future version changes nothing" => |b| {
        b.make("a", b"first").await?;
        for version in [2, 0, -1, i64::MAX, i64::MIN] {
            ensure!(!b.put(RecordKind::Grant, "a", Some(version), b"x").await?, "put at version {version}: true");
        }
        b.expect("a", 1, b"first").await?;
    }
    "a put that expects a version creates no record" => |b| {
        for version in [1, 0, -1, i64::MAX] {
            ensure!(!b.put(RecordKind::Grant, "a", Some(version), b"x").await?, "put at version {version}: true");
        }
        b.expect_none("a").await?;
    }
    "a record is deleted at its version" => |b| {
        b.make("a", b"x").await?;
        ensure!(b.put(RecordKind::Grant, "a", Some(1), b"y").await?, "the put returned false");
        ensure!(b.delete(RecordKind::Grant, "a", 2).await?, "the delete returned false");
        b.expect_none("a").await?;
        ensure!(b.names(RecordKind::Grant, "").await?.is_empty(), "a scan still has it");
    }
    "a delete at another version changes nothing" => |b| {
        b.make("a", b"x").await?;
        for version in [0, 2, -1, i64::MAX] {
            ensure!(!b.delete(RecordKind::Grant, "a", version).await?, "delete at version {version}: true");
        }
        b.expect("a", 1, b"x").await?;
    }
    "a delete of a missing record is false" => |b| {
        for version in [0, 1] {
            ensure!(!b.delete(RecordKind::Grant, "a", version).await?, "delete at version {version}: true");
        }
        b.make("a", b"x").await?;
        ensure!(b.delete(RecordKind::Grant, "a", 1).await?, "the delete returned false");
        ensure!(!b.delete(RecordKind::Grant, "a", 1).await?, "the second delete returned true");
    }
    "a deleted record starts again at version 1" => |b| {
        b.make("a", b"x").await?;
        ensure!(b.put(RecordKind::Grant, "a", Some(1), b"y").await?, "the put returned false");
        ensure!(b.delete(RecordKind::Grant, "a", 2).await?, "the delete returned false");
        ensure!(!b.put(RecordKind::Grant, "a", Some(2), b"z").await?, "a put at the old version returned true");
        b.make("a", b"z").await?;
        b.expect("a", 1, b"z").await?;
    }
    "records of different kinds are independent" => |b| {
        for (index, kind) in RecordKind::ALL.into_iter().enumerate() {
            ensure!(b.put(kind, "a", None, &[index as u8]).await?, "the put of a {} returned false", kind.as_str());
        }
        ensure!(b.delete(RecordKind::Subscription, "a", 1).await?, "the delete returned false");
        for (index, kind) in RecordKind::ALL.into_iter().enumerate() {
            let expected = (kind != RecordKind::Subscription).then(|| vec![index as u8]);
            let found = b.get(kind, "a").await?.map(|record| record.value().map(<[u8]>::to_vec).unwrap_or_default());
            ensure!(found == expected, "the {} is {found:?}, not {expected:?}", kind.as_str());
            let listed = b.names(kind, "").await?.len();
            ensure!(listed == usize::from(expected.is_some()), "{listed} in the scan of kind {}", kind.as_str());
        }
    }
    "keys may contain any characters" => |b| {
        for (index, name) in unusual_keys().iter().enumerate() {
            b.make(name, &[index as u8]).await?;
        }
        for (index, name) in unusual_keys().iter().enumerate() {
            b.expect(name, 1, &[index as u8]).await?;
            ensure!(b.put(RecordKind::Grant, name, Some(1), b"new").await?, "the put of {name:?} returned false");
            b.expect(name, 2, b"new").await?;
        }
        for name in unusual_keys() {
            ensure!(b.delete(RecordKind::Grant, &name, 2).await?, "the delete of {name:?} returned false");
        }
        ensure!(b.names(RecordKind::Grant, "").await?.is_empty(), "some records are left");
    }
    "a scan is ordered by the bytes of the keys" => |b| {
        let mut expected = unusual_keys();
        for name in &expected {
            b.make(name, b"x").await?;
        }
        expected.sort_unstable();
        let listed = b.names(RecordKind::Grant, "").await?;
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
            let listed = b.names(RecordKind::Grant, prefix).await?;
            ensure!(listed == expected, "{prefix:?} finds {listed:?}, not {expected:?}");
        }
    }
    "a prefix that ends with a line feed finds one grant's subscriptions" => |b| {
        for name in ["u1\na", "u1\nb", "u1", "u10\na", "u2\na"] {
            ensure!(b.put(RecordKind::Subscription, name, None, b"x").await?, "the put of {name:?} returned false");
        }
        let listed = b.names(RecordKind::Subscription, "u1\n").await?;
        ensure!(listed == ["u1\na", "u1\nb"], "{listed:?}");
    }
    "a prefix without records finds nothing" => |b| {
        b.make("abc", b"x").await?;
        for prefix in ["abcd", "b", "abb", "\u{10ffff}"] {
            let listed = b.names(RecordKind::Grant, prefix).await?;
            ensure!(listed.is_empty(), "{prefix:?} finds {listed:?}");
        }
    }
    "an empty prefix finds all records" => |b| {
        for name in ["b", "a"] {
            b.make(name, b"x").await?;
        }
        let listed = scan_all(&b.one, RecordKind::Grant, "").await.map_err(|e| e.to_string())?;
        ensure!(listed.is_sorted_by(|(a, _), (b, _)| a < b), "not in the order of the keys");
        let own = listed.iter().filter(|(key, _)| key.starts_with(&b.space)).count();
        ensure!(own == 2, "{own} of 2 records");
    }
    "a scan has versions and values" => |b| {
        b.make("a", b"1").await?;
        b.make("b", b"1").await?;
        ensure!(b.put(RecordKind::Grant, "b", Some(1), b"2").await?, "the put returned false");
        let page = b.one.scan(RecordKind::Grant, &b.space, None, 2).await.map_err(|e| e.to_string())?;
        let found = page.iter().map(|(_, record)| Ok((record.version, record.value()?))).collect::<Result<Vec<_>, StoreError>>();
        let found = found.map_err(|e| e.to_string())?;
        ensure!(found == [(1, b"1".as_slice()), (2, b"2".as_slice())], "{found:?}");
    }
    "the scans of 1,100 records are complete" => |b| {
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
        let listed = b.names(RecordKind::Grant, "").await?;
        ensure!(listed == names, "{} were found, or in another order", listed.len());
        let listed = b.names(RecordKind::Grant, "09").await?;
        ensure!(listed.len() == 100, "{} of 100 were found with a prefix", listed.len());
    }
    "a scan continues after any key" => |b| {
        let mut names = unusual_keys();
        for name in &names {
            b.make(name, b"x").await?;
        }
        names.sort_unstable();
        for limit in [1, 2, 7, 1000] {
            let mut seen: Vec<String> = Vec::new();
            loop {
                let after = seen.last().map(|name| b.key(name));
                let page = b.one.scan(RecordKind::Grant, &b.space, after.as_deref(), limit).await.map_err(|e| e.to_string())?;
                let size = page.len();
                ensure!(size <= limit, "{size} records in a scan of {limit}");
                let name = |key: String| key.strip_prefix(&b.space).map_or(key.clone(), str::to_owned);
                seen.extend(page.into_iter().map(|(key, _)| name(key)));
                ensure!(seen.len() <= names.len(), "the scans do not end");
                if size < limit {
                    break;
                }
            }
            ensure!(seen == names, "scans of {limit} have {seen:?}, not {names:?}");
        }
        // Keys that are less than, and greater than, all keys with the prefix.
        for (after, expected) in [("", names.len()), ("\u{10ffff}", 0)] {
            let page = b.one.scan(RecordKind::Grant, &b.space, Some(after), 1000).await.map_err(|e| e.to_string())?;
            ensure!(page.len() == expected, "behind {after:?} are {} records, not {expected}", page.len());
        }
    }
    "pruning deletes the first keys before a bound, and no others" => |b| {
        for number in 0..10 {
            b.make(&format!("t{number}"), b"x").await?;
        }
        // Records with another version, outside the range, and of another kind.
        ensure!(b.put(RecordKind::Grant, "t1", Some(1), b"y").await?, "the put returned false");
        b.make("s", b"x").await?;
        b.make("u", b"x").await?;
        ensure!(b.put(RecordKind::Login, "t0", None, b"x").await?, "the put returned false");
        let prune = async |before: &str, limit| {
            b.one.prune(RecordKind::Grant, &b.key("t"), &b.key(before), limit).await.map_err(|e| e.to_string())
        };
        for (before, limit, expected, left) in [
            ("t0", 9, 0, &["s", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "u"][..]),
            ("t4", 3, 3, &["s", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "u"]),
            ("t4", 3, 1, &["s", "t4", "t5", "t6", "t7", "t8", "t9", "u"]),
            ("v", 9, 6, &["s", "u"]),
        ] {
            let deleted = prune(before, limit).await?;
            ensure!(deleted == expected, "{deleted} deleted before {before}, not {expected}");
            let found = b.names(RecordKind::Grant, "").await?;
            ensure!(found == left, "{found:?} are left, not {left:?}");
        }
        ensure!(b.names(RecordKind::Login, "").await? == ["t0"], "the record of another kind is gone");
    }
    "a count is the number of records" => |b| {
        for name in ["a", "aa", "ab", "b"] {
            b.make(name, b"x").await?;
        }
        for (prefix, expected) in [("", 4), ("a", 3), ("aa", 1), ("c", 0)] {
            let count = b.one.count(RecordKind::Grant, &b.key(prefix)).await.map_err(|e| e.to_string())?;
            ensure!(count == expected, "{count} with {prefix:?}, not {expected}");
        }
        let events = b.one.count(RecordKind::Event, &b.space).await.map_err(|e| e.to_string())?;
        ensure!(events == 0, "{events} of a kind without records");
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
        ensure!(b.put(RecordKind::Grant, "a", Some(1), b"short").await?, "the put returned false");
        b.expect("a", 2, b"short").await?;
    }
    "of concurrent creations of one record, one succeeds" => |b| {
        let put = |store: Handle, key: String, index: usize| async move {
            store.put(RecordKind::Grant, &key, None, &[index as u8]).await
        };
        let won = b.race(32, put).await?;
        ensure!(count_true(&won) == 1, "{} of them returned true", count_true(&won));
        let winner = won.iter().position(|won| *won).unwrap_or_default();
        b.expect("contested", 1, &[winner as u8]).await?;
    }
    "of concurrent writes of one version, one succeeds" => |b| {
        b.make("contested", b"x").await?;
        let put = |store: Handle, key: String, index: usize| async move {
            store.put(RecordKind::Grant, &key, Some(1), &[index as u8]).await
        };
        let won = b.race(32, put).await?;
        ensure!(count_true(&won) == 1, "{} of them returned true", count_true(&won));
        let winner = won.iter().position(|won| *won).unwrap_or_default();
        b.expect("contested", 2, &[winner as u8]).await?;
    }
    "of concurrent deletions of one record, one succeeds" => |b| {
        for _ in 0..5 {
            b.make("contested", b"x").await?;
            let delete = |store: Handle, key: String, _| async move { store.delete(RecordKind::Grant, &key, 1).await };
            let won = b.race(32, delete).await?;
            ensure!(count_true(&won) == 1, "{} of them returned true", count_true(&won));
            b.expect_none("contested").await?;
        }
    }
    "of a concurrent write and delete, one succeeds" => |b| {
        for _ in 0..10 {
            b.make("contested", b"x").await?;
            let either = |store: Handle, key: String, index: usize| async move {
                match index % 4 {
                    0 | 1 => store.put(RecordKind::Grant, &key, Some(1), b"y").await,
                    _ => store.delete(RecordKind::Grant, &key, 1).await,
                }
            };
            let won = b.race(8, either).await?;
            ensure!(count_true(&won) == 1, "{} of them returned true", count_true(&won));
            if won.iter().position(|won| *won).unwrap_or_default() % 4 < 2 {
                b.expect("contested", 2, b"y").await?;
                ensure!(b.delete(RecordKind::Grant, "contested", 2).await?, "the delete returned false");
            }
            b.expect_none("contested").await?;
        }
    }
    "no update is lost" => |b| {
        b.make("contested", &0_u32.to_be_bytes()).await?;
        let add = |store: Handle, key: String, _| async move {
            for _ in 0..10 {
                loop {
                    let Some(record) = store.get(RecordKind::Grant, &key).await? else { return Ok(false) };
                    let count = record.value()?.try_into().map(u32::from_be_bytes).unwrap_or_default() + 1;
                    if store.put(RecordKind::Grant, &key, Some(record.version), &count.to_be_bytes()).await? {
                        break;
                    }
                }
            }
            Ok(true)
        };
        ensure!(count_true(&b.race(8, add).await?) == 8, "the record disappeared");
        b.expect("contested", 81, &80_u32.to_be_bytes()).await?;
    }
    "a reader sees complete records" => |b| {
        b.make("contested", &[1; 20_000]).await?;
        let turn = |store: Handle, key: String, index: usize| async move {
            for _ in 0..20 {
                let Some(record) = store.get(RecordKind::Grant, &key).await? else { return Ok(false) };
                let next = Zeroizing::new(vec![(record.version + 1) as u8; 20_000 + 100 * record.version as usize]);
                if record.value()?.iter().any(|byte| *byte != record.version as u8) {
                    return Ok(false);
                }
                if index < 4 {
                    store.put(RecordKind::Grant, &key, Some(record.version), &next).await?;
                }
            }
            Ok(true)
        };
        ensure!(count_true(&b.race(8, turn).await?) == 8, "a reader saw the value of another version");
    }
    "records written concurrently do not mix" => |b| {
        let write = |store: Handle, key: String, index: usize| async move {
            let (key, value) = (format!("{key}{index}"), [index as u8; 1000]);
            let mut good = store.put(RecordKind::Grant, &key, None, &value).await?;
            for version in 1..10 {
                good &= store.put(RecordKind::Grant, &key, Some(version), &value).await?;
                let record = store.get(RecordKind::Grant, &key).await?;
                good &= record.is_some_and(|it| it.version == version + 1 && it.value().is_ok_and(|found| found == value));
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
            ensure!(writer.put(RecordKind::Grant, "a", expected, &[version as u8]).await?, "the put returned false");
            reader.expect("a", version, &[version as u8]).await?;
            ensure!(reader.names(RecordKind::Grant, "").await? == ["a"], "a scan does not have it");
        }
        ensure!(other.delete(RecordKind::Grant, "a", 9).await?, "the delete returned false");
        b.expect_none("a").await?;
    }
    "a cancelled operation takes effect completely or not at all" => |b| {
        b.make("a", b"old").await?;
        let mut version = 1;
        for _ in 0..20 {
            {
                let key = b.key("a");
                let mut put = pin!(b.one.put(RecordKind::Grant, &key, Some(version), b"new"));
                // Started, and dropped before it is done.
                let _ = std::future::poll_fn(|cx| std::task::Poll::Ready(put.as_mut().poll(cx))).await;
            }
            // The next write succeeds nevertheless.
            loop {
                let Some(record) = b.get(RecordKind::Grant, "a").await? else { return Err("the record disappeared".into()) };
                version = record.version;
                let value = record.value().map_err(|e| e.to_string())?;
                ensure!([&b"old"[..], b"new"].contains(&value), "the value is neither the old nor the new one");
                if b.put(RecordKind::Grant, "a", Some(version), b"old").await? {
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
            ensure!(index == 0 || now.is_some() == last.is_some(), "it is sometimes there and sometimes not");
            ensure!(now >= last, "from {last:?} to {now:?}");
            last = now;
        }
    }
}
