//! Answers of bots to suggestions. A bot judges offers and answers to them, so a suggestion is shown to it as
//! an offer; if it leaves cards open, in each of a few ways to close it.

use brickwood_protocol::{BotLevel, Command, OpenTerms, Suggestion, TradeWord};
use brickwood_rules::{Action, Answer, Cards, Resource, Seat, SeatSet, Terms, View};

use super::bots::BotSeat;
use crate::table::Table;

/// The most ways in which a built-in bot tries to close open terms.
const MOST_WAYS: usize = 12;

/// The most ways in which an external bot does, because it may take long for each.
const MOST_WAYS_EXTERNAL: usize = 3;

/// A suggestion that a bot has not answered yet.
#[derive(Debug)]
pub(super) struct PendingSuggestion {
    pub(super) bot: BotSeat,
    suggestion: Suggestion,
    /// The trades to which it could lead, each with the bot's view of it as an offer.
    ways: Vec<(Terms, View)>,
    /// Whether it is the bot's turn.
    is_active: bool,
}

impl PendingSuggestion {
    /// All suggestions that wait for the answers of bots.
    pub(super) fn all(table: &Table) -> Vec<Self> {
        let active = table.state().active();
        let mut suggestions = Vec::new();
        if table.is_paused() {
            return suggestions;
        }
        for suggestion in table.suggestions() {
            let asked = if suggestion.from == active {
                table.partners(active)
            } else {
                SeatSet::only(active)
            };
            let answered = |seat: Seat| {
                let answer = |other: &Suggestion| {
                    other.from == seat && other.answers == Some(suggestion.line)
                };
                suggestion.declined.contains(seat) || table.suggestions().iter().any(answer)
            };
            for seat in asked.iter().filter(|seat| !answered(*seat)) {
                if let Some(level) = table.bot(seat) {
                    let bot = BotSeat::new(table, seat, level);
                    suggestions.push(Self::at(table, *suggestion, bot));
                }
            }
        }
        suggestions
    }

    fn at(table: &Table, suggestion: Suggestion, bot: BotSeat) -> Self {
        let BotSeat {
            seat, level, seed, ..
        } = bot;
        let is_active = suggestion.from != table.state().active();
        let (partner, answer) = if is_active {
            (suggestion.from, Answer::Accepted)
        } else {
            (seat, Answer::Pending)
        };
        // The bot knows its own cards, and only the number of the others' cards.
        let count = |seat: Seat| table.state().hand(seat).total();
        let may_be_paid = |terms: &Terms| {
            if is_active {
                terms.take.total() <= count(partner)
            } else {
                terms.give.total() <= count(table.state().active())
            }
        };
        let hand = table.state().hand(seat);
        let may_pay =
            |terms: &Terms| hand.contains(if is_active { terms.give } else { terms.take });
        let is_news = |terms: &Terms| {
            !is_active
                || suggestion.terms.concrete().is_some()
                || (table.may_offer(*terms, SeatSet::only(partner)) && !table.was_offered(partner))
        };
        let mut ways = closed(suggestion.terms, table.game().rules().like_for_like);
        ways.retain(|terms| may_pay(terms) && may_be_paid(terms) && is_news(terms));
        let turn = seed % ways.len().max(1) as u64;
        ways.rotate_left(turn as usize);
        let most = match level {
            BotLevel::Outside { .. } => MOST_WAYS_EXTERNAL,
            BotLevel::Own(_) => MOST_WAYS,
        };
        let view = |terms| table.view_of_trade(seat, partner, terms, answer);
        Self {
            bot,
            suggestion,
            ways: ways
                .into_iter()
                .take(most)
                .map(|terms| (terms, view(terms)))
                .collect(),
            is_active,
        }
    }

    /// The bot's answer: the first way that it accepts, or a refusal.
    pub(super) fn answer(
        &self,
        mut choose: impl FnMut(&BotSeat, &View) -> Option<Action>,
    ) -> Command {
        let Suggestion {
            line, from, terms, ..
        } = self.suggestion;
        let suggest = |terms: Terms| Command::TradeTalk {
            word: TradeWord::Suggest {
                terms: terms.into(),
                answers: Some(line),
            },
        };
        let said = self
            .ways
            .iter()
            .find_map(|(way, view)| match choose(&self.bot, view)? {
                Action::Confirm { with } if with == from => Some(if terms.concrete().is_some() {
                    Command::TakeSuggestion { suggestion: line }
                } else {
                    let to = SeatSet::only(from);
                    Command::act(Action::Offer { terms: *way, to }, None)
                }),
                Action::Accept if !self.is_active => Some(suggest(*way)),
                Action::Counter { terms } if !self.is_active => Some(suggest(terms)),
                _ => None,
            });
        said.unwrap_or(Command::TradeTalk {
            word: TradeWord::Decline { suggestion: line },
        })
    }
}

/// The ways to close open terms that the rules allow.
fn closed(terms: OpenTerms, like_for_like: bool) -> Vec<Terms> {
    let mut ways = Vec::new();
    for any_give in handfuls(terms.any_give) {
        for any_take in handfuls(terms.any_take) {
            let (give, take) = (terms.give + any_give, terms.take + any_take);
            if like_for_like || !give.overlaps(take) {
                ways.push(Terms { give, take });
            }
        }
    }
    ways
}

/// All handfuls of `count` cards.
fn handfuls(count: u8) -> Vec<Cards> {
    let mut found = vec![Cards::EMPTY];
    for _ in 0..count {
        let mut larger: Vec<Cards> = found
            .iter()
            .flat_map(|cards| Resource::ALL.map(|resource| *cards + Cards::of(resource, 1)))
            .collect();
        larger.sort_unstable_by_key(|cards| cards.counts());
        larger.dedup();
        found = larger;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_terms_are_closed_in_every_way_that_the_rules_allow() {
        let terms = OpenTerms {
            give: Cards::of(Resource::Wool, 2),
            take: Cards::EMPTY,
            any_give: 0,
            any_take: 1,
        };
        let ways = closed(terms, false);
        assert_eq!(ways.len(), 4, "any but wool");
        assert!(
            ways.iter()
                .all(|way| way.give == terms.give && way.take.total() == 1)
        );
        assert_eq!(handfuls(2).len(), 15);
        assert_eq!(closed(terms, true).len(), 5);
    }
}
