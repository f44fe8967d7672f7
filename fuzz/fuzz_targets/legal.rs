//! Any action is legal exactly if it is listed, anywhere in any game.
//!
//! The input is a list of choices: the rules, then at every step which of the legal actions or
//! outcomes is taken, and now and then an action to try.
#![no_main]

use brickwood_notation::parse_action;
use brickwood_rules::{
    Action, ChanceOutcome, Edition, Game, Rules, SWITCHES, Seat, State, Step, SwitchKind, ToAct, for_each_outcome,
    legal_actions, shuffled_board,
};
use libfuzzer_sys::fuzz_target;

/// The choices that are left.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn below(&mut self, n: usize) -> Option<usize> {
        Some(usize::from(self.byte()?) % n)
    }

    /// A line of text, up to the next line feed.
    fn line(&mut self) -> Option<&str> {
        let end = self.0.iter().position(|byte| *byte == b'\n')?;
        let (line, rest) = self.0.split_at(end);
        self.0 = &rest[1..];
        core::str::from_utf8(line).ok()
    }
}

fn rules(choices: &mut Choices) -> Option<Rules> {
    let edition = Edition::ALL[choices.below(Edition::ALL.len())?];
    let mut rules = edition.rules(2 + choices.below(5)? as u8);
    for switch in SWITCHES.iter().filter(|switch| switch.kind != SwitchKind::SetUp) {
        switch.set(&mut rules, switch.ids[choices.below(switch.ids.len())?]);
    }
    // Such boards are looked for until one is found.
    (rules.reds_apart, rules.balanced_board) = (false, false);
    Some(rules)
}

fn play(choices: &mut Choices) -> Option<()> {
    let rules = rules(choices)?;
    let board = shuffled_board(&rules, |n| choices.below(n).unwrap_or(0));
    let game = Game::new(rules, board).expect("an edition with variants can be played");
    let mut state = State::new(&game);
    loop {
        let step = match state.to_act() {
            ToAct::Nobody => return None,
            ToAct::Chance => {
                let mut outcomes: Vec<ChanceOutcome> = Vec::new();
                for_each_outcome(&game, &state, |outcome, _| outcomes.push(outcome));
                let outcome = outcomes[choices.below(outcomes.len())?];
                Step::Chance { outcome }
            }
            ToAct::Seats { seats } => {
                let seat = seats.iter().nth(choices.below(seats.len())?)?;
                let legal = legal_actions(&game, &state, seat);
                if choices.byte()? == 0 {
                    try_any(&game, &state, choices)?;
                }
                let Some(action) = legal.get(choices.below(legal.len().max(1))?) else {
                    continue;
                };
                Step::Action {
                    seat,
                    action: *action,
                }
            }
        };
        state = state
            .apply(&game, step)
            .expect("what is listed is accepted");
    }
}

/// An action of any seat, as text: accepted exactly if it is listed.
fn try_any(game: &Game, state: &State, choices: &mut Choices) -> Option<()> {
    let seat = Seat::new(choices.below(6)? as u8)?;
    let action = parse_action(game.board().topology(), choices.line()?).ok()?;
    if !matches!(action, Action::Offer { .. } | Action::Counter { .. }) {
        let accepted = state.apply(game, Step::Action { seat, action }).is_ok();
        let listed = legal_actions(game, state, seat).contains(&action);
        assert_eq!(accepted, listed, "{action:?} of {seat:?}");
    }
    Some(())
}

fuzz_target!(|bytes: &[u8]| {
    play(&mut Choices(bytes));
});
