//! The roll for the first player and the two rounds of placing (SET).

use crate::{Cards, Dice, Game, Illegal, Intersection, Path, Phase, Seat, SeatSet, State};

impl State {
    /// SET-01: one seat rolls; after the last, the highest begins or the tied roll again.
    pub(super) fn roll_for_first(
        &mut self,
        game: &Game,
        rolling: SeatSet,
        best: u8,
        tied: SeatSet,
        dice: Dice,
    ) {
        let Some(seat) = rolling.iter().next() else {
            return;
        };
        let (best, tied) = match dice.total().cmp(&best) {
            core::cmp::Ordering::Greater => (dice.total(), SeatSet::only(seat)),
            core::cmp::Ordering::Equal => (best, tied.with(seat)),
            core::cmp::Ordering::Less => (best, tied),
        };
        let rolling = rolling.without(seat);
        if !rolling.is_empty() {
            self.common.phase = Phase::FirstPlayer {
                rolling,
                best,
                tied,
            };
        } else if let Some(first) = tied.single() {
            self.common.first = first;
            self.make_active(first);
            self.common.phase = Phase::after_first_player(game.rules());
        } else {
            self.common.phase = Phase::FirstPlayer {
                rolling: tied,
                best: 0,
                tied: SeatSet::EMPTY,
            };
        }
    }

    /// SET-02 to SET-05.
    pub(super) fn place_settlement(
        &mut self,
        game: &Game,
        at: Intersection,
    ) -> Result<(), Illegal> {
        self.check_free_intersection(game, at)?;
        let second = self.placed(game) >= game.rules().players;
        let seat = self.common.active;
        self.put_settlement(game, seat, at);
        if second {
            self.take_cards_round(game, seat, at);
        }
        self.common.phase = Phase::SetUpRoad { settlement: at };
        Ok(())
    }

    /// One card for each producing hex that an intersection touches (SET-05, SET-07).
    fn take_cards_round(&mut self, game: &Game, seat: Seat, at: Intersection) {
        let board = game.board();
        for hex in board.topology().hexes_round(at) {
            if let Some(resource) = board.terrain(hex).resource() {
                let card = Cards::of(resource, 1);
                // No game can empty the bank so early, but a position may have been made up.
                if let Some(rest) = self.bank.without(card) {
                    self.bank = rest;
                    self.hands[seat] += card;
                }
            }
        }
    }

    /// SET-07: one seat chooses; after the last, the first turn begins.
    pub(super) fn take_first_cards(
        &mut self,
        game: &Game,
        choosing: SeatSet,
        seat: Seat,
        at: Intersection,
    ) -> Result<(), Illegal> {
        if !self.settlements(seat).contains(at) {
            return Err(Illegal::NoFirstSettlement);
        }
        self.take_cards_round(game, seat, at);
        let choosing = choosing.without(seat);
        if choosing.is_empty() {
            self.begin_turn(game, self.common.first);
        } else {
            self.common.phase = Phase::FirstCards { choosing };
        }
        Ok(())
    }

    /// The road of a set-up settlement; then the next seat places, or the first turn begins.
    pub(super) fn place_road(
        &mut self,
        game: &Game,
        settlement: Intersection,
        at: Path,
    ) -> Result<(), Illegal> {
        self.check_free_path(game, at)?;
        if !game.board().topology().paths_at(settlement).contains(at) {
            return Err(Illegal::RoadAwayFromSettlement);
        }
        self.lay_road(game, at);
        let players = game.rules().players;
        let placed = self.placed(game);
        if placed == 2 * players {
            self.begin_turn(game, self.common.first);
        } else {
            // Clockwise in the first round, back again in the second, the last seat twice in a row.
            let steps = if placed < players {
                placed
            } else {
                2 * players - 1 - placed
            };
            self.make_active(self.common.first.clockwise(steps, players));
            self.common.phase = Phase::SetUpSettlement;
        }
        Ok(())
    }
}
