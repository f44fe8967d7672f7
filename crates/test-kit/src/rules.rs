//! Rules to play by.

use brickwood_rules::{
    BeginnersPieces, DiceSource, Edition, FirstPlayer, Rules, SWITCHES, Seat, SetUp, Switch,
    SwitchKind, Variants,
};

use crate::Random;

/// Any rules that can be played: an edition, some of its switches turned, and any numbers.
pub fn any_rules(random: &mut Random) -> Rules {
    let players = 2 + random.below(5) as u8;
    let mut rules = random.pick(&Edition::ALL).rules(players);
    let in_any_game = |switch: &&Switch| switch.kind != SwitchKind::SetUp;
    for switch in SWITCHES.iter().filter(in_any_game) {
        if random.one_in(2) {
            switch.set(&mut rules, random.pick(switch.ids));
        }
    }
    // Such a board takes long to find.
    rules.balanced_board = false;
    rules.no_domestic_trade = random.one_in(8);
    // Without a settlement of its own to spare, few games come far.
    rules.points_to_win = 4 + random.below(8) as u8;
    rules.hand_limit = 3 + random.below(8) as u8;
    rules.time_limit = random.one_in(2).then(|| 1 + random.below(90) as u16);
    if random.one_in(2) {
        let seats: Vec<Seat> = Seat::all(players).collect();
        rules.first_player = FirstPlayer::Named {
            seat: random.pick(&seats),
        };
    }
    if (3..=4).contains(&players) && random.one_in(3) {
        let leaves_out = players == 3 && !random.one_in(5);
        let left_out = leaves_out.then(|| random.pick(&BeginnersPieces::ALL));
        rules.set_up = SetUp::Beginners { left_out };
        rules.reds_apart = false;
    }
    rules
}

/// The rules of every edition for two to six players.
pub fn of_every_edition() -> impl Iterator<Item = Rules> {
    let for_all = |edition: Edition| (2..=6).map(move |players| edition.rules(players));
    Edition::ALL.into_iter().flat_map(for_all)
}

/// These rules with every variant, and with all that no rulebook has.
pub fn with_everything(rules: Rules) -> Rules {
    Rules {
        variants: Variants::ALL,
        reds_apart: true,
        balanced_board: true,
        friendly_robber: true,
        dice: DiceSource::Deck,
        ..rules
    }
}
