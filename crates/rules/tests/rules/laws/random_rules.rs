//! Any rules that can be played.

use brickwood_rules::{
    BeginnersPieces, Edition, FirstPlayer, Rules, SWITCHES, Seat, SetUp, Switch, SwitchKind,
};

use crate::kit::Random;

/// Every switch either way, every number within its bounds.
pub(super) fn random_rules(random: &mut Random) -> Rules {
    let players = 2 + random.below(5) as u8;
    let seats: Vec<Seat> = Seat::all(players).collect();
    let mut rules = Edition::Modern.rules(players);
    let in_any_game = |switch: &&Switch| switch.kind != SwitchKind::SetUp;
    for switch in SWITCHES.iter().filter(in_any_game) {
        switch.set(&mut rules, random.pick(switch.ids));
    }
    // Such a board takes long to find.
    rules.balanced_board = false;
    rules.no_domestic_trade = random.one_in(8);
    rules.time_limit = random.one_in(2).then_some(60);
    rules.hand_limit = 4 + random.below(8) as u8;
    // Without a settlement of its own to spare, few games come far.
    rules.points_to_win = 5 + random.below(7) as u8;
    if random.one_in(2) {
        rules.first_player = FirstPlayer::Named {
            seat: random.pick(&seats),
        };
    }
    if (3..=4).contains(&players) && random.one_in(3) {
        let left_out = (players == 3).then(|| random.pick(&BeginnersPieces::ALL));
        rules.set_up = SetUp::Beginners { left_out };
        rules.reds_apart = false;
    }
    rules
}
