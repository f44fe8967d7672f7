//! The bots of a room follow their game, and decide what bots decide that have to read it first.

mod watched;

use brickwood_protocol::{BotLevel, BotOffers, Command, Level};
use brickwood_rules::Action;
use brickwood_table_bots::BuiltIn;
use brickwood_test_kit::RoomStorage;
use watched::{Choice, Watched, order, stored};

/// What the bots decide in a room that has just read the table.
fn of_newcomers(storage: &mut RoomStorage, now_ms: u64) -> Choice {
    let mut room = Watched::new(now_ms);
    let mut decided = None;
    room.go_on(storage, |_, work| {
        let choice = work.decide(&BuiltIn);
        decided = Some(choice.clone());
        choice
    });
    decided.expect("bots are to act")
}

/// The most offers in a turn of hard bots at a table where they are to make so many, and the trades of their game.
fn offers_and_trades(wanted: BotOffers) -> (u32, u32) {
    let mut order = order([BotLevel::Own(Level::Hard); 4]);
    order.options.bot_offers = wanted;
    let mut storage = stored(&order, 3);
    let mut room = Watched::new(0);
    let (mut made, mut most, mut trades) = (0, 0, 0);
    while !storage.is_over {
        room.go_on(&mut storage, |_, work| {
            let choice = work.decide(&BuiltIn);
            if let Some((_, Command::Act { action, .. })) = &choice {
                match action {
                    Action::Offer { .. } => made += 1,
                    Action::EndTurn => made = 0,
                    Action::Confirm { .. } => trades += 1,
                    _ => {}
                }
                most = most.max(made);
            }
            choice
        });
    }
    (most, trades)
}

#[test]
fn bots_make_as_many_offers_as_their_table_wants() {
    assert_eq!(offers_and_trades(BotOffers::None), (0, 0));
    let (most, few) = offers_and_trades(BotOffers::Few);
    assert_eq!(most, 2);
    let (most, many) = offers_and_trades(BotOffers::Many);
    assert!((3..=4).contains(&most), "{most}");
    assert!(0 < few && few < many, "{few} and {many} trades");
}

#[test]
fn bots_that_have_followed_a_game_decide_as_those_of_a_room_that_has_just_read_it() {
    let levels = [
        [BotLevel::Own(Level::Hard); 4],
        [
            BotLevel::Own(Level::Hard),
            BotLevel::Own(Level::Medium),
            BotLevel::Own(Level::Hard),
            BotLevel::Own(Level::Easy),
        ],
    ];
    for (levels, seed) in levels.into_iter().zip(1..) {
        let mut storage = stored(&order(levels), seed);
        let mut room = Watched::new(0);
        let mut decisions = 0;
        while !storage.is_over {
            let mut decided = None;
            room.go_on(&mut storage, |_, work| {
                let choice = work.decide(&BuiltIn);
                decided = Some(choice.clone());
                choice
            });
            if let Some(choice) = decided {
                assert_eq!(choice, of_newcomers(&mut storage, room.now_ms));
                decisions += 1;
            }
        }
        assert!(decisions > 200, "{decisions}");
    }
}
