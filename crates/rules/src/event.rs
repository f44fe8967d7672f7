//! What one viewer learns from one step.

use alloc::{vec, vec::Vec};

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{
    Action, Answer, BySeat, Cards, ChanceOutcome, DevelopmentCard, Dice, Game, HexId, Intersection,
    Path, Phase, Piece, Resource, Seat, SeatSet, State, Step, Terms,
};

/// Cards that a seat has got.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs)]
pub struct Gain {
    pub seat: Seat,
    pub cards: Cards,
}

/// Where a piece was put.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "piece", rename_all = "snake_case")]
pub enum Placed {
    /// A road.
    Road {
        /// Its path.
        at: Path,
    },
    /// A settlement.
    Settlement {
        /// Its intersection.
        at: Intersection,
    },
    /// A city.
    City {
        /// Its intersection.
        at: Intersection,
    },
}

impl Placed {
    /// The kind of piece.
    pub const fn piece(self) -> Piece {
        match self {
            Self::Road { .. } => Piece::Road,
            Self::Settlement { .. } => Piece::Settlement,
            Self::City { .. } => Piece::City,
        }
    }
}

/// What one viewer learns. Where a field is `None`, the viewer may not know it.
#[wire(rules)]
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum Event {
    /// A roll for the first player (SET-01).
    FirstPlayerRolled {
        /// The seat that rolled.
        seat: Seat,
        dice: Dice,
    },
    /// An early 7 that is rolled again (VAR-4).
    RolledAgain {
        /// Whose turn it is.
        seat: Seat,
        /// The 7.
        dice: Dice,
    },
    /// The roll of a turn.
    Rolled {
        /// Whose turn it is.
        seat: Seat,
        /// What was rolled.
        dice: Dice,
        /// The cards that each seat got (PRO-01).
        gains: Vec<Gain>,
        /// Of what the bank had too little (PRO-02).
        short: Vec<Resource>,
        /// The hex that would have produced without the robber (ROB-07).
        blocked: Option<HexId>,
    },
    /// A piece was put on the board.
    Built {
        seat: Seat,
        /// Which, and where.
        placed: Placed,
        /// Whether it was paid for.
        paid: bool,
    },
    /// The cards round the second settlement (SET-05).
    StartingCards { seat: Seat, cards: Cards },
    /// A development card was bought.
    Bought {
        seat: Seat,
        /// Which: known to the buyer.
        card: Option<DevelopmentCard>,
    },
    /// A development card was played.
    Played { seat: Seat, card: DevelopmentCard },
    /// Free roads that a seat does not lay (DEV-04).
    FreeRoadsForgone { seat: Seat, roads: u8 },
    /// Cards from a year of plenty.
    TookPlenty { seat: Seat, cards: Cards },
    /// Cards by a monopoly.
    Monopolized {
        seat: Seat,
        resource: Resource,
        /// The cards that each seat lost.
        losses: Vec<Gain>,
    },
    /// A seat gave half of its hand to the bank.
    Discarded {
        seat: Seat,
        /// What: public, as the bank's counts are (PRO-04).
        cards: Cards,
    },
    /// The robber was moved.
    RobberMoved { seat: Seat, to: HexId },
    /// The robber was left where it is (VAR-5).
    RobberStayed { seat: Seat },
    /// Somebody could have been robbed and was not (ROB-06).
    NothingStolen { seat: Seat },
    /// A card was stolen.
    Stolen {
        seat: Seat,
        victim: Seat,
        /// Which: known to the two, and to all where hands lie open.
        resource: Option<Resource>,
    },
    /// A trade with the bank.
    TradedWithBank {
        seat: Seat,
        /// What for what.
        terms: Terms,
    },
    /// A domestic offer.
    Offered {
        seat: Seat,
        /// What for what.
        terms: Terms,
        to: SeatSet,
    },
    /// An answer to it.
    Answered { seat: Seat, answer: Answer },
    /// A domestic trade was closed.
    Traded {
        /// Whose turn it is.
        seat: Seat,
        with: Seat,
        /// What for what.
        terms: Terms,
    },
    /// The open offer was taken back.
    Withdrawn { seat: Seat },
    /// A turn begins.
    TurnBegan {
        seat: Seat,
        /// The turn's number, from 1.
        turn: u16,
    },
    /// The longest road has another holder.
    LongestRoad {
        /// Who, if anyone.
        holder: Option<Seat>,
    },
    /// The largest army has another holder.
    LargestArmy { holder: Option<Seat> },
    /// A seat builds after another's turn (SBP-01).
    SpecialBuildingBegan {
        /// Whose chance to build it is.
        seat: Seat,
    },
    /// The time limit has run out (WIN-05).
    TimeUp,
    /// The game was ended without a winner: the players have agreed (RUL-24), or nobody can win (RUL-25).
    CalledOff,
    /// The game is over.
    Won {
        /// By whom: several share a game against the time limit.
        seats: SeatSet,
    },
}

/// The only seat that learns all of a step: the one that steals or draws a card. `None` if everybody learns all
/// of it.
pub const fn one_who_knows(before: &State, step: Step) -> Option<Seat> {
    match step {
        Step::Chance {
            outcome: ChanceOutcome::Stolen { .. },
        } => Some(before.robbing()),
        Step::Chance {
            outcome: ChanceOutcome::Drawn { .. },
        } => Some(before.builder()),
        _ => None,
    }
}

/// A game that ends before a turn begins, because nobody can win it (RUL-25).
const NOBODY_WINS: Phase = Phase::Over {
    winners: SeatSet::EMPTY,
};

/// What `viewer` learns as `step` turns `before` into `after`, in order; `None` is a spectator.
pub fn events(
    game: &Game,
    before: &State,
    step: Step,
    after: &State,
    viewer: Option<Seat>,
) -> Vec<Event> {
    let mut events = Vec::new();
    match step {
        Step::Action { seat, action } => events.extend(by_action(before, seat, action, after)),
        Step::Chance { outcome } => events.extend(by_chance(game, before, outcome, after, viewer)),
        Step::TimeUp => events.push(Event::TimeUp),
        Step::CalledOff => return vec![Event::CalledOff],
    }
    if let Step::Action {
        seat,
        action: Action::BuildSettlement { .. } | Action::TakeFirstCards { .. },
    } = step
        && before.common.turn == 0
    {
        let cards = after.hand(seat).saturating_sub(before.hand(seat));
        if !cards.is_empty() {
            events.push(Event::StartingCards { seat, cards });
        }
    }
    if before.common.longest_road != after.common.longest_road {
        events.push(Event::LongestRoad {
            holder: after.common.longest_road,
        });
    }
    if before.common.largest_army != after.common.largest_army {
        events.push(Event::LargestArmy {
            holder: after.common.largest_army,
        });
    }
    if before.common.turn != after.common.turn && after.common.phase != NOBODY_WINS {
        events.push(Event::TurnBegan {
            seat: after.common.active,
            turn: after.common.turn,
        });
    }
    if let Some(seat) = after.common.special
        && before.common.special != after.common.special
    {
        events.push(Event::SpecialBuildingBegan { seat });
    }
    if let Phase::Over { winners } = after.common.phase {
        events.push(if winners.is_empty() {
            Event::CalledOff
        } else {
            Event::Won { seats: winners }
        });
    }
    events
}

const fn is_road(placed: Placed) -> bool {
    matches!(placed, Placed::Road { .. })
}

/// DEV-04: the free roads that end with the step.
fn forgone(before: &State, seat: Seat) -> Option<Event> {
    (before.common.free_roads > 0).then_some(Event::FreeRoadsForgone {
        seat,
        roads: before.common.free_roads,
    })
}

fn by_action(before: &State, seat: Seat, action: Action, after: &State) -> Option<Event> {
    let built = |placed| Event::Built {
        seat,
        placed,
        paid: before.common.turn > 0 && !(is_road(placed) && before.common.free_roads > 0),
    };
    Some(match action {
        Action::Roll
        | Action::TakeFirstCards { .. }
        | Action::BuyDevelopmentCard
        | Action::Rob { .. } => return None,
        Action::EndTurn => forgone(before, seat)?,
        Action::Pass => match before.common.phase {
            Phase::MoveRobber => Event::RobberStayed { seat },
            Phase::Rob { .. } => Event::NothingStolen { seat },
            Phase::FreeRoads => forgone(before, seat)?,
            _ => return None,
        },
        Action::BuildSettlement { at } => built(Placed::Settlement { at }),
        Action::BuildRoad { at } => built(Placed::Road { at }),
        Action::BuildCity { at } => built(Placed::City { at }),
        Action::PlayKnight => Event::Played {
            seat,
            card: DevelopmentCard::Knight,
        },
        Action::PlayRoadBuilding => Event::Played {
            seat,
            card: DevelopmentCard::RoadBuilding,
        },
        Action::PlayVictoryPoint => Event::Played {
            seat,
            card: DevelopmentCard::VictoryPoint,
        },
        Action::PlayYearOfPlenty { cards } => Event::TookPlenty { seat, cards },
        Action::PlayMonopoly { resource } => Event::Monopolized {
            seat,
            resource,
            losses: Seat::EVERY
                .into_iter()
                .filter(|other| *other != seat)
                .map(|other| Gain {
                    seat: other,
                    cards: before.hand(other).saturating_sub(after.hand(other)),
                })
                .filter(|loss| !loss.cards.is_empty())
                .collect(),
        },
        Action::MoveRobber { to } => Event::RobberMoved { seat, to },
        Action::Discard { cards } => Event::Discarded { seat, cards },
        Action::MaritimeTrade { .. } => Event::TradedWithBank {
            seat,
            terms: Terms {
                give: before.hand(seat).saturating_sub(after.hand(seat)),
                take: after.hand(seat).saturating_sub(before.hand(seat)),
            },
        },
        Action::Offer { terms, to } => Event::Offered { seat, terms, to },
        Action::Accept => Event::Answered {
            seat,
            answer: Answer::Accepted,
        },
        Action::Decline => Event::Answered {
            seat,
            answer: Answer::Declined,
        },
        Action::Counter { terms } => Event::Answered {
            seat,
            answer: Answer::Countered { terms },
        },
        Action::Confirm { with } => match before.common.phase {
            Phase::Trade { trade } => Event::Traded {
                seat,
                with,
                terms: trade.agreed(with).unwrap_or(trade.terms),
            },
            _ => return None,
        },
        Action::Withdraw => Event::Withdrawn { seat },
    })
}

fn by_chance(
    game: &Game,
    before: &State,
    outcome: ChanceOutcome,
    after: &State,
    viewer: Option<Seat>,
) -> Option<Event> {
    let seat = match before.common.phase {
        Phase::Theft { .. } => before.robbing,
        _ => before.builder(),
    };
    Some(match (before.common.phase, outcome) {
        (Phase::FirstPlayer { rolling, .. }, ChanceOutcome::Dice { dice }) => {
            Event::FirstPlayerRolled {
                seat: rolling.iter().next()?,
                dice,
            }
        }
        (_, ChanceOutcome::Dice { dice }) if after.common.phase == Phase::Dice => {
            Event::RolledAgain { seat, dice }
        }
        (_, ChanceOutcome::Dice { dice }) => rolled(game, before, seat, dice),
        (Phase::Theft { victim }, ChanceOutcome::Stolen { resource }) => Event::Stolen {
            seat,
            victim,
            resource: (viewer == Some(seat)
                || viewer == Some(victim)
                || game.rules().variants.open_hands)
                .then_some(resource),
        },
        (_, ChanceOutcome::Drawn { card }) => {
            // A victory point that wins is shown (DEV-07).
            let shown = viewer == Some(seat) || after.common.phase.is_over();
            Event::Bought {
                seat,
                card: shown.then_some(card),
            }
        }
        (_, ChanceOutcome::Stolen { .. }) => return None,
    })
}

fn rolled(game: &Game, before: &State, seat: Seat, dice: Dice) -> Event {
    let production = before.production(game, dice.total());
    let due = before.production_due(game, dice.total());
    let of_all = |cards: &BySeat<Cards>| cards.iter().fold(Cards::EMPTY, |sum, one| sum + *one);
    let missing = of_all(&due).saturating_sub(of_all(&production));
    Event::Rolled {
        seat,
        dice,
        gains: Seat::all(game.rules().players)
            .map(|seat| Gain {
                seat,
                cards: production[seat],
            })
            .filter(|gain| !gain.cards.is_empty())
            .collect(),
        short: missing.iter().map(|(resource, _)| resource).collect(),
        blocked: game
            .board()
            .hexes_with_token(dice.total())
            .find(|hex| *hex == before.common.robber),
    }
}
