//! The trade talk of a table, folded from the log: the lines of the open offer and its answers, the
//! suggestions, the seats that decline everything, and the blocks. It is conversation around the one offer
//! that the rules know, and ends in their steps.

use brickwood_protocol::{OpenOffer, Suggestion, TradeWord};
use brickwood_rules::{Action, Answer, BySeat, Game, Phase, Seat, SeatSet, State, Step, Terms};

use crate::game::trading_is_over;
use crate::log::Entry;

/// The trade talk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Negotiation {
    /// The lines of the open offer.
    pub(crate) offer: Option<OpenOffer>,
    /// The offers of this turn since the cards last changed, with their partners.
    pub(crate) offered: Vec<(Terms, SeatSet)>,
    /// The open suggestions, oldest first.
    pub(crate) suggestions: Vec<Suggestion>,
    /// The seats that decline every offer of this turn.
    pub(crate) declining: SeatSet,
    /// The counts of each seat in this turn.
    pub(crate) said: BySeat<Said>,
    /// The seats that each seat has blocked.
    blocked: BySeat<SeatSet>,
}

/// The counts of a seat's trade talk in a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Said {
    /// Suggestions made.
    pub(crate) suggestions: u8,
    /// Answers to offers, without refusals.
    pub(crate) answers: u8,
    /// Changes of the seat's blocks.
    pub(crate) changes: u8,
}

impl Negotiation {
    /// Before the first line of a log. If the game begins from a position in which an offer is open, the offer
    /// and its answers have the line 0.
    pub(crate) fn new(start: &State) -> Self {
        let offer = match start.phase() {
            Phase::Trade { trade } => Some(OpenOffer {
                line: 0,
                answers: trade
                    .answers
                    .map(|answer| {
                        let is_given = !matches!(answer, Answer::NotAsked | Answer::Pending);
                        is_given.then_some(0)
                    })
                    .0,
            }),
            _ => None,
        };
        Self {
            offer,
            ..Self::default()
        }
    }

    /// Applies a line of the log.
    pub(crate) fn apply(
        &mut self,
        game: &Game,
        line: u32,
        entry: Entry,
        before: &State,
        after: &State,
    ) {
        match entry {
            Entry::Step(Step::Action { seat, action }) => self.step(line, seat, action),
            Entry::Says(seat, word) => self.hear(line, seat, word, after.active()),
            // The seats have other players.
            Entry::Of(seat, line) if line.changes_player() => self.forget(seat),
            Entry::Arranged { seats } => {
                for seat in seats.iter() {
                    self.forget(seat);
                }
            }
            _ => {}
        }
        if !matches!(after.phase(), Phase::Trade { .. }) {
            self.offer = None;
        }
        if after.turn() != before.turn() {
            self.offered.clear();
            self.suggestions.clear();
            self.declining = SeatSet::EMPTY;
            self.said = BySeat::default();
        }
        if !self.suggestions.is_empty() {
            if trading_is_over(game, after) {
                self.suggestions.clear();
            }
            // It may be secret whether a maker still has the cards (ROB-06), but the number of its cards
            // is not.
            let has_lost = |seat| after.hand(seat).total() < before.hand(seat).total();
            self.suggestions
                .retain(|suggestion| !has_lost(suggestion.from));
        }
    }

    fn step(&mut self, line: u32, seat: Seat, action: Action) {
        match action {
            Action::Offer { terms, to } => {
                self.offered.push((terms, to));
                let answers = [None; 6];
                self.offer = Some(OpenOffer { line, answers });
            }
            Action::Accept | Action::Decline | Action::Counter { .. } => {
                if let Some(offer) = &mut self.offer {
                    offer.answers[seat.index()] = Some(line);
                }
                if action != Action::Decline {
                    count(&mut self.said[seat].answers);
                }
            }
            Action::Confirm { with } => {
                self.offered.clear();
                // Their trade was made.
                self.suggestions.retain(|other| other.from != with);
            }
            Action::EndTurn => self.offered.clear(),
            _ => {}
        }
    }

    fn hear(&mut self, line: u32, seat: Seat, word: TradeWord, active: Seat) {
        let said = &mut self.said[seat];
        match word {
            TradeWord::Suggest { terms, answers } => {
                count(&mut said.suggestions);
                // An answer replaces the one before it.
                self.suggestions.retain(|other| {
                    answers.is_none() || other.from != seat || other.answers != answers
                });
                self.suggestions.push(Suggestion {
                    line,
                    from: seat,
                    terms,
                    answers,
                    declined: if seat == active {
                        self.declining
                    } else {
                        SeatSet::EMPTY
                    },
                });
            }
            TradeWord::TakeBack { suggestion } => self.drop(suggestion),
            TradeWord::Decline { suggestion } => {
                if seat == active {
                    self.drop(suggestion);
                } else {
                    self.decline(seat, |one| one.line == suggestion);
                }
            }
            TradeWord::DeclineAll => {
                count(&mut said.changes);
                self.declining = self.declining.with(seat);
                self.decline(seat, |one| one.from == active);
            }
            TradeWord::Listen => {
                count(&mut said.changes);
                self.declining = self.declining.without(seat);
            }
            TradeWord::Block { seat: other } => {
                count(&mut said.changes);
                self.blocked[seat] = self.blocked[seat].with(other);
                for (seat, from) in [(seat, other), (other, seat)] {
                    if from == active {
                        self.decline(seat, |one| one.from == from);
                    } else if seat == active {
                        self.suggestions.retain(|one| one.from != from);
                    }
                }
            }
            TradeWord::Unblock { seat: other } => {
                count(&mut said.changes);
                self.blocked[seat] = self.blocked[seat].without(other);
            }
        }
    }

    /// A seat declines some suggestions of the seat whose turn it is. Its own answers to them are removed.
    fn decline(&mut self, seat: Seat, which: impl Fn(&Suggestion) -> bool) {
        let mut declined = Vec::new();
        for one in self.suggestions.iter_mut().filter(|one| which(one)) {
            one.declined = one.declined.with(seat);
            declined.push(Some(one.line));
        }
        self.suggestions
            .retain(|one| one.from != seat || !declined.contains(&one.answers));
    }

    /// Removes a suggestion, and the answers to it.
    fn drop(&mut self, line: u32) {
        self.suggestions
            .retain(|one| one.line != line && one.answers != Some(line));
    }

    /// A seat has another player, or none.
    fn forget(&mut self, seat: Seat) {
        self.suggestions.retain(|one| one.from != seat);
        self.declining = self.declining.without(seat);
        self.blocked[seat] = SeatSet::EMPTY;
        for others in &mut self.blocked {
            *others = others.without(seat);
        }
    }

    /// The suggestion that was made in a line, while it stands.
    pub(crate) fn suggestion(&self, line: u32) -> Option<Suggestion> {
        self.suggestions
            .iter()
            .copied()
            .find(|one| one.line == line)
    }

    /// The seats that a seat has blocked.
    pub(crate) fn blocked_by(&self, seat: Seat) -> SeatSet {
        self.blocked[seat]
    }

    /// The seats with which a seat trades, with this number of players.
    pub(crate) fn partners(&self, seat: Seat, players: u8) -> SeatSet {
        Seat::all(players)
            .filter(|other| {
                *other != seat
                    && !self.blocked_by(seat).contains(*other)
                    && !self.blocked_by(*other).contains(seat)
            })
            .collect()
    }
}

fn count(number: &mut u8) {
    *number = number.saturating_add(1);
}
