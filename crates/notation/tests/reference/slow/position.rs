//! The reference in the middle of a game.

use std::collections::{BTreeMap, BTreeSet};

use brickwood_rules::{
    Answer, Common, Dice, Game, Intersection, Path, Phase, Seat, SeatSet, State, Trade,
};

use super::model::{Awaiting, Player, Reference, Reply};
use super::pile::Pile;
use super::trade::seats_of;

fn set_of(seats: SeatSet) -> BTreeSet<usize> {
    seats_of(seats).into_iter().collect()
}

fn replies(trade: &Trade) -> BTreeMap<usize, Reply> {
    let reply = |answer| match answer {
        Answer::NotAsked => None,
        Answer::Pending => Some(Reply::None),
        Answer::Accepted => Some(Reply::Yes),
        Answer::Declined => Some(Reply::No),
        Answer::Countered { terms } => Some(Reply::Other(terms)),
    };
    let answers = trade.answers.iter().enumerate();
    answers
        .filter_map(|(seat, answer)| reply(*answer).map(|reply| (seat, reply)))
        .collect()
}

impl Reference {
    /// The game that a state is in. What follows from the pieces is found anew.
    pub(crate) fn at(game: &Game, state: &State) -> Self {
        // A new fact has to be taken over, too.
        let Common {
            phase,
            active,
            special,
            first,
            turn,
            dice,
            card_played,
            free_roads,
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
        let mut at = Self::new(game);
        at.players = Seat::all(game.rules().players)
            .map(|seat| {
                let hidden = state.hidden(seat);
                Player {
                    roads: state.roads(seat).iter().map(Path::index).collect(),
                    settlements: state
                        .settlements(seat)
                        .iter()
                        .map(Intersection::index)
                        .collect(),
                    cities: state.cities(seat).iter().map(Intersection::index).collect(),
                    hand: Pile::from(hidden.hand),
                    cards: Pile::from(hidden.development),
                    bought: Pile::from(hidden.bought),
                    played: Pile::from(view.seats[seat.index()].played),
                }
            })
            .collect();
        at.bank = Pile::from(state.bank());
        at.under_deck = under_deck.iter().collect();
        at.deck = if state.deck_left() == under_deck.len() {
            Pile::default()
        } else {
            Pile::from(state.drawable())
        };
        at.robber = robber.index();
        at.first = first.index();
        at.active = active.index();
        at.robbing = state.robbing().index();
        at.special = special.map(Seat::index);
        at.turn = turn;
        at.placed = usize::from(view.placed);
        at.dice = dice.map(Dice::faces);
        at.card_played = card_played;
        at.knight_waits = knight_waits;
        at.built = built;
        at.offers = offers;
        at.longest_road = longest_road.map(Seat::index);
        at.largest_army = largest_army.map(Seat::index);
        if let Some(deck) = view.dice_deck {
            at.throws = Vec::from(deck).into_iter().map(Dice::faces).collect();
        }
        at.time_up = time_up;
        at.find_road_lengths();
        at.awaiting = at.awaited(&phase, free_roads);
        if !matches!(at.awaiting, Awaiting::FreeRoads(_)) {
            at.roads_given = free_roads;
        }
        at
    }

    fn awaited(&self, phase: &Phase, free_roads: u8) -> Awaiting {
        match phase {
            Phase::FirstPlayer {
                rolling,
                best,
                tied,
            } => Awaiting::RollForFirst {
                rolling: seats_of(*rolling),
                best: *best,
                tied: seats_of(*tied),
            },
            Phase::SetUpSettlement => Awaiting::FirstSettlement,
            Phase::SetUpRoad { settlement } => Awaiting::FirstRoad(settlement.index()),
            Phase::FirstCards { choosing } => Awaiting::FirstCards(set_of(*choosing)),
            Phase::Turn => Awaiting::Turn,
            Phase::Dice => Awaiting::Dice,
            Phase::Discard { due } => Awaiting::Discards(
                due.iter()
                    .copied()
                    .enumerate()
                    .filter(|(_, count)| *count > 0)
                    .collect(),
            ),
            Phase::MoveRobber => Awaiting::Robber,
            Phase::Interrupt { asked } => {
                let mut order = self.clockwise_after(self.robbing);
                order.retain(|seat| set_of(*asked).contains(seat));
                Awaiting::Interrupts(order)
            }
            Phase::Rob { victims } => Awaiting::Victim(set_of(*victims)),
            Phase::Theft { victim } => Awaiting::Theft(victim.index()),
            Phase::FreeRoads => Awaiting::FreeRoads(free_roads),
            Phase::Draw => Awaiting::Draw,
            Phase::Trade { trade } => Awaiting::Answers {
                terms: trade.terms,
                replies: replies(trade),
            },
            Phase::SpecialBuilding => Awaiting::SpecialBuilding,
            Phase::Over { winners } => Awaiting::Over(set_of(*winners)),
        }
    }
}
