//! What a seat has, in numbers for a net: those that stay the same while its hand changes, and those of the hand.
//!
//! Sizes are brought near to one another.

use brickwood_rules::{CITIES, Cards, ROADS, Resource, SETTLEMENTS, Seat, State};

use super::standing::{production, robbed};
use super::time::{counts, pace};
use super::{Evaluator, GoalKind, PlainStrength, SeatEvaluation, Standing, races};
use crate::reach::ROADS_AHEAD;

/// How many terms there are of a seat, its hand aside.
pub(super) const STANDING_TERMS: usize = 41;

/// How many terms there are of its hand.
pub(super) const HAND_TERMS: usize = 10;

/// The names of the terms of a seat, in their order.
pub fn term_names() -> Vec<String> {
    let mut names = vec!["missing".to_owned(), "horizon".to_owned()];
    let of_resources = |kind: &str| Resource::ALL.map(|of| format!("{kind}_{}", of.name()));
    for kind in ["rate", "blocked", "bank"] {
        names.extend(of_resources(kind));
    }
    names.extend(["road", "settlement", "city", "card"].map(|cost| format!("pace_{cost}")));
    names.extend((0..=ROADS_AHEAD).map(|roads| format!("sites_{roads}")));
    names.extend((0..=ROADS_AHEAD).map(|roads| format!("best_site_{roads}")));
    let others = [
        "city_gain",
        "knights_played",
        "knights",
        "progress",
        "army",
        "knights_behind",
        "road",
        "road_length",
        "roads_behind",
        "roads_left",
        "settlements_left",
        "cities_left",
        "deck_left",
        "turns_to_wait",
    ];
    names.extend(others.map(str::to_owned));
    names.extend(of_resources("hand"));
    names.extend(["settlement", "city", "card"].map(|cost| format!("near_{cost}")));
    names.extend(["exposed", "strength"].map(str::to_owned));
    names
}

/// Writes numbers one after the other.
struct Writer<'a> {
    terms: &'a mut [f32],
    count: usize,
}

impl Writer<'_> {
    fn add(&mut self, terms: impl IntoIterator<Item = f32>) {
        for term in terms {
            self.terms[self.count] = term;
            self.count += 1;
        }
    }
}

impl Evaluator<'_> {
    /// The terms of every seat, the evaluator's own first, then clockwise.
    pub(crate) fn terms(&self, state: &State) -> Vec<Vec<f32>> {
        let players = self.land.game.rules().players;
        let (standings, spots) = (self.standings(state), self.spots(state));
        let of_seat = |steps| {
            let seat = self.seat.clockwise(steps, players);
            let position = SeatEvaluation {
                evaluator: self,
                state,
                seat,
                spots: &spots,
            };
            let (standing, hand) = (standings.of(seat), state.hand(seat));
            let plain = self.plain_strength(standing, hand);
            let mut terms = position.standing_terms(standing).to_vec();
            terms.extend(self.hand_terms(hand, &plain));
            terms
        };
        (0..players).map(of_seat).collect()
    }

    /// The terms of a hand.
    pub(super) fn hand_terms(&self, hand: Cards, plain: &PlainStrength) -> [f32; HAND_TERMS] {
        let over = hand
            .total()
            .saturating_sub(self.land.game.rules().hand_limit);
        let [brick, lumber, wool, grain, ore] = counts(hand).0.map(|count| count / 4.0);
        let [settlement, city, card] = plain.near;
        [
            brick,
            lumber,
            wool,
            grain,
            ore,
            settlement,
            city,
            card,
            f32::from(over) / 4.0,
            plain.strength / 10.0,
        ]
    }
}

impl SeatEvaluation<'_> {
    /// The terms that do not depend on the hand.
    pub(super) fn standing_terms(&self, standing: &Standing) -> [f32; STANDING_TERMS] {
        let mut terms = [0.0; STANDING_TERMS];
        let mut writer = Writer {
            terms: &mut terms,
            count: 0,
        };
        let (evaluator, state, seat) = (self.evaluator, self.state, self.seat);
        let land = evaluator.land;
        let rules = land.game.rules();
        let full = production(land, state, seat);
        let free = robbed(land, state, seat, full, 1.0);
        let missing = f32::from(rules.points_to_win) - self.points();
        writer.add([missing / 10.0, evaluator.horizon / 50.0]);
        writer.add(full.iter().map(|rate| 3.0 * rate));
        writer.add(
            full.iter()
                .zip(&free)
                .map(|(full, free)| 3.0 * (full - free)),
        );
        writer.add(standing.bank.iter().map(|rate| 1.0 / rate));
        let costs = [
            rules.road_cost(),
            rules.settlement_cost(),
            rules.city_cost(),
            rules.development_card_cost(),
        ];
        writer.add(costs.map(|cost| 10.0 * pace(cost, &standing.rates, &standing.surplus)));
        let sites = self.spots[seat].iter();
        writer.add(sites.map(|sites| f32::from(sites.len() as u8) / 5.0));
        let goals = &standing.goals[..standing.goal_count];
        let gain = |kind: GoalKind| {
            let goal = goals.iter().find(|goal| goal.kind == kind);
            goal.map_or(0.0, |goal| goal.gain / 5.0)
        };
        let settlement = |roads: usize| gain(GoalKind::Settlement { roads: roads as u8 });
        writer.add((0..=ROADS_AHEAD).map(settlement));
        writer.add([gain(GoalKind::City)]);
        writer.add(self.race_terms());
        let left = |all: usize, used: usize| f32::from((all - used) as u8);
        writer.add([
            left(ROADS, state.roads(seat).len()) / 10.0,
            left(SETTLEMENTS, state.settlements(seat).len()) / 5.0,
            left(CITIES, state.cities(seat).len()) / 4.0,
            f32::from(state.deck_left()) / 25.0,
            self.turns_to_wait() / 4.0,
        ]);
        debug_assert_eq!(writer.count, STANDING_TERMS);
        terms
    }

    /// How many turns of others come before the seat's next one. A turn counts as over once the dice are thrown.
    pub(super) fn turns_to_wait(&self) -> f32 {
        let players = self.evaluator.land.game.rules().players;
        let active = self.state.active();
        let next = active.clockwise(u8::from(self.state.dice().is_some()), players);
        let ahead = self.seat.index() + usize::from(players) - next.index();
        f32::from((ahead % usize::from(players)) as u8)
    }

    fn race_terms(&self) -> [f32; 8] {
        let (state, seat) = (self.state, self.seat);
        let (knights, progress) = races::held(self, seat);
        let played = f32::from(state.knights(seat));
        let army = races::rival_army(self, |rival| races::held(self, rival).0);
        let length = f32::from(state.road_length(seat));
        let road = races::rival_road(self);
        let holds = |holder: Option<Seat>| f32::from(u8::from(holder == Some(seat)));
        [
            played / 3.0,
            knights / 2.0,
            progress / 2.0,
            holds(state.largest_army()),
            (army - played - knights) / 4.0,
            holds(state.longest_road()),
            length / 10.0,
            (road - length) / 5.0,
        ]
    }
}
