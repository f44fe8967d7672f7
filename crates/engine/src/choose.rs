//! Decisions of the built-in bots, made as often as the budget allows.

use brickwood_bots::Bot;
use brickwood_rules::{Action, Game, InformationState};

use crate::{Problem, World};

/// The most guesses that a request can ask for.
const MOST_GUESSES: u32 = 10_000;

/// What a decision may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// How often the bot guesses the hidden cards and decides.
    guesses: u32,
    /// The positions that it evaluates in all guesses together.
    nodes: u32,
    /// The time after which it makes no more guesses.
    milliseconds: Option<u32>,
}

impl Budget {
    /// One guess, unless more guesses, nodes or some time are given.
    pub(crate) fn new(
        guesses: Option<u32>,
        nodes: Option<u32>,
        milliseconds: Option<u32>,
    ) -> Result<Self, Problem> {
        let usual = if nodes.is_some() || milliseconds.is_some() {
            MOST_GUESSES
        } else {
            1
        };
        let guesses = guesses.unwrap_or(usual);
        if !(1..=MOST_GUESSES).contains(&guesses) {
            let message = format!("`guesses` is 1 to {MOST_GUESSES}");
            return Err(Problem::bad_field("guesses", message));
        }
        let nodes = nodes.unwrap_or(u32::MAX);
        if nodes == 0 {
            return Err(Problem::bad_field("nodes", "`nodes` is 1 or more"));
        }
        Ok(Self {
            guesses,
            nodes,
            milliseconds,
        })
    }
}

/// What a bot decides.
pub(crate) struct Decision {
    /// The actions that were the best for some guess, and for how many, the decision first; nothing if
    /// there is nothing to do now.
    pub(crate) found: Vec<(Action, u32)>,
    /// How often it has guessed the hidden cards.
    pub(crate) guesses: u32,
    /// How many positions it has evaluated.
    pub(crate) nodes: u32,
}

impl Decision {
    /// An action that does not depend on guesses.
    pub(crate) fn only(action: Option<Action>) -> Self {
        Self {
            found: action.map(|action| (action, 1)).into_iter().collect(),
            guesses: 1,
            nodes: 0,
        }
    }
}

/// The action that the bot takes for most of its guesses; of several the one that it found first.
/// With one guess it is what the bot does at a table.
pub(crate) fn decide(
    mut bot: Bot,
    game: &Game,
    known: InformationState<'_>,
    seed: u64,
    budget: Budget,
    world: &dyn World,
) -> Decision {
    let begun = world.milliseconds();
    let is_late = || {
        budget
            .milliseconds
            .is_some_and(|most| world.milliseconds().saturating_sub(begun) >= u64::from(most))
    };
    let mut found: Vec<(Action, u32)> = Vec::new();
    let (mut guesses, mut nodes) = (0, 0);
    while guesses < budget.guesses && (guesses == 0 || !is_late()) {
        let left = budget.nodes.saturating_sub(nodes);
        if left == 0 {
            break;
        }
        let seed = seed_of_guess(seed, guesses);
        let Some(decision) = bot.choose_within(game, known, seed, left) else {
            break;
        };
        // A bot that evaluates nothing gets through its budget, too.
        nodes = nodes.saturating_add(decision.nodes.max(1));
        // The last guess was cut short, and says less than the others.
        if guesses > 0 && !decision.is_whole {
            break;
        }
        let action = decision.action;
        guesses += 1;
        match found.iter_mut().find(|(known, _)| *known == action) {
            Some((_, count)) => *count += 1,
            None => found.push((action, 1)),
        }
    }
    // Of several, the one that was found first stays first.
    found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    Decision {
        found,
        guesses,
        nodes,
    }
}

/// A seed for each guess; the first is that of the decision.
fn seed_of_guess(seed: u64, guess: u32) -> u64 {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    seed.wrapping_add(SPREAD.wrapping_mul(u64::from(guess)))
}
