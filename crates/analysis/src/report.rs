//! An analysis as text.

mod counts;

use std::io::{self, Write};

use brickwood_notation::{Record, cards_text, rules_text_from, seat_number, step_text};
use brickwood_rules::{Seat, Step};

use crate::{Choice, GameAnalysis, Grade, MomentKind, Stroke};

/// About how many turns stand for the whole game.
const SOME: u16 = 10;

/// What people read of the analysis of a record.
#[derive(Debug)]
pub struct AnalysisReport<'a> {
    record: &'a Record,
    names: Vec<String>,
    analysis: &'a GameAnalysis,
}

impl<'a> AnalysisReport<'a> {
    /// That of this analysis of this record.
    pub fn new(record: &'a Record, analysis: &'a GameAnalysis) -> Self {
        Self {
            record,
            names: record.header.names(),
            analysis,
        }
    }

    /// Writes it, with at most `top` choices and strokes of luck.
    ///
    /// # Errors
    ///
    /// If `out` takes no more.
    pub fn write(&self, out: &mut impl Write, top: usize) -> io::Result<()> {
        let (header, statistics) = (&self.record.header, &self.analysis.statistics);
        let rules = rules_text_from(header.edition, header.game.rules());
        writeln!(out, "rules   {rules}")?;
        writeln!(out, "steps   {}", statistics.steps)?;
        writeln!(out, "turns   {}", statistics.turns)?;
        self.seats(out)?;
        self.choices(out, top)?;
        self.strokes(out, top)?;
        self.moments(out)?;
        self.chances(out)?;
        counts::write_dice(out, &statistics.dice)?;
        counts::write_numbers(out, statistics)?;
        self.trades(out)
    }

    /// How each seat has played, and its luck. Chances are in percent.
    fn seats(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "\nseat  points  choices  quality  inaccuracies  mistakes  blunders    luck  \
             produced  expected  player"
        )?;
        let statistics = &self.analysis.statistics;
        let sums = statistics.seats.iter().zip(&self.analysis.summaries);
        for ((number, name), (seat, sum)) in (1..).zip(&self.names).zip(sums) {
            let won = Seat::new(number - 1).is_some_and(|seat| statistics.winners.contains(seat));
            writeln!(
                out,
                "{number:>4}  {:>6}  {:>7}  {:>7}  {:>12}  {:>8}  {:>8}  {:>+6.1}  {:>8}  {:>8.1}  {name}{}",
                seat.points.total(),
                sum.choices,
                sum.quality
                    .map_or("-".to_owned(), |quality| format!("{quality:.1}")),
                sum.inaccuracies,
                sum.mistakes,
                sum.blunders,
                100.0 * sum.luck,
                seat.luck.received,
                seat.luck.expected,
                if won { "  has won" } else { "" },
            )?;
        }
        writeln!(
            out,
            "Quality is from 0 to 100, luck in points of the chance to win, production in cards."
        )
    }

    /// The choices that cost most.
    fn choices(&self, out: &mut impl Write, top: usize) -> io::Result<()> {
        let mut choices: Vec<&Choice> = self.analysis.choices.iter().collect();
        choices.retain(|choice| !matches!(choice.grade, Grade::Forced | Grade::Good));
        if choices.is_empty() || top == 0 {
            return Ok(());
        }
        let cost = |choice: &Choice| choice.best_chance - choice.chance;
        choices.sort_by(|a, b| cost(b).total_cmp(&cost(a)));
        writeln!(out, "\nChoices that cost most")?;
        writeln!(
            out,
            " step  turn  seat   cost  grade       chosen                    better"
        )?;
        for choice in choices.into_iter().take(top) {
            let seat = choice.seat;
            let action = |action| self.step(Step::Action { seat, action });
            writeln!(
                out,
                "{:>5}  {:>4}  {:>4}  {:>5.1}  {:<10}  {:<24}  {}",
                choice.step,
                choice.turn,
                seat_number(seat),
                100.0 * cost(choice),
                grade(choice.grade),
                action(choice.action),
                action(choice.best),
            )?;
        }
        Ok(())
    }

    /// The greatest strokes of luck.
    fn strokes(&self, out: &mut impl Write, top: usize) -> io::Result<()> {
        let most = |stroke: &Stroke| {
            stroke
                .changes
                .iter()
                .fold(0.0_f32, |most, change| most.max(change.abs()))
        };
        let mut strokes: Vec<&Stroke> = self.analysis.strokes.iter().collect();
        strokes.sort_by(|a, b| most(b).total_cmp(&most(a)));
        if strokes.is_empty() || top == 0 {
            return Ok(());
        }
        writeln!(out, "\nGreatest strokes of luck")?;
        writeln!(out, " step  turn  outcome                   by seat")?;
        for stroke in strokes.into_iter().take(top) {
            let changes: Vec<String> = stroke
                .changes
                .iter()
                // Adding zero turns a negative zero into a positive one.
                .map(|change| format!("{:>+5.1}", (1000.0 * change).round() / 10.0 + 0.0))
                .collect();
            let outcome = stroke.outcome;
            writeln!(
                out,
                "{:>5}  {:>4}  {:<24}  {}",
                stroke.step,
                stroke.turn,
                self.step(Step::Chance { outcome }),
                changes.join("  "),
            )?;
        }
        Ok(())
    }

    /// How the lead and the awards changed hands, and the greatest swings.
    fn moments(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nMoments")?;
        writeln!(out, " step  turn")?;
        let name = |seat: Seat| self.names[seat.index()].as_str();
        let holder = |award: &str, to: Option<Seat>| match to {
            Some(seat) => format!("{} holds {award}", name(seat)),
            None => format!("nobody holds {award}"),
        };
        for moment in &self.analysis.statistics.moments {
            let words = match &moment.kind {
                MomentKind::Lead { seat, points } => {
                    let points = if *points == 1 {
                        "1 point".to_owned()
                    } else {
                        format!("{points} points")
                    };
                    format!("{} leads with {points}", name(*seat))
                }
                MomentKind::LongestRoad { to, .. } => holder("the longest road", *to),
                MomentKind::LargestArmy { to, .. } => holder("the largest army", *to),
                MomentKind::Won { seats } => {
                    let winners: Vec<&str> = seats.iter().map(name).collect();
                    format!("won by {}", winners.join(" and "))
                }
                MomentKind::Swing { seat, change, .. } => {
                    format!(
                        "{} {:+.1} points of the chance to win",
                        name(*seat),
                        100.0 * change
                    )
                }
                _ => continue,
            };
            writeln!(out, "{:>5}  {:>4}  {words}", moment.step, moment.turn)?;
        }
        Ok(())
    }

    /// How points and chances to win developed, at the beginnings of some turns and at the end.
    fn chances(&self, out: &mut impl Write) -> io::Result<()> {
        let timeline = &self.analysis.statistics.timeline;
        let last = timeline.turns.len() - 1;
        let turns = self.analysis.statistics.turns;
        // The last turn stands there as the end.
        let some = (1..turns).step_by(usize::from(turns / SOME).max(1));
        let begins = |turn| timeline.turns.partition_point(|begun| *begun < turn);
        writeln!(out, "\nPoints and chances to win, in percent")?;
        writeln!(out, " step  turn  by seat")?;
        for step in some.map(begins).chain([last]) {
            let seats: Vec<String> = timeline
                .seats
                .iter()
                .map(|line| {
                    format!(
                        "{:>2} {:>5.1}",
                        line.points[step],
                        100.0 * line.chance[step]
                    )
                })
                .collect();
            let seats = seats.join("    ");
            writeln!(out, "{step:>5}  {:>4}  {seats}", timeline.turns[step])?;
        }
        Ok(())
    }

    /// What players traded, and for whom it was good.
    fn trades(&self, out: &mut impl Write) -> io::Result<()> {
        let trades = &self.analysis.statistics.trades;
        if trades.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nTrades between players")?;
        writeln!(
            out,
            " step  turn  seat  with  gives       takes         gain  gain of the other"
        )?;
        for trade in trades {
            writeln!(
                out,
                "{:>5}  {:>4}  {:>4}  {:>4}  {:<10}  {:<10}  {:>+6.1}  {:>+6.1}",
                trade.step,
                self.analysis.statistics.timeline.turns[trade.step as usize],
                seat_number(trade.seat),
                seat_number(trade.with),
                cards_text(trade.terms.give),
                cards_text(trade.terms.take),
                100.0 * trade.gain,
                100.0 * trade.partner_gain,
            )?;
        }
        Ok(())
    }

    fn step(&self, step: Step) -> String {
        step_text(self.record.header.game.board().topology(), step)
    }
}

const fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Forced => "forced",
        Grade::Good => "good",
        Grade::Inaccuracy => "inaccuracy",
        Grade::Mistake => "mistake",
        Grade::Blunder => "blunder",
    }
}
