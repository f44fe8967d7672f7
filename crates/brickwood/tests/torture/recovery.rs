//! A mistake in the database is taken back: its last backup and what it has archived since, up to a moment.

use std::{fs, process::Command, time::Duration};

use brickwood_site::SCHEMA;
use brickwood_storage::{Place, Source, SqliteStorage, copy_site};
use brickwood_table::PersonId;
use tokio::time::sleep;

use crate::{database::Database, stored_game};

/// What `verify-log` says.
fn verified(database: &Database) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["verify-log", "--database", &database.url()])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    said
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_is_recovered_to_the_moment_before_a_mistake() {
    let Some(database) = Database::start() else {
        return;
    };
    let archive = database.archive().await;
    let folder = tempfile::tempdir().unwrap();
    let game = stored_game::play(PersonId([7; 32]), 10, 60);
    let log = SqliteStorage::open(folder.path(), SCHEMA).unwrap();
    stored_game::store(&log, &game, "game").await;
    drop(log);
    let from = Place::File(folder.path().to_owned());
    let to = Place::Database(database.url().parse().unwrap());
    let copied = copy_site(&from, &to, Source::AtRest, SCHEMA, |_| {}).await;
    copied.unwrap();
    let recovered = database.backup();

    // After the backup, and before the mistake.
    let client = database.client().await;
    let more = r#"DELETE FROM sitter;
         UPDATE game SET id = 'later', setup = replace(setup::text, '"id":"game"', '"id":"later"')::json;
         UPDATE record SET game = 'later'"#;
    client.batch_execute(more).await.unwrap();
    let sound = verified(&database);
    assert!(sound.starts_with("games   1\n"), "{sound}");
    let text = "SELECT clock_timestamp()::text";
    let moment: String = client.query_one(text, &[]).await.unwrap().get(0);
    sleep(Duration::from_millis(20)).await;
    client.batch_execute("DELETE FROM record").await.unwrap();
    database.archive_all().await;
    drop(client);
    database.crash();

    recovered.recover(&archive, &moment).await;
    assert_eq!(verified(&recovered), sound);
    let text = "SELECT id FROM game";
    let client = recovered.client().await;
    let id: String = client.query_one(text, &[]).await.unwrap().get(0);
    assert_eq!(id, "later", "the archive has what came after the backup");
    database.start_again();
    assert!(fs::read_dir(&archive).unwrap().count() > 1);
}
