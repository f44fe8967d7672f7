//! Bots of three levels. A bot sees only the [`View`] of its seat, and remembers nothing: its next
//! action follows from the view and a seed alone, so that it can sit down in the middle of a game.
//!
//! To look ahead, a bot guesses the hidden cards in some way that the view allows. What it may do
//! does not depend on the guess, so every action that it returns is legal in the true state.

mod belief;
mod discard;
mod easy;
mod evaluation;
mod hard;
mod land;
mod medium;
mod opening;
mod reach;
mod robber;
mod search;
mod trade;

use brickwood_rules::{
    Action, Game, Illegal, Phase, Seat, State, Step, View, for_each_action, legal_actions,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::land::Land;

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// Knows the rules, and plays what comes to its mind.
    Easy,
    /// Follows the best plan that it sees at a glance, and takes trades that help it.
    Medium,
    /// Searches its own turn with an evaluator, and negotiates.
    Hard,
}

impl Level {
    /// From the weakest to the strongest.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];
}

/// What a bot decides from: the board, its own seat, and a state that looks like its view.
struct Table<'a> {
    game: &'a Game,
    land: Land<'a>,
    seat: Seat,
    /// Own cards and everything public as they are; the cards of others guessed.
    state: State,
}

impl<'a> Table<'a> {
    fn new(game: &'a Game, view: &View, rng: &mut ChaCha8Rng) -> Option<Self> {
        let seat = view.viewer?;
        let land = Land::new(game, view.dice_deck);
        let state = belief::guess(&land, view, rng)?;
        Some(Self {
            game,
            land,
            seat,
            state,
        })
    }

    /// The state after an own action, where that is legal.
    fn after(&self, action: Action) -> Option<State> {
        let seat = self.seat;
        self.state
            .apply(self.game, Step::Action { seat, action })
            .ok()
    }
}

/// The action that a bot of this level takes in the viewer's seat. The same view and seed give the
/// same action.
///
/// `None` means that there is nothing to do now: the viewer is a spectator, its seat is not to act,
/// it has answered the open offer, or it waits for the answers to its own. Ask again after the next
/// step. Who cannot wait for an answer any longer calls [`give_up`].
pub fn choose(level: Level, game: &Game, view: &View, seed: u64) -> Option<Action> {
    if !has_a_choice(view) {
        return None;
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let table = Table::new(game, view, &mut rng)?;
    let action = match level {
        Level::Easy => easy::choose(&table, &mut rng),
        Level::Medium => medium::choose(&table, view, &mut rng),
        Level::Hard => hard::choose(&table, view, &mut rng),
    };
    action
        .filter(|action| table.after(*action).is_some())
        .or_else(|| any_action(&table))
}

/// Whether an own action ends the game in the seat's favor.
fn wins(table: &Table, action: Action) -> bool {
    let after = table.after(action);
    after.is_some_and(
        |state| matches!(state.phase(), Phase::Over { winners } if winners.contains(table.seat)),
    )
}

/// Every legal action of the viewer but offers and counter-offers, which are without end; none for a
/// spectator, and none where its seat is not to act. As [`choose`], it turns on no hidden card.
pub fn legal_choices(game: &Game, view: &View) -> Vec<Action> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    Table::new(game, view, &mut rng)
        .map(|table| legal_actions(game, &table.state, table.seat))
        .unwrap_or_default()
}

/// How well the viewer stands after an action, as the hard level sees it: log-odds of winning, of
/// sorts, on average over what chance brings next. The same seed guesses the same hidden cards.
/// Nothing where the action is not legal, or leaves the decision to others.
pub fn value_after(game: &Game, view: &View, action: Action, seed: u64) -> Option<f32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let table = Table::new(game, view, &mut rng)?;
    let evaluator = evaluation::Evaluator::new(&table, &evaluation::HARD);
    search::expected(&evaluator, &table.after(action)?)
}

/// Whether the viewer may take this action, offers and counter-offers included. As [`choose`], it
/// turns on no hidden card.
///
/// # Errors
///
/// What the action breaks.
pub fn judge(game: &Game, view: &View, action: Action) -> Result<(), Illegal> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let table = Table::new(game, view, &mut rng).ok_or(Illegal::NotToAct)?;
    let seat = table.seat;
    table
        .state
        .apply(game, Step::Action { seat, action })
        .map(drop)
}

/// What the offerer does when it waits no longer for answers that have not come: it closes with
/// the best of those that have, or takes the offer back. `None` if the viewer has no open offer.
pub fn give_up(game: &Game, view: &View) -> Option<Action> {
    let Phase::Trade { trade } = view.phase else {
        return None;
    };
    if view.viewer != Some(view.active) {
        return None;
    }
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    Some(
        Table::new(game, view, &mut rng)
            .and_then(|table| trade::best_confirmation(&table, &trade))
            .unwrap_or(Action::Withdraw),
    )
}

/// Whether the viewer is to act and has not done its part of an open trade.
fn has_a_choice(view: &View) -> bool {
    view.viewer
        .is_some_and(|viewer| view.awaited().contains(viewer))
}

/// Some legal action, and rather one that goes on than one that spends.
fn any_action(table: &Table) -> Option<Action> {
    if let Phase::Discard { due } = *table.state.phase() {
        let hand = table.state.hand(table.seat);
        let cards = discard::from_largest_piles(hand, due[table.seat.index()]);
        return Some(Action::Discard { cards });
    }
    let mut found = None;
    for_each_action(table.game, &table.state, table.seat, |action| {
        let goes_on = matches!(
            action,
            Action::Roll | Action::EndTurn | Action::Decline | Action::Withdraw | Action::Pass
        );
        if found.is_none() || goes_on {
            found = Some(action);
        }
    });
    found
}
