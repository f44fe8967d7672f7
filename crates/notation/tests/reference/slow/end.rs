//! Points, and how a game ends.

use std::collections::BTreeSet;

use brickwood_rules::{DevelopmentCard, WinWhen};

use super::model::{Awaiting, Reference};

impl Reference {
    /// WIN-01 without victory point cards.
    fn win_01_on_the_table(&self, seat: usize) -> u8 {
        let player = &self.players[seat];
        let mut points = player.settlements.len() + 2 * player.cities.len();
        if self.longest_road == Some(seat) {
            points += 2;
        }
        if self.largest_army == Some(seat) {
            points += 2;
        }
        points as u8
    }

    /// WIN-01, DEV-07, VAR-1.
    pub(crate) fn points(&self, seat: usize) -> u8 {
        let player = &self.players[seat];
        let counting = if self.rules().variants.played_victory_points {
            &player.played
        } else {
            &player.cards
        };
        self.win_01_on_the_table(seat) + counting.count(DevelopmentCard::VictoryPoint)
    }

    /// DEV-07: points that everybody sees.
    pub(crate) fn public_points(&self, seat: usize) -> u8 {
        let shown = &self.players[seat].played;
        self.win_01_on_the_table(seat) + shown.count(DevelopmentCard::VictoryPoint)
    }

    /// WIN-03, WIN-04, RUL-10, RUL-17.
    pub(crate) fn win_03_look_for_a_winner(&mut self) {
        let decided = matches!(self.awaiting, Awaiting::Over(_));
        if decided || self.turn == 0 {
            return;
        }
        let mut candidates = vec![self.active];
        match self.rules().win_when {
            // WIN-04: nobody's turn is on in special building.
            WinWhen::OwnTurn if self.special.is_some() => return,
            WinWhen::OwnTurn => {}
            WinWhen::AnyTime => candidates.extend(self.clockwise_after(self.active)),
        }
        let goal = self.rules().points_to_win;
        if let Some(winner) = candidates
            .into_iter()
            .find(|seat| self.points(*seat) >= goal)
        {
            self.awaiting = Awaiting::Over(BTreeSet::from([winner]));
        }
    }

    /// TRN-04: the dice are passed on. RUL-16: no special building follows the last turn.
    pub(crate) fn trn_04_end_turn(&mut self) {
        // DEV-04: free roads are for this turn.
        self.roads_given = 0;
        if self.time_up {
            self.win_05_most_points_win();
        } else if self.rules().special_building_phase && self.players.len() > 4 {
            self.sbp_01_ask(&self.clockwise_after(self.active));
        } else {
            self.trn_01_begin_turn(self.clockwise_after(self.active)[0]);
        }
    }

    /// SBP-01: the first of these who can build; when there is none, the next turn begins.
    fn sbp_01_ask(&mut self, others: &[usize]) {
        let next = others.iter().find(|seat| self.rul_13_is_asked(**seat));
        self.special = next.copied();
        if next.is_some() {
            self.awaiting = Awaiting::SpecialBuilding;
        } else {
            self.trn_01_begin_turn(self.clockwise_after(self.active)[0]);
        }
    }

    /// RUL-13: who cannot pay for a road, the cheapest of all, with any cards is not asked.
    fn rul_13_is_asked(&self, seat: usize) -> bool {
        self.players[seat].hand.total() >= 2
    }

    /// SBP-01: a builder has done.
    pub(crate) fn sbp_01_done(&mut self) {
        let others = self.clockwise_after(self.active);
        let builder = self.builder();
        let done = others.iter().position(|seat| *seat == builder);
        self.sbp_01_ask(&others[done.expect("one of the others") + 1..]);
    }

    /// WIN-05: most points win, and ties share. RUL-16: hidden points count.
    fn win_05_most_points_win(&mut self) {
        let most = self.seats().map(|seat| self.points(seat)).max();
        let winners = self
            .seats()
            .filter(|seat| Some(self.points(*seat)) == most)
            .collect();
        self.awaiting = Awaiting::Over(winners);
    }

    /// WIN-05: whether the clock can say that the time is up.
    pub(crate) fn may_run_out(&self) -> bool {
        self.rules().time_limit.is_some()
            && self.turn > 0
            && !self.time_up
            && !matches!(self.awaiting, Awaiting::Over(_))
    }

    /// RUL-24: whether the players can end the game.
    pub(crate) fn may_be_called_off(&self) -> bool {
        !matches!(self.awaiting, Awaiting::Over(_))
    }

    /// RUL-24: nobody has won.
    pub(crate) fn rul_24_call_off(&mut self) {
        self.roads_given = 0;
        self.awaiting = Awaiting::Over(BTreeSet::new());
    }

    /// WIN-05: the current turn is finished. In special building it is finished already (RUL-16).
    pub(crate) fn win_05_time_up(&mut self) {
        self.time_up = true;
        if self.special.is_some() {
            self.win_05_most_points_win();
        }
    }
}
