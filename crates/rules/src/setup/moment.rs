//! The moment of the game: whether the phase, the turn and all that belongs to them go together.

use alloc::vec::Vec;

use super::{SetupError, Sight};
use crate::roads::SHORTEST_LONGEST_ROAD;
use crate::step::SMALLEST_LARGEST_ARMY;
use crate::{
    Answer, DiceDeck, DiceSource, FirstPlayer, FreeRoads, Game, Intersection, Phase, Piece,
    ProgressCards, Seat, SeatSet, SetUp, State, Trade, WinWhen,
};

/// Judges the state, and completes the phase by what follows from the rest. Where the cards are not
/// known, what depends on them is left out.
pub(super) fn check(
    game: &Game,
    state: &mut State,
    sight: Sight,
    cards_known: bool,
    errors: &mut Vec<SetupError>,
) {
    let before_turns = matches!(
        state.common.phase,
        Phase::FirstPlayer { .. }
            | Phase::SetUpSettlement
            | Phase::SetUpRoad { .. }
            | Phase::FirstCards { .. }
    );
    let in_its_time = before_turns == (state.common.turn == 0) || is_called_off(state);
    let mut claim = |fits: bool, error: SetupError| {
        if !fits {
            errors.push(error);
        }
    };
    claim(in_its_time, SetupError::Phase);
    claim(turn_fits(game, state), SetupError::Turn);
    claim(roll_fits(state), SetupError::Roll);
    claim(
        (state.common.turn > 0 && state.common.dice.is_some())
            || (!state.common.built && state.common.offers == 0),
        SetupError::BeforeRoll,
    );
    claim(knight_fits(game, state), SetupError::KnightWaits);
    claim(robbing_fits(game, state), SetupError::Robbing);
    claim(special_fits(game, state), SetupError::SpecialBuilding);
    claim(time_fits(game, state), SetupError::TimeUp);
    claim(
        state.dice_deck == DiceDeck::FULL || game.rules().dice == DiceSource::Deck,
        SetupError::Throws,
    );
    claim(played_fits(game, state), SetupError::Played);
    claim(free_roads_fit(game, state), SetupError::FreeRoads);
    claim(longest_road_fits(game, state), SetupError::LongestRoad);
    claim(largest_army_fits(game, state), SetupError::LargestArmy);
    if !cards_known {
        return;
    }
    if in_its_time {
        complete(game, state, errors);
        if state.common.turn == 0 && !first_cards_fit(game, state) {
            errors.push(SetupError::SetUp);
        } else if let Err(error) = phase_fits(game, state, sight) {
            errors.push(error);
        }
    }
    if !matches!(state.common.phase, Phase::Over { .. }) {
        errors.extend(goal_reached(game, state, sight).map(SetupError::AlreadyWon));
    }
}

/// What follows of the phase from the rest: how many cards are due, and who can be robbed.
fn complete(game: &Game, state: &mut State, errors: &mut Vec<SetupError>) {
    match state.common.phase {
        Phase::Discard { mut due } => {
            for seat in state.common.phase.seats().iter() {
                let hand = state.hand(seat).total();
                if hand <= game.rules().hand_limit {
                    errors.push(SetupError::Discard(seat));
                }
                due[seat] = hand / 2;
            }
            state.common.phase = Phase::Discard { due };
        }
        Phase::Rob { .. } => {
            let victims = state.victims(game, state.common.robber);
            state.common.phase = Phase::Rob { victims };
        }
        _ => {}
    }
}

/// SET-01, SET-08, TRN-04.
fn turn_fits(game: &Game, state: &State) -> bool {
    let rules = game.rules();
    if matches!(rules.first_player, FirstPlayer::Named { seat } if seat != state.common.first) {
        return false;
    }
    match state.common.turn {
        // The seat that places is checked with the pieces. Before and without them it is the first one.
        0 => {
            !state.common.card_played
                && (matches!(
                    state.common.phase,
                    Phase::SetUpSettlement | Phase::SetUpRoad { .. }
                ) || state.common.active == state.common.first
                    || is_called_off(state))
        }
        turn => {
            let steps = (turn - 1) % u16::from(rules.players);
            state.common.active == state.common.first.clockwise(steps as u8, rules.players)
        }
    }
}

/// TRN-01, TRN-05, ROB-01, DEV-03.
fn roll_fits(state: &State) -> bool {
    let seven = state.common.dice.is_some_and(|dice| dice.total() == 7);
    match state.common.phase {
        _ if state.common.turn == 0 => state.common.dice.is_none(),
        Phase::Dice => state.common.dice.is_none(),
        Phase::Discard { .. } => seven,
        Phase::MoveRobber | Phase::Interrupt { .. } | Phase::Rob { .. } | Phase::Theft { .. } => {
            seven || state.common.knight_waits
        }
        Phase::Draw | Phase::Trade { .. } | Phase::SpecialBuilding => state.common.dice.is_some(),
        _ => true,
    }
}

/// DEV-03; an interruption may end the game by the largest army of the interrupted (RUL-12).
fn knight_fits(game: &Game, state: &State) -> bool {
    let variants = &game.rules().variants;
    if !state.common.knight_waits {
        return true;
    }
    let robbery = matches!(
        state.common.phase,
        Phase::MoveRobber | Phase::Interrupt { .. } | Phase::Rob { .. } | Phase::Theft { .. }
    ) || is_called_off(state)
        || (matches!(state.common.phase, Phase::Over { .. }) && variants.knight_interrupt);
    robbery && (state.robbing() != state.common.active || state.common.card_played)
}

/// VAR-8: only an interruption gives the robber to another.
fn robbing_fits(game: &Game, state: &State) -> bool {
    if state.robbing() == state.common.active {
        return true;
    }
    let by_knight = match state.common.phase {
        Phase::MoveRobber | Phase::Interrupt { .. } | Phase::Rob { .. } | Phase::Theft { .. } => {
            state.common.knight_waits
        }
        // The knight that was interrupted may have won the game.
        Phase::Over { .. } => true,
        _ => false,
    };
    by_knight && state.common.turn > 0 && game.rules().variants.knight_interrupt
}

/// SBP-01.
fn special_fits(game: &Game, state: &State) -> bool {
    match state.common.special {
        None => state.common.phase != Phase::SpecialBuilding,
        Some(seat) => {
            game.rules().has_special_building()
                && seat != state.common.active
                && state.common.turn > 0
                && match state.common.phase {
                    Phase::SpecialBuilding | Phase::Draw => !state.common.time_up,
                    // RUL-16, RUL-17.
                    Phase::Over { .. } => {
                        state.common.time_up
                            || game.rules().win_when == WinWhen::AnyTime
                            || is_called_off(state)
                    }
                    _ => false,
                }
        }
    }
}

/// WIN-05.
fn time_fits(game: &Game, state: &State) -> bool {
    !state.common.time_up || (game.rules().time_limit.is_some() && state.common.turn > 0)
}

/// DEV-07, DEV-08, VAR-1, RUL-06.
fn played_fits(game: &Game, state: &State) -> bool {
    let rules = game.rules();
    let mut played = [0u16; 5];
    for holdings in &state.holdings {
        for (sum, count) in played.iter_mut().zip(holdings.played.counts()) {
            *sum += u16::from(count);
        }
    }
    let under = state.common.under_deck.counts().counts();
    let back = rules.progress_cards == ProgressCards::UnderTheDeck;
    (played[4] == 0 || rules.variants.played_victory_points)
        && (back || state.common.under_deck.is_empty())
        && played
            .iter()
            .zip(under)
            .all(|(played, under)| *played >= u16::from(under))
}

/// DEV-04: a card gave them in this turn, and there is a piece for each and a place.
fn free_roads_fit(game: &Game, state: &State) -> bool {
    let in_turn = game.rules().free_roads == FreeRoads::WithinTurn
        && state.common.special.is_none()
        && !matches!(state.common.phase, Phase::Over { .. });
    let left = state.pieces_left(state.common.active, Piece::Road);
    state.common.free_roads == 0
        || (state.common.card_played
            && (in_turn || state.common.phase == Phase::FreeRoads)
            && state.common.free_roads <= left
            && !state.road_spots(state.common.active).is_empty())
}

/// LRD-01, LRD-04, LRD-05.
fn longest_road_fits(game: &Game, state: &State) -> bool {
    let lengths = || Seat::all(game.rules().players).map(|seat| state.road_length(seat));
    let best = lengths().max().unwrap_or(0);
    match state.common.longest_road {
        Some(holder) => best >= SHORTEST_LONGEST_ROAD && state.road_length(holder) == best,
        None => {
            best < SHORTEST_LONGEST_ROAD || lengths().filter(|length| *length == best).count() > 1
        }
    }
}

/// LAR-01, LAR-02.
fn largest_army_fits(game: &Game, state: &State) -> bool {
    let best = Seat::all(game.rules().players)
        .map(|seat| state.knights(seat))
        .max()
        .unwrap_or(0);
    match state.common.largest_army {
        Some(holder) => best >= SMALLEST_LARGEST_ARMY && state.knights(holder) == best,
        None => best < SMALLEST_LARGEST_ARMY,
    }
}

fn phase_fits(game: &Game, state: &State, sight: Sight) -> Result<(), SetupError> {
    let rules = game.rules();
    let (fits, otherwise) = match state.common.phase {
        Phase::FirstPlayer {
            rolling,
            best,
            tied,
        } => (
            first_player_fits(game, state, rolling, best, tied),
            SetupError::FirstPlayer,
        ),
        Phase::SetUpSettlement => (set_up_fits(game, state, None), SetupError::SetUp),
        Phase::SetUpRoad { settlement } => (
            set_up_fits(game, state, Some(settlement)),
            SetupError::SetUp,
        ),
        Phase::FirstCards { .. } => (
            rules.set_up != SetUp::Placed && is_untouched(game, state),
            SetupError::SetUp,
        ),
        Phase::Interrupt { asked } => (
            rules.variants.knight_interrupt && asked.iter().all(|seat| may_interrupt(state, seat)),
            SetupError::Interrupt,
        ),
        Phase::Rob { victims } => (
            !victims.is_empty() && (victims.len() > 1 || rules.steal_optional),
            SetupError::Victim,
        ),
        Phase::Theft { victim } => (
            state.victims(game, state.common.robber).contains(victim),
            SetupError::Victim,
        ),
        Phase::FreeRoads => (rules.free_roads == FreeRoads::AtOnce, SetupError::FreeRoads),
        Phase::Draw => (
            state.common.built && state.deck_left() > 0,
            SetupError::Draw,
        ),
        Phase::Trade { trade } => (trade_fits(game, state, &trade), SetupError::Trade),
        Phase::Over { winners } => (
            winners_fit(game, state, sight, winners),
            SetupError::Winners,
        ),
        Phase::Turn
        | Phase::Dice
        | Phase::Discard { .. }
        | Phase::MoveRobber
        | Phase::SpecialBuilding => return Ok(()),
    };
    if fits { Ok(()) } else { Err(otherwise) }
}

/// SET-01.
fn first_player_fits(
    game: &Game,
    state: &State,
    rolling: SeatSet,
    best: u8,
    tied: SeatSet,
) -> bool {
    game.rules().first_player == FirstPlayer::Roll
        && state.common.first == State::new(game).active()
        && (best > 0) != tied.is_empty()
        && rolling.iter().all(|seat| {
            // They roll clockwise: who has rolled comes before all who have still to.
            tied.iter().all(|other| other < seat)
        })
        && is_untouched(game, state)
}

/// SET-05, SET-07: until the first turn a hand holds at most what the land round one settlement
/// gives, and nothing before that.
fn first_cards_fit(game: &Game, state: &State) -> bool {
    Seat::all(game.rules().players).all(|seat| {
        let most = match state.common.phase {
            Phase::FirstPlayer { .. } => 0,
            Phase::FirstCards { choosing } if choosing.contains(seat) => 0,
            _ if state.settlements(seat).len() < 2 => 0,
            _ => 3,
        };
        state.hand(seat).total() <= most
    })
}

/// Pieces as they lie before the first step, and no development card anywhere.
fn is_untouched(game: &Game, state: &State) -> bool {
    let start = State::new(game);
    Seat::all(game.rules().players).all(|seat| {
        state.settlements(seat) == start.settlements(seat)
            && state.cities(seat).is_empty()
            && state.roads(seat) == start.roads(seat)
            && has_no_development_card(state, seat)
    })
}

fn has_no_development_card(state: &State, seat: Seat) -> bool {
    let holdings = &state.holdings[seat];
    holdings.development.is_empty() && holdings.played.is_empty()
}

/// SET-02, SET-03: everybody has placed what is placed by now.
fn set_up_fits(game: &Game, state: &State, unfinished: Option<Intersection>) -> bool {
    let rules = game.rules();
    let players = rules.players;
    let placed = state.placed(game);
    let by_order = |number: u8| {
        let steps = if number < players {
            number
        } else {
            2 * players - 1 - number
        };
        state.common.first.clockwise(steps, players)
    };
    let acting = match unfinished {
        Some(_) if placed == 0 => return false,
        Some(_) => placed - 1,
        None => placed,
    };
    if rules.set_up != SetUp::Placed
        || acting >= 2 * players
        || by_order(acting) != state.common.active
    {
        return false;
    }
    Seat::all(players).all(|seat| {
        let settlements = (0..placed)
            .filter(|number| by_order(*number) == seat)
            .count();
        let acts = unfinished.filter(|_| seat == state.common.active);
        state.settlements(seat).len() == settlements
            && state.roads(seat).len() == settlements - usize::from(acts.is_some())
            && acts.is_none_or(|at| state.settlements(seat).contains(at))
            && state.cities(seat).is_empty()
            && has_no_development_card(state, seat)
    })
}

/// RUL-24: the pieces lie as they can at some moment of the set-up.
fn has_set_up_to_end(game: &Game, state: &State) -> bool {
    match game.rules().set_up {
        SetUp::Placed => {
            let mut unfinished = state.settlements(state.common.active).iter();
            set_up_fits(game, state, None)
                || unfinished.any(|settlement| set_up_fits(game, state, Some(settlement)))
        }
        SetUp::Beginners { .. } => {
            state.common.active == state.common.first && is_untouched(game, state)
        }
    }
}

/// VAR-8, RUL-04.
fn may_interrupt(state: &State, seat: Seat) -> bool {
    let hidden = state.hidden(seat);
    seat != state.robbing()
        && hidden.development.total() > hidden.bought.total()
        && !(seat == state.common.active && state.common.card_played)
}

/// TRD-01, TRD-02, TRD-05, TRD-12, TRN-03, VAR-6.
fn trade_fits(game: &Game, state: &State, trade: &Trade) -> bool {
    let rules = game.rules();
    let over =
        state.common.built && (rules.trade_then_build || rules.variants.no_trade_after_building);
    let held = |seat: Seat| match trade.answers[seat] {
        Answer::NotAsked | Answer::Pending | Answer::Declined => true,
        Answer::Accepted => state.hand(seat).contains(trade.terms.take),
        Answer::Countered { terms } => {
            terms.check(rules).is_ok() && state.hand(seat).contains(terms.take)
        }
    };
    let asked = trade.asked();
    !over
        && !rules.no_domestic_trade
        && state.common.offers > 0
        && !asked.contains(state.common.active)
        && !trade.is_refused()
        && trade.terms.check(rules).is_ok()
        && state.hand(state.common.active).contains(trade.terms.give)
        && asked.iter().all(held)
}

/// WIN-03, RUL-10, RUL-17: the seat that has won by its points, as far as they are told.
fn goal_reached(game: &Game, state: &State, sight: Sight) -> Option<Seat> {
    let rules = game.rules();
    if state.common.turn == 0 {
        return None;
    }
    let asked = match rules.win_when {
        WinWhen::OwnTurn if state.common.special.is_some() => 0,
        WinWhen::OwnTurn => 1,
        WinWhen::AnyTime => rules.players,
    };
    (0..asked)
        .map(|steps| state.common.active.clockwise(steps, rules.players))
        .find(|seat| told_points(game, state, sight, *seat) >= rules.points_to_win)
}

fn told_points(game: &Game, state: &State, sight: Sight, seat: Seat) -> u8 {
    let points = if sight.is_own(seat) || matches!(state.common.phase, Phase::Over { .. }) {
        state.points(game, seat)
    } else {
        state.public_points(game, seat)
    };
    points.total()
}

/// RUL-24: the game can have been ended at any moment.
fn is_called_off(state: &State) -> bool {
    matches!(state.common.phase, Phase::Over { winners } if winners.is_empty())
}

/// WIN-03, WIN-05, RUL-24.
fn winners_fit(game: &Game, state: &State, sight: Sight, winners: SeatSet) -> bool {
    if is_called_off(state) {
        return state.common.turn > 0 || has_set_up_to_end(game, state);
    }
    if goal_reached(game, state, sight).is_some_and(|winner| winners == SeatSet::only(winner)) {
        return true;
    }
    let points = |seat: &Seat| told_points(game, state, sight, *seat);
    let most = Seat::all(game.rules().players)
        .map(|seat| points(&seat))
        .max();
    let leaders: SeatSet = Seat::all(game.rules().players)
        .filter(|seat| Some(points(seat)) == most)
        .collect();
    state.common.time_up && winners == leaders
}
