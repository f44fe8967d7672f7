//! How a step changes a state. One file for each chapter of the rules; here is the way to them.

mod build;
mod check;
mod development;
mod interrupt;
mod negotiate;
mod production;
mod robber;
mod setup;
mod special_building;

pub use development::SMALLEST_LARGEST_ARMY;

use crate::{
    Action, ChanceOutcome, Dice, Game, Illegal, Phase, Seat, SeatSet, State, Step, WinWhen,
};

impl State {
    /// The state after a step.
    ///
    /// # Errors
    ///
    /// What the step breaks; this state is not changed by it.
    ///
    /// ```
    /// # use brickwood_rules::*;
    /// let game = Game::new(Edition::Modern.rules(4), beginners_board())?;
    /// let state = State::new(&game);
    /// // The seats still roll for the first turn.
    /// let seat = Seat::new(0).expect("a seat");
    /// let refused = state.apply(&game, Step::Action { seat, action: Action::Roll });
    /// assert_eq!(refused, Err(Illegal::NotToAct));
    /// # Ok::<(), RulesError>(())
    /// ```
    pub fn apply(&self, game: &Game, step: Step) -> Result<Self, Illegal> {
        let mut next = *self;
        next.apply_mut(game, step)?;
        Ok(next)
    }

    /// Takes a step in place. An illegal step changes nothing.
    ///
    /// # Errors
    ///
    /// What the step breaks.
    // Each step checks all that it asks before it changes anything.
    #[inline]
    pub fn apply_mut(&mut self, game: &Game, step: Step) -> Result<(), Illegal> {
        match step {
            Step::Action { seat, action } => self.act(game, seat, action),
            Step::Chance { outcome } => self.happen(game, outcome),
            Step::TimeUp => self.run_out_of_time(game),
            Step::CalledOff => self.call_off(),
        }
    }

    /// Takes a step of a seat in place: [`State::apply_mut`] for who knows that it is one.
    ///
    /// # Errors
    ///
    /// What the action breaks.
    #[inline]
    pub fn act(&mut self, game: &Game, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.choose(game, seat, action)?;
        if action.may_win() {
            self.end_if_won(game);
        }
        Ok(())
    }

    /// Takes a step of chance in place: [`State::apply_mut`] for who knows that it is one.
    ///
    /// # Errors
    ///
    /// Where the outcome cannot come up.
    #[inline]
    pub fn happen(&mut self, game: &Game, outcome: ChanceOutcome) -> Result<(), Illegal> {
        match outcome {
            ChanceOutcome::Dice { dice } => self.throw(game, dice),
            ChanceOutcome::Stolen { .. } | ChanceOutcome::Drawn { .. } => {
                self.take_card(outcome)?;
                self.end_if_won(game);
                Ok(())
            }
        }
    }

    /// What a seat chose, if it may.
    #[inline]
    fn choose(&mut self, game: &Game, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.check_to_act(seat)?;
        match (&self.common.phase, action) {
            (&Phase::SetUpSettlement, Action::BuildSettlement { at }) => {
                self.place_settlement(game, at)
            }
            (&Phase::SetUpRoad { settlement }, Action::BuildRoad { at }) => {
                self.place_road(game, settlement, at)
            }
            (&Phase::FirstCards { choosing }, Action::TakeFirstCards { at }) => {
                self.take_first_cards(game, choosing, seat, at)
            }
            (&Phase::Turn, action) => self.act_in_turn(game, action),
            (&Phase::SpecialBuilding, action) => self.act_in_special_building(game, action),
            (&Phase::Discard { due }, Action::Discard { cards }) => self.discard(due, seat, cards),
            (&Phase::MoveRobber, Action::MoveRobber { to }) => self.move_robber(game, to),
            (&Phase::MoveRobber, Action::Pass) => self.leave_robber(game),
            (&Phase::Interrupt { .. }, Action::PlayKnight) => self.interrupt(game, seat),
            (&Phase::Interrupt { asked }, Action::Pass) => {
                self.let_robber_be(game, asked, seat);
                Ok(())
            }
            (&Phase::Rob { victims }, Action::Rob { victim }) => self.rob(victims, victim),
            (&Phase::Rob { .. }, Action::Pass) => self.forgo_theft(game),
            (&Phase::FreeRoads, Action::BuildRoad { at }) => self.build_free_road(game, at),
            (&Phase::FreeRoads, Action::Pass) => {
                self.forgo_free_roads();
                Ok(())
            }
            (&Phase::Trade { trade }, action) => self.negotiate(game, trade, seat, action),
            _ => Err(Illegal::OutOfPhase),
        }
    }

    #[inline]
    fn act_in_turn(&mut self, game: &Game, action: Action) -> Result<(), Illegal> {
        self.check_moment_of_turn(action.kind())?;
        match action {
            Action::Roll => {
                self.common.phase = Phase::Dice;
                Ok(())
            }
            Action::PlayKnight => self.play_knight(game),
            Action::PlayRoadBuilding => self.play_road_building(game),
            Action::PlayYearOfPlenty { cards } => self.play_year_of_plenty(game, cards),
            Action::PlayMonopoly { resource } => self.play_monopoly(game, resource),
            Action::PlayVictoryPoint => self.play_victory_point(game),
            Action::EndTurn => {
                self.end_turn(game);
                Ok(())
            }
            Action::BuildRoad { at } if self.common.free_roads > 0 => {
                self.build_free_road(game, at)
            }
            Action::BuildSettlement { at } => self.build_settlement(game, at),
            Action::BuildRoad { at } => self.build_road(game, at),
            Action::BuildCity { at } => self.build_city(game, at),
            Action::BuyDevelopmentCard => self.buy_development_card(game),
            Action::MaritimeTrade { give, take } => self.trade_with_bank(game, give, take),
            Action::Offer { terms, to } => self.offer(game, terms, to),
            _ => Err(Illegal::OutOfPhase),
        }
    }

    /// The dice give cards and no points: nobody wins by them.
    #[inline]
    fn throw(&mut self, game: &Game, dice: Dice) -> Result<(), Illegal> {
        match self.common.phase {
            Phase::Dice => self.produce_or_rob(game, dice),
            Phase::FirstPlayer {
                rolling,
                best,
                tied,
            } => {
                self.roll_for_first(game, rolling, best, tied, dice);
                Ok(())
            }
            Phase::Over { .. } => Err(Illegal::GameOver),
            _ => Err(Illegal::NotThisChance),
        }
    }

    /// The card that chance drew.
    #[inline]
    fn take_card(&mut self, outcome: ChanceOutcome) -> Result<(), Illegal> {
        match (&self.common.phase, outcome) {
            (&Phase::Theft { victim }, ChanceOutcome::Stolen { resource }) => {
                self.steal(victim, resource)
            }
            (&Phase::Draw, ChanceOutcome::Drawn { card }) => self.draw(card),
            (&Phase::Over { .. }, _) => Err(Illegal::GameOver),
            _ => Err(Illegal::NotThisChance),
        }
    }

    /// It is this seat's turn, or its turn to place; a robber would be its to move.
    fn make_active(&mut self, seat: Seat) {
        self.common.active = seat;
        self.robbing = seat;
    }

    /// The dice go to this seat (SET-06, TRN-04), unless nobody can win any more (RUL-25).
    fn begin_turn(&mut self, game: &Game, seat: Seat) {
        self.make_active(seat);
        self.common.special = None;
        // A table of bots may go on for ever; a turn that is not counted is not the set-up again.
        self.common.turn = self.common.turn.saturating_add(1);
        self.common.dice = None;
        self.common.card_played = false;
        self.common.built = false;
        self.common.offers = 0;
        self.common.phase = Phase::Turn;
        self.end_if_nobody_can_win(game);
    }

    /// TRN-04: the dice go on, once the others have built (SBP-01); or the time is up (WIN-05).
    #[inline]
    fn end_turn(&mut self, game: &Game) {
        self.common.free_roads = 0;
        if self.common.time_up {
            self.common.phase = Phase::Over {
                winners: self.leaders(game),
            };
        } else if game.rules().has_special_building() {
            self.begin_special_building(game);
        } else {
            // Only the seat whose turn it was can have bought a card.
            self.make_playable(self.common.active);
            self.begin_turn(game, self.common.active.clockwise(1, game.rules().players));
        }
    }

    /// DEV-01: what this seat has bought counts as bought in an earlier turn from now on.
    fn make_playable(&mut self, seat: Seat) {
        self.holdings[seat].bought = crate::DevelopmentCards::EMPTY;
    }

    /// WIN-05: from now on the game ends with the current turn.
    fn run_out_of_time(&mut self, game: &Game) -> Result<(), Illegal> {
        if self.common.phase.is_over() {
            return Err(Illegal::GameOver);
        }
        if game.rules().time_limit.is_none() || self.common.turn == 0 || self.common.time_up {
            return Err(Illegal::NotTimed);
        }
        self.common.time_up = true;
        if self.common.special.is_some() {
            // The turn was finished already.
            self.common.phase = Phase::Over {
                winners: self.leaders(game),
            };
        }
        Ok(())
    }

    /// RUL-24: the game ends at once and nobody has won it.
    fn call_off(&mut self) -> Result<(), Illegal> {
        if self.common.phase.is_over() {
            return Err(Illegal::GameOver);
        }
        self.common.free_roads = 0;
        self.common.phase = Phase::Over {
            winners: SeatSet::EMPTY,
        };
        Ok(())
    }

    /// The seats with most points.
    fn leaders(&self, game: &Game) -> SeatSet {
        let seats = Seat::all(game.rules().players);
        let points = |seat: Seat| self.points(game, seat).total();
        let most = seats.clone().map(points).max().unwrap_or(0);
        seats.filter(|seat| points(*seat) == most).collect()
    }

    /// WIN-03, WIN-04: at once when the seat whose turn it is has the goal, or anyone where the
    /// edition says so, that seat first (RUL-10, RUL-17).
    #[inline]
    fn end_if_won(&mut self, game: &Game) {
        if self.common.phase.is_over() || self.common.turn == 0 {
            return;
        }
        let winner = match game.rules().win_when {
            WinWhen::OwnTurn if self.common.special.is_some() => None,
            WinWhen::OwnTurn => Some(self.common.active).filter(|seat| self.has_goal(game, *seat)),
            WinWhen::AnyTime => self.first_with_goal(game),
        };
        if let Some(winner) = winner {
            self.common.free_roads = 0;
            self.common.phase = Phase::Over {
                winners: SeatSet::only(winner),
            };
        }
    }

    #[inline]
    fn has_goal(&self, game: &Game, seat: Seat) -> bool {
        self.points(game, seat).total() >= game.rules().points_to_win
    }

    /// Clockwise from the seat whose turn it is.
    fn first_with_goal(&self, game: &Game) -> Option<Seat> {
        let players = game.rules().players;
        (0..players)
            .map(|steps| self.common.active.clockwise(steps, players))
            .find(|seat| self.has_goal(game, *seat))
    }
}
