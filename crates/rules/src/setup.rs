//! A position as somebody describes it, not yet checked: it becomes a [`State`], or every reason why
//! it cannot be one.

mod cards;
mod error;
mod moment;
mod pieces;

use alloc::vec::Vec;

pub use error::{HeldKind, SetupError, SetupErrors};

use crate::{
    Cards, Common, DevelopmentCards, DiceDeck, DiceSource, Game, HandBounds, Inconsistent,
    IntersectionSet, OwnHand, PathSet, Phase, Points, Seat, SeatSet, SeatView, State, ToAct, View,
    longest_trail,
};

/// Whose knowledge a [`PositionSpec`] tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// All cards.
    Full,
    /// What this seat, or a spectator, may know.
    Of(Option<Seat>),
}

impl Sight {
    /// Whether all cards of a seat are seen.
    pub fn is_own(self, seat: Seat) -> bool {
        self == Self::Full || self == Self::Of(Some(seat))
    }
}

/// Cards, of which some may be hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Held<T> {
    /// How many are hidden.
    pub hidden: u8,
    /// The others.
    pub told: T,
}

impl<T: Default> Held<T> {
    /// Cards that are all seen.
    pub const fn told(told: T) -> Self {
        Self { hidden: 0, told }
    }

    /// Cards of which only the number is known.
    pub fn hidden(hidden: u8) -> Self {
        Self {
            hidden,
            told: T::default(),
        }
    }
}

/// All that is said of a position, or of what one viewer may know of it; the rest follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionSpec {
    /// The viewer whose knowledge this is.
    pub sight: Sight,
    /// What everybody knows. How many cards are due and who can be robbed is worked out: of those who
    /// discard it matters only that something is due.
    pub common: Common,
    /// The seat that moves the robber and steals (VAR-8); the active one unless it is said.
    pub robbing: Option<Seat>,
    /// The throws left, where a deck decides the rolls (OPT-04).
    pub dice_deck: DiceDeck,
    /// What the bank holds; worked out where it is not said. Where hands are hidden, too, they and
    /// the bank are then taken to hold the unseen cards as evenly as can be.
    pub bank: Option<Cards>,
    /// How many cards the bank holds, where that alone is said of it.
    pub bank_total: Option<u8>,
    /// By seat.
    pub seats: Vec<SeatSpec>,
}

/// All that is said of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatSpec {
    /// Settlements on the board.
    pub settlements: IntersectionSet,
    /// Cities on the board.
    pub cities: IntersectionSet,
    /// Roads on the board.
    pub roads: PathSet,
    /// Resource cards.
    pub hand: Held<Cards>,
    /// Of a hidden hand: cards that it holds at least.
    pub least: Cards,
    /// Of a hidden hand: the most cards of each resource that it can hold, if that is known.
    pub most: Option<Cards>,
    /// Development cards not yet played.
    pub development: Held<DevelopmentCards>,
    /// Of these, those bought in this turn, special building included (DEV-01).
    pub bought: Held<DevelopmentCards>,
    /// Played development cards, the army among them.
    pub played: DevelopmentCards,
}

impl SeatSpec {
    fn buildings(&self) -> IntersectionSet {
        self.settlements.union(self.cities)
    }
}

impl PositionSpec {
    /// All of a state.
    pub fn of(game: &Game, state: &State) -> Self {
        let mut setup = Self::of_view(game, &state.view(game, None));
        setup.sight = Sight::Full;
        setup.bank = None;
        for (seat, part) in Seat::all(game.rules().players).zip(&mut setup.seats) {
            part.hold(state.hidden(seat));
        }
        setup
    }

    /// All that a view tells.
    pub fn of_view(game: &Game, view: &View) -> Self {
        let mut seats: Vec<SeatSpec> = view
            .seats
            .iter()
            .map(|seen| SeatSpec {
                settlements: seen.settlements,
                cities: seen.cities,
                roads: seen.roads,
                hand: seen.open_hand.map_or(Held::hidden(seen.hand), Held::told),
                development: if view.common.phase.shows_victory_points(game.rules()) {
                    let shown = seen.points.victory_points;
                    Held {
                        hidden: seen.development.saturating_sub(shown),
                        told: DevelopmentCards::new([0, 0, 0, 0, shown]),
                    }
                } else {
                    Held::hidden(seen.development)
                },
                bought: Held::hidden(seen.bought),
                played: seen.played,
                least: Cards::EMPTY,
                most: None,
            })
            .collect();
        if let (Some(viewer), Some(own)) = (view.viewer, view.own) {
            seats[viewer.index()].hold(own);
        }
        Self {
            sight: Sight::Of(view.viewer),
            common: view.common,
            robbing: (view.robbing != view.common.active).then_some(view.robbing),
            dice_deck: view.dice_deck.unwrap_or(DiceDeck::FULL),
            bank: Some(view.bank),
            bank_total: None,
            seats,
        }
    }

    /// What is said of hidden hands beyond their sizes, if anything is.
    pub fn bounds(&self) -> Option<HandBounds> {
        let mut bounds = HandBounds::OPEN;
        for (seat, part) in Seat::EVERY.into_iter().zip(&self.seats) {
            bounds.least[seat] = part.least;
            bounds.most[seat] = part.most.unwrap_or(bounds.most[seat]);
        }
        (bounds != HandBounds::OPEN).then_some(bounds)
    }

    /// Says this of the hidden hands.
    pub fn bound(&mut self, bounds: &HandBounds) {
        for ((part, least), most) in self.seats.iter_mut().zip(bounds.least).zip(bounds.most) {
            if part.hand.hidden > 0 {
                part.least = least;
                let is_open = most.counts() == [HandBounds::NO_LIMIT; 5];
                part.most = (!is_open).then_some(most);
            }
        }
    }

    /// The state that is described; where cards are hidden, one of several. How it came about is not
    /// asked: only whether its parts go together.
    ///
    /// # Errors
    ///
    /// Everything that contradicts the rules, the board or the rest. Where the pieces or the cards
    /// are wrong, what depends on them is not judged.
    ///
    /// ```
    /// # use brickwood_rules::*;
    /// let game = Game::new(Edition::Modern.rules(4), beginners_board())?;
    /// let mut setup = PositionSpec::of(&game, &State::new(&game));
    /// assert_eq!(setup.state(&game)?, State::new(&game));
    /// setup.seats.pop();
    /// assert!(setup.state(&game).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state(&self, game: &Game) -> Result<State, SetupErrors> {
        match self.state_as_claimed(game)? {
            (state, errors) if errors.is_empty() => Ok(state),
            (_, errors) => Err(SetupErrors(errors)),
        }
    }

    /// Likewise for a table that may play by other rules: contradictions with which a game can go on
    /// ([`SetupError::is_claim`]) are returned with the state, which keeps what was said.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, if some of it cannot be in any state.
    pub fn state_as_claimed(&self, game: &Game) -> Result<(State, Vec<SetupError>), SetupErrors> {
        let mut errors = self.strangers(game);
        if !errors.is_empty() {
            return Err(SetupErrors(errors));
        }
        pieces::check(game, self, &mut errors);
        let can_lie = errors.iter().all(SetupError::is_claim);
        let dealt = cards::deal(game, self, &mut errors);
        if can_lie {
            let cards_known = dealt.is_some();
            let dealt = dealt.unwrap_or_else(|| cards::Dealt::none(game, self));
            match State::from_view(game, &self.view(game, &dealt), &dealt.hidden) {
                Ok(mut state) => {
                    moment::check(game, &mut state, self.sight, cards_known, &mut errors);
                    if errors.iter().all(SetupError::is_claim) {
                        return Ok((state, errors));
                    }
                }
                // Pieces and cards were judged: this is left.
                Err(Inconsistent) if cards_known => errors.push(SetupError::FreeRoads),
                Err(Inconsistent) => {}
            }
        }
        Err(SetupErrors(errors))
    }

    /// Seats and places that the game does not have.
    fn strangers(&self, game: &Game) -> Vec<SetupError> {
        let mut errors = Vec::new();
        let topology = game.board().topology();
        let everyone = SeatSet::all(game.rules().players);
        let viewer = match self.sight {
            Sight::Of(viewer) => viewer,
            Sight::Full => None,
        };
        let named: SeatSet = [self.common.first, self.common.active]
            .into_iter()
            .chain(
                [self.robbing, self.common.special, viewer]
                    .into_iter()
                    .flatten(),
            )
            .chain(
                [self.common.longest_road, self.common.largest_army]
                    .into_iter()
                    .flatten(),
            )
            .chain(self.common.phase.seats().iter())
            .collect();
        if !named.is_subset(everyone) || self.seats.len() != game.rules().seats() {
            errors.push(SetupError::Seat);
        }
        let paths = topology.every_path();
        let intersections = topology.every_intersection();
        let is_placed = matches!(self.common.phase, Phase::SetUpRoad { settlement } if !intersections.contains(settlement));
        let off_board = |part: &SeatSpec| {
            !part.roads.minus(paths).is_empty() || !part.buildings().minus(intersections).is_empty()
        };
        if self.common.robber.index() >= topology.hex_count()
            || is_placed
            || self.seats.iter().any(off_board)
        {
            errors.push(SetupError::Place);
        }
        errors
    }

    /// What a spectator sees. What a state works out for itself is left open.
    fn view(&self, game: &Game, dealt: &cards::Dealt) -> View {
        let settled = self.seats.iter().fold(IntersectionSet::EMPTY, |all, part| {
            all.union(part.buildings())
        });
        let seats = self.seats.iter().zip(&dealt.hidden);
        View {
            viewer: None,
            common: self.common,
            to_act: ToAct::Nobody,
            robbing: self.robbing.unwrap_or(self.common.active),
            // What a state counts itself.
            placed: 0,
            bank: dealt.bank,
            deck: dealt.deck,
            // One that no deck decides is kept as well, to be refused.
            dice_deck: (game.rules().dice == DiceSource::Deck || self.dice_deck != DiceDeck::FULL)
                .then_some(self.dice_deck),
            seats: seats
                .map(|(part, hidden)| SeatView {
                    roads: part.roads,
                    settlements: part.settlements,
                    cities: part.cities,
                    roads_left: 0,
                    settlements_left: 0,
                    cities_left: 0,
                    hand: hidden.hand.total(),
                    open_hand: None,
                    development: hidden.development.total(),
                    bought: hidden.bought.total(),
                    played: part.played,
                    road_length: longest_trail(
                        game.board().topology(),
                        part.roads,
                        settled.minus(part.buildings()),
                    ),
                    points: Points::default(),
                })
                .collect(),
            own: None,
        }
    }
}

impl SeatSpec {
    fn hold(&mut self, hidden: OwnHand) {
        self.hand = Held::told(hidden.hand);
        self.development = Held::told(hidden.development);
        self.bought = Held::told(hidden.bought);
    }
}
