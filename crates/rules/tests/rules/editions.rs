//! The editions, and which rules can be played.

use brickwood_rules::{
    BankShortage, CityCost, Edition, FirstPlayer, Game, HarborFacing, HarborLayout, LongestRoadTie,
    NumberDirection, NumberStart, ProgressCards, Rules, RulesError, Variants, WinWhen,
    beginners_board, shuffled_board,
};

use crate::kit::{Random, modern};

/// The table of switches in `docs/rules`: of each switch the values by edition, in the order of
/// [`Edition::ALL`].
#[test]
fn editions_are_presets_of_the_switches() {
    let rules = Edition::ALL.map(|edition| edition.rules(4));
    let corner = NumberStart::Corner;
    assert_eq!(
        rules.map(|rules| rules.number_start),
        [corner, corner, corner, corner, NumberStart::Coast]
    );
    let counter = NumberDirection::CounterClockwise;
    assert_eq!(
        rules.map(|rules| rules.number_direction),
        [
            counter,
            counter,
            counter,
            counter,
            NumberDirection::Clockwise
        ]
    );
    let line = HarborFacing::LongestLine;
    assert_eq!(
        rules.map(|rules| rules.harbor_facing),
        [line, line, line, line, HarborFacing::Either]
    );
    assert_eq!(
        rules.map(|rules| rules.harbor_layout),
        [HarborLayout::Shuffled; 5]
    );
    let nobody = BankShortage::Nobody;
    assert_eq!(
        rules.map(|rules| rules.bank_shortage),
        [BankShortage::SoleClaimant, nobody, nobody, nobody, nobody]
    );
    assert_eq!(
        rules.map(|rules| rules.trade_then_build),
        [false, false, true, false, true]
    );
    assert_eq!(
        rules.map(|rules| rules.like_for_like),
        [false, true, true, true, true]
    );
    let ore = CityCost::ThreeOreTwoGrain;
    assert_eq!(
        rules.map(|rules| rules.city_cost),
        [ore, CityCost::TwoOreThreeGrain, ore, ore, ore]
    );
    assert_eq!(
        rules.map(|rules| rules.robber_on_desert),
        [true, true, false, false, true]
    );
    assert_eq!(
        rules.map(|rules| rules.steal_optional),
        [false, true, true, false, true]
    );
    let leave = ProgressCards::LeaveTheGame;
    assert_eq!(
        rules.map(|rules| rules.progress_cards),
        [leave, leave, leave, leave, ProgressCards::UnderTheDeck]
    );
    let (keeps, none) = (LongestRoadTie::HolderKeeps, LongestRoadTie::Nobody);
    assert_eq!(
        rules.map(|rules| rules.longest_road_tie),
        [keeps, keeps, none, none, none]
    );
    let own = WinWhen::OwnTurn;
    assert_eq!(
        rules.map(|rules| rules.win_when),
        [own, own, own, own, WinWhen::AnyTime]
    );
    for rules in rules {
        assert!(rules.special_building_phase);
        assert_eq!(rules.variants, Variants::default());
        assert_eq!(rules.first_player, FirstPlayer::Roll);
        assert_eq!(
            (rules.points_to_win, rules.hand_limit, rules.time_limit),
            (10, 7, None)
        );
    }
}

#[test]
fn today_s_edition_is_played_by_two_to_four() {
    for players in 2..=4 {
        assert_eq!(Edition::Modern.rules(players).check(), Ok(()));
        assert_eq!(Edition::FiveSix.rules(players).check(), Ok(()));
    }
    for players in [0, 1, 5, 6, 255] {
        assert_eq!(
            modern(players).check(),
            Err(RulesError::Players(players)),
            "{players}"
        );
    }
}

#[test]
fn a_switch_that_is_data_only_is_refused_by_name() {
    let variants = |change: fn(&mut Variants)| {
        let mut rules = modern(3);
        change(&mut rules.variants);
        rules
    };
    for (rules, switch) in [
        (Edition::Mayfair1996.rules(3), "steal_optional"),
        (Edition::Almanac1999.rules(3), "steal_optional"),
        (Edition::Siedler.rules(3), "harbor_facing"),
        (
            Rules {
                time_limit: Some(60),
                ..modern(3)
            },
            "time_limit",
        ),
        (
            Rules {
                win_when: WinWhen::AnyTime,
                ..modern(3)
            },
            "win_when",
        ),
        (
            variants(|variants| variants.played_victory_points = true),
            "played_victory_points",
        ),
        (
            variants(|variants| variants.open_hands = true),
            "open_hands",
        ),
        (
            variants(|variants| variants.no_early_seven = true),
            "no_early_seven",
        ),
        (
            variants(|variants| variants.robber_may_stay = true),
            "robber_may_stay",
        ),
        (
            variants(|variants| variants.keep_a_settlement = true),
            "keep_a_settlement",
        ),
        (
            variants(|variants| variants.knight_interrupt = true),
            "knight_interrupt",
        ),
    ] {
        assert_eq!(rules.check(), Err(RulesError::NotYetPlayable(switch)));
    }
}

#[test]
fn a_game_is_played_on_a_board_of_its_size() {
    let mut random = Random::new(0);
    let large = shuffled_board(&modern(6), |n| random.below(n));
    assert_eq!(Game::new(modern(3), large), Err(RulesError::Board));
}

#[test]
fn a_game_that_cannot_be_played_is_not_read_from_text() {
    let game = Game::new(modern(3), beginners_board()).expect("playable");
    let text = serde_json::to_string(&game).expect("a game can be written");
    assert_eq!(
        serde_json::from_str::<Game>(&text).expect("it can be read"),
        game
    );
    for (from, to) in [
        (r#""players":3"#, r#""players":5"#),
        (r#""hand_limit":7"#, r#""hand_limit":1"#),
        (r#""steal_optional":false"#, r#""steal_optional":true"#),
    ] {
        assert!(text.contains(from));
        let text = text.replace(from, to);
        assert!(serde_json::from_str::<Game>(&text).is_err(), "{to}");
    }
}
