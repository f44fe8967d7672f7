//! Games by rules at random.

use brickwood_rules::{
    BankShortage, BeginnersPieces, CityCost, DiceSource, Edition, FirstPlayer, FreeRoads, Game,
    LongestRoadTie, ProgressCards, Rules, SetUp, Variants, WinWhen, beginners_board,
    shuffled_board,
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
    let mut turn = |switch: &mut bool| *switch ^= random.one_in(4);
    turn(&mut rules.trade_then_build);
    turn(&mut rules.like_for_like);
    turn(&mut rules.robber_on_desert);
    turn(&mut rules.steal_optional);
    turn(&mut rules.special_building_phase);
    turn(&mut rules.friendly_robber);
    let Variants {
        played_victory_points,
        open_hands,
        cards_after_roll,
        no_early_seven,
        robber_may_stay,
        no_trade_after_building,
        keep_a_settlement,
        knight_interrupt,
    } = &mut rules.variants;
    for variant in [
        played_victory_points,
        open_hands,
        cards_after_roll,
        no_early_seven,
        robber_may_stay,
        no_trade_after_building,
        keep_a_settlement,
        knight_interrupt,
    ] {
        turn(variant);
    }
    rules.no_domestic_trade = random.one_in(8);
    if random.one_in(4) {
        rules.bank_shortage = random.pick(&[BankShortage::Nobody, BankShortage::SoleClaimant]);
        rules.city_cost = random.pick(&[CityCost::ThreeOreTwoGrain, CityCost::TwoOreThreeGrain]);
        rules.progress_cards =
            random.pick(&[ProgressCards::LeaveTheGame, ProgressCards::UnderTheDeck]);
        rules.free_roads = random.pick(&[FreeRoads::AtOnce, FreeRoads::WithinTurn]);
        rules.longest_road_tie =
            random.pick(&[LongestRoadTie::HolderKeeps, LongestRoadTie::Nobody]);
        rules.win_when = random.pick(&[WinWhen::OwnTurn, WinWhen::AnyTime]);
        rules.dice = random.pick(&[DiceSource::Dice, DiceSource::Deck]);
    }
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
