//! Who people are at a provider.

use std::sync::Arc;

use brickwood_site::{
    StoresSite,
    person::identities::{Identity, IdentityId},
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
        assert_eq!(
            site.bind_identity(identity(1, person(1))).await,
            Ok(person(1))
        );
    }
    assert_eq!(
        site.bind_identity(identity(1, person(2))).await,
        Ok(person(1))
    );
    assert_eq!(site.use_identity(id, 5).await, Ok(Some(person(1))));
    let used = Identity {
        used_ms: Some(5),
        ..identity(1, person(1))
    };
    assert_eq!(site.identities_of(person(1)).await, Ok(vec![used]));
    assert_eq!(site.identities_of(person(2)).await, Ok(Vec::new()));
    // Once it is removed, it is free.
    assert_eq!(site.remove_identities(person(1)).await, Ok(1));
    assert_eq!(
        site.bind_identity(identity(1, person(2))).await,
        Ok(person(2))
    );
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
    let mut owners = binding.join_all().await;
    owners.dedup();
    assert_eq!(owners.len(), 1);
}

pub async fn whoever_has_an_identity_is_not_forgotten(log: impl Storage) {
    log.persons().add(person(1), 1).await.unwrap();
    let bound = log.site().bind_identity(identity(1, person(1))).await;
    assert_eq!(bound, Ok(person(1)));
    assert_eq!(log.site().forget_unseen(1_000).await, Ok(0));
    log.site().remove_identities(person(1)).await.unwrap();
    assert_eq!(log.site().forget_unseen(1_000).await, Ok(1));
}

pub async fn nobody_is_bound_who_is_not_stored(log: impl Storage) {
    let bound = log.site().bind_identity(identity(1, person(1))).await;
    assert!(bound.is_err());
}
