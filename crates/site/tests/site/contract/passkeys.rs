//! The passkeys by which people come back, and what they have begun in a browser.

use std::sync::Arc;

use brickwood_site::{
    StoresSite,
    person::{
        ceremonies::{Ceremony, CeremonyKind},
        passkeys::{AddPasskeyError, MOST_PASSKEYS, Passkey},
    },
};
use brickwood_storage::Storage;
use brickwood_table::PersonId;
use tokio::task::JoinSet;

use super::person;

fn passkey(id: u8, of: PersonId) -> Passkey {
    Passkey {
        id: vec![id; 20],
        person: of,
        handle: [7; 64],
        name: format!("Key {id}"),
        transports: 0b10_0001,
        key: vec![1, 2, 3, id],
        state: vec![0; 7],
        created_ms: u64::from(id),
        used_ms: None,
    }
}

async fn names(log: &impl Storage, of: PersonId) -> Vec<String> {
    let held = log.site().passkeys_of(of).await.unwrap();
    held.into_iter().map(|passkey| passkey.name).collect()
}

pub async fn a_passkey_is_found_by_its_id_and_by_its_person(log: impl Storage) {
    let site = log.site();
    for number in 1..=2 {
        log.persons().add(person(number), 1).await.unwrap();
    }
    let keys = [
        passkey(2, person(1)),
        passkey(1, person(1)),
        passkey(3, person(2)),
    ];
    for key in &keys {
        site.add_passkey(key.clone()).await.unwrap();
    }
    assert_eq!(site.passkey(&[2; 20]).await, Ok(Some(keys[0].clone())));
    assert_eq!(site.passkey(&[9; 20]).await, Ok(None));
    assert_eq!(names(&log, person(1)).await, ["Key 1", "Key 2"]);
    assert_eq!(names(&log, person(3)).await, [""; 0]);
}

pub async fn an_id_is_that_of_one_passkey(log: impl Storage) {
    for number in 1..=2 {
        log.persons().add(person(number), 1).await.unwrap();
    }
    let first = passkey(1, person(1));
    log.site().add_passkey(first.clone()).await.unwrap();
    let of_another = passkey(1, person(2));
    let refused = log.site().add_passkey(of_another).await;
    assert_eq!(refused, Err(AddPasskeyError::Known));
    assert_eq!(log.site().add_passkey(first.clone()).await, Ok(()));
    assert_eq!(log.site().passkey(&[1; 20]).await, Ok(Some(first)));
}

pub async fn a_person_has_so_many_passkeys_and_no_more(log: impl Storage) {
    log.persons().add(person(1), 1).await.unwrap();
    for number in 0..MOST_PASSKEYS {
        let key = passkey(number, person(1));
        log.site().add_passkey(key).await.unwrap();
    }
    let more = log.site().add_passkey(passkey(99, person(1))).await;
    assert_eq!(more, Err(AddPasskeyError::TooMany));
    log.site()
        .remove_passkey(person(1), &[0; 20])
        .await
        .unwrap();
    let instead = log.site().add_passkey(passkey(99, person(1))).await;
    assert_eq!(instead, Ok(()));
}

pub async fn a_passkey_of_nobody_is_not_stored(log: impl Storage) {
    let added = log.site().add_passkey(passkey(1, person(1))).await;
    assert!(matches!(added, Err(AddPasskeyError::Unavailable(_))));
    assert_eq!(log.site().passkey(&[1; 20]).await, Ok(None));
}

pub async fn of_many_uses_at_one_state_one_counts(log: impl Storage) {
    log.persons().add(person(1), 1).await.unwrap();
    let key = passkey(1, person(1));
    log.site().add_passkey(key.clone()).await.unwrap();
    let log = Arc::new(log);
    let mut uses = JoinSet::new();
    for number in 1..=8 {
        let (log, was) = (Arc::clone(&log), key.state.clone());
        uses.spawn(async move {
            let site = log.site();
            site.use_passkey(&[1; 20], &was, &[number; 7], u64::from(number))
                .await
                .unwrap()
        });
    }
    let counted = uses.join_all().await;
    assert_eq!(counted.iter().filter(|counts| **counts).count(), 1);
    let stored = log.site().passkey(&[1; 20]).await.unwrap().unwrap();
    assert_eq!(stored.used_ms, Some(u64::from(stored.state[0])));
    let gone = log.site().use_passkey(&[2; 20], &[], &[], 1).await;
    assert_eq!(gone, Ok(false));
}

pub async fn only_its_person_renames_and_removes_a_passkey(log: impl Storage) {
    log.persons().add(person(1), 1).await.unwrap();
    log.site().add_passkey(passkey(1, person(1))).await.unwrap();
    let site = log.site();
    assert_eq!(
        site.rename_passkey(person(2), &[1; 20], "Mine").await,
        Ok(false)
    );
    assert_eq!(site.remove_passkey(person(2), &[1; 20]).await, Ok(false));
    assert_eq!(names(&log, person(1)).await, ["Key 1"]);
    assert_eq!(
        site.rename_passkey(person(1), &[1; 20], "Phone").await,
        Ok(true)
    );
    assert_eq!(names(&log, person(1)).await, ["Phone"]);
    assert_eq!(site.remove_passkey(person(1), &[1; 20]).await, Ok(true));
    assert_eq!(site.remove_passkey(person(1), &[1; 20]).await, Ok(false));
    assert_eq!(names(&log, person(1)).await, [""; 0]);
}

pub async fn whoever_has_a_passkey_is_not_forgotten(log: impl Storage) {
    for number in 1..=2 {
        log.persons().add(person(number), 1).await.unwrap();
    }
    log.site().add_passkey(passkey(1, person(1))).await.unwrap();
    assert_eq!(log.site().forget_unseen(1_000).await, Ok(1));
    assert_eq!(log.persons().meet(person(1), 1).await, Ok(true));
    log.site()
        .remove_passkey(person(1), &[1; 20])
        .await
        .unwrap();
    assert_eq!(log.site().forget_unseen(1_000).await, Ok(1));
}

fn ceremony(id: u8, kind: CeremonyKind) -> Ceremony {
    Ceremony {
        id: [id; 32],
        kind,
        person: (kind == CeremonyKind::KeepPasskey).then(|| person(id)),
        state: vec![id; 90],
        expires_ms: 1_000,
    }
}

pub async fn a_ceremony_is_finished_once_in_time_and_as_what_it_was_begun(log: impl Storage) {
    let site = log.site();
    let kinds = [CeremonyKind::KeepPasskey, CeremonyKind::UsePasskey];
    for (id, kind) in [(1, kinds[0]), (2, kinds[1]), (3, kinds[0])] {
        log.persons().add(person(id), 1).await.unwrap();
        site.begin_ceremony(ceremony(id, kind)).await.unwrap();
    }
    assert_eq!(site.take_ceremony([1; 32], kinds[1], 1).await, Ok(None));
    let taken = site.take_ceremony([1; 32], kinds[0], 999).await;
    assert_eq!(taken, Ok(Some(ceremony(1, kinds[0]))));
    assert_eq!(site.take_ceremony([1; 32], kinds[0], 999).await, Ok(None));
    assert_eq!(site.take_ceremony([2; 32], kinds[1], 1_000).await, Ok(None));
    assert_eq!(site.forget_ceremonies(999).await, Ok(0));
    assert_eq!(site.forget_ceremonies(1_000).await, Ok(2));
}

pub async fn of_many_who_finish_a_ceremony_one_does(log: impl Storage) {
    let kind = CeremonyKind::UsePasskey;
    log.site().begin_ceremony(ceremony(1, kind)).await.unwrap();
    let log = Arc::new(log);
    let mut taking = JoinSet::new();
    for _ in 0..8 {
        let log = Arc::clone(&log);
        taking.spawn(async move { log.site().take_ceremony([1; 32], kind, 1).await.unwrap() });
    }
    let taken = taking.join_all().await;
    assert_eq!(taken.into_iter().flatten().count(), 1);
}
