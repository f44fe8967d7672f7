//! What the hidden cards can be, and how likely, by everything that a viewer has been told.
//!
//! # Model
//!
//! **Resource cards.** All gains, payments, discards and trades are public. Only a theft between two
//! others is not: the card is drawn uniformly from the victim's hand. So a belief is a list of joint
//! [hands](Hands) of all seats, which branches at such a theft. Everything later that a seat can do
//! only with certain cards (paying, discarding, offering, accepting) rules hands out, and so does a
//! monopoly, which tells what everybody held. The probabilities are exact under this model; what a
//! seat *wants* says nothing in it.
//!
//! **Development cards.** See [`Development`].
//!
//! # Bound
//!
//! A belief keeps at most [`Belief::BOUND`] joint hands. Where there are more, the least likely are
//! dropped, and [`Belief::is_exact`] says so from then on. If all that were kept turn out to be
//! impossible, the truth was among those dropped: [`Belief::from_history`] then begins again with
//! eight times the bound, as often as it must.

mod development;
mod hands;

use brickwood_rules::{
    Answer, BySeat, Cards, Event, Gain, Game, History, Piece, Placed, Resource, Rules, Seat, Terms,
};

pub use development::Development;

/// Hands that all seats may hold together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hands {
    /// Seats that the game does not have hold nothing.
    pub hands: BySeat<Cards>,
    /// How likely these are: more than 0; those of a belief add up to 1.
    pub probability: f64,
}

/// What one viewer can conclude about the cards of all seats, its own among them.
#[derive(Clone, Debug)]
pub struct Belief {
    rules: Rules,
    viewer: Option<Seat>,
    bound: usize,
    /// In the order of the hands. Empty if what was told cannot be.
    joint: Vec<Hands>,
    is_exact: bool,
    development: Development,
    /// The terms of the open offer.
    offer: Option<Terms>,
    observed: Vec<Event>,
}

impl Belief {
    /// How many joint hands are kept.
    pub const BOUND: usize = 1_000;

    /// By how much the bound grows where it proves too small.
    const GROWTH: usize = 8;

    /// Before the first event of a game. The viewer `None` is a spectator.
    pub fn new(game: &Game, viewer: Option<Seat>) -> Self {
        Self::bounded(game, viewer, Self::BOUND)
    }

    fn bounded(game: &Game, viewer: Option<Seat>, bound: usize) -> Self {
        Self {
            rules: *game.rules(),
            viewer,
            bound,
            joint: vec![Hands {
                hands: BySeat::all(Cards::EMPTY),
                probability: 1.0,
            }],
            is_exact: true,
            development: Development::new(game.rules()),
            offer: None,
            observed: Vec::new(),
        }
    }

    /// After a whole history.
    pub fn from_history(game: &Game, history: &History) -> Self {
        let mut bound = Self::BOUND;
        loop {
            let mut belief = Self::bounded(game, history.viewer(), bound);
            for event in history.events() {
                belief.observe(event);
            }
            if belief.is_exact || !belief.joint.is_empty() {
                return belief;
            }
            bound *= Self::GROWTH;
        }
    }

    /// Observes what is new in a history. A history that does not continue what was observed replaces
    /// it.
    pub fn follow(&mut self, game: &Game, history: &History) {
        let events = history.events();
        let continues = self.viewer == history.viewer() && events.starts_with(&self.observed);
        if continues {
            for event in &events[self.observed.len()..] {
                self.observe(event);
            }
        }
        if !continues || (self.joint.is_empty() && !self.is_exact) {
            *self = Self::from_history(game, history);
        }
    }

    /// The hands that the seats can hold together. None where the events contradict each other, or
    /// where too few were kept (see [`Self::is_exact`]).
    pub fn joint_hands(&self) -> &[Hands] {
        &self.joint
    }

    /// Whether every possibility was kept. If so, the true hands are among
    /// [`joint_hands`](Self::joint_hands), and the probabilities are exact.
    pub const fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// Whether more than [`BOUND`](Self::BOUND) joint hands are kept, because the truth was not among so many.
    pub(crate) const fn has_grown(&self) -> bool {
        self.bound > Self::BOUND
    }

    /// The development cards.
    pub const fn development(&self) -> &Development {
        &self.development
    }

    /// The probability that a seat holds at least these cards.
    pub fn holds(&self, seat: Seat, cards: Cards) -> f64 {
        let all = self.joint.iter();
        all.filter(|joint| joint.hands[seat].contains(cards))
            .map(|joint| joint.probability)
            .sum()
    }

    /// The fewest and the most cards of each resource that a seat can hold, among the hands that were
    /// kept.
    pub fn bounds(&self, seat: Seat) -> Option<(Cards, Cards)> {
        let hands = self.joint.iter().map(|joint| joint.hands[seat]);
        let each = hands.map(|hand| (hand.counts(), hand.counts()));
        each.reduce(|(low, high), (hand, _)| {
            (
                std::array::from_fn(|kind| low[kind].min(hand[kind])),
                std::array::from_fn(|kind| high[kind].max(hand[kind])),
            )
        })
        .map(|(low, high)| (Cards::new(low), Cards::new(high)))
    }

    /// Observes the next event of the game.
    pub fn observe(&mut self, event: &Event) {
        self.observed.push(event.clone());
        self.development.observe(event, &self.rules);
        match event {
            Event::Rolled { gains, .. } => {
                for Gain { seat, cards } in gains {
                    self.gain(*seat, *cards);
                }
            }
            Event::StartingCards { seat, cards } | Event::TookPlenty { seat, cards } => {
                self.gain(*seat, *cards);
            }
            Event::Built {
                seat,
                placed,
                paid: true,
            } => self.pay(*seat, self.cost(*placed)),
            Event::Bought { seat, .. } => self.pay(*seat, self.rules.development_card_cost()),
            Event::Discarded { seat, cards } => self.pay(*seat, *cards),
            Event::TradedWithBank { seat, terms } => {
                self.pay(*seat, terms.give);
                self.gain(*seat, terms.take);
            }
            Event::Offered { seat, terms, .. } => {
                self.offer = Some(*terms);
                self.shows(*seat, terms.give);
            }
            Event::Answered { seat, answer } => match (*answer, self.offer) {
                (Answer::Accepted, Some(terms)) | (Answer::Countered { terms }, _) => {
                    self.shows(*seat, terms.take);
                }
                _ => {}
            },
            Event::Traded { seat, with, terms } => {
                self.offer = None;
                self.pay(*seat, terms.give);
                self.pay(*with, terms.take);
                self.gain(*seat, terms.take);
                self.gain(*with, terms.give);
            }
            Event::Withdrawn { .. } => self.offer = None,
            Event::Monopolized {
                seat,
                resource,
                losses,
            } => self.monopolized(*seat, *resource, losses),
            Event::Stolen {
                seat,
                victim,
                resource: Some(resource),
            } => self.seen_theft(*seat, *victim, *resource),
            Event::Stolen {
                seat,
                victim,
                resource: None,
            } => self.hidden_theft(*seat, *victim),
            Event::FirstPlayerRolled { .. }
            | Event::RolledAgain { .. }
            | Event::Built { paid: false, .. }
            | Event::Played { .. }
            | Event::FreeRoadsForgone { .. }
            | Event::RobberMoved { .. }
            | Event::RobberStayed { .. }
            | Event::NothingStolen { .. }
            | Event::TurnBegan { .. }
            | Event::LongestRoad { .. }
            | Event::LargestArmy { .. }
            | Event::SpecialBuildingBegan { .. }
            | Event::TimeUp
            | Event::CalledOff
            | Event::Won { .. } => {}
        }
    }

    fn cost(&self, placed: Placed) -> Cards {
        match placed.piece() {
            Piece::Road => self.rules.road_cost(),
            Piece::Settlement => self.rules.settlement_cost(),
            Piece::City => self.rules.city_cost(),
        }
    }

    fn gain(&mut self, seat: Seat, cards: Cards) {
        for joint in &mut self.joint {
            joint.hands[seat] += cards;
        }
    }

    fn pay(&mut self, seat: Seat, cards: Cards) {
        self.keep(|joint| {
            let hand = &mut joint.hands[seat];
            hand.checked_sub(cards).map(|rest| *hand = rest).is_some()
        });
    }

    fn shows(&mut self, seat: Seat, cards: Cards) {
        self.keep(|joint| joint.hands[seat].contains(cards));
    }

    fn monopolized(&mut self, seat: Seat, resource: Resource, losses: &[Gain]) {
        let mut lost = BySeat::all(0);
        for loss in losses {
            lost[loss.seat] = loss.cards[resource];
        }
        let sum = lost.into_iter().fold(0, u8::saturating_add);
        self.keep(|joint| {
            for (other, (hand, lost)) in Seat::EVERY
                .into_iter()
                .zip(joint.hands.iter_mut().zip(lost))
            {
                if other == seat {
                    *hand += Cards::of(resource, sum);
                } else if hand[resource] == lost {
                    *hand = hand.saturating_sub(Cards::of(resource, lost));
                } else {
                    return false;
                }
            }
            true
        });
    }

    fn seen_theft(&mut self, thief: Seat, victim: Seat, resource: Resource) {
        self.keep(|joint| joint.steal(thief, victim, resource));
    }

    fn hidden_theft(&mut self, thief: Seat, victim: Seat) {
        let branches = self.joint.iter().flat_map(|joint| {
            Resource::ALL.into_iter().filter_map(move |resource| {
                let mut branch = *joint;
                branch.steal(thief, victim, resource).then_some(branch)
            })
        });
        let mut branches: Vec<Hands> = branches.collect();
        branches.sort_by_key(|joint| joint.hands);
        // Only here can two ways lead to the same hands: everything else changes all hands alike.
        branches.dedup_by(|next, first| {
            let same = next.hands == first.hands;
            if same {
                first.probability += next.probability;
            }
            same
        });
        if branches.len() > self.bound {
            self.is_exact = false;
            branches.sort_by(|a, b| b.probability.total_cmp(&a.probability));
            branches.truncate(self.bound);
            branches.sort_by_key(|joint| joint.hands);
        }
        self.joint = branches;
        self.normalize();
    }

    /// Keeps the hands that `fits` can change and does not refuse.
    fn keep(&mut self, fits: impl FnMut(&mut Hands) -> bool) {
        // Of one possibility, the probability stays 1.
        let is_certain = self.joint.len() == 1;
        self.joint.retain_mut(fits);
        if !is_certain {
            self.normalize();
        } else if let [only] = &mut self.joint[..] {
            only.probability = 1.0;
        }
    }

    fn normalize(&mut self) {
        let total: f64 = self.joint.iter().map(|joint| joint.probability).sum();
        for joint in &mut self.joint {
            joint.probability /= total;
        }
    }
}

impl Hands {
    /// Whether this card can be stolen; if so, it is, as likely as it is drawn.
    fn steal(&mut self, thief: Seat, victim: Seat, resource: Resource) -> bool {
        let hand = self.hands[victim];
        let card = Cards::of(resource, 1);
        let Some(rest) = hand.checked_sub(card) else {
            return false;
        };
        self.probability *= f64::from(hand[resource]) / f64::from(hand.total());
        self.hands[victim] = rest;
        self.hands[thief] += card;
        true
    }
}
