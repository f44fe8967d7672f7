//! What is worth telling of a game.

use brickwood_rules::{Action, BySeat, ChanceOutcome, Change, Phase, Seat, SeatSet, Step};

use super::{cards::claim, timeline::TimelineCounter};
use crate::protocol::{Moment, MomentKind, SwingCause};

/// How many of the greatest swings are told.
const SWINGS: usize = 5;

#[derive(Default)]
pub(super) struct MomentFinder {
    moments: Vec<Moment>,
    /// The last seat that had more points than each of the others.
    leader: Option<Seat>,
    swings: Vec<Moment>,
    /// What is under way.
    deed: Deed,
    robbers: Robbers,
    /// The place of the moment of the robber where it stands now, if that is worth one.
    robber: Option<usize>,
}

/// Something that a seat has begun or chance has brought, with all that follows from it.
#[derive(Clone, Copy)]
struct Deed {
    /// Its first step.
    begun: u32,
    by: Option<Seat>,
    cause: SwingCause,
}

impl Default for Deed {
    fn default() -> Self {
        Self {
            begun: 0,
            by: None,
            cause: SwingCause::Other,
        }
    }
}

/// How often the robber was moved by each seat, and onto its hexes by others.
#[derive(Clone, Copy, Default)]
pub(super) struct Robbers {
    pub(super) moved: BySeat<u32>,
    pub(super) hit: BySeat<u32>,
}

impl MomentFinder {
    pub(super) fn count(&mut self, change: &Change<'_>, timeline: &TimelineCounter) {
        self.count_blocked(change);
        match change.step {
            Step::Action { seat, action } => self.count_action(change, seat, action),
            Step::Chance {
                outcome: ChanceOutcome::Stolen { resource },
            } => {
                if let Phase::Theft { victim } = *change.before.phase() {
                    let seat = change.before.robbing();
                    self.add(
                        change,
                        MomentKind::Theft {
                            seat,
                            victim,
                            resource,
                        },
                    );
                }
            }
            _ => {}
        }
        let (before, after) = (change.before, change.after);
        if before.longest_road() != after.longest_road() {
            let (from, to) = (before.longest_road(), after.longest_road());
            self.add(change, MomentKind::LongestRoad { from, to });
        }
        if before.largest_army() != after.largest_army() {
            let (from, to) = (before.largest_army(), after.largest_army());
            self.add(change, MomentKind::LargestArmy { from, to });
        }
        // While first settlements are placed, whoever has placed one more leads for a moment.
        if before.turn() > 0
            && let Some((seat, points)) = sole_leader(change)
            && self.leader != Some(seat)
        {
            self.leader = Some(seat);
            self.add(change, MomentKind::Lead { seat, points });
        }
        match *after.phase() {
            Phase::Over {
                winners: SeatSet::EMPTY,
            } => {}
            Phase::Over { winners } => self.add(change, MomentKind::Won { seats: winners }),
            _ => {}
        }
        self.count_deed(change);
        if after.phase().is_settled() && !after.phase().is_over() {
            self.count_swing(change, timeline);
        }
    }

    fn count_action(&mut self, change: &Change<'_>, seat: Seat, action: Action) {
        match action {
            Action::Discard { cards } => self.add(change, MomentKind::Discard { seat, cards }),
            Action::PlayMonopoly { resource } => {
                let cards = change.after.hand(seat)[resource] - change.before.hand(seat)[resource];
                let cards = u32::from(cards);
                self.add(
                    change,
                    MomentKind::Monopoly {
                        seat,
                        resource,
                        cards,
                    },
                );
            }
            Action::MoveRobber { to } => {
                self.robbers.moved[seat] += 1;
                self.robber = None;
                let board = change.game.board();
                let hit = |other: &Seat| {
                    *other != seat
                        && claim(board, change.after, *other, to)
                            .is_some_and(|(_, cards)| cards > 0)
                };
                let victims: SeatSet = change.seats().filter(hit).collect();
                for victim in victims.iter() {
                    self.robbers.hit[victim] += 1;
                }
                if !victims.is_empty() {
                    self.robber = Some(self.moments.len());
                    let blocked = 0;
                    let kind = MomentKind::Robber {
                        seat,
                        to,
                        victims,
                        blocked,
                    };
                    self.add(change, kind);
                }
            }
            _ => {}
        }
    }

    /// Adds the cards that the robber keeps from others at a roll.
    fn count_blocked(&mut self, change: &Change<'_>) {
        let Step::Chance {
            outcome: ChanceOutcome::Dice { dice },
        } = change.step
        else {
            return;
        };
        let robber = change.before.robber();
        let board = change.game.board();
        if board.hex(robber).token != Some(dice.total()) {
            return;
        }
        let place = self.robber;
        if let Some(moment) = place.and_then(|place| self.moments.get_mut(place))
            && let MomentKind::Robber {
                victims, blocked, ..
            } = &mut moment.kind
        {
            let claims = victims
                .iter()
                .filter_map(|seat| claim(board, change.before, seat, robber));
            *blocked += claims.map(|(_, cards)| u32::from(cards)).sum::<u32>();
        }
    }

    /// Keeps what is under way.
    fn count_deed(&mut self, change: &Change<'_>) {
        if change.before.phase().is_settled() {
            self.deed = Deed {
                begun: change.number,
                by: actor(change),
                cause: cause(change.step),
            };
        } else if *change.before.phase() == Phase::Dice {
            // What a roll does, the dice have done.
            self.deed.by = None;
            self.deed.cause = cause(change.step);
        }
    }

    /// Keeps the greatest swings so far.
    fn count_swing(&mut self, change: &Change<'_>, timeline: &TimelineCounter) {
        let changes = change
            .seats()
            .map(|seat| (seat, timeline.last_change(seat)));
        let greatest = changes.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
        // In the set-up, each placement looks like a swing until the others have answered it.
        if let Some((seat, change_of_chance)) = greatest
            && change_of_chance != 0.0
            && change.before.turn() > 0
        {
            let Deed { begun, by, cause } = self.deed;
            let kind = MomentKind::Swing {
                seat,
                change: change_of_chance,
                begun,
                by,
                cause,
            };
            self.swings.push(moment(change, kind));
            // Stable: of equals, the earlier ones stay.
            self.swings.sort_by(|a, b| size(b).total_cmp(&size(a)));
            self.swings.truncate(SWINGS);
        }
    }

    fn add(&mut self, change: &Change<'_>, kind: MomentKind) {
        self.moments.push(moment(change, kind));
    }

    /// All moments in the order of the game.
    pub(super) fn finish(mut self) -> (Vec<Moment>, Robbers) {
        self.moments.append(&mut self.swings);
        self.moments.sort_by_key(|moment| moment.step);
        (self.moments, self.robbers)
    }
}

/// Who took a step; nobody where it is not an action.
fn actor(change: &Change<'_>) -> Option<Seat> {
    match change.step {
        Step::Action { seat, .. } => Some(seat),
        Step::Chance { .. } | Step::TimeUp | Step::CalledOff => None,
    }
}

fn cause(step: Step) -> SwingCause {
    match step {
        Step::Chance {
            outcome: ChanceOutcome::Dice { dice },
        } => SwingCause::Roll {
            total: dice.total(),
        },
        Step::Chance { .. } | Step::TimeUp | Step::CalledOff => SwingCause::Other,
        Step::Action { action, .. } => match action {
            Action::BuildSettlement { .. } => SwingCause::Settlement,
            Action::BuildCity { .. } => SwingCause::City,
            Action::BuildRoad { .. } => SwingCause::Road,
            Action::BuyDevelopmentCard => SwingCause::DevelopmentCard,
            Action::PlayKnight => SwingCause::Knight,
            Action::PlayMonopoly { .. } => SwingCause::Monopoly,
            Action::PlayYearOfPlenty { .. } => SwingCause::YearOfPlenty,
            Action::PlayRoadBuilding => SwingCause::RoadBuilding,
            Action::MaritimeTrade { .. } | Action::Confirm { .. } => SwingCause::Trade,
            Action::EndTurn => SwingCause::EndTurn,
            _ => SwingCause::Other,
        },
    }
}

fn moment(change: &Change<'_>, kind: MomentKind) -> Moment {
    Moment {
        step: change.number,
        turn: change.after.turn(),
        kind,
    }
}

fn size(swing: &Moment) -> f32 {
    match swing.kind {
        MomentKind::Swing { change, .. } => change.abs(),
        _ => 0.0,
    }
}

/// The seat that has more points than each of the others.
fn sole_leader(change: &Change<'_>) -> Option<(Seat, u8)> {
    let points = |seat: Seat| change.after.points(change.game, seat).total();
    let most = change.seats().map(points).max()?;
    let mut leaders = change.seats().filter(|seat| points(*seat) == most);
    let leader = leaders.next()?;
    leaders.next().is_none().then_some((leader, most))
}
