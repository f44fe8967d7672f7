//! A game that is played step by step.

use brickwood_rules::{
    Action, Board, Cards, ChanceOutcome, DevelopmentCard, Dice, Event, Game, Illegal, Phase,
    Resource, Rules, Seat, State, Step, View, beginners_board, events, legal_actions,
};

use super::{cards, road, settlement};

/// A game in progress, and the last step of it.
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) state: State,
    last: Option<(State, Step)>,
}

impl Table {
    /// A game from its first step, on the beginners' board.
    pub(crate) fn new(rules: Rules) -> Self {
        Self::on(rules, beginners_board())
    }

    /// A game from its first step.
    pub(crate) fn on(rules: Rules, board: Board) -> Self {
        let game = Game::new(rules, board).expect("these rules can be played");
        let state = State::new(&game);
        Self::at(game, &state)
    }

    /// A game from a position.
    pub(crate) fn at(game: Game, state: &State) -> Self {
        Self {
            game,
            state: *state,
            last: None,
        }
    }

    /// The seat takes a legal action.
    #[track_caller]
    pub(crate) fn does(&mut self, seat: Seat, action: Action) -> &mut Self {
        let listed = legal_actions(&self.game, &self.state, seat).contains(&action);
        let listable = !matches!(action, Action::Offer { .. } | Action::Counter { .. });
        assert!(
            listed || !listable,
            "the generator does not list {action:?} for {seat:?}"
        );
        self.step(Step::Action { seat, action })
    }

    /// The action is refused, because of this clause.
    #[track_caller]
    pub(crate) fn refuses(&self, seat: Seat, action: Action, clause: &str) -> Illegal {
        let illegal = self
            .state
            .apply(&self.game, Step::Action { seat, action })
            .expect_err("this is not legal");
        assert_eq!(illegal.clause().to_string(), clause, "{illegal:?}");
        assert!(
            !legal_actions(&self.game, &self.state, seat).contains(&action),
            "the generator lists {action:?}, which is refused"
        );
        illegal
    }

    /// Whether the generator lists the action.
    pub(crate) fn may(&self, seat: Seat, action: Action) -> bool {
        legal_actions(&self.game, &self.state, seat).contains(&action)
    }

    /// The seat rolls, and the dice show this.
    #[track_caller]
    pub(crate) fn rolls(&mut self, seat: Seat, first: u8, second: u8) -> &mut Self {
        self.does(seat, Action::Roll).dice(first, second)
    }

    /// The dice show this.
    #[track_caller]
    pub(crate) fn dice(&mut self, first: u8, second: u8) -> &mut Self {
        let dice = Dice::new(first, second).expect("a die shows 1 to 6");
        self.chance(ChanceOutcome::Dice { dice })
    }

    /// Chance takes this card from the victim.
    #[track_caller]
    pub(crate) fn takes(&mut self, resource: Resource) -> &mut Self {
        self.chance(ChanceOutcome::Stolen { resource })
    }

    /// The seat buys a development card, and it is this one.
    #[track_caller]
    pub(crate) fn buys(&mut self, seat: Seat, card: DevelopmentCard) -> &mut Self {
        self.does(seat, Action::BuyDevelopmentCard)
            .chance(ChanceOutcome::Drawn { card })
    }

    /// A settlement and its road, in the set-up.
    #[track_caller]
    pub(crate) fn sets_up(&mut self, seat: Seat, at: &str, along: &str) -> &mut Self {
        self.does(seat, settlement(at)).does(seat, road(along))
    }

    #[track_caller]
    pub(crate) fn chance(&mut self, outcome: ChanceOutcome) -> &mut Self {
        self.step(Step::Chance { outcome })
    }

    #[track_caller]
    fn step(&mut self, step: Step) -> &mut Self {
        let before = self.state;
        match before.apply(&self.game, step) {
            Ok(after) => self.state = after,
            Err(illegal) => panic!("{step:?} is refused by {}: {illegal}", illegal.clause()),
        }
        self.last = Some((before, step));
        self
    }

    /// The time limit runs out.
    #[track_caller]
    pub(crate) fn time_is_up(&mut self) -> &mut Self {
        self.step(Step::TimeUp)
    }

    /// The players end the game.
    #[track_caller]
    pub(crate) fn is_called_off(&mut self) -> &mut Self {
        self.step(Step::CalledOff)
    }

    /// What a seat, or a spectator, learned from the last step.
    pub(crate) fn learned(&self, viewer: Option<Seat>) -> Vec<Event> {
        let (before, step) = self.last.expect("a step was played");
        events(&self.game, &before, step, &self.state, viewer)
    }

    pub(crate) fn view(&self, viewer: Option<Seat>) -> View {
        self.state.view(&self.game, viewer)
    }

    #[track_caller]
    pub(crate) fn holds(&self, seat: Seat, letters: &str) -> &Self {
        assert_eq!(self.hand(seat), cards(letters), "the hand of {seat:?}");
        self
    }

    pub(crate) fn hand(&self, seat: Seat) -> Cards {
        self.state.hand(seat)
    }

    pub(crate) fn points(&self, seat: Seat) -> u8 {
        self.state.points(&self.game, seat).total()
    }

    /// Who has won, once somebody has.
    pub(crate) fn winner(&self) -> Option<Seat> {
        match self.state.phase() {
            Phase::Over { winners } => winners.single(),
            _ => None,
        }
    }
}
