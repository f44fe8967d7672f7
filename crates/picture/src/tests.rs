//! Our art is that of the page, and everything has room.

use std::fs;
use std::path::Path;

use brickwood_notation::{COLORS, parse_position};
use brickwood_rules::{DevelopmentCard, Resource, Terrain};
use kurbo::{BezPath, Rect, Shape as _};

use crate::art::{self, terrain_ink};
use crate::scene::{Color, Part};
use crate::{board, panel};

fn page(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../web/src")
        .join(file);
    fs::read_to_string(path).expect("a file of the page")
}

/// The color by day of a custom property.
fn property(sheet: &str, name: &str) -> Color {
    let declared = format!("--{name}: ");
    let (_, value) = sheet.split_once(&declared).expect("the property");
    let (_, digits) = value.split_once('#').expect("a color");
    Color(u32::from_str_radix(&digits[..6], 16).expect("six digits"))
}

#[test]
fn colors_are_those_of_the_page() {
    let sheet = page("theme.css");
    assert_eq!(art::PAINTS.map(|paint| paint.name), COLORS);
    for paint in &art::PAINTS {
        let name = format!("player-{}", paint.name);
        assert_eq!(paint.fill, property(&sheet, &name), "{name}");
    }
    for terrain in Terrain::ALL {
        let print = terrain_ink(terrain);
        assert_eq!(
            print.fill,
            property(&sheet, &format!("terrain-{}", print.name))
        );
        assert_eq!(
            print.text,
            property(&sheet, &format!("on-terrain-{}", print.name))
        );
    }
    for (name, color) in [
        ("ink", art::INK),
        ("paper", art::PAPER),
        ("gold", art::GOLD),
        ("sea", art::SEA),
        ("sea-ink", art::SEA_INK),
        ("shallows", art::SHALLOWS),
        ("bg", art::GROUND),
        ("panel", art::PANEL),
        ("panel-sunk", art::PANEL_SUNK),
        ("line", art::LINE),
        ("text-soft", art::TEXT_SOFT),
        ("active-ring", art::ACTIVE),
        ("card-fill", art::CARD),
        ("on-card", art::ON_CARD),
    ] {
        assert_eq!(color, property(&sheet, name), "{name}");
    }
}

#[test]
fn patterns_and_emblems_have_the_colors_of_the_page() {
    let palette = page("lib/art/palette.ts");
    let block = |name: &str| {
        let (_, rest) = palette
            .split_once(&format!("\n  {name}: {{"))
            .expect("a color");
        rest.split_once('}').expect("its end").0
    };
    let written = |color: Color| format!("'#{:06X}'", color.0);
    for terrain in [
        "hills",
        "forest",
        "pasture",
        "fields",
        "mountains",
        "desert",
    ]
    .into_iter()
    .zip(Terrain::ALL)
    {
        let (block, print) = (block(terrain.0), terrain_ink(terrain.1));
        for color in [print.fill, print.ink, print.light] {
            assert!(block.contains(&written(color)), "{} {color:?}", terrain.0);
        }
    }
    for paint in &art::PAINTS {
        let block = block(paint.name);
        assert!(block.contains(paint.shape), "{}", paint.name);
        let emblem = match paint.emblem {
            art::INK => "emblem: INK".to_owned(),
            color => format!("emblem: {}", written(color)),
        };
        assert!(block.contains(&emblem), "{}", paint.name);
    }
}

#[test]
fn outlines_are_those_of_the_page() {
    let page = [
        "lib/board/TerrainDefs.svelte",
        "lib/board/Sea.svelte",
        "lib/board/Harbor.svelte",
        "lib/board/Robber.svelte",
        "lib/board/piece-shapes.ts",
        "lib/art/ResourceGlyph.svelte",
        "lib/art/DevelopmentGlyph.svelte",
        "lib/art/icons.ts",
    ]
    .map(page)
    .concat();
    let mut outlines = vec![
        art::TREE_SHADE,
        art::TREE_LIGHT,
        art::BRICK,
        art::TUFT,
        art::GRAINS,
        art::PEAK_SHADE,
        art::PEAK_RIDGE,
        art::PEAK_SNOW,
        art::DUNE,
        art::PEBBLES,
        art::WAVES,
        art::ROSE,
        art::ROSE_SHADE,
        art::ANCHOR,
        art::SETTLEMENT,
        art::CITY,
        art::GATE,
        art::ICON_CARDS,
        art::ICON_DEVELOPMENT,
        art::ICON_KNIGHTS,
        art::ICON_ROAD,
        art::ICON_CROWN,
        art::ICON_BANK,
    ];
    outlines.extend(art::ANIMAL);
    outlines.extend(art::ROBBER);
    outlines.extend(DevelopmentCard::ALL.map(art::development_shape));
    for outline in outlines {
        assert!(page.contains(outline), "{outline}");
    }
    for resource in Resource::ALL {
        for shape in art::resource_glyph(resource, art::INK, kurbo::Affine::IDENTITY) {
            assert!(page.contains(&*shape.outline), "{resource:?}");
        }
    }
}

/// What a part covers.
fn room(part: &Part) -> Rect {
    part.shapes
        .iter()
        .map(|shape| {
            let outline = BezPath::from_svg(&shape.outline).expect("an outline");
            (shape.place * outline).bounding_box()
        })
        .reduce(|all, shape| all.union(shape))
        .expect("a part has shapes")
}

#[test]
fn the_panel_has_room_for_everything() {
    // Everybody's cards lie open, the viewer has development cards, and numbers have two digits.
    let text = "position-1 modern players=6 open_hands=yes board=L6B10L11/B3B4O5W11/DW9G2O10W8/G8W5G6W3D*O9/G4L9G12O12L3/B8W10O11L6/G2B5L4~a1nw:3,a2ne:3,b4ne:W,c5e:L,e5e:3,f4se:3,g2se:B,g1sw:G,e1sw:W,d1w:O,c1nw:3 phase=turn turn=101 first=6 active=4 robber=c4 roll=5+2 longest-road=1 seat=1 hand=LLLLLLLLLLLLWWWWWWWWWWWW dev=KKKRYMV settlements=e3n,f1n,f2n,g1n roads=d3se,e1e,e2e,e2se,f1e,g1ne seat=2 hand=BWWGGGG played=K settlements=c3n cities=e1n roads=c2ne,b2se,d1se seat=3 hand=WWO dev=K settlements=b2n,d5n,d6n roads=b2ne,d5ne,c5se,d5e seat=4 hand=LLLWW settlements=b4n,d4n cities=b3n,c4n roads=b3ne,a3se,b3se,c3e seat=5 hand=BBBW settlements=d3n,f3s roads=c2e,d3ne,g2ne seat=6 hand=LLLO cities=e2n,e4s roads=d2se,f3e,g3ne";
    let position = parse_position(text).expect("the position is possible");
    let (_, height) = board::size(position.game.board());
    let view = position
        .state
        .view(&position.game, brickwood_rules::Seat::new(0));
    let parts = panel::parts(&position.game, &view, height);
    assert_eq!(parts.len(), 9);
    let rooms: Vec<Rect> = parts.iter().map(room).collect();
    let (whole, inside) = rooms.split_first().expect("there are parts");
    for pair in inside.windows(2) {
        assert!(pair[0].y1 < pair[1].y0, "{pair:?}");
    }
    for part in inside {
        assert!(whole.contains_rect(*part), "{part:?}");
        // A surface ends where the padding begins.
        assert!(
            (part.width() - (panel::WIDTH - 24.0)).abs() < 0.01,
            "{part:?}"
        );
    }
}
