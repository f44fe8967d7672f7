//! Whether an action is legal: each check is a clause, and an error names it.

use brickwood_rules::{Action, DevelopmentCard, Resource};

use super::model::{Actors, Awaiting, Reference, Reply};
use super::pile::Pile;
use super::table_rules::{self, CITIES, ROADS, SETTLEMENTS};

/// Why not: the clause that is broken.
pub(crate) type Judgement = Result<(), &'static str>;

fn need(kept: bool, clause: &'static str) -> Judgement {
    if kept { Ok(()) } else { Err(clause) }
}

impl Reference {
    /// Whether the seat may do this now.
    pub(crate) fn judge(&self, seat: usize, action: &Action) -> Judgement {
        need(self.may_act(seat), "TRN-04")?;
        self.judge_action(seat, action)
    }

    pub(crate) fn may_act(&self, seat: usize) -> bool {
        matches!(self.actors(), Actors::Seats(seats) if seats.contains(&seat))
    }

    /// Whether a seat that may do something may do this.
    pub(crate) fn judge_action(&self, seat: usize, action: &Action) -> Judgement {
        match *action {
            Action::Roll => self.trn_01_may_roll(),
            Action::BuildSettlement { at } => self.judge_settlement(seat, at.index()),
            Action::BuildRoad { at } => self.judge_road(seat, at.index()),
            Action::TakeFirstCards { at } => self.set_07_may_choose(seat, at.index()),
            Action::BuildCity { at } => self.judge_city(seat, at.index()),
            Action::BuyDevelopmentCard => self.bld_04_may_buy(seat),
            Action::PlayKnight => self.judge_knight(seat),
            Action::PlayRoadBuilding => self.judge_road_building(seat),
            Action::PlayYearOfPlenty { cards } => self.judge_plenty(seat, &Pile::from(cards)),
            Action::PlayMonopoly { .. } => self.judge_card(seat, DevelopmentCard::Monopoly),
            Action::PlayVictoryPoint => {
                need(self.rules().variants.played_victory_points, "DEV-07")?;
                self.judge_card(seat, DevelopmentCard::VictoryPoint)
            }
            Action::MoveRobber { to } => {
                need(self.awaiting == Awaiting::Robber, "ROB-03")?;
                need(to.index() < self.land().hex_count(), "BRD-16")?;
                self.judge_robber(to.index())
            }
            Action::Rob { victim } => match &self.awaiting {
                Awaiting::Victim(victims) => need(victims.contains(&victim.index()), "RUL-01"),
                _ => Err("ROB-06"),
            },
            Action::Discard { cards } => self.rob_02_may_discard(seat, &Pile::from(cards)),
            Action::MaritimeTrade { give, take } => self.judge_bank_trade(seat, give, take),
            Action::Offer { terms, to } => self.judge_offer(seat, terms, to),
            Action::Accept => self.judge_reply(seat, Reply::Yes),
            Action::Decline => self.judge_reply(seat, Reply::No),
            Action::Counter { terms } => self.judge_reply(seat, Reply::Other(terms)),
            Action::Confirm { with } => self.judge_confirm(seat, with.index()),
            Action::Withdraw => self.judge_withdraw(seat),
            Action::Pass => self.judge_pass(),
            Action::EndTurn => self.after_the_roll(),
        }
    }

    /// It is the middle of somebody's turn, and nothing else is awaited.
    fn in_turn(&self) -> Judgement {
        need(self.awaiting == Awaiting::Turn, "TRN-01")
    }

    /// TRN-05.
    pub(crate) fn after_the_roll(&self) -> Judgement {
        self.in_turn()?;
        need(self.dice.is_some(), "TRN-05")
    }

    fn trn_01_may_roll(&self) -> Judgement {
        self.in_turn()?;
        need(self.dice.is_none(), "TRN-01")
    }

    /// TRN-05, SBP-01: after the roll of one's own turn, or in special building.
    fn building_time(&self) -> Judgement {
        if self.awaiting == Awaiting::SpecialBuilding {
            Ok(())
        } else {
            self.after_the_roll()
        }
    }

    fn can_pay(&self, seat: usize, cost: &Pile<Resource>, clause: &'static str) -> Judgement {
        need(self.players[seat].hand.holds(cost), clause)
    }

    /// SET-07.
    fn set_07_may_choose(&self, seat: usize, at: usize) -> Judgement {
        need(matches!(self.awaiting, Awaiting::FirstCards(_)), "SET-07")?;
        need(self.players[seat].settlements.contains(&at), "SET-07")
    }

    fn judge_settlement(&self, seat: usize, at: usize) -> Judgement {
        need(at < self.land().intersection_count(), "BRD-16")?;
        if self.awaiting != Awaiting::FirstSettlement {
            self.building_time()?;
            self.can_pay(seat, &table_rules::settlement_cost(), "BLD-02")?;
            let built = self.players[seat].settlements.len();
            need(built < SETTLEMENTS, "BLD-12")?;
            self.bld_08_touches_own_road(seat, at)?;
        }
        need(self.owner(at).is_none(), "BLD-08")?;
        self.bld_09_keeps_distance(at)
    }

    fn bld_08_touches_own_road(&self, seat: usize, at: usize) -> Judgement {
        let roads = &self.players[seat].roads;
        let touches = self.land().ways[at]
            .iter()
            .any(|(path, _)| roads.contains(path));
        need(touches, "BLD-08")
    }

    fn bld_09_keeps_distance(&self, at: usize) -> Judgement {
        let near = self.land().ways[at]
            .iter()
            .any(|(_, next)| self.owner(*next).is_some());
        need(!near, "BLD-09")
    }

    fn judge_road(&self, seat: usize, path: usize) -> Judgement {
        need(path < self.land().path_count(), "BRD-16")?;
        match self.awaiting {
            Awaiting::FirstRoad(settlement) => {
                need(self.land().ends[path].contains(&settlement), "SET-02")?;
                return need(!self.has_road(path), "BLD-05");
            }
            Awaiting::FreeRoads(_) => {}
            // DEV-04: at any point of the turn, the time before the roll included. RUL-20.
            Awaiting::Turn if self.roads_given > 0 => {}
            _ => {
                self.building_time()?;
                self.can_pay(seat, &table_rules::road_cost(), "BLD-01")?;
            }
        }
        need(self.players[seat].roads.len() < ROADS, "BLD-12")?;
        self.judge_road_place(seat, path)
    }

    /// BLD-05, BLD-06: whether a road of the seat may lie on a path.
    fn judge_road_place(&self, seat: usize, path: usize) -> Judgement {
        need(!self.has_road(path), "BLD-05")?;
        let connected = self.land().ends[path]
            .into_iter()
            .any(|end| self.bld_05_goes_on_from(seat, end));
        need(connected, "BLD-05")
    }

    /// BLD-05: from an own building or road. BLD-06: not past another's building.
    fn bld_05_goes_on_from(&self, seat: usize, at: usize) -> bool {
        match self.owner(at) {
            Some(owner) => owner == seat,
            None => self.bld_08_touches_own_road(seat, at).is_ok(),
        }
    }

    /// DEV-04: whether there is a place and a piece for another road.
    pub(crate) fn dev_04_has_place(&self, seat: usize) -> bool {
        let mut paths = 0..self.land().path_count();
        self.players[seat].roads.len() < ROADS
            && paths.any(|path| self.judge_road_place(seat, path).is_ok())
    }

    fn judge_city(&self, seat: usize, at: usize) -> Judgement {
        self.building_time()?;
        self.can_pay(seat, &table_rules::city_cost(self.rules()), "BLD-03")?;
        let player = &self.players[seat];
        need(player.settlements.contains(&at), "BLD-11")?;
        need(player.cities.len() < CITIES, "BLD-12")?;
        let last = player.settlements.len() == 1;
        need(!(last && self.rules().variants.keep_a_settlement), "RUL-03")
    }

    fn bld_04_may_buy(&self, seat: usize) -> Judgement {
        self.building_time()?;
        self.can_pay(seat, &table_rules::card_cost(), "BLD-04")?;
        need(
            !(self.deck.is_empty() && self.under_deck.is_empty()),
            "BLD-04",
        )
    }

    /// TRN-02, DEV-01, DEV-02, VAR-3: a card in one's own turn.
    fn judge_card(&self, seat: usize, card: DevelopmentCard) -> Judgement {
        self.in_turn()?;
        need(
            !(self.rules().variants.cards_after_roll && self.dice.is_none()),
            "VAR-3",
        )?;
        self.dev_01_has(seat, card)?;
        need(!self.card_played, "DEV-02")
    }

    /// DEV-01: the player holds such a card that was not bought in this turn.
    fn dev_01_has(&self, seat: usize, card: DevelopmentCard) -> Judgement {
        let player = &self.players[seat];
        need(
            player.cards.count(card) > player.bought.count(card),
            "DEV-01",
        )
    }

    fn judge_knight(&self, seat: usize) -> Judgement {
        if matches!(self.awaiting, Awaiting::Interrupts(_)) {
            // RUL-04: the limit of one card a turn concerns one's own turn only.
            need(!(seat == self.active && self.card_played), "DEV-02")?;
            return self.dev_01_has(seat, DevelopmentCard::Knight);
        }
        self.judge_card(seat, DevelopmentCard::Knight)
    }

    fn judge_road_building(&self, seat: usize) -> Judgement {
        self.judge_card(seat, DevelopmentCard::RoadBuilding)?;
        need(self.dev_04_has_place(seat), "DEV-04")
    }

    /// DEV-05, RUL-02.
    fn judge_plenty(&self, seat: usize, cards: &Pile<Resource>) -> Judgement {
        self.judge_card(seat, DevelopmentCard::YearOfPlenty)?;
        need(!self.bank.is_empty(), "RUL-02")?;
        need(cards.total() == self.bank.total().min(2), "DEV-05")?;
        need(self.bank.holds(cards), "DEV-05")
    }

    fn rob_02_may_discard(&self, seat: usize, cards: &Pile<Resource>) -> Judgement {
        let Awaiting::Discards(due) = &self.awaiting else {
            return Err("ROB-02");
        };
        need(due.get(&seat) == Some(&cards.total()), "ROB-02")?;
        need(self.players[seat].hand.holds(cards), "ROB-02")
    }

    /// What can be forgone.
    fn judge_pass(&self) -> Judgement {
        match self.awaiting {
            Awaiting::Victim(_) => need(self.rules().steal_optional, "ROB-06"),
            // VAR-5 is about a 7, and not about knights.
            Awaiting::Robber => need(
                self.rules().variants.robber_may_stay && !self.knight_waits,
                "VAR-5",
            ),
            // DEV-04: a player may lay the roads.
            Awaiting::Interrupts(_) | Awaiting::SpecialBuilding | Awaiting::FreeRoads(_) => Ok(()),
            _ => Err("TRN-01"),
        }
    }
}
