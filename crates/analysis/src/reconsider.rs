//! What a seat could have done instead of what it has chosen.

use brickwood_bots::{Appraisal, Comparison, alternatives, explain, legal_choices};
use brickwood_protocol::{ChoiceWorth, ExerciseAnswer, PlayoutReason};
use brickwood_rules::{Action, Game, IllegalAt, Step, View};

use crate::advice::thousandths;
use crate::analyzer::Judged;
use crate::{Analyzer, PlayedOn, PlayoutWatch, chances, playout_reasons, playout_rounds};

/// How many answers there are at most.
const ANSWERS: usize = 6;

/// How many times the choice and the best are played on.
const PLAYOUTS: usize = 64;

/// By how many standard errors playouts differ in what is a reason.
const SURELY: f32 = 3.0;

/// A choice of a seat, and what it could have done instead, as far as the seat knew.
#[derive(Clone, PartialEq, Debug)]
pub struct Reconsideration {
    /// What it saw.
    pub view: View,
    /// What it has chosen and what it could have chosen, the best first, and what speaks for it.
    pub answers: Vec<ExerciseAnswer>,
    /// What each of them is worth, as the [`Analyzer`] judges it.
    pub worth: Vec<ChoiceWorth>,
    /// Which of them it has chosen.
    pub chosen: u16,
    /// What playouts of the best show more of than those of what it has chosen, where they were asked for.
    pub reasons: Vec<PlayoutReason>,
}

/// Looks again at the last of these steps, which are all since the game began: the first answer is what the [`Analyzer`] calls
/// best. An alternative that it puts above that is left out: there, the hard bot disagrees with the judgment of its choices.
/// `None` where the last step is not a choice of a seat.
///
/// Playouts take the longest by far, and are made only where `with_reasons` says so. Cards that the seat could not see change
/// nothing.
///
/// # Errors
///
/// The first illegal step.
pub fn reconsider(
    game: &Game,
    steps: &[Step],
    with_reasons: bool,
) -> Result<Option<Reconsideration>, IllegalAt> {
    let mut analyzer = Analyzer::new(game.clone(), steps.to_vec())?;
    analyzer.skip(steps.len().saturating_sub(1));
    let Some(Step::Action { seat, action }) = analyzer.next() else {
        return Ok(None);
    };
    Ok(analyzer.judge(seat, action, |judged| reconsidered(judged, with_reasons)))
}

fn reconsidered(judged: &Judged<'_>, with_reasons: bool) -> Option<Reconsideration> {
    let Judged {
        game,
        known,
        appraiser,
        choice,
        seed,
    } = judged;
    let appraiser = (*appraiser)?;
    let with_worth = |action| Some((action, appraiser.appraise(action)?));
    let best = with_worth(choice.best)?;
    let kept = |action: &Action| [choice.best, choice.action].contains(action);
    let mut others = alternatives(game, *known, choice.action, *seed)?;
    if others.is_empty() {
        others = legal_choices(game, known.view);
    }
    let others = others.into_iter().filter(|action| !kept(action));
    let mut others: Vec<(Action, Appraisal)> = others
        .filter_map(with_worth)
        // What is above by less than anybody sees is as good.
        .filter(|(_, worth)| thousandths(worth.chance()) <= thousandths(choice.best_chance))
        .collect();
    sort(&mut others);
    let played = (choice.action != choice.best).then_some(choice.action);
    others.truncate(ANSWERS - 1 - usize::from(played.is_some()));
    others.extend(played.and_then(with_worth));
    sort(&mut others);
    others.insert(0, best);
    let (actions, appraisals): (Vec<Action>, Vec<Appraisal>) = others.into_iter().unzip();
    let chosen = actions.iter().position(|action| *action == choice.action)?;
    Some(Reconsideration {
        view: known.view.clone(),
        worth: actions
            .iter()
            .zip(&appraisals)
            .map(|(action, worth)| ChoiceWorth {
                chance: thousandths(worth.chance()),
                doubt: thousandths(worth.doubt(&appraisals[0])),
                rest: appraiser.rest(*action),
            })
            .collect(),
        answers: explain(game, *known, &actions, *seed)?
            .into_iter()
            .map(|advised| ExerciseAnswer {
                actions: vec![advised.action],
                reason: advised.reason,
            })
            .collect(),
        chosen: chosen as u16,
        reasons: if with_reasons {
            reasons(judged)
        } else {
            Vec::new()
        },
    })
}

/// What playouts of the best show more of than those of what was chosen; nothing where they say that this was no worse.
fn reasons(judged: &Judged<'_>) -> Vec<PlayoutReason> {
    let Judged {
        game,
        known,
        choice,
        seed,
        ..
    } = judged;
    let seat = choice.seat;
    let rounds = Some(playout_rounds(known.view));
    let Some(comparison) = Comparison::new(game, *known, PLAYOUTS, rounds, *seed) else {
        return Vec::new();
    };
    let mut gain = 0.0;
    let mut counts = [Vec::new(), Vec::new()];
    for number in 0..PLAYOUTS as u64 {
        let end = |action| {
            let mut watch = PlayoutWatch::new(game, seat);
            let see = |before: &_, step, after: &_| watch.see(before, step, after);
            let end = comparison.end_of(&[action], number, see)?;
            Some((chances(game, &end)[seat.index()], watch.at(&end)))
        };
        // What another seat must have for it is not there in each guess.
        let Some(ends) = end(choice.best).zip(end(choice.action)) else {
            continue;
        };
        let ((best, of_best), (other, of_other)) = ends;
        gain += best - other;
        counts[0].push(of_best);
        counts[1].push(of_other);
    }
    if gain <= 0.0 {
        return Vec::new();
    }
    let actions = [[choice.best], [choice.action]];
    let [best, chosen] = [0, 1].map(|at| PlayedOn {
        actions: &actions[at],
        counts: &counts[at],
    });
    playout_reasons(game, known.view, best, chosen, SURELY)
}

/// The best first.
fn sort(answers: &mut [(Action, Appraisal)]) {
    answers.sort_by(|a, b| b.1.chance().total_cmp(&a.1.chance()));
}
