//! Thinking time, and the actions for players whose time is up.

use brickwood_protocol::{BotLevel, ClockRule, HostOrder, Level, NewSeat, NewTable, TableOptions};
use brickwood_rules::{
    Action, Cards, Edition, Phase, Resource, Rules, Seat, SeatSet, Terms, ToAct,
};

use crate::editions::{beginners, flavors};
use crate::support::{Play, order, order_by, seat, table_by};

const SECOND: u64 = 1000;

fn timed(mut order: NewTable, clock: ClockRule, secret: u64) -> Play {
    order.options = TableOptions {
        clock,
        ..order.options
    };
    Play::new(table_by(&order, secret), secret)
}

fn turn_of_a_minute(players: usize, secret: u64) -> Play {
    timed(order(players), ClockRule::Turn { seconds: 60 }, secret)
}

/// The time that a seat has left, in seconds, and whether it runs.
fn left(play: &Play, seat: Seat) -> (u64, bool) {
    let told = &play.told(None, play.table.head()).seats[seat.index()];
    (told.left_ms.expect("a clock") / SECOND, told.running)
}

/// Plays on until a condition holds.
fn until(play: &mut Play, mut is_so: impl FnMut(&Play) -> bool) {
    for _ in 0..20_000 {
        if is_so(play) {
            return;
        }
        play.page_step();
    }
    panic!("it was never so");
}

fn has_rolled(play: &Play) -> bool {
    *play.table.state().phase() == Phase::Turn && play.table.state().dice().is_some()
}

#[test]
fn each_turn_has_its_time_and_it_runs_for_the_seat_that_is_to_act() {
    let mut play = turn_of_a_minute(3, 1);
    until(&mut play, |play| play.table.state().turn() == 1);
    let first = play.table.state().active();
    let next = first.clockwise(1, 3);
    assert_eq!(
        (left(&play, first), left(&play, next)),
        ((60, true), (60, false))
    );
    play.pass(25 * SECOND);
    assert_eq!(
        (left(&play, first), left(&play, next)),
        ((35, true), (60, false))
    );
    until(&mut play, |play| play.table.state().active() == next);
    assert_eq!(
        (left(&play, first), left(&play, next)),
        ((60, false), (60, true))
    );
}

#[test]
fn a_bank_of_time_gets_some_back_in_each_own_turn_but_never_more_than_at_the_start() {
    let clock = ClockRule::Bank {
        minutes: 2,
        increment_s: 10,
    };
    let mut play = timed(order(2), clock, 2);
    until(&mut play, |play| play.table.state().turn() == 1);
    let first = play.table.state().active();
    let other = first.clockwise(1, 2);
    assert_eq!(left(&play, first), (120, true));
    play.pass(45 * SECOND);
    until(&mut play, |play| play.table.state().active() == other);
    assert_eq!(
        (left(&play, first), left(&play, other)),
        ((75, false), (120, true))
    );
    play.pass(4 * SECOND);
    until(&mut play, |play| play.table.state().active() == first);
    assert_eq!(
        (left(&play, first), left(&play, other)),
        ((85, true), (116, false))
    );
    until(&mut play, |play| play.table.state().active() == other);
    assert_eq!(left(&play, other), (120, true), "no more than at the start");
}

#[test]
fn building_after_the_turn_of_another_brings_no_time_back() {
    let clock = ClockRule::Bank {
        minutes: 2,
        increment_s: 10,
    };
    let rules = Edition::FiveSix.rules(5);
    let mut play = timed(order_by(Edition::FiveSix, rules), clock, 2);
    until(&mut play, |play| play.table.state().turn() == 1);
    play.pass(50 * SECOND);
    let mut built = 0;
    while play.table.state().turn() < 30 {
        let before = Seat::all(5)
            .map(|seat| left(&play, seat).0)
            .collect::<Vec<_>>();
        let (turn, active) = (play.table.state().turn(), play.table.state().active());
        play.pass(SECOND);
        play.page_step();
        if play.table.state().special().is_some() && play.table.state().turn() == turn {
            let builder = play.table.state().builder();
            assert_ne!(builder, active);
            assert!(left(&play, builder).0 <= before[builder.index()]);
            built += 1;
        }
    }
    assert!(built > 10, "{built}");
}

#[test]
fn while_an_offer_is_open_the_time_of_its_maker_runs() {
    let mut play = turn_of_a_minute(3, 3);
    until(&mut play, |play| {
        has_rolled(play)
            && !play
                .table
                .state()
                .hand(play.table.state().active())
                .is_empty()
    });
    let active = play.table.state().active();
    let (give, _) = play
        .table
        .state()
        .hand(active)
        .iter()
        .next()
        .expect("a card");
    let take = if give == Resource::Ore {
        Resource::Wool
    } else {
        Resource::Ore
    };
    let terms = Terms {
        give: Cards::of(give, 1),
        take: Cards::of(take, 1),
    };
    let to = SeatSet::all(3).without(active);
    play.pass(10 * SECOND);
    play.act(active, Action::Offer { terms, to })
        .expect("legal");
    play.pass(20 * SECOND);
    assert_eq!(left(&play, active), (30, true));
    for other in to.iter() {
        assert_eq!(left(&play, other), (60, false));
    }
    let head = play.table.head();
    play.pass(31 * SECOND);
    let number = u8::from(active) + 1;
    let expected = [
        format!("{number} timed out"),
        format!("{number} withdraw"),
        format!("{number} end"),
    ];
    assert_eq!(play.bodies(head)[..3], expected);
}

#[test]
fn no_time_runs_while_the_game_waits_or_for_bots_or_the_absent() {
    let mut order = order(3);
    let color = order.seats[2].color();
    let level = BotLevel::Own(Level::Easy);
    order.seats[2] = NewSeat::Bot { color, level };
    let mut play = timed(order, ClockRule::Turn { seconds: 600 }, 4);
    until(&mut play, |play| {
        play.table.state().turn() > 0 && play.table.state().active() == seat(0)
    });
    play.host(HostOrder::Pause {}).expect("it is played");
    play.pass(3600 * SECOND);
    assert_eq!(left(&play, seat(0)), (600, false));
    assert_eq!(play.table.deadline_ms(), None);
    play.host(HostOrder::Unpause {}).expect("it waits");
    play.pass(SECOND);
    assert_eq!(left(&play, seat(0)), (599, true));
    until(&mut play, |play| play.table.state().active() == seat(2));
    let told = &play.told(None, 0).seats[2];
    assert_eq!(
        (told.left_ms, told.running),
        (None, false),
        "a bot has no clock"
    );
    play.present([0]);
    play.pass(60 * SECOND);
    until(&mut play, |play| play.table.state().active() == seat(1));
    assert_eq!(left(&play, seat(1)), (600, false), "a bot plays for it");
}

#[test]
fn a_clock_that_is_set_back_while_no_server_runs_costs_nobody_time() {
    let mut play = turn_of_a_minute(2, 3);
    until(&mut play, has_rolled);
    let active = play.table.state().active();
    let last_ms = play.log.last().expect("a line").at_ms;
    assert!(last_ms > SECOND);
    play.now_ms = last_ms + 20 * SECOND;
    let (before_s, _) = left(&play, active);
    play.now_ms = 0;
    play.table = play.restore();
    play.table.find_again();
    play.advance();
    let resumed = play.log.last().expect("a line");
    assert_eq!(resumed.body, "resumed after a stop");
    assert_eq!(resumed.at_ms, last_ms);
    let (left_s, _) = left(&play, active);
    assert_eq!(left_s, before_s + 20);
    play.pass(last_ms);
    assert_eq!(left(&play, active), (left_s, true), "it stands still");
    play.pass(5 * SECOND);
    assert_eq!(left(&play, active), (left_s - 5, true));
}

#[test]
fn the_chosen_cards_are_discarded_when_the_time_is_up() {
    let mut tried = 0;
    for secret in 0..200 {
        let mut play = turn_of_a_minute(2, secret);
        for _ in 0..400 {
            play.page_step();
            let Phase::Discard { due } = *play.table.state().phase() else {
                continue;
            };
            let who = Seat::all(2).find(|seat| due[*seat] > 0).expect("who");
            let (due, hand) = (due[who], play.table.state().hand(who));
            let kinds: Vec<Resource> = hand.iter().map(|(kind, _)| kind).collect();
            let chosen = Cards::of(*kinds.last().expect("cards"), 1);
            play.table.keep_draft(who, chosen);
            play.pass(61 * SECOND);
            let after = play.table.state().hand(who);
            let number = u8::from(who) + 1;
            let discard = play
                .log
                .iter()
                .rev()
                .find(|line| line.body.starts_with(&format!("{number} discard")));
            assert!(
                discard.is_some(),
                "{:?}",
                play.bodies(play.table.head() - 5)
            );
            let gone = hand.saturating_sub(after);
            assert!(
                gone.contains(chosen) || gone.total() > due,
                "{hand:?} {after:?}"
            );
            tried += 1;
            break;
        }
        if tried == 10 {
            return;
        }
    }
    panic!("{tried}");
}

/// Lets everybody's time run out, always. Returns the phases in which it did.
fn never_in_time(play: &mut Play, lines: u32, phases: &mut Vec<&'static str>) {
    while !play.table.is_over() && play.table.head() < lines {
        let state = play.table.state();
        let asked = match state.to_act() {
            ToAct::Seats { seats } => seats,
            other => panic!("{other:?} is left to nobody"),
        };
        assert!(!asked.is_empty());
        phases.push(match state.phase() {
            Phase::SetUpSettlement => "settlement",
            Phase::SetUpRoad { .. } => "road",
            Phase::FirstCards { .. } => "first cards",
            Phase::Turn => "turn",
            Phase::Discard { .. } => "discard",
            Phase::MoveRobber => "robber",
            Phase::Rob { .. } => "rob",
            Phase::FreeRoads => "free roads",
            Phase::Trade { .. } => "trade",
            Phase::SpecialBuilding => "special building",
            Phase::Interrupt { .. } => "interrupt",
            _ => "none",
        });
        let head = play.table.head();
        let due = play.table.deadline_ms().expect("somebody's time runs");
        assert!(due >= play.now_ms && play.table.advance(due - 1).is_none());
        play.now_ms = due;
        play.advance();
        assert!(
            play.bodies(head)
                .iter()
                .any(|line| line.ends_with("timed out") || *line == "time-up")
        );
        assert!(play.bodies(head).len() < 200, "{:?}", play.bodies(head));
    }
}

#[test]
fn a_table_whose_players_are_never_in_time_goes_on_without_them() {
    let mut phases = Vec::new();
    let games = Edition::ALL
        .into_iter()
        .flat_map(|edition| (2..=6).map(move |players| (edition, players)))
        .flat_map(|(edition, players)| flavors(edition, players).map(|rules| (edition, rules)))
        .chain(beginners().map(|rules| (Edition::Modern, rules)));
    for (number, (edition, rules)) in games.enumerate() {
        let clock = [
            ClockRule::Turn { seconds: 10 },
            ClockRule::Bank {
                minutes: 1,
                increment_s: 0,
            },
        ];
        let secret = number as u64;
        let rules = Rules {
            points_to_win: 7,
            ..rules
        };
        let mut play = timed(order_by(edition, rules), clock[number % 2], secret);
        if number % 3 == 0 {
            never_in_time(&mut play, 250, &mut phases);
        }
        // Now and then they are.
        while !play.table.is_over() && play.table.head() < 900 {
            for _ in 0..play.below(7) {
                play.page_request();
            }
            play.advance();
            let lines = play.table.head() + 1;
            never_in_time(&mut play, lines, &mut phases);
        }
        let restored = play.restore();
        assert_eq!(restored.deadline_ms(), play.table.deadline_ms());
    }
    // Rare ones are waited for.
    let rules = flavors(Edition::Mayfair1996, 5)[1];
    let order = order_by(Edition::Mayfair1996, rules);
    let mut play = timed(order, ClockRule::Turn { seconds: 10 }, 5);
    while !play.table.is_over() && !phases.contains(&"interrupt") {
        until(&mut play, |play| {
            let phase = play.table.state().phase();
            matches!(phase, Phase::Interrupt { .. } | Phase::Over { .. })
        });
        let lines = play.table.head() + 1;
        never_in_time(&mut play, lines, &mut phases);
    }
    for phase in [
        "settlement",
        "road",
        "first cards",
        "turn",
        "discard",
        "robber",
        "rob",
        "free roads",
        "trade",
        "special building",
        "interrupt",
    ] {
        assert!(phases.contains(&phase), "never in {phase}");
    }
}

#[test]
fn nobody_loses_a_turn_or_a_last_action_while_time_is_shown() {
    let mut play = turn_of_a_minute(3, 1);
    until(&mut play, has_rolled);
    let active = play.table.state().active();
    let told = play.told(Some(active), play.table.head());
    let shown = told.seats[active.index()].left_ms.expect("a clock");
    assert_eq!(told.now_ms, play.now_ms);
    play.pass(shown);
    let told = play.told(Some(active), play.table.head());
    assert_eq!(told.seats[active.index()].left_ms, Some(0));
    assert!(told.choices.to_act, "what is on its way still counts");
    play.pass(999);
    assert_eq!(play.table.state().active(), active);
    play.pass(1);
    assert_ne!(play.table.state().active(), active);
    assert!(
        play.bodies(0)
            .contains(&format!("{} timed out", u8::from(active) + 1).as_str())
    );
}

#[test]
fn lines_of_others_do_not_extend_the_grace() {
    let mut play = turn_of_a_minute(2, 1);
    until(&mut play, has_rolled);
    let active = play.table.state().active();
    let shown = left(&play, active).0;
    play.pass(shown * SECOND);
    // Lines of others do not extend the grace.
    for _ in 0..4 {
        play.pass(200);
        play.options(|options| options.public = !options.public);
    }
    play.pass(200);
    assert_ne!(play.table.state().active(), active);
}
