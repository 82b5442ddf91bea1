//! The lock of a process on the file of a SQLite store, as another process sees it.

use std::path::Path;
use std::process::Command;

use open_platform::stores::{Encryption, RecordKind, open_store};

/// Whether another process gets an exclusive lock on the file. A process that has it deletes the log of SQLite.
fn can_be_locked(file: &Path) -> bool {
    let program = "
import fcntl, sys
with open(sys.argv[1], 'r+b') as file:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        print('locked')
    except BlockingIOError:
        print('refused')
";
    let output = Command::new("python3").arg("-c").arg(program).arg(file).output().unwrap();
    match &output.stdout[..] {
        b"locked\n" => true,
        b"refused\n" => false,
        _ => panic!("{output:?}"),
    }
}

/// A process that closes any descriptor of a file loses all its locks on it.
#[tokio::test]
async fn a_store_keeps_its_lock_when_its_process_opens_the_file_again() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("store.db");
    std::fs::write(&file, "").unwrap();
    assert!(can_be_locked(&file));
    let open = || open_store(&format!("sqlite://{}", file.display()), Encryption::unencrypted()).unwrap();
    let first = open();
    assert!(first.put(RecordKind::Grant, "a", None, b"x").await.unwrap());
    assert!(!can_be_locked(&file));
    assert!(first.get(RecordKind::Grant, "a").await.unwrap().is_some());
    assert!(!can_be_locked(&file), "after the connection for reads was opened");
    let second = open();
    assert!(second.put(RecordKind::Grant, "b", None, b"x").await.unwrap());
    assert!(!can_be_locked(&file), "after another store was opened");
}
