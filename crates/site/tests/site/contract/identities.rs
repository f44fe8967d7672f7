//! Who people are at a provider.

use std::sync::Arc;

use brickwood_site::{
    StoresSite,
    person::identities::{Bound, Identity, IdentityId, MOST_IDENTITIES},
};
use brickwood_storage::Storage;
use brickwood_table::PersonId;
use tokio::task::JoinSet;

use super::person;

fn identity(id: u8, of: PersonId) -> Identity {
    Identity {
        id: IdentityId([id; 32]),
        issuer: "https://login.example".to_owned(),
        person: of,
        created_ms: u64::from(id),
        used_ms: None,
    }
}

pub async fn an_identity_stays_with_the_person_to_whom_it_was_bound_first(log: impl Storage) {
    let site = log.site();
    for number in 1..=2 {
        log.persons().add(person(number), 1).await.unwrap();
    }
    let id = IdentityId([1; 32]);
    assert_eq!(site.use_identity(id, 5).await, Ok(None));
    for _ in 0..2 {
        let bound = site.bind_identity(identity(1, person(1))).await;
        assert_eq!(bound, Ok(Bound::Here));
    }
    let bound = site.bind_identity(identity(1, person(2))).await;
    assert_eq!(bound, Ok(Bound::Other));
    assert_eq!(site.use_identity(id, 5).await, Ok(Some(person(1))));
    let used = Identity {
        used_ms: Some(5),
        ..identity(1, person(1))
    };
    assert_eq!(site.identities_of(person(1)).await, Ok(vec![used]));
    assert_eq!(site.identities_of(person(2)).await, Ok(Vec::new()));
    // Once it is removed, it is free.
    assert_eq!(site.remove_identity(person(2), id).await, Ok(false));
    assert_eq!(site.remove_identity(person(1), id).await, Ok(true));
    let bound = site.bind_identity(identity(1, person(2))).await;
    assert_eq!(bound, Ok(Bound::Here));
}

pub async fn a_person_has_a_few_identities_and_no_more(log: impl Storage) {
    let site = log.site();
    log.persons().add(person(1), 1).await.unwrap();
    log.persons().add(person(2), 1).await.unwrap();
    let bind = |id, number| site.bind_identity(identity(id, person(number)));
    for id in 1..=MOST_IDENTITIES {
        assert_eq!(bind(id, 1).await, Ok(Bound::Here));
    }
    let one_more = MOST_IDENTITIES + 1;
    assert_eq!(bind(one_more, 1).await, Ok(Bound::TooMany));
    // Those that are there can be bound again, and another one once there is room.
    assert_eq!(bind(1, 1).await, Ok(Bound::Here));
    assert_eq!(bind(one_more, 2).await, Ok(Bound::Here));
    site.remove_identity(person(1), IdentityId([1; 32]))
        .await
        .unwrap();
    assert_eq!(bind(100, 1).await, Ok(Bound::Here));
}

pub async fn of_many_who_bind_an_identity_one_gets_it(log: impl Storage) {
    for number in 1..=8 {
        log.persons().add(person(number), 1).await.unwrap();
    }
    let log = Arc::new(log);
    let mut binding = JoinSet::new();
    for number in 1..=8 {
        let log = Arc::clone(&log);
        binding.spawn(async move {
            let identity = identity(1, person(number));
            log.site().bind_identity(identity).await.unwrap()
        });
    }
    let bound = binding.join_all().await;
    let won = bound.iter().filter(|bound| **bound == Bound::Here);
    assert_eq!(won.count(), 1);
    assert!(!bound.contains(&Bound::TooMany));
}

pub async fn whoever_has_an_identity_is_not_forgotten(log: impl Storage) {
    log.persons().add(person(1), 1).await.unwrap();
    let bound = log.site().bind_identity(identity(1, person(1))).await;
    assert_eq!(bound, Ok(Bound::Here));
    assert_eq!(log.site().forget_unseen(1_000).await, Ok(0));
    let id = IdentityId([1; 32]);
    log.site().remove_identity(person(1), id).await.unwrap();
    assert_eq!(log.site().forget_unseen(1_000).await, Ok(1));
}

pub async fn nobody_is_bound_who_is_not_stored(log: impl Storage) {
    let bound = log.site().bind_identity(identity(1, person(1))).await;
    assert!(bound.is_err());
}
