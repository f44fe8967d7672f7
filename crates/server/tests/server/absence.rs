//! Players who are cut off. A grace of nothing, which nobody can order, spares the tests the wait.

use brickwood_table::protocol::{AbsenceRule, NewTable, TableEvent, TableOptions};

use crate::support::{House, begin, enter, order, shown};

fn at_once(absence: AbsenceRule) -> NewTable {
    NewTable {
        options: TableOptions {
            absence,
            grace_s: 0,
            ..TableOptions::default()
        },
        ..order(2, 0)
    }
}

#[tokio::test]
async fn a_bot_plays_for_one_who_is_away_until_they_are_back() {
    let house = House::open().await;
    let mut guests = [house.guest(), house.guest()];
    let table = house.stored(&at_once(AbsenceRule::Bot), &mut guests).await;
    let mut begun = begin(&guests, &table).await.into_iter();
    let (mut first, _) = begun.next().unwrap();
    drop(begun);
    let seen = shown(&mut first, |seen| seen.seats[1].away).await;
    assert!(!seen.seats[1].present);
    let (_second, seen) = enter(&guests[1], &table, None).await;
    assert!(!seen.seats[1].away, "it is theirs at once");
    let seen = shown(&mut first, |seen| !seen.seats[1].away).await;
    assert!(seen.seats[1].present);
}

#[tokio::test]
async fn a_game_waits_for_one_who_is_away_where_people_want_that() {
    let house = House::open().await;
    let mut guests = [house.guest(), house.guest()];
    let table = house
        .stored(&at_once(AbsenceRule::Pause), &mut guests)
        .await;
    let mut begun = begin(&guests, &table).await.into_iter();
    let (mut first, _) = begun.next().unwrap();
    drop(begun);
    let seen = shown(&mut first, |seen| seen.paused).await;
    let mut told = seen.log.iter().filter_map(|line| line.at_table.clone());
    let (by, for_absent) = (None, true);
    assert_eq!(
        told.next_back(),
        Some(TableEvent::Paused { by, for_absent })
    );
    let (_second, seen) = enter(&guests[1], &table, None).await;
    assert!(!seen.paused);
    shown(&mut first, |seen| !seen.paused).await;
}

#[tokio::test]
async fn a_table_at_which_nobody_is_left_rests() {
    let house = House::open().await;
    let mut guests = [house.guest(), house.guest()];
    let table = house.stored(&at_once(AbsenceRule::Bot), &mut guests).await;
    drop(begin(&guests, &table).await);
    // Whoever comes first plays, and finds only the other away.
    let (_first, seen) = enter(&guests[0], &table, None).await;
    assert!(seen.seats[1].away && !seen.seats[0].away);
}
