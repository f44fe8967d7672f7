//! How a step changes a state. One file for each chapter of the rules; here is the way to them.

mod build;
mod development;
mod negotiate;
mod production;
mod robber;
mod setup;

pub(crate) use build::free_intersections;
pub(crate) use robber::robber_hexes;

use crate::{Action, ChanceOutcome, Game, Illegal, Phase, Seat, State, Step};

impl State {
    /// The state after a step.
    ///
    /// # Errors
    ///
    /// What the step breaks; this state is not changed by it.
    pub fn apply(&self, game: &Game, step: Step) -> Result<Self, Illegal> {
        let mut next = *self;
        match step {
            Step::Action { seat, action } => next.act(game, seat, action)?,
            Step::Chance { outcome } => next.happen(game, outcome)?,
        }
        next.end_if_won(game);
        Ok(next)
    }

    fn act(&mut self, game: &Game, seat: Seat, action: Action) -> Result<(), Illegal> {
        if matches!(self.phase, Phase::Over { .. }) {
            return Err(Illegal::GameOver);
        }
        if !self.may_act(seat) {
            return Err(match self.phase {
                Phase::Trade { .. } => Illegal::NotAsked,
                _ => Illegal::NotToAct,
            });
        }
        match (self.phase, action) {
            (Phase::SetUpSettlement, Action::BuildSettlement { at }) => {
                self.place_settlement(game, at)
            }
            (Phase::SetUpRoad { settlement }, Action::BuildRoad { at }) => {
                self.place_road(game, settlement, at)
            }
            (Phase::Turn, action) => self.act_in_turn(game, action),
            (Phase::Discard { due }, Action::Discard { cards }) => self.discard(due, seat, cards),
            (Phase::MoveRobber, Action::MoveRobber { to }) => self.move_robber(game, to),
            (Phase::Rob { victims }, Action::Rob { victim }) => self.rob(victims, victim),
            (Phase::FreeRoads { left }, Action::BuildRoad { at }) => {
                self.build_free_road(game, left, at)
            }
            (Phase::Trade { trade }, action) => self.negotiate(game, trade, seat, action),
            _ => Err(Illegal::OutOfPhase),
        }
    }

    fn act_in_turn(&mut self, game: &Game, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Roll if self.dice.is_some() => Err(Illegal::AlreadyRolled),
            Action::Roll => {
                self.phase = Phase::Dice;
                Ok(())
            }
            Action::PlayKnight => self.play_knight(game),
            Action::PlayRoadBuilding => self.play_road_building(game),
            Action::PlayYearOfPlenty { cards } => self.play_year_of_plenty(game, cards),
            Action::PlayMonopoly { resource } => self.play_monopoly(game, resource),
            Action::EndTurn if self.dice.is_none() => Err(Illegal::NotRolled),
            Action::EndTurn => {
                self.begin_turn(self.active.clockwise(1, game.rules().players));
                Ok(())
            }
            Action::BuildSettlement { .. }
            | Action::BuildRoad { .. }
            | Action::BuildCity { .. }
            | Action::BuyDevelopmentCard
            | Action::MaritimeTrade { .. }
            | Action::Offer { .. }
                if self.dice.is_none() =>
            {
                Err(Illegal::BeforeRoll)
            }
            Action::BuildSettlement { at } => self.build_settlement(game, at),
            Action::BuildRoad { at } => self.build_road(game, at),
            Action::BuildCity { at } => self.build_city(game, at),
            Action::BuyDevelopmentCard => self.buy_development_card(game),
            Action::MaritimeTrade { give, take } => self.trade_with_bank(game, give, take),
            Action::Offer { terms, to } => self.offer(game, terms, to),
            Action::MoveRobber { .. }
            | Action::Rob { .. }
            | Action::Discard { .. }
            | Action::Accept
            | Action::Decline
            | Action::Counter { .. }
            | Action::Confirm { .. }
            | Action::Withdraw => Err(Illegal::OutOfPhase),
        }
    }

    fn happen(&mut self, game: &Game, outcome: ChanceOutcome) -> Result<(), Illegal> {
        match (self.phase, outcome) {
            (
                Phase::FirstPlayer {
                    rolling,
                    best,
                    tied,
                },
                ChanceOutcome::Dice { dice },
            ) => {
                self.roll_for_first(rolling, best, tied, dice);
                Ok(())
            }
            (Phase::Dice, ChanceOutcome::Dice { dice }) => {
                self.produce_or_rob(game, dice);
                Ok(())
            }
            (Phase::Theft { victim }, ChanceOutcome::Stolen { resource }) => {
                self.steal(victim, resource)
            }
            (Phase::Draw, ChanceOutcome::Drawn { card }) => self.draw(card),
            (Phase::Over { .. }, _) => Err(Illegal::GameOver),
            _ => Err(Illegal::NotThisChance),
        }
    }

    /// The dice go to this seat (SET-06, TRN-04).
    fn begin_turn(&mut self, seat: Seat) {
        self.active = seat;
        self.turn += 1;
        self.dice = None;
        self.card_played = false;
        self.built = false;
        self.offers = 0;
        self.holdings[seat.index()].bought = crate::DevelopmentCards::EMPTY;
        self.phase = Phase::Turn;
    }

    /// WIN-03: at once when the seat whose turn it is has the goal.
    fn end_if_won(&mut self, game: &Game) {
        if self.turn > 0 && self.points(self.active).total() >= game.rules().points_to_win {
            self.phase = Phase::Over {
                winner: self.active,
            };
        }
    }
}
