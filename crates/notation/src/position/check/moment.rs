//! The moment of the game: whether the phase, the turn and all that belongs to them go together.

use brickwood_rules::{
    Answer, DiceDeck, DiceSource, FirstPlayer, FreeRoads, Phase, ProgressCards, Seat, SeatSet,
    SetUp, State, Trade, WinWhen,
};

use crate::position::read::Draft;
use crate::position::{Contradiction, PositionError, Sight};

/// Settlements placed in the set-up: they can be counted until the first turn begins.
pub(super) fn placed(draft: &Draft) -> u8 {
    let rules = draft.game.rules();
    if draft.turn > 0 || rules.set_up != SetUp::Placed {
        2 * rules.players
    } else {
        draft
            .seats
            .iter()
            .map(|part| part.settlements.len() as u8)
            .sum()
    }
}

/// The phase with what follows from the rest of the line, where something does.
pub(super) fn complete(draft: &Draft, state: &State) -> Result<Option<Phase>, PositionError> {
    let game = &draft.game;
    match draft.phase {
        Phase::Discard { mut due } => {
            for seat in Seat::all(game.rules().players) {
                let hand = state.hand(seat).total();
                if due[seat.index()] > 0 {
                    if hand <= game.rules().hand_limit {
                        return Err(Contradiction::Discard.into());
                    }
                    due[seat.index()] = hand / 2;
                }
            }
            Ok(Some(Phase::Discard { due }))
        }
        Phase::Rob { .. } => Ok(Some(Phase::Rob {
            victims: state.victims(game, state.robber()),
        })),
        _ => Ok(None),
    }
}

pub(super) fn check(draft: &Draft, state: &State) -> Result<(), PositionError> {
    let fits = |fits: bool, contradiction: Contradiction| {
        if fits { Ok(()) } else { Err(contradiction) }
    };
    fits(turn_fits(draft), Contradiction::Turn)?;
    fits(roll_fits(draft), Contradiction::Roll)?;
    if draft.turn == 0 || draft.roll.is_none() {
        fits(!draft.built && draft.offers == 0, Contradiction::BeforeRoll)?;
    }
    fits(knight_fits(draft, state), Contradiction::KnightWaits)?;
    fits(robbing_fits(draft, state), Contradiction::Robbing)?;
    fits(special_fits(draft), Contradiction::SpecialBuilding)?;
    fits(time_fits(draft), Contradiction::TimeUp)?;
    fits(
        draft.throws == DiceDeck::FULL || draft.game.rules().dice == DiceSource::Deck,
        Contradiction::Throws,
    )?;
    fits(played_fits(draft), Contradiction::Played)?;
    fits(free_roads_fit(draft, state), Contradiction::FreeRoads)?;
    fits(longest_road_fits(draft, state), Contradiction::LongestRoad)?;
    fits(largest_army_fits(draft, state), Contradiction::LargestArmy)?;
    check_phase(draft, state)?;
    fits(
        matches!(draft.phase, Phase::Over { .. }) || goal_reached(draft, state).is_none(),
        Contradiction::AlreadyWon,
    )?;
    Ok(())
}

/// SET-01, SET-08, TRN-04.
fn turn_fits(draft: &Draft) -> bool {
    let rules = draft.game.rules();
    if matches!(rules.first_player, FirstPlayer::Named { seat } if seat != draft.first) {
        return false;
    }
    match draft.turn {
        // Who places is checked with the pieces; before and without them it is the first seat.
        0 => {
            !draft.card_played
                && (matches!(
                    draft.phase,
                    Phase::SetUpSettlement | Phase::SetUpRoad { .. }
                ) || draft.active == draft.first)
        }
        turn => {
            let steps = (turn - 1) % u16::from(rules.players);
            draft.active == draft.first.clockwise(steps as u8, rules.players)
        }
    }
}

/// TRN-01, TRN-05, ROB-01, DEV-03.
fn roll_fits(draft: &Draft) -> bool {
    let seven = draft.roll.is_some_and(|dice| dice.total() == 7);
    match draft.phase {
        _ if draft.turn == 0 => draft.roll.is_none(),
        Phase::Dice => draft.roll.is_none(),
        Phase::Discard { .. } => seven,
        Phase::MoveRobber | Phase::Interrupt { .. } | Phase::Rob { .. } | Phase::Theft { .. } => {
            seven || draft.knight_waits
        }
        Phase::Draw | Phase::Trade { .. } | Phase::SpecialBuilding => draft.roll.is_some(),
        _ => true,
    }
}

/// DEV-03; an interruption may end the game by the largest army of the interrupted (RUL-12).
fn knight_fits(draft: &Draft, state: &State) -> bool {
    let variants = &draft.game.rules().variants;
    if !draft.knight_waits {
        return true;
    }
    let robbery = matches!(
        draft.phase,
        Phase::MoveRobber | Phase::Interrupt { .. } | Phase::Rob { .. } | Phase::Theft { .. }
    ) || is_called_off(draft)
        || (matches!(draft.phase, Phase::Over { .. }) && variants.knight_interrupt);
    robbery && (state.robbing() != draft.active || draft.card_played)
}

/// VAR-8: only an interruption gives the robber to another.
fn robbing_fits(draft: &Draft, state: &State) -> bool {
    if state.robbing() == draft.active {
        return true;
    }
    let by_knight = match draft.phase {
        Phase::MoveRobber | Phase::Interrupt { .. } | Phase::Rob { .. } | Phase::Theft { .. } => {
            draft.knight_waits
        }
        // The knight that was interrupted may have won the game.
        Phase::Over { .. } => true,
        _ => false,
    };
    by_knight && draft.turn > 0 && draft.game.rules().variants.knight_interrupt
}

/// SBP-01.
fn special_fits(draft: &Draft) -> bool {
    match draft.special {
        None => draft.phase != Phase::SpecialBuilding,
        Some(seat) => {
            draft.game.rules().has_special_building()
                && seat != draft.active
                && draft.turn > 0
                && match draft.phase {
                    Phase::SpecialBuilding | Phase::Draw => !draft.time_up,
                    // RUL-16, RUL-17.
                    Phase::Over { .. } => {
                        draft.time_up
                            || draft.game.rules().win_when == WinWhen::AnyTime
                            || is_called_off(draft)
                    }
                    _ => false,
                }
        }
    }
}

/// WIN-05.
fn time_fits(draft: &Draft) -> bool {
    !draft.time_up || (draft.game.rules().time_limit.is_some() && draft.turn > 0)
}

/// DEV-07, DEV-08, VAR-1, RUL-06.
fn played_fits(draft: &Draft) -> bool {
    let rules = draft.game.rules();
    let mut played = [0u16; 5];
    for part in &draft.seats {
        for (sum, count) in played.iter_mut().zip(part.played.counts()) {
            *sum += u16::from(count);
        }
    }
    let under = draft.under_deck.counts().counts();
    let back = rules.progress_cards == ProgressCards::UnderTheDeck;
    (played[4] == 0 || rules.variants.played_victory_points)
        && (back || draft.under_deck.is_empty())
        && played
            .iter()
            .zip(under)
            .all(|(played, under)| *played >= u16::from(under))
}

/// DEV-04: a card gave them in this turn, and there is a piece for each and a place.
fn free_roads_fit(draft: &Draft, state: &State) -> bool {
    let game = &draft.game;
    let in_turn = game.rules().free_roads == FreeRoads::WithinTurn
        && draft.special.is_none()
        && !matches!(draft.phase, Phase::Over { .. });
    let left = state.view(game, None).seats[draft.active.index()].roads_left;
    draft.free_roads == 0
        || (draft.card_played
            && (in_turn || draft.phase == Phase::FreeRoads)
            && draft.free_roads <= left
            && !state.road_spots(game, draft.active).is_empty())
}

/// LRD-01, LRD-04, LRD-05.
fn longest_road_fits(draft: &Draft, state: &State) -> bool {
    let lengths = || Seat::all(draft.game.rules().players).map(|seat| state.road_length(seat));
    let best = lengths().max().unwrap_or(0);
    match draft.longest_road {
        Some(holder) => best >= 5 && state.road_length(holder) == best,
        None => best < 5 || lengths().filter(|length| *length == best).count() > 1,
    }
}

/// LAR-01, LAR-02.
fn largest_army_fits(draft: &Draft, state: &State) -> bool {
    let best = Seat::all(draft.game.rules().players)
        .map(|seat| state.knights(seat))
        .max()
        .unwrap_or(0);
    match draft.largest_army {
        Some(holder) => best >= 3 && state.knights(holder) == best,
        None => best < 3,
    }
}

fn check_phase(draft: &Draft, state: &State) -> Result<(), Contradiction> {
    let game = &draft.game;
    let before_turns = matches!(
        draft.phase,
        Phase::FirstPlayer { .. }
            | Phase::SetUpSettlement
            | Phase::SetUpRoad { .. }
            | Phase::FirstCards { .. }
    );
    if before_turns != (draft.turn == 0) {
        return Err(Contradiction::Phase);
    }
    if before_turns && !first_cards_fit(draft, state) {
        return Err(Contradiction::SetUp);
    }
    let (fits, otherwise) = match draft.phase {
        Phase::FirstPlayer {
            rolling,
            best,
            tied,
        } => (
            first_player_fits(draft, rolling, best, tied),
            Contradiction::FirstPlayer,
        ),
        Phase::SetUpSettlement => (set_up_fits(draft, None), Contradiction::SetUp),
        Phase::SetUpRoad { settlement } => {
            (set_up_fits(draft, Some(settlement)), Contradiction::SetUp)
        }
        Phase::FirstCards { .. } => (
            game.rules().set_up != SetUp::Placed && untouched(draft),
            Contradiction::SetUp,
        ),
        Phase::Interrupt { asked } => (
            game.rules().variants.knight_interrupt
                && asked.iter().all(|seat| may_interrupt(draft, state, seat)),
            Contradiction::Interrupt,
        ),
        Phase::Rob { victims } => (
            !victims.is_empty() && (victims.len() > 1 || game.rules().steal_optional),
            Contradiction::Victim,
        ),
        Phase::Theft { victim } => (
            state.victims(game, state.robber()).contains(victim),
            Contradiction::Victim,
        ),
        Phase::FreeRoads => (
            game.rules().free_roads == FreeRoads::AtOnce,
            Contradiction::FreeRoads,
        ),
        Phase::Draw => (draft.built && state.deck_left() > 0, Contradiction::Draw),
        Phase::Trade { trade } => (trade_fits(draft, state, &trade), Contradiction::Trade),
        Phase::Over { winners } => (winners_fit(draft, state, winners), Contradiction::Winners),
        Phase::Turn
        | Phase::Dice
        | Phase::Discard { .. }
        | Phase::MoveRobber
        | Phase::SpecialBuilding => (true, Contradiction::Phase),
    };
    if fits { Ok(()) } else { Err(otherwise) }
}

/// SET-01.
fn first_player_fits(draft: &Draft, rolling: SeatSet, best: u8, tied: SeatSet) -> bool {
    draft.game.rules().first_player == FirstPlayer::Roll
        && draft.first == State::new(&draft.game).active()
        && (best > 0) != tied.is_empty()
        && rolling.iter().all(|seat| {
            // They roll clockwise: who has rolled comes before all who have still to.
            tied.iter().all(|other| other < seat)
        })
        && untouched(draft)
}

/// SET-05, SET-07: until the first turn a hand holds at most what the land round one settlement
/// gives, and nothing before that.
fn first_cards_fit(draft: &Draft, state: &State) -> bool {
    Seat::all(draft.game.rules().players).all(|seat| {
        let most = match draft.phase {
            Phase::FirstPlayer { .. } => 0,
            Phase::FirstCards { choosing } if choosing.contains(seat) => 0,
            _ if state.settlements(seat).len() < 2 => 0,
            _ => 3,
        };
        state.hand(seat).total() <= most
    })
}

/// Pieces as they lie before the first step, and no development card anywhere.
fn untouched(draft: &Draft) -> bool {
    let start = State::new(&draft.game);
    Seat::all(draft.game.rules().players)
        .zip(&draft.seats)
        .all(|(seat, part)| {
            part.settlements == start.settlements(seat)
                && part.cities.is_empty()
                && part.roads == start.roads(seat)
                && has_no_development_card(draft, seat)
        })
}

fn has_no_development_card(draft: &Draft, seat: Seat) -> bool {
    let part = &draft.seats[seat.index()];
    let hidden = part.development.hidden.unwrap_or(0);
    part.development.told.is_empty() && hidden == 0 && part.played.is_empty()
}

/// SET-02, SET-03: everybody has placed what is placed by now.
fn set_up_fits(draft: &Draft, unfinished: Option<brickwood_rules::Intersection>) -> bool {
    let rules = draft.game.rules();
    let players = rules.players;
    let placed = placed(draft);
    let by_order = |number: u8| {
        let steps = if number < players {
            number
        } else {
            2 * players - 1 - number
        };
        draft.first.clockwise(steps, players)
    };
    let acting = match unfinished {
        Some(_) if placed == 0 => return false,
        Some(_) => placed - 1,
        None => placed,
    };
    if rules.set_up != SetUp::Placed || acting >= 2 * players || by_order(acting) != draft.active {
        return false;
    }
    Seat::all(players).zip(&draft.seats).all(|(seat, part)| {
        let settlements = (0..placed)
            .filter(|number| by_order(*number) == seat)
            .count();
        let acts = unfinished.filter(|_| seat == draft.active);
        part.settlements.len() == settlements
            && part.roads.len() == settlements - usize::from(acts.is_some())
            && acts.is_none_or(|at| part.settlements.contains(at))
            && part.cities.is_empty()
            && has_no_development_card(draft, seat)
    })
}

/// VAR-8, RUL-04.
fn may_interrupt(draft: &Draft, state: &State, seat: Seat) -> bool {
    let hidden = state.hidden(seat);
    seat != state.robbing()
        && hidden.development.total() > hidden.bought.total()
        && !(seat == draft.active && draft.card_played)
}

/// TRD-01, TRD-02, TRD-05, TRD-12, TRN-03, VAR-6.
fn trade_fits(draft: &Draft, state: &State, trade: &Trade) -> bool {
    let rules = draft.game.rules();
    let over = draft.built && (rules.trade_then_build || rules.variants.no_trade_after_building);
    let held = |seat: Seat| match trade.answers[seat.index()] {
        Answer::NotAsked | Answer::Pending | Answer::Declined => true,
        Answer::Accepted => state.hand(seat).contains(trade.terms.take),
        Answer::Countered { terms } => {
            terms.check(rules).is_ok() && state.hand(seat).contains(terms.take)
        }
    };
    let asked = trade.asked();
    !over
        && draft.offers > 0
        && !asked.contains(draft.active)
        && !trade.is_refused()
        && trade.terms.check(rules).is_ok()
        && state.hand(draft.active).contains(trade.terms.give)
        && asked.iter().all(held)
}

/// WIN-03, RUL-10, RUL-17: the seat that has won by its points, as far as the line tells them.
fn goal_reached(draft: &Draft, state: &State) -> Option<Seat> {
    let game = &draft.game;
    let rules = game.rules();
    if draft.turn == 0 {
        return None;
    }
    let asked = match rules.win_when {
        WinWhen::OwnTurn if draft.special.is_some() => 0,
        WinWhen::OwnTurn => 1,
        WinWhen::AnyTime => rules.players,
    };
    (0..asked)
        .map(|steps| draft.active.clockwise(steps, rules.players))
        .find(|seat| told_points(draft, state, *seat) >= rules.points_to_win)
}

fn told_points(draft: &Draft, state: &State, seat: Seat) -> u8 {
    let seen = draft.sight == Sight::Full
        || draft.sight == Sight::Of(Some(seat))
        || matches!(draft.phase, Phase::Over { .. });
    let points = if seen {
        state.points(&draft.game, seat)
    } else {
        state.public_points(&draft.game, seat)
    };
    points.total()
}

/// RUL-24: the game can have been ended at any moment.
fn is_called_off(draft: &Draft) -> bool {
    draft.phase
        == Phase::Over {
            winners: SeatSet::EMPTY,
        }
}

/// WIN-03, WIN-05, RUL-24.
fn winners_fit(draft: &Draft, state: &State, winners: SeatSet) -> bool {
    if is_called_off(draft) {
        return true;
    }
    if goal_reached(draft, state).is_some_and(|winner| winners == SeatSet::only(winner)) {
        return true;
    }
    let seats = || Seat::all(draft.game.rules().players);
    let most = seats().map(|seat| told_points(draft, state, seat)).max();
    let leaders: SeatSet = seats()
        .filter(|seat| Some(told_points(draft, state, *seat)) == most)
        .collect();
    draft.time_up && winners == leaders
}
