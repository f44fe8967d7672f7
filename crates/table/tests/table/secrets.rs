//! Information that a viewer cannot know does not change a byte of what the table sends to it: tables whose
//! logs differ only in a hidden card send the same to all viewers whom the card does not concern.

use brickwood_fair::{ClientSeed, Nonce};
use brickwood_notation::{parse_step, step_text};
use brickwood_rules::{
    Action, Cards, ChanceOutcome, DevelopmentCard, Edition, Phase, Resource, Rules, Seat, State,
    Step, Terms, Variants,
};
use brickwood_table::{LogRecord, Table, digest};
use brickwood_test_kit::asked;

use brickwood_protocol::{
    AbsenceRule, ClockRule, Command, HostOrder, NewSeat, SpectatorRule, TableOptions,
};

use crate::editions::flavors;
use crate::support::{Play, order_by, side, table_by, table_of_people};

/// How far back a hidden card is changed: after more steps, its owner's actions would depend on it.
const BACK: usize = 25;

/// The seats that a hidden outcome concerns.
fn concerned(before: &State, outcome: ChanceOutcome) -> Vec<Seat> {
    match (outcome, before.phase()) {
        (ChanceOutcome::Stolen { .. }, Phase::Theft { victim }) => {
            vec![before.robbing(), *victim]
        }
        _ => vec![before.builder()],
    }
}

/// Other outcomes that all other seats cannot distinguish from this one.
fn alternatives(rules: &Rules, outcome: ChanceOutcome) -> Vec<ChanceOutcome> {
    match outcome {
        ChanceOutcome::Stolen { .. } if !rules.variants.open_hands => Resource::ALL
            .map(|resource| ChanceOutcome::Stolen { resource })
            .to_vec(),
        ChanceOutcome::Drawn { .. } => DevelopmentCard::ALL
            .map(|card| ChanceOutcome::Drawn { card })
            .to_vec(),
        _ => Vec::new(),
    }
}

/// The twin of a table, with other secrets that are never sent: other people, other seeds of them and the
/// server, other ids of messages, and other cards that are chosen to be discarded.
struct Twin<'a> {
    play: &'a Play,
    table: Table,
    /// The state of the game after the lines that it has.
    state: State,
}

impl<'a> Twin<'a> {
    /// The twin of a table at its first lines.
    fn at(play: &'a Play, lines: usize) -> Self {
        let mut setup = play.table.setup().clone();
        setup.seed = [0x77; 32];
        let mut people = play.table.people().clone();
        let places = people.places.iter_mut().map(|place| &mut place.person);
        for person in places.chain([&mut people.host]).flatten() {
            person.0 = person.0.map(|byte| !byte);
        }
        let twin = Self {
            play,
            table: Table::new(setup, people),
            state: State::new(play.table.game()),
        };
        twin.until(lines, None).expect("no line is another")
    }

    /// The same twin some lines later, with another outcome in one of them; none if that is impossible.
    fn until(&self, lines: usize, change: Option<(usize, ChanceOutcome)>) -> Option<Self> {
        let game = self.play.table.game();
        let topology = game.board().topology();
        let mut state = self.state;
        let mut log = Vec::new();
        let known = self.table.head() as usize;
        for (number, line) in self.play.log.iter().enumerate().take(lines).skip(known) {
            let mut body = line.body.clone();
            let place = change.filter(|(place, _)| *place == number);
            let step = match place {
                Some((_, outcome)) => Some(Step::Chance { outcome }),
                None => parse_step(topology, &line.body).ok(),
            };
            if let Some(step) = step {
                let has_changed = change.is_some_and(|(place, _)| number > place);
                // A monopoly reveals the cards of everybody.
                let tells = |action: &Action| matches!(action, Action::PlayMonopoly { .. });
                if has_changed && matches!(step, Step::Action { action, .. } if tells(&action)) {
                    return None;
                }
                state = state.apply(game, step).ok()?;
                body = step_text(topology, step);
            } else if let Some((seat, _)) = body.split_once(" ready ") {
                body = format!("{seat} ready {}", ClientSeed::new([0xa5; 32]));
            }
            log.push(LogRecord {
                body,
                key: Some(number as u64),
                nonce: Some(Nonce::new([0x5a; 16])),
                post_hash: if line.post_hash == 0 {
                    0
                } else {
                    digest(game, &state)
                },
                ..line.clone()
            });
        }
        let mut table = self.table.clone();
        let (setup, people) = (table.setup().clone(), table.people().clone());
        table.catch_up(setup, people, log).ok()?;
        Some(Self {
            play: self.play,
            table,
            state,
        })
    }

    /// The twin for the comparison; none if another outcome has ended the game.
    fn now(mut self, change: Option<(usize, ChanceOutcome)>) -> Option<Table> {
        self.table
            .watch(self.play.table.present(), self.play.now_ms);
        for seat in Seat::all(self.play.table.game().rules().players) {
            self.table.keep_draft(seat, Cards::of(Resource::Wool, 2));
        }
        let ended = matches!(self.state.phase(), Phase::Over { .. });
        (!ended || change.is_none()).then_some(self.table)
    }
}

/// Everything that a viewer gets from a line on, counted from 0. Only the commitment is left out, because it
/// depends on the secret.
fn told(table: &Table, viewer: Option<Seat>, from: usize, now_ms: u64) -> String {
    let person = viewer.and_then(|seat| table.people().places[seat.index()].person);
    let mut info = table.info(side(viewer), person);
    info.commitment = None;
    let told = (
        table.update(side(viewer), from as u32, now_ms),
        info,
        table.board(),
        table.listed().summary(person),
    );
    serde_json::to_string(&told).expect("an update can be written")
}

/// Compares the tables whose hidden cards differ. Returns their number.
fn compare(play: &Play) -> usize {
    let game = play.table.game();
    let topology = game.board().topology();
    // Read from its log as its twins are, without state that is not in the log.
    let table = play.restore();
    let first = play.log.len().saturating_sub(BACK);
    let twin = Twin::at(play, first);
    let mut state = twin.state;
    let mut compared = 0;
    for (place, line) in play.log.iter().enumerate().skip(first) {
        let before = state;
        let Ok(step) = parse_step(topology, &line.body) else {
            continue;
        };
        state = before.apply(game, step).expect("it was played");
        let Step::Chance { outcome } = step else {
            continue;
        };
        let knowing = concerned(&before, outcome);
        for other in alternatives(game.rules(), outcome) {
            if other == outcome {
                continue;
            }
            let change = Some((place, other));
            let twin = twin.until(play.log.len(), change);
            let Some(twin) = twin.and_then(|twin| twin.now(change)) else {
                continue;
            };
            let viewers = Seat::all(game.rules().players).map(Some).chain([None]);
            for viewer in
                viewers.filter(|viewer| viewer.is_none_or(|seat| !knowing.contains(&seat)))
            {
                assert_eq!(
                    told(&table, viewer, place, play.now_ms),
                    told(&twin, viewer, place, play.now_ms),
                    "line {} of {other:?} for {viewer:?}",
                    place + 1
                );
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn tables_that_differ_in_a_hidden_card_tell_the_same_to_all_others() {
    let variants = Variants {
        knight_interrupt: true,
        robber_may_stay: true,
        no_early_seven: true,
        keep_a_settlement: true,
        ..Variants::default()
    };
    let (mut interrupts, mut building, mut others) = (0, 0, 0);
    for (edition, players, variants) in [
        (Edition::Modern, 3, Variants::default()),
        (Edition::Siedler, 4, variants),
        (Edition::Mayfair1996, 5, variants),
        (
            Edition::FiveSix,
            6,
            Variants {
                open_hands: true,
                played_victory_points: true,
                cards_after_roll: true,
                no_trade_after_building: true,
                ..variants
            },
        ),
    ] {
        let rules = Rules {
            points_to_win: 8,
            steal_optional: true,
            variants,
            ..edition.rules(players)
        };
        for secret in 0..2 {
            let mut play = Play::new(table_by(&order_by(edition, rules), secret), secret);
            while play.log.len() < 700 && !play.table.is_over() {
                play.page_step();
                let special = match play.table.state().phase() {
                    Phase::Interrupt { .. } => &mut interrupts,
                    Phase::SpecialBuilding if play.log.len().is_multiple_of(5) => &mut building,
                    _ if play.log.len().is_multiple_of(20) => &mut others,
                    _ => continue,
                };
                *special += compare(&play);
            }
        }
    }
    assert!(
        interrupts > 100 && building > 100 && others > 100,
        "{interrupts} {building} {others}"
    );
}

/// The number of games: `LAW_GAMES` asks for more than a run of all tests has time for.
fn games() -> u64 {
    asked("LAW_GAMES", 150)
}

/// A game with some options, up to some point.
fn some_game(secret: u64) -> Play {
    let players = 2 + (secret % 5) as u8;
    let edition = Edition::ALL[secret as usize % Edition::ALL.len()];
    let [plain, everything] = flavors(edition, players);
    let rules = Rules {
        points_to_win: 8,
        ..if secret.is_multiple_of(3) {
            plain
        } else {
            everything
        }
    };
    let mut order = order_by(edition, rules);
    let color = order.seats[1].color();
    if secret.is_multiple_of(7) {
        let name = "Bo".into();
        order.seats[1] = NewSeat::Local { color, name };
    }
    let clocks = [
        ClockRule::Off,
        ClockRule::Turn { seconds: 30 },
        ClockRule::Bank {
            minutes: 1,
            increment_s: 2,
        },
    ];
    let rules = [
        SpectatorRule::Allowed,
        SpectatorRule::Delayed { seconds: 20 },
    ];
    let absence = [AbsenceRule::Bot, AbsenceRule::Pause];
    order.options = TableOptions {
        clock: clocks[secret as usize % 3],
        spectators: rules[secret as usize / 3 % 2],
        absence: absence[secret as usize / 6 % 2],
        grace_s: 10,
        ..TableOptions::default()
    };
    let mut play = Play::new(table_by(&order, secret), secret);
    for _ in 0..40 + play.below(160) {
        let ms = play.below(3000) as u64;
        play.pass(ms);
        match play.below(40) {
            0 => {
                let gone = play.below(usize::from(players)) as u8;
                play.present((0..players).filter(|seat| *seat != gone));
            }
            1..4 => play.present(0..players),
            4 => drop(play.host(HostOrder::Pause {})),
            5..8 => drop(play.host(HostOrder::Unpause {})),
            _ if play.table.is_paused() => {}
            _ => play.page_step(),
        }
    }
    play
}

#[test]
fn in_any_game_run_in_any_way_a_viewer_is_told_the_same_whatever_it_may_not_know() {
    let (mut cards, mut others) = (0, 0);
    for secret in 0..games() {
        let play = some_game(secret);
        let table = play.restore();
        let viewers = Seat::all(play.table.game().rules().players).map(Some);
        let twin = Twin::at(&play, play.log.len());
        let twin = twin.now(None).expect("no line is another");
        for viewer in viewers.chain([None]) {
            let now = play.now_ms;
            assert_eq!(told(&table, viewer, 0, now), told(&twin, viewer, 0, now));
            others += 1;
        }
        cards += compare(&play);
    }
    assert!(cards as u64 > games() && others > 0, "{cards} {others}");
}

/// The table after the seat whose turn it is has robbed `victim` by a knight; none if it cannot.
fn robbed(mut play: Play, victim: Seat) -> Option<Play> {
    let active = play.table.state().active();
    let act = |play: &mut Play, action| play.command(active, None, Command::act(action, None)).ok();
    act(&mut play, Action::PlayKnight)?;
    let (game, state) = (play.table.game(), play.table.state());
    let hexes = game.board().topology().hexes();
    let to = hexes
        .filter(|hex| *hex != state.robber())
        .find(|hex| state.victims(game, *hex).contains(victim))?;
    act(&mut play, Action::MoveRobber { to })?;
    if matches!(play.table.state().phase(), Phase::Rob { .. }) {
        act(&mut play, Action::Rob { victim })?;
    }
    Some(play)
}

#[test]
fn rob_06_a_suggestion_goes_with_a_theft_whichever_card_was_taken() {
    let (mut kept, mut lost) = (0, 0);
    for secret in 0..12 {
        let mut play = Play::new(table_of_people(2, secret), secret);
        for _ in 0..800 {
            play.page_step();
            let (state, active) = (play.table.state(), play.table.state().active());
            let other = active.clockwise(1, 2);
            let held: Vec<Resource> = state.hand(other).iter().map(|(kind, _)| kind).collect();
            if *state.phase() != Phase::Turn || state.dice().is_none() || held.len() < 2 {
                continue;
            }
            for take in held {
                let terms = Terms {
                    give: Cards::of(
                        if take == Resource::Ore {
                            Resource::Wool
                        } else {
                            Resource::Ore
                        },
                        1,
                    ),
                    take: Cards::of(take, 1),
                };
                let mut talk = play.clone();
                talk.suggest(other, terms).expect("it holds the card");
                let Some(after) = robbed(talk, other) else {
                    continue;
                };
                assert!(after.table.suggestions().is_empty());
                if after.table.state().hand(other).contains(terms.take) {
                    kept += 1;
                } else {
                    lost += 1;
                }
            }
        }
    }
    assert!(kept > 0 && lost > 0, "{kept} {lost}");
}
