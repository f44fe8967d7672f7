//! The choices and the luck of each seat, added up.

use brickwood_rules::BySeat;
use libm::exp2f;

use crate::protocol::{Choice, Grade, SeatSummary, Stroke};

/// The cost that halves the quality of a choice: that of the least inaccuracy.
const HALF: f32 = 0.02;

/// What is known of all seats so far.
#[derive(Default)]
pub(crate) struct Sums(BySeat<Sum>);

#[derive(Clone, Copy, Default)]
struct Sum {
    /// The qualities of the choices that were not forced.
    quality: f32,
    /// All but their mean.
    rest: SeatSummary,
}

impl Sums {
    pub(crate) fn add_choice(&mut self, choice: &Choice) {
        let Sum { quality, rest } = &mut self.0[choice.seat];
        match choice.grade {
            Grade::Forced => return,
            Grade::Good => {}
            Grade::Inaccuracy => rest.inaccuracies += 1,
            Grade::Mistake => rest.mistakes += 1,
            Grade::Blunder => rest.blunders += 1,
        }
        rest.choices += 1;
        *quality += exp2f((choice.chance - choice.best_chance) / HALF);
    }

    pub(crate) fn add_stroke(&mut self, stroke: &Stroke) {
        for (sum, change) in self.0.iter_mut().zip(&stroke.changes) {
            sum.rest.luck += change;
        }
    }

    /// By seat.
    pub(crate) fn summaries(&self, seats: usize) -> Vec<SeatSummary> {
        let sums = self.0.iter().take(seats);
        sums.map(Sum::summary).collect()
    }
}

impl Sum {
    fn summary(&self) -> SeatSummary {
        let choices = f32::from(u16::try_from(self.rest.choices).unwrap_or(u16::MAX));
        SeatSummary {
            quality: (self.rest.choices > 0).then(|| 100.0 * self.quality / choices),
            ..self.rest
        }
    }
}
