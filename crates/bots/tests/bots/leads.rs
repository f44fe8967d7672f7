//! Whoever is far ahead ends the game.

use crate::support::{self, choose};
use brickwood_bots::Level;
use brickwood_notation::{Position, parse_position};
use brickwood_rules::{
    Action, Edition, LegalActions, Phase, Rules, Seat, SeatSet, Step, ToAct, for_each_action,
};

/// So many points more than anybody else are far ahead.
const FAR_AHEAD: u8 = 4;

/// Games of one hard bot against easy ones: how many it has won, and how many have ended.
fn against_easy(players: u8, points_to_win: u8, games: u64) -> (u32, u32) {
    let rules = Rules {
        points_to_win,
        ..Edition::Modern.rules(players)
    };
    let (mut won, mut ended) = (0, 0);
    for number in 0..games {
        let game = support::game_by(rules, 500 + number);
        let levels = support::one_against(Level::Hard, Level::Easy, players, number);
        let outcome = support::play(&game, number, |state, seat, view, seed| {
            let level = levels[seat.index()];
            let action = choose(level, &game, view, seed);
            if level == Level::Hard && action == Some(Action::EndTurn) {
                let best_rival = Seat::all(players)
                    .filter(|other| *other != seat)
                    .map(|other| state.points(&game, other).total())
                    .max();
                let lead = state.points(&game, seat).total();
                if best_rival.is_some_and(|rival| lead >= rival + FAR_AHEAD) {
                    for_each_action(&game, state, seat, |left| {
                        assert!(
                            !matches!(
                                left,
                                Action::BuildCity { .. } | Action::BuildSettlement { .. }
                            ),
                            "ends its turn with {lead} points and {:?} in hand",
                            state.hand(seat)
                        );
                    });
                }
            }
            action
        });
        ended += u32::from(outcome.turns <= support::TURN_CAP);
        let winner = outcome.winner.map(|seat| levels[seat.index()]);
        won += u32::from(winner == Some(Level::Hard));
    }
    (won, ended)
}

#[test]
fn hard_builds_what_it_can_and_wins_long_duels_against_easy() {
    let (won, ended) = against_easy(2, 15, 24);
    assert_eq!(ended, 24);
    assert!(won >= 20, "{won} of 24");
}

#[test]
fn games_of_hard_against_easy_to_14_points_come_to_an_end() {
    let (won, ended) = against_easy(4, 14, 24);
    assert_eq!(ended, 24);
    // In the others, nobody could win any more, or an easy bot did.
    assert!(won >= 16, "{won} of 24");
}

#[test]
fn hard_never_ends_its_turn_with_a_settlement_or_a_city_in_hand() {
    let rules = Rules {
        points_to_win: 14,
        ..Edition::Modern.rules(4)
    };
    for number in 0..16 {
        let game = support::game_by(rules, 700 + number);
        support::play(&game, number, |state, seat, view, seed| {
            let action = choose(Level::Hard, &game, view, seed);
            if action == Some(Action::EndTurn) {
                let left = LegalActions::of(&game, state, seat);
                let is_left = !left.settlements().is_empty() || !left.cities().is_empty();
                assert!(!is_left, "{:?} in game {number}", state.hand(seat));
            }
            action
        });
    }
}

/// Whether hard wins in the turn that it is in, whatever it leaves to chance. Chance itself has no part in it.
fn wins_in_this_turn(position: &str) -> bool {
    let Position { game, state } = parse_position(position).expect("a position");
    let seat = state.active();
    (0..8).all(|seed| {
        let mut state = state;
        while state.to_act()
            == (ToAct::Seats {
                seats: SeatSet::only(seat),
            })
        {
            let view = state.view(&game, Some(seat));
            let action = choose(Level::Hard, &game, &view, seed).expect("it is to act");
            let step = Step::Action { seat, action };
            state = state.apply(&game, step).expect("a legal action");
        }
        matches!(state.phase(), Phase::Over { winners } if winners.contains(seat))
    })
}

/// From a game of hard against easy bots: seat 3 has 12 points and three roads left, and needs all of them to have the
/// longest road. The first of them lengthens nothing.
fn three_roads_short(hand: &str, development: &str) -> String {
    format!(
        "position-1 modern players=4 points_to_win=14 \
         board=W8W3L6/B10L4G9W2/O9L5B11G10G5/L12B6O3G8/O11D*W4\
         ~a1nw:B,a2ne:3,b4ne:3,c5e:L,d4se:3,e2se:3,e1sw:G,d1w:W,b1w:O \
         phase=turn turn=181 first=3 active=3 robber=c1 roll=4+1 longest-road=4 largest-army=4 \
         seat=1 hand=GGOO played=KKK settlements=c5ne,d2s roads=c5ne,c5e,e1e,e2e,e2sw,e2se,e3sw \
         seat=2 hand=BBBBBBBLWWWWWWWWGGGGGGO dev=V played=KKKR settlements=a1ne,a1s,d4n,d4se cities=b1nw \
         roads=a1ne,a2nw,a1e,b1nw,b1ne,a1se,b1e,b4e,b4se,c4e,d3ne,c4se,d4ne,d3e,d4e \
         seat=3 hand={hand} dev={development} played=KKKKYMM settlements=a3n,b4n,c3s cities=b3n,c4n,e3n \
         roads=a2ne,a3nw,a3ne,a3e,b2ne,a2se,b3ne,a3se,b3e,d2e,e2ne,d3se \
         seat=4 hand=BBBBBLLLLLLLW dev=V played=KKKK settlements=b1s,b2s,c1sw cities=e3s \
         roads=b1w,b2e,c1nw,c1ne,b1se,c2ne,b2se,c3ne,c1w,c1e,c2e,c1sw,c1se,d2ne,e3se"
    )
}

#[test]
fn hard_wins_by_roads_of_which_the_first_lengthens_nothing() {
    assert!(wins_in_this_turn(&three_roads_short(
        "BBBLLLLLLLLLWWWWWWGGGGGGGGGGGOOO",
        "RYVVV"
    )));
}

#[test]
fn hard_swaps_with_the_bank_for_the_roads_that_win() {
    assert!(wins_in_this_turn(&three_roads_short(
        "BLLLLLLLWWWWWWWW",
        "VVV"
    )));
}

#[test]
fn hard_plays_a_card_for_the_roads_that_win() {
    assert!(wins_in_this_turn(&three_roads_short("BL", "RVVV")));
}

#[test]
fn hard_does_not_win_by_roads_that_it_cannot_pay() {
    assert!(!wins_in_this_turn(&three_roads_short("BL", "VVV")));
}

/// From a game of hard against easy bots: seat 4 has 13 points and two roads left. No two roads give it the longest
/// road, which lacks two; but two roads and a settlement win.
#[test]
fn hard_keeps_no_roads_for_a_longest_road_that_they_cannot_make() {
    let position = "position-1 modern players=4 points_to_win=14 \
        board=L8O3L6/O10G5G4G2/G9W6L11B9B5/O12D*W3W10/B11L4W8\
        ~a1nw:B,a2ne:3,b4ne:L,c5e:O,d4se:3,e2se:3,e1sw:W,d1w:3,b1w:G \
        phase=turn turn=203 first=2 active=4 robber=c1 roll=5+1 longest-road=1 largest-army=4 \
        seat=1 hand=BBBBBBBBBBBBBBLLLLWWGGGGO played=K settlements=a2ne,b4ne,c5ne,c5s cities=a3s,b4s \
        roads=a1ne,a2nw,a2ne,a2e,a2se,b3ne,a3se,b4ne,b4e,b4se,c4e,c5e,d4ne,c5se,d4e \
        seat=2 hand=BLLLLWGGGGGGGGGOO dev=V played=KKRYYM cities=a1n,b1n,b2n,e2se \
        roads=a1nw,a1w,a1e,b1ne,a1se,b2ne,b1e,b2e,b1se,e2e,e3e,e2sw,e2se,e3sw,e3se \
        seat=3 hand=BWWWWGGGO dev=VVV played=KK settlements=b2s,b3s,c4s \
        roads=b3e,c2ne,b2se,c3ne,b3se,c4ne,c2e,c3e,c2se,d2ne,c3se,d3ne,c4se,d2e,d3e \
        seat=4 hand=BBBLLLLLLWWG dev=V played=KKKKKKKKKRM settlements=d4s,e1se cities=c1n,d1n,e1n,e2n \
        roads=b1nw,b1w,c1ne,c1e,d1ne,d1e,e1ne,d2se,e2ne,d3se,e3ne,d4se,e1e";
    assert!(wins_in_this_turn(position));
}
