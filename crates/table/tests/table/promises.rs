//! The promises of a table: nothing happens twice, a log leads back to the same table, undo removes only
//! steps that reveal nothing, and nobody gets information that their seat may not know.

use brickwood_protocol::Command;
use brickwood_rules::{Action, Cards, Phase, Resource, Seat, Terms, legal_actions};
use brickwood_table::{Author, Refusal, RestoreError, Table, digest};

use crate::support::{Play, code, gathering, order, seat, side, table_of_people};

#[test]
fn a_restored_table_is_the_table_that_wrote_the_log() {
    for seed in 0..20 {
        let mut play = Play::new(table_of_people(4, seed), seed);
        for _ in 0..400 {
            play.random_request();
        }
        let restored = play.restore();
        assert_eq!(
            digest(restored.game(), restored.state()),
            digest(play.table.game(), play.table.state())
        );
        for viewer in [None, Some(seat(0)), Some(seat(3))] {
            for after in [0, 5, play.table.head() - 1] {
                let told = play.told(viewer, after);
                assert_eq!(restored.update(side(viewer), after, play.now_ms), told);
            }
        }
    }
}

#[test]
fn a_log_with_a_gap_or_another_outcome_is_refused() {
    let mut play = Play::new(table_of_people(3, 1), 1);
    for _ in 0..60 {
        play.random_request();
    }
    let mut log = play.log.clone();
    log.remove(10);
    let (setup, people) = (play.table.setup().clone(), play.table.people().clone());
    assert_eq!(
        Table::restore(setup.clone(), people.clone(), log).err(),
        Some(RestoreError::Gap {
            expected: 11,
            found: 12
        })
    );
    let mut log = play.log.clone();
    log[20].post_hash ^= 1;
    assert_eq!(
        Table::restore(setup, people, log).err(),
        Some(RestoreError::Diverged { seq: 21 })
    );
}

#[test]
fn a_key_that_was_used_leads_to_its_first_line_and_to_no_second() {
    let mut play = Play::new(table_of_people(2, 3), 3);
    let active = play.table.state().active();
    let action = legal_actions(play.table.game(), play.table.state(), active)[0];
    let head = play.table.head();
    play.command(active, Some(77), Command::act(action, None))
        .expect("legal");
    assert_eq!(play.table.head(), head + 1);
    let again = play.table.propose(
        play.author(active, Some(77)),
        &Command::act(action, None).into(),
        0,
    );
    assert_eq!(again.err(), Some(Refusal::AlreadyDone { seq: head + 1 }));
    let restored = play.restore();
    let again = restored.propose(
        play.author(active, Some(77)),
        &Command::act(action, None).into(),
        0,
    );
    assert_eq!(again.err(), Some(Refusal::AlreadyDone { seq: head + 1 }));
}

#[test]
fn nobody_acts_before_every_seat_is_taken() {
    let mut play = gathering(&order(3), 1);
    assert!(play.table.advance(0).is_none());
    assert_eq!(code(play.act(seat(0), Action::Roll)), "not_started");
}

#[test]
fn set_01_chance_rolls_for_the_first_player_when_the_last_has_sat_down() {
    let play = Play::new(table_of_people(4, 9), 9);
    let lines = play.game_lines();
    assert!(lines.len() >= 4, "one roll for each seat");
    assert!(lines.iter().all(|line| line.body.starts_with("dice ")));
    assert_eq!(*play.table.state().phase(), Phase::SetUpSettlement);
}

#[test]
fn undo_takes_back_what_reveals_nothing_and_nothing_else() {
    let (mut undone, mut refused, mut special) = (0, 0, 0);
    for seed in 0..10 {
        let mut play = Play::new(table_of_people(if seed < 6 { 3 } else { 5 }, seed), seed);
        for _ in 0..600 {
            let before = *play.table.state();
            let builder = before.builder();
            let head = play.table.head();
            play.page_request();
            if play.table.head() == head {
                continue;
            }
            let line = &play.log[head as usize];
            let built = ["settlement", "road", "city", "bank"]
                .iter()
                .any(|verb| line.body.split(' ').nth(1) == Some(verb))
                // Free roads that are forgone (DEV-04).
                || (*before.phase() == Phase::FreeRoads && line.body.ends_with("pass"));
            let alone = play.table.head() == head + 1 && line.actor == Some(builder);
            let state = play.table.state();
            let goes_on = state.builder() == builder
                && state.turn() == before.turn()
                && state.may_act(builder);
            let undo = play
                .table
                .propose(Author::Seat(builder), &Command::Undo {}.into(), 0);
            if built && alone && goes_on {
                let batch = undo.expect("nothing was revealed");
                let mut other = play.clone();
                other.commit(batch);
                assert_eq!(*other.table.state(), before);
                undone += 1;
                special += u32::from(state.special().is_some());
            } else if !line.body.ends_with("undo") {
                assert!(undo.is_err(), "{}", line.body);
                refused += 1;
            }
        }
        assert_eq!(
            digest(play.table.game(), play.restore().state()),
            digest(play.table.game(), play.table.state())
        );
    }
    assert!(
        undone > 100 && refused > 100 && special > 5,
        "{undone} {refused} {special}"
    );
}

#[test]
fn sbp_01_nobody_can_undo_the_building_of_another() {
    let mut tried = 0;
    for seed in 0..4 {
        let mut play = Play::new(table_of_people(6, seed), seed);
        for _ in 0..800 {
            play.page_request();
            let state = play.table.state();
            if let Some(builder) = state.special() {
                for other in Seat::all(6).filter(|seat| *seat != builder) {
                    assert!(
                        play.table
                            .propose(Author::Seat(other), &Command::Undo {}.into(), 0)
                            .is_err()
                    );
                    assert!(!play.told(Some(other), 0).choices.undo);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 0);
}

#[test]
fn others_never_undo() {
    let mut play = Play::new(table_of_people(2, 5), 5);
    let active = play.table.state().active();
    let action = legal_actions(play.table.game(), play.table.state(), active)[0];
    play.command(active, None, Command::act(action, None))
        .expect("legal");
    let other = active.clockwise(1, 2);
    assert!(
        play.table
            .propose(Author::Seat(other), &Command::Undo {}.into(), 0)
            .is_err()
    );
    assert!(
        play.table
            .propose(Author::Seat(active), &Command::Undo {}.into(), 0)
            .is_ok()
    );
}

#[test]
fn trd_03_another_seat_may_suggest_a_trade_that_ends_in_the_same_steps() {
    let mut closed = 0;
    for seed in 0..40 {
        let mut play = Play::new(table_of_people(2, seed), seed);
        for _ in 0..300 {
            let state = play.table.state();
            let active = state.active();
            let other = active.clockwise(1, 2);
            let pair = Resource::ALL
                .into_iter()
                .flat_map(|give| Resource::ALL.into_iter().map(move |take| (give, take)));
            let wanted = pair
                .filter(|(give, take)| give != take)
                .find(|(give, take)| state.hand(active)[*give] > 0 && state.hand(other)[*take] > 0);
            if let Some((give, take)) = wanted
                && *state.phase() == Phase::Turn
                && state.dice().is_some()
                && play.table.suggestions().is_empty()
                && play.table.partners(active).contains(other)
            {
                let terms = Terms {
                    give: Cards::of(give, 1),
                    take: Cards::of(take, 1),
                };
                let hands = (state.hand(active), state.hand(other));
                play.suggest(other, terms).expect("it holds the card");
                assert_eq!(play.told(Some(active), 0).suggestions.len(), 1);
                let lines = play.log.len();
                let suggestion = play.table.head();
                play.command(
                    active,
                    Some(lines as u64),
                    Command::TakeSuggestion { suggestion },
                )
                .expect("both hold the cards");
                let verbs: Vec<_> = play.log[lines..]
                    .iter()
                    .map(|line| line.body.split(' ').nth(1))
                    .collect();
                assert_eq!(verbs, [Some("offer"), Some("accept"), Some("confirm")]);
                let state = play.table.state();
                assert_eq!(state.hand(active) + terms.give, hands.0 + terms.take);
                assert_eq!(state.hand(other) + terms.take, hands.1 + terms.give);
                assert!(play.table.suggestions().is_empty());
                closed += 1;
                break;
            }
            play.random_request();
        }
    }
    assert!(closed > 20, "{closed}");
}

#[test]
fn an_update_names_no_card_that_its_viewer_may_not_know() {
    for seed in 0..10 {
        let mut play = Play::new(table_of_people(3, seed), seed);
        for _ in 0..500 {
            let head = play.table.head();
            play.random_request();
            for line in &play.log[head as usize..] {
                let secret = line.body.starts_with("stolen") || line.body.starts_with("drawn");
                if !secret || play.table.is_over() {
                    continue;
                }
                let told = serde_json::to_value(play.told(None, line.seq - 1)).expect("json");
                let event = &told["log"][0]["events"][0];
                assert!(
                    event["resource"].is_null() && event["card"].is_null(),
                    "{event}"
                );
            }
            let spectator = serde_json::to_value(play.told(None, head)).expect("json");
            assert!(spectator["view"]["own"].is_null());
            let own = serde_json::to_value(play.told(Some(seat(1)), head)).expect("json");
            let hand = play.table.state().hand(seat(1)).counts();
            assert_eq!(own["view"]["own"]["hand"], serde_json::json!(hand));
        }
    }
}
