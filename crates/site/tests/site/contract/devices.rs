//! The devices of people.

use std::sync::Arc;

use brickwood_site::{
    StoresSite,
    person::devices::{Device, DeviceStanding, MOST_DEVICES, NEW_MS, Owner},
};
use brickwood_storage::{DeviceId, Storage};
use brickwood_table::PersonId;
use tokio::task::JoinSet;

use super::{create, people, person};

/// A device of that number, which came at that time.
fn device(number: u8, now_ms: u64) -> Device {
    Device::coming(DeviceId([number; 32]), format!("Device {number}"), now_ms)
}

fn first(person: PersonId) -> DeviceId {
    DeviceId::first_of(person)
}

/// Whose a device is.
async fn owner(log: &impl Storage, device: DeviceId) -> Option<PersonId> {
    let owner = log.site().owner(device).await.unwrap();
    owner.map(|owner| owner.person)
}

/// The numbers of a person's devices.
async fn numbers(log: &impl Storage, person: PersonId) -> Vec<u8> {
    let devices = log.site().devices_of(person).await.unwrap();
    devices.iter().map(|device| device.id.0[0]).collect()
}

pub async fn a_person_with_one_browser_is_known_by_it_and_has_no_list(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    assert_eq!(owner(&log, first(ida)).await, None);
    log.persons().add(ida, 1).await.unwrap();
    assert_eq!(owner(&log, first(ida)).await, Some(ida));
    site.see_device(first(ida), u64::MAX >> 1).await.unwrap();
    assert_eq!(site.devices_of(ida).await, Ok(Vec::new()));
    assert_eq!(owner(&log, first(ida)).await, Some(ida));
}

pub async fn a_persons_only_device_can_be_named_and_removed(log: impl Storage) {
    let (site, ida, bo) = (log.site(), person(1), person(2));
    // A stranger has none.
    assert_eq!(site.name_device(ida, first(ida), "Desk").await, Ok(false));
    assert_eq!(site.remove_device(ida, first(ida)).await, Ok(false));
    log.persons().add(ida, 1).await.unwrap();
    log.persons().add(bo, 1).await.unwrap();
    assert_eq!(site.remove_device(bo, first(ida)).await, Ok(false));
    assert_eq!(site.name_device(ida, first(ida), "Desk").await, Ok(true));
    let devices = site.devices_of(ida).await.unwrap();
    assert_eq!(devices[0].name, "Desk");
    assert_eq!(site.remove_device(ida, first(ida)).await, Ok(true));
    assert_eq!(owner(&log, first(ida)).await, None);
    assert_eq!(site.remove_device(bo, first(bo)).await, Ok(true));
    assert_eq!(owner(&log, first(bo)).await, None);
}

pub async fn all_devices_of_a_person_are_that_person(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    // A stranger gets no devices.
    assert_eq!(site.add_device(ida, device(2, 5)).await, Ok(None));
    assert_eq!(owner(&log, DeviceId([2; 32])).await, None);
    log.persons().add(ida, 3).await.unwrap();
    for number in [2, 3] {
        let added = site.add_device(ida, device(number, 5)).await;
        assert_eq!(added, Ok(Some(Vec::new())));
        assert_eq!(owner(&log, DeviceId([number; 32])).await, Some(ida));
    }
    assert_eq!(owner(&log, first(ida)).await, Some(ida));
    // The first one never was new.
    let unnamed = Device {
        name: String::new(),
        trusted_ms: 3,
        standing: DeviceStanding::Known,
        ..device(1, 3)
    };
    let all = vec![unnamed, device(2, 5), device(3, 5)];
    assert_eq!(site.devices_of(ida).await, Ok(all));
    // Another person is nobody's device.
    log.persons().add(person(4), 3).await.unwrap();
    assert!(numbers(&log, person(4)).await.is_empty());
}

pub async fn a_removed_device_is_nobodys(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    log.persons().add(ida, 1).await.unwrap();
    log.persons().add(person(9), 1).await.unwrap();
    site.add_device(ida, device(2, 2)).await.unwrap();
    site.add_device(ida, device(3, 3)).await.unwrap();
    // Nobody removes the device of another person.
    let foreign = site.remove_device(person(9), DeviceId([2; 32])).await;
    assert_eq!(foreign, Ok(false));
    for number in [2, 1] {
        let device = DeviceId([number; 32]);
        assert_eq!(site.remove_device(ida, device).await, Ok(true));
        assert_eq!(owner(&log, device).await, None);
        assert_eq!(site.remove_device(ida, device).await, Ok(false));
    }
    assert_eq!(numbers(&log, ida).await, [3]);
    // The first browser does not come back with the next device.
    site.add_device(ida, device(4, 4)).await.unwrap();
    assert_eq!(numbers(&log, ida).await, [3, 4]);
    assert_eq!(owner(&log, first(ida)).await, None);
    assert_eq!(site.name_device(ida, first(ida), "Mine").await, Ok(false));
}

pub async fn a_device_has_the_name_that_its_person_gives_it(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    log.persons().add(ida, 1).await.unwrap();
    log.persons().add(person(9), 1).await.unwrap();
    site.add_device(ida, device(2, 2)).await.unwrap();
    let second = DeviceId([2; 32]);
    assert_eq!(site.name_device(person(9), second, "Mine").await, Ok(false));
    assert_eq!(site.name_device(ida, second, "Phone").await, Ok(true));
    assert_eq!(site.name_device(ida, first(ida), "Desk").await, Ok(true));
    let devices = site.devices_of(ida).await.unwrap();
    let names: Vec<&str> = devices.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Desk", "Phone"]);
}

pub async fn a_device_is_forgotten_when_it_has_not_come_for_long(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    log.persons().add(ida, 5).await.unwrap();
    site.add_device(ida, device(2, 5)).await.unwrap();
    let second = DeviceId([2; 32]);
    site.see_device(second, 7).await.unwrap();
    site.see_device(second, 6).await.unwrap();
    let seen = Owner {
        person: ida,
        seen_ms: Some(7),
        trusted_ms: 5 + NEW_MS,
    };
    assert_eq!(site.owner(second).await, Ok(Some(seen)));
    assert_eq!(site.devices_of(ida).await.unwrap()[1].seen_ms, 7);
    // A person who comes by another device is not forgotten.
    assert_eq!(log.site().forget_unseen(100).await, Ok(0));
    assert_eq!(site.forget_devices(7).await, Ok(1));
    assert_eq!(owner(&log, first(ida)).await, None);
    assert_eq!(owner(&log, second).await, Some(ida));
    assert_eq!(site.forget_devices(8).await, Ok(1));
    assert_eq!(owner(&log, second).await, None);
    assert_eq!(log.site().forget_unseen(100).await, Ok(1));
    assert_eq!(owner(&log, first(ida)).await, None);
}

pub async fn the_device_that_was_not_seen_for_longest_makes_room(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    log.persons().add(ida, 1000).await.unwrap();
    let most = MOST_DEVICES as u8;
    for number in 2..=most {
        let added = site
            .add_device(ida, device(number, u64::from(number)))
            .await;
        assert_eq!(added, Ok(Some(Vec::new())));
    }
    let added = site.add_device(ida, device(100, 1001)).await;
    assert_eq!(added, Ok(Some(vec![DeviceId([2; 32])])));
    assert_eq!(numbers(&log, ida).await.len(), MOST_DEVICES as usize);
    assert_eq!(owner(&log, DeviceId([2; 32])).await, None);
}

pub async fn devices_that_are_added_at_once_are_all_there(log: impl Storage) {
    let ida = person(1);
    log.persons().add(ida, 1).await.unwrap();
    let log = Arc::new(log);
    let mut adding = JoinSet::new();
    for number in 2..=16 {
        let log = Arc::clone(&log);
        adding.spawn(async move { log.site().add_device(ida, device(number, 2)).await });
    }
    for added in adding.join_all().await {
        assert_eq!(added, Ok(Some(Vec::new())));
    }
    let all: Vec<u8> = (1..=16).collect();
    assert_eq!(numbers(&*log, ida).await, all);
}

pub async fn a_person_with_a_seat_keeps_it_whichever_device_is_removed(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    log.persons().add(ida, 1).await.unwrap();
    create(&log, "a", 1, &people(&[Some(ida), None, None])).await;
    site.add_device(ida, device(2, 2)).await.unwrap();
    site.remove_device(ida, first(ida)).await.unwrap();
    assert_eq!(log.games().games_of(ida, 10).await.unwrap().len(), 1);
    assert_eq!(owner(&log, DeviceId([2; 32])).await, Some(ida));
}

pub async fn new_devices_push_no_trusted_one_out(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    log.persons().add(ida, 1).await.unwrap();
    site.add_device(ida, device(2, 2)).await.unwrap();
    // Neither was seen for long.
    let now_ms = 2 + NEW_MS;
    for number in 3..=250 {
        let added = site.add_device(ida, device(number, now_ms + u64::from(number)));
        added.await.unwrap();
    }
    let kept = numbers(&log, ida).await;
    assert_eq!(kept.len(), MOST_DEVICES as usize);
    assert_eq!(kept[..2], [1, 2]);
}

pub async fn what_is_said_about_a_device_is_said_once(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    log.persons().add(ida, 1).await.unwrap();
    log.persons().add(person(9), 1).await.unwrap();
    site.add_device(ida, device(2, 2)).await.unwrap();
    let second = DeviceId([2; 32]);
    let say =
        |person, was, now, trusted_ms| site.answer_device((person, second), was, now, trusted_ms);
    let (open, asks, known) = (
        DeviceStanding::Unanswered,
        DeviceStanding::Asks,
        DeviceStanding::Known,
    );
    assert_eq!(say(person(9), open, known, 5).await, Ok(false));
    assert_eq!(say(ida, open, asks, 7).await, Ok(true));
    assert_eq!(say(ida, open, known, 8).await, Ok(false), "it asks by now");
    // Whoever says so again because an answer was lost has said it.
    for _ in 0..2 {
        assert_eq!(say(ida, asks, DeviceStanding::Refused, 9).await, Ok(true));
    }
    let devices = site.devices_of(ida).await.unwrap();
    assert_eq!(
        (devices[1].standing, devices[1].trusted_ms),
        (DeviceStanding::Refused, 9)
    );
    site.remove_device(ida, second).await.unwrap();
    assert_eq!(
        say(ida, DeviceStanding::Refused, known, 10).await,
        Ok(false)
    );
}

pub async fn a_removed_device_is_told_whose_it_was_until_its_person_is_deleted(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    log.persons().add(ida, 1).await.unwrap();
    let removed = |number| site.removed_from(DeviceId([number; 32]));
    for number in 2..=60 {
        site.add_device(ida, device(number, u64::from(number)))
            .await
            .unwrap();
        if number < 60 {
            assert_eq!(removed(number).await, Ok(None));
            site.remove_device(ida, DeviceId([number; 32]))
                .await
                .unwrap();
            assert_eq!(removed(number).await, Ok(Some(None)));
        }
    }
    // Not without end.
    assert_eq!(removed(2).await, Ok(None));
    log.persons().rename(ida, "Ida").await.unwrap();
    site.remove_device(ida, first(ida)).await.unwrap();
    for number in [1, 59] {
        assert_eq!(removed(number).await, Ok(Some(Some("Ida".to_owned()))));
    }
    site.begin_deletion(ida, 100).await.unwrap();
    for number in [1, 59, 60] {
        assert_eq!(removed(number).await, Ok(None));
    }
}
