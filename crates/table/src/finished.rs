//! A finished game and the people who played it: who held each seat, and who did not stay to the end.

use brickwood_protocol::{BotLevel, SeatKind};
use brickwood_rules::{BySeat, Points, Seat, State, Step};

use crate::log::{Entry, SeatLine};
use crate::replay::PlayedGame;
use crate::seats::{PersonId, SeatAssignment};
use crate::table::Table;

/// How often in a row a player runs out of time before that counts as having gone.
const MOST_TIMED_OUT: u32 = 2;

/// How many turns each seat must have had until a game that nobody has won counts: by then the openings have shown what
/// they bring, and nobody can end such games by the dozen.
const TURNS_TO_COUNT: u16 = 5;

/// A finished game and who played it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedGame {
    /// The rules, the board and the steps.
    pub played: PlayedGame,
    /// When its last step was taken, in milliseconds since 1970.
    pub ended_ms: u64,
    /// Clockwise.
    pub seats: Vec<FinishedSeat>,
    /// The people who held a seat in the game and gave it up or lost it, once each; not those who held another one
    /// at the end.
    pub gone: Vec<PersonId>,
    /// Whether it counts, for ratings and for who stays to the end: it was played to its end by the rules, or each seat has
    /// had some turns.
    pub counts: bool,
    /// Who had agreed that the game is rated, by seat; empty if it is not.
    agreed: Vec<Option<PersonId>>,
}

/// How a seat of a rated game counts for the ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedSeat {
    /// The seat.
    pub seat: Seat,
    /// Who played.
    pub player: RatedPlayer,
    /// 1 for the first; several may share a place.
    pub place: u8,
    /// Whether the player stayed to the end.
    pub stayed: bool,
}

/// Who played a seat of a rated game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RatedPlayer {
    /// A person.
    Person(PersonId),
    /// A bot.
    Bot(BotLevel),
}

/// A seat of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedSeat {
    /// Human or bot.
    pub kind: SeatKind,
    /// Its name at the end, or the last one before nobody held it.
    pub name: Option<String>,
    /// Who held it at the end. A person whose device several people shared holds several seats.
    pub person: Option<PersonId>,
    /// Whether its player stayed.
    pub stay: Staying,
    /// Whether its player came in the middle of the game.
    pub joined: bool,
    /// Its points, hidden ones included.
    pub points: Points,
    /// Its place: 1 for who has won, then by points; those who have as many share a place. None in a game without a
    /// winner.
    pub place: Option<u8>,
}

/// Whether the player of a seat stayed to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Staying {
    /// Yes; or a bot's seat.
    Stayed,
    /// The player has left, was voted out while away, or a bot played for them at the end because they did not act or come.
    Left,
    /// The others have voted the player out, who was there and played. That says nothing about the player.
    VotedOut,
    /// The player never came back after the server had stopped. That is nobody's fault.
    CutOff,
}

/// What the log says of the seats when the game ends.
struct Attendances {
    seats: BySeat<Attendance>,
    /// The line with which it does.
    ended: u32,
    /// The lines in which others have voted out somebody who was there.
    voted_out: Vec<u32>,
}

/// What the log says of a seat, up to some line.
#[derive(Clone, Copy, Default)]
struct Attendance {
    /// The last line that its player caused.
    acted: u32,
    /// How often the player ran out of time since then.
    timed_out: u32,
    absence: Absence,
    joined: bool,
}

/// Why a bot plays for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Absence {
    /// None does.
    #[default]
    Here,
    /// Its player does not act or come.
    Away,
    /// The server had stopped between the player's last act and the absence.
    CutOff,
    /// Nobody holds it: its player has gone.
    Vacant,
    /// Nobody holds it: its player was there, and was voted out.
    VotedOut,
}

impl Table {
    /// The game and who played it; none while it is not over, or if it is far too long.
    pub fn finished(&self) -> Option<FinishedGame> {
        let played = self.played_game().ok()?;
        let Attendances {
            seats: attended,
            ended,
            voted_out,
        } = self.attendances();
        let places = Seat::all(self.people().places.len() as u8).zip(&self.people().places);
        let seats: Vec<FinishedSeat> = places
            .map(|(seat, place)| FinishedSeat {
                points: self.state().points(self.game(), seat),
                place: self.place_of(seat),
                ..attended[seat].finish(place)
            })
            .collect();
        Some(FinishedGame {
            played,
            ended_ms: self.at_ms(ended).unwrap_or(self.setup().created_ms),
            gone: self.gone(&seats, &voted_out),
            counts: !self.was_called_off(ended) || self.turns_to_count(self.state()) == 0,
            agreed: self.people().rated.clone(),
            seats,
        })
    }

    /// The place of a seat: after those who have won or have more points.
    fn place_of(&self, seat: Seat) -> Option<u8> {
        let winners = self
            .state()
            .phase()
            .winners()
            .filter(|winners| !winners.is_empty())?;
        let rank = |seat: Seat| {
            let points = self.state().points(self.game(), seat).total();
            (winners.contains(seat), points)
        };
        let better = |other: &Seat| match (winners.contains(seat), winners.contains(*other)) {
            (true, _) => false,
            _ => rank(*other) > rank(seat),
        };
        let before = Seat::all(self.game().rules().players).filter(better);
        Some(1 + before.count() as u8)
    }

    /// How many more turns must be played until the game counts even if nobody wins it; 0 once each seat has had enough, or
    /// somebody has won.
    pub(crate) fn turns_to_count(&self, state: &State) -> u16 {
        let winners = state.phase().winners();
        if winners.is_some_and(|winners| !winners.is_empty()) {
            return 0;
        }
        let seats = u16::from(self.game().rules().players);
        let played = state.turn().saturating_sub(self.first_turn());
        (TURNS_TO_COUNT * seats + 1).saturating_sub(played)
    }

    /// The turn before the first of the game: there are some in an opening that was played at another table.
    fn first_turn(&self) -> u16 {
        if self.setup().opening.is_empty() {
            return 0;
        }
        self.setup().start().turn().saturating_sub(1)
    }

    /// Whether the players have ended the game with this line.
    fn was_called_off(&self, ended: u32) -> bool {
        let last = ended
            .checked_sub(1)
            .and_then(|place| self.lines.get(place as usize));
        last.is_some_and(|line| line.entry == Entry::Step(Step::CalledOff))
    }

    /// What the log says of each seat when the game ends.
    fn attendances(&self) -> Attendances {
        let is_step = |line: &crate::table::Line| matches!(line.entry, Entry::Step(_));
        let after = self.lines.iter().rev().position(is_step);
        let ended = after.map_or(0, |after| self.lines.len() - after);
        let mut seats = BySeat::<Attendance>::default();
        let mut voted_out = Vec::new();
        let mut stopped = 0;
        for (line, number) in self.lines.iter().take(ended).zip(1..) {
            match line.entry {
                // From here on the seats have their numbers.
                Entry::Started { .. } => seats = BySeat::default(),
                Entry::Resumed { after_stop: true } => stopped = number,
                Entry::Of(seat, line) => {
                    seats[seat].follow(line, number, stopped);
                    if seats[seat].absence == Absence::VotedOut {
                        voted_out.push(number);
                    }
                }
                // A step of a seat may be a bot's: only messages of its player count.
                entry => {
                    if let Some(seat) = entry.actor()
                        && line.message.is_some()
                        && seats[seat].absence == Absence::Here
                    {
                        seats[seat].acts(number);
                    }
                }
            }
        }
        Attendances {
            seats,
            ended: ended as u32,
            voted_out,
        }
    }

    /// The people who held a seat in the game and hold none at its end, without those who were voted out with these lines.
    fn gone(&self, seats: &[FinishedSeat], voted_out: &[u32]) -> Vec<PersonId> {
        let people = self.people();
        let started = |line: &crate::table::Line| matches!(line.entry, Entry::Started { .. });
        let started = self.lines.iter().position(started).unwrap_or(0) as u32;
        let claims = people.places.iter().flat_map(|place| &place.claims);
        let removed = people.removed.iter();
        let removed = removed.filter(|one| one.id > started && !voted_out.contains(&one.id));
        let mut gone: Vec<PersonId> = claims
            .copied()
            .chain(removed.map(|one| one.person))
            .filter(|person| seats.iter().all(|seat| seat.person != Some(*person)))
            .collect();
        gone.sort_unstable();
        gone.dedup();
        gone
    }
}

impl FinishedGame {
    /// The seat that a person played: of several, the one that is not somebody else's at the same device.
    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        let held = |(_, seat): &(Seat, &FinishedSeat)| seat.person == Some(person);
        let own = Seat::all(self.seats.len() as u8)
            .zip(&self.seats)
            .filter(held)
            .find(|(_, seat)| seat.kind == SeatKind::Human);
        own.map(|(seat, _)| seat)
    }

    /// How each seat counts for the ratings; none if the game is not rated or does not count, or nobody has won and nobody
    /// has left. Who has left comes last, whatever a bot has made of the seat. Who never came back after the server had
    /// stopped is left out, and so is who was voted out.
    pub fn rated(&self) -> Option<Vec<RatedSeat>> {
        if self.agreed.is_empty() || !self.counts {
            return None;
        }
        let counts =
            |seat: &FinishedSeat| !matches!(seat.stay, Staying::CutOff | Staying::VotedOut);
        let has_left = |seat: &FinishedSeat| seat.stay == Staying::Left;
        let is_better = |one: &FinishedSeat, other: &FinishedSeat| {
            !has_left(one) && (has_left(other) || one.place < other.place)
        };
        let was_played = self
            .seats
            .iter()
            .any(|seat| seat.place.is_some() || has_left(seat));
        let seats = Seat::all(self.seats.len() as u8).zip(&self.seats);
        let rated = seats
            .filter(|(_, one)| counts(one))
            .filter_map(|(seat, one)| {
                let player = match one.kind {
                    SeatKind::Bot { level } => RatedPlayer::Bot(level),
                    _ => RatedPlayer::Person((*self.agreed.get(seat.index())?)?),
                };
                let others = self.seats.iter().filter(|other| counts(other));
                let better = others.filter(|other| is_better(other, one)).count();
                let place = 1 + better as u8;
                Some(RatedSeat {
                    seat,
                    player,
                    place,
                    stayed: !has_left(one),
                })
            });
        let rated: Vec<RatedSeat> = rated.collect();
        (was_played && rated.len() > 1).then_some(rated)
    }

    /// Everybody who played to the end on a seat of their own, with that seat.
    pub fn people(&self) -> Vec<(Seat, PersonId)> {
        let seats = Seat::all(self.seats.len() as u8).zip(&self.seats);
        seats
            .filter_map(|(seat, place)| Some((seat, place.person?)))
            .filter(|(seat, person)| self.seat_of(*person) == Some(*seat))
            .collect()
    }
}

impl Attendance {
    fn acts(&mut self, number: u32) {
        self.acted = number;
        self.timed_out = 0;
    }

    fn follow(&mut self, line: SeatLine, number: u32, stopped: u32) {
        match line {
            SeatLine::Away if stopped > self.acted => self.absence = Absence::CutOff,
            SeatLine::Away | SeatLine::Replaced => self.absence = Absence::Away,
            SeatLine::Left => self.absence = Absence::Vacant,
            SeatLine::Removed => {
                self.absence = match self.absence {
                    Absence::Here if self.timed_out < MOST_TIMED_OUT => Absence::VotedOut,
                    Absence::CutOff => Absence::CutOff,
                    _ => Absence::Vacant,
                };
            }
            SeatLine::Back | SeatLine::Taken => {
                self.absence = Absence::Here;
                self.joined |= line == SeatLine::Taken;
                self.acts(number);
            }
            SeatLine::TimedOut => self.timed_out += 1,
            line if line.is_own() => self.acts(number),
            _ => {}
        }
    }

    fn finish(self, place: &SeatAssignment) -> FinishedSeat {
        let is_person = matches!(place.kind, SeatKind::Human | SeatKind::Local);
        let former = || place.former.iter().rev().find_map(|one| one.name.clone());
        let stay = match self.absence {
            _ if !is_person => Staying::Stayed,
            Absence::CutOff => Staying::CutOff,
            Absence::VotedOut => Staying::VotedOut,
            Absence::Here if self.timed_out < MOST_TIMED_OUT => Staying::Stayed,
            _ => Staying::Left,
        };
        // Who leaves after the game has played it to the end.
        let left_since = || {
            place
                .claims
                .last()
                .copied()
                .filter(|_| !matches!(self.absence, Absence::Vacant | Absence::VotedOut))
        };
        FinishedSeat {
            kind: place.kind,
            name: place.name.clone().or_else(former),
            person: place.person.or_else(left_since),
            stay,
            joined: self.joined,
            points: Points::default(),
            place: None,
        }
    }
}
