//! The island: sea, hexes with their patterns and tokens, harbors, pieces and the robber.

use std::f64::consts::PI;
use std::fmt::Write as _;
use std::sync::LazyLock;

use brickwood_notation::{hex_name, intersection_name, path_name};
use brickwood_rules::{
    Board, Game, Harbor, HarborKind, Hex, HexId, Intersection, Terrain, Topology, View,
};
use kurbo::{Affine, Vec2};

use crate::art::{CARDS, Grid, ISLAND, PALETTE, Pennant, PieceArt, Place, Robber};
use crate::letters::{Align, Pen, edged};
use crate::scene::{Part, Shape, disc, ellipse};

/// The length of a hex's edge.
fn side() -> f64 {
    ISLAND.sizes.side
}

/// Half the width of a hex.
fn half_width() -> f64 {
    side() * 3_f64.sqrt() / 2.0
}

/// How much sea there is beyond the land: enough for harbors on every shore.
const MARGIN: (f64, f64) = (74.0, 64.0);

/// How large the drawing of a board is. It follows from the layout alone, so that all pictures of an environment
/// have the same shape.
pub(crate) fn size(board: &Board) -> (f64, f64) {
    let topology = board.topology();
    let furthest = topology
        .intersections()
        .map(|at| point(topology, at))
        .fold(Vec2::ZERO, |far, at| {
            Vec2::new(far.x.max(at.x), far.y.max(at.y))
        });
    (
        ((furthest.x + MARGIN.0) * 2.0).round(),
        ((furthest.y + MARGIN.1) * 2.0).round(),
    )
}

/// The corners of a hex round the origin.
pub(crate) fn hex_outline(radius: f64) -> String {
    outline_at(Vec2::ZERO, radius)
}

fn outline_at(center: Vec2, radius: f64) -> String {
    let mut outline = String::new();
    for corner in 0..6 {
        let angle = PI / 3.0 * f64::from(corner);
        let (x, y) = (
            center.x + radius * angle.sin(),
            center.y - radius * angle.cos(),
        );
        let command = if corner == 0 { 'M' } else { 'L' };
        write!(outline, "{command}{x:.2} {y:.2}").expect("strings can be written to");
    }
    outline + "Z"
}

/// Within this outline lies the pattern of a hex.
pub(crate) static PATTERN: LazyLock<String> = LazyLock::new(|| hex_outline(side() - 5.0));

fn center(topology: &Topology, hex: HexId) -> Vec2 {
    let (x, y) = topology.hex_position(hex);
    Vec2::new(f64::from(x) * half_width(), f64::from(y) * side() * 1.5)
}

fn point(topology: &Topology, at: Intersection) -> Vec2 {
    let (x, v) = topology.intersection_position(at);
    Vec2::new(f64::from(x) * half_width(), f64::from(v) * side() / 2.0)
}

fn to(at: Vec2) -> Affine {
    Affine::translate(at)
}

/// Everything on the board and round it; its middle is the origin.
pub(crate) fn parts(game: &Game, view: &View) -> Vec<Part> {
    let board = game.board();
    let topology = board.topology();
    let mut parts = vec![sea(board), coast(topology)];
    for hex in topology.hexes() {
        parts.push(land(topology, hex, board.hex(hex)));
    }
    for hex in topology.hexes() {
        parts.extend(token(topology, hex, board.hex(hex), view.robber == hex));
    }
    for &harbor in board.harbors() {
        parts.push(harbor_part(board, harbor, view));
    }
    parts.extend(roads(topology, view));
    parts.extend(buildings(topology, view));
    parts.push(robber(topology, view.robber, board.hex(view.robber)));
    parts
}

fn sea(board: &Board) -> Part {
    let (width, height) = size(board);
    let topology = board.topology();
    let dry = |at: Vec2| {
        let near = |hex| (center(topology, hex) - at).hypot() < side() + 12.0;
        topology.hexes().any(near)
    };
    let (left, top) = (-width / 2.0, -height / 2.0);
    let waves = (0..20)
        .flat_map(|row| (0..12).map(move |column| (f64::from(row), f64::from(column))))
        .map(|(row, column)| Vec2::new(left + 88.0 * column, top + 44.0 * row))
        .filter(|corner| corner.x < -left && corner.y < -top)
        .filter(|corner| !dry(*corner + Vec2::new(44.0, 22.0)))
        .map(|corner| {
            let wave = Shape::round(&ISLAND.sea.waves, PALETTE.sea.ink, 1.7);
            wave.faint(0.5).at(to(corner))
        });
    let rose = to(Vec2::new(width / 2.0 - 58.0, top + 58.0)) * Affine::scale(0.8);
    let mut rhumbs = String::new();
    for line in 0..16 {
        let angle = f64::from(line) * PI / 16.0;
        let (x, y) = (3000.0 * angle.cos(), 3000.0 * angle.sin());
        write!(rhumbs, "M{x:.1} {y:.1}L{:.1} {:.1}", -x, -y).expect("strings can be written to");
    }
    let small = rose * Affine::rotate(PI / 4.0) * Affine::scale(0.64);
    let mut shapes = vec![Shape::filled(
        format!("M{left} {top}h{width}v{height}h-{width}Z"),
        PALETTE.sea.fill,
    )];
    shapes.extend(waves);
    shapes.extend([
        Shape::line(rhumbs, PALETTE.sea.ink, 1.0)
            .faint(0.35)
            .at(rose),
        Shape::filled(disc(40.0), PALETTE.sea.fill).at(rose),
        Shape::line(disc(40.0), PALETTE.paper, 1.2)
            .faint(0.7)
            .at(rose),
        Shape::line(disc(35.5), PALETTE.paper, 1.2)
            .dashed([2.0, 3.58])
            .faint(0.7)
            .at(rose),
        Shape::filled(&ISLAND.sea.rose, PALETTE.sea.ink)
            .faint(0.9)
            .at(small),
        Shape::filled(&ISLAND.sea.rose_shade, PALETTE.sea.shallows)
            .faint(0.9)
            .at(small),
        Shape::filled(&ISLAND.sea.rose_shade, PALETTE.sea.ink)
            .faint(0.9)
            .at(rose),
        Shape::filled(&ISLAND.sea.rose, PALETTE.paper)
            .faint(0.9)
            .at(rose),
    ]);
    Part::new("sea", "The sea", shapes)
}

/// Shallows and coast.
fn coast(topology: &Topology) -> Part {
    let land: String = topology
        .hexes()
        .map(|hex| outline_at(center(topology, hex), side()))
        .collect();
    let line = |color, width| Shape::round(land.clone(), color, width);
    let shapes = vec![
        line(PALETTE.sea.ink, ISLAND.sizes.shallows * 2.0 + 18.0).faint(0.55),
        line(PALETTE.sea.fill, ISLAND.sizes.shallows * 2.0 + 15.0),
        line(PALETTE.sea.shallows, ISLAND.sizes.shallows * 2.0),
        line(PALETTE.ink, ISLAND.sizes.coast * 2.0 + 3.0).faint(0.45),
        Shape::filled(land.clone(), PALETTE.paper).edged(PALETTE.paper, ISLAND.sizes.coast * 2.0),
    ];
    Part::new("coast", "The coast", shapes)
}

/// How far the middle of a motif stays from that of the token.
const TOKEN_ROOM: f64 = 25.0;

/// The points of a grid that lie at least `token_room` from the hex's middle.
fn grid_points(grid: Grid, token_room: f64) -> Vec<Vec2> {
    let apothem = half_width() - grid.room;
    let rows = (side() / grid.y).floor() as i32;
    let columns = (half_width() / grid.x).ceil() as i32 + 1;
    let mut points = Vec::new();
    for row in -rows..=rows {
        for column in -columns..=columns {
            let aside = if row % 2 == 0 { 0.0 } else { 0.5 };
            let at = Vec2::new(
                (f64::from(column) + aside) * grid.x,
                f64::from(row) * grid.y,
            );
            let slanted = at.x.abs() / 2.0 + at.y.abs() * 3_f64.sqrt() / 2.0;
            if at.hypot() >= token_room && at.x.abs() <= apothem && slanted <= apothem {
                points.push(at);
            }
        }
    }
    points
}

/// The motif, a path of relative commands, at each point.
fn stamp(points: &[Vec2], motif: &str) -> String {
    let mut outline = String::new();
    for at in points {
        write!(outline, "M{:.1} {:.1}{motif}", at.x, at.y).expect("strings can be written to");
    }
    outline
}

/// The patterns, by terrain.
static PATTERNS: LazyLock<[Vec<Shape>; 6]> = LazyLock::new(|| Terrain::ALL.map(pattern));

fn pattern(terrain: Terrain) -> Vec<Shape> {
    let print = PALETTE.terrain(terrain);
    let at = |places: &[Place]| places.iter().copied().map(Vec2::from).collect::<Vec<_>>();
    let mut shapes = vec![Shape::filled(hex_outline(side() - 2.6), print.fill)];
    match terrain {
        Terrain::Forest => {
            let forest = &ISLAND.forest;
            let trees = grid_points(forest.grid, TOKEN_ROOM);
            shapes.extend([
                Shape::filled(stamp(&trees, &forest.shade), print.ink),
                Shape::filled(stamp(&trees, &forest.light), print.light),
            ]);
        }
        Terrain::Hills => {
            let hills = &ISLAND.hills;
            let bricks = |places| stamp(&at(places), &hills.brick);
            shapes.extend([
                Shape::filled(bricks(&hills.dark), print.ink)
                    .faint(0.6)
                    .inside_hex(),
                Shape::filled(bricks(&hills.light), print.light).inside_hex(),
                Shape::line(&hills.mortar, print.ink, 2.0).inside_hex(),
            ]);
        }
        Terrain::Pasture => {
            let pasture = &ISLAND.pasture;
            let tufts: Vec<Vec2> = grid_points(pasture.grid, TOKEN_ROOM)
                .into_iter()
                .enumerate()
                .filter_map(|(index, at)| (index % 5 != 2).then_some(at))
                .collect();
            shapes.push(Shape::round(stamp(&tufts, &pasture.tuft), print.ink, 1.8));
            for animal in &pasture.flock {
                let place = Affine::translate((animal.x, animal.y))
                    * Affine::scale_non_uniform(animal.flip, 1.0);
                shapes.extend([
                    Shape::line(&pasture.legs, PALETTE.ink, 1.5).at(place),
                    Shape::filled(&pasture.fleece, print.light)
                        .edged(PALETTE.ink, 1.1)
                        .at(place),
                    Shape::filled(&pasture.head, PALETTE.ink).at(place),
                ]);
            }
        }
        Terrain::Fields => {
            let fields = &ISLAND.fields;
            let ears = grid_points(fields.grid, TOKEN_ROOM);
            shapes.push(Shape::filled(stamp(&ears, &fields.ear), print.ink));
        }
        Terrain::Mountains => {
            let mountains = &ISLAND.mountains;
            let peaks = at(&mountains.peaks);
            shapes.extend([
                Shape::filled(stamp(&peaks, &mountains.shade), print.ink),
                Shape::filled(stamp(&peaks, &mountains.snow), print.light),
                Shape::round(stamp(&peaks, &mountains.ridge), print.ink, 2.0),
            ]);
        }
        Terrain::Desert => {
            // No token lies in a desert.
            let desert = &ISLAND.desert;
            shapes.extend(
                [(&desert.dunes, 2.0), (&desert.pebbles, 2.6)].map(|(motif, width)| {
                    let points = grid_points(motif.grid, 0.0);
                    Shape::round(stamp(&points, &motif.outline), print.ink, width)
                }),
            );
        }
    }
    shapes
}

fn land(topology: &Topology, id: HexId, hex: Hex) -> Part {
    let mirror = if id.index() % 2 == 1 { -1.0 } else { 1.0 };
    let place = to(center(topology, id)) * Affine::scale_non_uniform(mirror, 1.0);
    let shapes = PATTERNS[hex.terrain as usize]
        .iter()
        .map(|shape| shape.clone().at(place))
        .collect();
    Part::new("hex", title_of(topology, id, hex), shapes)
}

fn title_of(topology: &Topology, id: HexId, hex: Hex) -> String {
    let (name, terrain) = (hex_name(topology, id), hex.terrain.name());
    match hex.token {
        Some(token) => format!("{name}: {terrain}, {token}"),
        None => format!("{name}: {terrain}"),
    }
}

/// A number token: numeral and pips, 6 and 8 inverted; struck and dimmed while the robber is there.
fn token(topology: &Topology, id: HexId, hex: Hex, robbed: bool) -> Option<Part> {
    let token = hex.token?;
    // It steps aside for the robber.
    let aside = Vec2::new(if robbed { 15.0 } else { 0.0 }, 0.0);
    let place = to(center(topology, id) + aside);
    let hot = hex.pips() == 5;
    let (ground, print) = if hot {
        (PALETTE.ink, PALETTE.gold)
    } else {
        (PALETTE.paper, PALETTE.ink)
    };
    let shade = Shape::filled(disc(if hot { 24.5 } else { 22.0 }), PALETTE.ink);
    let mut shapes = vec![shade.faint(0.28).at(Affine::translate((0.0, 2.5)))];
    if hot {
        shapes.extend([
            Shape::filled(disc(24.2), PALETTE.ink),
            Shape::filled(disc(22.0), PALETTE.paper),
            Shape::filled(disc(20.3), PALETTE.ink),
        ]);
    } else {
        shapes.extend([
            Shape::filled(disc(21.0), PALETTE.paper),
            Shape::line(disc(21.0), PALETTE.ink, 2.2),
        ]);
    }
    if robbed {
        shapes = shapes.into_iter().map(|shape| shape.faint(0.55)).collect();
        shapes.push(Shape::line("M-14.5 14.5 14.5-14.5", print, 3.0).faint(0.8));
    }
    let (height, baseline) = if hot { (18.0, 4.5) } else { (15.6, 4.0) };
    let pen = Pen {
        height,
        weight: 3.5,
        color: print,
    };
    let numeral = pen.write(&token.to_string(), (0.0, baseline), Align::Middle);
    shapes.extend(edged(&numeral, ground, 5.0));
    let mut dots = String::new();
    for dot in 0..hex.pips() {
        let angle = (f64::from(dot) - f64::from(hex.pips() - 1) / 2.0) * 0.36;
        let (x, y) = (15.8 * angle.sin(), 15.8 * angle.cos() - 1.2);
        write!(dots, "M{x:.2} {y:.2}h.01").expect("strings can be written to");
    }
    shapes.push(Shape::round(dots, print, 4.2).faint(if robbed { 0.6 } else { 1.0 }));
    let shapes = shapes.into_iter().map(|shape| shape.at(place)).collect();
    Some(Part::new("token", title_of(topology, id, hex), shapes))
}

/// A pennant tied by two plank jetties to the intersections that it serves, with the mark of who has built there.
fn harbor_part(board: &Board, harbor: Harbor, view: &View) -> Part {
    let topology = board.topology();
    let ends = board.harbor_ends(&harbor);
    let [a, b] = ends.map(|at| point(topology, at));
    let shore = (a + b) / 2.0;
    let out = (shore - center(topology, harbor.hex)).normalize();
    let pennant = shore + out * side() * ISLAND.sizes.pennant.out;
    let planks = [a, b]
        .map(|end| {
            format!(
                "M{:.2} {:.2}L{:.2} {:.2}",
                end.x, end.y, pennant.x, pennant.y
            )
        })
        .concat();
    let mut shapes = vec![
        Shape::line(planks.clone(), PALETTE.ink, 8.0),
        Shape::line(planks.clone(), PALETTE.plank.shade, 5.0),
        Shape::line(planks, PALETTE.plank.fill, 5.0).dashed([2.6, 2.2]),
    ];
    let Pennant { width, height, .. } = &ISLAND.sizes.pennant;
    let (right, down) = (width / 2.0, height / 2.0);
    let cut = down - 9.0;
    let flag = format!("M-{right}-{down}H{right}V{cut}L0 {down}-{right} {cut}Z");
    let mut printed = vec![
        Shape::filled(flag.clone(), PALETTE.ink)
            .faint(0.35)
            .at(Affine::translate((0.0, 2.5))),
        Shape::filled(flag.clone(), PALETTE.paper),
    ];
    let pen = Pen {
        height: 11.5,
        weight: 3.4,
        color: PALETTE.ink,
    };
    let title = match harbor.kind {
        HarborKind::Special { resource } => {
            let print = PALETTE.resource(resource);
            printed.push(Shape::filled(
                format!("M-{right}-{down}H{right}V-1H-{right}Z"),
                print.fill,
            ));
            let place = Affine::translate((-10.0, 1.0 - down)) * Affine::scale(20.0 / 24.0);
            printed.extend(CARDS.resource(resource, print.text, place));
            printed.extend(pen.write("2:1", (0.0, 13.0), Align::Middle));
            format!("2:1 harbor for {}", resource.name())
        }
        HarborKind::Generic => {
            printed.push(Shape::line(&ISLAND.harbor.anchor, PALETTE.ink, 2.0).rounded());
            printed.extend(pen.write("3:1", (0.0, 16.5), Align::Middle));
            "3:1 harbor".to_owned()
        }
    };
    printed.push(Shape::round(flag, PALETTE.ink, 2.3));
    let owner = view.seats.iter().position(|seat| {
        let built = seat.settlements.union(seat.cities);
        ends.iter().any(|end| built.contains(*end))
    });
    if let Some(owner) = owner {
        let paint = PALETTE.paint(owner);
        let x = if pennant.x < shore.x {
            3.0 - right
        } else {
            right - 3.0
        };
        let place = Affine::translate((x, 3.0 - down));
        printed.extend([
            Shape::filled(disc(9.0), paint.fill)
                .edged(PALETTE.ink, 2.0)
                .at(place),
            Shape::filled(&paint.shape, paint.emblem).at(place * Affine::scale(0.55)),
        ]);
    }
    shapes.extend(printed.into_iter().map(|shape| shape.at(to(pennant))));
    let [a, b] = ends.map(|at| intersection_name(topology, at));
    Part::new("harbor", format!("{title} at {a} and {b}"), shapes)
}

/// A piece in the colors of a seat, with ink and halo, so that it stands out on every ground.
fn piece(art: &'static PieceArt, seat: usize, at: Vec2, angle: f64) -> Vec<Shape> {
    let paint = PALETTE.paint(seat);
    let place = to(at) * Affine::rotate(angle);
    let mut shapes = vec![
        Shape::filled(&art.outline, PALETTE.halo)
            .edged(PALETTE.halo, 7.0)
            .at(place),
        Shape::filled(&art.outline, paint.fill)
            .edged(PALETTE.ink, 2.3)
            .at(place),
    ];
    shapes.extend(
        art.gate
            .as_ref()
            .map(|gate| Shape::filled(gate, paint.emblem).at(place)),
    );
    // The emblem stays upright, however the road lies.
    let emblem = to(at) * Affine::from(art.emblem);
    shapes.push(Shape::filled(&paint.shape, paint.emblem).at(emblem));
    shapes
}

fn roads(topology: &Topology, view: &View) -> Vec<Part> {
    let mut parts = Vec::new();
    for (seat, of) in view.seats.iter().enumerate() {
        for path in of.roads.iter() {
            let [a, b] = topology.ends(path).map(|end| point(topology, end));
            let along = if a.x <= b.x { b - a } else { a - b };
            let (middle, angle) = ((a + b) / 2.0, along.atan2());
            let shapes = piece(&ISLAND.pieces.road, seat, middle, angle);
            let title = format!("Seat {seat}: road at {}", path_name(topology, path));
            parts.push(Part::new("road", title, shapes));
        }
    }
    parts
}

fn buildings(topology: &Topology, view: &View) -> Vec<Part> {
    let mut standing = Vec::new();
    for (seat, of) in view.seats.iter().enumerate() {
        standing.extend(of.settlements.iter().map(|at| (at, seat, false)));
        standing.extend(of.cities.iter().map(|at| (at, seat, true)));
    }
    // Intersections are counted from the north: what stands further south stands in front.
    standing.sort_unstable();
    standing
        .into_iter()
        .map(|(at, seat, city)| {
            let (class, art) = if city {
                ("city", &ISLAND.pieces.city)
            } else {
                ("settlement", &ISLAND.pieces.settlement)
            };
            let shapes = piece(art, seat, point(topology, at), 0.0);
            let name = intersection_name(topology, at);
            Part::new(class, format!("Seat {seat}: {class} at {name}"), shapes)
        })
        .collect()
}

/// A hooded figure with a paper mask, beside the hex's token if it has one.
fn robber(topology: &Topology, id: HexId, hex: Hex) -> Part {
    let aside = match hex.token {
        Some(_) => Vec2::new(-22.0, 9.0),
        None => Vec2::new(0.0, 20.0),
    };
    let place = to(center(topology, id) + aside) * Affine::scale(0.86);
    let Robber {
        cloak,
        face,
        hood,
        eyes,
        seams,
    } = &ISLAND.robber;
    let shadow = Shape::filled(ellipse(23.0, 4.5), PALETTE.ink).faint(0.3);
    let shapes = [
        shadow.at(Affine::translate((0.0, 4.5))),
        Shape::filled(cloak, PALETTE.halo).edged(PALETTE.halo, 6.5),
        Shape::filled(cloak, PALETTE.ink),
        Shape::filled(face, PALETTE.paper),
        Shape::filled(hood, PALETTE.ink),
        Shape::filled(eyes, PALETTE.paper),
        Shape::line(seams, PALETTE.paper, 1.6).faint(0.55),
    ];
    let shapes = shapes.into_iter().map(|shape| shape.at(place)).collect();
    Part::new(
        "robber",
        format!("The robber on {}", hex_name(topology, id)),
        shapes,
    )
}
