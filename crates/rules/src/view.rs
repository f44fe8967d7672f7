//! What one viewer may know of a state. A view is built by naming what it contains.

use alloc::vec::Vec;

use core::ops::{Deref, DerefMut};

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::cards::Pile;
use crate::derived::SeatDerived;
use crate::rules::{CITIES, ROADS, SETTLEMENTS};
use crate::state::{Holdings, awaited};
use crate::{
    BySeat, Cards, Common, DevelopmentCards, DiceDeck, DiceSource, Game, Inconsistent,
    IntersectionSet, PathSet, Phase, Points, Seat, SeatSet, State, ToAct,
};

/// What one seat, or a spectator, may know (PRO-04, DEV-09).
#[wire(rules)]
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is; none for a spectator.
    pub viewer: Option<Seat>,
    /// What everybody knows.
    #[serde(flatten)]
    pub common: Common,
    /// What may take the next step: chance, seats, or nobody.
    pub to_act: ToAct,
    /// The seat that moves the robber and steals: the active one, unless a knight interrupted it (VAR-8).
    pub robbing: Seat,
    /// Settlements placed in the set-up.
    pub placed: u8,
    /// What the bank holds.
    pub bank: Cards,
    /// How many development cards can still be drawn.
    pub deck: u8,
    /// The throws left, where a deck decides the rolls (OPT-04); none where dice do.
    pub dice_deck: Option<DiceDeck>,
    /// By seat.
    pub seats: Vec<SeatView>,
    /// The viewer's own cards.
    pub own: Option<OwnHand>,
}

/// What everybody knows is read as if it were the view's own.
impl Deref for View {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

impl DerefMut for View {
    fn deref_mut(&mut self) -> &mut Common {
        &mut self.common
    }
}

/// What everybody knows of a seat.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SeatView {
    /// Roads on the board.
    pub roads: PathSet,
    /// Settlements on the board.
    pub settlements: IntersectionSet,
    /// Cities on the board.
    pub cities: IntersectionSet,
    /// Pieces in the supply.
    pub roads_left: u8,
    /// Pieces in the supply.
    pub settlements_left: u8,
    /// Pieces in the supply.
    pub cities_left: u8,
    /// How many resource cards it holds.
    pub hand: u8,
    /// Which these are, where hands lie open (VAR-2).
    pub open_hand: Option<Cards>,
    /// How many development cards it holds.
    pub development: u8,
    /// How many of these were bought in this turn, special building included.
    pub bought: u8,
    /// Played development cards, knights included.
    pub played: DevelopmentCards,
    /// The length of its longest trail.
    pub road_length: u8,
    /// Points by source. Victory point cards are counted for the viewer alone, until the game is
    /// over (DEV-07).
    pub points: Points,
}

/// The viewer's own cards.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct OwnHand {
    /// Resource cards.
    pub hand: Cards,
    /// Development cards not yet played.
    pub development: DevelopmentCards,
    /// Of these, those bought in this turn, special building included.
    pub bought: DevelopmentCards,
}

impl View {
    /// Whose step is awaited, as in [`State::awaited`].
    pub fn awaited(&self) -> SeatSet {
        awaited(&self.common.phase, self.to_act, self.common.active)
    }

    /// Whether the game has these seats, places and pieces (BRD-12, BRD-16).
    pub(crate) fn fits(&self, game: &Game) -> bool {
        let topology = game.board().topology();
        let seats = game.rules().seats();
        let total = |count: fn(&SeatView) -> usize| self.seats.iter().map(count).sum::<usize>();
        let roads: PathSet = self
            .seats
            .iter()
            .flat_map(|seat| seat.roads.iter())
            .collect();
        let buildings = self.seats.iter().fold(IntersectionSet::EMPTY, |all, seat| {
            all.union(seat.settlements).union(seat.cities)
        });
        self.seats.len() == seats
            && self.common.active.index() < seats
            && self.common.first.index() < seats
            && self.robbing.index() < seats
            && self.common.special.is_none_or(|seat| seat.index() < seats)
            && self.common.robber.index() < topology.hex_count()
            && roads.minus(topology.every_path()).is_empty()
            && buildings.minus(topology.every_intersection()).is_empty()
            && (self.common.phase != Phase::FreeRoads || self.common.free_roads > 0)
            // One piece at one place.
            && roads.len() == total(|seat| seat.roads.len())
            && buildings.len() == total(|seat| seat.settlements.len() + seat.cities.len())
            && self.seats.iter().all(|seat| {
                seat.roads.len() <= ROADS
                    && seat.settlements.len() <= SETTLEMENTS
                    && seat.cities.len() <= CITIES
            })
            && self.seats.get(self.common.active.index()).is_some_and(|seat| {
                seat.roads.len() + usize::from(self.common.free_roads) <= ROADS
            })
    }
}

impl State {
    /// A state that looks like `view` and holds these hidden cards, by seat.
    ///
    /// # Errors
    ///
    /// If the guess contradicts the view: other totals, other cards of the viewer, or more cards of
    /// a kind than there are. Also if the view is of another game: other seats, places that the
    /// board lacks, or more pieces than a player has.
    pub fn from_view(
        game: &Game,
        view: &View,
        hidden: &BySeat<OwnHand>,
    ) -> Result<Self, Inconsistent> {
        if !view.fits(game) {
            return Err(Inconsistent);
        }
        let mut state = Self::without_pieces(game, view.common);
        state.robbing = view.robbing;
        state.dice_deck = view.dice_deck.unwrap_or(DiceDeck::FULL);
        let played = view.seats.iter().map(|seen| seen.played);
        let mut deck = game
            .rules()
            .unplayed(played, view.common.under_deck, view.common.knight_waits)
            .ok_or(Inconsistent)?;
        for (seat, seen) in Seat::all(game.rules().players).zip(&view.seats) {
            let guess = &hidden[seat];
            state.hands[seat] = Pile::new(guess.hand);
            state.holdings[seat] = Holdings {
                development: guess.development,
                bought: guess.bought,
                played: seen.played,
                road_length: seen.road_length,
            };
            if guess.hand.total() != seen.hand
                || seen.open_hand.is_some_and(|hand| hand != guess.hand)
                || guess.development.total() != seen.development
                || guess.bought.total() != seen.bought
                || guess.development.checked_sub(guess.bought).is_none()
            {
                return Err(Inconsistent);
            }
            state.bank = state.bank.without(guess.hand).ok_or(Inconsistent)?;
            deck = deck.checked_sub(guess.development).ok_or(Inconsistent)?;
        }
        state.deck = deck;
        for (seat, seen) in Seat::all(game.rules().players).zip(&view.seats) {
            state.put_pieces(game, seat, seen);
        }
        let own_fits = view.viewer.zip(view.own).is_none_or(|(seat, own)| {
            let guess = &hidden[seat];
            (guess.hand, guess.development, guess.bought) == (own.hand, own.development, own.bought)
        });
        if own_fits && state.bank() == view.bank && state.deck_left() == view.deck {
            Ok(state)
        } else {
            Err(Inconsistent)
        }
    }

    /// What a seat may know; `None` is a spectator.
    ///
    /// ```
    /// # use brickwood_rules::*;
    /// let game = Game::new(Edition::Modern.rules(4), beginners_board())?;
    /// let state = State::new(&game);
    /// assert!(state.view(&game, Some(Seat::new(0).expect("a seat"))).own.is_some());
    /// assert!(state.view(&game, None).own.is_none());
    /// # Ok::<(), RulesError>(())
    /// ```
    pub fn view(&self, game: &Game, viewer: Option<Seat>) -> View {
        self.view_with(game, viewer, Vec::new())
    }

    /// Likewise, in the place of an older view: its memory is used again, so that nothing is allocated.
    pub fn view_into(&self, game: &Game, viewer: Option<Seat>, view: &mut View) {
        let seats = core::mem::take(&mut view.seats);
        *view = self.view_with(game, viewer, seats);
    }

    fn view_with(&self, game: &Game, viewer: Option<Seat>, mut seats: Vec<SeatView>) -> View {
        seats.clear();
        seats.extend(
            Seat::all(game.rules().players)
                .map(|seat| self.seat_view(game, seat, viewer == Some(seat))),
        );
        View {
            viewer,
            common: self.common,
            to_act: self.to_act(),
            robbing: self.robbing,
            placed: self.placed(game),
            bank: self.bank(),
            deck: self.deck_left(),
            dice_deck: (game.rules().dice == DiceSource::Deck).then_some(self.dice_deck),
            seats,
            own: viewer.map(|seat| self.hidden(seat)),
        }
    }

    fn seat_view(&self, game: &Game, seat: Seat, own: bool) -> SeatView {
        let hand = self.hand(seat);
        let Holdings {
            development,
            bought,
            played,
            road_length,
        } = self.holdings[seat];
        let SeatDerived {
            rates: _,
            roads_left,
            settlements_left,
            cities_left,
        } = self.derived.seats[seat];
        let open = own || self.common.phase.is_over();
        SeatView {
            roads: self.roads(seat),
            settlements: self.settlements(seat),
            cities: self.cities(seat),
            roads_left,
            settlements_left,
            cities_left,
            hand: hand.total(),
            open_hand: game.rules().variants.open_hands.then_some(hand),
            development: development.total(),
            bought: bought.total(),
            played,
            road_length,
            points: if open {
                self.points(game, seat)
            } else {
                self.public_points(game, seat)
            },
        }
    }
}
