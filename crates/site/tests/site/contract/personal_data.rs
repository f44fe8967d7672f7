//! What is stored about people.

use brickwood_protocol::{ChatText, FormerName, Phrase};
use brickwood_rules::SeatSet;
use brickwood_site::{
    StoresSite,
    person::{devices::Device, personal_data::Stay, recovery::KeyHash},
};
use brickwood_storage::{DeviceId, NewLine, Storage};
use brickwood_table::PersonId;

use super::{create, people, person, seat};

async fn is_nobodys(log: &impl Storage, device: u8) -> bool {
    let owner = log.site().owner(DeviceId([device; 32])).await;
    owner.unwrap().is_none()
}

fn device(number: u8) -> Device {
    Device::coming(DeviceId([number; 32]), "Phone".into(), 5)
}

pub async fn who_is_being_deleted_has_no_devices_keys_or_name_any_more(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    assert_eq!(site.begin_deletion(ida, 9).await, Ok(Vec::new()));
    assert_eq!(site.deletions().await, Ok(Vec::new()));
    log.persons().add(ida, 1).await.unwrap();
    log.persons().rename(ida, "Ida").await.unwrap();
    let stay = Stay {
        created_ms: 1,
        seen_ms: 1,
    };
    assert_eq!(site.stay(ida).await, Ok(Some(stay)));
    site.add_device(ida, device(2)).await.unwrap();
    site.set_link(ida, [7; 32], 100).await.unwrap();
    site.set_words(ida, [8; 32], 5).await.unwrap();
    let mut lost = site.begin_deletion(ida, 9).await.unwrap();
    lost.sort_unstable();
    assert_eq!(lost, [DeviceId([1; 32]), DeviceId([2; 32])]);
    assert!(is_nobodys(&log, 1).await && is_nobodys(&log, 2).await);
    for key in [KeyHash::Link([7; 32]), KeyHash::Words([8; 32])] {
        assert_eq!(site.claim(key, device(3), 50).await, Ok(None));
    }
    assert_eq!(site.add_device(ida, device(3)).await, Ok(None));
    assert_eq!(log.persons().name_of(ida).await, Ok(None));
    // It waits for what has to happen first, however long that takes.
    assert_eq!(log.site().forget_unseen(1_000).await, Ok(0));
    assert_eq!(site.deletions().await, Ok(vec![ida]));
    site.finish_deletion(ida).await.unwrap();
    assert_eq!(site.deletions().await, Ok(Vec::new()));
    assert_eq!(log.persons().meet(ida, 10).await, Ok(false));
    assert_eq!(site.stay(ida).await, Ok(None));
    assert!(is_nobodys(&log, 1).await);
}

pub async fn all_games_that_mention_a_person_are_found(log: impl Storage) {
    let (ida, ole): (PersonId, PersonId) = (person(1), person(2));
    create(&log, "sits", 1, &people(&[Some(ole), Some(ida), None])).await;
    create(&log, "other", 1, &people(&[Some(ole), None, None])).await;
    let mut left = people(&[Some(ole), None, None]);
    left.places[1].claims.push(ida);
    left.places[1].former.push(FormerName {
        name: Some("Ida".into()),
        until: 9,
    });
    create(&log, "left", 1, &left).await;
    let mut hosted = people(&[Some(ole), None, None]);
    hosted.host = Some(ida);
    create(&log, "hosts", 1, &hosted).await;
    let found = log.games().games_that_mention(ida, "").await.unwrap();
    let ids: Vec<&str> = found.games.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["hosts", "left", "sits"]);
    assert_eq!(found.games[1].1, left);
    assert_eq!(found.next, None);
    let rest = log.games().games_that_mention(ida, "left").await.unwrap();
    assert_eq!(rest.games.len(), 1);
}

pub async fn what_was_said_from_a_seat_is_told_and_forgotten(log: impl Storage) {
    for game in ["a", "b"] {
        create(&log, game, 1, &people(&[Some(person(1)), None, None])).await;
        for (number, key) in [(0, 1), (1, 2), (2, 3), (1, 4)] {
            let line = NewLine {
                at_ms: 5,
                seat: seat(number),
                name: "Ida".into(),
                key,
                text: ChatText::Phrase {
                    phrase: Phrase::Hello,
                },
            };
            log.say(game, line).await.unwrap();
        }
    }
    let seats: SeatSet = [seat(1), seat(2)].into_iter().collect();
    let numbers = async |game, seats| -> Vec<u32> {
        let lines = log.games().talk_of(game, seats, 0, 10).await.unwrap();
        lines.iter().map(|line| line.number).collect()
    };
    assert_eq!(numbers("a", seats).await, [2, 3, 4]);
    log.games().forget_talk_of("a", seats).await.unwrap();
    assert!(numbers("a", seats).await.is_empty());
    assert_eq!(numbers("a", SeatSet::all(3)).await, [1]);
    assert_eq!(numbers("b", SeatSet::all(3)).await.len(), 4);
}
