//! Games by rules at random.

use brickwood_rules::{
    BeginnersPieces, Edition, FirstPlayer, Game, Rules, SWITCHES, SetUp, SwitchKind,
    beginners_board, shuffled_board,
};

use crate::random::Random;
use crate::slow::compare::seat;

/// Any rules that can be played: an edition, with some of its switches turned.
fn any_rules(random: &mut Random) -> Rules {
    let players = 2 + random.below(5) as u8;
    let mut rules = random.pick(&Edition::ALL).rules(players);
    rules.points_to_win = 4 + random.below(8) as u8;
    rules.hand_limit = 3 + random.below(6) as u8;
    if random.one_in(3) {
        rules.time_limit = Some(90);
    }
    if random.one_in(2) {
        rules.first_player = FirstPlayer::Named {
            seat: seat(random.below(usize::from(players))),
        };
    }
    for switch in SWITCHES
        .iter()
        .filter(|switch| switch.kind != SwitchKind::SetUp)
    {
        if random.one_in(4) {
            switch.set(&mut rules, random.pick(switch.ids));
        }
    }
    // Such boards take long to find.
    (rules.reds_apart, rules.balanced_board) = (false, false);
    if random.one_in(4) && (3..=4).contains(&players) {
        let left_out = match (players, random.below(5)) {
            (4, _) | (3, 4) => None,
            (_, color) => Some(BeginnersPieces::ALL[color]),
        };
        rules.set_up = SetUp::Beginners { left_out };
    }
    rules
}

/// Such a game on a random board.
pub(crate) fn any_game(random: &mut Random) -> Game {
    let rules = any_rules(random);
    let board = match rules.set_up {
        SetUp::Beginners { .. } => beginners_board(),
        SetUp::Placed => shuffled_board(&rules, |n| random.below(n)),
    };
    Game::new(rules, board).expect("these rules can be played")
}
