//! The host's changes of a table until the game begins.

use brickwood_notation::board_file;
use brickwood_protocol::{
    BoardChoice, BotLevel, BotPace, ClockRule, CoachRule, Color, HostOrder, Level, SeatOrder,
    SetUpOrder, StartRule, TableEvent,
};
use brickwood_rules::{Board, shuffled_board};
use brickwood_table::Request;

use crate::support::{Play, code, gathering, order, seat, side, table_of_people};

fn change(play: &mut Play, change: impl FnOnce(&mut SetUpOrder)) {
    let order = play.set_up(change);
    play.arrange(0, order).expect("a good change");
}

fn board(play: &Play) -> Board {
    play.table.game().board().clone()
}

/// Three connected people, at a table where the host starts the game.
fn three() -> Play {
    let mut play = gathering(&order(3), 7);
    play.options(|options| options.start = StartRule::ByHost);
    for number in 1..3 {
        play.sit(number).expect("a seat");
    }
    play.present([0, 1, 2]);
    for number in 0..3 {
        play.ready(number).expect("seated");
    }
    play
}

fn is_ready(play: &Play) -> [bool; 3] {
    let seats = play.told(None, 0).seats;
    [0, 1, 2].map(|seat| seats[seat].ready)
}

#[test]
fn everything_can_be_changed_until_the_game_begins_and_all_are_told_what() {
    let mut play = three();
    let head = play.table.head();
    change(&mut play, |order| {
        order.rules.points_to_win = 12;
        order.rules.friendly_robber = true;
        order.rules.variants.open_hands = true;
        order.board = BoardChoice::Seed { seed: "fox".into() };
        order.colors.swap(0, 1);
        order.options.clock = ClockRule::Turn { seconds: 60 };
        order.options.bot_pace = BotPace::Fast;
    });
    let body = "changed board colors points_to_win open_hands friendly_robber clock bot_pace";
    assert_eq!(play.bodies(head), [body]);
    let what: Vec<String> = body.split(' ').skip(1).map(str::to_owned).collect();
    for viewer in [None, Some(seat(2))] {
        let told = play.told(viewer, head);
        let event = TableEvent::Changed { what: what.clone() };
        assert_eq!(told.log[0].at_table.as_ref(), Some(&event));
        assert_eq!(told.options.clock, ClockRule::Turn { seconds: 60 });
        let info = play.table.info(side(viewer), None);
        assert_eq!(info.rules.points_to_win, 12);
        assert_eq!(info.board, Some(BoardChoice::Seed { seed: "fox".into() }));
    }
    assert_restored(&play);
}

fn assert_restored(play: &Play) {
    let restored = play.restore();
    assert_eq!(restored.state(), play.table.state());
    assert_eq!(restored.set_ups(), play.table.set_ups());
    assert_eq!(
        restored.update(side(None), 0, play.now_ms),
        play.told(None, 0)
    );
}

#[test]
fn only_the_host_changes_a_table_and_only_before_the_game() {
    let mut play = three();
    let longer = play.set_up(|order| order.rules.points_to_win = 13);
    assert_eq!(code(play.arrange(1, longer.clone())), "not_host");
    let same = play.set_up(|_| ());
    assert_eq!(code(play.arrange(0, same)), "nothing_changed");
    let bad = play.set_up(|order| order.rules.points_to_win = 99);
    assert_eq!(code(play.arrange(0, bad)), "unplayable_rules");
    let bad = play.set_up(|order| order.options.grace_s = 1);
    assert_eq!(code(play.arrange(0, bad)), "bad_options");
    play.host(HostOrder::Start {}).expect("everybody is there");
    assert_eq!(code(play.arrange(0, longer)), "begun");
}

#[test]
fn players_who_were_ready_are_asked_again_after_a_change() {
    let mut play = three();
    assert_eq!(is_ready(&play), [true; 3]);
    change(&mut play, |order| order.rules.hand_limit = 9);
    assert_eq!(is_ready(&play), [false; 3]);
    let asked = |play: &Play| play.told(None, 0).seats.iter().filter(|s| s.asked).count();
    assert_eq!(asked(&play), 3);
    // The host has agreed by changing it; another connected player has not.
    play.ready(0).expect("the host");
    play.ready(1).expect("a player");
    assert_eq!(code(play.host(HostOrder::Start {})), "changes_pending");
    assert_eq!(asked(&play.restore_play()), 1);
    play.ready(2).expect("a player");
    play.host(HostOrder::Start {}).expect("all have agreed");
    assert!(play.table.started());
}

#[test]
fn a_player_who_has_gone_keeps_nobody_waiting() {
    let mut play = three();
    change(&mut play, |order| order.rules.hand_limit = 9);
    play.present([0]);
    play.host(HostOrder::Start {})
        .expect("nobody else is there");
    assert!(play.table.started());
}

#[test]
fn the_coach_helps_everybody_only_where_those_who_are_away_agree_too() {
    let mut play = three();
    play.options(|options| options.coach = CoachRule::Everybody);
    play.present([0, 1]);
    play.ready(1).expect("a player");
    assert_eq!(code(play.host(HostOrder::Start {})), "changes_pending");
    play.ready(2).expect("a player");
    play.host(HostOrder::Start {}).expect("all have agreed");
}

#[test]
fn a_full_table_begins_by_itself_only_when_all_have_agreed() {
    let mut play = gathering(&order(2), 7);
    play.sit(1).expect("a seat");
    play.ready(0).expect("the host");
    change(&mut play, |order| order.rules.points_to_win = 5);
    play.ready(1).expect("a player");
    play.advance();
    assert!(!play.table.started(), "the host is not ready again");
    play.ready(0).expect("the host");
    play.advance();
    assert!(play.table.started());
    assert_eq!(play.table.game().rules().points_to_win, 5);
}

#[test]
fn every_other_random_board_is_counted_and_none_comes_back() {
    let mut play = three();
    let first = board(&play);
    assert_eq!(play.table.setup().deal, 1);
    // A change that does not concern the board does not deal another one.
    change(&mut play, |order| order.rules.points_to_win = 12);
    assert_eq!((board(&play), play.table.setup().deal), (first.clone(), 1));
    let head = play.table.head();
    change(&mut play, |order| order.instead_of = Some(1));
    let second = board(&play);
    assert_ne!(second, first);
    assert_eq!(play.table.setup().deal, 2);
    // The same order twice deals once.
    let again = play.set_up(|order| order.instead_of = Some(1));
    assert_eq!(code(play.arrange(0, again)), "nothing_changed");
    // A detour over another board, and a rule that changes how it is laid, count as deals as well.
    change(&mut play, |order| order.board = BoardChoice::Beginners);
    change(&mut play, |order| order.board = BoardChoice::Random);
    let third = board(&play);
    change(&mut play, |order| order.rules.balanced_board = true);
    change(&mut play, |order| order.rules.balanced_board = false);
    let fifth = board(&play);
    assert_eq!(play.table.setup().deal, 5);
    for other in [&first, &second, &third] {
        assert_ne!(*other, fifth);
    }
    assert_eq!(
        play.bodies(head),
        [
            "changed deal",
            "changed board",
            "changed board deal",
            "changed deal balanced_board",
            "changed deal balanced_board",
        ]
    );
    assert_eq!(play.table.info(side(None), None).deal, 5);
    assert_restored(&play);
}

#[test]
fn a_board_that_was_dealt_again_follows_from_the_secret_of_before() {
    let mut play = three();
    let commitment = play.table.info(side(None), None).commitment;
    change(&mut play, |order| order.instead_of = Some(1));
    change(&mut play, |order| order.instead_of = Some(2));
    let setup = play.table.setup();
    assert_eq!(play.table.info(side(None), None).commitment, commitment);
    let secret = brickwood_fair::Secret::new(setup.seed);
    assert_eq!(Some(secret.commitment("t").to_string()), commitment);
    let drawn = shuffled_board(setup.game.rules(), secret.board("t", 3));
    assert_eq!(*setup.game.board(), drawn);
}

#[test]
fn a_board_of_ones_own_is_judged_before_anything_changes() {
    let mut play = three();
    let head = play.table.head();
    let text = "O10 W2\nnothing".to_owned();
    let bad = play.set_up(|order| order.board = BoardChoice::Own { text });
    assert_eq!(code(play.arrange(0, bad)), "bad_board");
    assert_eq!(play.table.head(), head);
    let written = table_of_people(4, 8).table.game().board().clone();
    let text = board_file(&written);
    change(&mut play, |order| order.board = BoardChoice::Own { text });
    assert_eq!(board(&play), written);
    assert_eq!(play.table.setup().deal, 1);
}

#[test]
fn more_players_get_open_seats_and_with_fewer_people_move_up() {
    let mut play = gathering(&order(4), 1);
    for number in 1..3 {
        play.sit(number).expect("a seat");
    }
    let lock = |number| HostOrder::Seat {
        seat: seat(number),
        to: SeatOrder::Locked {},
    };
    play.host(lock(3)).expect("an open seat");
    change(&mut play, |order| {
        order.rules.players = 6;
        order.colors = Color::ALL.to_vec();
    });
    assert_eq!(play.table.people().open_seats().len(), 2);
    assert_eq!(play.table.board().hexes.len(), 30);
    let sit = Request::Sit {
        name: "Eva".into(),
        seat: Some(seat(5)),
    };
    play.arrange(9, sit).expect("an open seat");
    play.present([0, 1, 2, 5]);
    let head = play.table.head();
    change(&mut play, |order| {
        order.rules.players = 4;
        order.colors.truncate(4);
    });
    assert_eq!(
        play.bodies(head),
        ["arranged 4 5 6", "changed deal seats"],
        "Eva sits down on the locked seat, for no other is free"
    );
    let names: Vec<_> = play.told(None, 0).seats;
    let names: Vec<_> = names.iter().map(|seat| seat.name.as_deref()).collect();
    let four = ["Player 0", "Player 1", "Player 2", "Eva"];
    assert_eq!(names, four.map(Some));
    let three = play.set_up(|order| {
        order.rules.players = 3;
        order.colors.truncate(3);
    });
    assert_eq!(code(play.arrange(0, three)), "too_few_seats");
    assert_restored(&play);
}

#[test]
fn people_take_the_seats_of_bots_where_no_other_is_left() {
    let mut play = gathering(&order(3), 1);
    let level = BotLevel::Own(Level::Easy);
    play.host(HostOrder::Seat {
        seat: seat(1),
        to: SeatOrder::Bot { level },
    })
    .expect("an open seat");
    play.sit(2).expect("the last seat");
    change(&mut play, |order| {
        order.rules.players = 2;
        order.colors.truncate(2);
    });
    let told = play.told(None, 0);
    assert_eq!(told.seats[1].name.as_deref(), Some("Player 2"));
}

#[test]
fn a_time_limit_that_comes_later_runs_like_one_of_before() {
    let mut play = three();
    change(&mut play, |order| order.rules.time_limit = Some(45));
    for number in 0..3 {
        play.ready(number).expect("seated");
    }
    play.host(HostOrder::Start {}).expect("all have agreed");
    let clock = play.told(None, 0).clock.expect("a time limit");
    assert_eq!(clock.left_ms, 45 * 60_000);
    assert_restored(&play);
}

#[test]
fn changes_come_to_an_end_and_take_little_room() {
    let mut play = three();
    let before = play.table.head();
    let refused = (0..1000).find_map(|number| {
        let points = if number % 2 == 0 { 11 } else { 10 };
        let order = play.set_up(|order| order.rules.points_to_win = points);
        play.arrange(0, order).err()
    });
    let refused = refused.expect("they come to an end");
    assert_eq!(code(Err::<(), _>(refused)), "too_much_arranged");
    assert!(play.bodies(before).iter().all(|line| line.len() < 80));
}
