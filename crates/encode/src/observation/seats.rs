//! A row for each seat.

use brickwood_rules::{
    Answer, Board, ByResource, CITIES, Cards, Game, IntersectionSet, Layout, Phase, ROADS,
    SETTLEMENTS, Seat, SeatSet, SeatView, Terms, ToAct, Topology,
};

use super::planes::free;
use super::sink::{Names, Sink, Values, fits};
use super::{Sight, table};
use crate::space::RESOURCES;
use crate::{Draft, EncodeError};

/// The most points that pieces and cards can be worth: five settlements, four cities, both awards and
/// five cards.
const MOST_POINTS: u8 = 22;
/// So many free intersections in reach are as good as more.
const MANY_SPOTS: u32 = 10;
/// A production of a card a throw, in pips.
const CARD_A_THROW: u32 = 36;

/// How many numbers a row has.
const ROW: usize = 68;

/// What a settlement on each intersection brings in, in pips: a byte for each resource. No seat has so many buildings
/// that a sum would not fit.
#[derive(Clone, Debug)]
pub(super) struct Income(Vec<u64>);

impl Income {
    pub(super) fn of(board: &Board) -> Self {
        let of_hex = |id| {
            let hex = board.hex(id);
            let resource = hex.terrain.resource();
            resource.map_or(0, |resource| {
                u64::from(hex.pips()) << (8 * resource.index())
            })
        };
        let topology = board.topology();
        let intersections = topology.intersections();
        Self(
            intersections
                .map(|at| topology.hexes_round(at).map(of_hex).sum())
                .collect(),
        )
    }

    fn sum(&self, settlements: IntersectionSet, cities: IntersectionSet) -> ByResource<u32> {
        let of = |places: IntersectionSet| places.iter().map(|at| self.0[at.index()]).sum::<u64>();
        let bytes = (of(settlements) + 2 * of(cities)).to_le_bytes();
        ByResource::of(|resource| u32::from(bytes[resource.index()]))
    }
}

pub(super) fn names(layout: Layout, names: &mut Names) {
    let (game, view) = table::example(layout);
    let sight = Sight::of(&game, &view).expect("it is a view of this game");
    let free = IntersectionSet::EMPTY;
    let income = Income::of(game.board());
    row(sight, sight.from, &Draft::Nothing, free, &income, names);
}

pub(super) fn write(
    sight: Sight<'_>,
    draft: &Draft,
    income: &Income,
    into: &mut [f32],
) -> Result<(), EncodeError> {
    fits(into, ROW * sight.rows)?;
    let free = free(sight);
    let (rows, _) = into.as_chunks_mut::<ROW>();
    for (place, into) in rows.iter_mut().enumerate() {
        match sight.seat(place) {
            Some(seat) => Values::fill(into, |values| {
                row(sight, seat, draft, free, income, values);
            }),
            None => into.fill(0.0),
        }
    }
    Ok(())
}

fn row(
    sight: Sight<'_>,
    seat: Seat,
    draft: &Draft,
    free: IntersectionSet,
    income: &Income,
    sink: &mut impl Sink,
) {
    let Sight { game, view, .. } = sight;
    let seen = &view.seats[seat.index()];
    let in_set = |set: SeatSet| set.contains(seat);
    sink.flag("present", true);
    sink.flag("active", view.active == seat);
    sink.flag(
        "may_act",
        matches!(view.to_act, ToAct::Seats { seats } if in_set(seats)),
    );
    sink.flag("awaited", in_set(view.awaited()));
    sink.flag("first", view.first == seat);
    sink.flag("robbing", view.robbing == seat);
    sink.flag("special_building", view.special == Some(seat));
    sink.flag(
        "victim",
        matches!(view.phase, Phase::Rob { victims } if in_set(victims)),
    );
    sink.flag(
        "interrupt_to_come",
        matches!(view.phase, Phase::Interrupt { asked } if in_set(asked)),
    );
    sink.flag(
        "winner",
        matches!(view.phase, Phase::Over { winners } if in_set(winners)),
    );
    cards(sight, seat, seen, sink);
    pieces(game, seen, sink);
    sink.flag("longest_road", view.longest_road == Some(seat));
    sink.flag("largest_army", view.largest_army == Some(seat));
    points(game, seen, sink);
    production(sight, seen, income, sink);
    spots(sight, seat, seen, free, sink);
    negotiation(sight, seat, draft, sink);
}

fn cards(sight: Sight<'_>, seat: Seat, seen: &SeatView, sink: &mut impl Sink) {
    let Sight { game, view, .. } = sight;
    let rules = game.rules();
    let of_a_kind = rules.bank().counts()[0];
    let limit = u32::from(rules.hand_limit);
    sink.part(|| "hand".to_owned(), seen.hand, 5 * u32::from(of_a_kind));
    sink.part(
        || "hand_to_twice_the_limit".to_owned(),
        seen.hand,
        2 * limit,
    );
    sink.flag("over_limit", seen.hand > rules.hand_limit);
    let own = view.own.filter(|_| view.viewer == Some(seat));
    let known = own.map(|own| own.hand).or(seen.open_hand);
    sink.flag("hand_known", known.is_some());
    sink.cards("hand", known.unwrap_or_default(), of_a_kind);
    let due = match view.phase {
        Phase::Discard { due } => due[seat],
        _ => 0,
    };
    sink.part(|| "discard_due".to_owned(), due, 5 * u32::from(of_a_kind));
    let deck = rules.deck();
    let all = u32::from(deck.total());
    sink.part(|| "development".to_owned(), seen.development, all);
    sink.part(|| "bought".to_owned(), seen.bought, all);
    let played = seen.played.counts();
    for ((name, count), most) in table::CARDS.iter().zip(played).zip(deck.counts()) {
        sink.part(|| format!("played.{name}"), count, most);
    }
}

fn pieces(game: &Game, seen: &SeatView, sink: &mut impl Sink) {
    sink.part(|| "roads_left".to_owned(), seen.roads_left, ROADS as u32);
    sink.part(
        || "settlements_left".to_owned(),
        seen.settlements_left,
        SETTLEMENTS as u32,
    );
    sink.part(|| "cities_left".to_owned(), seen.cities_left, CITIES as u32);
    sink.part(|| "road_length".to_owned(), seen.road_length, ROADS as u32);
    let rates = game.board().rates(seen.settlements.union(seen.cities));
    for (name, rate) in RESOURCES.iter().zip(rates.counts()) {
        sink.part(|| format!("rate_below_four.{name}"), 4 - rate, 2u32);
    }
}

fn points(game: &Game, seen: &SeatView, sink: &mut impl Sink) {
    let (points, goal) = (seen.points.total(), game.rules().points_to_win);
    sink.part(|| "points".to_owned(), points, MOST_POINTS);
    sink.part(
        || "points_missing".to_owned(),
        goal.saturating_sub(points),
        goal,
    );
    sink.part(
        || "victory_point_cards".to_owned(),
        seen.points.victory_points,
        5u32,
    );
}

/// What the buildings bring in, and of this what the robber keeps back.
fn production(sight: Sight<'_>, seen: &SeatView, income: &Income, sink: &mut impl Sink) {
    let board = sight.game.board();
    let all = income.sum(seen.settlements, seen.cities);
    let mut blocked = ByResource::all(0);
    let hex = board.hex(sight.view.robber);
    let corners = board.topology().corner_set(sight.view.robber);
    if let Some(resource) = hex.terrain.resource()
        && seen.settlements.union(seen.cities).meets(corners)
    {
        let settlements = seen.settlements.intersection(corners).len() as u32;
        let cities = seen.cities.intersection(corners).len() as u32;
        blocked[resource] = u32::from(hex.pips()) * (settlements + 2 * cities);
    }
    for (name, pips) in [("production", all), ("production_blocked", blocked)] {
        for (resource, pips) in RESOURCES.iter().zip(pips) {
            sink.part(|| format!("{name}.{resource}"), pips, CARD_A_THROW);
        }
    }
}

/// How many free intersections its roads lead to, and how many a further road would lead to.
fn spots(
    sight: Sight<'_>,
    seat: Seat,
    seen: &SeatView,
    free: IntersectionSet,
    sink: &mut impl Sink,
) {
    let topology: &Topology = sight.game.board().topology();
    let others = sight.view.seats.iter().enumerate();
    let foreign = others
        .filter(|(place, _)| *place != seat.index())
        .fold(IntersectionSet::EMPTY, |all, (_, other)| {
            all.union(other.settlements).union(other.cities)
        });
    let ends = topology.ends_of(seen.roads);
    let open = ends.minus(foreign);
    let further = open.iter().fold(IntersectionSet::EMPTY, |all, at| {
        all.union(topology.neighbors(at))
    });
    let now = free.intersection(ends);
    let next = free.intersection(further).minus(ends);
    sink.part(|| "spots".to_owned(), now.len() as u32, MANY_SPOTS);
    sink.part(
        || "spots_a_road_away".to_owned(),
        next.len() as u32,
        MANY_SPOTS,
    );
}

/// What the seat has said to the open offer, and whether the viewer is about to ask it.
fn negotiation(sight: Sight<'_>, seat: Seat, draft: &Draft, sink: &mut impl Sink) {
    let answer = match sight.view.phase {
        Phase::Trade { trade } => trade.answers[seat],
        _ => Answer::NotAsked,
    };
    let (said, terms) = match answer {
        Answer::NotAsked => (None, None),
        Answer::Pending => (Some(0), None),
        Answer::Accepted => (Some(1), None),
        Answer::Declined => (Some(2), None),
        Answer::Countered { terms } => (Some(3), Some(terms)),
    };
    sink.one_of(
        "answer",
        &["pending", "accepted", "declined", "countered"],
        said,
    );
    let of_a_kind = sight.game.rules().bank().counts()[0];
    let terms = terms.unwrap_or(Terms {
        give: Cards::EMPTY,
        take: Cards::EMPTY,
    });
    sink.cards("counter.offerer_gives", terms.give, of_a_kind);
    sink.cards("counter.offerer_takes", terms.take, of_a_kind);
    sink.flag(
        "draft.asked",
        matches!(draft, Draft::Terms { to, .. } if to.contains(seat)),
    );
}
