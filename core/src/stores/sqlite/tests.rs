use super::*;

fn directory() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("store.db");
    (directory, file)
}

fn reason<T>(result: Result<T, StoreError>) -> String {
    result.err().expect("an error").reason
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;

    let (directory, file) = directory();
    let store = SqliteStore::new(&file);
    assert!(store.put(RecordKind::Grant, "a", None, b"x").await.unwrap());
    let mut files = 0;
    for entry in std::fs::read_dir(directory.path()).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", entry.file_name());
        files += 1;
    }
    assert!(files >= 2, "the file and its log");
}

#[cfg(unix)]
#[tokio::test]
async fn permissions_of_others_are_removed_from_existing_files() {
    use std::os::unix::fs::PermissionsExt;

    let (directory, file) = directory();
    let store = SqliteStore::new(&file);
    assert!(store.put(RecordKind::Grant, "a", None, b"x").await.unwrap());
    for entry in std::fs::read_dir(directory.path()).unwrap() {
        let path = entry.unwrap().path();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o664)).unwrap();
    }
    assert!(SqliteStore::new(&file).get(RecordKind::Grant, "a").await.unwrap().is_some());
    for entry in std::fs::read_dir(directory.path()).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", entry.file_name());
    }
}

#[tokio::test]
async fn a_newer_schema_is_refused_and_not_changed() {
    let (_directory, file) = directory();
    assert!(SqliteStore::new(&file).put(RecordKind::Grant, "a", None, b"x").await.unwrap());
    let newer = crate::stores::schema::version(file::STEPS) + 1;
    let connection = Connection::open(&file).unwrap();
    connection.execute("UPDATE open_platform_schema SET version = ?", [newer]).unwrap();
    let store = SqliteStore::new(&file);
    assert!(reason(store.get(RecordKind::Grant, "a").await).contains("newer"));
    connection.execute("UPDATE open_platform_schema SET version = ?", [newer - 1]).unwrap();
    assert!(store.get(RecordKind::Grant, "a").await.unwrap().is_some(), "the store works once the schema is known");
}

#[tokio::test]
async fn a_file_that_cannot_be_opened_is_a_clear_error() {
    let (directory, file) = directory();
    std::fs::write(&file, "not a database, but a text that is longer than the header of one. ".repeat(9)).unwrap();
    assert!(reason(SqliteStore::new(&file).get(RecordKind::Grant, "a").await).contains("not a database"));
    let nowhere = SqliteStore::new(directory.path().join("none/store.db"));
    assert!(reason(nowhere.get(RecordKind::Grant, "a").await).contains("none/store.db"));
    assert!(reason(SqliteStore::new(directory.path()).get(RecordKind::Grant, "a").await).contains("writable"));
}

#[tokio::test]
async fn a_put_waits_for_another_writer() {
    let (_directory, file) = directory();
    let store = SqliteStore::new(&file);
    assert!(store.put(RecordKind::Grant, "a", None, b"x").await.unwrap());
    let mut other = Connection::open(&file).unwrap();
    let writing = other.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
    let put = tokio::spawn(async move { store.put(RecordKind::Grant, "a", Some(1), b"y").await });
    tokio::task::yield_now().await;
    assert!(!put.is_finished());
    writing.commit().unwrap();
    assert!(put.await.unwrap().unwrap());
}

#[tokio::test]
async fn a_failed_write_returns_the_reason_and_the_next_one_succeeds() {
    let (_directory, file) = directory();
    let store = SqliteStore::new(&file);
    assert!(store.put(RecordKind::Grant, "a", None, b"x").await.unwrap());
    let other = Connection::open(&file).unwrap();
    let rename = "ALTER TABLE open_platform_records RENAME TO away";
    other.execute_batch(rename).unwrap();
    let (put, delete) =
        tokio::join!(store.put(RecordKind::Grant, "b", None, b"x"), store.delete(RecordKind::Grant, "a", 1));
    for reason in [reason(put), reason(delete)] {
        assert!(reason.contains("no such table"), "{reason}");
    }
    other.execute_batch("ALTER TABLE away RENAME TO open_platform_records").unwrap();
    assert!(store.put(RecordKind::Grant, "b", None, b"x").await.unwrap());
}

#[tokio::test]
async fn of_records_that_are_inserted_together_none_is_stored_if_one_fails() {
    let (_directory, file) = directory();
    let store = SqliteStore::new(&file);
    assert!(store.get(RecordKind::Event, "a").await.unwrap().is_none());
    let other = Connection::open(&file).unwrap();
    let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON open_platform_records WHEN NEW.kind = 'seen_event'
                  BEGIN SELECT RAISE(FAIL, 'not this one'); END";
    other.execute_batch(refuse).unwrap();
    let record = |kind| NewRecord { kind, key: "a", value: b"x" };
    let records = [record(RecordKind::Event), record(RecordKind::SeenEvent)];
    assert!(reason(store.insert(&records).await).contains("not this one"));
    assert!(store.get(RecordKind::Event, "a").await.unwrap().is_none());
    other.execute_batch("DROP TRIGGER refuse").unwrap();
    assert_eq!(store.insert(&records).await.unwrap(), [true, true]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_that_cannot_be_a_database_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;

    let (directory, _) = directory();
    let folder = directory.path().join("folder");
    std::fs::create_dir(&folder).unwrap();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert!(reason(SqliteStore::new(&folder).get(RecordKind::Grant, "a").await).contains("not a file"));
    assert_eq!(std::fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o755);
}

#[cfg(unix)]
#[tokio::test]
async fn the_file_behind_a_link_is_created_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;

    let (directory, file) = directory();
    let link = directory.path().join("link.db");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert!(SqliteStore::new(&link).put(RecordKind::Grant, "a", None, b"x").await.unwrap());
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(SqliteStore::new(&file).get(RecordKind::Grant, "a").await.unwrap().is_some());
}
