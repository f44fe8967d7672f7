//! What a viewer cannot know changes not one byte of what the table tells it: tables whose logs
//! differ in a hidden card alone tell the same to all whom it does not concern.

use brickwood_notation::{parse_step, step_text};
use brickwood_rules::{
    Action, Cards, ChanceOutcome, DevelopmentCard, Edition, Phase, Resource, Rules, Seat, State,
    Step, Terms, Variants,
};
use brickwood_table::{Record, Request, Table, digest};

use crate::support::{Play, order_by, side, table_by, table_of_people};

/// How far back a hidden card is changed: soon it shows in what is done with it.
const BACK: usize = 25;

/// Whom a hidden outcome concerns.
fn concerned(before: &State, outcome: ChanceOutcome) -> Vec<Seat> {
    match (outcome, before.phase()) {
        (ChanceOutcome::Stolen { .. }, Phase::Theft { victim }) => {
            vec![before.robbing(), *victim]
        }
        _ => vec![before.builder()],
    }
}

/// Other outcomes that nobody else can tell from this one.
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

/// The table of the same log with another outcome in one line, where that could have been.
fn twin(play: &Play, place: usize, outcome: ChanceOutcome) -> Option<Table> {
    let game = play.table.game();
    let topology = game.board().topology();
    let mut state = State::new(game);
    let mut log = Vec::new();
    for (number, line) in play.log.iter().enumerate() {
        let step = if number == place {
            Step::Chance { outcome }
        } else if let Ok(step) = parse_step(topology, &line.body) {
            step
        } else {
            log.push(line.clone());
            continue;
        };
        // A monopoly says what everybody had.
        let tells = |action: &Action| matches!(action, Action::PlayMonopoly { .. });
        if number > place && matches!(step, Step::Action { action, .. } if tells(&action)) {
            return None;
        }
        state = state.apply(game, step).ok()?;
        log.push(Record {
            body: step_text(topology, step),
            post_hash: digest(&state),
            ..line.clone()
        });
    }
    let ended = matches!(state.phase(), Phase::Over { .. });
    let (setup, people) = (play.table.setup().clone(), play.table.people().clone());
    let mut table = Table::restore(setup, people, log).ok()?;
    table.watch(play.table.present(), play.now_ms);
    (!ended).then_some(table)
}

/// All that a viewer is told from a line on, counted from 0.
fn told(table: &Table, viewer: Option<Seat>, from: usize) -> String {
    let update = table.update(side(viewer), from as u32, 0);
    serde_json::to_string(&update).expect("an update can be written")
}

/// Compares the tables whose hidden cards differ. The answer is how many.
fn compare(play: &Play) -> usize {
    let game = play.table.game();
    let topology = game.board().topology();
    // Read as its twins are: without what was only said.
    let table = play.restore();
    let mut state = State::new(game);
    let mut compared = 0;
    for (place, line) in play.log.iter().enumerate() {
        let before = state;
        let Ok(step) = parse_step(topology, &line.body) else {
            continue;
        };
        state = before.apply(game, step).expect("it was played");
        let Step::Chance { outcome } = step else {
            continue;
        };
        if place + BACK < play.log.len() {
            continue;
        }
        let knowing = concerned(&before, outcome);
        for other in alternatives(game.rules(), outcome) {
            if other == outcome {
                continue;
            }
            let Some(twin) = twin(play, place, other) else {
                continue;
            };
            let viewers = Seat::all(game.rules().players).map(Some).chain([None]);
            for viewer in
                viewers.filter(|viewer| viewer.is_none_or(|seat| !knowing.contains(&seat)))
            {
                assert_eq!(
                    told(&table, viewer, place),
                    told(&twin, viewer, place),
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

/// The table after the seat whose turn it is has robbed `victim` by a knight; none if it cannot.
fn robbed(mut play: Play, victim: Seat) -> Option<Play> {
    let active = play.table.state().active();
    let act = |play: &mut Play, action| play.request(active, None, Request::Act(action, None)).ok();
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
                talk.table
                    .suggest(other, Some(terms))
                    .expect("it holds the card");
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
