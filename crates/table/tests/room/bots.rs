//! The turns of bots: how long they take, and what happens if one fails.

use std::sync::Mutex;

use brickwood_protocol::{
    Beginning, BotLevel, BotOffers, BotPace, ClientMessage, Color, Command, HostOrder, Level,
    NewSeat, NewTable, TableOptions, TradeWord,
};
use brickwood_rules::{
    Action, Cards, Event, FirstPlayer, Game, InformationState, Phase, Resource, SeatSet, Terms,
    View, legal_actions,
};
use brickwood_table::replay_of_record;
use brickwood_table::room::{Bots, ConnectionId, Input, SeatedBot};

use crate::support::{Evening, NODE, order, seat};

/// A bot with a fixed decision.
struct Wants(Option<Action>);

impl Bots for Wants {
    fn choose(
        &self,
        _: &mut SeatedBot,
        _: &Game,
        _: InformationState<'_>,
        _: u64,
    ) -> Option<Action> {
        self.0
    }

    fn give_up(&self, _: &Game, _: &View) -> Option<Action> {
        None
    }
}

/// A bot that records its history.
#[derive(Default)]
struct Scribe(Mutex<Vec<Event>>);

impl Bots for Scribe {
    fn choose(
        &self,
        _: &mut SeatedBot,
        _: &Game,
        known: InformationState<'_>,
        _: u64,
    ) -> Option<Action> {
        let history = known.history.expect("a table knows its history");
        assert_eq!(history.viewer(), known.view.viewer);
        *self.0.lock().expect("nobody panics") = history.events().to_vec();
        None
    }

    fn give_up(&self, _: &Game, _: &View) -> Option<Action> {
        None
    }
}

/// A bot that records how many offers it is to make.
#[derive(Default)]
struct Looks(Mutex<Option<BotOffers>>);

impl Bots for Looks {
    fn choose(
        &self,
        bot: &mut SeatedBot,
        _: &Game,
        _: InformationState<'_>,
        _: u64,
    ) -> Option<Action> {
        *self.0.lock().expect("nobody panics") = Some(bot.offers());
        None
    }

    fn give_up(&self, _: &Game, _: &View) -> Option<Action> {
        None
    }
}

impl Evening {
    /// How many offers the bot that is to act is to make.
    fn bot_offers(&self) -> BotOffers {
        let (_, work) = self.task.as_ref().expect("a bot is to act");
        let looks = Looks::default();
        work.decide(&looks);
        let seen = looks.0.into_inner().expect("nobody panics");
        seen.expect("the bot is asked")
    }

    /// Something that a seat may do now.
    fn any_action(&self, of: u8) -> Option<Action> {
        let table = &self.storage.table;
        let legal = legal_actions(table.game(), table.state(), seat(of));
        legal.first().copied()
    }

    /// The person in seat 0 acts.
    fn act(&mut self, person: ConnectionId) -> Action {
        let action = self.any_action(0).expect("the person is to act");
        self.done(person, |key| ClientMessage::Command {
            key,
            command: Command::Act {
                action,
                nonce: None,
                answers: None,
            },
        });
        action
    }

    /// The bot of seat 1 decides.
    fn decide(&mut self, wants: Option<Action>) -> Input {
        let (task, work) = self.task.take().expect("a bot is to act");
        let choice = work.decide(&Wants(wants));
        Input::Decided { task, choice }
    }
}

fn person_and_bot() -> NewTable {
    order(
        vec![
            NewSeat::Human {
                color: Color::Coral,
            },
            NewSeat::Bot {
                color: Color::Teal,
                level: BotLevel::Own(Level::Easy),
            },
        ],
        TableOptions::default(),
    )
}

/// A game of a person and two bots that goes on from a record.
fn person_and_two_bots(record: &str, options: TableOptions) -> NewTable {
    let steps = replay_of_record(record).expect("a record").steps.len() as u32;
    let bots = [Color::Teal, Color::Amber].map(|color| NewSeat::Bot {
        color,
        level: BotLevel::Own(Level::Medium),
    });
    let person = NewSeat::Human {
        color: Color::Coral,
    };
    let mut order = order([person].into_iter().chain(bots).collect(), options);
    order.from = Some(Beginning {
        record: record.to_owned(),
        steps,
    });
    order
}

/// A game of a person and a bot, in which the bot is to place a settlement after the person.
fn bot_to_act() -> Evening {
    let mut order = person_and_bot();
    order.rules.first_player = FirstPlayer::Named { seat: seat(0) };
    let (mut evening, people) = Evening::begun(&order);
    while evening.task.is_none() {
        evening.act(people[0]);
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
fn bots_are_quick_until_the_only_person_has_placed_something() {
    let mut order = person_and_bot();
    order.rules.first_player = FirstPlayer::Named { seat: seat(1) };
    let (mut evening, _) = Evening::begun(&order);
    let head = evening.storage.records.len();
    let wants = evening.any_action(1);
    let decided = evening.decide(wants);
    evening.handle(decided);
    evening.pass(300);
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

/// The host pauses the game at another server, or continues it.
fn arrange_elsewhere(evening: &mut Evening, order: HostOrder) {
    evening.elsewhere(|evening| {
        let host = evening.connect(Some(0));
        evening.done(host, |key| ClientMessage::Command {
            key,
            command: Command::Arrange { order },
        });
    });
}

#[test]
fn a_bot_decides_again_if_another_server_was_first() {
    let mut evening = bot_to_act();
    let wants = evening.any_action(1);
    arrange_elsewhere(&mut evening, HostOrder::Pause {});
    let decided = evening.decide(wants);
    evening.handle(decided);
    evening.pass(1500);
    let paused = evening.storage.records.len();
    assert!(evening.storage.table.is_paused() && evening.task.is_none());
    arrange_elsewhere(&mut evening, HostOrder::Unpause {});
    evening.handle(Input::Hint);
    let decided = evening.decide(wants);
    evening.handle(decided);
    evening.pass(1500);
    assert_eq!(evening.storage.records.len(), paused + 2);
}

#[test]
fn a_bot_decides_again_if_what_it_knows_is_lost_with_the_primary() {
    let mut evening = bot_to_act();
    let (outdated, _) = evening.task.clone().expect("a bot is to act");
    evening.lose_last_line();
    evening.pass(1);
    evening.elsewhere(|evening| {
        let person = evening.connect(Some(0));
        evening.act(person);
    });
    evening.handle(Input::Gone {
        nodes: [NODE].into(),
    });
    let (task, _) = evening.task.clone().expect("a bot is to act");
    assert_ne!(task, outdated);
}

#[test]
fn a_game_goes_on_if_a_bot_finds_nothing_or_decides_for_an_illegal_action() {
    for wants in [None, Some(Action::EndTurn)] {
        let mut evening = bot_to_act();
        let head = evening.storage.records.len();
        evening.faults_expected = true;
        let decided = evening.decide(wants);
        evening.handle(decided);
        evening.pass(1500);
        // A bot that finds nothing gets a second task: to end its open offer, if it has one.
        if evening.storage.records.len() == head {
            let decided = evening.decide(wants);
            evening.handle(decided);
        }
        assert_eq!(evening.storage.records.len(), head + 1, "{wants:?}");
    }
}

#[test]
fn a_bot_offers_nothing_where_everybody_has_blocked_it() {
    let mut order = person_and_bot();
    order.rules.first_player = FirstPlayer::Named { seat: seat(0) };
    let (mut evening, people) = Evening::begun(&order);
    let is_turn = |evening: &Evening| {
        let state = evening.storage.table.state();
        matches!(state.phase(), Phase::Turn) && state.active() == seat(1)
    };
    while !is_turn(&evening) {
        if evening.task.is_some() {
            let wants = evening.any_action(1);
            let decided = evening.decide(wants);
            evening.handle(decided);
            evening.pass(1500);
        } else {
            evening.act(people[0]);
        }
    }
    evening.done(people[0], |key| ClientMessage::Command {
        key,
        command: Command::TradeTalk {
            word: TradeWord::Block { seat: seat(1) },
        },
    });
    let one = |resource| Cards::of(resource, 1);
    let offer = Action::Offer {
        terms: Terms {
            give: one(Resource::Brick),
            take: one(Resource::Ore),
        },
        to: SeatSet::only(seat(0)),
    };
    let Input::Decided {
        choice: Some((_, Command::Act { action, .. })),
        ..
    } = evening.decide(Some(offer))
    else {
        panic!("the bot does something");
    };
    assert_eq!(action, Action::EndTurn);
}

#[test]
fn a_bot_makes_as_many_offers_as_the_host_wants() {
    let mut evening = bot_to_act();
    assert_eq!(evening.bot_offers(), BotOffers::Few);
    let host = evening.connections()[0];
    for wanted in [BotOffers::None, BotOffers::Many] {
        let options = TableOptions {
            bot_offers: wanted,
            ..TableOptions::default()
        };
        evening.set_options(host, options);
        assert_eq!(evening.bot_offers(), wanted);
    }
}

#[test]
fn a_bot_gets_its_history_since_the_game_began_without_undone_steps() {
    let (mut evening, people) = Evening::begun(&person_and_bot());
    let mut placed = Vec::new();
    loop {
        if evening.task.is_none() {
            let action = evening.act(people[0]);
            if matches!(action, Action::BuildSettlement { .. }) {
                evening.done(people[0], |key| ClientMessage::Command {
                    key,
                    command: Command::Undo {},
                });
                assert_eq!(evening.act(people[0]), action);
            }
            placed.push(0);
        } else if placed.contains(&0) {
            break;
        } else {
            let wants = evening.any_action(1);
            let decided = evening.decide(wants);
            evening.handle(decided);
            evening.pass(1500);
            placed.push(1);
        }
    }
    let (_, work) = evening.task.take().expect("a bot is to act");
    let scribe = Scribe::default();
    work.decide(&scribe);
    let told = scribe.0.into_inner().expect("nobody panics");
    let built = told.into_iter().filter_map(|event| match event {
        Event::Built { seat, .. } => Some(u8::from(seat)),
        _ => None,
    });
    assert_eq!(built.collect::<Vec<_>>(), placed);
}

#[test]
fn an_offer_with_which_a_game_begins_leaves_people_time_to_find_out_where_they_are() {
    let record = include_str!("openings/offer.record");
    let order = person_and_two_bots(record, TableOptions::default());
    let (mut evening, _) = Evening::begun(&order);
    let decided = evening.decide(None);
    evening.handle(decided);
    evening.pass(300_000);
    assert!(evening.task.is_none(), "the bot waits for the person");
    evening.pass(300_000);
    assert!(evening.task.is_some(), "but not for ever");
}

#[test]
fn a_bot_without_pauses_answers_in_one_of_few_moments_however_long_it_has_thought() {
    let record = include_str!("openings/turn.record");
    let options = TableOptions {
        bot_pace: BotPace::None,
        ..TableOptions::default()
    };
    let order = person_and_two_bots(record, options);
    let answered_after = |thought_ms: u64| {
        let (mut evening, people) = Evening::begun(&order);
        let hand = evening.storage.table.state().hand(seat(0));
        let give = Resource::ALL.into_iter().find(|one| hand[*one] > 0);
        let give = give.expect("the person has cards");
        let take = Resource::ALL.into_iter().find(|one| *one != give);
        let terms = Terms {
            give: Cards::of(give, 1),
            take: Cards::of(take.expect("there are five"), 1),
        };
        let action = Action::Offer {
            terms,
            to: SeatSet::all(3).without(seat(0)),
        };
        evening.done(people[0], |key| ClientMessage::Command {
            key,
            command: Command::Act {
                action,
                nonce: None,
                answers: None,
            },
        });
        let (head, offered_ms) = (evening.storage.records.len(), evening.now_ms);
        evening.pass(thought_ms);
        let decided = evening.decide(Some(Action::Decline));
        evening.handle(decided);
        while evening.storage.records.len() == head {
            evening.pass(1);
        }
        evening.now_ms - offered_ms
    };
    for thought_ms in (0..150).step_by(7) {
        let moment_ms = answered_after(thought_ms);
        assert_eq!(moment_ms, (thought_ms / 50 + 1) * 50, "{thought_ms} ms");
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
