//! Games that people find while they are played, and people who want to play.

use std::time::Duration;

use brickwood_protocol::{BotLevel, Level, SeatKind, SpectatorRule};
use brickwood_rules::SeatSet;
use brickwood_site::StoresSite;
use brickwood_storage::{Append, NewGame, NodeId, Outline, Progress, Storage};
use brickwood_table::{People, PersonId, SeatAssignment};

use super::{at, create, ids, lines, new_game, people, person, record, seat};

/// Longer than any test.
const HOUR: Duration = Duration::from_hours(1);

/// A public game of this person with two bots, whose seats can be taken for two rounds.
fn open(host: u8) -> People {
    let mut people = people(&[Some(person(host)), None, None]);
    for place in &mut people.places[1..] {
        let level = BotLevel::Own(Level::Easy);
        *place = SeatAssignment::new(SeatKind::Bot { level }, Some("Ada".into()), None);
    }
    people.options.public = true;
    people.options.takeover_rounds = 2;
    people
}

/// A game with these people, one of whom is connected, has begun.
async fn begin(log: &impl Storage, id: &str, people: People, origin: Option<u32>) {
    let game = NewGame {
        people: people.clone(),
        origin,
        ..new_game(id, 1)
    };
    log.create(game).await.unwrap();
    let begun = Append {
        people: Some(people),
        ..lines(vec![record(1, None)])
    };
    log.append(id, begun).await.unwrap();
    let seats = SeatSet::only(seat(0));
    log.note_present(id, NodeId(1), seats).await.unwrap();
}

/// Its next line, in this turn.
async fn play(log: &impl Storage, id: &str, seq: u32, turn: u16) {
    let played = Append {
        outline: Outline {
            turn,
            ..Outline::at(Progress::Playing)
        },
        ..lines(vec![record(seq, None)])
    };
    log.append(id, played).await.unwrap();
}

pub async fn the_lobby_lists_public_games_with_open_seats_that_have_not_begun(log: impl Storage) {
    let public = |sitting: &[Option<PersonId>]| {
        let mut people = people(sitting);
        people.options.public = true;
        people
    };
    let [ida, ole, eve, bo] = [1, 2, 3, 4].map(|number| Some(person(number)));
    create(&log, "a", 1, &public(&[ida, None, None])).await;
    create(&log, "b", 2, &public(&[ole, None, None])).await;
    create(&log, "full", 3, &public(&[ida, ida, ida])).await;
    create(&log, "private", 4, &people(&[bo, None, None])).await;
    create(&log, "c", 5, &public(&[eve, None, None])).await;
    let public_games = async |limit| ids(log.games().public_games(limit, 0).await);
    assert_eq!(public_games(10).await, ["c", "b", "a"]);
    assert_eq!(public_games(2).await, ["c", "b"]);
    log.append("c", lines(vec![record(1, None)])).await.unwrap();
    let filled = Append {
        people: Some(public(&[ole, ida, ida])),
        ..at(Progress::Gathering, vec![record(1, None)])
    };
    log.append("b", filled).await.unwrap();
    let opened = Append {
        people: Some(public(&[bo, None, None])),
        ..at(Progress::Gathering, vec![record(1, None)])
    };
    log.append("private", opened).await.unwrap();
    assert_eq!(public_games(10).await, ["private", "a"]);
    // Of each host the newest.
    for (id, created_ms) in [("second", 8), ("third", 9)] {
        create(&log, id, created_ms, &public(&[ida, None, None])).await;
    }
    assert_eq!(public_games(10).await, ["third", "private"]);
}

pub async fn a_table_is_listed_while_somebody_is_there(log: impl Storage) {
    let node = NodeId(1);
    log.beat(node, HOUR).await.unwrap();
    for (number, id) in (1..).zip(["here", "left", "never", "new"]) {
        let mut people = people(&[Some(person(number)), None, None]);
        people.options.public = true;
        let created_ms = if id == "new" { 100 } else { 1 };
        create(&log, id, created_ms, &people).await;
    }
    for id in ["here", "left"] {
        let seats = SeatSet::only(seat(0));
        log.note_present(id, node, seats).await.unwrap();
    }
    log.let_go("left", node, 50).await.unwrap();
    for (since_ms, expected) in [
        (1, &["new", "here", "left", "never"][..]),
        (50, &["new", "here", "left"]),
        (51, &["new", "here"]),
        (101, &["here"]),
    ] {
        let listed = ids(log.games().public_games(10, since_ms).await);
        assert_eq!(listed, expected, "{since_ms}");
    }
}

pub async fn a_game_is_found_as_long_as_a_bots_seat_can_be_taken(log: impl Storage) {
    log.beat(NodeId(1), HOUR).await.unwrap();
    begin(&log, "open", open(1), None).await;
    let mut private = open(2);
    private.options.public = false;
    begin(&log, "private", private, None).await;
    let mut closed = open(3);
    closed.options.takeover_rounds = 0;
    begin(&log, "closed", closed, None).await;
    begin(&log, "left", open(4), None).await;
    log.let_go("left", NodeId(1), 1).await.unwrap();
    begin(&log, "over", open(5), None).await;
    let end = at(Progress::Over, vec![record(2, None)]);
    log.append("over", end).await.unwrap();
    assert_eq!(ids(log.games().games_to_join(10).await), ["open"]);
    let found = log.games().games_to_join(10).await.unwrap();
    assert_eq!(found[0].seats_to_take().len(), 2);

    play(&log, "open", 2, 6).await;
    assert_eq!(ids(log.games().games_to_join(10).await), ["open"]);
    play(&log, "open", 3, 7).await;
    assert!(ids(log.games().games_to_join(10).await).is_empty());

    // The last bot's seat is taken.
    begin(&log, "full", open(6), None).await;
    assert_eq!(ids(log.games().games_to_join(10).await), ["full"]);
    let all = [Some(person(6)), Some(person(7)), Some(person(8))];
    let taken = Append {
        people: Some(People {
            options: open(6).options,
            ..people(&all)
        }),
        ..lines(vec![record(2, None)])
    };
    log.append("full", taken).await.unwrap();
    assert!(ids(log.games().games_to_join(10).await).is_empty());
}

pub async fn a_public_game_is_found_by_those_who_watch_while_its_people_are_there(
    log: impl Storage,
) {
    log.beat(NodeId(1), HOUR).await.unwrap();
    let mut late = open(2);
    late.options.spectators = SpectatorRule::Delayed { seconds: 60 };
    let mut closed = open(3);
    closed.options.spectators = SpectatorRule::Forbidden;
    let mut private = open(4);
    private.options.public = false;
    for (id, people) in [
        ("open", open(1)),
        ("late", late),
        ("closed", closed),
        ("private", private),
        ("watched", open(5)),
    ] {
        begin(&log, id, people, None).await;
    }
    // Only a spectator is still there.
    let nobody = SeatSet::EMPTY;
    let watched = log.note_present("watched", NodeId(1), nobody).await;
    watched.unwrap();
    assert_eq!(ids(log.games().games_to_watch(10).await), ["late", "open"]);
    play(&log, "open", 2, 99).await;
    assert_eq!(ids(log.games().games_to_watch(10).await), ["late", "open"]);
    let end = at(Progress::Over, vec![record(3, None)]);
    log.append("open", end).await.unwrap();
    assert_eq!(ids(log.games().games_to_watch(10).await), ["late"]);
    // The node to which they were connected ends.
    log.beat(NodeId(1), std::time::Duration::ZERO)
        .await
        .unwrap();
    assert!(ids(log.games().games_to_watch(10).await).is_empty());
    assert!(ids(log.games().games_to_join(10).await).is_empty());
}

pub async fn networks_take_turns_in_the_list_of_games_to_join(log: impl Storage) {
    log.beat(NodeId(1), HOUR).await.unwrap();
    begin(&log, "honest", open(1), Some(0x0001_0001)).await;
    for number in 0..6 {
        let id = format!("flood-{number}");
        begin(&log, &id, open(2 + number), Some(0x0002_0002)).await;
    }
    let few = ids(log.games().games_to_join(2).await);
    assert_eq!(few, ["flood-0", "honest"]);
    // From which network a game came is forgotten with the end of the rounds: then its host counts alone.
    for number in 0..6 {
        play(&log, &format!("flood-{number}"), 2, 7).await;
    }
    play(&log, "honest", 2, 6).await;
    assert_eq!(ids(log.games().games_to_join(9).await), ["honest"]);
    assert_eq!(log.games().games_to_watch(9).await.unwrap().len(), 7);
}

pub async fn a_alert_stands_until_it_ends(log: impl Storage) {
    let site = log.site();
    log.persons().add(person(1), 1).await.unwrap();
    log.persons().add(person(2), 1).await.unwrap();
    assert_eq!(site.alert_of(person(1), 10).await, Ok(None));
    site.set_alert(person(1), 10, 50).await.unwrap();
    site.set_alert(person(2), 10, 20).await.unwrap();
    assert_eq!(site.alerts(11, 0).await, Ok(2));
    assert_eq!(site.alerts(20, 0).await, Ok(1));
    // Asked once more, it lasts longer.
    site.set_alert(person(1), 30, 90).await.unwrap();
    let alert = site.alert_of(person(1), 60).await.unwrap().unwrap();
    assert_eq!(alert.until_ms, 90);
    assert_eq!(site.alert_of(person(1), 90).await, Ok(None));
    // After its end, it is another one.
    site.set_alert(person(2), 40, 70).await.unwrap();
    assert_eq!(site.alerts(41, 0).await, Ok(2));
    site.end_alert(person(2)).await.unwrap();
    assert_eq!(site.alerts(41, 0).await, Ok(1));
    assert_eq!(site.forget_alerts(90).await, Ok(0));
    assert_eq!(site.forget_alerts(91).await, Ok(1));
    // A person who is forgotten wants nothing.
    site.set_alert(person(2), 100, 200).await.unwrap();
    log.site().forget_unseen(1_000).await.unwrap();
    assert_eq!(site.alerts(101, 0).await, Ok(0));
}

pub async fn only_those_count_who_want_to_play_and_whose_page_asks(log: impl Storage) {
    let site = log.site();
    for number in [1, 2] {
        log.persons().add(person(number), 1).await.unwrap();
        site.set_alert(person(number), 10, 1_000).await.unwrap();
    }
    assert_eq!(site.alerts(20, 10).await, Ok(2), "whoever alerts has asked");
    assert_eq!(site.alerts(20, 11).await, Ok(0));
    site.asks(person(1), 200).await.unwrap();
    let alert = site.alert_of(person(1), 300).await.unwrap().unwrap();
    assert_eq!((alert.until_ms, alert.asked_ms), (1_000, 200));
    assert_eq!(site.alerts(300, 180).await, Ok(1));
    // What comes late takes nothing back.
    site.asks(person(1), 150).await.unwrap();
    assert_eq!(site.alerts(300, 180).await, Ok(1));
    // Asking is no alert, and does not make one last longer.
    log.persons().add(person(3), 1).await.unwrap();
    site.asks(person(3), 400).await.unwrap();
    site.asks(person(1), 1_000).await.unwrap();
    assert_eq!(site.alerts(999, 0).await, Ok(2));
    assert_eq!(site.alerts(1_000, 0).await, Ok(0));
    // Wishing again is asking.
    site.set_alert(person(2), 900, 2_000).await.unwrap();
    assert_eq!(site.alerts(1_100, 900).await, Ok(1));
}

pub async fn a_person_is_told_of_each_table_by_one_page(log: impl Storage) {
    let site = log.site();
    log.persons().add(person(1), 1).await.unwrap();
    log.create(new_game("a", 1)).await.unwrap();
    let tell = async |page, now_ms| site.tell_of(person(1), "a", page, now_ms).await.unwrap();
    assert!(!tell(7, 20).await, "nobody has asked");
    site.set_alert(person(1), 10, 50).await.unwrap();
    assert!(tell(u64::MAX, 20).await);
    assert!(tell(u64::MAX, 21).await, "it did not hear the answer");
    assert!(!tell(8, 22).await);
    let unknown = site.tell_of(person(1), "b", 8, 22).await;
    assert_eq!(unknown, Ok(false), "there is no such table");
    let alert = site.alert_of(person(1), 30).await.unwrap().unwrap();
    assert_eq!(alert.told, ["a"]);
    // One that lasts longer is the same. After its end, another one begins anew.
    site.set_alert(person(1), 40, 60).await.unwrap();
    assert!(!tell(8, 55).await);
    site.set_alert(person(1), 60, 90).await.unwrap();
    assert!(tell(8, 61).await);
}
