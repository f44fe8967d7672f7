//! What one nasty player can do at a table, and what it comes to: one test for each abuse. The page of the book with
//! the same name tells it in words.

use brickwood_protocol::{
    AbsenceRule, BotLevel, BotOffers, ChatRule, Command, HostOrder, Level, NewSeat, Remedy,
    SeatOrder, SpectatorRule, TableOptions, TradeWord,
};
use brickwood_rules::Seat;
use brickwood_table::{Request, Table};

use crate::support::{Play, code, gathering, order, person, seat, table_by};

const SECOND: u64 = 1000;

/// A game in which everybody is connected.
fn game(players: u8) -> Play {
    let mut order = order(usize::from(players));
    order.options = TableOptions {
        grace_s: 10,
        ..TableOptions::default()
    };
    let mut play = Play::new(table_by(&order, 1), 1);
    play.present(0..players);
    play
}

fn sit_on(number: u8) -> Request {
    Request::Sit {
        name: "A puppet".into(),
        seat: Some(seat(number)),
    }
}

fn vote(seat: Seat) -> Command {
    let remedy = Remedy::Replace;
    Command::Remedy { seat, remedy }
}

/// A vote to remove the player of a seat.
fn remove(number: u8) -> Command {
    let (seat, remedy) = (seat(number), Remedy::Remove);
    Command::Remedy { seat, remedy }
}

#[test]
fn getting_ready_again_and_again_takes_nothing_from_the_host() {
    let mut play = gathering(&order(3), 1);
    play.sit(1).expect("a seat is open");
    play.ready(1).expect("it sits");
    let head = play.table.head();
    for _ in 0..1000 {
        assert!(play.ready(1).is_err(), "it is said already");
    }
    assert_eq!(play.table.head(), head);
    play.host(HostOrder::Seat {
        seat: seat(1),
        to: SeatOrder::Open {},
    })
    .expect("the host arranges the seats");
}

#[test]
fn however_often_strangers_come_and_are_removed_the_host_can_begin_without_them() {
    let mut play = gathering(&order(3), 1);
    play.sit(1).expect("a seat is open");
    play.ready(0).expect("it sits");
    play.ready(1).expect("it sits");
    let to = |to| HostOrder::Seat { seat: seat(2), to };
    let level = BotLevel::Own(Level::Easy);
    // Strangers come with a new browser each time, until no more lines are left for this.
    for _ in 0..2000 {
        let _ = play.sit(2);
        let _ = play.host(to(SeatOrder::Open {}));
    }
    assert_eq!(code(play.host(to(SeatOrder::Open {}))), "too_much_arranged");
    assert_eq!(code(play.host(HostOrder::Start {})), "open_seats");
    play.host(to(SeatOrder::Locked {}))
        .expect("nobody else comes");
    let again = play.host(to(SeatOrder::Bot { level }));
    assert_eq!(code(again), "too_much_arranged", "a seat is closed once");
    play.host(HostOrder::Start {}).expect("the host can begin");
    assert!(play.table.started());
}

#[test]
fn filling_the_log_leaves_the_others_their_remedies() {
    let mut play = game(3);
    let refused = (0..4000).find_map(|_| {
        let block = TradeWord::Block { seat: seat(2) };
        let unblock = TradeWord::Unblock { seat: seat(2) };
        let refused = [block, unblock].map(|word| play.talk(seat(1), word));
        refused.into_iter().find_map(Result::err)
    });
    let refused = code(Err::<(), _>(refused.expect("it ends")));
    assert!(["too_many_changes", "too_long"].contains(&refused));
    play.talk(seat(2), TradeWord::Block { seat: seat(1) })
        .expect("the others have lines of their own");
    play.arrange(2, Command::EndGame { yes: true })
        .expect("one may ask to end the game");
    play.arrange(1, Command::Leave {}).expect("one may leave");
    play.sit(1).expect("and come back");
    play.host(HostOrder::Pause {}).expect("the host may pause");
    play.host(HostOrder::Unpause {}).expect("and go on");
}

#[test]
fn voting_again_and_again_costs_one_line() {
    let mut play = game(4);
    while play.table.state().active() != seat(3) || play.table.state().turn() == 0 {
        play.page_step();
    }
    play.pass(60 * SECOND);
    let active = play.table.state().active();
    play.arrange(1, vote(active)).expect("it is idle");
    let head = play.table.head();
    for _ in 0..1000 {
        assert!(play.arrange(1, vote(active)).is_err());
    }
    assert_eq!(play.table.head(), head);
}

#[test]
fn asking_for_a_seat_and_going_away_is_one_question() {
    let mut play = game(3);
    play.arrange(1, Command::Leave {}).expect("it sits");
    let head = play.table.head();
    for _ in 0..100 {
        let _ = play.sit(9);
        let _ = play.arrange(9, Command::Leave {});
    }
    assert!(play.table.head() <= head + 102, "one question, and leaving");
    assert_eq!(code(play.sit(9)), "request_refused");
}

#[test]
fn strangers_who_fill_the_queue_for_a_seat_make_room_for_the_next() {
    let mut play = game(3);
    play.arrange(1, Command::Leave {}).expect("it sits");
    for stranger in 10..18 {
        play.sit(stranger).expect("one may ask");
    }
    assert_eq!(code(play.sit(9)), "too_many_seat_requests");
    play.pass(30 * SECOND);
    play.sit(9).expect("an honest ninth is heard");
}

#[test]
fn a_host_who_pauses_and_stays_does_not_hold_the_others() {
    let mut play = game(3);
    play.host(HostOrder::Pause {}).expect("it is played");
    let go_on = || Command::Arrange {
        order: HostOrder::Unpause {},
    };
    assert_eq!(code(play.arrange(1, go_on())), "not_host");
    play.pass(10 * 60 * SECOND);
    play.arrange(1, go_on()).expect("any player may go on");
    assert_eq!(code(play.host(HostOrder::Pause {})), "too_soon");
    assert!(!play.told(None, 0).paused);
    play.pass(10 * 60 * SECOND);
    play.host(HostOrder::Pause {}).expect("later");
}

#[test]
fn a_host_cannot_shorten_the_patience_for_the_absent_in_the_middle_of_a_game() {
    let mut play = game(2);
    let now = play.table.people().options;
    let shorter = TableOptions {
        grace_s: 5.max(now.grace_s / 2),
        ..now
    };
    let stricter = TableOptions {
        absence: AbsenceRule::Pause,
        ..now
    };
    for options in [shorter, stricter] {
        let refused = code(play.host(HostOrder::Options { options }));
        assert!(["begun", "bad_options"].contains(&refused), "{refused}");
    }
    let longer = TableOptions {
        grace_s: 600,
        ..now
    };
    play.host(HostOrder::Options { options: longer })
        .expect("more patience harms nobody");
}

#[test]
fn a_host_changes_how_many_offers_bots_make_in_a_game_only_where_no_other_person_plays() {
    let more = |table: &Table| TableOptions {
        bot_offers: BotOffers::Many,
        ..table.people().options
    };
    let mut play = game(2);
    let options = more(&play.table);
    let refused = play.host(HostOrder::Options { options });
    assert_eq!(code(refused), "begun");
    let mut order = order(2);
    order.seats[1] = NewSeat::Bot {
        color: order.seats[1].color(),
        level: Level::Easy.into(),
    };
    let mut play = Play::new(table_by(&order, 1), 1);
    let options = more(&play.table);
    play.host(HostOrder::Options { options })
        .expect("nobody else has to do with it");
}

#[test]
fn a_host_cannot_make_options_worse_for_somebody_in_the_middle_of_a_game() {
    let spectators = [
        SpectatorRule::Allowed,
        SpectatorRule::Delayed { seconds: 10 },
        SpectatorRule::Delayed { seconds: 60 },
        SpectatorRule::Forbidden,
    ];
    let chats = [ChatRule::Free, ChatRule::Phrases, ChatRule::Off];
    let lots = || (0..4).flat_map(|watched| (0..3).map(move |chat| (watched, chat)));
    for (watched, chat) in lots() {
        let mut order = order(2);
        order.options.spectators = spectators[watched];
        order.options.chat = chats[chat];
        order.options.extensions = 3;
        let play = Play::new(table_by(&order, 1), 1);
        let now = play.table.people().options;
        for (other_watched, other_chat) in lots() {
            for extensions in 2..5 {
                let options = TableOptions {
                    spectators: spectators[other_watched],
                    chat: chats[other_chat],
                    extensions,
                    ..now
                };
                if options == now {
                    continue;
                }
                let done = play.clone().host(HostOrder::Options { options });
                let is_worse = other_watched < watched || other_chat > chat || extensions < 3;
                if is_worse {
                    assert_eq!(code(done), "begun", "{now:?} {options:?}");
                } else {
                    done.expect("it harms no player");
                }
            }
        }
    }
}

#[test]
fn a_loser_cannot_end_the_game_while_the_winner_is_gone_for_a_moment() {
    let mut play = game(2);
    play.present([0]);
    play.pass(11 * SECOND);
    play.arrange(0, Command::EndGame { yes: true })
        .expect("one may ask");
    assert!(!play.table.is_over());
    play.pass(109 * SECOND);
    play.arrange(0, Command::EndGame { yes: true })
        .expect("nobody comes back");
    assert!(play.table.is_over());
}

#[test]
fn a_puppet_does_not_get_a_hand_by_old_votes() {
    let mut play = game(3);
    play.present([0, 2]);
    play.pass(10 * SECOND);
    play.arrange(9, sit_on(1)).expect("one may ask");
    let request = play.told(None, 0).seating.requests[0].id;
    let admit = |yes| Command::Admit { request, yes };
    play.arrange(2, admit(true)).expect("one may answer");
    play.present(0..3);
    play.advance();
    play.present([0, 2]);
    play.pass(10 * SECOND);
    assert_eq!(code(play.arrange(0, admit(true))), "no_request");
    assert_eq!(play.table.people().places[1].person, Some(person(1)));
}

#[test]
fn a_crowd_from_one_network_has_one_place_in_the_queue_for_a_seat() {
    let mut play = game(3);
    play.arrange(1, Command::Leave {}).expect("it sits");
    for stranger in 10..18 {
        play.sit_from(7, stranger).expect("one may ask");
    }
    let asking = |play: &Play| -> Vec<String> {
        let requests = play.told(Some(seat(0)), 0).seating.requests;
        requests.into_iter().map(|one| one.name).collect()
    };
    assert_eq!(asking(&play), ["Player 17"], "the latest");
    play.sit_from(8, 20).expect("others are heard at once");
    assert_eq!(asking(&play), ["Player 17", "Player 20"]);
}

#[test]
fn the_seats_of_one_network_have_one_voice_about_a_removal() {
    let mut play = gathering(&order(4), 1);
    for (network, number) in [(7, 1), (7, 2), (8, 3)] {
        play.sit_from(network, number).expect("a seat is open");
    }
    play.present(0..4);
    for number in 0..4 {
        play.ready(number).expect("it sits");
    }
    play.advance();
    assert!(play.table.started());
    for number in [1, 2] {
        play.arrange(number, remove(0)).expect("one may vote");
        assert!(!play.table.people().is_removed(person(0)), "{number}");
    }
    play.arrange(3, remove(0)).expect("one may vote");
    assert!(play.table.people().is_removed(person(0)));
}

#[test]
fn nobody_is_removed_from_a_game_by_one_person_alone() {
    for players in 2..=6_u8 {
        for victim in 0..players {
            let mut play = game(players);
            let order = HostOrder::Remove { seat: seat(victim) };
            assert_eq!(code(play.host(order)), "begun");
            let others: Vec<u8> = (0..players).filter(|one| *one != victim).collect();
            let most = (others.len() / 2 + 1).max(2);
            assert_eq!(code(play.arrange(victim, remove(victim))), "own_seat");
            if others.len() < 2 {
                assert_eq!(
                    code(play.arrange(others[0], remove(victim))),
                    "nobody_to_ask"
                );
                continue;
            }
            for (before, other) in others.iter().take(most).enumerate() {
                assert!(play.table.shut_out(Some(person(victim))).is_none());
                let votes = play.told(None, 0).seating.votes;
                assert_eq!(votes.len(), usize::from(before > 0));
                for vote in votes {
                    let counted = (vote.by.len(), usize::from(vote.needed), vote.remedy);
                    assert_eq!(counted, (before, most, Remedy::Remove));
                }
                play.arrange(*other, remove(victim)).expect("one may vote");
            }
            let out = play.table.shut_out(Some(person(victim)));
            assert_eq!(out.expect("it is out").code(), "removed");
            assert!(play.told(None, 0).seats[usize::from(victim)].away);
            assert_eq!(code(play.sit(victim)), "removed");
            // Who removes the host has another one.
            let host = play.table.people().host;
            assert_eq!(host, Some(person(u8::from(victim == 0))));
            assert!(
                play.restore_play()
                    .table
                    .people()
                    .is_removed(person(victim))
            );
        }
    }
}

#[test]
fn a_vote_to_remove_somebody_is_of_this_minute_and_of_those_who_are_still_there() {
    let mut play = game(4);
    play.arrange(1, remove(3)).expect("one may ask");
    play.arrange(1, Command::Leave {}).expect("it sits");
    assert!(
        play.told(None, 0).seating.votes.is_empty(),
        "its vote goes with it"
    );
    play.sit(1).expect("nobody else has the seat");
    play.present(0..4);
    // Asked in vain, one cannot ask again at once, nor about somebody else.
    assert_eq!(code(play.arrange(1, remove(3))), "request_refused");
    assert_eq!(code(play.arrange(1, remove(2))), "request_refused");
    play.arrange(2, remove(3)).expect("others may");
    play.pass(60 * SECOND);
    assert!(play.told(None, 0).seating.votes.is_empty());
    assert_eq!(code(play.arrange(2, remove(3))), "request_refused");
    play.arrange(0, remove(3)).expect("the host may ask");
    assert!(
        play.table.shut_out(Some(person(3))).is_none(),
        "an old vote does not count"
    );
    play.arrange(2, remove(3)).expect("one may join a vote");
    assert!(play.table.shut_out(Some(person(3))).is_some());
}

#[test]
fn whoever_acts_does_not_end_the_vote_about_them() {
    let mut play = game(4);
    let active = loop {
        let active = play.table.state().active();
        if active == seat(3) {
            break active;
        }
        play.page_step();
    };
    play.arrange(1, remove(3)).expect("one may ask");
    while play.table.state().active() == active {
        play.page_step();
    }
    assert_eq!(play.told(None, 0).seating.votes.len(), 1);
    play.arrange(2, remove(3)).expect("one may agree");
    assert!(play.table.shut_out(Some(person(3))).is_some());
}
