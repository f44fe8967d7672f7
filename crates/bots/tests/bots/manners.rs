//! How bots trade at a table: how often they offer, what never comes again, and what it costs to trade on and on.

use std::sync::Arc;

use brickwood_bots::{Bot, Level, Manner};
use brickwood_rules::{
    Action, InformationState, Phase, Playthrough, Seat, State, Step, Terms, ToAct,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::support::{self, EXPERT_BUDGET, TURN_CAP};

/// Plays a game of these bots, which know what their level reads, and shows every action with the state before it.
fn play(players: [(Level, Manner); 4], seed: u64, mut watch: impl FnMut(&State, Seat, Action)) {
    let game = Arc::new(support::game(4, seed, false));
    let mut course = Playthrough::new(Arc::clone(&game));
    let mut bots = players.map(|(level, manner)| Bot::new(level).with_manner(manner));
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    while course.state().turn() < TURN_CAP {
        let state = *course.state();
        let step = match state.to_act() {
            ToAct::Nobody => return,
            ToAct::Chance => Step::Chance {
                outcome: support::draw(&game, &state, &mut rng),
            },
            ToAct::Seats { seats } => {
                let place = course.steps().len() as u64;
                let decide = |seat: Seat| {
                    let bot = &mut bots[seat.index()];
                    let reads = bot.level().reads_history();
                    let history = reads.then(|| course.history(Some(seat))).flatten();
                    let view = state.view(&game, Some(seat));
                    let known = InformationState::new(&view, history);
                    let budget = match bot.level() {
                        Level::Expert => EXPERT_BUDGET,
                        _ => u32::MAX,
                    };
                    let decision = bot.choose_within(&game, known, place, budget)?;
                    let action = decision.action;
                    watch(&state, seat, action);
                    Some(Step::Action { seat, action })
                };
                seats.iter().find_map(decide).expect("somebody acts")
            }
        };
        course.take(step).expect("bots act by the rules");
    }
}

/// What a seat has offered in its turn and in the one before.
#[derive(Default)]
struct Offers {
    turn: u16,
    made: u32,
    open: Option<Terms>,
    in_vain: Vec<Terms>,
    in_vain_before: Vec<Terms>,
}

impl Offers {
    /// Notes an action of the seat in its turn. Whether it offers what nobody took in this turn or the last one.
    fn repeats(&mut self, turn: u16, action: Action) -> bool {
        if self.turn != turn {
            self.in_vain_before = std::mem::take(&mut self.in_vain);
            (self.turn, self.made) = (turn, 0);
        }
        match action {
            Action::Offer { terms, .. } => {
                self.made += 1;
                self.open = Some(terms);
                self.in_vain.contains(&terms) || self.in_vain_before.contains(&terms)
            }
            Action::Withdraw => {
                self.in_vain.extend(self.open.take());
                false
            }
            _ => false,
        }
    }
}

/// The most offers of a seat in a turn. None of them may repeat what nobody took.
fn most_offers(players: [(Level, Manner); 4], games: u64) -> u32 {
    let mut most = 0;
    for number in 0..games {
        let mut offers: [Offers; 4] = Default::default();
        play(players, 700 + number, |state, seat, action| {
            if seat == state.active() {
                let offers = &mut offers[seat.index()];
                assert!(
                    !offers.repeats(state.turn(), action),
                    "{players:?} in game {number}, turn {}: {action:?}",
                    state.turn()
                );
                most = most.max(offers.made);
            }
        });
    }
    most
}

/// How many offers and trades there are in a game.
fn barter(manner: Manner, games: u64) -> (u32, u32) {
    let (mut offers, mut trades) = (0, 0);
    for number in 0..games {
        let players = [(Level::Hard, manner); 4];
        play(players, 800 + number, |_, _, action| match action {
            Action::Offer { .. } => offers += 1,
            Action::Confirm { .. } => trades += 1,
            _ => {}
        });
    }
    (offers, trades)
}

#[test]
fn no_bot_at_a_table_repeats_in_this_turn_or_the_next_what_nobody_took() {
    for manner in [Manner::Table, Manner::Lively] {
        for levels in [
            [Level::Expert, Level::Hard, Level::Medium, Level::Easy],
            [Level::Medium, Level::Easy, Level::Medium, Level::Easy],
        ] {
            let most = most_offers(levels.map(|level| (level, manner)), 8);
            assert!(most > 0, "{manner:?}");
        }
    }
}

#[test]
fn hard_makes_two_offers_in_a_turn_at_a_table_and_expert_up_to_four() {
    assert_eq!(most_offers([(Level::Hard, Manner::Table); 4], 6), 2);
    let most = most_offers([(Level::Expert, Manner::Table); 4], 6);
    assert!((2..=4).contains(&most), "{most}");
    let most = most_offers([(Level::Hard, Manner::Lively); 4], 6);
    assert!((3..=4).contains(&most), "{most}");
}

#[test]
fn a_quiet_bot_makes_no_offers_and_takes_those_of_others() {
    let mut taken = [0; 4];
    for number in 0..8 {
        let quiet = |level| (level, Manner::Quiet);
        let players = [
            (Level::Hard, Manner::Lively),
            quiet(Level::Hard),
            quiet(Level::Medium),
            quiet(Level::Easy),
        ];
        play(players, 900 + number, |_, seat, action| match action {
            Action::Offer { .. } => assert_eq!(seat.index(), 0, "game {number}"),
            Action::Accept => taken[seat.index()] += 1,
            _ => {}
        });
    }
    assert!(taken[1..].iter().all(|taken| *taken > 0), "{taken:?}");
}

#[test]
fn a_silent_bot_of_any_level_takes_and_makes_no_offer() {
    for number in 0..4 {
        let silent = |level| (level, Manner::Silent);
        let players = [
            (Level::Hard, Manner::Bots),
            silent(Level::Hard),
            silent(Level::Medium),
            silent(Level::Easy),
        ];
        play(players, 900 + number, |state, seat, action| {
            let trades = matches!(action, Action::Offer { .. } | Action::Confirm { .. });
            assert!(seat.index() == 0 || !trades, "game {number}: {action:?}");
            if matches!(state.phase(), Phase::Trade { .. }) && seat.index() > 0 {
                assert_eq!(action, Action::Decline, "game {number}");
            }
        });
    }
}

#[test]
fn bots_trade_less_among_themselves_at_a_table_than_in_a_match() {
    let [bots, lively, table] =
        [Manner::Bots, Manner::Lively, Manner::Table].map(|manner| barter(manner, 10));
    println!("offers and trades: {bots:?} in matches, {lively:?} lively, {table:?} at a table");
    assert!(20 * lively.1 < 19 * bots.1, "{} of {}", lively.1, bots.1);
    assert!(3 * table.1 < 2 * bots.1, "{} of {}", table.1, bots.1);
}
