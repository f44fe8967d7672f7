//! What is not about one seat.

use brickwood_rules::{
    Cards, Dice, Edition, Game, Layout, Phase, Rules, SWITCHES, State, Switch, SwitchKind, Terms,
    View, beginners_board, shuffled_board,
};

use super::Sight;
use super::sink::{Names, Sink, Values, fits};
use crate::{Draft, EncodeError};

/// The names of the development cards in their fixed order.
pub(super) const CARDS: [&str; 5] = [
    "knight",
    "road_building",
    "year_of_plenty",
    "monopoly",
    "victory_point",
];

/// The names of the phases.
const PHASES: [&str; 16] = [
    "first_player",
    "set_up_settlement",
    "set_up_road",
    "first_cards",
    "turn",
    "dice",
    "discard",
    "move_robber",
    "interrupt",
    "rob",
    "theft",
    "free_roads",
    "draw",
    "trade",
    "special_building",
    "over",
];

/// The totals of two dice.
pub(super) const TOTALS: [&str; 11] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];

/// The most that the rules allow a goal, a hand limit and a table to be.
const MOST_POINTS_TO_WIN: u8 = 22;
const MOST_HAND_LIMIT: u8 = 50;
const MOST_PLAYERS: u8 = 6;
/// How many numbers come before those of the rules.
const BEFORE_RULES: usize = 93;
/// Half of the way to the number 1 is covered after so many turns, or offers.
const MANY_TURNS: u32 = 100;
const MANY_OFFERS: u32 = 4;

const fn phase_number(phase: &Phase) -> usize {
    match phase {
        Phase::FirstPlayer { .. } => 0,
        Phase::SetUpSettlement => 1,
        Phase::SetUpRoad { .. } => 2,
        Phase::FirstCards { .. } => 3,
        Phase::Turn => 4,
        Phase::Dice => 5,
        Phase::Discard { .. } => 6,
        Phase::MoveRobber => 7,
        Phase::Interrupt { .. } => 8,
        Phase::Rob { .. } => 9,
        Phase::Theft { .. } => 10,
        Phase::FreeRoads => 11,
        Phase::Draw => 12,
        Phase::Trade { .. } => 13,
        Phase::SpecialBuilding => 14,
        Phase::Over { .. } => 15,
    }
}

/// A game on this land, whose names are those of all.
pub(super) fn example(layout: Layout) -> (Game, View) {
    let (rules, board) = match layout {
        Layout::Standard => (Edition::Modern.rules(4), beginners_board()),
        Layout::Large => {
            let rules = Edition::Modern.rules(6);
            (rules, shuffled_board(&rules, |_| 0))
        }
    };
    let game = Game::new(rules, board).expect("the edition can be played on its board");
    let first = brickwood_rules::Seat::all(1).next();
    let view = State::new(&game).view(&game, first);
    (game, view)
}

pub(super) fn names(layout: Layout, names: &mut Names) {
    let (game, view) = example(layout);
    let sight = Sight::of(&game, &view).expect("it is a view of this game");
    put(sight, &Draft::Nothing, names);
    rules(game.rules(), names);
}

/// `rules` are the numbers of the rules, which come last.
pub(super) fn write(
    sight: Sight<'_>,
    draft: &Draft,
    rules: &[f32],
    into: &mut [f32],
) -> Result<(), EncodeError> {
    fits(into, BEFORE_RULES + rules.len())?;
    if let Some((first, last)) = into.split_first_chunk_mut::<BEFORE_RULES>() {
        Values::fill(first, |values| put(sight, draft, values));
        last.copy_from_slice(rules);
    }
    Ok(())
}

fn put(sight: Sight<'_>, draft: &Draft, sink: &mut impl Sink) {
    let Sight { game, view, .. } = sight;
    sink.one_of("phase", &PHASES, Some(phase_number(&view.phase)));
    let total = view.dice.map(|dice| usize::from(dice.total()) - 2);
    sink.one_of("dice", &TOTALS, total);
    sink.put(
        || "turn".to_owned(),
        towards_one(view.turn.into(), MANY_TURNS),
    );
    sink.part(
        || "settlements_of_set_up".to_owned(),
        view.placed,
        2 * u32::from(game.rules().players),
    );
    sink.flag("card_played", view.card_played);
    sink.part(|| "free_roads".to_owned(), view.free_roads, 2u32);
    sink.flag("knight_waits", view.knight_waits);
    sink.flag("built", view.built);
    sink.put(
        || "offers".to_owned(),
        towards_one(view.offers.into(), MANY_OFFERS),
    );
    sink.flag("time_up", view.time_up);
    supplies(sight, sink);
    own_cards(sight, sink);
    let of_a_kind = game.rules().bank().counts()[0];
    let nothing = Terms {
        give: Cards::EMPTY,
        take: Cards::EMPTY,
    };
    let open = match view.phase {
        Phase::Trade { trade } => trade.terms,
        _ => nothing,
    };
    sink.cards("offer.offerer_gives", open.give, of_a_kind);
    sink.cards("offer.offerer_takes", open.take, of_a_kind);
    let (kind, give, take) = match *draft {
        Draft::Nothing => (None, Cards::EMPTY, Cards::EMPTY),
        Draft::Discard { cards } => (Some(0), cards, Cards::EMPTY),
        Draft::Terms { give, take, .. } => (Some(1), give, take),
    };
    sink.one_of("draft", &["discard", "terms"], kind);
    sink.cards("draft.give", give, of_a_kind);
    sink.cards("draft.take", take, of_a_kind);
}

/// The bank, the deck, and the deck of dice.
fn supplies(sight: Sight<'_>, sink: &mut impl Sink) {
    let Sight { game, view, .. } = sight;
    sink.cards("bank", view.bank, game.rules().bank().counts()[0]);
    let deck = game.rules().deck();
    sink.part(|| "deck".to_owned(), view.deck, deck.total());
    let under = view.under_deck.counts().counts();
    for ((name, count), most) in CARDS.iter().zip(under).zip(deck.counts()) {
        sink.part(|| format!("under_deck.{name}"), count, most);
    }
    let mut left = [0u32; TOTALS.len()];
    for dice in view.dice_deck.iter().flat_map(|deck| deck.drawable()) {
        left[usize::from(dice.total()) - 2] += 1;
    }
    for (total, left) in (2u8..).zip(left) {
        let ways = Dice::ALL
            .into_iter()
            .filter(|dice| dice.total() == total)
            .count();
        sink.part(|| format!("dice_deck.{total}"), left, ways as u32);
    }
}

/// The viewer's development cards, and what it can pay for. A spectator has neither.
fn own_cards(sight: Sight<'_>, sink: &mut impl Sink) {
    let Sight { game, view, .. } = sight;
    let rules = game.rules();
    let (held, bought) = view.own.map_or_else(Default::default, |own| {
        (own.development.counts(), own.bought.counts())
    });
    for (name, counts) in [("own", held), ("own_bought", bought)] {
        for ((card, count), most) in CARDS.iter().zip(counts).zip(rules.deck().counts()) {
            sink.part(|| format!("{name}.{card}"), count, most);
        }
    }
    let costs = [
        ("can_pay.road", rules.road_cost()),
        ("can_pay.settlement", rules.settlement_cost()),
        ("can_pay.city", rules.city_cost()),
        ("can_pay.development_card", rules.development_card_cost()),
    ];
    for (name, cost) in costs {
        sink.flag(name, view.own.is_some_and(|own| own.hand.contains(cost)));
    }
}

/// The numbers of the rules, for one game.
pub(super) fn rules_values(of: &Rules) -> Vec<f32> {
    struct List(Vec<f32>);
    impl Sink for List {
        fn put(&mut self, _name: impl FnOnce() -> String, value: f32) {
            self.0.push(value);
        }
    }
    let mut list = List(Vec::new());
    rules(of, &mut list);
    list.0
}

fn rules(rules: &Rules, sink: &mut impl Sink) {
    sink.part(|| "rules.players".to_owned(), rules.players, MOST_PLAYERS);
    sink.part(
        || "rules.points_to_win".to_owned(),
        rules.points_to_win,
        MOST_POINTS_TO_WIN,
    );
    sink.part(
        || "rules.hand_limit".to_owned(),
        rules.hand_limit,
        MOST_HAND_LIMIT,
    );
    sink.flag("rules.time_limit", rules.time_limit.is_some());
    for switch in SWITCHES.iter().filter(|switch| matters_in_play(switch)) {
        let value = switch.value(rules);
        // The first value is that where all others are 0.
        for id in &switch.ids[1..] {
            let name = || format!("rules.{}.{id}", switch.id);
            sink.put(name, f32::from(u8::from(value == *id)));
        }
    }
}

/// Whether a switch changes more than the board and who begins, which the other tensors show.
fn matters_in_play(switch: &Switch) -> bool {
    let of_the_board = [
        "number_start",
        "number_direction",
        "harbor_facing",
        "harbor_layout",
        "number_layout",
        "reds_apart",
        "balanced_board",
    ];
    switch.kind != SwitchKind::SetUp && !of_the_board.contains(&switch.id)
}

/// A count without a bound, from 0 towards 1.
#[allow(clippy::cast_precision_loss)]
fn towards_one(count: u32, half: u32) -> f32 {
    count as f32 / (count + half) as f32
}
