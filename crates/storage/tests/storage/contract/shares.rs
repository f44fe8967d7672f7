//! What networks share, and what comes to an end.

use brickwood_rules::SeatSet;
use brickwood_storage::{NewGame, NodeId, Progress, SEEN_WITHIN, Storage};
use brickwood_table::{LogRecord, People};

use super::{HOUR, at, create, ids, line, lines, new_game, people, person, record, seat};

/// A public table of this person, with open seats.
fn public(host: u8) -> People {
    let mut people = people(&[Some(person(host)), None, None]);
    people.options.public = true;
    people
}

pub async fn networks_take_turns_in_the_lobby(log: impl Storage) {
    let create = async |id: String, created_ms, host, origin| {
        let game = NewGame {
            people: public(host),
            origin,
            ..new_game(&id, created_ms)
        };
        log.create(game).await.unwrap();
    };
    create("honest".to_owned(), 1, 1, Some(0x0001_0001)).await;
    // One in another part of a large network than somebody who creates many.
    create("neighbor".to_owned(), 2, 2, Some(0x0002_0001)).await;
    create("rematch".to_owned(), 3, 3, None).await;
    for number in 0..60 {
        let id = format!("flood-{number:02}");
        create(id, 10 + number, 4 + (number % 12) as u8, Some(0x0002_0002)).await;
    }
    let few = ids(log.games().public_games(4, 0).await);
    assert_eq!(few, ["flood-59", "rematch", "neighbor", "honest"]);
    // Places that nobody else needs are filled, and the newest come first.
    let more = ids(log.games().public_games(6, 0).await);
    let expected = [
        "flood-59", "flood-58", "flood-57", "rematch", "neighbor", "honest",
    ];
    assert_eq!(more, expected);
    // Each of the twelve who have created the others has one in the list.
    assert_eq!(log.games().public_games(100, 0).await.unwrap().len(), 15);
}

/// The time at which the games of the next test were left.
const LEFT: u64 = 1_000 * SEEN_WITHIN.as_millis() as u64;

pub async fn games_that_nobody_finished_are_removed_when_nobody_has_visited_them_for_long(
    log: impl Storage,
) {
    let here = NodeId(1);
    log.beat(here, HOUR).await.unwrap();
    let ida = people(&[Some(person(1)), None, None]);
    let bots = people(&[None, None, None]);
    let (playing, over) = (Progress::Playing, Progress::Over);
    for (id, people, progress) in [
        ("left", &ida, playing),
        ("moved", &ida, playing),
        ("visited", &ida, playing),
        ("watched", &bots, playing),
        ("finished", &ida, over),
        ("finished by bots", &bots, over),
        ("waits", &ida, Progress::Gathering),
    ] {
        create(&log, id, 1, people).await;
        log.append(id, at(progress, vec![record(1, None)]))
            .await
            .unwrap();
    }
    log.say("left", line(0, 1)).await.unwrap();
    let late = LogRecord {
        at_ms: LEFT,
        ..record(2, None)
    };
    log.append("moved", lines(vec![late])).await.unwrap();
    log.let_go("visited", here, LEFT).await.unwrap();
    log.note_present("watched", here, SeatSet::EMPTY)
        .await
        .unwrap();
    assert_eq!(log.remove_unfinished(LEFT).await, Ok(2));
    for (id, is_there) in [
        ("left", false),
        ("finished by bots", false),
        ("moved", true),
        ("visited", true),
        ("watched", true),
        ("finished", true),
        ("waits", true),
    ] {
        assert_eq!(log.load(id).await.unwrap().is_some(), is_there, "{id}");
    }
    assert_eq!(log.talk("left", 0, 10).await, Ok(Vec::new()));
    // A visit is stored, but not each of them.
    log.let_go("visited", here, LEFT + 1).await.unwrap();
    log.let_go("moved", here, LEFT + 1).await.unwrap();
    log.let_go("finished", here, LEFT + 1).await.unwrap();
    log.let_go("watched", here, LEFT + 1).await.unwrap();
    assert_eq!(log.remove_unfinished(LEFT + 1).await, Ok(1), "visited");
    assert_eq!(log.remove_unfinished(LEFT + 2).await, Ok(2));
    assert!(log.load("finished").await.unwrap().is_some());
}

pub async fn a_line_of_chat_is_found_by_its_key(log: impl Storage) {
    log.create(new_game("a", 1)).await.unwrap();
    log.create(new_game("b", 1)).await.unwrap();
    log.say("a", line(0, 7)).await.unwrap();
    log.say("a", line(1, 1 << 62)).await.unwrap();
    let find = async |game, place, key| log.find_line(game, seat(place), key).await.unwrap();
    assert_eq!(find("a", 0, 7).await, Some(1));
    assert_eq!(find("a", 1, 1 << 62).await, Some(2));
    assert_eq!(find("a", 1, 7).await, None);
    assert_eq!(find("a", 0, 8).await, None);
    assert_eq!(find("b", 0, 7).await, None);
}
