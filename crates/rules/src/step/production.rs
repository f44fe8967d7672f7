//! What a roll gives (PRO).

use crate::{BankShortage, BySeat, Cards, Dice, DiceSource, Game, Illegal, Resource, State, lanes};

impl State {
    /// PRO-01 and PRO-02, or ROB-01 on a 7.
    #[inline]
    pub(super) fn produce_or_rob(&mut self, game: &Game, dice: Dice) -> Result<(), Illegal> {
        if game.rules().dice == DiceSource::Deck {
            self.dice_deck = self.dice_deck.draw(dice).ok_or(Illegal::NotInDiceDeck)?;
        }
        if dice.total() == 7 && self.rolls_sevens_again(game) {
            return Ok(());
        }
        self.common.dice = Some(dice);
        if dice.total() == 7 {
            self.begin_seven(game);
        } else {
            let gains = self.gains(game, dice.total());
            for (hand, gain) in self.hands.iter_mut().zip(gains) {
                hand.add(gain);
            }
            self.bank.take(claims(&gains));
            self.common.phase = crate::Phase::Turn;
        }
        Ok(())
    }

    /// VAR-4: on the first two turns of each player.
    fn rolls_sevens_again(&self, game: &Game) -> bool {
        let rules = game.rules();
        rules.variants.no_early_seven && self.common.turn <= 2 * u16::from(rules.players)
    }

    /// What each seat gets for a total of the dice, the bank's shortage included (PRO-01, PRO-02, ROB-07).
    pub fn production(&self, game: &Game, total: u8) -> BySeat<Cards> {
        self.gains(game, total).map(Cards::from_lanes)
    }

    /// What each seat would get from a bank without end.
    pub(crate) fn production_due(&self, game: &Game, total: u8) -> BySeat<Cards> {
        self.dues(game, total).map(Cards::from_lanes)
    }

    #[inline]
    fn gains(&self, game: &Game, total: u8) -> Dues {
        let mut due = self.dues(game, total);
        if lanes::borrows(self.bank.lanes(), claims(&due)) != 0 {
            self.share_shortage(game, &mut due);
        }
        due
    }

    /// PRO-02: what the bank can give of each resource of which it has too little.
    fn share_shortage(&self, game: &Game, due: &mut Dues) {
        let claims = Cards::from_lanes(claims(due));
        for (resource, left) in Resource::ALL.into_iter().zip(self.bank().counts()) {
            if claims[resource] <= left {
                continue;
            }
            let of = |due: &u64| Cards::from_lanes(*due)[resource];
            let sole = due.iter().filter(|due| of(due) > 0).count() == 1
                && game.rules().bank_shortage == BankShortage::SoleClaimant;
            for due in due.iter_mut() {
                let kept = if sole { of(due).min(left) } else { 0 };
                *due -= Cards::of(resource, of(due) - kept).lanes();
            }
        }
    }

    #[inline]
    fn dues(&self, game: &Game, total: u8) -> Dues {
        let board = game.board();
        let mut due = BySeat::all(0);
        for hex in board
            .hexes_with_token(total)
            .filter(|hex| *hex != self.common.robber)
        {
            if let Some(resource) = board.terrain(hex).resource() {
                let yields = self.derived.yields.of(hex);
                for (due, count) in due.iter_mut().zip(yields) {
                    *due += Cards::of(resource, count).lanes();
                }
            }
        }
        due
    }
}

/// Cards for each seat, as lanes. All pieces of a seat yield far fewer than a lane can hold.
type Dues = BySeat<u64>;

#[inline]
fn claims(dues: &Dues) -> u64 {
    dues.iter().sum()
}
