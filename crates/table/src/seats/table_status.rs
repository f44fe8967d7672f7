//! The status of a table beside the game: what its log says about the players.

use brickwood_fair::ClientSeed;
use brickwood_protocol::Remedy;
use brickwood_rules::{BySeat, Phase, Seat, SeatSet, State};

use crate::log::{Entry, Pauser, SeatLine};

/// The status of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct TableStatus {
    /// Whether the game has begun.
    pub(crate) begun: bool,
    /// Whether the table rests because the last of the people had gone.
    pub(crate) nobody_here: bool,
    /// The seats that it has begun without, as they were numbered before.
    pub(crate) left_out: SeatSet,
    /// Why the game is paused, if it is.
    pub(crate) paused: Option<Pause>,
    /// The seats that a bot plays for until their players are back.
    pub(crate) away: SeatSet,
    /// Those of them whose players stayed connected. Such a player has to ask to play again.
    pub(crate) replaced: SeatSet,
    /// The seats that a bot plays for in this turn.
    pub(crate) skipped: SeatSet,
    /// The votes of this turn, and those to remove a player.
    pub(crate) votes: Vec<Voted>,
    /// When each player last began a vote to remove another, in milliseconds since 1970.
    pub(crate) asked_to_remove_ms: BySeat<u64>,
    /// The vote to end the game without a winner.
    pub(crate) end_vote: Option<EndVoted>,
    /// When somebody last refused to end the game, in milliseconds since 1970.
    pub(crate) end_refused_ms: Option<u64>,
    /// When each player was last reminded, in milliseconds since 1970.
    pub(crate) reminded_ms: BySeat<u64>,
    /// The players' seeds for the chance of the game, by seat.
    pub(crate) seeds: Vec<(Seat, ClientSeed)>,
    /// The seats whose players were ready before a change, and have not agreed to it yet.
    pub(crate) asked: SeatSet,
    /// When the host last changed the game or the options before it, in milliseconds since 1970.
    pub(crate) changed_ms: u64,
    /// How often the host has changed the game.
    pub(crate) set_ups: u16,
    /// Whose lines the log holds.
    pub(crate) lines: Lines,
    /// When the game was paused, in milliseconds since 1970.
    pub(crate) paused_ms: u64,
    /// When somebody else went on with a game that the host had paused, in milliseconds since 1970.
    pub(crate) went_on_ms: Option<u64>,
}

/// How many lines of a log came from whom: nobody can use up what others need.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lines {
    /// Steps of the game.
    pub(crate) steps: u32,
    /// Undone steps and words about trades.
    pub(crate) talk: BySeat<u32>,
    /// Votes and returns.
    pub(crate) orders: BySeat<u32>,
    /// The host's orders.
    pub(crate) host: u32,
    /// Questions for seats of a game, and answers to them.
    pub(crate) requests: u32,
    /// Seats that were taken, left and made ready before the game.
    pub(crate) gathered: u32,
}

impl Lines {
    fn count(&mut self, entry: Entry, begun: bool) {
        match entry {
            Entry::Step(_) => self.steps += 1,
            Entry::Undo(seat) | Entry::Says(seat, _) => self.talk[seat] += 1,
            Entry::Of(seat, line) if line.is_own() => self.orders[seat] += 1,
            Entry::Arranged { .. } if begun => self.requests += 1,
            Entry::Arranged { .. } | Entry::Ready(..) => self.gathered += 1,
            Entry::Changed { .. }
            | Entry::Of(_, SeatLine::Hosts)
            | Entry::Paused(Pauser::Host(_)) => {
                self.host += 1;
            }
            _ => {}
        }
    }
}

/// The votes for a remedy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Voted {
    pub(crate) about: Seat,
    pub(crate) remedy: Remedy,
    pub(crate) by: SeatSet,
    /// When the first of them did, in milliseconds since 1970.
    pub(crate) at_ms: u64,
}

impl Voted {
    /// Whether the vote goes on when its player acts, or the turn ends.
    fn outlasts_turns(&self) -> bool {
        self.remedy == Remedy::Remove
    }
}

/// The votes to end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EndVoted {
    pub(crate) by: SeatSet,
    /// When the first of them did, in milliseconds since 1970.
    pub(crate) at_ms: u64,
}

/// How long a vote is open.
pub(crate) const VOTE_MS: u64 = 60_000;

/// How long a host's pause lasts before any player may go on, and how long the host then cannot pause again.
pub(crate) const PAUSE_MS: u64 = 10 * 60_000;

/// Why a game is paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pause {
    /// The host wants it.
    Wanted,
    /// A player is away.
    ForAbsent,
}

impl TableStatus {
    /// Whether the game has begun and is not paused.
    pub(crate) const fn plays(&self) -> bool {
        self.begun && self.paused.is_none()
    }

    /// Whether a player has said that they are ready.
    pub(crate) fn is_ready(&self, seat: Seat) -> bool {
        self.seeds.iter().any(|(ready, _)| *ready == seat)
    }

    pub(crate) fn apply(&mut self, entry: Entry, at_ms: u64) {
        self.lines.count(entry, self.begun);
        if let Some(actor) = entry.actor() {
            self.votes
                .retain(|vote| vote.about != actor || vote.outlasts_turns());
        }
        match entry {
            Entry::Ready(seat, seed) => {
                self.seeds.retain(|(other, _)| *other != seat);
                self.seeds.push((seat, seed));
                self.seeds.sort_by_key(|(seat, _)| *seat);
                self.asked = self.asked.without(seat);
            }
            Entry::Changed { what } => {
                self.set_ups += u16::from(what.is_another_game());
                // Players who were ready had agreed to something else.
                if !self.begun {
                    self.changed_ms = at_ms;
                    self.asked = self
                        .seeds
                        .drain(..)
                        .fold(self.asked, |asked, (seat, _)| asked.with(seat));
                }
            }
            // A new player brings a new seed. Once the game has begun, its seeds do not change.
            Entry::Arranged { seats } if !self.begun => {
                self.seeds.retain(|(seat, _)| !seats.contains(*seat));
                self.asked = seats.iter().fold(self.asked, SeatSet::without);
            }
            Entry::Started { without } => {
                self.begun = true;
                self.asked = SeatSet::EMPTY;
                self.left_out = without;
                let seeds = self.seeds.iter();
                self.seeds = seeds
                    .filter_map(|(seat, seed)| Some((moved_up(*seat, without)?, *seed)))
                    .collect();
            }
            Entry::Paused(Pauser::Absence) => self.paused = Some(Pause::ForAbsent),
            Entry::Paused(Pauser::Host(_)) => {
                self.paused = Some(Pause::Wanted);
                self.paused_ms = at_ms;
            }
            Entry::Unpaused(_) => {
                if at_ms >= self.paused_ms + PAUSE_MS && self.paused == Some(Pause::Wanted) {
                    self.went_on_ms = Some(at_ms);
                }
                self.paused = None;
            }
            Entry::Of(seat, line) => self.apply_to_seat(seat, line, at_ms),
            Entry::Arranged { .. }
            | Entry::Step(_)
            | Entry::Undo(_)
            | Entry::Says(..)
            | Entry::NobodyCanWin => {}
            Entry::NobodyHere => self.nobody_here = true,
            Entry::Resumed { .. } => self.nobody_here = false,
        }
    }

    /// A turn is over.
    pub(crate) fn end_turn(&mut self) {
        self.skipped = SeatSet::EMPTY;
        self.votes.retain(Voted::outlasts_turns);
    }

    /// Whether a stand-in plays for the player of this seat.
    pub(crate) fn is_stood_in(&self, seat: Seat) -> bool {
        self.away.contains(seat) || self.skipped.contains(seat)
    }

    fn plays_again(&mut self, seat: Seat) {
        self.away = self.away.without(seat);
        self.replaced = self.replaced.without(seat);
        self.skipped = self.skipped.without(seat);
    }

    fn apply_to_seat(&mut self, seat: Seat, line: SeatLine, at_ms: u64) {
        if line.changes_player() {
            self.forget_votes_of(seat);
        }
        match line {
            SeatLine::Hosts | SeatLine::TimedOut => return,
            SeatLine::Away => {
                self.away = self.away.with(seat);
                return;
            }
            SeatLine::Back => {
                self.plays_again(seat);
                return;
            }
            SeatLine::Left | SeatLine::Removed => {
                self.away = self.away.with(seat);
                self.replaced = self.replaced.without(seat);
            }
            SeatLine::Taken => {
                self.plays_again(seat);
                self.asked_to_remove_ms[seat] = 0;
            }
            SeatLine::Replaced => {
                self.away = self.away.with(seat);
                self.replaced = self.replaced.with(seat);
            }
            SeatLine::Skipped => self.skipped = self.skipped.with(seat),
            SeatLine::Reminded => self.reminded_ms[seat] = at_ms,
            SeatLine::Hurried | SeatLine::MoreTime => {}
            SeatLine::WantsToEnd => {
                let open = |vote: &EndVoted| at_ms < vote.at_ms + VOTE_MS;
                let vote = self.end_vote.filter(open).unwrap_or(EndVoted {
                    by: SeatSet::EMPTY,
                    at_ms,
                });
                self.end_vote = Some(EndVoted {
                    by: vote.by.with(seat),
                    ..vote
                });
                return;
            }
            SeatLine::PlaysOn => {
                self.end_vote = None;
                self.end_refused_ms = Some(at_ms);
                return;
            }
            SeatLine::Votes(remedy, about) => {
                self.vote(seat, remedy, about, at_ms);
                return;
            }
        }
        self.votes
            .retain(|vote| vote.about != seat || (vote.outlasts_turns() && !line.changes_player()));
        if line == SeatLine::Removed {
            // It was right to ask.
            self.asked_to_remove_ms = BySeat::default();
        }
    }

    /// The player of a seat goes: whoever takes it next has voted for nothing.
    fn forget_votes_of(&mut self, seat: Seat) {
        if let Some(vote) = &mut self.end_vote {
            vote.by = vote.by.without(seat);
        }
        for vote in &mut self.votes {
            vote.by = vote.by.without(seat);
        }
        self.votes.retain(|vote| !vote.by.is_empty());
    }

    fn vote(&mut self, by: Seat, remedy: Remedy, about: Seat, at_ms: u64) {
        self.votes.retain(|vote| at_ms < vote.at_ms + VOTE_MS);
        let mut votes = self.votes.iter_mut();
        if let Some(vote) = votes.find(|vote| (vote.about, vote.remedy) == (about, remedy)) {
            vote.by = vote.by.with(by);
            return;
        }
        self.votes.push(Voted {
            about,
            remedy,
            by: SeatSet::only(by),
            at_ms,
        });
        if remedy == Remedy::Remove {
            self.asked_to_remove_ms[by] = at_ms;
        }
    }

    /// The seats of the people for whose decisions the table waits in this state, without bots and absent
    /// players. While an offer is open, the time of the offering seat runs: the others need not answer.
    pub(crate) fn thinking(&self, state: &State, bots: SeatSet) -> SeatSet {
        if !self.plays() {
            return SeatSet::EMPTY;
        }
        let seats = match state.phase() {
            Phase::Trade { .. } => SeatSet::only(state.active()),
            _ => state.to_act().seats(),
        };
        let is_theirs = |seat: &Seat| !bots.contains(*seat) && !self.is_stood_in(*seat);
        seats.iter().filter(is_theirs).collect()
    }
}

/// The number of a seat once these seats are gone; none if it is one of them.
pub(crate) fn moved_up(seat: Seat, without: SeatSet) -> Option<Seat> {
    let gone = without.iter().filter(|gone| *gone < seat).count();
    if without.contains(seat) {
        return None;
    }
    Seat::all(6).nth(seat.index() - gone)
}
