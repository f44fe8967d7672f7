//! Who may ask the coach, and who gets its answer.

use brickwood_protocol::{
    Advice, BotLevel, ClientMessage, CoachRule, Color, Command, HostOrder, Level, NewSeat,
    NewTable, ProblemKind, ServerMessage, TableOptions,
};
use brickwood_rules::{Action, Game, InformationState, Terms, View};
use brickwood_table::room::{Bots, ConnectionId, Input, SeatedBot};

use crate::support::{Evening, order, order_of_two};

/// A coach who says who asks: the chance of each seat is its number of cards, as the viewer sees it.
struct Coach;

impl Bots for Coach {
    fn choose(
        &self,
        _: &mut SeatedBot,
        _: &Game,
        _: InformationState<'_>,
        _: u64,
    ) -> Option<Action> {
        None
    }

    fn give_up(&self, _: &Game, _: &View) -> Option<Action> {
        None
    }

    fn advise(
        &self,
        _: &Game,
        known: InformationState<'_>,
        _: Option<Terms>,
        _: u64,
    ) -> Option<Advice> {
        let viewer = known.view.viewer?;
        assert_eq!(known.history?.viewer(), Some(viewer));
        Some(Advice {
            best: None,
            others: Vec::new(),
            places: Vec::new(),
            trade: None,
            chances: vec![u16::from(u8::from(viewer))],
            hands: Vec::new(),
        })
    }
}

fn options(coach: CoachRule) -> TableOptions {
    TableOptions {
        coach,
        ..TableOptions::default()
    }
}

fn against_bots(coach: CoachRule) -> NewTable {
    let human = NewSeat::Human {
        color: Color::Coral,
    };
    let bot = |color| NewSeat::Bot {
        color,
        level: BotLevel::Own(Level::Easy),
    };
    let seats = vec![human, bot(Color::Teal), bot(Color::Amber)];
    order(seats, options(coach))
}

impl Evening {
    /// Asks the coach. Returns why not, if it is refused.
    fn ask(&mut self, connection: ConnectionId) -> Option<&'static str> {
        let before = self.told(connection).len();
        let message = ClientMessage::Advise { terms: None };
        self.handle(Input::Say {
            connection,
            message,
            too_many: false,
        });
        let told = &self.told(connection)[before..];
        told.iter().find_map(|message| match message {
            ServerMessage::Refused { problem, .. } => Some(problem.code()),
            _ => None,
        })
    }

    /// The coach answers all questions, the first first.
    fn answer(&mut self) {
        for (task, work) in std::mem::take(&mut self.questions) {
            let advice = work.advise(&Coach);
            self.handle(Input::Advised { task, advice });
        }
    }

    /// What the coach has said to a connection.
    fn advice(&self, connection: ConnectionId) -> Vec<u16> {
        let told = self.told(connection).iter();
        told.filter_map(|message| match message {
            ServerMessage::Advice { advice, .. } => Some(advice.chances[0]),
            _ => None,
        })
        .collect()
    }
}

#[test]
fn whoever_plays_alone_against_bots_is_advised_and_nobody_else_hears_it() {
    let (mut evening, people) = Evening::begun(&against_bots(CoachRule::Alone));
    let spectator = evening.connect(None);
    assert_eq!(evening.ask(people[0]), None);
    evening.answer();
    assert_eq!(evening.advice(people[0]), [0]);
    assert!(evening.advice(spectator).is_empty());
    assert_eq!(evening.ask(spectator), Some("not_seated"));
}

#[test]
fn the_coach_is_refused_where_others_play_unless_the_table_allows_it() {
    for (coach, refused) in [
        (CoachRule::Alone, Some("no_coach")),
        (CoachRule::Never, Some("no_coach")),
        (CoachRule::Everybody, None),
    ] {
        let (mut evening, people) = Evening::begun(&order_of_two(options(coach)));
        for person in &people {
            assert_eq!(evening.ask(*person), refused, "{coach:?}");
        }
        evening.answer();
        // Each hears of their own seat, if at all.
        for (seat, person) in people.iter().enumerate() {
            let expected: &[u16] = if refused.is_some() {
                &[]
            } else {
                &[seat as u16]
            };
            assert_eq!(evening.advice(*person), expected, "{coach:?}");
        }
    }
    let (mut evening, people) = Evening::begun(&against_bots(CoachRule::Never));
    assert_eq!(evening.ask(people[0]), Some("no_coach"));
}

#[test]
fn friends_who_share_a_device_are_others() {
    let mut table = against_bots(CoachRule::Alone);
    table.seats[1] = NewSeat::Local {
        color: Color::Teal,
        name: "Uma".into(),
    };
    let (mut evening, people) = Evening::begun(&table);
    assert_eq!(evening.ask(people[0]), Some("no_coach"));
}

#[test]
fn the_rule_about_the_coach_is_fixed_once_the_game_has_begun() {
    let (mut evening, people) = Evening::begun(&order_of_two(options(CoachRule::Alone)));
    let order = HostOrder::Options {
        options: options(CoachRule::Everybody),
    };
    let refused = evening.say(people[0], |key| ClientMessage::Command {
        key,
        command: Command::Arrange { order },
    });
    assert_eq!(
        refused.expect_err("it is refused"),
        ProblemKind::Begun.into()
    );
}

#[test]
fn advice_about_a_position_that_is_gone_is_dropped() {
    let (mut evening, people) = Evening::begun(&order_of_two(options(CoachRule::Everybody)));
    let actor = evening.actor(&people);
    assert_eq!(evening.ask(actor), None);
    evening.settle(actor);
    evening.answer();
    assert!(evening.advice(actor).is_empty());
}

#[test]
fn only_the_latest_question_is_answered_and_too_many_are_refused() {
    let (mut evening, people) = Evening::begun(&against_bots(CoachRule::Alone));
    assert_eq!(evening.ask(people[0]), None);
    assert_eq!(evening.ask(people[0]), None);
    evening.answer();
    assert_eq!(evening.advice(people[0]).len(), 1);
    let refused = (0..20).find_map(|_| evening.ask(people[0]));
    assert_eq!(refused, Some("too_fast"));
    evening.pass(1000);
    assert_eq!(evening.ask(people[0]), None);
}
