//! A player without knowledge of the rules, which uses the offered choices, as a page does.

use brickwood_protocol::{Choices, Command, Update};
use brickwood_rules::{Action, Cards, DevelopmentCard, Resource, Seat, SeatSet, Terms, ToAct};
use brickwood_table::Refusal;

use crate::support::Play;

impl Play {
    /// A seat that may act takes one of its choices.
    ///
    /// # Panics
    ///
    /// If the table refuses it.
    pub fn page_request(&mut self) {
        self.page(true);
    }

    /// The same, without undo.
    pub fn page_step(&mut self) {
        self.page(false);
    }

    fn page(&mut self, undo: bool) {
        let Some((seat, command)) = self.wish_of_page(undo) else {
            return;
        };
        match self.command(seat, None, command.clone()) {
            Err(Refusal::Problem(problem))
                if ["too_many_offers", "same_offer"].contains(&problem.code()) => {}
            done => assert_eq!(done, Ok(()), "{command:?}"),
        }
    }

    /// A possible next command of a seat that may act.
    pub fn wish(&mut self) -> Option<(Seat, Command)> {
        self.wish_of_page(true)
    }

    fn wish_of_page(&mut self, undo: bool) -> Option<(Seat, Command)> {
        let ToAct::Seats { seats } = self.table.state().to_act() else {
            return None;
        };
        let acting: Vec<Seat> = seats.iter().collect();
        let seat = self.pick(&acting);
        let update = self.told(Some(seat), self.table.head());
        Some((seat, self.choose(seat, &update, undo)?))
    }

    fn choose(&mut self, seat: Seat, update: &Update, undo: bool) -> Option<Command> {
        let choices = &update.choices;
        if undo && choices.undo && self.below(12) == 0 {
            return Some(Command::Undo {});
        }
        let points: Vec<Action> = choices
            .cities
            .iter()
            .map(|at| Action::BuildCity { at })
            .chain(
                choices
                    .settlements
                    .iter()
                    .map(|at| Action::BuildSettlement { at }),
            )
            .collect();
        // A player who never builds anything that gives points would play for ever.
        if !points.is_empty() && self.below(4) > 0 {
            let action = self.pick(&points);
            return Some(self.table.command(action));
        }
        let mut offered = points;
        self.list(seat, update, &mut offered);
        if offered.is_empty() {
            return None;
        }
        let action = self.pick(&offered);
        Some(self.table.command(action))
    }

    fn list(&mut self, seat: Seat, update: &Update, offered: &mut Vec<Action>) {
        let choices = &update.choices;
        let flags = [
            (choices.roll, Action::Roll),
            (choices.end_turn, Action::EndTurn),
            (choices.pass, Action::Pass),
            (choices.buy_development_card, Action::BuyDevelopmentCard),
            (choices.accept, Action::Accept),
            (choices.answer && choices.to_act, Action::Decline),
            (choices.withdraw, Action::Withdraw),
        ];
        offered.extend(flags.iter().filter(|flag| flag.0).map(|flag| flag.1));
        offered.extend(choices.roads.iter().map(|at| Action::BuildRoad { at }));
        let first = choices.first_cards.iter();
        offered.extend(first.map(|at| Action::TakeFirstCards { at }));
        offered.extend(
            choices
                .robber
                .iter()
                .map(|robber| Action::MoveRobber { to: robber.to }),
        );
        let victims = choices.victims.iter();
        offered.extend(victims.map(|victim| Action::Rob { victim }));
        let confirm = choices.confirm.iter();
        offered.extend(confirm.map(|with| Action::Confirm { with }));
        for card in &choices.play {
            let action = self.playing(*card, choices, update);
            offered.push(action);
        }
        self.list_cards(seat, update, offered);
    }

    /// A choice that is described by a number or a permission instead of a list.
    fn list_cards(&mut self, seat: Seat, update: &Update, offered: &mut Vec<Action>) {
        let choices = &update.choices;
        let hand = update.view.own.expect("a seat").hand;
        if choices.discard > 0 {
            let cards = self.draw(hand, choices.discard);
            offered.push(Action::Discard { cards });
        }
        let (give, take) = (self.resource(), self.resource());
        let trades = choices.bank_trades.iter();
        if trades
            .filter(|trade| trade.give == give)
            .any(|trade| trade.take.contains(&take))
        {
            offered.push(Action::MaritimeTrade { give, take });
        }
        let terms = Terms {
            give: Cards::of(give, 1),
            take: Cards::of(take, 1),
        };
        if choices.offer && hand[give] > 0 && give != take && self.below(3) == 0 {
            let to = SeatSet::all(self.table.game().rules().players).without(seat);
            offered.push(Action::Offer { terms, to });
        }
        if choices.answer && hand[take] > 0 && give != take && self.below(3) == 0 {
            let open = self.table.state().phase();
            let said = |trade: &brickwood_rules::Trade| trade.agreed(seat) == Some(terms);
            if !matches!(open, brickwood_rules::Phase::Trade { trade } if said(trade)) {
                offered.push(Action::Counter { terms });
            }
        }
    }

    fn playing(&mut self, card: DevelopmentCard, choices: &Choices, update: &Update) -> Action {
        match card {
            DevelopmentCard::Knight => Action::PlayKnight,
            DevelopmentCard::RoadBuilding => Action::PlayRoadBuilding,
            DevelopmentCard::VictoryPoint => Action::PlayVictoryPoint,
            DevelopmentCard::Monopoly => Action::PlayMonopoly {
                resource: self.resource(),
            },
            DevelopmentCard::YearOfPlenty => Action::PlayYearOfPlenty {
                cards: self.draw(update.view.bank, choices.plenty),
            },
        }
    }

    fn resource(&mut self) -> Resource {
        self.pick(&Resource::ALL)
    }

    /// Some cards of a hand.
    fn draw(&mut self, mut hand: Cards, count: u8) -> Cards {
        let mut drawn = Cards::EMPTY;
        for _ in 0..count {
            let kinds: Vec<Resource> = hand.iter().map(|(kind, _)| kind).collect();
            let card = Cards::of(self.pick(&kinds), 1);
            hand = hand.saturating_sub(card);
            drawn += card;
        }
        drawn
    }

    fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }
}
