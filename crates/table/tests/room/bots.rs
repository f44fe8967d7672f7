//! The turns of bots: how long they take, and what happens if one fails.

use brickwood_rules::{Action, Game, View, legal_actions};
use brickwood_table::protocol::{BotLevel, ClientMessage, Color, NewSeat, TableOptions};
use brickwood_table::room::{Bots, Input};

use crate::support::{Evening, order, seat};

/// A bot that wants this.
struct Wants(Option<Action>);

impl Bots for Wants {
    fn choose(&self, _: BotLevel, _: &Game, _: &View, _: u64) -> Option<Action> {
        self.0
    }

    fn give_up(&self, _: &Game, _: &View) -> Option<Action> {
        None
    }
}

impl Evening {
    /// Something that a seat may do now.
    fn any_action(&self, of: u8) -> Option<Action> {
        let table = &self.storage.table;
        let legal = legal_actions(table.game(), table.state(), seat(of));
        legal.first().copied()
    }

    /// Lets the bot of seat 1 decide.
    fn decide(&mut self, wants: Option<Action>) -> Input {
        let (task, work) = self.task.take().expect("a bot is to act");
        let choice = work.decide(&Wants(wants));
        Input::Decided { task, choice }
    }
}

/// A game of a person and a bot, in which the bot is to place a settlement.
fn bot_to_act() -> Evening {
    let order = order(
        vec![
            NewSeat::Human {
                color: Color::Coral,
            },
            NewSeat::Bot {
                color: Color::Teal,
                level: BotLevel::Easy,
            },
        ],
        TableOptions::default(),
    );
    let (mut evening, people) = Evening::begun(&order);
    while evening.task.is_none() {
        let action = evening.any_action(0).expect("the person is to act");
        evening.done(people[0], |key| ClientMessage::Act {
            key,
            action,
            nonce: None,
            answers: None,
        });
    }
    evening
}

#[test]
fn a_bot_takes_its_time_so_that_people_can_follow() {
    let mut evening = bot_to_act();
    let head = evening.storage.records.len();
    let wants = evening.any_action(1);
    let decided = evening.decide(wants);
    evening.handle(decided);
    evening.pass(599);
    assert_eq!(evening.storage.records.len(), head);
    evening.pass(901);
    assert_eq!(evening.storage.records.len(), head + 1);
}

#[test]
fn a_decision_that_the_log_has_overtaken_is_ignored() {
    let mut evening = bot_to_act();
    let wants = evening.any_action(1);
    let (task, work) = evening.task.clone().expect("a bot is to act");
    let choice = work.decide(&Wants(wants));
    let decided = evening.decide(wants);
    evening.handle(decided);
    evening.pass(1500);
    let head = evening.storage.records.len();
    evening.handle(Input::Decided { task, choice });
    evening.pass(1500);
    assert_eq!(evening.storage.records.len(), head);
}

#[test]
fn a_game_goes_on_where_a_bot_finds_nothing_or_wants_what_is_illegal() {
    for wants in [None, Some(Action::EndTurn)] {
        let mut evening = bot_to_act();
        let head = evening.storage.records.len();
        evening.faults_expected = true;
        let decided = evening.decide(wants);
        evening.handle(decided);
        evening.pass(1500);
        // One that finds nothing is asked once more what to do about its offer, if it has one.
        if evening.storage.records.len() == head {
            let decided = evening.decide(wants);
            evening.handle(decided);
        }
        assert_eq!(evening.storage.records.len(), head + 1, "{wants:?}");
    }
}

#[test]
fn bots_rest_while_nobody_is_there() {
    let mut evening = bot_to_act();
    let decided = {
        let wants = evening.any_action(1);
        evening.decide(wants)
    };
    let person = evening.connections()[0];
    evening.leave(person);
    let head = evening.storage.records.len();
    evening.handle(decided);
    evening.pass(60_000);
    assert_eq!(evening.storage.records.len(), head);
    evening.connect(Some(0));
    assert!(evening.task.is_some(), "they think again");
}
