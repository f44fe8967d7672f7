//! The coach: what the hard level would do in a seat and why, and each seat's chance to win, as the
//! messages of a table say it. It knows what the seat knows, and nothing else.
//!
//! `docs/book/coach.md` describes what players see of it. [`BuiltIn`] is the coach together with the built-in bots,
//! for the tables of a server and of a browser.

mod built_in;

pub use built_in::BuiltIn;

use brickwood_bots as bots;
use brickwood_rules::{Game, History, Illegal, InformationState, Seat, State, Step, Terms};
use brickwood_table::protocol::{
    Advice, AdviceReason, AdvisedAction, AdvisedGoal, AdvisedPlace, AdvisedSite, BlockedCards,
    TradeWorth, Worth,
};

/// The advice for the viewer. With `terms`, it judges these instead of the open offer. The same view, history,
/// terms and seed give the same advice: cards that the viewer cannot see change nothing. `None` for a
/// spectator.
pub fn advise(
    game: &Game,
    known: InformationState<'_>,
    terms: Option<Terms>,
    seed: u64,
) -> Option<Advice> {
    let bots::Advice {
        best,
        places,
        trade,
    } = bots::advise(game, known, terms, seed)?;
    let chances = brickwood_analysis::known_chances(game, known)?;
    Some(Advice {
        best: best.map(|best| AdvisedAction {
            action: best.action,
            reason: best.reason.map(reason),
        }),
        places: places
            .into_iter()
            .map(|place| AdvisedPlace {
                action: place.action,
                worth: place.worth,
                reason: reason(place.reason),
            })
            .collect(),
        trade: trade.map(worth_of),
        chances: chances.into_iter().map(thousandths).collect(),
    })
}

/// The advice for a seat of a recorded game after `steps`, which are all since the game began. Its seed is the
/// number of these steps, so that a reader who comes back to a place of the game finds the same advice there.
/// `None` for a seat that the game does not have.
///
/// # Errors
///
/// The first step that is illegal.
pub fn advise_after(game: &Game, steps: &[Step], seat: Seat) -> Result<Option<Advice>, Illegal> {
    if seat.index() >= game.rules().seats() {
        return Ok(None);
    }
    let mut state = State::new(game);
    let mut history = History::new(Some(seat));
    for step in steps {
        let after = state.apply(game, *step)?;
        history.observe(game, &state, *step, &after);
        state = after;
    }
    let view = state.view(game, Some(seat));
    let known = InformationState::new(&view, Some(&history));
    Ok(advise(game, known, None, steps.len() as u64))
}

#[allow(clippy::cast_sign_loss)]
fn thousandths(chance: f32) -> u16 {
    (chance * 1000.0).round() as u16
}

fn reason(reason: bots::Reason) -> AdviceReason {
    match reason {
        bots::Reason::Wins => AdviceReason::Wins,
        bots::Reason::Settlement(terms) => AdviceReason::Settlement {
            yields: terms.yields,
            fresh: terms.fresh,
            scarce: terms.scarce,
            harbor: terms.harbor,
            room: terms.room,
            contested: terms.contested,
        },
        bots::Reason::City(yields) => AdviceReason::City { yields },
        bots::Reason::Road(terms) => AdviceReason::Road {
            toward: terms
                .toward
                .map(|bots::Toward { at, roads, cards }| AdvisedSite { at, roads, cards }),
            missing: terms.missing,
        },
        bots::Reason::Robber { blocks, own, frees } => AdviceReason::Robber {
            blocks: blocks
                .into_iter()
                .map(|bots::Block { seat, cards }| BlockedCards { seat, cards })
                .collect(),
            own,
            frees,
        },
        bots::Reason::Knight { frees, missing } => AdviceReason::Knight { frees, missing },
        bots::Reason::Goal { goal, rolls } => AdviceReason::Goal {
            goal: match goal {
                bots::GoalKind::Settlement { .. } => AdvisedGoal::Settlement,
                bots::GoalKind::City => AdvisedGoal::City,
                bots::GoalKind::DevelopmentCard => AdvisedGoal::DevelopmentCard,
                bots::GoalKind::LongestRoad => AdvisedGoal::LongestRoad,
            },
            rolls,
        },
        bots::Reason::Trade(worth) => AdviceReason::Trade {
            worth: worth_of(worth),
        },
    }
}

fn worth_of(worth: bots::TradeWorth) -> TradeWorth {
    let bots::TradeWorth {
        terms,
        own,
        partner,
        chance,
        willing,
    } = worth;
    TradeWorth {
        terms,
        own: level(own),
        partner: level(partner),
        chance: level(chance),
        willing,
    }
}

fn level(worth: bots::Worth) -> Worth {
    match worth {
        bots::Worth::Much => Worth::Much,
        bots::Worth::Little => Worth::Little,
        bots::Worth::Nothing => Worth::Nothing,
        bots::Worth::Harm => Worth::Harm,
    }
}
