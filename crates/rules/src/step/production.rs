//! What a roll gives (PRO).

use crate::{BankShortage, Cards, Dice, DiceSource, Game, Illegal, MAX_SEATS, Resource, State};

impl State {
    /// PRO-01 and PRO-02, or ROB-01 on a 7.
    pub(super) fn produce_or_rob(&mut self, game: &Game, dice: Dice) -> Result<(), Illegal> {
        if game.rules().dice == DiceSource::Deck {
            self.dice_deck = self.dice_deck.draw(dice).ok_or(Illegal::NotInDiceDeck)?;
        }
        if dice.total() == 7 && self.rolls_sevens_again(game) {
            return Ok(());
        }
        self.dice = Some(dice);
        if dice.total() == 7 {
            self.begin_seven(game);
        } else {
            let gains = self.production(game, dice.total());
            for (holdings, gain) in self.holdings.iter_mut().zip(gains) {
                holdings.hand += gain;
            }
            self.bank = self.bank.saturating_sub(claimed(&gains));
            self.phase = crate::Phase::Turn;
        }
        Ok(())
    }

    /// VAR-4: in the first two rounds of turns.
    fn rolls_sevens_again(&self, game: &Game) -> bool {
        let rules = game.rules();
        rules.variants.no_early_seven && self.turn <= 2 * u16::from(rules.players)
    }

    /// What each seat gets for a total of the dice, the bank's shortage included (PRO-01, PRO-02, ROB-07).
    pub fn production(&self, game: &Game, total: u8) -> [Cards; MAX_SEATS] {
        let mut due = self.production_due(game, total);
        if !self.bank.contains(claimed(&due)) {
            self.share_shortage(game, &mut due);
        }
        due
    }

    /// PRO-02: what the bank can give of each resource of which it has too little.
    fn share_shortage(&self, game: &Game, due: &mut [Cards; MAX_SEATS]) {
        let claims = claimed(due);
        for (resource, left) in Resource::ALL.into_iter().zip(self.bank.counts()) {
            if claims[resource] <= left {
                continue;
            }
            let sole = due.iter().filter(|cards| cards[resource] > 0).count() == 1
                && game.rules().bank_shortage == BankShortage::SoleClaimant;
            for cards in due.iter_mut() {
                let kept = if sole { cards[resource].min(left) } else { 0 };
                *cards = cards.saturating_sub(Cards::of(resource, cards[resource] - kept));
            }
        }
    }

    /// What each seat would get from a bank without end.
    pub(crate) fn production_due(&self, game: &Game, total: u8) -> [Cards; MAX_SEATS] {
        let board = game.board();
        let mut due = [Cards::EMPTY; MAX_SEATS];
        for hex in board
            .hexes_with_token(total)
            .filter(|hex| *hex != self.robber)
        {
            if let Some(resource) = board.terrain(hex).resource() {
                for (cards, count) in due.iter_mut().zip(self.yields.of(hex)) {
                    *cards += Cards::of(resource, count);
                }
            }
        }
        due
    }
}

fn claimed(due: &[Cards]) -> Cards {
    due.iter().fold(Cards::EMPTY, |all, cards| all + *cards)
}
