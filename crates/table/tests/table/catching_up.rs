//! Several servers may have one table in memory: each applies the lines that the others have stored.

use std::collections::HashMap;

use brickwood_protocol::{
    AbsenceRule, BotLevel, ClockRule, Command, HostOrder, Level, NewSeat, NewTable, SeatOrder,
    StartRule, TableOptions,
};
use brickwood_rules::{Seat, SeatSet};
use brickwood_table::{Author, Batch, LogRecord, People, PersonId, Refusal, Request, Setup, Table};

use crate::support::{Play, client_seed, gathering, order, person, seat, side};

/// The contents of a storage: the log, and the people and the set-up after each line.
struct Stored {
    records: Vec<LogRecord>,
    beside: Vec<(Setup, People)>,
}

impl Stored {
    fn append(&mut self, table: &Table, batch: &Batch) {
        let beside = (
            batch.setup().unwrap_or(table.setup()).clone(),
            batch.people().unwrap_or(table.people()).clone(),
        );
        for record in batch.records() {
            self.records.push(record.clone());
            self.beside.push(beside.clone());
        }
    }
}

/// Everything that is sent from two tables that should be the same.
fn compare(one: &Table, other: &Table, now_ms: u64) {
    let viewers = Seat::all(one.people().places.len() as u8).map(Some);
    for viewer in viewers.chain([None]) {
        let after = one.head().saturating_sub(40);
        let told = one.update(side(viewer), after, now_ms);
        let same = other.update(side(viewer), after, now_ms);
        assert_eq!(same, told);
    }
    assert_eq!(other.deadline_ms(), one.deadline_ms());
    let due = one.deadline_ms().unwrap_or(now_ms) + 1;
    let lines = |table: &Table| table.advance(due).map(|batch| batch.records().to_vec());
    assert_eq!(lines(other), lines(one));
}

/// A table for four, of one kind or another.
fn order_of(secret: u64) -> NewTable {
    let mut order = order(4);
    let colors: Vec<_> = order.seats.iter().map(NewSeat::color).collect();
    if secret.is_multiple_of(3) {
        order.seats[0] = NewSeat::Locked { color: colors[0] };
    }
    if secret.is_multiple_of(2) {
        let level = BotLevel::Own(Level::Easy);
        let color = colors[2];
        order.seats[2] = NewSeat::Bot { color, level };
    }
    order.rules.points_to_win = 5;
    order.rules.time_limit = Some(30);
    order.options = TableOptions {
        start: if secret.is_multiple_of(5) {
            StartRule::ByHost
        } else {
            StartRule::WhenFull
        },
        absence: if secret.is_multiple_of(4) {
            AbsenceRule::Pause
        } else {
            AbsenceRule::Bot
        },
        clock: ClockRule::Bank {
            minutes: 1,
            increment_s: 3,
        },
        grace_s: 10,
        ..TableOptions::default()
    };
    order
}

/// An evening at a table from its first line on: six seats of which some are locked, people who come
/// and go, clocks, absences, undo.
fn evening(secret: u64) -> (Play, Stored) {
    let mut play = gathering(&order_of(secret), secret);
    let mut stored = Stored {
        records: Vec::new(),
        beside: Vec::new(),
    };
    for _ in 0..700 {
        play.now_ms += play.below(4000) as u64;
        let number = play.below(5) as u8;
        let choice = play.below(24);
        let arrange = |play: &Play, person: PersonId, request: Request| {
            let author = Author::person(person, None, None);
            play.table.propose(author, &request, play.now_ms)
        };
        let own = person(number);
        let name = format!("Player {number}");
        let batch = match choice {
            0 => arrange(&play, own, Request::Sit { name, seat: None }),
            1 => {
                let seed = client_seed(number);
                arrange(&play, own, Command::Ready { seed }.into())
            }
            2 if play.below(8) == 0 => arrange(&play, own, Command::Leave {}.into()),
            3 if !play.table.started() && play.below(2) == 0 => {
                let (points, again) = (4 + play.below(3) as u8, play.below(2) == 0);
                let deal = play.table.setup().deal;
                let order = play.set_up(|order| {
                    order.rules.points_to_win = points;
                    order.instead_of = again.then_some(deal);
                });
                let host = play.table.people().host.unwrap_or(person(0));
                arrange(&play, host, order)
            }
            3 => {
                let host = play.table.people().host;
                let orders = [
                    HostOrder::Start {},
                    HostOrder::Pause {},
                    HostOrder::Unpause {},
                    HostOrder::StandIn { seat: seat(1) },
                    HostOrder::HandOver { to: seat(3) },
                    HostOrder::Seat {
                        seat: seat(3),
                        to: SeatOrder::Open {},
                    },
                ];
                let order = orders[play.below(6)].clone();
                let host = host.unwrap_or(person(0));
                arrange(&play, host, Command::Arrange { order }.into())
            }
            4 => {
                let present: SeatSet = Seat::all(4).filter(|_| play.below(4) > 0).collect();
                play.table.set_present(present, play.now_ms);
                continue;
            }
            5..=8 => match play.table.advance(play.now_ms) {
                Some(batch) => Ok(batch),
                None => continue,
            },
            _ => match play.table.started().then(|| play.wish()).flatten() {
                Some((seat, request)) => {
                    play.table
                        .propose(Author::Seat(seat), &request.into(), play.now_ms)
                }
                None => continue,
            },
        };
        let Ok(batch) = batch else { continue };
        stored.append(&play.table, &batch);
        play.commit(batch);
    }
    (play, stored)
}

#[test]
fn any_split_of_a_log_leads_to_the_table_that_wrote_it() {
    let (mut over, mut begun, mut without) = (0, 0, 0);
    for secret in 0..40 {
        let (mut play, stored) = evening(secret);
        let (setup, people) = (play.table.setup().clone(), play.table.people().clone());
        let mut restored =
            Table::restore(setup, people, stored.records.clone()).expect("a good log");
        let lines = stored.records.len();
        // A server that began with the new table, and catches up now and then.
        let (setup, people) = stored.beside[0].clone();
        let mut follower = Table::new(setup, people);
        let mut known = 0;
        while known < lines {
            let next = (known + 1 + play.below(60)).min(lines);
            let (setup, people) = stored.beside[next - 1].clone();
            let news = stored.records[known..next].to_vec();
            follower.catch_up(setup, people, news).expect("it follows");
            known = next;
        }
        let present = play.table.present();
        for table in [&mut play.table, &mut restored, &mut follower] {
            table.watch(present, play.now_ms);
            // The driver decides whether a table is suspended.
            table.find_again();
        }
        compare(&play.table, &restored, play.now_ms);
        compare(&play.table, &follower, play.now_ms);
        over += u32::from(play.table.is_over());
        begun += u32::from(play.table.started());
        without += u32::from(
            play.bodies(0)
                .iter()
                .any(|line| line.starts_with("started without")),
        );
    }
    assert!(begun > 20 && without > 3, "{over} {begun} {without}");
}

#[test]
fn a_message_leads_to_its_first_line_for_ever_and_to_no_other() {
    let mut done: HashMap<(u8, u64), u32> = HashMap::new();
    let mut play = gathering(&order(3), 4);
    let mut tell = |play: &mut Play, number: u8, key: u64, order: Command| {
        let batch = play
            .table
            .propose(
                Author::person(person(number), None, Some(key)),
                &order.into(),
                play.now_ms,
            )
            .expect("it is to be had");
        done.insert((number, key), batch.records()[0].seq);
        play.commit(batch);
    };
    // All clients number their messages in the same way.
    play.sit(1).expect("a seat is open");
    tell(
        &mut play,
        1,
        1,
        Command::Ready {
            seed: client_seed(1),
        },
    );
    tell(&mut play, 1, 2, Command::Leave {});
    play.sit(2).expect("a seat is open");
    tell(
        &mut play,
        2,
        1,
        Command::Ready {
            seed: client_seed(2),
        },
    );
    let to = SeatOrder::Open {};
    let seat = seat(0);
    let open = Command::Arrange {
        order: HostOrder::Seat { seat, to },
    };
    tell(&mut play, 0, 1, open);
    let to = SeatOrder::Locked {};
    let lock = Command::Arrange {
        order: HostOrder::Seat { seat, to },
    };
    tell(&mut play, 0, 2, lock);
    play.sit(3).expect("a seat is open");
    tell(
        &mut play,
        3,
        1,
        Command::Ready {
            seed: client_seed(3),
        },
    );
    tell(
        &mut play,
        0,
        3,
        Command::Arrange {
            order: HostOrder::Start {},
        },
    );
    let mut play = Play::new(play, 4);
    let active = play.table.state().active();
    let number = if u8::from(active) == 0 { 2 } else { 3 };
    let action = brickwood_rules::legal_actions(play.table.game(), play.table.state(), active)[0];
    let seq = play.table.head() + 1;
    play.command(active, Some(4), Command::act(action, None))
        .expect("legal");
    done.insert((number, 4), seq);
    for table in [&play.table, &play.restore()] {
        for ((number, key), seq) in &done {
            // Whatever the message with this key is.
            let again = table.propose(
                Author::person(person(*number), None, Some(*key)),
                &Command::Leave {}.into(),
                0,
            );
            assert_eq!(again.err(), Some(Refusal::AlreadyDone { seq: *seq }));
        }
        let again = table.propose(play.author(active, Some(4)), &Command::Undo {}.into(), 0);
        assert_eq!(again.err(), Some(Refusal::AlreadyDone { seq }));
        let other = active.clockwise(1, 2);
        let others = table.propose(play.author(other, Some(4)), &Command::Undo {}.into(), 0);
        assert!(matches!(others, Err(Refusal::Problem(_))), "its own fourth");
    }
}

#[test]
fn a_refused_request_may_succeed_later_with_the_same_key() {
    let mut play = gathering(&order(2), 1);
    let start = Command::Arrange {
        order: HostOrder::Start {},
    };
    let refused = play.table.propose(
        Author::person(person(0), None, Some(5)),
        &start.clone().into(),
        play.now_ms,
    );
    assert!(matches!(refused, Err(Refusal::Problem(_))));
    play.sit(1).expect("a seat is open");
    let batch = play.table.propose(
        Author::person(person(0), None, Some(5)),
        &start.into(),
        play.now_ms,
    );
    play.commit(batch.expect("nobody is missing"));
    assert!(play.table.started());
}
