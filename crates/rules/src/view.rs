//! What one viewer may know of a state. A view is built by naming what it contains.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::cards::Pile;
use crate::rules::{CITIES, ROADS, SETTLEMENTS};
use crate::state::{Holdings, awaited};
use crate::yields::Yields;
use crate::{
    Cards, DevelopmentCards, Dice, DiceDeck, Game, HexId, Hidden, Inconsistent, IntersectionSet,
    MAX_SEATS, PathSet, Phase, Points, Seat, SeatSet, State, ToAct, UnderDeck,
};

/// What one seat, or a spectator, may know (PRO-04, DEV-09).
// Each flag is a fact of its own.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
pub struct View {
    /// Whose view it is; none for a spectator.
    pub viewer: Option<Seat>,
    /// What is awaited.
    pub phase: Phase,
    /// What may take the next step: chance, seats, or nobody.
    pub to_act: ToAct,
    /// The seat whose turn it is; in the set-up, the seat that places.
    pub active: Seat,
    /// The seat that moves the robber and steals: the active one, unless a knight interrupted it (VAR-8).
    pub robbing: Seat,
    /// The seat that builds after a turn, in the special building phase (SBP-01).
    pub special: Option<Seat>,
    /// The seat that begins.
    pub first: Seat,
    /// Turns begun; 0 until the set-up is over.
    pub turn: u16,
    /// Settlements placed in the set-up.
    pub placed: u8,
    /// The roll of this turn.
    pub dice: Option<Dice>,
    /// Whether a development card was played in this turn.
    pub card_played: bool,
    /// How many roads the seat whose turn it is may still lay without cost (DEV-04).
    pub free_roads: u8,
    /// Whether a knight waits for its robber to be resolved.
    pub knight_waits: bool,
    /// Whether something was built or bought in this turn.
    pub built: bool,
    /// How many domestic offers were made in this turn.
    pub offers: u8,
    /// Where the robber stands.
    pub robber: HexId,
    /// What the bank holds.
    pub bank: Cards,
    /// How many development cards can still be drawn.
    pub deck: u8,
    /// Progress cards put back under the deck, in the order in which they will be drawn (DEV-08).
    pub under_deck: UnderDeck,
    /// The holder of the longest road.
    pub longest_road: Option<Seat>,
    /// The holder of the largest army.
    pub largest_army: Option<Seat>,
    /// The throws left, where a deck decides the rolls (OPT-04).
    pub dice_deck: DiceDeck,
    /// Whether the time limit has run out (WIN-05).
    pub time_up: bool,
    /// By seat.
    pub seats: Vec<SeatView>,
    /// The viewer's own cards.
    pub own: Option<OwnHand>,
}

/// What everybody knows of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
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
        awaited(&self.phase, self.to_act, self.active)
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
            && self.active.index() < seats
            && self.first.index() < seats
            && self.robbing.index() < seats
            && self.special.is_none_or(|seat| seat.index() < seats)
            && self.robber.index() < topology.hex_count()
            && roads.minus(topology.every_path()).is_empty()
            && buildings.minus(topology.every_intersection()).is_empty()
            && (self.phase != Phase::FreeRoads || self.free_roads > 0)
            // One piece at one place.
            && roads.len() == total(|seat| seat.roads.len())
            && buildings.len() == total(|seat| seat.settlements.len() + seat.cities.len())
            && self.seats.iter().all(|seat| {
                seat.roads.len() <= ROADS
                    && seat.settlements.len() <= SETTLEMENTS
                    && seat.cities.len() <= CITIES
            })
            && self.seats.get(self.active.index()).is_some_and(|seat| {
                seat.roads.len() + usize::from(self.free_roads) <= ROADS
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
        hidden: &[Hidden; MAX_SEATS],
    ) -> Result<Self, Inconsistent> {
        if !view.fits(game) {
            return Err(Inconsistent);
        }
        let mut state = Self::new(game);
        state.holdings = [Holdings::NONE; MAX_SEATS];
        state.cities = IntersectionSet::EMPTY;
        state.free = game.board().topology().every_intersection();
        state.yields = Yields::NONE;
        state.phase = view.phase;
        state.robber = view.robber;
        state.first = view.first;
        state.active = view.active;
        state.robbing = view.robbing;
        state.special = view.special;
        state.dice_deck = view.dice_deck;
        state.time_up = view.time_up;
        state.turn = view.turn;
        state.placed = view.placed;
        state.dice = view.dice;
        state.card_played = view.card_played;
        state.free_roads = view.free_roads;
        state.knight_waits = view.knight_waits;
        state.built = view.built;
        state.offers = view.offers;
        state.longest_road = view.longest_road;
        state.largest_army = view.largest_army;
        state.under_deck = view.under_deck;

        let played = view.seats.iter().map(|seen| seen.played);
        let mut deck = game
            .rules()
            .unplayed(played, view.under_deck, view.knight_waits)
            .ok_or(Inconsistent)?;
        for (seen, (guess, holdings)) in view
            .seats
            .iter()
            .zip(hidden.iter().zip(&mut state.holdings))
        {
            *holdings = Holdings {
                hand: Pile::new(guess.hand),
                development: guess.development,
                bought: guess.bought,
                played: seen.played,
                road_length: seen.road_length,
                ..Holdings::NONE
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
            let guess = &hidden[seat.index()];
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
        // A new field of the state has to be placed here: shown, counted or left out.
        let Self {
            holdings: _,
            cities: _,
            free: _,
            yields: _,
            phase,
            bank,
            deck: _,
            under_deck,
            robber,
            first,
            active,
            robbing,
            special,
            turn,
            placed,
            dice,
            card_played,
            free_roads,
            knight_waits,
            built,
            offers,
            longest_road,
            largest_army,
            dice_deck,
            time_up,
        } = *self;
        View {
            viewer,
            phase,
            to_act: self.to_act(),
            active,
            robbing,
            special,
            first,
            turn,
            placed,
            dice,
            card_played,
            free_roads,
            knight_waits,
            built,
            offers,
            robber,
            bank: bank.cards(),
            deck: self.deck_left(),
            under_deck,
            longest_road,
            largest_army,
            dice_deck,
            time_up,
            seats,
            own: viewer.map(|seat| self.hidden(seat)),
        }
    }

    fn seat_view(&self, game: &Game, seat: Seat, own: bool) -> SeatView {
        let holdings = &self.holdings[seat.index()];
        let Holdings {
            roads,
            buildings: _,
            network: _,
            rates: _,
            roads_left,
            settlements_left,
            cities_left,
            hand,
            development,
            bought,
            played,
            road_length,
        } = *holdings;
        let open = own || self.phase.is_over();
        SeatView {
            roads,
            settlements: self.settlements(seat),
            cities: self.cities(seat),
            roads_left,
            settlements_left,
            cities_left,
            hand: hand.cards().total(),
            open_hand: game.rules().variants.open_hands.then_some(hand.cards()),
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
