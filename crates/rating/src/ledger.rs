//! All rated games in the order in which they count, as far as later ones follow from them.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::{Acquaintance, Class, DAY_MS, ENOUGH_MET, MONTH_MS, Outcome, Standing};

/// The pasts of people, whom `P` identifies.
#[derive(Clone, Debug)]
pub struct RatingLedger<P> {
    pages: HashMap<(P, Class), Page<P>>,
}

/// What a game has changed for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Noted<P> {
    /// Who.
    pub person: P,
    /// What.
    pub outcome: Outcome,
    /// Whether the person has stayed to the end.
    pub stayed: bool,
}

/// The past of one person in one class.
#[derive(Clone, Debug)]
struct Page<P> {
    standing: Standing,
    /// The games with each other person.
    with: HashMap<P, Vec<Game>>,
    /// With whom the person has played to the end.
    met: HashSet<P>,
}

#[derive(Clone, Copy, Debug)]
struct Game {
    ended_ms: u64,
    moved: i32,
}

impl<P> Default for RatingLedger<P> {
    fn default() -> Self {
        Self {
            pages: HashMap::new(),
        }
    }
}

impl<P: Copy + Eq + Hash> RatingLedger<P> {
    /// Where somebody stands after the games so far.
    pub fn standing(&self, class: Class, person: P) -> Standing {
        let page = self.pages.get(&(person, class));
        page.map_or(Standing::start(class), |page| page.standing)
    }

    /// What a person has to do with these others in a game that ended at this time, in milliseconds since 1970.
    pub fn others(
        &self,
        class: Class,
        person: P,
        others: &[P],
        ended_ms: u64,
    ) -> Vec<Acquaintance> {
        let page = self.pages.get(&(person, class));
        let others = others.iter().map(|other| {
            let games = page.and_then(|page| page.with.get(other));
            let within = |span_ms: u64| {
                let games = games.into_iter().flatten();
                games.filter(move |game| game.ended_ms + span_ms > ended_ms)
            };
            let met = self
                .pages
                .get(&(*other, class))
                .map_or(0, |page| page.met.len());
            Acquaintance {
                today: within(DAY_MS).count() as u32,
                moved: within(MONTH_MS).map(|game| game.moved).sum(),
                met: (met as u32).min(ENOUGH_MET),
            }
        });
        others.collect()
    }

    /// Notes what a game has changed that ended at this time, in milliseconds since 1970.
    pub fn note(&mut self, class: Class, ended_ms: u64, people: &[Noted<P>]) {
        for (place, one) in people.iter().enumerate() {
            let page = self
                .pages
                .entry((one.person, class))
                .or_insert_with(|| Page {
                    standing: Standing::start(class),
                    with: HashMap::new(),
                    met: HashSet::new(),
                });
            page.standing = one.outcome.standing;
            let game = Game {
                ended_ms,
                moved: one.outcome.moved,
            };
            let others = people.iter().enumerate();
            for (_, other) in others.filter(|(other, _)| *other != place) {
                page.with.entry(other.person).or_default().push(game);
                if one.stayed {
                    page.met.insert(other.person);
                }
            }
        }
    }
}
