//! Which games there are, and what each has to show.

use std::collections::BTreeMap;

use brickwood_notation::{Record, RecordHeader, RecordResult, RecordedPlayer, SeatHeader};
use brickwood_rules::{
    Action, DiceSource, Edition, Event, Phase, Rules, SetUp, State, Step, Variants, events,
};
use brickwood_test_kit::RandomGame;

use super::annotate::annotated;

/// One game.
pub(crate) struct Playthrough {
    /// The file's name.
    pub(crate) name: &'static str,
    edition: Edition,
    pub(crate) rules: fn() -> Rules,
    /// Whether this step, from the state before it, shows what the game is for.
    shows: fn(&State, Step, &[Event]) -> bool,
}

/// Short games: the mechanisms matter, and not who wins.
fn short(edition: Edition, players: u8) -> Rules {
    Rules {
        points_to_win: 5,
        ..edition.rules(players)
    }
}

fn variant(change: fn(&mut Variants)) -> Rules {
    let mut rules = short(Edition::Modern, 3);
    change(&mut rules.variants);
    rules
}

fn is(step: Step, wanted: Action) -> bool {
    matches!(step, Step::Action { action, .. } if action == wanted)
}

fn traded(events: &[Event]) -> bool {
    events
        .iter()
        .any(|event| matches!(event, Event::Traded { .. }))
}

fn built_between_turns(before: &State, step: Step) -> bool {
    before.special().is_some() && !is(step, Action::Pass)
}

macro_rules! game {
    ($name:literal, $edition:ident, $rules:expr, $shows:expr) => {
        Playthrough {
            name: $name,
            edition: Edition::$edition,
            rules: || $rules,
            shows: $shows,
        }
    };
}

/// All of them.
pub(crate) const GAMES: &[Playthrough] = &[
    game!(
        "modern-2",
        Modern,
        short(Edition::Modern, 2),
        |_, _, told| traded(told)
    ),
    game!(
        "modern-3",
        Modern,
        short(Edition::Modern, 3),
        |_, _, told| traded(told)
    ),
    game!(
        "modern-4",
        Modern,
        short(Edition::Modern, 4),
        |_, _, told| traded(told)
    ),
    game!(
        "modern-5",
        Modern,
        short(Edition::Modern, 5),
        |before, step, _| { built_between_turns(before, step) }
    ),
    game!(
        "modern-6",
        Modern,
        short(Edition::Modern, 6),
        |before, step, _| { built_between_turns(before, step) }
    ),
    game!(
        "mayfair-1996-4",
        Mayfair1996,
        short(Edition::Mayfair1996, 4),
        |before, step, _| { matches!(before.phase(), Phase::Rob { .. }) && is(step, Action::Pass) }
    ),
    game!(
        "mayfair-1996-5",
        Mayfair1996,
        short(Edition::Mayfair1996, 5),
        |before, step, _| { built_between_turns(before, step) }
    ),
    game!(
        "almanac-1999-3",
        Almanac1999,
        short(Edition::Almanac1999, 3),
        |_, _, told| { traded(told) }
    ),
    game!(
        "almanac-1999-6",
        Almanac1999,
        short(Edition::Almanac1999, 6),
        |before, step, _| { built_between_turns(before, step) }
    ),
    game!(
        "five-six-5",
        FiveSix,
        short(Edition::FiveSix, 5),
        |before, step, _| {
            built_between_turns(before, step) && is(step, Action::BuyDevelopmentCard)
        }
    ),
    game!(
        "five-six-6",
        FiveSix,
        short(Edition::FiveSix, 6),
        |before, step, _| { built_between_turns(before, step) }
    ),
    game!(
        "siedler-4",
        Siedler,
        short(Edition::Siedler, 4),
        |before, _, told| {
            // Free roads are laid in the middle of a turn.
            *before.phase() == Phase::Turn
                && told
                    .iter()
                    .any(|event| matches!(event, Event::Built { paid: false, .. }))
        }
    ),
    game!(
        "siedler-6",
        Siedler,
        short(Edition::Siedler, 6),
        |before, step, _| { built_between_turns(before, step) }
    ),
    game!(
        "beginners-3",
        Modern,
        Rules {
            set_up: SetUp::Beginners { left_out: None },
            ..short(Edition::Modern, 3)
        },
        |before, _, _| matches!(before.phase(), Phase::FirstCards { .. })
    ),
    game!(
        "beginners-4",
        Modern,
        Rules {
            set_up: SetUp::Beginners { left_out: None },
            ..short(Edition::Modern, 4)
        },
        |before, _, _| matches!(before.phase(), Phase::FirstCards { .. })
    ),
    game!(
        "var-1-played-victory-points",
        Modern,
        variant(|variants| variants.played_victory_points = true),
        |_, step, _| is(step, Action::PlayVictoryPoint)
    ),
    game!(
        "var-2-open-hands",
        Modern,
        variant(|variants| variants.open_hands = true),
        |_, _, told| told.iter().any(|event| matches!(
            event,
            Event::Stolen {
                resource: Some(_),
                ..
            }
        ))
    ),
    game!(
        "var-3-cards-after-roll",
        Modern,
        variant(|variants| variants.cards_after_roll = true),
        |_, step, _| is(step, Action::PlayKnight)
    ),
    game!(
        "var-4-no-early-seven",
        Modern,
        variant(|variants| variants.no_early_seven = true),
        |_, _, told| told
            .iter()
            .any(|event| matches!(event, Event::RolledAgain { .. }))
    ),
    game!(
        "var-5-robber-may-stay",
        Modern,
        variant(|variants| variants.robber_may_stay = true),
        |_, _, told| told
            .iter()
            .any(|event| matches!(event, Event::RobberStayed { .. }))
    ),
    game!(
        "var-6-no-trade-after-building",
        Modern,
        variant(|variants| variants.no_trade_after_building = true),
        |_, _, told| traded(told)
    ),
    game!(
        "var-7-keep-a-settlement",
        Modern,
        variant(|variants| variants.keep_a_settlement = true),
        |_, step, _| matches!(
            step,
            Step::Action {
                action: Action::BuildCity { .. },
                ..
            }
        )
    ),
    game!(
        "var-8-knight-interrupt",
        Modern,
        variant(|variants| variants.knight_interrupt = true),
        |before, step, _| {
            matches!(before.phase(), Phase::Interrupt { .. }) && is(step, Action::PlayKnight)
        }
    ),
    game!(
        "all-variants-4",
        Mayfair1996,
        Rules {
            variants: Variants::ALL,
            ..short(Edition::Mayfair1996, 4)
        },
        |before, step, _| {
            matches!(before.phase(), Phase::Interrupt { .. }) && is(step, Action::PlayKnight)
        }
    ),
    game!(
        "friendly-robber",
        Modern,
        Rules {
            friendly_robber: true,
            ..short(Edition::Modern, 4)
        },
        |before, _, _| matches!(before.phase(), Phase::MoveRobber)
    ),
    game!(
        "dice-deck",
        Modern,
        Rules {
            dice: DiceSource::Deck,
            ..short(Edition::Modern, 4)
        },
        |before, _, _| before.dice_deck().is_empty()
    ),
    game!(
        "time-limit",
        Modern,
        Rules {
            time_limit: Some(60),
            points_to_win: 10,
            ..Edition::Modern.rules(4)
        },
        |_, step, _| step == Step::TimeUp
    ),
];

impl Playthrough {
    /// Plays games until one shows what this one is for, and writes it down.
    pub(crate) fn write(&self) -> String {
        let record = (0..100_000)
            .map(|seed| self.play(seed))
            .find(|record| record.steps.len() < 500 && self.shows_its_mechanism(record))
            .expect("some game shows it");
        annotated(&record)
    }

    fn play(&self, seed: u64) -> Record {
        let mut game = RandomGame::new((self.rules)(), seed);
        let seats = (1..=game.game.rules().players)
            .map(|seat| SeatHeader {
                color: format!("color{seat}"),
                player: RecordedPlayer::Human,
                name: String::new(),
            })
            .collect();
        let rules = *game.game.rules();
        let board = game.game.board().clone();
        let header = RecordHeader::new(self.edition, rules, board, seats).expect("playable");
        let steps: Vec<Step> = std::iter::from_fn(|| game.play()).take(3_000).collect();
        let result = RecordResult::of(&game.game, &game.state);
        Record {
            header,
            steps,
            nonces: BTreeMap::new(),
            result,
        }
    }

    /// Whether the game has a step that shows what it is for, and an end.
    pub(crate) fn shows_its_mechanism(&self, record: &Record) -> bool {
        let game = &record.header.game;
        let mut state = State::new(game);
        let mut shown = false;
        for step in &record.steps {
            let before = state;
            state = before.apply(game, *step).expect("a step of a record");
            let told = events(game, &before, *step, &state, None);
            shown |= (self.shows)(&before, *step, &told);
        }
        shown && matches!(state.phase(), Phase::Over { .. })
    }
}
