//! What was rolled, what it brought, and what it was to bring.

use brickwood_rules::{
    BySeat, ChanceOutcome, Change, Dice, Game, HexId, Phase, Seat, Step, for_each_outcome,
};

use super::cards::claim;
use crate::protocol::{DiceCounts, HexCounts, Luck};

/// The lowest sum of two dice.
const LOWEST: u8 = 2;

/// A number for each sum, from 2 to 12.
type PerSum<T> = [T; 11];

pub(super) struct DiceCounter {
    sums: PerSum<u32>,
    expected: PerSum<f64>,
    hexes: Vec<HexCounts>,
    rolls: BySeat<PerSum<u32>>,
    received: BySeat<u32>,
    due: BySeat<f64>,
    variance: BySeat<f64>,
}

impl DiceCounter {
    pub(super) fn new(game: &Game) -> Self {
        let board = game.board();
        let numbered = |hex: &HexId| board.hex(*hex).token.is_some();
        let hexes = board.topology().hexes().filter(numbered);
        let none = |hex| HexCounts {
            hex,
            rolled: 0,
            produced: 0,
            blocked: 0,
        };
        Self {
            sums: [0; 11],
            expected: [0.0; 11],
            hexes: hexes.map(none).collect(),
            rolls: BySeat::default(),
            received: BySeat::default(),
            due: BySeat::default(),
            variance: BySeat::default(),
        }
    }

    pub(super) fn count(&mut self, change: &Change<'_>) {
        let Step::Chance {
            outcome: ChanceOutcome::Dice { dice },
        } = change.step
        else {
            return;
        };
        // Who begins is another roll (SET-01).
        if *change.before.phase() != Phase::Dice {
            return;
        }
        let sum = usize::from(dice.total() - LOWEST);
        self.sums[sum] += 1;
        self.rolls[change.before.active()][sum] += 1;
        self.expect(change);
        self.count_hexes(change, dice);
        for seat in change.seats() {
            let (before, after) = (change.before.hand(seat), change.after.hand(seat));
            self.received[seat] += u32::from(after.saturating_sub(before).total());
        }
    }

    /// Adds what the next roll is to bring, before it.
    fn expect(&mut self, change: &Change<'_>) {
        let mut weights: PerSum<u32> = [0; 11];
        for_each_outcome(change.game, change.before, |outcome, weight| {
            if let ChanceOutcome::Dice { dice } = outcome {
                weights[usize::from(dice.total() - LOWEST)] += weight;
            }
        });
        let total = f64::from(weights.iter().sum::<u32>());
        let mut mean = BySeat::all(0.0);
        let mut square = BySeat::all(0.0);
        for ((sum, weight), expected) in (LOWEST..).zip(weights).zip(&mut self.expected) {
            let part = f64::from(weight) / total;
            *expected += part;
            // Seven produces nothing; no hex has it.
            let production = change.before.production(change.game, sum);
            for ((mean, square), cards) in mean.iter_mut().zip(&mut square).zip(production) {
                let cards = f64::from(cards.total());
                *mean += part * cards;
                *square += part * cards * cards;
            }
        }
        for seat in Seat::EVERY {
            self.due[seat] += mean[seat];
            self.variance[seat] += square[seat] - mean[seat] * mean[seat];
        }
    }

    fn count_hexes(&mut self, change: &Change<'_>, dice: Dice) {
        let board = change.game.board();
        let rolled = |hex: HexId| board.hex(hex).token == Some(dice.total());
        for counts in self.hexes.iter_mut().filter(|counts| rolled(counts.hex)) {
            let claims = change
                .seats()
                .filter_map(|seat| claim(board, change.before, seat, counts.hex));
            let cards: u32 = claims.map(|(_, count)| u32::from(count)).sum();
            counts.rolled += 1;
            if counts.hex == change.before.robber() {
                counts.blocked += cards;
            } else {
                counts.produced += cards;
            }
        }
    }

    /// The cards that rolls have brought a seat so far.
    pub(super) fn received(&self, seat: Seat) -> u32 {
        self.received[seat]
    }

    pub(super) fn luck(&self, seat: Seat) -> Luck {
        Luck {
            received: self.received[seat],
            expected: self.due[seat],
            deviation: self.variance[seat].max(0.0).sqrt(),
        }
    }

    pub(super) fn rolls_of(&self, seat: Seat) -> PerSum<u32> {
        self.rolls[seat]
    }

    pub(super) fn finish(self) -> DiceCounts {
        DiceCounts {
            sums: self.sums,
            expected: self.expected,
            hexes: self.hexes,
        }
    }
}
