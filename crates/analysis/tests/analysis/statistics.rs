//! The statistics of games of several editions, counted a second time from the events that a viewer who sees
//! everything is told, and from the views.

use std::collections::HashMap;

use brickwood_analysis::{
    CardFlow, GameStatistics, MomentKind, PerResource, SwingCause, chances, statistics,
};
use brickwood_bots::Level;
use brickwood_rules::{
    Action, Answer, Cards, ChanceOutcome, DiceSource, Edition, Event, Gain, Phase, Piece, Resource,
    Rules, Seat, SetUp, State, Step, ToAct, events, legal_actions,
};
use brickwood_test_kit::asked;

use crate::played::{PlayedGame, bots};

/// How many games are counted: `LAW_GAMES`, or a few.
fn games() -> u64 {
    asked("LAW_GAMES", 20)
}

/// A game of another edition and number of players for each number.
fn played(number: u64) -> PlayedGame {
    let editions = Edition::ALL;
    let edition = editions[number as usize % editions.len()];
    let players = match edition {
        Edition::FiveSix => 5 + (number / 5 % 2) as u8,
        _ => 2 + (number / 5 % 3) as u8,
    };
    let mut rules: Rules = edition.rules(players);
    if rules.set_up != SetUp::Placed {
        rules.players = 4;
    }
    if number % 7 == 3 {
        rules.dice = DiceSource::Deck;
    }
    if number % 4 == 1 {
        rules.variants.no_early_seven = true;
    }
    let levels = [Level::Medium, Level::Hard, Level::Easy];
    bots(rules, 1000 + number, &levels[..=(number % 3) as usize])
}

/// What is told of a step, hidden cards included: by whoever knows more.
fn told(played: &PlayedGame, place: usize) -> Vec<Event> {
    let (game, step) = (&played.game, played.steps[place]);
    let (before, after) = (&played.states[place], &played.states[place + 1]);
    let mut best = events(game, before, step, after, None);
    for viewer in Seat::all(game.rules().players) {
        for (event, seen) in best
            .iter_mut()
            .zip(events(game, before, step, after, Some(viewer)))
        {
            let knows = matches!(
                seen,
                Event::Stolen {
                    resource: Some(_),
                    ..
                }
            );
            if knows {
                *event = seen;
            }
        }
    }
    best
}

/// Sums by a seat and a name.
#[derive(Default)]
struct Sums(HashMap<(usize, &'static str), [u32; 5]>);

impl Sums {
    fn add(&mut self, seat: Seat, name: &'static str, cards: Cards) {
        let sum = self.0.entry((seat.index(), name)).or_default();
        for (sum, count) in sum.iter_mut().zip(cards.counts()) {
            *sum += u32::from(count);
        }
    }

    fn one(&mut self, seat: Seat, name: &'static str) {
        self.add(seat, name, Cards::new([1, 0, 0, 0, 0]));
    }

    fn of(&self, seat: Seat, name: &'static str) -> PerResource {
        self.0
            .get(&(seat.index(), name))
            .copied()
            .unwrap_or_default()
    }

    fn count(&self, seat: Seat, name: &'static str) -> u32 {
        self.of(seat, name)[0]
    }
}

fn count_event(sums: &mut Sums, rules: &Rules, event: &Event) {
    match event {
        Event::Rolled { gains, .. } => {
            for Gain { seat, cards } in gains {
                sums.add(*seat, "rolls", *cards);
            }
        }
        Event::StartingCards { seat, cards } => sums.add(*seat, "start", *cards),
        Event::TookPlenty { seat, cards } => {
            sums.add(*seat, "plenty", *cards);
            sums.one(*seat, "played plenty");
        }
        Event::Monopolized {
            seat,
            resource,
            losses,
        } => {
            sums.one(*seat, "played monopoly");
            for loss in losses {
                sums.add(loss.seat, "monopoly_out", loss.cards);
                sums.add(
                    *seat,
                    "monopoly_in",
                    Cards::of(*resource, loss.cards[*resource]),
                );
            }
        }
        Event::Discarded { seat, cards } => sums.add(*seat, "discarded", *cards),
        Event::TradedWithBank { seat, terms } => {
            sums.add(*seat, "bank_out", terms.give);
            sums.add(*seat, "bank_in", terms.take);
            sums.one(*seat, "bank");
        }
        Event::Traded { seat, with, terms } => {
            for (seat, give, take) in [
                (seat, terms.give, terms.take),
                (with, terms.take, terms.give),
            ] {
                sums.add(*seat, "trade_out", give);
                sums.add(*seat, "trade_in", take);
            }
            sums.one(*seat, "closed");
            sums.one(*with, "partner");
        }
        Event::Stolen {
            seat,
            victim,
            resource: Some(resource),
        } => {
            sums.add(*seat, "stolen_in", Cards::of(*resource, 1));
            sums.add(*victim, "stolen_out", Cards::of(*resource, 1));
        }
        Event::Built {
            seat,
            placed,
            paid: true,
        } => match placed.piece() {
            Piece::Road => sums.add(*seat, "roads", rules.road_cost()),
            Piece::Settlement => sums.add(*seat, "settlements", rules.settlement_cost()),
            Piece::City => sums.add(*seat, "cities", rules.city_cost()),
        },
        Event::Bought { seat, .. } => {
            sums.add(*seat, "development", rules.development_card_cost());
            sums.one(*seat, "bought");
        }
        Event::Played { seat, .. } => sums.one(*seat, "played"),
        Event::Offered { seat, to, .. } => {
            sums.one(*seat, "offers");
            for asked in to.iter() {
                sums.one(asked, "asked");
            }
        }
        Event::Answered { seat, answer } => match answer {
            Answer::Accepted => sums.one(*seat, "accepted"),
            Answer::Countered { .. } => sums.one(*seat, "countered"),
            _ => {}
        },
        Event::RobberMoved { seat, .. } => sums.one(*seat, "robberies"),
        _ => {}
    }
}

/// What a seat would have got from a roll without the robber and with a bank without end, and what the robber
/// kept: hex by hex, corner by corner.
fn claims(state: &State, played: &PlayedGame, seat: Seat, total: u8) -> (Cards, Cards) {
    let board = played.game.board();
    let (mut due, mut blocked) = (Cards::EMPTY, Cards::EMPTY);
    for hex in board.topology().hexes() {
        if board.hex(hex).token != Some(total) {
            continue;
        }
        for corner in board.topology().corners(hex) {
            let count = match state.building_at(*corner) {
                Some((owner, piece)) if owner == seat => 1 + u8::from(piece == Piece::City),
                _ => 0,
            };
            let Some(resource) = board.terrain(hex).resource() else {
                continue;
            };
            let cards = Cards::of(resource, count);
            if state.robber() == hex {
                blocked += cards;
            } else {
                due += cards;
            }
        }
    }
    (due, blocked)
}

fn check_cards(sums: &Sums, seat: Seat, hand: Cards, flow: &CardFlow) {
    for (name, found) in [
        ("start", flow.start),
        ("rolls", flow.rolls),
        ("bank_in", flow.bank_in),
        ("bank_out", flow.bank_out),
        ("trade_in", flow.trade_in),
        ("trade_out", flow.trade_out),
        ("stolen_in", flow.stolen_in),
        ("stolen_out", flow.stolen_out),
        ("plenty", flow.plenty),
        ("monopoly_in", flow.monopoly_in),
        ("monopoly_out", flow.monopoly_out),
        ("discarded", flow.discarded),
        ("roads", flow.roads),
        ("settlements", flow.settlements),
        ("cities", flow.cities),
        ("development", flow.development),
        ("blocked", flow.blocked),
        ("short", flow.short),
    ] {
        assert_eq!(found, sums.of(seat, name), "{name} of {seat:?}");
    }
    for resource in Resource::ALL {
        let at = |cards: PerResource| cards[resource.index()];
        let into = [flow.start, flow.rolls, flow.bank_in, flow.trade_in];
        let into = into
            .into_iter()
            .chain([flow.stolen_in, flow.plenty, flow.monopoly_in]);
        let out = [
            flow.bank_out,
            flow.trade_out,
            flow.stolen_out,
            flow.monopoly_out,
        ];
        let out = out
            .into_iter()
            .chain([flow.discarded, flow.roads, flow.settlements]);
        let out = out.chain([flow.cities, flow.development]);
        let left = into.map(at).sum::<u32>() - out.map(at).sum::<u32>();
        assert_eq!(left, u32::from(hand[resource]), "{resource:?}");
    }
}

fn check(played: &PlayedGame, found: &GameStatistics) {
    let rules = played.game.rules();
    let mut sums = Sums::default();
    let mut rolled = [0_u32; 13];
    let (mut roads, mut armies) = (0, 0);
    for place in 0..played.steps.len() {
        let before = &played.states[place];
        for event in told(played, place) {
            count_event(&mut sums, rules, &event);
            match &event {
                Event::RolledAgain { .. } => rolled[7] += 1,
                Event::LongestRoad { .. } => roads += 1,
                Event::LargestArmy { .. } => armies += 1,
                Event::Rolled {
                    dice, gains, seat, ..
                } => {
                    rolled[usize::from(dice.total())] += 1;
                    sums.one(*seat, "rolled");
                    for seat in Seat::all(rules.players) {
                        let gain = gains.iter().find(|gain| gain.seat == seat);
                        let gain = gain.map_or(Cards::EMPTY, |gain| gain.cards);
                        let (due, blocked) = claims(before, played, seat, dice.total());
                        sums.add(seat, "short", due.saturating_sub(gain));
                        sums.add(seat, "blocked", blocked);
                    }
                }
                _ => {}
            }
        }
    }
    assert_eq!(found.dice.sums, rolled[2..], "the sums of the dice");
    let end = played.states.last().expect("a state");
    for (seat, own) in Seat::all(rules.players).zip(&found.seats) {
        check_cards(&sums, seat, end.hand(seat), &own.cards);
        let trades = own.trades;
        for (name, found) in [
            ("offers", trades.offers),
            ("closed", trades.closed),
            ("asked", trades.asked),
            ("accepted", trades.accepted),
            ("countered", trades.countered),
            ("partner", trades.partner),
            ("bank", trades.bank),
            ("bought", own.bought),
            ("robberies", own.robberies),
            ("played plenty", own.played[2]),
            ("played monopoly", own.played[3]),
        ] {
            assert_eq!(found, sums.count(seat, name), "{name} of {seat:?}");
        }
        let others = own.played[0] + own.played[1] + own.played[4];
        assert_eq!(others, sums.count(seat, "played"));
        assert_eq!(
            own.luck.received,
            sums.of(seat, "rolls").iter().sum::<u32>()
        );
        assert!(own.rolls.iter().sum::<u32>() >= sums.count(seat, "rolled"));
        assert_eq!(own.points, end.points(&played.game, seat));
        assert_eq!(own.thinking_ms, None);
    }
    let kinds =
        |is: fn(&MomentKind) -> bool| found.moments.iter().filter(|one| is(&one.kind)).count();
    assert_eq!(
        kinds(|kind| matches!(kind, MomentKind::LongestRoad { .. })),
        roads
    );
    assert_eq!(
        kinds(|kind| matches!(kind, MomentKind::LargestArmy { .. })),
        armies
    );
    assert_eq!(kinds(|kind| matches!(kind, MomentKind::Won { .. })), 1);
    assert!(found.moments.is_sorted_by_key(|moment| moment.step));
    check_timeline(played, found);
}

fn check_timeline(played: &PlayedGame, found: &GameStatistics) {
    let seats = Seat::all(played.game.rules().players);
    for (place, state) in played.states.iter().enumerate() {
        let view = state.view(&played.game, None);
        assert_eq!(found.timeline.turns[place], view.turn);
        for (seat, line) in seats.clone().zip(&found.timeline.seats) {
            let seen = &view.seats[seat.index()];
            let own = state.view(&played.game, Some(seat));
            assert_eq!(line.points[place], own.seats[seat.index()].points.total());
            assert_eq!(line.hand[place], seen.hand);
            assert_eq!(line.road[place], seen.road_length);
            assert_eq!(line.knights[place], seen.played.counts()[0]);
        }
        let sum: f32 = found
            .timeline
            .seats
            .iter()
            .map(|line| line.chance[place])
            .sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        // Where something is half done, the chances are those from before.
        let is_judged = place == 0 || is_between_deeds(played, place);
        assert_eq!(state.phase().is_settled() || place == 0, is_judged);
        let told = found.timeline.seats.iter().map(|line| &line.chance);
        if is_judged {
            let judged = chances(&played.game, state);
            assert!(told.map(|line| line[place]).eq(judged), "after {place}");
        } else {
            let mut told = told;
            assert!(
                told.all(|line| line[place].to_bits() == line[place - 1].to_bits()),
                "after {place}"
            );
        }
    }
    for (line, own) in found.timeline.seats.iter().zip(&found.seats) {
        assert_eq!(line.produced.last(), Some(&own.luck.received));
        assert_eq!(line.chance.len(), played.states.len());
    }
    for moment in &found.moments {
        if let MomentKind::Lead { .. } = moment.kind {
            assert!(moment.turn > 0, "a lead in the set-up");
        }
        if let MomentKind::Swing {
            seat,
            change,
            begun,
            by,
            cause,
        } = moment.kind
        {
            let chance = &found.timeline.seats[seat.index()].chance;
            let (begun, end) = (begun as usize, moment.step as usize);
            assert!((chance[end] - chance[begun - 1] - change).abs() < 1e-6);
            assert!(moment.turn > 0, "a swing in the set-up");
            // The whole of what was begun, and nothing else.
            assert!(is_between_deeds(played, begun - 1) && is_between_deeds(played, end));
            assert!((begun..end).all(|place| !is_between_deeds(played, place)));
            let roll = |place: &usize| match played.steps[*place] {
                Step::Chance {
                    outcome: ChanceOutcome::Dice { dice },
                } => Some(dice.total()),
                _ => None,
            };
            let rolled = (begun - 1..end).rev().find_map(|place| roll(&place));
            match (rolled, played.steps[begun - 1]) {
                (Some(total), _) => assert_eq!((by, cause), (None, SwingCause::Roll { total })),
                (None, Step::Action { seat, action }) => {
                    assert_eq!(by, Some(seat));
                    let is_knight = action == Action::PlayKnight;
                    assert_eq!(is_knight, cause == SwingCause::Knight);
                }
                (None, _) => assert_eq!((by, cause), (None, SwingCause::Other)),
            }
        }
    }
}

/// Whether nothing is half done after so many steps: whoever is to act may begin something, or leave it.
fn is_between_deeds(played: &PlayedGame, place: usize) -> bool {
    let (game, state) = (&played.game, &played.states[place]);
    match state.to_act() {
        ToAct::Nobody => true,
        ToAct::Chance => false,
        ToAct::Seats { seats } => seats.iter().all(|seat| {
            let mut actions = legal_actions(game, state, seat).into_iter();
            match state.phase() {
                // Those who wait for the answers of others have nothing to do.
                Phase::Trade { .. } => true,
                Phase::SpecialBuilding => actions.any(|action| action == Action::Pass),
                _ => actions.any(|action| {
                    matches!(
                        action,
                        Action::Roll
                            | Action::EndTurn
                            | Action::BuildSettlement { .. }
                            | Action::TakeFirstCards { .. }
                    )
                }),
            }
        }),
    }
}

#[test]
fn what_is_counted_is_what_the_events_tell() {
    for number in 0..games() {
        let played = played(number);
        let found = statistics(&played.game, &played.steps, None).expect("legal steps");
        check(&played, &found);
    }
}

#[test]
fn the_game_waits_for_those_whose_step_is_awaited() {
    let played = bots(Edition::Modern.rules(3), 5, &[Level::Medium]);
    let times: Vec<u64> = (1..=played.steps.len() as u64)
        .map(|step| step * step)
        .collect();
    let found = statistics(&played.game, &played.steps, Some(&times)).expect("legal steps");
    let mut waited = [0; 3];
    for (place, state) in played.states[..played.steps.len()].iter().enumerate() {
        for seat in state.awaited().iter() {
            waited[seat.index()] += 2 * place as u64 + 1;
        }
    }
    let found: Vec<_> = found.seats.iter().map(|seat| seat.thinking_ms).collect();
    assert_eq!(found, waited.map(Some));
}

#[test]
fn an_illegal_step_is_named() {
    let played = bots(Edition::Modern.rules(2), 6, &[Level::Easy]);
    let mut steps = played.steps[..40].to_vec();
    steps[30] = Step::CalledOff;
    let error = statistics(&played.game, &steps, None).expect_err("the game was over");
    assert_eq!(error.place, 31);
}
