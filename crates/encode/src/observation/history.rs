//! The latest events that the viewer has been told.

use brickwood_rules::{
    Answer, ByResource, BySeat, Cards, DevelopmentCard, Dice, Event, Game, History, Layout, Piece,
    Resource, Seat, Terms,
};

use super::Sight;
use super::sink::{Names, Sink, Values, fits};
use super::table::{self, CARDS, TOTALS};
use crate::EncodeError;
use crate::space::RESOURCES;

/// How many events the tensor shows.
pub const HISTORY: usize = 32;

/// How many numbers a row has, for up to four seats and for up to six.
const ROW: usize = 91;
const LARGE_ROW: usize = 107;

macro_rules! event_kinds {
    ($($kind:ident $name:literal,)+) => {
        /// What an event is, in the order of [`Event`].
        #[derive(Clone, Copy)]
        enum EventKind {
            $($kind),+
        }

        /// Their names, in this order.
        const EVENTS: &[&str] = &[$($name),+];
    };
}

event_kinds! {
    FirstPlayerRolled "first_player_rolled",
    RolledAgain "rolled_again",
    Rolled "rolled",
    Built "built",
    StartingCards "starting_cards",
    Bought "bought",
    Played "played",
    FreeRoadsForgone "free_roads_forgone",
    TookPlenty "took_plenty",
    Monopolized "monopolized",
    Discarded "discarded",
    RobberMoved "robber_moved",
    RobberStayed "robber_stayed",
    NothingStolen "nothing_stolen",
    Stolen "stolen",
    TradedWithBank "traded_with_bank",
    Offered "offered",
    Answered "answered",
    Traded "traded",
    Withdrawn "withdrawn",
    TurnBegan "turn_began",
    LongestRoad "longest_road",
    LargestArmy "largest_army",
    SpecialBuildingBegan "special_building_began",
    TimeUp "time_up",
    CalledOff "called_off",
    Won "won",
}

/// An event, taken apart.
struct Told {
    kind: EventKind,
    seat: Option<Seat>,
    other: Option<Seat>,
    dice: Option<Dice>,
    card: Option<DevelopmentCard>,
    piece: Option<Piece>,
    answer: Option<Answer>,
    terms: Option<Terms>,
    /// Cards of each resource that it got or, below zero, gave.
    changes: BySeat<ByResource<i16>>,
    /// Likewise, where the viewer does not know which.
    unknown: BySeat<i16>,
}

impl Told {
    fn new(kind: EventKind) -> Self {
        Self {
            kind,
            seat: None,
            other: None,
            dice: None,
            card: None,
            piece: None,
            answer: None,
            terms: None,
            changes: BySeat::default(),
            unknown: BySeat::default(),
        }
    }

    fn by(kind: EventKind, seat: Seat) -> Self {
        Self {
            seat: Some(seat),
            ..Self::new(kind)
        }
    }

    /// The seat gets these cards, or gives them.
    fn change(mut self, seat: Seat, cards: Cards, sign: i16) -> Self {
        for (change, count) in self.changes[seat].iter_mut().zip(cards.counts()) {
            *change += sign * i16::from(count);
        }
        self
    }

    // One arm for each event.
    #[allow(clippy::too_many_lines)]
    fn of(game: &Game, event: &Event) -> Self {
        let rules = game.rules();
        match event {
            Event::FirstPlayerRolled { seat, dice } => Self {
                dice: Some(*dice),
                ..Self::by(EventKind::FirstPlayerRolled, *seat)
            },
            Event::RolledAgain { seat, dice } => Self {
                dice: Some(*dice),
                ..Self::by(EventKind::RolledAgain, *seat)
            },
            Event::Rolled {
                seat, dice, gains, ..
            } => {
                let told = Self {
                    dice: Some(*dice),
                    ..Self::by(EventKind::Rolled, *seat)
                };
                gains
                    .iter()
                    .fold(told, |told, gain| told.change(gain.seat, gain.cards, 1))
            }
            Event::Built { seat, placed, paid } => {
                let piece = placed.piece();
                let cost = match piece {
                    Piece::Road => rules.road_cost(),
                    Piece::Settlement => rules.settlement_cost(),
                    Piece::City => rules.city_cost(),
                };
                let told = Self {
                    piece: Some(piece),
                    ..Self::by(EventKind::Built, *seat)
                };
                told.change(*seat, if *paid { cost } else { Cards::EMPTY }, -1)
            }
            Event::StartingCards { seat, cards } => {
                Self::by(EventKind::StartingCards, *seat).change(*seat, *cards, 1)
            }
            Event::Bought { seat, card } => Self {
                card: *card,
                ..Self::by(EventKind::Bought, *seat)
            }
            .change(*seat, rules.development_card_cost(), -1),
            Event::Played { seat, card } => Self {
                card: Some(*card),
                ..Self::by(EventKind::Played, *seat)
            },
            Event::FreeRoadsForgone { seat, .. } => Self::by(EventKind::FreeRoadsForgone, *seat),
            Event::TookPlenty { seat, cards } => {
                Self::by(EventKind::TookPlenty, *seat).change(*seat, *cards, 1)
            }
            Event::Monopolized { seat, losses, .. } => {
                losses
                    .iter()
                    .fold(Self::by(EventKind::Monopolized, *seat), |told, loss| {
                        told.change(loss.seat, loss.cards, -1)
                            .change(*seat, loss.cards, 1)
                    })
            }
            Event::Discarded { seat, cards } => {
                Self::by(EventKind::Discarded, *seat).change(*seat, *cards, -1)
            }
            Event::RobberMoved { seat, .. } => Self::by(EventKind::RobberMoved, *seat),
            Event::RobberStayed { seat } => Self::by(EventKind::RobberStayed, *seat),
            Event::NothingStolen { seat } => Self::by(EventKind::NothingStolen, *seat),
            Event::Stolen {
                seat,
                victim,
                resource,
            } => Self::stolen(*seat, *victim, *resource),
            Event::TradedWithBank { seat, terms } => Self::by(EventKind::TradedWithBank, *seat)
                .change(*seat, terms.take, 1)
                .change(*seat, terms.give, -1),
            Event::Offered { seat, terms, to } => Self {
                terms: Some(*terms),
                other: to.single(),
                ..Self::by(EventKind::Offered, *seat)
            },
            Event::Answered { seat, answer } => Self {
                answer: Some(*answer),
                terms: match answer {
                    Answer::Countered { terms } => Some(*terms),
                    _ => None,
                },
                ..Self::by(EventKind::Answered, *seat)
            },
            Event::Traded { seat, with, terms } => Self {
                other: Some(*with),
                terms: Some(*terms),
                ..Self::by(EventKind::Traded, *seat)
            }
            .change(*seat, terms.take, 1)
            .change(*seat, terms.give, -1)
            .change(*with, terms.give, 1)
            .change(*with, terms.take, -1),
            Event::Withdrawn { seat } => Self::by(EventKind::Withdrawn, *seat),
            Event::TurnBegan { seat, .. } => Self::by(EventKind::TurnBegan, *seat),
            Event::LongestRoad { holder } => Self {
                seat: *holder,
                ..Self::new(EventKind::LongestRoad)
            },
            Event::LargestArmy { holder } => Self {
                seat: *holder,
                ..Self::new(EventKind::LargestArmy)
            },
            Event::SpecialBuildingBegan { seat } => {
                Self::by(EventKind::SpecialBuildingBegan, *seat)
            }
            Event::TimeUp => Self::new(EventKind::TimeUp),
            Event::CalledOff => Self::new(EventKind::CalledOff),
            Event::Won { seats } => Self {
                seat: seats.single(),
                ..Self::new(EventKind::Won)
            },
        }
    }

    fn stolen(seat: Seat, victim: Seat, resource: Option<Resource>) -> Self {
        let mut told = Self {
            other: Some(victim),
            ..Self::by(EventKind::Stolen, seat)
        };
        if let Some(resource) = resource {
            let card = Cards::of(resource, 1);
            return told.change(seat, card, 1).change(victim, card, -1);
        }
        told.unknown[seat] = 1;
        told.unknown[victim] = -1;
        told
    }
}

pub(super) fn names(layout: Layout, names: &mut Names) {
    let (game, view) = table::example(layout);
    let sight = Sight::of(&game, &view).expect("it is a view of this game");
    row(sight, &Told::new(EventKind::FirstPlayerRolled), names);
}

pub(super) fn write(
    sight: Sight<'_>,
    history: &History,
    into: &mut [f32],
) -> Result<(), EncodeError> {
    match sight.game.board().layout() {
        Layout::Standard => rows::<ROW>(sight, history, into),
        Layout::Large => rows::<LARGE_ROW>(sight, history, into),
    }
}

fn rows<const N: usize>(
    sight: Sight<'_>,
    history: &History,
    into: &mut [f32],
) -> Result<(), EncodeError> {
    fits(into, HISTORY * N)?;
    let mut latest = history.events().iter().rev();
    let (rows, _) = into.as_chunks_mut::<N>();
    for into in rows {
        match latest.next() {
            Some(event) => Values::fill(into, |values| {
                row(sight, &Told::of(sight.game, event), values);
            }),
            None => into.fill(0.0),
        }
    }
    Ok(())
}

fn row(sight: Sight<'_>, told: &Told, sink: &mut impl Sink) {
    let of = |seat: Option<Seat>| seat.map(|seat| sight.row(seat));
    sink.one_of("event", EVENTS, Some(told.kind as usize));
    sink.row("seat", sight.rows, of(told.seat));
    sink.row("other", sight.rows, of(told.other));
    let total = told.dice.map(|dice| usize::from(dice.total()) - 2);
    sink.one_of("dice", &TOTALS, total);
    sink.one_of("card", &CARDS, told.card.map(DevelopmentCard::index));
    let piece = told.piece.map(|piece| match piece {
        Piece::Road => 0,
        Piece::Settlement => 1,
        Piece::City => 2,
    });
    sink.one_of("piece", &["road", "settlement", "city"], piece);
    let answer = told.answer.and_then(|answer| match answer {
        Answer::Accepted => Some(0),
        Answer::Declined => Some(1),
        Answer::Countered { .. } => Some(2),
        Answer::NotAsked | Answer::Pending => None,
    });
    sink.one_of("answer", &["accepted", "declined", "countered"], answer);
    let of_a_kind = sight.game.rules().bank().counts()[0];
    let terms = told.terms.unwrap_or(Terms {
        give: Cards::EMPTY,
        take: Cards::EMPTY,
    });
    sink.cards("offerer_gives", terms.give, of_a_kind);
    sink.cards("offerer_takes", terms.take, of_a_kind);
    let of_a_kind = f32::from(of_a_kind);
    for place in 0..sight.rows {
        let seat = sight.seat(place);
        let changes = seat.map_or(ByResource::all(0), |seat| told.changes[seat]);
        for (resource, change) in RESOURCES.iter().zip(changes) {
            let name = || format!("change.{place}.{resource}");
            sink.put(name, f32::from(change) / of_a_kind);
        }
        let unknown = seat.map_or(0, |seat| told.unknown[seat]);
        sink.put(|| format!("change.{place}.unknown"), f32::from(unknown));
    }
}
