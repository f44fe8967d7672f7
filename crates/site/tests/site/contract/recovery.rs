//! Links and recovery words.

use std::sync::Arc;

use brickwood_site::{
    StoresSite,
    person::{
        devices::{Device, NEW_MS},
        recovery::{Claimed, KeyHash},
    },
};
use brickwood_storage::{DeviceId, Storage};
use tokio::task::JoinSet;

use super::person;

const LINK: KeyHash = KeyHash::Link([7; 32]);
const WORDS: KeyHash = KeyHash::Words([7; 32]);

fn device(number: u8) -> Device {
    Device::coming(DeviceId([number; 32]), "Phone".into(), 5)
}

pub async fn a_link_is_valid_once_and_for_its_time(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    // A stranger has none.
    site.set_link(ida, [7; 32], 100).await.unwrap();
    assert_eq!(site.key_owner(LINK, 50).await, Ok(None));
    log.persons().add(ida, 1).await.unwrap();
    site.set_link(ida, [7; 32], 100).await.unwrap();
    assert_eq!(site.key_owner(LINK, 99).await, Ok(Some(ida)));
    assert_eq!(site.key_owner(WORDS, 99).await, Ok(None));
    assert_eq!(site.key_owner(LINK, 100).await, Ok(None));
    assert_eq!(site.claim(LINK, device(2), 100).await, Ok(None));
    let claimed = site.claim(LINK, device(2), 99).await.unwrap();
    assert_eq!(claimed.map(|claimed| claimed.person), Some(ida));
    assert_eq!(site.devices_of(ida).await.unwrap().len(), 2);
    // A replayed one is nobody's.
    assert_eq!(site.key_owner(LINK, 50).await, Ok(None));
    assert_eq!(site.claim(LINK, device(3), 50).await, Ok(None));
    assert_eq!(site.devices_of(ida).await.unwrap().len(), 2);
}

pub async fn the_next_link_of_a_person_replaces_the_one_before(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    log.persons().add(ida, 1).await.unwrap();
    site.set_link(ida, [7; 32], 100).await.unwrap();
    site.set_link(ida, [8; 32], 200).await.unwrap();
    assert_eq!(site.key_owner(LINK, 50).await, Ok(None));
    let next = KeyHash::Link([8; 32]);
    assert_eq!(site.key_owner(next, 50).await, Ok(Some(ida)));
    assert_eq!(site.forget_links(199).await, Ok(0));
    assert_eq!(site.forget_links(200).await, Ok(1));
    assert_eq!(site.key_owner(next, 50).await, Ok(None));
}

pub async fn of_many_who_claim_a_link_at_once_one_succeeds(log: impl Storage) {
    let ida = person(1);
    log.persons().add(ida, 1).await.unwrap();
    log.site().set_link(ida, [7; 32], 100).await.unwrap();
    let log = Arc::new(log);
    let mut claiming = JoinSet::new();
    for number in 2..34 {
        let log = Arc::clone(&log);
        claiming.spawn(async move { log.site().claim(LINK, device(number), 50).await });
    }
    let claimed = claiming.join_all().await;
    let won: Vec<&Claimed> = claimed
        .iter()
        .filter_map(|claimed| claimed.as_ref().unwrap().as_ref())
        .collect();
    assert_eq!(won.len(), 1);
    assert_eq!(log.site().devices_of(ida).await.unwrap().len(), 2);
}

pub async fn recovery_words_are_valid_until_a_day_after_they_are_replaced(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    log.persons().add(ida, 1).await.unwrap();
    assert_eq!(site.words_ms(ida).await, Ok(None));
    site.set_words(ida, [7; 32], 10).await.unwrap();
    assert_eq!(site.words_ms(ida).await, Ok(Some(10)));
    for number in [2, 3] {
        let claimed = site.claim(WORDS, device(number), 50).await.unwrap();
        assert_eq!(claimed.map(|claimed| claimed.person), Some(ida));
    }
    // Whoever keeps words is not forgotten, even with no device left.
    site.forget_devices(1_000).await.unwrap();
    assert_eq!(log.site().forget_unseen(1_000).await, Ok(0));
    site.set_words(ida, [8; 32], 20).await.unwrap();
    // Whoever has replaced them cannot make them void by replacing them again.
    site.set_words(ida, [9; 32], 30).await.unwrap();
    let until_ms = 20 + NEW_MS;
    for (number, at_ms, valid) in [
        (7, until_ms - 1, true),
        (7, until_ms, false),
        (8, 50, false),
        (9, 50, true),
        (9, until_ms, true),
    ] {
        let words = KeyHash::Words([number; 32]);
        let owner = site.key_owner(words, at_ms).await.unwrap();
        assert_eq!(owner.is_some(), valid, "{number} at {at_ms}");
        let device = Device::coming(DeviceId([number; 32]), String::new(), at_ms);
        let id = device.id;
        let claimed = site.claim(words, device, at_ms).await.unwrap();
        assert_eq!(claimed.is_some(), valid, "{number} at {at_ms}");
        site.remove_device(ida, id).await.unwrap();
    }
    // Later, those that are replaced next are valid for a day.
    site.set_words(ida, [10; 32], until_ms).await.unwrap();
    let owner = site.key_owner(KeyHash::Words([9; 32]), until_ms + 1).await;
    assert_eq!(owner, Ok(Some(ida)));
}
