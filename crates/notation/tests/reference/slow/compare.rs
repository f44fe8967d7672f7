//! Whether the fast engine and the slow one are in the same game.

use std::collections::{BTreeSet, HashSet};

use brickwood_rules::{
    Action, Answer, BySeat, ChanceOutcome, Common, Dice, Game, HexId, Intersection,
    IntersectionSet, MAX_SEATS, Path, PathSet, Phase, Seat, SeatSet, State, ToAct, Trade, View,
    for_each_outcome, legal_actions,
};

use super::model::{Actors, Awaiting, Reference, Reply};

pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number as u8).expect("a seat at this table")
}

fn seats<'a>(numbers: impl IntoIterator<Item = &'a usize>) -> SeatSet {
    numbers.into_iter().map(|number| seat(*number)).collect()
}

pub(crate) fn paths<'a>(numbers: impl IntoIterator<Item = &'a usize>) -> PathSet {
    numbers.into_iter().map(|path| Path(*path as u8)).collect()
}

pub(crate) fn intersections<'a>(numbers: impl IntoIterator<Item = &'a usize>) -> IntersectionSet {
    numbers
        .into_iter()
        .map(|at| Intersection(*at as u8))
        .collect()
}

fn answer(reply: Reply) -> Answer {
    match reply {
        Reply::None => Answer::Pending,
        Reply::Yes => Answer::Accepted,
        Reply::No => Answer::Declined,
        Reply::Other(terms) => Answer::Countered { terms },
    }
}

/// What is awaited, in the words of the crate.
fn phase(awaiting: &Awaiting) -> Phase {
    match awaiting {
        Awaiting::RollForFirst {
            rolling,
            best,
            tied,
        } => Phase::FirstPlayer {
            rolling: seats(rolling),
            best: *best,
            tied: seats(tied),
        },
        Awaiting::FirstSettlement => Phase::SetUpSettlement,
        Awaiting::FirstRoad(settlement) => Phase::SetUpRoad {
            settlement: Intersection(*settlement as u8),
        },
        Awaiting::FirstCards(choosing) => Phase::FirstCards {
            choosing: seats(choosing),
        },
        Awaiting::Turn => Phase::Turn,
        Awaiting::Dice => Phase::Dice,
        Awaiting::Discards(due) => Phase::Discard {
            due: BySeat::of(|seat| due.get(&seat.index()).copied().unwrap_or(0)),
        },
        Awaiting::Robber => Phase::MoveRobber,
        Awaiting::Interrupts(asked) => Phase::Interrupt {
            asked: seats(asked),
        },
        Awaiting::Victim(victims) => Phase::Rob {
            victims: seats(victims),
        },
        Awaiting::Theft(victim) => Phase::Theft {
            victim: seat(*victim),
        },
        Awaiting::FreeRoads(_) => Phase::FreeRoads,
        Awaiting::Draw => Phase::Draw,
        Awaiting::Answers { terms, replies } => {
            let mut trade = Trade::new(*terms, seats(replies.keys()));
            for (seat, reply) in replies {
                trade.answers.0[*seat] = answer(*reply);
            }
            Phase::Trade { trade }
        }
        Awaiting::SpecialBuilding => Phase::SpecialBuilding,
        Awaiting::Over(winners) => Phase::Over {
            winners: seats(winners),
        },
    }
}

/// Whether it matters who moves the robber and steals.
fn robber_is_about(awaiting: &Awaiting) -> bool {
    matches!(
        awaiting,
        Awaiting::Robber | Awaiting::Interrupts(_) | Awaiting::Victim(_) | Awaiting::Theft(_)
    )
}

/// DEV-04: once the game is over there are none.
fn free_roads(reference: &Reference) -> u8 {
    match reference.awaiting {
        Awaiting::FreeRoads(left) => left,
        Awaiting::Over(_) => 0,
        _ => reference.roads_given,
    }
}

fn to_act(actors: &Actors) -> ToAct {
    match actors {
        Actors::Seats(numbers) => ToAct::Seats {
            seats: seats(numbers),
        },
        Actors::Chance => ToAct::Chance,
        Actors::Nobody => ToAct::Nobody,
    }
}

/// Two values that have to be equal, and what they are.
macro_rules! same {
    ($what:expr, $engine:expr, $reference:expr) => {
        let (engine, reference) = ($engine, $reference);
        if engine != reference {
            return Err(format!(
                "{}: the engine has {engine:?}, the reference {reference:?}",
                $what
            ));
        }
    };
}

/// Compares everything that can be seen of two games, hidden cards included.
pub(crate) fn same_game(reference: &Reference, game: &Game, state: &State) -> Result<(), String> {
    // A new fact has to be compared, too.
    let Common {
        phase: awaited,
        active,
        special,
        first,
        turn,
        dice,
        card_played,
        free_roads: roads_given,
        knight_waits,
        built,
        offers,
        robber,
        under_deck,
        longest_road,
        largest_army,
        time_up,
    } = *state.common();
    let view = state.view(game, None);
    same!("phase", awaited, phase(&reference.awaiting));
    same!("to act", state.to_act(), to_act(&reference.actors()));
    same!("active", active, seat(reference.active));
    if robber_is_about(&reference.awaiting) {
        same!("robbing", state.robbing(), seat(reference.robbing));
    }
    same!("special", special, reference.special.map(seat));
    same!("first", first, seat(reference.first));
    same!("turn", turn, reference.turn);
    same!("placed", usize::from(view.placed), reference.placed);
    same!("dice", dice.map(Dice::faces), reference.dice);
    same!("card played", card_played, reference.card_played);
    same!("free roads", roads_given, free_roads(reference));
    same!("knight waits", knight_waits, reference.knight_waits);
    same!("built", built, reference.built);
    same!("offers", offers, reference.offers);
    same!("robber", robber, HexId(reference.robber as u8));
    same!("bank", state.bank(), reference.bank.cards());
    same!(
        "deck",
        state.deck_left(),
        reference.deck.total() + reference.under_deck.len() as u8
    );
    same!(
        "under the deck",
        under_deck.iter().collect::<Vec<_>>(),
        Vec::from(reference.under_deck.clone())
    );
    same!(
        "longest road",
        longest_road,
        reference.longest_road.map(seat)
    );
    same!(
        "largest army",
        largest_army,
        reference.largest_army.map(seat)
    );
    same!("time up", time_up, reference.time_up);
    let throws: BTreeSet<[u8; 2]> = Vec::from(state.dice_deck())
        .into_iter()
        .map(Dice::faces)
        .collect();
    same!("throws", &throws, &reference.throws);
    for number in reference.seats() {
        same_player(reference, game, state, &view, number)
            .map_err(|difference| format!("seat {number}: {difference}"))?;
    }
    Ok(())
}

fn same_player(
    reference: &Reference,
    game: &Game,
    state: &State,
    view: &View,
    number: usize,
) -> Result<(), String> {
    let player = &reference.players[number];
    let seat = seat(number);
    let hidden = state.hidden(seat);
    same!("roads", state.roads(seat), paths(&player.roads));
    same!(
        "settlements",
        state.settlements(seat),
        intersections(&player.settlements)
    );
    same!("cities", state.cities(seat), intersections(&player.cities));
    same!("hand", hidden.hand, player.hand.cards());
    same!(
        "cards",
        hidden.development,
        player.cards.development_cards()
    );
    same!("bought", hidden.bought, player.bought.development_cards());
    same!(
        "played",
        view.seats[number].played,
        player.played.development_cards()
    );
    same!("knights", state.knights(seat), reference.knights(number));
    same!(
        "points",
        state.points(game, seat).total(),
        reference.points(number)
    );
    same!(
        "public points",
        state.public_points(game, seat).total(),
        reference.public_points(number)
    );
    same!(
        "road length",
        usize::from(state.road_length(seat)),
        reference.road_lengths[number]
    );
    Ok(())
}

/// Compares what every seat, and chance, can do next.
pub(crate) fn same_choices(
    reference: &Reference,
    game: &Game,
    state: &State,
) -> Result<(), String> {
    for number in 0..MAX_SEATS {
        let engine = legal_actions(game, state, seat(number));
        let listed: HashSet<Action> = engine.iter().copied().collect();
        same!("actions listed twice", engine.len(), listed.len());
        let legal: HashSet<Action> = reference.legal(number).into_iter().collect();
        let wrong: Vec<_> = listed.difference(&legal).collect();
        let missing: Vec<_> = legal.difference(&listed).collect();
        if !wrong.is_empty() || !missing.is_empty() {
            return Err(format!(
                "seat {number}: the engine also lists {wrong:?}, and does not list {missing:?}"
            ));
        }
    }
    let mut engine = Vec::new();
    for_each_outcome(game, state, |outcome, weight| {
        engine.push((outcome, weight));
    });
    let engine_set: HashSet<(ChanceOutcome, u32)> = engine.iter().copied().collect();
    same!("outcomes listed twice", engine.len(), engine_set.len());
    let outcomes: HashSet<_> = reference.outcomes().into_iter().collect();
    same!("outcomes", engine_set, outcomes);
    Ok(())
}
