//! What an action does.

use brickwood_rules::{Action, DevelopmentCard, FreeRoads, ProgressCards, Resource, Step};

use super::model::{Awaiting, Reference, Reply};
use super::pile::Pile;
use super::table_rules;

impl Reference {
    /// The game after a step that can be taken; the clause that it breaks, if it cannot.
    pub(crate) fn after(&self, step: Step) -> Result<Self, &'static str> {
        let mut after = self.clone();
        match step {
            Step::Action { seat, action } => {
                self.judge(seat.index(), &action)?;
                after.act(seat.index(), action);
            }
            Step::Chance { outcome } => {
                if self.outcomes().iter().all(|(can, _)| *can != outcome) {
                    return Err("TRN-01");
                }
                after.decide(outcome);
            }
            Step::TimeUp => {
                if !self.may_run_out() {
                    return Err("WIN-05");
                }
                after.win_05_time_up();
            }
            Step::CalledOff => {
                if !self.may_be_called_off() {
                    return Err("WIN-03");
                }
                after.rul_24_call_off();
            }
        }
        Ok(after)
    }

    fn act(&mut self, seat: usize, action: Action) {
        match action {
            Action::Roll => self.awaiting = Awaiting::Dice,
            Action::BuildSettlement { at } => self.build_settlement(seat, at.index()),
            Action::BuildRoad { at } => self.build_road(seat, at.index()),
            Action::TakeFirstCards { at } => self.set_07_take_first_cards(seat, at.index()),
            Action::BuildCity { at } => self.bld_11_build_city(seat, at.index()),
            Action::BuyDevelopmentCard => {
                self.pay_to_build(seat, &table_rules::card_cost());
                self.awaiting = Awaiting::Draw;
            }
            Action::PlayKnight if matches!(self.awaiting, Awaiting::Interrupts(_)) => {
                if seat == self.active {
                    self.card_played = true;
                }
                self.var_8_interrupt(seat);
            }
            Action::PlayKnight => {
                self.card_played = true;
                self.dev_03_play_knight(seat);
            }
            Action::PlayRoadBuilding => {
                self.dev_08_play_progress(seat, DevelopmentCard::RoadBuilding);
                self.dev_04_go_on(seat, 2);
            }
            Action::PlayYearOfPlenty { cards } => {
                self.dev_08_play_progress(seat, DevelopmentCard::YearOfPlenty);
                for (resource, count) in Pile::from(cards).kinds() {
                    self.take_from_bank(seat, resource, count);
                }
            }
            Action::PlayMonopoly { resource } => {
                self.dev_08_play_progress(seat, DevelopmentCard::Monopoly);
                self.dev_06_all_give(seat, resource);
            }
            Action::PlayVictoryPoint => {
                self.card_played = true;
                let player = &mut self.players[seat];
                player.cards.remove(DevelopmentCard::VictoryPoint, 1);
                player.played.add(DevelopmentCard::VictoryPoint, 1);
            }
            Action::MoveRobber { to } => self.rob_03_move(to.index()),
            Action::Rob { victim } => self.awaiting = Awaiting::Theft(victim.index()),
            Action::Discard { cards } => self.rob_02_discard(seat, &Pile::from(cards)),
            Action::MaritimeTrade { give, take } => self.trd_06_trade(seat, give, take),
            Action::Offer { terms, to } => self.trd_01_offer(terms, to),
            Action::Accept => self.trd_03_reply(seat, Reply::Yes),
            Action::Decline => self.trd_03_reply(seat, Reply::No),
            Action::Counter { terms } => self.trd_03_reply(seat, Reply::Other(terms)),
            Action::Confirm { with } => self.trd_05_exchange(seat, with.index()),
            Action::Withdraw => self.trd_01_withdraw(),
            Action::Pass => self.pass(),
            Action::EndTurn => self.trn_04_end_turn(),
        }
        self.win_03_look_for_a_winner();
    }

    /// Who builds: whoever's turn it is, or one of the others in special building.
    pub(crate) fn builder(&self) -> usize {
        self.special.unwrap_or(self.active)
    }

    /// What comes after something was built or bought.
    pub(crate) fn back_to_building(&self) -> Awaiting {
        if self.special.is_some() {
            Awaiting::SpecialBuilding
        } else {
            Awaiting::Turn
        }
    }

    /// PRO-03, TRN-03.
    fn pay_to_build(&mut self, seat: usize, cost: &Pile<Resource>) {
        self.pro_03_pay(seat, cost);
        self.built = true;
    }

    fn build_settlement(&mut self, seat: usize, at: usize) {
        if self.awaiting == Awaiting::FirstSettlement {
            self.set_02_place_settlement(seat, at);
            return;
        }
        self.pay_to_build(seat, &table_rules::settlement_cost());
        self.players[seat].settlements.insert(at);
        self.rul_08_find_longest_road();
    }

    fn build_road(&mut self, seat: usize, path: usize) {
        match self.awaiting {
            Awaiting::FirstRoad(_) => return self.set_02_place_road(seat, path),
            Awaiting::FreeRoads(left) => {
                self.players[seat].roads.insert(path);
                self.dev_04_go_on(seat, left - 1);
            }
            Awaiting::Turn if self.roads_given > 0 => {
                self.players[seat].roads.insert(path);
                self.dev_04_go_on(seat, self.roads_given - 1);
            }
            _ => {
                self.pay_to_build(seat, &table_rules::road_cost());
                self.players[seat].roads.insert(path);
            }
        }
        self.rul_08_find_longest_road();
    }

    /// BLD-11: the settlement returns to its owner.
    fn bld_11_build_city(&mut self, seat: usize, at: usize) {
        let cost = table_rules::city_cost(self.rules());
        self.pay_to_build(seat, &cost);
        self.players[seat].settlements.remove(&at);
        self.players[seat].cities.insert(at);
        self.rul_08_find_longest_road();
    }

    /// DEV-04: one road only, if one piece or one place is left.
    fn dev_04_go_on(&mut self, seat: usize, left: u8) {
        let pieces = table_rules::ROADS - self.players[seat].roads.len();
        let mut left = left.min(pieces as u8);
        if !self.dev_04_has_place(seat) {
            left = 0;
        }
        match self.rules().free_roads {
            FreeRoads::AtOnce if left > 0 => self.awaiting = Awaiting::FreeRoads(left),
            FreeRoads::AtOnce => self.awaiting = Awaiting::Turn,
            FreeRoads::WithinTurn => self.roads_given = left,
        }
    }

    /// DEV-02, DEV-08, RUL-06.
    fn dev_08_play_progress(&mut self, seat: usize, card: DevelopmentCard) {
        self.card_played = true;
        self.players[seat].cards.remove(card, 1);
        self.players[seat].played.add(card, 1);
        if self.rules().progress_cards == ProgressCards::UnderTheDeck {
            self.under_deck.push_back(card);
        }
    }

    /// DEV-06.
    fn dev_06_all_give(&mut self, seat: usize, resource: Resource) {
        for other in self.clockwise_after(seat) {
            let all = self.players[other].hand.count(resource);
            self.players[other].hand.remove(resource, all);
            self.players[seat].hand.add(resource, all);
        }
    }

    fn pass(&mut self) {
        match self.awaiting {
            Awaiting::Interrupts(_) => self.var_8_let_it_be(),
            Awaiting::SpecialBuilding => self.sbp_01_done(),
            // DEV-04: the other free roads are not laid.
            Awaiting::FreeRoads(_) => self.awaiting = Awaiting::Turn,
            // ROB-06, VAR-5: no theft.
            _ => self.dev_03_robber_is_resolved(),
        }
    }
}
