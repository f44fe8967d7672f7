//! Any rules that can be played.

use brickwood_rules::{
    BankShortage, BeginnersPieces, CityCost, DiceSource, Edition, FirstPlayer, FreeRoads,
    HarborFacing, HarborLayout, LongestRoadTie, NumberDirection, NumberLayout, NumberStart,
    ProgressCards, Rules, Seat, SetUp, Variants, WinWhen,
};

use crate::kit::Random;

/// Every switch either way, every number within its bounds.
pub(super) fn random_rules(random: &mut Random) -> Rules {
    let players = 2 + random.below(5) as u8;
    let seats: Vec<Seat> = Seat::all(players).collect();
    let mut flip = || random.one_in(2);
    let mut rules = Rules {
        number_layout: [NumberLayout::Spiral, NumberLayout::Shuffled][usize::from(flip())],
        number_start: [NumberStart::Corner, NumberStart::Coast][usize::from(flip())],
        number_direction: [
            NumberDirection::CounterClockwise,
            NumberDirection::Clockwise,
        ][usize::from(flip())],
        harbor_facing: [HarborFacing::LongestLine, HarborFacing::Either][usize::from(flip())],
        bank_shortage: [BankShortage::SoleClaimant, BankShortage::Nobody][usize::from(flip())],
        trade_then_build: flip(),
        like_for_like: flip(),
        city_cost: [CityCost::ThreeOreTwoGrain, CityCost::TwoOreThreeGrain][usize::from(flip())],
        robber_on_desert: flip(),
        steal_optional: flip(),
        free_roads: [FreeRoads::AtOnce, FreeRoads::WithinTurn][usize::from(flip())],
        progress_cards: [ProgressCards::LeaveTheGame, ProgressCards::UnderTheDeck]
            [usize::from(flip())],
        longest_road_tie: [LongestRoadTie::HolderKeeps, LongestRoadTie::Nobody][usize::from(flip())],
        win_when: [WinWhen::OwnTurn, WinWhen::AnyTime][usize::from(flip())],
        special_building_phase: flip(),
        variants: Variants {
            played_victory_points: flip(),
            open_hands: flip(),
            cards_after_roll: flip(),
            no_early_seven: flip(),
            robber_may_stay: flip(),
            no_trade_after_building: flip(),
            keep_a_settlement: flip(),
            knight_interrupt: flip(),
        },
        reds_apart: flip(),
        friendly_robber: flip(),
        dice: [DiceSource::Dice, DiceSource::Deck][usize::from(flip())],
        time_limit: flip().then_some(60),
        ..Edition::Modern.rules(players)
    };
    rules.harbor_layout = random.pick(&[
        HarborLayout::Shuffled,
        HarborLayout::Frame,
        HarborLayout::Published,
    ]);
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
    rules.no_domestic_trade = random.one_in(8);
    rules
}
