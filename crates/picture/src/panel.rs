//! What lies beside the board: the turn with its dice, the seats, the bank.

use brickwood_notation::COLORS;
use brickwood_rules::{Cards, DevelopmentCard, Game, Phase, Resource, Seat, SeatView, View};
use kurbo::Affine;

use crate::art::{CARDS, ICONS, PALETTE};
use crate::letters::{Align, Pen};
use crate::scene::{Color, Part, Shape, disc, plate};

/// How wide it is.
pub(crate) const WIDTH: f64 = 316.0;
const PADDING: f64 = 12.0;
const GAP: f64 = 8.0;
const HEAD: f64 = 52.0;
const BANK: f64 = 44.0;
/// The height of what is known of everybody, of a line of cards, and of one of development cards.
const ROW: f64 = 68.0;
const CARDS_LINE: f64 = 27.0;
/// From one kind of cards to the next.
const CHIP: f64 = 42.5;
const INNER: f64 = WIDTH - 2.0 * PADDING;
/// Where the lines of a seat begin, right of its emblem.
const INDENT: f64 = 66.0;

const PIPS: [&[(i8, i8)]; 6] = [
    &[(0, 0)],
    &[(-1, -1), (1, 1)],
    &[(-1, -1), (0, 0), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
];

/// The panel, from its upper left corner.
pub(crate) fn parts(game: &Game, view: &View, height: f64) -> Vec<Part> {
    let ground = Shape::filled(format!("M0 0h{WIDTH}v{height}H0Z"), PALETTE.daylight.bg);
    let mut parts = vec![
        Part::new("panel", "The seats", vec![ground]),
        head(view).at(Affine::translate((PADDING, PADDING))),
    ];
    let mut y = PADDING + HEAD + GAP;
    for (index, seat) in view.seats.iter().enumerate() {
        let (part, row) = seat_part(game, view, index, seat);
        parts.push(part.at(Affine::translate((PADDING, y))));
        y += row + GAP;
    }
    parts.push(bank(view).at(Affine::translate((PADDING, height - PADDING - BANK))));
    parts
}

fn surface(height: f64) -> Shape {
    Shape::filled(plate(INNER, height, 10.0), PALETTE.daylight.panel)
        .edged(PALETTE.daylight.line, 1.5)
}

fn head(view: &View) -> Part {
    let mut shapes = vec![surface(HEAD)];
    let title = format!("Turn {}", view.turn);
    shapes.extend(Pen::plain(17.0, PALETTE.ink).write(&title, (16.0, 34.0), Align::Left));
    if let Some(dice) = view.dice {
        let [first, second] = dice.faces();
        let place = |x| Affine::translate((x, HEAD / 2.0)) * Affine::scale(0.8);
        shapes.extend(die(first, false, place(INNER - 76.0)));
        shapes.extend(die(second, true, place(INNER - 32.0)));
    }
    Part::new("turn", title, shapes)
}

/// A die of paper or of ink.
fn die(face: u8, dark: bool, place: Affine) -> Vec<Shape> {
    let (ground, rim, pip) = if dark {
        (PALETTE.ink, PALETTE.paper, PALETTE.gold)
    } else {
        (PALETTE.paper, PALETTE.ink, PALETTE.ink)
    };
    let mut shapes = vec![
        Shape::filled(plate(42.0, 42.0, 11.0), rim).at(Affine::translate((-21.0, -21.0))),
        Shape::filled(plate(38.0, 38.0, 9.0), ground).at(Affine::translate((-19.0, -19.0))),
    ];
    shapes.extend(PIPS[usize::from(face) - 1].iter().map(|(x, y)| {
        let at = (f64::from(*x) * 10.5, f64::from(*y) * 10.5);
        Shape::filled(disc(4.2), pip).at(Affine::translate(at))
    }));
    shapes.into_iter().map(|shape| shape.at(place)).collect()
}

/// What is known of a seat, and how high it is.
fn seat_part(game: &Game, view: &View, index: usize, seat: &SeatView) -> (Part, f64) {
    let own = view
        .own
        .filter(|_| view.viewer.map(Seat::index) == Some(index));
    let hand = own.map(|own| own.hand).or(seat.open_hand);
    let development = own.map(|own| own.development);
    let development = development.filter(|cards| !cards.is_empty());
    let row = ROW + hand.map_or(0.0, |_| CARDS_LINE) + development.map_or(0.0, |_| CARDS_LINE);

    let (marked, won) = match view.phase {
        Phase::Over { winners } => {
            let won = winners.iter().any(|winner| winner.index() == index);
            (won, won)
        }
        _ => (view.special.unwrap_or(view.active).index() == index, false),
    };
    let mut shapes = vec![surface(row)];
    if marked {
        shapes.push(Shape::round(
            plate(INNER, row, 10.0),
            PALETTE.daylight.active_ring,
            4.0,
        ));
    }
    let paint = PALETTE.paint(index);
    let emblem = Affine::translate((33.0, row / 2.0)) * Affine::scale(1.15);
    shapes.extend([
        Shape::filled(plate(29.0, 29.0, 8.0), paint.fill)
            .edged(PALETTE.ink, 2.5)
            .at(emblem * Affine::translate((-14.5, -14.5))),
        Shape::filled(&paint.shape, paint.emblem).at(emblem),
    ]);
    let name = format!("Seat {index}");
    shapes.extend(Pen::plain(14.5, PALETTE.ink).write(&name, (INDENT, 27.0), Align::Left));

    let points = seat.points.total();
    let goal = game.rules().points_to_win;
    let bold = Pen {
        height: 21.0,
        weight: 3.5,
        color: PALETTE.ink,
    };
    let score = Affine::translate((INNER - 16.0, 31.0));
    shapes.extend(bold.write(&points.to_string(), (INNER - 16.0, 31.0), Align::Right));
    if won {
        let crown = score * Affine::translate((-64.0, -23.0)) * Affine::scale(1.1);
        shapes.push(
            Shape::filled(&ICONS.crown, PALETTE.gold)
                .edged(PALETTE.ink, 1.8)
                .at(crown),
        );
    }

    let knights = seat.played[DevelopmentCard::Knight];
    let holds = |award: Option<Seat>| award.map(Seat::index) == Some(index);
    let facts = [
        (&ICONS.cards, seat.hand, false),
        (&ICONS.development, seat.development, false),
        (&ICONS.knights, knights, holds(view.largest_army)),
        (
            &ICONS.longest_road,
            seat.road_length,
            holds(view.longest_road),
        ),
    ];
    for (column, (icon, number, award)) in (0..).zip(facts) {
        let x = INDENT + 55.0 * f64::from(column);
        let color = if award {
            PALETTE.ink
        } else {
            PALETTE.daylight.text_soft
        };
        if award {
            let badge = Shape::filled(plate(49.0, 23.0, 6.0), PALETTE.gold);
            shapes.push(badge.at(Affine::translate((x - 5.0, 36.5))));
        }
        let place = Affine::translate((x, 38.5)) * Affine::scale(19.0 / 24.0);
        shapes.push(Shape::round(icon, color, 2.2).at(place));
        shapes.extend(Pen::plain(13.5, PALETTE.ink).write(
            &number.to_string(),
            (x + 24.0, 54.5),
            Align::Left,
        ));
    }
    let mut y = ROW - 2.0;
    if let Some(hand) = hand {
        shapes.extend(resources(hand, (INDENT - 4.0, y)));
        y += CARDS_LINE;
    }
    if let Some(development) = development {
        let held = (0..).zip(development.iter());
        shapes.extend(held.flat_map(|(column, (card, count))| {
            let at = (INDENT - 4.0 + CHIP * f64::from(column), y);
            development_chip(CARDS.development(card), count, at)
        }));
    }
    let title = format!("Seat {index}, {}: {points} of {goal} points", COLORS[index]);
    (Part::new("seat", title, shapes), row)
}

/// Resource cards, each kind with its number.
fn resources(cards: Cards, (x, y): (f64, f64)) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (column, resource) in (0..).zip(Resource::ALL) {
        let count = cards[resource];
        let print = PALETTE.resource(resource);
        let (ground, color) = if count > 0 {
            (print.fill, print.text)
        } else {
            (PALETTE.daylight.panel_sunk, PALETTE.daylight.text_soft)
        };
        let place = Affine::translate((x + CHIP * f64::from(column), y));
        let glyph = place * Affine::translate((4.0, 3.0)) * Affine::scale(16.0 / 24.0);
        shapes.push(Shape::filled(plate(40.0, 22.0, 5.0), ground).at(place));
        shapes.extend(CARDS.resource(resource, color, glyph));
        shapes.extend(chip_number(count, color, place));
    }
    shapes
}

/// Development cards of one kind.
fn development_chip(glyph: &'static String, count: u8, (x, y): (f64, f64)) -> Vec<Shape> {
    let place = Affine::translate((x, y));
    let inside = place * Affine::translate((4.0, 3.0)) * Affine::scale(16.0 / 24.0);
    let mut shapes = vec![
        Shape::filled(plate(40.0, 22.0, 5.0), PALETTE.daylight.card_fill).at(place),
        Shape::filled(glyph, PALETTE.daylight.on_card)
            .with_holes()
            .at(inside),
    ];
    shapes.extend(chip_number(count, PALETTE.daylight.on_card, place));
    shapes
}

fn chip_number(count: u8, color: Color, place: Affine) -> impl Iterator<Item = Shape> {
    let number = Pen::plain(12.5, color).write(&count.to_string(), (36.5, 17.2), Align::Right);
    number.into_iter().map(move |sign| sign.at(place))
}

fn bank(view: &View) -> Part {
    let icon = Affine::translate((7.0, 13.0)) * Affine::scale(0.75);
    let mut shapes = vec![
        surface(BANK),
        Shape::round(&ICONS.bank, PALETTE.ink, 2.2).at(icon),
    ];
    shapes.extend(resources(view.bank, (30.0, 11.0)));
    let deck = CARDS.development(DevelopmentCard::VictoryPoint);
    shapes.extend(development_chip(deck, view.deck, (30.0 + 5.0 * CHIP, 11.0)));
    Part::new("bank", "The bank", shapes)
}
